//! Applies the graphics settings to the camera: brightness, bloom, anti-aliasing, ambient occlusion.

use bevy::{
    core_pipeline::{bloom::Bloom, fxaa::Fxaa},
    pbr::ScreenSpaceAmbientOcclusion,
    prelude::*,
    render::camera::Exposure,
};

use crate::{
    client::{
        input::settings::Settings,
        session::{content::GameContent, scene_setup::SceneSetup, view::MainCamera},
    },
    data::graphics::AntiAliasing,
};

pub(super) fn apply(
    mut commands: Commands,
    content: Option<Res<GameContent>>,
    settings: Res<Settings>,
    setup: Res<SceneSetup>,
    mut cameras: Query<(Entity, &mut Camera), With<MainCamera>>,
) {
    let Some(content) = content.filter(|_| settings.is_changed() || setup.is_changed()) else { return };
    let graphics = settings.graphics;
    let bloom = if graphics.bloom { setup.quality.bloom } else { 0.0 };
    for (entity, mut camera) in &mut cameras {
        camera.hdr = bloom > 0.0;
        let mut camera_entity = commands.entity(entity);
        camera_entity.insert(Exposure { ev100: content.graphics.night.exposure - graphics.brightness });
        if bloom > 0.0 {
            camera_entity.insert(Bloom { intensity: bloom, ..Bloom::NATURAL });
        } else {
            camera_entity.remove::<Bloom>();
        }
        // Screen-space ambient occlusion does not support multisampling.
        let anti_aliasing = if graphics.anti_aliasing { setup.quality.anti_aliasing } else { AntiAliasing::None };
        match (anti_aliasing, graphics.ambient_occlusion) {
            (AntiAliasing::None, _) => camera_entity.insert(Msaa::Off).remove::<Fxaa>(),
            (AntiAliasing::Msaa, false) => camera_entity.insert(Msaa::Sample4).remove::<Fxaa>(),
            (AntiAliasing::Fxaa, _) | (AntiAliasing::Msaa, true) => camera_entity.insert((Msaa::Off, Fxaa::default())),
        };
        if graphics.ambient_occlusion {
            camera_entity.insert(ScreenSpaceAmbientOcclusion::default());
        } else {
            camera_entity.remove::<ScreenSpaceAmbientOcclusion>();
        }
    }
}
