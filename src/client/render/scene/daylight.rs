//! Day and night for games that have them: sun and moon, the colour of the sky, and the water that mirrors it.
//!
//! The view of the game says what time it is ([`GameView::time_of_day`](crate::client::session::game_view::GameView::time_of_day)).
//! Without a time of day the night of the level stays as it was built.

use std::f32::consts::TAU;

use bevy::light::atmosphere::ScatteringMedium;
use bevy::light::{Atmosphere, NotShadowCaster, SunDisk};
use bevy::math::Affine2;
use bevy::pbr::{AtmosphereSettings, DistanceFog};
use bevy::prelude::*;

use super::{InScene, PaletteMaterials, SKY_RADIUS, SceneBuilder, clouds, scene_part, shared_materials::see_through};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::linear_step;
use crate::client::session::{GameViewService, MainCamera, Playback, SceneSetup, colour};
use crate::data::look::Pattern;
use crate::world::geometry::direction;

/// The light that casts shadows: the moon's, and by day the sun's.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct MainLight;

/// The stars and the disc of the moon.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct NightSky;

/// What a sky with a time of day is drawn with.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DaySky {
    /// The air, which scatters the light of the sun.
    Air,
    /// Haze over the horizon and clouds, where no air is drawn.
    Haze,
    /// The disc of the sun.
    Sun,
}

/// The time of day that is drawn, which follows the game smoothly.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SkyClock(Option<f32>);

impl SkyClock {
    /// The time of day, in days from midnight; `None` in a game without.
    pub fn time(&self) -> Option<f32> {
        self.0
    }

    /// The light of the sky apart from sun and moon: its colour, and how much it is in lux.
    pub fn soft_light(&self, setup: &SceneSetup) -> Option<(LinearRgba, f32)> {
        self.0.map(|time| SkyLight::at(time, setup)).map(|now| (now.soft, now.fill))
    }
}

/// A larger step of the time, in days, is a jump in the match or a sun that was moved.
const JUMP: f32 = 0.02;
/// How fast the drawn time follows: the share of the rest per second of game time.
const FOLLOW: f32 = 2.0;
/// The illuminance of the sun at noon, in lux, at the exposure of a night.
const SUN_LUX: f32 = 170.0;
/// The light of the sky at noon: that of the sky in lux, and the ambient light in cd/m².
const DAY_FILL: f32 = 36.0;
const DAY_AMBIENT: f32 = 15.0;
/// The elevation of the sun at noon, in radians, and the least elevation of a light that casts shadows.
const NOON: f32 = 1.02;
const LOWEST: f32 = 0.27;
/// The drift of ripples, in tiles per second.
const DRIFT: Vec2 = Vec2::new(0.035, 0.06);
/// The share of the sky's light that water mirrors.
const MIRRORED: f32 = 0.3;

/// Forgets the time of the last match, and leaves what it shares with the next one as it was.
pub fn forget(
    mut clock: ResMut<SkyClock>,
    setup: Res<SceneSetup>,
    mut cameras: Query<(Entity, &mut Camera), With<MainCamera>>,
    mut commands: Commands,
) {
    if clock.0.take().is_none() {
        return;
    }
    for (entity, mut camera) in &mut cameras {
        camera.clear_color = colour(setup.night.sky_colour).into();
        commands.entity(entity).remove::<AtmosphereSettings>();
    }
}

