//! Why something remembered is not what a notion means: the first of the notion's conditions that it does not meet.
//!
//! Must not know: actions, plans.

use super::{
    spec::NotionSpec,
    view::{NOTHING_NEAR, View},
};
use crate::{
    mind::memory::Fact,
    protocol::{AgentId, Label},
};

/// Why something remembered does not belong to a notion that means things of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Misfit {
    /// It is in this state.
    State(Label),
    /// A team-mate has spoken for it.
    Claimed(AgentId),
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

impl View<'_> {
    /// Why a fact does not belong to a notion; `None` where it does, and where the notion means nothing of its kind.
    pub fn misfit(&self, notion: usize, fact: &Fact) -> Option<Misfit> {
        let known = self.notions.get(notion).filter(|notion| notion.kinds.contains(&fact.kind))?;
        if self.fits(notion, fact) {
            return None;
        }
        let of_itself = self.misfit_in_itself(known, fact);
        Some(of_itself.or_else(|| self.misfit_in_place(known, fact)).unwrap_or(Misfit::Other))
    }

    fn misfit_in_itself(&self, notion: &NotionSpec, fact: &Fact) -> Option<Misfit> {
        let memory = self.memory;
        if !notion.states.is_empty() && !notion.states.contains(&fact.state) || notion.not_states.contains(&fact.state)
        {
            return Some(Misfit::State(fact.state));
        }
        if let Some(by) = memory.claimed_by_other(fact.subject).filter(|_| notion.free) {
            return Some(Misfit::Claimed(by));
        }
        if notion.untried && fact.failed_until > memory.now() {
            return Some(Misfit::Tried(fact.failed_until.saturating_sub(memory.now()) as f32 / memory.rate()));
        }
        if notion.unsettled && fact.checked.is_some_and(|tick| tick >= fact.updated) {
            return Some(Misfit::Settled);
        }
        if let Some(wanted) = notion.in_sight.filter(|wanted| *wanted != fact.in_sight) {
            return Some(if wanted { Misfit::OutOfSight } else { Misfit::InSight });
        }
        let (age, sure) = (memory.age(fact), memory.confidence(fact));
        if age > notion.fresh {
            return Some(Misfit::Old(age));
        }
        if age < notion.stale {
            return Some(Misfit::Fresh(age));
        }
        if sure < notion.confidence {
            return Some(Misfit::Unsure(sure));
        }
        let looked = fact.checked.map(|tick| memory.seconds_since(tick));
        looked.filter(|ago| notion.unchecked.is_some_and(|seconds| *ago < seconds)).map(Misfit::Checked)
    }

    fn misfit_in_place(&self, notion: &NotionSpec, fact: &Fact) -> Option<Misfit> {
        let distance = self.sense.place.distance(fact.estimate);
        if notion.within < NOTHING_NEAR && distance > notion.within {
            return Some(Misfit::Far(distance));
        }
        if distance < notion.beyond {
            return Some(Misfit::Near(distance));
        }
        let beside = |of: usize| self.nearest_distance(of, fact.estimate, Some(fact.subject));
        let near = notion.near.is_some_and(|(of, metres)| beside(of) > metres);
        let apart = notion.apart.is_some_and(|(of, metres)| beside(of) < metres);
        (near || apart).then_some(Misfit::Place)
    }
}

impl Misfit {
    /// What is to be said of it; `who` names an agent.
    pub fn in_words(self, who: &dyn Fn(AgentId) -> String) -> String {
        match self {
            Misfit::State(state) if state.as_str().is_empty() => "its state is not known".to_owned(),
            Misfit::State(state) => format!("it is {state}"),
            Misfit::Claimed(by) => format!("claimed by {}", who(by)),
            Misfit::Tried(left) => format!("tried in vain, left alone for {left:.0} s more"),
            Misfit::Settled => "looked into already".to_owned(),
            Misfit::Checked(ago) => format!("looked into {ago:.0} s ago"),
            Misfit::Unsure(sure) => format!("only {:.0} % sure of it", sure * 100.0),
            Misfit::Old(age) => format!("perceived {age:.0} s ago, too long"),
            Misfit::Fresh(age) => format!("perceived only {age:.1} s ago"),
            Misfit::InSight => "it is in sight".to_owned(),
            Misfit::OutOfSight => "it is out of sight".to_owned(),
            Misfit::Far(metres) => format!("{metres:.0} m away, too far"),
            Misfit::Near(metres) => format!("{metres:.0} m away, too near"),
            Misfit::Place => "what is around it is not as is wanted".to_owned(),
            Misfit::Other => "not as is wanted".to_owned(),
        }
    }
}
