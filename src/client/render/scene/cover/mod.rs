//! Walls that are drawn as objects: shipping containers, stacked crates, sandbags. Each fills the box that blocks, and a cutaway view
//! does not cut it.

mod containers;
mod crates;
mod sandbags;

use bevy::prelude::*;

use super::palette_materials::PaletteMaterial;
use super::{FloorPlan, Layer, MeshBatch};
use crate::client::render::mesh::{MeshBuffer, Vertex};
use crate::client::render::texture::noise::hash_noise;
use crate::data::look::Pattern;
use crate::world::level::{SolidOrigin, SolidShape};

/// Whether walls with a pattern are drawn as objects.
pub(super) const fn is_object(pattern: Pattern) -> bool {
    matches!(pattern, Pattern::Container | Pattern::Crates | Pattern::Sandbags)
}

/// A box of wall, and what is known of its drawing.
struct Cover<'a> {
    low: Vec3,
    high: Vec3,
    surface: &'a PaletteMaterial,
    sides: [Side; 4],
}

/// An upright side of a box as seen from outside: its lower left corner, and the directions to its right and outwards.
#[derive(Clone, Copy, Debug)]
struct Side {
    corner: Vec3,
    right: Vec3,
    out: Vec3,
    width: f32,
    height: f32,
    /// Whether nothing as high stands before its middle.
    open: bool,
}

/// Adds the walls of a floor that are drawn as objects.
pub fn add(batch: &mut MeshBatch, plan: &FloorPlan) {
    let ground = plan.level.floors.get(plan.floor).map_or(0.0, |floor| floor.height);
    for solid in plan.level.solids.iter().filter(|solid| solid.origin == SolidOrigin::Wall) {
        let SolidShape::Box { half } = solid.shape else { continue };
        let (low, high) = (solid.centre - half, solid.centre + half);
        let Some(surface) = batch.palette.get(solid.material).filter(|surface| is_object(surface.pattern)).cloned()
        else {
            continue;
        };
        if (low.y - ground).abs() > 0.01 {
            continue;
        }
        let is_open = |out: Vec3| {
            let at = (solid.centre + out * (half + plan.level.cell * 0.5)) / plan.level.cell;
            plan.wall(at.x.floor() as i32, at.z.floor() as i32).is_none_or(|wall| wall.height < half.y * 2.0 - 0.01)
        };
        let cover = Cover::new(low, high, &surface, is_open);
        let shape = batch.shape(Layer::Whole, plan.floor, solid.material);
        match surface.pattern {
            Pattern::Container => containers::add(shape, &cover),
            Pattern::Crates => crates::add(shape, &cover),
            _ => sandbags::add(shape, &cover),
        }
        shape.set_colour(LinearRgba::WHITE);
    }
}

/// How many parts of about a size a length is divided into.
fn count(length: f32, size: f32) -> f32 {
    (length / size).round().max(1.0)
}

impl<'a> Cover<'a> {
    /// A box with its sides to the south, east, north and west; `is_open` tells by the direction outwards whether one is open.
    fn new(low: Vec3, high: Vec3, surface: &'a PaletteMaterial, is_open: impl Fn(Vec3) -> bool) -> Self {
        let size = high - low;
        let sides = [Vec3::Z, Vec3::X, Vec3::NEG_Z, Vec3::NEG_X].map(|out| {
            let right = Vec3::Y.cross(out);
            let middle = (low + high) * 0.5 + out * size * 0.5;
            let width = (right * size).length();
            let corner = (middle - right * (width * 0.5)).with_y(low.y);
            Side { corner, right, out, width, height: size.y, open: is_open(out) }
        });
        Self { low, high, surface, sides }
    }

    /// A number from 0 to 1 that depends on the place alone.
    fn chance(&self, seed: u32) -> f32 {
        let at = ((self.low + self.high) * 4.0).round();
        hash_noise(at.x as i32, at.z as i32, seed)
    }

    /// Sets the tone of one of the parts that it is stacked from.
    fn tone(&self, shape: &mut MeshBuffer, part: u32) {
        let chance = |seed: u32| hash_noise(part as i32, (self.chance(5) * 1000.0) as i32, seed);
        let light = 0.72 + 0.36 * chance(1);
        shape.set_colour(LinearRgba::rgb(light, light * (0.94 + 0.06 * chance(2)), light * (0.84 + 0.16 * chance(3))));
    }
}

impl Side {
    /// A point so far to the right, up, and inwards.
    fn at(&self, along: f32, up: f32, depth: f32) -> Vec3 {
        self.corner + self.right * along + Vec3::Y * up - self.out * depth
    }

