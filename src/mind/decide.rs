//! Deciding: the running action goes on or ends, goals are weighed, plans kept, made and taken up.
//!
//! Replanning is an event: the planner is asked when nothing is pursued, an action ended otherwise than well, memory breaks
//! the plan, something new could be used by it, or another goal has come to matter more. Never because time passed.

use bevy::ecs::prelude::*;

use super::{
    behaviours::BehaviourContext,
    brain::{ActionSpec, Brain},
    decision::{DecisionReason, Mind, Pursuit},
    executer::{PlanExecuter, PlannedStep, still_holds},
    memory::WorkingMemory,
    queries::MemoryView,
};
use crate::{
    goap::Planner,
    protocol::{
        ActionOutcome, AgentId, AgentRng, Blackboard, Event, EventLog, FailReason, Roster, SelfSense, SimulationClock,
        Stopwatch, Subject, Terrain, TerrainService, UpdateSlices,
    },
};

/// The planner of the match. It keeps nothing from one question to the next but memory to work in.
#[derive(Resource, Default, Debug)]
pub struct MindPlanner(pub Planner);

/// Whether minds keep what they ask the planner, to be asked again by whoever looks into them. A watcher switches it on;
/// the simulation runs the same either way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordPlanning(pub bool);

/// Out of play, or asleep: neither remembers nor decides.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Dormant;

/// PlayerControlled by a person: remembers, but neither decides nor acts.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct PlayerControlled;

pub(super) type Thinking = (
    &'static AgentId,
    &'static mut Mind,
    &'static mut WorkingMemory,
    &'static mut PlanExecuter,
    &'static SelfSense,
    &'static mut Blackboard,
    &'static mut AgentRng,
);

/// Lets every agent go on with its action and, where there is reason to, think again.
pub(super) fn think(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    roster: Res<Roster>,
    slices: Res<UpdateSlices>,
    mut stopwatch: Option<ResMut<Stopwatch>>,
    record: Res<RecordPlanning>,
    mut planner: ResMut<MindPlanner>,
    mut log: ResMut<EventLog>,
    mut agents: Query<Thinking, (Without<Dormant>, Without<PlayerControlled>)>,
) {
    let mut spare = slices.extra_think_budget();
    for entity in &roster.agents {
        let Ok((id, mind, memory, executer, sense, board, chance)) = agents.get_mut(*entity) else { continue };
        let brain = mind.brain.clone();
        let own = (*id, mind.into_inner(), memory.into_inner(), executer.into_inner(), sense);
        let body = (board.into_inner(), chance.into_inner());
        let shared = (&*terrain.0, &mut planner.0, &mut *log, &mut spare);
        Thinker {
            stopwatch: stopwatch.as_deref_mut(),
            has_turn: slices.thinks_now(clock.tick, *id),
            acts: slices.acts_now(clock.tick, *id),
            record: record.0,
            ..Thinker::new(own, body, &brain, shared, &clock)
        }
        .go_on();
    }
}

/// How many steps of a plan may begin in one tick, where each is done at once.
const STEPS_A_TICK: usize = 4;

/// One agent, thinking.
pub(super) struct Thinker<'a> {
    pub id: AgentId,
    pub brain: &'a Brain,
    pub mind: &'a mut Mind,
    pub memory: &'a mut WorkingMemory,
    pub executer: &'a mut PlanExecuter,
    pub sense: &'a SelfSense,
    pub board: &'a mut Blackboard,
    pub chance: &'a mut AgentRng,
    pub terrain: &'a dyn Terrain,
    pub planner: &'a mut Planner,
    pub log: &'a mut EventLog,
    /// Times plans, where somebody wants that.
    pub stopwatch: Option<&'a mut Stopwatch>,
    /// Whether it may weigh its goals; where many play, only in its turn.
    pub has_turn: bool,
    /// Whether it may see to what it is doing.
    pub acts: bool,
    /// How many may think out of turn in this tick, because what they did has ended.
    pub spare: &'a mut u32,
    pub tick: u32,
    pub dt: f32,
    /// Whether questions to the planner are kept.
    pub record: bool,
}

/// Whose mind it is: who, the mind, its memory, its plan, and what it feels of itself.
pub(super) type ThinkerComponents<'a> =
    (AgentId, &'a mut Mind, &'a mut WorkingMemory, &'a mut PlanExecuter, &'a SelfSense);

/// What all minds of a match think with: the ground, the planner, the log, and how many may think out of turn.
pub(super) type ThinkerShared<'a> = (&'a dyn Terrain, &'a mut Planner, &'a mut EventLog, &'a mut u32);

