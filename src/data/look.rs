//! What things look like: the palette of surfaces that levels and props name, and the appearance of a kind of agent.
//!
//! Only the client draws from this; the simulation needs it to know which names exist.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// Red, green and blue as a person picks them (sRGB).
pub type Rgb = (f32, f32, f32);

/// The palette file: `assets/palette.ron`, every material by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Palette(pub BTreeMap<Label, Surface>);

/// A material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// What is drawn on it.
    pub pattern: Pattern,
    /// Its main colour.
    pub colour: Rgb,
    /// Its second colour: joints, grain, stains, the other tile. Default: the main colour, darker.
    #[serde(default)]
    pub second: Option<Rgb>,
    /// The side of one repeat of the pattern, in metres. Default 2.
    #[serde(default = "two")]
    pub size: f32,
    /// How rough it is: a mirror has the least value, chalk 1. Default 0.85.
    #[serde(default = "rough")]
    pub roughness: f32,
    /// How metallic it is. Default 0.
    #[serde(default)]
    pub metallic: f32,
    /// How strongly it shines by itself: 0 is not at all, 100 a lamp's flame. Default 0.
    #[serde(default)]
    pub emissive: f32,
}

fn two() -> f32 {
    2.0
}

fn rough() -> f32 {
    0.85
}

/// What is drawn on a surface. All are made by the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// One even colour.
    Plain,
    /// Floor boards side by side.
    Planks,
    /// One piece of wood, with its grain.
    Wood,
    /// Brickwork.
    Bricks,
    /// Large cut blocks in courses.
    Blocks,
    /// Flat stones of many forms.
    Flagstones,
    /// Square tiles in two colours.
    Tiles,
    /// Plaster, with stains.
    Plaster,
    /// Rough rock.
    Rock,
    /// Woven cloth.
    Cloth,
    /// A carpet with a border of the second colour woven in.
    Carpet,
    /// Grass.
    Grass,
    /// Trodden earth or gravel.
    Earth,
    /// The leaves of a hedge; boxes of it are drawn bushy.
    Leaves,
    /// Brushed or hammered metal.
    Metal,
    /// Thatch or straw.
    Straw,
}

/// How a kind of agent looks: the `look` part of `assets/agents/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Its figure.
    pub figure: FigureModel,
    /// What its agents are called, in the order of spawning; used again with a number when they run out.
    pub names: Vec<String>,
    /// The colour that tells each apart (scarf, label, mark on the map), in the order of spawning; used again when they
    /// run out. At least one.
    pub colours: Vec<Rgb>,
    /// The shape beside its name, so that colour is not all that tells the sides apart.
    pub mark: AgentIcon,
}

/// A figure the client knows to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureModel {
    /// Tall, in a long hooded coat, antlered, a lantern in one hand and a hook in the other.
    Stalker,
    /// Slight, in tunic and trousers, with a scarf.
    Runner,
}

/// A shape beside a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentIcon {
    /// A triangle, point down.
    Triangle,
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
}

impl Surface {
    /// Its second colour.
    pub fn second_colour(&self) -> Rgb {
        let (red, green, blue) = self.colour;
        self.second.unwrap_or((red * 0.55, green * 0.55, blue * 0.55))
    }
}
