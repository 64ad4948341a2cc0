//! How far sound has to go: along open space, more for each closed door on its way, never through walls.

use std::sync::{Arc, Weak};

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    protocol::{PlaceId, Terrain, TerrainService},
    world::{
        Site, SiteService, Things,
        level::{Door, DoorSet},
    },
};

/// How much longer the way through a door may be than the shortest way for the shortest to lead through it, in metres. The
/// places of the terrain lie about two metres apart.
const SAME_WAY: f32 = 1.0;
/// How far before a door one looks for the place before it, in metres.
const BEFORE: f32 = 1.2;
/// How far from there it may lie, in metres.
const NEAR_DOOR: f32 = 4.0;
/// How high above the ground sound and sight of a place are taken, in metres.
const EAR: f32 = 1.2;

/// The places before and behind each door of the level.
#[derive(Resource, Clone, Debug, Default)]
pub struct Acoustics {
    /// The level that is meant.
    site: Option<Weak<Site>>,
    sides: Vec<Option<(PlaceId, PlaceId)>>,
}

impl Acoustics {
    /// Finds the places before and behind each door; gates lead out and are left out.
    pub fn new(site: &Arc<Site>, terrain: &dyn Terrain) -> Self {
        let sides = site.built.doors.iter().map(|door| {
            if door.is_exit {
                return None;
            }
            let sides = side_of(site, terrain, door, 1.0).zip(side_of(site, terrain, door, -1.0));
            sides.filter(|(front, back)| front != back)
        });
        Self { site: Some(Arc::downgrade(site)), sides: sides.collect() }
    }

    /// Whether this level is meant.
    fn are_of(&self, site: &Arc<Site>) -> bool {
        self.site.as_ref().is_some_and(|known| known.ptr_eq(&Arc::downgrade(site)))
    }

    /// How far a sound goes from one point to another, in metres, each closed door worth `closed_door` metres; `None` where
    /// no way leads, or a longer one than `most`.
    pub fn way(&self, room: &SoundSpace, from: Vec3, to: Vec3, closed_door: f32, most: f32) -> Option<f32> {
        let straight = from.distance(to);
        if straight >= most {
            return None;
        }
        if room.site.sight.clear(from + Vec3::Y * EAR, to + Vec3::Y * EAR, room.open) {
            return Some(straight);
        }
        let terrain = room.terrain;
        let (start, end) = (terrain.nearest_place(from), terrain.nearest_place(to));
        let along = terrain.place_distance(start, end);
        if !along.is_finite() || along >= most + SAME_WAY {
            return None;
        }
        let way = along.max(straight) + closed_door * self.closed_on_way(room, start, end, along) as f32;
        (way < most).then_some(way)
    }

    /// How many closed doors the shortest way between two places leads through.
    fn closed_on_way(&self, room: &SoundSpace, start: PlaceId, end: PlaceId, along: f32) -> usize {
        let leads_through = |front: PlaceId, back: PlaceId| {
            let across = room.terrain.place_distance(front, back);
            let there = room.terrain.place_distance(start, front) + across + room.terrain.place_distance(back, end);
            there <= along + SAME_WAY
        };
        let closed = |(index, sides): (usize, &Option<(PlaceId, PlaceId)>)| {
            if room.open.contains(index) { None } else { *sides }
        };
        let doors = self.sides.iter().enumerate().filter_map(closed);
        doors.filter(|&(front, back)| leads_through(front, back) || leads_through(back, front)).count()
    }
}

/// The place nearest to a point before (`towards` 1) or behind (-1) a door that is on that side of it.
fn side_of(site: &Site, terrain: &dyn Terrain, door: &Door, towards: f32) -> Option<PlaceId> {
    let out = door.through * towards;
    let near = door.middle + out * BEFORE;
    let step_out = door.middle + out * 0.3 + Vec3::Y * EAR;
    let on_side = |position: Vec3| (position - door.middle).dot(out) > 0.2 && (position.y - door.middle.y).abs() < 1.5;
    let mut best: Option<(f32, PlaceId)> = Some((NEAR_DOOR * NEAR_DOOR, PlaceId::MAX));
    for (number, place) in terrain.places().iter().enumerate() {
        let apart = place.position.distance_squared(near);
        let nearer = best.is_none_or(|(least, _)| apart < least);
        if nearer
            && on_side(place.position)
            && site.sight.clear(step_out, place.position + Vec3::Y * EAR, DoorSet::default())
        {
            best = Some((apart, number as PlaceId));
        }
    }
    best.map(|(_, number)| number).filter(|number| *number != PlaceId::MAX)
}

/// Through what sound travels now.
pub struct SoundSpace<'a> {
    /// The level.
    pub site: &'a Site,
    /// Its ground.
    pub terrain: &'a dyn Terrain,
    /// The doors that stand open.
    pub open: DoorSet,
}

/// What asking for the way of a sound takes.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Air<'w> {
    site: Res<'w, SiteService>,
    terrain: Res<'w, TerrainService>,
    things: Res<'w, Things>,
    acoustics: Res<'w, Acoustics>,
}

impl Air<'_> {
    /// See [`Acoustics::way`].
    pub(super) fn way(&self, from: Vec3, to: Vec3, closed_door: f32, most: f32) -> Option<f32> {
        let room = SoundSpace { site: &self.site.0, terrain: &*self.terrain.0, open: self.things.open };
        self.acoustics.way(&room, from, to, closed_door, most)
    }
}

/// Prepares the acoustics of a level that has just been brought in.
pub(super) fn learn_the_rooms(site: Res<SiteService>, terrain: Res<TerrainService>, mut acoustics: ResMut<Acoustics>) {
    if site.is_changed() && !acoustics.are_of(&site.0) {
        *acoustics = Acoustics::new(&site.0, &*terrain.0);
    }
}
