//! What is kept of a mind's decisions for inspection and measures. Nothing that decides reads it.
//!
//! Independent of: how decisions are made.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::{prelude::*, reflect::ReflectComponent};
use bevy_reflect::Reflect;
use quarry_goap::{GoalEvaluation, GoalRejection};

use super::{Decision, PlannerUse};
use crate::{planning::PlanningSnapshot, positions::PositionEvaluation, promise::ActionAccounts};

/// The trace of one mind: its last decisions, and what they took. An agent without this component decides the same.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[reflect(Component, from_reflect = false)]
pub struct MindTrace {
    /// The last decisions, oldest first; at most `thinking.decision_history`.
    #[reflect(ignore)]
    pub decisions: VecDeque<Arc<Decision>>,
    /// How many goals the planner has been run for since the match began.
    pub goals_planned: u32,
    /// How many times the planner has been called; one call may try several goals.
    pub planner_calls: u32,
    /// How many of those calls were made although memory and goals were unchanged and no action had ended since the last
    /// one. Should be 0.
    pub redundant_planner_calls: u32,
    /// A hash over memory revision, planner input and goals of the last planner call; `None` once an action has ended.
    pub(super) last_planner_call: Option<u64>,
    /// What the planner's searches for this mind needed.
    #[reflect(ignore)]
    pub planner_use: PlannerUse,
    /// The last planner call, if [`crate::RecordPlanning`] is on.
    #[reflect(ignore)]
    pub planning: Option<Arc<PlanningSnapshot>>,
    /// The last evaluation of positions, if [`crate::RecordPositions`] is on.
    #[reflect(ignore)]
    pub positions: Option<Arc<PositionEvaluation>>,
    /// How often actions kept what they promised.
    #[reflect(ignore)]
    pub accounts: ActionAccounts,
}

impl MindTrace {
    /// A trace without decisions that goes on with the counts of goals planned for and searches.
    pub fn counts(&self) -> Self {
        Self { goals_planned: self.goals_planned, planner_use: self.planner_use, ..Self::default() }
    }

    /// Keeps a decision, and of those before it so many that there are at most `most`.
    pub(crate) fn record(&mut self, decision: Decision, most: u16) {
        while self.decisions.len() >= usize::from(most) && self.decisions.pop_front().is_some() {}
        self.decisions.push_back(Arc::new(decision));
    }

    /// Counts the goals that were planned for, and what the searches took.
    pub(super) fn note_searches(&mut self, evaluations: &[GoalEvaluation]) {
        let tried = evaluations.iter().filter(|goal| goal.rejection != Some(GoalRejection::Outranked));
        self.goals_planned += tried.count() as u32;
        self.planner_use.add(evaluations);
    }

    /// Counts a planner call. `request` is a hash over all that it depends on.
    pub(super) fn count_planner_call(&mut self, request: u64) {
        self.planner_calls += 1;
        self.redundant_planner_calls += u32::from(self.last_planner_call == Some(request));
        self.last_planner_call = Some(request);
    }
}
