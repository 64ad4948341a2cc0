//! The decision structure of a mind in a snapshot: the states of a machine, the nodes of a tree, or the scores of a table.

use super::{ConsiderationSnapshot, components::MindComponents};
use crate::{
    protocol::{Label, Subject, label},
    schema::brain::{ScoreCombination, TransitionEvent},
    structure::{
        ActionUse, BehaviourTreeSpec, BehaviourTreeState, DecisionStructure, NodeResult, StateMachineSpec,
        StateMachineState, StructureState, TransitionSpec, TreeNodeKind, UtilityOptionSpec, UtilitySpec, UtilityState,
    },
};

/// What chooses the actions of a mind that does not plan.
#[derive(Clone, Debug, PartialEq)]
pub enum StructureSnapshot {
    /// A state machine.
    StateMachine(StateMachineSnapshot),
    /// A behaviour tree.
    BehaviourTree(BehaviourTreeSnapshot),
    /// A utility table.
    Utility(UtilitySnapshot),
}

/// A state machine.
#[derive(Clone, Debug, PartialEq)]
pub struct StateMachineSnapshot {
    /// The states, an outer one before those inside it.
    pub states: Vec<StateSnapshot>,
    /// Index of the current state; `None` before the first evaluation.
    pub current: Option<usize>,
    /// The transition that fired last.
    pub last: Option<FiredSnapshot>,
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSnapshot {
    /// Its name.
    pub name: Label,
    /// Index of the state around it.
    pub parent: Option<usize>,
    /// How many states are around it.
    pub depth: usize,
    /// Its action; `None` if it has states inside or does nothing.
    pub action: Option<Label>,
    /// The goal that its action serves.
    pub goal: Option<Label>,
    /// Seconds for which it has been active; `None` if it is not.
    pub active: Option<f32>,
    /// Its transitions, in order.
    pub transitions: Vec<TransitionSnapshot>,
}

/// A transition.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSnapshot {
    /// Index of the state that it leads to.
    pub to: usize,
    /// All its conditions as text.
    pub test: Label,
    /// Whether its expression holds now; `None` if its state is not active, or it has no expression.
    pub holds: Option<bool>,
}

/// A transition that fired.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiredSnapshot {
    /// Index of the state that was current.
    pub from: usize,
    /// Index of the state with the transition.
    pub owner: usize,
    /// Index of the transition in that state.
    pub index: usize,
    /// Index of the state that became current.
    pub to: usize,
    /// Seconds since then.
    pub ago: f32,
}

/// A behaviour tree.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviourTreeSnapshot {
    /// The nodes, each before its children; the first is the root.
    pub nodes: Vec<TreeNodeSnapshot>,
    /// Indices of the nodes from the root to the leaf whose action runs; empty if none does.
    pub path: Vec<usize>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNodeSnapshot {
    /// What it does, as text.
    pub label: Label,
    /// Index of the node above; `None` for the root.
    pub parent: Option<usize>,
    /// The number of nodes above.
    pub depth: usize,
    /// Its last result; `None` if it was never reached.
    pub result: Option<NodeResult>,
    /// Seconds since that result.
    pub ago: f32,
    /// Whether it is on the path to the leaf whose action runs.
    pub active: bool,
}

