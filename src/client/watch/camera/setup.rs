//! Spawns the camera entity and sets its render quality.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::cluster::{ClusterConfig, ClusterZConfig};
use bevy::pbr::{DistanceFog, FogFalloff};
use bevy::prelude::*;

use crate::client::render::camera_quality::CameraQuality;
use crate::client::session::{MainCamera, SceneSetup, colour};
use crate::client::ui::gui;
use crate::data::graphics::Quality;

/// The depth of the first light cluster slice in metres: less than the near plane of any camera here. Geometry nearer than this gets
/// a negative slice index, which shaders may read as any slice: under software rendering it received no lamp light.
const FIRST_SLICE: f32 = 0.05;

pub(super) fn spawn(mut commands: Commands, setup: Res<SceneSetup>) {
    let camera = commands.spawn((
        Name::new("camera"),
        MainCamera,
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection { fov: 42f32.to_radians(), near: 0.1, far: 260.0, ..default() }),
        Camera { clear_color: colour(setup.night.sky_colour).into(), ..default() },
        ClusterConfig::FixedZ {
            total: 4096,
            z_slices: 24,
            z_config: ClusterZConfig { first_slice_depth: FIRST_SLICE, ..default() },
            dynamic_resizing: true,
        },
        Tonemapping::TonyMcMapface,
        Exposure { ev100: setup.night.exposure },
        Transform::from_xyz(20.0, 30.0, 40.0).looking_at(Vec3::new(20.0, 0.0, 15.0), Vec3::Y),
    ));
    let scene = camera.id();
    let interface = gui::spawn_camera(&mut commands);
    let Quality { bloom, anti_aliasing, contact_shadows, atmosphere, .. } = setup.quality;
    let quality = CameraQuality { bloom, anti_aliasing, ambient_occlusion: false, contact_shadows, atmosphere };
    quality.apply(&mut commands, scene, interface);
}

/// Adds fog scaled to the size of the level.
pub(super) fn set_quality(mut commands: Commands, setup: Res<SceneSetup>, cameras: Query<Entity, With<MainCamera>>) {
    if !setup.quality.fog {
        return;
    }
    let size = setup.level.bounds.max - setup.level.bounds.min;
    let reach = size.length();
    for camera in &cameras {
        commands.entity(camera).insert(DistanceFog {
            color: colour(setup.night.sky_colour),
            directional_light_color: Color::srgba(0.3, 0.38, 0.55, 0.25),
            directional_light_exponent: 12.0,
            falloff: FogFalloff::Linear { start: reach * 0.75, end: reach * 2.2 },
        });
    }
}
