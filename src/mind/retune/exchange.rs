//! Another brain for a mind in the middle of a match. What the two have in common goes over by name: what is pursued, the plan,
//! what rests, what is left alone. Memories stay.
//!
//! Must not know: where brains come from.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use super::as_thinker;
use crate::{
    mind::{
        brain::{ActionSpec, Brain},
        decide::Thinker,
        decision::{GoalStatus, Mind, Pursuit},
        executer::PlannedStep,
    },
    protocol::ActionOutcome,
};

/// The number of an action that a brain no longer has; no brain has so many.
const NO_MORE: usize = usize::MAX;

/// Gives an agent another brain. Its plan goes on as far as the new brain knows the goal and the steps; whether it still leads
/// anywhere is for [`super::think_again`]. Returns whether the plan had to be dropped.
pub fn exchange_brain(world: &mut World, agent: Entity, brain: &Arc<Brain>) -> bool {
    as_thinker(world, agent, |thinker| thinker.take_brain(brain)).unwrap_or(false)
}

impl Thinker<'_> {
    fn take_brain(&mut self, new: &Arc<Brain>) -> bool {
        let old = self.mind.brain.clone();
        let carried = self.mind.carried_over(new);
        let due = self.executer.remaining().to_vec();
        let lost_goal = self.mind.pursuit.is_some() && carried.pursuit.is_none();
        let lost_step = due.iter().any(|step| translated(step, &old, new).is_none());
        let dropped = !due.is_empty() && (lost_goal || lost_step);
        if dropped {
            self.give_up(ActionOutcome::Invalidated);
        } else {
            for step in &mut self.executer.steps {
                *step = translated(step, &old, new).unwrap_or(PlannedStep { action: NO_MORE, ..*step });
            }
            if let Some(step) = self.executer.active().copied()
                && let (Some(before), Some(after)) = (named(&old, &step, new), new.action(step.action))
                && !carries_on(&old, before, new, after)
            {
                self.executer.restart(after);
            }
        }
        *self.mind = carried;
        self.memory.keep_by(new.memory.clone());
        let (think, report) =
            (self.memory.in_seconds(new.thinking.think_interval), self.memory.in_seconds(new.sharing.data.interval));
        self.mind.next_think = self.mind.next_think.min(think);
        self.mind.next_report = self.mind.next_report.min(report);
        dropped
    }
}

/// The action of the old brain that a step of the new one stands for.
fn named<'b>(old: &'b Brain, step: &PlannedStep, new: &Brain) -> Option<&'b ActionSpec> {
    let name = new.action(step.action)?.data.name;
    old.actions.iter().find(|action| action.data.name == name)
}

/// A step by the numbers of another brain; `None` where that cannot do it.
fn translated(step: &PlannedStep, old: &Brain, new: &Brain) -> Option<PlannedStep> {
    let was = old.action(step.action)?;
    let (action, spec) = new.actions.iter().enumerate().find(|(_, spec)| spec.data.name == was.data.name)?;
    let may = spec.data.placeholder == was.data.placeholder && spec.target.is_some() == was.target.is_some();
    may.then_some(PlannedStep { action, display_name: spec.display_name, ..*step })
}

/// Whether a running behaviour may go on as it is: it knows queries by number and has read its settings.
fn carries_on(old: &Brain, before: &ActionSpec, new: &Brain, after: &ActionSpec) -> bool {
    let same_queries = old.queries.iter().map(|query| query.name).eq(new.queries.iter().map(|query| query.name));
    same_queries && before.data.behaviour == after.data.behaviour && before.settings == after.settings
}

impl Mind {
    /// This mind with another brain: what the two have in common goes over by its name.
    pub(super) fn carried_over(&self, brain: &Arc<Brain>) -> Self {
        let old = &self.brain;
        let goal = |number: usize| {
            let name = old.goals.get(number)?.data.name;
            brain.goals.iter().position(|goal| goal.data.name == name)
        };
        let action = |number: usize| {
            let name = old.action(number)?.data.name;
            brain.actions.iter().position(|action| action.data.name == name)
        };
        let mut mind = Self::new(brain.clone(), self.next_think);
        for (number, status) in self.goals.iter().enumerate() {
            if let Some(place) = goal(number).and_then(|number| mind.goals.get_mut(number)) {
                *place = GoalStatus { unplannable: None, ..status.clone() };
            }
        }
        mind.pursuit = self.pursuit.and_then(|pursuit| Some(Pursuit { goal: goal(pursuit.goal)?, ..pursuit }));
        mind.decisions.clone_from(&self.decisions);
        for step in mind.decisions.iter_mut().flat_map(|decision| &mut Arc::make_mut(decision).steps) {
            step.action = action(step.action).unwrap_or(NO_MORE);
        }
        mind.goals_planned = self.goals_planned;
        mind.nodes = self.nodes;
        mind.disabled = self.disabled.clone();
        mind.seen = self.seen;
        mind.replanned = self.replanned;
        let target_cooldowns = self.target_cooldowns.iter();
        mind.target_cooldowns =
            target_cooldowns.filter_map(|(number, target, until)| Some((action(*number)?, *target, *until))).collect();
        mind.recent_plans = self.recent_plans;
        mind.next_report = self.next_report;
        mind
    }
}
