//! A level file turned into what exists: solids, floors, doors, things, spawns, lamps, rooms.
//!
//! Built once from a [`Level`](crate::data::level::Level) and the prop catalogue, shared by every match on it, and never
//! changed. Knows nothing of navigation, of agents or of a running match.

mod build;
mod cells;
mod contents;
mod ground;
mod merge;

use bevy::math::{Vec2, Vec3};
pub use build::build;
pub use ground::{Cell, CellGround, FloorGrid};

use crate::{
    data::level::Sky,
    protocol::{Label, ThingId, label},
};

/// The height of a doorway and of the leaf in it, in metres: what every floor's walls must at least have.
pub const DOOR_HEIGHT: f32 = 2.1;
/// How thick a floor is, in metres, from its surface down.
pub const FLOOR_THICKNESS: f32 = 0.2;
/// How thick a ceiling is, in metres, from the top of the walls down: the floor of the next floor begins there.
pub const CEILING_THICKNESS: f32 = 0.05;
/// How thick the leaf of a door is, in metres.
pub const DOOR_THICKNESS: f32 = 0.1;

/// A level as it stands.
#[derive(Clone, Debug)]
pub struct BuiltLevel {
    /// The name of its file.
    pub name: Label,
    /// What a person reads.
    pub title: String,
    /// How many keys the exit needs.
    pub keys_needed: u8,
    /// How many keys lie in the level.
    pub keys: u8,
    /// For each so many of those who can escape one key more is needed and lies about; 0 for never.
    pub one_key_more_each: u16,
    /// The side of a cell in metres.
    pub cell: f32,
    /// The height of walls in metres.
    pub wall_height: f32,
    /// The box around everything.
    pub bounds: Bounds,
    /// What blocks sight and flight, doors excepted.
    pub solids: Vec<Solid>,
    /// Where one can stand, furniture not regarded.
    pub patches: Vec<GroundPatch>,
    /// What closes a passage: doors and the gates of exits. The index is the number in a [`DoorSet`].
    pub doors: Vec<Door>,
    /// Everything that has a [`ThingId`]; the index is the number.
    pub things: Vec<LevelThing>,
    /// Where agents may start.
    pub spawns: Vec<SpawnPoint>,
    /// What shines.
    pub lamps: Vec<PlacedLamp>,
    /// Furniture, for drawing.
    pub props: Vec<PlacedProp>,
    /// The names of the rooms; the index is the number of the room. Never empty.
    pub rooms: Vec<Label>,
    /// The floors, lowest first, with their cells.
    pub floors: Vec<FloorGrid>,
    /// The light of the night.
    pub sky: Sky,
}

/// A box with its sides along the axes, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least corner.
    pub min: Vec3,
    /// The greatest corner.
    pub max: Vec3,
}

/// Something that blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Its form and size.
    pub shape: SolidShape,
    /// Its middle, in metres.
    pub centre: Vec3,
    /// How it is turned: radians clockwise from north.
    pub heading: f32,
    /// A material of the palette.
    pub material: Label,
    /// What it belongs to.
    pub origin: SolidOrigin,
}

/// The form of a solid, in metres, about its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidShape {
    /// A box.
    Box {
        /// Half its width, height and depth.
        half: Vec3,
    },
    /// An upright cylinder.
    Cylinder {
        /// Its radius.
        radius: f32,
        /// Half its height.
        half_height: f32,
    },
    /// A ball.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A wedge in a box of this half size: nothing high at its back (+z in its own axes), full height at its front (-z).
    Wedge {
        /// Half its width, height and depth.
        half: Vec3,
    },
}

/// What a solid belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidOrigin {
    /// A run of wall.
    Wall,
    /// The wall above a doorway.
    Lintel,
    /// The ground of a floor.
    Floor,
    /// A slope.
    Ramp,
    /// What closes a floor above.
    Ceiling,
    /// A part of the prop with this index in [`BuiltLevel::props`].
    Prop(usize),
}

/// A rectangle of ground, level or sloped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPatch {
    /// The index of the floor.
    pub floor: usize,
    /// The least corner: metres east and south.
    pub min: Vec2,
    /// The greatest corner.
    pub max: Vec2,
    /// The height of its ground in metres (of its low end, where it slopes).
    pub height: f32,
    /// How far it rises, in metres, and towards where: radians clockwise from north. `None` where it is level.
    pub slope: Option<(f32, f32)>,
    /// A material of the palette.
    pub material: Label,
}

/// A leaf that closes a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// The thing it is, a door or an exit.
    pub thing: ThingId,
    /// The middle of the leaf on the ground, in metres.
    pub middle: Vec3,
    /// Along the closed leaf, on the ground; of length 1.
    pub along: Vec3,
    /// Through the passage, on the ground; of length 1. Out of an exit.
    pub through: Vec3,
    /// The width of the leaf in metres.
    pub width: f32,
    /// Its height in metres.
    pub height: f32,
    /// Whether it is the gate of an exit.
    pub is_exit: bool,
    /// The index of the floor, and the column and row of its first cell (the west or north end).
    pub cell: (usize, u32, u32),
}

