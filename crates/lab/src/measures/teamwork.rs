//! Teamwork of attackers: whether they spread out, and whether they check what another has just checked.

use std::collections::BTreeMap;

use quarry_minds::protocol::{ActionOutcome, AgentId, MatchEvent, Subject};
use serde::{Deserialize, Serialize};

use super::{ObservedAgent, TickView, sum_of_fields};

/// Two attackers nearer than this with no opponent in sight trail each other, in metres.
const TRAILING: f32 = 6.0;
/// Pairs are not measured in larger teams, where their number grows with the square.
const MAX_TEAM: usize = 16;
/// A check of the same thing by another attacker within this time counts as redundant, in seconds.
const DOUBLED_SECONDS: f32 = 30.0;

/// The teamwork of attackers; all 0 for one attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Teamwork {
    /// Seconds with two attackers in play, summed over pairs.
    pub seconds: f64,
    /// Their distance, summed over those seconds: metres times seconds.
    pub metre_seconds: f64,
    /// The seconds in which neither attacker of the pair had an opponent in sight.
    pub free_seconds: f64,
    /// The free seconds in which the pair was nearer than six metres.
    pub trailing_seconds: f64,
    /// How often an attacker checked a hiding place or another thing.
    pub checks: u32,
    /// The checks of things that another attacker had checked within the 30 seconds before.
    pub doubled_checks: u32,
}

sum_of_fields! {
    Teamwork { seconds, metre_seconds, free_seconds, trailing_seconds, checks, doubled_checks }
}

impl Teamwork {
    /// The mean distance between two attackers, in metres; `None` for one attacker.
    pub fn apart(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.metre_seconds / self.seconds)
    }

    /// The share of the free seconds in which a pair trailed each other, 0 to 1; `None` without free seconds.
    pub fn trailing(&self) -> Option<f64> {
        (self.free_seconds > 0.0).then(|| self.trailing_seconds / self.free_seconds)
    }
}

#[derive(Default)]
pub(super) struct TeamworkTracker {
    in_sight: BTreeMap<AgentId, Vec<AgentId>>,
    checked: BTreeMap<Subject, (AgentId, u32)>,
    seen: Teamwork,
}

impl TeamworkTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        for entry in view.events {
            self.on_event(&entry.event, view);
        }
        let attackers: Vec<&ObservedAgent<'_>> =
            view.agents.iter().filter(|seen| seen.attacks && seen.in_play).collect();
        if attackers.len() > MAX_TEAM {
            return;
        }
        let dt = 1.0 / f64::from(view.rate.max(1));
        let free = |seen: &ObservedAgent<'_>| self.in_sight.get(&seen.id).is_none_or(Vec::is_empty);
        for (index, one) in attackers.iter().enumerate() {
            for other in attackers.iter().skip(index + 1) {
                let (Some(body), Some(of_other)) = (one.body, other.body) else { continue };
                let apart = body.place.distance(of_other.place);
                self.seen.seconds += dt;
                self.seen.metre_seconds += f64::from(apart) * dt;
                if free(one) && free(other) {
                    self.seen.free_seconds += dt;
                    self.seen.trailing_seconds += if apart < TRAILING { dt } else { 0.0 };
                }
            }
        }
    }

    fn on_event(&mut self, event: &MatchEvent, view: &TickView<'_>) {
        match event {
            MatchEvent::Sighted { by, subject: Subject::Agent(other), .. } => {
                let known = self.in_sight.entry(*by).or_default();
                if !known.contains(other) {
                    known.push(*other);
                }
            }
            MatchEvent::Lost { by, subject: Subject::Agent(other), .. } => {
                self.in_sight.entry(*by).or_default().retain(|known| known != other);
            }
            MatchEvent::Left { agent, .. } | MatchEvent::Entered { agent, .. } => {
                self.in_sight.remove(agent);
                self.in_sight.values_mut().for_each(|known| known.retain(|other| other != agent));
            }
            MatchEvent::ActionEnded {
                agent,
                target: Some(target @ Subject::Thing(_)),
                outcome: ActionOutcome::Succeeded,
                ..
            } if view.agent(*agent).is_some_and(|seen| seen.attacks) => {
                self.seen.checks += 1;
                if let Some((by, tick)) = self.checked.insert(*target, (*agent, view.tick)) {
                    let again = by != *agent && view.seconds(tick, view.tick) <= DOUBLED_SECONDS;
                    self.seen.doubled_checks += u32::from(again);
                }
            }
            _ => {}
        }
    }

    pub fn finish(self) -> Teamwork {
        self.seen
    }
}
