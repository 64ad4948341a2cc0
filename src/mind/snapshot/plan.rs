//! The plan in an account: which steps are done, running and to come, and how what each rests on stands.

use super::{
    ConditionRole, ConditionSnapshot, MindComponents, PlanSnapshot, StepPhase, StepSnapshot, components::fact_value,
};
use crate::{
    goap::NO_TARGET,
    mind::{
        brain::{ActionLabels, ActionSpec},
        executer::PlannedStep,
        queries::Expression,
    },
    protocol::Label,
};

/// The plan being carried out.
pub(super) fn plan(parts: &MindComponents) -> Option<PlanSnapshot> {
    let MindComponents { mind, executer, .. } = *parts;
    if executer.steps.is_empty() {
        return None;
    }
    let mut state = mind.picture.state.clone();
    let steps = executer.steps.iter().enumerate().filter_map(|(index, step)| {
        let (spec, words) = (mind.brain.action(step.action)?, mind.brain.labels.actions.get(step.action)?);
        let phase = match index.cmp(&executer.at) {
            std::cmp::Ordering::Less => StepPhase::Done,
            std::cmp::Ordering::Equal if executer.active().is_some() => StepPhase::Running,
            _ => StepPhase::Pending,
        };
        let conditions = if phase == StepPhase::Done {
            Vec::new()
        } else {
            step_conditions(parts, spec, words, step, phase, &state)
        };
        if phase != StepPhase::Done {
            let candidate = step.target.and_then(|target| mind.picture.index(target));
            mind.brain.domain.apply(spec.id, candidate, &mut state);
        }
        let since = executer.since().filter(|_| phase == StepPhase::Running);
        let fact = |id: crate::goap::FactId| mind.brain.labels.facts.get(id.index()).copied().unwrap_or_default();
        Some(StepSnapshot {
            step: *step,
            phase,
            running: since.map(|since| (parts.memory.seconds_since(since), spec.data.timeout)),
            conditions,
            effects: words.effects.iter().map(|(id, what)| (fact(*id), *what)).collect(),
        })
    });
    let steps = steps.collect();
    let conditions = mind.pursuit.map_or_else(Vec::new, |pursuit| goal_conditions(parts, pursuit.goal, &state));
    Some(PlanSnapshot { cost: executer.cost, steps, heading: executer.heading(), conditions })
}

/// What a goal wants, as it stands now, and as it will in a later state.
pub(super) fn goal_conditions(parts: &MindComponents, goal: usize, later: &[i64]) -> Vec<ConditionSnapshot> {
    let brain = &parts.mind.brain;
    let (Some(spec), Some(words)) = (brain.goals.get(goal), brain.labels.goals.get(goal)) else { return Vec::new() };
    let want = |(fact, asks): &(crate::goap::FactId, Label)| {
        let (now, then) = (value_of(&parts.mind.picture.state, fact.index()), value_of(later, fact.index()));
        ConditionSnapshot {
            role: ConditionRole::Want,
            fact: brain.labels.facts.get(fact.index()).copied().unwrap_or_default(),
            test: *asks,
            value: Some(fact_value(parts.mind, *fact, now)),
            holds: brain.domain.goal_condition_holds(spec.id, *fact, now),
            holds_when_due: brain.domain.goal_condition_holds(spec.id, *fact, then),
        }
    };
    words.conditions.iter().map(want).collect()
}

fn value_of(state: &[i64], fact: usize) -> i64 {
    state.get(fact).copied().unwrap_or(NO_TARGET)
}

fn step_conditions(
    parts: &MindComponents,
    spec: &ActionSpec,
    words: &ActionLabels,
    step: &PlannedStep,
    phase: StepPhase,
    then: &[i64],
) -> Vec<ConditionSnapshot> {
    let mind = parts.mind;
    let domain = &mind.brain.domain;
    let candidate = step.target.and_then(|target| mind.picture.index(target));
    let mut out: Vec<ConditionSnapshot> = Vec::new();
    for (fact, asks) in &words.preconditions {
        let now = value_of(&mind.picture.state, fact.index());
        out.push(ConditionSnapshot {
            role: ConditionRole::Need,
            fact: mind.brain.labels.facts.get(fact.index()).copied().unwrap_or_default(),
            test: *asks,
            value: Some(fact_value(mind, *fact, now)),
            holds: domain.precondition_holds(spec.id, candidate, *fact, now),
            holds_when_due: domain.precondition_holds(spec.id, candidate, *fact, value_of(then, fact.index())),
        });
    }
    let view = parts.view();
    let mut ask = |role: ConditionRole, expression: &Option<Expression>, asks: Option<Label>| {
        if let (Some(expression), Some(asks)) = (expression, asks) {
            let holds = view.holds(expression);
            out.push(ConditionSnapshot {
                role,
                fact: Label::default(),
                test: asks,
                value: None,
                holds,
                holds_when_due: holds,
            });
        }
    };
    if phase != StepPhase::Running {
        ask(ConditionRole::When, &spec.available_when, words.available_when);
        return out;
    }
    ask(ConditionRole::Hold, &spec.invariant, words.invariant);
    ask(ConditionRole::Until, &spec.succeeds_when, words.succeeds_when);
    if let (Some(target), Some(query)) = (step.target, spec.target_filter) {
        let holds = view.memory.about(target).is_some_and(|fact| view.fits(query, fact));
        let asks = mind.brain.queries.get(query).map_or_else(Label::default, |query| query.name);
        out.push(ConditionSnapshot {
            role: ConditionRole::Keep,
            fact: Label::default(),
            test: asks,
            value: None,
            holds,
            holds_when_due: holds,
        });
    }
    out
}
