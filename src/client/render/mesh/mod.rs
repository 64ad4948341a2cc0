//! Procedural meshes: a buffer of vertices and triangles with functions that append solids to it.
//!
//! Independent of levels and characters. Lengths are in metres; colours are linear.

mod foliage;
mod lathe;
mod solids;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::mesh::{Indices, PrimitiveTopology};
pub use lathe::LatheRing;

/// Vertices and triangles of a mesh under construction.
#[derive(Clone, Debug, Default)]
pub struct MeshBuffer {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
    /// The vertex colour of the geometry added next.
    pub colour: LinearRgba,
    /// The side of one texture tile in metres, for the geometry added next.
    pub tile_size: f32,
    /// The fineness of round and leafy surfaces added next: 1 by default, less for fewer triangles.
    pub detail: f32,
}

#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    /// The position in metres.
    pub at: Vec3,
    /// The texture coordinate, in tiles.
    pub uv: Vec2,
    /// The factor on the vertex colour, 0 to 1: ambient occlusion.
    pub light: f32,
}

/// A point of a surface over the ground.
#[derive(Clone, Copy, Debug)]
pub struct SurfacePoint {
    /// The position in metres.
    pub at: Vec3,
    /// The factor on the vertex colour, 0 to 1.
    pub light: f32,
    /// How much of the surface is there, 0 to 1: the alpha of a vertex. Parts below a half are left out.
    pub cover: f32,
}

impl MeshBuffer {
    /// An empty buffer; the texture repeats every `tile_size` metres.
    pub fn new(tile_size: f32) -> Self {
        Self { colour: LinearRgba::WHITE, tile_size: tile_size.max(0.01), detail: 1.0, ..default() }
    }

