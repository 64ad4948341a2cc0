//! A snapshot of one mind at one tick: what it knows, which goal it pursues and why, its plan, its requests, and what would
//! change its mind. Owned data to keep, compare and show, taken from the components of the mind alone.
//!
//! Independent of: the world, the senses, how it is shown.

mod capture;
mod components;
mod plan;
mod planning;
mod structure;
mod structure_text;
mod text;

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    decision::Decision,
    executer::PlannedStep,
    experience::Endings,
    memory::Hypothesis,
    planning::PlanningSnapshot,
    positions::PositionEvaluation,
    value::{PlanValue, StepFigures},
};
use crate::protocol::{
    AgentId, BodyRequest, GivenOrder, HeldOrder, Label, PerceptSource, RejectReason, Status, Subject,
};

pub use components::MindComponents;
pub use structure::{
    BehaviourTreeSnapshot, FiredSnapshot, OptionSnapshot, StateMachineSnapshot, StateSnapshot, StructureSnapshot,
    TransitionSnapshot, TreeNodeSnapshot, UtilitySnapshot,
};
pub use text::{SubjectNames, describe_rejection, describe_source};

/// A snapshot of one mind.
#[derive(Clone, Debug, PartialEq)]
pub struct MindSnapshot {
    /// The agent.
    pub agent: AgentId,
    /// When it was taken.
    pub tick: u32,
    /// Ticks per second.
    pub rate: f32,
    /// The name of the mind file.
    pub brain: Label,
    /// The position of the agent, in metres.
    pub place: Vec3,
    /// The readings of its body, by name.
    pub readings: Vec<(Label, f32)>,
    /// The facts in memory, most recently perceived first.
    pub facts: Vec<FactSnapshot>,
    /// Where lost agents may be; by agent, likeliest place first.
    pub hypotheses: Vec<Hypothesis>,
    /// What the agent and its team-mates have reserved.
    pub reservations: Vec<ReservationSnapshot>,
    /// The facts of the planning domain, as last read from memory, in the order of the file.
    pub planner_facts: Vec<PlannerFact>,
    /// The goal being pursued.
    pub goal: Option<Label>,
    /// The active action, if it cannot be interrupted: until it ends no goal is evaluated.
    pub uninterruptible: Option<Label>,
    /// All goals, most relevant first. Of a mind that does not plan only the goal being pursued, whose relevance is not computed.
    pub goals: Vec<GoalSnapshot>,
    /// What chooses the actions in the place of goals and planner; `None` for a mind that plans.
    pub structure: Option<StructureSnapshot>,
    /// The plan being executed.
    pub plan: Option<PlanSnapshot>,
    /// The requests on the blackboard.
    pub requests: Vec<RequestSnapshot>,
    /// The newest order that it has heard.
    pub held_order: Option<HeldOrder>,
    /// The last order that it has given to each receiver, and what became of it as far as it knows.
    pub given_orders: Vec<GivenOrder>,
    /// The last decisions, oldest first.
    pub decisions: Vec<Arc<Decision>>,
    /// What it has learnt about the odds of actions, by action and, for those that learn by target, by target.
    pub learnt: Vec<LearntSnapshot>,
    /// What would make the agent do something else.
    pub triggers: Vec<ChangeTrigger>,
    /// Actions that have succeeded without bringing about what they promise, and how often.
    pub empty_successes: Vec<(Label, u32)>,
    /// Counters of planning and memory.
    pub counters: MindCounters,
    /// The last planner call; `None` unless planning is recorded.
    pub planning: Option<Arc<PlanningSnapshot>>,
    /// The last evaluation of positions; `None` unless evaluations are recorded.
    pub positions: Option<Arc<PositionEvaluation>>,
}

/// A fact in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FactSnapshot {
    /// The kind it is believed to be.
    pub kind: Label,
    /// The subject.
    pub subject: Subject,
    /// Its last known state.
    pub state: Label,
    /// A number that belongs to the state.
    pub amount: f32,
    /// Where it was last perceived, in metres.
    pub seen_at: Vec3,
    /// Where it is believed to be now, in metres.
    pub place: Vec3,
    /// How far from there it may be, in metres.
    pub error: f32,
    /// Its velocity when last perceived, in m/s.
    pub velocity: Vec3,
    /// The room it is believed to be in.
    pub room: Label,
    /// Confidence, 0 to 1.
    pub confidence: f32,
    /// Seconds since it was perceived or reported.
    pub age: f32,
    /// Whether it is in sight or in touch now.
    pub in_sight: bool,
    /// How it is known.
    pub source: PerceptSource,
    /// The team-mate that reported it.
    pub teller: Option<AgentId>,
    /// Seconds since it was last checked; `None` for never.
    pub checked: Option<f32>,
    /// Seconds left of its cooldown after a failed action; 0 for none.
    pub cooldown_left: f32,
}

/// A subject reserved by an agent of the team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReservationSnapshot {
    /// The subject.
    pub subject: Subject,
    /// The agent that reserved it.
    pub by: AgentId,
    /// Where the subject is, in metres.
    pub place: Vec3,
    /// Seconds for which the reservation still holds.
    pub left: f32,
}

/// A fact of the planning domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannerFact {
    /// Its name.
    pub fact: Label,
    /// Its value.
    pub value: FactValue,
}

