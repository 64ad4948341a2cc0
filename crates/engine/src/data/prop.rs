//! The prop catalogue: furniture, lamps and hiding places, made of parts.
//!
//! The simulation and the client use the same parts, so that what blocks is what is visible.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::declare::whole;

/// The catalogue file: `assets/shared/props.ron`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PropCatalogue(pub BTreeMap<Label, Prop>);

/// A kind of prop. Its axes: x to the right, y up, z to the back; it faces -z. Its origin is on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prop {
    /// Its parts.
    pub parts: Vec<PropPart>,
    /// The hiding place it offers, if any.
    #[serde(default)]
    pub hiding_place: Option<HidingPlaceSpec>,
    /// The light it emits, if any.
    #[serde(default)]
    pub lamp: Option<Lamp>,
    /// How it moves in the window when something touches it; none: it stands fast. The simulation knows nothing of it, so only a prop
    /// without solid parts may move.
    #[serde(default)]
    pub moves: Option<PropMotion>,
    /// Whether it is fixed to the wall behind it: a view that cuts the walls hides it with their upper part.
    #[serde(default)]
    pub on_wall: bool,
}

/// How a prop moves in the window. Masses are in kilograms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PropMotion {
    /// It stands loose: agents and stones knock it over.
    Loose {
        /// Its mass.
        mass: f32,
    },
    /// It hangs and swings.
    Hanging {
        /// Its mass.
        mass: f32,
        /// The height above its origin at which it hangs, in metres.
        hook: f32,
    },
}

/// A part of a prop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropPart {
    /// Its shape and size.
    pub shape: PartShape,
    /// The position of its centre in the axes of the prop, in metres.
    pub at: (f32, f32, f32),
    /// The rotation about the vertical axis, in degrees. Default 0.
    #[serde(default)]
    pub rotation: f32,
    /// How far it leans to its right, in degrees; before it is rotated. Only a part that is not solid may lean. Default 0.
    #[serde(default)]
    pub tilt: f32,
    /// A material of the palette.
    pub material: Label,
    /// Whether it blocks walking and sight. Default true.
    #[serde(default = "yes")]
    pub solid: bool,
    /// Whether it swings open when an agent uses the hiding place, like the door of a locker. Default false.
    #[serde(default)]
    pub opens: bool,
}

fn yes() -> bool {
    true
}

/// The shape of a part; sizes in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PartShape {
    /// A box with this width (x), height (y) and depth (z).
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

/// The hiding place of a prop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HidingPlaceSpec {
    /// Where agents enter and leave: metres to the right and to the back of the centre.
    pub entry: (f32, f32),
    /// The fraction of the body that is visible from the front: 0 for a closed locker, 1 for no cover. Default 0.
    #[serde(default)]
    pub visible_fraction: f32,
    /// The kind by which minds know it, such as `"shed"`. Default: `"hiding_place"`.
    #[serde(default)]
    pub name: Option<Label>,
    /// The number of agents it has room for. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub capacity: u8,
    /// How agents are drawn inside. Default: standing.
    #[serde(default)]
    pub pose: HidingPose,
}

/// How agents are drawn inside a hiding place. It changes nothing in the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HidingPose {
    /// Upright.
    #[default]
    Standing,
    /// With bent knees.
    Crouching {
        /// Where its feet are, in metres above the ground; less than 0 for a low place whose inside nobody sees.
        height: f32,
    },
    /// On the back.
    Lying {
        /// What it lies on, in metres above the ground.
        height: f32,
        /// Where its feet point, in degrees clockwise from the front of the prop. Default 0.
        #[serde(default)]
        rotation: f32,
    },
}

/// The light of a prop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// The position of the light in the axes of the prop, in metres.
    pub at: (f32, f32, f32),
    /// Red, green and blue.
    pub colour: (f32, f32, f32),
    /// The distance up to which agents are well lit, in metres.
    pub range: f32,
    /// The strength for drawing, in lumens.
    pub lumens: f32,
}