    /// An empty buffer whose geometry has this vertex colour.
    pub fn painted(tile_size: f32, colour: impl Into<LinearRgba>) -> Self {
        Self { colour: colour.into(), ..Self::new(tile_size) }
    }

    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    #[cfg(test)]
    pub fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.positions.iter().map(|at| Vec3::from(*at))
    }

    /// Sets the vertex colour of the geometry added next.
    pub fn set_colour(&mut self, colour: impl Into<LinearRgba>) -> &mut Self {
        self.colour = colour.into();
        self
    }

    /// Changes the colour of every vertex by its place and normal.
    pub fn tint(&mut self, change: impl Fn(Vec3, Vec3, LinearRgba) -> LinearRgba) {
        for ((at, normal), colour) in self.positions.iter().zip(&self.normals).zip(&mut self.colours) {
            let [red, green, blue, alpha] = *colour;
            let tinted = change(Vec3::from(*at), Vec3::from(*normal), LinearRgba::new(red, green, blue, alpha));
            *colour = tinted.to_f32_array();
        }
    }

    fn push(&mut self, at: Vec3, normal: Vec3, uv: Vec2, light: f32) -> u32 {
        let index = self.positions.len() as u32;
        self.positions.push(at.to_array());
        self.normals.push(normal.to_array());
        self.uvs.push(uv.to_array());
        let colour = self.colour;
        self.colours.push([colour.red * light, colour.green * light, colour.blue * light, colour.alpha]);
        index
    }

    fn triangle(&mut self, a: u32, b: u32, c: u32) {
        self.indices.extend([a, b, c]);
    }

    /// Adds a planar quad; its corners run counter-clockwise as seen against `normal`.
    pub fn quad(&mut self, corners: [Vertex; 4], normal: Vec3) {
        let [a, b, c, d] = corners.map(|corner| self.push(corner.at, normal, corner.uv, corner.light));
        // Split along the lighter diagonal, so that a dark corner does not bleed across the quad.
        if corners[0].light + corners[2].light >= corners[1].light + corners[3].light {
            self.indices.extend([a, b, c, a, c, d]);
        } else {
            self.indices.extend([a, b, d, b, c, d]);
        }
    }

    /// Adds a rectangle spanned by two sides from a corner; its front faces `side` x `up`.
    pub fn rectangle(&mut self, corner: Vec3, side: Vec3, up: Vec3) {
        let normal = side.cross(up).normalize_or(Vec3::Y);
        let (width, height) = (side.length() / self.tile_size, up.length() / self.tile_size);
        let at = |x: f32, y: f32| Vertex {
            at: corner + side * x + up * y,
            uv: Vec2::new(x * width, (1.0 - y) * height),
            light: 1.0,
        };
        self.quad([at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)], normal);
    }

    /// Adds a surface over the ground of so many parts in each direction, textured by the world coordinates of its points. The points one part
    /// beyond its border are asked for as well, for the slope.
    pub fn surface(&mut self, parts: i32, point: impl Fn(i32, i32) -> SurfacePoint) {
        let first = self.positions.len() as u32;
        let mut covered = Vec::new();
        for row in 0..=parts {
            for column in 0..=parts {
                let here = point(column, row);
                let slope = |x: i32, y: i32| point(column + x, row + y).at - point(column - x, row - y).at;
                let normal = slope(0, 1).cross(slope(1, 0)).normalize_or(Vec3::Y);
                let uv = Vec2::new(here.at.x, here.at.z) / self.tile_size;
                self.push(here.at, normal, uv, here.light);
                if let Some([.., alpha]) = self.colours.last_mut() {
                    *alpha = here.cover;
                }
                covered.push(here.cover >= 0.5);
            }
        }
        let wide = parts as u32 + 1;
        let at = |column: u32, row: u32| row * wide + column;
        for row in 0..parts as u32 {
            for column in 0..parts as u32 {
                let corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
                if corners.iter().any(|corner| covered.get(*corner as usize).copied().unwrap_or(false)) {
                    let [a, b, c, d] = corners.map(|corner| first + corner);
                    self.indices.extend([a, d, c, a, c, b]);
                }
            }
        }
    }

    /// Adds a curved patch of so many parts to the right and upwards. `point` gives the place and the brightness for shares of the width and
    /// height; it is asked beyond the patch as well, for the slope.
    pub fn patch(&mut self, [across, along]: [u32; 2], point: impl Fn(f32, f32) -> (Vec3, f32)) {
        let first = self.positions.len() as u32;
        let (dx, dy) = (0.1 / across as f32, 0.1 / along as f32);
        for row in 0..=along {
            for column in 0..=across {
                let (x, y) = (column as f32 / across as f32, row as f32 / along as f32);
                let (here, light) = point(x, y);
                let run = point(x + dx, y).0 - point(x - dx, y).0;
                let rise = point(x, y + dy).0 - point(x, y - dy).0;
                let uv = Vec2::new(x * run.length() / dx, -y * rise.length() / dy) / (2.0 * self.tile_size);
                self.push(here, run.cross(rise).normalize_or(Vec3::Y), uv, light);
            }
        }
        self.grid(first, [across, along]);
    }

    /// Joins points that were added row by row from `first`, in a grid of so many parts to the right and upwards.
    fn grid(&mut self, first: u32, [across, along]: [u32; 2]) {
        let wide = across + 1;
        for row in 0..along {
            for column in 0..across {
                let a = first + row * wide + column;
                self.indices.extend([a, a + 1, a + wide + 1, a, a + wide + 1, a + wide]);
            }
        }
    }

    /// Adds a quad with an upward normal and no texture, for double-sided materials.
    pub fn flat_quad(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners.map(|at| self.push(at, Vec3::Y, Vec2::ZERO, 1.0));
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Turns the buffer into a mesh. Normal maps need `tangents`.
    pub fn mesh(self, tangents: bool) -> Mesh {
        let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.indices));
        if !tangents {
            return mesh;
        }
        let mut with_tangents = mesh.clone();
        match with_tangents.generate_tangents() {
            Ok(()) => with_tangents,
            Err(_) => mesh,
        }
    }
}
