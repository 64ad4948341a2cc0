//! The meshes of a level in the making: one shape for each floor, layer and material, so that a level costs few draw calls.

use std::collections::BTreeMap;

use bevy::{pbr::NotShadowCaster, prelude::*};

use super::{InScene, palette_materials::PaletteMaterials};
use crate::{
    client::mesh::MeshBuffer,
    data::look::Pattern,
    protocol::{Label, label},
};

/// Which part of a floor a mesh is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Always drawn.
    Whole,
    /// Ground: drawn, but casts no shadow.
    Ground,
    /// What is taken away for a look from above.
    Upper,
    /// The ceiling.
    Ceiling,
    /// What closes walls where they are cut.
    Cap,
}

/// The floor something belongs to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnFloor(pub usize);

/// The meshes in the making.
pub struct MeshBatch<'a> {
    /// The materials.
    pub painter: &'a PaletteMaterials,
    shapes: BTreeMap<(usize, Layer, Label), MeshBuffer>,
    caps: BTreeMap<usize, MeshBuffer>,
    trim: Option<Label>,
}

impl<'a> MeshBatch<'a> {
    /// Nothing yet. `trim` is the material of skirtings and frames.
    pub fn new(painter: &'a PaletteMaterials, trim: Option<Label>) -> Self {
        Self { painter, shapes: BTreeMap::new(), caps: BTreeMap::new(), trim }
    }

    /// The shape of this floor, layer and material.
    pub fn shape(&mut self, layer: Layer, floor: usize, material: Label) -> &mut MeshBuffer {
        let repeat = self.painter.get(material).map_or(2.0, |painted| painted.repeat);
        self.shapes.entry((floor, layer, material)).or_insert_with(|| MeshBuffer::new(repeat))
    }

    /// What closes cut walls.
    pub fn cap(&mut self, floor: usize) -> &mut MeshBuffer {
        self.caps.entry(floor).or_insert_with(|| MeshBuffer::new(1.0))
    }

    /// The shape of skirtings and frames, if the palette has a wood for them.
    pub fn trim(&mut self, floor: usize) -> Option<&mut MeshBuffer> {
        let material = self.trim?;
        Some(self.shape(Layer::Whole, floor, material))
    }

    /// The material of skirtings and frames.
    pub fn trim_material(&self) -> Option<Label> {
        self.trim
    }

    /// Spawns everything; returns how many meshes and triangles there are.
    pub fn spawn(
        self,
        commands: &mut Commands,
        meshes: &mut Assets<Mesh>,
        cap: &Handle<StandardMaterial>,
        bumps: bool,
    ) -> (usize, usize) {
        let (mut count, mut triangles) = (0, 0);
        for ((floor, layer, material), shape) in self.shapes {
            let Some(painted) = self.painter.get(material) else { continue };
            if shape.is_empty() {
                continue;
            }
            count += 1;
            triangles += shape.triangles();
            let bumped = bumps && painted.pattern != Pattern::Plain;
            let mut entity = commands.spawn((
                Name::new(format!("{material} {layer:?} {floor}")),
                InScene,
                layer,
                OnFloor(floor),
                Mesh3d(meshes.add(shape.mesh(bumped))),
                MeshMaterial3d(painted.handle.clone()),
            ));
            if layer == Layer::Ground {
                entity.insert(NotShadowCaster);
            }
        }
        for (floor, shape) in self.caps {
            count += 1;
            triangles += shape.triangles();
            commands.spawn((
                Name::new(format!("cut walls {floor}")),
                InScene,
                Layer::Cap,
                OnFloor(floor),
                NotShadowCaster,
                Mesh3d(meshes.add(shape.mesh(false))),
                MeshMaterial3d(cap.clone()),
            ));
        }
        (count, triangles)
    }
}

/// The wood for skirtings, frames and doors: the first of the palette that is one, `"dark_oak"` if there is that.
pub fn trim_of(palette: &crate::data::look::Palette) -> Option<Label> {
    let preferred = label("dark_oak");
    if palette.0.contains_key(&preferred) {
        return Some(preferred);
    }
    palette.0.iter().find(|(_, surface)| surface.pattern == Pattern::Wood).map(|(name, _)| *name)
}
