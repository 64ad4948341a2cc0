//! For the long search of the tests: whether one economy can do all that another one can, at the same times.

use super::super::{Economy, EconomyChange};
use crate::games::commander::catalogue::{Millis, ProductId};

impl Economy {
    /// The number of workers that may gather gas.
    pub fn gas_workers_wanted(&self) -> u16 {
        self.gas_workers_wanted
    }

    /// `true` only if every build order that the other can carry out ends no later here; it may be `false` although that is so. Both must
    /// expect the same products and want the same number of gas workers.
    pub fn dominates(&self, other: &Self) -> bool {
        if self.now > other.now {
            return false;
        }
        let mut here = self.clone();
        here.advance(other.now);
        if here.minerals < other.minerals || here.gas < other.gas {
            return false;
        }
        for id in here.catalogue.product_ids() {
            let (mine, theirs) = (here.times(|what| is_stands(what, id)), other.times(|what| is_stands(what, id)));
            let gives_gas = here.catalogue.get(id).gives_gas;
            // An earlier refinery takes workers from the minerals.
            let as_good = if gives_gas { mine == theirs } else { none_later(&mine, &theirs) };
            if !as_good {
                return false;
            }
            if here.catalogue.get(id).produces && !here.free_earlier(other, id) {
                return false;
            }
        }
        let back = |what: EconomyChange| what == EconomyChange::BuilderBack;
        none_later(&here.times(back), &other.times(back))
    }

    fn times(&self, counts: impl Fn(EconomyChange) -> bool) -> Vec<Millis> {
        self.events.iter().rev().filter(|event| counts(event.what)).map(|event| event.at).collect()
    }

    /// Whether the producers of a kind, with and without add-on, are free as early as the other's.
    fn free_earlier(&self, other: &Self, kind: ProductId) -> bool {
        let (mine, theirs) = (self.free_times(kind), other.free_times(kind));
        let mut add_ons: Vec<Option<ProductId>> = theirs.iter().map(|&(add_on, _)| add_on).collect();
        add_ons.dedup();
        add_ons.iter().all(|add_on| {
            let of = |all: &[(Option<ProductId>, Millis)]| -> Vec<Millis> {
                all.iter().filter(|(known, _)| known == add_on).map(|&(_, at)| at).collect()
            };
            let (mine, theirs) = (of(&mine), of(&theirs));
            mine.len() >= theirs.len() && mine.iter().zip(&theirs).all(|(mine, theirs)| mine <= theirs)
        })
    }

    /// The add-on that each producer has or is making, and when it is free; sorted.
    fn free_times(&self, kind: ProductId) -> Vec<(Option<ProductId>, Millis)> {
        let mut times: Vec<(Option<ProductId>, Millis)> = Vec::new();
        for (index, producer) in self.producers.iter().enumerate().filter(|(_, producer)| producer.kind == kind) {
            let mut at = self.now;
            let mut add_on = producer.add_on;
            for event in &self.events {
                match event.what {
                    EconomyChange::Free(used) if used == index => at = event.at,
                    EconomyChange::Stands(product, used) if used == Some(index) && self.is_add_on(product) => {
                        add_on = Some(product);
                    }
                    _ => {}
                }
            }
            times.push((add_on, at));
        }
        times.sort();
        times
    }

    fn is_add_on(&self, id: ProductId) -> bool {
        self.catalogue.get(id).kind == super::super::ProductKind::AddOn
    }
}

fn is_stands(what: EconomyChange, id: ProductId) -> bool {
    matches!(what, EconomyChange::Stands(product, _) if product == id)
}

/// Whether no event here is later than the other's: the last ones are compared, the last but one, and so on. Events that are missing have
/// happened already.
fn none_later(mine: &[Millis], theirs: &[Millis]) -> bool {
    mine.len() <= theirs.len() && mine.iter().rev().zip(theirs.iter().rev()).all(|(mine, theirs)| mine <= theirs)
}
