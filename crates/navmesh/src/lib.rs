//! Navigation meshes from solids.
//!
//! [`build`] takes the solids of a level and the size of an agent, and returns the ground that the agent can walk on as
//! triangles with their neighbours. The mesh is a function of its input: equal in every process and on every thread.
//!
//! The work is done by [oxidized_navigation](https://docs.rs/oxidized_navigation/0.12.0), which follows Recast (Mononen,
//! 2009): voxels, regions, contours, triangles. Its last release needs Bevy 0.15, so this package keeps crate and engine to
//! itself: no type of theirs appears in its interface.
//!
//! Lengths are metres, angles degrees, +y points up.

mod build;
mod check;
mod solid;
#[cfg(test)]
mod tests;

pub use build::build;
pub use check::{MAX_HEIGHT, MAX_SIDE, NavMeshError};
pub use solid::{Shape, Solid};

/// The size and abilities of the agents that a mesh is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavAgent {
    /// The distance between their centre and walls, in metres.
    pub radius: f32,
    /// Their height, in metres.
    pub height: f32,
    /// The highest step they climb, in metres.
    pub step: f32,
    /// The steepest slope they walk, in degrees.
    pub slope: f32,
}

impl Default for NavAgent {
    fn default() -> Self {
        Self { radius: 0.3, height: 1.8, step: 0.25, slope: 40.0 }
    }
}

/// The box in which the mesh is built, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub min: [f32; 3],
    /// The corner with the largest coordinates.
    pub max: [f32; 3],
}

/// A triangle of walkable ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Indices into [`Mesh::vertices`].
    pub corners: [u32; 3],
    /// The triangle across the edge from corner `i` to corner `i + 1`; `None` on the border of the mesh.
    pub neighbours: [Option<u32>; 3],
    /// The area of the solid that it lies on.
    pub area: u16,
}

/// Walkable ground. Empty if there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Positions in metres.
    pub vertices: Vec<[f32; 3]>,
    /// Triangles, in a fixed order.
    pub triangles: Vec<Triangle>,
}
