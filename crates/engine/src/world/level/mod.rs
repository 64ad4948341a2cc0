//! Builds a level file into geometry: solids, floors, doors, things, start points, lamps and rooms.
//!
//! Built once from a [`Level`](crate::data::level::Level) and the prop catalogue, shared by all matches on the level,
//! and never changed. Independent of navigation, agents or the running match.

mod build;
mod cells;
mod contents;
mod ground;
mod merge;
mod solids;

use std::collections::BTreeMap;

use bevy::math::{Vec2, Vec3};
pub use build::build;
pub use ground::{Cell, CellGround, FloorGrid};
pub use solids::{Solid, SolidOrigin, SolidShape};

use quarry_minds::protocol::{Label, ThingId};

use crate::{
    data::{GameSection, level::Sky, thing::Wire},
    world::{StockState, geometry::direction},
};

/// The height of a doorway and its door, in metres. Walls must be at least this high.
pub const DOOR_HEIGHT: f32 = 2.1;
/// The thickness of the ground of a floor, in metres, from its surface down.
pub const FLOOR_THICKNESS: f32 = 0.2;
/// How far the surface of water lies below the ground of its floor, in metres.
pub const WATER_DEPTH: f32 = 0.06;
/// The thickness of a ceiling, in metres, from the top of the walls down. The floor above begins there.
pub const CEILING_THICKNESS: f32 = 0.05;
/// The thickness of a door, in metres.
pub const DOOR_THICKNESS: f32 = 0.1;

/// A built level.
#[derive(Clone, Debug)]
pub struct BuiltLevel {
    /// The name of its file.
    pub name: Label,
    /// The title shown in menus.
    pub title: String,
    /// The side of a cell, in metres.
    pub cell: f32,
    /// The height of walls, in metres.
    pub wall_height: f32,
    /// The bounding box of the level.
    pub bounds: Bounds,
    /// The solids that block sight and projectiles, except for doors.
    pub solids: Vec<Solid>,
    /// The walkable ground, not counting furniture.
    pub patches: Vec<GroundPatch>,
    /// The water, at the height of its surface.
    pub water: Vec<GroundPatch>,
    /// The doors and gates. The index is the number in a [`DoorSet`].
    pub doors: Vec<Door>,
    /// The things, indexed by their [`ThingId`].
    pub things: Vec<LevelThing>,
    /// The start points of agents.
    pub spawns: Vec<SpawnPoint>,
    /// The lamps, with positions in the world.
    pub lamps: Vec<PlacedLamp>,
    /// The props, for drawing.
    pub props: Vec<PlacedProp>,
    /// The names of the rooms, indexed by the number of the room. Never empty.
    pub rooms: Vec<Label>,
    /// The floors, lowest first.
    pub floors: Vec<FloorGrid>,
    /// The light of the sky, and what is seen below it.
    pub sky: Sky,
    /// The number of agents of a side, where it differs from the rules.
    pub counts: BTreeMap<Label, u16>,
    /// How many items of each kind the seed lays.
    pub items: BTreeMap<Label, u8>,
    /// What happens to things because others are in certain states.
    pub wires: Vec<Wire>,
    /// What lamps need to shine, each once.
    pub lamp_feeds: Vec<PlacedFeed>,
    /// What the game wants to know of the level.
    pub game: GameSection,
}

/// An axis-aligned box, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub min: Vec3,
    /// The corner with the largest coordinates.
    pub max: Vec3,
}

/// A rectangle of ground, level or sloped along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPatch {
    /// The index of the floor.
    pub floor: usize,
    /// The corner with the smallest coordinates: metres east and south.
    pub min: Vec2,
    /// The corner with the largest coordinates.
    pub max: Vec2,
    /// The height of the ground in metres, at the low end of a slope.
    pub height: f32,
    /// The rise of a slope in metres and its direction in radians clockwise from north; `None` for level ground.
    pub slope: Option<(f32, f32)>,
    /// The name of a material of the palette.
    pub material: Label,
}

