//! Evaluating goals, choosing the most relevant goal that can be planned, and recording the decision.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use quarry_goap::{GoalCandidate, GoalRejection, PlanRequest, PlanStep, SearchBudget};

use super::{
    Compared, Decision, DecisionReason, GoalStatus, candidates::Contest, running_value::RunningValue, think::Thinker,
};
use crate::{
    brain::Brain,
    executer::PlannedStep,
    planning::{MindPlanningContext, PlanFilters, PlannerInput, PlanningSnapshot},
    protocol::{ActionOutcome, Digest, Label, MatchEvent, RejectReason, label},
    queries::{MemoryView, QueryCache},
    value::PlanValue,
};

/// The goal and plan that the planner found.
pub(crate) struct ChosenPlan {
    pub goal: usize,
    pub steps: Vec<PlannedStep>,
    pub cost: f64,
}

/// A step of the planner as the executer takes it.
fn planned_step(brain: &Brain, input: &PlannerInput, step: &PlanStep) -> Option<PlannedStep> {
    let action = step.action.index();
    let display_name = brain.action(action)?.display_name;
    let target = step.candidate.and_then(|index| input.subject(index));
    Some(PlannedStep { action, display_name, target, cost: step.cost.value(), travel: step.travel.value() })
}

/// Why the planner passed a goal over. `missing` gives the first fact that no action brings about.
fn reject_reason(rejection: GoalRejection, missing: impl FnOnce() -> Option<Label>) -> RejectReason {
    match rejection {
        GoalRejection::Irrelevant => RejectReason::Irrelevant,
        GoalRejection::Satisfied => RejectReason::Satisfied,
        GoalRejection::Outranked => RejectReason::Outranked,
        GoalRejection::LessValue => RejectReason::LessValue,
        GoalRejection::Impossible => RejectReason::Impossible(missing().unwrap_or_default()),
        GoalRejection::OutOfBudget(_) => RejectReason::OutOfBudget,
    }
}

