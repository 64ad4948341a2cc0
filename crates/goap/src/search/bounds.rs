//! The lower bounds of a search in either direction, put together.
//!
//! Independent of: nodes and their order.

use super::Problem;
use super::additions::{AdditionBounds, additions_needed};
use super::interned_sets::InternedSets;
use super::landmarks::Landmarks;
use super::prepared::PreparedRequest;
use super::routes::RouteBounds;
use crate::number::{INF, add};
use crate::request::Strategy;
use crate::task::Task;

/// From this many unmet goal conditions, or additions to a number, a search starts with strong bounds.
const MANY: usize = 3;

/// What bounds the costs of a request's plans, beside its reachability.
#[derive(Debug, Default)]
pub(crate) struct CostBounds {
    additions: AdditionBounds,
    pub landmarks: Landmarks,
    pub routes: RouteBounds,
    /// Whether additions and landmarks have been computed for this request. They only pay for longer searches.
    pub are_strong: bool,
}

impl CostBounds {
    /// Forgets the bounds of an earlier request, and computes those with which the search for this one begins.
    pub fn begin(&mut self, problem: &Problem, prepared: &mut PreparedRequest) {
        self.are_strong = false;
        self.landmarks.clear();
        self.additions.clear();
        self.routes.clear();
        if problem.task.last.is_some() {
            self.routes.compute(problem, prepared);
        }
        if problem.request.strategy != Strategy::Backward || self.needs_strong(problem.task, prepared) {
            self.strengthen(problem.task, prepared);
        }
    }

    /// Computes additions and landmarks, unless they are known.
    pub fn strengthen(&mut self, task: &Task, prepared: &PreparedRequest) {
        if !self.are_strong {
            self.are_strong = true;
            self.additions.compute(task, prepared);
            self.landmarks.compute(task, prepared, &self.additions);
        }
    }

    /// Whether a request is known to need strong bounds from the beginning: many unmet goal conditions, a number that takes
    /// many additions, or several stops to order.
    fn needs_strong(&self, task: &Task, prepared: &PreparedRequest) -> bool {
        let goal = &task.conditions.goal;
        let unmet = |condition: &&u32| {
            let (field, wanted) = task.conditions.list[**condition as usize];
            prepared.unmet(task, field, wanted)
        };
        self.routes.has_stops()
            || goal.iter().filter(unmet).count() >= MANY
            || (!task.set_fields.is_empty()
                && goal.iter().any(|&condition| additions_needed(task, prepared, condition) >= MANY as i64))
    }

    /// For a backward search: a lower bound of the cost from the start to a packed state, given the landmarks that remain to
    /// be passed, and whether the start satisfies the state.
    #[inline]
    pub fn backward_bound(
        &mut self,
        problem: &Problem,
        prepared: &mut PreparedRequest,
        state: &[u64],
        landmarks: u64,
    ) -> (i64, bool) {
        let (mut bound, satisfied) = prepared.bound(problem.task, state);
        if satisfied || bound >= INF {
            return (bound, satisfied);
        }
        if self.are_strong {
            let additions = self.additions.backward_bound(problem.task, prepared, state);
            bound = bound.max(add(additions, self.landmarks.cost(landmarks)));
        }
        (add(bound, self.routes.bound(problem, prepared, state)), false)
    }

    /// For a forward search: a lower bound of the cost from a packed state to the goal, given the landmarks that remain to be
    /// passed.
    pub fn forward_bound(&mut self, task: &Task, sets: &InternedSets, state: &[u64], landmarks: u64) -> i64 {
        add(self.additions.forward_bound(task, sets, state), self.landmarks.cost(landmarks))
    }
}
