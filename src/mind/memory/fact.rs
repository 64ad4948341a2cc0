//! One remembered fact.

use bevy::math::Vec3;

use crate::protocol::{AgentId, Label, PerceptSource, Subject};

/// What is remembered about one subject. Times are ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryFact {
    /// What it is taken for.
    pub kind: Label,
    /// What it is about.
    pub subject: Subject,
    /// The state it was in.
    pub state: Label,
    /// The state it was in before that, as far as one knows.
    pub was: Label,
    /// A number that belongs to the state.
    pub amount: f32,
    /// Where it was when last perceived, in metres.
    pub place: Vec3,
    /// Where it is believed to be now: `place`, carried on for a while as it went.
    pub estimate: Vec3,
    /// How fast it moved, in metres a second.
    pub velocity: Vec3,
    /// How far from `place` it may truly have been, in metres.
    pub error: f32,
    /// How sure one was when it was last perceived, 0 to 1.
    pub confidence: f32,
    /// Since when it has been known to be in its state.
    pub since: u32,
    /// When it was last perceived or told of.
    pub updated: u32,
    /// When it was last perceived with one's own eyes or skin; 0 for never.
    pub sensed: u32,
    /// Whether it is in sight (or in touch) now.
    pub in_sight: bool,
    /// By which way it is known.
    pub source: PerceptSource,
    /// Who told it.
    pub teller: Option<AgentId>,
    /// When one last looked into it oneself, or heard from a team-mate that he did.
    pub checked: Option<u32>,
    /// The team-mate who looked into it last; none for oneself.
    pub checked_by: Option<AgentId>,
    /// Until when it counts as tried in vain, after something about it failed.
    pub failed_until: u32,
    /// When it was last told to the team.
    pub told: Option<u32>,
    /// Whether a person put it there; over once it is perceived or told of.
    pub by_hand: bool,
    /// Where it was when the revision last counted its place.
    pub(super) counted: Vec3,
    /// Which thresholds of confidence and age it had passed when the revision last counted them.
    pub(super) level: u16,
}

/// A team-mate's word, or one's own, that somebody wants a thing for himself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reservation {
    /// What is claimed.
    pub subject: Subject,
    /// By whom.
    pub by: AgentId,
    /// Until which tick the claim holds.
    pub until: u32,
    /// Where it is, in metres.
    pub place: Vec3,
}

/// A place where somebody lost from sight may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    /// Who.
    pub of: Subject,
    /// A place of the terrain.
    pub place: u16,
    /// Where that is, in metres.
    pub position: Vec3,
    /// How likely it is, as a share of all that are held about the same subject.
    pub weight: f32,
}
