//! The terror radius: the heartbeat of a hunted agent near a hunter.

use bevy::prelude::*;

use super::{PlayCue, bank::SoundBank};
use crate::client::session::{playback::Playback, scene_setup::SceneSetup};

/// How close a hunter is to the player's or the followed agent.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct TensionLevel {
    /// The agent whose heartbeat is heard; `None` for none.
    pub agent: Option<usize>,
    /// Whether the agent is chased and knows it.
    pub chased: bool,
    /// The distance to the nearest hunter in metres; infinite outside of the terror radius.
    pub distance: f32,
    /// The strength of the current heartbeat, falling from 1 to 0.
    pub beat: f32,
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
    setup: Option<Res<SceneSetup>>,
    bank: Res<SoundBank>,
    mut tension_level: ResMut<TensionLevel>,
    mut heart: ResMut<Heartbeat>,
    mut cues: EventWriter<PlayCue>,
) {
    tension_level.distance = f32::INFINITY;
    if let Some(playback) = &playback {
        tension_level.beat = (tension_level.beat - playback.played * BEAT_DECAY).max(0.0);
    }
    let (Some(playback), Some(setup)) = (playback, setup) else { return };
    let tension = bank.config.tension;
    let near =
        tension_level.agent.and_then(|agent| nearest(&playback, &setup, agent)).filter(|near| *near <= tension.radius);
    let Some(near) = near else {
        heart.until_next = 0.0;
        return;
    };
    tension_level.distance = near;
    heart.until_next -= playback.played;
    if heart.until_next > 0.0 || playback.played <= 0.0 {
        return;
    }
    let closeness = 1.0 - near / tension.radius;
    let (slow, fast) = tension.heart_rate;
    heart.until_next = 60.0 / (slow + (fast - slow) * closeness).max(1.0);
    let cue = if near <= tension.close {
        "heart_close"
    } else if near <= tension.near {
        "heart_near"
    } else {
        "heart_far"
    };
    tension_level.beat = 1.0;
    cues.send(PlayCue { cue: cue.into(), at: None, gain: 0.35 + 0.65 * closeness, subtitled: false });
}

/// The distance to the nearest agent in play that can catch this one.
fn nearest(playback: &Playback, setup: &SceneSetup, listener: usize) -> Option<f32> {
    let own = playback.now.agents.get(listener).filter(|person| person.gone.is_none())?;
    if setup.agents.get(listener).is_none_or(|player| player.catches) {
        return None;
    }
    playback
        .now
        .agents
        .iter()
        .enumerate()
        .filter(|(agent, person)| {
            person.gone.is_none() && setup.agents.get(*agent).is_some_and(|player| player.catches)
        })
        .map(|(_, person)| person.body.place.distance(own.body.place))
        .min_by(f32::total_cmp)
}
