//! Plans made by a person: checked step by step against what the agent believes, then carried out whatever goals it has.
//!
//! Must not know: how the person makes them.

use std::fmt;

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::{as_thinker, think_again};
use crate::{
    goap::PlanningContext,
    mind::{
        Mind, WorkingMemory,
        brain::ActionSpec,
        decide::Thinker,
        decision::{Decision, DecisionReason},
        executer::PlannedStep,
        planner_input::{MindPlanningContext, PlannerInput},
        queries::MemoryView,
    },
    protocol::{ActionOutcome, Event, Label, SelfSense, Subject, TerrainService, label},
};

/// One step of a plan made by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManualStep {
    /// The action, by its name.
    pub action: Label,
    /// What it is about; none for an action that is about nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Subject>,
}

/// What keeps a step from being taken when its turn comes.
#[derive(Clone, Debug, PartialEq)]
pub enum StepProblem {
    /// The mind has no such action.
    NoSuchAction,
    /// It only stands for what would be known by then; nobody can do it.
    Placeholder,
    /// It is switched off.
    SwitchedOff,
    /// Its own condition (`when`) does not hold now.
    Unavailable,
    /// It is about something, and nothing is named, or nothing that it could be about; these are what it could be about.
    InvalidTarget(Vec<Subject>),
    /// It is about nothing.
    UnexpectedTarget,
    /// A condition on a fact does not hold then.
    Unmet {
        /// The fact.
        fact: String,
        /// What is wanted of it.
        wanted: String,
        /// What it would be.
        have: String,
        /// The actions that could bring it about.
        achievers: Vec<Label>,
    },
}

impl fmt::Display for StepProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchAction => f.write_str("the mind has no such action"),
            Self::Placeholder => f.write_str("it only stands for what would be known by then, and cannot be done"),
            Self::SwitchedOff => f.write_str("it is switched off"),
            Self::Unavailable => f.write_str("its condition `when` does not hold now"),
            Self::InvalidTarget(known) if known.is_empty() => {
                f.write_str("it needs something that it is about, and nothing that is remembered fits")
            }
            Self::InvalidTarget(known) => {
                f.write_str("it needs something that it is about; it could be about")?;
                for (index, subject) in known.iter().enumerate() {
                    write!(f, "{} {subject:?}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::UnexpectedTarget => f.write_str("it is about nothing"),
            Self::Unmet { fact, wanted, have, achievers } => {
                write!(f, "\"{fact}\" must be {wanted} and would be {have}; ")?;
                match achievers.as_slice() {
                    [] => f.write_str("no action brings that about"),
                    [only] => write!(f, "`{only}` brings that about"),
                    [first, rest @ ..] => {
                        write!(f, "`{first}`")?;
                        rest.iter().try_for_each(|action| write!(f, " or `{action}`"))?;
                        f.write_str(" bring that about")
                    }
                }
            }
        }
    }
}

/// A step of a plan, looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct StepCheck {
    /// The step.
    pub step: ManualStep,
    /// What keeps it from being taken; nothing where it can be.
    pub problems: Vec<StepProblem>,
    /// What it would cost, its way included.
    pub cost: f64,
}

/// A plan made by hand, looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanCheck {
    /// Its steps.
    pub steps: Vec<StepCheck>,
    /// The goals that it reaches.
    pub reaches: Vec<Label>,
    /// What it costs together.
    pub cost: f64,
}

impl PlanCheck {
    /// Whether it can be carried out.
    pub fn is_valid(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.problems.is_empty())
    }
}

impl fmt::Display for PlanCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("a plan has at least one step");
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

/// Looks at a plan step by step, by what the agent believes now; `None` where the entity has no mind. Changes nothing.
pub fn check_plan(world: &World, agent: Entity, steps: &[ManualStep]) -> Option<PlanCheck> {
    let (mind, memory) = (world.get::<Mind>(agent)?, world.get::<WorkingMemory>(agent)?);
    let sense = world.get::<SelfSense>(agent)?;
    let terrain = world.get_resource::<TerrainService>()?;
    let view = MemoryView::of(&mind.brain.queries, memory, sense, &*terrain.0);
    let mut picture = PlannerInput::default();
    picture.paint(&mind.brain, &view, &mind.target_cooldowns, &mind.disabled.actions);
    let mut state = picture.state.clone();
    let mut place = None;
    let mut check = PlanCheck::default();
    for step in steps {
        let looked_at = Looker { mind, picture: &picture, view }.look(step, &mut state, &mut place);
        check.cost += looked_at.cost;
        check.steps.push(looked_at);
    }
    let goals = mind.brain.goals.iter().filter(|goal| mind.brain.domain.satisfied(goal.id, &state));
    check.reaches = goals.map(|goal| goal.data.name).collect();
    Some(check)
}

/// Looks at steps with one mind's eyes.
struct Looker<'a> {
    mind: &'a Mind,
    picture: &'a PlannerInput,
    view: MemoryView<'a>,
}

