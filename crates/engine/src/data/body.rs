//! The body of an agent kind: size, speeds, reach, weapons and footsteps.
//!
//! The default speeds and the loudness of footsteps follow comparable games.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Gait, Label};
use serde::{Deserialize, Serialize};

use super::{declare::with_defaults, gun::GunSpec};

/// The largest radius of a body that walks, in metres: passages must let it through.
pub const MAX_WALKING_RADIUS: f32 = 0.45;

with_defaults! {
/// The `body` part of `assets/GAME/agents/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BodySpec {
    /// Half the width of the shoulders, in metres. Bodies do not come nearer to each other than this. At most 0.45 unless all
    /// `speeds` are 0. Default 0.3.
    pub radius: f32 = 0.3,
    /// The standing height, in metres. Default 1.8.
    pub height: f32 = 1.8,
    /// The crouching height, in metres; at most `height`. Default 1.1.
    pub crouched_height: f32 = 1.1,
    /// The height of the eyes when standing, in metres; at most `height`. Default 1.65.
    pub eye_height: f32 = 1.65,
    /// The height of the eyes when crouching, in metres; at most `crouched_height`. Default 1.0.
    pub crouched_eye_height: f32 = 1.0,
    /// The seconds from standing to crouching. Default 0.3.
    pub crouch_seconds: f32 = 0.3,
    /// The speed of each gait, in m/s.
    pub speeds: PerGait = PerGait { crouch: 1.2, walk: 2.3, hurry: 3.0, run: 4.0 },
    /// The acceleration, in m/s². Default 12.
    pub acceleration: f32 = 12.0,
    /// The deceleration, in m/s². Default 18.
    pub braking: f32 = 18.0,
    /// The turn rate of the body, in degrees per second. Default 400.
    pub turn_rate: f32 = 400.0,
    /// The turn rate of the head, in degrees per second. Default 300.
    pub head_turn_rate: f32 = 300.0,
    /// The largest angle between head and body, in degrees. Default 80.
    pub head_turn_limit: f32 = 80.0,
    /// The distance at which it can use things, in metres. Default 1.2.
    pub reach: f32 = 1.2,
    /// The blows it can strike, by name. Default: none.
    pub strikes: BTreeMap<Label, StrikeSpec>,
    /// The projectiles it can throw, by name.
    pub throws: BTreeMap<Label, ThrowSpec>,
    /// Which parts of the body a shot hits.
    pub hit_zones: HitZones,
    /// The gun it carries. Default: none.
    pub gun: Option<GunSpec>,
    /// The distance at which footsteps fade out for each gait, in metres.
    pub footstep_loudness: PerGait = PerGait { crouch: 1.5, walk: 6.0, hurry: 9.0, run: 14.0 },
    /// The distance between two footsteps, in metres. Default 0.8.
    pub stride: f32 = 0.8,
    /// The gauges, by name: hunger, health, energy. Default: none.
    pub gauges: BTreeMap<Label, GaugeSpec>,
}

/// The parts of a body that a shot hits: legs and torso are an upright cylinder with the body's radius, the head is a narrower one on top.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HitZones {
    /// The height at which the head begins, as a share of the body's height. Default 0.86.
    pub head_from: f32 = 0.86,
    /// The width of the head, as a share of the width of the shoulders. Default 0.5.
    pub head_width: f32 = 0.5,
    /// The height at which the legs end, as a share of the body's height. Default 0.45.
    pub legs_to: f32 = 0.45,
}

/// A gauge: a number of a body that changes with time. Its agent senses it as a reading of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GaugeSpec {
    /// The value at the start. Default 100.
    pub start: f32 = 100.0,
    /// The smallest value. Default 0.
    pub min: f32,
    /// The largest value. Default 100.
    pub max: f32 = 100.0,
    /// The change per second. Default 0.
    pub per_second: f32,
    /// The change per second while the body runs. Default: as `per_second`.
    pub running: Option<f32>,
    /// The harm per second at the smallest value, in the unit of the game. Default 0.
    pub harm_at_min: f32,
    /// The harm per second at the largest value, in the unit of the game. Default 0.
    pub harm_at_max: f32,
}
}

