//! A request in the form that the search needs: the start state, and the cost of each action, candidate and path.
//!
//! Independent of: the order of search.

use super::Problem;
use super::nodes::NONE;
use crate::compiled::{ActionId, CompiledFact, ContextPreconditionId, CostId, CostSource};
use crate::fact::MAX_CANDIDATES;
use crate::number::{INF, PlanCost, add};
use crate::request::{CandidateKinds, PlanRequest, PlanStep};
use crate::task::{FieldEncoding, Task, TaskAction};

/// An action of the task with one of its candidates, as a step of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroundedAction {
    pub index: usize,
    /// [`NONE`] for an action without a target.
    pub candidate: u32,
    /// Cost of the action, without travel.
    pub cost: i64,
}

/// An action of the task with one of its candidates, as a step of a plan that has no costs yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathStep {
    pub action: u32,
    /// [`NONE`] for an action without a target.
    pub candidate: u32,
}

/// The maximum number of candidates for which travel costs are cached.
const MAX_CACHED_CANDIDATES: usize = 512;

#[derive(Debug, Default)]
pub(crate) struct GroundedRequest {
    /// By word: the bit of the start value in each row of bits.
    pub start: Vec<u64>,
    /// By field: the start value.
    pub values: Vec<i64>,
    /// By action of the task: its cost, the minimum over its candidates if it has a target; infinite if it cannot be
    /// used.
    pub costs: Vec<i64>,
    /// By action of the task: the bits of all kinds that its candidates have, required or not.
    kinds: Vec<CandidateKinds>,
    /// By action of the task: the range of its candidates in `candidates`.
    ranges: Vec<(u32, u32)>,
    /// Candidate, and cost of the action for it.
    candidates: Vec<(u32, i64)>,
    travel_cache: TravelCache,
}

impl GroundedRequest {
    pub fn reset(&mut self, task: &Task, facts: &[CompiledFact], request: &PlanRequest) {
        self.start.clear();
        self.start.resize(task.words, 0);
        self.values.clear();
        for field in &task.fields {
            let fact = field.fact as usize;
            let value = facts[fact].value_in(request.state, fact);
            if let FieldEncoding::Bits { word, shift, .. } = field.encoding {
                self.start[word as usize] |= 1 << (shift + (value - field.range.0) as u32);
            }
            self.values.push(value);
        }
        self.costs.clear();
        self.kinds.clear();
        self.ranges.clear();
        self.candidates.clear();
        for action in &task.actions {
            let first = self.candidates.len();
            self.kinds.push(0);
            let cost = self.cost(action, request);
            self.costs.push(cost);
            self.ranges.push((first as u32, self.candidates.len() as u32));
        }
        if task.last.is_some() {
            self.travel_cache.reset(request.candidates.len());
        }
    }

    fn cost(&mut self, action: &TaskAction, request: &PlanRequest) -> i64 {
        let id = ActionId(action.action);
        if !request.is_enabled(id) {
            return INF;
        }
        let Some(target) = action.target else { return cost_of(action, id, request, None) };
        let first = self.candidates.len();
        for (index, candidate) in request.candidates.iter().enumerate().take(MAX_CANDIDATES) {
            if !target.accepts(candidate.kinds) {
                continue;
            }
            let surcharge = request.context.surcharge(id, index as u32).0.clamp(0, INF);
            let cost = add(surcharge, cost_of(action, id, request, Some(index as u32)));
            if cost < INF {
                self.candidates.push((index as u32, cost));
                if let Some(kinds) = self.kinds.last_mut() {
                    *kinds |= candidate.kinds;
                }
            }
        }
        let own = &mut self.candidates[first..];
        let least = own.iter().map(|&(_, cost)| cost).min().unwrap_or(INF);
        if action.has_interchangeable_candidates() {
            // The cheapest come first, and if the action can be repeated, one is enough.
            own.sort_unstable_by_key(|&(candidate, cost)| (cost, candidate));
            if !target.once_per_target {
                self.candidates.truncate(first + 1);
            }
        }
        least
    }

