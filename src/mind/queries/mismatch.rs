//! Why something remembered is not what a query means: the first of the query's conditions that it does not meet.
//!
//! Must not know: actions, plans.

use super::{
    spec::MemoryQuery,
    view::{MemoryView, NO_MEASUREMENT},
};
use crate::{
    mind::memory::MemoryFact,
    protocol::{AgentId, Label},
};

/// Why something remembered does not belong to a query that means things of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mismatch {
    /// It is in this state.
    State(Label),
    /// A team-mate has spoken for it.
    Reserved(AgentId),
    /// It was tried in vain, and counts as that for so many seconds more.
    Tried(f32),
    /// One has looked into it since it was last perceived.
    Settled,
    /// One looked into it so many seconds ago.
    Checked(f32),
    /// One is not sure enough of it: so sure, 0 to 1.
    Unsure(f32),
    /// It was perceived too long ago, in seconds.
    Old(f32),
    /// It was perceived too lately, in seconds.
    Fresh(f32),
    /// It is in sight.
    InSight,
    /// It is out of sight.
    OutOfSight,
    /// It is too far away, in metres.
    Far(f32),
    /// It is too near, in metres.
    Near(f32),
    /// Other things that are remembered are not as far from it, or as near to it, as is wanted.
    Place,
    /// Something else of it is not as is wanted.
    Other,
}

impl MemoryView<'_> {
    /// Why a fact does not belong to a query; `None` where it does, and where the query means nothing of its kind.
    pub fn mismatch(&self, query: usize, fact: &MemoryFact) -> Option<Mismatch> {
        let known = self.queries.get(query).filter(|query| query.kinds.contains(&fact.kind))?;
        if self.fits(query, fact) {
            return None;
        }
        let of_itself = self.mismatch_in_itself(known, fact);
        Some(of_itself.or_else(|| self.mismatch_in_place(known, fact)).unwrap_or(Mismatch::Other))
    }

    fn mismatch_in_itself(&self, query: &MemoryQuery, fact: &MemoryFact) -> Option<Mismatch> {
        let memory = self.memory;
        if !query.states.is_empty() && !query.states.contains(&fact.state) || query.not_states.contains(&fact.state) {
            return Some(Mismatch::State(fact.state));
        }
        if let Some(by) = memory.reserved_by_other(fact.subject).filter(|_| query.unreserved) {
            return Some(Mismatch::Reserved(by));
        }
        if query.not_on_cooldown && fact.failed_until > memory.now() {
            return Some(Mismatch::Tried(fact.failed_until.saturating_sub(memory.now()) as f32 / memory.rate()));
        }
        if query.unchecked_since_seen && fact.checked.is_some_and(|tick| tick >= fact.updated) {
            return Some(Mismatch::Settled);
        }
        if let Some(wanted) = query.in_sight.filter(|wanted| *wanted != fact.in_sight) {
            return Some(if wanted { Mismatch::OutOfSight } else { Mismatch::InSight });
        }
        let (age, sure) = (memory.age(fact), memory.confidence(fact));
        if age > query.max_age {
            return Some(Mismatch::Old(age));
        }
        if age < query.min_age {
            return Some(Mismatch::Fresh(age));
        }
        if sure < query.min_confidence {
            return Some(Mismatch::Unsure(sure));
        }
        let looked = fact.checked.map(|tick| memory.seconds_since(tick));
        looked.filter(|ago| query.unchecked_for.is_some_and(|seconds| *ago < seconds)).map(Mismatch::Checked)
    }

    fn mismatch_in_place(&self, query: &MemoryQuery, fact: &MemoryFact) -> Option<Mismatch> {
        let distance = self.sense.place.distance(fact.estimate);
        if query.max_distance < NO_MEASUREMENT && distance > query.max_distance {
            return Some(Mismatch::Far(distance));
        }
        if distance < query.min_distance {
            return Some(Mismatch::Near(distance));
        }
        let beside = |of: usize| self.nearest_distance(of, fact.estimate, Some(fact.subject));
        let near = query.near.is_some_and(|(of, metres)| beside(of) > metres);
        let apart = query.away_from.is_some_and(|(of, metres)| beside(of) < metres);
        (near || apart).then_some(Mismatch::Place)
    }
}

impl Mismatch {
    /// What is to be said of it; `who` names an agent.
    pub fn describe(self, who: &dyn Fn(AgentId) -> String) -> String {
        match self {
            Mismatch::State(state) if state.as_str().is_empty() => "its state is not known".to_owned(),
            Mismatch::State(state) => format!("it is {state}"),
            Mismatch::Reserved(by) => format!("claimed by {}", who(by)),
            Mismatch::Tried(left) => format!("tried in vain, left alone for {left:.0} s more"),
            Mismatch::Settled => "looked into already".to_owned(),
            Mismatch::Checked(ago) => format!("looked into {ago:.0} s ago"),
            Mismatch::Unsure(sure) => format!("only {:.0} % sure of it", sure * 100.0),
            Mismatch::Old(age) => format!("perceived {age:.0} s ago, too long"),
            Mismatch::Fresh(age) => format!("perceived only {age:.1} s ago"),
            Mismatch::InSight => "it is in sight".to_owned(),
            Mismatch::OutOfSight => "it is out of sight".to_owned(),
            Mismatch::Far(metres) => format!("{metres:.0} m away, too far"),
            Mismatch::Near(metres) => format!("{metres:.0} m away, too near"),
            Mismatch::Place => "what is around it is not as is wanted".to_owned(),
            Mismatch::Other => "not as is wanted".to_owned(),
        }
    }
}