impl<'a> Thinker<'a> {
    /// A mind that thinks at its own time: nobody times it, nobody keeps its questions, and it need not wait for its turn.
    pub fn new(
        (id, mind, memory, executer, sense): ThinkerComponents<'a>,
        (board, chance): (&'a mut Blackboard, &'a mut AgentRng),
        brain: &'a Brain,
        (terrain, planner, log, spare): ThinkerShared<'a>,
        clock: &SimulationClock,
    ) -> Self {
        Self {
            id,
            brain,
            mind,
            memory,
            executer,
            sense,
            board,
            chance,
            terrain,
            planner,
            log,
            stopwatch: None,
            has_turn: true,
            acts: true,
            spare,
            tick: clock.tick,
            dt: clock.dt(),
            record: false,
        }
    }
}

impl Thinker<'_> {
    /// Acts for a tick, and thinks where there is reason to.
    pub fn go_on(&mut self) {
        if !self.has_turn && !self.acts {
            // Its body goes on as it was last told.
            return;
        }
        for _ in 0..STEPS_A_TICK {
            let moved = self.has_turn && self.memory.revision() != self.mind.seen;
            let due = self.has_turn && self.tick >= self.mind.next_think;
            let mut why = self.act(moved || due);
            let about_something = self.mind.pursuit.is_some() || self.executer.by_hand;
            if !self.has_turn && self.executer.active().is_none() && (why.is_some() || about_something) {
                let Some(left) = self.spare.checked_sub(1) else { return };
                *self.spare = left;
            }
            if why.is_some() || moved || due || self.executer.active().is_none() && about_something {
                if due {
                    self.mind.next_think = self.memory.in_seconds(self.brain.thinking.think_interval);
                }
                why = self.consider(why);
            }
            if why.is_none() && !self.begin() {
                return;
            }
        }
    }

    pub(super) fn view(&self) -> MemoryView<'_> {
        let pursued = self.mind.pursuit.map_or(0.0, |pursuit| self.memory.seconds_since(pursuit.since));
        let mark = self.executer.step().and_then(|step| step.target);
        MemoryView {
            current_target: mark,
            goal_age: pursued,
            ..MemoryView::of(&self.brain.queries, self.memory, self.sense, self.terrain)
        }
    }

    /// Goes on with the active action. Where that ended so that a new plan is needed, says why.
    fn act(&mut self, look: bool) -> Option<DecisionReason> {
        let step = *self.executer.active()?;
        let spec = self.brain.action(step.action)?;
        let ended = if look { still_holds(spec, &self.view()) } else { None };
        let outcome = match ended {
            Some(outcome) => outcome,
            None => self.advance(spec)?,
        };
        self.end_action(spec, step.target, outcome)
    }

    fn advance(&mut self, spec: &ActionSpec) -> Option<ActionOutcome> {
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
            chance: &mut self.chance.0,
            queries: &self.brain.queries,
            dt: self.dt,
            elapsed,
        };
        self.executer.advance(spec, &mut context)
    }

    /// Keeps up the claim on what the active action is about.
    fn reserve_target(&mut self) {
        if let Some(target) = self.executer.step().and_then(|step| step.target)
            && let Some(place) = self.memory.whereabouts(target)
        {
            self.memory.reserve(target, place);
        }
    }

    /// Notes how the active action ended; says why a new plan is needed, if one is.
    fn end_action(
        &mut self,
        spec: &ActionSpec,
        target: Option<Subject>,
        outcome: ActionOutcome,
    ) -> Option<DecisionReason> {
        self.stop(spec, target, outcome);
        let why = DecisionReason::ActionEnded(spec.display_name, outcome);
        match outcome {
            ActionOutcome::Succeeded => {
                if let Some(pursuit) = &mut self.mind.pursuit {
                    pursuit.progressed = self.tick;
                }
                if let (true, Some(target)) = (spec.data.marks_checked, target) {
                    self.memory.settle(target);
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
                // What failed for one target may work for another; what has none would only fail again.
                match target {
                    Some(target) => self.start_target_cooldown(spec, target),
                    None => {
                        self.note_no_targets(outcome);
                        self.rest();
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

    /// Where an action about nothing in particular found nothing to do, its goal waits until something new is remembered.
    fn note_no_targets(&mut self, outcome: ActionOutcome) {
        let revision = self.memory.revision();
        if outcome == ActionOutcome::Failed(FailReason::Gone)
            && let Some(status) = self.mind.pursuit.and_then(|pursuit| self.mind.goals.get_mut(pursuit.goal))
        {
            status.no_targets = Some(revision);
        }
    }

    /// Leaves a target alone, for one action.
    fn start_target_cooldown(&mut self, spec: &ActionSpec, target: Subject) {
        let until = self.memory.in_seconds(spec.data.target_cooldown);
        self.mind.target_cooldowns.push((spec.id.index(), target, until));
        self.memory.fail(target, spec.data.target_cooldown);
    }

    /// Ends the active action and takes back what it asked for.
    pub(super) fn stop(&mut self, spec: &ActionSpec, target: Option<Subject>, outcome: ActionOutcome) {
        self.executer.end(self.board);
        self.memory.release();
        self.mind.grounds = None;
        let (agent, action) = (self.id, spec.display_name);
        self.log.push(self.tick, Event::ActionEnded { agent, action, target, outcome });
    }

    /// Lets the goal that is pursued rest.
    pub(super) fn rest(&mut self) {
        if let Some(pursuit) = self.mind.pursuit.take()
            && let (Some(goal), Some(status)) =
                (self.brain.goals.get(pursuit.goal), self.mind.goals.get_mut(pursuit.goal))
        {
            status.rests_until = self.memory.in_seconds(goal.data.failure_cooldown);
        }
    }

    /// Lets the goal that was reached rest, where its data says so.
    fn start_success_cooldown(&mut self) {
        if let Some(pursuit) = self.mind.pursuit
            && let (Some(goal), Some(status)) =
                (self.brain.goals.get(pursuit.goal), self.mind.goals.get_mut(pursuit.goal))
            && goal.data.success_cooldown > 0.0
        {
            status.rests_until = self.memory.in_seconds(goal.data.success_cooldown);
        }
    }

    /// Begins the step that is due, if none is active; whether it did.
    fn begin(&mut self) -> bool {
        if self.executer.active().is_some() {
            return false;
        }
        let Some(step) = self.executer.step().copied() else { return false };
        let Some(spec) = self.brain.action(step.action) else { return false };
        self.executer.begin(spec, self.tick);
        self.memory.keep_in_mind(step.target);
        let (agent, action) = (self.id, spec.display_name);
        self.log.push(self.tick, Event::ActionStarted { agent, action, target: step.target });
        true
    }

    /// Whether the rest of the plan still leads to the goal, by what is remembered now.
    pub(super) fn plan_holds(&self, goal: usize) -> bool {
        let Some(goal) = self.brain.goals.get(goal) else { return false };
        if self.mind.disabled.goals.contains(&goal.data.name) {
            return false;
        }
        let picture = &self.mind.picture;
        let mut state = picture.state.clone();
        let active = self.executer.active().is_some();
        for (index, step) in self.executer.remaining().iter().enumerate() {
            let Some(spec) = self.brain.action(step.action) else { return false };
            let candidate = step.target.and_then(|target| picture.index(target));
            // The active action: see `still_holds`.
            let answers_for_itself = active && index == 0 && !self.mind.disabled.actions.contains(&spec.data.name);
            if !answers_for_itself && !self.may_follow(spec, step, candidate, &state) {
                return false;
            }
            self.brain.domain.apply(spec.id, candidate, &mut state);
        }
        !self.executer.remaining().is_empty() && self.brain.domain.satisfied(goal.id, &state)
    }

    pub(super) fn may_follow(
        &self,
        spec: &ActionSpec,
        step: &PlannedStep,
        candidate: Option<u32>,
        state: &[i64],
    ) -> bool {
        let picture = &self.mind.picture;
        let known = match candidate.and_then(|index| picture.candidates.get(index as usize)) {
            Some(candidate) => candidate.kinds & spec.bit != 0,
            None => step.target.is_none(),
        };
        let enabled = picture.enabled.get(step.action).copied().unwrap_or(false);
        known && enabled && self.brain.domain.is_applicable(spec.id, candidate, state)
    }

    /// Forgets the plan and lets the body stand.
    pub(super) fn give_up(&mut self, outcome: ActionOutcome) {
        if let Some(step) = self.executer.active().copied()
            && let Some(spec) = self.brain.action(step.action)
        {
            self.stop(spec, step.target, outcome);
        }
        self.executer.drop_plan(self.board);
    }

    /// Takes up a goal and its plan.
    pub(super) fn pursue(&mut self, goal: usize, steps: Vec<PlannedStep>, cost: f64) {
        if !self.executer.continues(&steps) {
            self.give_up(ActionOutcome::Interrupted);
        }
        self.executer.take_up(steps, cost);
        let candidates = self.mind.picture.membership;
        self.mind.pursuit = match self.mind.pursuit {
            Some(pursuit) if pursuit.goal == goal => Some(Pursuit { candidates, ..pursuit }),
            _ => Some(Pursuit { goal, since: self.tick, progressed: self.tick, candidates }),
        };
    }
}
