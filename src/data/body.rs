//! The body of a kind of agent: its size, its speeds, what it can reach, strike and throw, how loud its steps are.
//!
//! Starting values come from the games this one is measured against (chase and flight speeds, loudness of steps).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::{Gait, Label};

/// A body: the `body` part of `assets/agents/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BodySpec {
    /// Half the breadth of the shoulders in metres. Default 0.3. Bodies keep this far from each other.
    pub radius: f32,
    /// The height standing, in metres. Default 1.8.
    pub height: f32,
    /// The height crouched, in metres; at most `height`. Default 1.1.
    pub crouched_height: f32,
    /// The height of the eyes standing, in metres; below `height`. Default 1.65.
    pub eyes: f32,
    /// The height of the eyes crouched, in metres; below `crouched_height`. Default 1.0.
    pub crouched_eyes: f32,
    /// Seconds from standing to crouched. Default 0.3.
    pub crouch_seconds: f32,
    /// How fast it moves.
    pub speeds: PerGait,
    /// How fast it gains speed, in metres a second squared. Default 12.
    pub acceleration: f32,
    /// How fast it loses speed, in metres a second squared. Default 18.
    pub braking: f32,
    /// How fast it turns, in degrees a second. Default 400.
    pub turn_rate: f32,
    /// How fast the head turns, in degrees a second. Default 300.
    pub gaze_rate: f32,
    /// How far the head turns from the body to each side, in degrees. Default 80.
    pub gaze_limit: f32,
    /// How far it reaches to use things, in metres from its middle. Default 1.2.
    pub reach: f32,
    /// Its blow, if it strikes.
    pub strike: Option<StrikeSpec>,
    /// What it throws or casts, by the name of the projectile.
    pub throws: BTreeMap<Label, ThrowSpec>,
    /// How far its steps are heard, in metres.
    pub footsteps: PerGait,
    /// The length of a step in metres: one sound each. Default 0.8.
    pub stride: f32,
}

impl Default for BodySpec {
    fn default() -> Self {
        Self {
            radius: 0.3,
            height: 1.8,
            crouched_height: 1.1,
            eyes: 1.65,
            crouched_eyes: 1.0,
            crouch_seconds: 0.3,
            speeds: PerGait { crouch: 1.2, walk: 2.3, hurry: 3.0, run: 4.0 },
            acceleration: 12.0,
            braking: 18.0,
            turn_rate: 400.0,
            gaze_rate: 300.0,
            gaze_limit: 80.0,
            reach: 1.2,
            strike: None,
            throws: BTreeMap::new(),
            footsteps: PerGait { crouch: 1.5, walk: 6.0, hurry: 9.0, run: 14.0 },
            stride: 0.8,
        }
    }
}

/// A number for each gait.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerGait {
    /// Bent low.
    pub crouch: f32,
    /// Walking.
    pub walk: f32,
    /// Between walking and running.
    pub hurry: f32,
    /// Running.
    pub run: f32,
}

impl PerGait {
    /// The number for a gait.
    pub fn of(&self, gait: Gait) -> f32 {
        match gait {
            Gait::Crouch => self.crouch,
            Gait::Walk => self.walk,
            Gait::Hurry => self.hurry,
            Gait::Run => self.run,
        }
    }
}

/// A blow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StrikeSpec {
    /// Seconds from the decision to the blow. Default 0.3.
    pub wind_up: f32,
    /// How far the blow reaches beyond the striker's middle to the middle of whom it hits, in metres. Default 1.2.
    pub reach: f32,
    /// How far to each side of straight ahead it hits, in degrees. Default 60.
    pub arc: f32,
    /// Seconds after a hit before anything else can be done. Default 1.0.
    pub recovery: f32,
    /// Seconds after a miss before anything else can be done. Default 1.5.
    pub recovery_after_miss: f32,
    /// The share of its speed the striker keeps while recovering; it winds up at full speed. Default 0.5.
    pub slowed_to: f32,
}

impl Default for StrikeSpec {
    fn default() -> Self {
        Self { wind_up: 0.3, reach: 1.2, arc: 60.0, recovery: 1.0, recovery_after_miss: 1.5, slowed_to: 0.5 }
    }
}

/// How a body throws or casts one kind of projectile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThrowSpec {
    /// Seconds from the decision to the release. Default 0.4.
    pub wind_up: f32,
    /// Seconds from one release until the next may begin. Default 1.0.
    pub cooldown: f32,
    /// Seconds into the match before the first may begin. Default 0.
    pub first_after: f32,
    /// How many it has; without, as many as it likes.
    pub stock: Option<u8>,
}

impl Default for ThrowSpec {
    fn default() -> Self {
        Self { wind_up: 0.4, cooldown: 1.0, first_after: 0.0, stock: None }
    }
}

impl BodySpec {
    /// The limits that depend on another field: the field, and what was expected.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let limits = [
            ("crouched_height", self.crouched_height, "height", self.height),
            ("eyes", self.eyes, "height", self.height),
            ("crouched_eyes", self.crouched_eyes, "crouched_height", self.crouched_height),
        ];
        let above = limits.into_iter().filter(|(_, value, _, limit)| value > limit);
        above.map(|(field, value, other, limit)| (field, format!("{value} is above `{other}`, {limit}"))).collect()
    }
}
