//! The decisions of one agent: run the active action, evaluate goals when something changed, replan if needed.
//!
//! Replanning is event driven. The planner is called if the agent has no goal, an action failed, new facts in memory break the
//! plan, a new candidate appears, or another goal becomes more relevant; never merely because time has passed.

use quarry_goap::Planner;

use super::{DecisionReason, Mind, MindTrace, Pursuit};
use crate::{
    behaviours::BehaviourContext,
    brain::{ActionSpec, Brain},
    executer::{PlanExecuter, PlannedStep, check_running_action},
    memory::WorkingMemory,
    protocol::{
        ActionOutcome, AgentId, AgentRng, Blackboard, FailReason, LogEntry, MatchEvent, SelfSense, Stopwatch, Subject,
        Terrain,
    },
    queries::MemoryView,
};

/// How many steps of a plan may begin in one tick. More than one begins if a step succeeds at once.
const MAX_STEPS_PER_TICK: usize = 4;

/// One agent for the time of its update, with all that its decisions read and write.
pub(crate) struct Thinker<'a> {
    pub id: AgentId,
    pub brain: &'a Brain,
    pub mind: &'a mut Mind,
    /// Where its decisions are kept, if anywhere.
    pub trace: Option<&'a mut MindTrace>,
    pub memory: &'a mut WorkingMemory,
    pub executer: &'a mut PlanExecuter,
    pub sense: &'a SelfSense,
    pub board: &'a mut Blackboard,
    pub rng: &'a mut AgentRng,
    pub terrain: &'a dyn Terrain,
    pub planner: &'a mut Planner,
    /// Its events, which are taken over into the log later.
    pub log: &'a mut Vec<LogEntry>,
    /// Times planner calls, if given.
    pub stopwatch: Option<&'a mut Stopwatch>,
    /// Whether the agent may evaluate goals in this tick. In large matches agents take turns.
    pub may_think: bool,
    /// Whether the agent may run its action in this tick.
    pub may_act: bool,
    pub tick: u32,
    pub dt: f32,
    /// Whether to keep a snapshot of planner calls.
    pub record_planning: bool,
    /// Whether to keep evaluations of positions.
    pub record_positions: bool,
}

/// An update that has stopped because the agent wants to think out of turn: its action has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UnfinishedUpdate {
    /// The number of steps begun so far in this tick.
    steps: usize,
    why: Option<DecisionReason>,
}

/// What agents use one after another.
pub(crate) struct ThinkTools<'a> {
    pub terrain: &'a dyn Terrain,
    pub planner: &'a mut Planner,
    pub log: &'a mut Vec<LogEntry>,
}

