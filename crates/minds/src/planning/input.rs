//! The planner's view of one mind: fact values, candidates for targets, available actions, and costs.
//!
//! Independent of: which goal is pursued, or how a plan is executed.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use bevy_math::Vec3;
use quarry_goap::{ActionId, CandidateKinds, CostId, FactId, NO_TARGET, PlanCost, PlanningContext, State};

use crate::{
    brain::{ActionSpec, Brain, FactSource},
    experience::Experience,
    protocol::{Digest, Label, PlaceId, Subject, Terrain},
    queries::MemoryView,
    value::{Judgement, PlanValue},
};

/// A remembered thing or agent that some action may have as its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetCandidate {
    /// The thing or agent.
    pub subject: Subject,
    /// Where it is believed to be, in metres.
    pub place: Vec3,
    /// The terrain place nearest to that position.
    pub terrain_place: PlaceId,
    /// The actions that may have it as their target, one bit each; see [`crate::brain::ActionSpec::bit`].
    pub kinds: CandidateKinds,
    /// Straight distance from the agent, in metres.
    distance: f32,
}

/// All that the planner is given about one mind at one moment.
#[derive(Clone, Debug, Default)]
pub struct PlannerInput {
    /// One value per fact of the domain.
    pub state: State,
    /// The candidates for targets.
    pub candidates: Vec<TargetCandidate>,
    /// For each action, whether it may be planned.
    pub enabled: Vec<bool>,
    /// A hash over everything that a plan depends on, except distances.
    pub signature: u64,
    /// A hash over the candidates and the enabled actions.
    pub membership: u64,
    /// How many more there would be without `thinking.max_candidates`.
    pub left_out: u32,
    /// The candidates of the last update.
    before: Vec<TargetCandidate>,
    /// The candidates as the planner takes them.
    plan_candidates: Vec<quarry_goap::PlanCandidate>,
}

impl PlannerInput {
    /// Reads everything from memory again. Leaves out targets on cooldown (action, target, end tick) and disabled actions.
    pub fn update(
        &mut self,
        brain: &Brain,
        view: &MemoryView,
        target_cooldowns: &[(usize, Subject, u32)],
        disabled: &BTreeSet<Label>,
    ) {
        self.update_targets(brain, view, target_cooldowns, disabled);
        self.read_facts(brain, view);
        // An action that could begin now, only to end at once, brings nothing about.
        for (enabled, action) in self.enabled.iter_mut().zip(&brain.actions) {
            *enabled &= !(action.has_succeeded(view) && brain.domain.is_applicable(action.id, None, &self.state));
        }
        let mut sum = Digest::default();
        for candidate in &self.candidates {
            (candidate.subject, candidate.kinds).hash(&mut sum);
        }
        self.enabled.hash(&mut sum);
        self.membership = sum.finish();
        self.state.hash(&mut sum);
        self.signature = sum.finish();
    }

    /// Reads only the candidates for targets and the available actions: all that a decision structure asks for.
    pub fn update_targets(
        &mut self,
        brain: &Brain,
        view: &MemoryView,
        target_cooldowns: &[(usize, Subject, u32)],
        disabled: &BTreeSet<Label>,
    ) {
        self.collect_candidates(brain, view, target_cooldowns);
        self.enabled.clear();
        self.enabled.extend(brain.actions.iter().map(|action| {
            !disabled.contains(&action.data.name)
                && action.available_when.as_ref().is_none_or(|condition| view.holds(&condition.expression))
        }));
    }

    /// Replaces the values of some facts, for what-if questions.
    pub fn override_facts(&mut self, values: &[(FactId, i64)]) {
        for (fact, value) in values {
            if let Some(slot) = self.state.get_mut(fact.index()) {
                *slot = *value;
            }
        }
    }

