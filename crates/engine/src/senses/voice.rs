//! Voices: an agent's report reaches the team-mates within earshot, and announcements reach everybody. Orders: `orders.rs`.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{
    AgentId, Blackboard, EventLog, FailReason, Label, MatchEvent, Percept, PerceptSource, Percepts, Roster, Side,
    SimulationClock, Status, Subject, Utterance,
};

use super::{
    acoustics::SoundParams,
    acquaintances::{Acquaintances, kind_of},
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    hearing::is_within_earshot,
    setup::{AgentSenses, PerceptionSettings},
    things::ThingWatch,
    words::PerceptNames,
};
use crate::world::{MatchRules, OutOfPlay, SiteService, ThingState, Things};

/// The number of facts that an agent remembers as told, so that only news is logged.
const LOGGED: usize = 64;
/// The position error of an announcement without a place, in metres.
const ANYWHERE: f32 = 1000.0;

/// What an agent has said and has been told.
#[derive(Component, Clone, Debug, Default)]
pub struct SpeechState {
    spoke: Option<u32>,
    told: Vec<(Subject, Label, Label)>,
}

impl SpeechState {
    /// Whether a told percept is news to this agent. Records it.
    fn is_news(&mut self, percept: &Percept) -> bool {
        let told = (percept.subject, percept.kind, percept.state);
        if self.told.contains(&told) {
            return false;
        }
        let about = |known: &(Subject, Label, Label)| known.0 == told.0 && known.1 == told.1;
        if let Some(known) = self.told.iter_mut().find(|known| about(known)) {
            *known = told;
        } else {
            if self.told.len() >= LOGGED {
                self.told.remove(0);
            }
            self.told.push(told);
        }
        true
    }
}

type Speaker = (&'static AgentSenses, Option<&'static Utterance>, &'static mut Blackboard, &'static mut SpeechState);

/// Translates the kinds of agents in reports: speaker and listener may know the same agent as different kinds.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct KindTranslator<'w, 's> {
    rules: Res<'w, MatchRules>,
    roster: Res<'w, Roster>,
    sides: Query<'w, 's, &'static Side>,
    known: Query<'w, 's, &'static Acquaintances>,
}

impl KindTranslator<'_, '_> {
    /// The kind of a told percept for the listener.
    fn translate(&self, percept: &Percept, speaker: &AgentSnapshot, hearer: &AgentSnapshot) -> Label {
        let (theirs, own) = (self.known.get(speaker.entity).ok(), self.known.get(hearer.entity).ok());
        let (Subject::Agent(agent), false) = (percept.subject, theirs.is_none() && own.is_none()) else {
            return percept.kind;
        };
        let Some(side) = self.roster.entity(agent).and_then(|entity| self.sides.get(entity).ok()) else {
            return percept.kind;
        };
        let kind = |side_of, known| kind_of(&self.rules.0, known, side_of, (agent, side.0));
        if percept.kind == kind(speaker.side, theirs) { kind(hearer.side, own) } else { percept.kind }
    }
}

/// Delivers the reports of speaking agents to the team-mates within earshot.
pub(super) fn deliver_reports(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    sound: SoundParams,
    translator: KindTranslator,
    snapshots: Res<AgentSnapshots>,
    mut log: ResMut<EventLog>,
    mut near: Local<Vec<u32>>,
    mut said: Local<Vec<Percept>>,
    words: Res<PerceptNames>,
    mut speakers: Query<Speaker>,
    mut listeners: Query<(&mut Percepts, &mut ThingWatch)>,
) {
    let all = snapshots.all();
    for speaker in all {
        let Ok((kit, utterance, mut board, mut talk)) = speakers.get_mut(speaker.entity) else { continue };
        if board.say.active().is_none() {
            continue;
        }
        let voice = kit.0.voice;
        let rest = clock.ticks(voice.interval);
        if talk.spoke.is_some_and(|spoke| clock.tick.saturating_sub(spoke) < rest) {
            board.say.report(Status::Failed(FailReason::NotReady));
            continue;
        }
        talk.spoke = Some(clock.tick);
        board.say.report(Status::Done);
        said.clear();
        said.extend(utterance.iter().flat_map(|words| &words.0).map(|known| Percept {
            confidence: known.confidence * voice.confidence_factor,
            source: PerceptSource::Told,
            teller: Some(speaker.agent),
            age: known.age + clock.dt(),
            ..*known
        }));
        let team = |hearer: &AgentSnapshot| hearer.side == speaker.side && hearer.agent != speaker.agent;
        snapshots.near(speaker.place, voice.range, &mut near, team);
        snapshots.keep_nearest(speaker.place, settings.0.max_listeners as usize, &mut near);
        for hearer in near.iter().filter_map(|&row| all.get(row as usize)) {
            let Ok((mut percepts, mut watch)) = listeners.get_mut(hearer.entity) else { continue };
            let Ok((kit, _, _, mut talk)) = speakers.get_mut(hearer.entity) else { continue };
            if !is_within_earshot(&sound, speaker, hearer, voice.range, &kit.0.hearing) {
                continue;
            }
            for percept in said.iter().filter(|percept| percept.subject != Subject::Agent(hearer.agent)) {
                let percept = &Percept { kind: translator.translate(percept, speaker, hearer), ..*percept };
                percepts.0.push(*percept);
                watch.hear_of(percept, words.lying, &clock);
                if talk.is_news(percept) {
                    let (by, to) = (speaker.agent, hearer.agent);
                    let (kind, subject) = (percept.kind, percept.subject);
                    log.push(clock.tick, MatchEvent::Told { by, to, kind, subject });
                }
            }
        }
    }
}

