//! Standing room: where a body that enters, or comes out of a hiding place, may stand without being in another's place.

use std::{collections::BTreeMap, f32::consts::TAU};

use bevy::math::{Vec3, ops};
use quarry_minds::protocol::Terrain;

use super::{
    geometry::flat,
    grid::{GridCell, grid_cell},
};

/// The side of a grid cell, in metres: at least the width of two bodies. Bodies that are this far above one another are on
/// different floors.
const CELL: f32 = 2.0;
/// The gap that is left between two bodies, in metres.
const GAP: f32 = 0.05;
/// A place this far from walkable ground still counts as on it, in metres: that is rounding.
const ON_GROUND: f32 = 0.1;
/// How far from walkable ground a wanted place may be, in metres.
const OFF_GROUND: f32 = 3.0;
/// A place aside must be reached by a path at most this many times as long as the straight line, so that no wall lies between.
const DETOUR: f32 = 1.6;

/// The places that bodies take.
#[derive(Default, Debug)]
pub struct StandingRoom(BTreeMap<GridCell, Vec<(Vec3, f32)>>);

/// From the place (m) and radius (m) of every body.
impl FromIterator<(Vec3, f32)> for StandingRoom {
    fn from_iter<T: IntoIterator<Item = (Vec3, f32)>>(bodies: T) -> Self {
        let mut room = Self::default();
        bodies.into_iter().for_each(|(place, radius)| room.take(place, radius));
        room
    }
}

impl StandingRoom {
    /// Marks the place of a body with this radius (m) as taken.
    pub fn take(&mut self, place: Vec3, radius: f32) {
        self.0.entry(grid_cell(place, CELL)).or_default().push((place, radius));
    }

    /// Whether a body of this radius (m) overlaps nobody at a place.
    fn is_free(&self, place: Vec3, radius: f32) -> bool {
        let (x, z) = grid_cell(place, CELL);
        let around = (x - 1..=x + 1).flat_map(|x| (z - 1..=z + 1).filter_map(move |z| self.0.get(&(x, z))));
        around.flatten().all(|(other, other_radius)| {
            (other.y - place.y).abs() > CELL || flat(*other - place).length() >= radius + other_radius
        })
    }

    /// The wanted place if a body of this radius (m) fits there, or else the nearest free one on the given number of rings
    /// around it, each a body wider than the last. `None` if all are taken.
    pub fn nearest(&self, terrain: &dyn Terrain, wanted: Vec3, radius: f32, rings: u16) -> Option<Vec3> {
        self.nearest_or_far(terrain, wanted, radius, (rings, 0))
    }

    /// The same, or else a free place in another room: the nearest of those on the second number of rings, by a path of any length.
    pub fn nearest_or_far(
        &self,
        terrain: &dyn Terrain,
        wanted: Vec3,
        radius: f32,
        (rings, far_rings): (u16, u16),
    ) -> Option<Vec3> {
        let walkable = terrain.nearest_walkable(wanted, ON_GROUND).is_some();
        if walkable && self.is_free(wanted, radius) {
            return Some(wanted);
        }
        let centre = if walkable { wanted } else { terrain.nearest_walkable(wanted, OFF_GROUND)? };
        if !walkable && self.is_free(centre, radius) {
            return Some(centre);
        }
        let width = 2.0 * radius + GAP;
        let mut far = None;
        for ring in 1..=rings.max(far_rings) {
            if ring > rings && far.is_some() {
                break;
            }
            let (out, steps) = (f32::from(ring) * width, 6 * ring);
            for step in 0..steps {
                let (sin, cos) = ops::sin_cos(TAU * f32::from(step) / f32::from(steps));
                let aside = centre + Vec3::new(sin, 0.0, cos) * out;
                let Some((found, path)) = self.free_at(terrain, aside, radius, centre) else { continue };
                if ring <= rings && path <= out * DETOUR {
                    return Some(found);
                }
                if ring <= far_rings && far.is_none() {
                    far = Some(found);
                }
            }
        }
        far
    }

    /// The walkable point at a place if a body of this radius (m) fits there, and the length of the path to it, in metres.
    fn free_at(&self, terrain: &dyn Terrain, place: Vec3, radius: f32, from: Vec3) -> Option<(Vec3, f32)> {
        if !self.is_free(place, radius) {
            return None;
        }
        let found = terrain.nearest_walkable(place, ON_GROUND).filter(|found| self.is_free(*found, radius))?;
        Some((found, terrain.path_length(from, found)?))
    }
}
