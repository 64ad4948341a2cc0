//! Goals that are made at run time: what must stand against an enemy unit.

use quarry_minds::protocol::label;

use crate::games::commander::catalogue::{BuildGoal, Catalogue, ProductId};

/// What to do about an enemy unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterGoals {
    /// The units at hand hold the enemy's.
    Held,
    /// The catalogue names no unit that stands against it.
    NoCounter,
    /// One goal for each unit that stands against it, in the order of the catalogue. Any one of them suffices.
    AnyOf(Vec<BuildGoal>),
}

/// What must stand against so many of an enemy unit, given the number of each unit at hand.
///
/// The units at hand count: what they hold together is subtracted before each goal is sized.
pub fn goals_against(
    catalogue: &Catalogue,
    enemy: ProductId,
    number: u16,
    at_hand: &dyn Fn(ProductId) -> u16,
) -> CounterGoals {
    let Some(counters) = catalogue.counters.get(&enemy) else { return CounterGoals::NoCounter };
    let held: f32 = counters.iter().map(|counter| f32::from(at_hand(counter.unit)) * counter.holds).sum();
    let missing = f32::from(number) - held;
    if missing <= 0.0 {
        return CounterGoals::Held;
    }
    let name = label(&format!("build_against_{}", catalogue.get(enemy).name));
    let goal = |counter: &crate::games::commander::catalogue::Counter| {
        let more = (missing / counter.holds).ceil() as u16;
        BuildGoal { name, at_least: vec![(counter.unit, at_hand(counter.unit).saturating_add(more))] }
    };
    CounterGoals::AnyOf(counters.iter().map(goal).collect())
}
