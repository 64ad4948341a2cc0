//! A snapshot as text, to read, copy or send.

use std::fmt::{self, Write};

use super::{
    BodyRequest, ChangeTrigger, ConditionRole, ConditionSnapshot, ConsiderationSnapshot, FactValue, GoalSnapshot,
    LearntSnapshot, MindSnapshot, StepPhase, StepSnapshot,
};
use crate::{
    decision::DecisionReason,
    experience::Endings,
    positions::PositionEvaluation,
    protocol::{
        ActionOutcome, AgentId, Aim, Gait, GoRequest, GunRequest, LookRequest, OrderRequest, PerceptSource,
        RejectReason, Status, Subject,
    },
    text::readable,
};

/// Names subjects for people.
pub type SubjectNames<'a> = &'a dyn Fn(Subject) -> String;

impl fmt::Display for MindSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&plain_name))
    }
}

/// Names subjects by their numbers.
fn plain_name(subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => format!("agent {}", agent.0),
        Subject::Thing(thing) => format!("thing {}", thing.0),
        Subject::Unknown(number) => format!("sign {number}"),
        Subject::Place(place) => format!("place {place}"),
        Subject::Order(number) => format!("order {number}"),
    }
}

impl MindSnapshot {
    /// The whole snapshot as text.
    pub fn render(&self, names: SubjectNames) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, names);
        out
    }

    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        let seconds = self.tick as f32 / self.rate.max(1.0);
        writeln!(out, "{} ({}) at {seconds:.1} s", names(Subject::Agent(self.agent)), self.brain)?;
        writeln!(out, "goal: {}", self.goal.map_or_else(|| self.without_goal().to_owned(), readable))?;
        for goal in &self.goals {
            goal.write(out)?;
        }
        if let Some(structure) = &self.structure {
            structure.write(out, names)?;
        }
        for learnt in &self.learnt {
            writeln!(out, "learnt: {}", learnt.describe(names))?;
        }
        if let Some(action) = self.uninterruptible {
            writeln!(out, "no goal is evaluated until {} ends", readable(action))?;
        }
        if let Some(decision) = self.last_decision() {
            let ago = self.tick.saturating_sub(decision.tick) as f32 / self.rate.max(1.0);
            writeln!(out, "decided {ago:.1} s ago: {}", decision.why.describe())?;
        }
        writeln!(out, "plan:")?;
        for step in self.plan.iter().flat_map(|plan| &plan.steps) {
            step.write(out, names)?;
        }
        if !self.requests.is_empty() {
            writeln!(out, "requests to the body:")?;
        }
        for request in &self.requests {
            writeln!(out, "  {}: {}", request.request.describe(names), describe_status(request.status))?;
        }
        self.write_orders(out, names)?;
        if !self.planner_facts.is_empty() {
            writeln!(out, "planner facts:")?;
        }
        for fact in &self.planner_facts {
            writeln!(out, "  {} = {}", readable(fact.fact), fact.value.describe(names))?;
        }
        writeln!(out, "memory:")?;
        for fact in &self.facts {
            let (percent, age) = (fact.confidence * 100.0, fact.age);
            let by = fact
                .teller
                .map_or_else(String::new, |teller: AgentId| format!(" by {}", names(Subject::Agent(teller))));
            let (kind, state, room) = (readable(fact.kind), readable(fact.state), fact.room);
            let name = names(fact.subject);
            let source = describe_source(fact.source);
            writeln!(out, "  {kind} {name} {state} in {room}: {source}{by} {age:.0} s ago, confidence {percent:.0} %")?;
        }
        if !self.reservations.is_empty() {
            writeln!(out, "reservations:")?;
        }
        for reservation in &self.reservations {
            let by = if reservation.by == self.agent {
                "this agent".to_owned()
            } else {
                names(Subject::Agent(reservation.by))
            };
            writeln!(out, "  {} by {by}, {:.0} s left", names(reservation.subject), reservation.left)?;
        }
        if let Some(positions) = &self.positions {
            positions.write(out, self.tick.saturating_sub(positions.tick) as f32 / self.rate.max(1.0))?;
        }
        writeln!(out, "would change its mind:")?;
        for trigger in &self.triggers {
            writeln!(out, "  {}", trigger.describe(names))?;
        }
        for (action, times) in &self.empty_successes {
            writeln!(out, "{} has succeeded {times} times without bringing about its effects", readable(*action))?;
        }
        let counters = self.counters;
        if counters.left_out > 0 {
            let (kept, all) = (counters.candidates, counters.candidates + counters.left_out);
            writeln!(out, "the nearest {kept} of {all} targets are planned with (thinking.max_candidates)")?;
        }
        writeln!(
            out,
            "planner: {} goals tried, {} states expanded, {} of them for the last decision",
            counters.plans, counters.nodes, counters.last_nodes
        )
    }
}

