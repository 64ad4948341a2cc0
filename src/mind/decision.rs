//! What a mind holds: goals and what became of them, the plan it pursues, and its last decisions, each with its reasons.

use std::{collections::VecDeque, sync::Arc};

use bevy::ecs::prelude::*;

use super::{
    brain::Brain, disabled::DisabledSet, executer::PlannedStep, planner_input::PlannerInput,
    planning_snapshot::PlanningSnapshot, thrashing::GoalHistory,
};
use crate::{
    goap::FactId,
    protocol::{ActionOutcome, Label, RejectReason, Subject},
};

/// The mind of one agent.
#[derive(Component, Debug)]
pub struct Mind {
    /// What it shares with all of its kind.
    pub brain: Arc<Brain>,
    /// What became of each goal when it was last weighed, in the order of the brain.
    pub goals: Vec<GoalStatus>,
    /// The goal it pursues.
    pub pursuit: Option<Pursuit>,
    /// Its last decisions, oldest first.
    pub decisions: VecDeque<Arc<Decision>>,
    /// How many goals the planner was asked about.
    pub goals_planned: u32,
    /// How often the planner was asked, about one goal or several at a time.
    pub planner_calls: u32,
    /// How often it was asked though neither memory nor the goals had changed, nor any action ended, since it was last asked.
    pub redundant_planner_calls: u32,
    /// What a person has switched off in it.
    pub disabled: DisabledSet,
    /// Values that facts are taken to have whatever memory says: only where somebody asks what would be.
    pub(super) assumed: Vec<(FactId, i64)>,
    /// How many states it expanded for that: in all, and when it was asked last.
    pub nodes: (u64, u32),
    /// What it was asked last, where [`super::RecordPlanning`] wants it kept.
    pub planning: Option<Arc<PlanningSnapshot>>,
    pub(super) picture: PlannerInput,
    pub(super) seen: u32,
    pub(super) next_think: u32,
    pub(super) replanned: u32,
    pub(super) idle_logged: bool,
    /// What is left alone after it failed: the action, its target, until when.
    pub(super) target_cooldowns: Vec<(usize, Subject, u32)>,
    /// The tick at which a second of planning began, and how many plans were made in it.
    pub(super) recent_plans: (u32, u32),
    pub(super) taken_up: GoalHistory,
    pub(super) next_report: u32,
    pub(super) reported: u32,
    /// What the planner was last asked on the strength of; none once an action has ended.
    pub(super) grounds: Option<u64>,
}

/// A goal that is being pursued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pursuit {
    /// Its number in the brain.
    pub goal: usize,
    /// Since which tick.
    pub since: u32,
    /// When an action of it last succeeded.
    pub progressed: u32,
    /// The members that the plan's candidates had when it was made.
    pub(super) candidates: u64,
}

/// What became of a goal.
#[derive(Clone, Debug, Default)]
pub struct GoalStatus {
    /// How much it matters now.
    pub relevance: f32,
    /// What each of its considerations looks at, and the factor it makes of it; those after one of 0 are not looked at.
    pub factors: Vec<(f32, f32)>,
    /// Why it is not pursued; none for the one that is.
    pub passed_over: Option<RejectReason>,
    /// Until which tick it rests.
    pub rests_until: u32,
    /// The picture for which no plan was found.
    pub(super) unplannable: Option<u64>,
    /// The state of memory in which there was nothing to do it with.
    pub(super) no_targets: Option<u32>,
}

/// A decision, when it was taken and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// When.
    pub tick: u32,
    /// What for.
    pub why: DecisionReason,
    /// The goal chosen; none where no goal could be planned.
    pub goal: Option<Label>,
    /// How relevant it was.
    pub relevance: f32,
    /// The plan.
    pub steps: Vec<PlannedStep>,
    /// What it was expected to cost.
    pub cost: f64,
    /// The goals passed over, with the relevance of each and the reason.
    pub passed_over: Vec<(Label, f32, RejectReason)>,
}

/// What led to a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DecisionReason {
    /// Nothing was being pursued.
    Idle,
    /// The plan came to its end, or its goal was reached.
    Finished,
    /// An action ended in this way.
    ActionEnded(Label, ActionOutcome),
    /// What was remembered no longer bears the plan out.
    PlanBroken,
    /// Something new that the plan could use was remembered.
    NewCandidate,
    /// Another goal mattered more.
    BetterGoal,
    /// Nothing had been achieved for too long.
    Stalled,
    /// The plan came to a step that only stood for what would be known by now.
    PlaceholderStep,
    /// A person changed the mind, or what it knows.
    Retuned,
    /// A person made the plan.
    ByHand,
}

impl Mind {
    /// A mind that has not thought yet. Agents take turns by `turn`, any number.
    pub fn new(brain: Arc<Brain>, turn: u32) -> Self {
        let goals = vec![GoalStatus::default(); brain.goals.len()];
        Self {
            brain,
            goals,
            pursuit: None,
            decisions: VecDeque::new(),
            goals_planned: 0,
            disabled: DisabledSet::default(),
            assumed: Vec::new(),
            nodes: (0, 0),
            planning: None,
            planner_calls: 0,
            redundant_planner_calls: 0,
            picture: PlannerInput::default(),
            seen: 0,
            next_think: turn,
            replanned: 0,
            idle_logged: false,
            target_cooldowns: Vec::new(),
            recent_plans: (0, 0),
            taken_up: GoalHistory::default(),
            next_report: 0,
            reported: 0,
            grounds: None,
        }
    }

    /// The name of the goal it pursues.
    pub fn goal(&self) -> Option<Label> {
        self.pursuit.and_then(|pursuit| self.brain.goals.get(pursuit.goal)).map(|goal| goal.data.name)
    }

    /// What plans may be about now.
    pub fn candidates(&self) -> impl Iterator<Item = Subject> + '_ {
        self.picture.candidates.iter().map(|candidate| candidate.subject)
    }

    pub(super) fn keep(&mut self, decision: Decision) {
        while self.decisions.len() >= usize::from(self.brain.thinking.decision_history) {
            self.decisions.pop_front();
        }
        self.decisions.push_back(Arc::new(decision));
    }
}
