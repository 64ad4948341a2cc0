//! Why an action is not done: what bars it, what it needs first, and to which goals it would be of use, at what price.
//! Answered from a recorded question, and so at any later time.
//!
//! Must not know: how it is shown.

use super::question::{Excluded, Question};
use crate::{
    goap::{ActionId, GoalId, Outcome, Planner, Query, Value},
    protocol::{Label, Subject},
};

/// What keeps an action from being planned at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Bar {
    /// It is switched off.
    SwitchedOff,
    /// Its own condition (`when`) did not hold.
    NotNow(Label),
    /// It is about a notion, and nothing known was one; this is what is of the kind, and why it is none.
    NoTarget(Label, Vec<Excluded>),
}

/// A fact that an action needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Lack {
    /// The fact.
    pub fact: Label,
    /// What is asked of it.
    pub asks: Label,
    /// What it is.
    pub value: Value,
    /// Whether that will do already.
    pub holds: bool,
    /// The actions that could bring it about.
    pub brought_by: Vec<Label>,
}

/// What an action is to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// The cheapest plan has it: what that plan costs.
    InPlan(f64),
    /// Where one of its own actions is left out of the cheapest plan, which costs `without`, a plan with this one comes
    /// instead, and costs `with`.
    Dearer {
        /// What a plan with it would cost.
        with: f64,
        /// What the cheapest plan costs.
        without: f64,
    },
    /// It is neither in the cheapest plan nor in any that comes instead where one action of that is left out.
    None,
    /// The goal is reached already.
    Reached,
    /// No plan reaches the goal, with or without it.
    NoPlan,
}

/// Why an action is done or is not.
#[derive(Clone, Debug, PartialEq)]
pub struct Undone {
    /// The action.
    pub action: Label,
    /// What keeps it from being planned at all.
    pub bar: Option<Bar>,
    /// What it needs.
    pub needs: Vec<Lack>,
    /// What it is to each goal; where something bars it, what it would be if that did not.
    pub uses: Vec<(Label, Use)>,
}

impl Question {
    /// What keeps an action from being planned at all; `None` where nothing does.
    pub fn bar(&self, action: usize) -> Option<Bar> {
        let spec = self.brain.action(action)?;
        if self.off.contains(&spec.data.name) {
            return Some(Bar::SwitchedOff);
        }
        if !self.enabled.get(action).copied().unwrap_or(true) {
            let when = self.brain.words.actions.get(action).and_then(|words| words.when);
            return Some(Bar::NotNow(when.unwrap_or_default()));
        }
        let notion = self.brain.notions.get(spec.about?)?;
        if self.candidates.iter().any(|candidate| candidate.kinds & spec.bit != 0) {
            return None;
        }
        let excluded = self.excluded.iter().filter(|excluded| excluded.action == action).copied();
        Some(Bar::NoTarget(notion.name, excluded.collect()))
    }

