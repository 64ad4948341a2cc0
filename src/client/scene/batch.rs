//! The meshes of a level in the making: one shape for each storey, layer and material, so that a level costs few draw calls.

use std::collections::BTreeMap;

use bevy::{pbr::NotShadowCaster, prelude::*};

use super::{InScene, materials::Painter};
use crate::{
    client::shape::Shape,
    data::look::Pattern,
    protocol::{Label, label},
};

/// Which part of a storey a mesh is.
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

/// The storey something belongs to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnStorey(pub usize);

/// The meshes in the making.
pub struct Batch<'a> {
    /// The materials.
    pub painter: &'a Painter,
    shapes: BTreeMap<(usize, Layer, Label), Shape>,
    caps: BTreeMap<usize, Shape>,
    trim: Option<Label>,
}

impl<'a> Batch<'a> {
    /// Nothing yet. `trim` is the material of skirtings and frames.
    pub fn new(painter: &'a Painter, trim: Option<Label>) -> Self {
        Self { painter, shapes: BTreeMap::new(), caps: BTreeMap::new(), trim }
    }

    /// The shape of this storey, layer and material.
    pub fn shape(&mut self, layer: Layer, storey: usize, material: Label) -> &mut Shape {
        let repeat = self.painter.get(material).map_or(2.0, |painted| painted.repeat);
        self.shapes.entry((storey, layer, material)).or_insert_with(|| Shape::new(repeat))
    }

    /// What closes cut walls.
    pub fn cap(&mut self, storey: usize) -> &mut Shape {
        self.caps.entry(storey).or_insert_with(|| Shape::new(1.0))
    }

    /// The shape of skirtings and frames, if the palette has a wood for them.
    pub fn trim(&mut self, storey: usize) -> Option<&mut Shape> {
        let material = self.trim?;
        Some(self.shape(Layer::Whole, storey, material))
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
        for ((storey, layer, material), shape) in self.shapes {
            let Some(painted) = self.painter.get(material) else { continue };
            if shape.is_empty() {
                continue;
            }
            count += 1;
            triangles += shape.triangles();
            let bumped = bumps && painted.pattern != Pattern::Plain;
            let mut entity = commands.spawn((
                Name::new(format!("{material} {layer:?} {storey}")),
                InScene,
                layer,
                OnStorey(storey),
                Mesh3d(meshes.add(shape.mesh(bumped))),
                MeshMaterial3d(painted.handle.clone()),
            ));
            if layer == Layer::Ground {
                entity.insert(NotShadowCaster);
            }
        }
        for (storey, shape) in self.caps {
            count += 1;
            triangles += shape.triangles();
            commands.spawn((
                Name::new(format!("cut walls {storey}")),
                InScene,
                Layer::Cap,
                OnStorey(storey),
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
