//! An economy as the game observes it in the middle of a match, so that a plan can start from there.

use std::sync::Arc;

use super::Economy;
use crate::games::commander::catalogue::{Catalogue, Millis, ProductId, RecipeId};

impl Economy {
    /// An economy with nothing at all, at this time. What is observed is added to it.
    pub fn empty(catalogue: Arc<Catalogue>, now: Millis) -> Self {
        let products = catalogue.products.len();
        Self {
            catalogue,
            now,
            minerals: 0,
            gas: 0,
            mineral_workers: 0,
            gas_workers: 0,
            gas_workers_wanted: u16::MAX,
            supply_used: 0,
            supply_given: 0,
            bases: 0,
            refineries: 0,
            standing: vec![0; products],
            expected: vec![0; products],
            producers: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Adds products that stand. Workers gather, and units use supply. Producers are free and have no add-on.
    pub fn add(&mut self, id: ProductId, number: u16) {
        let supply = self.catalogue().get(id).supply;
        self.expected[id.index()] += number;
        self.supply_used = self.supply_used.saturating_add(supply.saturating_mul(number));
        self.stand(id, number);
    }

    /// Sets what is in store.
    pub fn set_store(&mut self, minerals: u32, gas: u32) {
        (self.minerals, self.gas) = self.in_units(minerals, gas);
    }

    /// Minerals and gas in the units of the store.
    pub(super) fn in_units(&self, minerals: u32, gas: u32) -> (i64, i64) {
        let numbers = &self.catalogue().numbers;
        (
            i64::from(minerals) * i64::from(numbers.mineral_trip.millis),
            i64::from(gas) * i64::from(numbers.gas_trip.millis),
        )
    }

    /// Attaches an add-on to one of its producers that has none; without such a producer, nothing changes.
    pub fn attach(&mut self, add_on: ProductId) {
        let recipes = &self.catalogue().get(add_on).recipes;
        let kinds: Vec<ProductId> = recipes.iter().map(|&id| self.recipe(id).producer).collect();
        let free = |known: &&mut super::Producer| known.add_on.is_none() && kinds.contains(&known.kind);
        if let Some(producer) = self.producers.iter_mut().find(free) {
            producer.add_on = Some(add_on);
            self.standing[add_on.index()] += 1;
            self.expected[add_on.index()] += 1;
        }
    }

    /// Adds a production that has been paid for and takes `left` more milliseconds. Its builder must not be among the workers that were
    /// added: it counts as a worker from now on, and gathers once it is free. A producer is busy until then.
    pub fn add_under_way(&mut self, recipe: RecipeId, left: Millis) {
        let known = self.recipe(recipe);
        let kind = known.producer;
        let busy = left.saturating_sub(known.millis.saturating_sub(known.occupies));
        if kind == self.catalogue().numbers.worker {
            self.standing[kind.index()] += 1;
            self.expected[kind.index()] += 1;
            self.supply_used = self.supply_used.saturating_add(self.catalogue().get(kind).supply);
        }
        self.put_under_way(recipe, self.now.saturating_add(left), self.now.saturating_add(busy));
    }
}
