//! Answering expressions over a memory.
//!
//! Must not know: goals, plans, behaviours.

use bevy::math::Vec3;

use super::spec::{Expression, MemoryQuery, NumberComparison};
use crate::{
    mind::memory::{MemoryFact, WorkingMemory},
    protocol::{SelfSense, Subject, Terrain, evaluate_curve},
};

/// What distances and ages are where there is nothing to measure.
pub const NO_MEASUREMENT: f32 = 1000.0;

/// One mind's view of what it remembers, at one moment.
#[derive(Clone, Copy)]
pub struct MemoryView<'a> {
    /// The queries it has.
    pub queries: &'a [MemoryQuery],
    /// What it remembers.
    pub memory: &'a WorkingMemory,
    /// What it feels of itself.
    pub sense: &'a SelfSense,
    /// The ground.
    pub terrain: &'a dyn Terrain,
    /// What the running action is about.
    pub current_target: Option<Subject>,
    /// Seconds for which the present goal has been pursued.
    pub goal_age: f32,
}

impl<'a> MemoryView<'a> {
    /// A view outside of any goal and action.
    pub fn of(
        queries: &'a [MemoryQuery],
        memory: &'a WorkingMemory,
        sense: &'a SelfSense,
        terrain: &'a dyn Terrain,
    ) -> Self {
        Self { queries, memory, sense, terrain, current_target: None, goal_age: 0.0 }
    }

    /// Whether a fact belongs to a query.
    pub fn fits(&self, query: usize, fact: &MemoryFact) -> bool {
        let Some(query) = self.queries.get(query) else { return false };
        self.fits_kind(query, fact) && self.fits_time(query, fact) && self.fits_place(query, fact)
    }

    fn fits_kind(&self, query: &MemoryQuery, fact: &MemoryFact) -> bool {
        (query.kinds.is_empty() || query.kinds.contains(&fact.kind))
            && (query.states.is_empty() || query.states.contains(&fact.state))
            && !query.not_states.contains(&fact.state)
            && (query.previous_states.is_empty() || query.previous_states.contains(&fact.was))
            && (query.sources.is_empty() || query.sources.contains(&fact.source))
            && (query.min_amount <= 0.0 || fact.amount >= query.min_amount)
            && query.in_sight.is_none_or(|wanted| wanted == fact.in_sight)
            && (!query.is_current_target || self.current_target == Some(fact.subject))
            && (!query.unchecked_since_seen || fact.checked.is_none_or(|tick| tick < fact.updated))
            && (!query.not_on_cooldown || fact.failed_until <= self.memory.now())
            && (!query.unreserved || self.memory.reserved_by_other(fact.subject).is_none())
    }

    fn fits_time(&self, query: &MemoryQuery, fact: &MemoryFact) -> bool {
        let age = self.memory.age(fact);
        age <= query.max_age
            && age >= query.min_age
            && self.memory.confidence(fact) >= query.min_confidence
            && query.changed_within.is_none_or(|seconds| self.memory.seconds_since(fact.since) <= seconds)
            && query
                .unchecked_for
                .is_none_or(|seconds| fact.checked.is_none_or(|tick| self.memory.seconds_since(tick) >= seconds))
    }

    fn fits_place(&self, query: &MemoryQuery, fact: &MemoryFact) -> bool {
        if query.max_distance < NO_MEASUREMENT || query.min_distance > 0.0 {
            let distance = self.sense.place.distance(fact.estimate);
            if distance > query.max_distance || distance < query.min_distance {
                return false;
            }
        }
        let stood = || self.memory.stood_ago(self.terrain.nearest_place(fact.place));
        if query.unvisited_for.is_some_and(|seconds| stood().is_some_and(|ago| ago < seconds)) {
            return false;
        }
        let nearest = |of: usize| self.nearest_distance(of, fact.estimate, Some(fact.subject));
        query.near.is_none_or(|(of, metres)| nearest(of) <= metres)
            && query.away_from.is_none_or(|(of, metres)| nearest(of) >= metres)
            && query.interceptable.as_ref().is_none_or(|interception| self.intercept(interception, fact).is_some())
    }

