//! Steps: one sound each stride, by floor and gait.

use bevy::prelude::*;

use super::{FloorSound, Hear, bank::SoundBank};
use crate::{
    client::{show::Show, stage::Stage},
    protocol::{Gait, Label, label},
    world::geometry::flat,
};

/// How far everybody has come since the last step, by the number of the agent.
#[derive(Resource, Default)]
pub(super) struct Paces(Vec<Pace>);

#[derive(Clone, Copy, Default)]
struct Pace {
    at: Vec3,
    since: f32,
}

/// More than this in a frame is no walking, in metres.
const LEAP: f32 = 1.5;
/// How loud a step is by gait, as a share of its cue.
const CROUCHED: f32 = 0.25;
const WALKED: f32 = 0.7;

pub(super) fn tell(
    show: Option<Res<Show>>,
    stage: Option<Res<Stage>>,
    bank: Res<SoundBank>,
    mut paces: ResMut<Paces>,
    mut cues: EventWriter<Hear>,
) {
    let (Some(show), Some(stage)) = (show, stage) else { return };
    paces.0.resize(show.now.agents.len(), Pace::default());
    for (agent, pace) in paces.0.iter_mut().enumerate() {
        let (Some(body), Some(person)) = (show.body(agent), show.now.agents.get(agent)) else { continue };
        let moved = flat(body.place - pace.at).length();
        pace.at = body.place;
        if moved > LEAP || person.gone.is_some() || person.hidden.is_some() {
            continue;
        }
        pace.since += moved;
        let stride = stage.cast.get(agent).map_or(0.8, |player| player.body.stride);
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
        let cue = label(&format!("step_{}_{weight}", word(floor(&stage, &bank, body.place))));
        cues.send(Hear { cue, at: Some(body.place), gain, told: true });
    }
}

fn word(floor: FloorSound) -> &'static str {
    match floor {
        FloorSound::Wood => "wood",
        FloorSound::Stone => "stone",
        FloorSound::Grass => "grass",
    }
}

/// What the ground at a place sounds like: the material of the highest patch under it.
fn floor(stage: &Stage, bank: &SoundBank, place: Vec3) -> FloorSound {
    let under = stage.level.patches.iter().filter(|patch| {
        (patch.min.x..patch.max.x).contains(&place.x)
            && (patch.min.y..patch.max.y).contains(&place.z)
            && patch.height <= place.y + 0.3
    });
    let material: Option<Label> = under.max_by(|a, b| a.height.total_cmp(&b.height)).map(|patch| patch.material);
    material
        .and_then(|name| stage.palette.0.get(&name))
        .and_then(|surface| bank.book.floors.get(&surface.pattern))
        .copied()
        .unwrap_or(FloorSound::Stone)
}
