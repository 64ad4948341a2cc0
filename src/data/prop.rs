//! The prop catalogue: furniture, lamps and hiding places, made of parts.
//!
//! The simulation takes solids, light and hiding from it, the client draws the same parts: what one sees is what blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// The catalogue file: `assets/props.ron`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PropCatalogue(pub BTreeMap<Label, Prop>);

/// One kind of prop. Its own axes: x right, y up, z towards its back; it faces -z; the origin lies on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prop {
    /// What it is made of.
    pub parts: Vec<PropPart>,
    /// How it hides somebody, if it does.
    #[serde(default)]
    pub hides: Option<HidingPlaceSpec>,
    /// The light it gives, if it does.
    #[serde(default)]
    pub lamp: Option<Lamp>,
}

/// A part of a prop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropPart {
    /// Its form and size.
    pub shape: PartShape,
    /// Where its middle is, in metres in the prop's axes.
    pub at: (f32, f32, f32),
    /// How far it is turned about the upright axis, in degrees. Default 0.
    #[serde(default)]
    pub rotation: f32,
    /// A material of the palette.
    pub material: Label,
    /// Whether it blocks walking and sight. Default yes.
    #[serde(default = "yes")]
    pub solid: bool,
    /// Whether it swings open when the hiding place is used (a locker's door). Default no.
    #[serde(default)]
    pub opens: bool,
}

fn yes() -> bool {
    true
}

/// The form of a part; sizes in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PartShape {
    /// A box of this width (x), height (y) and depth (z).
    Box(f32, f32, f32),
    /// An upright cylinder.
    Cylinder {
        /// Its radius.
        radius: f32,
        /// Its height.
        height: f32,
    },
    /// A ball.
    Ball {
        /// Its radius.
        radius: f32,
    },
}

/// How a prop hides somebody.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HidingPlaceSpec {
    /// Where one stands to get in and comes out again: metres right and back of the middle.
    pub entry: (f32, f32),
    /// Whether one inside can be seen through a gap at all: 0 is a closed locker, 1 as if in the open; the share of the
    /// body that shows from the front.
    #[serde(default)]
    pub shows: f32,
}

/// The light a prop gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// Where the light is, in metres in the prop's axes.
    pub at: (f32, f32, f32),
    /// Red, green and blue.
    pub colour: (f32, f32, f32),
    /// How far it makes people plainly visible, in metres.
    pub reach: f32,
    /// How strong it is drawn, in lumens.
    pub lumens: f32,
}
