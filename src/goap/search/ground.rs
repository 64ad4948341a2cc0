//! The facts of one request as the search needs them: where it starts, what each action costs, whom it may be about, and
//! what the ways cost.
//!
//! Must not know: the order of search.

use crate::goap::compiled::{ActionId, ContextPreconditionId, CostId, CostSource, FactInfo};
use crate::goap::fact::MAX_CANDIDATES;
use crate::goap::number::{INF, add};
use crate::goap::request::PlanRequest;
use crate::goap::task::{Packed, Task, TaskAction};

/// Up to how many candidates the costs of ways are remembered.
const MOST_REMEMBERED: usize = 512;

#[derive(Debug, Default)]
pub(in crate::goap) struct Ground {
    /// By word: the bit of the start's value in each row of bits.
    pub start: Vec<u64>,
    /// By field: the start's value.
    pub values: Vec<i64>,
    /// By action of the task: its cost, the least of its candidates' if it has any; infinite if it cannot be used.
    pub costs: Vec<i64>,
    /// By action of the task: the bits of all kinds that its candidates are of, whether it asks for them or not.
    kinds: Vec<u64>,
    /// By action of the task: the range of its candidates in `candidates`.
    ranges: Vec<(u32, u32)>,
    /// PlanCandidate and cost of the action for it.
    candidates: Vec<(u32, i64)>,
    ways: Ways,
}

impl Ground {
    pub fn reset(&mut self, task: &Task, facts: &[FactInfo], request: &PlanRequest) {
        self.start.clear();
        self.start.resize(task.words, 0);
        self.values.clear();
        for field in &task.fields {
            let fact = field.fact as usize;
            let value = request.state.get(fact).copied().unwrap_or(facts[fact].default);
            let value = value.clamp(field.range.0, field.range.1);
            if let Packed::Bits { word, shift, .. } = field.place {
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
            self.ways.reset(request.candidates.len());
        }
    }

    fn cost(&mut self, action: &TaskAction, request: &PlanRequest) -> i64 {
        if request.enabled.is_some_and(|enabled| !enabled.get(action.action as usize).is_some_and(|&on| on)) {
            return INF;
        }
        let id = ActionId(action.action);
        let Some(target) = action.target else { return cost_of(action, id, request, None) };
        let first = self.candidates.len();
        for (index, candidate) in request.candidates.iter().enumerate().take(MAX_CANDIDATES) {
            if candidate.kinds & target.kinds == 0 && target.kinds != u64::MAX {
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
        if !target.includes_travel && !action.names_candidate {
            // Nothing but the cost tells its candidates apart: the cheapest come first, and one will do if it can be
            // done again.
            own.sort_unstable_by_key(|&(candidate, cost)| (cost, candidate));
            if !target.once_per_target {
                self.candidates.truncate(first + 1);
            }
        }
        least
    }

    /// What an action may be about, in ascending order (by cost, where nothing else tells the candidates apart).
    pub fn candidates(&self, action: usize) -> &[(u32, i64)] {
        let (from, to) = self.ranges[action];
        &self.candidates[from as usize..to as usize]
    }

    /// The bits of all kinds that an action's candidates are of.
    pub fn kinds(&self, action: usize) -> u64 {
        self.kinds[action]
    }

    /// What an action costs for a candidate; infinite if it may not be about it. For actions that travel or name
    /// their candidate.
    pub fn cost_for(&self, action: usize, candidate: u32) -> i64 {
        let own = self.candidates(action);
        own.binary_search_by_key(&candidate, |&(candidate, _)| candidate).map_or(INF, |at| own[at].1)
    }

    /// As `cost_for`, for any targeted action.
    pub fn cost_for_any(&self, action: usize, candidate: u32) -> i64 {
        let own = self.candidates(action).iter().find(|&&(other, _)| other == candidate);
        own.map_or(INF, |&(_, cost)| cost)
    }

    /// What the way costs; from the agent's place if `from` is `None`.
    pub fn travel(&mut self, request: &PlanRequest, from: Option<u32>, to: u32) -> i64 {
        self.ways.travel(request, from, to)
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

/// The costs of ways, each asked for once: a row for each destination, made when first needed.
#[derive(Debug, Default)]
struct Ways {
    count: usize,
    rows: Vec<u32>,
    costs: Vec<i64>,
}

impl Ways {
    fn reset(&mut self, count: usize) {
        self.count = count;
        self.costs.clear();
        self.rows.clear();
        self.rows.resize(count, u32::MAX);
    }

    fn travel(&mut self, request: &PlanRequest, from: Option<u32>, to: u32) -> i64 {
        let ask = || request.context.travel(from, to).0.clamp(0, INF);
        if self.count > MOST_REMEMBERED || to as usize >= self.count {
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
