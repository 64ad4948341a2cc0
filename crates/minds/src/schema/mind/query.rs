//! Queries select remembered facts; expressions turn them, and readings of the body, into numbers.
//!
//! Independent of: how they are evaluated.

use serde::{Deserialize, Serialize};

use super::present;
use crate::protocol::{Label, PerceptSource};

/// A named set of remembered facts: those that meet all conditions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QueryData {
    /// Of one of these kinds. Default: any.
    pub kinds: Vec<Label>,
    /// In one of these states. Default: any.
    pub states: Vec<Label>,
    /// In none of these states. Default: any.
    pub not_states: Vec<Label>,
    /// How long `not_states` exclude a fact after it was last perceived, s. Default: always.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub not_states_for: Option<f32>,
    /// In one of these states before the current one. Default: any.
    pub previous_states: Vec<Label>,
    /// Known from one of these sources. Default: any.
    pub sources: Vec<PerceptSource>,
    /// Minimum confidence. Default 0.
    pub min_confidence: f32,
    /// Minimum amount, such as the loudness of a noise or the progress of work. Default: any.
    pub min_amount: f32,
    /// Maximum amount, such as the strength of the enemy there. Default: any.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub max_amount: Option<f32>,
    /// In sight now (`true`) or out of sight now (`false`). Default: either.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub in_sight: Option<bool>,
    /// Perceived at most this many seconds ago. Default: any time.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub max_age: Option<f32>,
    /// Perceived at least this many seconds ago. Default: any time.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub min_age: Option<f32>,
    /// In its current state for at most this many seconds, as far as the agent knows. Default: any time.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub changed_within: Option<f32>,
    /// At a place where the agent has not been for at least this many seconds. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub unvisited_for: Option<f32>,
    /// At most this many metres away, in a straight line. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub max_distance: Option<f32>,
    /// At least this many metres away, in a straight line. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub min_distance: Option<f32>,
    /// Not checked for at least this many seconds. Default: checked or not.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub unchecked_for: Option<f32>,
    /// Not checked since it was last perceived. Default: checked or not.
    pub unchecked_since_seen: bool,
    /// Not on the cooldown that follows a failed action (`target_cooldown`). Default: on cooldown or not.
    pub not_on_cooldown: bool,
    /// Not reserved by a team-mate. Default: reserved or not.
    pub unreserved: bool,
    /// Only the target of the running action. Default: anything.
    pub is_current_target: bool,
    /// At most this many metres from the nearest member of another query. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub near: Option<(Label, f32)>,
    /// At least this many metres from every member of another query. Default: anywhere.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub away_from: Option<(Label, f32)>,
    /// Where this agent could shoot at it from cover: it stands at, or within this many metres of path there is, a place that
    /// sees it, where crouching hides from it, and that no mate has reserved. Default: anything.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub covered_within: Option<f32>,
    /// An agent that is moving towards a member of another query, such as a doorway, where this agent can be first.
    /// Default: anything.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub interceptable: Option<InterceptData>,
}

/// Where a moving agent may be intercepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterceptData {
    /// The query of the meeting points.
    pub at: Label,
    /// How much shorter the agent's own path to the meeting point must be, m. Default 3.
    #[serde(default = "three")]
    pub lead: f32,
    /// Longest path of the other agent to the meeting point, m. Default 25.
    #[serde(default = "twenty_five")]
    pub max_distance: f32,
}

fn three() -> f32 {
    3.0
}

fn twenty_five() -> f32 {
    25.0
}

/// A number computed from memory and readings of the agent's own body. As a condition, a value above 0 is true; true is 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpressionData {
    /// A constant.
    Value(f32),
    /// A reading of the agent's own body, by name; 0 if it has no such reading.
    Reading(Label),
    /// Whether the query has a member.
    Exists(Label),
    /// The number of members.
    Count(Label),
    /// Distance to the nearest member in a straight line, m; 1000 without members.
    Distance(Label),
    /// Shortest path to a member, m; 1000 without members or path.
    PathDistance(Label),
    /// Time since the most recently perceived member was perceived, s; 1000 without members.
    Age(Label),
    /// The maximum confidence among the members, 0 to 1.
    Confidence(Label),
    /// How likely a lost agent is near a member, by `memory.hypotheses`: 1 at the likeliest place, 0 at `evidence_radius` from all; the
    /// maximum among the members.
    Likelihood(Label),
    /// The maximum amount among the members; 0 without members.
    Amount(Label),
    /// The share of members, from 0 to 1, from whose standing eyes obstacles would hide this agent if it crouched where it is; 1
    /// without members. Of each member counts where it is believed to be.
    Cover(Label),
    /// Whether no obstacle is between this agent's standing eyes and where a member is believed to be.
    InView(Label),
    /// The share of places never seen, 0 to 1.
    Unexplored,
    /// Time for which the current goal has been pursued, s; 0 without a goal.
    GoalAge,
    /// The inner expression is not above 0.
    Not(Box<ExpressionData>),
    /// All are above 0.
    All(Vec<ExpressionData>),
    /// At least one is above 0.
    Any(Vec<ExpressionData>),
    /// The sum.
    Sum(Vec<ExpressionData>),
    /// The product.
    Product(Vec<ExpressionData>),
    /// The minimum value.
    Min(Vec<ExpressionData>),
    /// The maximum value.
    Max(Vec<ExpressionData>),
    /// The first minus the second.
    Subtract(Box<ExpressionData>, Box<ExpressionData>),
    /// The expression is at least this number.
    AtLeast(Box<ExpressionData>, f32),
    /// The expression is at most this number.
    AtMost(Box<ExpressionData>, f32),
    /// The expression is more than this number.
    MoreThan(Box<ExpressionData>, f32),
    /// The expression is less than this number.
    LessThan(Box<ExpressionData>, f32),
    /// A curve over the expression: points with rising x, straight lines between them, constant beyond.
    Curve(Box<ExpressionData>, Vec<(f32, f32)>),
}
