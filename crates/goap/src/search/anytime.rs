//! Anytime search: the searches that share a budget, and the best plan found so far.
//!
//! The main search is exact and runs alone at first, so that short searches are as fast as ever. If it takes longer, weighted
//! searches from both ends look for a first plan and then, with falling weights, for better ones (restarting from the open
//! nodes of the search before: ARA*, Likhachev, Gordon and Thrun, 2003). Beside a backward search, an exact forward search
//! gets a share of long searches too: some problems are small from one end only. The searches take turns in slices that
//! double, counted in nodes, so that under a node budget the result is the same on every machine; under a time budget it
//! depends on how fast the machine is. The weighted searches look only for plans that are cheaper than the best one known.
//! The exact searches are not pruned by it: they look for a plan of minimum cost, whatever the others have found.
//!
//! Independent of: names, explanations.

use super::lane::Lane;
use super::nodes::{NONE, Weight};
use super::{BudgetMeter, HELPERS, Problem, Scratch, SearchEnd, backward, forward, ida_star};
use crate::number::INF;
use crate::request::{PlanRequest, PlanStep, Strategy};
use crate::task::Task;

/// The number of nodes that the main search expands before its helpers begin, but at most half of the node budget. A
/// shorter search has no helpers. The second number is for requests in which several stops (targets to visit) may have
/// to be ordered: there the helpers begin sooner.
const ALONE: (u32, u32) = (160, 24);

/// The slice of the first round, in nodes. In each round the helpers expand fractions of a slice in turn, then the main
/// search expands one slice, or two once a plan is known. Each round doubles the slice.
const FIRST_SLICE: u32 = 96;

/// When the nodes of all searches together reach this number, the exact forward search begins to help a backward one.
const SECOND_DIRECTION_FROM: u32 = 4_000;

/// The weights of the estimate in a weighted search, in quarters: 20 is a weight of 5. A search begins with the first;
/// after each plan that it finds it goes on with the next. A lower weight is slower and finds cheaper plans.
const WEIGHTS: [i64; 5] = [20, 12, 8, 6, 5];

/// The best plan found so far.
#[derive(Debug, Default)]
pub(crate) struct Incumbent {
    pub steps: Vec<PlanStep>,
    /// Infinite if there is none.
    pub cost: i64,
    /// Proven lower bound of the cost of every plan.
    pub bound: i64,
}

/// Searches with the request's strategy. The steps of an optimal plan are in `scratch.steps`, those of the best plan within the
/// budget in `scratch.incumbent`.
pub(crate) fn search(scratch: &mut Scratch, problem: Problem, meter: &mut BudgetMeter) -> SearchEnd {
    let Problem { task, request, .. } = problem;
    scratch.has_strong_bounds = false;
    scratch.landmarks.clear();
    scratch.numbers.clear();
    scratch.routes.clear();
    (scratch.incumbent.cost, scratch.incumbent.bound) = (INF, 0);
    if std::mem::take(&mut scratch.has_helpers) {
        for table in &mut scratch.parked {
            table.clear();
        }
    }
    if task.last.is_some() {
        scratch.find_routes(task, request);
    }
    if request.strategy != Strategy::Backward || scratch.needs_strong_bounds(task) {
        scratch.compute_strong_bounds(task);
    }
    if request.strategy == Strategy::IdaStar {
        return ida_star::search(scratch, task, request, meter);
    }
    let mut main = Lane::new(request.strategy == Strategy::Forward, Weight::EXACT);
    let alone = if scratch.routes.has_stops() { ALONE.1 } else { ALONE.0 };
    meter.pause_after(alone.min(request.budget.nodes / 2));
    let mut end = run_main(scratch, task, request, meter, &mut main);
    if end == SearchEnd::Paused {
        end = problem.share(scratch, meter, &mut main);
    }
    scratch.note_memory();
    scratch.incumbent.bound = scratch.incumbent.bound.max(main.bound);
    if let (SearchEnd::Stopped(_), true) = (end, main.best != NONE && main.total < scratch.incumbent.cost) {
        write(scratch, task, request, main.forward, main.best);
        scratch.keep(main.total);
    }
    if let SearchEnd::Found { node, .. } = end
        && node != NONE
    {
        write(scratch, task, request, main.forward, node);
    }
    end
}

/// Continues the main search. It starts again whenever stronger bounds pay.
fn run_main(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    main: &mut Lane,
) -> SearchEnd {
    loop {
        let end = continue_search(scratch, task, request, meter, main);
        if end != SearchEnd::NeedsStrongBounds {
            return end;
        }
        scratch.note_memory();
        if !scratch.has_strong_bounds {
            scratch.compute_strong_bounds(task);
        }
        *main = Lane { bound: main.bound, ..Lane::new(main.forward, main.weight) };
    }
}

