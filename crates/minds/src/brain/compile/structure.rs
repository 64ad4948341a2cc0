//! Compiling brain files: the mind that a brain drives, with queries and actions of the brain added, and the structure that chooses.

use quarry_ron::suggestion;

use super::MindCompiler;
use crate::{
    behaviours::Behaviours,
    brain::{Brain, MindFinding},
    protocol::{Label, label},
    queries::MemoryQuery,
    schema::{
        brain::{BrainFile, OptionConsideration, StateData, StructureData, TargetChoice, UtilityOptionData},
        domain::Entries,
        mind::MindFile,
    },
    structure::{
        ActionUse, DecisionStructure, OptionConsiderationSpec, StateMachineSpec, StateSpec, TransitionSpec,
        UtilityOptionSpec, UtilitySpec,
    },
};

/// The most states of a machine.
const MAX_STATES: usize = 128;
/// How deep states may be inside each other.
const MAX_STATE_DEPTH: usize = 8;
/// The most transitions of a state, options of a table, and considerations of an option.
const MAX_PARTS: usize = 64;

impl Brain {
    /// Compiles a brain file for the mind that it names.
    ///
    /// # Errors
    /// Every mistake found, with paths into the brain file.
    pub fn compile_structure(
        name: Label,
        file: &BrainFile,
        mind: &MindFile,
        behaviours: &Behaviours,
    ) -> Result<Self, Vec<MindFinding>> {
        let mut whole = mind.clone();
        let mut findings = Vec::new();
        for (query, data) in &file.queries.0 {
            if mind.queries.get(query).is_some() {
                let message = format!("the mind `{}` has a query \"{query}\" already: choose another name", file.mind);
                findings.push(MindFinding::new(format!("queries[{query:?}]"), message));
            } else {
                whole.queries.0.push((query.clone(), data.clone()));
            }
        }
        for (index, action) in file.actions.iter().enumerate() {
            if mind.actions.iter().any(|known| known.name == action.name) {
                let message =
                    format!("the mind `{}` has an action `{}` already: choose another name", file.mind, action.name);
                findings.push(MindFinding::new(format!("actions[{index}].name"), message));
            }
            whole.actions.push(action.clone());
        }
        let compiled = Self::compile_with(name, &whole, behaviours, Some(&file.structure));
        let (first_query, first_action) = (mind.queries.0.len(), mind.actions.len());
        let own = |finding: MindFinding| {
            let path = finding.path.as_str();
            let own_query =
                whole.queries.keys().skip(first_query).any(|query| path.starts_with(&format!("queries[{query:?}]")));
            if path.starts_with("structure") || own_query {
                return Some(finding);
            }
            let (number, rest) = path.strip_prefix("actions[")?.split_once(']')?;
            let number = number.parse::<usize>().ok()?.checked_sub(first_action)?;
            Some(MindFinding { path: format!("actions[{number}]{rest}"), ..finding })
        };
        match compiled {
            Ok(brain) if findings.is_empty() => Ok(brain),
            Ok(_) => Err(findings),
            Err(found) => {
                findings.extend(found.into_iter().filter_map(own));
                if findings.is_empty() {
                    let message = format!("the mind `{}` has mistakes: mend it first", file.mind);
                    findings.push(MindFinding::new("mind", message));
                }
                Err(findings)
            }
        }
    }
}

