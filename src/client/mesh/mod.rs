//! A mesh in the making: positions, normals, texture coordinates and colours, to which forms are added one by one.
//!
//! Knows nothing of levels or figures. Lengths are metres; colours are linear.

mod foliage;
mod lathe;
mod solids;

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::mesh::{Indices, PrimitiveTopology},
};
pub use lathe::LatheRing;

/// A mesh in the making.
#[derive(Clone, Debug, Default)]
pub struct MeshBuffer {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
    /// The colour of what is added next.
    pub colour: LinearRgba,
    /// The side of one repeat of the texture in metres, for what is added next.
    pub repeat: f32,
}

/// A corner of a polygon.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    /// Where, in metres.
    pub at: Vec3,
    /// The texture coordinate, in repeats.
    pub uv: Vec2,
    /// How light it is, 0 to 1: what corners and contact take away.
    pub light: f32,
}

impl MeshBuffer {
    /// An empty one; the texture repeats every `repeat` metres.
    pub fn new(repeat: f32) -> Self {
        Self { colour: LinearRgba::WHITE, repeat: repeat.max(0.01), ..default() }
    }

    /// Whether nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Sets the colour of what is added next.
    pub fn paint(&mut self, colour: impl Into<LinearRgba>) -> &mut Self {
        self.colour = colour.into();
        self
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

    /// A flat four-cornered face, corners counter-clockwise as seen from where `normal` points to.
    pub fn face(&mut self, corners: [Vertex; 4], normal: Vec3) {
        let [a, b, c, d] = corners.map(|corner| self.push(corner.at, normal, corner.uv, corner.light));
        // Along the lighter diagonal, so that a dark corner does not bleed across the face.
        if corners[0].light + corners[2].light >= corners[1].light + corners[3].light {
            self.indices.extend([a, b, c, a, c, d]);
        } else {
            self.indices.extend([a, b, d, b, c, d]);
        }
    }

    /// A flat rectangle spanned by two sides from a corner; its front is where `side` x `up` points to.
    pub fn rectangle(&mut self, corner: Vec3, side: Vec3, up: Vec3) {
        let normal = side.cross(up).normalize_or(Vec3::Y);
        let (width, height) = (side.length() / self.repeat, up.length() / self.repeat);
        let at = |x: f32, y: f32| Vertex {
            at: corner + side * x + up * y,
            uv: Vec2::new(x * width, (1.0 - y) * height),
            light: 1.0,
        };
        self.face([at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)], normal);
    }

    /// A flat four-cornered piece that faces up, its corners in either order.
    pub fn ribbon(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners.map(|at| self.push(at, Vec3::Y, Vec2::ZERO, 1.0));
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// The finished mesh. With `tangents`, it can carry a normal map.
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
        let mut bumped = mesh.clone();
        match bumped.generate_tangents() {
            Ok(()) => bumped,
            Err(_) => mesh,
        }
    }
}
