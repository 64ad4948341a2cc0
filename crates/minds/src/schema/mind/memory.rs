//! What an agent remembers, for how long, and what it shares.

use serde::{Deserialize, Serialize};

use super::super::domain::Entries;
use crate::protocol::Label;

/// Working memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryData {
    /// The maximum number of facts; beyond that the least confident are forgotten. Default 160.
    pub capacity: u16,
    /// A move by at least this counts as a change, m. Default 1.5.
    pub move_threshold: f32,
    /// How long a subject counts as in sight after it was last seen, s. Default 0.5.
    pub in_sight_grace: f32,
    /// Unidentified signs of one kind within this distance are one, m. Default 3.
    pub merge_distance: f32,
    /// How long a reservation holds unless it is renewed, s. Default 12.
    pub reservation_seconds: f32,
    /// How near its target an agent keeps it although a mate has reserved it before, m. Default 1.2.
    pub keeps_within: f32,
    /// A team-mate that has told nothing for so long may have been out of earshot: once it speaks, it is told the news again, s. Default 6.
    pub silence_seconds: f32,
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

impl Default for MemoryData {
    fn default() -> Self {
        Self {
            capacity: 160,
            move_threshold: 1.5,
            in_sight_grace: 0.5,
            merge_distance: 3.0,
            reservation_seconds: 12.0,
            keeps_within: 1.2,
            silence_seconds: 6.0,
            kinds: Entries::default(),
            default_kind: KindMemoryData::default(),
            reading_thresholds: Entries::default(),
            hypotheses: HypothesisData::default(),
            hiding: HidingData::default(),
        }
    }
}

/// How facts of one kind decay and are extrapolated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KindMemoryData {
    /// Confidence lost per second while it is not perceived. Default 0: none.
    pub decay_per_second: f32,
    /// It is forgotten below this confidence, and what is heard or told with less is not remembered at all. Default 0.05.
    pub forget_below: f32,
    /// How long it is extrapolated by its velocity after it went out of sight, s. Default 0.
    pub predict_seconds: f32,
    /// Its maximum assumed speed, m/s. Above 0 it is tracked when lost: hypotheses are made about the places it could have
    /// reached. Default 0.
    pub max_speed: f32,
}

impl Default for KindMemoryData {
    fn default() -> Self {
        Self { decay_per_second: 0.0, forget_below: 0.05, predict_seconds: 0.0, max_speed: 0.0 }
    }
}

/// Hypotheses about where a lost agent may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HypothesisData {
    /// The maximum number of hypotheses about one agent, and of those about the inside of shelters as well. Default 4.
    pub max_places: u8,
    /// The minimum distance between two of them, m. Default 4.
    pub min_spacing: f32,
    /// How long a lost agent is tracked, s. Default 40.
    pub duration: f32,
    /// How much likelier straight ahead is than straight back, as a factor. Default 4.
    pub forward_bias: f32,
    /// How much likelier a place beside something of these kinds is, as a factor each. Default: none.
    pub landmark_weights: Entries<f32>,
    /// Kinds of things with an inside: a place beside one of them stays possible although it was seen empty, until the agent or a
    /// team-mate has looked inside. Default: none.
    pub shelters: Vec<Label>,
    /// How long a place seen empty is ruled out, s. Default 15.
    pub ruled_out_seconds: f32,
    /// Distance within which a place is beside a landmark, m. Default 2.5.
    pub landmark_radius: f32,
    /// The likeliest distance, from the last known place (0) to the farthest that could have been reached (1). Fleeing
    /// agents mostly keep running. Default 0.7.
    pub peak_distance: f32,
    /// How sharply likelihood falls off from that distance: the share of the reach over which it falls to 1/e. Default
    /// 0.35.
    pub distance_spread: f32,
    /// Metres added to that share, so that short reaches are not too sharp. Default 2.
    pub distance_slack: f32,
    /// The maximum number of agents tracked at a time, the last lost first. Default 4.
    pub max_tracked: u8,
    /// The likelihood left to any place within reach, as a share of the maximum. Default 0.05.
    pub min_likelihood: f32,
    /// The factor for a place that a team-mate has reserved. Default 0.2.
    pub reserved_factor: f32,
    /// For `likelihood`: the distance from a hypothesis at which its likelihood has fallen to nothing, m.
    /// Default 12.
    pub evidence_radius: f32,
}

impl Default for HypothesisData {
    fn default() -> Self {
        Self {
            max_places: 4,
            min_spacing: 4.0,
            duration: 40.0,
            forward_bias: 4.0,
            landmark_weights: Entries::default(),
            shelters: Vec::new(),
            ruled_out_seconds: 15.0,
            landmark_radius: 2.5,
            peak_distance: 0.7,
            distance_spread: 0.35,
            distance_slack: 2.0,
            max_tracked: 4,
            min_likelihood: 0.05,
            reserved_factor: 0.2,
            evidence_radius: 12.0,
        }
    }
}

/// How the agent enters and leaves hiding places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HidingData {
    /// The verb for entering. Default `"enter"`.
    pub enter: Label,
    /// The verb for leaving. Default `"leave"`.
    pub leave: Label,
}

impl Default for HidingData {
    fn default() -> Self {
        Self { enter: "enter".into(), leave: "leave".into() }
    }
}

/// What is reported to team-mates within earshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SharingData {
    /// Members of these queries are reported if the agent perceived them itself. Default: nothing.
    pub queries: Vec<Label>,
    /// Minimum time between two reports, s. Default 2.
    pub interval: f32,
    /// Time after which the same fact is reported again if it is renewed, s. Default 10.
    pub repeat_after: f32,
    /// The maximum number of facts in one report. Default 4.
    pub max_facts: u8,
}

impl Default for SharingData {
    fn default() -> Self {
        Self { queries: Vec::new(), interval: 2.0, repeat_after: 10.0, max_facts: 4 }
    }
}
