//! Which of the actions in the minds' files were used.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::{ObservedAgent, TickView, sum_of_fields};

/// For every action of every mind that played, by side and name (`"side/action"`): 1 if an agent started it, or planned with it
/// if it is a placeholder; else 0. Summed over matches: in how many it was used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Usage(pub BTreeMap<String, u32>);

sum_of_fields! { Usage { 0 } }

#[derive(Default)]
pub(super) struct UsageTracker {
    /// By side and mind: the name of each action, whether it is a placeholder, and whether it was used.
    minds: BTreeMap<(Label, Label), Vec<(Label, bool, bool)>>,
    /// How many agents were seen in the last tick.
    agents: usize,
}

impl UsageTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        // Minds whose agents never do anything count too.
        if view.agents.len() != self.agents {
            self.agents = view.agents.len();
            view.agents.iter().for_each(|agent| self.note(agent));
        }
        view.decided().for_each(|agent| self.note(agent));
    }

    fn note(&mut self, agent: &ObservedAgent<'_>) {
        let brain = &agent.mind.brain;
        let actions = self.minds.entry((agent.side, brain.name)).or_insert_with(|| {
            brain.actions.iter().map(|spec| (spec.data.name, spec.data.placeholder, false)).collect()
        });
        if let Some(active) = agent.executer.active()
            && let Some((_, _, used)) = actions.get_mut(active.action)
        {
            *used = true;
        }
        for step in agent.executer.remaining() {
            if let Some((_, true, used)) = actions.get_mut(step.action) {
                *used = true;
            }
        }
    }

    pub fn finish(self) -> Usage {
        let mut usage = Usage::default();
        for ((side, _), actions) in self.minds {
            for (name, _, used) in actions {
                // An action of several minds of a side counts once.
                let times = usage.0.entry(format!("{side}/{name}")).or_default();
                *times = (*times).max(u32::from(used));
            }
        }
        usage
    }
}
