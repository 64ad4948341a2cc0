//! A utility table: the option with the highest score.
//!
//! An option of an action with targets is scored once for each target. Considerations that do not depend on the target are evaluated
//! once for all of them.

use super::{ActionUse, StructureChoice, StructureContext, Unavailable};
use crate::{
    brain::DescribedExpression,
    decision::DecisionReason,
    protocol::{Label, Subject, evaluate_curve},
    queries::{MemoryView, QueryCache},
    schema::brain::ScoreCombination,
};

/// A compiled utility table.
#[derive(Clone, Debug)]
pub struct UtilitySpec {
    /// How considerations make a score.
    pub combination: ScoreCombination,
    /// The factor for the option that runs.
    pub momentum: f32,
    /// The factor for the options of the goal being pursued.
    pub goal_momentum: f32,
    /// The options.
    pub options: Vec<UtilityOptionSpec>,
}

/// A compiled option.
#[derive(Clone, Debug)]
pub struct UtilityOptionSpec {
    /// Its name.
    pub name: Label,
    /// The action.
    pub action: ActionUse,
    /// The condition without which its score is 0.
    pub when: Option<DescribedExpression>,
    /// The factor of its score.
    pub weight: f32,
    /// What its score depends on.
    pub considerations: Vec<OptionConsiderationSpec>,
    /// For how many seconds its score is 0 after its action has ended by itself.
    pub cooldown: f32,
    /// The response to the cost of the action on a target; empty for none.
    pub cost_curve: Vec<(f32, f32)>,
}

/// A compiled consideration.
#[derive(Clone, Debug)]
pub struct OptionConsiderationSpec {
    /// The input.
    pub input: DescribedExpression,
    /// The response by input; empty for the input itself.
    pub curve: Vec<(f32, f32)>,
    /// Its weight in a weighted sum.
    pub weight: f32,
    /// Whether it is evaluated for each target.
    pub per_target: bool,
}

/// How an option stood in the last evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionStatus {
    /// Its score, momentum included.
    pub score: f32,
    /// Its best target.
    pub target: Option<Subject>,
    /// Input and response of each consideration for that target, the cost last; `None` where a response of 0 before it made the score 0.
    pub factors: Vec<Option<(f32, f32)>>,
    /// Why it was not scored.
    pub unavailable: Option<Unavailable>,
    /// Whether its score contains momentum.
    pub has_momentum: bool,
    /// The tick at which its cooldown ends.
    pub rests_until: u32,
}

/// The state of a utility table.
#[derive(Clone, Debug)]
pub struct UtilityState {
    /// One for each option.
    pub options: Vec<OptionStatus>,
    /// The option whose action runs.
    pub running: Option<usize>,
}

impl UtilityState {
    /// The state before the first evaluation.
    pub fn new(spec: &UtilitySpec) -> Self {
        Self { options: vec![OptionStatus::default(); spec.options.len()], running: None }
    }
}

/// A score while its considerations are added.
struct ScoreSum {
    combination: ScoreCombination,
    /// The number of all considerations.
    count: usize,
    value: f32,
    weights: f32,
}

impl ScoreSum {
    fn new(combination: ScoreCombination, count: usize) -> Self {
        let value = if combination == ScoreCombination::WeightedSum && count > 0 { 0.0 } else { 1.0 };
        Self { combination, count, value, weights: 0.0 }
    }

    fn add(&mut self, response: f32, weight: f32) {
        match self.combination {
            ScoreCombination::Product { compensation } => {
                let missing = (1.0 - response).max(0.0);
                let share = (1.0 - 1.0 / self.count.max(1) as f32) * compensation;
                self.value *= (response + missing * share * response).max(0.0);
            }
            ScoreCombination::WeightedSum => {
                self.value += response * weight;
                self.weights += weight;
            }
        }
    }

    /// Whether no further consideration can change it.
    fn is_zero(&self) -> bool {
        matches!(self.combination, ScoreCombination::Product { .. }) && self.value <= 0.0
    }

    fn total(&self) -> f32 {
        if self.weights > 0.0 { self.value / self.weights } else { self.value }
    }
}

