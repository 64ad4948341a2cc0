//! Evaluating queries and expressions over the memory of one agent.
//!
//! Independent of: goals, plans, behaviours.

use bevy_math::Vec3;

use super::{
    cache::QueryCache,
    lines::{cover_at, is_in_view},
    spec::{Expression, MemoryQuery, NumberComparison},
};
use crate::{
    Mind, PlanExecuter, PlannedStep,
    memory::{MemoryFact, WorkingMemory},
    protocol::{SelfSense, Subject, Terrain, evaluate_curve},
};

/// The distance, path or age that stands for "none": there is nothing to measure.
pub const NO_MEASUREMENT: f32 = 1000.0;

/// Everything that queries and expressions read, at one moment.
#[derive(Clone, Copy)]
pub struct MemoryView<'a> {
    /// The queries of the mind.
    pub queries: &'a [MemoryQuery],
    /// What the agent remembers.
    pub memory: &'a WorkingMemory,
    /// Readings of its own body.
    pub sense: &'a SelfSense,
    /// The terrain.
    pub terrain: &'a dyn Terrain,
    /// The target of the running action.
    pub current_target: Option<Subject>,
    /// The rest of the plan being executed.
    pub planned: &'a [PlannedStep],
    /// Seconds for which the current goal has been pursued; 0 without a goal.
    pub goal_age: f32,
    /// Where the members of queries are kept while nothing that they depend on changes.
    pub cache: Option<&'a QueryCache>,
}

impl<'a> MemoryView<'a> {
    /// A view without a current target and goal.
    pub fn new(
        queries: &'a [MemoryQuery],
        memory: &'a WorkingMemory,
        sense: &'a SelfSense,
        terrain: &'a dyn Terrain,
    ) -> Self {
        Self { queries, memory, sense, terrain, current_target: None, planned: &[], goal_age: 0.0, cache: None }
    }

    /// The view of the mind whose memory this is: with its plan, the target of its action and the age of its goal.
    pub(crate) fn of_mind(self, mind: &Mind, executer: &'a PlanExecuter) -> Self {
        let goal_age = mind.pursuit.map_or(0.0, |pursuit| self.memory.seconds_since(pursuit.since));
        let current_target = executer.step().and_then(|step| step.target);
        Self { current_target, planned: executer.remaining(), goal_age, ..self }
    }

    /// The members of a query, sorted by subject.
    pub fn members(&self, query: usize) -> impl Iterator<Item = &'a MemoryFact> + use<'a> {
        let view = *self;
        let find = || view.find_members(query).map(|(index, _)| index as u16).collect();
        let kept = view.cache.filter(|_| self.queries.get(query).is_some_and(|query| !query.per_target));
        let known = kept.and_then(|cache| cache.members(query, find));
        let facts = view.memory.facts();
        let kept = known.unwrap_or_default().iter().filter_map(|index| facts.get(usize::from(*index)));
        let found = known.is_none().then(|| view.find_members(query).map(|(_, fact)| fact));
        kept.chain(found.into_iter().flatten())
    }

    /// The members of a query with their indices among the facts.
    fn find_members(self, query: usize) -> impl Iterator<Item = (usize, &'a MemoryFact)> + use<'a> {
        let bits = self.queries.get(query).map_or(0, |query| query.bits);
        self.memory.indexed_with_bits(bits).filter(move |(_, fact)| self.matches(query, fact))
    }

    /// The straight distance from a point to the nearest member of a query, in metres, leaving out the subject `except`;
    /// [`NO_MEASUREMENT`] if there is none.
    pub fn nearest_distance(&self, query: usize, from: Vec3, except: Option<Subject>) -> f32 {
        let others = self.members(query).filter(|fact| Some(fact.subject) != except);
        others.map(|fact| fact.estimate.distance(from)).fold(NO_MEASUREMENT, f32::min)
    }

    /// The member of a query nearest to the agent.
    pub fn nearest(&self, query: usize) -> Option<&'a MemoryFact> {
        self.members(query).min_by(|a, b| {
            let to = |fact: &MemoryFact| self.sense.place.distance_squared(fact.estimate);
            to(a).total_cmp(&to(b)).then(a.subject.cmp(&b.subject))
        })
    }

