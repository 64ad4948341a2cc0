//! Sight rays of the senses: against the level, its doors as they stand, without the hiding places of those concerned.

use bevy::math::Vec3;

use crate::world::{
    level::DoorSet,
    sight::{Contact, SightWorld},
};

/// What rays of this tick are cast against.
#[derive(Clone, Copy)]
pub struct Rays<'a> {
    /// The level.
    pub sight: &'a SightWorld,
    /// The doors that stand open.
    pub open: DoorSet,
}

impl Rays<'_> {
    /// Whether nothing stands between two points, props in `covers` not counted.
    pub fn clear(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> bool {
        self.sight.clear_past(from, to, self.open, covers)
    }

    /// The first thing a ray from one point to another meets, props in `covers` not counted.
    pub fn cast(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> Option<Contact> {
        self.sight.cast_past(from, to, self.open, covers)
    }
}