    fn collect_candidates(&mut self, brain: &Brain, view: &MemoryView, target_cooldowns: &[(usize, Subject, u32)]) {
        std::mem::swap(&mut self.candidates, &mut self.before);
        self.candidates.clear();
        let bits_of = |query: usize| view.queries.get(query).map_or(0, |query| query.bits);
        let bits = brain.target_queries.iter().fold(0, |bits, (query, _)| bits | bits_of(*query));
        for (bit, fact) in view.memory.with_bits(bits) {
            let matches = |query: usize| bits_of(query) & bit != 0 && view.matches(query, fact);
            let matching = brain.target_queries.iter().filter(|(query, _)| matches(*query));
            let mut kinds = matching.fold(0, |all, (_, actions)| all | actions);
            for (action, subject, _) in target_cooldowns {
                if *subject == fact.subject {
                    kinds &= !brain.action(*action).map_or(0, |action| action.bit);
                }
            }
            if kinds != 0 {
                let place = fact.estimate;
                let distance = view.sense.place.distance(place);
                self.candidates.push(TargetCandidate {
                    subject: fact.subject,
                    place,
                    terrain_place: 0,
                    kinds,
                    distance,
                });
            }
        }
        let most = usize::from(brain.thinking.max_candidates);
        self.left_out = self.candidates.len().saturating_sub(most) as u32;
        if self.candidates.len() > most {
            self.keep_nearest(most, |subject| view.planned.iter().any(|step| step.target == Some(subject)));
        }
        self.find_terrain_places(view.terrain);
        self.plan_candidates.clear();
        self.plan_candidates
            .extend(self.candidates.iter().map(|candidate| quarry_goap::PlanCandidate { kinds: candidate.kinds }));
    }

    /// Looks up the terrain places of the candidates, except of those that were candidates before and have not moved.
    fn find_terrain_places(&mut self, terrain: &dyn Terrain) {
        let mut known = self.before.iter().peekable();
        for candidate in &mut self.candidates {
            while known.next_if(|known| known.subject < candidate.subject).is_some() {}
            let same =
                known.peek().filter(|known| known.subject == candidate.subject && known.place == candidate.place);
            candidate.terrain_place =
                same.map_or_else(|| terrain.nearest_place(candidate.place), |known| known.terrain_place);
        }
    }

    /// Keeps the nearest candidates: first the nearest for each choice of actions, then the second nearest, and so on, so that
    /// much of one thing nearby does not crowd out the only one of another farther away. Targets of the plan being executed come
    /// before all: without them it would break because something nearer was seen. They stay in the order of subjects, which does not
    /// change while the agent walks.
    fn keep_nearest(&mut self, most: usize, is_planned: impl Fn(Subject) -> bool) {
        self.candidates.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.subject.cmp(&b.subject)));
        let mut seen: Vec<(CandidateKinds, usize)> = Vec::new();
        let mut ranked: Vec<(usize, TargetCandidate)> = Vec::with_capacity(self.candidates.len());
        for candidate in self.candidates.drain(..) {
            let known = seen.iter().position(|(kinds, _)| *kinds == candidate.kinds).unwrap_or_else(|| {
                seen.push((candidate.kinds, 0));
                seen.len() - 1
            });
            ranked.push((seen[known].1, candidate));
            seen[known].1 += 1;
        }
        ranked.sort_by_key(|(rank, candidate)| (!is_planned(candidate.subject), *rank));
        self.candidates.extend(ranked.into_iter().take(most).map(|(_, candidate)| candidate));
        self.candidates.sort_by_key(|candidate| candidate.subject);
    }

    fn read_facts(&mut self, brain: &Brain, view: &MemoryView) {
        let domain = &brain.domain;
        self.state = domain.defaults();
        for fact in &brain.facts {
            let (id, value) = match fact {
                FactSource::Constant(_) => continue,
                FactSource::Flag(id, expression) => (*id, Some(i64::from(view.holds(expression)))),
                FactSource::Number(id, expression) => (*id, domain.nearest(*id, f64::from(view.evaluate(expression)))),
                FactSource::Nearest(id, query) => {
                    // With several members nearby, the current target wins over a nearer one.
                    let current = view.current_target.and_then(|target| view.memory.about(target));
                    let current = current.filter(|fact| view.matches(*query, fact));
                    let nearest = current.or_else(|| view.nearest(*query));
                    let index = nearest.and_then(|fact| self.index(fact.subject));
                    (*id, Some(index.map_or(NO_TARGET, i64::from)))
                }
            };
            if let (Some(value), Some(slot)) = (value, self.state.get_mut(id.index())) {
                *slot = value;
            }
        }
    }

    /// The index of a candidate.
    pub fn index(&self, subject: Subject) -> Option<u32> {
        self.candidates.iter().position(|candidate| candidate.subject == subject).map(|index| index as u32)
    }

    /// The subject of a candidate.
    pub fn subject(&self, index: u32) -> Option<Subject> {
        self.candidates.get(index as usize).map(|candidate| candidate.subject)
    }

    /// The candidates as the planner takes them.
    pub fn plan_candidates(&self) -> &[quarry_goap::PlanCandidate] {
        &self.plan_candidates
    }
}

