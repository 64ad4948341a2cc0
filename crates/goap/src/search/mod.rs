//! The search strategies and the memory they share.
//!
//! Independent of: names, goal relevance, explanations.

use std::time::{Duration, Instant};

use super::number::{INF, PlanCost, add};
use super::request::{BudgetLimit, PlanRequest, PlanStep, SearchBudget};
use super::task::Task;
use crate::compiled::ActionId;
use crate::domain::Domain;

pub(crate) mod additions;
pub(crate) mod anytime;
pub(crate) mod backward;
pub(crate) mod diagnosis;
pub(crate) mod forward;
pub(crate) mod grounding;
pub(crate) mod ida_star;
pub(crate) mod improvement;
pub(crate) mod interned_sets;
pub(crate) mod landmarks;
pub(crate) mod lane;
pub(crate) mod memory;
pub(crate) mod nodes;
pub(crate) mod paths;
pub(crate) mod reachability;
pub(crate) mod regression;
pub(crate) mod routes;
pub(crate) mod walks;

use additions::AdditionBounds;
use anytime::Incumbent;
use diagnosis::DiagnosisScratch;
use grounding::GroundedRequest;
use ida_star::IdaStar;
use improvement::Improvement;
use interned_sets::InternedSets;
use landmarks::Landmarks;
use memory::SearchMemory;
use nodes::{NONE, NodeTable};
use reachability::Reachability;
use regression::Regression;
use routes::RouteBounds;

/// Bytes of its tables at which a search gives up, unless the planner has another limit: 512 MiB.
pub(crate) const MAX_BYTES: usize = 1 << 29;

/// From this many unmet goal conditions, or additions to a number, a search starts with strong bounds.
const MANY: usize = 3;

/// The number of searches that may help the main one.
pub(crate) const HELPERS: usize = 3;

/// Everything a search writes to. Cleared for each request, never freed.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub ground: GroundedRequest,
    pub sets: InternedSets,
    pub reachability: Reachability,
    pub nodes: NodeTable,
    /// The tables of the searches that help the main one, while they are paused.
    pub parked: [NodeTable; HELPERS],
    /// Whether any search has helped.
    pub has_helpers: bool,
    /// The best plan found so far, and what every plan costs at least.
    pub incumbent: Incumbent,
    pub regression: Regression,
    /// The state being expanded.
    pub current: Vec<u64>,
    pub steps: Vec<PlanStep>,
    pub diagnosis: DiagnosisScratch,
    pub numbers: AdditionBounds,
    pub landmarks: Landmarks,
    pub routes: RouteBounds,
    pub ida_star: IdaStar,
    pub improvement: Improvement,
    /// Whether addition bounds and landmarks have been computed for this request.
    pub has_strong_bounds: bool,
    /// What the search for this request needed so far.
    pub memory: SearchMemory,
}

/// What is planned for.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub domain: &'a Domain,
    pub task: &'a Task,
    pub request: &'a PlanRequest<'a>,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// A plan of minimum cost was found. This node completes it: the goal of a forward search, the start of a backward one.
    Found { node: u32, total: i64 },
    /// No state is left to expand, so no plan exists.
    Exhausted,
    /// A budget ran out.
    Stopped(BudgetLimit),
    /// The search is long enough for stronger bounds to pay; it must start again with them.
    NeedsStrongBounds,
    /// Its share of the budget is used up; it can be continued.
    Paused,
}

/// Tracks how much of its budget a search has used.
#[derive(Debug)]
pub(crate) struct BudgetMeter {
    pub nodes: u32,
    most: u32,
    /// Nodes at which the search pauses, at most `most`.
    until_nodes: u32,
    until: Option<Instant>,
    most_bytes: usize,
    /// Bytes of other tables than those of the search.
    pub parked: usize,
}

impl BudgetMeter {
    pub fn new(budget: SearchBudget, most_bytes: usize) -> Self {
        let until = budget.micros.and_then(|micros| Instant::now().checked_add(Duration::from_micros(micros)));
        Self { nodes: 0, most: budget.nodes, until_nodes: budget.nodes, until, most_bytes, parked: 0 }
    }

    /// Lets the search pause after this many nodes.
    pub fn pause_after(&mut self, nodes: u32) {
        self.until_nodes = self.nodes.saturating_add(nodes).min(self.most);
    }

    /// Whether the time is over.
    #[inline]
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Counts one expansion, unless the search has to pause or has reached a limit. `bytes` is the size of its tables.
    #[inline]
    pub fn expand(&mut self, bytes: usize) -> Option<SearchEnd> {
        if self.nodes >= self.until_nodes {
            let spent = self.nodes >= self.most;
            return Some(if spent { SearchEnd::Stopped(BudgetLimit::Nodes) } else { SearchEnd::Paused });
        }
        self.exceeded(bytes).map(SearchEnd::Stopped)
    }

