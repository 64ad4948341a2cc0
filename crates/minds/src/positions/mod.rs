//! Position evaluation: how good the places around an agent are for cover, for a look or for a shot, as a weighted sum of named
//! factors, each of which can be shown.
//!
//! After Straatman, van der Sterren and Beij, "Killzone's AI: dynamic procedural combat tactics" (2006). The level is known to every
//! agent; where others are is what the agent believes. Independent of: goals, plans, behaviours, the truth.

mod angle;
mod evaluate;

use std::ops::{Index, IndexMut};

use bevy_math::Vec3;

use crate::protocol::{AgentId, Label, PlaceId};

pub use angle::watched_corner;
pub use evaluate::evaluate_positions;

/// The most candidates that are tested at once, and that an evaluation keeps.
pub const SHORTLIST: usize = 24;

/// A factor of the score of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFactor {
    /// 1 if standing eyes there see the chest of the target where it is believed to be.
    LineOfFire,
    /// The share of the threats from whose eyes a crouching body there is hidden, 0 to 1.
    Cover,
    /// 1 if crouching there hides the body from the target.
    CrouchCover,
    /// The length of the path there, in metres.
    Path,
    /// How far the distance to the target is from the preferred range, in metres.
    Range,
    /// The distance of the nearest threat, in metres; [`FAR`] at most.
    Away,
    /// The length of the path that is in view of a threat or of the target, in metres.
    Danger,
}

/// Threats farther away than this count as equally far, in metres.
pub const FAR: f32 = 20.0;

impl PositionFactor {
    /// All factors, in the order of tables.
    pub const ALL: [Self; 7] =
        [Self::LineOfFire, Self::Cover, Self::CrouchCover, Self::Path, Self::Range, Self::Away, Self::Danger];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::LineOfFire => "line of fire",
            Self::Cover => "cover",
            Self::CrouchCover => "crouch",
            Self::Path => "path",
            Self::Range => "range",
            Self::Away => "away",
            Self::Danger => "danger",
        }
    }

    /// What its value measures.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::LineOfFire => "whether a standing agent sees the target from there",
            Self::Cover => "share of the threats that a crouching body is hidden from",
            Self::CrouchCover => "whether crouching there hides the body from the target",
            Self::Path => "metres of path",
            Self::Range => "metres off the preferred range to the target",
            Self::Away => "metres to the nearest threat",
            Self::Danger => "metres of the path in view of a threat or the target",
        }
    }
}

/// A number for each factor: a value, or a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PerFactor([f32; PositionFactor::ALL.len()]);

impl PerFactor {
    /// These numbers, 0 for all other factors.
    pub fn of(numbers: &[(PositionFactor, f32)]) -> Self {
        let mut all = Self::default();
        numbers.iter().for_each(|(factor, number)| all[*factor] = *number);
        all
    }

    /// The product of both numbers of each factor.
    pub fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] * other.0[at]))
    }

    /// The sum over all factors.
    pub fn sum(self) -> f32 {
        self.0.iter().sum()
    }
}

impl Index<PositionFactor> for PerFactor {
    type Output = f32;

    fn index(&self, factor: PositionFactor) -> &f32 {
        &self.0[factor as usize]
    }
}

impl IndexMut<PositionFactor> for PerFactor {
    fn index_mut(&mut self, factor: PositionFactor) -> &mut f32 {
        &mut self.0[factor as usize]
    }
}

/// A place that a team-mate uses: reserved by radio, or the mate is remembered to be there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakenPlace {
    /// In metres.
    pub position: Vec3,
    /// The team-mate.
    pub by: AgentId,
}

/// What an agent wants of a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionRequest<'a> {
    /// Where the target is believed to be, if there is one.
    pub target: Option<Vec3>,
    /// Where the threats are believed to be.
    pub threats: &'a [Vec3],
    /// Points near the agent to consider besides the places of the level.
    pub points: &'a [Vec3],
    /// Which places are taken.
    pub taken: &'a [TakenPlace],
    /// A candidate within this many metres of a taken place is not chosen.
    pub spacing: f32,
    /// The weight of each factor. Positive weights favour, negative ones deter.
    pub weights: PerFactor,
    /// The longest path, in metres.
    pub max_path: f32,
    /// The shortest distance of a threat, in metres.
    pub min_threat_distance: f32,
    /// The shortest distance of the target, in metres.
    pub min_target_distance: f32,
    /// The best distance of the target, in metres.
    pub preferred_range: f32,
    /// Whether only places with a line of fire to the target will do.
    pub needs_line_of_fire: bool,
    /// Whether only places that are hidden from at least one threat will do.
    pub needs_cover: bool,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateStatus {
    /// It has the highest score of the acceptable candidates that were tested.
    Chosen,
    /// Tested with rays; another has a higher score.
    Outscored,
    /// Not tested with rays, because its score could not be the highest. Its lines of sight are those of the baked table.
    Untested,
    /// A team-mate uses it.
    Taken(AgentId),
    /// The target cannot be seen from there.
    NoLineOfFire,
    /// It is hidden from no threat.
    NoCover,
}

impl CandidateStatus {
    /// The status in a word or two.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Outscored => "outscored",
            Self::Untested => "not tested",
            Self::Taken(_) => "taken",
            Self::NoLineOfFire => "no line of fire",
            Self::NoCover => "no cover",
        }
    }
}

/// A place and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionCandidate {
    /// The place of the level, or the one nearest to the point.
    pub place: PlaceId,
    /// In metres.
    pub position: Vec3,
    /// The value of each factor.
    pub values: PerFactor,
    /// Each value times its weight.
    pub weighted: PerFactor,
    /// The score.
    pub sum: f32,
    /// What became of it.
    pub status: CandidateStatus,
}

/// An evaluation: the candidates with the highest scores, and which one was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionEvaluation {
    /// The behaviour that asked.
    pub behaviour: Label,
    /// When.
    pub tick: u32,
    /// Where the target was believed to be.
    pub target: Option<Vec3>,
    /// Where the threats were believed to be.
    pub threats: Vec<Vec3>,
    /// The weights.
    pub weights: PerFactor,
    /// At most [`SHORTLIST`] candidates, the highest score first.
    pub candidates: Vec<PositionCandidate>,
}

impl PositionEvaluation {
    /// The chosen candidate.
    pub fn chosen(&self) -> Option<&PositionCandidate> {
        self.candidates.iter().find(|candidate| candidate.status == CandidateStatus::Chosen)
    }

    /// The factors that count, in the order of tables.
    pub fn factors(&self) -> impl Iterator<Item = PositionFactor> + '_ {
        PositionFactor::ALL.into_iter().filter(|factor| self.weights[*factor] != 0.0)
    }
}
