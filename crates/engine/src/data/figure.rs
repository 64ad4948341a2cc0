//! The figure of an animal on four legs: the field `figure` in the look of an agent whose model is [`ANIMAL`].
//!
//! Only the client draws it. Lengths are metres of the model, which is scaled so that its `height` is the height of the body.

use serde::{Deserialize, Serialize};

use super::look::Rgb;

/// The character model of all games that is built from the figure of its agent.
pub const ANIMAL: &str = "animal";

/// A place in the middle of an animal: how far up, and how far to the front.
pub type MiddlePlace = (f32, f32);

/// The figure of an animal. A place is relative to the joint of its part: the hips for trunk and rump, the root of the neck for the head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnimalFigure {
    /// How high the animal stands.
    pub height: f32,
    /// From the hindquarters to the breast.
    pub trunk: TrunkFigure,
    /// The neck.
    pub neck: NeckFigure,
    /// The head without its ears.
    pub head: HeadFigure,
    /// The ears.
    pub ears: EarFigure,
    /// The tail.
    pub tail: TailFigure,
    /// The hind legs. Their knees bend forwards.
    pub hind_legs: LegFigure,
    /// The forelegs. Their elbows bend backwards.
    pub forelegs: LegFigure,
    /// The colours of the fur by part.
    pub coat: CoatFigure,
    /// How it moves and rests.
    pub gait: GaitFigure,
}

/// The trunk of an animal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrunkFigure {
    /// From the hips to the shoulders.
    pub length: f32,
    /// Its girth, from the back to the front, as at least two cross-sections: how far in front of the hips, half the width, half the
    /// height, and how far above the hips its middle is.
    pub sections: Vec<(f32, f32, f32, f32)>,
    /// The hindquarters.
    pub rump: Mass,
    /// What stands out from it, such as a ruff or a hump. Default: nothing.
    #[serde(default)]
    pub masses: Vec<Mass>,
}

/// A round mass of flesh and fur.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mass {
    /// Half its width, height and length.
    pub half: (f32, f32, f32),
    /// Its middle: how far to the side, up, and to the front. One that is not in the middle is on both sides.
    pub at: (f32, f32, f32),
    /// Its fur. Default `coat`.
    #[serde(default)]
    pub fur: Fur,
}

/// The neck of an animal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeckFigure {
    /// Its root, about which the head turns, up and forwards from the shoulders.
    pub root: MiddlePlace,
    /// Its course, from the trunk to the head: how far up, how far to the front, and its radius there. Default: no neck.
    #[serde(default)]
    pub course: Vec<(f32, f32, f32)>,
}

/// The head of an animal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadFigure {
    /// The skull, the cheeks and the throat.
    pub masses: Vec<Mass>,
    /// The snout: how far up, how far to the front, and its radius there. Default: none beside the masses.
    #[serde(default)]
    pub snout: Vec<(f32, f32, f32)>,
    /// The fur of the snout. Default `pale`.
    #[serde(default = "pale")]
    pub snout_fur: Fur,
    /// The fur along the bridge of the snout. Default: as the rest of it.
    #[serde(default)]
    pub bridge: Option<Fur>,
    /// The tip of the nose.
    pub nose: Mass,
    /// The colour of the nose.
    pub nose_colour: Rgb,
    /// The mouth, which grazes and bites.
    pub mouth: MiddlePlace,
    /// The right eye: how far to the side, up, and to the front.
    pub eyes: (f32, f32, f32),
    /// The radius of an eye.
    pub eye_radius: f32,
    /// The colour of the iris.
    pub eye_colour: Rgb,
}

fn pale() -> Fur {
    Fur::Pale
}

/// The ears of an animal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarFigure {
    /// Their form.
    pub form: EarForm,
    /// The root of the right ear: how far to the side, up, and to the front.
    pub root: (f32, f32, f32),
    /// From the root to the tip.
    pub length: f32,
    /// The greatest width.
    pub width: f32,
    /// How far they lean to the sides, in degrees from upright. Default 0.
    #[serde(default)]
    pub apart: f32,
    /// How far they lean to the front, in degrees from upright; negative to the back. Default 0.
    #[serde(default)]
    pub forwards: f32,
    /// How far their hollow is turned to the sides, in degrees. Default 0: it faces the front.
    #[serde(default)]
    pub turned: f32,
    /// Their fur. Default `coat`.
    #[serde(default)]
    pub fur: Fur,
    /// The colour of the hollow. Default: that of pale fur.
    #[serde(default)]
    pub hollow: Option<Rgb>,
}

