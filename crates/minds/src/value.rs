//! What a plan is worth: the worth of its goal, the odds and dangers of its steps, and the time that they take.
//!
//! Independent of: which goal is chosen. The planner asks for the cost of odds alone.

use bevy_math::ops;
use bevy_reflect::Reflect;
use serde::Serialize;

use crate::{
    brain::{ActionSpec, Brain},
    experience::Experience,
    protocol::Subject,
    queries::MemoryView,
};

/// Added to the seconds of every plan, so that a plan of one moment is not worth infinitely much.
const RESPONSE_SECONDS: f32 = 2.0;

/// The odds that the planner takes for the smallest, so that a plan without hope has a finite cost.
const LEAST_ODDS: f32 = 0.01;

/// The value of a plan, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Reflect, Serialize)]
pub struct PlanValue {
    /// The worth of the goal times the factors of its considerations.
    pub worth: f32,
    /// The odds that all steps bring what they are done for, 0 to 1.
    pub odds: f32,
    /// How long the steps take, travel included, in seconds.
    pub seconds: f32,
    /// What the steps are expected to lose, in the currency of `worth`.
    pub danger: f32,
}

/// The share of its seconds that a step has left at least, however long it has taken already.
const LEAST_REST: f32 = 0.25;

impl PlanValue {
    /// A plan without steps.
    pub fn of_goal(worth: f32) -> Self {
        Self { worth, odds: 1.0, seconds: 0.0, danger: 0.0 }
    }

    /// The value: worth times odds minus danger, per second.
    pub fn rate(&self) -> f32 {
        (self.worth * self.odds - self.danger) / (self.seconds + RESPONSE_SECONDS)
    }

    /// Its parts as text: "worth 0.80 x odds 0.31 - danger 0.05, in 8.2 + 2 s: 1.94 % a second".
    pub fn describe(&self) -> String {
        let danger = if self.danger > 0.0 { format!(" - danger {:.2}", self.danger) } else { String::new() };
        let rate = self.rate() * 100.0;
        format!(
            "worth {:.2} x odds {:.2}{danger}, in {:.1} + {RESPONSE_SECONDS} s: {rate:.2} % a second",
            self.worth, self.odds, self.seconds
        )
    }

    /// The same for a goal that is worth this much now.
    pub(crate) fn with_worth(self, worth: f32) -> Self {
        Self { worth, ..self }
    }

    /// Adds a step. `travel` is in seconds.
    pub(crate) fn add(&mut self, step: &StepFigures, travel: f32) {
        self.odds *= step.odds;
        self.seconds += step.seconds + travel;
        self.danger += step.danger;
    }
}

/// What one action contributes to the value of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StepFigures {
    /// The odds that it brings what it is done for, after experience, 0 to 1.
    pub odds: f32,
    /// How long it takes, in seconds.
    pub seconds: f32,
    /// What it is expected to lose, in the currency of the goal's worth.
    pub danger: f32,
}

impl StepFigures {
    /// The figures as text: "odds 0.31, 8.2 s, danger 0.05".
    pub fn describe(&self) -> String {
        let danger = if self.danger > 0.0 { format!(", danger {:.2}", self.danger) } else { String::new() };
        format!("odds {:.2}, {:.1} s{danger}", self.odds, self.seconds)
    }

    /// Takes off the seconds for which the step has been carried out, unless its success may come at any moment.
    pub(crate) fn advance(&mut self, elapsed: f32, spread: bool) {
        if !spread {
            self.seconds = (self.seconds - elapsed.max(0.0)).max(self.seconds * LEAST_REST);
        }
    }
}

impl ActionSpec {
    /// The odds that it brings what it is done for, after experience.
    fn odds(&self, view: &MemoryView, target: Option<Subject>, judgement: &Judgement) -> f32 {
        let Some(odds) = &self.odds else { return 1.0 };
        let endings = judgement.experience.endings(self.data.name, target.filter(|_| odds.by_target));
        endings.odds(self.prior(view, target), judgement.brain.thinking.prior_weight)
    }

    /// The odds without experience.
    pub(crate) fn prior(&self, view: &MemoryView, target: Option<Subject>) -> f32 {
        let Some(odds) = &self.odds else { return 1.0 };
        let prior = MemoryView { current_target: target, ..*view }.evaluate(&odds.prior.expression);
        // What is no number is no hope.
        if prior > 0.0 { prior.min(1.0) } else { 0.0 }
    }

    /// Its figures for one target.
    pub(crate) fn figures(&self, view: &MemoryView, target: Option<Subject>, judgement: &Judgement) -> StepFigures {
        let aimed = MemoryView { current_target: target, ..*view };
        let asked = |expression: &crate::queries::Expression| aimed.evaluate(expression).max(0.0);
        StepFigures {
            odds: self.odds(view, target, judgement),
            seconds: self.seconds.as_ref().map_or_else(|| self.cost(view) as f32, asked),
            danger: self.danger.as_ref().map_or(0.0, asked),
        }
    }

    /// What its odds add to its cost for one target.
    pub(crate) fn odds_cost(&self, view: &MemoryView, target: Option<Subject>, judgement: &Judgement) -> f32 {
        if self.odds.is_none() {
            return 0.0;
        }
        cost_of_odds(self.odds(view, target, judgement), judgement.brain.thinking.odds_weight)
    }
}

/// What odds add to the cost of a step: `weight` for odds of 1 in 2.718. Costs add up as odds multiply.
pub(crate) fn cost_of_odds(odds: f32, weight: f32) -> f32 {
    if odds >= 1.0 { 0.0 } else { -ops::ln(odds.max(LEAST_ODDS)) * weight }
}

/// What a mind judges odds by.
#[derive(Clone, Copy)]
pub(crate) struct Judgement<'a> {
    /// The compiled mind.
    pub brain: &'a Brain,
    /// What it has learnt.
    pub experience: &'a Experience,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_worth_times_odds_minus_danger_per_second() {
        let mut value = PlanValue::of_goal(1.0);
        value.add(&StepFigures { odds: 0.5, seconds: 4.0, danger: 0.1 }, 2.0);
        value.add(&StepFigures { odds: 0.8, seconds: 2.0, danger: 0.1 }, 0.0);
        assert!((value.rate() - (0.4 - 0.2) / 10.0).abs() < 1e-6, "{value:?}");
    }

    #[test]
    fn what_is_left_of_a_look_is_shorter_and_of_a_search_worth_as_much_as_the_whole() {
        let whole = StepFigures { odds: 0.75, seconds: 10.0, danger: 0.0 };
        let (mut search, mut look) = (whole, whole);
        search.advance(4.0, true);
        look.advance(4.0, false);
        assert_eq!(search, whole);
        assert_eq!((look.odds, look.seconds), (0.75, 6.0));
        let mut long = whole;
        long.advance(100.0, false);
        assert_eq!(long.seconds, 2.5, "what takes longer than expected is not over in the next moment");
    }
}
