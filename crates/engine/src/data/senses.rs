//! The senses of an agent kind: eyes, ears, touch, voice and initial knowledge. They are written in the `senses` part of an agent
//! file, or in a file of their own that several kinds share: `assets/GAME/senses/NAME.ron`.
//!
//! Distances are metres, times seconds, angles degrees. Rates, factors and fractions have no unit. The defaults come
//! from the published stealth designs named at the fields.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Gait, Label};
use serde::{Deserialize, Serialize};

use super::{
    declare::{whole, with_defaults},
    shared_senses::SharedSenses,
};

/// The senses that a file may give, in one list: a row here is a sense in the files, in [`Senses`] and in what is shared.
macro_rules! senses {
    ($(#[$of_file:meta])* pub struct $file:ident {
        $(#[$of_shared:meta])* pub shared: Vec<Label>,
        $($(#[$of:meta])* pub $sense:ident: Option<$type:ty>,)*
    }) => {
        $(#[$of_file])*
        pub struct $file {
            $(#[$of_shared])* pub shared: Vec<Label>,
            $($(#[$of])* pub $sense: Option<$type>,)*
        }

        /// The complete senses of an agent kind. A sense that no file gives has its default.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Senses {
            $($(#[$of])* pub $sense: $type,)*
        }

        /// The senses that a file can share: the name, and whether a file gives it.
        pub(super) const GIVEN: &[(&str, fn(&$file) -> bool)] =
            &[$((stringify!($sense), |file| file.$sense.is_some())),*];

        impl $file {
            /// The complete senses of an agent kind with this file. An agent kind whose files give no `vision` is blind.
            pub fn complete(&self, shared: &SharedSenses) -> Senses {
                Senses {
                    $($sense: self.find(shared, |file| &file.$sense).map(|(_, found)| found.clone()).unwrap_or_default(),)*
                }
            }
        }
    };
}

senses! {
/// Senses as they are written: those of one agent kind, or those that several kinds share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SensesFile {
    /// Files in `assets/GAME/senses` that give what is not written here. Only an agent names them, and no two of them give the
    /// same. Default: none.
    pub shared: Vec<Label>,
    /// The eyes. Every kind of agent needs some.
    pub vision: Option<Vision>,
    /// The ears. Default: average ears.
    pub hearing: Option<Hearing>,
    /// The nose. Default: none.
    pub smell: Option<Smell>,
    /// The sense for agents close by, in all directions. Default: an average one.
    pub proximity: Option<Proximity>,
    /// Reports and orders to team-mates. Default: an average voice.
    pub voice: Option<Voice>,
    /// The kinds of things that the eyes notice, with the range in good light, in metres. Other kinds are never
    /// noticed. Default: none.
    pub notice_ranges: Option<BTreeMap<Label, f32>>,
    /// The kinds of things whose positions the agent knows from the start. Default: none.
    pub known_from_start: Option<Vec<Label>>,
    /// Readings that say whether a projectile can be thrown now: the name of the reading, and the projectile. Default: none.
    pub throw_readings: Option<BTreeMap<Label, Label>>,
}
}

with_defaults! {
/// The eyes of an agent kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Vision {
    /// The view cones; at least one: eyes without any are blind. Where they overlap, the strongest counts.
    pub cones: Vec<Cone>,
    /// Pairs of a distance and the seconds until an agent in plain view is recognised there: a line through these
    /// points, constant beyond its ends. Distances ascend. Default 1.0 s at 3 m, 2.5 s at 12 m, 6 s at 24 m.
    pub fill_curve: Vec<(f32, f32)> = vec![(3.0, 1.0), (12.0, 2.5), (24.0, 6.0)],
    /// Factors on the rate at which awareness fills.
    pub rate_factors: RateFactors,
    /// The thresholds of the stages of awareness.
    pub thresholds: AwarenessThresholds,
    /// The rate at which awareness decays out of view.
    pub decay_per_second: AwarenessDecay,
    /// The shortest and the longest delay between recognising an agent and acting on it, in seconds; drawn for each
    /// detection. Default 0.25 to 0.45 (Counter-Strike's bots).
    pub reaction_seconds: (f32, f32) = (0.25, 0.45),
    /// The visible fraction of a body, by the weight of its test points, from which on it is plainly visible. Default
    /// 0.6.
    pub full_view_fraction: f32 = 0.6,
    /// The visible fraction from which on it is glimpsed: awareness fills more slowly and stops short of detection,
    /// and a detected agent stays in view. At most `full_view_fraction`. Default 0.35.
    pub glimpse_fraction: f32 = 0.35,
    /// The largest position error of an unrecognised agent, per metre of distance; it falls to 0 as awareness rises to
    /// 1. Default 0.15.
    pub position_error: f32 = 0.15,
    /// The seconds out of view after which a detected agent counts as lost. Default 0.7.
    pub lost_after_seconds: f32 = 0.7,
    /// The range within which visible ground is reported as empty, in metres; 0 for never. Default 10.
    pub clear_range: f32 = 10.0,
    /// The cone strength from which on things and places are noticed. Default 0.25.
    pub min_notice_strength: f32 = 0.25,
    /// The range within which the inside of a fully open hiding place is visible, in metres; proportionally less for
    /// others. Default 4.
    pub look_inside_range: f32 = 4.0,
    /// The factor on the strength of eyes inside a hiding place; 0 for blind. Default 0.5.
    pub peek_strength: f32 = 0.5,
}
}

impl SensesFile {
    /// The violations of limits that depend on several fields: the path of the field, and the problem.
    pub fn problems(&self) -> Vec<(String, String)> {
        let Some(vision) = &self.vision else { return Vec::new() };
        let mut found = Vec::new();
        let mut at_most = |path: String, value: f32, other: &str, limit: f32| {
            if value > limit {
                found.push((path, format!("{value} is above {other}, {limit}")));
            }
        };
        for (index, cone) in vision.cones.iter().enumerate() {
            at_most(format!("vision.cones[{index}].min_range"), cone.min_range, "`max_range`", cone.max_range);
        }
        for (index, pair) in vision.fill_curve.windows(2).enumerate() {
            if let [(distance, _), (next, _)] = pair {
                at_most(format!("vision.fill_curve[{index}][0]"), *distance, "the next distance", *next);
            }
        }
        let stages = &vision.thresholds;
        at_most("vision.thresholds.suspicious".into(), stages.suspicious, "`investigating`", stages.investigating);
        at_most("vision.thresholds.investigating".into(), stages.investigating, "`detected`", stages.detected);
        at_most(
            "vision.reaction_seconds[0]".into(),
            vision.reaction_seconds.0,
            "the longest delay",
            vision.reaction_seconds.1,
        );
        at_most(
            "vision.glimpse_fraction".into(),
            vision.glimpse_fraction,
            "`full_view_fraction`",
            vision.full_view_fraction,
        );
        if vision.cones.is_empty() {
            found.push(("vision.cones".into(), "no view cone: expected at least one".into()));
        }
        found
    }
}

/// A view cone around the direction of gaze.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cone {
    /// Its name in the overlay and in explanations.
    pub name: Label,
    /// Where it begins, in metres. Default 0.
    #[serde(default)]
    pub min_range: f32,
    /// Where it ends, in metres.
    pub max_range: f32,
    /// The horizontal half angle at `min_range`, in degrees.
    pub half_angle: f32,
    /// The horizontal half angle at `max_range`, in degrees, with a linear transition. Default: `half_angle`.
    #[serde(default)]
    pub half_angle_far: Option<f32>,
    /// The vertical half angle, in degrees. Default 40.
    #[serde(default = "whole::<40, _>")]
    pub vertical_half_angle: f32,
    /// The factor on the rate at which awareness fills. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub rate: f32,
    /// The angle beyond its sides over which its strength fades, in degrees. Default 6.
    #[serde(default = "whole::<6, _>")]
    pub soft_angle: f32,
    /// The distance beyond its ends over which its strength fades, in metres. Default 1.5.
    #[serde(default = "Cone::default_soft_range")]
    pub soft_range: f32,
}

impl Cone {
    fn default_soft_range() -> f32 {
        1.5
    }
}

with_defaults! {
/// Factors on the rate at which awareness fills, for light and activity. The defaults follow The Last of Us and
/// Counter-Strike's bots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RateFactors {
    /// In full darkness, with a linear transition to 1 in good light. Default 0.4.
    pub dark: f32 = 0.4,
    /// The observed agent stands still. Default 0.8.
    pub still: f32 = 0.8,
    /// It crouches, moving or not. Default 0.5.
    pub crouch: f32 = 0.5,
    /// It walks. Default 1.
    pub walk: f32 = 1.0,
    /// It hurries. Default 1.4.
    pub hurry: f32 = 1.4,
    /// It runs. Default 2.
    pub run: f32 = 2.0,
    /// It is in an open hiding place. Default 0.3.
    pub hiding: f32 = 0.3,
}
}

impl RateFactors {
    /// The factor of a moving agent's gait.
    pub fn of_gait(&self, gait: Gait) -> f32 {
        match gait {
            Gait::Crouch => self.crouch,
            Gait::Walk => self.walk,
            Gait::Hurry => self.hurry,
            Gait::Run => self.run,
        }
    }
}

with_defaults! {
/// The levels of awareness, ascending, at which its stages begin. A stage lasts until awareness is back at 0 (as in
/// Veloren and published stealth designs).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AwarenessThresholds {
    /// Something moved. Default 0.3.
    pub suspicious: f32 = 0.3,
    /// Worth going there. Default 0.6.
    pub investigating: f32 = 0.6,
    /// Recognised. Default 1.
    pub detected: f32 = 1.0,
}

/// The decay of awareness out of view, per second (as in Veloren and F.E.A.R.).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AwarenessDecay {
    /// Before detection. Default 0.2.
    pub suspicious: f32 = 0.2,
    /// After detection. Default 0.05.
    pub detected: f32 = 0.05,
}

/// The ears of an agent kind. A noise is audible if its path is shorter than its loudness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hearing {
    /// The factor on the loudness of noises; 0 for deaf. Default 1.
    pub acuity: f32 = 1.0,
    /// The metres of open path that a closed door adds. Default 5.
    pub closed_door_metres: f32 = 5.0,
    /// How near to the middle of a closed door it hears through it as if it were open, in metres, while it stands still. Default 1.2.
    pub ear_at_door: f32 = 1.2,
    /// The largest position error of a noise, per metre of its path. Default 0.12.
    pub error_per_metre: f32 = 0.12,
    /// The smallest position error of a noise, in metres. Default 0.3.
    pub min_error: f32 = 0.3,
    /// Noises of the same kind and maker count as one if they follow each other within this many seconds. Default 2.
    pub continuation_seconds: f32 = 2.0,
    /// The kinds of noise that are ignored if a team-mate makes them. Default: none.
    pub ignored_from_team: Vec<Label>,
}

/// The nose of an agent kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Smell {
    /// What it smells, and from how far away in still air, in metres: kinds of stocks, and what agents smell of, as the game names
    /// it. Default: nothing.
    pub ranges: BTreeMap<Label, f32>,
    /// The time between two sniffs, in seconds. Default 1.
    pub interval: f32 = 1.0,
    /// The largest position error of a smell, per metre of distance. Default 0.25.
    pub error_per_metre: f32 = 0.25,
    /// The smallest position error of a smell, in metres. Default 0.5.
    pub min_error: f32 = 0.5,
    /// The most sources of one smell that it tells apart: the strongest. Default 3.
    pub most_sources: u8 = 3,
}

/// The sense for agents close by, in all directions, but not through walls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Proximity {
    /// Its range, in metres; 0 for none. Default 1.5.
    pub radius: f32 = 1.5,
}

/// Reports and orders to team-mates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Voice {
    /// The range along the path of sound, in metres; 0 for mute. Default 10.
    pub range: f32 = 10.0,
    /// The shortest time between two reports, in seconds. Orders do not wait for it. Default 1.5.
    pub interval: f32 = 1.5,
    /// The factor on the listener's confidence in a reported fact. Default 0.9.
    pub confidence_factor: f32 = 0.9,
    /// The time from the first word of an order until its receiver has understood it, in seconds. The receiver must be in earshot at
    /// both moments. Default 0.
    pub delay: f32,
}
}
