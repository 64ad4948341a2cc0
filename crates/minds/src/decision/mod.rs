//! The state of one mind: what it decides by ([`Mind`]), and what is kept of its decisions for inspection ([`MindTrace`]).

mod candidates;
mod goal_selection;
mod notes;
mod planner_use;
mod round;
mod running_value;
mod structured;
mod think;
mod thrashing;
mod trace;

use std::{collections::BTreeSet, sync::Arc};

use bevy_ecs::{prelude::*, reflect::ReflectComponent};
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{
    brain::Brain, executer::PlannedStep, experience::Experience, planning::PlannerInput, promise::Promised,
    share::ReportTimes, structure::StructureState, value::PlanValue,
};
use quarry_goap::FactId;

use crate::protocol::{ActionOutcome, Label, RejectReason, Subject};
pub use planner_use::PlannerUse;
pub(super) use round::{AgentMind, think};
pub use round::{Dormant, PlayerControlled, RecordPlanning, RecordPositions};
use structured::StructuredMind;
pub(super) use think::{ThinkTools, Thinker};
use thrashing::GoalHistory;
pub use trace::MindTrace;

/// The mind of one agent: all that its decisions depend on, beside its memory and its plan.
#[derive(Component, Debug, Reflect)]
#[reflect(Component, from_reflect = false)]
pub struct Mind {
    /// The compiled mind file, shared by all agents of the kind.
    #[reflect(ignore)]
    pub brain: Arc<Brain>,
    /// The status of each goal when goals were last evaluated, in the order of the brain.
    pub goals: Vec<GoalStatus>,
    /// The goal being pursued.
    pub pursuit: Option<Pursuit>,
    /// The goal reached last, and the tick at which it was.
    pub reached: Option<(usize, u32)>,
    /// Goals and actions that a person has switched off.
    #[reflect(ignore)]
    pub disabled: DisabledSet,
    /// Fact values that override memory; set only in the copy of a mind that answers a what-if question.
    #[reflect(ignore)]
    pub(super) assumed: Vec<(FactId, i64)>,
    #[reflect(ignore)]
    pub(super) input: PlannerInput,
    /// The memory revision at the last evaluation of goals.
    pub(super) seen_revision: u32,
    /// The tick at which goals were last compared, so that `passed_over` says why each is not pursued.
    pub(super) compared: u32,
    pub(super) next_think: u32,
    /// The tick of the last planner call.
    pub(super) last_planned: u32,
    /// Whether the current lack of a goal is in the event log already.
    pub(super) idle_logged: bool,
    /// Targets that an action leaves alone after it failed on them: action, target, tick at which the cooldown ends.
    #[reflect(ignore)]
    pub(super) target_cooldowns: Vec<(usize, Subject, u32)>,
    #[reflect(ignore)]
    pub(super) plan_rate: PlanRate,
    #[reflect(ignore)]
    goal_history: GoalHistory,
    #[reflect(ignore)]
    pub(super) reports: ReportTimes,
    /// What a mind with a decision structure keeps; `None` for a mind that plans.
    #[reflect(ignore)]
    pub(super) structured: Option<StructuredMind>,
    /// What the running action has promised.
    #[reflect(ignore)]
    pub(super) promised: Promised,
    /// What it has learnt about the odds of its actions.
    #[reflect(ignore)]
    pub experience: Experience,
}

/// The goal being pursued.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Pursuit {
    /// Index of the goal in the brain.
    pub goal: usize,
    /// The tick at which the pursuit began.
    pub since: u32,
    /// The tick at which one of its actions last succeeded; at first the same as `since`.
    pub progressed: u32,
    /// [`PlannerInput::membership`] at the time of the plan.
    pub(super) candidates: u64,
    /// The relevance with which the goal lingers, and until which tick.
    pub(super) lingering: (f32, u32),
}

impl Pursuit {
    /// One that begins now, with these candidates; the goal does not linger yet.
    pub(super) fn new(goal: usize, tick: u32, candidates: u64) -> Self {
        Self { goal, since: tick, progressed: tick, candidates, lingering: (0.0, 0) }
    }
}

/// The plans of the last second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanRate {
    /// The tick of the first.
    pub since: u32,
    /// How many there were.
    pub made: u32,
}

/// A plan that was compared with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Compared {
    pub value: PlanValue,
    /// When it was found.
    pub tick: u32,
    /// [`PlannerInput::signature`] then.
    pub signature: u64,
}

