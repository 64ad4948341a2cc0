//! The wind over the valley: it turns slowly from one direction to the next, which chance decides.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::SimulationClock;
use rand::Rng;

use super::{
    schema::{WindRules, rules_of},
    state::Wild,
};
use crate::world::{MatchRules, Wind};

/// The wind, as it turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TurningWind {
    /// The direction from which it came when it began to turn, in degrees.
    last: f32,
    /// The direction to which it turns, in degrees.
    next: f32,
    /// The seconds until it comes from there.
    left: f32,
}

impl TurningWind {
    /// Wind that comes from the first direction of these rules.
    pub(super) fn new(rules: &WindRules) -> Self {
        Self { last: rules.from, next: rules.from, left: 0.0 }
    }

    /// Whether it has come to its next direction and has to be given another.
    fn has_turned(&self) -> bool {
        self.left <= 0.0
    }

    /// The direction from which it comes, in degrees.
    fn from(&self, rules: &WindRules) -> f32 {
        let share = 1.0 - (self.left / rules.turns_every.max(1.0)).clamp(0.0, 1.0);
        self.last + (self.next - self.last) * share * share * (3.0 - 2.0 * share)
    }
}

/// Turns the wind by one tick.
pub(super) fn turn_wind(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut wild: ResMut<Wild>,
    mut wind: ResMut<Wind>,
) {
    let Some(rules) = rules_of(&rules.0).map(|rules| &rules.wind) else { return };
    let wild = &mut *wild;
    if wild.wind.has_turned()
        && let Some(chance) = &mut wild.chance
    {
        let last = wild.wind.next;
        let next = last + rules.turns_by * chance.gen_range(-1.0..=1.0);
        wild.wind = TurningWind { last, next, left: rules.turns_every.max(1.0) };
    }
    wild.wind.left -= clock.dt();
    *wind = Wind::from_degrees(wild.wind.from(rules), rules.stretch);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wind_turns_without_jumps() {
        let rules = WindRules { turns_every: 10.0, ..WindRules::default() };
        let at = |left: f32| TurningWind { last: 80.0, next: 20.0, left }.from(&rules);
        assert_eq!((at(10.0), at(5.0), at(0.0)), (80.0, 50.0, 20.0));
        let steps: Vec<f32> =
            (0..100).map(|tick| (at(tick as f32 * 0.1) - at((tick + 1) as f32 * 0.1)).abs()).collect();
        assert!(steps.iter().all(|step| *step < 1.0), "{steps:?}");
    }
}