    /// An action's candidates in ascending order; by cost if they differ in nothing else.
    pub fn candidates(&self, action: usize) -> &[(u32, i64)] {
        let (from, to) = self.ranges[action];
        &self.candidates[from as usize..to as usize]
    }

    /// The bits of all kinds that an action's candidates have.
    pub fn kinds(&self, action: usize) -> CandidateKinds {
        self.kinds[action]
    }

    /// The cost of an action for a candidate; infinite if the candidate is not allowed, or left out because it differs from a
    /// cheaper one only in cost.
    pub fn cost_for(&self, task: &Task, action: usize, candidate: u32) -> i64 {
        let own = self.candidates(action);
        let at = match task.actions[action].has_interchangeable_candidates() {
            true => own.iter().position(|&(other, _)| other == candidate),
            false => own.binary_search_by_key(&candidate, |&(candidate, _)| candidate).ok(),
        };
        at.map_or(INF, |at| own[at].1)
    }

    /// The travel cost to a candidate, from another one or (`None`) from the agent's position.
    pub fn travel(&mut self, request: &PlanRequest, from: Option<u32>, to: u32) -> i64 {
        self.travel_cache.travel(request, from, to)
    }

    /// The same; 0 without a destination.
    pub fn travel_to(&mut self, request: &PlanRequest, from: Option<u32>, to: Option<u32>) -> i64 {
        to.map_or(0, |to| self.travel(request, from, to))
    }

    /// A step of an action of the task with this candidate, with its costs. `place` is the candidate last travelled to.
    pub fn step(
        &mut self,
        problem: &Problem,
        index: usize,
        candidate: Option<u32>,
        place: &mut Option<u32>,
    ) -> PlanStep {
        let action = &problem.task.actions[index];
        let (mut cost, mut travel) = (self.costs[index], 0);
        if let (Some(candidate), Some(target)) = (candidate, action.target) {
            cost = self.cost_for(problem.task, index, candidate);
            if target.includes_travel {
                travel = self.travel(problem.request, *place, candidate);
                *place = Some(candidate);
            }
        }
        let (cost, travel) = (PlanCost(add(cost, travel)), PlanCost(travel));
        PlanStep { action: ActionId(action.action), candidate, cost, travel }
    }

    /// Writes the steps of a plan, first to last, with their costs.
    pub fn write_steps(&mut self, problem: &Problem, path: impl Iterator<Item = PathStep>, steps: &mut Vec<PlanStep>) {
        steps.clear();
        let mut place = None;
        for PathStep { action, candidate } in path {
            let candidate = (candidate != NONE).then_some(candidate);
            steps.push(self.step(problem, action as usize, candidate, &mut place));
        }
    }
}

fn cost_of(action: &TaskAction, id: ActionId, request: &PlanRequest, candidate: Option<u32>) -> i64 {
    if action
        .context_preconditions
        .iter()
        .any(|&check| !request.context.precondition_holds(ContextPreconditionId(check), id, candidate))
    {
        return INF;
    }
    match action.cost {
        CostSource::Fixed(steps) => steps,
        CostSource::Named(name) => request.context.cost(CostId(name), id, candidate).0.clamp(0, INF),
    }
}

/// Travel costs, each requested once. One row per destination, allocated when first needed.
#[derive(Debug, Default)]
struct TravelCache {
    count: usize,
    rows: Vec<u32>,
    costs: Vec<i64>,
}

impl TravelCache {
    fn reset(&mut self, count: usize) {
        self.count = count;
        self.costs.clear();
        self.rows.clear();
        self.rows.resize(count, u32::MAX);
    }

    fn travel(&mut self, request: &PlanRequest, from: Option<u32>, to: u32) -> i64 {
        let ask = || request.context.travel(from, to).0.clamp(0, INF);
        if self.count > MAX_CACHED_CANDIDATES || to as usize >= self.count {
            return ask();
        }
        let row = &mut self.rows[to as usize];
        if *row == u32::MAX {
            *row = self.costs.len() as u32;
            self.costs.resize(self.costs.len() + self.count + 1, -1);
        }
        let known = &mut self.costs[*row as usize + from.map_or(self.count, |from| from as usize)];
        if *known < 0 {
            *known = ask();
        }
        *known
    }
}