/// A utility table.
#[derive(Clone, Debug, PartialEq)]
pub struct UtilitySnapshot {
    /// How considerations make a score, as text.
    pub combination: Label,
    /// The factor for the option that runs.
    pub momentum: f32,
    /// The factor for the options of the goal being pursued.
    pub goal_momentum: f32,
    /// The options, highest score first.
    pub options: Vec<OptionSnapshot>,
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionSnapshot {
    /// Its name.
    pub name: Label,
    /// Its action.
    pub action: Label,
    /// The goal that it serves.
    pub goal: Option<Label>,
    /// Its score, with weight and momentum.
    pub score: f32,
    /// Its weight.
    pub weight: f32,
    /// Its best target.
    pub target: Option<Subject>,
    /// Whether its action runs.
    pub active: bool,
    /// Whether its score contains momentum.
    pub has_momentum: bool,
    /// Why it was not scored, as text.
    pub unavailable: Option<&'static str>,
    /// Its considerations for that target, the cost last.
    pub considerations: Vec<ConsiderationSnapshot>,
    /// The curves of these considerations; empty for the input itself.
    pub curves: Vec<Vec<(f32, f32)>>,
}

impl StructureSnapshot {
    /// The number of its parts: states and transitions, nodes, or options and considerations.
    pub fn parts(&self) -> usize {
        match self {
            Self::StateMachine(machine) => machine.states.iter().map(|state| 1 + state.transitions.len()).sum(),
            Self::BehaviourTree(tree) => tree.nodes.len(),
            Self::Utility(table) => table.options.iter().map(|option| 1 + option.considerations.len()).sum(),
        }
    }
}

impl MindComponents<'_> {
    /// The decision structure as it stands; `None` for a mind that plans.
    pub(super) fn structure(&self) -> Option<StructureSnapshot> {
        Some(match (self.mind.brain.structure.as_ref()?, self.mind.structure()?) {
            (DecisionStructure::StateMachine(spec), StructureState::StateMachine(state)) => {
                StructureSnapshot::StateMachine(self.state_machine(spec, state))
            }
            (DecisionStructure::BehaviourTree(spec), StructureState::BehaviourTree(state)) => {
                StructureSnapshot::BehaviourTree(self.behaviour_tree(spec, state))
            }
            (DecisionStructure::Utility(spec), StructureState::Utility(state)) => {
                StructureSnapshot::Utility(self.utility(spec, state))
            }
            _ => return None,
        })
    }

    fn goal_name(&self, action: &ActionUse) -> Option<Label> {
        self.mind.brain.goals.get(action.goal).map(|goal| goal.data.name)
    }

    fn state_machine(&self, spec: &StateMachineSpec, state: &StateMachineState) -> StateMachineSnapshot {
        let active = state.current.map_or_else(Vec::new, |current| spec.active(current));
        let view = self.view();
        let states = spec.states.iter().enumerate().map(|(index, of)| {
            let since = state.entered.get(index).filter(|_| active.contains(&index));
            let transitions = of.transitions.iter().map(|transition| TransitionSnapshot {
                to: transition.to,
                test: describe_transition(transition),
                holds: transition
                    .when
                    .as_ref()
                    .filter(|_| active.contains(&index))
                    .map(|when| view.holds(&when.expression)),
            });
            StateSnapshot {
                name: of.name,
                parent: of.parent,
                depth: spec.active(index).len().saturating_sub(1),
                action: of.action.map(|action| action.display_name),
                goal: of.action.and_then(|action| self.goal_name(&action)),
                active: since.map(|since| self.memory.seconds_since(*since)),
                transitions: transitions.collect(),
            }
        });
        let last = state.last.map(|fired| FiredSnapshot {
            from: fired.from,
            owner: fired.owner,
            index: fired.index,
            to: fired.to,
            ago: self.memory.seconds_since(fired.tick),
        });
        StateMachineSnapshot { states: states.collect(), current: state.current, last }
    }

    fn behaviour_tree(&self, spec: &BehaviourTreeSpec, state: &BehaviourTreeState) -> BehaviourTreeSnapshot {
        let above = |node: &usize| spec.nodes.get(*node)?.parent;
        let mut path: Vec<usize> = std::iter::successors(state.leaf, above).collect();
        path.reverse();
        let nodes = spec.nodes.iter().zip(&state.nodes).enumerate().map(|(index, (node, of))| TreeNodeSnapshot {
            label: describe_node(&node.kind),
            parent: node.parent,
            depth: std::iter::successors(node.parent, above).count(),
            result: of.result,
            ago: self.memory.seconds_since(of.tick),
            active: path.contains(&index),
        });
        BehaviourTreeSnapshot { nodes: nodes.collect(), path }
    }