impl Thinker<'_> {
    /// One tick: runs the active action, evaluates goals if there is a reason to, and begins the next step. Stops where the agent
    /// wants to think out of turn.
    pub fn update(&mut self) -> Option<UnfinishedUpdate> {
        if !self.may_think && !self.may_act {
            // The body carries on with the requests it has.
            return None;
        }
        for steps in 0..MAX_STEPS_PER_TICK {
            let memory_changed = self.may_think && self.memory.revision() != self.mind.seen_revision;
            let due = self.may_think && self.tick >= self.mind.next_think;
            let why = self.act(memory_changed || due);
            if !self.may_think && self.executer.active().is_none() && (why.is_some() || self.has_plan()) {
                return Some(UnfinishedUpdate { steps, why });
            }
            if due {
                self.mind.next_think = self.memory.in_seconds(self.brain.thinking.think_interval);
            }
            if !self.decide(why, memory_changed || due) {
                return None;
            }
        }
        None
    }

    /// Goes on with an update that has stopped: the agent may think out of turn.
    pub fn finish(&mut self, unfinished: UnfinishedUpdate) {
        let mut goes_on = self.decide(unfinished.why, false);
        for _ in unfinished.steps + 1..MAX_STEPS_PER_TICK {
            if !goes_on {
                return;
            }
            let why = self.act(false);
            goes_on = self.decide(why, false);
        }
    }

    fn has_plan(&self) -> bool {
        self.mind.pursuit.is_some() || self.executer.by_hand
    }

    /// Evaluates goals if there is a reason to, and begins the next step. Returns whether the agent goes on in this tick.
    fn decide(&mut self, mut why: Option<DecisionReason>, changed: bool) -> bool {
        if why.is_some() || changed || self.executer.active().is_none() && self.has_plan() {
            why = self.evaluate_goals(why);
        }
        why.is_some() || self.begin_step()
    }

    pub(crate) fn view(&self) -> MemoryView<'_> {
        MemoryView::new(&self.brain.queries, self.memory, self.sense, self.terrain).of_mind(self.mind, self.executer)
    }

    /// Runs the active action for a tick, after checking its conditions if `check` is set. Returns why a new plan is needed,
    /// if one is.
    fn act(&mut self, check: bool) -> Option<DecisionReason> {
        let step = *self.executer.active()?;
        let spec = self.brain.action(step.action)?;
        let ended = if check { check_running_action(spec, &self.view()) } else { None };
        let outcome = match ended {
            Some(outcome) => outcome,
            None => self.run_behaviour(spec)?,
        };
        self.end_action(spec, step.target, outcome)
    }

    fn run_behaviour(&mut self, spec: &ActionSpec) -> Option<ActionOutcome> {
        let elapsed = self.executer.since().map_or(0.0, |since| self.memory.seconds_since(since));
        if spec.data.reserves_target {
            self.reserve_target();
        }
        let mut context = BehaviourContext {
            target: self.executer.step().and_then(|step| step.target),
            memory: self.memory,
            sense: self.sense,
            terrain: self.terrain,
            board: self.board,
            rng: &mut self.rng.0,
            positions: self.trace.as_mut().filter(|_| self.record_positions).map(|trace| &mut trace.positions),
            queries: &self.brain.queries,
            dt: self.dt,
            elapsed,
        };
        self.executer.advance(spec, &mut context)
    }

    /// Renews the reservation of the active action's target.
    fn reserve_target(&mut self) {
        if let Some(target) = self.executer.step().and_then(|step| step.target)
            && let Some(place) = self.memory.estimated_place(target)
        {
            self.memory.reserve(target, place);
        }
    }

    /// Applies the outcome of the active action. Returns why a new plan is needed, if one is.
    fn end_action(
        &mut self,
        spec: &ActionSpec,
        target: Option<Subject>,
        outcome: ActionOutcome,
    ) -> Option<DecisionReason> {
        if let (ActionOutcome::Succeeded, true, Some(target)) = (outcome, spec.data.marks_checked, target) {
            self.memory.mark_checked(target);
        }
        self.stop(spec, target, outcome);
        let why = DecisionReason::ActionEnded(spec.display_name, outcome);
        if self.brain.structure.is_some() && !self.executer.by_hand {
            self.end_chosen_action(spec, target, outcome);
            return Some(why);
        }
        match outcome {
            ActionOutcome::Succeeded => {
                if let Some(pursuit) = &mut self.mind.pursuit {
                    pursuit.progressed = self.tick;
                }
                self.executer.at += 1;
                if self.executer.step().is_some() {
                    return None;
                }
                self.executer.drop_plan(self.board);
                self.start_success_cooldown();
                Some(DecisionReason::Finished)
            }
            ActionOutcome::TimedOut if spec.data.uncertain_effects => {
                self.executer.drop_plan(self.board);
                Some(why)
            }
            ActionOutcome::Failed(_) | ActionOutcome::TimedOut => {
                self.executer.drop_plan(self.board);
                // An action that failed on one target may work on another; without a target it would only fail again.
                match target {
                    Some(target) => self.start_target_cooldown(spec, target),
                    None => {
                        self.note_no_targets(outcome);
                        self.start_failure_cooldown();
                    }
                }
                Some(why)
            }
            ActionOutcome::Invalidated | ActionOutcome::Interrupted => {
                self.executer.drop_plan(self.board);
                Some(why)
            }
        }
    }

    /// Blocks the goal until memory changes if an action without a target found nothing to act on.
    fn note_no_targets(&mut self, outcome: ActionOutcome) {
        let revision = self.memory.revision();
        if outcome == ActionOutcome::Failed(FailReason::Gone)
            && let Some(status) = self.mind.pursuit.and_then(|pursuit| self.mind.goals.get_mut(pursuit.goal))
        {
            status.no_targets = Some(revision);
        }
    }

    /// Keeps one action from using a target for the action's `target_cooldown`.
    pub(super) fn start_target_cooldown(&mut self, spec: &ActionSpec, target: Subject) {
        let until = self.memory.in_seconds(spec.data.target_cooldown);
        self.mind.target_cooldowns.push((spec.id.index(), target, until));
        self.memory.note_failure(target, spec.data.target_cooldown);
    }

    /// Ends the active action, clears its requests and logs the outcome.
    pub(crate) fn stop(&mut self, spec: &ActionSpec, target: Option<Subject>, outcome: ActionOutcome) {
        let end = self.mind.promised.end(spec, &self.view(), target, outcome);
        if let Some(odds) = &spec.odds {
            let kept = odds.kept_when.as_ref().map_or(end.kept, |when| self.view().holds(when));
            // What was broken off before it could bring anything teaches nothing.
            if kept || !end.broken_off {
                let target = target.filter(|_| odds.by_target);
                self.mind.experience.end(spec.data.name, target, kept, self.brain.thinking.experience_kept);
            }
        }
        let kept =
            self.executer.after_active().filter(|next| outcome == ActionOutcome::Succeeded && self.reserves(next));
        let kept = kept.and_then(|next| next.target);
        self.executer.end(self.board);
        self.memory.release_reservations(kept);
        if let Some(trace) = &mut self.trace {
            trace.last_planner_call = None;
            trace.accounts.add(spec.id.index(), &end);
        }
        let (agent, action) = (self.id, spec.display_name);
        self.note(MatchEvent::ActionEnded { agent, action, target, outcome });
    }

    fn reserves(&self, step: &PlannedStep) -> bool {
        self.brain.action(step.action).is_some_and(|spec| spec.data.reserves_target)
    }

    /// Drops the goal being pursued and starts its `failure_cooldown`.
    pub(crate) fn start_failure_cooldown(&mut self) {
        if let Some(pursuit) = self.mind.pursuit.take()
            && let (Some(goal), Some(status)) =
                (self.brain.goals.get(pursuit.goal), self.mind.goals.get_mut(pursuit.goal))
        {
            status.rests_until = self.memory.in_seconds(goal.data.failure_cooldown);
        }
    }

    /// Notes that the goal being pursued was reached. If it is chosen again, a new pursuit begins.
    pub(super) fn note_reached(&mut self, goal: usize) {
        self.mind.reached = Some((goal, self.tick));
        if let Some(pursuit) = &mut self.mind.pursuit {
            pursuit.since = self.tick;
        }
    }

    /// Notes that the goal being pursued was reached, and starts its `success_cooldown`, if it has one.
    fn start_success_cooldown(&mut self) {
        let Some(pursuit) = self.mind.pursuit else { return };
        self.note_reached(pursuit.goal);
        if let (Some(goal), Some(status)) = (self.brain.goals.get(pursuit.goal), self.mind.goals.get_mut(pursuit.goal))
        {
            if goal.data.success_cooldown > 0.0 {
                status.rests_until = self.memory.in_seconds(goal.data.success_cooldown);
            } else if goal.data.order.is_some() {
                // The reading of an order that is done is gone in the next tick: until then it would be pursued again.
                status.rests_until = self.tick + 1;
            }
        }
    }

    /// Begins the next step of the plan if none is active. Returns whether it did.
    fn begin_step(&mut self) -> bool {
        if self.executer.active().is_some() {
            return false;
        }
        let Some(step) = self.executer.step().copied() else { return false };
        let Some(spec) = self.brain.action(step.action) else { return false };
        self.executer.begin(spec, self.tick);
        self.memory.pin(step.target);
        let view = MemoryView::new(&self.brain.queries, self.memory, self.sense, self.terrain);
        let view = view.of_mind(self.mind, self.executer);
        self.mind.promised.begin(spec, &view);
        if spec.odds.is_some() {
            self.mind.experience.begin(spec.prior(&view, step.target));
        }
        let (agent, action) = (self.id, spec.display_name);
        self.note(MatchEvent::ActionStarted { agent, action, target: step.target });
        true
    }

    /// Whether the remaining steps of the plan still reach the goal, according to memory.
    pub(crate) fn plan_reaches(&self, goal: usize) -> bool {
        let Some(goal) = self.brain.goals.get(goal) else { return false };
        if self.mind.disabled.goals.contains(&goal.data.name) {
            return false;
        }
        let input = &self.mind.input;
        let mut state = input.state.clone();
        let active = self.executer.active().is_some();
        for (index, step) in self.executer.remaining().iter().enumerate() {
            let Some(spec) = self.brain.action(step.action) else { return false };
            let candidate = step.target.and_then(|target| input.index(target));
            // The active action has its own check: `check_running_action`.
            let checked_elsewhere = active && index == 0 && !self.mind.disabled.actions.contains(&spec.data.name);
            if !checked_elsewhere && !self.is_step_possible(spec, step, candidate, &state) {
                return false;
            }
            self.brain.domain.apply(spec.id, candidate, &mut state);
        }
        !self.executer.remaining().is_empty() && self.brain.domain.satisfied(goal.id, &state)
    }

    /// Whether a step can be executed in a planner state: its target is a candidate, the action is available, and its
    /// preconditions hold.
    pub(crate) fn is_step_possible(
        &self,
        spec: &ActionSpec,
        step: &PlannedStep,
        candidate: Option<u32>,
        state: &[i64],
    ) -> bool {
        let input = &self.mind.input;
        let known = match candidate.and_then(|index| input.candidates.get(index as usize)) {
            Some(candidate) => candidate.kinds & spec.bit != 0,
            None => step.target.is_none(),
        };
        let enabled = input.enabled.get(step.action).copied().unwrap_or(false);
        known && enabled && self.brain.domain.is_applicable(spec.id, candidate, state)
    }

    /// Ends the active action with this outcome and drops the plan.
    pub(crate) fn abandon_plan(&mut self, outcome: ActionOutcome) {
        if let Some(step) = self.executer.active().copied()
            && let Some(spec) = self.brain.action(step.action)
        {
            self.stop(spec, step.target, outcome);
        }
        self.executer.drop_plan(self.board);
    }

    /// Adopts a goal and its plan. The active action carries on if it is the first step of the new plan.
    pub(crate) fn pursue(&mut self, goal: usize, steps: Vec<PlannedStep>, cost: f64) {
        if !self.executer.continues(&steps, self.brain) {
            self.abandon_plan(ActionOutcome::Interrupted);
        }
        self.executer.set_plan(steps, cost);
        let candidates = self.mind.input.membership;
        self.mind.pursuit = match self.mind.pursuit {
            Some(pursuit) if pursuit.goal == goal => Some(Pursuit { candidates, ..pursuit }),
            _ => Some(Pursuit::new(goal, self.tick, candidates)),
        };
    }
}
