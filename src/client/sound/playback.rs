//! The listener at the camera, and the playback of cues around it.
//!
//! Bevy attenuates with the square of the distance, which is too fast inside a house. So a cue is played at arm's length in its direction,
//! and its volume is computed here.

use bevy::audio::{SpatialListener, Volume};
use bevy::prelude::*;
use quarry_minds::protocol::Label;

use super::{Captions, MixerBus, bank::SoundBank, volume_of};
use crate::client::input::settings::Settings;
use crate::client::render::{line_of_sight::LineOfSight, texture::noise::hash_noise};
use crate::client::session::{MainCamera, MenuStack, Playback};

#[derive(Message, Clone, Copy, Debug)]
pub struct PlayCue {
    /// Its name in the configuration.
    pub cue: Label,
    /// Its place, in metres; `None` for the same volume everywhere.
    pub at: Option<Vec3>,
    /// A factor for the cue's gain.
    pub gain: f32,
    /// Whether it may show its subtitle.
    pub subtitled: bool,
}

impl PlayCue {
    /// A cue with the same volume everywhere.
    pub fn plain(cue: Label) -> Self {
        Self { cue, at: None, gain: 1.0, subtitled: true }
    }

    pub fn at(cue: Label, place: Vec3) -> Self {
        Self { cue, at: Some(place), gain: 1.0, subtitled: true }
    }
}

#[derive(Resource, Default)]
pub struct AudioState {
    /// There is no audio device, so nothing is played.
    pub silent: bool,
    /// The count of random numbers drawn.
    drawn: i32,
}

/// The listener entity at the camera.
#[derive(Component)]
pub(super) struct AudioListener;

/// A cue that was started; the seconds since.
#[derive(Component, Default)]
pub(super) struct PlayingSound(f32);

/// The distance from the listener at which a cue is played, in metres.
const ARM_LENGTH: f32 = 0.7;
/// Within this distance a cue has its full volume, in metres.
const FULL_VOLUME_DISTANCE: f32 = 1.5;
/// A lower volume is not played.
pub(super) const INAUDIBLE: f32 = 0.004;
pub(super) const NO_DEVICE: &str = "no audio device was found: the game is silent";
/// How long a cue may wait for a sink before the device counts as missing, in seconds.
const SINK_TIMEOUT: f32 = 3.0;

pub(super) fn spawn_listener(mut commands: Commands) {
    commands.spawn((Name::new("ears"), AudioListener, SpatialListener::new(0.3), Transform::default()));
}

pub(super) fn follow_camera(
    cameras: Query<&Transform, (With<MainCamera>, Without<AudioListener>)>,
    mut ears: Query<&mut Transform, With<AudioListener>>,
) {
    if let (Ok(camera), Ok(mut ears)) = (cameras.single(), ears.single_mut()) {
        *ears = *camera;
    }
}

/// The attenuation at a distance, 0 to 1.
fn falloff(distance: f32, reach: f32) -> f32 {
    if distance <= FULL_VOLUME_DISTANCE {
        return 1.0;
    }
    if reach <= FULL_VOLUME_DISTANCE || distance >= reach {
        return 0.0;
    }
    let left = 1.0 - (distance - FULL_VOLUME_DISTANCE) / (reach - FULL_VOLUME_DISTANCE);
    left * left
}

pub(super) fn play(
    mut commands: Commands,
    bank: Res<SoundBank>,
    settings: Res<Settings>,
    playback: Option<Res<Playback>>,
    sightlines: Option<Res<LineOfSight>>,
    ears: Query<(Entity, &Transform), With<AudioListener>>,
    mut state: ResMut<AudioState>,
    mut captions: ResMut<Captions>,
    menu: Option<Res<MenuStack>>,
    mut cues: MessageReader<PlayCue>,
) {
    let Ok((listener, here)) = ears.single() else { return };
    let Some(config) = bank.config() else {
        cues.clear();
        return;
    };
    // The match behind the title is not heard.
    let only_menu = menu.is_some_and(|menu| menu.is_over_title());
    for play_cue in cues.read() {
        let cue = config.cues.get(&play_cue.cue).filter(|cue| !only_menu || cue.bus == MixerBus::Interface);
        let Some(cue) = cue else { continue };
        let mut loud = 1.0;
        let mut direction = None;
        if let Some(place) = play_cue.at.filter(|_| cue.max_distance > 0.0) {
            let way = place - here.translation;
            loud = falloff(way.length(), cue.max_distance);
            let open = playback.as_ref().map(|playback| playback.now.things.open).unwrap_or_default();
            let clear = |lines: &Res<LineOfSight>| lines.0.is_clear(here.translation, place + Vec3::Y, open);
            if loud > INAUDIBLE && !sightlines.as_ref().is_none_or(clear) {
                loud *= config.occluded_gain;
            }
            direction = Some(here.rotation.inverse() * way.normalize_or(Vec3::NEG_Z));
        }
        loud *= play_cue.gain;
        if loud <= INAUDIBLE {
            continue;
        }
        if let Some(says) = cue.subtitle.as_ref().filter(|_| play_cue.subtitled && settings.accessibility.subtitles) {
            captions.add(says, play_cue.at);
        }
        let volume = loud * cue.gain * volume_of(cue.bus, &settings);
        if state.silent || volume <= INAUDIBLE {
            continue;
        }
        let (pick, pitch) = (state.random(), state.random() * 2.0 - 1.0);
        let chosen = cue.files.get((pick * cue.files.len() as f32) as usize).or(cue.files.first());
        let Some(sound) = chosen.and_then(|name| bank.sound(name)) else { continue };
        let how =
            PlaybackSettings::DESPAWN.with_volume(Volume::Linear(volume)).with_speed(1.0 + pitch * cue.pitch_variation);
        let player = (Name::new(play_cue.cue.as_str()), AudioPlayer(sound), PlayingSound::default());
        match direction {
            Some(direction) => {
                let place = Transform::from_translation(direction * ARM_LENGTH);
                commands.entity(listener).with_child((player, how.with_spatial(true), place));
            }
            None => {
                commands.spawn((player, how));
            }
        }
    }
}

impl AudioState {
    /// Silent if there is no device.
    pub(super) fn new(silent: bool) -> Self {
        Self { silent, drawn: 0 }
    }

    /// A random number from 0 to below 1. It affects sound only.
    fn random(&mut self) -> f32 {
        self.drawn = self.drawn.wrapping_add(1);
        hash_noise(self.drawn, 0, 0)
    }
}

/// Removes cues that get no sink: then there is no audio device.
pub(super) fn detect_missing_device(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut state: ResMut<AudioState>,
    mut waiting: Query<(Entity, &mut PlayingSound), (Without<AudioSink>, Without<SpatialAudioSink>)>,
) {
    for (entity, mut since) in &mut waiting {
        since.0 += time.delta_secs().min(0.25);
        if since.0 > SINK_TIMEOUT && !state.silent {
            warn!("{NO_DEVICE}");
            state.silent = true;
        }
        if state.silent {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_dies_off_towards_its_reach() {
        assert_eq!(falloff(0.5, 20.0), 1.0);
        assert!(falloff(5.0, 20.0) > falloff(10.0, 20.0));
        assert_eq!(falloff(20.0, 20.0), 0.0);
        assert_eq!(falloff(30.0, 20.0), 0.0);
    }

    #[test]
    fn random_numbers_stay_in_range_and_vary() {
        let mut state = AudioState::default();
        let numbers: Vec<f32> = (0..100).map(|_| state.random()).collect();
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        assert!(numbers.windows(2).any(|pair| pair[0] != pair[1]));
    }
}
