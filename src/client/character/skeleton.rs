//! The bones of a figure, and how long they are.

use bevy::prelude::*;

use crate::client::mesh::MeshBuffer;

/// A bone: what hangs on it moves with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bone {
    /// The hips, on which all else hangs.
    Hips,
    /// From the hips to the neck.
    Torso,
    /// The head.
    Head,
    /// The left upper arm.
    ArmLeft,
    /// The left forearm and hand.
    ForearmLeft,
    /// The right upper arm.
    ArmRight,
    /// The right forearm and hand.
    ForearmRight,
    /// The left thigh.
    ThighLeft,
    /// The left shin and foot.
    ShinLeft,
    /// The right thigh.
    ThighRight,
    /// The right shin and foot.
    ShinRight,
    /// What hangs from the waist: a coat's skirt.
    Skirt,
    /// What hangs from the neck behind: the end of a scarf, a cape.
    Tail,
}

/// How many bones there are.
pub const BONES: usize = 13;

impl Bone {
    /// All bones; a bone comes after the one it hangs on.
    pub const ALL: [Bone; BONES] = [
        Bone::Hips,
        Bone::Torso,
        Bone::Head,
        Bone::ArmLeft,
        Bone::ForearmLeft,
        Bone::ArmRight,
        Bone::ForearmRight,
        Bone::ThighLeft,
        Bone::ShinLeft,
        Bone::ThighRight,
        Bone::ShinRight,
        Bone::Skirt,
        Bone::Tail,
    ];

    /// The bone it hangs on.
    pub fn parent(self) -> Option<Bone> {
        match self {
            Bone::Hips => None,
            Bone::Torso | Bone::ThighLeft | Bone::ThighRight | Bone::Skirt => Some(Bone::Hips),
            Bone::Head | Bone::ArmLeft | Bone::ArmRight | Bone::Tail => Some(Bone::Torso),
            Bone::ForearmLeft => Some(Bone::ArmLeft),
            Bone::ForearmRight => Some(Bone::ArmRight),
            Bone::ShinLeft => Some(Bone::ThighLeft),
            Bone::ShinRight => Some(Bone::ThighRight),
        }
    }
}

/// The lengths of a figure, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportions {
    /// From hip to knee.
    pub thigh: f32,
    /// From knee to ankle.
    pub shin: f32,
    /// From ankle to sole.
    pub foot: f32,
    /// From the middle to each hip.
    pub hip: f32,
    /// From hips to shoulders.
    pub torso: f32,
    /// From the middle to each shoulder.
    pub shoulder: f32,
    /// From shoulder to elbow.
    pub arm: f32,
    /// From the shoulders to where the head turns.
    pub neck: f32,
}

/// What a piece of a figure is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMaterial {
    /// Coloured by its mesh.
    Painted,
    /// Iron.
    Iron,
    /// A flame, with its light.
    Flame,
    /// Glowing eyes.
    Ember,
}

/// A figure ready to be spawned: its frame and the pieces on its bones.
pub struct CharacterMesh {
    /// Its lengths.
    pub frame: Proportions,
    /// Its pieces.
    pub pieces: Vec<(Bone, PartMaterial, MeshBuffer)>,
    /// The height it is drawn at without its headgear, in metres.
    pub height: f32,
}

/// A colour for a mesh, from sRGB.
pub fn srgb(red: f32, green: f32, blue: f32) -> LinearRgba {
    Color::srgb(red, green, blue).to_linear()
}

/// Moved only.
pub fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
}
