//! The sound of danger: a heartbeat, and layers of sound that grow louder as the danger comes near. The game says how near it is.

use bevy::prelude::*;
use quarry_minds::with_defaults;

use super::{PlayCue, bank::SoundBank};
use crate::client::session::Playback;

with_defaults! {
/// How near the danger is. A game whose sound file has a section `tension` writes `danger` and `chased` in every frame.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TensionLevel {
    /// The distance of the danger in metres; infinite for none.
    pub danger: f32 = f32::INFINITY,
    /// The same if the danger can be heard, else infinite.
    pub distance: f32 = f32::INFINITY,
    /// Whether the player is chased and knows it.
    pub chased: bool,
    /// The strength of the current heartbeat, falling from 1 to 0.
    pub beat: f32,
}
}

/// How much of a beat fades per second.
const BEAT_DECAY: f32 = 3.5;

/// The time of the next beat.
#[derive(Resource, Default)]
pub(super) struct Heartbeat {
    until_next: f32,
}

pub(super) fn beat(
    playback: Option<Res<Playback>>,
    bank: Res<SoundBank>,
    mut level: ResMut<TensionLevel>,
    mut heart: ResMut<Heartbeat>,
    mut cues: MessageWriter<PlayCue>,
) {
    let (Some(playback), Some(tension)) = (playback, bank.config().and_then(|config| config.tension)) else {
        level.distance = f32::INFINITY;
        return;
    };
    level.beat = (level.beat - playback.played * BEAT_DECAY).max(0.0);
    level.distance = if level.danger <= tension.radius { level.danger } else { f32::INFINITY };
    if level.distance.is_infinite() {
        heart.until_next = 0.0;
        return;
    }
    heart.until_next -= playback.played;
    if heart.until_next > 0.0 || playback.played <= 0.0 {
        return;
    }
    let closeness = 1.0 - level.distance / tension.radius;
    let (slow, fast) = tension.heart_rate;
    heart.until_next = 60.0 / (slow + (fast - slow) * closeness).max(1.0);
    let cue = if level.distance <= tension.close {
        "heart_close"
    } else if level.distance <= tension.near {
        "heart_near"
    } else {
        "heart_far"
    };
    level.beat = 1.0;
    cues.write(PlayCue { cue: cue.into(), at: None, gain: 0.35 + 0.65 * closeness, subtitled: false });
}
