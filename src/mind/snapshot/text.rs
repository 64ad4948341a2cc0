//! An account in words: to read, to copy, to send to somebody.

use std::fmt::{self, Write};

use super::{
    BodyRequest, ChangeTrigger, ConditionRole, ConditionSnapshot, FactValue, GoalSnapshot, MindSnapshot, StepPhase,
    StepSnapshot,
};
use crate::{
    mind::decision::DecisionReason,
    protocol::{
        ActionOutcome, AgentId, Aim, FailReason, Gait, GoRequest, Label, LookRequest, PerceptSource, RejectReason,
        Status, Subject,
    },
};

/// Gives whatever is spoken of a name.
pub type SubjectNames<'a> = &'a dyn Fn(Subject) -> String;

impl fmt::Display for MindSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&plain_name))
    }
}

/// Subjects by their numbers.
fn plain_name(subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => format!("agent {}", agent.0),
        Subject::Thing(thing) => format!("thing {}", thing.0),
        Subject::Unknown(number) => format!("sign {number}"),
        Subject::Place(place) => format!("place {place}"),
    }
}

impl MindSnapshot {
    /// All of it as text, with names for what it speaks of.
    pub fn render(&self, names: SubjectNames) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, names);
        out
    }

    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        let seconds = self.tick as f32 / self.rate.max(1.0);
        writeln!(out, "{} ({}) at {seconds:.1} s", names(Subject::Agent(self.agent)), self.brain)?;
        writeln!(out, "wants: {}", self.goal.map_or(self.without_goal(), Label::as_str))?;
        for goal in &self.goals {
            goal.write(out)?;
        }
        if let Some(held) = self.uninterruptible {
            writeln!(out, "until `{held}` ends no other goal is looked at")?;
        }
        if let Some(decision) = self.last_decision() {
            let ago = self.tick.saturating_sub(decision.tick) as f32 / self.rate.max(1.0);
            writeln!(out, "decided {ago:.1} s ago: {}", decision.why.describe())?;
        }
        writeln!(out, "does:")?;
        for step in self.plan.iter().flat_map(|plan| &plan.steps) {
            step.write(out, names)?;
        }
        if !self.requests.is_empty() {
            writeln!(out, "asks of its body:")?;
        }
        for asked in &self.requests {
            writeln!(out, "  {}: {}", asked.request.describe(names), status_word(asked.status))?;
        }
        writeln!(out, "believes:")?;
        for belief in &self.planner_facts {
            writeln!(out, "  {} = {}", belief.fact, belief.value.describe(names))?;
        }
        writeln!(out, "knows:")?;
        for known in &self.facts {
            let (sure, age) = (known.confidence * 100.0, known.age);
            let told = known
                .teller
                .map_or_else(String::new, |teller: AgentId| format!(" by {}", names(Subject::Agent(teller))));
            let (kind, state, room) = (known.kind, known.state, known.room);
            let name = names(known.subject);
            let source = describe_source(known.source);
            writeln!(out, "  {kind} {name} {state} in {room}: {source}{told} {age:.0} s ago, {sure:.0} % sure")?;
        }
        if !self.reservations.is_empty() {
            writeln!(out, "spoken for:")?;
        }
        for claim in &self.reservations {
            let by = if claim.by == self.agent { "itself".to_owned() } else { names(Subject::Agent(claim.by)) };
            writeln!(out, "  {} by {by}, {:.0} s more", names(claim.subject), claim.left)?;
        }
        writeln!(out, "would change its mind:")?;
        for turn in &self.triggers {
            writeln!(out, "  {}", turn.describe(names))?;
        }
        let counters = self.counters;
        writeln!(
            out,
            "has asked the planner {} times, {} states in all, {} for the last decision",
            counters.plans, counters.nodes, counters.last_nodes
        )
    }
}

impl MindSnapshot {
    /// What is to be said of an agent that pursues no goal.
    pub fn without_goal(&self) -> &'static str {
        if self.plan.is_some() { "what a person has planned for it" } else { "nothing that can be done" }
    }
}