impl Thinker<'_> {
    /// Evaluates all goals and keeps or changes the plan. `why` is the reason to plan again, if the caller has one.
    /// Returns the reason for another round, if one is needed.
    pub(crate) fn evaluate_goals(&mut self, why: Option<DecisionReason>) -> Option<DecisionReason> {
        self.mind.seen_revision = self.memory.revision();
        if self.brain.structure.is_some() {
            return self.follow_structure(why);
        }
        self.update_relevance();
        let mut why = why.or_else(|| self.check_stalled());
        if self.executer.by_hand {
            return self.follow_manual_plan();
        }
        let active = self.executer.active().and_then(|step| self.brain.action(step.action));
        if why.is_none() && active.is_some_and(|spec| !spec.data.interruptible) {
            return None;
        }
        let current = self.mind.pursuit.map(|pursuit| pursuit.goal);
        let mut plan_holds = false;
        if let (None, Some(goal)) = (why, current) {
            plan_holds = self.plan_reaches(goal);
            if !plan_holds {
                why = Some(self.end_plan(goal));
            } else if self.due_step_is_placeholder() {
                (why, plan_holds) = (Some(DecisionReason::PlaceholderStep), false);
            } else if self.has_new_candidates() {
                why = Some(DecisionReason::NewCandidate);
            }
        }
        let threshold = current.filter(|_| plan_holds).map(|goal| self.current_goal_relevance(goal));
        if why.is_some() && self.exceeds_plan_rate() {
            // Too many plans within a second: carry on with the active action and try again later.
            if !plan_holds && self.executer.active().is_none() {
                self.executer.drop_plan(self.board);
            }
            return None;
        }
        let running = current.filter(|_| plan_holds).and_then(|goal| self.running_value(goal, why.is_some()));
        let candidates = self.goal_candidates(&Contest { threshold, running, replan: why.is_some() });
        if candidates.is_empty() {
            if !plan_holds {
                self.become_idle(self.passed_over(None));
            }
            return None;
        }
        self.count_planner_call(&candidates, running);
        let why = why.unwrap_or(if current.is_some() { DecisionReason::BetterGoal } else { DecisionReason::Idle });
        let looked_again = plan_holds && why == DecisionReason::NewCandidate;
        match self.plan(&candidates, running) {
            Some(chosen) if looked_again && running.is_none() && self.rest_costs_less(&chosen) => self.keep_plan(),
            Some(chosen) => self.adopt(chosen, why),
            None if looked_again && running.is_some() => self.keep_plan(),
            None if plan_holds => {}
            None => self.become_idle(self.passed_over(None)),
        }
        None
    }

    /// The new candidates have been looked at: no plan with them is better than the rest of the one being executed.
    fn keep_plan(&mut self) {
        let seen = self.mind.input.membership;
        self.mind.pursuit.iter_mut().for_each(|pursuit| pursuit.candidates = seen);
    }

    /// Counts a planner call, and whether anything has changed since the last one.
    fn count_planner_call(&mut self, candidates: &[GoalCandidate], running: Option<RunningValue>) {
        let Some(trace) = &mut self.trace else { return };
        let mut sum = Digest::default();
        // The values of plans depend on the way to their targets too: a metre of it is a change.
        let here = self.sense.place.to_array().map(|along| along.round() as i32);
        running.map(|_| here).hash(&mut sum);
        (self.memory.revision(), self.mind.input.signature).hash(&mut sum);
        for candidate in candidates {
            (candidate.goal.index(), candidate.relevance.to_bits()).hash(&mut sum);
        }
        trace.count_planner_call(sum.finish());
    }

    /// Drops the goal if no action has succeeded for longer than its `stall_timeout`.
    fn check_stalled(&mut self) -> Option<DecisionReason> {
        let pursuit = self.mind.pursuit?;
        let goal = self.brain.goals.get(pursuit.goal)?;
        if self.memory.seconds_since(pursuit.progressed) <= goal.data.stall_timeout {
            return None;
        }
        self.abandon_plan(ActionOutcome::TimedOut);
        self.start_failure_cooldown();
        Some(DecisionReason::Stalled)
    }

    /// Ends a plan that no longer leads to its goal, either because the goal is reached or because the plan is broken.
    fn end_plan(&mut self, goal: usize) -> DecisionReason {
        let reached =
            self.brain.goals.get(goal).is_some_and(|goal| self.brain.domain.satisfied(goal.id, &self.mind.input.state));
        let planned = !self.executer.remaining().is_empty();
        if reached {
            self.note_reached(goal);
            self.abandon_plan(ActionOutcome::Succeeded);
            DecisionReason::Finished
        } else if planned {
            // The active action carries on if the next plan begins with it.
            DecisionReason::PlanBroken
        } else {
            DecisionReason::Idle
        }
    }

    fn due_step_is_placeholder(&self) -> bool {
        let due = self.executer.step().filter(|_| self.executer.active().is_none());
        due.and_then(|step| self.brain.action(step.action)).is_some_and(|spec| spec.data.placeholder)
    }

    fn has_new_candidates(&self) -> bool {
        let changed = self.mind.pursuit.is_some_and(|pursuit| pursuit.candidates != self.mind.input.membership);
        changed && self.memory.seconds_since(self.mind.last_planned) >= self.brain.thinking.replan_interval
    }

    /// Calls the planner for the candidates in order of relevance, and notes the result for each. Of those with a worth the one with the
    /// greatest value is chosen, if it is worth more than what is `running`.
    pub(crate) fn plan(&mut self, candidates: &[GoalCandidate], running: Option<RunningValue>) -> Option<ChosenPlan> {
        self.mind.last_planned = self.tick;
        self.count_towards_rate();
        let first = candidates.first()?.goal;
        let (mind, brain) = (&*self.mind, self.brain);
        let input = &mind.input;
        let cache = QueryCache::new(brain.queries.len());
        let view = MemoryView::new(&brain.queries, self.memory, self.sense, self.terrain).of_mind(mind, self.executer);
        let view = MemoryView { cache: Some(&cache), ..view };
        let context =
            MindPlanningContext { brain, view, experience: &mind.experience, candidates: input.candidates.as_slice() };
        let request = PlanRequest {
            candidates: input.plan_candidates(),
            enabled: Some(&input.enabled),
            context: &context,
            budget: SearchBudget { nodes: brain.thinking.max_nodes, micros: None },
            strategy: brain.thinking.strategy.into(),
            ..PlanRequest::new(&input.state, first)
        };
        if let Some(trace) = self.trace.as_mut().filter(|_| self.record_planning) {
            let filters = PlanFilters { disabled: &mind.disabled.actions, target_cooldowns: &mind.target_cooldowns };
            let asked = PlanningSnapshot::new(mind.brain.clone(), self.tick, &context, input, candidates, &filters);
            trace.planning = Some(Arc::new(asked));
        }
        let started = self.stopwatch.as_ref().map(|stopwatch| stopwatch.start());
        let pursued = mind.pursuit.map(|pursuit| pursuit.goal);
        let mut values = Vec::new();
        let selection = self.planner.select_goal_by_value(&brain.domain, candidates, &request, &mut |goal, result| {
            // An irrelevant goal is planned for only when a person asks for its plan alone.
            let status = mind.goals.get(goal.index()).filter(|status| status.relevance > 0.0)?;
            let value = context.value(status.worth?, result.steps);
            values.push((goal.index(), value));
            let is_committed = running.is_none() && pursued == Some(goal.index());
            let committed = if is_committed { brain.thinking.commitment } else { 1.0 };
            let enough = running.is_none_or(|running| running.yields_to(status.relevance, value));
            Some(if enough && value.rate() > 0.0 { f64::from(value.rate() * committed) } else { f64::NEG_INFINITY })
        });
        if let (Some(stopwatch), Some(started)) = (self.stopwatch.as_deref_mut(), started) {
            stopwatch.stop(started);
        }
        let chosen = selection.goal.map(|goal| ChosenPlan {
            goal: goal.index(),
            steps: selection.result.steps.iter().filter_map(|step| planned_step(brain, input, step)).collect(),
            cost: selection.result.cost.value(),
        });
        if let Some(trace) = &mut self.trace {
            trace.note_searches(selection.evaluations);
        }
        let reasons = selection.evaluations.iter().map(|evaluation| {
            let missing = || selection.missing(evaluation).first().map(|fact| label(brain.domain.fact_name(*fact)));
            (evaluation.goal.index(), evaluation.rejection.map(|reason| reject_reason(reason, missing)))
        });
        // A plan that is kept because no other is worth more is not passed over.
        let kept = pursued.filter(|_| running.is_some() && chosen.is_none());
        let reasons: Vec<_> = reasons.filter(|(goal, _)| kept != Some(*goal)).collect();
        self.note_results(values, reasons);
        chosen
    }

    /// Notes for each goal that was planned for the value of its plan, or why it has none.
    fn note_results(&mut self, values: Vec<(usize, PlanValue)>, reasons: Vec<(usize, Option<RejectReason>)>) {
        let signature = self.mind.input.signature;
        for (goal, value) in values {
            if let Some(status) = self.mind.goals.get_mut(goal) {
                status.value = Some(value);
                status.compared = Some(Compared { value, tick: self.tick, signature });
            }
        }
        for (goal, reason) in reasons {
            if let Some(status) = self.mind.goals.get_mut(goal) {
                let is_unplannable = matches!(reason, Some(RejectReason::Impossible(_) | RejectReason::OutOfBudget));
                status.passed_over = reason;
                status.unplannable = is_unplannable.then_some(signature);
            }
        }
    }

    /// Adopts the chosen goal and plan, and records and logs the decision.
    fn adopt(&mut self, chosen: ChosenPlan, why: DecisionReason) {
        let ChosenPlan { goal, steps, cost } = chosen;
        if let Some(pursuit) = self.mind.pursuit
            && pursuit.goal != goal
            && let Some(status) = self.mind.goals.get_mut(pursuit.goal)
            && status.passed_over.is_none()
        {
            status.passed_over = Some(RejectReason::Outranked);
        }
        let first_is_placeholder =
            steps.first().and_then(|step| self.brain.action(step.action)).is_none_or(|spec| spec.data.placeholder);
        if first_is_placeholder {
            // A placeholder cannot be executed: the agent has to perceive its target first.
            self.abandon_plan(ActionOutcome::Interrupted);
            self.mind.pursuit = None;
            if let Some(status) = self.mind.goals.get_mut(goal) {
                status.unplannable = Some(self.mind.input.signature);
                status.passed_over = Some(RejectReason::Impossible(Label::default()));
            }
            return;
        }
        let switched = self.mind.pursuit.is_none_or(|pursuit| pursuit.goal != goal);
        let same = |known: &[PlannedStep]| {
            known.len() == steps.len()
                && known.iter().zip(&steps).all(|(a, b)| a.action == b.action && a.target == b.target)
        };
        let unchanged = !switched && same(self.executer.remaining());
        self.mind.idle_logged = false;
        if !unchanged {
            self.record_decision(goal, &steps, cost, why, switched);
        }
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance);
        let is_put_off = |goal: &GoalStatus| goal.passed_over == Some(RejectReason::Thrashing);
        let fills_time = self.mind.goals.iter().any(|other| is_put_off(other) && other.relevance > relevance);
        self.mind.goal_history.record(goal, self.tick, relevance, fills_time);
        self.pursue(goal, steps, cost);
        self.note_lingering();
    }

    fn record_decision(&mut self, goal: usize, steps: &[PlannedStep], cost: f64, why: DecisionReason, switched: bool) {
        let Some(spec) = self.brain.goals.get(goal) else { return };
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance);
        let name = spec.data.name;
        let passed_over = self.passed_over(Some(goal));
        if switched {
            let passed_over = passed_over.iter().map(|(name, _, reason)| (*name, *reason)).collect();
            let relevance = (relevance * 1000.0).round() as i32;
            self.note(MatchEvent::GoalChosen { agent: self.id, goal: name, relevance, passed_over });
        }
        let (tick, goal, steps) = (self.tick, Some(name), steps.to_vec());
        self.note_plan(Decision { tick, why, goal, relevance, steps, cost, passed_over });
    }

    fn passed_over(&self, chosen: Option<usize>) -> Vec<(Label, f32, RejectReason)> {
        let goals = self.brain.goals.iter().zip(&self.mind.goals).enumerate();
        goals
            .filter(|(index, _)| Some(*index) != chosen)
            .map(|(_, (goal, status))| {
                (goal.data.name, status.relevance, status.passed_over.unwrap_or(RejectReason::Outranked))
            })
            .collect()
    }
}
