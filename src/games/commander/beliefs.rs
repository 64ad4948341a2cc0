//! What a side believes of the balance of forces: the soldiers of the enemy that it has seen and does not know to be lost, and no fewer than
//! an enemy would have that makes about as much as the side itself.

use std::collections::BTreeSet;

use quarry_minds::protocol::{AgentId, SimulationClock};

use super::{
    catalogue::{Catalogue, ProductId},
    schema::CommanderRules,
    sensors::{BaseBelief, belief_of, last_seen},
    state::{Commander, SideState},
    units::Census,
};

/// The number of each product, by its index.
pub(super) type UnitCounts = Vec<f32>;

/// The odds of a fight between strengths, 0 to 1: each grows with its square, as in Lanchester's law of aimed fire. 1 without an enemy.
pub fn odds(own: f32, enemy: f32) -> f32 {
    if enemy <= 0.0 { 1.0 } else { own * own / (own * own + enemy * enemy) }
}

/// Counts products. One that upgrades improve counts as more than one.
pub(super) fn counted(
    catalogue: &Catalogue,
    products: impl Iterator<Item = ProductId>,
    upgrades: &BTreeSet<ProductId>,
) -> UnitCounts {
    let mut numbers = vec![0.0; catalogue.products.len()];
    for product in products {
        numbers[product.index()] += catalogue.improvement(product, upgrades).worth();
    }
    numbers
}

/// What soldiers are worth against those of the enemy: each unit as much as what it holds of them by the catalogue, in the proportions in
/// which they are there. What the catalogue says nothing of holds its own worth.
pub(super) fn strength_against(state: &Commander, own: &UnitCounts, enemy: &UnitCounts) -> f32 {
    let Some(catalogue) = &state.catalogue else { return 0.0 };
    let listed = |unit: ProductId, of: ProductId| {
        let counters = catalogue.counters.get(&of)?;
        counters.iter().find(|counter| counter.unit == unit).map(|counter| counter.holds)
    };
    let holds = |unit: ProductId, of: ProductId| -> f32 {
        let reverse = || listed(of, unit).map(|holds| 1.0 / holds);
        let number = listed(unit, of).or_else(reverse);
        number.map_or_else(|| state.worth(unit), |number| number * state.worth(of))
    };
    let worth = |id: ProductId| enemy[id.index()] * state.worth(id);
    let all: f32 = catalogue.product_ids().map(worth).sum();
    let of_unit = |unit: ProductId| match all {
        0.0 => state.worth(unit),
        all => catalogue.product_ids().map(|of| holds(unit, of) * worth(of) / all).sum(),
    };
    let present = catalogue.product_ids().filter(|id| own[id.index()] > 0.0);
    present.map(|id| own[id.index()] * of_unit(id)).sum()
}

impl SideState {
    /// Notes that a soldier of the enemy was seen.
    pub(super) fn believe(&mut self, agent: AgentId, product: ProductId, tick: u32) {
        self.believed.insert(agent, (product, tick));
    }

    /// Notes that an enemy is lost, if this side has seen it within so many ticks.
    pub(super) fn witness_loss(&mut self, agent: AgentId, product: ProductId, tick: u32, lately: u32) {
        if self.known.get(&agent).is_some_and(|known| tick.saturating_sub(known.seen) <= lately) {
            self.known.remove(&agent);
            self.believed.remove(&agent);
            if let Some(witnessed) = self.counts.witnessed.get_mut(product.index()) {
                *witnessed += 1;
            }
        }
    }

    /// How many of a product of the enemy this side believes in.
    pub(super) fn believed_number(&self, product: ProductId) -> u16 {
        self.believed.values().filter(|(known, _)| *known == product).count() as u16
    }
}

/// The seconds since a side looked at a base where it believes the enemy; since the beginning if it has found none.
pub(super) fn unseen_seconds(state: &Commander, side: usize, clock: &SimulationClock) -> f32 {
    let theirs = |base: &usize| belief_of(state, side, *base, false).0 == BaseBelief::Theirs;
    let bases = (0..state.map.bases.len()).filter(theirs);
    let seen = bases.filter_map(|base| last_seen(state, side, base)).max();
    clock.seconds_at(clock.tick - seen.unwrap_or(0).min(clock.tick))
}

/// What the soldiers of a side and those that it believes its enemy to have are worth against each other.
pub(super) fn balance(state: &Commander, census: &Census, side: usize, of_game: &CommanderRules) -> (f32, f32) {
    let Some(catalogue) = &state.catalogue else { return (0.0, 0.0) };
    let of_side = &state.sides[side];
    let own = counted(catalogue, census.soldiers(state, side).map(|entry| entry.product), &of_side.upgrades);
    let believed = of_side.believed.values().map(|(product, _)| *product);
    let enemy = counted(catalogue, believed, &of_side.known_upgrades);
    let worth = |counts: &[u32]| -> f32 {
        let soldiers = catalogue.product_ids().zip(counts).filter(|(id, _)| state.is_soldier(*id));
        soldiers.map(|(id, number)| *number as f32 * state.worth(id)).sum()
    };
    let counts = &state.sides[side].counts;
    let expected = of_game.assumed_share * worth(&counts.built) - worth(&counts.witnessed);
    let believed: f32 = state.sides[side].believed.values().map(|(product, _)| state.worth(*product)).sum();
    let unseen = (expected - believed).max(0.0);
    (strength_against(state, &own, &enemy), strength_against(state, &enemy, &own) + unseen)
}