impl GoalSnapshot {
    fn write(&self, out: &mut String) -> fmt::Result {
        let verdict = self.passed_over.map_or_else(|| "pursued".to_owned(), describe_rejection);
        writeln!(out, "  {} ({:.1}): {verdict}", self.name, self.relevance)?;
        if !self.considerations.is_empty() {
            write!(out, "    {}", self.base_relevance)?;
            for part in &self.considerations {
                match part.evaluated {
                    Some((value, factor)) => write!(out, " x {factor:.2} [{} = {value:.2}]", part.input)?,
                    None => write!(out, " x ? [{}]", part.input)?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl StepSnapshot {
    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        let when = match self.phase {
            StepPhase::Done => "done",
            StepPhase::Running => "now",
            StepPhase::Pending => "then",
        };
        let target = self.step.target.map_or_else(String::new, |target| format!(" {}", names(target)));
        write!(out, "  {when} {}{target} (cost {:.1})", self.step.display_name, self.step.cost)?;
        if let Some((run, most)) = self.running {
            write!(out, ", for {run:.1} s of {most:.0}")?;
        }
        writeln!(out)?;
        for condition in &self.conditions {
            writeln!(out, "    {}", condition.describe(names))?;
        }
        Ok(())
    }
}

impl ConditionSnapshot {
    /// The condition, its value, and how it status_text.
    pub fn describe(&self, names: SubjectNames) -> String {
        let stands = match (self.role, self.holds, self.holds_when_due) {
            (ConditionRole::Until, true, _) => "it is so, so it is done",
            (ConditionRole::Until, ..) => "not yet",
            (_, true, _) => "holds",
            (_, false, true) => "will hold when its turn comes",
            _ => "does not hold",
        };
        let value = self.value.map_or_else(String::new, |value| format!("; it is {}", value.describe(names)));
        format!("{} {}{value}: {stands}", self.role.label(), self.describe_test())
    }

    /// What is asked.
    pub fn describe_test(&self) -> String {
        if self.fact == "" { self.test.to_string() } else { format!("{} {}", self.fact, self.test) }
    }
}

impl ConditionRole {
    /// The role in a word.
    pub fn label(self) -> &'static str {
        match self {
            ConditionRole::Want => "wants",
            ConditionRole::Need => "needs",
            ConditionRole::When => "only when",
            ConditionRole::Keep => "while its target is",
            ConditionRole::Hold => "while",
            ConditionRole::Until => "until",
        }
    }
}

impl FactValue {
    /// The value in words.
    pub fn describe(self, names: SubjectNames) -> String {
        match self {
            FactValue::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            FactValue::Number(number) => format!("{}", (number * 100.0).round() / 100.0),
            FactValue::Word(word) => word.to_string(),
            FactValue::About(subject) => names(subject),
            FactValue::Nothing => "none".to_owned(),
        }
    }
}

impl ChangeTrigger {
    /// The turn as a sentence.
    pub fn describe(self, names: SubjectNames) -> String {
        match self {
            ChangeTrigger::PlanFound(goal, fact) => format!("`{goal}` if a way to `{fact}` appeared"),
            ChangeTrigger::CooldownOver(goal, seconds) => format!("`{goal}` after {seconds:.0} s of rest"),
            ChangeTrigger::Outranks(goal, now, bar) if now > bar => {
                format!("`{goal}` as soon as goals are weighed again: {now:.1} is above {bar:.1}")
            }
            ChangeTrigger::Outranks(goal, now, bar) => {
                format!("`{goal}` if its relevance rose from {now:.1} above {bar:.1}")
            }
            ChangeTrigger::TargetLost(action, target, query) => {
                format!("`{action}` ends if {} were no longer \"{query}\"", names(target))
            }
            ChangeTrigger::TimesOut(action, seconds) => format!("`{action}` is given up in {seconds:.0} s"),
        }
    }
}

impl DecisionReason {
    /// The reason in words.
    pub fn describe(self) -> String {
        match self {
            DecisionReason::Idle => "nothing was being pursued".to_owned(),
            DecisionReason::Finished => "the plan came to its end".to_owned(),
            DecisionReason::ActionEnded(action, outcome) => format!("`{action}` {}", outcome_word(outcome)),
            DecisionReason::PlanBroken => "the plan no longer led to its goal".to_owned(),
            DecisionReason::NewCandidate => "something new could be used".to_owned(),
            DecisionReason::BetterGoal => "another goal mattered more".to_owned(),
            DecisionReason::Stalled => "nothing had been achieved for too long".to_owned(),
            DecisionReason::PlaceholderStep => "the next step only stood for what would be known by now".to_owned(),
            DecisionReason::Retuned => "a person changed the mind, or what it knows".to_owned(),
            DecisionReason::ByHand => "a person made the plan".to_owned(),
        }
    }
}

/// How an action ended, in words.
fn outcome_word(outcome: ActionOutcome) -> String {
    match outcome {
        ActionOutcome::Succeeded => "succeeded".to_owned(),
        ActionOutcome::Failed(reason) => format!("failed: {}", fail_word(reason)),
        ActionOutcome::TimedOut => "took too long".to_owned(),
        ActionOutcome::Invalidated => "lost what it rested on".to_owned(),
        ActionOutcome::Interrupted => "was interrupted".to_owned(),
    }
}

fn fail_word(reason: FailReason) -> &'static str {
    match reason {
        FailReason::Unreachable => "no way leads there",
        FailReason::Stuck => "it got no nearer",
        FailReason::OutOfReach => "too far away",
        FailReason::Refused => "not allowed now",
        FailReason::Gone => "it is gone",
        FailReason::Missed => "it missed",
        FailReason::NotReady => "not ready",
        FailReason::Superseded => "another request took its place",
    }
}

/// How far a request has come, in words.
fn status_word(status: Status) -> String {
    match status {
        Status::Posted => "asked".to_owned(),
        Status::Running(share) => format!("{:.0} %", share * 100.0),
        Status::Done => "done".to_owned(),
        Status::Failed(reason) => format!("failed: {}", fail_word(reason)),
    }
}

impl super::RequestSnapshot {
    /// How far it has come, in words.
    pub fn status_text(&self) -> String {
        status_word(self.status)
    }
}

impl BodyRequest {
    /// The request in words.
    pub fn describe(self, names: SubjectNames) -> String {
        let at = |place: bevy::math::Vec3| format!("({:.1}, {:.1})", place.x, place.z);
        match self {
            BodyRequest::Go(GoRequest::To { place, gait, .. }) => format!("{} to {}", gait_word(gait), at(place)),
            BodyRequest::Go(GoRequest::Steer { gait, .. }) => format!("{} on", gait_word(gait)),
            BodyRequest::Go(GoRequest::Stay { gait: Gait::Crouch }) => "crouch here".to_owned(),
            BodyRequest::Go(GoRequest::Stay { .. }) => "stay here".to_owned(),
            BodyRequest::Look(LookRequest::Ahead) => "look ahead".to_owned(),
            BodyRequest::Look(LookRequest::At(place)) => format!("look at {}", at(place)),
            BodyRequest::Look(LookRequest::Along { direction }) => format!("look along {}", at(direction)),
            BodyRequest::Look(LookRequest::Scan { degrees, .. }) => format!("look around by {degrees:.0} degrees"),
            BodyRequest::Use(request) => format!("{} {}", request.verb, names(Subject::Thing(request.thing))),
            BodyRequest::Strike(request) => match request.target {
                Some(target) => format!("strike {}", names(Subject::Agent(target))),
                None => "strike".to_owned(),
            },
            BodyRequest::Throw(request) => match request.aim {
                Aim::Place(place) => format!("throw {} at {}", request.what, at(place)),
                Aim::Direction(_) => format!("throw {}", request.what),
            },
            BodyRequest::Say(request) => format!("say \"{}\"", request.what),
        }
    }
}

fn gait_word(gait: Gait) -> &'static str {
    match gait {
        Gait::Crouch => "sneak",
        Gait::Walk => "walk",
        Gait::Hurry => "hurry",
        Gait::Run => "run",
    }
}

/// How something came to be known, in a word.
pub fn describe_source(source: PerceptSource) -> &'static str {
    match source {
        PerceptSource::Seen => "seen",
        PerceptSource::Heard => "heard",
        PerceptSource::Felt => "felt",
        PerceptSource::Told => "told",
        PerceptSource::Done => "done",
        PerceptSource::Known => "known",
        PerceptSource::Inferred => "inferred",
    }
}

/// Why a goal is not pursued, in words.
pub fn describe_rejection(reason: RejectReason) -> String {
    match reason {
        RejectReason::Disabled => "switched off".to_owned(),
        RejectReason::Irrelevant => "does not matter now".to_owned(),
        RejectReason::Satisfied => "is so already".to_owned(),
        RejectReason::Outranked => "matters less, or not enough more to switch".to_owned(),
        RejectReason::CoolingDown => "failed a short while ago".to_owned(),
        RejectReason::Impossible(fact) => format!("cannot be reached: nothing brings \"{fact}\""),
        RejectReason::OutOfBudget => "took too long to plan".to_owned(),
    }
}