    /// The members of a query, in the order of their subjects.
    pub fn members(&self, query: usize) -> impl Iterator<Item = &'a MemoryFact> + use<'a> {
        let view = *self;
        let bits = view.queries.get(query).map_or(0, |query| query.bits);
        view.memory.facts_of(bits).filter(move |fact| view.fits(query, fact))
    }

    /// The straight distance from a point to the nearest member of a query other than `but`.
    pub fn nearest_distance(&self, query: usize, from: Vec3, but: Option<Subject>) -> f32 {
        let others = self.members(query).filter(|fact| Some(fact.subject) != but);
        others.map(|fact| fact.estimate.distance(from)).fold(NO_MEASUREMENT, f32::min)
    }

    /// The member of a query that is nearest to oneself.
    pub fn nearest(&self, query: usize) -> Option<&'a MemoryFact> {
        self.members(query).min_by(|a, b| {
            let to = |fact: &MemoryFact| self.sense.place.distance_squared(fact.estimate);
            to(a).total_cmp(&to(b)).then(a.subject.cmp(&b.subject))
        })
    }

    /// Metres of way between two points, looked up; [`NO_MEASUREMENT`] where there is none.
    pub fn way(&self, from: Vec3, to: Vec3) -> f32 {
        let (a, b) = (self.terrain.nearest_place(from), self.terrain.nearest_place(to));
        if a == b {
            return from.distance(to);
        }
        let way = self.terrain.place_distance(a, b);
        if way.is_finite() { way } else { NO_MEASUREMENT }
    }

    /// The number a expression stands for.
    pub fn answer(&self, expression: &Expression) -> f32 {
        let yes = |holds: bool| f32::from(u8::from(holds));
        match expression {
            Expression::Value(value) => *value,
            Expression::Reading(name) => self.sense.get(*name).unwrap_or(0.0),
            Expression::Exists(query) => yes(self.members(*query).next().is_some()),
            Expression::Count(query) => self.members(*query).count() as f32,
            Expression::Distance(query) => self.nearest_distance(*query, self.sense.place, None),
            Expression::PathDistance(query) => self
                .members(*query)
                .map(|fact| self.way(self.sense.place, fact.estimate))
                .fold(NO_MEASUREMENT, f32::min),
            Expression::Age(query) => {
                self.members(*query).map(|fact| self.memory.age(fact)).fold(NO_MEASUREMENT, f32::min)
            }
            Expression::Confidence(query) => {
                self.members(*query).map(|fact| self.memory.confidence(fact)).fold(0.0, f32::max)
            }
            Expression::Amount(query) => self.members(*query).map(|fact| fact.amount).fold(0.0, f32::max),
            Expression::Unexplored => self.memory.unexplored(),
            Expression::GoalAge => self.goal_age,
            Expression::Not(inner) => yes(!self.holds(inner)),
            Expression::All(parts) => yes(parts.iter().all(|part| self.holds(part))),
            Expression::Any(parts) => yes(parts.iter().any(|part| self.holds(part))),
            Expression::Sum(parts) => parts.iter().map(|part| self.answer(part)).sum(),
            Expression::Product(parts) => parts.iter().map(|part| self.answer(part)).product(),
            Expression::Min(parts) => parts.iter().map(|part| self.answer(part)).fold(f32::MAX, f32::min),
            Expression::Max(parts) => parts.iter().map(|part| self.answer(part)).fold(f32::MIN, f32::max),
            Expression::Subtract(first, second) => self.answer(first) - self.answer(second),
            Expression::Compare(inner, comparison, with) => {
                let value = self.answer(inner);
                yes(match comparison {
                    NumberComparison::AtLeast => value >= *with,
                    NumberComparison::AtMost => value <= *with,
                    NumberComparison::MoreThan => value > *with,
                    NumberComparison::LessThan => value < *with,
                })
            }
            Expression::Curve(inner, points) => {
                let value = self.answer(inner);
                evaluate_curve(points, value).unwrap_or(value)
            }
        }
    }

    /// Whether a expression is above 0.
    pub fn holds(&self, expression: &Expression) -> bool {
        self.answer(expression) > 0.0
    }
}
