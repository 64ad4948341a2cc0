//! Answering queries over a memory.
//!
//! Must not know: goals, plans, behaviours.

use bevy::math::Vec3;

use super::spec::{Comparison, NotionSpec, Query};
use crate::{
    mind::memory::{Fact, WorkingMemory},
    protocol::{SelfSense, Subject, Terrain},
};

/// What distances and ages are where there is nothing to measure.
pub const NOTHING_NEAR: f32 = 1000.0;

/// One mind's view of what it remembers, at one moment.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The notions it has.
    pub notions: &'a [NotionSpec],
    /// What it remembers.
    pub memory: &'a WorkingMemory,
    /// What it feels of itself.
    pub sense: &'a SelfSense,
    /// The ground.
    pub terrain: &'a dyn Terrain,
    /// What the running action is about.
    pub mark: Option<Subject>,
    /// Seconds for which the present goal has been pursued.
    pub pursued: f32,
}

impl<'a> View<'a> {
    /// A view outside of any goal and action.
    pub fn of(
        notions: &'a [NotionSpec],
        memory: &'a WorkingMemory,
        sense: &'a SelfSense,
        terrain: &'a dyn Terrain,
    ) -> Self {
        Self { notions, memory, sense, terrain, mark: None, pursued: 0.0 }
    }

    /// Whether a fact belongs to a notion.
    pub fn fits(&self, notion: usize, fact: &Fact) -> bool {
        let Some(notion) = self.notions.get(notion) else { return false };
        self.fits_kind(notion, fact) && self.fits_time(notion, fact) && self.fits_place(notion, fact)
    }

    fn fits_kind(&self, notion: &NotionSpec, fact: &Fact) -> bool {
        (notion.kinds.is_empty() || notion.kinds.contains(&fact.kind))
            && (notion.states.is_empty() || notion.states.contains(&fact.state))
            && !notion.not_states.contains(&fact.state)
            && (notion.was.is_empty() || notion.was.contains(&fact.was))
            && (notion.sources.is_empty() || notion.sources.contains(&fact.source))
            && (notion.amount <= 0.0 || fact.amount >= notion.amount)
            && notion.in_sight.is_none_or(|wanted| wanted == fact.in_sight)
            && (!notion.mark || self.mark == Some(fact.subject))
            && (!notion.unsettled || fact.checked.is_none_or(|tick| tick < fact.updated))
            && (!notion.untried || fact.failed_until <= self.memory.now())
            && (!notion.free || self.memory.claimed_by_other(fact.subject).is_none())
    }

    fn fits_time(&self, notion: &NotionSpec, fact: &Fact) -> bool {
        let age = self.memory.age(fact);
        age <= notion.fresh
            && age >= notion.stale
            && self.memory.confidence(fact) >= notion.confidence
            && notion.changed.is_none_or(|seconds| self.memory.seconds_since(fact.since) <= seconds)
            && notion
                .unchecked
                .is_none_or(|seconds| fact.checked.is_none_or(|tick| self.memory.seconds_since(tick) >= seconds))
    }

    fn fits_place(&self, notion: &NotionSpec, fact: &Fact) -> bool {
        if notion.within < NOTHING_NEAR || notion.beyond > 0.0 {
            let distance = self.sense.place.distance(fact.estimate);
            if distance > notion.within || distance < notion.beyond {
                return false;
            }
        }
        let stood = || self.memory.stood_ago(self.terrain.place_at(fact.place));
        if notion.untrodden.is_some_and(|seconds| stood().is_some_and(|ago| ago < seconds)) {
            return false;
        }
        let nearest = |of: usize| self.nearest_distance(of, fact.estimate, Some(fact.subject));
        notion.near.is_none_or(|(of, metres)| nearest(of) <= metres)
            && notion.apart.is_none_or(|(of, metres)| nearest(of) >= metres)
            && notion.meets.as_ref().is_none_or(|meeting| self.meet(meeting, fact).is_some())
    }

    /// The members of a notion, in the order of their subjects.
    pub fn members(&self, notion: usize) -> impl Iterator<Item = &'a Fact> + use<'a> {
        let view = *self;
        let bits = view.notions.get(notion).map_or(0, |notion| notion.bits);
        view.memory.facts_of(bits).filter(move |fact| view.fits(notion, fact))
    }

