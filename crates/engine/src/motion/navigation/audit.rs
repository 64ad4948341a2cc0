//! Checks a mesh: everything of interest is reachable, and nothing walkable lies inside a solid.

use bevy::math::Vec3;

use super::mesh::{NavMesh, NavPoint};
use crate::data::thing_actions::ARRIVES_WITHIN;
use crate::world::{
    Site,
    level::{LevelError, ThingKind},
};

/// The largest distance between a point of interest and the mesh, in metres.
const MAX_DISTANCE: f32 = 0.75;
/// How far short of its destination a body may stop, in metres.
const SLACK: f32 = 0.05;
/// The largest distance between the middle of a gate and the mesh, in metres.
const MAX_OFF_GATE: f32 = 0.25;
/// The heights above the ground at which a body must be clear of solids, in metres.
const BODY_HEIGHTS: [f32; 2] = [0.4, 1.4];
/// From sample to sample along the edge of a triangle, in metres.
const EDGE_STEP: f32 = 0.2;

/// Removes all components of the mesh that are not connected to the first start point, then reports points of interest that
/// are not on the rest.
pub(super) fn remove_unreachable(site: &Site, mesh: &mut NavMesh) -> Result<(), Vec<LevelError>> {
    let level = &site.built;
    let start = level.spawns.iter().find_map(|spawn| mesh.nearest(spawn.place, MAX_DISTANCE));
    let Some(start) = start else {
        let message = "no agent can start: no start point is on the navigation mesh".to_owned();
        return Err(vec![LevelError { message, cell: level.spawns.first().map(|spawn| spawn.cell) }]);
    };
    let components = mesh.components();
    let main_component = components.get(start.triangle as usize).copied();
    let keep: Vec<bool> = components.iter().map(|component| Some(*component) == main_component).collect();
    mesh.retain(&keep);

    let spawns =
        level.spawns.iter().map(|spawn| (format!("the start point of `{}`", spawn.side), spawn.place, spawn.cell));
    let things = level.things.iter().map(|thing| {
        let most = if thing.kind == ThingKind::Device { ARRIVES_WITHIN - SLACK } else { MAX_DISTANCE };
        (
            (format!("the {} (thing {})", thing.name.as_str().replace('_', " "), thing.id.0), thing.entry, thing.cell),
            most,
        )
    });
    // Agents go through a gate, not only up to it.
    let gates = level.things.iter().filter(|thing| thing.kind == ThingKind::Gate);
    let gates = gates
        .map(|gate| (format!("the passage of the {}", gate.name.as_str().replace('_', " ")), gate.place, gate.cell));
    let faults: Vec<_> = spawns
        .map(|point| (point, MAX_DISTANCE))
        .chain(things)
        .chain(gates.map(|point| (point, MAX_OFF_GATE)))
        .filter(|((_, place, _), most)| mesh.nearest(*place, *most).is_none())
        .map(|((what, place, cell), _)| {
            let message = format!(
                "{what} at ({:.1}, {:.1}) cannot be reached on foot: leave a path at least 0.7 m wide, and let no prop keep agents away",
                place.x, place.z
            );
            LevelError { message, cell: Some(cell) }
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Finds walkable triangles inside solids, or nearer to them than `clearance` metres: a sign that the mesh builder lost a hole, or cut its corner.
pub(super) fn find_walkable_solids(site: &Site, mesh: &NavMesh, clearance: f32) -> Vec<LevelError> {
    let mut faults = Vec::new();
    for triangle in 0..mesh.len() as u32 {
        let corners = mesh.corners(triangle);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let inner = corners.map(|corner| corner.lerp(middle, 0.3));
        let edges = [(0, 1), (1, 2), (2, 0)].map(|(from, to): (usize, usize)| (corners[from], corners[to]));
        let along = edges.into_iter().flat_map(|(from, to)| {
            let steps = (from.distance(to) / EDGE_STEP).ceil().max(1.0);
            (1..steps as u32).map(move |step| from.lerp(to, step as f32 / steps))
        });
        for sample in inner.into_iter().chain([middle]).chain(along) {
            if is_inside_solid(site, NavPoint { point: sample, triangle }, clearance) {
                let message = format!(
                    "the navigation mesh covers a solid at ({:.1}, {:.1}, {:.1}): move it, widen it, or set `solid: false`",
                    sample.x, sample.y, sample.z
                );
                faults.push(LevelError { message, cell: site.built.cell_at(sample) });
                break;
            }
        }
    }
    faults
}

fn is_inside_solid(site: &Site, at: NavPoint, clearance: f32) -> bool {
    let ground = site.built.ground_height(at.point).unwrap_or(at.point.y);
    let around = [Vec3::ZERO, Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z];
    let around = around.iter().take(if clearance > 0.0 { around.len() } else { 1 });
    let mut points = around.map(|side| Vec3::new(at.point.x, ground, at.point.z) + *side * clearance);
    points.any(|point| BODY_HEIGHTS.iter().any(|height| site.sight.is_inside_solid(point + Vec3::Y * *height)))
}