    #[inline]
    fn exceeded(&mut self, bytes: usize) -> Option<BudgetLimit> {
        if bytes + self.parked > self.most_bytes {
            return Some(BudgetLimit::Memory);
        }
        if self.nodes.is_multiple_of(16) && self.is_late() {
            return Some(BudgetLimit::Micros);
        }
        self.nodes += 1;
        None
    }
}

impl Scratch {
    /// Computes the bounds that only pay for longer searches: additions and landmarks.
    pub fn compute_strong_bounds(&mut self, task: &Task) {
        self.has_strong_bounds = true;
        self.find_numbers(task);
        self.find_landmarks(task);
    }

    /// Whether a request is known to need strong bounds from the beginning: many unmet goal conditions, a number that takes
    /// many additions, or several stops to order.
    pub fn needs_strong_bounds(&self, task: &Task) -> bool {
        let goal = &task.conditions.goal;
        let unmet = |goal: &u32| {
            let (field, wanted) = task.conditions.list[*goal as usize];
            self.unmet(task, field, wanted, false)
        };
        self.routes.has_stops()
            || (goal.len() >= MANY && goal.iter().filter(|goal| unmet(goal)).count() >= MANY)
            || (!task.set_fields.is_empty() && goal.iter().any(|&goal| self.additions(task, goal) >= MANY as i64))
    }

    /// For a backward search: a lower bound of the cost from the start to a packed state, given the landmarks that remain to
    /// be passed, and whether the start satisfies the state.
    pub fn heuristic(&mut self, task: &Task, request: &PlanRequest, state: &[u64], landmarks: u64) -> (i64, bool) {
        let (mut bound, satisfied) = self.reachability.bound(task, &self.ground, &mut self.sets, state);
        if satisfied || bound >= INF {
            return (bound, satisfied);
        }
        if self.has_strong_bounds {
            bound = bound.max(add(self.numbers_bound(task, state), self.landmarks.cost(landmarks)));
        }
        (add(bound, self.routes_bound(task, request, state)), false)
    }

    /// Extracts the steps of a backward search, from the node at the start to the root at the goal.
    pub fn write_backward(&mut self, task: &Task, request: &PlanRequest, node: u32) {
        self.steps.clear();
        let (mut at, mut place) = (node, None);
        while self.nodes.list[at as usize].parent != NONE {
            let node = self.nodes.list[at as usize];
            self.write_step(task, request, node.action, node.candidate, &mut place);
            at = node.parent;
        }
    }

    /// Extracts the steps of a forward search.
    pub fn write_forward(&mut self, task: &Task, request: &PlanRequest, node: u32) {
        let mut path = std::mem::take(&mut self.ida_star.best);
        path.clear();
        let mut at = node;
        while self.nodes.list[at as usize].parent != NONE {
            let node = self.nodes.list[at as usize];
            path.push((node.action, node.candidate));
            at = node.parent;
        }
        self.steps.clear();
        let mut place = None;
        for &(action, candidate) in path.iter().rev() {
            self.write_step(task, request, action, candidate, &mut place);
        }
        self.ida_star.best = path;
    }

    /// Appends a step. `place` is the candidate last travelled to.
    pub fn write_step(
        &mut self,
        task: &Task,
        request: &PlanRequest,
        index: u32,
        candidate: u32,
        place: &mut Option<u32>,
    ) {
        let candidate = (candidate != NONE).then_some(candidate);
        let step = self.priced(task, request, (index as usize, candidate), place);
        self.steps.push(step);
    }

    /// A step of an action of the task with this candidate, with its costs. `place` is the candidate last travelled to.
    pub fn priced(
        &mut self,
        task: &Task,
        request: &PlanRequest,
        (index, candidate): (usize, Option<u32>),
        place: &mut Option<u32>,
    ) -> PlanStep {
        let action = &task.actions[index];
        let (mut cost, mut travel) = (self.ground.costs[index], 0);
        if let (Some(candidate), Some(target)) = (candidate, action.target) {
            cost = self.ground.cost_for(task, index, candidate);
            if target.includes_travel {
                travel = self.ground.travel(request, *place, candidate);
                *place = Some(candidate);
            }
        }
        let (cost, travel) = (PlanCost(add(cost, travel)), PlanCost(travel));
        PlanStep { action: ActionId(action.action), candidate, cost, travel }
    }
}
