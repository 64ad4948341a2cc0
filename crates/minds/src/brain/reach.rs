//! Which goals of a mind no plan can reach, and what is missing.

use std::collections::BTreeSet;

use quarry_goap::{FactStart, UnreachableGoal};

use super::{Brain, FactSource, MindFinding};
use crate::protocol::Label;

/// A goal that no plan can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfReach {
    /// The goal.
    pub goal: Label,
    /// Its place in the file: its index among the goals.
    pub index: usize,
    /// What is missing, as a sentence.
    pub why: String,
}

impl OutOfReach {
    /// As a finding about the mind.
    pub fn finding(&self) -> MindFinding {
        let message = format!("no plan reaches the goal `{}`: {}", self.goal, self.why);
        MindFinding::new(format!("goals[{}].name", self.index), message)
    }
}

impl Brain {
    /// The goals that no plan can reach while some actions are switched off, in the order of the file. Facts read from memory may
    /// have any value, so a goal is listed only if no usable action brings about what it asks for. A goal whose base relevance is 0 is
    /// never pursued, and is not listed.
    pub fn out_of_reach(&self, disabled: &BTreeSet<Label>) -> Vec<OutOfReach> {
        let start = |fact: quarry_goap::FactId| match self.facts.get(fact.index()) {
            Some(FactSource::Constant(_)) | None => FactStart::Default,
            Some(_) => FactStart::Any,
        };
        let enabled = |action: quarry_goap::ActionId| {
            self.actions.get(action.index()).is_none_or(|spec| !disabled.contains(&spec.data.name))
        };
        let found = self.domain.unreachable_goals(&start, &enabled);
        found.iter().filter_map(|one| self.explain_out_of_reach(one)).collect()
    }

    fn explain_out_of_reach(&self, unreachable: &UnreachableGoal) -> Option<OutOfReach> {
        let index = unreachable.goal.index();
        let data = &self.goals.get(index)?.data;
        if data.base_relevance <= 0.0 {
            return None;
        }
        let goal = data.name;
        let missing: Vec<String> = unreachable
            .missing
            .iter()
            .map(|missing| {
                let fact = self.fact_names.get(missing.fact.index()).copied().unwrap_or_default();
                let condition = format!("`{fact}` {}", missing.condition);
                let off: Vec<String> = missing
                    .disabled
                    .iter()
                    .filter_map(|action| Some(format!("`{}`", self.actions.get(action.index())?.data.name)))
                    .collect();
                match off.len() {
                    0 => format!("no action brings about {}", condition.trim()),
                    1 => format!("only {} brings about {}, and it is switched off", off.join(""), condition.trim()),
                    _ => format!(
                        "only {} bring about {}, and they are switched off",
                        off.join(" and "),
                        condition.trim()
                    ),
                }
            })
            .collect();
        Some(OutOfReach { goal, index, why: missing.join("; ") })
    }
}
