//! Hearing: which noises reach an agent, and where they seem to come from. A heard noise has a position with an error,
//! never a source.

use bevy::{
    ecs::prelude::*,
    math::{Vec3, ops},
};
use quarry_minds::protocol::{
    AgentId, AgentRng, EventLog, Label, MatchEvent, MatchThreads, Percept, PerceptSource, Percepts, SignOrigin,
    SimulationClock, Subject, ThingId,
};
use rand::Rng;

use super::{
    acoustics::SoundParams,
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    setup::{AgentSenses, PerceptionSettings},
};
use crate::{
    data::senses::Hearing,
    world::{Noise, Noises},
};

/// The noises an agent has heard recently.
#[derive(Component, Clone, Debug, Default)]
pub struct HearingState {
    ongoing: Vec<OngoingNoise>,
}

/// A noise that may continue, such as footsteps. Its source stays inside the senses; percepts carry only the number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OngoingNoise {
    kind: Label,
    by: Option<AgentId>,
    source: Option<ThingId>,
    serial: u32,
    tick: u32,
}

impl HearingState {
    /// The number of the noise that this one continues, or `fresh`; and whether it is new.
    fn number(&mut self, noise: &Noise, tick: u32, within: u32, fresh: u32) -> (u32, bool) {
        let goes_on = |known: &OngoingNoise| tick.saturating_sub(known.tick) <= within;
        let of = (noise.by, noise.source, noise.kind);
        let same = |known: &OngoingNoise| (known.by, known.source, known.kind) == of && goes_on(known);
        if let Some(known) = self.ongoing.iter_mut().find(|known| same(known)) {
            known.tick = tick;
            (known.serial, false)
        } else {
            self.ongoing.retain(goes_on);
            let (by, source, kind) = of;
            self.ongoing.push(OngoingNoise { kind, by, source, serial: fresh, tick });
            (fresh, true)
        }
    }
}

/// The number of the next heard noise.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoiseCounter(pub u32);

/// The confidence (0 to 1) in a noise with this loudness in metres after `distance` metres; `None` if it is inaudible.
pub fn audibility(loudness: f32, distance: f32) -> Option<f32> {
    (distance < loudness).then(|| 1.0 - distance / loudness)
}

/// The largest error of a noise's position, in metres.
pub fn place_error(hearing: &Hearing, distance: f32) -> f32 {
    hearing.min_error.max(distance * hearing.error_per_metre)
}

/// A random point of the unit disc, uniformly distributed.
pub fn random_in_disc(chance: &mut impl Rng) -> (f32, f32) {
    let angle = chance.gen_range(0.0..std::f32::consts::TAU);
    let radius = chance.gen_range(0.0_f32..=1.0).sqrt();
    (radius * ops::cos(angle), radius * ops::sin(angle))
}

type Listener = (&'static AgentSenses, &'static mut HearingState, &'static mut Percepts, &'static mut AgentRng);

/// A noise that may reach a listener.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AudibleNoise {
    /// The index of the noise.
    noise: u32,
    /// The index of the listener.
    listener: u32,
    /// The confidence along the straight line, as if there were no walls or doors.
    strength: f32,
    /// The distance that the sound travels, in metres; `None` if it does not reach the listener.
    distance: Option<f32>,
}

/// What the noises of a part put out: the listeners that they may reach; and a list that they use in turn.
#[derive(Default)]
pub(super) struct HearingPart {
    near: Vec<u32>,
    audible: Vec<AudibleNoise>,
}

/// The resources that hearing needs.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct HearingContext<'w> {
    clock: Res<'w, SimulationClock>,
    settings: Res<'w, PerceptionSettings>,
    noises: Res<'w, Noises>,
    sound: SoundParams<'w>,
    snapshots: Res<'w, AgentSnapshots>,
    threads: Res<'w, MatchThreads>,
}

