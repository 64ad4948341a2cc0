//! The level for minds: mesh, places and lines of sight; whole, or without the doors that an agent believes to be barred.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use bevy::math::Vec3;
use quarry_minds::protocol::{BodyPosture, Label, PlaceId, Terrain, TerrainPlace};

use super::{
    barred::BarredDoors,
    distances::DistanceTable,
    mesh::{NavMesh, NavPoint},
    places::PlaceGraph,
};
use crate::world::{
    Site,
    level::{Door, DoorSet},
};

/// The largest distance between the ends of a path and the mesh, in metres.
const OFF_MESH: f32 = 1.5;
/// How much memory the distances of a level with barred doors may take together, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The terrain of a level.
pub struct LevelTerrain {
    /// The geometry with its sight and light.
    pub site: Arc<Site>,
    /// The navigation mesh.
    pub mesh: Arc<NavMesh>,
    /// The places that cover the mesh.
    pub places: Arc<PlaceGraph>,
    /// The same level with doors barred, for agents that believe that. Only the whole level has them.
    versions: Mutex<BTreeMap<DoorSet, Arc<LevelTerrain>>>,
    /// The doors that are barred in this version.
    barred: BarredDoors,
    /// The distances between places where doors are barred; `None` for those of the whole level.
    distances: Option<DistanceTable>,
}

thread_local! {
    static CORNERS: RefCell<Vec<Vec3>> = const { RefCell::new(Vec::new()) };
}

impl LevelTerrain {
    /// The terrain of a level.
    pub(super) fn new(site: Arc<Site>, mesh: NavMesh, places: PlaceGraph) -> Self {
        let (mesh, places) = (Arc::new(mesh), Arc::new(places));
        Self { site, mesh, places, versions: Mutex::default(), barred: BarredDoors::default(), distances: None }
    }

    /// The same level with these doors barred instead of those of this version. It is made on first use, and then shared by all matches.
    pub fn with_barred(&self, doors: DoorSet) -> Arc<LevelTerrain> {
        let versions = || self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = versions().get(&doors) {
            return known.clone();
        }
        // Two matches may make the same version, of which one is kept.
        let barred = BarredDoors::new(&self.site.built, doors);
        let distances = Some(DistanceTable::new(&self.places.join_around(&self.mesh, &barred)));
        let (site, mesh, places) = (self.site.clone(), self.mesh.clone(), self.places.clone());
        let made = LevelTerrain { site, mesh, places, versions: Mutex::default(), barred, distances };
        let mut versions = versions();
        if versions.len() * self.places.table_bytes() >= MOST_BYTES {
            versions.clear();
        }
        versions.entry(doors).or_insert_with(|| Arc::new(made)).clone()
    }

    fn find_path(&self, from: Vec3, to: Vec3, barred: &BarredDoors, corners: &mut Vec<Vec3>) -> Option<f32> {
        let (from, to) = (self.mesh.nearest(from, OFF_MESH)?, self.mesh.nearest(to, OFF_MESH)?);
        self.mesh.path_around(from, to, barred, corners)
    }

    /// The memory of the table of exposed places so far, in bytes.
    pub fn exposure_bytes(&self) -> usize {
        self.places.exposure.bytes()
    }

    /// The nearest point of the mesh within `radius` metres, at the exact height of the ground.
    pub fn nav_point(&self, point: Vec3, radius: f32) -> Option<NavPoint> {
        self.mesh.nearest(point, radius).map(|found| self.snap_to_ground(found))
    }

    /// Moves a point to the exact height of the ground, which the mesh only approximates.
    pub fn snap_to_ground(&self, at: NavPoint) -> NavPoint {
        let height = self.site.built.ground_height(at.point).unwrap_or(at.point.y);
        NavPoint { point: Vec3::new(at.point.x, height, at.point.z), ..at }
    }

    /// Writes the corners of the path between two points near the mesh into `corners`, the goal last, and returns its
    /// length in metres. `None` if a point is off the mesh or there is no path.
    pub fn path(&self, from: Vec3, to: Vec3, corners: &mut Vec<Vec3>) -> Option<f32> {
        let length = self.find_path(from, to, &self.barred, corners)?;
        for corner in corners.iter_mut() {
            corner.y = self.site.built.ground_height(*corner).unwrap_or(corner.y);
        }
        Some(length)
    }
}

impl Terrain for LevelTerrain {
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32> {
        CORNERS.with_borrow_mut(|corners| self.find_path(from, to, &self.barred, corners))
    }

    fn path_length_around(&self, doorway: Vec3, from: Vec3, to: Vec3) -> Option<f32> {
        let is_it = |door: &&Door| door.middle.distance(doorway) <= door.width * 0.5;
        let door = self.site.built.doors.iter().find(is_it);
        let barred = self.barred.with(door.copied());
        CORNERS.with_borrow_mut(|corners| self.find_path(from, to, &barred, corners))
    }

    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3> {
        self.nav_point(place, radius).map(|at| at.point)
    }

    fn has_line_of_sight(&self, from: Vec3, to: Vec3) -> bool {
        self.site.sight.is_clear(from, to, DoorSet::default())
    }

    fn is_place_exposed(&self, eyes: PlaceId, body: PlaceId, posture: BodyPosture) -> bool {
        let PlaceGraph { exposure, places, .. } = &*self.places;
        exposure.is_exposed(eyes, body, posture, places, |from, to, posture| self.is_exposed(from, to, posture))
    }

    fn places(&self) -> &[TerrainPlace] {
        &self.places.places
    }

    fn nearest_place(&self, position: Vec3) -> PlaceId {
        let room = self.site.built.room_at(position);
        // Not one behind a door that is barred.
        self.places.nearest_that(position, room, |place| !self.barred.are_between(position, place))
    }

    fn is_place_visible(&self, from: PlaceId, to: PlaceId) -> bool {
        self.places.sees(from, to)
    }

    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.distances.as_ref().map_or_else(|| self.places.distance(from, to), |table| table.get(from, to))
    }

    fn places_within(&self, position: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        self.places.near(position, radius, found);
    }

    fn visit_places_within(&self, position: Vec3, radius: f32, visit: &mut dyn FnMut(PlaceId)) {
        self.places.visit_near(position, radius).for_each(visit);
    }

    fn room_name(&self, room: u16) -> Label {
        self.site.built.rooms.get(usize::from(room)).copied().unwrap_or_default()
    }
}
