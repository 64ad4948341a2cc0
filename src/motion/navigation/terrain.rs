//! The static level as a mind may ask of it: the mesh, its spots and its walls together.

use std::{cell::RefCell, sync::Arc};

use bevy::math::Vec3;

use super::{
    mesh::{NavMesh, NavPoint},
    places::PlaceGraph,
};
use crate::{
    protocol::{Label, PlaceId, Terrain, TerrainPlace},
    world::{Site, level::DoorSet},
};

/// How far off the mesh a point may lie and still have a way, in metres.
const OFF_MESH: f32 = 1.5;

/// The ground of a level.
pub struct LevelTerrain {
    /// The level it belongs to.
    pub site: Arc<Site>,
    /// Where one can walk.
    pub mesh: NavMesh,
    /// The spots that cover it.
    pub cover: PlaceGraph,
}

thread_local! {
    static CORNERS: RefCell<Vec<Vec3>> = const { RefCell::new(Vec::new()) };
}

impl LevelTerrain {
    /// The nearest spot of the mesh within `radius` metres, at the true height of the ground.
    pub fn spot(&self, point: Vec3, radius: f32) -> Option<NavPoint> {
        self.mesh.nearest(point, radius).map(|spot| self.grounded(spot))
    }

    /// A spot at the true height of the ground; the mesh is only near it.
    pub fn grounded(&self, spot: NavPoint) -> NavPoint {
        let height = self.site.built.ground_height(spot.point).unwrap_or(spot.point.y);
        NavPoint { point: Vec3::new(spot.point.x, height, spot.point.z), ..spot }
    }

    /// The way between two points near the mesh: its corners, the goal last, and its length in metres.
    /// `None` where either is off the mesh or no way leads.
    pub fn path(&self, from: Vec3, to: Vec3, corners: &mut Vec<Vec3>) -> Option<f32> {
        let (from, to) = (self.mesh.nearest(from, OFF_MESH)?, self.mesh.nearest(to, OFF_MESH)?);
        let length = self.mesh.path(from, to, corners)?;
        for corner in corners.iter_mut() {
            corner.y = self.site.built.ground_height(*corner).unwrap_or(corner.y);
        }
        Some(length)
    }
}

impl Terrain for LevelTerrain {
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32> {
        let (from, to) = (self.mesh.nearest(from, OFF_MESH)?, self.mesh.nearest(to, OFF_MESH)?);
        CORNERS.with_borrow_mut(|corners| self.mesh.path(from, to, corners))
    }

    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3> {
        self.spot(place, radius).map(|spot| spot.point)
    }

    fn has_line_of_sight(&self, from: Vec3, to: Vec3) -> bool {
        self.site.sight.clear(from, to, DoorSet::default())
    }

    fn places(&self) -> &[TerrainPlace] {
        &self.cover.places
    }

    fn nearest_place(&self, position: Vec3) -> PlaceId {
        self.cover.at(position, self.site.built.room_at(position))
    }

    fn is_place_visible(&self, from: PlaceId, to: PlaceId) -> bool {
        self.cover.sees(from, to)
    }

    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.cover.travel(from, to)
    }

    fn places_within(&self, position: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        self.cover.near(position, radius, found);
    }

    fn visit_places_within(&self, position: Vec3, radius: f32, visit: &mut dyn FnMut(PlaceId)) {
        self.cover.visit_near(position, radius).for_each(visit);
    }

    fn room_name(&self, room: u16) -> Label {
        self.site.built.rooms.get(usize::from(room)).copied().unwrap_or_default()
    }
}
