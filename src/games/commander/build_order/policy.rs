//! Build orders by rules: so many workers first, then buildings as soon as they can be paid for, and whatever delays none of them.

use super::schedule::{BuildCommand, carry_out, is_under_way};
use crate::games::commander::{
    catalogue::{BuildGoal, Catalogue, Millis, ProductId, ProductKind, RecipeId},
    economy::{Economy, Obstacle},
};

/// The workers that a policy makes more with another base.
const BASE_WORKERS: u16 = 10;

/// The recipes that a scheduler may add to a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extras {
    /// Trains a worker.
    pub worker: Option<RecipeId>,
    /// Makes something that gives supply, the cheapest for what it gives.
    pub supply: Option<RecipeId>,
    /// Makes something that the plan's products are made at: producers, gas sources, bases.
    pub producers: Vec<RecipeId>,
    /// What helps only together: a producer with its add-on, and both with a source of gas; a base with the workers that it has room for.
    pub groups: Vec<ExtraGroup>,
}

/// Recipes that a policy adds or leaves out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExtraGroup {
    /// In the order in which they are made.
    pub recipes: Vec<RecipeId>,
    /// The workers that a policy makes more with them.
    pub workers: u16,
}

/// The rules of one build order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Policy {
    /// Workers up to this number come before all else.
    pub first: u16,
    /// More workers, up to this number, as long as they delay nothing.
    pub workers: u16,
    /// Producers beyond those of the plan, each as often as listed.
    pub extra: Vec<RecipeId>,
    /// Something that gives supply is made when less than this is left.
    pub supply_margin: u16,
}

impl Extras {
    /// What can be added to a plan with the enabled recipes.
    pub fn of_plan(economy: &Economy, plan: &[RecipeId], enabled: &[bool]) -> Self {
        let catalogue = economy.catalogue();
        let on = |id: &RecipeId| enabled.get(id.index()).is_some_and(|&on| on);
        let first = |product: ProductId| catalogue.get(product).recipes.iter().copied().find(on);
        let mut producers: Vec<ProductId> = Vec::new();
        for &id in plan {
            let recipe = catalogue.recipe(id);
            if catalogue.get(recipe.product).kind != ProductKind::Building {
                producers.push(recipe.producer);
                producers.extend(recipe.add_on);
            }
        }
        if plan.iter().any(|&id| catalogue.recipe(id).gas > 0) {
            producers.extend(catalogue.product_ids().find(|&id| catalogue.get(id).gives_gas));
        }
        producers.sort();
        producers.dedup();
        let groups = Self::groups(catalogue, plan, &first);
        let gives = |id: &RecipeId| catalogue.get(catalogue.recipe(*id).product).gives_supply;
        let price = |id: &RecipeId| {
            let recipe = catalogue.recipe(*id);
            (u64::from(recipe.minerals) + u64::from(recipe.gas)) * 1000 / u64::from(gives(id).max(1))
        };
        let can_start = |id: &RecipeId| {
            let producer = catalogue.recipe(*id).producer;
            economy.expected(producer) > 0 || plan.iter().any(|id| catalogue.recipe(*id).product == producer)
        };
        let supply = catalogue.recipe_ids().filter(on).filter(|id| gives(id) > 0 && can_start(id)).min_by_key(price);
        Self {
            worker: first(catalogue.numbers.worker),
            supply,
            producers: producers.into_iter().filter_map(first).collect(),
            groups,
        }
    }

    fn groups(
        catalogue: &Catalogue,
        plan: &[RecipeId],
        first: &dyn Fn(ProductId) -> Option<RecipeId>,
    ) -> Vec<ExtraGroup> {
        let mut groups: Vec<ExtraGroup> = Vec::new();
        let mut add = |recipes: Vec<Option<RecipeId>>, workers| {
            let group = recipes.into_iter().collect::<Option<Vec<_>>>().map(|recipes| ExtraGroup { recipes, workers });
            groups.extend(group.filter(|group| !groups.contains(group)));
        };
        let gas = catalogue.product_ids().find(|&id| catalogue.get(id).gives_gas).and_then(first);
        let base = catalogue.product_ids().find(|&id| catalogue.get(id).is_base).and_then(first);
        let mut with_gas = false;
        for recipe in plan.iter().map(|&id| catalogue.recipe(id)) {
            with_gas |= recipe.gas > 0;
            let (producer, add_on) = (first(recipe.producer), recipe.add_on.map(first));
            if let Some(add_on) = add_on {
                add(vec![producer, add_on], 0);
                add(vec![gas, producer, add_on], 2);
            } else if recipe.gas > 0 && catalogue.get(recipe.product).kind == ProductKind::Unit {
                add(vec![gas, producer], 2);
            }
        }
        add(vec![base], BASE_WORKERS);
        if with_gas {
            add(vec![base, gas], BASE_WORKERS);
        }
        groups
    }
}

