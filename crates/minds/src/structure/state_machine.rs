//! A hierarchical state machine.
//!
//! Exactly one state without inner states is current; it and the states around it are active. Transitions are tried from the outermost
//! active state inwards: an outer state interrupts what is inside it. A transition to a state whose action cannot begin does not fire.
//! After a transition those of the new state are tried at once, up to a limit, so that a cycle of transitions ends.

use super::{ActionUse, StructureChoice, StructureContext};
use crate::{brain::DescribedExpression, decision::DecisionReason, protocol::Label, schema::brain::TransitionEvent};

/// The most transitions in one evaluation.
const MAX_TRANSITIONS: usize = 8;

/// A compiled state machine.
#[derive(Clone, Debug)]
pub struct StateMachineSpec {
    /// The states, an outer one before those inside it.
    pub states: Vec<StateSpec>,
    /// Index of the state in which it begins.
    pub initial: usize,
}

/// A compiled state.
#[derive(Clone, Debug)]
pub struct StateSpec {
    /// Its name.
    pub name: Label,
    /// Index of the state around it.
    pub parent: Option<usize>,
    /// Index of the inner state in which it begins.
    pub initial: Option<usize>,
    /// The action that runs in it.
    pub action: Option<ActionUse>,
    /// The transitions out of it, in order.
    pub transitions: Vec<TransitionSpec>,
}

/// A compiled transition.
#[derive(Clone, Debug)]
pub struct TransitionSpec {
    /// Index of the state that it leads to.
    pub to: usize,
    /// Its condition.
    pub when: Option<DescribedExpression>,
    /// How long its state must have been active, in seconds.
    pub after: f32,
    /// How the action must have ended.
    pub on: Option<TransitionEvent>,
}

/// The state of a state machine.
#[derive(Clone, Debug)]
pub struct StateMachineState {
    /// The current state; `None` before the first evaluation.
    pub current: Option<usize>,
    /// For each state the tick at which it last became active.
    pub entered: Vec<u32>,
    /// The transition that fired last.
    pub last: Option<FiredTransition>,
}

/// A transition that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiredTransition {
    /// The state that was current.
    pub from: usize,
    /// The state that the transition belongs to: that one, or one around it.
    pub owner: usize,
    /// Its index among the transitions of that state.
    pub index: usize,
    /// The state that is current since.
    pub to: usize,
    /// When it fired.
    pub tick: u32,
}

impl StateMachineState {
    /// The state before the first evaluation.
    pub fn new(spec: &StateMachineSpec) -> Self {
        Self { current: None, entered: vec![0; spec.states.len()], last: None }
    }
}

impl StateMachineSpec {
    /// The state with no states inside in which a state begins.
    fn innermost(&self, mut state: usize) -> usize {
        // An inner state comes after the one around it, so this ends.
        while let Some(initial) = self.states.get(state).and_then(|spec| spec.initial).filter(|inner| *inner > state) {
            state = initial;
        }
        state
    }

    /// A state and those around it, from the outermost.
    pub fn active(&self, current: usize) -> Vec<usize> {
        let parent = |state: &usize| self.states.get(*state)?.parent.filter(|outer| outer < state);
        let mut states: Vec<usize> = std::iter::successors(Some(current), parent).collect();
        states.reverse();
        states
    }

    fn enter(&self, state: &mut StateMachineState, to: usize, tick: u32) {
        let before = state.current.map_or_else(Vec::new, |current| self.active(current));
        let leaf = self.innermost(to);
        for entered in self.active(leaf) {
            if !before.contains(&entered)
                && let Some(since) = state.entered.get_mut(entered)
            {
                *since = tick;
            }
        }
        state.current = Some(leaf);
    }

    /// The first transition that fires.
    fn firing(
        &self,
        state: &StateMachineState,
        current: usize,
        event: Option<TransitionEvent>,
        context: &StructureContext,
    ) -> Option<FiredTransition> {
        let active = self.active(current);
        for owner in &active {
            let since = state.entered.get(*owner).copied().unwrap_or(0);
            let seconds = context.view.memory.seconds_since(since);
            for (index, transition) in self.states.get(*owner)?.transitions.iter().enumerate() {
                let to = self.innermost(transition.to);
                let happened = match (transition.on, event) {
                    (None, _) | (Some(TransitionEvent::Ended), Some(_)) => true,
                    (Some(wanted), Some(event)) => wanted == event,
                    (Some(_), None) => false,
                };
                let fires = happened
                    && !active.contains(&transition.to)
                    && seconds >= transition.after
                    && transition.when.as_ref().is_none_or(|when| context.view.holds(&when.expression))
                    && self.can_act(to, context);
                if fires {
                    return Some(FiredTransition { from: current, owner: *owner, index, to, tick: context.tick });
                }
            }
        }
        None
    }

    /// Whether the action of a state could run now. A state without action can always be entered.
    fn can_act(&self, state: usize, context: &StructureContext) -> bool {
        let action = self.states.get(state).and_then(|spec| spec.action);
        action.is_none_or(|action| context.carry_on(&action).is_some() || context.begin(&action).is_ok())
    }

    /// The action of the current state, after all transitions that fire.
    pub fn choose(&self, state: &mut StateMachineState, context: &StructureContext) -> Option<StructureChoice> {
        let mut why = None;
        if state.current.is_none() {
            self.enter(state, self.initial, context.tick);
        }
        let mut event = context.ended.map(|ended| match ended.succeeded {
            true => TransitionEvent::Succeeded,
            false => TransitionEvent::Failed,
        });
        let mut could_not_begin = false;
        for _ in 0..=MAX_TRANSITIONS {
            let current = state.current?;
            if let Some(fired) = self.firing(state, current, event, context) {
                let name = |state: usize| self.states.get(state).map(|spec| spec.name).unwrap_or_default();
                why = Some(DecisionReason::Transition(name(fired.from), name(fired.to)));
                self.enter(state, fired.to, context.tick);
                state.last = Some(fired);
                (event, could_not_begin) = (None, false);
                continue;
            }
            let action = self.states.get(current)?.action?;
            if could_not_begin {
                return None;
            }
            if let Some(choice) = context.carry_on(&action) {
                return Some(StructureChoice { why: why.or(choice.why), ..choice });
            }
            match context.begin(&action) {
                Ok(choice) => return Some(StructureChoice { why, ..choice }),
                Err(_) => (event, could_not_begin) = (Some(TransitionEvent::Failed), true),
            }
        }
        None
    }

    /// The state carried over from another version of the machine, by the names of states.
    pub fn carry_over(&self, old: &Self, state: &StateMachineState) -> StateMachineState {
        let mut new = StateMachineState::new(self);
        let index = |number: usize| {
            let name = old.states.get(number)?.name;
            self.states.iter().position(|spec| spec.name == name)
        };
        new.current = state.current.and_then(index).map(|current| self.innermost(current));
        for (number, since) in state.entered.iter().enumerate() {
            if let Some(place) = index(number).and_then(|number| new.entered.get_mut(number)) {
                *place = *since;
            }
        }
        new
    }
}
