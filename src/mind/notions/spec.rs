//! Notions and queries, ready to use: what a mind tells apart in its memory and asks of it, by number.

use crate::protocol::{Label, Source};

/// Where somebody is to be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// At a member of this notion.
    pub at: usize,
    /// How many metres shorter one's own way there must be than his.
    pub lead: f32,
    /// How far from him it may lie at most, in metres of way.
    pub farthest: f32,
}

/// A notion, ready to use.
#[derive(Clone, Debug, Default)]
pub struct NotionSpec {
    /// Its name.
    pub name: Label,
    pub(in crate::mind) kinds: Vec<Label>,
    /// The bits of its kinds in memories kept by this mind's settings.
    pub(in crate::mind) bits: u64,
    pub(in crate::mind) states: Vec<Label>,
    pub(in crate::mind) not_states: Vec<Label>,
    pub(in crate::mind) was: Vec<Label>,
    pub(in crate::mind) sources: Vec<Source>,
    pub(in crate::mind) confidence: f32,
    pub(in crate::mind) amount: f32,
    pub(in crate::mind) in_sight: Option<bool>,
    pub(in crate::mind) fresh: f32,
    pub(in crate::mind) stale: f32,
    pub(in crate::mind) changed: Option<f32>,
    pub(in crate::mind) untrodden: Option<f32>,
    pub(in crate::mind) within: f32,
    pub(in crate::mind) beyond: f32,
    pub(in crate::mind) unchecked: Option<f32>,
    pub(in crate::mind) unsettled: bool,
    pub(in crate::mind) untried: bool,
    pub(in crate::mind) free: bool,
    pub(in crate::mind) mark: bool,
    pub(in crate::mind) near: Option<(usize, f32)>,
    pub(in crate::mind) apart: Option<(usize, f32)>,
    pub(in crate::mind) meets: Option<Meeting>,
}

/// A query, ready to use: notions by number.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
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
    Way(usize),
    /// Seconds since the freshest was perceived.
    Age(usize),
    /// The greatest confidence.
    Confidence(usize),
    /// The greatest amount.
    Amount(usize),
    /// The share of ground never looked at.
    Unexplored,
    /// Seconds of pursuit.
    Pursued,
    /// Not above 0.
    Not(Box<Query>),
    /// All above 0.
    All(Vec<Query>),
    /// One above 0.
    Any(Vec<Query>),
    /// Sum.
    Sum(Vec<Query>),
    /// Product.
    Product(Vec<Query>),
    /// Least.
    Least(Vec<Query>),
    /// Greatest.
    Greatest(Vec<Query>),
    /// Difference.
    Minus(Box<Query>, Box<Query>),
    /// A comparison with a number.
    Compare(Box<Query>, Comparison, f32),
    /// A curve laid over a query.
    Curve(Box<Query>, Vec<(f32, f32)>),
}

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// More than.
    MoreThan,
    /// Less than.
    LessThan,
}
