//! What an agent knows, wants, does and would change its mind for: as data and in words, out of the mind's own data.

use std::fmt;

use bevy::math::Vec3;

use super::{
    brain::View,
    decision::Mind,
    executer::{PlanExecuter, PlannedStep},
    memory::WorkingMemory,
};
use crate::protocol::{AgentId, Label, PassedOver, SelfSense, Source, Subject, Terrain};

/// An agent's account of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What it knows, the freshest first.
    pub knows: Vec<Knowledge>,
    /// The goal it pursues.
    pub goal: Option<Label>,
    /// All goals, the most relevant first.
    pub goals: Vec<GoalWord>,
    /// What it will do, the active action first.
    pub steps: Vec<PlannedStep>,
    /// For how many seconds the active action has run, and how long it may.
    pub running: Option<(f32, f32)>,
    /// What would change its mind.
    pub would_change: Vec<String>,
}

/// Something known.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// What it is taken for.
    pub kind: Label,
    /// What it is about.
    pub subject: Subject,
    /// In which state.
    pub state: Label,
    /// Where it is believed to be.
    pub place: Vec3,
    /// In which room.
    pub room: Label,
    /// How sure, 0 to 1.
    pub confidence: f32,
    /// Seconds since it was perceived or told.
    pub age: f32,
    /// By which way.
    pub source: Source,
    /// Who told it.
    pub teller: Option<AgentId>,
}

/// A goal and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalWord {
    /// Its name.
    pub name: Label,
    /// How much it matters now.
    pub relevance: f32,
    /// Why it is not pursued; none for the one that is.
    pub passed_over: Option<PassedOver>,
}

/// An agent's account of itself.
pub fn explain(
    mind: &Mind,
    memory: &WorkingMemory,
    executer: &PlanExecuter,
    sense: &SelfSense,
    terrain: &dyn Terrain,
) -> Explanation {
    let goal = mind.goal();
    let mut goals: Vec<GoalWord> = mind
        .brain
        .goals
        .iter()
        .zip(&mind.goals)
        .map(|(spec, status)| {
            let name = spec.data.name;
            let chosen = goal == Some(name);
            let passed_over = if chosen { None } else { status.passed_over.or(Some(PassedOver::Outranked)) };
            GoalWord { name, relevance: status.relevance, passed_over }
        })
        .collect();
    goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.name.cmp(&b.name)));
    let spec = executer.active().and_then(|step| mind.brain.action(step.action));
    let running = executer.since().zip(spec).map(|(since, spec)| (memory.seconds_since(since), spec.data.time_out));
    Explanation {
        knows: knowledge(memory, terrain),
        goal,
        would_change: would_change(mind, memory, executer, sense, terrain),
        goals,
        steps: executer.remaining().to_vec(),
        running,
    }
}

fn knowledge(memory: &WorkingMemory, terrain: &dyn Terrain) -> Vec<Knowledge> {
    let room = |place: Vec3| {
        let spot = terrain.places().get(usize::from(terrain.place_at(place)));
        spot.map_or_else(Label::default, |spot| terrain.room_name(spot.room))
    };
    let mut knows: Vec<Knowledge> = memory
        .facts()
        .iter()
        .map(|fact| Knowledge {
            kind: fact.kind,
            subject: fact.subject,
            state: fact.state,
            place: fact.estimate,
            room: room(fact.estimate),
            confidence: memory.confidence(fact),
            age: memory.age(fact),
            source: fact.source,
            teller: fact.teller,
        })
        .collect();
    knows.sort_by(|a, b| a.age.total_cmp(&b.age).then(a.subject.cmp(&b.subject)));
    knows
}

/// Conditions under which the agent would do something else, each as a sentence.
fn would_change(
    mind: &Mind,
    memory: &WorkingMemory,
    executer: &PlanExecuter,
    sense: &SelfSense,
    terrain: &dyn Terrain,
) -> Vec<String> {
    let mut out = Vec::new();
    let current =
        mind.pursuit.and_then(|pursuit| Some((mind.brain.goals.get(pursuit.goal)?, mind.goals.get(pursuit.goal)?)));
    let bar = current.map_or(0.0, |(spec, status)| status.relevance + spec.data.margin);
    for (spec, status) in mind.brain.goals.iter().zip(&mind.goals) {
        let name = spec.data.name;
        if current.is_some_and(|(current, _)| current.data.name == name) {
            continue;
        }
        match status.passed_over {
            Some(PassedOver::Impossible(fact)) => out.push(format!("`{name}` if a way to `{fact}` appeared")),
            Some(PassedOver::CoolingDown) => {
                out.push(format!("`{name}` after {:.0} s of rest", rest(status.rests_until, memory)));
            }
            _ if spec.data.base > bar => {
                out.push(format!("`{name}` if its relevance rose from {:.1} above {bar:.1}", status.relevance))
            }
            _ => {}
        }
    }
    if let Some(step) = executer.active()
        && let Some(spec) = mind.brain.action(step.action)
    {
        let view = View { mark: step.target, ..View::of(&mind.brain.notions, memory, sense, terrain) };
        if let (Some(target), Some(notion)) = (step.target, spec.keep)
            && let Some(notion) = view.notions.get(notion)
        {
            out.push(format!("`{}` ends if {target:?} were no longer \"{}\"", spec.called, notion.name));
        }
        let left = spec.data.time_out - executer.since().map_or(0.0, |since| memory.seconds_since(since));
        out.push(format!("`{}` is given up in {left:.0} s", spec.called));
    }
    out
}

fn rest(until: u32, memory: &WorkingMemory) -> f32 {
    let ticks = until.saturating_sub(memory.now());
    ticks as f32 / memory.rate()
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "wants: {}", self.goal.map_or("nothing that can be done", Label::as_str))?;
        for goal in &self.goals {
            match goal.passed_over {
                None => writeln!(f, "  {} ({:.1}): pursued", goal.name, goal.relevance)?,
                Some(reason) => writeln!(f, "  {} ({:.1}): {}", goal.name, goal.relevance, in_words(reason))?,
            }
        }
        writeln!(f, "does:")?;
        for (index, step) in self.steps.iter().enumerate() {
            let then = if index == 0 { "now" } else { "then" };
            match step.target {
                Some(target) => writeln!(f, "  {then} {} {target:?} (cost {:.1})", step.called, step.cost)?,
                None => writeln!(f, "  {then} {} (cost {:.1})", step.called, step.cost)?,
            }
        }
        writeln!(f, "knows:")?;
        for known in &self.knows {
            let (sure, age) = (known.confidence * 100.0, known.age);
            let told = known.teller.map_or_else(String::new, |teller| format!(" by agent {}", teller.0));
            let source = source_word(known.source);
            let (kind, state, room) = (known.kind, known.state, known.room);
            writeln!(
                f,
                "  {kind} {:?} {state} in {room}: {source}{told} {age:.0} s ago, {sure:.0} % sure",
                known.subject
            )?;
        }
        writeln!(f, "would change its mind:")?;
        for line in &self.would_change {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

fn source_word(source: Source) -> &'static str {
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

/// A reason in words.
fn in_words(reason: PassedOver) -> String {
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
