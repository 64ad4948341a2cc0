//! What several hunters did together: whether they spread out, and whether they looked where another had just looked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ObservedAgent, TickView};
use crate::protocol::{ActionOutcome, AgentId, Event, Subject};

/// Nearer to each other than this without anybody in sight, one trails the other, in metres.
const TRAILING: f32 = 6.0;
/// A larger team is a crowd, of which no pairs are watched.
const A_TEAM: usize = 16;
/// Looked into again by another within so many seconds, the second look was wasted.
const AGAIN: f32 = 30.0;

/// How the members of a team of hunters worked together; all 0 for one hunter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Teamwork {
    /// Seconds for which two hunters were in play, summed over pairs.
    pub seconds: f64,
    /// Their distance, summed over those seconds: metres times seconds.
    pub metre_seconds: f64,
    /// Of those seconds, how many no hunter of the pair had somebody in sight.
    pub free_seconds: f64,
    /// Of the free seconds, how many they were nearer than six metres to each other.
    pub trailing_seconds: f64,
    /// How often a hiding place or another thing was looked into.
    pub checks: u32,
    /// Of those, how many had been looked into by another hunter in the thirty seconds before.
    pub doubled_checks: u32,
}

impl Teamwork {
    /// Adds another match's numbers.
    pub fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        self.metre_seconds += other.metre_seconds;
        self.free_seconds += other.free_seconds;
        self.trailing_seconds += other.trailing_seconds;
        self.checks += other.checks;
        self.doubled_checks += other.doubled_checks;
    }

    /// The mean distance between two hunters, in metres; `None` for one hunter.
    pub fn apart(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.metre_seconds / self.seconds)
    }

    /// The share of the free seconds in which one trailed the other, 0 to 1.
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
    pub fn look(&mut self, moment: &TickView<'_>) {
        for entry in moment.news {
            self.hear(&entry.event, moment);
        }
        let hunters: Vec<&ObservedAgent<'_>> =
            moment.agents.iter().filter(|seen| seen.catches && seen.in_play).collect();
        if hunters.len() > A_TEAM {
            return;
        }
        let dt = 1.0 / f64::from(moment.rate.max(1));
        let free = |seen: &ObservedAgent<'_>| self.in_sight.get(&seen.id).is_none_or(Vec::is_empty);
        for (index, one) in hunters.iter().enumerate() {
            for other in hunters.iter().skip(index + 1) {
                let apart = one.body.place.distance(other.body.place);
                self.seen.seconds += dt;
                self.seen.metre_seconds += f64::from(apart) * dt;
                if free(one) && free(other) {
                    self.seen.free_seconds += dt;
                    self.seen.trailing_seconds += if apart < TRAILING { dt } else { 0.0 };
                }
            }
        }
    }

    fn hear(&mut self, event: &Event, moment: &TickView<'_>) {
        match event {
            Event::Sighted { by, subject: Subject::Agent(other), .. } => {
                let known = self.in_sight.entry(*by).or_default();
                if !known.contains(other) {
                    known.push(*other);
                }
            }
            Event::Lost { by, subject: Subject::Agent(other), .. } => {
                self.in_sight.entry(*by).or_default().retain(|known| known != other);
            }
            Event::Caught { agent, .. } | Event::Escaped { agent, .. } => {
                self.in_sight.values_mut().for_each(|known| known.retain(|other| other != agent));
            }
            Event::ActionEnded {
                agent,
                target: Some(target @ Subject::Thing(_)),
                outcome: ActionOutcome::Succeeded,
                ..
            } if moment.agent(*agent).is_some_and(|seen| seen.catches) => {
                self.seen.checks += 1;
                if let Some((by, tick)) = self.checked.insert(*target, (*agent, moment.tick)) {
                    let again = by != *agent && moment.seconds(tick, moment.tick) <= AGAIN;
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