/// A number for each gait.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerGait {
    /// Crouching.
    pub crouch: f32,
    /// Walking.
    pub walk: f32,
    /// Faster than a walk.
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

with_defaults! {
/// A blow: by hand, with a weapon, claw or tooth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StrikeSpec {
    /// The seconds from the request to the blow. Default 0.3.
    pub wind_up: f32 = 0.3,
    /// The reach of a blow between the centres of the bodies, in metres. Default 1.2.
    pub reach: f32 = 1.2,
    /// The angle to each side that a blow covers, in degrees. Default 60.
    pub arc: f32 = 60.0,
    /// The seconds of recovery after a hit. Default 1.0.
    pub recovery: f32 = 1.0,
    /// The seconds of recovery after a miss. Default 1.5.
    pub miss_recovery: f32 = 1.5,
    /// The factor on the speed during recovery. Default 0.5.
    pub recovery_speed_factor: f32 = 0.5,
    /// The harm of a hit, in the unit of the game. Default 1.
    pub damage: f32 = 1.0,
}

/// How a body throws a projectile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThrowSpec {
    /// The seconds from the request to the release. Default 0.4.
    pub wind_up: f32 = 0.4,
    /// The seconds between two throws. Default 1.0.
    pub cooldown: f32 = 1.0,
    /// The seconds before the first throw of a match. Default 0.
    pub initial_cooldown: f32,
    /// The number of throws in a match. Default: unlimited.
    pub ammo: Option<u8>,
    /// The kind of item that a throw uses up. Without one at hand there is no throw. Default: none.
    pub item: Option<Label>,
}
}

impl BodySpec {
    /// Whether it can walk. A body whose speeds are all 0 stays where it was put, on walkable ground or not, and may be wider than
    /// [`MAX_WALKING_RADIUS`]: a building.
    pub fn walks(&self) -> bool {
        let PerGait { crouch, walk, hurry, run } = self.speeds;
        crouch.max(walk).max(hurry).max(run) > 0.0
    }

    /// The blow with this name; the first if the name is empty.
    pub fn strike(&self, name: Label) -> Option<(Label, StrikeSpec)> {
        let known =
            if name.as_str().is_empty() { self.strikes.first_key_value() } else { self.strikes.get_key_value(&name) };
        known.map(|(name, strike)| (*name, *strike))
    }

    /// The violations of limits that depend on several fields: the field, and the problem.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let limits = [
            ("crouched_height", self.crouched_height, "height", self.height),
            ("eye_height", self.eye_height, "height", self.height),
            ("crouched_eye_height", self.crouched_eye_height, "crouched_height", self.crouched_height),
        ];
        let above = limits.into_iter().filter(|(_, value, _, limit)| value > limit);
        let heights = above.map(|(field, value, other, limit)| (field, format!("{value} is above `{other}`, {limit}")));
        let empty = self.gauges.iter().filter(|(_, gauge)| gauge.min > gauge.max);
        let ranges = empty
            .map(|(name, gauge)| ("gauges", format!("`{name}`: `min` {} is above `max` {}", gauge.min, gauge.max)));
        let fall_off = self.gun.iter().flat_map(|gun| gun.fall_off.windows(2));
        let turns = fall_off.filter(|pair| pair[0].0 > pair[1].0);
        let turns = turns.map(|_| ("gun", "the distances of `fall_off` do not ascend".to_owned()));
        let wide = self.walks() && self.radius > MAX_WALKING_RADIUS;
        let wide = wide.then(|| {
            let problem =
                format!("{} is above {MAX_WALKING_RADIUS}, the largest radius of a body that walks", self.radius);
            ("radius", problem)
        });
        heights.chain(ranges).chain(turns).chain(wide).collect()
    }
}
