//! Ground without walls, for games that have no terrain of their own.

use bevy_math::Vec3;

use crate::protocol::{Label, PlaceId, Terrain, TerrainPlace, label};

/// A square of open ground around the origin: every way is straight, and nothing blocks sight. A game with walls inserts a
/// [`crate::protocol::TerrainService`] of its own before it adds the plugin.
#[derive(Clone, Debug)]
pub struct OpenGround {
    half: f32,
    places: Vec<TerrainPlace>,
}

/// The distance between two places, in metres.
const SPACING: f32 = 2.0;

impl Default for OpenGround {
    /// 40 m to each side of the origin.
    fn default() -> Self {
        Self::new(40.0)
    }
}

impl OpenGround {
    /// `half` metres to each side of the origin; at most 200.
    pub fn new(half: f32) -> Self {
        let half = half.clamp(SPACING, 200.0);
        let count = (2.0 * half / SPACING) as i32;
        let at = |index: i32| (index as f32 + 0.5) * SPACING - half;
        let places = (0..count * count)
            .map(|index| TerrainPlace { position: Vec3::new(at(index % count), 0.0, at(index / count)), room: 0 });
        Self { half, places: places.collect() }
    }

    fn position(&self, place: PlaceId) -> Vec3 {
        self.places.get(usize::from(place)).map_or(Vec3::ZERO, |place| place.position)
    }
}

impl Terrain for OpenGround {
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32> {
        Some(from.distance(to))
    }

    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3> {
        let inside = Vec3::new(place.x.clamp(-self.half, self.half), place.y, place.z.clamp(-self.half, self.half));
        (inside.distance(place) <= radius).then_some(inside)
    }

    fn has_line_of_sight(&self, _: Vec3, _: Vec3) -> bool {
        true
    }

    fn places(&self) -> &[TerrainPlace] {
        &self.places
    }

    fn nearest_place(&self, position: Vec3) -> PlaceId {
        let count = (2.0 * self.half / SPACING) as i32;
        let index = |along: f32| (((along + self.half) / SPACING) as i32).clamp(0, count - 1);
        (index(position.z) * count + index(position.x)) as PlaceId
    }

    fn is_place_visible(&self, _: PlaceId, _: PlaceId) -> bool {
        true
    }

    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.position(from).distance(self.position(to))
    }

    fn room_name(&self, _: u16) -> Label {
        label("ground")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_its_own_nearest() {
        let ground = OpenGround::new(10.0);
        assert_eq!(ground.places().len(), 100);
        for (number, place) in ground.places().iter().enumerate() {
            assert_eq!(usize::from(ground.nearest_place(place.position)), number);
        }
    }
}
