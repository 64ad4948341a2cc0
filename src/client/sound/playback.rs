//! The ears of whoever sits before the screen: they go with the camera, and cues are placed around them.
//!
//! Bevy pans a sound between two ears but lets it die off with the square of the distance, which in a house is far too soon.
//! So a sound is set at arm's length in its direction, and how loud it is there is worked out here.

use bevy::{
    audio::{SpatialListener, Volume},
    prelude::*,
};

use super::{Captions, bank::SoundBank, volume_of};
use crate::{
    client::{line_of_sight::LineOfSight, playback::Playback, settings::Settings, view::MainCamera},
    protocol::Label,
};

/// A cue is to be heard.
#[derive(Event, Clone, Copy, Debug)]
pub struct PlayCue {
    /// Its name in the book.
    pub cue: Label,
    /// Where, in metres; `None`: everywhere alike.
    pub at: Option<Vec3>,
    /// How loud, as a share of the book's gain.
    pub gain: f32,
    /// Whether a subtitle may tell of it.
    pub subtitled: bool,
}

impl PlayCue {
    /// A cue heard everywhere alike.
    pub fn plain(cue: Label) -> Self {
        Self { cue, at: None, gain: 1.0, subtitled: true }
    }

    /// A cue at a place.
    pub fn at(cue: Label, place: Vec3) -> Self {
        Self { cue, at: Some(place), gain: 1.0, subtitled: true }
    }
}

/// What the ears know.
#[derive(Resource, Default)]
pub struct AudioState {
    /// Whether there is no audio device: then nothing is played.
    pub silent: bool,
    dice: u32,
}

/// The ears.
#[derive(Component)]
pub(super) struct AudioListener;

/// A sound that was set off, and how long ago, in seconds.
#[derive(Component, Default)]
pub(super) struct PlayingSound(f32);

/// How far from the ears a sound is set, in metres.
const ARM: f32 = 0.7;
/// How near a sound is as loud as at its place, in metres.
const NEAR: f32 = 1.5;
/// Softer than this is not heard at all.
pub(super) const INAUDIBLE: f32 = 0.004;
/// What is said where there is no device.
pub(super) const NO_DEVICE: &str = "there is no audio device: the game is silent";
/// After how many seconds without a sink there is no device to play on.
const PATIENCE: f32 = 3.0;

pub(super) fn grow(mut commands: Commands) {
    commands.spawn((Name::new("ears"), AudioListener, SpatialListener::new(0.3), Transform::default()));
}

pub(super) fn follow_camera(
    cameras: Query<&Transform, (With<MainCamera>, Without<AudioListener>)>,
    mut ears: Query<&mut Transform, With<AudioListener>>,
) {
    if let (Ok(camera), Ok(mut ears)) = (cameras.get_single(), ears.get_single_mut()) {
        *ears = *camera;
    }
}

/// How much of a sound arrives from a distance, 0 to 1.
fn falloff(distance: f32, reach: f32) -> f32 {
    if distance <= NEAR {
        return 1.0;
    }
    if reach <= NEAR || distance >= reach {
        return 0.0;
    }
    let left = 1.0 - (distance - NEAR) / (reach - NEAR);
    left * left
}

#[allow(clippy::too_many_arguments, reason = "a sound depends on the ears, the walls, the config and what is set")]
pub(super) fn play(
    mut commands: Commands,
    bank: Res<SoundBank>,
    settings: Res<Settings>,
    playback: Option<Res<Playback>>,
    sightlines: Option<Res<LineOfSight>>,
    ears: Query<(Entity, &Transform), With<AudioListener>>,
    mut state: ResMut<AudioState>,
    mut captions: ResMut<Captions>,
    mut cues: EventReader<PlayCue>,
) {
    let Ok((listener, here)) = ears.get_single() else { return };
    for hear in cues.read() {
        let Some(cue) = bank.config.cues.get(&hear.cue) else { continue };
        let mut loud = 1.0;
        let mut direction = None;
        if let Some(place) = hear.at.filter(|_| cue.max_distance > 0.0) {
            let way = place - here.translation;
            loud = falloff(way.length(), cue.max_distance);
            let open = playback.as_ref().map(|playback| playback.now.things.open).unwrap_or_default();
            let clear = |lines: &Res<LineOfSight>| lines.0.is_clear(here.translation, place + Vec3::Y, open);
            if loud > INAUDIBLE && !sightlines.as_ref().is_none_or(clear) {
                loud *= bank.config.occluded_gain;
            }
            direction = Some(here.rotation.inverse() * way.normalize_or(Vec3::NEG_Z));
        }
        loud *= hear.gain;
        if loud <= INAUDIBLE {
            continue;
        }
        if let Some(says) = cue.subtitle.as_ref().filter(|_| hear.subtitled && settings.accessibility.subtitles) {
            captions.say(says, hear.at);
        }
        let volume = loud * cue.gain * volume_of(cue.bus, &settings);
        if state.silent || volume <= INAUDIBLE {
            continue;
        }
        let (pick, pitch) = (state.roll(), state.roll() * 2.0 - 1.0);
        let chosen = cue.files.get((pick * cue.files.len() as f32) as usize).or(cue.files.first());
        let Some(sound) = chosen.and_then(|name| bank.sound(name)) else { continue };
        let how =
            PlaybackSettings::DESPAWN.with_volume(Volume::new(volume)).with_speed(1.0 + pitch * cue.pitch_variation);
        let player = (Name::new(hear.cue.as_str()), AudioPlayer(sound), PlayingSound::default());
        match direction {
            Some(direction) => {
                let place = Transform::from_translation(direction * ARM);
                commands.entity(listener).with_child((player, how.with_spatial(true), place));
            }
            None => {
                commands.spawn((player, how));
            }
        }
    }
}

impl AudioState {
    /// AudioListener, deaf where there is nothing to play on.
    pub(super) fn new(silent: bool) -> Self {
        Self { silent, dice: 0 }
    }

    /// A number from 0 to below 1. What is drawn by it is heard, and decides nothing (xorshift, G. Marsaglia 2003).
    fn roll(&mut self) -> f32 {
        let mut x = if self.dice == 0 { 0x9e37_79b9 } else { self.dice };
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.dice = x;
        (x >> 8) as f32 / (1 << 24) as f32
    }
}

/// A sound that finds nothing to be played on would stay for ever: then there is no device.
pub(super) fn give_up_without_device(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut state: ResMut<AudioState>,
    mut waiting: Query<(Entity, &mut PlayingSound), (Without<AudioSink>, Without<SpatialAudioSink>)>,
) {
    for (entity, mut since) in &mut waiting {
        since.0 += time.delta_secs().min(0.25);
        if since.0 > PATIENCE && !state.silent {
            warn!("{NO_DEVICE}");
            state.silent = true;
        }
        if state.silent {
            commands.entity(entity).despawn_recursive();
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
    fn the_dice_stay_in_range_and_move() {
        let mut state = AudioState::default();
        let rolls: Vec<f32> = (0..100).map(|_| state.roll()).collect();
        assert!(rolls.iter().all(|roll| (0.0..1.0).contains(roll)));
        assert!(rolls.windows(2).any(|pair| pair[0] != pair[1]));
    }
}
