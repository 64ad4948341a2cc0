//! From awareness to percepts and log entries about other agents.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, EventLog, Label, LogEntry, MatchEvent, MatchThreads, Percept, PerceptSource, Percepts, SignOrigin,
    SimulationClock, Subject, ThingId, UpdateSlices, in_roster_order,
};

use super::{
    acquaintances::{Acquaintances, kind_of},
    agent_snapshot::{AgentSnapshot, AgentSnapshots, Concealment},
    awareness::{Awareness, AwarenessStage, WatchedAgent},
    setup::{AgentSenses, PerceptionSettings},
    things::static_percept,
    words::PerceptNames,
};
use crate::data::rules::Rules;
use crate::world::{MatchRules, SiteService, Things};

/// The subject of an unrecognised agent, numbered by each observer.
fn unrecognised_subject(observer: &AgentSnapshot, watched: &WatchedAgent) -> Subject {
    Subject::sign(SignOrigin::Movement, u32::from(observer.agent.0) << 16 | watched.serial & 0xffff)
}

/// Reports recognised, noticed and lost agents.
pub(super) fn report_sightings(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    slices: Res<UpdateSlices>,
    snapshots: Res<AgentSnapshots>,
    words: Res<PerceptNames>,
    rules: Res<MatchRules>,
    site: Res<SiteService>,
    things: Res<Things>,
    threads: Res<MatchThreads>,
    mut log: ResMut<EventLog>,
    mut parts: Local<Vec<Vec<LogEntry>>>,
    mut agents: Query<(&AgentId, &AgentSenses, Option<&Acquaintances>, &mut Awareness, &mut Percepts)>,
) {
    let time_sliced = slices.are_looks_spread();
    let observers = agents.iter_mut().filter_map(|(agent, kit, known, awareness, percepts)| {
        let (looks, acts) = (slices.looks_now(clock.tick, *agent), slices.acts_now(clock.tick, *agent));
        let has_turn = !time_sliced || looks || acts && awareness.sees_others;
        let observer = snapshots.get(*agent).filter(|_| has_turn)?;
        Some((observer, kit, known, awareness, percepts))
    });
    let mut observers = in_roster_order(observers, |(observer, ..)| observer.agent);
    threads.for_each(&mut observers, &mut parts, |log, (observer, kit, known, awareness, percepts)| {
        let acts = slices.acts_now(clock.tick, observer.agent);
        let mut reporter = SightingReporter {
            clock: &clock,
            every: settings.0.agent_interval.max(slices.look_interval(observer.agent)).max(1),
            felt: slices.look_interval(observer.agent),
            kit,
            words: &words,
            rules: &rules.0,
            known: *known,
            site: &site,
            things: &things,
            observer,
            percepts: &mut percepts.0,
            log,
        };
        for watched in awareness.watched_mut() {
            let Some(target) = snapshots.get(watched.agent) else { continue };
            // With time slicing, team-mates are reported on the ticks in which they were tested, others more often.
            let looked_at = watched.tested.max(watched.felt.unwrap_or(0));
            if !time_sliced || acts && target.side != observer.side || looked_at == clock.tick {
                reporter.report(target, watched);
            }
        }
    });
    parts.iter_mut().for_each(|part| log.take_over(part));
}

/// Writes the percepts and log entries of one observer.
struct SightingReporter<'a> {
    clock: &'a SimulationClock,
    every: u32,
    /// How many ticks a touch lasts.
    felt: u32,
    kit: &'a AgentSenses,
    words: &'a PerceptNames,
    rules: &'a Rules,
    known: Option<&'a Acquaintances>,
    site: &'a SiteService,
    things: &'a Things,
    observer: &'a AgentSnapshot,
    percepts: &'a mut Vec<Percept>,
    log: &'a mut Vec<LogEntry>,
}

