//! Plans made by a person: checked step by step against what the agent believes, then executed regardless of its goals.
//!
//! Independent of: the user interface.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::{think_again, with_thinker};
use crate::{
    Mind, WorkingMemory,
    brain::ActionSpec,
    decision::{Decision, DecisionReason, Thinker},
    executer::PlannedStep,
    planning::{MindPlanningContext, PlannerInput, describe_achievers},
    protocol::{ActionOutcome, Label, SelfSense, Subject, TerrainService},
    queries::MemoryView,
};

/// One step of a plan made by a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManualStep {
    /// The action, by name.
    pub action: Label,
    /// The target; `None` for an action without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Subject>,
}

/// Why a step cannot be executed when it is due.
#[derive(Clone, Debug, PartialEq)]
pub enum StepProblem {
    /// The mind has no such action.
    NoSuchAction,
    /// The action is a placeholder.
    Placeholder,
    /// The action is switched off.
    SwitchedOff,
    /// Its condition `available_when` does not hold now.
    Unavailable,
    /// It needs a target, and none or a wrong one is given; these subjects are possible.
    InvalidTarget(Vec<Subject>),
    /// It has no target, but one is given.
    UnexpectedTarget,
    /// A precondition will not hold.
    Unmet {
        /// The fact.
        fact: String,
        /// The condition as text, with the fact: "keys left at most 0".
        wanted: String,
        /// The value that the fact will have.
        have: String,
        /// The actions that could make the condition hold.
        achievers: Vec<Label>,
    },
}

impl fmt::Display for StepProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchAction => f.write_str("the mind has no such action"),
            Self::Placeholder => f.write_str("a placeholder cannot be executed"),
            Self::SwitchedOff => f.write_str("switched off"),
            Self::Unavailable => f.write_str("not available now: its condition `available_when` does not hold"),
            Self::InvalidTarget(known) if known.is_empty() => f.write_str("needs a target, and no known one fits"),
            Self::InvalidTarget(known) => {
                f.write_str("needs a target; possible:")?;
                for (index, subject) in known.iter().enumerate() {
                    write!(f, "{} {subject:?}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::UnexpectedTarget => f.write_str("has no target"),
            Self::Unmet { wanted, have, achievers, .. } => {
                write!(f, "needs {wanted} (would be {have}); {}", describe_achievers(achievers))
            }
        }
    }
}

/// A checked step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepCheck {
    /// The step.
    pub step: ManualStep,
    /// Why it cannot be executed; empty if it can.
    pub problems: Vec<StepProblem>,
    /// Its cost, including travel.
    pub cost: f64,
}

/// A checked plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanCheck {
    /// Its steps.
    pub steps: Vec<StepCheck>,
    /// The goals that it reaches.
    pub reaches: Vec<Label>,
    /// The cost of all steps.
    pub cost: f64,
}

impl PlanCheck {
    /// Whether it can be executed.
    pub fn is_valid(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.problems.is_empty())
    }
}

impl fmt::Display for PlanCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("a plan needs at least one step");
        }
        let mut first = true;
        for (number, step) in self.steps.iter().enumerate() {
            for problem in &step.problems {
                let between = if first { "" } else { "; " };
                write!(f, "{between}step {} ({}): {problem}", number + 1, step.step.action)?;
                first = false;
            }
        }
        Ok(())
    }
}

/// Checks a plan step by step against what the agent believes now; `None` if the entity has no mind. Changes nothing.
pub fn check_plan(world: &World, agent: Entity, steps: &[ManualStep]) -> Option<PlanCheck> {
    let (mind, memory) = (world.get::<Mind>(agent)?, world.get::<WorkingMemory>(agent)?);
    let sense = world.get::<SelfSense>(agent)?;
    let terrain = world.get_resource::<TerrainService>()?;
    let view = MemoryView::new(&mind.brain.queries, memory, sense, terrain.known_to(world.get(agent)));
    let mut input = PlannerInput::default();
    input.update(&mind.brain, &view, &mind.target_cooldowns, &mind.disabled.actions);
    let mut state = input.state.clone();
    let mut place = None;
    let mut check = PlanCheck::default();
    let checker = StepChecker { mind, input: &input, view };
    for step in steps {
        let step_check = checker.check(step, &mut state, &mut place);
        check.cost += step_check.cost;
        check.steps.push(step_check);
    }
    let goals = mind.brain.goals.iter().filter(|goal| mind.brain.domain.satisfied(goal.id, &state));
    check.reaches = goals.map(|goal| goal.data.name).collect();
    Some(check)
}

/// Checks the steps of a plan for one mind.
struct StepChecker<'a> {
    mind: &'a Mind,
    input: &'a PlannerInput,
    view: MemoryView<'a>,
}

