//! What a mind may ask of the ground it lives on. Everyone knows the layout of the house; nobody knows who is where in it.

use std::sync::Arc;

use bevy::{ecs::prelude::*, math::Vec3};

use super::Label;

/// An index into [`Terrain::places`].
pub type PlaceId = u16;

/// A spot of the walkable ground, one of a set that covers the level about every two metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainPlace {
    /// On the ground, in metres.
    pub position: Vec3,
    /// The room it belongs to; rooms are numbered from 0.
    pub room: u16,
}

/// The static level, as one who lives there knows it. Distances are in metres along the navigation mesh.
///
/// Closed doors count as passable and as blocking sight.
pub trait Terrain: Send + Sync {
    /// The length of the way from one place to another; `None` where no way leads.
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32>;

    /// The nearest walkable point within `radius` metres.
    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3>;

    /// Whether the static level leaves the straight line between two points free.
    fn has_line_of_sight(&self, from: Vec3, to: Vec3) -> bool;

    /// The spots that cover the level.
    fn places(&self) -> &[TerrainPlace];

    /// The spot nearest to a point.
    fn nearest_place(&self, position: Vec3) -> PlaceId;

    /// Whether somebody standing at one spot sees somebody standing at another (looked up, not cast).
    fn is_place_visible(&self, from: PlaceId, to: PlaceId) -> bool;

    /// The length of the way between two spots (looked up); infinite where no way leads.
    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32;

    /// Shows all spots within `radius` metres of a point, straight, to `visit`: in the same order in every run, but in no
    /// order that means anything.
    fn visit_places_within(&self, position: Vec3, radius: f32, visit: &mut dyn FnMut(PlaceId)) {
        let mut near = Vec::new();
        self.places_within(position, radius, &mut near);
        near.into_iter().for_each(visit);
    }

    /// All spots within `radius` metres of a point, straight, in the order of their numbers, into `found`.
    fn places_within(&self, position: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        found.clear();
        let near = |place: &TerrainPlace| place.position.distance_squared(position) <= radius * radius;
        found.extend(self.places().iter().enumerate().filter(|(_, place)| near(place)).map(|(id, _)| id as PlaceId));
    }

    /// The name of a room, for explanations.
    fn room_name(&self, room: u16) -> Label;
}

/// The terrain of the running match.
#[derive(Resource, Clone)]
pub struct TerrainService(pub Arc<dyn Terrain>);
