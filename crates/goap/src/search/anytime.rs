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
use super::nodes::{NONE, NodeTable, Weight};
use super::{BudgetMeter, MAIN, Problem, Scratch, SearchEnd, SearchParts, backward, forward, ida_star};
use crate::number::INF;
use crate::request::{PlanStep, Strategy};

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

/// Searches with the request's strategy. The request must be prepared. The steps of an optimal plan are in `scratch.steps`,
/// those of the best plan within the budget in `scratch.incumbent`.
pub(crate) fn search(scratch: &mut Scratch, problem: &Problem, meter: &mut BudgetMeter) -> SearchEnd {
    let request = problem.request;
    scratch.incumbent.cost = INF;
    scratch.incumbent.bound = 0;
    for nodes in &mut scratch.nodes[MAIN + 1..] {
        nodes.clear();
    }
    scratch.bounds.begin(problem, &mut scratch.prepared);
    let alone = if scratch.bounds.routes.has_stops() { ALONE.1 } else { ALONE.0 };
    let mut search = SharedSearch { problem, scratch, meter };
    if request.strategy == Strategy::IdaStar {
        return search.deepen();
    }
    let mut main = Lane::new(MAIN, request.strategy == Strategy::Forward, Weight::EXACT);
    search.meter.pause_after(alone.min(request.budget.nodes / 2));
    let mut end = search.run_main(&mut main);
    if end == SearchEnd::Paused {
        end = search.share(&mut main);
    }
    search.note_memory();
    let incumbent = &mut search.scratch.incumbent;
    incumbent.bound = incumbent.bound.max(main.bound);
    match end {
        SearchEnd::Stopped(_) if main.best != NONE && main.total < incumbent.cost => {
            search.write(&main, main.best);
            search.keep(main.total);
        }
        SearchEnd::Found { node, .. } if node != NONE => search.write(&main, node),
        _ => {}
    }
    end
}

/// The searches for one request, which share its budget.
struct SharedSearch<'a> {
    problem: &'a Problem<'a>,
    scratch: &'a mut Scratch,
    meter: &'a mut BudgetMeter,
}