impl Looker<'_> {
    /// Looks at a step in a state, which it changes as the step would; `place` is the candidate the way there ends at.
    fn look(&self, step: &ManualStep, state: &mut [i64], place: &mut Option<u32>) -> StepCheck {
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
        } else if !self.picture.enabled.get(number).copied().unwrap_or(false) {
            check.problems.push(StepProblem::Unavailable);
        }
        let candidate = self.candidate(spec, step.target, &mut check.problems);
        for fact in brain.domain.unmet_preconditions(spec.id, candidate, state) {
            let name = brain.domain.fact_name(fact);
            let declared = brain.domain.actions().get(spec.id.index());
            let wanted = declared.and_then(|action| action.preconditions.iter().find(|(known, _)| known == name));
            let value = state.get(fact.index()).copied().unwrap_or_default();
            let remedies = brain.domain.achievers(spec.id, fact, value);
            check.problems.push(StepProblem::Unmet {
                fact: name.to_owned(),
                wanted: wanted.map(|(_, condition)| condition.to_string()).unwrap_or_default(),
                have: brain.domain.decode(fact, value).to_string(),
                achievers: remedies.filter_map(|id| brain.action(id.index())).map(|spec| spec.data.name).collect(),
            });
        }
        let outlook = MindPlanningContext { brain, view: self.view, candidates: &self.picture.candidates };
        let more = spec.extra_cost.as_ref().map_or(0.0, |expression| self.view.answer(expression).max(0.0));
        check.cost = spec.data.cost + f64::from(more);
        if let Some(candidate) = candidate {
            check.cost += outlook.surcharge(spec.id, candidate).value();
            if spec.data.includes_travel {
                check.cost += outlook.travel(*place, candidate).value();
                *place = Some(candidate);
            }
        }
        brain.domain.apply(spec.id, candidate, state);
        check
    }

    /// The candidate that is meant.
    fn candidate(&self, spec: &ActionSpec, target: Option<Subject>, out: &mut Vec<StepProblem>) -> Option<u32> {
        if spec.target.is_none() {
            if target.is_some() {
                out.push(StepProblem::UnexpectedTarget);
            }
            return None;
        }
        let fitting = self.picture.candidates.iter().filter(|candidate| candidate.kinds & spec.bit != 0);
        let known: Vec<Subject> = fitting.map(|candidate| candidate.subject).collect();
        match target {
            Some(target) if known.contains(&target) => self.picture.index(target),
            _ => {
                out.push(StepProblem::InvalidTarget(known));
                None
            }
        }
    }
}

/// Has an agent carry out a plan made by hand, from the next tick on, whatever goals it has. Afterwards, or where a step
/// fails, it thinks for itself again.
///
/// # Errors
/// Where the plan cannot be carried out; `None` where the entity has no mind.
pub fn order_plan(world: &mut World, agent: Entity, steps: &[ManualStep]) -> Result<PlanCheck, Option<PlanCheck>> {
    let check = check_plan(world, agent, steps).ok_or(None)?;
    if !check.is_valid() {
        return Err(Some(check));
    }
    as_thinker(world, agent, |thinker| thinker.take_orders(&check)).ok_or(None)?;
    Ok(check)
}

/// Takes a plan made by hand back: the agent thinks for itself again. Whether there was one.
pub fn release_plan(world: &mut World, agent: Entity) -> bool {
    let released = as_thinker(world, agent, |thinker| {
        let by_hand = thinker.executer.by_hand;
        if by_hand {
            thinker.give_up(ActionOutcome::Interrupted);
        }
        by_hand
    });
    if released == Some(true) {
        think_again(world, agent);
    }
    released == Some(true)
}

impl Thinker<'_> {
    fn take_orders(&mut self, check: &PlanCheck) {
        let planned = |step: &StepCheck| {
            let actions = self.brain.actions.iter().enumerate();
            let (action, spec) = actions.into_iter().find(|(_, spec)| spec.data.name == step.step.action)?;
            let target = step.step.target;
            Some(PlannedStep { action, display_name: spec.display_name, target, cost: step.cost, travel: 0.0 })
        };
        let steps: Vec<PlannedStep> = check.steps.iter().filter_map(planned).collect();
        if !self.executer.continues(&steps) {
            self.give_up(ActionOutcome::Interrupted);
        }
        let goal = label("by hand");
        let told = steps.iter().map(|step| (step.display_name, step.target)).collect();
        let thousandths = (check.cost * 1000.0).round() as i64;
        self.log.push(self.tick, Event::PlanMade { agent: self.id, goal, steps: told, cost: thousandths });
        self.mind.keep(Decision {
            tick: self.tick,
            why: DecisionReason::ByHand,
            goal: None,
            relevance: 0.0,
            steps: steps.clone(),
            cost: check.cost,
            passed_over: Vec::new(),
        });
        self.executer.take_up(steps, check.cost);
        self.executer.by_hand = true;
        self.mind.pursuit = None;
        self.mind.idle_logged = false;
    }

    /// Goes on with a plan made by hand while its due step can be taken; says why another round is needed, if one is.
    pub(in crate::mind) fn follow_orders(&mut self) -> Option<DecisionReason> {
        let step = self.executer.step().copied();
        let spec = step.and_then(|step| self.brain.action(step.action));
        let goes_on = step.zip(spec).is_some_and(|(step, spec)| {
            let candidate = step.target.and_then(|target| self.mind.picture.index(target));
            let off = self.mind.disabled.actions.contains(&spec.data.name);
            let active = self.executer.active().is_some();
            !off && (active || self.may_follow(spec, &step, candidate, &self.mind.picture.state))
        });
        if goes_on {
            return None;
        }
        self.give_up(ActionOutcome::Invalidated);
        self.consider(Some(DecisionReason::PlanBroken))
    }
}