/// The form of ears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarForm {
    /// Wide at the root, with a sharp tip.
    Pointed,
    /// A disc.
    #[default]
    Round,
    /// Narrow at the root, widest above the middle.
    Long,
}

/// The tail of an animal. A tail that is hardly longer than wide is a stub.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TailFigure {
    /// Its root: how far up from the hips, and how far to the front; negative to the back.
    pub root: MiddlePlace,
    /// From the root to the tip.
    pub length: f32,
    /// The radius where it is thickest.
    pub radius: f32,
    /// How much thinner it is at its root: 0 for an even tail, 0.5 for a bushy one. Default 0.
    #[serde(default)]
    pub bushy: f32,
    /// How far it hangs down, in degrees from level.
    pub droop: f32,
    /// How far its tip turns up, as a share of the length. Default 0.
    #[serde(default)]
    pub curl: f32,
    /// Its fur. Default `coat`.
    #[serde(default)]
    pub fur: Fur,
    /// The share of its length, at the end, that has the fur `tip_fur`. Default 0.
    #[serde(default)]
    pub tip: f32,
    /// The fur of the tip. Default `coat`.
    #[serde(default)]
    pub tip_fur: Fur,
}

/// The legs of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegFigure {
    /// The height of the upper joint while the animal stands.
    pub joint: f32,
    /// From the middle of the animal to the joint.
    pub aside: f32,
    /// From the upper joint to knee or elbow.
    pub upper: f32,
    /// From knee or elbow to the sole.
    pub lower: f32,
    /// How far the feet of the hind legs stand in front of their joints. Default 0.
    #[serde(default)]
    pub ahead: f32,
    /// The flesh of the upper part, relative to the upper joint.
    pub muscle: Mass,
    /// The radius at the upper joint, where the upper part is thickest, and at its end.
    pub upper_radii: (f32, f32, f32),
    /// The radius of the lower part at its joint, in its middle, and above the foot.
    pub lower_radii: (f32, f32, f32),
    /// How far the lower part bends backwards on its way down. Default 0.
    #[serde(default)]
    pub hock: f32,
    /// Half the width, height and length of a foot.
    pub foot: (f32, f32, f32),
    /// Whether the feet have claws that show. Default no.
    #[serde(default)]
    pub claws: bool,
    /// The share of the lower part, from the foot upwards, that has the fur of the feet. Default 0.
    #[serde(default)]
    pub stockings: f32,
}

/// The fur of a part. All follow from the colour of the agent, except for `white`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fur {
    /// The colour of the agent.
    #[default]
    Coat,
    /// Darker than the coat.
    Dark,
    /// The coat, tending to the pale colour of the figure.
    Pale,
    /// White.
    White,
    /// Nearly black.
    Black,
}

/// The fur of an animal by part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoatFigure {
    /// The colour to which pale parts tend.
    pub pale: Rgb,
    /// The fur of the back. Default `coat`.
    #[serde(default)]
    pub back: Fur,
    /// The fur of the belly. Default `coat`.
    #[serde(default)]
    pub belly: Fur,
    /// The fur of the feet. Default `pale`.
    #[serde(default = "pale")]
    pub feet: Fur,
    /// The heights, from the hips, at which belly and back end.
    pub shaded: (f32, f32),
}

/// How an animal moves and rests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaitFigure {
    /// The distance of a stride of two steps at a walk.
    pub walk: f32,
    /// The distance of a stride at a gallop.
    pub run: f32,
    /// How high a foot is lifted.
    pub lift: f32,
    /// The weight of hopping, with both hind legs together, at every speed: 0 walks, 1 hops. Default 0.
    #[serde(default)]
    pub hop: f32,
    /// How far the front is raised at rest, in degrees. Default 0.
    #[serde(default)]
    pub sit: f32,
    /// How far the front is raised before a blow, in degrees.
    pub rear: f32,
    /// The height of the hips of an animal that lies on its belly.
    pub lying: f32,
    /// The height of the hips of an animal that lies on its side.
    pub on_side: f32,
}
