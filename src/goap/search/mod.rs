//! The search strategies and the memory they share.
//!
//! Must not know: names, goals by relevance, explanations.

use std::time::{Duration, Instant};

use super::number::{INF, PlanCost, add};
use super::request::{BudgetLimit, PlanRequest, PlanStep, SearchBudget};
use super::task::Task;
use crate::goap::compiled::ActionId;

pub(in crate::goap) mod blame;
pub(in crate::goap) mod deepening;
pub(in crate::goap) mod forward;
pub(in crate::goap) mod ground;
pub(in crate::goap) mod landmarks;
pub(in crate::goap) mod nodes;
pub(in crate::goap) mod numbers;
pub(in crate::goap) mod reach;
pub(in crate::goap) mod regress;
pub(in crate::goap) mod regressive;
pub(in crate::goap) mod routes;
pub(in crate::goap) mod sets;

use blame::Blame;
use deepening::IdaStar;
use ground::Ground;
use landmarks::Landmarks;
use nodes::{NONE, Nodes};
use numbers::Numbers;
use reach::Reach;
use regress::Regress;
use routes::Routes;
use sets::Sets;

/// Words of states beyond which a search gives up: half a gibibyte.
const MOST_WORDS: usize = 1 << 26;

/// Members of numbered sets beyond which a search gives up.
const MOST_SETS: usize = 1 << 22;

/// Conditions of a goal, or additions to a number, that make many.
const MANY: usize = 3;

/// Everything a search writes to. Emptied at each request, never freed.
#[derive(Debug, Default)]
pub(in crate::goap) struct Scratch {
    pub ground: Ground,
    pub sets: Sets,
    pub reach: Reach,
    pub nodes: Nodes,
    pub regress: Regress,
    /// The state being expanded.
    pub current: Vec<u64>,
    pub steps: Vec<PlanStep>,
    pub blame: Blame,
    pub numbers: Numbers,
    pub landmarks: Landmarks,
    pub routes: Routes,
    pub deepening: IdaStar,
    /// Whether numbers and landmarks have been worked out for this request.
    pub deep: bool,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum End {
    /// With a plan of least cost, which ends (or starts, searching backwards) at this node.
    Found { node: u32, total: i64 },
    /// With nothing left to look at.
    Exhausted,
    /// Too early.
    Stopped(BudgetLimit),
    /// Because the quick look was not enough.
    Deeper,
}

/// Counts what a search uses up of its budget.
#[derive(Debug)]
pub(in crate::goap) struct Meter {
    pub nodes: u32,
    most: u32,
    until: Option<Instant>,
}

impl Meter {
    pub fn new(budget: SearchBudget) -> Self {
        let until = budget.micros.and_then(|micros| Instant::now().checked_add(Duration::from_micros(micros)));
        Self { nodes: 0, most: budget.nodes, until }
    }

    /// Counts one expansion; the limit it would overstep, if any.
    pub fn expand(&mut self, words: usize, sets: &Sets) -> Option<BudgetLimit> {
        if self.nodes >= self.most {
            return Some(BudgetLimit::Nodes);
        }
        if words > MOST_WORDS || sets.len() > MOST_SETS {
            return Some(BudgetLimit::Memory);
        }
        if self.nodes.is_multiple_of(64) && self.until.is_some_and(|until| Instant::now() >= until) {
            return Some(BudgetLimit::Micros);
        }
        self.nodes += 1;
        None
    }
}

impl Scratch {
    /// Works out the bounds that are worth it only for a search of some length.
    pub fn deepen(&mut self, task: &Task) {
        self.deep = true;
        self.find_numbers(task);
        self.find_landmarks(task);
    }

    /// Whether a request is of a sort that is known to need better bounds, so that a quick look would be wasted: many things
    /// wanted together, a number to be added to many times, or several stops to order.
    pub fn looks_long(&self, task: &Task) -> bool {
        let goal = &task.conditions.goal;
        let unmet = |goal: &u32| {
            let (field, wanted) = task.conditions.list[*goal as usize];
            self.unmet(task, field, wanted, false)
        };
        self.routes.has_stops()
            || (goal.len() >= MANY && goal.iter().filter(|goal| unmet(goal)).count() >= MANY)
            || (!task.set_fields.is_empty() && goal.iter().any(|&goal| self.additions(task, goal) >= MANY as i64))
    }

    /// A lower bound of what a backward search still needs before a packed state, given the landmarks still to be
    /// passed, and whether the start satisfies the state.
    pub fn rest(&mut self, task: &Task, request: &PlanRequest, state: &[u64], landmarks: u64) -> (i64, bool) {
        let (mut bound, satisfied) = self.reach.bound(task, &self.ground, &mut self.sets, state);
        if satisfied || bound >= INF {
            return (bound, satisfied);
        }
        if self.deep {
            bound = bound.max(add(self.numbers_bound(task, state), self.landmarks.cost(landmarks)));
        }
        (add(bound, self.routes_bound(task, request, state)), false)
    }

    /// Writes out the steps that a backward search found, from the node at the start to the root at the goal.
    pub fn write_backward(&mut self, task: &Task, request: &PlanRequest, node: u32) {
        self.steps.clear();
        let (mut at, mut place) = (node, None);
        while self.nodes.list[at as usize].parent != NONE {
            let node = self.nodes.list[at as usize];
            self.write_step(task, request, node.action, node.candidate, &mut place);
            at = node.parent;
        }
    }

    /// Writes out the steps that a forward search found.
    pub fn write_forward(&mut self, task: &Task, request: &PlanRequest, node: u32) {
        let mut path = std::mem::take(&mut self.deepening.best);
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
        self.deepening.best = path;
    }

    /// Appends a step; `place` is the candidate last travelled to.
    pub fn write_step(
        &mut self,
        task: &Task,
        request: &PlanRequest,
        index: u32,
        candidate: u32,
        place: &mut Option<u32>,
    ) {
        let action = &task.actions[index as usize];
        let candidate = (candidate != NONE).then_some(candidate);
        let (mut cost, mut travel) = (self.ground.costs[index as usize], 0);
        if let (Some(candidate), Some(target)) = (candidate, action.target) {
            cost = self.ground.cost_for_any(index as usize, candidate);
            if target.includes_travel {
                travel = self.ground.travel(request, *place, candidate);
                *place = Some(candidate);
            }
        }
        self.steps.push(PlanStep {
            action: ActionId(action.action),
            candidate,
            cost: PlanCost(add(cost, travel)),
            travel: PlanCost(travel.min(INF)),
        });
    }
}