/// Lets all agents hear the noises of the last tick.
pub(super) fn hear_noises(
    context: HearingContext,
    mut heard: ResMut<NoiseCounter>,
    mut log: ResMut<EventLog>,
    mut parts: Local<Vec<HearingPart>>,
    mut audible: Local<Vec<AudibleNoise>>,
    mut listeners: Query<Listener>,
) {
    let HearingContext { clock, settings, noises, sound, snapshots, threads } = &context;
    if noises.0.is_empty() {
        return;
    }
    audible.clear();
    let all = snapshots.all();
    {
        let ears: Vec<Option<&AgentSenses>> =
            all.iter().map(|listener| Some(listeners.get(listener.entity).ok()?.0)).collect();
        let mut rows: Vec<u32> = (0..noises.0.len() as u32).collect();
        let sharpest = ears.iter().flatten().map(|kit| kit.0.hearing.acuity).fold(0.0, f32::max);
        let sharpest = sharpest * all.iter().map(|listener| listener.attention.hearing).fold(1.0, f32::max);
        threads.for_each(&mut rows, &mut parts, |part, row| context.find_listeners(*row, sharpest, &ears, part));
        parts.iter_mut().for_each(|part| audible.append(&mut part.audible));
        keep_loudest(&mut audible, all.len(), settings.0.max_noises as usize);
        threads.for_each(&mut audible, &mut parts, |_, one| {
            one.distance = ears.get(one.listener as usize).copied().flatten().and_then(|kit| {
                let (noise, listener) = (noises.0.get(one.noise as usize)?, all.get(one.listener as usize)?);
                let loudness = loudness_for(noise, &kit.0.hearing, listener);
                sound.distance(noise.place, listener, &kit.0.hearing, loudness)
            });
        });
    }
    for one in audible.iter() {
        let (Some(noise), Some(listener)) = (noises.0.get(one.noise as usize), all.get(one.listener as usize)) else {
            continue;
        };
        let Some(distance) = one.distance else { continue };
        let Ok((kit, mut hearing_state, mut percepts, mut chance)) = listeners.get_mut(listener.entity) else {
            continue;
        };
        let hearing = &kit.0.hearing;
        let Some(confidence) = audibility(loudness_for(noise, hearing, listener), distance) else { continue };
        heard.0 = heard.0.wrapping_add(1) & (Subject::SIGN_NUMBERS - 1);
        let within = clock.ticks(hearing.continuation_seconds);
        let (number, new) = hearing_state.number(noise, clock.tick, within, heard.0);
        let error = place_error(hearing, distance);
        let (east, south) = random_in_disc(&mut chance.0);
        let place = noise.place + Vec3::new(east, 0.0, south) * error;
        percepts.0.push(heard_percept(noise, number, place, error, confidence));
        if new {
            log.push(clock.tick, MatchEvent::Heard { by: listener.agent, noise: noise.kind, at: place.into() });
        }
    }
}

impl HearingContext<'_> {
    /// Finds the listeners that a noise may reach, in the order of agents. `ears` are those of the agents, `sharpest` their best
    /// acuity.
    fn find_listeners(&self, row: u32, sharpest: f32, ears: &[Option<&AgentSenses>], part: &mut HearingPart) {
        let Some(noise) = self.noises.0.get(row as usize) else { return };
        let side = noise.by.and_then(|by| self.snapshots.get(by)).map(|maker| maker.side);
        let another = |listener: &AgentSnapshot| noise.by != Some(listener.agent);
        self.snapshots.near(noise.place, noise.loudness * sharpest, &mut part.near, another);
        for &listener in &part.near {
            let Some(snapshot) = self.snapshots.all().get(listener as usize) else { continue };
            let Some(kit) = ears.get(listener as usize).copied().flatten() else { continue };
            let hearing = &kit.0.hearing;
            let familiar = side == Some(snapshot.side) && hearing.ignored_from_team.contains(&noise.kind);
            if familiar {
                continue;
            }
            let straight = noise.place.distance(snapshot.place);
            let Some(strength) = audibility(loudness_for(noise, hearing, snapshot), straight) else { continue };
            part.audible.push(AudibleNoise { noise: row, listener, strength, distance: None });
        }
    }
}

