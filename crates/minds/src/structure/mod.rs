//! Decision structures: a state machine, a behaviour tree or a utility table in the place of goals and planner.
//!
//! Each reads the same memory through the same queries and expressions, and names one action with its target; the decision loop
//! starts, checks and stops it exactly as it does the steps of a plan. An evaluation does a bounded amount of work: every state, node
//! and option is visited a limited number of times.
//!
//! Independent of: files, how actions are executed, any one game.

mod behaviour_tree;
mod context;
mod state_machine;
mod utility;

pub use behaviour_tree::{
    BehaviourTreeSpec, BehaviourTreeState, NodeResult, TreeNodeKind, TreeNodeSpec, TreeNodeState,
};
pub use context::{ActionUse, EndedAction, StructureChoice, StructureContext, Unavailable};
pub use state_machine::{FiredTransition, StateMachineSpec, StateMachineState, StateSpec, TransitionSpec};
pub use utility::{OptionConsiderationSpec, OptionStatus, UtilityOptionSpec, UtilitySpec, UtilityState};

/// What chooses the actions of a brain in the place of goals and planner.
#[derive(Clone, Debug)]
pub enum DecisionStructure {
    /// The action of the current state.
    StateMachine(StateMachineSpec),
    /// The leaf that the tree finds.
    BehaviourTree(BehaviourTreeSpec),
    /// The option with the highest score.
    Utility(UtilitySpec),
}

/// What a structure remembers between two evaluations.
#[derive(Clone, Debug)]
pub enum StructureState {
    /// Of a state machine.
    StateMachine(StateMachineState),
    /// Of a behaviour tree.
    BehaviourTree(BehaviourTreeState),
    /// Of a utility table.
    Utility(UtilityState),
}

impl DecisionStructure {
    /// The state before the first evaluation.
    pub fn begin(&self) -> StructureState {
        match self {
            Self::StateMachine(spec) => StructureState::StateMachine(StateMachineState::new(spec)),
            Self::BehaviourTree(spec) => StructureState::BehaviourTree(BehaviourTreeState::new(spec)),
            Self::Utility(spec) => StructureState::Utility(UtilityState::new(spec)),
        }
    }

    /// Evaluates the structure. Returns the action to run, which may be the one that runs already; `None` if there is none.
    pub fn choose(&self, state: &mut StructureState, context: &StructureContext) -> Option<StructureChoice> {
        match (self, state) {
            (Self::StateMachine(spec), StructureState::StateMachine(state)) => spec.choose(state, context),
            (Self::BehaviourTree(spec), StructureState::BehaviourTree(state)) => spec.choose(state, context),
            (Self::Utility(spec), StructureState::Utility(state)) => spec.choose(state, context),
            // A state of another structure, from before a change of the brain.
            (_, state) => {
                *state = self.begin();
                None
            }
        }
    }

    /// The state carried over from another version of the structure, by names; a new one if nothing fits.
    pub fn carry_over(&self, old: &DecisionStructure, state: &StructureState) -> StructureState {
        match (self, old, state) {
            (Self::StateMachine(new), Self::StateMachine(old), StructureState::StateMachine(state)) => {
                StructureState::StateMachine(new.carry_over(old, state))
            }
            _ => self.begin(),
        }
    }
}
