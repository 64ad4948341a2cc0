//! What a decision structure reads in one evaluation, and how it finds a target for an action.

use quarry_goap::PlanningContext;

use crate::{
    brain::{ActionSpec, Brain},
    decision::{DecisionReason, DisabledSet},
    experience::Experience,
    planning::{MindPlanningContext, PlannerInput, TargetCandidate},
    protocol::{ActionOutcome, Label, Subject},
    queries::MemoryView,
    schema::brain::TargetChoice,
};

/// An action as a state, leaf or option uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionUse {
    /// Index of the action in the brain.
    pub action: usize,
    /// The name of the action as shown.
    pub display_name: Label,
    /// Index of the goal that it serves.
    pub goal: usize,
    /// How its target is chosen.
    pub target: TargetChoice,
    /// By how much another target must be cheaper to replace the one of the running action; `None` for never.
    pub retarget: Option<f32>,
}

/// Why an action cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// A person has switched it or its goal off.
    Disabled,
    /// Its `available_when` does not hold.
    NotAvailable,
    /// It failed without a target a moment ago.
    CoolingDown,
    /// It has no possible target.
    NoTarget,
    /// The condition of the option does not hold.
    Gated,
}

impl Unavailable {
    /// The reason as text.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Disabled => "switched off",
            Self::NotAvailable => "not available",
            Self::CoolingDown => "cooling down",
            Self::NoTarget => "no target",
            Self::Gated => "condition not met",
        }
    }
}

/// An action that has ended since the last evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndedAction {
    /// Index of the action in the brain.
    pub action: usize,
    /// Whether it succeeded, or timed out with uncertain effects.
    pub succeeded: bool,
    /// How it ended.
    pub outcome: ActionOutcome,
}

/// The action that a structure has chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StructureChoice {
    /// The action and its goal.
    pub action: ActionUse,
    /// Its target.
    pub target: Option<Subject>,
    /// The cost of the action on this target, path included; 0 for an action that carries on.
    pub cost: f64,
    /// The score of a utility option; 0 for other structures.
    pub score: f32,
    /// Why it was chosen now; `None` if nothing but the end of the action before was the reason.
    pub why: Option<DecisionReason>,
}

/// What a structure reads in one evaluation.
pub struct StructureContext<'a> {
    /// The compiled brain.
    pub brain: &'a Brain,
    /// Memory and readings.
    pub view: MemoryView<'a>,
    /// The possible targets of actions, and which actions are available.
    pub input: &'a PlannerInput,
    /// What the mind has learnt about the odds of actions.
    pub experience: &'a Experience,
    /// The running action and its target.
    pub running: Option<(usize, Option<Subject>)>,
    /// The action that has ended since the last evaluation.
    pub ended: Option<EndedAction>,
    /// Index of the goal being pursued.
    pub goal: Option<usize>,
    /// The target of the last action.
    pub previous_target: Option<Subject>,
    /// Actions without a target that failed, each with the tick at which it may begin again.
    pub resting: &'a [(usize, u32)],
    /// Goals and actions that a person has switched off.
    pub disabled: &'a DisabledSet,
    /// The current tick.
    pub tick: u32,
}

impl StructureContext<'_> {
    /// The compiled action.
    pub fn spec(&self, wanted: &ActionUse) -> Option<&ActionSpec> {
        self.brain.action(wanted.action)
    }

    /// Whether the action may run at all, on whatever target.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_available(&self, wanted: &ActionUse) -> Result<(), Unavailable> {
        let goal = self.brain.goals.get(wanted.goal).map(|goal| goal.data.name).unwrap_or_default();
        let action = self.spec(wanted).map(|spec| spec.data.name).unwrap_or_default();
        if self.disabled.goals.contains(&goal) || self.disabled.actions.contains(&action) {
            return Err(Unavailable::Disabled);
        }
        if !self.input.enabled.get(wanted.action).copied().unwrap_or(false) {
            return Err(Unavailable::NotAvailable);
        }
        if self.resting.iter().any(|(action, until)| *action == wanted.action && *until > self.tick) {
            return Err(Unavailable::CoolingDown);
        }
        Ok(())
    }

    /// The possible targets of an action, with their indices.
    pub fn candidates<'c>(&'c self, spec: &ActionSpec) -> impl Iterator<Item = (u32, &'c TargetCandidate)> + use<'c> {
        let bit = spec.bit;
        let all = self.input.candidates.iter().enumerate();
        all.filter(move |(_, candidate)| candidate.kinds & bit != 0).map(|(index, candidate)| (index as u32, candidate))
    }

    /// The cost of an action on a candidate, path and surcharges included; infinite if there is no path.
    pub fn cost_on(&self, spec: &ActionSpec, candidate: Option<u32>) -> f64 {
        let (experience, candidates) = (self.experience, self.input.candidates.as_slice());
        let context = MindPlanningContext { brain: self.brain, view: self.view, experience, candidates };
        let cost = context.action_cost(spec.id).value();
        let Some(candidate) = candidate else { return cost };
        let path = context.travel(None, candidate);
        if path.value().is_finite() {
            cost + context.surcharge(spec.id, candidate).value() + path.value()
        } else {
            f64::INFINITY
        }
    }

    /// The running action as a choice, if it is this one: with its target, or with a much cheaper one.
    pub fn carry_on(&self, wanted: &ActionUse) -> Option<StructureChoice> {
        let (action, target) = self.running.filter(|(action, _)| *action == wanted.action)?;
        debug_assert_eq!(action, wanted.action);
        let same = StructureChoice { action: *wanted, target, cost: 0.0, score: 0.0, why: None };
        let (Some(margin), Some(spec)) = (wanted.retarget, self.spec(wanted)) else { return Some(same) };
        let Ok(best) = self.begin(wanted) else { return Some(same) };
        let current = target.and_then(|target| self.input.index(target));
        let better = best.target != target
            && current.is_none_or(|current| best.cost + f64::from(margin) < self.cost_on(spec, Some(current)));
        Some(if better { StructureChoice { why: Some(DecisionReason::NewCandidate), ..best } } else { same })
    }

    /// The action from its beginning, with a target chosen as it says.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin(&self, wanted: &ActionUse) -> Result<StructureChoice, Unavailable> {
        self.check_available(wanted)?;
        let spec = self.spec(wanted).ok_or(Unavailable::NotAvailable)?;
        let choice = |target, cost| StructureChoice { action: *wanted, target, cost, score: 0.0, why: None };
        if spec.target.is_none() {
            return Ok(choice(None, self.cost_on(spec, None)));
        }
        let place = self.view.sense.place;
        let measured = self.candidates(spec).filter_map(|(index, candidate)| {
            if wanted.target == TargetChoice::Previous && self.previous_target != Some(candidate.subject) {
                return None;
            }
            let cost = self.cost_on(spec, Some(index));
            let order = match wanted.target {
                TargetChoice::Nearest => f64::from(candidate.place.distance(place)),
                TargetChoice::Cheapest | TargetChoice::Previous => cost,
            };
            cost.is_finite().then_some((order, candidate.subject, cost))
        });
        let best = measured.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        best.map(|(_, subject, cost)| choice(Some(subject), cost)).ok_or(Unavailable::NoTarget)
    }
}