impl MindSnapshot {
    fn write_orders(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        if self.held_order.is_some() || !self.given_orders.is_empty() {
            writeln!(out, "orders:")?;
        }
        if let Some(held) = &self.held_order {
            let (order, by) = (describe_order(&held.request), names(Subject::Agent(held.by)));
            writeln!(out, "  holds {order} from {by}: {}", held.status.describe())?;
        }
        for given in &self.given_orders {
            let (order, to) = (describe_order(&given.request), names(Subject::Agent(given.request.to)));
            let ago = self.tick.saturating_sub(given.tick) as f32 / self.rate.max(1.0);
            writeln!(out, "  gave {order} to {to} {ago:.0} s ago: {}", given.status.describe())?;
        }
        Ok(())
    }
}

impl PositionEvaluation {
    fn write(&self, out: &mut String, ago: f32) -> fmt::Result {
        writeln!(out, "positions compared {ago:.1} s ago for {}:", readable(self.behaviour))?;
        for candidate in &self.candidates {
            let (at, status) = (candidate.position, candidate.status.describe());
            write!(out, "  ({:.1}, {:.1}): {:.1} =", at.x, at.z, candidate.sum)?;
            for factor in self.factors() {
                write!(out, " {} {:+.1}", factor.name(), candidate.weighted[factor])?;
            }
            writeln!(out, "; {status}")?;
        }
        Ok(())
    }
}

