//! What an agent would do if something were different. Answered by a copy of its mind, so the match does not change.
//!
//! Independent of: the caller.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use quarry_goap::{GoalCandidate, Planner, Value};

use crate::{
    Brain, DisabledSet, Mind, PlanExecuter, PlannedStep, WorkingMemory,
    decision::{DecisionReason, PlanRate, Thinker},
    memory::{Belief, BeliefError},
    protocol::{
        AgentId, AgentRng, Blackboard, Label, RejectReason, SelfSense, SimulationClock, Subject, TerrainService,
    },
};

/// What is to be different. By default nothing is.
#[derive(Clone, Debug, Default)]
pub struct WhatIf {
    /// Another brain.
    pub brain: Option<Arc<Brain>>,
    /// What is switched off.
    pub disabled: Option<DisabledSet>,
    /// Facts to add to its memory, or to replace there.
    pub beliefs: Vec<Belief>,
    /// Subjects to forget.
    pub forgotten: Vec<Subject>,
    /// Values of planner facts that override memory.
    pub values: Vec<(Label, Value)>,
    /// The goal to plan for, whatever its relevance; without one the mind selects a goal.
    pub goal: Option<Label>,
}

/// What the agent would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatIfAnswer {
    /// The goal it would pursue; `None` if no goal can be planned.
    pub goal: Option<Label>,
    /// The steps of the plan.
    pub steps: Vec<PlannedStep>,
    /// The cost of all steps, including travel.
    pub cost: f64,
    /// All goals, most relevant first.
    pub goals: Vec<WhatIfGoal>,
}

/// How a goal would stand.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIfGoal {
    /// Its name.
    pub name: Label,
    /// Its relevance.
    pub relevance: f32,
    /// Why it would not be pursued; `None` for the goal that would.
    pub passed_over: Option<RejectReason>,
}

/// Why a what-if question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhatIfError {
    /// There is no match, or the entity has no mind.
    #[error("this agent has no mind")]
    NoMind,
    /// The mind has no such goal.
    #[error("there is no goal \"{0}\"")]
    NoSuchGoal(Label),
    /// The mind has no such fact, or it cannot have that value.
    #[error("the fact \"{0}\" cannot be {1}")]
    NoSuchValue(Label, String),
    /// A belief that memory cannot hold.
    #[error(transparent)]
    Belief(#[from] BeliefError),
}

/// What an agent would do now. Does not change the match.
///
/// # Errors
/// If the entity has no mind, or a goal, value or belief does not exist.
pub fn what_if(world: &World, agent: Entity, what: &WhatIf) -> Result<WhatIfAnswer, WhatIfError> {
    let clock = world.get_resource::<SimulationClock>().ok_or(WhatIfError::NoMind)?;
    let terrain = world.get_resource::<TerrainService>().ok_or(WhatIfError::NoMind)?;
    let id = world.get::<AgentId>(agent).ok_or(WhatIfError::NoMind)?;
    let mind = world.get::<Mind>(agent).ok_or(WhatIfError::NoMind)?;
    let sense = world.get::<SelfSense>(agent).ok_or(WhatIfError::NoMind)?;
    let mut memory = world.get::<WorkingMemory>(agent).ok_or(WhatIfError::NoMind)?.clone();
    let mut rng = world.get::<AgentRng>(agent).ok_or(WhatIfError::NoMind)?.clone();

    let brain = what.brain.clone().unwrap_or_else(|| mind.brain.clone());
    let mut mind = mind.carried_over(&brain);
    mind.disabled = what.disabled.clone().unwrap_or(mind.disabled);
    mind.plan_rate = PlanRate::default();
    for (name, value) in &what.values {
        let wrong = || WhatIfError::NoSuchValue(*name, value.to_string());
        let fact = brain.domain.fact(name.as_str()).ok_or_else(wrong)?;
        let value = brain.domain.encode(fact, value).map_err(|_| wrong())?;
        mind.assumed.push((fact, value));
    }
    if what.brain.is_some() {
        memory.replace_settings(brain.memory.clone());
    }
    what.forgotten.iter().for_each(|subject| memory.forget(*subject));
    what.beliefs.iter().try_for_each(|belief| memory.believe(belief))?;

    let (mut executer, mut board) = (PlanExecuter::default(), Blackboard::default());
    let (mut planner, mut log) = (Planner::new(), Vec::new());
    let mut thinker = Thinker {
        id: *id,
        brain: &brain,
        mind: &mut mind,
        trace: None,
        memory: &mut memory,
        executer: &mut executer,
        sense,
        board: &mut board,
        rng: &mut rng,
        terrain: terrain.known_to(world.get(agent)),
        planner: &mut planner,
        log: &mut log,
        stopwatch: None,
        may_think: true,
        may_act: true,
        tick: clock.tick,
        dt: clock.dt(),
        record_planning: false,
        record_positions: false,
    };
    let Some(wanted) = what.goal else {
        thinker.evaluate_goals(Some(DecisionReason::Retuned));
        let goal = mind.goal();
        return Ok(WhatIfAnswer { goal, steps: executer.steps, cost: executer.cost, goals: goals_of(&mind, goal) });
    };
    let goal = brain.goals.iter().find(|goal| goal.data.name == wanted).ok_or(WhatIfError::NoSuchGoal(wanted))?;
    thinker.update_relevance();
    let chosen = thinker.plan(&[GoalCandidate { goal: goal.id, relevance: 1.0 }], None);
    let goals = goals_of(&mind, chosen.is_some().then_some(wanted));
    Ok(match chosen {
        Some(plan) => WhatIfAnswer { goal: Some(wanted), steps: plan.steps, cost: plan.cost, goals },
        None => WhatIfAnswer { goals, ..WhatIfAnswer::default() },
    })
}

fn goals_of(mind: &Mind, chosen: Option<Label>) -> Vec<WhatIfGoal> {
    let goal = |(name, status): (Label, &crate::GoalStatus)| {
        let passed_over = (chosen != Some(name)).then(|| status.passed_over.unwrap_or(RejectReason::Outranked));
        WhatIfGoal { name, relevance: status.relevance, passed_over }
    };
    let names = mind.brain.goals.iter().map(|goal| goal.data.name);
    let mut goals: Vec<WhatIfGoal> = names.zip(&mind.goals).map(goal).collect();
    goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.name.cmp(&b.name)));
    goals
}
