//! What a mind remembers, for how long, and what of it it shares.

use serde::{Deserialize, Serialize};

use super::super::domain::Entries;
use crate::protocol::Label;

/// How a working memory is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryData {
    /// The most facts kept; beyond it the least sure is forgotten. Default 160.
    pub capacity: u16,
    /// How far something must have moved to count as a change, in metres. Default 1.5.
    pub move_threshold: f32,
    /// How long after the last glimpse something still counts as in sight, in seconds. Default 0.5.
    pub in_sight_grace: f32,
    /// Unidentified signs of one kind nearer to each other than this are one, in metres. Default 3.
    pub merge_distance: f32,
    /// How long a team-mate's claim holds unless renewed, in seconds. Default 12.
    pub reservation_seconds: f32,
    /// Kinds that are kept in a way of their own.
    pub kinds: Entries<KindMemoryData>,
    /// How all others are kept.
    pub default_kind: KindMemoryData,
    /// By how much a reading of the own body must differ to count as a change. Default: for any reading, 0.01.
    pub reading_thresholds: Entries<f32>,
    /// Hypotheses of where somebody lost from sight may be.
    pub hypotheses: HypothesisData,
    /// How one goes in and out of what hides.
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
            kinds: Entries::default(),
            default_kind: KindMemoryData::default(),
            reading_thresholds: Entries::default(),
            hypotheses: HypothesisData::default(),
            hiding: HidingData::default(),
        }
    }
}

/// How facts of one kind are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KindMemoryData {
    /// How much confidence is lost a second while it is not perceived. Default 0: never.
    pub decay_per_second: f32,
    /// It is forgotten below this confidence. Default 0.05.
    pub forget_below: f32,
    /// For how many seconds out of sight it is believed to go on as it went. Default 0.
    pub predict_seconds: f32,
    /// How fast it is believed to be at most, in metres a second; above 0 it is traced when lost: the places it could have
    /// reached are considered. Default 0.
    pub max_speed: f32,
}

impl Default for KindMemoryData {
    fn default() -> Self {
        Self { decay_per_second: 0.0, forget_below: 0.05, predict_seconds: 0.0, max_speed: 0.0 }
    }
}

/// Where somebody lost from sight may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HypothesisData {
    /// How many places are considered at a time. Default 4.
    pub max_places: u8,
    /// How far apart they lie at least, in metres. Default 4.
    pub min_spacing: f32,
    /// For how many seconds they are followed up. Default 40.
    pub duration: f32,
    /// How much more likely straight ahead is than straight back, as a factor. Default 4.
    pub forward_bias: f32,
    /// How much more likely a place beside something of these kinds is, as a factor each. Default: none.
    pub landmark_weights: Entries<f32>,
    /// For how many seconds a place seen empty stays ruled out. Default 15.
    pub ruled_out_seconds: f32,
    /// How near something must be to a place to count as beside it, in metres. Default 2.5.
    pub landmark_radius: f32,
    /// Where between the last known place (0) and the farthest that could have been reached (1) somebody is likeliest: people
    /// on the run keep running, mostly. Default 0.7.
    pub peak_distance: f32,
    /// How much less likely places off that distance are: the share of the reach over which it falls to a third.
    /// Default 0.35.
    pub distance_spread: f32,
    /// Metres added to that share, for over a short reach it would split hairs. Default 2.
    pub distance_slack: f32,
    /// How many of those lost are followed up at a time, the last lost. Default 4.
    pub max_tracked: u8,
    /// The likelihood, as a share of the greatest, that is left to any place within reach. Default 0.05.
    pub min_likelihood: f32,
    /// The factor for a place that a team-mate has said he looks into. Default 0.2.
    pub reserved_factor: f32,
    /// How far from a place considered the likelihood of what stands near it has fallen to nothing, in metres.
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

/// How one goes in and out of what hides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HidingData {
    /// The reading that is above 0 while one is inside. Default `"hidden"`.
    pub reading: Label,
    /// The verb by which one goes in. Default `"enter"`.
    pub enter: Label,
    /// The verb by which one comes out. Default `"leave"`.
    pub leave: Label,
}

impl Default for HidingData {
    fn default() -> Self {
        Self { reading: "hidden".into(), enter: "enter".into(), leave: "leave".into() }
    }
}

/// What is told to team-mates within earshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SharingData {
    /// Members of these queries are told of when they were perceived with one's own senses. Default: nothing.
    pub queries: Vec<Label>,
    /// The least seconds between two reports. Default 2.
    pub interval: f32,
    /// Seconds after which the same is told again, if it is still so. Default 10.
    pub repeat_after: f32,
    /// The most facts in one report. Default 4.
    pub max_facts: u8,
}

impl Default for SharingData {
    fn default() -> Self {
        Self { queries: Vec::new(), interval: 2.0, repeat_after: 10.0, max_facts: 4 }
    }
}
