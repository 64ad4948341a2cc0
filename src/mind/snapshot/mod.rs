//! An account of one mind at one tick: what it knows, believes, wants, does, asks of its body and would change its mind for.
//! Owned data to keep, compare and show; made from the mind's own components alone, and from nothing else.
//!
//! Must not know: the world, the senses, how it is shown.

mod capture;
mod components;
mod plan;
mod planning;
mod text;
mod unreachable;

use std::sync::Arc;

use bevy::math::Vec3;

use super::{decision::Decision, executer::PlannedStep, memory::Hypothesis, planning_snapshot::PlanningSnapshot};
use crate::protocol::{
    AgentId, GoRequest, Label, LookRequest, PerceptSource, RejectReason, SayRequest, Status, StrikeRequest, Subject,
    ThrowRequest, UseRequest,
};

pub use components::MindComponents;
pub use text::{SubjectNames, describe_rejection, describe_source};

/// An account of one mind at one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct MindSnapshot {
    /// Whose.
    pub agent: AgentId,
    /// When.
    pub tick: u32,
    /// Ticks a second.
    pub rate: f32,
    /// The name of the mind's file.
    pub brain: Label,
    /// Where it feels itself to be, in metres.
    pub place: Vec3,
    /// The readings of its own body, by name.
    pub readings: Vec<(Label, f32)>,
    /// What it knows, the freshest first.
    pub facts: Vec<FactSnapshot>,
    /// Where it thinks somebody lost may be, the likeliest first.
    pub hypotheses: Vec<Hypothesis>,
    /// What is spoken for, by itself and by team-mates.
    pub reservations: Vec<ReservationSnapshot>,
    /// What the planner was last told, in the order of the file.
    pub planner_facts: Vec<PlannerFact>,
    /// The goal it pursues.
    pub goal: Option<Label>,
    /// What it does and cannot break off: until that ends no other goal is looked at.
    pub uninterruptible: Option<Label>,
    /// All goals, the most relevant first.
    pub goals: Vec<GoalSnapshot>,
    /// The plan it carries out; `None` where it has none.
    pub plan: Option<PlanSnapshot>,
    /// What it asks of its body.
    pub requests: Vec<RequestSnapshot>,
    /// Its last decisions, oldest first.
    pub decisions: Vec<Arc<Decision>>,
    /// What would change its mind.
    pub triggers: Vec<ChangeTrigger>,
    /// What it has cost.
    pub counters: MindCounters,
    /// What the planner was asked last; `None` unless questions are recorded.
    pub planning: Option<Arc<PlanningSnapshot>>,
}

/// Something known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FactSnapshot {
    /// What it is taken for.
    pub kind: Label,
    /// What it is about.
    pub subject: Subject,
    /// In which state.
    pub state: Label,
    /// A number that belongs to the state.
    pub amount: f32,
    /// Where it was when last perceived, in metres.
    pub seen_at: Vec3,
    /// Where it is fact_value to be, in metres.
    pub place: Vec3,
    /// How far from there it may be, in metres.
    pub error: f32,
    /// How fast it moved, in metres a second.
    pub velocity: Vec3,
    /// In which room it is fact_value to be.
    pub room: Label,
    /// How sure, 0 to 1.
    pub confidence: f32,
    /// Seconds since it was perceived or told.
    pub age: f32,
    /// Whether it is in sight or in touch now.
    pub in_sight: bool,
    /// By which way.
    pub source: PerceptSource,
    /// Who told it.
    pub teller: Option<AgentId>,
    /// Seconds since one last looked into it oneself.
    pub checked: Option<f32>,
    /// Seconds for which it still counts as tried in vain.
    pub cooldown_left: f32,
}

/// A thing that somebody of the team wants for himself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReservationSnapshot {
    /// What.
    pub subject: Subject,
    /// Who.
    pub by: AgentId,
    /// Where it is, in metres.
    pub place: Vec3,
    /// For how many seconds it still holds.
    pub left: f32,
}

/// A fact of the planner and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannerFact {
    /// Its name.
    pub fact: Label,
    /// Its value.
    pub value: FactValue,
}

/// The value of a fact of the planner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// One of a list of names.
    Word(Label),
    /// Something remembered.
    About(Subject),
    /// Nothing remembered.
    Nothing,
}

/// A goal, what its relevance is made of, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalSnapshot {
    /// Its name.
    pub name: Label,
    /// How much it matters now.
    pub relevance: f32,
    /// What it would matter with every part at 1.
    pub base_relevance: f32,
    /// By how much another must exceed it to take over while it is pursued.
    pub hysteresis: f32,
    /// What its relevance depends on.
    pub considerations: Vec<ConsiderationSnapshot>,
    /// What it wants.
    pub conditions: Vec<ConditionSnapshot>,
    /// Why it is not pursued; `None` for the one that is.
    pub passed_over: Option<RejectReason>,
    /// For how many seconds it still rests.
    pub cooldown_left: f32,
    /// For how many seconds it has been pursued, if it is.
    pub pursued: Option<f32>,
}