impl MindCompiler<'_> {
    /// Compiles a structure; `None` if it has no parts that could be evaluated.
    pub(super) fn structure(&mut self, data: &StructureData, queries: &[MemoryQuery]) -> Option<DecisionStructure> {
        match data {
            StructureData::StateMachine { initial, states } => {
                self.state_machine(*initial, states).map(DecisionStructure::StateMachine)
            }
            StructureData::BehaviourTree { root, subtrees } => {
                self.behaviour_tree(root, subtrees).map(DecisionStructure::BehaviourTree)
            }
            StructureData::Utility { combination, momentum, goal_momentum, options } => {
                let specs = self.limited(options, "structure.options", "options");
                let specs = specs.iter().enumerate().filter_map(|(index, data)| self.option(index, data, queries));
                let specs: Vec<UtilityOptionSpec> = specs.collect();
                if options.is_empty() {
                    self.report("structure.options", "there are no options: at least one is needed");
                }
                for (index, option) in options.iter().enumerate() {
                    if options.iter().take(index).any(|known| known.name == option.name) {
                        self.report(
                            format!("structure.options[{index}].name"),
                            format!("there are two options `{}`", option.name),
                        );
                    }
                }
                Some(DecisionStructure::Utility(UtilitySpec {
                    combination: *combination,
                    momentum: *momentum,
                    goal_momentum: *goal_momentum,
                    options: specs,
                }))
            }
        }
    }

    /// The parts of a list up to the limit, with a finding if there are more.
    fn limited<'d, T>(&mut self, parts: &'d [T], path: &str, what: &str) -> &'d [T] {
        if parts.len() > MAX_PARTS {
            self.report(path, format!("{} {what}: at most {MAX_PARTS} are allowed", parts.len()));
        }
        parts.get(..MAX_PARTS).unwrap_or(parts)
    }

    /// An action by name with its goal, which is named at a path of its own; `None`, with findings, if one of them does not fit.
    pub(super) fn action_use(
        &mut self,
        action: Label,
        goal: Option<(Label, &str)>,
        target: TargetChoice,
        retarget: Option<f32>,
        path: &str,
    ) -> Option<ActionUse> {
        let file = self.file;
        let index = file.actions.iter().position(|data| data.name == action);
        let Some((index, data)) = index.and_then(|index| Some((index, file.actions.get(index)?))) else {
            let help =
                suggestion(action.as_str(), file.actions.iter().map(|data| data.name.as_str())).unwrap_or_default();
            self.report(format!("{path}.action"), format!("no action is called `{action}`; {help}"));
            return None;
        };
        if data.placeholder {
            self.report(
                format!("{path}.action"),
                format!("`{action}` is a placeholder for planning and cannot be executed"),
            );
        }
        if data.target.is_none() && (target != TargetChoice::Cheapest || retarget.is_some()) {
            self.report(
                format!("{path}.action"),
                format!("`{action}` has no target to choose: remove `target` and `retarget`"),
            );
        }
        let goal = self.goal_index(goal, path)?;
        Some(ActionUse { action: index, display_name: data.display_name.unwrap_or(data.name), goal, target, retarget })
    }

    fn goal_index(&mut self, goal: Option<(Label, &str)>, path: &str) -> Option<usize> {
        let file = self.file;
        let Some((goal, named)) = goal else {
            self.report(
                path,
                "this action serves no goal: name one of the mind's goals with `goal`, here or further out",
            );
            return None;
        };
        let found = file.goals.iter().position(|known| known.name == goal);
        if found.is_none() {
            let help =
                suggestion(goal.as_str(), file.goals.iter().map(|known| known.name.as_str())).unwrap_or_default();
            self.report(named, format!("the mind has no goal `{goal}`; {help}"));
        }
        found
    }

    fn option(&mut self, index: usize, data: &UtilityOptionData, queries: &[MemoryQuery]) -> Option<UtilityOptionSpec> {
        let path = format!("structure.options[{index}]");
        let when = data.when.as_ref().map(|when| self.described(when, &format!("{path}.when")));
        self.check_curve(&data.cost_curve, &format!("{path}.cost_curve"));
        let listed = self.limited(&data.considerations, &format!("{path}.considerations"), "considerations");
        let considerations = listed.iter().enumerate().map(|(number, OptionConsideration { input, curve, weight })| {
            let path = format!("{path}.considerations[{number}]");
            let input = self.described(input, &format!("{path}.input"));
            self.check_curve(curve, &format!("{path}.curve"));
            let per_target = input.expression.any_query(&|query| depends_on_target(queries, query, queries.len()));
            OptionConsiderationSpec { input, curve: curve.clone(), weight: *weight, per_target }
        });
        let considerations = considerations.collect();
        let goal = format!("{path}.goal");
        let action = self.action_use(data.action, Some((data.goal, &goal)), TargetChoice::Cheapest, None, &path)?;
        let cost_curve = data.cost_curve.clone();
        let UtilityOptionData { name, weight, cooldown, .. } = *data;
        Some(UtilityOptionSpec { name, action, when, weight, considerations, cooldown, cost_curve })
    }

    fn state_machine(&mut self, initial: Label, states: &Entries<StateData>) -> Option<StateMachineSpec> {
        let mut found = Vec::new();
        self.collect_states(states, None, None, "structure", &mut found);
        if found.len() > MAX_STATES {
            self.report("structure.states", format!("{} states: at most {MAX_STATES} are allowed", found.len()));
            return None;
        }
        let names: Vec<Label> = found.iter().map(|state| state.name).collect();
        for (index, state) in found.iter().enumerate() {
            if names.iter().take(index).any(|known| *known == state.name) {
                self.report(
                    state.path.as_str(),
                    format!("there are two states `{}`: names are unique in the whole machine", state.name),
                );
            }
        }
        let mut specs = Vec::new();
        for (index, state) in found.iter().enumerate() {
            specs.push(self.state(index, state, &found, &names));
        }
        let top = found.iter().position(|state| state.parent.is_none() && state.name == initial);
        if top.is_none() {
            let known = states.keys();
            let help = suggestion(initial.as_str(), known).unwrap_or_else(|| "there are no states".to_owned());
            self.report("structure.initial", format!("no outermost state is called `{initial}`; {help}"));
        }
        Some(StateMachineSpec { states: specs, initial: top? })
    }

    fn collect_states<'d>(
        &mut self,
        states: &'d Entries<StateData>,
        parent: Option<usize>,
        goal: Option<(Label, String)>,
        path: &str,
        found: &mut Vec<WrittenState<'d>>,
    ) {
        let depth = std::iter::successors(parent, |outer| found.get(*outer)?.parent).count();
        if depth >= MAX_STATE_DEPTH {
            self.report(path, format!("states are more than {MAX_STATE_DEPTH} deep inside each other"));
            return;
        }
        for (name, data) in &states.0 {
            let path = format!("{path}.states[{name:?}]");
            let goal = data.goal.map(|goal| (goal, format!("{path}.goal"))).or(goal.clone());
            let index = found.len();
            found.push(WrittenState { name: label(name), path: path.clone(), parent, goal: goal.clone(), data });
            self.collect_states(&data.states, Some(index), goal, &path, found);
        }
    }

    fn state(&mut self, index: usize, state: &WrittenState, all: &[WrittenState], names: &[Label]) -> StateSpec {
        let (path, data) = (state.path.as_str(), state.data);
        let inside = |name: Label| all.iter().position(|other| other.parent == Some(index) && other.name == name);
        let initial = data.initial.and_then(inside);
        if data.states.is_empty() {
            if let Some(initial) = data.initial {
                self.report(
                    format!("{path}.initial"),
                    format!("there is no state `{initial}` inside this one: remove `initial`"),
                );
            }
        } else {
            if data.action.is_some() {
                self.report(
                    format!("{path}.action"),
                    "a state with states inside has no action of its own: move it to one of them",
                );
            }
            if initial.is_none() {
                let help =
                    suggestion(data.initial.unwrap_or_default().as_str(), data.states.keys()).unwrap_or_default();
                self.report(format!("{path}.initial"), format!("`initial` names no state inside this one; {help}"));
            }
        }
        let goal = state.goal.as_ref().map(|(goal, named)| (*goal, named.as_str()));
        let action = data.action.and_then(|action| self.action_use(action, goal, data.target, data.retarget, path));
        let transitions = self.limited(&data.transitions, &format!("{path}.transitions"), "transitions");
        let transitions = transitions.iter().enumerate().map(|(number, transition)| {
            let path = format!("{path}.transitions[{number}]");
            let to = names.iter().position(|known| *known == transition.to);
            if to.is_none() {
                let help =
                    suggestion(transition.to.as_str(), names.iter().map(|name| name.as_str())).unwrap_or_default();
                self.report(format!("{path}.to"), format!("no state is called `{}`; {help}", transition.to));
            }
            let when = transition.when.as_ref().map(|when| self.described(when, &format!("{path}.when")));
            if !(0.0..=3600.0).contains(&transition.after) {
                self.report(format!("{path}.after"), "expected a number from 0 to 3600 s");
            }
            TransitionSpec { to: to.unwrap_or_default(), when, after: transition.after, on: transition.on }
        });
        let transitions = transitions.collect();
        StateSpec { name: state.name, parent: state.parent, initial, action, transitions }
    }
}

/// A state as written, with its place.
struct WrittenState<'d> {
    name: Label,
    path: String,
    parent: Option<usize>,
    /// The goal that it serves, and where that is named.
    goal: Option<(Label, String)>,
    data: &'d StateData,
}

/// Whether the members of a query depend on the target of the running action. Queries refer only to earlier ones; `below` ends the
/// search where a mistake makes them refer to each other.
pub(super) fn depends_on_target(queries: &[MemoryQuery], query: usize, below: usize) -> bool {
    query < below
        && queries
            .get(query)
            .is_some_and(|spec| spec.depends_on_target(&|other| depends_on_target(queries, other, query)))
}