    /// Length of the path between two points, in metres, as precomputed between terrain places; [`NO_MEASUREMENT`] if there
    /// is no path.
    pub fn path_distance(&self, from: Vec3, to: Vec3) -> f32 {
        let (a, b) = (self.terrain.nearest_place(from), self.terrain.nearest_place(to));
        if a == b {
            return from.distance(to);
        }
        let path = self.terrain.place_distance(a, b);
        if path.is_finite() { path } else { NO_MEASUREMENT }
    }

    /// The value of an expression. True is 1, false is 0.
    pub fn evaluate(&self, expression: &Expression) -> f32 {
        let yes = |holds: bool| f32::from(u8::from(holds));
        match expression {
            Expression::Value(value) => *value,
            Expression::Reading(name) => self.sense.get(*name).unwrap_or(0.0),
            Expression::Exists(query) => yes(self.members(*query).next().is_some()),
            Expression::Count(query) => self.members(*query).count() as f32,
            Expression::Distance(query) => self.nearest_distance(*query, self.sense.place, None),
            Expression::PathDistance(query) => self
                .members(*query)
                .map(|fact| self.path_distance(self.sense.place, fact.estimate))
                .fold(NO_MEASUREMENT, f32::min),
            Expression::Age(query) => {
                self.members(*query).map(|fact| self.memory.age(fact)).fold(NO_MEASUREMENT, f32::min)
            }
            Expression::Confidence(query) => {
                self.members(*query).map(|fact| self.memory.confidence(fact)).fold(0.0, f32::max)
            }
            Expression::Likelihood(query) => self.members(*query).map(|fact| self.likelihood(fact)).fold(0.0, f32::max),
            Expression::Amount(query) => self.members(*query).map(|fact| fact.amount).fold(0.0, f32::max),
            Expression::Cover(query) => {
                cover_at(self.terrain, self.sense.place, self.members(*query).map(|fact| fact.estimate))
            }
            Expression::InView(query) => {
                yes(self.members(*query).any(|fact| is_in_view(self.terrain, self.sense.place, fact.estimate)))
            }
            Expression::Unexplored => self.memory.unexplored(),
            Expression::GoalAge => self.goal_age,
            Expression::Not(inner) => yes(!self.holds(inner)),
            Expression::All(parts) => yes(parts.iter().all(|part| self.holds(part))),
            Expression::Any(parts) => yes(parts.iter().any(|part| self.holds(part))),
            Expression::Sum(parts) => parts.iter().map(|part| self.evaluate(part)).sum(),
            Expression::Product(parts) => parts.iter().map(|part| self.evaluate(part)).product(),
            Expression::Min(parts) => parts.iter().map(|part| self.evaluate(part)).fold(f32::MAX, f32::min),
            Expression::Max(parts) => parts.iter().map(|part| self.evaluate(part)).fold(f32::MIN, f32::max),
            Expression::Subtract(first, second) => self.evaluate(first) - self.evaluate(second),
            Expression::Compare(inner, comparison, with) => {
                let value = self.evaluate(inner);
                yes(match comparison {
                    NumberComparison::AtLeast => value >= *with,
                    NumberComparison::AtMost => value <= *with,
                    NumberComparison::MoreThan => value > *with,
                    NumberComparison::LessThan => value < *with,
                })
            }
            Expression::Curve(inner, points) => {
                let value = self.evaluate(inner);
                evaluate_curve(points, value).unwrap_or(value)
            }
        }
    }

    /// Whether an expression is above 0.
    pub fn holds(&self, expression: &Expression) -> bool {
        self.evaluate(expression) > 0.0
    }
}
