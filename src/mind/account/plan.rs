//! The plan in an account: which steps are done, running and to come, and how what each rests on stands.

use super::{Condition, Parts, Phase, PlanAccount, Role, StepAccount, parts::believed};
use crate::{
    goap::NOTHING,
    mind::{
        brain::{ActionSpec, ActionWords},
        executer::PlannedStep,
        notions::Query,
    },
    protocol::Label,
};

/// The plan being carried out.
pub(super) fn plan(parts: &Parts) -> Option<PlanAccount> {
    let Parts { mind, executer, .. } = *parts;
    if executer.steps.is_empty() {
        return None;
    }
    let mut state = mind.picture.state.clone();
    let steps = executer.steps.iter().enumerate().filter_map(|(index, step)| {
        let (spec, words) = (mind.brain.action(step.action)?, mind.brain.words.actions.get(step.action)?);
        let phase = match index.cmp(&executer.at) {
            std::cmp::Ordering::Less => Phase::Done,
            std::cmp::Ordering::Equal if executer.active().is_some() => Phase::Running,
            _ => Phase::Coming,
        };
        let conditions =
            if phase == Phase::Done { Vec::new() } else { conditions(parts, spec, words, step, phase, &state) };
        if phase != Phase::Done {
            let candidate = step.target.and_then(|target| mind.picture.index(target));
            mind.brain.domain.apply(spec.id, candidate, &mut state);
        }
        let since = executer.since().filter(|_| phase == Phase::Running);
        let fact = |id: crate::goap::FactId| mind.brain.words.facts.get(id.index()).copied().unwrap_or_default();
        Some(StepAccount {
            step: *step,
            phase,
            running: since.map(|since| (parts.memory.seconds_since(since), spec.data.time_out)),
            conditions,
            brings: words.brings.iter().map(|(id, what)| (fact(*id), *what)).collect(),
        })
    });
    let steps = steps.collect();
    let wants = mind.pursuit.map_or_else(Vec::new, |pursuit| wants(parts, pursuit.goal, &state));
    Some(PlanAccount { cost: executer.cost, steps, heading: executer.heading(), wants })
}

/// What a goal wants, as it stands now, and as it will in a later state.
pub(super) fn wants(parts: &Parts, goal: usize, later: &[i64]) -> Vec<Condition> {
    let brain = &parts.mind.brain;
    let (Some(spec), Some(words)) = (brain.goals.get(goal), brain.words.goals.get(goal)) else { return Vec::new() };
    let want = |(fact, asks): &(crate::goap::FactId, Label)| {
        let (now, then) = (value_of(&parts.mind.picture.state, fact.index()), value_of(later, fact.index()));
        Condition {
            role: Role::Want,
            fact: brain.words.facts.get(fact.index()).copied().unwrap_or_default(),
            asks: *asks,
            value: Some(believed(parts.mind, *fact, now)),
            holds: brain.domain.want_holds(spec.id, *fact, now),
            in_turn: brain.domain.want_holds(spec.id, *fact, then),
        }
    };
    words.wants.iter().map(want).collect()
}

fn value_of(state: &[i64], fact: usize) -> i64 {
    state.get(fact).copied().unwrap_or(NOTHING)
}

fn conditions(
    parts: &Parts,
    spec: &ActionSpec,
    words: &ActionWords,
    step: &PlannedStep,
    phase: Phase,
    then: &[i64],
) -> Vec<Condition> {
    let mind = parts.mind;
    let domain = &mind.brain.domain;
    let candidate = step.target.and_then(|target| mind.picture.index(target));
    let mut out: Vec<Condition> = Vec::new();
    for (fact, asks) in &words.needs {
        let now = value_of(&mind.picture.state, fact.index());
        out.push(Condition {
            role: Role::Need,
            fact: mind.brain.words.facts.get(fact.index()).copied().unwrap_or_default(),
            asks: *asks,
            value: Some(believed(mind, *fact, now)),
            holds: domain.need_holds(spec.id, candidate, *fact, now),
            in_turn: domain.need_holds(spec.id, candidate, *fact, value_of(then, fact.index())),
        });
    }
    let view = parts.view();
    let mut ask = |role: Role, query: &Option<Query>, asks: Option<Label>| {
        if let (Some(query), Some(asks)) = (query, asks) {
            let holds = view.holds(query);
            out.push(Condition { role, fact: Label::default(), asks, value: None, holds, in_turn: holds });
        }
    };
    if phase != Phase::Running {
        ask(Role::When, &spec.when, words.when);
        return out;
    }
    ask(Role::Hold, &spec.hold, words.hold);
    ask(Role::Until, &spec.until, words.until);
    if let (Some(target), Some(notion)) = (step.target, spec.keep) {
        let holds = view.memory.about(target).is_some_and(|fact| view.fits(notion, fact));
        let asks = mind.brain.notions.get(notion).map_or_else(Label::default, |notion| notion.name);
        out.push(Condition { role: Role::Keep, fact: Label::default(), asks, value: None, holds, in_turn: holds });
    }
    out
}
