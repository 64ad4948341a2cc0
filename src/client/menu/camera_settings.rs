//! Applies the graphics settings to the cameras: brightness and image quality.

use bevy::{camera::Exposure, prelude::*};

use crate::client::input::settings::Settings;
use crate::client::render::camera_quality::CameraQuality;
use crate::client::session::{GameContent, MainCamera, SceneSetup};
use crate::client::ui::GuiCamera;
use crate::data::graphics::AntiAliasing;

pub(super) fn apply(
    mut commands: Commands,
    content: Option<Res<GameContent>>,
    settings: Res<Settings>,
    setup: Res<SceneSetup>,
    scene: Single<Entity, With<MainCamera>>,
    interface: Single<Entity, With<GuiCamera>>,
) {
    let Some(content) = content.filter(|_| settings.is_changed() || setup.is_changed()) else { return };
    let (graphics, quality) = (settings.graphics, setup.quality);
    commands.entity(*scene).insert(Exposure { ev100: content.graphics.night.exposure - graphics.brightness });
    let quality = CameraQuality {
        bloom: if graphics.bloom { quality.bloom } else { 0.0 },
        anti_aliasing: if graphics.anti_aliasing { quality.anti_aliasing } else { AntiAliasing::None },
        ambient_occlusion: graphics.ambient_occlusion,
        contact_shadows: quality.contact_shadows,
        atmosphere: quality.atmosphere,
    };
    quality.apply(&mut commands, *scene, *interface);
}