    /// What an action needs, and how that stood.
    pub fn needs(&self, action: usize) -> Vec<Lack> {
        let (Some(spec), Some(words)) = (self.brain.action(action), self.brain.words.actions.get(action)) else {
            return Vec::new();
        };
        let domain = &self.brain.domain;
        // About whatever it may be about, the likeliest first: one that has all it needs.
        let fits = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.kinds & spec.bit != 0);
        let mut about = fits.map(|(index, _)| index as u32);
        let first = about.clone().next();
        let ready = about.find(|candidate| domain.permits(spec.id, Some(*candidate), &self.state)).or(first);
        let lack = |(fact, asks): &(crate::goap::FactId, Label)| {
            let value = self.state.get(fact.index()).copied().unwrap_or(crate::goap::NOTHING);
            let remedies = domain.remedies(spec.id, *fact, value);
            Lack {
                fact: self.brain.words.facts.get(fact.index()).copied().unwrap_or_default(),
                asks: *asks,
                value: domain.decode(*fact, value),
                holds: domain.need_holds(spec.id, ready, *fact, value),
                brought_by: remedies
                    .filter_map(|id| self.brain.action(id.index()))
                    .map(|spec| spec.data.name)
                    .collect(),
            }
        };
        words.needs.iter().map(lack).collect()
    }

    /// Why an action is done or is not, asking the planner anew about every goal, and once for each action of its plan.
    pub fn undone(&self, action: usize, planner: &mut Planner) -> Option<Undone> {
        let spec = self.brain.action(action)?;
        let goals = self.brain.goals.iter().map(|goal| (goal.data.name, self.use_of(spec.id, goal.id, planner)));
        Some(Undone { action: spec.data.name, bar: self.bar(action), needs: self.needs(action), uses: goals.collect() })
    }

    /// What an action is to a goal.
    fn use_of(&self, action: ActionId, goal: GoalId, planner: &mut Planner) -> Use {
        let mut enabled = self.enabled.clone();
        if let Some(own) = enabled.get_mut(action.index()) {
            *own = true;
        }
        let query = Query { enabled: Some(&enabled), ..self.query(goal) };
        let answer = planner.plan(&self.brain.domain, &query);
        let (without, steps) = (answer.cost.value(), answer.steps.to_vec());
        match answer.outcome {
            Outcome::Satisfied => return Use::Reached,
            Outcome::Impossible | Outcome::OutOfBudget(_) => return Use::NoPlan,
            Outcome::Plan if steps.iter().any(|step| step.action == action) => return Use::InPlan(without),
            Outcome::Plan => {}
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
            let answer = planner.plan(&self.brain.domain, &Query { enabled: Some(&others), ..query });
            if answer.outcome == Outcome::Plan && answer.steps.iter().any(|step| step.action == action) {
                let cost = answer.cost.value();
                with = Some(with.map_or(cost, |least| least.min(cost)));
            }
        }
        with.map_or(Use::None, |with| Use::Dearer { with, without })
    }
}

impl Undone {
    /// All of it in lines, with names for what it speaks of.
    pub fn lines(&self, names: &dyn Fn(Subject) -> String) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(bar) = &self.bar {
            out.push(bar.in_words());
            out.extend(bar.excluded().iter().map(|excluded| format!("  {}", excluded.in_words(names))));
        }
        out.extend(self.needs.iter().map(Lack::in_words));
        let before = if self.bar.is_some() { "otherwise, for" } else { "for" };
        out.extend(self.uses.iter().map(|(goal, what)| format!("{before} `{goal}`: {}", what.in_words())));
        out
    }
}

impl Bar {
    /// The bar as a sentence.
    pub fn in_words(&self) -> String {
        match self {
            Bar::SwitchedOff => "it is switched off".to_owned(),
            Bar::NotNow(when) => format!("only when {when}, which does not hold"),
            Bar::NoTarget(notion, known) if known.is_empty() => {
                format!("it is about \"{notion}\", and nothing of the kind is known")
            }
            Bar::NoTarget(notion, _) => format!("it is about \"{notion}\", and nothing that is known is that now"),
        }
    }

    /// What it could have been about, but for something.
    pub fn excluded(&self) -> &[Excluded] {
        match self {
            Bar::NoTarget(_, known) => known,
            _ => &[],
        }
    }
}

impl Lack {
    /// The need, how it stands, and what would bring it about.
    pub fn in_words(&self) -> String {
        let stands = if self.holds { "holds" } else { "does not hold" };
        let text = format!("needs {} {}: {stands}", self.fact, self.asks);
        if self.holds { text } else { format!("{text}; {}", self.remedy()) }
    }

    /// What would bring it about.
    pub fn remedy(&self) -> String {
        match self.brought_by.as_slice() {
            [] => "nothing brings that about".to_owned(),
            [only] => format!("`{only}` brings that about"),
            many => {
                let all: Vec<String> = many.iter().map(|action| format!("`{action}`")).collect();
                format!("{} bring that about", all.join(" or "))
            }
        }
    }
}

impl Use {
    /// What it is in words.
    pub fn in_words(self) -> String {
        match self {
            Use::InPlan(cost) => format!("the cheapest plan has it, and costs {cost:.1}"),
            Use::Dearer { with, without } => {
                let more = with - without;
                format!("a plan with it costs {with:.1}, one without it {without:.1}: it is dearer by {more:.1}")
            }
            Use::None => "of no use: it stands in for nothing in the cheapest plan".to_owned(),
            Use::Reached => "that is so already".to_owned(),
            Use::NoPlan => "there is no plan, with it or without".to_owned(),
        }
    }
}