/// One factor of a goal's relevance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConsiderationSnapshot {
    /// What is looked at, as the mind's file says it.
    pub input: Label,
    /// The number seen there, and the factor made of it; `None` where an earlier part was 0, so that this one was not
    /// looked at.
    pub evaluated: Option<(f32, f32)>,
}

/// What a condition is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionRole {
    /// A goal wants it.
    Want,
    /// An action needs it before it begins.
    Need,
    /// Only while it holds may the action be planned.
    When,
    /// The target of the running action must stay what it is about.
    Keep,
    /// Only while it holds may the action run.
    Hold,
    /// Once it holds the action has succeeded.
    Until,
}

/// A condition and how it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConditionSnapshot {
    /// What it is for.
    pub role: ConditionRole,
    /// The fact of the planner that it is about; empty where it is a question to memory.
    pub fact: Label,
    /// What is asked, in words.
    pub test: Label,
    /// The fact's present value.
    pub value: Option<FactValue>,
    /// Whether it holds now.
    pub holds: bool,
    /// Whether it will hold when its turn comes, going by what the plan brings about until then.
    pub holds_when_due: bool,
}

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepPhase {
    /// It is done.
    Done,
    /// It is being done.
    Running,
    /// It is still to come.
    Pending,
}

/// A plan and how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanSnapshot {
    /// What it was expected to cost.
    pub cost: f64,
    /// Its steps, first to last.
    pub steps: Vec<StepSnapshot>,
    /// Where the running action heads, in metres.
    pub heading: Option<Vec3>,
    /// What the goal wants and will have when all is done.
    pub conditions: Vec<ConditionSnapshot>,
}

/// A step of a plan and how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSnapshot {
    /// The step.
    pub step: PlannedStep,
    /// How far it has come.
    pub phase: StepPhase,
    /// For how many seconds it has run, and how long it may.
    pub running: Option<(f32, f32)>,
    /// What it needs and rests on.
    pub conditions: Vec<ConditionSnapshot>,
    /// What it brings about: the fact, and what becomes of it.
    pub effects: Vec<(Label, Label)>,
}

/// A request to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyRequest {
    /// To go somewhere.
    Go(GoRequest),
    /// To look somewhere.
    Look(LookRequest),
    /// To use something.
    Use(UseRequest),
    /// To strike.
    Strike(StrikeRequest),
    /// To throw or cast.
    Throw(ThrowRequest),
    /// To say something.
    Say(SayRequest),
}

/// A request on the blackboard, and how far it has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestSnapshot {
    /// What is asked for.
    pub request: BodyRequest,
    /// How far it has come.
    pub status: Status,
}

/// Something that would change its mind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeTrigger {
    /// A way to a fact that a goal lacks.
    PlanFound(Label, Label),
    /// A goal will have rested in so many seconds.
    CooldownOver(Label, f32),
    /// A goal's relevance, so much now, would have to rise above the second.
    Outranks(Label, f32, f32),
    /// The running action ends where its target is no longer of a query.
    TargetLost(Label, Subject, Label),
    /// The running action is given up in so many seconds.
    TimesOut(Label, f32),
}

/// What a mind has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MindCounters {
    /// How often the planner was asked about a goal.
    pub plans: u32,
    /// How many states it expanded for that.
    pub nodes: u64,
    /// How many of them for the last decision.
    pub last_nodes: u32,
    /// The revision of its memory: how often something changed that could change a decision.
    pub revision: u32,
    /// How many facts it holds.
    pub facts: u32,
    /// How many remembered things plans can be about now.
    pub candidates: u32,
}

impl MindSnapshot {
    /// A goal by name.
    pub fn goal_named(&self, name: Label) -> Option<&GoalSnapshot> {
        self.goals.iter().find(|goal| goal.name == name)
    }

    /// What is known about a subject.
    pub fn about(&self, subject: Subject) -> Option<&FactSnapshot> {
        self.facts.iter().find(|known| known.subject == subject)
    }

    /// The step that runs.
    pub fn running(&self) -> Option<&StepSnapshot> {
        self.plan.as_ref().and_then(|plan| plan.steps.iter().find(|step| step.phase == StepPhase::Running))
    }

    /// The last decision.
    pub fn last_decision(&self) -> Option<&Decision> {
        self.decisions.last().map(|decision| &**decision)
    }
}