fn continue_search(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    lane: &mut Lane,
) -> SearchEnd {
    match lane.forward {
        true => forward::search(scratch, task, request, meter, lane),
        false => backward::search(scratch, task, request, meter, lane),
    }
}

fn write(scratch: &mut Scratch, task: &Task, request: &PlanRequest, forward: bool, node: u32) {
    match forward {
        true => scratch.write_forward(task, request, node),
        false => scratch.write_backward(task, request, node),
    }
}

impl Scratch {
    /// Keeps the steps as the best plan so far.
    pub fn keep(&mut self, cost: i64) {
        self.incumbent.steps.clear();
        self.incumbent.steps.extend_from_slice(&self.steps);
        self.incumbent.cost = cost;
    }
}

impl Problem<'_> {
    /// Shares the rest of the budget between a main search and its helpers. `Found` without a node: the plan is in `scratch.steps`.
    #[cold]
    fn share(&self, scratch: &mut Scratch, meter: &mut BudgetMeter, main: &mut Lane) -> SearchEnd {
        let first = Weight(WEIGHTS[0]);
        // By index: 0 weighted backward, 1 weighted forward, 2 exact forward (idle if the main search is that already).
        let mut helpers: [Lane; HELPERS] =
            [Lane::new(false, first), Lane::new(true, first), Lane::new(true, Weight::EXACT)];
        helpers[2].done = main.forward;
        scratch.has_helpers = true;
        let mut slice = FIRST_SLICE;
        loop {
            for (index, helper) in helpers.iter_mut().enumerate() {
                let planned = scratch.incumbent.cost < INF;
                let waits = match index {
                    0 => false,
                    // Forward search has no lower bound of travel.
                    1 => planned && scratch.routes.has_stops(),
                    _ => meter.nodes < SECOND_DIRECTION_FROM,
                };
                if helper.done || waits {
                    continue;
                }
                let exact = helper.weight == Weight::EXACT;
                let share = match (exact, planned) {
                    (true, _) => slice / 4,
                    (false, true) => slice / 8,
                    (false, false) => slice / 2,
                };
                meter.pause_after(share);
                if let Some(end) = self.help(scratch, meter, (index, helper)) {
                    return end;
                }
            }
            let share = if scratch.incumbent.cost < INF { slice.saturating_mul(2) } else { slice };
            meter.pause_after(share);
            let end = run_main(scratch, self.task, self.request, meter, main);
            if end != SearchEnd::Paused {
                return end;
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Continues a helper until it pauses. Returns how the whole search ended, if it did.
    fn help(
        &self,
        scratch: &mut Scratch,
        meter: &mut BudgetMeter,
        (index, lane): (usize, &mut Lane),
    ) -> Option<SearchEnd> {
        let exact = lane.weight == Weight::EXACT;
        std::mem::swap(&mut scratch.nodes, &mut scratch.parked[index]);
        meter.parked = scratch.parked_bytes();
        if lane.started && !exact && lane.total > scratch.incumbent.cost {
            lane.total = scratch.incumbent.cost;
        }
        let end = loop {
            let end = continue_search(scratch, self.task, self.request, meter, lane);
            match end {
                SearchEnd::Found { node, total } => {
                    write(scratch, self.task, self.request, lane.forward, node);
                    if exact {
                        break Some(SearchEnd::Found { node: NONE, total });
                    }
                    let total = scratch.improve(*self, meter, total, lane.forward);
                    if total < scratch.incumbent.cost {
                        scratch.keep(total);
                    }
                    lane.best = NONE;
                    lane.total = scratch.incumbent.cost;
                    match WEIGHTS.iter().find(|&&weight| weight < lane.weight.0) {
                        Some(&weight) => {
                            lane.weight = Weight(weight);
                            scratch.nodes.reweigh(lane.weight, lane.total);
                        }
                        None => lane.done = true,
                    }
                    // The next helper need not look for a first plan.
                    break None;
                }
                // Tables begun with weaker bounds remain usable: their estimates are lower bounds all the same.
                SearchEnd::NeedsStrongBounds => {}
                SearchEnd::Exhausted if exact || scratch.incumbent.cost >= INF => break Some(end),
                SearchEnd::Exhausted => {
                    // No plan is cheaper than the best one found.
                    let Incumbent { steps, cost, .. } = &scratch.incumbent;
                    scratch.steps.clear();
                    scratch.steps.extend_from_slice(steps);
                    break Some(SearchEnd::Found { node: NONE, total: *cost });
                }
                SearchEnd::Paused => break None,
                SearchEnd::Stopped(_) => break Some(end),
            }
        };
        if exact {
            scratch.incumbent.bound = scratch.incumbent.bound.max(lane.bound);
        }
        std::mem::swap(&mut scratch.nodes, &mut scratch.parked[index]);
        meter.parked = scratch.parked_bytes();
        end
    }
}