impl SightingReporter<'_> {
    /// The largest age of a valid test, in ticks.
    fn fresh(&self) -> u32 {
        2 * self.every
    }

    /// The kind as which the observer perceives another agent.
    fn kind_of(&self, target: &AgentSnapshot) -> Label {
        kind_of(self.rules, self.known, self.observer.side, (target.agent, target.side))
    }

    fn report(&mut self, target: &AgentSnapshot, watched: &mut WatchedAgent) {
        let tick = self.clock.tick;
        if watched.is_recognised(tick, self.fresh(), self.felt) {
            self.recognised(target, watched);
        } else if watched.in_view && watched.tested == tick && watched.meter.stage >= AwarenessStage::Suspicious {
            self.noticed(target, watched);
        }
        self.went_into_hiding(target, watched);
        let lost = tick.saturating_sub(watched.last_seen) > self.clock.ticks(self.kit.0.vision.lost_after_seconds);
        if watched.sighted && lost {
            watched.sighted = false;
            if target.side != self.observer.side {
                let at = watched.last_place.into();
                let subject = Subject::Agent(target.agent);
                let event = MatchEvent::Lost { by: self.observer.agent, kind: target.side, subject, at };
                self.log.push(LogEntry { tick, event });
            }
        }
    }

    /// Reports everything visible about a recognised agent.
    fn recognised(&mut self, target: &AgentSnapshot, watched: &mut WatchedAgent) {
        let tick = self.clock.tick;
        let source = if watched.in_view { PerceptSource::Seen } else { PerceptSource::Felt };
        watched.last_place = target.place;
        self.percepts.push(Percept {
            state: if target.state.as_str().is_empty() { self.words.of_stance(target.stance) } else { target.state },
            amount: target.visible_harm,
            velocity: target.velocity,
            source,
            ..Percept::felt(self.kind_of(target), Subject::Agent(target.agent), target.place, 0.0)
        });
        if let (None, Some(left)) = (target.concealment, watched.hidden_in) {
            watched.hidden_in = None;
            self.hiding_place(left, false);
        }
        if !watched.sighted {
            watched.sighted = true;
            // Team-mates come and go in view all the time, so only others are logged.
            if target.side != self.observer.side {
                let subject = Subject::Agent(target.agent);
                let at = target.place.into();
                let event = MatchEvent::Sighted { by: self.observer.agent, kind: target.side, subject, at, source };
                self.log.push(LogEntry { tick, event });
            }
        }
    }

    /// Reports an agent that is noticed but not recognised: something moves there.
    fn noticed(&mut self, target: &AgentSnapshot, watched: &mut WatchedAgent) {
        let tick = self.clock.tick;
        let level = watched.meter.level.min(1.0);
        let distance = self.observer.eyes.distance(target.middle());
        let error = self.kit.0.vision.position_error * distance * (1.0 - level);
        let place =
            target.place + Vec3::new(watched.guess.0, 0.0, watched.guess.1) * (error * std::f32::consts::FRAC_1_SQRT_2);
        watched.last_place = place;
        self.percepts.push(Percept {
            state: self.words.noticed,
            amount: level,
            velocity: target.velocity * level,
            confidence: level,
            source: PerceptSource::Seen,
            ..Percept::felt(self.words.movement, unrecognised_subject(self.observer, watched), place, error)
        });
        if !watched.suspected {
            watched.suspected = true;
            let event = MatchEvent::Suspected { by: self.observer.agent, at: place.into() };
            self.log.push(LogEntry { tick, event });
        }
    }

    /// Reports a hiding place as occupied if the observer saw the agent enter it, or sees it inside.
    fn went_into_hiding(&mut self, target: &AgentSnapshot, watched: &mut WatchedAgent) {
        let tick = self.clock.tick;
        let Some(hide) = target.concealment else { return };
        if watched.hidden_in == Some(hide.thing) {
            return;
        }
        // The last test before it went inside may lie a whole round back.
        let watching = watched.sighted && tick.saturating_sub(watched.last_seen) <= self.every + 1;
        if !watching {
            return;
        }
        watched.hidden_in = Some(hide.thing);
        watched.last_place = hide.place;
        let Concealment { thing, place, .. } = hide;
        self.hiding_place(thing, true);
        if !watched.is_recognised(tick, self.fresh(), self.felt) {
            let (kind, subject) = (self.kind_of(target), Subject::Agent(target.agent));
            let (hiding, harm) = (self.words.hiding, target.visible_harm);
            self.percepts.push(static_percept(kind, subject, hiding, harm, place, PerceptSource::Seen));
        }
    }

    /// Reports whether a hiding place is occupied. Its place is its entrance, as for everyone that looks at it: nobody walks to its middle.
    fn hiding_place(&mut self, thing: ThingId, occupied: bool) {
        let Some(place) = self.things.thing(&self.site.0.built, thing) else { return };
        let empty = || self.things.device(thing).map_or(self.words.free, |device| device.state);
        let state = if occupied { self.words.occupied } else { empty() };
        let subject = Subject::Thing(thing);
        self.percepts.push(static_percept(place.name, subject, state, 0.0, place.entry, PerceptSource::Seen));
    }
}
