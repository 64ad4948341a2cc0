//! Making a noise: heard by senses, and written into the log.

use bevy::{
    ecs::{prelude::*, system::SystemParam},
    math::Vec3,
};

use super::{MatchRules, Noise, Noises};
use crate::protocol::{AgentId, Event, EventLog, Label, SimulationClock, label};

/// The words for the noises this room makes itself.
#[derive(Clone, Copy, Debug)]
pub struct NoiseNames {
    /// A step.
    pub footsteps: Label,
    /// A door.
    pub door: Label,
    /// Work at an exit.
    pub unlocking: Label,
    /// Something taken.
    pub pickup: Label,
    /// Somebody getting into or out of a hiding place.
    pub hiding: Label,
    /// A hiding place torn open.
    pub searching: Label,
    /// A blow.
    pub strike: Label,
    /// The release of something that flies.
    pub cast: Label,
}

impl Default for NoiseNames {
    fn default() -> Self {
        Self {
            footsteps: label("footsteps"),
            door: label("door"),
            unlocking: label("unlocking"),
            pickup: label("pickup"),
            hiding: label("hiding"),
            searching: label("searching"),
            strike: label("strike"),
            cast: label("cast"),
        }
    }
}

/// What a system needs to tell what happened: the log, the noises of the tick, the rules and the clock.
#[derive(SystemParam)]
pub struct EventEmitter<'w, 's> {
    noises: ResMut<'w, Noises>,
    log: ResMut<'w, EventLog>,
    /// The rules of the match.
    pub rules: Res<'w, MatchRules>,
    /// The clock.
    pub clock: Res<'w, SimulationClock>,
    /// The words for noises.
    pub names: Local<'s, NoiseNames>,
}

impl EventEmitter<'_, '_> {
    /// Writes an event into the log.
    pub fn log(&mut self, event: Event) {
        self.log.push(self.clock.tick, event);
    }

    /// Makes a noise as loud as the rules say, and logs it. A noise the rules do not name makes none.
    pub fn noise(&mut self, kind: Label, place: Vec3, by: Option<AgentId>) {
        let loudness = self.rules.0.loudness(kind);
        if loudness > 0.0 {
            self.noises.0.push(Noise { kind, place, loudness, by });
            self.log(Event::Noise { by, kind, at: place.into() });
        }
    }

    /// Makes a step's noise, which is too common to log.
    pub fn step(&mut self, place: Vec3, loudness: f32, by: AgentId) {
        if loudness > 0.0 {
            let kind = self.names.footsteps;
            self.noises.0.push(Noise { kind, place, loudness, by: Some(by) });
        }
    }
}

/// Forgets the noises of the last tick: whoever could hear them has.
pub(super) fn forget_noises(mut noises: ResMut<Noises>) {
    noises.0.clear();
}
