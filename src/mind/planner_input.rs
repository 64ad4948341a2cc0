//! What the planner is told of the world: facts read out of memory, candidates, which actions may be used, what ways cost.
//!
//! Must not know: goals chosen, plans carried out.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use bevy::math::Vec3;

use super::{
    brain::{Brain, FactSource},
    queries::MemoryView,
};
use crate::{
    goap::{self, ActionId, CostId, FactId, NO_TARGET, PlanCost, PlanningContext, State},
    protocol::{Digest, Label, PlaceId, Subject},
};

/// One remembered thing that actions may be about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetCandidate {
    /// What it is.
    pub subject: Subject,
    /// Where it is believed to be.
    pub place: Vec3,
    /// The place of the terrain there.
    pub spot: PlaceId,
    /// The actions it fits, a bit each.
    pub kinds: u64,
    way: f32,
}

/// What the planner is told.
#[derive(Clone, Debug, Default)]
pub struct PlannerInput {
    /// One value for each fact of the domain.
    pub state: State,
    /// What actions may be about.
    pub candidates: Vec<TargetCandidate>,
    /// Which actions may be used.
    pub enabled: Vec<bool>,
    /// A sum over all that plans depend on, save for distances.
    pub signature: u64,
    /// A sum over what plans can make use of: the candidates and the enabled actions.
    pub membership: u64,
    grounded: Vec<goap::PlanCandidate>,
}

impl PlannerInput {
    /// Paints the picture anew, leaving out what is shunned (an action, its target, until when) and the actions that are
    /// switched off.
    pub fn paint(
        &mut self,
        brain: &Brain,
        view: &MemoryView,
        target_cooldowns: &[(usize, Subject, u32)],
        off: &BTreeSet<Label>,
    ) {
        self.gather(brain, view, target_cooldowns);
        self.read(brain, view);
        self.enabled.clear();
        self.enabled.extend(brain.actions.iter().map(|action| {
            !off.contains(&action.data.name)
                && action.available_when.as_ref().is_none_or(|expression| view.holds(expression))
        }));
        let mut sum = Digest::default();
        for candidate in &self.candidates {
            (candidate.subject, candidate.kinds).hash(&mut sum);
        }
        self.enabled.hash(&mut sum);
        self.membership = sum.finish();
        self.state.hash(&mut sum);
        self.signature = sum.finish();
    }

    /// Takes facts to have these values whatever memory says.
    pub fn assume(&mut self, values: &[(FactId, i64)]) {
        for (fact, value) in values {
            if let Some(slot) = self.state.get_mut(fact.index()) {
                *slot = *value;
            }
        }
    }

    fn gather(&mut self, brain: &Brain, view: &MemoryView, target_cooldowns: &[(usize, Subject, u32)]) {
        self.candidates.clear();
        let bits_of = |query: usize| view.queries.get(query).map_or(0, |query| query.bits);
        let bits = brain.abouts.iter().fold(0, |bits, (query, _)| bits | bits_of(*query));
        for (bit, fact) in view.memory.with_bits(bits) {
            let fits = |query: usize| bits_of(query) & bit != 0 && view.fits(query, fact);
            let abouts = brain.abouts.iter().filter(|(query, _)| fits(*query));
            let mut kinds = abouts.fold(0, |all, (_, actions)| all | actions);
            for (action, subject, _) in target_cooldowns {
                if *subject == fact.subject {
                    kinds &= !brain.action(*action).map_or(0, |action| action.bit);
                }
            }
            if kinds != 0 {
                let place = fact.estimate;
                let way = view.sense.place.distance(place);
                let spot = view.terrain.nearest_place(place);
                self.candidates.push(TargetCandidate { subject: fact.subject, place, spot, kinds, way });
            }
        }
        let most = usize::from(brain.thinking.max_candidates);
        if self.candidates.len() > most {
            // The nearest of them, but in the order of their subjects, which does not change as one walks.
            self.candidates.sort_by(|a, b| a.way.total_cmp(&b.way).then(a.subject.cmp(&b.subject)));
            self.candidates.truncate(most);
            self.candidates.sort_by_key(|candidate| candidate.subject);
        }
        self.grounded.clear();
        self.grounded.extend(self.candidates.iter().map(|candidate| goap::PlanCandidate { kinds: candidate.kinds }));
    }