impl Door {
    /// Where the hinge stands on the ground, in metres.
    pub fn hinge(&self) -> Vec3 {
        self.middle - self.along * (self.width * 0.5)
    }
}

/// Which doors stand open: one bit a door, by index in [`BuiltLevel::doors`]. None by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DoorSet(u128);

impl DoorSet {
    /// How many doors a level may have.
    pub const MAX: usize = 128;
    /// Every door.
    pub const ALL: DoorSet = DoorSet(u128::MAX);

    /// Whether the door with this index is among them.
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

/// What kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThingKind {
    /// A place where a key may lie; its number is also that of the key.
    Key,
    /// A door.
    Door,
    /// A way out.
    Exit,
    /// Somewhere to hide.
    HidingPlace,
    /// A point a patrol passes.
    PatrolPoint,
}

impl ThingKind {
    /// The word for it in percepts and facts.
    pub fn label(self) -> Label {
        label(match self {
            ThingKind::Key => "key",
            ThingKind::Door => "door",
            ThingKind::Exit => "exit",
            ThingKind::HidingPlace => "hiding_place",
            ThingKind::PatrolPoint => "patrol_point",
        })
    }
}

/// A thing of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelThing {
    /// Its number.
    pub id: ThingId,
    /// What it is.
    pub kind: ThingKind,
    /// Where it is, in metres: a key may lie on a table; an exit is where one has walked through.
    pub place: Vec3,
    /// Where one stands to use it, on the walkable ground.
    pub entry: Vec3,
    /// The direction it faces, or one leaves by: radians clockwise from north.
    pub heading: f32,
    /// The index of its door, where it has a leaf.
    pub door: Option<usize>,
    /// The index of its prop, where it is one.
    pub prop: Option<usize>,
    /// The share of the body that shows from the front of a hiding place, 0 to 1.
    pub shows: f32,
    /// The index of the floor, and the column and row of the cell it is in.
    pub cell: (usize, u32, u32),
}

/// Where an agent may start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnPoint {
    /// Of which side.
    pub side: Label,
    /// On the ground, in metres.
    pub place: Vec3,
    /// Radians clockwise from north.
    pub heading: f32,
    /// The index of the floor, and the column and row of its cell.
    pub cell: (usize, u32, u32),
}

/// A lamp where it hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLamp {
    /// Where the light is, in metres.
    pub place: Vec3,
    /// Red, green and blue, each 0 to 1.
    pub colour: (f32, f32, f32),
    /// How far it makes people plainly visible, in metres.
    pub reach: f32,
    /// How strong it is drawn, in lumens.
    pub lumens: f32,
    /// The index of its prop.
    pub prop: usize,
}

/// A piece of furniture where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedProp {
    /// Its name in the prop catalogue.
    pub name: Label,
    /// Its origin on the ground, in metres.
    pub place: Vec3,
    /// Radians clockwise from north.
    pub heading: f32,
    /// The index of the floor.
    pub floor: usize,
    /// The hiding place it is, if it is one.
    pub thing: Option<ThingId>,
}

/// What is wrong with a level, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LevelError {
    /// What is wrong, what was expected, and where in words.
    pub message: String,
    /// The index of the floor, and the column and row of the cell, where one is to blame.
    pub cell: Option<(usize, u32, u32)>,
}

impl BuiltLevel {
    /// The number of the next thing.
    fn next_thing(&self) -> ThingId {
        ThingId(self.things.len() as u16)
    }

    /// How many keys the exit needs and how many lie about in a match with so many of those who can escape.
    pub fn keys_for(&self, escaping: u16) -> (u8, u8) {
        let places = u8::try_from(self.things_of(ThingKind::Key).count()).unwrap_or(u8::MAX);
        let more = escaping.checked_div(self.one_key_more_each).unwrap_or(0);
        let more = u8::try_from(more).unwrap_or(u8::MAX).min(places.saturating_sub(self.keys));
        (self.keys_needed.saturating_add(more), self.keys.saturating_add(more))
    }

    /// A thing by its number.
    pub fn thing(&self, id: ThingId) -> Option<&LevelThing> {
        self.things.get(usize::from(id.0))
    }

    /// All things of one kind, in the order of their numbers.
    pub fn things_of(&self, kind: ThingKind) -> impl Iterator<Item = &LevelThing> {
        self.things.iter().filter(move |thing| thing.kind == kind)
    }

    /// All places where agents of a side may start, in the order of the level.
    pub fn spawns_of(&self, side: Label) -> impl Iterator<Item = &SpawnPoint> {
        self.spawns.iter().filter(move |spawn| spawn.side == side)
    }
}
