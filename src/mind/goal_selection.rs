//! Weighing goals and asking the planner.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::{
    decide::Thinker,
    decision::{Decision, DecisionReason},
    executer::PlannedStep,
    planner_input::MindPlanningContext,
    planning_snapshot::{LeftOut, PlanningSnapshot},
};
use crate::{
    goap::{self, GoalAvailability, GoalCandidate, PlanRequest, SearchBudget},
    protocol::{ActionOutcome, Digest, Event, Label, RejectReason, label},
};

/// What the planner answered.
pub(super) struct ChosenPlan {
    pub goal: usize,
    pub steps: Vec<PlannedStep>,
    pub cost: f64,
}

impl Thinker<'_> {
    /// Weighs the goals by what is remembered now, and keeps or changes what is pursued. Says why another round is needed,
    /// if one is.
    pub(super) fn consider(&mut self, why: Option<DecisionReason>) -> Option<DecisionReason> {
        self.mind.seen = self.memory.revision();
        self.weigh();
        let mut why = why.or_else(|| self.lose_patience());
        if self.executer.by_hand {
            return self.follow_orders();
        }
        let active = self.executer.active().and_then(|step| self.brain.action(step.action));
        if why.is_none() && active.is_some_and(|spec| !spec.data.interruptible) {
            return None;
        }
        let current = self.mind.pursuit.map(|pursuit| pursuit.goal);
        let mut holds = false;
        if let (None, Some(goal)) = (why, current) {
            holds = self.plan_holds(goal);
            if !holds {
                why = Some(self.broken(goal));
            } else if self.due_step_is_placeholder() {
                (why, holds) = (Some(DecisionReason::PlaceholderStep), false);
            } else if self.has_new_candidates() {
                why = Some(DecisionReason::NewCandidate);
            }
        }
        let threshold = current.filter(|_| holds).map(|goal| self.standing_of(goal));
        if why.is_some() && self.exceeds_plan_rate() {
            // Thinking in circles: what is being done goes on for a moment, rather than planning again and again.
            if !holds && self.executer.active().is_none() {
                self.give_up(ActionOutcome::Invalidated);
            }
            return None;
        }
        let contenders = self.contenders(threshold, why.is_some());
        if contenders.is_empty() {
            if !holds {
                self.find_no_goal();
            }
            return None;
        }
        self.note_grounds(&contenders);
        let why = why.unwrap_or(if current.is_some() { DecisionReason::BetterGoal } else { DecisionReason::Idle });
        match self.ask(&contenders) {
            Some(answered) => self.accept(answered, why),
            None if holds => {}
            None => self.find_no_goal(),
        }
        None
    }

    /// Counts the question about to be asked, and whether there was a reason to ask it.
    fn note_grounds(&mut self, contenders: &[GoalCandidate]) {
        let mut sum = Digest::default();
        (self.memory.revision(), self.mind.picture.signature).hash(&mut sum);
        for contender in contenders {
            (contender.goal.index(), contender.relevance.to_bits()).hash(&mut sum);
        }
        let grounds = Some(sum.finish());
        self.mind.planner_calls += 1;
        self.mind.redundant_planner_calls += u32::from(self.mind.grounds == grounds);
        self.mind.grounds = grounds;
    }

    /// Whether as many plans as may be were made in the last second.
    fn exceeds_plan_rate(&self) -> bool {
        let (since, made) = self.mind.recent_plans;
        made >= u32::from(self.brain.thinking.max_plans_per_second) && self.memory.seconds_since(since) < 1.0
    }

    /// Reads the picture and the relevance of every goal.
    pub(super) fn weigh(&mut self) {
        let mut picture = std::mem::take(&mut self.mind.picture);
        let now = self.memory.now();
        self.mind.target_cooldowns.retain(|(_, _, until)| *until > now);
        picture.paint(self.brain, &self.view(), &self.mind.target_cooldowns, &self.mind.disabled.actions);
        picture.assume(&self.mind.assumed);
        self.mind.picture = picture;
        for (index, goal) in self.brain.goals.iter().enumerate() {
            let mut factors =
                self.mind.goals.get_mut(index).map(|status| std::mem::take(&mut status.factors)).unwrap_or_default();
            factors.clear();
            let relevance = goal.relevance(&self.view(), |value, factor| factors.push((value, factor)));
            if let Some(status) = self.mind.goals.get_mut(index) {
                status.relevance = relevance;
                status.factors = factors;
            }
        }
    }

    fn lose_patience(&mut self) -> Option<DecisionReason> {
        let pursuit = self.mind.pursuit?;
        let goal = self.brain.goals.get(pursuit.goal)?;
        if self.memory.seconds_since(pursuit.progressed) <= goal.data.stall_timeout {
            return None;
        }
        self.give_up(ActionOutcome::TimedOut);
        self.rest();
        Some(DecisionReason::Stalled)
    }

    /// The plan no longer leads to its goal: because that is reached, or because it leads astray.
    fn broken(&mut self, goal: usize) -> DecisionReason {
        let reached = self
            .brain
            .goals
            .get(goal)
            .is_some_and(|goal| self.brain.domain.satisfied(goal.id, &self.mind.picture.state));
        let planned = !self.executer.remaining().is_empty();
        if reached {
            self.give_up(ActionOutcome::Succeeded);
            DecisionReason::Finished
        } else if planned {
            // Whether the active action goes on is for the next plan to say.
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
        let changed = self.mind.pursuit.is_some_and(|pursuit| pursuit.candidates != self.mind.picture.membership);
        changed && self.memory.seconds_since(self.mind.replanned) >= self.brain.thinking.replan_interval
    }

    /// How much a goal that is pursued counts: its relevance, and the margin another must exceed.
    fn standing_of(&self, goal: usize) -> f32 {
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance);
        let margin = self.brain.goals.get(goal).map_or(0.0, |goal| goal.data.hysteresis);
        if relevance > 0.0 { relevance + margin } else { 0.0 }
    }

    /// The goals to ask the planner about: all that matter, or, where a plan stands (`threshold`), only those that matter
    /// more, and its own goal where it is to be planned `anew`.
    fn contenders(&mut self, threshold: Option<f32>, anew: bool) -> Vec<GoalCandidate> {
        let current = self.mind.pursuit.map(|pursuit| pursuit.goal);
        let signature = self.mind.picture.signature;
        let thrashing_since = self.tick.saturating_sub((self.brain.thinking.thrash_window * self.memory.rate()) as u32);
        let margin = self.brain.thinking.thrash_penalty;
        let mut contenders = Vec::new();
        for index in 0..self.brain.goals.len() {
            let (Some(goal), Some(status)) = (self.brain.goals.get(index), self.mind.goals.get(index)) else {
                continue;
            };
            let mine = current == Some(index);
            let relevance = if mine { self.standing_of(index) } else { status.relevance };
            let rests = status.rests_until > self.memory.now();
            let reason = if self.mind.disabled.goals.contains(&goal.data.name) {
                Some(RejectReason::Disabled)
            } else if relevance <= 0.0 {
                Some(RejectReason::Irrelevant)
            } else if rests {
                Some(RejectReason::CoolingDown)
            } else if self.brain.domain.satisfied(goal.id, &self.mind.picture.state) {
                Some(RejectReason::Satisfied)
            } else if !mine && self.mind.taken_up.would_thrash(index, relevance, thrashing_since, margin) {
                Some(RejectReason::CoolingDown)
            } else if status.no_targets == Some(self.memory.revision()) {
                Some(RejectReason::Impossible(Label::default()))
            } else if status.unplannable == Some(signature) {
                status.passed_over
            } else if threshold.is_some_and(|threshold| if mine { !anew } else { relevance <= threshold }) {
                Some(RejectReason::Outranked)
            } else {
                None
            };
            let takes_part = reason.is_none();
            if let Some(status) = self.mind.goals.get_mut(index)
                && !(mine && threshold.is_some())
            {
                status.passed_over = reason;
            }
            if takes_part {
                contenders.push(GoalCandidate {
                    goal: goal.id,
                    relevance: f64::from(relevance),
                    availability: GoalAvailability::Available,
                });
            }
        }
        contenders
    }

    /// Asks the planner, and notes what became of each contender.
    pub(super) fn ask(&mut self, contenders: &[GoalCandidate]) -> Option<ChosenPlan> {
        self.mind.replanned = self.tick;
        self.mind.recent_plans = match self.mind.recent_plans {
            (since, made) if self.memory.seconds_since(since) < 1.0 => (since, made + 1),
            _ => (self.tick, 1),
        };
        let mut planner = std::mem::take(self.planner);
        let view = self.view();
        let picture = &self.mind.picture;
        let outlook = MindPlanningContext { brain: self.brain, view, candidates: &picture.candidates };
        let goal = contenders.first()?.goal;
        let query = PlanRequest {
            candidates: picture.grounded(),
            enabled: Some(&picture.enabled),
            context: &outlook,
            budget: SearchBudget { nodes: self.brain.thinking.max_nodes, micros: None },
            ..PlanRequest::new(&picture.state, goal)
        };
        let left_out = LeftOut { off: &self.mind.disabled.actions, target_cooldowns: &self.mind.target_cooldowns };
        let asked = self.record.then(|| {
            PlanningSnapshot::of(self.mind.brain.clone(), self.tick, &outlook, picture, contenders, &left_out)
        });
        let domain = &self.brain.domain;
        let started = self.stopwatch.as_ref().map(|stopwatch| stopwatch.start());
        let choice = planner.select_goal(domain, contenders, &query);
        if let (Some(stopwatch), Some(started)) = (self.stopwatch.as_deref_mut(), started) {
            stopwatch.stop(started);
        }
        let answered = choice.goal.map(|goal| ChosenPlan {
            goal: goal.index(),
            steps: choice.result.steps.iter().filter_map(|step| self.planned(step)).collect(),
            cost: choice.result.cost.value(),
        });
        let nodes: u32 = choice.evaluations.iter().map(|verdict| verdict.nodes).sum();
        let mut times = 0;
        let evaluations: Vec<(usize, Option<RejectReason>)> = choice
            .evaluations
            .iter()
            .map(|verdict| {
                let reason = verdict.rejection.map(|reason| match reason {
                    goap::GoalRejection::Disabled => RejectReason::Disabled,
                    goap::GoalRejection::CoolingDown => RejectReason::CoolingDown,
                    goap::GoalRejection::Irrelevant => RejectReason::Irrelevant,
                    goap::GoalRejection::Satisfied => RejectReason::Satisfied,
                    goap::GoalRejection::Outranked => RejectReason::Outranked,
                    goap::GoalRejection::Impossible => {
                        let missing = choice.missing(verdict).first();
                        RejectReason::Impossible(
                            missing.map_or_else(Label::default, |fact| label(domain.fact_name(*fact))),
                        )
                    }
                    goap::GoalRejection::OutOfBudget(_) => RejectReason::OutOfBudget,
                });
                times += u32::from(reason != Some(RejectReason::Outranked));
                (verdict.goal.index(), reason)
            })
            .collect();
        let signature = picture.signature;
        *self.planner = planner;
        self.mind.goals_planned += times;
        self.mind.nodes = (self.mind.nodes.0 + u64::from(nodes), nodes);
        if let Some(asked) = asked {
            self.mind.planning = Some(Arc::new(asked));
        }
        for (goal, reason) in evaluations {
            if let Some(status) = self.mind.goals.get_mut(goal) {
                status.passed_over = reason;
                status.unplannable = match reason {
                    Some(RejectReason::Impossible(_) | RejectReason::OutOfBudget) => Some(signature),
                    _ => None,
                };
            }
        }
        answered
    }

    fn planned(&self, step: &goap::PlanStep) -> Option<PlannedStep> {
        let action = step.action.index();
        let spec = self.brain.action(action)?;
        let target = step.candidate.and_then(|index| self.mind.picture.subject(index));
        let (cost, travel) = (step.cost.value(), step.travel.value());
        Some(PlannedStep { action, display_name: spec.display_name, target, cost, travel })
    }

    /// Takes up what the planner answered, and keeps and logs the decision.
    fn accept(&mut self, answered: ChosenPlan, why: DecisionReason) {
        let ChosenPlan { goal, steps, cost } = answered;
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
            // Nothing to be done about it now: what it rests on must first be perceived.
            self.give_up(ActionOutcome::Interrupted);
            self.mind.pursuit = None;
            if let Some(status) = self.mind.goals.get_mut(goal) {
                status.unplannable = Some(self.mind.picture.signature);
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
            self.note(goal, &steps, cost, why, switched);
        }
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance);
        self.mind.taken_up.note(goal, self.tick, relevance);
        self.pursue(goal, steps, cost);
        self.mind.replanned = self.tick;
    }

    fn note(&mut self, goal: usize, steps: &[PlannedStep], cost: f64, why: DecisionReason, switched: bool) {
        let Some(spec) = self.brain.goals.get(goal) else { return };
        let relevance = self.mind.goals.get(goal).map_or(0.0, |status| status.relevance);
        let name = spec.data.name;
        let passed_over = self.passed_over(Some(goal));
        if switched {
            let passed_over = passed_over.iter().map(|(name, _, reason)| (*name, *reason)).collect();
            let relevance = (relevance * 1000.0).round() as i32;
            self.log.push(self.tick, Event::GoalChosen { agent: self.id, goal: name, relevance, passed_over });
        }
        let told = steps.iter().map(|step| (step.display_name, step.target)).collect();
        let thousandths = (cost * 1000.0).round() as i64;
        self.log.push(self.tick, Event::PlanMade { agent: self.id, goal: name, steps: told, cost: thousandths });
        let (tick, goal, steps) = (self.tick, Some(name), steps.to_vec());
        self.mind.keep(Decision { tick, why, goal, relevance, steps, cost, passed_over });
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

    /// Nothing can be pursued: the body stands until something changes.
    fn find_no_goal(&mut self) {
        self.give_up(ActionOutcome::Invalidated);
        self.mind.pursuit = None;
        if self.mind.idle_logged {
            return;
        }
        self.mind.idle_logged = true;
        let all = self.passed_over(None);
        let passed_over = all.iter().map(|(name, _, reason)| (*name, *reason)).collect();
        self.log.push(self.tick, Event::NoGoal { agent: self.id, passed_over });
        self.mind.keep(Decision {
            tick: self.tick,
            why: DecisionReason::Idle,
            goal: None,
            relevance: 0.0,
            steps: Vec::new(),
            cost: 0.0,
            passed_over: all,
        });
    }
}
