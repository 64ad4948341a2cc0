//! A question put to the planner, with all that it answered it from: the very same can be asked again at any later time,
//! to show the search, to say what is missing, or to try what else might have been.
//!
//! Must not know: goals chosen, plans carried out.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    brain::Brain,
    planner_input::{MindPlanningContext, PlannerInput, TargetCandidate},
    queries::{MemoryView, Mismatch},
};
use crate::{
    goap::{
        self, ActionId, ContextPreconditionId, CostId, Explanation, GoalCandidate, GoalId, PlanCost, PlanRequest,
        Planner, PlanningContext, SearchBudget, State,
    },
    protocol::{AgentId, Label, Subject},
};

/// How many things that an action is not about are kept, at most.
const MOST_EXCLUDED: usize = 12;

/// What a mind leaves out of its plans: actions that are switched off; actions with a target that failed, until when.
pub(super) struct LeftOut<'a> {
    pub off: &'a BTreeSet<Label>,
    pub target_cooldowns: &'a [(usize, Subject, u32)],
}

/// Something known that an action is not about, though it is of the kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excluded {
    /// The number of the action.
    pub action: usize,
    /// What it is not about.
    pub subject: Subject,
    /// Why not.
    pub why: Mismatch,
}

/// A question, with the answers to all that the planner may ask back.
#[derive(Clone, Debug)]
pub struct PlanningSnapshot {
    /// The tick in which it was asked.
    pub tick: u32,
    /// The mind whose question it is.
    pub brain: Arc<Brain>,
    /// One value for each fact of the domain.
    pub state: State,
    /// What plans may be about.
    pub candidates: Vec<TargetCandidate>,
    /// Which actions may be used.
    pub enabled: Vec<bool>,
    /// The goals asked about.
    pub contenders: Vec<GoalCandidate>,
    /// The actions that are switched off.
    pub off: Vec<Label>,
    /// What is known and of the kind that an action is about, and yet is not what it may be about.
    pub excluded: Vec<Excluded>,
    grounded: Vec<goap::PlanCandidate>,
    /// By action.
    costs: Vec<PlanCost>,
    /// By action and candidate.
    surcharges: Vec<PlanCost>,
    /// From each candidate, and last from one's own place, to each candidate.
    ways: Vec<PlanCost>,
}

impl PartialEq for PlanningSnapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.brain, &other.brain)
            && self.tick == other.tick
            && self.state == other.state
            && self.candidates == other.candidates
            && self.enabled == other.enabled
            && self.contenders == other.contenders
            && (&self.costs, &self.surcharges, &self.ways) == (&other.costs, &other.surcharges, &other.ways)
    }
}

impl PlanningSnapshot {
    /// Keeps a question that is being asked.
    pub(super) fn of(
        brain: Arc<Brain>,
        tick: u32,
        outlook: &MindPlanningContext,
        picture: &PlannerInput,
        contenders: &[GoalCandidate],
        left_out: &LeftOut,
    ) -> Self {
        let count = picture.candidates.len() as u32;
        let actions = || brain.domain.action_ids();
        let costs = actions().map(|action| outlook.price(action)).collect();
        let about = |action: ActionId, candidate: u32| {
            let kinds = picture.candidates.get(candidate as usize).map_or(0, |candidate| candidate.kinds);
            brain.domain.fits(action, kinds)
        };
        let surcharge = |action, candidate| {
            if about(action, candidate) { outlook.surcharge(action, candidate) } else { PlanCost::INFINITE }
        };
        let surcharges = actions().flat_map(|action| (0..count).map(move |to| surcharge(action, to))).collect();
        let starts = (0..count).map(Some).chain([None]);
        let ways = starts.flat_map(|from| (0..count).map(move |to| outlook.travel(from, to))).collect();
        Self {
            tick,
            state: picture.state.clone(),
            candidates: picture.candidates.clone(),
            enabled: picture.enabled.clone(),
            contenders: contenders.to_vec(),
            off: left_out.off.iter().copied().collect(),
            excluded: excluded(&brain, &outlook.view, left_out.target_cooldowns),
            grounded: picture.grounded().to_vec(),
            costs,
            surcharges,
            ways,
            brain,
        }
    }

    /// The question about one goal as the planner takes it.
    pub fn request(&self, goal: GoalId) -> PlanRequest<'_> {
        PlanRequest {
            candidates: &self.grounded,
            enabled: Some(&self.enabled),
            context: self,
            budget: SearchBudget { nodes: self.brain.thinking.max_nodes, micros: None },
            ..PlanRequest::new(&self.state, goal)
        }
    }

    /// Asks anew about one goal, and why the answer is what it is.
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
        self.ways.get(from * count + to as usize).copied().unwrap_or(PlanCost::INFINITE)
    }
}

/// What is known and of the kind that an action is about, and why it is not what it may be about.
fn excluded(brain: &Brain, view: &MemoryView, target_cooldowns: &[(usize, Subject, u32)]) -> Vec<Excluded> {
    let mut out = Vec::new();
    for (action, spec) in brain.actions.iter().enumerate() {
        let Some(query) = spec.target else { continue };
        let of_action = view.memory.facts().iter().filter_map(|fact| {
            let left_alone = target_cooldowns.iter().find(|(by, subject, _)| (*by, *subject) == (action, fact.subject));
            let seconds = |until: u32| until.saturating_sub(view.memory.now()) as f32 / view.memory.rate();
            let tried =
                left_alone.filter(|_| view.fits(query, fact)).map(|(.., until)| Mismatch::Tried(seconds(*until)));
            let why = tried.or_else(|| view.mismatch(query, fact))?;
            Some(Excluded { action, subject: fact.subject, why })
        });
        out.extend(of_action.take(MOST_EXCLUDED));
    }
    out
}

impl Excluded {
    /// What it is, and why it is not meant.
    pub fn describe(&self, names: &dyn Fn(Subject) -> String) -> String {
        let who = |agent: AgentId| names(Subject::Agent(agent));
        format!("{}: {}", names(self.subject), self.why.describe(&who))
    }
}
