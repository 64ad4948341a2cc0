//! An account in words: to read, to copy, to send to somebody.

use std::fmt::{self, Write};

use super::{Account, Believed, Condition, GoalAccount, Phase, Request, Role, StepAccount, Turn};
use crate::{
    mind::decision::Reason,
    protocol::{
        AgentId, Aim, FailReason, Gait, GoRequest, Label, LookRequest, Outcome, PassedOver, Source, Status, Subject,
    },
};

/// Gives whatever is spoken of a name.
pub type Names<'a> = &'a dyn Fn(Subject) -> String;

impl fmt::Display for Account {
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

impl Account {
    /// All of it as text, with names for what it speaks of.
    pub fn render(&self, names: Names) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, names);
        out
    }

    fn write(&self, out: &mut String, names: Names) -> fmt::Result {
        let seconds = self.tick as f32 / self.rate.max(1.0);
        writeln!(out, "{} ({}) at {seconds:.1} s", names(Subject::Agent(self.agent)), self.brain)?;
        writeln!(out, "wants: {}", self.goal.map_or(self.without_goal(), Label::as_str))?;
        for goal in &self.goals {
            goal.write(out)?;
        }
        if let Some(held) = self.held {
            writeln!(out, "until `{held}` ends no other goal is looked at")?;
        }
        if let Some(decision) = self.last_decision() {
            let ago = self.tick.saturating_sub(decision.tick) as f32 / self.rate.max(1.0);
            writeln!(out, "decided {ago:.1} s ago: {}", decision.why.in_words())?;
        }
        writeln!(out, "does:")?;
        for step in self.plan.iter().flat_map(|plan| &plan.steps) {
            step.write(out, names)?;
        }
        if !self.requests.is_empty() {
            writeln!(out, "asks of its body:")?;
        }
        for asked in &self.requests {
            writeln!(out, "  {}: {}", asked.request.in_words(names), status_word(asked.status))?;
        }
        writeln!(out, "believes:")?;
        for belief in &self.beliefs {
            writeln!(out, "  {} = {}", belief.fact, belief.value.in_words(names))?;
        }
        writeln!(out, "knows:")?;
        for known in &self.facts {
            let (sure, age) = (known.confidence * 100.0, known.age);
            let told = known
                .teller
                .map_or_else(String::new, |teller: AgentId| format!(" by {}", names(Subject::Agent(teller))));
            let (kind, state, room) = (known.kind, known.state, known.room);
            let name = names(known.subject);
            let source = source_word(known.source);
            writeln!(out, "  {kind} {name} {state} in {room}: {source}{told} {age:.0} s ago, {sure:.0} % sure")?;
        }
        if !self.claims.is_empty() {
            writeln!(out, "spoken for:")?;
        }
        for claim in &self.claims {
            let by = if claim.by == self.agent { "itself".to_owned() } else { names(Subject::Agent(claim.by)) };
            writeln!(out, "  {} by {by}, {:.0} s more", names(claim.subject), claim.left)?;
        }
        writeln!(out, "would change its mind:")?;
        for turn in &self.turns {
            writeln!(out, "  {}", turn.in_words(names))?;
        }
        let counters = self.counters;
        writeln!(
            out,
            "has asked the planner {} times, {} states in all, {} for the last decision",
            counters.plans, counters.nodes, counters.last_nodes
        )
    }
}

impl Account {
    /// What is to be said of an agent that pursues no goal.
    pub fn without_goal(&self) -> &'static str {
        if self.plan.is_some() { "what a person has planned for it" } else { "nothing that can be done" }
    }
}