/// A door, or the door of a gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// The door or the gate it belongs to.
    pub thing: ThingId,
    /// Its centre on the ground, in metres.
    pub middle: Vec3,
    /// Along the closed door, on the ground; of length 1.
    pub along: Vec3,
    /// Through the passage, on the ground; of length 1. Points out of a gate.
    pub through: Vec3,
    /// Its width, in metres.
    pub width: f32,
    /// Its height, in metres.
    pub height: f32,
    /// Whether it is a gate.
    pub is_gate: bool,
    /// The floor, column and row of its first cell (the west or north end).
    pub cell: (usize, u32, u32),
}

/// How far from the middle of a shut door a body stands in front of it, in metres.
const BEFORE_DOOR: f32 = 0.45;

impl Door {
    /// How far a point lies in front of it (-) or behind it (+), in metres.
    pub fn beyond(&self, point: Vec3) -> f32 {
        (point - self.middle).dot(self.through)
    }

    /// Whether a point lies behind it, or in it.
    pub fn is_behind(&self, point: Vec3) -> bool {
        self.beyond(point) >= 0.0
    }

    /// Whether a body of this radius is in the way of the door when that shuts.
    pub fn is_blocked_by(&self, place: Vec3, radius: f32) -> bool {
        let aside = (place - self.middle).dot(self.along).abs();
        let height = (place.y - self.middle.y).abs();
        let room = radius + DOOR_THICKNESS * 0.5;
        aside <= self.width * 0.5 + radius && self.beyond(place).abs() <= room && height <= self.height
    }

    /// Where a body stands before it while it is shut, on the side of a point.
    pub fn before(&self, point: Vec3) -> Vec3 {
        self.middle + self.through * if self.is_behind(point) { BEFORE_DOOR } else { -BEFORE_DOOR }
    }

    /// The position of the hinge on the ground, in metres.
    pub fn hinge(&self) -> Vec3 {
        self.middle - self.along * (self.width * 0.5)
    }
}

/// A set of doors by their index in [`BuiltLevel::doors`], one bit per door. Empty by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DoorSet(u128);

impl DoorSet {
    /// The largest number of doors in a level.
    pub const MAX: usize = 128;
    /// Every door.
    pub const ALL: DoorSet = DoorSet(u128::MAX);

    /// Whether it contains no door.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the door with this index.
    pub fn contains(self, door: usize) -> bool {
        door < Self::MAX && self.0 >> door & 1 == 1
    }

    /// Adds or removes a door.
    pub fn set(&mut self, door: usize, among: bool) {
        if door < Self::MAX {
            let bit = 1u128 << door;
            if among { self.0 |= bit } else { self.0 &= !bit }
        }
    }
}

/// The kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThingKind {
    /// A place where an item may lie. The item has the same number.
    Item,
    /// A door.
    Door,
    /// A gate, which only the rules of the game open.
    Gate,
    /// A prop that an agent can hide in.
    HidingPlace,
    /// A point on a patrol.
    PatrolPoint,
    /// A thing that can be used up.
    Stock,
    /// A thing with the states and uses of its kind.
    Device,
}

/// A thing of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelThing {
    /// The index in [`BuiltLevel::things`].
    pub id: ThingId,
    /// What can be done with it.
    pub kind: ThingKind,
    /// The name of its kind in percepts, facts and texts: `"door"`, `"hiding_place"`, `"patrol_point"`; the level names the kinds of
    /// items, stocks and gates, and a prop may name its hiding place.
    pub name: Label,
    /// The position, in metres. An item may lie on a table; the position of a gate is just outside of it.
    pub place: Vec3,
    /// Where an agent stands to use it, on the walkable ground.
    pub entry: Vec3,
    /// The direction it faces, or leads out; in radians clockwise from north.
    pub heading: f32,
    /// The index of its door, if it has one; of a device, that of the doorway in which it stands.
    pub door: Option<usize>,
    /// The index of its prop, if it is one.
    pub prop: Option<usize>,
    /// The fraction of the body that is visible from the front of a hiding place, from 0 to 1.
    pub visible_fraction: f32,
    /// The number of agents that a hiding place has room for.
    pub capacity: u8,
    /// A stock at the start of a match.
    pub stock: StockState,
    /// For an item: the device in the same cell, which may conceal it.
    pub inside: Option<ThingId>,
    /// The floor, column and row of its cell.
    pub cell: (usize, u32, u32),
}

