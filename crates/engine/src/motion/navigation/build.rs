//! The navigation mesh of a level: its solids in the terms of `quarry_navmesh`.

use bevy::math::Vec3;
use quarry_navmesh::{Bounds, NavAgent, Shape, Solid, build};

use super::mesh::{BORDER, NavMesh, Triangle};
use crate::world::{
    geometry::rotation,
    level::{self, BuiltLevel, LevelError, SolidOrigin, SolidShape},
    sight::{WEDGE_FACES, wedge_corners},
};

impl NavMesh {
    /// Builds the mesh of a level. `nudge` moves the voxels of the builder against the level, in metres.
    ///
    /// # Errors
    /// If the level is too large for a mesh, or a solid has no extent.
    pub(super) fn build(level: &BuiltLevel, agent: NavAgent, nudge: f32) -> Result<Self, LevelError> {
        let [x, y, z] = level.bounds.min.to_array();
        let bounds = Bounds { min: [x - nudge, y, z - nudge], max: level.bounds.max.to_array() };
        let solids = level.solids.iter().filter(|solid| solid.origin != SolidOrigin::Water);
        let solids: Vec<Solid> = solids.map(convert).collect();
        let mesh =
            build(&solids, bounds, agent).map_err(|fault| LevelError { message: fault.to_string(), cell: None })?;
        let vertices = mesh.vertices.into_iter().map(Vec3::from).collect();
        let triangles = mesh.triangles.iter().map(|triangle| Triangle {
            corners: triangle.corners,
            neighbours: triangle.neighbours.map(|neighbour| neighbour.unwrap_or(BORDER)),
        });
        Ok(Self::new(vertices, triangles.collect()))
    }
}

fn convert(solid: &level::Solid) -> Solid {
    let shape = match solid.shape {
        SolidShape::Box { half } => Shape::Box { half: half.to_array() },
        SolidShape::Cylinder { radius, half_height } => Shape::Cylinder { radius, half_height },
        SolidShape::Ball { radius } => Shape::Ball { radius },
        SolidShape::Wedge { half } => {
            Shape::Mesh { corners: wedge_corners(half).map(Vec3::into).to_vec(), faces: WEDGE_FACES.to_vec() }
        }
    };
    // Ramps are a separate area, so that no triangle is partly sloped and partly level.
    let area = match solid.origin {
        SolidOrigin::Floor => Some(0),
        SolidOrigin::Ramp => Some(1),
        SolidOrigin::Water | SolidOrigin::Wall | SolidOrigin::Lintel | SolidOrigin::Ceiling | SolidOrigin::Prop(_) => {
            None
        }
    };
    Solid { shape, centre: solid.centre.to_array(), rotation: rotation(solid.heading).to_array(), area }
}
