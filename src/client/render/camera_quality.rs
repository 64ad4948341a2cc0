//! The image quality of the cameras: range of colours, anti-aliasing, shadows in contact and in corners.

use bevy::anti_alias::fxaa::Fxaa;
use bevy::anti_alias::smaa::Smaa;
use bevy::camera::Hdr;
use bevy::core_pipeline::prepass::{DepthPrepass, NormalPrepass};
use bevy::pbr::{ContactShadows, ScreenSpaceAmbientOcclusion};
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;

use crate::data::graphics::AntiAliasing;

/// What the cameras draw with. Each part costs time for every pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraQuality {
    /// The intensity of bloom; 0 is off. Bloom needs colours beyond white.
    pub bloom: f32,
    pub anti_aliasing: AntiAliasing,
    /// Whether corners are darker.
    pub ambient_occlusion: bool,
    /// Whether small things cast shadows where they touch the ground.
    pub contact_shadows: bool,
    /// Whether air may be drawn, which needs colours beyond white.
    pub atmosphere: bool,
}

impl CameraQuality {
    /// Gives the quality to the camera of the match. The camera of the interface draws over its picture, into the same texture, and so
    /// needs the same format.
    pub fn apply(self, commands: &mut Commands, scene: Entity, interface: Entity) {
        let anti_aliasing = match self.anti_aliasing {
            // Both read the depth of single samples.
            AntiAliasing::Msaa if self.ambient_occlusion || self.contact_shadows => AntiAliasing::Smaa,
            chosen => chosen,
        };
        let msaa = if anti_aliasing == AntiAliasing::Msaa { Msaa::Sample4 } else { Msaa::Off };
        for camera in [scene, interface] {
            let mut camera = commands.entity(camera);
            camera.insert(msaa);
            set(&mut camera, self.bloom > 0.0 || self.atmosphere, Hdr);
        }
        let mut camera = commands.entity(scene);
        set(&mut camera, self.bloom > 0.0, Bloom { intensity: self.bloom, ..Bloom::NATURAL });
        set(&mut camera, anti_aliasing == AntiAliasing::Fxaa, Fxaa::default());
        set(&mut camera, anti_aliasing == AntiAliasing::Smaa, Smaa::default());
        set(&mut camera, self.ambient_occlusion || self.contact_shadows, DepthPrepass);
        set(&mut camera, self.ambient_occlusion, NormalPrepass);
        set(&mut camera, self.ambient_occlusion, ScreenSpaceAmbientOcclusion::default());
        set(&mut camera, self.contact_shadows, ContactShadows::default());
    }
}

fn set<C: Component>(entity: &mut EntityCommands<'_>, on: bool, component: C) {
    if on {
        entity.insert(component);
    } else {
        entity.remove::<C>();
    }
}
