//! What a mind notes down: events for the log, decisions for its trace, and how many plans it has made within a second.

use super::{Decision, DecisionReason, PlanRate, think::Thinker};
use crate::protocol::{ActionOutcome, Label, LogEntry, MatchEvent, RejectReason, label};

impl Thinker<'_> {
    /// Notes an event of this tick.
    pub(crate) fn note(&mut self, event: MatchEvent) {
        self.log.push(LogEntry { tick: self.tick, event });
    }

    /// Logs a plan and keeps the decision for it.
    pub(crate) fn note_plan(&mut self, decision: Decision) {
        let goal = decision.goal.unwrap_or_else(|| label("by hand"));
        let steps = decision.steps.iter().map(|step| (step.display_name, step.target)).collect();
        let cost = (decision.cost * 1000.0).round() as i64;
        self.note(MatchEvent::PlanMade { agent: self.id, goal, steps, cost });
        self.keep(decision);
    }

    fn keep(&mut self, decision: Decision) {
        if let Some(trace) = &mut self.trace {
            trace.record(decision, self.brain.thinking.decision_history);
        }
    }

    /// Drops plan and goal: nothing can be pursued. The body stands still until something changes.
    pub(super) fn become_idle(&mut self, passed_over: Vec<(Label, f32, RejectReason)>) {
        self.abandon_plan(ActionOutcome::Invalidated);
        self.mind.pursuit = None;
        if self.mind.idle_logged {
            return;
        }
        self.mind.idle_logged = true;
        let reasons = passed_over.iter().map(|(name, _, reason)| (*name, *reason)).collect();
        self.note(MatchEvent::NoGoal { agent: self.id, passed_over: reasons });
        let (why, steps) = (DecisionReason::Idle, Vec::new());
        self.keep(Decision { tick: self.tick, why, goal: None, relevance: 0.0, steps, cost: 0.0, passed_over });
    }

    /// Counts a plan towards `max_plans_per_second`.
    pub(super) fn count_towards_rate(&mut self) {
        let rate = &mut self.mind.plan_rate;
        *rate = match self.memory.seconds_since(rate.since) < 1.0 {
            true => PlanRate { made: rate.made + 1, ..*rate },
            false => PlanRate { since: self.tick, made: 1 },
        };
    }

    /// Whether the plans of the last second have used up `max_plans_per_second`.
    pub(super) fn exceeds_plan_rate(&self) -> bool {
        let PlanRate { since, made } = self.mind.plan_rate;
        made >= u32::from(self.brain.thinking.max_plans_per_second) && self.memory.seconds_since(since) < 1.0
    }
}