/// Follows the time of day of the frame on screen.
pub fn follow_clock(playback: Res<Playback>, game: Res<GameViewService>, mut clock: ResMut<SkyClock>) {
    let Some(wanted) = (game.0.time_of_day)(&playback.now) else { return };
    let way = clock.0.map(|now| (wanted - now + 0.5).rem_euclid(1.0) - 0.5).filter(|way| way.abs() < JUMP);
    let share = 1.0 - (-FOLLOW * playback.played).exp();
    clock.0 = Some(match (clock.0, way) {
        (Some(now), Some(way)) => (now + way * share).rem_euclid(1.0),
        _ => wanted,
    });
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct SkyLight {
    /// Towards the main light.
    towards: Vec3,
    main: LinearRgba,
    lux: f32,
    fill: f32,
    ambient: f32,
    soft: LinearRgba,
    zenith: LinearRgba,
    /// What the horizon has more than the zenith.
    glow: LinearRgba,
    towards_sun: Vec3,
    sun: LinearRgba,
    /// The strength of moon and stars.
    stars: f32,
}

fn smooth_step(from: f32, to: f32, value: f32) -> f32 {
    let share = linear_step(from, to, value);
    share * share * (3.0 - 2.0 * share)
}

fn linear(red: f32, green: f32, blue: f32) -> LinearRgba {
    Color::srgb(red, green, blue).to_linear()
}

impl SkyLight {
    /// The light at a time of day over a level.
    fn at(time: f32, setup: &SceneSetup) -> Self {
        let (sky, night) = (&setup.level.sky, &setup.night);
        let height = -(time * TAU).cos();
        let (day, stars) = (smooth_step(-0.1, 0.3, height), 1.0 - smooth_step(-0.35, 0.0, height));
        let dusk = smooth_step(0.0, 1.0, 1.0 - (height.abs() / 0.45).min(1.0));
        let towards = |azimuth: f32, elevation: f32| direction(azimuth) * elevation.cos() + Vec3::Y * elevation.sin();
        let azimuth = time * TAU;
        let sun_colour = linear(1.0, 0.94, 0.84).mix(&linear(1.0, 0.56, 0.28), dusk);
        let moon_colour = colour(night.moon_colour).to_linear();
        let sun_lux = SUN_LUX * smooth_step(-0.25, 0.32, height);
        let moon_lux = sky.moon_lux * night.moon_scale * stars;
        let (towards_main, main, lux) = if sun_lux > moon_lux {
            (towards(azimuth, (height * NOON).max(LOWEST)), sun_colour, sun_lux)
        } else {
            let elevation = sky.moon_elevation.clamp(5.0, 90.0).to_radians();
            (towards(sky.moon_azimuth.to_radians(), elevation), moon_colour, moon_lux)
        };
        let light = day.max(0.7 * dusk);
        let mix = |from: f32, to: f32| from + (to - from) * light;
        let soft = moon_colour.mix(&linear(0.82, 0.9, 1.0), light).mix(&linear(1.0, 0.72, 0.62), 0.4 * dusk);
        let zenith = colour(night.sky_colour).to_linear().mix(&linear(0.32, 0.55, 0.86), day);
        let zenith = zenith.mix(&linear(0.25, 0.27, 0.45), 0.6 * dusk);
        let glow = linear(0.6, 0.6, 0.55) * (0.8 * day) * (1.0 - dusk) + linear(0.95, 0.5, 0.28) * (0.75 * dusk);
        Self {
            towards: towards_main,
            main,
            lux,
            fill: mix(night.fill_light, DAY_FILL) * (1.0 + 0.35 * dusk) * sky.ambient_light,
            ambient: mix(night.ambient, DAY_AMBIENT) * sky.ambient_light,
            soft,
            zenith,
            glow,
            towards_sun: towards(azimuth, height * NOON),
            sun: sun_colour * smooth_step(-0.16, 0.02, height),
            stars,
        }
    }

    /// The colour of distant things.
    fn haze(&self) -> LinearRgba {
        self.zenith + self.glow * 0.7
    }
}

/// Lights the scene for the time of day.
pub fn light(
    clock: Res<SkyClock>,
    mut builder: SceneBuilder,
    mut ambient: ResMut<GlobalAmbientLight>,
    (mut media, mut images): (ResMut<Assets<ScatteringMedium>>, ResMut<Assets<Image>>),
    mut clouds: Local<Option<Handle<Image>>>,
    mut mains: Query<(Entity, &mut DirectionalLight, &mut Transform), With<MainLight>>,
    mut cameras: Query<(Entity, &mut Camera, Option<&mut DistanceFog>), With<MainCamera>>,
    nights: Query<&MeshMaterial3d<StandardMaterial>, With<NightSky>>,
    mut days: Query<(&DaySky, Option<&MeshMaterial3d<StandardMaterial>>, &mut Transform), Without<MainLight>>,
) {
    let Some(time) = clock.0 else { return };
    let now = SkyLight::at(time, &builder.setup);
    for (_, mut light, mut transform) in &mut mains {
        (light.color, light.illuminance) = (now.main.into(), now.lux);
        *transform = Transform::default().looking_to(-now.towards, Vec3::Y);
    }
    (ambient.color, ambient.brightness) = (now.soft.into(), now.ambient);
    for (_, mut camera, fog) in &mut cameras {
        camera.clear_color = ClearColorConfig::Custom(now.zenith.into());
        if let Some(mut fog) = fog {
            fog.color = now.haze().into();
            fog.directional_light_color = Color::LinearRgba(now.main.with_alpha(0.2));
        }
    }
    for night in &nights {
        if let Some(mut material) = builder.materials.get_mut(&night.0) {
            material.alpha_mode = AlphaMode::Add;
            material.base_color = Color::LinearRgba(LinearRgba::gray(now.stars));
        }
    }
    if days.is_empty() {
        spawn_day_sky(&mut builder, &mut images, &mut clouds);
        let SceneBuilder { commands, setup, .. } = &mut builder;
        if setup.quality.atmosphere {
            let air = Atmosphere::earth(media.add(ScatteringMedium::default()));
            commands.spawn((Name::new("air"), InScene, DaySky::Air, air, Transform::default()));
            cameras.iter().for_each(|(entity, ..)| _ = commands.entity(entity).insert(AtmosphereSettings::default()));
            // The disc is drawn where the sun stands; its light never comes from below a certain height.
            mains.iter().for_each(|(entity, ..)| _ = commands.entity(entity).insert(SunDisk::OFF));
        }
    }
    for (part, material, mut transform) in &mut days {
        let Some(mut material) = material.and_then(|known| builder.materials.get_mut(&known.0)) else { continue };
        material.base_color = match part {
            DaySky::Air => continue,
            DaySky::Haze => (now.glow * clouds::BRIGHTEST).into(),
            DaySky::Sun => {
                *transform = transform.looking_to(now.towards_sun, Vec3::Y);
                now.sun.into()
            }
        };
    }
}

/// Spawns the sun and, where no air is drawn, the haze. The picture of the clouds is made once per program run.
fn spawn_day_sky(builder: &mut SceneBuilder, images: &mut Assets<Image>, clouds: &mut Option<Handle<Image>>) {
    let bounds = builder.setup.level.bounds;
    let mut parts = vec![(DaySky::Sun, sun(), None)];
    if !builder.setup.quality.atmosphere {
        let picture = clouds.get_or_insert_with(|| images.add(clouds::picture()));
        parts.push((DaySky::Haze, clouds::dome(SKY_RADIUS), Some(picture.clone())));
    }
    for (part, shape, base_color_texture) in parts {
        let look = StandardMaterial { base_color_texture, ..see_through(Color::BLACK, AlphaMode::Add) };
        let material = builder.material(look);
        let look = scene_part(format!("{part:?}"), builder.mesh(shape), material);
        let place = Transform::from_translation((bounds.min + bounds.max) * 0.5);
        builder.commands.spawn((look, NotShadowCaster, part, place));
    }
}

/// The disc of the sun with its halo, ahead (-z) at the radius of the sky.
fn sun() -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for (radius, strength) in [(5.5f32, 1.0f32), (7.0, 0.35), (11.0, 0.12), (19.0, 0.05), (32.0, 0.025)] {
        shape.set_colour(LinearRgba::gray(strength));
        let point = |step: u32| {
            let turn = step as f32 / 32.0 * TAU;
            Vec3::new(turn.cos() * radius, turn.sin() * radius, -SKY_RADIUS)
        };
        for step in (0..32).step_by(2) {
            shape.flat_quad([Vec3::NEG_Z * SKY_RADIUS, point(step), point(step + 1), point(step + 2)]);
        }
    }
    shape
}

