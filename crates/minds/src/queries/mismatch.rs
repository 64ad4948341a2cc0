//! Which facts a query selects. A fact is a member of a query if [`MemoryView::mismatch`] finds no condition that it fails.
//!
//! Runs for many facts per agent and tick, so cheap conditions come first and a [`Mismatch`] is a plain value. Independent of:
//! actions, plans.

use bevy_math::Vec3;

use super::{
    lines::is_in_view,
    spec::MemoryQuery,
    view::{MemoryView, NO_MEASUREMENT},
};
use crate::{
    memory::MemoryFact,
    protocol::{AgentId, BodyPosture, Label, PerceptSource},
};

/// A place that is nearer than this to one that a mate has reserved does not count for `covered_within`, in metres; as much as `spacing` of `shoot`
/// by default.
const CLAIM_SPACING: f32 = 1.0;
/// At most so many of the places that the baked table promises are tested for `covered_within`.
const MOST_TESTED: usize = 8;

/// The first condition of a query that a fact fails, with the value that fails it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mismatch {
    /// It is of another kind.
    Kind,
    /// It is in this state.
    State(Label),
    /// It was in this state before; empty if unknown.
    PreviousState(Label),
    /// It is known from this source.
    Source(PerceptSource),
    /// Its amount is too small.
    Amount(f32),
    /// Its amount is too large.
    TooLarge(f32),
    /// It is in sight.
    InSight,
    /// It is out of sight.
    OutOfSight,
    /// It is not the target of the running action.
    NotCurrentTarget,
    /// It has been checked since it was last perceived.
    CheckedSinceSeen,
    /// It is left alone for this many seconds more, because an action failed on it.
    OnCooldown(f32),
    /// A team-mate has reserved it.
    Reserved(AgentId),
    /// It was perceived too long ago, in seconds.
    TooOld(f32),
    /// It was perceived too recently, in seconds.
    TooRecent(f32),
    /// The agent is not sure enough of it; confidence from 0 to 1.
    Unsure(f32),
    /// It came into its current state too long ago, in seconds.
    ChangedEarlier(f32),
    /// It was checked too recently, in seconds.
    CheckedRecently(f32),
    /// It is too far away, in metres.
    TooFar(f32),
    /// It is too near, in metres.
    TooNear(f32),
    /// The agent has been there too recently, in seconds.
    VisitedRecently(f32),
    /// It is too far from every member of this query, in metres; [`NO_MEASUREMENT`] if that has none.
    NotNear(Label, f32),
    /// It is too near to a member of this query, in metres.
    NotAwayFrom(Label, f32),
    /// It cannot be intercepted.
    NotInterceptable,
    /// No cover within so many metres to shoot at it from.
    NoCover(f32),
}

