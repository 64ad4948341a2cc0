//! Whether a mesh keeps its promises: everything of interest can be reached, and nothing walkable is inside a solid.

use bevy::math::Vec3;

use super::mesh::{NavMesh, NavPoint};
use crate::world::{Site, level::LevelError};

/// How far from a point of interest the mesh may end, in metres.
const NEAR: f32 = 0.75;
/// The heights at which a body must be clear of solids, in metres above the ground.
const BODY: [f32; 2] = [0.4, 1.4];

/// Drops all parts of the mesh that one cannot reach from where the first agent starts, then looks for points of interest
/// that are on none of the rest.
pub(super) fn keep_reachable(site: &Site, mesh: &mut NavMesh) -> Result<(), Vec<LevelError>> {
    let level = &site.built;
    let start = level.spawns.iter().find_map(|spawn| mesh.nearest(spawn.place, NEAR));
    let Some(start) = start else {
        let message = "nobody can start: the navigation mesh touches no spawn of the level".to_owned();
        return Err(vec![LevelError { message, cell: level.spawns.first().map(|spawn| spawn.cell) }]);
    };
    let parts = mesh.parts();
    let main = parts.get(start.triangle as usize).copied();
    let keep: Vec<bool> = parts.iter().map(|part| Some(*part) == main).collect();
    mesh.retain(&keep);

    let spawns = level.spawns.iter().map(|spawn| (format!("the spawn of \"{}\"", spawn.side), spawn.place, spawn.cell));
    let things = level.things.iter().map(|thing| {
        let kind = thing.kind.label();
        (format!("the {} (thing {})", kind.as_str().replace('_', " "), thing.id.0), thing.entry, thing.cell)
    });
    let faults: Vec<_> = spawns
        .chain(things)
        .filter(|(_, place, _)| mesh.nearest(*place, NEAR).is_none())
        .map(|(what, place, cell)| {
            let message = format!(
                "{what} at ({:.1}, {:.1}) cannot be reached on foot: leave a way at least 0.7 m wide to it",
                place.x, place.z
            );
            LevelError { message, cell: Some(cell) }
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Looks for walkable triangles inside solids: the sign of a hole that the mesh builder has lost.
pub(super) fn find_covered(site: &Site, mesh: &NavMesh) -> Vec<LevelError> {
    let mut faults = Vec::new();
    for triangle in 0..mesh.len() as u32 {
        let corners = mesh.corners(triangle);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let samples = corners.map(|corner| corner.lerp(middle, 0.3));
        for sample in samples.into_iter().chain([middle]) {
            if covered(site, NavPoint { point: sample, triangle }) {
                let message = format!(
                    "the navigation mesh covers a solid at ({:.1}, {:.1}, {:.1}): move or widen it, or make it not solid",
                    sample.x, sample.y, sample.z
                );
                faults.push(LevelError { message, cell: site.built.cell_at(sample) });
                break;
            }
        }
    }
    faults
}

fn covered(site: &Site, spot: NavPoint) -> bool {
    let ground = site.built.ground_height(spot.point).unwrap_or(spot.point.y);
    BODY.iter().any(|height| site.sight.inside_solid(Vec3::new(spot.point.x, ground + height, spot.point.z)))
}
