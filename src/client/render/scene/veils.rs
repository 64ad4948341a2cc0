//! Smoke: soft balls about what gives it off. It thickens as it begins, and thins out before it ends.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::{SceneBuilder, hidden_part, visible};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::{Playback, SceneSetup};
use crate::data::thing::{ThingSpecs, ThingStateSpec};
use crate::world::{DeviceState, ThingState, level::LevelThing};
use quarry_minds::protocol::ThingId;

/// The most clouds drawn; the first have priority.
const MAX_CLOUDS: usize = 8;
/// The balls of each.
const PUFFS: usize = 22;
/// How long a cloud takes to spread, and to thin out, in seconds.
const SPREADS: f32 = 0.8;
const THINS: f32 = 2.0;

/// One ball of a cloud.
#[derive(Component, Clone, Copy, Debug)]
pub struct Puff {
    cloud: usize,
    number: usize,
}

/// A cloud at this moment.
struct Cloud {
    place: Vec3,
    radius: f32,
    /// From 0 to 1.
    thickness: f32,
}

/// Spawns the pool, hidden.
pub fn spawn(builder: &mut SceneBuilder) {
    let mut ball = MeshBuffer::new(1.0);
    ball.ball(Vec3::ONE, &Transform::IDENTITY);
    let ball = builder.mesh(ball);
    for cloud in 0..MAX_CLOUDS {
        for number in 0..PUFFS {
            let part = hidden_part("smoke", &ball, &builder.shared.smoke);
            builder.commands.spawn((Puff { cloud, number }, part));
        }
    }
}

/// Places the balls of all clouds.
pub fn show(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    mut puffs: Query<(&Puff, &mut Transform, &mut Visibility)>,
) {
    let clouds = clouds(&playback, &setup);
    let now = playback.seconds();
    for (puff, mut transform, mut visibility) in &mut puffs {
        let cloud = clouds.get(puff.cloud);
        visibility.set_if_neq(visible(cloud.is_some()));
        if let Some(cloud) = cloud {
            *transform = puff.place(cloud, now);
        }
    }
}

impl Puff {
    /// Where it is, and how large. Each drifts about its own place in the cloud.
    fn place(&self, cloud: &Cloud, now: f32) -> Transform {
        let chance = |which: i32| hash_noise(self.number as i32, which, 811);
        let turn = chance(1) * TAU + now * (0.12 + 0.1 * chance(2));
        let (out, up) = (chance(3).sqrt() * 0.72, chance(4) * 0.85 - 0.15);
        let off = Vec3::new(turn.cos() * out, up, turn.sin() * out) * cloud.radius * (0.4 + 0.6 * cloud.thickness);
        let size = cloud.radius * (0.26 + 0.2 * chance(5)) * cloud.thickness;
        Transform::from_translation(cloud.place + off).with_scale(Vec3::splat(size.max(0.01)))
    }
}

/// The clouds about all things that give off smoke in their state.
fn clouds(playback: &Playback, setup: &SceneSetup) -> Vec<Cloud> {
    let things = &playback.now.things;
    let devices = (0..things.states.len()).filter_map(|index| {
        let thing = things.thing(&setup.level, ThingId(index as u16))?;
        let Some(ThingState::Device(device)) = things.states.get(index) else { return None };
        cloud_of(thing, device, &setup.things, playback)
    });
    devices.take(MAX_CLOUDS).collect()
}

fn cloud_of(thing: &LevelThing, device: &DeviceState, specs: &ThingSpecs, playback: &Playback) -> Option<Cloud> {
    let spec: &ThingStateSpec = specs.get(&thing.name)?.states.get(&device.state)?;
    let age = playback.seconds() - playback.seconds_at(device.since);
    let left = spec.turns.as_ref().map_or(f32::INFINITY, |turns| turns.after - age);
    let thickness = (age / SPREADS).clamp(0.1, 1.0).min((left / THINS).clamp(0.1, 1.0));
    (spec.veils > 0.0).then_some(Cloud { place: thing.place, radius: spec.veils, thickness })
}