/// Announces to everybody which agents left play in the last tick, and how, without their positions.
pub(super) fn announce_departures(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    snapshots: Res<AgentSnapshots>,
    mut fresh: Local<Vec<(AgentId, Label, Label)>>,
    gone: Query<(&AgentId, &Side, &OutOfPlay)>,
    mut listeners: Query<(&mut Percepts, Option<&Acquaintances>)>,
) {
    fresh.clear();
    if !rules.0.departures_announced {
        return;
    }
    for (agent, side, gone) in &gone {
        if gone.tick + 1 == clock.tick {
            fresh.push((*agent, side.0, gone.departure.how));
        }
    }
    if fresh.is_empty() {
        return;
    }
    fresh.sort_unstable_by_key(|(agent, ..)| *agent);
    for listener in snapshots.all() {
        let Ok((mut percepts, known)) = listeners.get_mut(listener.entity) else { continue };
        for &(agent, side, fate) in fresh.iter() {
            let subject = Subject::Agent(agent);
            let kind = kind_of(&rules.0, known, listener.side, (agent, side));
            let mut percept =
                super::things::static_percept(kind, subject, fate, 0.0, listener.place, PerceptSource::Told);
            percept.error = ANYWHERE;
            percepts.0.push(percept);
        }
    }
}

/// Announces to everybody the new states of devices whose use says so.
pub(super) fn announce_devices(
    clock: Res<SimulationClock>,
    site: Res<SiteService>,
    things: Res<Things>,
    snapshots: Res<AgentSnapshots>,
    mut listeners: Query<&mut Percepts>,
) {
    if !things.has_devices {
        return;
    }
    for (thing, state) in site.0.built.things.iter().zip(&things.states) {
        let ThingState::Device(device) = state else { continue };
        if !device.announced || device.since + 1 != clock.tick {
            continue;
        }
        let (subject, source) = (Subject::Thing(thing.id), PerceptSource::Told);
        // The agent that brought it about knows it from its own hands.
        for listener in snapshots.all().iter().filter(|listener| device.by != Some(listener.agent)) {
            let Ok(mut percepts) = listeners.get_mut(listener.entity) else { continue };
            let percept = super::things::static_percept(thing.name, subject, device.state, 0.0, thing.entry, source);
            percepts.0.push(percept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec3;
    use quarry_minds::protocol::ThingId;

    #[test]
    fn what_was_told_already_is_no_news() {
        let key = |number, state: &str| {
            let subject = Subject::Thing(ThingId(number));
            super::super::things::static_percept(
                "key".into(),
                subject,
                state.into(),
                0.0,
                Vec3::ZERO,
                PerceptSource::Told,
            )
        };
        let mut talk = SpeechState::default();
        assert!(talk.is_news(&key(1, "lying")));
        assert!(!talk.is_news(&key(1, "lying")));
        assert!(talk.is_news(&key(2, "lying")));
        assert!(talk.is_news(&key(1, "gone")));
        for number in 10..200 {
            talk.is_news(&key(number, "lying"));
        }
        assert_eq!(talk.told.len(), LOGGED);
    }
}
