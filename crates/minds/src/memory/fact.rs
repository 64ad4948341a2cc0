//! What memory holds: facts, reservations, hypotheses.

use bevy_math::Vec3;
use bevy_reflect::Reflect;

use crate::protocol::{AgentId, Label, PerceptSource, Subject};

/// What is remembered about one subject. Times are ticks.
#[derive(Clone, Debug, PartialEq, Reflect)]
pub struct MemoryFact {
    /// The kind it is believed to be.
    pub kind: Label,
    /// The subject.
    pub subject: Subject,
    /// The last known state.
    pub state: Label,
    /// The state before that; empty if unknown.
    pub previous_state: Label,
    /// A number that belongs to the state, such as loudness or progress.
    pub amount: f32,
    /// Where it was last perceived, in metres.
    pub place: Vec3,
    /// Where it is believed to be now: `place`, extrapolated for a while by its velocity.
    pub estimate: Vec3,
    /// Its velocity when last perceived, in m/s.
    pub velocity: Vec3,
    /// How far from `place` it may have been, in metres.
    pub error: f32,
    /// The confidence when last perceived, 0 to 1. It decays from there; see [`super::WorkingMemory::confidence`].
    pub confidence: f32,
    /// When it came into its state, as far as the agent knows.
    pub since: u32,
    /// When it was last perceived or reported.
    pub updated: u32,
    /// When it was last seen or felt; 0 for never.
    pub sensed: u32,
    /// Whether it is in sight or in touch now.
    pub in_sight: bool,
    /// How it is known.
    pub source: PerceptSource,
    /// The team-mate that reported it.
    pub teller: Option<AgentId>,
    /// When the agent or a team-mate last checked it.
    pub checked: Option<u32>,
    /// The team-mate that checked it; `None` for the agent itself.
    pub checked_by: Option<AgentId>,
    /// When the cooldown after a failed action ends.
    pub failed_until: u32,
    /// When it was last shared with the team.
    pub shared_at: Option<u32>,
    /// Whether a person put it there. Cleared once it is perceived or reported.
    pub by_hand: bool,
    /// The settings of its kind; see [`super::MemorySettings::at`].
    pub(super) slot: u16,
    /// Where it was when a move last counted as a change.
    pub(super) counted_place: Vec3,
    /// The thresholds of confidence and age it had passed when that last counted as a change.
    pub(super) level: u16,
}

/// A subject reserved by an agent of the team, so that others leave it alone.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Reservation {
    /// The subject.
    pub subject: Subject,
    /// The agent that reserved it.
    pub by: AgentId,
    /// The tick at which it was made, as far as known: of two, the earlier one counts.
    pub since: u32,
    /// The last tick at which it holds.
    pub until: u32,
    /// Where the subject is, in metres.
    pub place: Vec3,
}

/// A place where a lost agent may be.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Hypothesis {
    /// The lost agent.
    pub of: Subject,
    /// The terrain place.
    pub place: u16,
    /// Its position, in metres.
    pub position: Vec3,
    /// How likely it is, as a share of all hypotheses about the same agent.
    pub weight: f32,
    /// The place itself was seen empty: the agent may be inside of a shelter beside it.
    pub inside: bool,
}
