//! Hearing: which noises reach an agent, and where they seem to come from. A heard noise has a position with an error,
//! never a source.

use bevy::{
    ecs::prelude::*,
    math::{Vec3, ops},
};
use rand::Rng;

use crate::{
    data::senses::Hearing,
    protocol::{AgentId, AgentRng, Event, EventLog, Label, Percept, PerceptSource, Percepts, SimulationClock, Subject},
    world::{Noise, Noises},
};

use super::{
    acoustics::SoundParams,
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    setup::{AgentSenses, PerceptionSettings},
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
    serial: u32,
    tick: u32,
}

impl HearingState {
    /// The number of the noise that this one continues, or `fresh`; and whether it is new.
    fn number(&mut self, noise: &Noise, tick: u32, within: u32, fresh: u32) -> (u32, bool) {
        let goes_on = |known: &OngoingNoise| tick.saturating_sub(known.tick) <= within;
        let same = |known: &OngoingNoise| known.by == noise.by && known.kind == noise.kind && goes_on(known);
        if let Some(known) = self.ongoing.iter_mut().find(|known| same(known)) {
            known.tick = tick;
            (known.serial, false)
        } else {
            self.ongoing.retain(goes_on);
            self.ongoing.push(OngoingNoise { kind: noise.kind, by: noise.by, serial: fresh, tick });
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
}

/// Lets all agents hear the noises of the last tick.
pub(super) fn hear_noises(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    noises: Res<Noises>,
    sound: SoundParams,
    snapshots: Res<AgentSnapshots>,
    mut heard: ResMut<NoiseCounter>,
    mut log: ResMut<EventLog>,
    mut near: Local<Vec<u32>>,
    mut audible: Local<Vec<AudibleNoise>>,
    mut listeners: Query<Listener>,
) {
    let all = snapshots.all();
    audible.clear();
    if noises.0.is_empty() {
        return;
    }
    let sharpest = listeners.iter().map(|(kit, ..)| kit.0.hearing.acuity).fold(0.0, f32::max);
    let sharpest = sharpest * all.iter().map(|listener| listener.attention.hearing).fold(1.0, f32::max);
    for (row, noise) in noises.0.iter().enumerate() {
        let side = noise.by.and_then(|by| snapshots.get(by)).map(|maker| maker.side);
        let another = |listener: &AgentSnapshot| noise.by != Some(listener.agent);
        snapshots.near_unsorted(noise.place, noise.loudness * sharpest, &mut near, another);
        for &listener in near.iter() {
            let Some(snapshot) = all.get(listener as usize) else { continue };
            let Ok((kit, ..)) = listeners.get(snapshot.entity) else { continue };
            let hearing = &kit.0.hearing;
            let familiar = side == Some(snapshot.side) && hearing.ignored_from_team.contains(&noise.kind);
            if familiar {
                continue;
            }
            let straight = noise.place.distance(snapshot.place);
            let Some(strength) = audibility(loudness_for(noise, hearing, snapshot), straight) else { continue };
            audible.push(AudibleNoise { noise: row as u32, listener, strength });
        }
    }
    keep_loudest(&mut audible, settings.0.max_noises as usize);
    for one in audible.iter() {
        let (Some(noise), Some(listener)) = (noises.0.get(one.noise as usize), all.get(one.listener as usize)) else {
            continue;
        };
        let Ok((kit, mut hearing_state, mut percepts, mut chance)) = listeners.get_mut(listener.entity) else {
            continue;
        };
        let hearing = &kit.0.hearing;
        let loudness = loudness_for(noise, hearing, listener);
        let Some(distance) = sound.distance(noise.place, listener.place, hearing.closed_door_metres, loudness) else {
            continue;
        };
        let Some(confidence) = audibility(loudness, distance) else { continue };
        heard.0 = heard.0.wrapping_add(1) & 0x3fff_ffff;
        let within = clock.ticks(hearing.continuation_seconds);
        let (number, new) = hearing_state.number(noise, clock.tick, within, heard.0);
        let error = place_error(hearing, distance);
        let (east, south) = random_in_disc(&mut chance.0);
        let place = noise.place + Vec3::new(east, 0.0, south) * error;
        percepts.0.push(heard_percept(noise, number, place, error, confidence));
        if new {
            log.push(clock.tick, Event::Heard { by: listener.agent, noise: noise.kind, at: place.into() });
        }
    }
}

/// The distance at which a listener ceases to hear a noise, in metres.
fn loudness_for(noise: &Noise, hearing: &Hearing, listener: &AgentSnapshot) -> f32 {
    noise.loudness * hearing.acuity * listener.attention.hearing
}

/// Keeps only the strongest noises of each listener, in the order in which they were made.
fn keep_loudest(audible: &mut Vec<AudibleNoise>, most: usize) {
    if audible.len() > most {
        audible.sort_unstable_by(|a, b| {
            a.listener.cmp(&b.listener).then(b.strength.total_cmp(&a.strength)).then(a.noise.cmp(&b.noise))
        });
        let mut count = (u32::MAX, 0);
        audible.retain(|one| {
            count = if count.0 == one.listener { (one.listener, count.1 + 1) } else { (one.listener, 1) };
            count.1 <= most
        });
    }
    audible.sort_unstable_by_key(|one| (one.noise, one.listener));
}

fn heard_percept(noise: &Noise, number: u32, place: Vec3, error: f32, confidence: f32) -> Percept {
    Percept {
        kind: noise.kind,
        subject: Subject::Unknown(number),
        state: Label::default(),
        amount: noise.loudness,
        place,
        velocity: Vec3::ZERO,
        error,
        confidence,
        source: PerceptSource::Heard,
        teller: None,
    }
}

/// Whether the speaker is within earshot of the hearer.
pub(super) fn is_within_earshot(
    sound: &SoundParams,
    speaker: &AgentSnapshot,
    hearer: &AgentSnapshot,
    earshot: f32,
    closed_door: f32,
) -> bool {
    let earshot = earshot * hearer.attention.hearing;
    sound.distance(speaker.place, hearer.place, closed_door, earshot).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{RngStream, rng_for};

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
        let step = |tick| (Noise { kind: "footsteps".into(), place: Vec3::ZERO, loudness: 6.0, by: None }, tick);
        let mut hearing_state = HearingState::default();
        let (noise, tick) = step(10);
        assert_eq!(hearing_state.number(&noise, tick, 60, 1), (1, true));
        assert_eq!(hearing_state.number(&noise, 40, 60, 2), (1, false));
        assert_eq!(hearing_state.number(&noise, 200, 60, 3), (3, true));
    }
}
