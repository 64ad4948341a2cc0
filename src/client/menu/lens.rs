//! The camera draws as richly and as brightly as is set.

use bevy::{
    core_pipeline::{bloom::Bloom, fxaa::Fxaa},
    pbr::ScreenSpaceAmbientOcclusion,
    prelude::*,
    render::camera::Exposure,
};

use super::House;
use crate::{
    client::{Stage, settings::Settings, view::MainCamera},
    data::graphics::Smoothing,
};

/// Brings the camera to what is set, where settings or stage changed.
pub(super) fn set_camera(
    mut commands: Commands,
    house: Option<Res<House>>,
    settings: Res<Settings>,
    stage: Res<Stage>,
    mut cameras: Query<(Entity, &mut Camera), With<MainCamera>>,
) {
    let Some(house) = house.filter(|_| settings.is_changed() || stage.is_changed()) else { return };
    let picture = settings.picture;
    let bloom = if picture.bloom { stage.quality.bloom } else { 0.0 };
    for (entity, mut camera) in &mut cameras {
        camera.hdr = bloom > 0.0;
        let mut eye = commands.entity(entity);
        eye.insert(Exposure { ev100: house.graphics.night.exposure - picture.brightness });
        if bloom > 0.0 {
            eye.insert(Bloom { intensity: bloom, ..Bloom::NATURAL });
        } else {
            eye.remove::<Bloom>();
        }
        // Ambient occlusion is worked out a point, so several samples a point do not go with it.
        let smoothing = if picture.smoothing { stage.quality.smoothing } else { Smoothing::None };
        match (smoothing, picture.occlusion) {
            (Smoothing::None, _) => eye.insert(Msaa::Off).remove::<Fxaa>(),
            (Smoothing::Samples, false) => eye.insert(Msaa::Sample4).remove::<Fxaa>(),
            (Smoothing::Picture, _) | (Smoothing::Samples, true) => eye.insert((Msaa::Off, Fxaa::default())),
        };
        if picture.occlusion {
            eye.insert(ScreenSpaceAmbientOcclusion::default());
        } else {
            eye.remove::<ScreenSpaceAmbientOcclusion>();
        }
    }
}