/// The build order of a policy; `None` if something in it can never start, or starts after `limit`. Adds the number of starts that were
/// tried to `work`.
pub(super) fn build_order(
    start: &Economy,
    goal: &BuildGoal,
    plan: &[RecipeId],
    extras: &Extras,
    policy: &Policy,
    limit: Millis,
    work: &mut u32,
) -> Option<Vec<BuildCommand>> {
    let mut dispatch =
        Dispatch { economy: start.clone(), extras, policy, left: Vec::new(), commands: Vec::new(), work };
    let catalogue = start.catalogue();
    let is_unit = |id: &RecipeId| catalogue.get(catalogue.recipe(*id).product).kind == ProductKind::Unit;
    dispatch.left.extend(plan.iter().copied().filter(|id| !is_unit(id)));
    dispatch.left.extend(&policy.extra);
    dispatch.left.extend(plan.iter().copied().filter(is_unit));
    // Each command makes progress; the limit only stops data that never get there.
    for _ in 0..1000 {
        if is_under_way(&dispatch.economy, goal) {
            return Some(dispatch.commands);
        }
        dispatch.next()?;
        if dispatch.economy.now() > limit {
            return None;
        }
    }
    None
}

struct Dispatch<'a> {
    economy: Economy,
    extras: &'a Extras,
    policy: &'a Policy,
    left: Vec<RecipeId>,
    commands: Vec<BuildCommand>,
    work: &'a mut u32,
}

impl Dispatch<'_> {
    /// Starts the most urgent recipe, or another one that does not delay it.
    fn next(&mut self) -> Option<()> {
        let urgent = self.urgent()?;
        let Some(at) = self.earliest(&self.economy.clone(), urgent) else { return self.unblock(urgent) };
        let mut tried: Vec<RecipeId> = vec![urgent];
        let more = self.extras.worker.filter(|_| self.workers() < self.policy.workers);
        let others: Vec<RecipeId> = more.into_iter().chain(self.left.iter().copied()).collect();
        for other in others {
            if tried.contains(&other) {
                continue;
            }
            tried.push(other);
            let mut after = self.economy.clone();
            *self.work += 1;
            if after.wait_for(other).is_ok_and(|start| start <= at)
                && after.start(other).is_ok()
                && self.earliest(&after, urgent).is_some_and(|then| then <= at)
            {
                return self.start(other);
            }
        }
        self.start(urgent)
    }

    fn workers(&self) -> u16 {
        self.economy.expected(self.economy.catalogue().numbers.worker)
    }

    fn urgent(&self) -> Option<RecipeId> {
        let expected = self.economy.expected_supply();
        let left = expected.saturating_sub(self.economy.supply_used());
        let catalogue = self.economy.catalogue();
        let supply_of = |id: &RecipeId| catalogue.get(catalogue.recipe(*id).product).supply;
        let needed: u16 = self.left.iter().map(supply_of).sum();
        let limited = expected >= catalogue.numbers.supply_limit;
        let workers = self.workers();
        let wanted = self.extras.worker.filter(|_| workers < self.policy.first);
        if left < needed + u16::from(wanted.is_some()) && left < self.policy.supply_margin && !limited {
            return self.extras.supply;
        }
        wanted.or(self.left.first().copied())
    }

    fn earliest(&mut self, from: &Economy, recipe: RecipeId) -> Option<u32> {
        *self.work += 1;
        from.clone().wait_for(recipe).ok()
    }

    /// Makes what a recipe lacks that can never start by itself.
    fn unblock(&mut self, recipe: RecipeId) -> Option<()> {
        let obstacle = self.economy.clone().wait_for(recipe).err()?;
        let catalogue = self.economy.catalogue();
        let makes = |product: ProductId| self.left.iter().copied().find(|&id| catalogue.recipe(id).product == product);
        let helps = match obstacle {
            // At the limit more supply does not help.
            Obstacle::Supply => {
                let full = self.economy.expected_supply() >= catalogue.numbers.supply_limit;
                self.extras.supply.filter(|_| !full)
            }
            Obstacle::Requires(product) | Obstacle::Producer(product) => makes(product),
            Obstacle::Minerals | Obstacle::Gas | Obstacle::Made => None,
        };
        self.start(helps.filter(|&helps| helps != recipe)?)
    }

    fn start(&mut self, recipe: RecipeId) -> Option<()> {
        let command = BuildCommand::Start(recipe);
        carry_out(&mut self.economy, command)?;
        self.commands.push(command);
        if let Some(index) = self.left.iter().position(|&id| id == recipe) {
            self.left.remove(index);
        }
        Some(())
    }
}
