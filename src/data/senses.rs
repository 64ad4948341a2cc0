//! What an agent can perceive: eyes, ears, touch, voice, and what it knows from the start. The `senses:` part of an agent file.
//!
//! Distances are metres, times seconds, angles degrees, rates and shares plain numbers. Starting numbers: the published
//! stealth designs listed at each field. Knows nothing of how the senses work, nor of what a thing's kind means.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::{Gait, Label};

/// The senses of one kind of agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Senses {
    /// The eyes.
    pub vision: Vision,
    /// The ears.
    #[serde(default)]
    pub hearing: Hearing,
    /// What is felt close by, all round.
    #[serde(default)]
    pub proximity: Proximity,
    /// What one tells, and to whom.
    #[serde(default)]
    pub voice: Voice,
    /// What kinds of lifeless things these eyes notice, and how far away in good light, in metres. A kind that is not
    /// listed is never noticed.
    #[serde(default)]
    pub notices: BTreeMap<Label, f32>,
    /// The kinds of things whose place is known from the start: the map of one's own house.
    #[serde(default)]
    pub knows: Vec<Label>,
    /// Readings of the own body that say whether something can be thrown now: the name of the reading, and what is thrown.
    #[serde(default)]
    pub ready: BTreeMap<Label, Label>,
}

/// The eyes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vision {
    /// The view cones; where several cover a point the strongest counts. Any number, at least one.
    pub cones: Vec<Cone>,
    /// Distance and the seconds awareness takes there to fill from nothing: a line through these points, level beyond its
    /// ends; distances ascending. Default 1.0 s at 3 m, 2.5 s at 12 m, 6 s at 24 m.
    #[serde(default = "Vision::default_fill")]
    pub fill: Vec<(f32, f32)>,
    /// What speeds awareness up or slows it down.
    #[serde(default)]
    pub factors: Factors,
    /// Where the stages of awareness begin.
    #[serde(default)]
    pub stages: Stages,
    /// How fast awareness goes down while nothing is seen.
    #[serde(default)]
    pub decay: Decay,
    /// The least and the greatest delay between detecting somebody and acting on it, in seconds; drawn anew for each
    /// detection. Default 0.25 to 0.45 (Counter-Strike's bots).
    #[serde(default = "Vision::default_reaction")]
    pub reaction: (f32, f32),
    /// The share of a body, by the weight of its test points, from which on it is plainly seen. Default 0.6.
    #[serde(default = "Vision::default_seen_share")]
    pub seen_share: f32,
    /// The share from which on it is glimpsed: awareness fills, slower and never to detection; what was detected before is
    /// followed. At most `seen_share`. Default 0.35.
    #[serde(default = "Vision::default_glimpse_share")]
    pub glimpse_share: f32,
    /// How far the guessed place of something not yet recognised may lie from the true one, a metre of distance, with no
    /// awareness of it; it shrinks to nothing as awareness grows to 1. Default 0.15.
    #[serde(default = "Vision::default_guess_error")]
    pub guess_error: f32,
    /// How long what was detected must be out of view before it counts as lost, in seconds. Default 0.7.
    #[serde(default = "Vision::default_lost_after")]
    pub lost_after: f32,
    /// How far away one can tell that ground in view is empty, in metres; 0 never. Default 10.
    #[serde(default = "Vision::default_clear_range")]
    pub clear_range: f32,
    /// How strongly a cone must cover a lifeless thing or a spot of ground for it to be noticed, in the cone's rates. Default
    /// 0.25.
    #[serde(default = "Vision::default_notice_strength")]
    pub notice_strength: f32,
    /// How near one must be to look into a hiding place that shows one wholly, in metres; the less it shows, the nearer.
    /// Default 4.
    #[serde(default = "Vision::default_look_into")]
    pub look_into: f32,
    /// What remains of the eyes' strength to one who peeps out of a closed hiding place; 0 is blind. Default 0.5.
    #[serde(default = "Vision::default_peeping")]
    pub peeping: f32,
}

impl Vision {
    fn default_fill() -> Vec<(f32, f32)> {
        vec![(3.0, 1.0), (12.0, 2.5), (24.0, 6.0)]
    }
    fn default_reaction() -> (f32, f32) {
        (0.25, 0.45)
    }
    fn default_seen_share() -> f32 {
        0.6
    }
    fn default_glimpse_share() -> f32 {
        0.35
    }
    fn default_guess_error() -> f32 {
        0.15
    }
    fn default_lost_after() -> f32 {
        0.7
    }
    fn default_clear_range() -> f32 {
        10.0
    }
    fn default_notice_strength() -> f32 {
        0.25
    }
    fn default_look_into() -> f32 {
        4.0
    }
    fn default_peeping() -> f32 {
        0.5
    }
}

impl Senses {
    /// The limits that depend on another field: the path of the field, and what was expected.
    pub fn problems(&self) -> Vec<(String, String)> {
        let vision = &self.vision;
        let mut found = Vec::new();
        let mut at_most = |path: String, value: f32, other: &str, limit: f32| {
            if value > limit {
                found.push((path, format!("{value} is above {other}, {limit}")));
            }
        };
        for (index, cone) in vision.cones.iter().enumerate() {
            at_most(format!("vision.cones[{index}].from"), cone.from, "`to`", cone.to);
        }
        for (index, pair) in vision.fill.windows(2).enumerate() {
            if let [(distance, _), (next, _)] = pair {
                at_most(format!("vision.fill[{index}][0]"), *distance, "the next distance", *next);
            }
        }
        let stages = &vision.stages;
        at_most("vision.stages.suspicious".into(), stages.suspicious, "`investigating`", stages.investigating);
        at_most("vision.stages.investigating".into(), stages.investigating, "`detected`", stages.detected);
        at_most("vision.reaction[0]".into(), vision.reaction.0, "the greatest delay", vision.reaction.1);
        at_most("vision.glimpse_share".into(), vision.glimpse_share, "`seen_share`", vision.seen_share);
        if vision.cones.is_empty() {
            found.push(("vision.cones".into(), "no view cone: expected at least one".into()));
        }
        found
    }
}

