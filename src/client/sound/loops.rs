//! Looping sounds: the night, the house, the layers of danger, the chase. All run from the start, most of them silent.

use bevy::audio::{AudioSinkPlayback, Volume};
use bevy::prelude::*;

use super::{AudioState, INAUDIBLE, MixerBus, SoundBank, TensionLevel, volume_of};
use crate::client::input::settings::Settings;
use crate::client::session::{GameViewService, Playback};
use crate::data::sound::{AmbienceConfig, TensionConfig};

#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loop {
    Night,
    Indoors,
    Far,
    Near,
    Close,
    Chase,
}

/// The volume of the sounds of the night by day.
const DAY_SHARE: f32 = 0.15;

const LOOPS: [(Loop, &str); 6] = [
    (Loop::Night, "night"),
    (Loop::Indoors, "indoors"),
    (Loop::Far, "terror_far"),
    (Loop::Near, "terror_near"),
    (Loop::Close, "terror_close"),
    (Loop::Chase, "chase"),
];

pub(super) fn start(mut commands: Commands, bank: Res<SoundBank>, state: Res<AudioState>) {
    if state.silent {
        return;
    }
    for (which, file) in LOOPS {
        if let Some(sound) = bank.sound(file) {
            let how = PlaybackSettings::LOOP.with_volume(Volume::SILENT).paused();
            commands.spawn((Name::new(file), which, AudioPlayer(sound), how));
        }
    }
}

/// Fades every loop towards its volume.
pub(super) fn fade(
    time: Res<Time<Real>>,
    bank: Res<SoundBank>,
    settings: Res<Settings>,
    tension_level: Res<TensionLevel>,
    state: Res<AudioState>,
    (playback, game): (Option<Res<Playback>>, Res<GameViewService>),
    mut loops: Query<(&Loop, &mut AudioSink)>,
) {
    if state.silent {
        return;
    }
    let playing = playback.as_ref().is_some_and(|playback| !playback.paused && !playback.over());
    let tension = bank.config().and_then(|config| config.tension);
    let silent = AmbienceConfig { night: 0.0, indoors: 0.0 };
    let ambience = bank.config().map_or(silent, |config| config.ambience);
    let layer = |from: fn(TensionConfig) -> f32| {
        let Some((tension, from)) = tension.map(|tension| (tension, from(tension))) else { return 0.0 };
        let distance = if playing { tension_level.distance } else { f32::INFINITY };
        if distance < from { tension.drone_gain * (1.0 - distance / from).sqrt() } else { 0.0 }
    };
    let time_of_day = playback.as_ref().and_then(|playback| (game.0.time_of_day)(&playback.now));
    let darkness = time_of_day.map_or(1.0, |time| (0.6 + (time * std::f32::consts::TAU).cos()).clamp(DAY_SHARE, 1.0));
    let chased = playing && tension_level.chased;
    for (which, mut sink) in &mut loops {
        let (bus, gain) = match which {
            Loop::Night => (MixerBus::Ambience, ambience.night * darkness),
            Loop::Indoors => (MixerBus::Ambience, if playback.is_some() { ambience.indoors } else { 0.0 }),
            Loop::Far => (MixerBus::Tension, layer(|tension| tension.radius)),
            Loop::Near => (MixerBus::Tension, layer(|tension| tension.near)),
            Loop::Close => (MixerBus::Tension, layer(|tension| tension.close)),
            Loop::Chase => (MixerBus::Tension, tension.filter(|_| chased).map_or(0.0, |tension| tension.chase_gain)),
        };
        fade_to(&mut sink, gain * volume_of(bus, &settings), time.delta_secs());
    }
}

fn fade_to(sink: &mut AudioSink, wanted: f32, seconds: f32) {
    let now = sink.volume().to_linear();
    let next = now + (wanted - now) * (1.0 - (-2.5 * seconds).exp());
    if next < INAUDIBLE && wanted <= 0.0 {
        sink.set_volume(Volume::SILENT);
        sink.pause();
    } else {
        sink.set_volume(Volume::Linear(next));
        sink.play();
    }
}
