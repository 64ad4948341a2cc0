//! What can be asked of a memory: notions pick remembered things, queries turn them into numbers.
//!
//! Must not know: how they are answered.

use serde::{Deserialize, Serialize};

use super::present;
use crate::protocol::{Label, Source};

/// A named set of remembered things: those that fit all that is said here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Notion {
    /// Of one of these kinds. Default: of any.
    pub kinds: Vec<Label>,
    /// In one of these states. Default: in any.
    pub states: Vec<Label>,
    /// In none of these states. Default: none.
    pub not_states: Vec<Label>,
    /// In one of these states before it came into its present one. Default: in any, or none.
    pub was: Vec<Label>,
    /// Known in one of these ways. Default: in any.
    pub sources: Vec<Source>,
    /// At least this sure, 0 to 1. Default 0.
    pub confidence: f32,
    /// Of at least this amount: the loudness of a noise, the progress of work. Default: of any.
    pub amount: f32,
    /// In sight now (`true`) or out of sight now (`false`). Default: either.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub in_sight: Option<bool>,
    /// Last perceived at most this many seconds ago. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub fresh: Option<f32>,
    /// Last perceived at least this many seconds ago. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub stale: Option<f32>,
    /// In its present state for at most this many seconds, as far as one knows. Default: however long.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub changed: Option<f32>,
    /// Where one has not stood oneself for at least this many seconds. Default: wherever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub untrodden: Option<f32>,
    /// At most this many metres away, straight. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub within: Option<f32>,
    /// At least this many metres away, straight. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub beyond: Option<f32>,
    /// Not looked into by oneself for at least this many seconds. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub unchecked: Option<f32>,
    /// Not looked into by oneself since it was last perceived. Default: looked into or not.
    pub unsettled: bool,
    /// Nothing that one tried with it failed lately (see `shun` of actions). Default: failed or not.
    pub untried: bool,
    /// Not claimed by a team-mate. Default: claimed or not.
    pub free: bool,
    /// Only what the running action is about. Default: anything.
    pub mark: bool,
    /// Only what is at most this many metres from the nearest member of another notion. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub near: Option<(Label, f32)>,
    /// Only what is at least this many metres from every member of another notion. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub apart: Option<(Label, f32)>,
    /// Only who moves towards a member of another notion (a doorway) at which one can be before him. Default: anybody.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub meets: Option<MeetData>,
}

/// Where somebody on the move is to be met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeetData {
    /// At a member of this notion.
    pub at: Label,
    /// How many metres shorter one's own way there must be than his; 0 to 50. Default 3.
    #[serde(default = "three")]
    pub lead: f32,
    /// How far from him it may lie at most, in metres of way; 1 to 100. Default 25.
    #[serde(default = "twenty_five")]
    pub farthest: f32,
}

fn three() -> f32 {
    3.0
}

fn twenty_five() -> f32 {
    25.0
}

/// A number worked out from memory and the own body. Where a yes or no is meant, above 0 is yes; yes is 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryData {
    /// Always this number.
    Value(f32),
    /// A reading of the own body, by name; 0 where it has no such reading.
    Reading(Label),
    /// Whether the notion has a member.
    Exists(Label),
    /// How many members the notion has.
    Count(Label),
    /// Metres to the notion's nearest member, straight; 1000 where it has none.
    Distance(Label),
    /// Metres to the notion's nearest member along the ways one can go; 1000 where there is none.
    Way(Label),
    /// Seconds since the notion's freshest member was perceived; 1000 where it has none.
    Age(Label),
    /// How sure one is of the notion's surest member, 0 to 1.
    Confidence(Label),
    /// The greatest amount among the notion's members; 0 where it has none.
    Amount(Label),
    /// How much of the ground has never been looked at, 0 to 1.
    Unexplored,
    /// Seconds for which the present goal has been pursued; 0 without one.
    Pursued,
    /// The inner number is not above 0.
    Not(Box<QueryData>),
    /// All are above 0.
    All(Vec<QueryData>),
    /// One of them is above 0.
    Any(Vec<QueryData>),
    /// Their sum.
    Sum(Vec<QueryData>),
    /// Their product.
    Product(Vec<QueryData>),
    /// The least of them.
    Least(Vec<QueryData>),
    /// The greatest of them.
    Greatest(Vec<QueryData>),
    /// The first less the second.
    Minus(Box<QueryData>, Box<QueryData>),
    /// The query is at least this.
    AtLeast(Box<QueryData>, f32),
    /// The query is at most this.
    AtMost(Box<QueryData>, f32),
    /// The query is more than this.
    MoreThan(Box<QueryData>, f32),
    /// The query is less than this.
    LessThan(Box<QueryData>, f32),
    /// A curve through these points, rising in the first number, laid over the query: straight between them, level beyond.
    Curve(Box<QueryData>, Vec<(f32, f32)>),
}
