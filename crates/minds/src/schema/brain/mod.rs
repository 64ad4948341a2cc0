//! The schema of a brain file, `assets/GAME/brains/NAME.ron`: another way to choose the actions of a mind than by planning.
//!
//! A brain file holds only the structure that chooses: a state machine, a behaviour tree or a utility table. Memory, queries, sharing
//! and what an action does come from the mind file that it names. `crate::Brain` compiles it.

mod behaviour_tree;
mod choice;
mod state_machine;
mod utility;

use serde::{Deserialize, Serialize};

pub use behaviour_tree::TreeNodeData;
pub use choice::{BrainChoice, GOAP, brain_file_of};
pub use state_machine::{StateData, TransitionData, TransitionEvent};
pub use utility::{OptionConsideration, ScoreCombination, UtilityOptionData};

use super::domain::Entries;
use super::mind::{MindActionData, QueryData};
use crate::protocol::Label;

/// A brain file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrainFile {
    /// The mind that it drives, a file in `assets/GAME/minds`: memory, queries, sharing, and what each action does. Of an action, the
    /// cost, `preconditions` and `effects` only matter to the planner; everything else applies. Placeholders cannot be used.
    pub mind: Label,
    /// Queries of its own, after those of the mind. Default: none.
    #[serde(default)]
    pub queries: Entries<QueryData>,
    /// Actions of its own, after those of the mind. Default: none.
    #[serde(default)]
    pub actions: Vec<MindActionData>,
    /// How it chooses the action.
    pub structure: StructureData,
}

/// How a brain chooses the action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StructureData {
    /// The action of the current state; transitions change the state.
    StateMachine {
        /// The state in which it begins.
        initial: Label,
        /// The states, by name. Names are unique in the whole machine.
        states: Entries<StateData>,
    },
    /// The action that a tree finds, from its root to a leaf.
    BehaviourTree {
        /// The root. When it has succeeded or failed it begins again.
        root: TreeNodeData,
        /// Trees that nodes refer to by name. Default: none.
        #[serde(default)]
        subtrees: Entries<TreeNodeData>,
    },
    /// The option with the highest score.
    Utility {
        /// How the considerations of an option make its score.
        combination: ScoreCombination,
        /// The factor by which the score of the option that runs is multiplied, so that a slightly better one does not replace it.
        /// Default 1.1.
        #[serde(default = "slightly")]
        momentum: f32,
        /// The factor by which the scores of all options for the goal being pursued are multiplied. Default 1.
        #[serde(default = "one")]
        goal_momentum: f32,
        /// The options. Among options of equal score the first wins.
        options: Vec<UtilityOptionData>,
    },
}

/// How the target of an action is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetChoice {
    /// The target with the least cost: path, surcharges and all, as a plan would count it.
    #[default]
    Cheapest,
    /// The nearest target in a straight line.
    Nearest,
    /// The target of the action before.
    Previous,
}

impl StructureData {
    /// The name of the kind of structure: `state_machine`, `behaviour_tree` or `utility`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::StateMachine { .. } => "state_machine",
            Self::BehaviourTree { .. } => "behaviour_tree",
            Self::Utility { .. } => "utility",
        }
    }

    /// The number of its rules: states with an action and transitions; leaves, conditions and decorators; options, their conditions and
    /// considerations.
    pub fn rules(&self) -> usize {
        match self {
            Self::StateMachine { states, .. } => states.0.iter().map(|(_, state)| state.rules()).sum(),
            Self::BehaviourTree { root, subtrees } => {
                root.rules() + subtrees.0.iter().map(|(_, tree)| tree.rules()).sum::<usize>()
            }
            Self::Utility { options, .. } => options.iter().map(UtilityOptionData::rules).sum(),
        }
    }
}

fn one() -> f32 {
    1.0
}

fn slightly() -> f32 {
    1.1
}
