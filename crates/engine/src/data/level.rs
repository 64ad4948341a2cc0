//! Levels: rows of text with one character per cell, a legend for the characters, and a list of props that the grid
//! cannot express.
//!
//! Axes: a row runs east (+x), rows follow each other south (+z), up is +y. The cell in column `c` of row `r` covers
//! `c*cell .. (c+1)*cell` by `r*cell .. (r+1)*cell` metres. Distances are metres. Angles are degrees, clockwise seen
//! from above: 0 faces north (-z), 90 faces east (+x).

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::declare::{whole, with_defaults};
use super::game::GameSection;
use super::thing::Wire;

/// A level file: `levels/GAME/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The title in menus.
    pub title: String,
    /// A one-sentence description.
    #[serde(default)]
    pub summary: String,
    /// The side of a cell, in metres. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub cell: f32,
    /// The height of walls, in metres. Default 3.
    #[serde(default = "whole::<3, _>")]
    pub wall_height: f32,
    /// The smallest number of agents for which `simulate --level all` includes the level. Default 0.
    #[serde(default)]
    pub min_agents: u16,
    /// The number of agents of a side on this level, where it differs from the rules. Default: as in the rules.
    #[serde(default)]
    pub counts: BTreeMap<Label, u16>,
    /// The floors, lowest first.
    pub floors: Vec<Floor>,
    /// The meaning of each character.
    pub legend: BTreeMap<char, LegendEntry>,
    /// Props that the grid cannot express: off-grid positions and odd angles.
    #[serde(default)]
    pub props: Vec<PropPlacement>,
    /// Named rooms, for explanations, exploration and the map. A cell outside of all rooms belongs to the nearest one.
    #[serde(default)]
    pub rooms: Vec<RoomArea>,
    /// The light of the sky, and what is seen below it.
    #[serde(default)]
    pub sky: Sky,
    /// How many items of each kind the seed lays at places for that kind, `{"crowbar": 1}`; those of the game's own section come on top.
    #[serde(default)]
    pub items: BTreeMap<Label, u8>,
    /// What happens to things because others are in certain states.
    #[serde(default)]
    pub wires: Vec<Wire>,
    /// The props whose lamps shine only while all things of a name are in a state: `{"wall_lamp": (thing: "fuse_box", state: "on")}`. Default: lamps
    /// always shine.
    #[serde(default)]
    pub lamps: BTreeMap<Label, LampFeed>,
    /// What the game wants to know of the level.
    #[serde(default, skip_serializing)]
    pub game: GameSection,
}

impl Level {
    /// What the cells of the drawing contain, floor by floor and row by row.
    pub fn contents(&self) -> impl Iterator<Item = &CellContent> {
        let cells = self.floors.iter().flat_map(|floor| &floor.rows).flat_map(|row| row.chars());
        cells.filter_map(|drawn| self.legend.get(&drawn)).flat_map(|legend| &legend.contains)
    }
}

/// A floor of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// Its name in messages.
    pub name: String,
    /// The height of its ground, in metres; at least that of the previous floor.
    pub height: f32,
    /// Whether it has a ceiling at the height of its walls. A ceiling blocks sound and sight between floors; cameras
    /// above hide it. Default false.
    #[serde(default)]
    pub ceiling: bool,
    /// The material of a roof at the height of its walls. A roof is only visible from inside and keeps out moonlight;
    /// it blocks neither sound nor sight. Default: no roof.
    #[serde(default)]
    pub roof: Option<Label>,
    /// The rows of cells, north first; all of the same length, at most 512 rows and columns.
    pub rows: Vec<String>,
}

/// The meaning of a character in the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendEntry {
    /// The kind of cell.
    pub ground: CellKind,
    /// What is in the centre of the cell. Default: nothing.
    #[serde(default)]
    pub contains: Vec<CellContent>,
}