/// Answers the planner's questions about costs from the memory of one mind.
pub struct MindPlanningContext<'a> {
    /// The compiled mind.
    pub brain: &'a Brain,
    /// Its memory.
    pub view: MemoryView<'a>,
    /// What it has learnt about the odds of actions.
    pub experience: &'a Experience,
    /// The candidates for targets.
    pub candidates: &'a [TargetCandidate],
}

impl MindPlanningContext<'_> {
    /// The cost of an action without travel and surcharges.
    pub fn action_cost(&self, action: ActionId) -> PlanCost {
        let Some(spec) = self.brain.actions.get(action.index()) else { return PlanCost::INFINITE };
        let odds = if spec.target.is_none() { spec.odds_cost(&self.view, None, &self.judgement()) } else { 0.0 };
        PlanCost::measured(spec.cost(&self.view) + f64::from(odds))
    }

    /// The cost of a step with its surcharges, and with the travel from `place`, where the step before it ended; `None` for where the agent is.
    pub(crate) fn step_cost(&self, spec: &ActionSpec, candidate: Option<u32>, place: &mut Option<u32>) -> PlanCost {
        let cost = self.action_cost(spec.id);
        let Some(candidate) = candidate else { return cost };
        let cost = cost.plus(self.surcharge(spec.id, candidate));
        if !spec.data.includes_travel {
            return cost;
        }
        let from = place.replace(candidate);
        cost.plus(self.travel(from, candidate))
    }

    /// The value of a plan for a goal that is worth this much.
    pub(crate) fn value(&self, worth: f32, steps: &[quarry_goap::PlanStep]) -> PlanValue {
        let mut value = PlanValue::of_goal(worth);
        for step in steps {
            let Some(spec) = self.brain.actions.get(step.action.index()) else { continue };
            let target = step.candidate.and_then(|index| self.candidates.get(index as usize));
            let figures = spec.figures(&self.view, target.map(|target| target.subject), &self.judgement());
            value.add(&figures, self.brain.thinking.travel_seconds(step.travel.value()));
        }
        value
    }

    /// What the mind judges odds by.
    pub(crate) fn judgement(&self) -> Judgement<'_> {
        Judgement { brain: self.brain, experience: self.experience }
    }
}

impl PlanningContext for MindPlanningContext<'_> {
    fn cost(&self, _cost: CostId, action: ActionId, _candidate: Option<u32>) -> PlanCost {
        self.action_cost(action)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        let Some(spec) = self.brain.actions.get(action.index()) else { return PlanCost::INFINITE };
        let fact =
            self.candidates.get(candidate as usize).and_then(|candidate| self.view.memory.about(candidate.subject));
        let Some(fact) = fact else { return PlanCost::INFINITE };
        let sum: f32 = spec.surcharges.iter().map(|surcharge| self.view.surcharge(surcharge, fact)).sum();
        PlanCost::measured(f64::from(sum + spec.odds_cost(&self.view, Some(fact.subject), &self.judgement())))
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let Some(to) = self.candidates.get(to as usize) else { return PlanCost::INFINITE };
        let terrain = self.view.terrain;
        let start = match from.map(|from| self.candidates.get(from as usize)) {
            Some(Some(from)) => from.terrain_place,
            Some(None) => return PlanCost::INFINITE,
            None => terrain.nearest_place(self.view.sense.place),
        };
        // Distances between terrain places, not between points, so that they obey the triangle inequality.
        let path = if start == to.terrain_place { 0.0 } else { terrain.place_distance(start, to.terrain_place) };
        if path.is_finite() {
            PlanCost::measured(f64::from(path * self.brain.thinking.cost_per_metre))
        } else {
            PlanCost::INFINITE
        }
    }
}
