//! Makes noises. The senses hear them; the log records all except footsteps.

use bevy::{
    ecs::{prelude::*, system::SystemParam},
    math::Vec3,
};
use quarry_minds::protocol::{AgentId, EventLog, Label, MatchEvent, SimulationClock, ThingId};

use super::{MatchRules, Noise, Noises, PendingHarm};
use crate::data::declare::labels;

labels! {
    /// The names of the noises that the world makes, and of harm by a projectile.
    #[derive(Clone, Copy, Debug)]
    pub struct NoiseNames {
        /// The step of an agent.
        footsteps,
        /// A door that opens or closes.
        door,
        /// Taking an item.
        pickup,
        /// Entering or leaving a hiding place.
        hiding,
        /// A blow.
        strike,
        /// The release of a projectile.
        cast,
        /// Not a noise: harm by a projectile.
        projectile,
    }
}

/// Emits events and noises: a system parameter with the log, the noises of the tick, the rules and the clock.
#[derive(SystemParam)]
pub struct EventEmitter<'w, 's> {
    noises: ResMut<'w, Noises>,
    log: ResMut<'w, EventLog>,
    /// The rules of the match.
    pub rules: Res<'w, MatchRules>,
    /// The clock of the match.
    pub clock: Res<'w, SimulationClock>,
    /// The names of the noises.
    pub names: Local<'s, NoiseNames>,
}

impl EventEmitter<'_, '_> {
    /// Appends an event to the log.
    pub fn log(&mut self, event: MatchEvent) {
        self.log.push(self.clock.tick, event);
    }

    /// Makes a noise as loud as the rules say, and logs it. A kind of noise that the rules do not name is
    /// silent.
    pub fn make_noise(&mut self, kind: Label, place: Vec3, by: Option<AgentId>) {
        self.make_noise_of(None, kind, place, by);
    }

    /// The same of a thing, which an agent may have set up.
    pub fn make_noise_of(&mut self, source: Option<ThingId>, kind: Label, place: Vec3, by: Option<AgentId>) {
        let loudness = self.rules.0.loudness(kind);
        if loudness > 0.0 {
            self.noises.0.push(Noise { kind, place, loudness, by, source });
            self.log(MatchEvent::Noise { by, kind, at: place.into() });
        }
    }

    /// Makes the noise of a footstep. It is not logged, since footsteps are too common.
    pub fn make_footstep(&mut self, place: Vec3, loudness: f32, by: AgentId) {
        if loudness > 0.0 {
            let kind = self.names.footsteps;
            self.noises.0.push(Noise { kind, place, loudness, by: Some(by), source: None });
        }
    }
}

/// Removes the noises of the last tick, which the senses have processed, and the harm that the game did not settle.
pub(super) fn clear_last_tick(mut noises: ResMut<Noises>, mut harm: ResMut<PendingHarm>) {
    noises.0.clear();
    harm.0.clear();
}
