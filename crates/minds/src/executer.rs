//! The plan executer: runs the actions of a plan one after another by their behaviours.
//!
//! Independent of: how goals are chosen or plans are made.

use std::fmt;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;

use super::{
    behaviours::{BehaviourContext, Progress, RunningBehaviour},
    brain::{ActionSpec, Brain},
    queries::MemoryView,
};
use crate::protocol::{ActionOutcome, Blackboard, BodyRequest, FailReason, Label, PerceptSource, Subject};

/// A step of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedStep {
    /// Index of the action in the brain.
    pub action: usize,
    /// The name of the action as shown and logged.
    pub display_name: Label,
    /// The target, if the action has one.
    pub target: Option<Subject>,
    /// The planned cost, including travel.
    pub cost: f64,
    /// The planned cost of travel.
    pub travel: f64,
}

/// The plan being executed, and its active action.
#[derive(Component, Default)]
pub struct PlanExecuter {
    /// The steps, first to last.
    pub steps: Vec<PlannedStep>,
    /// Index of the step that is active or next.
    pub at: usize,
    /// The planned cost of all steps.
    pub cost: f64,
    /// Whether a person made the plan. Such a plan is executed regardless of the goals.
    pub by_hand: bool,
    running: Option<ActiveAction>,
}

struct ActiveAction {
    behaviour: Box<dyn RunningBehaviour>,
    /// The tick at which it began.
    since: u32,
}

impl fmt::Debug for PlanExecuter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanExecuter").field("steps", &self.steps).field("at", &self.at).finish_non_exhaustive()
    }
}

impl PlanExecuter {
    /// The step that is active or next.
    #[inline]
    pub fn step(&self) -> Option<&PlannedStep> {
        self.steps.get(self.at)
    }

    /// The step after the one that is active or next.
    #[inline]
    pub fn after_active(&self) -> Option<&PlannedStep> {
        self.steps.get(self.at.saturating_add(1))
    }

    /// The active step; `None` between two actions.
    #[inline]
    pub fn active(&self) -> Option<&PlannedStep> {
        self.running.as_ref().and_then(|_| self.step())
    }

    /// The tick at which the active action began.
    #[inline]
    pub fn since(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.since)
    }

    /// The place that the active action is heading for.
    #[inline]
    pub fn heading(&self) -> Option<Vec3> {
        self.running.as_ref().and_then(|running| running.behaviour.heading())
    }

    /// The steps that are not done, the active one first.
    #[inline]
    pub fn remaining(&self) -> &[PlannedStep] {
        self.steps.get(self.at..).unwrap_or(&[])
    }

    /// Replaces the plan. The active action is not touched: it carries on as the first step of the new plan.
    #[inline]
    pub fn set_plan(&mut self, steps: Vec<PlannedStep>, cost: f64) {
        self.steps = steps;
        self.at = 0;
        self.cost = cost;
        self.by_hand = false;
    }

    /// Whether the first step of a plan is what the active action does, with its target. Two actions that look the same and do the same
    /// differ only in when they are planned, so that the one carries on as the other.
    pub fn continues(&self, steps: &[PlannedStep], brain: &Brain) -> bool {
        let (Some(active), Some(first)) = (self.active(), steps.first()) else { return false };
        let same = || Some(brain.action(active.action)?.does_the_same(brain.action(first.action)?));
        active.target == first.target && (active.action == first.action || same().unwrap_or(false))
    }

    /// Begins the next step.
    pub(super) fn begin(&mut self, spec: &ActionSpec, now: u32) {
        if let Some(behaviour) = &spec.behaviour {
            self.running = Some(ActiveAction { behaviour: behaviour.start(), since: now });
        }
    }

    /// Ends the active action, if any, and clears its requests to the body. Speech does not belong to the action.
    pub(super) fn end(&mut self, board: &mut Blackboard) {
        if self.running.take().is_some() {
            board.withdraw(|asked| !matches!(asked, BodyRequest::Say(_) | BodyRequest::Order(_)));
        }
    }

    /// Ends the active action and drops the plan.
    pub(super) fn drop_plan(&mut self, board: &mut Blackboard) {
        self.end(board);
        self.steps.clear();
        self.at = 0;
        self.by_hand = false;
    }

    /// Restarts the behaviour of the active action with other settings. The time since it began stays.
    pub(super) fn restart(&mut self, spec: &ActionSpec) {
        if let (Some(running), Some(behaviour)) = (&mut self.running, &spec.behaviour) {
            running.behaviour = behaviour.start();
        }
    }

    /// Runs the active action for a tick. Returns its outcome once it has ended.
    pub(super) fn advance(&mut self, spec: &ActionSpec, context: &mut BehaviourContext) -> Option<ActionOutcome> {
        let running = self.running.as_mut()?;
        match running.behaviour.tick(context) {
            Progress::Done => Some(ActionOutcome::Succeeded),
            Progress::Failed(reason) => Some(ActionOutcome::Failed(reason)),
            Progress::Running if context.elapsed >= spec.data.timeout => Some(ActionOutcome::TimedOut),
            Progress::Running => None,
        }
    }
}

/// Two agents may reserve a target before they have heard of each other. Where it is one agent's alone (`unreserved`), the later one leaves it,
/// unless it is there already.
fn is_left_to_a_mate(spec: &ActionSpec, view: &MemoryView) -> bool {
    let is_exclusive = || spec.target.and_then(|query| view.queries.get(query)).is_some_and(|query| query.unreserved);
    let Some(target) = view.current_target.filter(|_| spec.data.reserves_target && is_exclusive()) else {
        return false;
    };
    let (place, within) = (view.memory.estimated_place(target), view.memory.settings().data.keeps_within);
    let is_there = view.sense.inside.map(Subject::Thing) == Some(target)
        || place.is_some_and(|place| place.distance(view.sense.place) < within);
    view.memory.reserved_by_other(target).is_some() && !is_there
}

/// Checks the conditions of a running action. Returns its outcome if it must end.
pub(super) fn check_running_action(spec: &ActionSpec, view: &MemoryView) -> Option<ActionOutcome> {
    if spec.succeeds_when.as_ref().is_some_and(|condition| view.holds(&condition.expression)) {
        return Some(ActionOutcome::Succeeded);
    }
    if let (Some(query), Some(target)) = (spec.target_filter, view.current_target) {
        match view.memory.about(target) {
            None => return Some(ActionOutcome::Failed(FailReason::Gone)),
            // The action itself has just changed it: the behaviour says in this tick whether it is done.
            Some(fact) if fact.source == PerceptSource::Done && fact.updated == view.memory.now() => {}
            Some(fact) if !view.matches(query, fact) => return Some(ActionOutcome::Invalidated),
            Some(_) => {}
        }
    }
    if is_left_to_a_mate(spec, view) {
        return Some(ActionOutcome::Invalidated);
    }
    if spec.invariant.as_ref().is_some_and(|condition| !view.holds(&condition.expression)) {
        return Some(ActionOutcome::Invalidated);
    }
    None
}
