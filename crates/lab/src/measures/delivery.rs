//! Promised against delivered: how often the effects of an action held when it ended.

use std::collections::BTreeMap;

use quarry_minds::ActionAccount;
use quarry_minds::protocol::{AgentId, Label};
use serde::{Deserialize, Serialize};

use super::{Sum, TickView, sum_of_fields};

/// What became of one action, summed over the agents of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionDelivery {
    /// How often it was chosen and has ended.
    pub chosen: u32,
    /// How often its effects held then.
    pub kept: u32,
    /// How often it was broken off for something else, and its effects did not hold.
    pub broken_off: u32,
    /// Whether the mind's file calls it an attempt or its effects uncertain.
    pub attempt: bool,
}

impl ActionDelivery {
    /// The share of the times it was chosen in which its effects held, 0 to 1; `None` if it never was.
    pub fn share(&self) -> Option<f64> {
        (self.chosen > 0).then(|| f64::from(self.kept) / f64::from(self.chosen))
    }
}

/// The delivery of every action that was chosen, by side and name (`"side/action"`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deliveries(pub BTreeMap<String, ActionDelivery>);

sum_of_fields! {
    Deliveries { 0 }
    ActionDelivery { chosen, kept, broken_off, attempt }
}

/// The accounts of one agent that have been counted.
#[derive(Default)]
struct AccountTrack {
    ended: u32,
    of: Vec<ActionAccount>,
}

#[derive(Default)]
pub(super) struct DeliveryTracker {
    tracks: BTreeMap<AgentId, AccountTrack>,
    sums: BTreeMap<(Label, Label), ActionDelivery>,
}

impl DeliveryTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        for agent in view.decided() {
            let accounts = &agent.trace.accounts;
            let track = self.tracks.entry(agent.id).or_default();
            if accounts.ended == track.ended {
                continue;
            }
            if accounts.ended < track.ended {
                // An agent that begins again, or whose brain is exchanged, counts from nothing again.
                *track = AccountTrack::default();
            }
            for (index, (account, spec)) in accounts.all().iter().zip(&agent.mind.brain.actions).enumerate() {
                let before = track.of.get(index).copied().unwrap_or_default();
                if *account == before {
                    continue;
                }
                let delivery = self.sums.entry((agent.side, spec.data.name)).or_default();
                delivery.add(&ActionDelivery {
                    chosen: account.ended.saturating_sub(before.ended),
                    kept: account.kept.saturating_sub(before.kept),
                    broken_off: account.broken_off.saturating_sub(before.broken_off),
                    attempt: spec.data.often_fails || spec.data.uncertain_effects,
                });
            }
            *track = AccountTrack { ended: accounts.ended, of: accounts.all().to_vec() };
        }
    }

    pub fn finish(self) -> Deliveries {
        let sums = self.sums.into_iter();
        Deliveries(sums.map(|((side, action), delivery)| (format!("{side}/{action}"), delivery)).collect())
    }
}