    fn read(&mut self, brain: &Brain, view: &MemoryView) {
        let domain = &brain.domain;
        self.state = domain.defaults();
        for fact in &brain.facts {
            let (id, value) = match fact {
                FactSource::Constant(_) => continue,
                FactSource::Flag(id, expression) => (*id, Some(i64::from(view.holds(expression)))),
                FactSource::Number(id, expression) => (*id, domain.nearest(*id, f64::from(view.answer(expression)))),
                FactSource::Nearest(id, query) => {
                    // Where two are at hand, one is at the one that one came for.
                    let meant = view.current_target.and_then(|mark| view.memory.about(mark));
                    let meant = meant.filter(|fact| view.fits(*query, fact));
                    let at = meant.or_else(|| view.nearest(*query));
                    let nearest = at.and_then(|fact| self.index(fact.subject));
                    (*id, Some(nearest.map_or(NO_TARGET, i64::from)))
                }
            };
            if let (Some(value), Some(slot)) = (value, self.state.get_mut(id.index())) {
                *slot = value;
            }
        }
    }

    /// The number of a candidate.
    pub fn index(&self, subject: Subject) -> Option<u32> {
        self.candidates.iter().position(|candidate| candidate.subject == subject).map(|index| index as u32)
    }

    /// The subject of a candidate.
    pub fn subject(&self, index: u32) -> Option<Subject> {
        self.candidates.get(index as usize).map(|candidate| candidate.subject)
    }

    /// The candidates as the planner takes them.
    pub fn grounded(&self) -> &[goap::PlanCandidate] {
        &self.grounded
    }
}

/// Answers the planner's questions from one mind's view.
pub struct MindPlanningContext<'a> {
    /// The brain.
    pub brain: &'a Brain,
    /// What it knows.
    pub view: MemoryView<'a>,
    /// The candidates.
    pub candidates: &'a [TargetCandidate],
}

impl MindPlanningContext<'_> {
    /// What an action costs before travel and surcharges.
    pub fn price(&self, action: ActionId) -> PlanCost {
        let Some(spec) = self.brain.actions.get(action.index()) else { return PlanCost::INFINITE };
        let more = spec.extra_cost.as_ref().map_or(0.0, |expression| self.view.answer(expression).max(0.0));
        PlanCost::measured(spec.data.cost + f64::from(more))
    }
}

impl PlanningContext for MindPlanningContext<'_> {
    fn cost(&self, _cost: CostId, action: ActionId, _candidate: Option<u32>) -> PlanCost {
        self.price(action)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        let Some(spec) = self.brain.actions.get(action.index()) else { return PlanCost::INFINITE };
        let fact =
            self.candidates.get(candidate as usize).and_then(|candidate| self.view.memory.about(candidate.subject));
        let Some(fact) = fact else { return PlanCost::INFINITE };
        let sum: f32 = spec.surcharges.iter().map(|surcharge| self.view.surcharge(surcharge, fact)).sum();
        PlanCost::measured(f64::from(sum))
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let Some(to) = self.candidates.get(to as usize) else { return PlanCost::INFINITE };
        let terrain = self.view.terrain;
        let spot = match from.map(|from| self.candidates.get(from as usize)) {
            Some(Some(from)) => from.spot,
            Some(None) => return PlanCost::INFINITE,
            None => terrain.nearest_place(self.view.sense.place),
        };
        // Looked up between the spots of the terrain, so that ways keep to the triangle inequality.
        let way = if spot == to.spot { 0.0 } else { terrain.place_distance(spot, to.spot) };
        if way.is_finite() {
            PlanCost::measured(f64::from(way * self.brain.thinking.cost_per_metre))
        } else {
            PlanCost::INFINITE
        }
    }
}
