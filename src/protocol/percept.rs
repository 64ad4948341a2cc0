//! What senses tell a mind. Nothing else tells it about the world.

use bevy::{ecs::prelude::*, math::Vec3};
use serde::{Deserialize, Serialize};

use super::{AgentId, Label, Subject};

/// By what way a fact came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PerceptSource {
    /// By sight.
    Seen,
    /// By ear: a place with an error, never an identity.
    Heard,
    /// By touch or nearness.
    Felt,
    /// By a team-mate or an announcement that all may hear.
    Told,
    /// By having done it.
    Done,
    /// Known from the start: the map of one's own house.
    Known,
    /// Concluded from other facts.
    Inferred,
}

/// One thing perceived in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percept {
    /// What it is taken for: a side (`"hunted"`), a kind of thing (`"key"`, `"door"`), a kind of noise, `"movement"`.
    pub kind: Label,
    /// What it is about.
    pub subject: Subject,
    /// The state it is in (`"lying"`, `"open"`, `"running"`); the empty label where there is nothing to say.
    pub state: Label,
    /// A number that belongs to the state: progress 0 to 1, loudness in metres, the wounds of an agent; 0 where there is
    /// none.
    pub amount: f32,
    /// Where, in metres.
    pub place: Vec3,
    /// How fast it moves, in metres a second.
    pub velocity: Vec3,
    /// How far from `place` it may truly be, in metres; 0 for what is seen plainly.
    pub error: f32,
    /// How sure the sense is, 0 to 1. Sight passes its awareness here.
    pub confidence: f32,
    /// By which way it came.
    pub source: PerceptSource,
    /// Who told it, where the source is [`PerceptSource::Told`] by a team-mate.
    pub teller: Option<AgentId>,
}

/// The percepts of one agent in this tick, in the order of sensing. Senses append, the mind drains.
#[derive(Component, Default, Debug, Clone)]
pub struct Percepts(pub Vec<Percept>);

/// What an agent feels of itself: its own place and the readings of its own body. Rewritten by senses every tick.
#[derive(Component, Default, Debug, Clone)]
pub struct SelfSense {
    /// Where the feet are, in metres.
    pub place: Vec3,
    /// Own velocity, in metres a second.
    pub velocity: Vec3,
    /// The direction of gaze; a unit vector.
    pub gaze: Vec3,
    /// Named readings of the own body and of what is announced to all, sorted by name: `"hidden"` 0 or 1,
    /// `"carried"` how many things one carries, `"cooldown"` seconds. A yes or no is 1 or 0.
    pub readings: Vec<(Label, f32)>,
}

impl SelfSense {
    /// Sets a reading, keeping the order by name.
    pub fn set(&mut self, name: Label, value: f32) {
        match self.readings.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => {
                let place = self.readings.partition_point(|(known, _)| *known < name);
                self.readings.insert(place, (name, value));
            }
        }
    }

    /// A reading by name; `None` where the body has no such reading.
    pub fn get(&self, name: Label) -> Option<f32> {
        // There are a dozen, and whether two names are the same is told sooner than which comes first.
        self.readings.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}