impl UtilitySpec {
    /// The option with the highest score above 0.
    pub fn choose(&self, state: &mut UtilityState, context: &StructureContext) -> Option<StructureChoice> {
        let ended = state.running.filter(|_| context.running.is_none() && context.ended.is_some());
        let running = state.running.take().filter(|_| context.running.is_some());
        if let Some(index) = ended
            && let (Some(option), Some(status)) = (self.options.get(index), state.options.get_mut(index))
        {
            status.rests_until = context.view.memory.in_seconds(option.cooldown);
        }
        let cache = QueryCache::new(context.brain.queries.len());
        let view = MemoryView { cache: Some(&cache), current_target: None, ..context.view };
        let mut best: Option<(usize, f32)> = None;
        for (index, (option, status)) in self.options.iter().zip(&mut state.options).enumerate() {
            let runs = running == Some(index);
            let rests_until = status.rests_until;
            *status = if rests_until > context.tick {
                OptionStatus { unavailable: Some(Unavailable::CoolingDown), ..OptionStatus::default() }
            } else {
                self.evaluate(option, &view, context, runs)
            };
            status.rests_until = rests_until;
            let better = best.is_none_or(|(_, score)| status.score > score);
            if status.unavailable.is_none() && status.score > 0.0 && better {
                best = Some((index, status.score));
            }
        }
        state.running = best.map(|(index, _)| index);
        let (index, score) = best?;
        let (option, status) = (self.options.get(index)?, state.options.get(index)?);
        let target = status.target;
        let carries_on = running == Some(index) && context.running == Some((option.action.action, target));
        let cost = match context.spec(&option.action) {
            Some(spec) if !carries_on => context.cost_on(spec, target.and_then(|target| context.input.index(target))),
            _ => 0.0,
        };
        let why = (!carries_on && context.running.is_some()).then_some(DecisionReason::HigherScore(option.name));
        Some(StructureChoice { action: option.action, target, cost, score, why })
    }

    fn evaluate(
        &self,
        option: &UtilityOptionSpec,
        view: &MemoryView,
        context: &StructureContext,
        runs: bool,
    ) -> OptionStatus {
        let unavailable = |why| OptionStatus { unavailable: Some(why), ..OptionStatus::default() };
        // What runs was available when it began, and has conditions of its own.
        if let Err(why) = context.check_available(&option.action)
            && (!runs || why == Unavailable::Disabled)
        {
            return unavailable(why);
        }
        if option.when.as_ref().is_some_and(|when| !view.holds(&when.expression)) {
            return unavailable(Unavailable::Gated);
        }
        let Some(spec) = context.spec(&option.action) else { return unavailable(Unavailable::NotAvailable) };
        let count = option.considerations.len() + usize::from(!option.cost_curve.is_empty());
        let mut shared = ScoreSum::new(self.combination, count);
        let mut factors: Vec<Option<(f32, f32)>> = vec![None; count];
        let add = |sum: &mut ScoreSum, factors: &mut [Option<(f32, f32)>], view: &MemoryView, per_target: bool| {
            for (consideration, factor) in option.considerations.iter().zip(factors) {
                if consideration.per_target != per_target || sum.is_zero() {
                    continue;
                }
                let value = view.evaluate(&consideration.input.expression);
                let response = evaluate_curve(&consideration.curve, value).unwrap_or(value);
                sum.add(response, consideration.weight);
                *factor = Some((value, response));
            }
        };
        add(&mut shared, &mut factors, view, false);
        let scored = |candidate: Option<(u32, Subject)>| {
            let mut sum = ScoreSum { ..shared };
            let mut factors = factors.clone();
            let subject = candidate.map(|(_, subject)| subject);
            // The cache would mix up what is true of one target with what is true of another.
            add(&mut sum, &mut factors, &MemoryView { cache: None, current_target: subject, ..*view }, true);
            if !option.cost_curve.is_empty() && !sum.is_zero() {
                let cost = context.cost_on(spec, candidate.map(|(index, _)| index)) as f32;
                let response =
                    if cost.is_finite() { evaluate_curve(&option.cost_curve, cost).unwrap_or(cost) } else { 0.0 };
                sum.add(response, 1.0);
                if let Some(last) = factors.last_mut() {
                    *last = Some((cost, response));
                }
            }
            let has_momentum = runs && context.running.is_some_and(|(_, target)| target == subject);
            let momentum = if has_momentum { self.momentum } else { 1.0 };
            let for_goal = if context.goal == Some(option.action.goal) { self.goal_momentum } else { 1.0 };
            let score = sum.total() * option.weight * momentum * for_goal;
            OptionStatus { score, target: subject, factors, has_momentum, ..OptionStatus::default() }
        };
        if spec.target.is_none() {
            return scored(None);
        }
        if shared.is_zero() {
            return OptionStatus { factors, ..OptionStatus::default() };
        }
        // The target of what runs may have left the query of targets: then `target_filter` says how long it stays one.
        let current = context.running.filter(|_| runs).and_then(|(_, target)| target);
        let listed = context.candidates(spec).map(|(index, candidate)| (index, candidate.subject));
        let mut best: Option<OptionStatus> = None;
        let mut consider = |status: OptionStatus| {
            if best.as_ref().is_none_or(|best| status.score > best.score) {
                best = Some(status);
            }
        };
        let mut current_is_listed = false;
        for (index, subject) in listed {
            current_is_listed |= current == Some(subject);
            consider(scored(Some((index, subject))));
        }
        if let Some(subject) = current.filter(|_| !current_is_listed) {
            consider(scored(Some((u32::MAX, subject))));
        }
        best.unwrap_or_else(|| unavailable(Unavailable::NoTarget))
    }
}
