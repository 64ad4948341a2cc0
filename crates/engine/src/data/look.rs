//! Appearances: the palette of materials, and the look of agent kinds.
//!
//! Only the client draws them. The simulation checks the names.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::{declare::whole, figure::AnimalFigure};

/// A colour in sRGB: red, green and blue.
pub type Rgb = (f32, f32, f32);

/// The palette file: `assets/shared/palette.ron`, with all materials by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Palette(pub BTreeMap<Label, Surface>);

/// A material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// The pattern.
    pub pattern: Pattern,
    /// The main colour.
    pub colour: Rgb,
    /// The colour of joints, grain, stains or the other tile. Default: the main colour, darkened.
    #[serde(default)]
    pub secondary_colour: Option<Rgb>,
    /// The side of one repeat of the pattern, in metres. Default 2.
    #[serde(default = "whole::<2, _>")]
    pub tile_size: f32,
    /// The roughness: near 0 for a mirror, 1 for chalk. Default 0.85.
    #[serde(default = "rough")]
    pub roughness: f32,
    /// The metalness. Default 0.
    #[serde(default)]
    pub metallic: f32,
    /// The strength of the emitted light: 0 for none, 100 for a flame. Default 0.
    #[serde(default)]
    pub emissive: f32,
    /// What flies where a shot strikes it. Default: as its pattern says, `dust` for most.
    #[serde(default)]
    pub impact: Option<Impact>,
}

impl Surface {
    /// What flies where a shot strikes it.
    pub fn impact(&self) -> Impact {
        self.impact.unwrap_or(match self.pattern {
            Pattern::Metal | Pattern::Corrugated | Pattern::Container => Impact::Sparks,
            Pattern::Wood | Pattern::Planks | Pattern::Crates => Impact::Splinters,
            Pattern::Grass | Pattern::Leaves | Pattern::Thicket => Impact::Leaves,
            _ => Impact::Dust,
        })
    }
}

/// What flies where a shot strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impact {
    /// A puff of dust.
    Dust,
    /// Hot sparks.
    Sparks,
    /// Chips of wood.
    Splinters,
    /// Shreds of leaves.
    Leaves,
}

impl Impact {
    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dust => "dust",
            Self::Sparks => "sparks",
            Self::Splinters => "splinters",
            Self::Leaves => "leaves",
        }
    }
}

fn rough() -> f32 {
    0.85
}

/// A procedural pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// A single colour.
    Plain,
    /// Floor boards.
    Planks,
    /// A piece of wood with grain.
    Wood,
    /// Brickwork.
    Bricks,
    /// Large cut stones in courses.
    Blocks,
    /// Irregular flat stones.
    Flagstones,
    /// Square tiles in two colours.
    Tiles,
    /// Plaster with stains.
    Plaster,
    /// Rough rock.
    Rock,
    /// Broken rock. Walls with this pattern are drawn uneven, and a cutaway view does not cut them.
    Cliff,
    /// Woven cloth.
    Cloth,
    /// A carpet with a border in the secondary colour.
    Carpet,
    /// Grass.
    Grass,
    /// Trodden earth or gravel.
    Earth,
    /// The leaves of a hedge. Boxes with this pattern are drawn as bushes.
    Leaves,
    /// Wild bushes. Walls with this pattern are drawn as rounded bushes.
    Thicket,
    /// Brushed or hammered metal.
    Metal,
    /// Sheet metal with upright ribs.
    Corrugated,
    /// Painted steel with streaks of rust. A wall with this pattern is drawn as a shipping container, which a cutaway view does not cut.
    Container,
    /// Boards. A wall with this pattern is drawn as stacked crates, which a cutaway view does not cut.
    Crates,
    /// Coarse cloth. A wall with this pattern is drawn as a stack of sandbags, which a cutaway view does not cut.
    Sandbags,
    /// Rock as saws and drills leave it: beds and upright grooves.
    QuarryFace,
    /// Thatch or straw.
    Straw,
    /// Water with ripples, which drift.
    Water,
}

/// The appearance of an agent kind: the `look` part of `assets/GAME/agents/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The character model: one of those of the game, or `animal`, which is built from `figure`.
    pub model: Label,
    /// The figure of the model `animal`. Default: none; other models have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<AnimalFigure>,
    /// The names of agents in the order of spawning. When they run out they repeat with a number.
    pub names: Vec<String>,
    /// The colours of agents (scarf, label, map marker) in the order of spawning; they repeat when they run out. At
    /// least one.
    pub colours: Vec<Rgb>,
    /// The icon next to the name, so that colour is not the only difference between sides.
    pub icon: AgentIcon,
}

/// An icon next to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentIcon {
    /// A triangle that points down.
    Triangle,
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A square that stands on a corner.
    Diamond,
}

impl Surface {
    /// The secondary colour, or the darkened main colour.
    pub fn second_colour(&self) -> Rgb {
        let (red, green, blue) = self.colour;
        self.secondary_colour.unwrap_or((red * 0.55, green * 0.55, blue * 0.55))
    }
}
