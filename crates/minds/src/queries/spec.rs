//! Compiled queries and expressions. They refer to queries by index.

use crate::protocol::{Label, PerceptSource};

/// Where a moving agent may be intercepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interception {
    /// Index of the query whose members are the meeting points.
    pub at: usize,
    /// How many metres shorter this agent's path to the meeting point must be.
    pub lead: f32,
    /// The longest path of the other agent to the meeting point, in metres.
    pub max_distance: f32,
}

/// A compiled query; see [`crate::schema::mind::QueryData`] for the meaning of the fields.
#[derive(Clone, Debug, Default)]
pub struct MemoryQuery {
    /// Its name.
    pub name: Label,
    pub(crate) kinds: Vec<Label>,
    /// The bits of its kinds; see [`crate::memory::MemorySettings::bit`].
    pub(crate) bits: u64,
    pub(crate) states: Vec<Label>,
    pub(crate) not_states: Vec<Label>,
    pub(crate) not_states_for: f32,
    pub(crate) previous_states: Vec<Label>,
    pub(crate) sources: Vec<PerceptSource>,
    pub(crate) min_confidence: f32,
    pub(crate) min_amount: f32,
    pub(crate) max_amount: f32,
    pub(crate) in_sight: Option<bool>,
    pub(crate) max_age: f32,
    pub(crate) min_age: f32,
    pub(crate) changed_within: Option<f32>,
    pub(crate) unvisited_for: Option<f32>,
    pub(crate) max_distance: f32,
    pub(crate) min_distance: f32,
    pub(crate) unchecked_for: Option<f32>,
    pub(crate) unchecked_since_seen: bool,
    pub(crate) not_on_cooldown: bool,
    pub(crate) unreserved: bool,
    pub(crate) covered_within: Option<f32>,
    pub(crate) is_current_target: bool,
    pub(crate) near: Option<(usize, f32)>,
    pub(crate) away_from: Option<(usize, f32)>,
    pub(crate) interceptable: Option<Interception>,
    /// Whether its members depend on the target of the running action, so that they are not kept for the moment.
    pub(crate) per_target: bool,
}

/// A compiled expression; see [`crate::schema::mind::ExpressionData`] for the meaning of the variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Value(f32),
    /// A reading of the agent's own body; 0 if the body has no such reading.
    Reading(Label),
    /// Whether a query has members.
    Exists(usize),
    /// The number of members.
    Count(usize),
    /// Straight distance to the nearest member, in metres.
    Distance(usize),
    /// Shortest path to a member, in metres.
    PathDistance(usize),
    /// Seconds since the most recently perceived member was perceived.
    Age(usize),
    /// The maximum confidence among the members.
    Confidence(usize),
    /// How likely a lost agent is near a member, at most.
    Likelihood(usize),
    /// The maximum amount among the members.
    Amount(usize),
    /// The share of members from whose eyes the agent would be hidden if it crouched.
    Cover(usize),
    /// Whether a member's believed place is in a straight line of sight.
    InView(usize),
    /// The share of places never seen, 0 to 1.
    Unexplored,
    /// Seconds for which the current goal has been pursued.
    GoalAge,
    /// Whether it is not above 0.
    Not(Box<Expression>),
    /// Whether all are above 0.
    All(Vec<Expression>),
    /// Whether any is above 0.
    Any(Vec<Expression>),
    /// The sum.
    Sum(Vec<Expression>),
    /// The product.
    Product(Vec<Expression>),
    /// The minimum value.
    Min(Vec<Expression>),
    /// The maximum value.
    Max(Vec<Expression>),
    /// The first minus the second.
    Subtract(Box<Expression>, Box<Expression>),
    /// Whether a comparison with a number holds.
    Compare(Box<Expression>, NumberComparison, f32),
    /// A piecewise linear curve of the value.
    Curve(Box<Expression>, Vec<(f32, f32)>),
}

impl Expression {
    /// Whether it or a part of it passes a test.
    pub fn any(&self, test: &dyn Fn(&Self) -> bool) -> bool {
        let any = |parts: &[Self]| parts.iter().any(|part| part.any(test));
        test(self)
            || match self {
                Self::Not(inner) | Self::Compare(inner, ..) | Self::Curve(inner, _) => inner.any(test),
                Self::All(parts)
                | Self::Any(parts)
                | Self::Sum(parts)
                | Self::Product(parts)
                | Self::Min(parts)
                | Self::Max(parts) => any(parts),
                Self::Subtract(first, second) => first.any(test) || second.any(test),
                _ => false,
            }
    }

    /// Whether it refers to a query of which this is true.
    pub fn any_query(&self, test: &dyn Fn(usize) -> bool) -> bool {
        self.any(&|part| match part {
            Self::Exists(query)
            | Self::Count(query)
            | Self::Distance(query)
            | Self::PathDistance(query)
            | Self::Age(query)
            | Self::Confidence(query)
            | Self::Likelihood(query)
            | Self::Amount(query)
            | Self::Cover(query)
            | Self::InView(query) => test(*query),
            _ => false,
        })
    }
}

impl MemoryQuery {
    /// Whether its members depend on the target of the running action. `of` says the same of the queries before it.
    pub fn depends_on_target(&self, of: &dyn Fn(usize) -> bool) -> bool {
        let other = |named: Option<(usize, f32)>| named.is_some_and(|(query, _)| of(query));
        self.is_current_target
            || other(self.near)
            || other(self.away_from)
            || self.interceptable.is_some_and(|meeting| of(meeting.at))
    }
}

/// How a value is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberComparison {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    MoreThan,
    /// `<`
    LessThan,
}
