//! The decisions of an agent whose brain is a state machine, a behaviour tree or a utility table.
//!
//! Such a mind is evaluated at the same times as one that plans, and the action that it chooses is executed as a plan of one step, so
//! that targets, reservations, timeouts, conditions, cooldowns and events are the same for all.

use super::{Decision, DecisionReason, Pursuit, think::Thinker};
use crate::{
    brain::ActionSpec,
    executer::PlannedStep,
    protocol::{ActionOutcome, MatchEvent, Subject},
    queries::{MemoryView, QueryCache},
    structure::{DecisionStructure, EndedAction, StructureChoice, StructureContext, StructureState},
};

/// What a mind with a decision structure keeps.
#[derive(Clone, Debug)]
pub(crate) struct StructuredMind {
    /// The state of the structure.
    pub state: StructureState,
    /// The action that has ended since the last evaluation.
    ended: Option<EndedAction>,
    /// The target of the last action.
    previous_target: Option<Subject>,
    /// Actions without a target that failed, each with the tick at which it may begin again.
    resting: Vec<(usize, u32)>,
}

impl StructuredMind {
    pub fn new(structure: &DecisionStructure) -> Self {
        Self { state: structure.begin(), ended: None, previous_target: None, resting: Vec::new() }
    }

    /// This mind for another version of its brain; `action` gives the new index of an action.
    pub fn carried_over(
        &self,
        old: Option<&DecisionStructure>,
        new: &DecisionStructure,
        action: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        Self {
            state: old.map_or_else(|| new.begin(), |old| new.carry_over(old, &self.state)),
            ended: self.ended.and_then(|ended| Some(EndedAction { action: action(ended.action)?, ..ended })),
            previous_target: self.previous_target,
            resting: self.resting.iter().filter_map(|(number, until)| Some((action(*number)?, *until))).collect(),
        }
    }
}

