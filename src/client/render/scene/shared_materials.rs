//! Materials that are not part of the palette: glowing parts, ground decals.

use bevy::prelude::*;

#[derive(Resource, Clone, Debug)]
pub struct SharedMaterials {
    pub iron: Handle<StandardMaterial>,
    pub gold: Handle<StandardMaterial>,
    /// White, for characters: their colours are vertex colours.
    pub character: Handle<StandardMaterial>,
    pub light_off: Handle<StandardMaterial>,
    /// An amber signal light.
    pub amber: Handle<StandardMaterial>,
    /// A green signal light.
    pub green: Handle<StandardMaterial>,
    pub flame: Handle<StandardMaterial>,
    pub ember: Handle<StandardMaterial>,
    /// The flash of a gun.
    pub muzzle: Handle<StandardMaterial>,
    /// Where a shot has hit a wall.
    pub scar: Handle<StandardMaterial>,
    /// The case of a cartridge.
    pub brass: Handle<StandardMaterial>,
    pub bolt: Handle<StandardMaterial>,
    /// A soft additive halo.
    pub halo: Handle<StandardMaterial>,
    /// Dust; lit, so that it is as dark as its surroundings.
    pub dust: Handle<StandardMaterial>,
    pub splinter: Handle<StandardMaterial>,
    pub leaf: Handle<StandardMaterial>,
    pub scratch: Handle<StandardMaterial>,
}

/// A material that is seen from both sides and through, in its own light.
pub fn see_through(base_color: Color, alpha_mode: AlphaMode) -> StandardMaterial {
    StandardMaterial { base_color, unlit: true, alpha_mode, fog_enabled: false, cull_mode: None, ..default() }
}

impl SharedMaterials {
    pub fn new(materials: &mut Assets<StandardMaterial>) -> Self {
        let plain = |red: f32, green: f32, blue: f32, roughness: f32, metallic: f32| StandardMaterial {
            base_color: Color::srgb(red, green, blue),
            perceptual_roughness: roughness,
            metallic,
            reflectance: 0.3,
            ..default()
        };
        let glowing = |red: f32, green: f32, blue: f32, strength: f32| StandardMaterial {
            base_color: Color::BLACK,
            emissive: LinearRgba::rgb(red, green, blue) * strength,
            ..default()
        };
        Self {
            iron: materials.add(plain(0.16, 0.16, 0.18, 0.5, 0.6)),
            gold: materials.add(StandardMaterial {
                emissive: LinearRgba::rgb(0.9, 0.55, 0.08) * 0.8,
                ..plain(1.0, 0.76, 0.25, 0.25, 0.6)
            }),
            character: materials.add(StandardMaterial {
                emissive: LinearRgba::rgb(0.012, 0.012, 0.014),
                ..plain(1.0, 1.0, 1.0, 0.9, 0.0)
            }),
            light_off: materials.add(StandardMaterial {
                emissive: LinearRgba::rgb(0.35, 0.02, 0.01),
                ..plain(0.2, 0.03, 0.02, 0.3, 0.0)
            }),
            amber: materials.add(glowing(1.0, 0.5, 0.08, 6.0)),
            green: materials.add(glowing(0.15, 1.0, 0.3, 7.0)),
            flame: materials.add(glowing(1.0, 0.55, 0.16, 9.0)),
            ember: materials.add(glowing(1.0, 0.28, 0.04, 8.0)),
            // Unlit materials do not emit: their colour is brighter than white.
            muzzle: materials.add(StandardMaterial {
                base_color: LinearRgba::rgb(9.0, 6.0, 2.4).into(),
                unlit: true,
                ..default()
            }),
            scar: materials.add(plain(0.035, 0.03, 0.028, 1.0, 0.0)),
            brass: materials.add(plain(0.8, 0.6, 0.22, 0.35, 0.7)),
            bolt: materials.add(glowing(0.75, 0.25, 1.0, 10.0)),
            halo: materials.add(StandardMaterial {
                cull_mode: Some(bevy::render::render_resource::Face::Back),
                ..see_through(Color::srgba(1.0, 0.75, 0.3, 0.045), AlphaMode::Add)
            }),
            splinter: materials.add(plain(0.4, 0.27, 0.15, 0.8, 0.0)),
            leaf: materials.add(plain(0.2, 0.36, 0.12, 0.8, 0.0)),
            dust: materials.add(StandardMaterial {
                base_color: Color::srgba(0.62, 0.58, 0.52, 0.16),
                alpha_mode: AlphaMode::Blend,
                perceptual_roughness: 1.0,
                reflectance: 0.0,
                ..default()
            }),
            scratch: materials.add(see_through(Color::srgba(0.75, 0.12, 0.06, 0.55), AlphaMode::Blend)),
        }
    }
}
