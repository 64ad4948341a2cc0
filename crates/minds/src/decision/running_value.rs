//! What the rest of the plan being executed is worth: another plan has to be worth more to replace it.

use quarry_goap::PlanCost;

use super::{GoalStatus, goal_selection::ChosenPlan, think::Thinker};
use crate::{
    executer::PlannedStep,
    planning::MindPlanningContext,
    value::{Judgement, PlanValue},
};

/// The value of the rest of the plan of a goal with a worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningValue {
    /// The relevance of the goal. Only goals of the same relevance compete by value.
    relevance: f32,
    /// What the value of another plan must exceed: that of the rest times `thinking.commitment`.
    floor: f32,
}

impl RunningValue {
    /// Whether a plan of this value for a goal of this relevance takes the place of the rest.
    pub fn yields_to(&self, relevance: f32, value: PlanValue) -> bool {
        relevance != self.relevance || value.rate() > self.floor
    }

    /// Whether a plan for another goal could take its place, as far as that is known without planning. `compared` is the plan that was
    /// last found for it, if that was a moment ago and its targets are the same.
    pub fn may_yield_to(&self, other: &GoalStatus, compared: Option<PlanValue>) -> bool {
        let best = other.worth.map(|worth| compared.map_or(PlanValue::of_goal(worth), |value| value.with_worth(worth)));
        other.relevance == self.relevance && best.is_some_and(|best| best.rate() > self.floor)
    }
}

impl Thinker<'_> {
    /// The value of the rest of the plan. `None` for a goal without a worth, and unless it is time to compare (`now`, or
    /// `thinking.replan_interval` after the last plan).
    pub(super) fn running_value(&mut self, goal: usize, now: bool) -> Option<RunningValue> {
        let status = self.mind.goals.get(goal)?;
        let (worth, relevance) = (status.worth?, status.relevance);
        let thinking = &self.brain.thinking;
        if !now && self.memory.seconds_since(self.mind.last_planned) < thinking.replan_interval {
            return None;
        }
        let value = self.rest_of_plan(worth);
        let floor = value.rate().max(0.0) * thinking.commitment;
        if let Some(status) = self.mind.goals.get_mut(goal) {
            status.value = Some(value);
        }
        Some(RunningValue { relevance, floor })
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

    /// Whether the rest of the plan costs less than another plan for the same goal, at the prices of the moment. One that begins with the
    /// same action at another target costs `thinking.commitment` times what it says. The preconditions of the running step may not hold any
    /// more, and then the planner does not find this rest.
    pub(super) fn rest_costs_less(&self, other: &ChosenPlan) -> bool {
        let [now, then] =
            [self.executer.step(), other.steps.first()].map(|step| step.map(|step| (step.action, step.target)));
        let turns = now.zip(then).is_some_and(|(now, then)| now.0 == then.0 && now.1 != then.1);
        let other_cost = other.cost * if turns { f64::from(self.brain.thinking.commitment) } else { 1.0 };
        self.mind.pursuit.is_some_and(|pursuit| pursuit.goal == other.goal)
            && self.cost_of_rest().is_some_and(|rest| rest.value() < other_cost)
    }

    /// The cost of the remaining steps, from where the agent is; `None` if one is not available any more, or its target no candidate.
    fn cost_of_rest(&self) -> Option<PlanCost> {
        let input = &self.mind.input;
        let (view, experience) = (self.view(), &self.mind.experience);
        let context = MindPlanningContext { brain: self.brain, view, experience, candidates: &input.candidates };
        let (mut sum, mut place) = (PlanCost::ZERO, None);
        for step in self.executer.remaining() {
            let spec = self.brain.action(step.action)?;
            input.enabled.get(step.action).filter(|enabled| **enabled)?;
            let candidate = match step.target {
                Some(target) => Some(input.index(target)?),
                None => None,
            };
            sum = sum.plus(context.step_cost(spec, candidate, &mut place));
        }
        Some(sum)
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
