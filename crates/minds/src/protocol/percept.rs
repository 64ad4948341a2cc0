//! What senses tell a mind, and what a mind tells its team. A mind learns of the world in no other way.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{AgentId, Label, Subject, ThingId};

/// How an agent came to know a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum PerceptSource {
    /// Saw it.
    Seen,
    /// Heard it: a place with an error, never an identity.
    Heard,
    /// Touched it, or was close to it.
    Felt,
    /// Was told by a team-mate, or by an announcement to all agents.
    Told,
    /// Did it.
    Done,
    /// Knew it from the start: the layout of the level.
    Known,
    /// Derived it from other facts.
    Inferred,
    /// Perceived it by a sense that the game adds, of this name.
    Sensed(Label),
}

/// One perception of one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percept {
    /// The perceived kind: a side, a kind of thing (`"door"`), a kind of noise, or `"movement"`.
    pub kind: Label,
    /// The subject of the percept.
    pub subject: Subject,
    /// The state of the subject (`"lying"`, `"open"`, `"running"`); the empty label if it has none.
    pub state: Label,
    /// A number that belongs to the state: progress (0 to 1), loudness in metres, how badly hurt an agent looks; otherwise 0.
    pub amount: f32,
    /// The perceived position, in metres.
    pub place: Vec3,
    /// The perceived velocity, in m/s.
    pub velocity: Vec3,
    /// The largest distance between `place` and the true position, in metres; 0 if plainly seen.
    pub error: f32,
    /// From 0 to 1. Sight reports its level of awareness here.
    pub confidence: f32,
    /// How it was perceived.
    pub source: PerceptSource,
    /// The team-mate that told it, if the source is [`PerceptSource::Told`]; `None` for announcements.
    pub teller: Option<AgentId>,
    /// Seconds since the teller perceived it; 0 for what is perceived now.
    pub age: f32,
}

impl Percept {
    /// What an agent feels at a place (m), known within an error (m), for certain.
    pub fn felt(kind: Label, subject: Subject, place: Vec3, error: f32) -> Self {
        Self {
            kind,
            subject,
            state: Label::default(),
            amount: 0.0,
            place,
            velocity: Vec3::ZERO,
            error,
            confidence: 1.0,
            source: PerceptSource::Felt,
            teller: None,
            age: 0.0,
        }
    }
}

/// The percepts of one agent in this tick, in the order of sensing. Senses append them, `memory::remember` drains them.
#[derive(Component, Default, Debug, Clone)]
pub struct Percepts(pub Vec<Percept>);

/// How well an agent aims a gun: factors on the error and on the time to the first shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimSkill {
    /// The factor on the error.
    pub error: f32,
    /// The factor on the time to the first shot.
    pub reaction: f32,
}

impl Default for AimSkill {
    #[inline]
    fn default() -> Self {
        Self { error: 1.0, reaction: 1.0 }
    }
}

/// What an agent senses of itself. The senses rewrite it on every tick.
#[derive(Component, Default, Debug, Clone)]
pub struct SelfSense {
    /// The position of the feet, in metres.
    pub place: Vec3,
    /// The position of the eyes, in metres.
    pub eyes: Vec3,
    /// In m/s.
    pub velocity: Vec3,
    /// The direction of gaze, of length 1.
    pub gaze: Vec3,
    /// How well it aims a gun.
    pub aim: AimSkill,
    /// The hiding place that it is in.
    pub inside: Option<ThingId>,
    /// Named readings of the body and of public announcements, sorted by name: `"hidden"` (0 or 1), `"carried"` (a
    /// count). Booleans are 0 or 1.
    pub readings: Vec<(Label, f32)>,
}

impl SelfSense {
    /// Sets a reading and keeps the order by name.
    #[inline]
    pub fn set(&mut self, name: Label, value: f32) {
        match self.readings.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => {
                let place = self.readings.partition_point(|(known, _)| *known < name);
                self.readings.insert(place, (name, value));
            }
        }
    }

    /// A reading by name; `None` if the body has no such reading.
    #[inline]
    pub fn get(&self, name: Label) -> Option<f32> {
        // With about a dozen readings, comparing pointers is faster than a binary search that compares text.
        self.readings.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// What an agent tells the team-mates within earshot when it posts [`super::SayRequest`] with `"report"`. Its mind
/// writes it. A listener receives copies with the source [`PerceptSource::Told`] and this agent as the teller.
#[derive(Component, Clone, Debug, Default)]
pub struct Utterance(pub Vec<Percept>);