impl GoalSnapshot {
    fn write(&self, out: &mut String) -> fmt::Result {
        let status = self.passed_over.map_or_else(|| "pursued".to_owned(), describe_rejection);
        writeln!(out, "  {} ({:.1}): {status}", readable(self.name), self.relevance)?;
        if let Some(value) = self.value {
            writeln!(out, "    {}", value.describe())?;
        }
        if !self.considerations.is_empty() {
            write!(out, "    {}", self.worth.unwrap_or(self.base_relevance))?;
            for consideration in &self.considerations {
                match consideration.evaluated {
                    Some((value, factor)) => {
                        let value = consideration.describe_value(value);
                        write!(out, " x {factor:.2} [{} = {value}]", consideration.input)?;
                    }
                    None => write!(out, " x ? [{}]", consideration.input)?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl LearntSnapshot {
    /// What was learnt, as text: "look inside the wardrobe: 3 of 8 brought something, 1.9 were expected".
    pub fn describe(&self, names: SubjectNames) -> String {
        let target = self.target.map_or_else(String::new, |target| format!(" {}", names(target)));
        let Endings { kept, ended, expected } = self.endings;
        let action = readable(self.action);
        format!("{action}{target}: {kept:.1} of {ended:.1} brought something, {expected:.1} were expected")
    }
}

impl ConsiderationSnapshot {
    /// A value of the input as text: yes or no, or a number.
    pub fn describe_value(&self, value: f32) -> String {
        match self.is_flag {
            true => if value > 0.0 { "yes" } else { "no" }.to_owned(),
            false => format!("{value:.2}"),
        }
    }
}

impl StepSnapshot {
    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        let phase = match self.phase {
            StepPhase::Done => "done",
            StepPhase::Running => "now",
            StepPhase::Pending => "then",
        };
        let target = self.step.target.map_or_else(String::new, |target| format!(" {}", names(target)));
        let figures = self.figures.map_or_else(String::new, |figures| format!(", {}", figures.describe()));
        write!(out, "  {phase} {}{target} (cost {:.1}{figures})", readable(self.step.display_name), self.step.cost)?;
        if let Some((seconds, timeout)) = self.running {
            write!(out, ", for {seconds:.1} of at most {timeout:.0} s")?;
        }
        writeln!(out)?;
        for condition in &self.conditions {
            writeln!(out, "    {}", condition.describe(names))?;
        }
        Ok(())
    }
}

impl ConditionSnapshot {
    /// The condition with its status and, if it is not met, the current value.
    pub fn describe(&self, names: SubjectNames) -> String {
        let status = match (self.role, self.holds, self.holds_when_due) {
            (_, true, _) => "met",
            (ConditionRole::Success, ..) => "not yet",
            (_, false, true) => "met when the step is due",
            _ => "not met",
        };
        format!("{} {}: {status}{}", self.role.label(), self.test, self.describe_value(names))
    }

    /// The current value of an unmet condition in brackets; empty for a condition on memory.
    pub fn describe_value(&self, names: SubjectNames) -> String {
        match self.value.filter(|_| !self.holds) {
            Some(value) => format!(" (now {})", value.describe(names)),
            None => String::new(),
        }
    }
}

impl ConditionRole {
    /// The words to put before the condition.
    pub fn label(self) -> &'static str {
        match self {
            ConditionRole::Goal => "goal",
            ConditionRole::Precondition => "precondition",
            ConditionRole::Availability => "available when",
            ConditionRole::TargetFilter => "target is",
            ConditionRole::Invariant => "invariant",
            ConditionRole::Success => "succeeds when",
        }
    }
}

impl FactValue {
    /// The value as text.
    pub fn describe(self, names: SubjectNames) -> String {
        match self {
            FactValue::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            FactValue::Number(number) => format!("{}", (number * 100.0).round() / 100.0),
            FactValue::Word(word) => readable(word),
            FactValue::About(subject) => names(subject),
            FactValue::Nothing => "none".to_owned(),
        }
    }
}

impl ChangeTrigger {
    /// The trigger as a sentence.
    pub fn describe(self, names: SubjectNames) -> String {
        match self {
            ChangeTrigger::PlanFound(goal, fact) if fact == "" => format!("{} if a plan were found", readable(goal)),
            ChangeTrigger::PlanFound(goal, fact) => {
                format!("{} if \"{}\" could be achieved", readable(goal), readable(fact))
            }
            ChangeTrigger::CooldownOver(goal, seconds) => {
                format!("{} after a cooldown of {seconds:.0} s", readable(goal))
            }
            ChangeTrigger::Outranks(goal, now, threshold) if now > threshold => {
                format!("{} at the next evaluation: {now:.1} is above {threshold:.1}", readable(goal))
            }
            ChangeTrigger::Outranks(goal, now, threshold) => {
                format!("{} if its relevance rose from {now:.1} above {threshold:.1}", readable(goal))
            }
            ChangeTrigger::TargetLost(action, target, query) => {
                format!("{} ends if {} no longer matches \"{query}\"", readable(action), names(target))
            }
            ChangeTrigger::TimesOut(action, seconds) => format!("{} times out in {seconds:.0} s", readable(action)),
        }
    }
}

impl DecisionReason {
    /// The reason as text.
    pub fn describe(self) -> String {
        match self {
            DecisionReason::Idle => "there was no goal".to_owned(),
            DecisionReason::Finished => "the plan before was completed".to_owned(),
            DecisionReason::ActionEnded(action, outcome) => {
                format!("{} {}", readable(action), describe_outcome(outcome))
            }
            DecisionReason::PlanBroken => "the plan no longer led to its goal".to_owned(),
            DecisionReason::NewCandidate => "a new target or action became available".to_owned(),
            DecisionReason::BetterGoal => "another goal became more relevant".to_owned(),
            DecisionReason::Stalled => "no action had succeeded for too long".to_owned(),
            DecisionReason::PlaceholderStep => "the plan had come to a placeholder step".to_owned(),
            DecisionReason::Retuned => "a person changed the mind or its memory".to_owned(),
            DecisionReason::ByHand => "a person made the plan".to_owned(),
            DecisionReason::Transition(from, to) => {
                format!("a transition from {} to {} fired", readable(from), readable(to))
            }
            DecisionReason::BranchAborted(action) => {
                format!("an earlier branch of the tree aborted {}", readable(action))
            }
            DecisionReason::HigherScore(option) => format!("{} had come to score higher", readable(option)),
        }
    }
}

/// The outcome of an action as text.
fn describe_outcome(outcome: ActionOutcome) -> String {
    match outcome {
        ActionOutcome::Succeeded => "succeeded".to_owned(),
        ActionOutcome::Failed(reason) => format!("failed: {}", reason.describe()),
        ActionOutcome::TimedOut => "timed out".to_owned(),
        ActionOutcome::Invalidated => "was invalidated: its conditions no longer held".to_owned(),
        ActionOutcome::Interrupted => "was interrupted".to_owned(),
    }
}

/// The status of a request as text.
fn describe_status(status: Status) -> String {
    match status {
        Status::Posted => "posted".to_owned(),
        Status::Running(share) => format!("{:.0} %", share * 100.0),
        Status::Done => "done".to_owned(),
        Status::Failed(reason) => format!("failed: {}", reason.describe()),
    }
}

impl super::RequestSnapshot {
    /// The status as text.
    pub fn status_text(&self) -> String {
        describe_status(self.status)
    }
}

impl BodyRequest {
    /// The request as text.
    pub fn describe(self, names: SubjectNames) -> String {
        let at = |place: bevy_math::Vec3| format!("({:.1}, {:.1})", place.x, place.z);
        match self {
            BodyRequest::Go(GoRequest::To { place, gait, .. }) => format!("{} to {}", gait_word(gait), at(place)),
            BodyRequest::Go(GoRequest::Steer { gait, .. }) => format!("{} on", gait_word(gait)),
            BodyRequest::Go(GoRequest::Stay { gait: Gait::Crouch }) => "crouch here".to_owned(),
            BodyRequest::Go(GoRequest::Stay { .. }) => "stay here".to_owned(),
            BodyRequest::Look(LookRequest::Ahead) => "look ahead".to_owned(),
            BodyRequest::Look(LookRequest::At(place)) => format!("look at {}", at(place)),
            BodyRequest::Look(LookRequest::Along { direction }) => format!("look along {}", at(direction)),
            BodyRequest::Look(LookRequest::Scan { degrees, .. }) => format!("look around by {degrees:.0} degrees"),
            BodyRequest::Use(request) => format!("{} {}", request.verb, names(request.target)),
            BodyRequest::Strike(request) => match request.target {
                Some(target) => format!("strike {}", names(Subject::Agent(target))),
                None => "strike".to_owned(),
            },
            BodyRequest::Throw(request) => match request.aim {
                Aim::Place(place) => format!("throw {} at {}", request.what, at(place)),
                Aim::Direction(_) => format!("throw {}", request.what),
            },
            BodyRequest::Gun(GunRequest::Fire) => "fire".to_owned(),
            BodyRequest::Gun(GunRequest::Reload) => "reload".to_owned(),
            BodyRequest::Task(request) => match request.target {
                Some(target) => format!("{} {}", readable(request.name), names(target)),
                None => readable(request.name),
            },
            BodyRequest::Say(request) => format!("say \"{}\"", request.what),
            BodyRequest::Order(request) => {
                format!("order {}: {}", names(Subject::Agent(request.to)), describe_order(&request))
            }
        }
    }
}

/// An order with its amount, and its place if it has one.
fn describe_order(order: &OrderRequest) -> String {
    let what = readable(order.what);
    match order.place {
        Some(place) => format!("{what} {} at ({:.1}, {:.1})", order.amount, place.x, place.z),
        None => format!("{what} {}", order.amount),
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

/// How something is known, in a word.
pub fn describe_source(source: PerceptSource) -> &'static str {
    match source {
        PerceptSource::Seen => "seen",
        PerceptSource::Heard => "heard",
        PerceptSource::Felt => "felt",
        PerceptSource::Told => "told",
        PerceptSource::Done => "done",
        PerceptSource::Known => "known",
        PerceptSource::Inferred => "inferred",
        PerceptSource::Sensed(sense) => sense.as_str(),
    }
}

/// Why a goal is not pursued, as text.
pub fn describe_rejection(reason: RejectReason) -> String {
    match reason {
        RejectReason::Disabled => "switched off".to_owned(),
        RejectReason::Irrelevant => "not relevant now".to_owned(),
        RejectReason::Satisfied => "already reached".to_owned(),
        RejectReason::Outranked => "less relevant, or not enough more relevant to switch".to_owned(),
        RejectReason::LessValue => "its plan is worth less".to_owned(),
        RejectReason::CoolingDown => "on cooldown".to_owned(),
        RejectReason::Thrashing => "chosen and dropped too often lately".to_owned(),
        RejectReason::Impossible(fact) if fact == "" => "no plan".to_owned(),
        RejectReason::Impossible(fact) => format!("no plan: nothing achieves \"{}\" now", readable(fact)),
        RejectReason::OutOfBudget => "planning ran out of budget".to_owned(),
    }
}