impl StepChecker<'_> {
    /// Checks a step in a planner state and applies its effects to that. `place` is the candidate where the agent then is.
    fn check(&self, step: &ManualStep, state: &mut [i64], place: &mut Option<u32>) -> StepCheck {
        let mut check = StepCheck { step: *step, problems: Vec::new(), cost: 0.0 };
        let brain = &self.mind.brain;
        let found = brain.actions.iter().enumerate().find(|(_, spec)| spec.data.name == step.action);
        let Some((number, spec)) = found else {
            check.problems.push(StepProblem::NoSuchAction);
            return check;
        };
        if spec.data.placeholder {
            check.problems.push(StepProblem::Placeholder);
        }
        if self.mind.disabled.actions.contains(&spec.data.name) {
            check.problems.push(StepProblem::SwitchedOff);
        } else if !self.input.enabled.get(number).copied().unwrap_or(false) {
            check.problems.push(StepProblem::Unavailable);
        }
        let candidate = self.candidate(spec, step.target, &mut check.problems);
        for fact in brain.domain.unmet_preconditions(spec.id, candidate, state) {
            let wanted = spec.preconditions.iter().find(|(known, _)| *known == fact);
            let value = state.get(fact.index()).copied().unwrap_or_default();
            let achievers = brain.domain.achievers(spec.id, fact, value);
            check.problems.push(StepProblem::Unmet {
                fact: brain.domain.fact_name(fact).to_owned(),
                wanted: wanted.map(|(_, condition)| condition.to_string()).unwrap_or_default(),
                have: brain.domain.decode(fact, value).to_string(),
                achievers: achievers.filter_map(|id| brain.action(id.index())).map(|spec| spec.data.name).collect(),
            });
        }
        let (experience, candidates) = (&self.mind.experience, self.input.candidates.as_slice());
        let context = MindPlanningContext { brain, view: self.view, experience, candidates };
        check.cost = context.step_cost(spec, candidate, place).value();
        brain.domain.apply(spec.id, candidate, state);
        check
    }

    /// The candidate of a target.
    fn candidate(&self, spec: &ActionSpec, target: Option<Subject>, out: &mut Vec<StepProblem>) -> Option<u32> {
        if spec.target.is_none() {
            if target.is_some() {
                out.push(StepProblem::UnexpectedTarget);
            }
            return None;
        }
        let fitting = self.input.candidates.iter().filter(|candidate| candidate.kinds & spec.bit != 0);
        let known: Vec<Subject> = fitting.map(|candidate| candidate.subject).collect();
        match target {
            Some(target) if known.contains(&target) => self.input.index(target),
            _ => {
                out.push(StepProblem::InvalidTarget(known));
                None
            }
        }
    }
}

/// Makes an agent execute a plan from the next tick on, whatever its goals are. Afterwards, or if a step fails, it decides for
/// itself again.
///
/// # Errors
/// The check of a plan that cannot be executed; `None` if the entity has no mind.
pub fn order_plan(world: &mut World, agent: Entity, steps: &[ManualStep]) -> Result<PlanCheck, Option<PlanCheck>> {
    let check = check_plan(world, agent, steps).ok_or(None)?;
    if !check.is_valid() {
        return Err(Some(check));
    }
    with_thinker(world, agent, |thinker| thinker.adopt_manual_plan(&check)).ok_or(None)?;
    Ok(check)
}

/// Drops a plan made by a person, so that the agent decides for itself again. Returns whether there was one.
pub fn release_plan(world: &mut World, agent: Entity) -> bool {
    let released = with_thinker(world, agent, |thinker| {
        let by_hand = thinker.executer.by_hand;
        if by_hand {
            thinker.abandon_plan(ActionOutcome::Interrupted);
        }
        by_hand
    });
    if released == Some(true) {
        think_again(world, agent);
    }
    released == Some(true)
}

impl Thinker<'_> {
    fn adopt_manual_plan(&mut self, check: &PlanCheck) {
        let planned = |step: &StepCheck| {
            let actions = self.brain.actions.iter().enumerate();
            let (action, spec) = actions.into_iter().find(|(_, spec)| spec.data.name == step.step.action)?;
            let target = step.step.target;
            Some(PlannedStep { action, display_name: spec.display_name, target, cost: step.cost, travel: 0.0 })
        };
        let steps: Vec<PlannedStep> = check.steps.iter().filter_map(planned).collect();
        if !self.executer.continues(&steps, self.brain) {
            self.abandon_plan(ActionOutcome::Interrupted);
        }
        self.note_plan(Decision {
            tick: self.tick,
            why: DecisionReason::ByHand,
            goal: None,
            relevance: 0.0,
            steps: steps.clone(),
            cost: check.cost,
            passed_over: Vec::new(),
        });
        self.executer.set_plan(steps, check.cost);
        self.executer.by_hand = true;
        self.mind.pursuit = None;
        self.mind.idle_logged = false;
    }

    /// Continues a plan made by a person while its next step is possible. Returns the reason for another round, if one is
    /// needed.
    pub(crate) fn follow_manual_plan(&mut self) -> Option<DecisionReason> {
        let step = self.executer.step().copied();
        let spec = step.and_then(|step| self.brain.action(step.action));
        let possible = step.zip(spec).is_some_and(|(step, spec)| {
            let candidate = step.target.and_then(|target| self.mind.input.index(target));
            let disabled = self.mind.disabled.actions.contains(&spec.data.name);
            let active = self.executer.active().is_some();
            !disabled && (active || self.is_step_possible(spec, &step, candidate, &self.mind.input.state))
        });
        if possible {
            return None;
        }
        self.abandon_plan(ActionOutcome::Invalidated);
        self.evaluate_goals(Some(DecisionReason::PlanBroken))
    }
}
