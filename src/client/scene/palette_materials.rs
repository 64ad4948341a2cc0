//! The materials of the palette as the renderer knows them, made once.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    client::{scene_setup::SceneSetup, texture::paint},
    data::look::{Pattern, Surface},
    protocol::Label,
};

/// A material ready to draw with.
#[derive(Clone, Debug)]
pub struct PaletteMaterial {
    /// The material.
    pub handle: Handle<StandardMaterial>,
    /// The side of one repeat of its texture in metres.
    pub repeat: f32,
    /// Whether it is drawn bushy.
    pub bushy: bool,
    /// What is drawn on it.
    pub pattern: Pattern,
}

/// The materials by name.
#[derive(Resource, Clone, Debug, Default)]
pub struct PaletteMaterials {
    known: BTreeMap<Label, PaletteMaterial>,
}

impl PaletteMaterials {
    /// Paints whatever of the palette has not been painted.
    pub fn prepare(
        &mut self,
        setup: &SceneSetup,
        images: &mut Assets<Image>,
        materials: &mut Assets<StandardMaterial>,
    ) {
        for (name, surface) in &setup.palette.0 {
            self.known.entry(*name).or_insert_with(|| painted(surface, setup, images, materials));
        }
    }

    /// A material by name; a name the palette lacks cannot be drawn, and validation has said so before.
    pub fn get(&self, name: Label) -> Option<&PaletteMaterial> {
        self.known.get(&name)
    }
}

fn painted(
    surface: &Surface,
    setup: &SceneSetup,
    images: &mut Assets<Image>,
    materials: &mut Assets<StandardMaterial>,
) -> PaletteMaterial {
    let texture = paint(surface, setup.quality.texture_size, setup.quality.anisotropy);
    let (red, green, blue) = surface.colour;
    let base_color = if texture.is_some() { Color::WHITE } else { Color::srgb(red, green, blue) };
    let mut material = StandardMaterial {
        base_color,
        perceptual_roughness: surface.roughness.clamp(0.05, 1.0),
        metallic: surface.metallic.clamp(0.0, 1.0),
        reflectance: 0.35,
        emissive: Color::srgb(red, green, blue).to_linear() * surface.emissive,
        ..default()
    };
    if let Some(texture) = texture {
        material.base_color_texture = Some(images.add(texture.colour));
        if setup.quality.normal_maps {
            material.normal_map_texture = Some(images.add(texture.bumps));
        }
    }
    PaletteMaterial {
        handle: materials.add(material),
        repeat: surface.tile_size.clamp(0.25, 8.0),
        bushy: surface.pattern == Pattern::Leaves,
        pattern: surface.pattern,
    }
}
