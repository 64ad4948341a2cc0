//! The goals that may be pursued now: their relevance, and which of them are worth a plan.

use quarry_goap::GoalCandidate;

use super::{Compared, GoalStatus, running_value::RunningValue, think::Thinker};
use crate::{
    protocol::{Label, RejectReason},
    queries::{MemoryView, QueryCache},
};

/// What a goal has to exceed to be planned for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contest {
    /// With a valid plan: the relevance above which another goal competes with it.
    pub threshold: Option<f32>,
    /// What the rest of that plan is worth: goals of its relevance compete with it too if they may be worth more.
    pub running: Option<RunningValue>,
    /// Whether the current goal is planned for again, although its plan is valid.
    pub replan: bool,
}

impl Thinker<'_> {
    /// Reads the planner's input and the relevance of every goal from memory.
    pub(crate) fn update_relevance(&mut self) {
        let (brain, now) = (self.brain, self.memory.now());
        let cache = QueryCache::new(brain.queries.len());
        let view = MemoryView::new(&brain.queries, self.memory, self.sense, self.terrain);
        let view = MemoryView { cache: Some(&cache), ..view.of_mind(self.mind, self.executer) };
        let mind = &mut *self.mind;
        mind.target_cooldowns.retain(|(_, _, until)| *until > now);
        mind.input.update(brain, &view, &mind.target_cooldowns, &mind.disabled.actions);
        for (goal, status) in brain.goals.iter().zip(&mut mind.goals) {
            status.factors.clear();
            let weight = goal.weight(&view, |value, factor| status.factors.push((value, factor)));
            status.relevance = weight.relevance;
            status.worth = weight.worth;
        }
        mind.input.override_facts(&mind.assumed);
        self.note_lingering();
    }

    /// Remembers the relevance of the goal being pursued for as long as it lingers.
    pub(super) fn note_lingering(&mut self) {
        let Some(pursuit) = &mut self.mind.pursuit else { return };
        let (goal, status) = (self.brain.goals.get(pursuit.goal), self.mind.goals.get(pursuit.goal));
        if let (Some(goal), Some(status)) = (goal, status) {
            let (kept, until) = pursuit.lingering;
            if status.relevance >= kept || self.memory.now() >= until {
                pursuit.lingering = (status.relevance, self.memory.in_seconds(goal.data.lingers));
            }
        }
    }

    /// The relevance that another goal must exceed to replace the one being pursued: its own plus its hysteresis.
    pub(super) fn current_goal_relevance(&self, goal: usize) -> f32 {
        let (kept, until) = self.mind.pursuit.map_or((0.0, 0), |pursuit| pursuit.lingering);
        let kept = if self.memory.now() < until { kept } else { 0.0 };
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance.max(kept));
        let hysteresis = self.brain.goals.get(goal).map_or(0.0, |goal| goal.data.hysteresis);
        if relevance > 0.0 { relevance + hysteresis } else { 0.0 }
    }

    /// The goals to plan for. Records why each other goal was rejected.
    pub(super) fn goal_candidates(&mut self, contest: &Contest) -> Vec<GoalCandidate> {
        self.mind.compared = self.tick;
        let brain = self.brain;
        let thinking = &brain.thinking;
        let thrash_window = (thinking.thrash_window * self.memory.rate()) as u32;
        let mut candidates = Vec::new();
        for (index, goal) in brain.goals.iter().enumerate() {
            let Some(status) = self.mind.goals.get(index) else { continue };
            let is_current = self.is_current(index);
            let relevance = if is_current && status.worth.is_none() {
                self.current_goal_relevance(index)
            } else {
                status.relevance
            };
            let history = Some(&self.mind.goal_history).filter(|_| !is_current);
            let thrashes_until = history.and_then(|history| {
                history.thrashes_until(index, relevance, self.tick, thrash_window, thinking.thrash_penalty)
            });
            let reason = self.rejection(index, relevance, thrashes_until.is_some(), contest);
            if let Some(status) = self.mind.goals.get_mut(index)
                && !(is_current && contest.threshold.is_some())
            {
                status.passed_over = reason;
                status.thrashes_until = thrashes_until;
            }
            if reason.is_none() {
                candidates.push(GoalCandidate { goal: goal.id, relevance: f64::from(relevance) });
            }
        }
        if candidates.is_empty() && contest.threshold.is_none() {
            candidates.extend(self.least_thrashing());
        }
        candidates
    }

    fn is_current(&self, goal: usize) -> bool {
        self.mind.pursuit.is_some_and(|pursuit| pursuit.goal == goal)
    }

    /// Why a goal is not planned for; `None` if it is.
    fn rejection(&self, index: usize, relevance: f32, thrashes: bool, contest: &Contest) -> Option<RejectReason> {
        let (goal, status) = (self.brain.goals.get(index)?, self.mind.goals.get(index)?);
        if self.mind.disabled.goals.contains(&goal.data.name) {
            return Some(RejectReason::Disabled);
        }
        if relevance <= 0.0 {
            return Some(RejectReason::Irrelevant);
        }
        if status.rests_until > self.memory.now() {
            return Some(RejectReason::CoolingDown);
        }
        if self.brain.domain.satisfied(goal.id, &self.mind.input.state) {
            return Some(RejectReason::Satisfied);
        }
        if thrashes {
            return Some(RejectReason::Thrashing);
        }
        if status.no_targets == Some(self.memory.revision()) {
            return Some(RejectReason::Impossible(Label::default()));
        }
        if status.unplannable == Some(self.mind.input.signature) {
            return status.passed_over;
        }
        let threshold = contest.threshold?;
        let is_outranked = match self.is_current(index) {
            true => !contest.replan,
            false => relevance <= threshold && !self.may_be_worth_more(status, contest),
        };
        is_outranked.then_some(RejectReason::Outranked)
    }

    /// Whether a plan for another goal may be worth more than the rest of the running one.
    fn may_be_worth_more(&self, status: &GoalStatus, contest: &Contest) -> bool {
        let Some(running) = contest.running else { return false };
        let is_fresh = |compared: &Compared| {
            compared.signature == self.mind.input.signature
                && self.memory.seconds_since(compared.tick) < self.brain.thinking.compare_interval
        };
        running.may_yield_to(status, status.compared.filter(is_fresh).map(|compared| compared.value))
    }

    /// The least relevant of the goals that were dropped too often: better than none.
    fn least_thrashing(&mut self) -> Option<GoalCandidate> {
        let thrashing = self.brain.goals.iter().zip(&mut self.mind.goals);
        let thrashing = thrashing.filter(|(_, status)| status.passed_over == Some(RejectReason::Thrashing));
        let (goal, status) = thrashing.min_by(|a, b| a.1.relevance.total_cmp(&b.1.relevance))?;
        status.passed_over = None;
        let relevance = f64::from(status.relevance);
        Some(GoalCandidate { goal: goal.id, relevance })
    }
}
