//! Sound propagation: along open space, with a penalty for each closed door, never through walls.

use std::sync::{Arc, Weak};

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{PlaceId, Terrain, TerrainService};

use super::agent_snapshot::AgentSnapshot;
use crate::data::senses::Hearing;
use crate::world::{
    Site, SiteService, Things,
    level::{Door, DoorSet},
};

/// A path through a door counts as the shortest if it is at most this much longer, in metres. Places lie about 2 m
/// apart.
const PATH_TOLERANCE: f32 = 1.0;
/// The distance in front of a door at which its place is looked for, in metres.
const FRONT_DISTANCE: f32 = 1.2;
/// The largest distance between that point and the place, in metres.
const NEAR_DOOR: f32 = 4.0;
/// The height above the ground of sources and ears, in metres.
const EAR_HEIGHT: f32 = 1.2;

/// The places on both sides of each door of the level.
#[derive(Resource, Clone, Debug, Default)]
pub struct Acoustics {
    /// The level they belong to.
    site: Option<Weak<Site>>,
    sides: Vec<Option<(PlaceId, PlaceId)>>,
}

impl Acoustics {
    /// Finds the places on both sides of each door. Gates are left out, since no agent is behind them.
    pub fn new(site: &Arc<Site>, terrain: &dyn Terrain) -> Self {
        let sides = site.built.doors.iter().map(|door| {
            if door.is_gate {
                return None;
            }
            let sides = side_of(site, terrain, door, 1.0).zip(side_of(site, terrain, door, -1.0));
            sides.filter(|(front, back)| front != back)
        });
        Self { site: Some(Arc::downgrade(site)), sides: sides.collect() }
    }

    /// Whether these acoustics belong to this level.
    fn is_for(&self, site: &Arc<Site>) -> bool {
        self.site.as_ref().is_some_and(|known| known.ptr_eq(&Arc::downgrade(site)))
    }

    /// The distance in metres that a sound travels between two points, plus `closed_door_metres` of its hearing for each closed
    /// door on the distance; `None` without a path, or if the distance is more than `most`.
    pub fn sound_distance(&self, room: &SoundSpace, from: Vec3, to: Vec3, most: f32) -> Option<f32> {
        let straight = from.distance(to);
        if straight >= most {
            return None;
        }
        if room.site.sight.is_clear(from + Vec3::Y * EAR_HEIGHT, to + Vec3::Y * EAR_HEIGHT, room.open) {
            return Some(straight);
        }
        let terrain = room.terrain;
        let (start, end) = (terrain.nearest_place(from), terrain.nearest_place(to));
        let along = terrain.place_distance(start, end);
        if !along.is_finite() || along >= most + PATH_TOLERANCE {
            return None;
        }
        let doors = self.closed_doors_between(room, start, end, along) as f32;
        let distance = along.max(straight) + room.hearing.closed_door_metres * doors;
        (distance < most).then_some(distance)
    }

    /// The number of closed doors on the shortest path between two places.
    fn closed_doors_between(&self, room: &SoundSpace, start: PlaceId, end: PlaceId, along: f32) -> usize {
        let leads_through = |front: PlaceId, back: PlaceId| {
            let across = room.terrain.place_distance(front, back);
            let there = room.terrain.place_distance(start, front) + across + room.terrain.place_distance(back, end);
            there <= along + PATH_TOLERANCE
        };
        let closed = |(index, sides): (usize, &Option<(PlaceId, PlaceId)>)| {
            if room.open.contains(index) || room.has_ear_at(index) { None } else { *sides }
        };
        let doors = self.sides.iter().enumerate().filter_map(closed);
        doors.filter(|&(front, back)| leads_through(front, back) || leads_through(back, front)).count()
    }
}

/// The place on one side of a door (`towards` 1: front, -1: back), nearest to the door.
fn side_of(site: &Site, terrain: &dyn Terrain, door: &Door, towards: f32) -> Option<PlaceId> {
    let out = door.through * towards;
    let near = door.middle + out * FRONT_DISTANCE;
    let step_out = door.middle + out * 0.3 + Vec3::Y * EAR_HEIGHT;
    let on_side = |position: Vec3| (position - door.middle).dot(out) > 0.2 && (position.y - door.middle.y).abs() < 1.5;
    let mut best: Option<(f32, PlaceId)> = Some((NEAR_DOOR * NEAR_DOOR, PlaceId::MAX));
    for (number, place) in terrain.places().iter().enumerate() {
        let apart = place.position.distance_squared(near);
        let nearer = best.is_none_or(|(least, _)| apart < least);
        if nearer
            && on_side(place.position)
            && site.sight.is_clear(step_out, place.position + Vec3::Y * EAR_HEIGHT, DoorSet::default())
        {
            best = Some((apart, number as PlaceId));
        }
    }
    best.map(|(_, number)| number).filter(|number| *number != PlaceId::MAX)
}

/// The space that sound travels through at this moment.
pub struct SoundSpace<'a> {
    /// The geometry.
    pub site: &'a Site,
    /// The terrain.
    pub terrain: &'a dyn Terrain,
    /// The open doors.
    pub open: DoorSet,
    /// The ears of a listener.
    pub hearing: &'a Hearing,
    /// Where the listener is, in metres, if it stands still: it hears through a closed door that it stands at.
    pub ear: Option<Vec3>,
}

impl SoundSpace<'_> {
    /// Whether the listener has its ear at a door.
    fn has_ear_at(&self, door: usize) -> bool {
        let near = |ear: Vec3, door: &Door| door.middle.distance(ear) <= self.hearing.ear_at_door;
        self.ear.zip(self.site.built.doors.get(door)).is_some_and(|(ear, door)| near(ear, door))
    }
}

/// The parameters of a system that needs sound distances.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct SoundParams<'w> {
    site: Res<'w, SiteService>,
    terrain: Res<'w, TerrainService>,
    things: Res<'w, Things>,
    acoustics: Res<'w, Acoustics>,
}

impl SoundParams<'_> {
    /// See [`Acoustics::sound_distance`].
    pub(super) fn distance(&self, from: Vec3, listener: &AgentSnapshot, hearing: &Hearing, most: f32) -> Option<f32> {
        let ear = listener.is_still().then_some(listener.place);
        let (site, terrain) = (&*self.site.0, &*self.terrain.0);
        let room = SoundSpace { site, terrain, open: self.things.open, hearing, ear };
        self.acoustics.sound_distance(&room, from, listener.place, most)
    }
}

/// Rebuilds the acoustics when the level has changed.
pub(super) fn rebuild_acoustics(
    site: Res<SiteService>,
    terrain: Res<TerrainService>,
    mut acoustics: ResMut<Acoustics>,
) {
    if site.is_changed() && !acoustics.is_for(&site.0) {
        *acoustics = Acoustics::new(&site.0, &*terrain.0);
    }
}
