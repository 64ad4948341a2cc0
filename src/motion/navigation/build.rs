//! Builds the navigation mesh with `oxidized_navigation`. No other file names that crate.
//!
//! One tile covers the whole level and is built synchronously, so that the mesh is the same in every process.

use std::num::NonZeroU16;

use bevy::{
    math::{UVec2, Vec3},
    transform::components::Transform,
};
use bevy_rapier3d::rapier::{
    na::Point3,
    parry::shape::{Ball, Cuboid, Cylinder},
};
use oxidized_navigation::{
    Area, NavMeshSettings, build_tile_sync,
    conversion::{ColliderType, GeometryCollection, GeometryToConvert},
    tiles::Link,
};

use super::mesh::{BORDER, NavMesh, Triangle};
use crate::world::{
    geometry::rotation,
    level::{BuiltLevel, LevelError, Solid, SolidOrigin, SolidShape},
    sight::wedge_corners,
};

/// The horizontal voxel size, in metres.
const CELL: f32 = 0.1;
/// The vertical voxel size, in metres.
const CELL_HEIGHT: f32 = 0.05;
/// Empty ground around the level, in metres, so that nothing touches the border of the tile. The odd value keeps walls
/// on a quarter-metre grid off the voxel borders, where rounding makes the builder lose faces.
const MARGIN: f32 = 1.033;
/// The builder treats solids as hollow. Cutting them into slices lower than any body leaves no room inside.
const SLICE_HEIGHT: f32 = 1.0;
/// The largest side of a level that fits into one tile, in metres.
const MAX_SIDE: f32 = 400.0;

/// The size and abilities of the agents that the mesh is built for.
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

impl NavMesh {
    /// Builds the mesh of a level.
    ///
    /// # Errors
    /// If the level is larger than one tile.
    pub(super) fn build(level: &BuiltLevel, agent: NavAgent) -> Result<Self, LevelError> {
        let size = level.bounds.max - level.bounds.min;
        let side = size.x.max(size.z);
        if !(side > 0.0 && side <= MAX_SIDE) {
            let message = format!("the level is {side} m long; a navigation mesh is built for up to {MAX_SIDE} m");
            return Err(LevelError { message, cell: None });
        }
        // The tile begins at minus the half extents, with its origin at the corner of the level.
        let shift = Vec3::new(-level.bounds.min.x, 0.0, -level.bounds.min.z);
        let settings = settings(side, level.bounds.min.y, agent);
        let solid = level.solids.iter().filter(|solid| solid.origin != SolidOrigin::Water);
        let geometry = solid.flat_map(slices).map(|solid| geometry_of(&solid, shift)).collect();
        let tile = build_tile_sync(geometry, UVec2::ZERO, Box::default(), &settings);
        let vertices = tile.vertices.iter().map(|vertex| *vertex - shift).collect();
        let triangles = tile
            .polygons
            .iter()
            .map(|polygon| {
                let mut neighbours = [BORDER; 3];
                for link in &polygon.links {
                    if let Link::Internal { edge, neighbour_polygon } = link {
                        neighbours[usize::from(*edge)] = u32::from(*neighbour_polygon);
                    }
                }
                Triangle { corners: polygon.indices, neighbours }
            })
            .collect();
        Ok(Self::new(vertices, triangles))
    }
}

fn settings(side: f32, bottom: f32, agent: NavAgent) -> NavMeshSettings {
    let cells = |metres: f32, cell: f32| (metres / cell - 1e-3).ceil().max(1.0) as u16;
    // Rounded, so that a broad body does not close narrow passages: its shoulders may brush a wall by a few
    // centimetres.
    let radius = (agent.radius / CELL).round().max(1.0) as u16;
    NavMeshSettings {
        cell_width: CELL,
        cell_height: CELL_HEIGHT,
        tile_width: cells(side + 2.0 * MARGIN, CELL),
        world_half_extents: MARGIN,
        world_bottom_bound: bottom - 1.0,
        max_traversable_slope_radians: agent.slope.to_radians(),
        walkable_height: cells(agent.height, CELL_HEIGHT),
        walkable_radius: radius,
        // The builder refuses a step of exactly this many cells.
        step_height: cells(agent.step, CELL_HEIGHT) + 1,
        min_region_area: 30,
        max_region_area_to_merge_into: 400,
        max_edge_length: 80,
        max_contour_simplification_error: 1.1,
        max_tile_generation_tasks: NonZeroU16::new(1),
    }
}

/// A solid cut into slices, or whole if it is walkable.
fn slices(solid: &Solid) -> Vec<Solid> {
    let half_height = match solid.shape {
        SolidShape::Box { half } => half.y,
        SolidShape::Cylinder { half_height, .. } => half_height,
        SolidShape::Ball { .. } | SolidShape::Wedge { .. } => return vec![*solid],
    };
    if matches!(solid.origin, SolidOrigin::Floor | SolidOrigin::Ramp) {
        return vec![*solid];
    }
    let count = (2.0 * half_height / SLICE_HEIGHT).ceil().max(1.0);
    let half = half_height / count;
    (0..count as u32)
        .map(|slice| {
            let shape = match solid.shape {
                SolidShape::Box { half: whole } => SolidShape::Box { half: Vec3::new(whole.x, half, whole.z) },
                SolidShape::Cylinder { radius, .. } => SolidShape::Cylinder { radius, half_height: half },
                other => other,
            };
            let rise = (2.0 * slice as f32 + 1.0) * half - half_height;
            Solid { shape, centre: solid.centre + Vec3::Y * rise, ..*solid }
        })
        .collect()
}

fn geometry_of(solid: &Solid, shift: Vec3) -> GeometryCollection {
    // Ramps are a separate area, so that no triangle is partly sloped and partly level.
    let area = match solid.origin {
        SolidOrigin::Floor => Some(Area(0)),
        SolidOrigin::Ramp => Some(Area(1)),
        SolidOrigin::Water | SolidOrigin::Wall | SolidOrigin::Lintel | SolidOrigin::Ceiling | SolidOrigin::Prop(_) => {
            None
        }
    };
    let geometry_to_convert = match solid.shape {
        SolidShape::Box { half } => {
            GeometryToConvert::Collider(ColliderType::Cuboid(Cuboid::new([half.x, half.y, half.z].into())))
        }
        SolidShape::Cylinder { radius, half_height } => {
            GeometryToConvert::Collider(ColliderType::Cylinder(Cylinder::new(half_height, radius)))
        }
        SolidShape::Ball { radius } => GeometryToConvert::Collider(ColliderType::Ball(Ball::new(radius))),
        SolidShape::Wedge { half } => {
            let corners = wedge_corners(half).map(|corner| Point3::new(corner.x, corner.y, corner.z));
            // Two triangles each for slope, bottom and front, one for each side; all wound outwards.
            let faces = [[0, 1, 5], [0, 5, 4], [0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3], [0, 4, 2], [1, 3, 5]];
            GeometryToConvert::ParryTriMesh(Box::new(corners), Box::new(faces))
        }
    };
    let transform =
        Transform { translation: solid.centre + shift, rotation: rotation(solid.heading), scale: Vec3::ONE };
    GeometryCollection { transform, geometry_to_convert, area }
}
