//! A forward model of one side's economy: what stands, what is under way, and what can start when.
//!
//! The model is exact and deterministic: times are whole milliseconds, minerals and gas are whole fractions of one trip of a worker.
//! Income is continuous (eight minerals every six seconds are four every three), as in Churchill and Buro, *Build Order Optimization in
//! StarCraft* (AIIDE 2011). Nothing is lost, attacked or cancelled: the game observes, and plans anew from what it observes.

mod observe;
mod start;

use std::sync::Arc;

use super::catalogue::{Catalogue, Millis, ProductId, ProductKind, Recipe, RecipeId};

pub use start::Obstacle;

/// One side's economy at one time. A clone copies four short vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Economy {
    catalogue: Arc<Catalogue>,
    now: Millis,
    /// In units of one mineral divided by the milliseconds of a trip, so that income is a whole number for each millisecond.
    minerals: i64,
    /// In units of one gas divided by the milliseconds of a trip.
    gas: i64,
    mineral_workers: u16,
    gas_workers: u16,
    /// The most workers that gather gas; fewer if there are not so many places at refineries.
    gas_workers_wanted: u16,
    supply_used: u16,
    supply_given: u16,
    bases: u16,
    refineries: u16,
    /// What stands, by product.
    standing: Vec<u16>,
    /// What stands or is under way, by product.
    expected: Vec<u16>,
    producers: Vec<Producer>,
    /// Ordered by time, the next one last.
    events: Vec<EconomyEvent>,
}

/// A building that trains units or makes add-ons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Producer {
    kind: ProductId,
    add_on: Option<ProductId>,
    busy: bool,
}

/// Something that will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct EconomyEvent {
    at: Millis,
    what: EconomyChange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EconomyChange {
    /// A product stands. An add-on is attached to its producer, an index into the producers.
    Stands(ProductId, Option<usize>),
    /// A producer is free again.
    Free(usize),
    /// A builder is back at the minerals.
    BuilderBack,
}

impl Economy {
    /// The economy at the start of a match.
    pub fn at_start(catalogue: Arc<Catalogue>) -> Self {
        let numbers = catalogue.numbers.clone();
        let mut economy = Self::empty(catalogue, 0);
        economy.set_store(numbers.minerals, numbers.gas);
        for &(id, number) in &numbers.products {
            economy.add(id, number);
        }
        economy
    }

    /// What can be had.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The time since the match began.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Whole minerals in store.
    pub fn minerals(&self) -> u32 {
        (self.minerals / i64::from(self.catalogue().numbers.mineral_trip.millis)) as u32
    }

    /// Whole gas in store.
    pub fn gas(&self) -> u32 {
        (self.gas / i64::from(self.catalogue().numbers.gas_trip.millis)) as u32
    }

    /// The workers at the minerals and at the refineries.
    pub fn gathering(&self) -> (u16, u16) {
        (self.mineral_workers, self.gas_workers)
    }

    /// Supply in use. A unit uses supply from the start of its training.
    pub fn supply_used(&self) -> u16 {
        self.supply_used
    }

    /// Supply that what stands gives, up to the limit.
    pub fn supply(&self) -> u16 {
        self.supply_given.min(self.catalogue().numbers.supply_limit)
    }

    /// Supply when everything under way stands.
    pub fn expected_supply(&self) -> u16 {
        let given = self.catalogue().products.iter().zip(&self.expected);
        let given: u32 = given.map(|(product, &number)| u32::from(product.gives_supply) * u32::from(number)).sum();
        given.min(u32::from(self.catalogue().numbers.supply_limit)) as u16
    }

    /// How many of a product stand.
    pub fn standing(&self, id: ProductId) -> u16 {
        self.standing[id.index()]
    }

    /// How many of a product stand or are under way.
    pub fn expected(&self, id: ProductId) -> u16 {
        self.expected[id.index()]
    }

    /// The time of the next change, if anything is under way.
    pub fn next_change(&self) -> Option<Millis> {
        self.events.last().map(|event| event.at)
    }

