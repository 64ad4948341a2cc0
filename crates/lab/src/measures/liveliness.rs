//! Liveliness: chases, lost chases and successful hidings.

use std::collections::BTreeMap;

use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent, Subject};
use serde::{Deserialize, Serialize};

use super::{ObservedAgent, TickView, sum_of_fields};

/// Sight for this long in total makes a chase, in seconds.
const CHASE_SECONDS: f32 = 2.0;
/// A chase is lost after this long without sight, in seconds.
const LOST_AFTER: f32 = 8.0;
/// A hiding agent is threatened by an attacker within this distance, in metres, or that had it in sight within this time, in
/// seconds.
const THREAT: (f32, f32) = (10.0, 10.0);

/// The liveliness of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Liveliness {
    /// Chases: an attacker had an opponent in sight for two seconds in total; gaps shorter than eight seconds do not end a chase.
    pub chases: u32,
    /// Chases after which the opponent was out of sight for eight seconds and still in play.
    pub lost_chases: u32,
    /// Successful hidings: an agent entered a hiding place; an attacker had seen it within the ten seconds before, or came within
    /// ten metres while it was inside; and it came out by itself or was inside at the end.
    pub hidings: u32,
}

sum_of_fields! {
    Liveliness { chases, lost_chases, hidings }
}

impl Liveliness {
    /// Whether all three occurred.
    pub fn all(&self) -> bool {
        self.chases > 0 && self.lost_chases > 0 && self.hidings > 0
    }
}

/// One attacker's sight of one opponent.
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
    /// The hidden agents, and whether each has been threatened.
    inside: BTreeMap<AgentId, bool>,
    seen: Liveliness,
}

impl LivelinessTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        for entry in view.events {
            self.on_event(&entry.event, view);
        }
        for sight in self.sights.values_mut() {
            let held = sight.before + sight.since.map_or(0.0, |since| view.seconds(since, view.tick));
            if held >= CHASE_SECONDS && !sight.chase {
                sight.chase = true;
                self.seen.chases += 1;
            }
            if sight.since.is_none() && view.seconds(sight.last, view.tick) >= LOST_AFTER {
                self.seen.lost_chases += u32::from(sight.chase);
                *sight = SightTrack { last: sight.last, ..SightTrack::default() };
            }
        }
        let remembered = LOST_AFTER.max(THREAT.1);
        self.sights.retain(|_, sight| sight.since.is_some() || view.seconds(sight.last, view.tick) <= remembered);
        for (hider, threatened) in &mut self.inside {
            *threatened = *threatened || view.agent(*hider).is_some_and(|hider| is_near(view, hider));
        }
    }

    fn on_event(&mut self, event: &MatchEvent, view: &TickView<'_>) {
        let attacks = |agent: AgentId| view.agent(agent).is_some_and(|seen| seen.attacks);
        match event {
            MatchEvent::Sighted { by, subject: Subject::Agent(other), .. } if attacks(*by) && !attacks(*other) => {
                let sight = self.sights.entry((*by, *other)).or_default();
                sight.since = sight.since.or(Some(view.tick));
            }
            MatchEvent::Lost { by, subject: Subject::Agent(other), .. } => {
                if let Some(sight) = self.sights.get_mut(&(*by, *other)) {
                    let held = sight.since.take().map_or(0.0, |since| view.seconds(since, view.tick));
                    sight.before += held;
                    sight.last = view.tick;
                }
            }
            MatchEvent::Hid { agent, inside: true, .. } => {
                let pursued = self.sights.iter().any(|((_, other), sight)| {
                    other == agent
                        && (sight.since.is_some() || sight.last > 0 && view.seconds(sight.last, view.tick) <= THREAT.1)
                });
                self.inside.insert(*agent, pursued);
            }
            MatchEvent::Hid { agent, inside: false, .. } => {
                let free =
                    view.agent(*agent).is_some_and(|seen| seen.in_play) && comes_out_by_itself(view.events, *agent);
                if self.inside.remove(agent).unwrap_or(false) && free {
                    self.seen.hidings += 1;
                }
            }
            // An agent that has left, or begins again, neither sees nor is seen.
            MatchEvent::Left { agent, .. } | MatchEvent::Entered { agent, .. } => {
                self.sights.retain(|(by, other), _| by != agent && other != agent);
                self.inside.remove(agent);
            }
            _ => {}
        }
    }

    pub fn finish(self) -> Liveliness {
        let still_inside = self.inside.values().filter(|threatened| **threatened).count() as u32;
        Liveliness { hidings: self.seen.hidings + still_inside, ..self.seen }
    }
}

/// Whether an agent comes out of a hiding place by itself: in the tick in which it is pulled out, another agent does something to it.
fn comes_out_by_itself(events: &[LogEntry], agent: AgentId) -> bool {
    !events.iter().any(|entry| match entry.event {
        MatchEvent::Game(done) => done.agent == Some(agent) && done.by.is_some_and(|by| by != agent),
        _ => false,
    })
}

fn is_near(view: &TickView<'_>, hider: &ObservedAgent<'_>) -> bool {
    let attackers = view.agents.iter().filter(|seen| seen.attacks && seen.in_play);
    let Some(place) = hider.body.map(|body| body.place) else { return false };
    attackers.filter_map(|seen| seen.body).any(|body| body.place.distance(place) <= THREAT.0)
}

#[cfg(test)]
mod tests {
    use quarry_minds::protocol::{GameEvent, ThingId};

    use super::*;

    #[test]
    fn to_be_pulled_out_is_no_successful_hiding() {
        let [hider, attacker, mate] = [0, 1, 2].map(AgentId);
        let entry = |event| LogEntry { tick: 9, event };
        let out = entry(MatchEvent::Hid { agent: hider, place: ThingId(4), inside: false });
        let wound = |agent| {
            entry(MatchEvent::Game(GameEvent { agent: Some(agent), by: Some(attacker), ..GameEvent::default() }))
        };
        assert!(comes_out_by_itself(std::slice::from_ref(&out), hider));
        assert!(!comes_out_by_itself(&[out.clone(), wound(hider)], hider));
        assert!(comes_out_by_itself(&[out, wound(mate)], hider));
    }
}
