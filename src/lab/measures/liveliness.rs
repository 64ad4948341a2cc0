//! Whether there was anything to watch: chases, chases that were lost, and hiding that worked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ObservedAgent, TickView};
use crate::protocol::{AgentId, Event, Subject};

/// SightTrack for so long together makes a chase, in seconds.
const A_CHASE: f32 = 2.0;
/// Without sight for so long, a chase is lost, in seconds.
const LOST_AFTER: f32 = 8.0;
/// A hunter who comes so near to one who hides, or had him in sight so shortly before, makes it worth hiding: metres, seconds.
const A_THREAT: (f32, f32) = (10.0, 10.0);

/// How lively a match was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Liveliness {
    /// Chases: one of those who catch had one of the others in sight for two seconds together, gaps shorter than eight
    /// seconds not counted as the end.
    pub chases: u32,
    /// Chases after which the chased one was out of sight for eight seconds, and in play.
    pub lost_chases: u32,
    /// Times somebody went into a hiding place, a hunter had seen him ten seconds before at most or came within ten metres
    /// while he was inside, and he came out on his own or was inside at the end.
    pub hidings: u32,
}

impl Liveliness {
    /// Whether all three were to be seen.
    pub fn all(&self) -> bool {
        self.chases > 0 && self.lost_chases > 0 && self.hidings > 0
    }

    /// Adds another match's numbers.
    pub fn add(&mut self, other: &Self) {
        self.chases += other.chases;
        self.lost_chases += other.lost_chases;
        self.hidings += other.hidings;
    }
}

/// Of one hunter and one of the hunted.
#[derive(Default)]
struct SightTrack {
    since: Option<u32>,
    /// Seconds in sight before `since`, in this chase.
    before: f32,
    last: u32,
    chase: bool,
}

#[derive(Default)]
pub(super) struct LivelinessTracker {
    sights: BTreeMap<(AgentId, AgentId), SightTrack>,
    /// Who is inside, and whether it was worth it.
    inside: BTreeMap<AgentId, bool>,
    seen: Liveliness,
}

impl LivelinessTracker {
    pub fn look(&mut self, moment: &TickView<'_>) {
        for entry in moment.news {
            self.hear(&entry.event, moment);
        }
        for sight in self.sights.values_mut() {
            let held = sight.before + sight.since.map_or(0.0, |since| moment.seconds(since, moment.tick));
            if held >= A_CHASE && !sight.chase {
                sight.chase = true;
                self.seen.chases += 1;
            }
            if sight.since.is_none() && moment.seconds(sight.last, moment.tick) >= LOST_AFTER {
                self.seen.lost_chases += u32::from(sight.chase);
                *sight = SightTrack { last: sight.last, ..SightTrack::default() };
                // Counted once: an empty sight is no chase until there is sight again.
                sight.chase = false;
            }
        }
        for (hider, worth) in &mut self.inside {
            *worth = *worth || moment.agent(*hider).is_some_and(|hider| is_near(moment, hider));
        }
    }

    fn hear(&mut self, event: &Event, moment: &TickView<'_>) {
        let catches = |agent: AgentId| moment.agent(agent).is_some_and(|seen| seen.catches);
        match event {
            Event::Sighted { by, subject: Subject::Agent(other), .. } if catches(*by) && !catches(*other) => {
                let sight = self.sights.entry((*by, *other)).or_default();
                sight.since = sight.since.or(Some(moment.tick));
            }
            Event::Lost { by, subject: Subject::Agent(other), .. } => {
                if let Some(sight) = self.sights.get_mut(&(*by, *other)) {
                    let held = sight.since.take().map_or(0.0, |since| moment.seconds(since, moment.tick));
                    sight.before += held;
                    sight.last = moment.tick;
                }
            }
            Event::Hid { agent, inside: true, .. } => {
                let pursued = self.sights.iter().any(|((_, other), sight)| {
                    other == agent
                        && (sight.since.is_some()
                            || sight.last > 0 && moment.seconds(sight.last, moment.tick) <= A_THREAT.1)
                });
                self.inside.insert(*agent, pursued);
            }
            Event::Hid { agent, inside: false, .. } => {
                // Who is pulled out is caught in the same tick, and out of play when it is looked at.
                let free = moment.agent(*agent).is_some_and(|seen| seen.in_play);
                if self.inside.remove(agent).unwrap_or(false) && free {
                    self.seen.hidings += 1;
                }
            }
            Event::Caught { agent, .. } | Event::Escaped { agent, .. } => {
                self.sights.retain(|(_, other), _| other != agent);
                self.inside.remove(agent);
            }
            _ => {}
        }
    }

    pub fn finish(self) -> Liveliness {
        let still_inside = self.inside.values().filter(|worth| **worth).count() as u32;
        Liveliness { hidings: self.seen.hidings + still_inside, ..self.seen }
    }
}

fn is_near(moment: &TickView<'_>, hider: &ObservedAgent<'_>) -> bool {
    let hunters = moment.agents.iter().filter(|seen| seen.catches && seen.in_play);
    hunters.map(|seen| seen.body.place.distance(hider.body.place)).any(|metres| metres <= A_THREAT.0)
}
