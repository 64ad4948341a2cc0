//! The camera draws as richly and as brightly as is set.

use bevy::{
    core_pipeline::{bloom::Bloom, fxaa::Fxaa},
    pbr::ScreenSpaceAmbientOcclusion,
    prelude::*,
    render::camera::Exposure,
};

use super::GameContent;
use crate::{
    client::{SceneSetup, settings::Settings, view::MainCamera},
    data::graphics::AntiAliasing,
};

/// Brings the camera to what is set, where settings or setup changed.
pub(super) fn set_camera(
    mut commands: Commands,
    content: Option<Res<GameContent>>,
    settings: Res<Settings>,
    setup: Res<SceneSetup>,
    mut cameras: Query<(Entity, &mut Camera), With<MainCamera>>,
) {
    let Some(content) = content.filter(|_| settings.is_changed() || setup.is_changed()) else { return };
    let picture = settings.picture;
    let bloom = if picture.bloom { setup.quality.bloom } else { 0.0 };
    for (entity, mut camera) in &mut cameras {
        camera.hdr = bloom > 0.0;
        let mut eye = commands.entity(entity);
        eye.insert(Exposure { ev100: content.graphics.night.exposure - picture.brightness });
        if bloom > 0.0 {
            eye.insert(Bloom { intensity: bloom, ..Bloom::NATURAL });
        } else {
            eye.remove::<Bloom>();
        }
        // Ambient occlusion is worked out a point, so several samples a point do not go with it.
        let smoothing = if picture.smoothing { setup.quality.anti_aliasing } else { AntiAliasing::None };
        match (smoothing, picture.occlusion) {
            (AntiAliasing::None, _) => eye.insert(Msaa::Off).remove::<Fxaa>(),
            (AntiAliasing::Msaa, false) => eye.insert(Msaa::Sample4).remove::<Fxaa>(),
            (AntiAliasing::Fxaa, _) | (AntiAliasing::Msaa, true) => eye.insert((Msaa::Off, Fxaa::default())),
        };
        if picture.occlusion {
            eye.insert(ScreenSpaceAmbientOcclusion::default());
        } else {
            eye.remove::<ScreenSpaceAmbientOcclusion>();
        }
    }
}
