//! What an agent would do if things were otherwise: asked of a copy of its mind, so that the match does not notice.
//!
//! Must not know: who asks.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::{
    goap::{GoalAvailability, GoalCandidate, Planner, Value},
    mind::{
        Brain, DisabledSet, Mind, PlanExecuter, PlannedStep, WorkingMemory,
        decide::Thinker,
        decision::DecisionReason,
        memory::{Belief, BeliefError},
    },
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, Label, RejectReason, SelfSense, SimulationClock, Subject,
        TerrainService,
    },
};

/// What is supposed to be otherwise; by default nothing is.
#[derive(Clone, Debug, Default)]
pub struct WhatIf {
    /// The brain it thinks with.
    pub brain: Option<Arc<Brain>>,
    /// What is switched off in it.
    pub off: Option<DisabledSet>,
    /// What it believes besides, or instead.
    pub beliefs: Vec<Belief>,
    /// What it has forgotten.
    pub forgotten: Vec<Subject>,
    /// What facts of the planner are, whatever memory says.
    pub values: Vec<(Label, Value)>,
    /// The goal to plan for, however little it matters; without it the mind chooses.
    pub goal: Option<Label>,
}

/// What the agent would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatIfAnswer {
    /// The goal it would pursue; none where none can be planned.
    pub goal: Option<Label>,
    /// The steps.
    pub steps: Vec<PlannedStep>,
    /// What they cost together, ways included.
    pub cost: f64,
    /// All goals with their relevance and why they would be passed over, the most relevant first.
    pub goals: Vec<WhatIfGoal>,
}

/// A goal and what would become of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIfGoal {
    /// Its name.
    pub name: Label,
    /// How much it would matter.
    pub relevance: f32,
    /// Why it would not be pursued; none for the one that would.
    pub passed_over: Option<RejectReason>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhatIfError {
    /// There is no mind to ask.
    #[error("nobody is there to ask")]
    NoMind,
    /// The mind has no such goal.
    #[error("there is no goal \"{0}\"")]
    NoSuchGoal(Label),
    /// The mind has no such fact, or it cannot have that value.
    #[error("the fact \"{0}\" cannot be {1}")]
    NoSuchValue(Label, String),
    /// Something that cannot be believed.
    #[error(transparent)]
    Belief(#[from] BeliefError),
}

/// Asks an agent what it would do now. The match does not change by it.
///
/// # Errors
/// Where the question makes no sense.
pub fn what_if(world: &World, agent: Entity, what: &WhatIf) -> Result<WhatIfAnswer, WhatIfError> {
    let clock = world.get_resource::<SimulationClock>().ok_or(WhatIfError::NoMind)?;
    let terrain = world.get_resource::<TerrainService>().ok_or(WhatIfError::NoMind)?;
    let id = world.get::<AgentId>(agent).ok_or(WhatIfError::NoMind)?;
    let mind = world.get::<Mind>(agent).ok_or(WhatIfError::NoMind)?;
    let sense = world.get::<SelfSense>(agent).ok_or(WhatIfError::NoMind)?;
    let mut memory = world.get::<WorkingMemory>(agent).ok_or(WhatIfError::NoMind)?.clone();
    let mut chance = world.get::<AgentRng>(agent).ok_or(WhatIfError::NoMind)?.clone();

    let brain = what.brain.clone().unwrap_or_else(|| mind.brain.clone());
    let mut mind = mind.carried_over(&brain);
    mind.disabled = what.off.clone().unwrap_or(mind.disabled);
    mind.recent_plans = (0, 0);
    for (name, value) in &what.values {
        let wrong = || WhatIfError::NoSuchValue(*name, value.to_string());
        let fact = brain.domain.fact(name.as_str()).ok_or_else(wrong)?;
        let value = brain.domain.encode(fact, value).map_err(|_| wrong())?;
        mind.assumed.push((fact, value));
    }
    if what.brain.is_some() {
        memory.keep_by(brain.memory.clone());
    }
    what.forgotten.iter().for_each(|subject| memory.forget(*subject));
    what.beliefs.iter().try_for_each(|belief| memory.believe(belief))?;

    let (mut executer, mut board) = (PlanExecuter::default(), Blackboard::default());
    let (mut planner, mut log) = (Planner::new(), EventLog::default());
    let mut spare = u32::MAX;
    let own = (*id, &mut mind, &mut memory, &mut executer, sense);
    let shared = (&*terrain.0, &mut planner, &mut log, &mut spare);
    let mut thinker = Thinker::new(own, (&mut board, &mut chance), &brain, shared, clock);
    let Some(wanted) = what.goal else {
        thinker.consider(Some(DecisionReason::Retuned));
        let goal = mind.goal();
        return Ok(WhatIfAnswer { goal, steps: executer.steps, cost: executer.cost, goals: words(&mind, goal) });
    };
    let goal = brain.goals.iter().find(|goal| goal.data.name == wanted).ok_or(WhatIfError::NoSuchGoal(wanted))?;
    thinker.weigh();
    let asked =
        thinker.ask(&[GoalCandidate { goal: goal.id, relevance: 1.0, availability: GoalAvailability::Available }]);
    let goals = words(&mind, asked.is_some().then_some(wanted));
    Ok(match asked {
        Some(answered) => WhatIfAnswer { goal: Some(wanted), steps: answered.steps, cost: answered.cost, goals },
        None => WhatIfAnswer { goals, ..WhatIfAnswer::default() },
    })
}

fn words(mind: &Mind, chosen: Option<Label>) -> Vec<WhatIfGoal> {
    let word = |(name, status): (Label, &crate::mind::GoalStatus)| {
        let passed_over = (chosen != Some(name)).then(|| status.passed_over.unwrap_or(RejectReason::Outranked));
        WhatIfGoal { name, relevance: status.relevance, passed_over }
    };
    let names = mind.brain.goals.iter().map(|goal| goal.data.name);
    let mut goals: Vec<WhatIfGoal> = names.zip(&mind.goals).map(word).collect();
    goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.name.cmp(&b.name)));
    goals
}