    /// When so many of a product stand, as far as they are under way; `None` if fewer are.
    pub fn stands_at(&self, id: ProductId, number: u16) -> Option<Millis> {
        let mut missing = number.saturating_sub(self.standing(id));
        if missing == 0 {
            return Some(self.now);
        }
        for event in self.events.iter().rev() {
            if matches!(event.what, EconomyChange::Stands(product, _) if product == id) {
                missing -= 1;
                if missing == 0 {
                    return Some(event.at);
                }
            }
        }
        None
    }

    /// Lets time pass up to `to`. An earlier time changes nothing.
    pub fn advance(&mut self, to: Millis) {
        while let Some(event) = self.events.last().copied().filter(|event| event.at <= to) {
            self.events.pop();
            self.gather(event.at);
            self.apply(event.what);
        }
        self.gather(to);
    }

    /// Sets the most workers that gather gas. They change places at once.
    pub fn set_gas_workers(&mut self, number: u16) {
        self.gas_workers_wanted = number;
        self.share_workers();
    }

    /// Minerals, in units of the store, for each millisecond.
    fn mineral_income(&self) -> i64 {
        let numbers = &self.catalogue().numbers;
        let places = numbers.mineral_workers_per_base.saturating_mul(self.bases);
        i64::from(numbers.mineral_trip.carries) * i64::from(self.mineral_workers.min(places))
    }

    /// Gas, in units of the store, for each millisecond.
    fn gas_income(&self) -> i64 {
        i64::from(self.catalogue().numbers.gas_trip.carries) * i64::from(self.gas_workers)
    }

    fn gather(&mut self, to: Millis) {
        let passed = i64::from(to.saturating_sub(self.now));
        self.minerals += self.mineral_income() * passed;
        self.gas += self.gas_income() * passed;
        self.now = self.now.max(to);
    }

    fn apply(&mut self, change: EconomyChange) {
        match change {
            EconomyChange::Stands(id, producer) => {
                self.stand(id, 1);
                if self.catalogue().get(id).kind == ProductKind::AddOn
                    && let Some(producer) = producer.and_then(|index| self.producers.get_mut(index))
                {
                    producer.add_on = Some(id);
                }
            }
            EconomyChange::Free(producer) => {
                if let Some(producer) = self.producers.get_mut(producer) {
                    producer.busy = false;
                }
            }
            EconomyChange::BuilderBack => {
                self.mineral_workers += 1;
                self.share_workers();
            }
        }
    }

    /// Counts what has just come to stand.
    fn stand(&mut self, id: ProductId, number: u16) {
        let catalogue = Arc::clone(&self.catalogue);
        let product = catalogue.get(id);
        self.standing[id.index()] += number;
        self.supply_given = self.supply_given.saturating_add(product.gives_supply.saturating_mul(number));
        if product.produces {
            let producer = Producer { kind: id, add_on: None, busy: false };
            self.producers.extend(std::iter::repeat_n(producer, usize::from(number)));
        }
        if id == catalogue.numbers.worker {
            self.mineral_workers += number;
        }
        if product.is_base {
            self.bases += number;
        }
        if product.gives_gas {
            self.refineries += number;
        }
        if product.gives_gas || id == catalogue.numbers.worker {
            self.share_workers();
        }
    }

    /// Distributes the workers that gather to minerals and gas. At least one stays at the minerals.
    fn share_workers(&mut self) {
        let gathering = self.mineral_workers + self.gas_workers;
        let places = self.refineries.saturating_mul(self.catalogue().numbers.workers_per_refinery);
        self.gas_workers = places.min(self.gas_workers_wanted).min(gathering.saturating_sub(1));
        self.mineral_workers = gathering - self.gas_workers;
    }

    fn schedule(&mut self, at: Millis, what: EconomyChange) {
        let event = EconomyEvent { at, what };
        let index = self.events.partition_point(|other| *other > event);
        self.events.insert(index, event);
    }

    fn recipe(&self, id: RecipeId) -> &Recipe {
        self.catalogue().recipe(id)
    }
}

#[cfg(test)]
mod tests;
