//! Why an action is not done: what bars it, what it needs first, and to which goals it would be of use, at what price.
//! Answered from a recorded question, and so at any later time.
//!
//! Must not know: how it is shown.

use super::planning_snapshot::{Excluded, PlanningSnapshot};
use crate::{
    goap::{ActionId, GoalId, PlanOutcome, PlanRequest, Planner, Value},
    protocol::{Label, Subject},
};

/// What keeps an action from being planned at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Blocker {
    /// It is switched off.
    SwitchedOff,
    /// Its own condition (`when`) did not hold.
    Unavailable(Label),
    /// It is about a query, and nothing known was one; this is what is of the kind, and why it is none.
    NoTarget(Label, Vec<Excluded>),
}

/// A fact that an action needs.
#[derive(Clone, Debug, PartialEq)]
pub struct PreconditionStatus {
    /// The fact.
    pub fact: Label,
    /// What is asked of it.
    pub test: Label,
    /// What it is.
    pub value: Value,
    /// Whether that will do already.
    pub holds: bool,
    /// The actions that could bring it about.
    pub achievers: Vec<Label>,
}

/// What an action is to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoalContribution {
    /// The cheapest plan has it: what that plan costs.
    InPlan(f64),
    /// Where one of its own actions is left out of the cheapest plan, which costs `without`, a plan with this one comes
    /// instead, and costs `with`.
    CostsMore {
        /// What a plan with it would cost.
        with: f64,
        /// What the cheapest plan costs.
        without: f64,
    },
    /// It is neither in the cheapest plan nor in any that comes instead where one action of that is left out.
    NotUseful,
    /// The goal is reached already.
    AlreadySatisfied,
    /// No plan reaches the goal, with or without it.
    NoPlan,
}

/// Why an action is done or is not.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDiagnosis {
    /// The action.
    pub action: Label,
    /// What keeps it from being planned at all.
    pub blocker: Option<Blocker>,
    /// What it needs.
    pub preconditions: Vec<PreconditionStatus>,
    /// What it is to each goal; where something bars it, what it would be if that did not.
    pub uses: Vec<(Label, GoalContribution)>,
}

impl PlanningSnapshot {
    /// What keeps an action from being planned at all; `None` where nothing does.
    pub fn blocker(&self, action: usize) -> Option<Blocker> {
        let spec = self.brain.action(action)?;
        if self.off.contains(&spec.data.name) {
            return Some(Blocker::SwitchedOff);
        }
        if !self.enabled.get(action).copied().unwrap_or(true) {
            let when = self.brain.labels.actions.get(action).and_then(|words| words.available_when);
            return Some(Blocker::Unavailable(when.unwrap_or_default()));
        }
        let query = self.brain.queries.get(spec.target?)?;
        if self.candidates.iter().any(|candidate| candidate.kinds & spec.bit != 0) {
            return None;
        }
        let excluded = self.excluded.iter().filter(|excluded| excluded.action == action).copied();
        Some(Blocker::NoTarget(query.name, excluded.collect()))
    }

