//! What the rest of the plan being executed is worth: another plan has to be worth more to replace it.

use super::{GoalStatus, think::Thinker};
use crate::{
    executer::PlannedStep,
    value::{Judgement, PlanValue},
};

/// The value of a plan is computed anew after this time, in seconds: odds may change although no target does.
const STILL_HOLDS: f32 = 5.0;

/// The value of the rest of the plan of a goal with a worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningValue {
    /// The relevance of the goal.
    relevance: f32,
    /// What the value of another plan must exceed: that of the rest times `thinking.commitment`.
    pub floor: f32,
    /// Whether other goals may be compared already.
    is_due: bool,
}

impl RunningValue {
    /// Whether a plan for another goal could be worth more, as far as that is known without planning. `valued` is how many seconds ago
    /// its plan was last compared, if nothing that it depends on has changed since.
    pub fn may_yield_to(&self, other: &GoalStatus, valued: Option<f32>) -> bool {
        let known = valued.filter(|seconds| *seconds < STILL_HOLDS).zip(other.value);
        let best = other.worth.map(|worth| match known {
            Some((_, value)) => value.rate(),
            None => PlanValue::of_goal(worth).rate(),
        });
        self.is_due && other.relevance >= self.relevance && best.is_some_and(|best| best > self.floor)
    }
}

impl Thinker<'_> {
    /// The value of the rest of the plan; `None` for a goal without a worth.
    pub(super) fn running_value(&mut self, goal: usize) -> Option<RunningValue> {
        let status = self.mind.goals.get(goal)?;
        let (worth, relevance) = (status.worth?, status.relevance);
        let value = self.rest_of_plan(worth);
        let thinking = &self.brain.thinking;
        let is_due = self.memory.seconds_since(self.mind.last_planned) >= thinking.replan_interval;
        let floor = value.rate().max(0.0) * thinking.commitment;
        if let Some(status) = self.mind.goals.get_mut(goal) {
            status.value = Some(value);
        }
        Some(RunningValue { relevance, floor, is_due })
    }

    fn rest_of_plan(&self, worth: f32) -> PlanValue {
        let view = self.view();
        let judgement = Judgement { brain: self.brain, experience: &self.mind.experience };
        let mut value = PlanValue::of_goal(worth);
        for (index, step) in self.executer.remaining().iter().enumerate() {
            let Some(spec) = self.brain.action(step.action) else { continue };
            let mut figures = spec.figures(&view, step.target, &judgement);
            if index == 0 && self.executer.active().is_some() {
                let elapsed = self.executer.since().map_or(0.0, |since| self.memory.seconds_since(since));
                let travelled = self.planned_travel(step) - self.travel_left(step);
                figures.advance(elapsed - travelled, spec.odds.as_ref().is_some_and(|odds| odds.spread));
            }
            let travel = if index == 0 { self.travel_left(step) } else { self.planned_travel(step) };
            value.add(&figures, travel);
        }
        value
    }

    /// The seconds of travel to the target of a step, as planned.
    fn planned_travel(&self, step: &PlannedStep) -> f32 {
        self.brain.thinking.travel_seconds(step.travel)
    }

    /// The seconds of travel that are left to the target of the first step.
    fn travel_left(&self, step: &PlannedStep) -> f32 {
        if step.travel <= 0.0 {
            return 0.0;
        }
        let view = self.view();
        let place = step.target.and_then(|target| self.memory.estimated_place(target));
        let left = place.map(|place| view.path_distance(view.sense.place, place) / self.brain.thinking.pace.max(0.1));
        left.map_or(0.0, |left| left.min(self.planned_travel(step)))
    }
}
