//! Replacing the brain of a mind in a running match. Goals, steps and cooldowns that both brains have are carried over by name;
//! memory stays.
//!
//! Independent of: where brains come from.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::with_thinker;
use crate::{
    brain::{ActionSpec, Brain},
    decision::{GoalStatus, Mind, Pursuit, Thinker},
    executer::PlannedStep,
    promise::ActionAccounts,
    protocol::ActionOutcome,
};

/// The index of an action that the new brain does not have; no brain has so many actions.
const REMOVED: usize = usize::MAX;

/// Replaces an agent's brain. Its plan stays as long as the new brain has the goal and all remaining steps; call
/// [`super::think_again`] to check whether it still reaches the goal. Returns whether the plan was dropped.
pub fn exchange_brain(world: &mut World, agent: Entity, brain: &Arc<Brain>) -> bool {
    with_thinker(world, agent, |thinker| thinker.replace_brain(brain)).unwrap_or(false)
}

impl Thinker<'_> {
    fn replace_brain(&mut self, new: &Arc<Brain>) -> bool {
        let old = self.mind.brain.clone();
        let carried = self.mind.carried_over(new);
        let remaining = self.executer.remaining().to_vec();
        let lost_goal = self.mind.pursuit.is_some() && carried.pursuit.is_none();
        let lost_step = remaining.iter().any(|step| translated(step, &old, new).is_none());
        let dropped = !remaining.is_empty() && (lost_goal || lost_step);
        if dropped {
            self.abandon_plan(ActionOutcome::Invalidated);
        } else {
            for step in &mut self.executer.steps {
                *step = translated(step, &old, new).unwrap_or(PlannedStep { action: REMOVED, ..*step });
            }
            if let Some(step) = self.executer.active().copied()
                && let (Some(before), Some(after)) = (old_action(&old, &step, new), new.action(step.action))
                && !carries_on(&old, before, new, after)
            {
                self.executer.restart(after);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.accounts = ActionAccounts::default();
            let action = |number: usize| position_of(&old, number, new).unwrap_or(REMOVED);
            let decisions = trace.decisions.iter_mut();
            decisions
                .flat_map(|known| &mut Arc::make_mut(known).steps)
                .for_each(|step| step.action = action(step.action));
        }
        *self.mind = carried;
        self.memory.replace_settings(new.memory.clone());
        let think = self.memory.in_seconds(new.thinking.think_interval);
        let report = self.memory.in_seconds(new.sharing.data.interval);
        self.mind.next_think = self.mind.next_think.min(think);
        self.mind.reports.next = self.mind.reports.next.min(report);
        dropped
    }
}

/// The action of the old brain with the name of a step's action in the new brain.
fn old_action<'b>(old: &'b Brain, step: &PlannedStep, new: &Brain) -> Option<&'b ActionSpec> {
    let name = new.action(step.action)?.data.name;
    old.actions.iter().find(|action| action.data.name == name)
}

/// The index in the new brain of an action of the old one.
fn position_of(old: &Brain, number: usize, new: &Brain) -> Option<usize> {
    let name = old.action(number)?.data.name;
    new.actions.iter().position(|action| action.data.name == name)
}

/// A step with the indices of another brain; `None` if that has no such action, or one of a different form.
fn translated(step: &PlannedStep, old: &Brain, new: &Brain) -> Option<PlannedStep> {
    let action = position_of(old, step.action, new)?;
    let (before, spec) = (old.action(step.action)?, new.action(action)?);
    let same_form =
        spec.data.placeholder == before.data.placeholder && spec.target.is_some() == before.target.is_some();
    same_form.then_some(PlannedStep { action, display_name: spec.display_name, ..*step })
}

/// Whether a running behaviour may carry on: it has the same settings, and the indices of queries mean the same.
fn carries_on(old: &Brain, before: &ActionSpec, new: &Brain, after: &ActionSpec) -> bool {
    let same_queries = old.queries.iter().map(|query| query.name).eq(new.queries.iter().map(|query| query.name));
    same_queries && before.behaviour == after.behaviour
}

impl Mind {
    /// A copy of this mind for another brain, with what both have in common carried over by name.
    pub(super) fn carried_over(&self, brain: &Arc<Brain>) -> Self {
        let old = &self.brain;
        let goal = |number: usize| {
            let name = old.goals.get(number)?.data.name;
            brain.goals.iter().position(|goal| goal.data.name == name)
        };
        let action = |number: usize| position_of(old, number, brain);
        let mut mind = Self::new(brain.clone(), self.next_think);
        for (number, status) in self.goals.iter().enumerate() {
            if let Some(place) = goal(number).and_then(|number| mind.goals.get_mut(number)) {
                *place = GoalStatus { unplannable: None, ..status.clone() };
            }
        }
        mind.pursuit = self.pursuit.and_then(|pursuit| Some(Pursuit { goal: goal(pursuit.goal)?, ..pursuit }));
        mind.disabled = self.disabled.clone();
        mind.seen_revision = self.seen_revision;
        mind.last_planned = self.last_planned;
        let target_cooldowns = self.target_cooldowns.iter();
        mind.target_cooldowns =
            target_cooldowns.filter_map(|(number, target, until)| Some((action(*number)?, *target, *until))).collect();
        mind.experience.clone_from(&self.experience);
        mind.plan_rate = self.plan_rate;
        mind.reports.next = self.reports.next;
        if let (Some(new), Some(state)) = (&brain.structure, &self.structured) {
            mind.structured = Some(state.carried_over(old.structure.as_ref(), new, action));
        }
        mind
    }
}
