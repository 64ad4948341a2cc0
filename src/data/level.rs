//! A level as people draw it: rows of text, a character a cell, with a legend that says what each stands for,
//! plus a list of what a grid cannot say.
//!
//! Axes: a row runs east (+x), rows follow each other south (+z), up is +y. The cell in column `c` of row `r` covers
//! `c*cell .. (c+1)*cell` by `r*cell .. (r+1)*cell` metres. Distances are metres, angles degrees (clockwise seen from
//! above; 0 faces north, -z; 90 faces east, +x).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// A level file: `levels/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What a person reads in the menu.
    pub title: String,
    /// One sentence about it.
    #[serde(default)]
    pub summary: String,
    /// The side of a cell in metres. Default 1.
    #[serde(default = "one")]
    pub cell: f32,
    /// The height of walls in metres. Default 3.
    #[serde(default = "three")]
    pub wall_height: f32,
    /// How many keys the exit needs.
    pub keys_needed: u8,
    /// How many keys lie in the level, drawn by the seed among the places for keys; at least `keys_needed`.
    pub keys: u8,
    /// One key more is needed, and one more lies about, for each so many of those who can escape; 0 for never, as far as
    /// there are places for them. Default 0.
    #[serde(default)]
    pub one_key_more_each: u16,
    /// How many agents it takes to fill it: with fewer, `simulate --level all` leaves it out. Default 0.
    #[serde(default)]
    pub min_agents: u16,
    /// The floors, lowest first.
    pub floors: Vec<Floor>,
    /// What each character stands for.
    pub legend: BTreeMap<char, LegendEntry>,
    /// What a grid cannot say: furniture at odd places and angles.
    #[serde(default)]
    pub props: Vec<PropPlacement>,
    /// Named rooms, for explanations, exploration and the map. A cell in no room belongs to the nearest one.
    #[serde(default)]
    pub rooms: Vec<RoomArea>,
    /// The sky and the light of the night.
    #[serde(default)]
    pub sky: Sky,
}

fn one() -> f32 {
    1.0
}

fn three() -> f32 {
    3.0
}

/// One floor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// What it is called in messages.
    pub name: String,
    /// The height of its ground in metres, not below the floor before it.
    pub height: f32,
    /// Whether it has a ceiling, as high as its walls (it blocks sound and sight between floors; the client hides it
    /// from above). Default no.
    #[serde(default)]
    pub ceiling: bool,
    /// The material of a roof over its ground, as high as its walls, that is drawn from inside and keeps the moon out, and nothing
    /// else: it blocks neither sound nor sight. Default: the open sky.
    #[serde(default)]
    pub roof: Option<Label>,
    /// The rows, north first; all of one length, at most 512 rows and columns.
    pub rows: Vec<String>,
}

/// What a character of the grid stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendEntry {
    /// What the cell itself is.
    pub ground: CellKind,
    /// What stands, lies or begins in its middle.
    #[serde(default)]
    pub holds: Vec<CellContent>,
}

/// What a cell is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CellKind {
    /// Nothing: no floor, nowhere to stand.
    Void,
    /// A floor of this material.
    Floor {
        /// A material of the palette.
        material: Label,
    },
    /// A wall from the ground up: blocks walking, sight and sound.
    Wall {
        /// A material of the palette.
        material: Label,
        /// Its height in metres, where it differs from the level's walls. What is lower than a standing eye can be
        /// looked over.
        #[serde(default)]
        height: Option<f32>,
    },
    /// A doorway with a door that opens and closes.
    Door {
        /// The material of the floor under it.
        material: Label,
    },
    /// A slope that rises in this direction over the run of equal cells, from this floor's ground by `rise` metres.
    Ramp {
        /// The material of its surface.
        material: Label,
        /// Towards where it rises.
        to: Heading,
        /// How far it rises over the whole run, in metres.
        rise: f32,
    },
}

/// A direction of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    /// -z.
    North,
    /// +x.
    East,
    /// +z.
    South,
    /// -x.
    West,
}

impl Heading {
    /// In degrees, clockwise from north.
    pub fn degrees(self) -> f32 {
        match self {
            Heading::North => 0.0,
            Heading::East => 90.0,
            Heading::South => 180.0,
            Heading::West => 270.0,
        }
    }
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CellContent {
    /// Where an agent of this side may start.
    Spawn(Label),
    /// A point a patrol passes.
    Patrol,
    /// A place where a key may lie.
    KeyPlace,
    /// The way out; the cell is walkable once it is open. `facing` is the direction one walks through it.
    Exit {
        /// The direction one leaves by.
        facing: Heading,
    },
    /// A piece of furniture, a lamp, a hiding place: an entry of the prop catalogue.
    Prop {
        /// Its name there.
        name: Label,
        /// How far it is turned, in degrees. Default 0.
        #[serde(default)]
        rotation: f32,
    },
}

/// A prop where the grid cannot say it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropPlacement {
    /// Its name in the prop catalogue.
    pub name: Label,
    /// Where its middle stands: metres east and south.
    pub at: (f32, f32),
    /// The index of the floor. Default 0.
    #[serde(default)]
    pub floor: usize,
    /// How far it is turned, in degrees. Default 0.
    #[serde(default)]
    pub rotation: f32,
}

/// A named rectangle of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomArea {
    /// What it is called.
    pub name: Label,
    /// The index of the floor. Default 0.
    #[serde(default)]
    pub floor: usize,
    /// Column and row of its north-west cell.
    pub from: (u32, u32),
    /// Column and row of its south-east cell, included.
    pub to: (u32, u32),
}

/// The light of the night.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sky {
    /// The direction the moonlight comes from, in degrees clockwise from north. Default 220.
    pub moon_azimuth: f32,
    /// How high the moon stands, in degrees. Default 40.
    pub moon_elevation: f32,
    /// How bright the moonlight is, in lux. Default 6.
    pub moon_lux: f32,
    /// How well one sees where no lamp shines: 0 is not at all, 1 as in lamplight. Default 0.4.
    pub ambient_light: f32,
}

impl Default for Sky {
    fn default() -> Self {
        Self { moon_azimuth: 220.0, moon_elevation: 40.0, moon_lux: 6.0, ambient_light: 0.4 }
    }
}
