//! The bones of a character and their proportions.

use bevy::prelude::*;

use crate::client::render::mesh::MeshBuffer;

/// A bone. Its children move with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bone {
    /// The hips: the root of the skeleton.
    Hips,
    /// From the hips to the neck.
    Torso,
    Head,
    ArmLeft,
    ForearmLeft,
    ArmRight,
    ForearmRight,
    ThighLeft,
    ShinLeft,
    ThighRight,
    ShinRight,
    /// Cloth at the waist: the skirt of a coat or tunic.
    Skirt,
    /// Cloth at the back of the neck: the end of a scarf, a cape.
    Tail,
    /// The lower half of that cloth.
    TailEnd,
    /// What it holds before its chest, such as a gun. A dying body drops it.
    Held,
}

pub const BONES: usize = 15;

impl Bone {
    /// All bones, parents before children.
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
        Bone::TailEnd,
        Bone::Held,
    ];

    /// The parent bone; `None` for the root.
    pub fn parent(self) -> Option<Bone> {
        match self {
            Bone::Hips => None,
            Bone::Torso | Bone::ThighLeft | Bone::ThighRight | Bone::Skirt => Some(Bone::Hips),
            Bone::Head | Bone::ArmLeft | Bone::ArmRight | Bone::Tail | Bone::Held => Some(Bone::Torso),
            Bone::TailEnd => Some(Bone::Tail),
            Bone::ForearmLeft => Some(Bone::ArmLeft),
            Bone::ForearmRight => Some(Bone::ArmRight),
            Bone::ShinLeft => Some(Bone::ThighLeft),
            Bone::ShinRight => Some(Bone::ThighRight),
        }
    }
}

/// The lengths of a skeleton in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportions {
    /// From hip to knee.
    pub thigh: f32,
    /// From knee to ankle.
    pub shin: f32,
    /// From ankle to sole.
    pub foot: f32,
    /// From the centre to each hip joint.
    pub hip: f32,
    /// From hips to shoulders.
    pub torso: f32,
    /// From the centre to each shoulder joint.
    pub shoulder: f32,
    /// From shoulder to elbow.
    pub arm: f32,
    /// From the shoulders to the joint of the head.
    pub neck: f32,
}

/// The distance of a stride (two steps, or one leap), in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stride {
    pub walk: f32,
    pub run: f32,
}

impl Stride {
    pub const PERSON: Self = Self { walk: 1.25, run: 2.2 };

    /// The distance of a stride. Both shares run from 0 to 1.
    pub fn length(self, running: f32, crouch: f32) -> f32 {
        self.walk + (self.run - self.walk) * running - 0.28 * self.walk * crouch
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMaterial {
    /// Coloured by its vertices.
    Painted,
    Iron,
    Flame,
    Ember,
}

pub struct CharacterMesh {
    pub proportions: Proportions,
    pub parts: Vec<(Bone, PartMaterial, MeshBuffer)>,
    /// The modelled height without headgear, in metres.
    pub height: f32,
    /// The place of a lantern in the left hand, relative to the forearm in metres; `None` without a lantern.
    pub lantern: Option<Vec3>,
}

/// A vertex colour from sRGB.
pub fn srgb(red: f32, green: f32, blue: f32) -> LinearRgba {
    Color::srgb(red, green, blue).to_linear()
}

/// An upper arm, a forearm, a thigh and a shin, each on the left and on the right.
pub fn limbs(shapes: [MeshBuffer; 4]) -> impl Iterator<Item = (Bone, PartMaterial, MeshBuffer)> {
    let bones = [
        [Bone::ArmLeft, Bone::ArmRight],
        [Bone::ForearmLeft, Bone::ForearmRight],
        [Bone::ThighLeft, Bone::ThighRight],
        [Bone::ShinLeft, Bone::ShinRight],
    ];
    let both = |(shape, bones): (MeshBuffer, [Bone; 2])| bones.map(|bone| (bone, PartMaterial::Painted, shape.clone()));
    shapes.into_iter().zip(bones).flat_map(both)
}

/// A limb that hangs from its joint: its length, and the radii at the joint, in the middle and at the end, in metres.
pub fn limb(length: f32, radii: [f32; 3], colour: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, colour);
    shape.limb(length, radii, &Transform::IDENTITY);
    shape
}

/// How far the lower half of cloth at the back hangs below its joint, in metres.
pub const TAIL_JOINT: f32 = 0.2;

pub fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
}
