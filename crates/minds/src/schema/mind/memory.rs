//! What an agent remembers, for how long, and what it shares.

use serde::{Deserialize, Serialize};

use super::super::domain::Entries;
use crate::protocol::Label;
use crate::with_defaults;

with_defaults! {
/// Working memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryData {
    /// The maximum number of facts; beyond that the least confident are forgotten. Default 160.
    pub capacity: u16 = 160,
    /// A move by at least this counts as a change, m. Default 1.5.
    pub move_threshold: f32 = 1.5,
    /// How long a subject counts as in sight after it was last seen, s. Default 0.5.
    pub in_sight_grace: f32 = 0.5,
    /// Unidentified signs of one kind within this distance are one, m. Default 3.
    pub merge_distance: f32 = 3.0,
    /// How long a reservation holds unless it is renewed, s. Default 12.
    pub reservation_seconds: f32 = 12.0,
    /// How near its target an agent keeps it although a mate has reserved it before, m. Default 1.2.
    pub keeps_within: f32 = 1.2,
    /// A team-mate that has told nothing for so long may have been out of earshot: once it speaks, it is told the news again, s. Default 6.
    pub silence_seconds: f32 = 6.0,
    /// Settings of single kinds.
    pub kinds: Entries<KindMemoryData>,
    /// Settings of all other kinds.
    pub default_kind: KindMemoryData,
    /// By how much a reading of the body must differ to count as a change. Default: 0.01 for every reading.
    pub reading_thresholds: Entries<f32>,
    /// Hypotheses about where a lost agent may be.
    pub hypotheses: HypothesisData,
    /// How the agent enters and leaves hiding places.
    pub hiding: HidingData,
}

/// How facts of one kind decay and are extrapolated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KindMemoryData {
    /// Confidence lost per second while it is not perceived. Default 0: none.
    pub decay_per_second: f32,
    /// It is forgotten below this confidence, and what is heard or told with less is not remembered at all. Default 0.05.
    pub forget_below: f32 = 0.05,
    /// How long it is extrapolated by its velocity after it went out of sight, s. Default 0.
    pub predict_seconds: f32,
    /// Its maximum assumed speed, m/s. Above 0 it is tracked when lost: hypotheses are made about the places it could have
    /// reached. Default 0.
    pub max_speed: f32,
}

/// Hypotheses about where a lost agent may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HypothesisData {
    /// The maximum number of hypotheses about one agent, and of those about the inside of shelters as well. Default 4.
    pub max_places: u8 = 4,
    /// The minimum distance between two of them, m. Default 4.
    pub min_spacing: f32 = 4.0,
    /// How long a lost agent is tracked, s. Default 40.
    pub duration: f32 = 40.0,
    /// How much likelier straight ahead is than straight back, as a factor. Default 4.
    pub forward_bias: f32 = 4.0,
    /// How much likelier a place beside something of these kinds is, as a factor each. Default: none.
    pub landmark_weights: Entries<f32>,
    /// Kinds of things with an inside: a place beside one of them stays possible although it was seen empty, until the agent or a
    /// team-mate has looked inside. Default: none.
    pub shelters: Vec<Label>,
    /// How long a place seen empty is ruled out, s. Default 15.
    pub ruled_out_seconds: f32 = 15.0,
    /// Distance within which a place is beside a landmark, m. Default 2.5.
    pub landmark_radius: f32 = 2.5,
    /// The likeliest distance, from the last known place (0) to the farthest that could have been reached (1). Fleeing
    /// agents mostly keep running. Default 0.7.
    pub peak_distance: f32 = 0.7,
    /// How sharply likelihood falls off from that distance: the share of the reach over which it falls to 1/e. Default
    /// 0.35.
    pub distance_spread: f32 = 0.35,
    /// Metres added to that share, so that short reaches are not too sharp. Default 2.
    pub distance_slack: f32 = 2.0,
    /// The maximum number of agents tracked at a time, the last lost first. Default 4.
    pub max_tracked: u8 = 4,
    /// The likelihood left to any place within reach, as a share of the maximum. Default 0.05.
    pub min_likelihood: f32 = 0.05,
    /// The factor for a place that a team-mate has reserved. Default 0.2.
    pub reserved_factor: f32 = 0.2,
    /// For `likelihood`: the distance from a hypothesis at which its likelihood has fallen to nothing, m.
    /// Default 12.
    pub evidence_radius: f32 = 12.0,
}

/// How the agent enters and leaves hiding places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HidingData {
    /// The verb for entering. Default `"enter"`.
    pub enter: Label = "enter".into(),
    /// The verb for leaving. Default `"leave"`.
    pub leave: Label = "leave".into(),
}

/// What is reported to team-mates within earshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SharingData {
    /// Members of these queries are reported if the agent perceived them itself. Default: nothing.
    pub queries: Vec<Label>,
    /// Minimum time between two reports, s. Default 2.
    pub interval: f32 = 2.0,
    /// Time after which the same fact is reported again if it is renewed, s. Default 10.
    pub repeat_after: f32 = 10.0,
    /// The maximum number of facts in one report. Default 4.
    pub max_facts: u8 = 4,
}
}
