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
    /// Half the breadth of the shoulders in metres; 0.1 to 0.45. Default 0.3. Bodies keep this far from each other.
    pub radius: f32,
    /// The height standing, in metres; 0.5 to 2. Default 1.8.
    pub height: f32,
    /// The height crouched, in metres; 0.3 to `height`. Default 1.1.
    pub crouched_height: f32,
    /// The height of the eyes standing, in metres; below `height`. Default 1.65.
    pub eyes: f32,
    /// The height of the eyes crouched, in metres; below `crouched_height`. Default 1.0.
    pub crouched_eyes: f32,
    /// Seconds from standing to crouched; 0 to 2. Default 0.3.
    pub crouch_seconds: f32,
    /// How fast it moves.
    pub speeds: PerGait,
    /// How fast it gains speed, in metres a second squared; 1 to 100. Default 12.
    pub acceleration: f32,
    /// How fast it loses speed, in metres a second squared; 1 to 100. Default 18.
    pub braking: f32,
    /// How fast it turns, in degrees a second; 30 to 1440. Default 400.
    pub turn_rate: f32,
    /// How fast the head turns, in degrees a second; 30 to 1440. Default 300.
    pub gaze_rate: f32,
    /// How far the head turns from the body to each side, in degrees; 0 to 180. Default 80.
    pub gaze_limit: f32,
    /// How far it reaches to use things, in metres from its middle; 0.3 to 3. Default 1.2.
    pub reach: f32,
    /// Its blow, if it strikes.
    pub strike: Option<StrikeSpec>,
    /// What it throws or casts, by the name of the projectile.
    pub throws: BTreeMap<Label, ThrowSpec>,
    /// How far its steps are heard, in metres.
    pub footsteps: PerGait,
    /// The length of a step in metres: one sound each; 0.2 to 2. Default 0.8.
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
    /// Seconds from the decision to the blow; 0 to 3. Default 0.3.
    pub wind_up: f32,
    /// How far the blow reaches beyond the striker's middle to the middle of whom it hits, in metres; 0.3 to 5. Default 1.2.
    pub reach: f32,
    /// How far to each side of straight ahead it hits, in degrees; 5 to 180. Default 60.
    pub arc: f32,
    /// Seconds after a hit before anything else can be done; 0 to 10. Default 1.0.
    pub recovery: f32,
    /// Seconds after a miss before anything else can be done; 0 to 10. Default 1.5.
    pub recovery_after_miss: f32,
    /// The share of its speed the striker keeps while recovering, 0 to 1; it winds up at full speed. Default 0.5.
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
    /// Seconds from the decision to the release; 0 to 3. Default 0.4.
    pub wind_up: f32,
    /// Seconds from one release until the next may begin; 0 to 600. Default 1.0.
    pub cooldown: f32,
    /// Seconds into the match before the first may begin; 0 to 600. Default 0.
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
    /// Every number out of its range, save those by gait and by projectile: the field and what was expected.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let mut within = |field: &'static str, value: f32, low: f32, high: f32| {
            if !(low..=high).contains(&value) {
                found.push((field, format!("{value} is out of range: expected {low} to {high}")));
            }
        };
        within("radius", self.radius, 0.1, 0.45);
        within("height", self.height, 0.5, 2.0);
        within("crouched_height", self.crouched_height, 0.3, self.height);
        within("eyes", self.eyes, 0.2, self.height);
        within("crouched_eyes", self.crouched_eyes, 0.2, self.crouched_height);
        within("crouch_seconds", self.crouch_seconds, 0.0, 2.0);
        within("acceleration", self.acceleration, 1.0, 100.0);
        within("braking", self.braking, 1.0, 100.0);
        within("turn_rate", self.turn_rate, 30.0, 1440.0);
        within("gaze_rate", self.gaze_rate, 30.0, 1440.0);
        within("gaze_limit", self.gaze_limit, 0.0, 180.0);
        within("reach", self.reach, 0.3, 3.0);
        within("stride", self.stride, 0.2, 2.0);
        if let Some(strike) = &self.strike {
            within("strike.wind_up", strike.wind_up, 0.0, 3.0);
            within("strike.reach", strike.reach, 0.3, 5.0);
            within("strike.arc", strike.arc, 5.0, 180.0);
            within("strike.recovery", strike.recovery, 0.0, 10.0);
            within("strike.recovery_after_miss", strike.recovery_after_miss, 0.0, 10.0);
            within("strike.slowed_to", strike.slowed_to, 0.0, 1.0);
        }
        found
    }
}
