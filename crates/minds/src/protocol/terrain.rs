//! What a mind may ask about the static level. Every agent knows the layout; none knows where the others are.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;

use super::Label;

/// An index into [`Terrain::places`].
pub type PlaceId = u16;

/// A sample point of the walkable ground. Places cover the level about every 2 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainPlace {
    /// On the ground, in metres.
    pub position: Vec3,
    /// The index of its room, from 0.
    pub room: u16,
}

/// The height of standing eyes above the ground, in metres.
pub const STANDING_EYES: f32 = 1.6;

/// How a body is held, as far as cover is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyPosture {
    /// Behind anything as high as a table.
    Crouched,
    /// Upright.
    Standing,
}

impl BodyPosture {
    /// The heights of the body above the ground that cover must hide, in metres.
    #[inline]
    pub fn heights(self) -> &'static [f32] {
        match self {
            Self::Crouched => &[0.4, 0.95],
            Self::Standing => &[0.4, 0.95, 1.2, 1.6],
        }
    }
}

/// The static level as its inhabitants know it. Distances are metres along the navigation mesh.
///
/// Closed doors can be walked through, but block sight; those that an agent believes to be barred cannot ([`OwnTerrain`]).
pub trait Terrain: Send + Sync {
    /// The length of the shortest path between two points; `None` if there is none.
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32>;

    /// The same without passing the doorway at a place; as with it where the terrain knows of no doorways.
    fn path_length_around(&self, _doorway: Vec3, from: Vec3, to: Vec3) -> Option<f32> {
        self.path_length(from, to)
    }

    /// The nearest walkable point within `radius` metres.
    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3>;

    /// Whether no static obstacle blocks the straight line between two points.
    fn has_line_of_sight(&self, from: Vec3, to: Vec3) -> bool;

    /// Whether standing eyes at one point of the ground see any part of a body at another.
    fn is_exposed(&self, eyes: Vec3, body: Vec3, posture: BodyPosture) -> bool {
        let from = eyes + Vec3::Y * STANDING_EYES;
        posture.heights().iter().any(|height| self.has_line_of_sight(from, body + Vec3::Y * *height))
    }

    /// The same between two places, from a table where there is one; `false` for a place that does not exist.
    fn is_place_exposed(&self, eyes: PlaceId, body: PlaceId, posture: BodyPosture) -> bool {
        let at = |place: PlaceId| self.places().get(usize::from(place)).map(|place| place.position);
        match (at(eyes), at(body)) {
            (Some(eyes), Some(body)) => self.is_exposed(eyes, body, posture),
            _ => false,
        }
    }

    /// The places that cover the level.
    fn places(&self) -> &[TerrainPlace];

    /// The place nearest to a point.
    fn nearest_place(&self, position: Vec3) -> PlaceId;

    /// Whether an agent standing at one place sees one standing at another. Precomputed.
    fn is_place_visible(&self, from: PlaceId, to: PlaceId) -> bool;

    /// The length of the shortest path between two places; infinite if there is none. Precomputed.
    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32;

    /// Passes all places within `radius` metres (straight line) to `visit`, in an order that is the same in every run.
    fn visit_places_within(&self, position: Vec3, radius: f32, visit: &mut dyn FnMut(PlaceId)) {
        let mut near = Vec::new();
        self.places_within(position, radius, &mut near);
        near.into_iter().for_each(visit);
    }

    /// Writes all places within `radius` metres (straight line) into `found`, in ascending order.
    fn places_within(&self, position: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        found.clear();
        let near = |place: &TerrainPlace| place.position.distance_squared(position) <= radius * radius;
        found.extend(self.places().iter().enumerate().filter(|(_, place)| near(place)).map(|(id, _)| id as PlaceId));
    }

    /// The name of a room.
    fn room_name(&self, room: u16) -> Label;
}

/// The terrain of the running match.
#[derive(Resource, Clone)]
pub struct TerrainService(pub Arc<dyn Terrain>);

/// The level as one agent knows it, where that differs from [`TerrainService`]: for example without a door that it found barred.
#[derive(Component, Clone, Default)]
pub struct OwnTerrain(pub Option<Arc<dyn Terrain>>);

impl TerrainService {
    /// The level as an agent with this component knows it.
    pub fn known_to<'a>(&'a self, own: Option<&'a OwnTerrain>) -> &'a dyn Terrain {
        own.and_then(|own| own.0.as_deref()).unwrap_or(&*self.0)
    }
}