    /// What an action needs, and how that stood.
    pub fn preconditions(&self, action: usize) -> Vec<PreconditionStatus> {
        let (Some(spec), Some(words)) = (self.brain.action(action), self.brain.labels.actions.get(action)) else {
            return Vec::new();
        };
        let domain = &self.brain.domain;
        // About whatever it may be about, the likeliest first: one that has all it needs.
        let fits = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.kinds & spec.bit != 0);
        let mut about = fits.map(|(index, _)| index as u32);
        let first = about.clone().next();
        let ready = about.find(|candidate| domain.is_applicable(spec.id, Some(*candidate), &self.state)).or(first);
        let lack = |(fact, asks): &(crate::goap::FactId, Label)| {
            let value = self.state.get(fact.index()).copied().unwrap_or(crate::goap::NO_TARGET);
            let remedies = domain.achievers(spec.id, *fact, value);
            PreconditionStatus {
                fact: self.brain.labels.facts.get(fact.index()).copied().unwrap_or_default(),
                test: *asks,
                value: domain.decode(*fact, value),
                holds: domain.precondition_holds(spec.id, ready, *fact, value),
                achievers: remedies.filter_map(|id| self.brain.action(id.index())).map(|spec| spec.data.name).collect(),
            }
        };
        words.preconditions.iter().map(lack).collect()
    }

    /// Why an action is done or is not, asking the planner anew about every goal, and once for each action of its plan.
    pub fn diagnose(&self, action: usize, planner: &mut Planner) -> Option<ActionDiagnosis> {
        let spec = self.brain.action(action)?;
        let goals = self.brain.goals.iter().map(|goal| (goal.data.name, self.use_of(spec.id, goal.id, planner)));
        Some(ActionDiagnosis {
            action: spec.data.name,
            blocker: self.blocker(action),
            preconditions: self.preconditions(action),
            uses: goals.collect(),
        })
    }

    /// What an action is to a goal.
    fn use_of(&self, action: ActionId, goal: GoalId, planner: &mut Planner) -> GoalContribution {
        let mut enabled = self.enabled.clone();
        if let Some(own) = enabled.get_mut(action.index()) {
            *own = true;
        }
        let query = PlanRequest { enabled: Some(&enabled), ..self.request(goal) };
        let answer = planner.plan(&self.brain.domain, &query);
        let (without, steps) = (answer.cost.value(), answer.steps.to_vec());
        match answer.outcome {
            PlanOutcome::Satisfied => return GoalContribution::AlreadySatisfied,
            PlanOutcome::Impossible | PlanOutcome::OutOfBudget(_) => return GoalContribution::NoPlan,
            PlanOutcome::Plan if steps.iter().any(|step| step.action == action) => {
                return GoalContribution::InPlan(without);
            }
            PlanOutcome::Plan => {}
        }
        // What would be done if one of the plan's own actions could not be.
        let mut with: Option<f64> = None;
        for (at, step) in steps.iter().enumerate() {
            if steps.iter().take(at).any(|before| before.action == step.action) {
                continue;
            }
            let mut others = enabled.clone();
            if let Some(left_out) = others.get_mut(step.action.index()) {
                *left_out = false;
            }
            let answer = planner.plan(&self.brain.domain, &PlanRequest { enabled: Some(&others), ..query });
            if answer.outcome == PlanOutcome::Plan && answer.steps.iter().any(|step| step.action == action) {
                let cost = answer.cost.value();
                with = Some(with.map_or(cost, |least| least.min(cost)));
            }
        }
        with.map_or(GoalContribution::NotUseful, |with| GoalContribution::CostsMore { with, without })
    }
}

impl ActionDiagnosis {
    /// All of it in lines, with names for what it speaks of.
    pub fn lines(&self, names: &dyn Fn(Subject) -> String) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(bar) = &self.blocker {
            out.push(bar.describe());
            out.extend(bar.excluded().iter().map(|excluded| format!("  {}", excluded.describe(names))));
        }
        out.extend(self.preconditions.iter().map(PreconditionStatus::describe));
        let before = if self.blocker.is_some() { "otherwise, for" } else { "for" };
        out.extend(self.uses.iter().map(|(goal, what)| format!("{before} `{goal}`: {}", what.describe())));
        out
    }
}

impl Blocker {
    /// The bar as a sentence.
    pub fn describe(&self) -> String {
        match self {
            Blocker::SwitchedOff => "it is switched off".to_owned(),
            Blocker::Unavailable(when) => format!("only when {when}, which does not hold"),
            Blocker::NoTarget(query, known) if known.is_empty() => {
                format!("it is about \"{query}\", and nothing of the kind is known")
            }
            Blocker::NoTarget(query, _) => format!("it is about \"{query}\", and nothing that is known is that now"),
        }
    }

    /// What it could have been about, but for something.
    pub fn excluded(&self) -> &[Excluded] {
        match self {
            Blocker::NoTarget(_, known) => known,
            _ => &[],
        }
    }
}

impl PreconditionStatus {
    /// The need, how it stands, and what would bring it about.
    pub fn describe(&self) -> String {
        let stands = if self.holds { "holds" } else { "does not hold" };
        let text = format!("needs {} {}: {stands}", self.fact, self.test);
        if self.holds { text } else { format!("{text}; {}", self.remedy()) }
    }

    /// What would bring it about.
    pub fn remedy(&self) -> String {
        match self.achievers.as_slice() {
            [] => "nothing brings that about".to_owned(),
            [only] => format!("`{only}` brings that about"),
            many => {
                let all: Vec<String> = many.iter().map(|action| format!("`{action}`")).collect();
                format!("{} bring that about", all.join(" or "))
            }
        }
    }
}

impl GoalContribution {
    /// What it is in words.
    pub fn describe(self) -> String {
        match self {
            GoalContribution::InPlan(cost) => format!("the cheapest plan has it, and costs {cost:.1}"),
            GoalContribution::CostsMore { with, without } => {
                let more = with - without;
                format!("a plan with it costs {with:.1}, one without it {without:.1}: it is dearer by {more:.1}")
            }
            GoalContribution::NotUseful => "of no use: it stands in for nothing in the cheapest plan".to_owned(),
            GoalContribution::AlreadySatisfied => "that is so already".to_owned(),
            GoalContribution::NoPlan => "there is no plan, with it or without".to_owned(),
        }
    }
}
