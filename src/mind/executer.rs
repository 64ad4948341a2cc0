//! The plan executer: activates a plan's actions one by one through their behaviours.
//!
//! Must not know: how goals are chosen or plans are made.

use std::fmt;

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    behaviours::{BehaviourContext, Progress, RunningBehaviour},
    brain::{ActionSpec, Brain},
    queries::MemoryView,
};
use crate::protocol::{ActionOutcome, Blackboard, FailReason, Label, Subject};

/// A step of a plan: which action, about what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedStep {
    /// The action's number in the brain.
    pub action: usize,
    /// What it is called.
    pub display_name: Label,
    /// What it is about.
    pub target: Option<Subject>,
    /// What it was expected to cost.
    pub cost: f64,
    /// How much of that is travel.
    pub travel: f64,
}

/// The plan being carried out, and the action that is active.
#[derive(Component, Default)]
pub struct PlanExecuter {
    /// The steps, first to last.
    pub steps: Vec<PlannedStep>,
    /// The number of the step that is due or active.
    pub at: usize,
    /// What the plan was expected to cost.
    pub cost: f64,
    /// Whether a person made the plan: it is then carried out whatever goals there are.
    pub by_hand: bool,
    running: Option<Active>,
}

struct Active {
    act: Box<dyn RunningBehaviour>,
    since: u32,
}

impl fmt::Debug for PlanExecuter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanExecuter").field("steps", &self.steps).field("at", &self.at).finish_non_exhaustive()
    }
}

impl PlanExecuter {
    /// The step that is due or active.
    pub fn step(&self) -> Option<&PlannedStep> {
        self.steps.get(self.at)
    }

    /// The step that is active.
    pub fn active(&self) -> Option<&PlannedStep> {
        self.running.as_ref().and_then(|_| self.step())
    }

    /// The tick at which the active action began.
    pub fn since(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.since)
    }

    /// Where the active action is heading.
    pub fn heading(&self) -> Option<Vec3> {
        self.running.as_ref().and_then(|running| running.act.heading())
    }

    /// The steps still to come, the active one first.
    pub fn remaining(&self) -> &[PlannedStep] {
        self.steps.get(self.at..).unwrap_or(&[])
    }

    /// Takes up a plan. Where its first step is the one that is active, that goes on undisturbed.
    pub fn take_up(&mut self, steps: Vec<PlannedStep>, cost: f64) {
        self.steps = steps;
        self.at = 0;
        self.cost = cost;
        self.by_hand = false;
    }

    /// Whether a plan's first step is the one that is active.
    pub fn continues(&self, steps: &[PlannedStep]) -> bool {
        match (self.active(), steps.first()) {
            (Some(active), Some(first)) => active.action == first.action && active.target == first.target,
            _ => false,
        }
    }

    /// Begins the step that is due.
    pub(super) fn begin(&mut self, spec: &ActionSpec, now: u32) {
        if let Some(behaviour) = &spec.behaviour {
            self.running = Some(Active { act: behaviour.start(&spec.settings), since: now });
        }
    }

    /// Ends the active action, if one is, and takes its requests back. The voice is not the action's.
    pub(super) fn end(&mut self, board: &mut Blackboard) {
        if self.running.take().is_some() {
            board.go.clear();
            board.look.clear();
            board.use_thing.clear();
            board.strike.clear();
            board.throw.clear();
        }
    }

    /// Drops the whole plan.
    pub(super) fn drop_plan(&mut self, board: &mut Blackboard) {
        self.end(board);
        self.steps.clear();
        self.at = 0;
        self.by_hand = false;
    }

    /// Begins the active action anew by other settings, where one is active; its time goes on.
    pub(super) fn restart(&mut self, spec: &ActionSpec) {
        if let (Some(running), Some(behaviour)) = (&mut self.running, &spec.behaviour) {
            running.act = behaviour.start(&spec.settings);
        }
    }

    /// Goes on with the active action for a tick; `None` while it runs.
    pub(super) fn advance(&mut self, spec: &ActionSpec, context: &mut BehaviourContext) -> Option<ActionOutcome> {
        let running = self.running.as_mut()?;
        match running.act.tick(context) {
            Progress::Done => Some(ActionOutcome::Succeeded),
            Progress::Failed(reason) => Some(ActionOutcome::Failed(reason)),
            Progress::Running if context.elapsed >= spec.data.timeout => Some(ActionOutcome::TimedOut),
            Progress::Running => None,
        }
    }
}

/// Whether an action may go on: its target is still what the action is about, and what must hold holds.
pub(super) fn still_holds(spec: &ActionSpec, view: &MemoryView) -> Option<ActionOutcome> {
    if spec.succeeds_when.as_ref().is_some_and(|expression| view.holds(expression)) {
        return Some(ActionOutcome::Succeeded);
    }
    if let (Some(query), Some(target)) = (spec.target_filter, view.current_target) {
        let kept = view.memory.about(target).is_some_and(|fact| view.fits(query, fact));
        if !kept {
            return Some(if view.memory.about(target).is_none() {
                ActionOutcome::Failed(FailReason::Gone)
            } else {
                ActionOutcome::Invalidated
            });
        }
    }
    if spec.invariant.as_ref().is_some_and(|expression| !view.holds(expression)) {
        return Some(ActionOutcome::Invalidated);
    }
    None
}

impl Brain {
    /// An action by number.
    pub fn action(&self, index: usize) -> Option<&ActionSpec> {
        self.actions.get(index)
    }
}
