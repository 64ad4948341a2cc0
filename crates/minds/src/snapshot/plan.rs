//! The plan in a snapshot: which steps are done, running and pending, and how their conditions stand.

use quarry_goap::{FactId, NO_TARGET};

use super::{
    ConditionRole, ConditionSnapshot, MindComponents, PlanSnapshot, StepPhase, StepSnapshot, components::fact_value,
};
use crate::{
    brain::{ActionSpec, DescribedExpression},
    executer::PlannedStep,
    protocol::Label,
    value::{Judgement, StepFigures},
};

/// The plan being executed.
pub(super) fn plan(components: &MindComponents) -> Option<PlanSnapshot> {
    let MindComponents { mind, executer, .. } = *components;
    if executer.steps.is_empty() {
        return None;
    }
    // A mind that does not plan reads no facts of the planner, except for a plan made by a person.
    let plans = mind.brain.structure.is_none() || executer.by_hand;
    let mut state = mind.input.state.clone();
    let steps = executer.steps.iter().enumerate().filter_map(|(index, step)| {
        let spec = mind.brain.action(step.action)?;
        let phase = match index.cmp(&executer.at) {
            std::cmp::Ordering::Less => StepPhase::Done,
            std::cmp::Ordering::Equal if executer.active().is_some() => StepPhase::Running,
            _ => StepPhase::Pending,
        };
        let conditions = match phase {
            StepPhase::Done => Vec::new(),
            _ => step_conditions(components, spec, step, phase, &state),
        };
        if phase != StepPhase::Done && plans {
            let candidate = step.target.and_then(|target| mind.input.index(target));
            mind.brain.domain.apply(spec.id, candidate, &mut state);
        }
        let since = executer.since().filter(|_| phase == StepPhase::Running);
        Some(StepSnapshot {
            step: *step,
            phase,
            running: since.map(|since| (components.memory.seconds_since(since), spec.data.timeout)),
            figures: figures(components, spec, step),
            conditions,
            effects: spec.effects.clone(),
        })
    });
    let steps = steps.collect();
    let conditions = mind
        .pursuit
        .filter(|_| plans)
        .map_or_else(Vec::new, |pursuit| goal_conditions(components, pursuit.goal, &state));
    Some(PlanSnapshot { cost: executer.cost, steps, heading: executer.heading(), conditions })
}

fn figures(components: &MindComponents, spec: &ActionSpec, step: &PlannedStep) -> Option<StepFigures> {
    if spec.odds.is_none() && spec.seconds.is_none() && spec.danger.is_none() {
        return None;
    }
    let judgement = Judgement { brain: &components.mind.brain, experience: &components.mind.experience };
    let mut figures = spec.figures(&components.view(), step.target, &judgement);
    figures.seconds += components.mind.brain.thinking.travel_seconds(step.travel);
    Some(figures)
}

/// The conditions of a goal, now and in a later planner state.
pub(super) fn goal_conditions(components: &MindComponents, goal: usize, later: &[i64]) -> Vec<ConditionSnapshot> {
    let (mind, brain) = (components.mind, &components.mind.brain);
    let Some(spec) = brain.goals.get(goal) else { return Vec::new() };
    let condition = |(fact, test): &(FactId, Label)| {
        let (now, then) = (value_of(&mind.input.state, *fact), value_of(later, *fact));
        ConditionSnapshot {
            role: ConditionRole::Goal,
            fact: brain.fact_names.get(fact.index()).copied().unwrap_or_default(),
            test: *test,
            value: Some(fact_value(mind, *fact, now)),
            holds: brain.domain.goal_condition_holds(spec.id, *fact, now),
            holds_when_due: brain.domain.goal_condition_holds(spec.id, *fact, then),
        }
    };
    spec.conditions.iter().map(condition).collect()
}

fn value_of(state: &[i64], fact: FactId) -> i64 {
    state.get(fact.index()).copied().unwrap_or(NO_TARGET)
}

fn step_conditions(
    components: &MindComponents,
    spec: &ActionSpec,
    step: &PlannedStep,
    phase: StepPhase,
    when_due: &[i64],
) -> Vec<ConditionSnapshot> {
    let mind = components.mind;
    let domain = &mind.brain.domain;
    let candidate = step.target.and_then(|target| mind.input.index(target));
    let mut out: Vec<ConditionSnapshot> = Vec::new();
    let plans = mind.brain.structure.is_none() || components.executer.by_hand;
    for (fact, test) in spec.preconditions.iter().filter(|_| plans) {
        let now = value_of(&mind.input.state, *fact);
        out.push(ConditionSnapshot {
            role: ConditionRole::Precondition,
            fact: mind.brain.fact_names.get(fact.index()).copied().unwrap_or_default(),
            test: *test,
            value: Some(fact_value(mind, *fact, now)),
            holds: domain.precondition_holds(spec.id, candidate, *fact, now),
            holds_when_due: domain.precondition_holds(spec.id, candidate, *fact, value_of(when_due, *fact)),
        });
    }
    let view = components.view();
    let of_memory = |role: ConditionRole, test: Label, holds: bool| ConditionSnapshot {
        role,
        fact: Label::default(),
        test,
        value: None,
        holds,
        holds_when_due: holds,
    };
    let mut add = |role: ConditionRole, condition: &Option<DescribedExpression>| {
        if let Some(condition) = condition {
            out.push(of_memory(role, condition.text, view.holds(&condition.expression)));
        }
    };
    if phase != StepPhase::Running {
        add(ConditionRole::Availability, &spec.available_when);
        return out;
    }
    add(ConditionRole::Invariant, &spec.invariant);
    add(ConditionRole::Success, &spec.succeeds_when);
    if let (Some(target), Some(query)) = (step.target, spec.target_filter) {
        let holds = view.memory.about(target).is_some_and(|fact| view.matches(query, fact));
        let name = mind.brain.queries.get(query).map_or_else(Label::default, |query| query.name);
        out.push(of_memory(ConditionRole::TargetFilter, name, holds));
    }
    out
}
