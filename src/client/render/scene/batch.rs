//! Builds the static meshes of a level: one mesh for each floor, layer and material, so that a level costs few draw calls.

use std::collections::BTreeMap;

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::{Label, label};

use super::{SceneBuilder, palette_materials::PaletteMaterials, scene_part};
use crate::client::render::mesh::MeshBuffer;
use crate::data::look::Pattern;

/// The part of a floor that a mesh belongs to. Decides when it is visible; see `show_layers`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Furniture, doors, walls below [`CUT_HEIGHT`](super::walls::CUT_HEIGHT), and walls that are not cut. Always visible.
    Whole,
    /// The ground. Always visible; casts no shadow.
    Ground,
    /// The frayed edge of one natural ground over another. Always visible; casts no shadow.
    Edge,
    /// Walls above the cut height and lintels. Hidden in a cutaway view of their floor.
    Upper,
    /// Ceilings and roofs. Hidden in a cutaway view of their floor.
    Ceiling,
    /// The tops of the cut walls. Visible in a cutaway view only; casts no shadow.
    Cap,
}

/// The index of the floor that an entity belongs to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnFloor(pub usize);

pub struct MeshBatch<'a> {
    /// Supplies texture size and material of each mesh.
    pub palette: &'a PaletteMaterials,
    shapes: BTreeMap<(usize, Layer, Label), MeshBuffer>,
    trim: Option<Label>,
    detail: f32,
}

impl<'a> MeshBatch<'a> {
    /// An empty batch. `trim` is the material of skirting boards and door frames; `None` omits them.
    /// `detail` is the fineness of round and leafy surfaces, at most 1.
    pub fn new(palette: &'a PaletteMaterials, trim: Option<Label>, detail: f32) -> Self {
        Self { palette, shapes: BTreeMap::new(), trim, detail }
    }

    /// The mesh for this floor, layer and material. Created on first use.
    pub fn shape(&mut self, layer: Layer, floor: usize, material: Label) -> &mut MeshBuffer {
        let tile_size = self.palette.get(material).map_or(2.0, |surface| surface.tile_size);
        let detail = self.detail;
        self.shapes.entry((floor, layer, material)).or_insert_with(|| {
            let mut shape = MeshBuffer::new(tile_size);
            shape.detail = detail;
            shape
        })
    }

    /// The fineness of round and leafy surfaces, at most 1.
    pub fn detail(&self) -> f32 {
        self.detail
    }

    /// The mesh of skirting boards and door frames; `None` without a trim material.
    pub fn trim(&mut self, floor: usize) -> Option<&mut MeshBuffer> {
        let material = self.trim?;
        Some(self.shape(Layer::Whole, floor, material))
    }

    /// The material of skirting boards and door frames.
    pub fn trim_material(&self) -> Option<Label> {
        self.trim
    }

    /// Spawns all meshes. Returns the number of meshes and of triangles.
    pub fn spawn(self, builder: &mut SceneBuilder) -> (usize, usize) {
        let (mut count, mut triangles) = (0, 0);
        for ((floor, layer, material), shape) in self.shapes {
            let Some(surface) = self.palette.get(material) else { continue };
            if shape.is_empty() {
                continue;
            }
            count += 1;
            triangles += shape.triangles();
            let mesh =
                if surface.pattern == Pattern::Plain { builder.mesh(shape) } else { builder.textured_mesh(shape) };
            let drawn = surface.edge.clone().filter(|_| layer == Layer::Edge);
            let drawn = drawn.unwrap_or_else(|| surface.handle.clone());
            let part = scene_part(format!("{material} {layer:?} {floor}"), mesh, drawn);
            let mut entity = builder.commands.spawn((part, layer, OnFloor(floor)));
            if matches!(layer, Layer::Ground | Layer::Edge | Layer::Cap) {
                entity.insert(NotShadowCaster);
            }
        }
        (count, triangles)
    }
}

/// The wood for skirting boards, frames and doors: `"dark_oak"` if the palette has it, else its first wood.
pub fn trim_material(palette: &crate::data::look::Palette) -> Option<Label> {
    let preferred = label("dark_oak");
    if palette.0.contains_key(&preferred) {
        return Some(preferred);
    }
    palette.0.iter().find(|(_, surface)| surface.pattern == Pattern::Wood).map(|(name, _)| *name)
}