impl MemoryView<'_> {
    /// Whether a fact is a member of a query.
    pub fn matches(&self, query: usize, fact: &MemoryFact) -> bool {
        self.mismatch(query, fact).is_none()
    }

    /// Why a fact is not a member of a query; `None` if it is. An index without a query has no members.
    pub fn mismatch(&self, query: usize, fact: &MemoryFact) -> Option<Mismatch> {
        let Some(query) = self.queries.get(query) else { return Some(Mismatch::Kind) };
        self.mismatch_of_fact(query, fact)
            .or_else(|| self.mismatch_of_time(query, fact))
            .or_else(|| self.mismatch_of_place(query, fact))
    }

    fn mismatch_of_fact(&self, query: &MemoryQuery, fact: &MemoryFact) -> Option<Mismatch> {
        let among = |list: &[Label], label: Label| list.is_empty() || list.contains(&label);
        if !among(&query.kinds, fact.kind) {
            return Some(Mismatch::Kind);
        }
        let excluded = || query.not_states.contains(&fact.state) && self.memory.age(fact) <= query.not_states_for;
        if !among(&query.states, fact.state) || excluded() {
            return Some(Mismatch::State(fact.state));
        }
        if !among(&query.previous_states, fact.previous_state) {
            return Some(Mismatch::PreviousState(fact.previous_state));
        }
        if !query.sources.is_empty() && !query.sources.contains(&fact.source) {
            return Some(Mismatch::Source(fact.source));
        }
        if query.min_amount > 0.0 && fact.amount < query.min_amount {
            return Some(Mismatch::Amount(fact.amount));
        }
        if fact.amount > query.max_amount {
            return Some(Mismatch::TooLarge(fact.amount));
        }
        if query.in_sight.is_some_and(|wanted| wanted != fact.in_sight) {
            return Some(if fact.in_sight { Mismatch::InSight } else { Mismatch::OutOfSight });
        }
        if query.is_current_target && self.current_target != Some(fact.subject) {
            return Some(Mismatch::NotCurrentTarget);
        }
        if query.unchecked_since_seen && fact.checked.is_some_and(|tick| tick >= fact.updated) {
            return Some(Mismatch::CheckedSinceSeen);
        }
        if query.not_on_cooldown && fact.failed_until > self.memory.now() {
            let ticks = fact.failed_until - self.memory.now();
            return Some(Mismatch::OnCooldown(ticks as f32 / self.memory.rate()));
        }
        if query.unreserved { self.memory.reserved_by_other(fact.subject).map(Mismatch::Reserved) } else { None }
    }

    fn mismatch_of_time(&self, query: &MemoryQuery, fact: &MemoryFact) -> Option<Mismatch> {
        let age = self.memory.age(fact);
        if age > query.max_age {
            return Some(Mismatch::TooOld(age));
        }
        if age < query.min_age {
            return Some(Mismatch::TooRecent(age));
        }
        if query.min_confidence > 0.0 {
            let confidence = self.memory.confidence(fact);
            if confidence < query.min_confidence {
                return Some(Mismatch::Unsure(confidence));
            }
        }
        if let Some(most) = query.changed_within {
            let ago = self.memory.seconds_since(fact.since);
            if ago > most {
                return Some(Mismatch::ChangedEarlier(ago));
            }
        }
        let (least, checked) = (query.unchecked_for?, fact.checked?);
        let ago = self.memory.seconds_since(checked);
        (ago < least).then_some(Mismatch::CheckedRecently(ago))
    }

    fn mismatch_of_place(&self, query: &MemoryQuery, fact: &MemoryFact) -> Option<Mismatch> {
        if query.max_distance < NO_MEASUREMENT || query.min_distance > 0.0 {
            let distance = self.sense.place.distance(fact.estimate);
            if distance > query.max_distance {
                return Some(Mismatch::TooFar(distance));
            }
            if distance < query.min_distance {
                return Some(Mismatch::TooNear(distance));
            }
        }
        if let Some(least) = query.unvisited_for
            && let Some(ago) = self.memory.seconds_since_visited(self.terrain.nearest_place(fact.place))
            && ago < least
        {
            return Some(Mismatch::VisitedRecently(ago));
        }
        let distance_to = |of: usize| self.nearest_distance(of, fact.estimate, Some(fact.subject));
        let name = |of: usize| self.queries.get(of).map_or_else(Label::default, |query| query.name);
        if let Some((of, metres)) = query.near {
            let distance = distance_to(of);
            if distance > metres {
                return Some(Mismatch::NotNear(name(of), distance));
            }
        }
        if let Some((of, metres)) = query.away_from {
            let distance = distance_to(of);
            if distance < metres {
                return Some(Mismatch::NotAwayFrom(name(of), distance));
            }
        }
        if let Some(metres) = query.covered_within.filter(|metres| !self.has_cover_from(fact, *metres)) {
            return Some(Mismatch::NoCover(metres));
        }
        let interception = query.interceptable.as_ref()?;
        self.intercept(interception, fact).is_none().then_some(Mismatch::NotInterceptable)
    }

    /// Whether the agent sees a fact from where it stands or from a place in reach, and crouching there hides from it. Of the places those
    /// that the baked table promises are tested with rays.
    fn has_cover_from(&self, fact: &MemoryFact, reach: f32) -> bool {
        let (terrain, other) = (self.terrain, fact.estimate);
        let is_free = |at: Vec3| self.memory.claimed_places().all(|claim| claim.place.distance(at) >= CLAIM_SPACING);
        let covers = |at: Vec3| {
            is_free(at) && is_in_view(terrain, at, other) && !terrain.is_exposed(other, at, BodyPosture::Crouched)
        };
        let (here, target) = (terrain.nearest_place(self.sense.place), terrain.nearest_place(other));
        let (mut found, mut tested) = (covers(self.sense.place), 0);
        terrain.visit_places_within(self.sense.place, reach, &mut |place| {
            let promised = !found
                && tested < MOST_TESTED
                && terrain.is_place_visible(place, target)
                && !terrain.is_place_exposed(target, place, BodyPosture::Crouched)
                && terrain.place_distance(here, place) <= reach;
            if let Some(place) = terrain.places().get(usize::from(place)).filter(|_| promised) {
                tested += 1;
                found = covers(place.position);
            }
        });
        found
    }
}

impl Mismatch {
    /// The mismatch as text; `agent_name` names a team-mate.
    pub fn describe(self, agent_name: &dyn Fn(AgentId) -> String) -> String {
        let state = |state: Label| if state == "" { "unknown".to_owned() } else { state.as_str().replace('_', " ") };
        match self {
            Mismatch::Kind => "of another kind".to_owned(),
            Mismatch::State(label) => format!("state is {}", state(label)),
            Mismatch::PreviousState(label) => format!("previous state is {}", state(label)),
            Mismatch::Source(source) => format!("known only as {}", super::super::describe_source(source)),
            Mismatch::Amount(amount) => format!("amount {amount:.1} is too small"),
            Mismatch::TooLarge(amount) => format!("amount {amount:.1} is too large"),
            Mismatch::InSight => "in sight".to_owned(),
            Mismatch::OutOfSight => "out of sight".to_owned(),
            Mismatch::NotCurrentTarget => "not the current target".to_owned(),
            Mismatch::CheckedSinceSeen => "already checked".to_owned(),
            Mismatch::OnCooldown(left) => format!("on cooldown for {left:.0} s after a failure"),
            Mismatch::Reserved(by) => format!("reserved by {}", agent_name(by)),
            Mismatch::TooOld(age) => format!("last perceived {age:.0} s ago, too long"),
            Mismatch::TooRecent(age) => format!("last perceived only {age:.1} s ago"),
            Mismatch::Unsure(confidence) => format!("confidence only {:.0} %", confidence * 100.0),
            Mismatch::ChangedEarlier(ago) => format!("in this state for {ago:.0} s, too long"),
            Mismatch::CheckedRecently(ago) => format!("checked {ago:.0} s ago"),
            Mismatch::TooFar(metres) => format!("{metres:.0} m away, too far"),
            Mismatch::TooNear(metres) => format!("{metres:.0} m away, too near"),
            Mismatch::VisitedRecently(ago) => format!("visited {ago:.0} s ago"),
            Mismatch::NotNear(query, metres) if metres >= NO_MEASUREMENT => format!("no \"{query}\" known"),
            Mismatch::NotNear(query, metres) => format!("{metres:.0} m from \"{query}\", too far"),
            Mismatch::NotAwayFrom(query, metres) => format!("{metres:.0} m from \"{query}\", too near"),
            Mismatch::NotInterceptable => "cannot be intercepted".to_owned(),
            Mismatch::NoCover(metres) => format!("no cover within {metres:.0} m to shoot at it from"),
        }
    }
}