    /// The straight distance from a point to the nearest member of a notion other than `but`.
    pub fn nearest_distance(&self, notion: usize, from: Vec3, but: Option<Subject>) -> f32 {
        let others = self.members(notion).filter(|fact| Some(fact.subject) != but);
        others.map(|fact| fact.estimate.distance(from)).fold(NOTHING_NEAR, f32::min)
    }

    /// The member of a notion that is nearest to oneself.
    pub fn nearest(&self, notion: usize) -> Option<&'a Fact> {
        self.members(notion).min_by(|a, b| {
            let to = |fact: &Fact| self.sense.place.distance_squared(fact.estimate);
            to(a).total_cmp(&to(b)).then(a.subject.cmp(&b.subject))
        })
    }

    /// Metres of way between two points, looked up; [`NOTHING_NEAR`] where there is none.
    pub fn way(&self, from: Vec3, to: Vec3) -> f32 {
        let (a, b) = (self.terrain.place_at(from), self.terrain.place_at(to));
        if a == b {
            return from.distance(to);
        }
        let way = self.terrain.place_travel(a, b);
        if way.is_finite() { way } else { NOTHING_NEAR }
    }

    /// The number a query stands for.
    pub fn answer(&self, query: &Query) -> f32 {
        let yes = |holds: bool| f32::from(u8::from(holds));
        match query {
            Query::Value(value) => *value,
            Query::Reading(name) => self.sense.get(*name).unwrap_or(0.0),
            Query::Exists(notion) => yes(self.members(*notion).next().is_some()),
            Query::Count(notion) => self.members(*notion).count() as f32,
            Query::Distance(notion) => self.nearest_distance(*notion, self.sense.place, None),
            Query::Way(notion) => {
                self.members(*notion).map(|fact| self.way(self.sense.place, fact.estimate)).fold(NOTHING_NEAR, f32::min)
            }
            Query::Age(notion) => self.members(*notion).map(|fact| self.memory.age(fact)).fold(NOTHING_NEAR, f32::min),
            Query::Confidence(notion) => {
                self.members(*notion).map(|fact| self.memory.confidence(fact)).fold(0.0, f32::max)
            }
            Query::Amount(notion) => self.members(*notion).map(|fact| fact.amount).fold(0.0, f32::max),
            Query::Unexplored => self.memory.unexplored(),
            Query::Pursued => self.pursued,
            Query::Not(inner) => yes(!self.holds(inner)),
            Query::All(parts) => yes(parts.iter().all(|part| self.holds(part))),
            Query::Any(parts) => yes(parts.iter().any(|part| self.holds(part))),
            Query::Sum(parts) => parts.iter().map(|part| self.answer(part)).sum(),
            Query::Product(parts) => parts.iter().map(|part| self.answer(part)).product(),
            Query::Least(parts) => parts.iter().map(|part| self.answer(part)).fold(f32::MAX, f32::min),
            Query::Greatest(parts) => parts.iter().map(|part| self.answer(part)).fold(f32::MIN, f32::max),
            Query::Minus(first, second) => self.answer(first) - self.answer(second),
            Query::Compare(inner, comparison, with) => {
                let value = self.answer(inner);
                yes(match comparison {
                    Comparison::AtLeast => value >= *with,
                    Comparison::AtMost => value <= *with,
                    Comparison::MoreThan => value > *with,
                    Comparison::LessThan => value < *with,
                })
            }
            Query::Curve(inner, points) => curve(points, self.answer(inner)),
        }
    }

    /// Whether a query is above 0.
    pub fn holds(&self, query: &Query) -> bool {
        self.answer(query) > 0.0
    }
}

/// The height of a curve through points that rise in their first number: straight between them, level beyond.
/// Without points the number itself.
pub fn curve(points: &[(f32, f32)], at: f32) -> f32 {
    let Some(first) = points.first() else { return at };
    let mut before = *first;
    if at <= before.0 {
        return before.1;
    }
    for point in points {
        if at < point.0 {
            return before.1 + (point.1 - before.1) * (at - before.0) / (point.0 - before.0);
        }
        before = *point;
    }
    before.1
}
