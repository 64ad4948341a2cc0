//! The call of the builder. One tile covers the whole level and is built on the calling thread.

use std::num::NonZeroU16;

use bevy::math::{UVec2, Vec3};
use oxidized_navigation::{NavMeshSettings, build_tile_sync, tiles::Link};

use crate::{Bounds, Mesh, NavAgent, NavMeshError, Solid, Triangle, check, solid::Heights};

/// The horizontal voxel size, in metres.
pub(crate) const CELL: f32 = 0.1;
/// The vertical voxel size, in metres.
pub(crate) const CELL_HEIGHT: f32 = 0.05;
/// How far below the level the builder looks for ground, in metres.
const BELOW: f32 = 1.0;
/// Empty ground around the level, in metres, so that nothing touches the border of the tile. The odd value keeps walls
/// on a quarter-metre grid off the voxel borders, where rounding makes the builder lose faces.
const MARGIN: f32 = 1.033;

/// Builds the mesh of the ground inside `bounds` on which `agent` can walk.
///
/// # Errors
/// If a number is not finite or out of range, a face names a missing corner, the bounds are empty or too large, or the mesh
/// has more triangles than the builder can number.
pub fn build(solids: &[Solid], bounds: Bounds, agent: NavAgent) -> Result<Mesh, NavMeshError> {
    check::input(solids, bounds, agent)?;
    let heights = Heights { lowest: bounds.min[1] - BELOW, highest: bounds.max[1] + agent.height };
    check::work(solids, bounds, heights)?;
    let [width, _, depth] = check::size(bounds);
    // The tile begins at minus the half extents, with its origin at the corner of the level.
    let shift = Vec3::new(-bounds.min[0], 0.0, -bounds.min[2]);
    let mut geometry = Vec::with_capacity(solids.len());
    solids.iter().for_each(|solid| solid.convert(shift, heights, &mut geometry));
    if geometry.is_empty() {
        return Ok(Mesh::default());
    }
    let tile =
        build_tile_sync(geometry, UVec2::ZERO, Box::default(), &settings(width.max(depth), bounds.min[1], agent));
    let vertices = tile.vertices.iter().map(|vertex| (*vertex - shift).to_array()).collect();
    let triangles = tile.polygons.iter().map(|polygon| {
        let mut neighbours = [None; 3];
        for link in &polygon.links {
            if let Link::Internal { edge, neighbour_polygon } = link
                && let Some(neighbour) = neighbours.get_mut(usize::from(*edge))
            {
                *neighbour = Some(u32::from(*neighbour_polygon));
            }
        }
        Triangle { corners: polygon.indices, neighbours, area: polygon.area.0 }
    });
    let mesh = Mesh { vertices, triangles: triangles.collect() };
    check::output(&mesh)?;
    Ok(mesh)
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
        world_bottom_bound: bottom - BELOW,
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