/// The status of a goal when goals were last evaluated.
#[derive(Clone, Debug, Default, Reflect)]
pub struct GoalStatus {
    /// Base relevance times all considerations; of a goal with a worth the base relevance, or 0.
    pub relevance: f32,
    /// The worth of a goal with a worth, times all considerations.
    pub worth: Option<f32>,
    /// The value of the plan that was last found for it, if it has a worth.
    pub value: Option<PlanValue>,
    /// That plan, if it was found to be compared with others.
    #[reflect(ignore)]
    pub(super) compared: Option<Compared>,
    /// Input and factor of each consideration. Considerations after one with factor 0 are not evaluated and missing.
    pub factors: Vec<(f32, f32)>,
    /// Why it is not pursued; `None` for the goal that is.
    #[reflect(ignore)]
    pub passed_over: Option<RejectReason>,
    /// The tick at which its cooldown ends.
    pub rests_until: u32,
    /// The tick from which switching to it is no longer thrashing, if it is now.
    pub thrashes_until: Option<u32>,
    /// The [`PlannerInput::signature`] for which the planner found no plan.
    pub(super) unplannable: Option<u64>,
    /// The memory revision at which an action without a target found nothing to act on.
    pub(super) no_targets: Option<u32>,
}

impl GoalStatus {
    /// The tick from which nothing but its relevance and plan keeps it from being pursued.
    #[inline]
    pub fn available_from(&self) -> u32 {
        self.rests_until.max(self.thrashes_until.unwrap_or(0))
    }
}

/// A decision and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// When it was made.
    pub tick: u32,
    /// What made the agent decide again.
    pub why: DecisionReason,
    /// The goal chosen; `None` if no goal could be planned, or if a person made the plan.
    pub goal: Option<Label>,
    /// The relevance of that goal.
    pub relevance: f32,
    /// The plan.
    pub steps: Vec<PlannedStep>,
    /// The planned cost of all steps.
    pub cost: f64,
    /// All other goals, each with its relevance and why it was rejected.
    pub passed_over: Vec<(Label, f32, RejectReason)>,
}

/// What made an agent decide again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DecisionReason {
    /// It pursued no goal.
    Idle,
    /// Its plan was completed, or its goal reached.
    Finished,
    /// An action ended without completing the plan.
    ActionEnded(Label, ActionOutcome),
    /// The rest of the plan no longer led to the goal.
    PlanBroken,
    /// A new candidate for a target, or a newly available action.
    NewCandidate,
    /// Another goal had become more relevant.
    BetterGoal,
    /// No action had succeeded for longer than the goal's `stall_timeout`.
    Stalled,
    /// The plan had reached a placeholder step.
    PlaceholderStep,
    /// A person changed the mind or its memory.
    Retuned,
    /// A person made the plan.
    ByHand,
    /// A transition of the state machine fired, from one state to another.
    Transition(Label, Label),
    /// An earlier branch of the behaviour tree aborted this action.
    BranchAborted(Label),
    /// This option of the utility table had come to score higher.
    HigherScore(Label),
}

/// Goals and actions that a person has switched off in one mind, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DisabledSet {
    /// Goals that are not pursued.
    pub goals: BTreeSet<Label>,
    /// Actions that are not planned.
    pub actions: BTreeSet<Label>,
}

impl Mind {
    /// A mind that has not decided yet. It first thinks at tick `first_think`; give agents different ticks to spread the load.
    pub fn new(brain: Arc<Brain>, first_think: u32) -> Self {
        let goals = vec![GoalStatus::default(); brain.goals.len()];
        let structured = brain.structure.as_ref().map(StructuredMind::new);
        Self {
            brain,
            structured,
            goals,
            pursuit: None,
            reached: None,
            disabled: DisabledSet::default(),
            assumed: Vec::new(),
            input: PlannerInput::default(),
            seen_revision: 0,
            compared: 0,
            next_think: first_think,
            last_planned: 0,
            idle_logged: false,
            target_cooldowns: Vec::new(),
            plan_rate: PlanRate::default(),
            goal_history: GoalHistory::default(),
            reports: ReportTimes::default(),
            promised: Promised::default(),
            experience: Experience::default(),
        }
    }

    /// The name of the goal being pursued.
    #[inline]
    pub fn goal(&self) -> Option<Label> {
        self.pursuit.and_then(|pursuit| self.brain.goals.get(pursuit.goal)).map(|goal| goal.data.name)
    }

    /// The state of the decision structure; `None` for a mind that plans.
    #[inline]
    pub fn structure(&self) -> Option<&StructureState> {
        self.structured.as_ref().map(|structured| &structured.state)
    }

    /// The candidates for targets when goals were last evaluated.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Subject> + '_ {
        self.input.candidates.iter().map(|candidate| candidate.subject)
    }
}
