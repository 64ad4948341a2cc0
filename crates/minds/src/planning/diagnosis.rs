//! Why an action is not in the plan: what blocks it, which preconditions are unmet, and what it would contribute to each goal.
//!
//! Answered from a [`PlanningSnapshot`]. Independent of: how it is shown.

use quarry_goap::{ActionId, GoalId, NO_TARGET, PlanOutcome, PlanRequest, Planner, Value};

use super::snapshot::{Excluded, PlanningSnapshot};
use crate::{
    protocol::{Label, Subject},
    text::readable,
};

/// What keeps an action from being planned at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Blocker {
    /// A person has switched it off.
    SwitchedOff,
    /// Its condition `available_when` did not hold; the condition as text.
    Unavailable(Label),
    /// No known subject matched the query of its targets; the query, and the subjects of the right kind with the reason why
    /// each was excluded.
    NoTarget(Label, Vec<Excluded>),
}

/// A precondition of an action, and whether it is met.
#[derive(Clone, Debug, PartialEq)]
pub struct PreconditionStatus {
    /// The fact.
    pub fact: Label,
    /// The condition as text, with the fact: "keys left at most 0".
    pub test: Label,
    /// The current value of the fact.
    pub value: Value,
    /// Whether the condition holds now.
    pub holds: bool,
    /// The actions that could make it hold.
    pub achievers: Vec<Label>,
}

/// What an action would contribute to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoalContribution {
    /// The cheapest plan, which costs this much, contains it.
    InPlan(f64),
    /// It is part of the plan found when one action of the cheapest plan is excluded.
    CostsMore {
        /// The cost of the plan with it.
        with: f64,
        /// The cost of the cheapest plan.
        without: f64,
    },
    /// It is neither in the cheapest plan nor in any plan found when one action of that is excluded.
    NotUseful,
    /// The goal is reached already.
    AlreadySatisfied,
    /// No plan reaches the goal, with or without it.
    NoPlan,
}

/// Why an action is or is not in the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDiagnosis {
    /// The action.
    pub action: Label,
    /// What keeps it from being planned; `None` if nothing does.
    pub blocker: Option<Blocker>,
    /// Its preconditions.
    pub preconditions: Vec<PreconditionStatus>,
    /// What it contributes to each goal; for a blocked action, what it would contribute otherwise.
    pub contributions: Vec<(Label, GoalContribution)>,
}

impl PlanningSnapshot {
    /// What keeps an action from being planned; `None` if nothing does.
    pub fn blocker(&self, action: usize) -> Option<Blocker> {
        let spec = self.brain.action(action)?;
        if self.disabled.contains(&spec.data.name) {
            return Some(Blocker::SwitchedOff);
        }
        if !self.enabled.get(action).copied().unwrap_or(true) {
            return Some(Blocker::Unavailable(spec.availability()));
        }
        let query = self.brain.queries.get(spec.target?)?;
        if self.candidates.iter().any(|candidate| candidate.kinds & spec.bit != 0) {
            return None;
        }
        let excluded = self.excluded.iter().filter(|excluded| excluded.action == action).copied();
        Some(Blocker::NoTarget(query.name, excluded.collect()))
    }