    fn utility(&self, spec: &UtilitySpec, state: &UtilityState) -> UtilitySnapshot {
        let snapshot = |(index, (option, status)): (usize, (&UtilityOptionSpec, &crate::structure::OptionStatus))| {
            let evaluated = |number: usize| status.factors.get(number).copied().flatten();
            let mut considerations: Vec<ConsiderationSnapshot> = option
                .considerations
                .iter()
                .enumerate()
                .map(|(number, of)| ConsiderationSnapshot {
                    input: of.input.text,
                    is_flag: of.input.is_flag,
                    evaluated: evaluated(number),
                })
                .collect();
            let mut curves: Vec<Vec<(f32, f32)>> = option.considerations.iter().map(|of| of.curve.clone()).collect();
            if !option.cost_curve.is_empty() {
                let evaluated = evaluated(considerations.len());
                considerations.push(ConsiderationSnapshot { input: label("cost"), is_flag: false, evaluated });
                curves.push(option.cost_curve.clone());
            }
            OptionSnapshot {
                name: option.name,
                action: option.action.display_name,
                goal: self.goal_name(&option.action),
                score: status.score,
                weight: option.weight,
                target: status.target,
                active: state.running == Some(index) && self.executer.active().is_some(),
                has_momentum: status.has_momentum,
                unavailable: status.unavailable.map(|why| why.describe()),
                considerations,
                curves,
            }
        };
        let mut options: Vec<OptionSnapshot> =
            spec.options.iter().zip(&state.options).enumerate().map(snapshot).collect();
        options.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.name.cmp(&b.name)));
        let combination = match spec.combination {
            ScoreCombination::Product { compensation } => label(&format!("product, compensation {compensation}")),
            ScoreCombination::WeightedSum => label("weighted sum"),
        };
        UtilitySnapshot { combination, momentum: spec.momentum, goal_momentum: spec.goal_momentum, options }
    }
}

/// The conditions of a transition: "on failure, after 2 s, when quarry".
fn describe_transition(transition: &TransitionSpec) -> Label {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(transition.on.map(|event| match event {
        TransitionEvent::Succeeded => "on success".to_owned(),
        TransitionEvent::Failed => "on failure".to_owned(),
        TransitionEvent::Ended => "at the end of the action".to_owned(),
    }));
    if transition.after > 0.0 {
        parts.push(format!("after {} s", transition.after));
    }
    parts.extend(transition.when.as_ref().map(|when| format!("when {}", when.text)));
    label(&if parts.is_empty() { "at once".to_owned() } else { parts.join(", ") })
}

/// What a node does: "sequence", "guard: quarry", "run patrol".
fn describe_node(kind: &TreeNodeKind) -> Label {
    label(&match kind {
        TreeNodeKind::Sequence => "sequence".to_owned(),
        TreeNodeKind::Selector => "selector".to_owned(),
        TreeNodeKind::Parallel { any: true } => "parallel, any".to_owned(),
        TreeNodeKind::Parallel { any: false } => "parallel, all".to_owned(),
        TreeNodeKind::Check(test) => format!("check: {}", test.text),
        TreeNodeKind::Run(action) => format!("run {}", super::super::text::readable(action.display_name)),
        TreeNodeKind::Guard(test, hold) if *hold > 0.0 => format!("guard, held for {hold} s: {}", test.text),
        TreeNodeKind::Guard(test, _) => format!("guard: {}", test.text),
        TreeNodeKind::Goal(goal) => format!("goal: {}", super::super::text::readable(*goal)),
        TreeNodeKind::Subtree(name) => format!("subtree: {}", super::super::text::readable(*name)),
        TreeNodeKind::Invert => "invert".to_owned(),
        TreeNodeKind::Succeed => "succeed".to_owned(),
        TreeNodeKind::Repeat(times) => format!("repeat {times} times"),
        TreeNodeKind::Cooldown(seconds) => format!("cooldown {seconds} s"),
        TreeNodeKind::TimeLimit(seconds) => format!("time limit {seconds} s"),
    })
}
