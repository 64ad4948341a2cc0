//! The materials of the palette, generated once per program run.

use std::collections::BTreeMap;

use bevy::prelude::*;
use quarry_minds::protocol::Label;

use crate::client::render::texture;
use crate::client::session::{SceneSetup, colour};
use crate::data::look::{Pattern, Surface};

/// A palette material ready for rendering.
#[derive(Clone, Debug)]
pub struct PaletteMaterial {
    pub handle: Handle<StandardMaterial>,
    /// Natural ground only: the same with holes where its vertices are thin, for edges over other ground.
    pub edge: Option<Handle<StandardMaterial>>,
    /// The side of one texture tile in metres.
    pub tile_size: f32,
    /// Whether meshes get a leafy surface.
    pub leafy: bool,
    /// Whether it shines by itself.
    pub glows: bool,
    pub pattern: Pattern,
    /// Its main colour.
    pub colour: LinearRgba,
}

impl PaletteMaterial {
    /// The vertex colour with which it appears in another colour.
    pub fn painted(&self, wanted: LinearRgba) -> LinearRgba {
        let share = |wanted: f32, own: f32| wanted / own.max(0.01);
        LinearRgba::rgb(
            share(wanted.red, self.colour.red),
            share(wanted.green, self.colour.green),
            share(wanted.blue, self.colour.blue),
        )
    }
}

#[derive(Resource, Clone, Debug, Default)]
pub struct PaletteMaterials {
    by_name: BTreeMap<Label, PaletteMaterial>,
}

impl PaletteMaterials {
    /// Generates the materials that do not exist yet.
    pub fn prepare(
        &mut self,
        setup: &SceneSetup,
        images: &mut Assets<Image>,
        materials: &mut Assets<StandardMaterial>,
    ) {
        for (name, surface) in &setup.palette.0 {
            self.by_name.entry(*name).or_insert_with(|| generate(surface, setup, images, materials));
        }
    }

    /// A material by name. `None` for unknown names, which validation has reported already.
    pub fn get(&self, name: Label) -> Option<&PaletteMaterial> {
        self.by_name.get(&name)
    }

    pub fn of_pattern(&self, pattern: Pattern) -> impl Iterator<Item = &PaletteMaterial> {
        self.by_name.values().filter(move |material| material.pattern == pattern)
    }
}

fn generate(
    surface: &Surface,
    setup: &SceneSetup,
    images: &mut Assets<Image>,
    materials: &mut Assets<StandardMaterial>,
) -> PaletteMaterial {
    let texture = texture::generate(surface, setup.quality.texture_size, setup.quality.anisotropy);
    let main = colour(surface.colour);
    let base_color = if texture.is_some() { Color::WHITE } else { main };
    let mut material = StandardMaterial {
        base_color,
        perceptual_roughness: surface.roughness.clamp(0.05, 1.0),
        metallic: surface.metallic.clamp(0.0, 1.0),
        reflectance: 0.35,
        emissive: main.to_linear() * surface.emissive,
        ..default()
    };
    if let Some(texture) = texture {
        material.base_color_texture = Some(images.add(texture.colour));
        if setup.quality.normal_maps {
            material.normal_map_texture = Some(images.add(texture.normals));
        }
    }
    let natural = matches!(surface.pattern, Pattern::Grass | Pattern::Earth);
    let frayed = StandardMaterial { alpha_mode: AlphaMode::Mask(0.5), ..material.clone() };
    PaletteMaterial {
        edge: natural.then(|| materials.add(frayed)),
        handle: materials.add(material),
        tile_size: surface.tile_size.clamp(0.25, 8.0),
        leafy: matches!(surface.pattern, Pattern::Leaves | Pattern::Thicket),
        glows: surface.emissive > 0.0,
        pattern: surface.pattern,
        colour: main.to_linear(),
    }
}
