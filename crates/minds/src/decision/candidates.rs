//! The goals that may be pursued now: their relevance, and which of them are worth a plan.

use quarry_goap::GoalCandidate;

use super::{Compared, running_value::RunningValue, think::Thinker};
use crate::{
    protocol::{Label, RejectReason},
    queries::{MemoryView, QueryCache},
};

impl Thinker<'_> {
    /// Reads the planner's input and the relevance of every goal from memory.
    pub(crate) fn update_relevance(&mut self) {
        let mut input = std::mem::take(&mut self.mind.input);
        let now = self.memory.now();
        self.mind.target_cooldowns.retain(|(_, _, until)| *until > now);
        let cache = QueryCache::new(self.brain.queries.len());
        let mut goals = std::mem::take(&mut self.mind.goals);
        let view = MemoryView { cache: Some(&cache), ..self.view() };
        input.update(self.brain, &view, &self.mind.target_cooldowns, &self.mind.disabled.actions);
        for (goal, status) in self.brain.goals.iter().zip(&mut goals) {
            status.factors.clear();
            let weight = goal.weight(&view, |value, factor| status.factors.push((value, factor)));
            (status.relevance, status.worth) = (weight.relevance, weight.worth);
        }
        input.override_facts(&self.mind.assumed);
        self.mind.input = input;
        self.mind.goals = goals;
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

    /// The goals to plan for. With a valid plan only goals above `threshold` compete with it, or goals of its relevance that may be worth
    /// more than the rest of it (`running`), and the current goal is planned again only if `replan` is set. Records why each other goal
    /// was rejected.
    pub(super) fn goal_candidates(
        &mut self,
        threshold: Option<f32>,
        running: Option<RunningValue>,
        replan: bool,
    ) -> Vec<GoalCandidate> {
        self.mind.compared = self.tick;
        let current = self.mind.pursuit.map(|pursuit| pursuit.goal);
        let signature = self.mind.input.signature;
        let thrash_window = (self.brain.thinking.thrash_window * self.memory.rate()) as u32;
        let penalty = self.brain.thinking.thrash_penalty;
        let mut candidates = Vec::new();
        for index in 0..self.brain.goals.len() {
            let (Some(goal), Some(status)) = (self.brain.goals.get(index), self.mind.goals.get(index)) else {
                continue;
            };
            let is_current = current == Some(index);
            let relevance = if is_current && status.worth.is_none() {
                self.current_goal_relevance(index)
            } else {
                status.relevance
            };
            let fresh = |compared: &Compared| {
                compared.signature == signature
                    && self.memory.seconds_since(compared.tick) < self.brain.thinking.compare_interval
            };
            let compared = status.compared.filter(fresh).map(|compared| compared.value);
            let rivals = running.filter(|running| !is_current && running.may_yield_to(status, compared));
            let on_cooldown = status.rests_until > self.memory.now();
            let history = &self.mind.goal_history;
            let thrashes_until = if is_current {
                None
            } else {
                history.thrashes_until(index, relevance, self.tick, thrash_window, penalty)
            };
            let reason = if self.mind.disabled.goals.contains(&goal.data.name) {
                Some(RejectReason::Disabled)
            } else if relevance <= 0.0 {
                Some(RejectReason::Irrelevant)
            } else if on_cooldown {
                Some(RejectReason::CoolingDown)
            } else if self.brain.domain.satisfied(goal.id, &self.mind.input.state) {
                Some(RejectReason::Satisfied)
            } else if thrashes_until.is_some() {
                Some(RejectReason::Thrashing)
            } else if status.no_targets == Some(self.memory.revision()) {
                Some(RejectReason::Impossible(Label::default()))
            } else if status.unplannable == Some(signature) {
                status.passed_over
            } else if rivals.is_none()
                && threshold.is_some_and(|threshold| if is_current { !replan } else { relevance <= threshold })
            {
                Some(RejectReason::Outranked)
            } else {
                None
            };
            let is_candidate = reason.is_none();
            if let Some(status) = self.mind.goals.get_mut(index)
                && !(is_current && threshold.is_some())
            {
                status.passed_over = reason;
                status.thrashes_until = thrashes_until;
            }
            if is_candidate {
                candidates.push(GoalCandidate { goal: goal.id, relevance: f64::from(relevance) });
            }
        }
        if candidates.is_empty() && threshold.is_none() {
            candidates.extend(self.least_thrashing());
        }
        candidates
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