/// The kind of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CellKind {
    /// Nothing: no ground.
    Void,
    /// Level ground.
    Floor {
        /// A material of the palette.
        material: Label,
    },
    /// A wall, which blocks walking, sight and sound.
    Wall {
        /// A material of the palette.
        material: Label,
        /// Its height in metres. Agents see over a wall that is lower than their eyes. Default: the level's
        /// `wall_height`.
        #[serde(default)]
        height: Option<f32>,
    },
    /// Water: its surface lies a little below the ground. Agents cannot walk there; sight and sound cross it.
    Water {
        /// A material of the palette.
        material: Label,
    },
    /// A doorway with a door.
    Door {
        /// The material of the ground.
        material: Label,
    },
    /// A slope over a run of equal cells, starting at this floor's ground.
    Ramp {
        /// The material of the ground.
        material: Label,
        /// The direction of the rise.
        direction: Heading,
        /// The rise over the whole run, in metres.
        rise: f32,
    },
}

/// A direction of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    /// -z.
    North,
    /// +x.
    East,
    /// +z.
    #[default]
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

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CellContent {
    /// A start point for agents of this side.
    Spawn(Label),
    /// A point of patrols.
    Patrol,
    /// A place where an item of this kind may lie.
    Item(Label),
    /// A thing that can be used up and grows again, such as grass.
    Stock {
        /// The kind, by which minds know it.
        name: Label,
        /// How much there is at the start.
        amount: f32,
        /// How much there can be. Default: as much as at the start.
        #[serde(default)]
        max: Option<f32>,
        /// How much grows per second. Default 0.
        #[serde(default)]
        regrow: f32,
    },
    /// A gate: a door that only the rules of the game open. The cell becomes walkable when it opens.
    Gate {
        /// The kind of the gate, by which minds know it.
        name: Label,
        /// The direction in which it leads out.
        facing: Heading,
    },
    /// A device of this kind: a file in `assets/GAME/things`.
    Thing {
        /// The kind.
        name: Label,
        /// The direction that it faces. Default south.
        #[serde(default)]
        facing: Heading,
    },
    /// A prop of the catalogue: furniture, a lamp, a hiding place.
    Prop {
        /// The name in the catalogue.
        name: Label,
        /// The rotation in degrees. Default 0.
        #[serde(default)]
        rotation: f32,
    },
}

/// A prop at a free position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropPlacement {
    /// The name in the prop catalogue.
    pub name: Label,
    /// The position of its centre: metres east and south.
    pub at: (f32, f32),
    /// The index of the floor. Default 0.
    #[serde(default)]
    pub floor: usize,
    /// The rotation in degrees. Default 0.
    #[serde(default)]
    pub rotation: f32,
}

/// What lamps need to shine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LampFeed {
    /// The name of the things.
    pub thing: Label,
    /// The state that all of them must be in.
    pub state: Label,
}

/// A named rectangle of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomArea {
    /// The name of the room. Several rectangles may share it.
    pub name: Label,
    /// The index of the floor. Default 0.
    #[serde(default)]
    pub floor: usize,
    /// The column and row of the north-west cell.
    pub from: (u32, u32),
    /// The column and row of the south-east cell, inclusive.
    pub to: (u32, u32),
}

with_defaults! {
/// The light of the sky, and what is seen below it outside of the level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sky {
    /// The direction of the moon, in degrees clockwise from north. Default 220.
    pub moon_azimuth: f32 = 220.0,
    /// The elevation of the moon, in degrees. Default 40.
    pub moon_elevation: f32 = 40.0,
    /// The illuminance of the moonlight, in lux. Default 6.
    pub moon_lux: f32 = 6.0,
    /// The brightness for eyes where no lamp shines: 0 is darkness, 1 is lamplight. Default 0.4.
    pub ambient_light: f32 = 0.4,
    /// The material of the ground outside of the level. Default: the first grass of the palette.
    pub ground: Option<Label> = None,
    /// What is seen over the walls of the level. Default: `firs` alone.
    pub skyline: Vec<Silhouette> = vec![Silhouette::Firs],
}
}

/// What stands in a skyline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Silhouette {
    /// Factory halls with gabled or saw-toothed roofs, near by.
    Halls,
    /// Tall chimneys and tanks.
    Chimneys,
    /// Tower cranes.
    Cranes,
    /// The steps of a quarry, all around.
    Benches,
    /// Hills on the horizon.
    Hills,
    /// A belt of firs, from medium quality on.
    Firs,
}