/// Lets ripples drift over water, which mirrors the sky of a game that has a time of day.
pub fn move_water(
    clock: Res<SkyClock>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    palette: Res<PaletteMaterials>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if setup.level.water.is_empty() {
        return;
    }
    for water in palette.of_pattern(Pattern::Water) {
        let Some(mut material) = materials.get_mut(&water.handle) else { continue };
        material.uv_transform = Affine2::from_translation((DRIFT * playback.seconds()).fract());
        if let Some(time) = clock.0 {
            material.emissive = SkyLight::at(time, &setup).haze() * MIRRORED;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::render::scene::tests::scenes_of;

    #[test]
    fn the_day_is_brighter_than_the_night_and_the_sun_sets_in_the_west() {
        let views = crate::games::views();
        let schema = views[0].schema;
        let (_, world) = scenes_of(schema).remove(0);
        let at = |time: f32| SkyLight::at(time, world.resource::<SceneSetup>());
        let (midnight, morning, noon, evening) = (at(0.0), at(0.3), at(0.5), at(0.7));
        assert!(noon.lux > morning.lux && morning.lux > midnight.lux && midnight.lux > 0.0);
        assert!(noon.zenith.luminance() > midnight.zenith.luminance());
        assert!(midnight.stars > 0.99 && noon.stars == 0.0);
        assert!(noon.towards.y > 0.8 && morning.towards.x > 0.5 && evening.towards.x < -0.5);
        let warmth = |light: &SkyLight| light.main.red / light.main.blue;
        assert!(warmth(&at(0.255)) > warmth(&noon) && warmth(&noon) > warmth(&midnight));
        // There is always light to see by.
        for step in 0..48 {
            let now = at(step as f32 / 48.0);
            assert!(now.ambient >= midnight.ambient && now.fill >= midnight.fill, "{step}: {now:?}");
        }
    }
}