/// The distance at which a listener ceases to hear a noise, in metres.
fn loudness_for(noise: &Noise, hearing: &Hearing, listener: &AgentSnapshot) -> f32 {
    noise.loudness * hearing.acuity * listener.attention.hearing
}

/// Keeps only the strongest noises of each of so many listeners, in the order in which they were made.
fn keep_loudest(audible: &mut Vec<AudibleNoise>, listeners: usize, most: usize) {
    if audible.len() <= most {
        return;
    }
    let mut counts = vec![0_u32; listeners];
    for one in audible.iter() {
        if let Some(count) = counts.get_mut(one.listener as usize) {
            *count += 1;
        }
    }
    let hears_too_many = |one: &AudibleNoise| counts.get(one.listener as usize).is_some_and(|n| *n as usize > most);
    let mut ranked: Vec<AudibleNoise> = audible.iter().copied().filter(hears_too_many).collect();
    ranked.sort_unstable_by(|a, b| {
        a.listener.cmp(&b.listener).then(b.strength.total_cmp(&a.strength)).then(a.noise.cmp(&b.noise))
    });
    let mut count = (u32::MAX, 0);
    // What is left are those to drop.
    ranked.retain(|one| {
        count = if count.0 == one.listener { (one.listener, count.1 + 1) } else { (one.listener, 1) };
        count.1 > most
    });
    ranked.sort_unstable_by_key(|one| (one.noise, one.listener));
    let mut dropped = ranked.iter().map(|one| (one.noise, one.listener)).peekable();
    audible.retain(|one| dropped.next_if_eq(&(one.noise, one.listener)).is_none());
}

fn heard_percept(noise: &Noise, number: u32, place: Vec3, error: f32, confidence: f32) -> Percept {
    let heard = Percept::felt(noise.kind, Subject::sign(SignOrigin::Noise, number), place, error);
    Percept { amount: noise.loudness, confidence, source: PerceptSource::Heard, ..heard }
}

/// Whether the speaker is within earshot of the hearer.
pub(super) fn is_within_earshot(
    sound: &SoundParams,
    speaker: &AgentSnapshot,
    hearer: &AgentSnapshot,
    earshot: f32,
    hearing: &Hearing,
) -> bool {
    let earshot = earshot * hearer.attention.hearing;
    sound.distance(speaker.place, hearer, hearing, earshot).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{RngStream, rng_for};

    #[test]
    fn loudness_is_how_far_a_noise_carries() {
        assert_eq!(audibility(14.0, 7.0), Some(0.5));
        assert_eq!(audibility(14.0, 14.0), None);
        assert_eq!(audibility(0.0, 0.0), None);
    }

    #[test]
    fn the_guess_grows_worse_with_the_way_and_stays_within_its_error() {
        let hearing = Hearing::default();
        assert_eq!(place_error(&hearing, 0.0), hearing.min_error);
        assert!(place_error(&hearing, 10.0) > place_error(&hearing, 5.0));
        let mut chance = rng_for(1, RngStream::World);
        for _ in 0..200 {
            let (east, south) = random_in_disc(&mut chance);
            assert!(east * east + south * south <= 1.0001);
        }
    }

    #[test]
    fn steps_that_follow_each_other_are_one_noise() {
        let step =
            |tick| (Noise { kind: "footsteps".into(), place: Vec3::ZERO, loudness: 6.0, by: None, source: None }, tick);
        let mut hearing_state = HearingState::default();
        let (noise, tick) = step(10);
        assert_eq!(hearing_state.number(&noise, tick, 60, 1), (1, true));
        assert_eq!(hearing_state.number(&noise, 40, 60, 2), (1, false));
        assert_eq!(hearing_state.number(&noise, 200, 60, 3), (3, true));
        let of_thing = Noise { source: Some(ThingId(4)), ..noise };
        assert_eq!(hearing_state.number(&of_thing, 210, 60, 4), (4, true), "what a thing sounds like is another noise");
    }
}
