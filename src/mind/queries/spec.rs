//! Notions and expressions, ready to use: what a mind tells apart in its memory and asks of it, by number.

use crate::protocol::{Label, PerceptSource};

/// Where somebody is to be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interception {
    /// At a member of this query.
    pub at: usize,
    /// How many metres shorter one's own way there must be than his.
    pub lead: f32,
    /// How far from him it may lie at most, in metres of way.
    pub max_distance: f32,
}

/// A query, ready to use.
#[derive(Clone, Debug, Default)]
pub struct MemoryQuery {
    /// Its name.
    pub name: Label,
    pub(in crate::mind) kinds: Vec<Label>,
    /// The bits of its kinds in memories kept by this mind's settings.
    pub(in crate::mind) bits: u64,
    pub(in crate::mind) states: Vec<Label>,
    pub(in crate::mind) not_states: Vec<Label>,
    pub(in crate::mind) previous_states: Vec<Label>,
    pub(in crate::mind) sources: Vec<PerceptSource>,
    pub(in crate::mind) min_confidence: f32,
    pub(in crate::mind) min_amount: f32,
    pub(in crate::mind) in_sight: Option<bool>,
    pub(in crate::mind) max_age: f32,
    pub(in crate::mind) min_age: f32,
    pub(in crate::mind) changed_within: Option<f32>,
    pub(in crate::mind) unvisited_for: Option<f32>,
    pub(in crate::mind) max_distance: f32,
    pub(in crate::mind) min_distance: f32,
    pub(in crate::mind) unchecked_for: Option<f32>,
    pub(in crate::mind) unchecked_since_seen: bool,
    pub(in crate::mind) not_on_cooldown: bool,
    pub(in crate::mind) unreserved: bool,
    pub(in crate::mind) is_current_target: bool,
    pub(in crate::mind) near: Option<(usize, f32)>,
    pub(in crate::mind) away_from: Option<(usize, f32)>,
    pub(in crate::mind) interceptable: Option<Interception>,
}

/// A expression, ready to use: queries by number.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// Always this.
    Value(f32),
    /// A reading of the own body.
    Reading(Label),
    /// Whether there is one.
    Exists(usize),
    /// How many there are.
    Count(usize),
    /// Straight metres to the nearest.
    Distance(usize),
    /// Metres of way to the nearest.
    PathDistance(usize),
    /// Seconds since the freshest was perceived.
    Age(usize),
    /// The greatest confidence.
    Confidence(usize),
    /// The greatest amount.
    Amount(usize),
    /// The share of ground never looked at.
    Unexplored,
    /// Seconds of pursuit.
    GoalAge,
    /// Not above 0.
    Not(Box<Expression>),
    /// All above 0.
    All(Vec<Expression>),
    /// One above 0.
    Any(Vec<Expression>),
    /// Sum.
    Sum(Vec<Expression>),
    /// Product.
    Product(Vec<Expression>),
    /// Least.
    Min(Vec<Expression>),
    /// Greatest.
    Max(Vec<Expression>),
    /// Difference.
    Subtract(Box<Expression>, Box<Expression>),
    /// A comparison with a number.
    Compare(Box<Expression>, NumberComparison, f32),
    /// A curve laid over a expression.
    Curve(Box<Expression>, Vec<(f32, f32)>),
}

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberComparison {
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// More than.
    MoreThan,
    /// Less than.
    LessThan,
}
