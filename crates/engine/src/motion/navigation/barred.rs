//! Doors that nobody gets through: ways around them.

use bevy::math::Vec3;

use crate::world::level::{BuiltLevel, Door, DoorSet};

/// Doors with a larger height difference are on another floor, in metres.
const FLOOR_TOLERANCE: f32 = 1.2;

/// Doors that nobody gets through.
#[derive(Clone, Debug, Default)]
pub(super) struct BarredDoors(Vec<Door>);

impl BarredDoors {
    /// These doors of a level.
    pub fn new(level: &BuiltLevel, doors: DoorSet) -> Self {
        let barred = level.doors.iter().enumerate().filter(|(index, _)| doors.contains(*index));
        Self(barred.map(|(_, door)| *door).collect())
    }

    /// These and another.
    pub fn with(&self, door: Option<Door>) -> Self {
        Self(self.0.iter().copied().chain(door).collect())
    }

    /// Whether one of them lies between two points that are joined by a straight line.
    pub fn are_between(&self, from: Vec3, to: Vec3) -> bool {
        self.0.iter().any(|door| is_between(door, from, to))
    }

    /// Whether a path with these corners leads through one of them.
    pub fn are_on(&self, from: Vec3, corners: &[Vec3]) -> bool {
        let starts = std::iter::once(from).chain(corners.iter().copied());
        starts.zip(corners).any(|(start, end)| self.are_between(start, *end))
    }

    /// Whether one of them is within so many metres of a point.
    pub fn are_near(&self, point: Vec3, radius: f32) -> bool {
        self.0.iter().any(|door| door.middle.distance_squared(point) <= radius * radius)
    }
}

/// Whether the line between two points leads through a door.
fn is_between(door: &Door, from: Vec3, to: Vec3) -> bool {
    if door.is_behind(from) == door.is_behind(to) {
        return false;
    }
    let (before, behind) = (door.beyond(from), door.beyond(to));
    let crossing = from.lerp(to, before / (before - behind)) - door.middle;
    crossing.dot(door.along).abs() <= door.width * 0.5 && crossing.y.abs() <= FLOOR_TOLERANCE
}