impl GoalAccount {
    fn write(&self, out: &mut String) -> fmt::Result {
        let verdict = self.passed_over.map_or_else(|| "pursued".to_owned(), in_words);
        writeln!(out, "  {} ({:.1}): {verdict}", self.name, self.relevance)?;
        if !self.parts.is_empty() {
            write!(out, "    {}", self.base)?;
            for part in &self.parts {
                match part.seen {
                    Some((value, factor)) => write!(out, " x {factor:.2} [{} = {value:.2}]", part.of)?,
                    None => write!(out, " x ? [{}]", part.of)?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl StepAccount {
    fn write(&self, out: &mut String, names: Names) -> fmt::Result {
        let when = match self.phase {
            Phase::Done => "done",
            Phase::Running => "now",
            Phase::Coming => "then",
        };
        let target = self.step.target.map_or_else(String::new, |target| format!(" {}", names(target)));
        write!(out, "  {when} {}{target} (cost {:.1})", self.step.called, self.step.cost)?;
        if let Some((run, most)) = self.running {
            write!(out, ", for {run:.1} s of {most:.0}")?;
        }
        writeln!(out)?;
        for condition in &self.conditions {
            writeln!(out, "    {}", condition.in_words(names))?;
        }
        Ok(())
    }
}

impl Condition {
    /// The condition, its value, and how it stands.
    pub fn in_words(&self, names: Names) -> String {
        let stands = match (self.role, self.holds, self.in_turn) {
            (Role::Until, true, _) => "it is so, so it is done",
            (Role::Until, ..) => "not yet",
            (_, true, _) => "holds",
            (_, false, true) => "will hold when its turn comes",
            _ => "does not hold",
        };
        let value = self.value.map_or_else(String::new, |value| format!("; it is {}", value.in_words(names)));
        format!("{} {}{value}: {stands}", self.role.word(), self.asked())
    }

    /// What is asked.
    pub fn asked(&self) -> String {
        if self.fact == "" { self.asks.to_string() } else { format!("{} {}", self.fact, self.asks) }
    }
}

impl Role {
    /// The role in a word.
    pub fn word(self) -> &'static str {
        match self {
            Role::Want => "wants",
            Role::Need => "needs",
            Role::When => "only when",
            Role::Keep => "while its target is",
            Role::Hold => "while",
            Role::Until => "until",
        }
    }
}

impl Believed {
    /// The value in words.
    pub fn in_words(self, names: Names) -> String {
        match self {
            Believed::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            Believed::Number(number) => format!("{}", (number * 100.0).round() / 100.0),
            Believed::Word(word) => word.to_string(),
            Believed::About(subject) => names(subject),
            Believed::Nothing => "none".to_owned(),
        }
    }
}

impl Turn {
    /// The turn as a sentence.
    pub fn in_words(self, names: Names) -> String {
        match self {
            Turn::Way(goal, fact) => format!("`{goal}` if a way to `{fact}` appeared"),
            Turn::Rested(goal, seconds) => format!("`{goal}` after {seconds:.0} s of rest"),
            Turn::Matters(goal, now, bar) if now > bar => {
                format!("`{goal}` as soon as goals are weighed again: {now:.1} is above {bar:.1}")
            }
            Turn::Matters(goal, now, bar) => format!("`{goal}` if its relevance rose from {now:.1} above {bar:.1}"),
            Turn::Ceases(action, target, notion) => {
                format!("`{action}` ends if {} were no longer \"{notion}\"", names(target))
            }
            Turn::GivenUp(action, seconds) => format!("`{action}` is given up in {seconds:.0} s"),
        }
    }
}

impl Reason {
    /// The reason in words.
    pub fn in_words(self) -> String {
        match self {
            Reason::Idle => "nothing was being pursued".to_owned(),
            Reason::Finished => "the plan came to its end".to_owned(),
            Reason::ActionEnded(action, outcome) => format!("`{action}` {}", outcome_word(outcome)),
            Reason::PlanBroken => "the plan no longer led to its goal".to_owned(),
            Reason::NewCandidate => "something new could be used".to_owned(),
            Reason::BetterGoal => "another goal mattered more".to_owned(),
            Reason::Impatience => "nothing had been achieved for too long".to_owned(),
            Reason::ImaginedStep => "the next step only stood for what would be known by now".to_owned(),
            Reason::Retuned => "a person changed the mind, or what it knows".to_owned(),
            Reason::ByHand => "a person made the plan".to_owned(),
        }
    }
}

/// How an action ended, in words.
fn outcome_word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Succeeded => "succeeded".to_owned(),
        Outcome::Failed(reason) => format!("failed: {}", fail_word(reason)),
        Outcome::TimedOut => "took too long".to_owned(),
        Outcome::Invalidated => "lost what it rested on".to_owned(),
        Outcome::Interrupted => "was interrupted".to_owned(),
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

impl super::Requested {
    /// How far it has come, in words.
    pub fn stands(&self) -> String {
        status_word(self.status)
    }
}

impl Request {
    /// The request in words.
    pub fn in_words(self, names: Names) -> String {
        let at = |place: bevy::math::Vec3| format!("({:.1}, {:.1})", place.x, place.z);
        match self {
            Request::Go(GoRequest::To { place, gait, .. }) => format!("{} to {}", gait_word(gait), at(place)),
            Request::Go(GoRequest::Steer { gait, .. }) => format!("{} on", gait_word(gait)),
            Request::Go(GoRequest::Stay { gait: Gait::Crouch }) => "crouch here".to_owned(),
            Request::Go(GoRequest::Stay { .. }) => "stay here".to_owned(),
            Request::Look(LookRequest::Ahead) => "look ahead".to_owned(),
            Request::Look(LookRequest::At(place)) => format!("look at {}", at(place)),
            Request::Look(LookRequest::Along { direction }) => format!("look along {}", at(direction)),
            Request::Look(LookRequest::Scan { degrees, .. }) => format!("look around by {degrees:.0} degrees"),
            Request::Use(request) => format!("{} {}", request.verb, names(Subject::Thing(request.thing))),
            Request::Strike(request) => match request.target {
                Some(target) => format!("strike {}", names(Subject::Agent(target))),
                None => "strike".to_owned(),
            },
            Request::Throw(request) => match request.aim {
                Aim::Place(place) => format!("throw {} at {}", request.what, at(place)),
                Aim::Direction(_) => format!("throw {}", request.what),
            },
            Request::Say(request) => format!("say \"{}\"", request.what),
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
pub fn source_word(source: Source) -> &'static str {
    match source {
        Source::Seen => "seen",
        Source::Heard => "heard",
        Source::Felt => "felt",
        Source::Told => "told",
        Source::Done => "done",
        Source::Known => "known",
        Source::Inferred => "inferred",
    }
}

/// Why a goal is not pursued, in words.
pub fn in_words(reason: PassedOver) -> String {
    match reason {
        PassedOver::Disabled => "switched off".to_owned(),
        PassedOver::Irrelevant => "does not matter now".to_owned(),
        PassedOver::Satisfied => "is so already".to_owned(),
        PassedOver::Outranked => "matters less, or not enough more to switch".to_owned(),
        PassedOver::CoolingDown => "failed a short while ago".to_owned(),
        PassedOver::Impossible(fact) => format!("cannot be reached: nothing brings \"{fact}\""),
        PassedOver::OutOfBudget => "took too long to plan".to_owned(),
    }
}
