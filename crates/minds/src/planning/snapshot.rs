//! A recorded planner call: the state, the candidates, and every cost the planner may ask for.
//!
//! The inspector repeats the call from it at any later time, to draw the search, to explain a failure, or to try a variant.

use std::{collections::BTreeSet, sync::Arc};

use quarry_goap::{
    ActionId, ContextPreconditionId, CostId, Explanation, GoalCandidate, GoalId, PlanCost, PlanRequest, Planner,
    PlanningContext, SearchBudget, State,
};

use super::input::{MindPlanningContext, PlannerInput, TargetCandidate};
use crate::{
    brain::Brain,
    protocol::{AgentId, Label, Subject},
    queries::{MemoryView, Mismatch},
};

/// The most excluded targets kept per action.
const MAX_EXCLUDED: usize = 12;

/// What a mind leaves out of its plans: disabled actions, and targets on cooldown (action, target, end tick).
pub struct PlanFilters<'a> {
    pub disabled: &'a BTreeSet<Label>,
    pub target_cooldowns: &'a [(usize, Subject, u32)],
}

/// A known subject of the right kind that an action could not have as its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excluded {
    /// Index of the action in the brain.
    pub action: usize,
    /// The subject.
    pub subject: Subject,
    /// Why it was excluded.
    pub why: Mismatch,
}

/// One planner call of a mind, with the answers to everything the planner may ask.
#[derive(Clone, Debug)]
pub struct PlanningSnapshot {
    /// The tick of the call.
    pub tick: u32,
    /// The compiled mind.
    pub brain: Arc<Brain>,
    /// One value per fact of the domain.
    pub state: State,
    /// The candidates for targets.
    pub candidates: Vec<TargetCandidate>,
    /// For each action, whether it may be planned.
    pub enabled: Vec<bool>,
    /// The goals that were tried, most relevant first or not: the planner sorts them.
    pub goal_candidates: Vec<GoalCandidate>,
    /// The actions switched off by a person.
    pub disabled: Vec<Label>,
    /// Known subjects of the right kind that were no candidates, and why.
    pub excluded: Vec<Excluded>,
    plan_candidates: Vec<quarry_goap::PlanCandidate>,
    /// Cost per action, without travel and surcharges.
    costs: Vec<PlanCost>,
    /// Surcharge per action and candidate.
    surcharges: Vec<PlanCost>,
    /// Travel cost from each candidate, and last from the agent's own position, to each candidate.
    travel: Vec<PlanCost>,
}

impl PartialEq for PlanningSnapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.brain, &other.brain)
            && self.tick == other.tick
            && self.state == other.state
            && self.candidates == other.candidates
            && self.enabled == other.enabled
            && self.goal_candidates == other.goal_candidates
            && (&self.costs, &self.surcharges, &self.travel) == (&other.costs, &other.surcharges, &other.travel)
    }
}

impl PlanningSnapshot {
    /// Records a planner call.
    pub(crate) fn new(
        brain: Arc<Brain>,
        tick: u32,
        context: &MindPlanningContext,
        input: &PlannerInput,
        goal_candidates: &[GoalCandidate],
        filters: &PlanFilters,
    ) -> Self {
        let count = input.candidates.len() as u32;
        let actions = || brain.domain.action_ids();
        let costs = actions().map(|action| context.action_cost(action)).collect();
        let fits = |action: ActionId, candidate: u32| {
            let kinds = input.candidates.get(candidate as usize).map_or(0, |candidate| candidate.kinds);
            brain.domain.fits(action, kinds)
        };
        let surcharge = |action, candidate| {
            if fits(action, candidate) { context.surcharge(action, candidate) } else { PlanCost::INFINITE }
        };
        let surcharges = actions().flat_map(|action| (0..count).map(move |to| surcharge(action, to))).collect();
        let starts = (0..count).map(Some).chain([None]);
        let travel = starts.flat_map(|from| (0..count).map(move |to| context.travel(from, to))).collect();
        Self {
            tick,
            state: input.state.clone(),
            candidates: input.candidates.clone(),
            enabled: input.enabled.clone(),
            goal_candidates: goal_candidates.to_vec(),
            disabled: filters.disabled.iter().copied().collect(),
            excluded: excluded_targets(&brain, &context.view, filters.target_cooldowns),
            plan_candidates: input.plan_candidates().to_vec(),
            costs,
            surcharges,
            travel,
            brain,
        }
    }

    /// The planner request for one goal.
    pub fn request(&self, goal: GoalId) -> PlanRequest<'_> {
        PlanRequest {
            candidates: &self.plan_candidates,
            enabled: Some(&self.enabled),
            context: self,
            budget: SearchBudget { nodes: self.brain.thinking.max_nodes, micros: None },
            strategy: self.brain.thinking.strategy.into(),
            ..PlanRequest::new(&self.state, goal)
        }
    }

    /// Plans once more for one goal and explains the result.
    pub fn explain(&self, planner: &mut Planner, goal: GoalId) -> Explanation {
        planner.explain(&self.brain.domain, &self.request(goal))
    }
}

impl PlanningContext for PlanningSnapshot {
    fn cost(&self, _cost: CostId, action: ActionId, _candidate: Option<u32>) -> PlanCost {
        self.costs.get(action.index()).copied().unwrap_or(PlanCost::INFINITE)
    }

    fn precondition_holds(&self, _check: ContextPreconditionId, _action: ActionId, _candidate: Option<u32>) -> bool {
        true
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        let count = self.candidates.len();
        self.surcharges.get(action.index() * count + candidate as usize).copied().unwrap_or(PlanCost::INFINITE)
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let count = self.candidates.len();
        let from = from.map_or(count, |from| from as usize);
        self.travel.get(from * count + to as usize).copied().unwrap_or(PlanCost::INFINITE)
    }
}

/// For every action, the known subjects of the right kind that are not candidates for its target.
fn excluded_targets(brain: &Brain, view: &MemoryView, target_cooldowns: &[(usize, Subject, u32)]) -> Vec<Excluded> {
    let seconds_until = |tick: u32| tick.saturating_sub(view.memory.now()) as f32 / view.memory.rate();
    let mut out = Vec::new();
    for (action, spec) in brain.actions.iter().enumerate() {
        let Some(query) = spec.target else { continue };
        let excluded = view.memory.facts().iter().filter_map(|fact| {
            let why = match view.mismatch(query, fact) {
                Some(Mismatch::Kind) => return None,
                Some(why) => why,
                None => {
                    let mut cooldowns = target_cooldowns.iter();
                    let (.., until) = cooldowns.find(|(by, subject, _)| (*by, *subject) == (action, fact.subject))?;
                    Mismatch::OnCooldown(seconds_until(*until))
                }
            };
            Some(Excluded { action, subject: fact.subject, why })
        });
        out.extend(excluded.take(MAX_EXCLUDED));
    }
    out
}

impl Excluded {
    /// The subject and the reason, as text.
    pub fn describe(&self, names: &dyn Fn(Subject) -> String) -> String {
        let agent_name = |agent: AgentId| names(Subject::Agent(agent));
        format!("{}: {}", names(self.subject), self.why.describe(&agent_name))
    }
}
