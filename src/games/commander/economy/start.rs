//! Starting production: what stands in the way, and when it no longer does.

use super::{Economy, EconomyChange};
use crate::games::commander::catalogue::{Millis, ProductId, ProductKind, RecipeId};

/// Why a recipe cannot start now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// A product must stand before.
    #[error("a required building does not stand")]
    Requires(ProductId),
    /// No such producer is free. Builders are taken from the workers that gather.
    #[error("no producer is free")]
    Producer(ProductId),
    /// The units use all supply.
    #[error("supply is used up")]
    Supply,
    /// There are too few minerals.
    #[error("there are too few minerals")]
    Minerals,
    /// There is too little gas.
    #[error("there is too little gas")]
    Gas,
    /// An upgrade is made once.
    #[error("it is made already")]
    Made,
}

impl Economy {
    /// Whether a recipe can start now.
    ///
    /// # Errors
    /// The first obstacle, in the order of [`Obstacle`].
    pub fn can_start(&self, recipe: RecipeId) -> Result<(), Obstacle> {
        self.ready_but_for_cost(recipe)?;
        let (minerals, gas) = self.cost(recipe);
        if self.minerals < minerals {
            return Err(Obstacle::Minerals);
        }
        if self.gas < gas {
            return Err(Obstacle::Gas);
        }
        Ok(())
    }

    /// Starts a recipe now: pays, takes the producer or a builder, and uses supply. Makes one product, whatever
    /// [`Recipe::makes`](crate::games::commander::catalogue::Recipe::makes) says. Returns when the product stands.
    ///
    /// # Errors
    /// The first obstacle; then nothing has changed.
    pub fn start(&mut self, recipe: RecipeId) -> Result<Millis, Obstacle> {
        self.can_start(recipe)?;
        let (minerals, gas) = self.cost(recipe);
        self.minerals -= minerals;
        self.gas -= gas;
        let wanted = self.recipe(recipe);
        let stands = self.now.saturating_add(wanted.millis);
        let free = self.now.saturating_add(wanted.occupies);
        if wanted.producer == self.catalogue().numbers.worker {
            if self.mineral_workers > 0 {
                self.mineral_workers -= 1;
            } else {
                self.gas_workers -= 1;
            }
            self.share_workers();
        }
        self.put_under_way(recipe, stands, free);
        Ok(stands)
    }

    /// Counts a product that will stand, uses its supply, and occupies its producer until that is free. A builder comes back then.
    pub(super) fn put_under_way(&mut self, recipe: RecipeId, stands: Millis, free: Millis) {
        let wanted = self.recipe(recipe);
        let (product, producer, add_on) = (wanted.product, wanted.producer, wanted.add_on);
        self.expected[product.index()] += 1;
        self.supply_used = self.supply_used.saturating_add(self.catalogue().get(product).supply);
        let mut used = None;
        if producer == self.catalogue().numbers.worker {
            self.schedule(free, EconomyChange::BuilderBack);
        } else if let Some(index) = self.free_producer(producer, add_on, product) {
            used = Some(index);
            self.producers[index].busy = true;
            self.schedule(free, EconomyChange::Free(index));
        }
        self.schedule(stands, EconomyChange::Stands(product, used));
    }

    /// The minerals and the gas that a recipe costs, in the units of the store.
    fn cost(&self, recipe: RecipeId) -> (i64, i64) {
        let recipe = self.recipe(recipe);
        self.in_units(recipe.minerals, recipe.gas)
    }

    /// Lets time pass until a recipe can start, and returns that time.
    ///
    /// # Errors
    /// The obstacle that remains when nothing is under way any more. The time is then that of the last change.
    pub fn wait_for(&mut self, recipe: RecipeId) -> Result<Millis, Obstacle> {
        loop {
            let next = self.next_change();
            match self.ready_but_for_cost(recipe) {
                Ok(()) => match self.affordable_at(recipe) {
                    Ok(at) if next.is_none_or(|next| at <= next) => {
                        // Changes at that very time take nothing away.
                        self.advance(at);
                        return Ok(at);
                    }
                    Ok(_) => next.into_iter().for_each(|next| self.advance(next)),
                    Err(obstacle) => self.advance(next.ok_or(obstacle)?),
                },
                Err(obstacle) => self.advance(next.ok_or(obstacle)?),
            }
        }
    }

    /// When there will be enough minerals and gas at the present income.
    fn affordable_at(&self, recipe: RecipeId) -> Result<Millis, Obstacle> {
        let (minerals, gas) = self.cost(recipe);
        let minerals = time_to_gather(minerals - self.minerals, self.mineral_income()).ok_or(Obstacle::Minerals)?;
        let gas = time_to_gather(gas - self.gas, self.gas_income()).ok_or(Obstacle::Gas)?;
        let limit = i64::from(Millis::MAX);
        Ok((i64::from(self.now) + minerals.max(gas)).min(limit) as Millis)
    }

    fn ready_but_for_cost(&self, recipe: RecipeId) -> Result<(), Obstacle> {
        let catalogue = self.catalogue();
        let recipe = catalogue.recipe(recipe);
        let product = catalogue.get(recipe.product);
        if self.expected(recipe.product) >= catalogue.most(recipe.product) {
            return Err(Obstacle::Made);
        }
        if let Some(&missing) = product.requires.iter().find(|&&id| self.standing(id) == 0) {
            return Err(Obstacle::Requires(missing));
        }
        let free = if recipe.producer == catalogue.numbers.worker {
            self.mineral_workers + self.gas_workers > 0
        } else {
            self.free_producer(recipe.producer, recipe.add_on, recipe.product).is_some()
        };
        if !free {
            return Err(Obstacle::Producer(recipe.producer));
        }
        if product.supply > 0 && self.supply_used + product.supply > self.supply() {
            return Err(Obstacle::Supply);
        }
        Ok(())
    }

    /// A free producer with the add-on, if one is needed, and without any, if one is to be made. A unit that needs no add-on is
    /// preferably made where there is none.
    pub(super) fn free_producer(
        &self,
        kind: ProductId,
        add_on: Option<ProductId>,
        product: ProductId,
    ) -> Option<usize> {
        let makes_add_on = self.catalogue().get(product).kind == ProductKind::AddOn;
        let free = |has_add_on: &dyn Fn(Option<ProductId>) -> bool| {
            self.producers.iter().position(|known| known.kind == kind && !known.busy && has_add_on(known.add_on))
        };
        match add_on {
            Some(_) => free(&|known| known == add_on),
            None if makes_add_on => free(&|known| known.is_none()),
            None => free(&|known| known.is_none()).or_else(|| free(&|_| true)),
        }
    }
}

/// Milliseconds until an amount is gathered; `None` if it never is.
fn time_to_gather(missing: i64, income: i64) -> Option<i64> {
    match (missing, income) {
        (..=0, _) => Some(0),
        (_, 0) => None,
        (missing, income) => Some((missing + income - 1) / income),
    }
}