/// The value of a fact of the planning domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A symbol.
    Word(Label),
    /// A remembered subject.
    About(Subject),
    /// No subject.
    Nothing,
}

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalSnapshot {
    /// Its name.
    pub name: Label,
    /// Its relevance: the base times all considerations.
    pub relevance: f32,
    /// Its relevance if every consideration were 1.
    pub base_relevance: f32,
    /// Its worth if every consideration were 1, if it competes by value.
    pub worth: Option<f32>,
    /// The value of the plan that was last found for it, or of the rest of the plan being executed.
    pub value: Option<PlanValue>,
    /// By how much the relevance of another goal must exceed this goal's to replace it.
    pub hysteresis: f32,
    /// The factors of its relevance.
    pub considerations: Vec<ConsiderationSnapshot>,
    /// Its conditions.
    pub conditions: Vec<ConditionSnapshot>,
    /// Why it is not pursued; `None` for the goal that is.
    pub passed_over: Option<RejectReason>,
    /// Seconds left of its cooldown; 0 for none.
    pub cooldown_left: f32,
    /// Seconds for which it has been pursued, if it is.
    pub pursued: Option<f32>,
}

/// What a mind has learnt about the odds of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearntSnapshot {
    /// The action, as shown.
    pub action: Label,
    /// The target that it was learnt for; `None` for any.
    pub target: Option<Subject>,
    /// Its endings so far.
    pub endings: Endings,
}

/// A factor of a goal's relevance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConsiderationSnapshot {
    /// The input as text.
    pub input: Label,
    /// Whether the input is a yes or no.
    pub is_flag: bool,
    /// The value of the input and the factor; `None` if an earlier factor was 0, so that this one was not evaluated.
    pub evaluated: Option<(f32, f32)>,
}

/// What a condition belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionRole {
    /// A condition of a goal.
    Goal,
    /// A precondition of an action.
    Precondition,
    /// `available_when` of an action.
    Availability,
    /// `target_filter` of the running action.
    TargetFilter,
    /// `invariant` of the running action.
    Invariant,
    /// `succeeds_when` of the running action.
    Success,
}

/// A condition and whether it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConditionSnapshot {
    /// What it belongs to.
    pub role: ConditionRole,
    /// The fact of the planning domain; empty for a condition on memory.
    pub fact: Label,
    /// The condition as text, with the fact: "keys left at most 0".
    pub test: Label,
    /// The current value of the fact; `None` for a condition on memory.
    pub value: Option<FactValue>,
    /// Whether it holds now.
    pub holds: bool,
    /// Whether it will hold when its step is due, after the effects of the steps before.
    pub holds_when_due: bool,
}

/// The state of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepPhase {
    /// Done.
    Done,
    /// Its action is active.
    Running,
    /// Not begun.
    Pending,
}

/// The plan being executed.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanSnapshot {
    /// The planned cost of all steps.
    pub cost: f64,
    /// Its steps, first to last.
    pub steps: Vec<StepSnapshot>,
    /// The place that the active action is heading for, in metres.
    pub heading: Option<Vec3>,
    /// The conditions of the goal, now and after the last step.
    pub conditions: Vec<ConditionSnapshot>,
}

/// A step of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSnapshot {
    /// The step.
    pub step: PlannedStep,
    /// Its state.
    pub phase: StepPhase,
    /// For the active step: seconds since it began, and its timeout.
    pub running: Option<(f32, f32)>,
    /// What it contributes to the value of the plan, with the planned travel; `None` unless the action states odds, seconds or danger.
    pub figures: Option<StepFigures>,
    /// Its conditions; empty once it is done.
    pub conditions: Vec<ConditionSnapshot>,
    /// Its effects as text.
    pub effects: Vec<Label>,
}

/// A request on the blackboard and its status.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestSnapshot {
    /// The request.
    pub request: BodyRequest,
    /// Its status.
    pub status: Status,
}

/// Something that would make the agent do something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeTrigger {
    /// A plan for a goal, which now lacks this fact.
    PlanFound(Label, Label),
    /// The end of a goal's cooldown, in seconds.
    CooldownOver(Label, f32),
    /// A goal whose relevance, the first number, rises above the second.
    Outranks(Label, f32, f32),
    /// The target of the running action no longer matches a query.
    TargetLost(Label, Subject, Label),
    /// The timeout of the running action, in seconds.
    TimesOut(Label, f32),
}

/// Counters of one mind since the match began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MindCounters {
    /// How many goals the planner was run for.
    pub plans: u32,
    /// States expanded by the planner.
    pub nodes: u64,
    /// States expanded for the last decision.
    pub last_nodes: u32,
    /// The revision of memory: how many changes there were that could change a decision.
    pub revision: u32,
    /// Facts in memory now.
    pub facts: u32,
    /// Candidates for targets now.
    pub candidates: u32,
    /// How many more there would be without `thinking.max_candidates`.
    pub left_out: u32,
}

impl MindSnapshot {
    /// The text in place of a goal, for an agent without one.
    pub fn without_goal(&self) -> &'static str {
        let is_content = |goal: &GoalSnapshot| {
            matches!(
                goal.passed_over,
                Some(RejectReason::Satisfied | RejectReason::Irrelevant | RejectReason::Disabled)
            )
        };
        match self.plan {
            Some(_) => "a plan made by a person",
            None if !self.goals.is_empty() && self.goals.iter().all(is_content) => "none: it wants for nothing",
            None => "none: no goal can be planned now",
        }
    }

    /// A goal by name.
    pub fn goal_named(&self, name: Label) -> Option<&GoalSnapshot> {
        self.goals.iter().find(|goal| goal.name == name)
    }

    /// The fact about a subject.
    pub fn about(&self, subject: Subject) -> Option<&FactSnapshot> {
        self.facts.iter().find(|fact| fact.subject == subject)
    }

    /// The active step.
    pub fn running(&self) -> Option<&StepSnapshot> {
        self.plan.as_ref().and_then(|plan| plan.steps.iter().find(|step| step.phase == StepPhase::Running))
    }

    /// The last decision.
    pub fn last_decision(&self) -> Option<&Decision> {
        self.decisions.last().map(|decision| &**decision)
    }
}
