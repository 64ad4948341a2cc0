//! Sequences of actions: how often agents begin another action or goal, and which action follows which.

use std::collections::BTreeMap;

use quarry_minds::protocol::{AgentId, Label, MatchEvent};
use serde::{Deserialize, Serialize};

use super::{TickView, sum_of_fields};

/// The sequences of each side, by its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sequences(pub BTreeMap<Label, SideSequences>);

/// The sequences of the agents of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SideSequences {
    /// The sum over its agents of the seconds in play.
    pub agent_seconds: f64,
    /// How often an agent went over to another goal.
    pub goal_switches: u32,
    /// How often an agent began an action.
    pub actions: u32,
    /// How often one action followed another: `"first>second"`.
    pub bigrams: BTreeMap<String, u32>,
}

sum_of_fields! {
    Sequences { 0 }
    SideSequences { agent_seconds, goal_switches, actions, bigrams }
}

impl SideSequences {
    /// A count per agent and minute.
    pub fn per_minute(&self, count: u32) -> f64 {
        f64::from(count) * 60.0 / self.agent_seconds.max(1.0)
    }

    /// The entropy of the pairs of successive actions, in bits (Shannon, 1948): 0 if the same pair comes again and again, and the
    /// logarithm of their number if all pairs are equally frequent.
    pub fn entropy(&self) -> f64 {
        let all: f64 = self.bigrams.values().map(|times| f64::from(*times)).sum();
        let share = |times: &u32| f64::from(*times) / all.max(1.0);
        self.bigrams.values().map(share).filter(|share| *share > 0.0).map(|share| -share * share.log2()).sum()
    }
}

/// What is known of one agent.
#[derive(Default)]
struct SequenceTrack {
    goal: Option<Label>,
    action: Option<Label>,
}

#[derive(Default)]
pub(super) struct SequenceTracker {
    tracks: BTreeMap<AgentId, SequenceTrack>,
    found: Sequences,
}

impl SequenceTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        for agent in view.agents.iter().filter(|agent| agent.in_play) {
            self.found.0.entry(agent.side).or_default().agent_seconds += 1.0 / f64::from(view.rate.max(1));
        }
        for entry in view.events {
            match entry.event {
                MatchEvent::GoalChosen { agent, goal, .. } => {
                    let Some(side) = view.agent(agent).map(|seen| seen.side) else { continue };
                    let before = self.tracks.entry(agent).or_default().goal.replace(goal);
                    self.found.0.entry(side).or_default().goal_switches +=
                        u32::from(before.is_some_and(|before| before != goal));
                }
                MatchEvent::ActionStarted { agent, action, .. } => {
                    let Some(side) = view.agent(agent).map(|seen| seen.side) else { continue };
                    let before = self.tracks.entry(agent).or_default().action.replace(action);
                    let sequences = self.found.0.entry(side).or_default();
                    sequences.actions += 1;
                    if let Some(before) = before {
                        *sequences.bigrams.entry(format!("{before}>{action}")).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }

    pub fn finish(mut self) -> Sequences {
        for sequences in self.found.0.values_mut() {
            sequences.agent_seconds = (sequences.agent_seconds * 10.0).round() / 10.0;
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_the_number_of_bits_of_a_pair() {
        let of = |counts: &[u32]| {
            let bigrams = counts.iter().enumerate().map(|(index, times)| (format!("a>{index}"), *times)).collect();
            SideSequences { bigrams, ..SideSequences::default() }.entropy()
        };
        assert!((of(&[5, 5, 5, 5]) - 2.0).abs() < 1e-9);
        assert!((of(&[9]) - 0.0).abs() < 1e-9);
        assert!((of(&[1, 3]) - 0.811_278).abs() < 1e-5);
        assert!(of(&[]).abs() < 1e-9);
    }
}