    /// The preconditions of an action and whether each was met.
    pub fn preconditions(&self, action: usize) -> Vec<PreconditionStatus> {
        let Some(spec) = self.brain.action(action) else { return Vec::new() };
        let domain = &self.brain.domain;
        // For the first candidate with which the action is applicable, otherwise for the first of all.
        let fitting = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.kinds & spec.bit != 0);
        let mut targets = fitting.map(|(index, _)| index as u32);
        let first = targets.clone().next();
        let target = targets.find(|target| domain.is_applicable(spec.id, Some(*target), &self.state)).or(first);
        let status = |(fact, test): &(quarry_goap::FactId, Label)| {
            let value = self.state.get(fact.index()).copied().unwrap_or(NO_TARGET);
            let achievers = domain.achievers(spec.id, *fact, value);
            PreconditionStatus {
                fact: self.brain.fact_names.get(fact.index()).copied().unwrap_or_default(),
                test: *test,
                value: domain.decode(*fact, value),
                holds: domain.precondition_holds(spec.id, target, *fact, value),
                achievers: achievers
                    .filter_map(|id| self.brain.action(id.index()))
                    .map(|spec| spec.data.name)
                    .collect(),
            }
        };
        spec.preconditions.iter().map(status).collect()
    }

    /// Diagnoses an action. Plans again for every goal, and once more for each action of that goal's plan.
    pub fn diagnose(&self, action: usize, planner: &mut Planner) -> Option<ActionDiagnosis> {
        let spec = self.brain.action(action)?;
        let goals = self.brain.goals.iter();
        let contributions = goals.map(|goal| (goal.data.name, self.contribution(spec.id, goal.id, planner)));
        Some(ActionDiagnosis {
            action: spec.data.name,
            blocker: self.blocker(action),
            preconditions: self.preconditions(action),
            contributions: contributions.collect(),
        })
    }

    fn contribution(&self, action: ActionId, goal: GoalId, planner: &mut Planner) -> GoalContribution {
        let mut enabled = self.enabled.clone();
        if let Some(own) = enabled.get_mut(action.index()) {
            *own = true;
        }
        let request = PlanRequest { enabled: Some(&enabled), ..self.request(goal) };
        let result = planner.plan(&self.brain.domain, &request);
        let (without, steps) = (result.cost.value(), result.steps.to_vec());
        match result.outcome {
            PlanOutcome::Satisfied => return GoalContribution::AlreadySatisfied,
            PlanOutcome::Impossible | PlanOutcome::OutOfBudget(_) => return GoalContribution::NoPlan,
            PlanOutcome::Plan if steps.iter().any(|step| step.action == action) => {
                return GoalContribution::InPlan(without);
            }
            PlanOutcome::Plan => {}
        }
        // Exclude each action of the plan in turn, and see whether this one takes its place.
        let mut with: Option<f64> = None;
        for (at, step) in steps.iter().enumerate() {
            if steps.iter().take(at).any(|before| before.action == step.action) {
                continue;
            }
            let mut others = enabled.clone();
            if let Some(excluded) = others.get_mut(step.action.index()) {
                *excluded = false;
            }
            let result = planner.plan(&self.brain.domain, &PlanRequest { enabled: Some(&others), ..request });
            if result.outcome == PlanOutcome::Plan && result.steps.iter().any(|step| step.action == action) {
                let cost = result.cost.value();
                with = Some(with.map_or(cost, |least| least.min(cost)));
            }
        }
        with.map_or(GoalContribution::NotUseful, |with| GoalContribution::CostsMore { with, without })
    }
}

impl ActionDiagnosis {
    /// The diagnosis as lines of text.
    pub fn lines(&self, names: &dyn Fn(Subject) -> String) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(blocker) = &self.blocker {
            out.push(blocker.describe());
            out.extend(blocker.excluded().iter().map(|excluded| format!("  {}", excluded.describe(names))));
        }
        out.extend(self.preconditions.iter().map(PreconditionStatus::describe));
        let heading = if self.blocker.is_some() { "if it were not blocked, goal" } else { "goal" };
        let goals = self.contributions.iter();
        out.extend(goals.map(|(goal, what)| format!("{heading} {}: {}", readable(*goal), what.describe())));
        out
    }
}

impl Blocker {
    /// The blocker as a sentence.
    pub fn describe(&self) -> String {
        match self {
            Blocker::SwitchedOff => "switched off".to_owned(),
            Blocker::Unavailable(condition) => format!("available only when: {condition}"),
            Blocker::NoTarget(query, known) if known.is_empty() => {
                format!("no target: nothing known for \"{query}\"")
            }
            Blocker::NoTarget(query, _) => format!("no target: nothing known matches \"{query}\" now"),
        }
    }

    /// The subjects of the right kind that were excluded as targets.
    pub fn excluded(&self) -> &[Excluded] {
        match self {
            Blocker::NoTarget(_, known) => known,
            _ => &[],
        }
    }
}

impl PreconditionStatus {
    /// The precondition, whether it holds, and which actions achieve it.
    pub fn describe(&self) -> String {
        if self.holds {
            format!("needs {}: met", self.test)
        } else {
            format!("needs {}: not met; {}", self.test, self.describe_achievers())
        }
    }

    /// Which actions make it hold.
    pub fn describe_achievers(&self) -> String {
        describe_achievers(&self.achievers)
    }
}

/// Which actions make a condition hold, as text.
pub(crate) fn describe_achievers(achievers: &[Label]) -> String {
    if achievers.is_empty() {
        return "no action achieves it".to_owned();
    }
    let names: Vec<String> = achievers.iter().map(|action| readable(*action)).collect();
    format!("achieved by {}", names.join(" or "))
}

impl GoalContribution {
    /// The contribution as text.
    pub fn describe(self) -> String {
        match self {
            GoalContribution::InPlan(cost) => format!("part of the cheapest plan (cost {cost:.1})"),
            GoalContribution::CostsMore { with, without } => {
                let more = with - without;
                format!("more expensive by {more:.1}: a plan with it costs {with:.1}, the cheapest {without:.1}")
            }
            GoalContribution::NotUseful => "not useful: no alternative to the cheapest plan uses it".to_owned(),
            GoalContribution::AlreadySatisfied => "already reached".to_owned(),
            GoalContribution::NoPlan => "no plan, with or without it".to_owned(),
        }
    }
}
