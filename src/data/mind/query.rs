//! What can be asked of a memory: queries pick remembered things, expressions turn them into numbers.
//!
//! Must not know: how they are answered.

use serde::{Deserialize, Serialize};

use super::present;
use crate::protocol::{Label, PerceptSource};

/// A named set of remembered things: those that fit all that is said here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QueryData {
    /// Of one of these kinds. Default: of any.
    pub kinds: Vec<Label>,
    /// In one of these states. Default: in any.
    pub states: Vec<Label>,
    /// In none of these states. Default: none.
    pub not_states: Vec<Label>,
    /// In one of these states before it came into its present one. Default: in any, or none.
    pub previous_states: Vec<Label>,
    /// Known in one of these ways. Default: in any.
    pub sources: Vec<PerceptSource>,
    /// At least this sure. Default 0.
    pub min_confidence: f32,
    /// Of at least this amount: the loudness of a noise, the progress of work. Default: of any.
    pub min_amount: f32,
    /// In sight now (`true`) or out of sight now (`false`). Default: either.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub in_sight: Option<bool>,
    /// Last perceived at most this many seconds ago. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub max_age: Option<f32>,
    /// Last perceived at least this many seconds ago. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub min_age: Option<f32>,
    /// In its present state for at most this many seconds, as far as one knows. Default: however long.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub changed_within: Option<f32>,
    /// Where one has not stood oneself for at least this many seconds. Default: wherever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub unvisited_for: Option<f32>,
    /// At most this many metres away, straight. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub max_distance: Option<f32>,
    /// At least this many metres away, straight. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub min_distance: Option<f32>,
    /// Not looked into by oneself for at least this many seconds. Default: whenever.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub unchecked_for: Option<f32>,
    /// Not looked into by oneself since it was last perceived. Default: looked into or not.
    pub unchecked_since_seen: bool,
    /// Nothing that one tried with it failed lately (see `shun` of actions). Default: failed or not.
    pub not_on_cooldown: bool,
    /// Not claimed by a team-mate. Default: claimed or not.
    pub unreserved: bool,
    /// Only what the running action is about. Default: anything.
    pub is_current_target: bool,
    /// Only what is at most this many metres from the nearest member of another query. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub near: Option<(Label, f32)>,
    /// Only what is at least this many metres from every member of another query. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub away_from: Option<(Label, f32)>,
    /// Only who moves towards a member of another query (a doorway) at which one can be before him. Default: anybody.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub interceptable: Option<InterceptData>,
}

/// Where somebody on the move is to be met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterceptData {
    /// At a member of this query.
    pub at: Label,
    /// How many metres shorter one's own way there must be than his. Default 3.
    #[serde(default = "three")]
    pub lead: f32,
    /// How far from him it may lie at most, in metres of way. Default 25.
    #[serde(default = "twenty_five")]
    pub max_distance: f32,
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
pub enum ExpressionData {
    /// Always this number.
    Value(f32),
    /// A reading of the own body, by name; 0 where it has no such reading.
    Reading(Label),
    /// Whether the query has a member.
    Exists(Label),
    /// How many members the query has.
    Count(Label),
    /// Metres to the query's nearest member, straight; 1000 where it has none.
    Distance(Label),
    /// Metres to the query's nearest member along the ways one can go; 1000 where there is none.
    PathDistance(Label),
    /// Seconds since the query's freshest member was perceived; 1000 where it has none.
    Age(Label),
    /// How sure one is of the query's surest member, 0 to 1.
    Confidence(Label),
    /// The greatest amount among the query's members; 0 where it has none.
    Amount(Label),
    /// How much of the ground has never been looked at, 0 to 1.
    Unexplored,
    /// Seconds for which the present goal has been pursued; 0 without one.
    GoalAge,
    /// The inner number is not above 0.
    Not(Box<ExpressionData>),
    /// All are above 0.
    All(Vec<ExpressionData>),
    /// One of them is above 0.
    Any(Vec<ExpressionData>),
    /// Their sum.
    Sum(Vec<ExpressionData>),
    /// Their product.
    Product(Vec<ExpressionData>),
    /// The least of them.
    Min(Vec<ExpressionData>),
    /// The greatest of them.
    Max(Vec<ExpressionData>),
    /// The first less the second.
    Subtract(Box<ExpressionData>, Box<ExpressionData>),
    /// The expression is at least this.
    AtLeast(Box<ExpressionData>, f32),
    /// The expression is at most this.
    AtMost(Box<ExpressionData>, f32),
    /// The expression is more than this.
    MoreThan(Box<ExpressionData>, f32),
    /// The expression is less than this.
    LessThan(Box<ExpressionData>, f32),
    /// A curve through these points, rising in the first number, laid over the expression: straight between them, level beyond.
    Curve(Box<ExpressionData>, Vec<(f32, f32)>),
}
