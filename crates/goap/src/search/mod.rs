//! The search strategies and the memory they share.
//!
//! Independent of: names, goal relevance, explanations.

use std::time::{Duration, Instant};

use super::request::{BudgetLimit, PlanRequest, PlanStep, SearchBudget};
use super::task::Task;
use crate::domain::Domain;

pub(crate) mod additions;
pub(crate) mod anytime;
pub(crate) mod backward;
pub(crate) mod bounds;
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
pub(crate) mod number_table;
pub(crate) mod paths;
pub(crate) mod prepared;
pub(crate) mod reachability;
pub(crate) mod regression;
pub(crate) mod routes;
pub(crate) mod walks;

use anytime::Incumbent;
use bounds::CostBounds;
use diagnosis::Diagnosis;
use grounding::PathStep;
use ida_star::IdaStar;
use improvement::{ImprovedPlan, Improvement};
use memory::SearchMemory;
use nodes::NodeTable;
use prepared::PreparedRequest;
use regression::Regression;

/// Bytes of its tables at which a search gives up, unless the planner has another limit: 512 MiB.
pub(crate) const MAX_BYTES: usize = 1 << 29;

/// The number of searches that may share a budget: the main one and its helpers.
const SEARCHES: usize = 4;

/// Where the main search comes among them.
pub(crate) const MAIN: usize = 0;

/// Everything a search writes to. Cleared for each request, never freed.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub prepared: PreparedRequest,
    pub bounds: CostBounds,
    /// By search: [`MAIN`], then those that help it.
    pub nodes: [NodeTable; SEARCHES],
    /// The best plan found so far, and what every plan costs at least.
    pub incumbent: Incumbent,
    /// The state being expanded.
    pub current: Vec<u64>,
    pub regression: Regression,
    pub ida_star: IdaStar,
    pub improvement: Improvement,
    pub diagnosis: Diagnosis,
    /// The path of a forward search from the goal back to the start, while its steps are written.
    pub path: Vec<PathStep>,
    pub steps: Vec<PlanStep>,
    /// What the search for this request needed so far.
    pub memory: SearchMemory,
}

impl Scratch {
    /// The plan in `steps`, which costs `total`.
    pub fn plan_to_improve<'a>(
        &'a mut self,
        problem: &'a Problem,
        meter: &'a BudgetMeter,
        total: i64,
    ) -> ImprovedPlan<'a> {
        let Self { prepared, improvement: memory, steps, .. } = self;
        ImprovedPlan { problem, ground: &mut prepared.ground, memory, steps, meter, total }
    }
}

/// What is planned for.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub domain: &'a Domain,
    pub task: &'a Task,
    pub request: &'a PlanRequest<'a>,
}

/// What each strategy works with.
pub(crate) struct SearchParts<'a> {
    pub problem: &'a Problem<'a>,
    pub prepared: &'a mut PreparedRequest,
    pub bounds: &'a mut CostBounds,
    pub nodes: &'a mut NodeTable,
    /// The state being expanded.
    pub current: &'a mut Vec<u64>,
    pub regression: &'a mut Regression,
    pub meter: &'a mut BudgetMeter,
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
        if bytes + self.parked > self.most_bytes {
            return Some(SearchEnd::Stopped(BudgetLimit::Memory));
        }
        if self.nodes.is_multiple_of(16) && self.is_late() {
            return Some(SearchEnd::Stopped(BudgetLimit::Micros));
        }
        self.nodes += 1;
        None
    }
}