impl SharedSearch<'_> {
    /// Iterative deepening, which has no helpers.
    fn deepen(&mut self) -> SearchEnd {
        let Scratch { prepared, bounds, nodes, current, regression, ida_star, memory, .. } = &mut *self.scratch;
        let nodes = &mut nodes[MAIN];
        let parts =
            SearchParts { problem: self.problem, prepared, bounds, nodes, current, regression, meter: self.meter };
        let end = ida_star::search(parts, ida_star, memory);
        self.scratch.incumbent.bound = self.scratch.ida_star.bound;
        let total = self.scratch.ida_star.total;
        if total < INF {
            let Scratch { prepared, ida_star, steps, .. } = &mut *self.scratch;
            prepared.ground.write_steps(self.problem, ida_star.steps(), steps);
            self.keep(total);
        }
        end
    }

    /// Continues the main search. It starts again whenever stronger bounds pay.
    fn run_main(&mut self, main: &mut Lane) -> SearchEnd {
        loop {
            let end = self.run(main);
            if end != SearchEnd::NeedsStrongBounds {
                return end;
            }
            self.note_memory();
            self.scratch.bounds.strengthen(self.problem.task, &self.scratch.prepared);
            *main = Lane { bound: main.bound, ..Lane::new(MAIN, main.forward, main.weight) };
        }
    }

    /// Continues a search.
    fn run(&mut self, lane: &mut Lane) -> SearchEnd {
        let Scratch { prepared, bounds, nodes, current, regression, .. } = &mut *self.scratch;
        let nodes = &mut nodes[lane.table];
        let parts =
            SearchParts { problem: self.problem, prepared, bounds, nodes, current, regression, meter: self.meter };
        match lane.forward {
            true => forward::search(parts, lane),
            false => backward::search(parts, lane),
        }
    }

    /// Writes the steps of the plan that a node completes.
    fn write(&mut self, lane: &Lane, node: u32) {
        let Scratch { prepared, nodes, path, steps, .. } = &mut *self.scratch;
        let to_root = nodes[lane.table].path_to_root(node);
        if !lane.forward {
            return prepared.ground.write_steps(self.problem, to_root, steps);
        }
        path.clear();
        path.extend(to_root);
        prepared.ground.write_steps(self.problem, path.iter().rev().copied(), steps);
    }

    /// Keeps the steps as the best plan so far.
    fn keep(&mut self, cost: i64) {
        let Scratch { incumbent, steps, .. } = &mut *self.scratch;
        incumbent.steps.clear();
        incumbent.steps.extend_from_slice(steps);
        incumbent.cost = cost;
    }

    fn note_memory(&mut self) {
        let Scratch { memory, nodes, prepared, .. } = &mut *self.scratch;
        memory.note(nodes, &prepared.sets);
    }

    /// Shares the rest of the budget between a main search and its helpers. `Found` without a node: the plan is in `scratch.steps`.
    #[cold]
    fn share(&mut self, main: &mut Lane) -> SearchEnd {
        let first = Weight(WEIGHTS[0]);
        let mut backward = Lane::new(1, false, first);
        let mut forward = Lane::new(2, true, first);
        let mut second_direction = Lane::new(3, true, Weight::EXACT);
        second_direction.done = main.forward;
        let mut slice = FIRST_SLICE;
        loop {
            // Forward search has no lower bound of travel.
            let stops = self.scratch.bounds.routes.has_stops();
            for helper in [&mut backward, &mut forward, &mut second_direction] {
                let exact = helper.weight == Weight::EXACT;
                let planned = self.scratch.incumbent.cost < INF;
                let waits = match exact {
                    true => self.meter.nodes < SECOND_DIRECTION_FROM,
                    false => helper.forward && planned && stops,
                };
                if helper.done || waits {
                    continue;
                }
                let share = match (exact, planned) {
                    (true, _) => slice / 4,
                    (false, true) => slice / 8,
                    (false, false) => slice / 2,
                };
                self.meter.pause_after(share);
                if let Some(end) = self.help(helper) {
                    return end;
                }
            }
            let share = if self.scratch.incumbent.cost < INF { slice.saturating_mul(2) } else { slice };
            self.meter.pause_after(share);
            self.meter.parked = NodeTable::bytes_but(&self.scratch.nodes, MAIN);
            let end = self.run_main(main);
            if end != SearchEnd::Paused {
                return end;
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Continues a helper until it pauses. Returns how the whole search ended, if it did.
    fn help(&mut self, lane: &mut Lane) -> Option<SearchEnd> {
        self.meter.parked = NodeTable::bytes_but(&self.scratch.nodes, lane.table);
        let exact = lane.weight == Weight::EXACT;
        let known = self.scratch.incumbent.cost;
        if lane.started && !exact && lane.total > known {
            lane.total = known;
        }
        let end = loop {
            let end = self.run(lane);
            match end {
                SearchEnd::Found { node, total } if exact => {
                    self.write(lane, node);
                    break Some(SearchEnd::Found { node: NONE, total });
                }
                SearchEnd::Found { node, total } => {
                    self.improve_on(lane, node, total);
                    // The next helper need not look for a first plan.
                    break None;
                }
                // Tables begun with weaker bounds remain usable: their estimates are lower bounds all the same.
                SearchEnd::NeedsStrongBounds => {}
                SearchEnd::Exhausted if exact || known >= INF => break Some(end),
                SearchEnd::Exhausted => {
                    // No plan is cheaper than the best one found.
                    let Scratch { incumbent, steps, .. } = &mut *self.scratch;
                    steps.clear();
                    steps.extend_from_slice(&incumbent.steps);
                    break Some(SearchEnd::Found { node: NONE, total: known });
                }
                SearchEnd::Paused => break None,
                SearchEnd::Stopped(_) => break Some(end),
            }
        };
        if exact {
            self.scratch.incumbent.bound = self.scratch.incumbent.bound.max(lane.bound);
        }
        end
    }

    /// Improves the plan that a weighted search has found, keeps it if it is the best one so far, and lets the search go on with
    /// the next weight.
    fn improve_on(&mut self, lane: &mut Lane, node: u32, total: i64) {
        self.write(lane, node);
        let total = self.scratch.plan_to_improve(self.problem, self.meter, total).improve(lane.forward);
        if total < self.scratch.incumbent.cost {
            self.keep(total);
        }
        lane.best = NONE;
        lane.total = self.scratch.incumbent.cost;
        match WEIGHTS.iter().find(|&&weight| weight < lane.weight.0) {
            Some(&weight) => {
                lane.weight = Weight(weight);
                self.scratch.nodes[lane.table].reweigh(lane.weight, lane.total);
            }
            None => lane.done = true,
        }
    }
}
