//! The light that comes from no lamp: that of the sky, and what the ground of the level throws back.

use bevy::{light::EnvironmentMapLight, prelude::*};

use super::daylight::SkyClock;
use crate::client::session::{MainCamera, SceneSetup, colour};
use crate::world::level::BuiltLevel;

/// How much of the sky's light (in lux) level ground and an upright wall receive from all sides, in cd/m² per lux.
const ON_GROUND: f32 = 0.3;
const ON_WALLS: f32 = 0.14;
/// A later time of day, in days, gets a light of its own.
const STEP: f32 = 0.004;

/// Lights the scene from all sides, anew when the level or the time of day has changed.
pub fn light(
    clock: Res<SkyClock>,
    setup: Res<SceneSetup>,
    camera: Single<Entity, With<MainCamera>>,
    mut lit_for: Local<Option<f32>>,
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
) {
    let time = clock.time();
    let same = lit_for.zip(time).map_or(*lit_for == time, |(before, now)| (before - now).abs() < STEP);
    if same && !setup.is_changed() {
        return;
    }
    *lit_for = time;
    let (sky, lux) = clock.soft_light(&setup).unwrap_or_else(|| {
        let night = &setup.night;
        (colour(night.moon_colour).to_linear(), night.fill_light * setup.level.sky.ambient_light)
    });
    let ground = ground_colour(&setup);
    let thrown_back = LinearRgba::rgb(sky.red * ground.red, sky.green * ground.green, sky.blue * ground.blue);
    let (above, beside, below) = (sky * (lux * ON_GROUND), sky * (lux * ON_WALLS), thrown_back * (lux * ON_GROUND));
    let environment = EnvironmentMapLight::hemispherical_gradient(&mut images, above, beside + below * 0.5, below);
    commands.entity(*camera).insert(environment);
}

fn ground_colour(setup: &SceneSetup) -> LinearRgba {
    let BuiltLevel { patches, .. } = &*setup.level;
    let (mut sum, mut whole) = (LinearRgba::NONE, 0.0);
    for patch in patches {
        let Some(surface) = setup.palette.0.get(&patch.material) else { continue };
        let size = patch.max - patch.min;
        sum += colour(surface.colour).to_linear() * (size.x * size.y);
        whole += size.x * size.y;
    }
    if whole > 0.0 { (sum / whole).with_alpha(1.0) } else { LinearRgba::BLACK }
}
