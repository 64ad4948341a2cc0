//! The bounds of a goal's relevance and of an action's odds, whatever the agent remembers.

use super::{
    super::MindFinding,
    facts::{default_of, holds, is_constant},
};
use crate::schema::mind::{ExpressionData, MindFile, MindGoalData};

/// The least and the greatest value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ValueBounds {
    least: f32,
    greatest: f32,
}

impl ValueBounds {
    const FLAG: Self = Self { least: 0.0, greatest: 1.0 };
    const POSITIVE: Self = Self { least: 0.0, greatest: f32::INFINITY };
    const ANY: Self = Self { least: f32::NEG_INFINITY, greatest: f32::INFINITY };

    fn exactly(value: f32) -> Self {
        Self { least: value, greatest: value }
    }

    /// Both ends by a rule.
    fn join(self, other: Self, rule: impl Fn(f32, f32) -> f32) -> Self {
        Self { least: rule(self.least, other.least), greatest: rule(self.greatest, other.greatest) }
    }

    fn times(self, other: Self) -> Self {
        // Zero times infinity is zero here: the factor cannot leave it.
        let product = |a: f32, b: f32| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let ends = [
            product(self.least, other.least),
            product(self.least, other.greatest),
            product(self.greatest, other.least),
            product(self.greatest, other.greatest),
        ];
        Self {
            least: ends.into_iter().fold(f32::INFINITY, f32::min),
            greatest: ends.into_iter().fold(f32::NEG_INFINITY, f32::max),
        }
    }

    /// The values of a curve; of any input without points.
    fn of_curve(self, points: &[(f32, f32)]) -> Self {
        if points.is_empty() {
            return self;
        }
        Self {
            least: points.iter().map(|(_, y)| *y).fold(f32::INFINITY, f32::min),
            greatest: points.iter().map(|(_, y)| *y).fold(f32::NEG_INFINITY, f32::max),
        }
    }
}

fn bounds(expression: &ExpressionData) -> ValueBounds {
    let all = |parts: &[ExpressionData], start: ValueBounds, rule: &dyn Fn(ValueBounds, ValueBounds) -> ValueBounds| {
        parts.iter().map(bounds).reduce(rule).unwrap_or(start)
    };
    match expression {
        ExpressionData::Value(value) => ValueBounds::exactly(*value),
        ExpressionData::Reading(_) | ExpressionData::Amount(_) => ValueBounds::ANY,
        ExpressionData::Count(_)
        | ExpressionData::Distance(_)
        | ExpressionData::PathDistance(_)
        | ExpressionData::Age(_)
        | ExpressionData::GoalAge => ValueBounds::POSITIVE,
        ExpressionData::Exists(_)
        | ExpressionData::InView(_)
        | ExpressionData::Confidence(_)
        | ExpressionData::Likelihood(_)
        | ExpressionData::Cover(_)
        | ExpressionData::Unexplored
        | ExpressionData::Not(_)
        | ExpressionData::All(_)
        | ExpressionData::Any(_)
        | ExpressionData::AtLeast(..)
        | ExpressionData::AtMost(..)
        | ExpressionData::MoreThan(..)
        | ExpressionData::LessThan(..) => ValueBounds::FLAG,
        ExpressionData::Sum(parts) => all(parts, ValueBounds::exactly(0.0), &|a, b| a.join(b, |a, b| a + b)),
        ExpressionData::Product(parts) => all(parts, ValueBounds::exactly(1.0), &ValueBounds::times),
        ExpressionData::Min(parts) => all(parts, ValueBounds::ANY, &|a, b| a.join(b, f32::min)),
        ExpressionData::Max(parts) => all(parts, ValueBounds::ANY, &|a, b| a.join(b, f32::max)),
        ExpressionData::Subtract(first, second) => {
            let (first, second) = (bounds(first), bounds(second));
            ValueBounds { least: first.least - second.greatest, greatest: first.greatest - second.least }
        }
        ExpressionData::Curve(inner, points) => bounds(inner).of_curve(points),
    }
}

fn relevance(goal: &MindGoalData) -> ValueBounds {
    let factors = goal.considerations.iter().map(|one| bounds(&one.input).of_curve(&one.curve));
    let whole = factors.fold(ValueBounds::exactly(goal.base_relevance), ValueBounds::times);
    if goal.worth.is_some() {
        let least = if whole.least > 0.0 { goal.base_relevance } else { 0.0 };
        return ValueBounds { least, greatest: goal.base_relevance };
    }
    ValueBounds { least: whole.least.max(0.0), greatest: whole.greatest.max(0.0) }
}

/// Actions whose odds without experience can be below 0 or above 1, which count as 0 and 1.
pub(super) fn odds_out_of_range(mind: &MindFile) -> Vec<MindFinding> {
    let priors = mind.actions.iter().enumerate().filter_map(|(index, action)| {
        let ValueBounds { least, greatest } = bounds(&action.odds.as_ref()?.prior);
        let outside = [least, greatest].into_iter().find(|odds| odds.is_finite() && !(0.0..=1.0).contains(odds))?;
        let message =
            format!("the odds of `{}` can be {outside}: less than 0 counts as 0, more than 1 as 1", action.name);
        Some(MindFinding::new(format!("actions[{index}].odds.prior"), message))
    });
    priors.collect()
}

/// Goals that never have their turn, because another is always at least as relevant and never reached for good.
pub(super) fn outranked_goals(mind: &MindFile) -> Vec<MindFinding> {
    let ranked: Vec<(&MindGoalData, ValueBounds)> = mind.goals.iter().map(|goal| (goal, relevance(goal))).collect();
    let mut found = Vec::new();
    for (index, (goal, own)) in ranked.iter().enumerate().filter(|(_, (goal, _))| goal.base_relevance > 0.0) {
        let above = ranked.iter().enumerate().find(|(other, (rival, bounds))| {
            let first = *other < index && goal.worth.is_none();
            let higher = bounds.least > own.greatest || first && bounds.least >= own.greatest;
            *other != index
                && higher
                && bounds.least > 0.0
                && rival.success_cooldown <= 0.0
                && stands_open(mind, rival, goal)
        });
        if let Some((_, (rival, _))) = above {
            let message = format!(
                "the goal `{}` is outranked by `{}` in every state: its relevance is at most {}, the other's at least {}",
                goal.name,
                rival.name,
                own.greatest,
                relevance(rival).least
            );
            found.push(MindFinding::new(format!("goals[{index}].name"), message));
        }
    }
    found
}

/// Whether a goal is open whenever another is, and has a plan in every state: one action without any condition brings it about.
fn stands_open(mind: &MindFile, goal: &MindGoalData, other: &MindGoalData) -> bool {
    let never_met = goal.conditions.0.iter().any(|(name, condition)| {
        let fact = mind.facts.get(name).filter(|fact| is_constant(fact));
        fact.is_some_and(|fact| holds(condition, &default_of(&fact.r#type)) == Some(false))
    });
    let same = goal.conditions.0.iter().all(|condition| other.conditions.0.contains(condition));
    let always = mind.actions.iter().any(|action| {
        action.target.is_none()
            && !action.placeholder
            && action.available_when.is_none()
            && action.preconditions.0.is_empty()
            && goal.conditions.0.iter().all(|(name, condition)| {
                action.effects.get(name).is_some_and(|effect| super::brings_about(effect, condition))
            })
    });
    same || never_met && always
}