/// One view cone, about the direction of gaze, from the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cone {
    /// What it is called in pictures and explanations.
    pub name: Label,
    /// Where it begins, in metres. Default 0.
    #[serde(default)]
    pub from: f32,
    /// How far it reaches, in metres.
    pub to: f32,
    /// Half its opening to the sides where it begins, in degrees.
    pub half_angle: f32,
    /// Half its opening at its far end, in degrees; in between it goes evenly. Default as at its beginning.
    #[serde(default)]
    pub half_angle_far: Option<f32>,
    /// Half its opening up and down, in degrees. Default 40.
    #[serde(default = "Cone::default_tilt")]
    pub tilt: f32,
    /// How well it sees: awareness fills at this many times the ordinary rate. Default 1.
    #[serde(default = "Cone::default_rate")]
    pub rate: f32,
    /// Over how many degrees beyond its sides its strength fades to nothing. Default 6.
    #[serde(default = "Cone::default_soft_angle")]
    pub soft_angle: f32,
    /// Over how many metres beyond its ends its strength fades to nothing. Default 1.5.
    #[serde(default = "Cone::default_soft_range")]
    pub soft_range: f32,
}

impl Cone {
    fn default_tilt() -> f32 {
        40.0
    }
    fn default_rate() -> f32 {
        1.0
    }
    fn default_soft_angle() -> f32 {
        6.0
    }
    fn default_soft_range() -> f32 {
        1.5
    }
}

/// What multiplies the rate at which awareness fills: light, and how the observed one moves. Starting numbers after The Last
/// of Us and Counter-Strike's bots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Factors {
    /// In full darkness; in between by how bright it is. Default 0.4.
    pub dark: f32,
    /// Standing still. Default 0.8.
    pub still: f32,
    /// Crouching, moving or not. Default 0.5.
    pub crouch: f32,
    /// Walking. Default 1.
    pub walk: f32,
    /// Going briskly. Default 1.4.
    pub hurry: f32,
    /// Running. Default 2.
    pub run: f32,
    /// Hiding in what shows something of one. Default 0.3.
    pub hiding: f32,
}

impl Default for Factors {
    fn default() -> Self {
        Self { dark: 0.4, still: 0.8, crouch: 0.5, walk: 1.0, hurry: 1.4, run: 2.0, hiding: 0.3 }
    }
}

impl Factors {
    /// The factor of a gait at which somebody moves.
    pub fn of_gait(&self, gait: Gait) -> f32 {
        match gait {
            Gait::Crouch => self.crouch,
            Gait::Walk => self.walk,
            Gait::Hurry => self.hurry,
            Gait::Run => self.run,
        }
    }
}

/// The levels of awareness, ascending, at which its stages begin. A stage reached is kept until awareness is back
/// at 0 (Veloren; published stealth designs).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stages {
    /// Something moved. Default 0.3.
    pub suspicious: f32,
    /// It is worth going there. Default 0.6.
    pub investigating: f32,
    /// It is recognised. Default 1.
    pub detected: f32,
}

impl Default for Stages {
    fn default() -> Self {
        Self { suspicious: 0.3, investigating: 0.6, detected: 1.0 }
    }
}

/// How fast awareness goes down out of sight, a second (Veloren, F.E.A.R.).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Decay {
    /// Before detection. Default 0.2.
    pub suspicious: f32,
    /// After detection. Default 0.05.
    pub detected: f32,
}

impl Default for Decay {
    fn default() -> Self {
        Self { suspicious: 0.2, detected: 0.05 }
    }
}

/// The ears. A noise is heard where the way the sound takes is shorter than the noise is loud.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hearing {
    /// How good they are: noises carry this many times as far; 0 is deaf. Default 1.
    pub acuity: f32,
    /// How many metres of open way a closed door is worth. Default 5.
    pub closed_door: f32,
    /// How far the guessed place may lie from the true one, a metre of the sound's way. Default 0.12.
    pub error_per_metre: f32,
    /// How far it may lie at the least, in metres. Default 0.3.
    pub least_error: f32,
    /// Noises of one kind by the same maker count as one noise that goes on while they follow each other within so many
    /// seconds. Default 2.
    pub goes_on_within: f32,
    /// The kinds of noise recognised as a team-mate's where they are one, and so not heeded. Default none.
    pub ignores_from_team: Vec<Label>,
}

impl Default for Hearing {
    fn default() -> Self {
        Self {
            acuity: 1.0,
            closed_door: 5.0,
            error_per_metre: 0.12,
            least_error: 0.3,
            goes_on_within: 2.0,
            ignores_from_team: Vec::new(),
        }
    }
}

/// What is felt close by, all round, but not through walls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Proximity {
    /// How far it reaches, in metres; 0 is numb. Default 1.5.
    pub reach: f32,
}

impl Default for Proximity {
    fn default() -> Self {
        Self { reach: 1.5 }
    }
}

/// What one tells team-mates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Voice {
    /// How far off a team-mate still understands, in metres along the way sound takes; 0 is mute. Default 10.
    pub earshot: f32,
    /// The least time between two tellings, in seconds. Default 1.5.
    pub every: f32,
    /// What the hearer's confidence is, as a share of the teller's. Default 0.9.
    pub trust: f32,
}

impl Default for Voice {
    fn default() -> Self {
        Self { earshot: 10.0, every: 1.5, trust: 0.9 }
    }
}
