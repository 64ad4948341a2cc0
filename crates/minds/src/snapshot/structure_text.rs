//! The decision structure of a snapshot as text.

use std::fmt::{self, Write};

use super::{
    SubjectNames,
    structure::{BehaviourTreeSnapshot, OptionSnapshot, StateMachineSnapshot, StructureSnapshot, UtilitySnapshot},
};
use crate::{structure::NodeResult, text::readable};

impl StructureSnapshot {
    pub(super) fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        match self {
            Self::StateMachine(machine) => machine.write(out),
            Self::BehaviourTree(tree) => tree.write(out),
            Self::Utility(table) => table.write(out, names),
        }
    }
}

impl StateMachineSnapshot {
    fn write(&self, out: &mut String) -> fmt::Result {
        let name = |state: usize| self.states.get(state).map_or_else(String::new, |state| readable(state.name));
        writeln!(out, "state machine:")?;
        if let Some(last) = &self.last {
            let test = self.states.get(last.owner).and_then(|state| state.transitions.get(last.index));
            let test = test.map_or("", |transition| transition.test.as_str());
            writeln!(out, "  {:.1} s ago from {} to {}: {test}", last.ago, name(last.from), name(last.to))?;
        }
        for state in &self.states {
            let indent = "  ".repeat(state.depth + 1);
            let action = state.action.map_or_else(String::new, |action| format!(": {}", readable(action)));
            match state.active {
                Some(seconds) => writeln!(out, "{indent}[{}]{action}, for {seconds:.1} s", readable(state.name))?,
                None => writeln!(out, "{indent}{}{action}", readable(state.name))?,
            }
            for transition in state.transitions.iter().filter(|_| state.active.is_some()) {
                let holds = match transition.holds {
                    Some(true) => " (holds)",
                    Some(false) => " (does not hold)",
                    None => "",
                };
                writeln!(out, "{indent}  to {} {}{holds}", name(transition.to), transition.test)?;
            }
        }
        Ok(())
    }
}

impl BehaviourTreeSnapshot {
    fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "behaviour tree:")?;
        for node in &self.nodes {
            let indent = "  ".repeat(node.depth + 1);
            let mark = if node.active { "> " } else { "" };
            match node.result {
                Some(result) => {
                    let result = result.describe();
                    writeln!(out, "{indent}{mark}{}: {result} {:.1} s ago", node.label, node.ago)?;
                }
                None => writeln!(out, "{indent}{mark}{}", node.label)?,
            }
        }
        Ok(())
    }
}

impl NodeResult {
    /// The result as text.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Success => "succeeded",
            Self::Failure => "failed",
            Self::Running => "running",
        }
    }
}

impl UtilitySnapshot {
    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        writeln!(out, "utility table ({}, momentum {}):", self.combination, self.momentum)?;
        self.options.iter().try_for_each(|option| option.write(out, names))
    }
}

impl OptionSnapshot {
    fn write(&self, out: &mut String, names: SubjectNames) -> fmt::Result {
        let mark = if self.active { "> " } else { "" };
        let target = self.target.map_or_else(String::new, |target| format!(" {}", names(target)));
        write!(out, "  {mark}{}{target}: ", readable(self.name))?;
        match self.unavailable {
            Some(why) => writeln!(out, "{why}")?,
            None => writeln!(out, "{:.3}{}", self.score, if self.has_momentum { ", with momentum" } else { "" })?,
        }
        if self.unavailable.is_some() || self.considerations.is_empty() {
            return Ok(());
        }
        write!(out, "    weight {}", self.weight)?;
        for consideration in &self.considerations {
            match consideration.evaluated {
                Some((value, factor)) => {
                    let value = consideration.describe_value(value);
                    write!(out, "; {factor:.2} [{} = {value}]", consideration.input)?;
                }
                None => write!(out, "; ? [{}]", consideration.input)?,
            }
        }
        writeln!(out)
    }
}
