//! What the planner's searches for one mind needed since the match began.

use quarry_goap::GoalEvaluation;

/// States expanded, and bytes of the searches' tables ([`quarry_goap::PlanResult::bytes`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlannerUse {
    /// States expanded in total.
    pub nodes: u64,
    /// States expanded in the last call, for all goals tried.
    pub last_nodes: u32,
    /// The most states expanded for one goal.
    pub max_nodes: u32,
    /// Bytes, summed over all goals planned for.
    pub bytes: u64,
    /// The most bytes for one goal.
    pub max_bytes: usize,
}

impl PlannerUse {
    /// Adds a planner call.
    pub(super) fn add(&mut self, evaluations: &[GoalEvaluation]) {
        self.last_nodes = 0;
        for evaluation in evaluations {
            self.last_nodes += evaluation.nodes;
            self.max_nodes = self.max_nodes.max(evaluation.nodes);
            self.bytes += evaluation.bytes as u64;
            self.max_bytes = self.max_bytes.max(evaluation.bytes);
        }
        self.nodes += u64::from(self.last_nodes);
    }
}
