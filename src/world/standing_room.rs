//! Standing room: where a body that enters, or comes out of a hiding place, may stand without being in another's place.

use std::{collections::BTreeMap, f32::consts::TAU};

use bevy::math::{Vec3, ops};

use super::geometry::flat;
use crate::protocol::Terrain;

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
pub struct StandingRoom(BTreeMap<(i32, i32), Vec<(Vec3, f32)>>);

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
        self.0.entry(cell(place)).or_default().push((place, radius));
    }

    /// Whether a body of this radius (m) overlaps nobody at a place.
    fn is_free(&self, place: Vec3, radius: f32) -> bool {
        let (x, z) = cell(place);
        let around = (x - 1..=x + 1).flat_map(|x| (z - 1..=z + 1).filter_map(move |z| self.0.get(&(x, z))));
        around.flatten().all(|(other, other_radius)| {
            (other.y - place.y).abs() > CELL || flat(*other - place).length() >= radius + other_radius
        })
    }

    /// The wanted place if a body of this radius (m) fits there, or else the nearest free one on the given number of rings
    /// around it, each a body wider than the last. `None` if all are taken.
    pub fn nearest(&self, terrain: &dyn Terrain, wanted: Vec3, radius: f32, rings: u16) -> Option<Vec3> {
        self.nearest_within(terrain, wanted, radius, rings, DETOUR)
    }

    /// The same, also in another room: the path to it may have any length.
    pub fn nearest_by_any_path(&self, terrain: &dyn Terrain, wanted: Vec3, radius: f32, rings: u16) -> Option<Vec3> {
        self.nearest_within(terrain, wanted, radius, rings, f32::INFINITY)
    }

    fn nearest_within(
        &self,
        terrain: &dyn Terrain,
        wanted: Vec3,
        radius: f32,
        rings: u16,
        detour: f32,
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
        (1..=rings).find_map(|ring| {
            let (out, steps) = (f32::from(ring) * width, 6 * ring);
            (0..steps).find_map(|step| {
                let (sin, cos) = ops::sin_cos(TAU * f32::from(step) / f32::from(steps));
                let aside = centre + Vec3::new(sin, 0.0, cos) * out;
                if !self.is_free(aside, radius) {
                    return None;
                }
                let found = terrain.nearest_walkable(aside, ON_GROUND)?;
                let path = terrain.path_length(centre, found)?;
                (path <= out * detour && self.is_free(found, radius)).then_some(found)
            })
        })
    }
}

fn cell(place: Vec3) -> (i32, i32) {
    ((place.x / CELL).floor() as i32, (place.z / CELL).floor() as i32)
}