    /// Adds a part of it between two places to the right and two heights; each end to the right has its depth.
    fn panel(&self, shape: &mut MeshBuffer, along: [f32; 2], up: [f32; 2], depth: [f32; 2], light: f32) {
        let tile_size = shape.tile_size;
        let corner = |end: usize, height: f32| Vertex {
            at: self.at(along[end], height, depth[end]),
            uv: Vec2::new(along[end], -height) / tile_size,
            light,
        };
        let corners = [corner(0, up[0]), corner(1, up[0]), corner(1, up[1]), corner(0, up[1])];
        let normal = (corners[1].at - corners[0].at).cross(corners[3].at - corners[0].at).normalize_or(self.out);
        shape.quad(corners, normal);
    }

    /// Adds a level strip from one depth to another: what lies on top of a part that stands out, or hangs below one.
    fn ledge(&self, shape: &mut MeshBuffer, along: [f32; 2], up: f32, depth: [f32; 2], is_top: bool) {
        let corner = |x: f32, depth: f32| self.at(x, up, depth);
        let (first, last) = if is_top { (along[0], along[1]) } else { (along[1], along[0]) };
        let start = corner(first, depth[0]);
        shape.rectangle(start, corner(last, depth[0]) - start, corner(first, depth[1]) - start);
    }

    /// Adds a board that stands out from one depth to a lesser one.
    fn board(&self, shape: &mut MeshBuffer, along: [f32; 2], up: [f32; 2], [back, front]: [f32; 2], light: f32) {
        self.panel(shape, along, up, [front, front], light);
        self.panel(shape, [along[0], along[0]], up, [back, front], light * 0.7);
        self.panel(shape, [along[1], along[1]], up, [front, back], light * 0.7);
        self.ledge(shape, along, up[1], [front, back], true);
        self.ledge(shape, along, up[0], [front, back], false);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quarry_minds::protocol::Label;

    use super::*;
    use crate::client::render::scene::tests::{scenes, vertices};

    /// The least and the greatest of points.
    fn extent(points: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
        points.fold((Vec3::MAX, Vec3::MIN), |(least, most), at| (least.min(at), most.max(at)))
    }

    /// What is drawn of a box of wall reaches to its sides and its top, and not beyond them.
    #[test]
    fn an_object_is_as_large_as_what_blocks() {
        for add in [containers::add, crates::add, sandbags::add] {
            let surface = PaletteMaterial {
                handle: Handle::default(),
                edge: None,
                tile_size: 1.0,
                leafy: false,
                glows: false,
                pattern: Pattern::Container,
                colour: LinearRgba::gray(0.3),
            };
            for size in [Vec3::new(0.75, 1.9, 0.75), Vec3::new(1.5, 1.9, 0.75), Vec3::new(0.75, 1.15, 6.0)] {
                let mut shape = MeshBuffer::new(1.0);
                let low = Vec3::new(3.0, 1.5, 6.0);
                add(&mut shape, &Cover::new(low, low + size, &surface, |_| true));
                let (least, most) = extent(shape.points());
                assert!(least.distance(low) < 0.08 && most.distance(low + size) < 0.08, "{least} to {most}: {size}");
                assert!(shape.triangles() < 3000, "{} triangles: {size}", shape.triangles());
            }
        }
    }

    #[test]
    fn every_box_with_such_a_pattern_is_drawn() {
        let mut found = 0;
        for (level, mut world) in scenes() {
            let palette = world.resource::<super::super::PaletteMaterials>().clone();
            let wanted = |name| palette.get(name).is_some_and(|surface| is_object(surface.pattern));
            let walls = level.solids.iter().filter(|solid| solid.origin == SolidOrigin::Wall);
            let mut parts = world.query::<(&Name, &Mesh3d)>();
            let meshes = world.resource::<Assets<Mesh>>();
            let mut drawn: BTreeMap<Label, Vec<Vec3>> = BTreeMap::new();
            for solid in walls.filter(|solid| wanted(solid.material)) {
                let SolidShape::Box { half } = solid.shape else { continue };
                let points = drawn.entry(solid.material).or_insert_with(|| {
                    let name = format!("{} {:?}", solid.material, Layer::Whole);
                    let parts = parts.iter(&world).filter(|(part, _)| part.as_str().starts_with(&name));
                    parts.flat_map(|(_, mesh)| vertices(meshes, mesh, None)).collect()
                });
                let is_near = |at: &&Vec3| (**at - solid.centre).abs().cmple(half + 0.02).all();
                let (least, most) = extent(points.iter().filter(is_near).copied());
                let (low, high) = (solid.centre - half, solid.centre + half);
                let off = least.distance(low).max(most.distance(high));
                assert!(off < 0.08, "{}: {} from {low} to {high} is drawn {off} m off", level.name, solid.material);
                found += 1;
            }
        }
        assert!(found > 100, "{found} boxes");
    }
}