/// How far before a device an agent comes out of it, in metres.
const BEFORE_DEVICE: f32 = 0.8;

impl LevelThing {
    /// Where an agent that hides in it comes out, in metres: at its entry; before a device, whose entry is its middle.
    pub fn way_out(&self) -> Vec3 {
        match self.kind {
            ThingKind::Device => self.place + direction(self.heading) * BEFORE_DEVICE,
            _ => self.entry,
        }
    }

    /// A thing that stands by itself at a place, in metres.
    pub fn at(id: ThingId, kind: ThingKind, name: Label, place: Vec3) -> Self {
        Self {
            id,
            kind,
            name,
            place,
            entry: place,
            heading: 0.0,
            door: None,
            prop: None,
            visible_fraction: 0.0,
            capacity: 1,
            stock: StockState::default(),
            inside: None,
            cell: (0, 0, 0),
        }
    }
}

/// A start point of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnPoint {
    /// The side that starts here.
    pub side: Label,
    /// On the ground, in metres.
    pub place: Vec3,
    /// Radians clockwise from north.
    pub heading: f32,
    /// The floor, column and row of its cell.
    pub cell: (usize, u32, u32),
}

/// What lamps of the level need to shine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFeed {
    /// The things.
    pub things: Vec<ThingId>,
    /// The state that all of them must be in.
    pub state: Label,
}

/// A lamp in the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLamp {
    /// The position of the light, in metres.
    pub place: Vec3,
    /// Red, green and blue, each 0 to 1.
    pub colour: (f32, f32, f32),
    /// The distance up to which agents are well lit, in metres.
    pub range: f32,
    /// The strength for drawing, in lumens.
    pub lumens: f32,
    /// The index of its prop.
    pub prop: usize,
    /// The index in [`BuiltLevel::lamp_feeds`] of what it needs to shine; `None` if it always does.
    pub feed: Option<usize>,
}

/// A prop in the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedProp {
    /// The name in the prop catalogue.
    pub name: Label,
    /// The position of its origin on the ground, in metres.
    pub place: Vec3,
    /// Radians clockwise from north.
    pub heading: f32,
    /// The index of the floor.
    pub floor: usize,
    /// The hiding place, if the prop is one.
    pub thing: Option<ThingId>,
}

/// An error in a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LevelError {
    /// The problem, the expectation and the location.
    pub message: String,
    /// The floor, column and row of the cell, if one is to blame.
    pub cell: Option<(usize, u32, u32)>,
}

impl BuiltLevel {
    /// What the lamp of a prop needs to shine, an index in `lamp_feeds`. `None` if it has no lamp or one that always shines.
    pub fn feed_of(&self, prop: usize) -> Option<usize> {
        self.lamps.iter().find(|lamp| lamp.prop == prop)?.feed
    }

    /// The number of the next thing to add.
    fn next_thing(&self) -> ThingId {
        ThingId(self.things.len() as u16)
    }

    /// The thing with this number.
    pub fn thing(&self, id: ThingId) -> Option<&LevelThing> {
        self.things.get(usize::from(id.0))
    }

    /// All things of a kind, in ascending order of their numbers.
    pub fn things_of(&self, kind: ThingKind) -> impl Iterator<Item = &LevelThing> {
        self.things.iter().filter(move |thing| thing.kind == kind)
    }

    /// All start points of a side, in the order of the level file.
    pub fn spawns_of(&self, side: Label) -> impl Iterator<Item = &SpawnPoint> {
        self.spawns.iter().filter(move |spawn| spawn.side == side)
    }
}