impl Thinker<'_> {
    /// Evaluates the decision structure and begins, keeps or ends the action. `why` is the reason to decide again, if the caller has
    /// one. Returns the reason for another round, if one is needed.
    pub(super) fn follow_structure(&mut self, why: Option<DecisionReason>) -> Option<DecisionReason> {
        self.mind.compared = self.tick;
        if self.executer.by_hand {
            self.update_relevance();
            return self.follow_manual_plan();
        }
        let active = self.executer.active().copied();
        let spec = active.and_then(|step| self.brain.action(step.action));
        if why.is_none() && spec.is_some_and(|spec| !spec.data.interruptible) {
            return None;
        }
        let choice = self.evaluate_structure();
        let goes_on = |choice: &StructureChoice| {
            active.is_some_and(|step| step.action == choice.action.action && step.target == choice.target)
        };
        match choice {
            Some(choice) if goes_on(&choice) => self.keep_action(&choice, why),
            // Too many actions have begun within a second: the running one carries on, and the choice is made again later.
            Some(_) if self.exceeds_plan_rate() => {
                if active.is_none() {
                    self.mind.pursuit = None;
                }
            }
            Some(choice) => self.begin_action(&choice, why),
            // The body stands still until something changes.
            None => self.become_idle(Vec::new()),
        }
        None
    }

    /// The action that the structure chooses now.
    fn evaluate_structure(&mut self) -> Option<StructureChoice> {
        let brain = self.brain;
        let structure = brain.structure.as_ref()?;
        let now = self.memory.now();
        let cache = QueryCache::new(brain.queries.len());
        let view = MemoryView::new(&brain.queries, self.memory, self.sense, self.terrain);
        let view = MemoryView { cache: Some(&cache), ..view.of_mind(self.mind, self.executer) };
        let mind = &mut *self.mind;
        mind.target_cooldowns.retain(|(_, _, until)| *until > now);
        mind.input.update_targets(brain, &view, &mind.target_cooldowns, &mind.disabled.actions);
        let kept = mind.structured.get_or_insert_with(|| StructuredMind::new(structure));
        kept.resting.retain(|(_, until)| *until > now);
        let context = StructureContext {
            brain,
            view,
            input: &mind.input,
            experience: &mind.experience,
            running: self.executer.active().map(|step| (step.action, step.target)),
            ended: kept.ended.take(),
            goal: mind.pursuit.map(|pursuit| pursuit.goal),
            previous_target: kept.previous_target,
            resting: &kept.resting,
            disabled: &mind.disabled,
            tick: self.tick,
        };
        structure.choose(&mut kept.state, &context)
    }

    /// Lets the running action carry on, perhaps for another goal.
    fn keep_action(&mut self, choice: &StructureChoice, why: Option<DecisionReason>) {
        if self.mind.pursuit.is_some_and(|pursuit| pursuit.goal == choice.action.goal) {
            return;
        }
        let steps = self.executer.remaining().to_vec();
        self.note_choice(choice, &steps, why);
    }

    fn begin_action(&mut self, choice: &StructureChoice, why: Option<DecisionReason>) {
        let StructureChoice { action, target, cost, .. } = *choice;
        self.abandon_plan(ActionOutcome::Interrupted);
        let step = PlannedStep { action: action.action, display_name: action.display_name, target, cost, travel: 0.0 };
        self.note_choice(choice, &[step], why);
        self.executer.set_plan(vec![step], cost);
        // What follows on success is a sequence, as the steps of a plan are.
        if !matches!(why, Some(DecisionReason::ActionEnded(_, ActionOutcome::Succeeded))) {
            self.count_towards_rate();
        }
        if let Some(structured) = &mut self.mind.structured {
            structured.previous_target = target.or(structured.previous_target);
        }
    }

    /// Records and logs what was chosen and why.
    fn note_choice(&mut self, choice: &StructureChoice, steps: &[PlannedStep], why: Option<DecisionReason>) {
        let StructureChoice { action, cost, score, .. } = *choice;
        let Some(spec) = self.brain.goals.get(action.goal) else { return };
        let goal = spec.data.name;
        self.mind.idle_logged = false;
        if self.mind.pursuit.is_none_or(|pursuit| pursuit.goal != action.goal) {
            let relevance = (score * 1000.0).round() as i32;
            self.note(MatchEvent::GoalChosen { agent: self.id, goal, relevance, passed_over: Vec::new() });
            self.mind.pursuit = Some(Pursuit::new(action.goal, self.tick, 0));
        }
        let why = choice.why.or(why).unwrap_or(DecisionReason::Idle);
        let (tick, goal, steps) = (self.tick, Some(goal), steps.to_vec());
        self.note_plan(Decision { tick, why, goal, relevance: score, steps, cost, passed_over: Vec::new() });
    }

    /// Applies the outcome of the action that the structure chose, and keeps it for the next evaluation.
    pub(super) fn end_chosen_action(&mut self, spec: &ActionSpec, target: Option<Subject>, outcome: ActionOutcome) {
        self.executer.drop_plan(self.board);
        let uncertain = outcome == ActionOutcome::TimedOut && spec.data.uncertain_effects;
        let succeeded = outcome == ActionOutcome::Succeeded || uncertain;
        match outcome {
            ActionOutcome::Succeeded => {
                if let Some(pursuit) = &mut self.mind.pursuit {
                    pursuit.progressed = self.tick;
                }
            }
            ActionOutcome::Failed(_) | ActionOutcome::TimedOut if !uncertain => match target {
                Some(target) => self.start_target_cooldown(spec, target),
                None => self.rest_action(spec),
            },
            _ => {}
        }
        if let Some(structured) = &mut self.mind.structured {
            structured.ended = Some(EndedAction { action: spec.id.index(), succeeded, outcome });
        }
    }

    /// An action without a target would only fail again: it rests for the `failure_cooldown` of its goal.
    fn rest_action(&mut self, spec: &ActionSpec) {
        let goal = self.mind.pursuit.and_then(|pursuit| self.brain.goals.get(pursuit.goal));
        let until = self.memory.in_seconds(goal.map_or(1.0, |goal| goal.data.failure_cooldown));
        if let Some(structured) = &mut self.mind.structured {
            structured.resting.push((spec.id.index(), until));
        }
    }
}
