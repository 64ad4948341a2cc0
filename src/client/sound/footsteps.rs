//! Footsteps: one cue per stride, by floor and gait.

use bevy::prelude::*;
use quarry_minds::protocol::{Gait, Label, label};

use super::{FloorSound, PlayCue, bank::SoundBank};
use crate::client::session::{Playback, SceneSetup};
use crate::world::geometry::flat;

/// The distance of each agent since its last step, by its number.
#[derive(Resource, Default)]
pub(super) struct Strides(Vec<StrideProgress>);

#[derive(Clone, Copy, Default)]
struct StrideProgress {
    at: Vec3,
    since: f32,
}

/// A longer move within one frame is no walking, in metres.
const MAX_STEP: f32 = 1.5;
/// The volume factor of a step by gait.
const CROUCHED: f32 = 0.25;
const WALKED: f32 = 0.7;

pub(super) fn play_footsteps(
    playback: If<Res<Playback>>,
    setup: If<Res<SceneSetup>>,
    bank: Res<SoundBank>,
    mut paces: ResMut<Strides>,
    mut cues: MessageWriter<PlayCue>,
) {
    paces.0.resize(playback.now.agents.len(), StrideProgress::default());
    for (agent, pace) in paces.0.iter_mut().enumerate() {
        let (Some(body), Some(person)) = (playback.body(agent), playback.now.agents.get(agent)) else { continue };
        if person.bodiless {
            continue;
        }
        let moved = flat(body.place - pace.at).length();
        pace.at = body.place;
        if moved > MAX_STEP || person.gone.is_some() || person.hidden.is_some() {
            continue;
        }
        pace.since += moved;
        let stride = setup.agents.get(agent).map_or(0.8, |player| player.body.stride);
        if pace.since < stride {
            continue;
        }
        pace.since %= stride;
        let gait = if body.crouch > 0.5 { Gait::Crouch } else { body.gait };
        let (weight, gain) = match gait {
            Gait::Crouch => ("soft", CROUCHED),
            Gait::Walk => ("soft", WALKED),
            Gait::Hurry => ("soft", 1.0),
            Gait::Run => ("firm", 1.0),
        };
        let cue = label(&format!("step_{}_{weight}", word(floor(&setup, &bank, body.place))));
        cues.write(PlayCue { cue, at: Some(body.place), gain, subtitled: true });
    }
}

fn word(floor: FloorSound) -> &'static str {
    match floor {
        FloorSound::Wood => "wood",
        FloorSound::Stone => "stone",
        FloorSound::Grass => "grass",
    }
}

/// The floor sound at a place: from the material of the highest patch under it.
fn floor(setup: &SceneSetup, bank: &SoundBank, place: Vec3) -> FloorSound {
    let under = setup.level.patches.iter().filter(|patch| {
        (patch.min.x..patch.max.x).contains(&place.x)
            && (patch.min.y..patch.max.y).contains(&place.z)
            && patch.height <= place.y + 0.3
    });
    let material: Option<Label> = under.max_by(|a, b| a.height.total_cmp(&b.height)).map(|patch| patch.material);
    material
        .and_then(|name| setup.palette.0.get(&name))
        .and_then(|surface| bank.config()?.floors.get(&surface.pattern))
        .copied()
        .unwrap_or(FloorSound::Stone)
}
