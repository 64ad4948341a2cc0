//! The wind over the valley: it turns slowly from one direction to the next, which chance decides.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::SimulationClock;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{
    schema::{WindRules, rules_of},
    state::Wild,
};
use crate::world::{MatchRules, Wind, smooth_step};

/// The wind, as it turns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurningWind {
    /// The direction from which it came when it began to turn, in degrees.
    last: f32,
    /// The direction to which it turns, in degrees.
    next: f32,
    /// How far it has turned, from 0 to 1.
    turned: f32,
    /// What decides where it turns to.
    chance: ChaCha8Rng,
}

impl TurningWind {
    /// Wind that comes from the first direction of these rules.
    pub(super) fn new(rules: &WindRules, chance: ChaCha8Rng) -> Self {
        Self { last: rules.from, next: rules.from, turned: 1.0, chance }
    }

    /// The direction from which it comes, in degrees.
    fn from(&self) -> f32 {
        self.last + (self.next - self.last) * smooth_step(self.turned)
    }
}

/// Turns the wind by one tick.
pub(super) fn turn_wind(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut wild: ResMut<Wild>,
    mut wind: ResMut<Wind>,
) {
    let (Some(rules), Some(turning)) = (rules_of(&rules.0).map(|rules| &rules.wind), &mut wild.wind) else { return };
    if turning.turned >= 1.0 {
        turning.last = turning.next;
        turning.next += rules.turns_by * turning.chance.gen_range(-1.0..=1.0);
        turning.turned = 0.0;
    }
    turning.turned += clock.dt() / rules.turns_every;
    *wind = Wind::from_degrees(turning.from(), rules.stretch);
}

#[cfg(test)]
mod tests {
    use quarry_minds::protocol::{RngStream, rng_for};

    use super::*;

    #[test]
    fn the_wind_turns_without_jumps() {
        let still = TurningWind::new(&WindRules::default(), rng_for(1, RngStream::Weather));
        let at = |turned: f32| TurningWind { last: 80.0, next: 20.0, turned, ..still.clone() }.from();
        assert_eq!((at(0.0), at(0.5), at(1.0)), (80.0, 50.0, 20.0));
        let steps: Vec<f32> =
            (0..100).map(|step| (at(step as f32 * 0.01) - at((step + 1) as f32 * 0.01)).abs()).collect();
        assert!(steps.iter().all(|step| *step < 1.0), "{steps:?}");
    }
}
