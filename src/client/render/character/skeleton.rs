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

    /// The upper arm and the forearm on the left (-1) or on the right (1).
    pub fn arm(side: f32) -> (Bone, Bone) {
        if side < 0.0 { (Bone::ArmLeft, Bone::ForearmLeft) } else { (Bone::ArmRight, Bone::ForearmRight) }
    }

    /// Whether it is a part of an arm, or what the hands hold.
    pub fn is_arm(self) -> bool {
        matches!(self, Bone::ArmLeft | Bone::ArmRight | Bone::ForearmLeft | Bone::ForearmRight | Bone::Held)
    }

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

/// Adds a closed hand in the current colour to a forearm, at the middle of the palm and so much larger than usual: a palm, four fingers,
/// and the thumb to the front.
pub fn add_hand(shape: &mut MeshBuffer, palm: f32, size: f32) {
    let mut part = |half: Vec3, place: Vec3, lean: f32| {
        let turn = Quat::from_rotation_x(lean);
        shape.bevelled_box(
            half * size,
            0.012 * size,
            &at(0.0, -palm, 0.0).mul_transform(Transform::from_translation(place * size).with_rotation(turn)),
        );
    };
    part(Vec3::new(0.024, 0.04, 0.04), Vec3::new(0.0, 0.012, 0.0), 0.0);
    for (finger, length) in [0.021, 0.025, 0.024, 0.018].into_iter().enumerate() {
        let z = (finger as f32 - 1.5) * 0.0205;
        part(Vec3::new(0.027, length, 0.0098), Vec3::new(0.0, -0.028 - length * 0.5, z), z * 3.0);
    }
    part(Vec3::new(0.012, 0.03, 0.012), Vec3::new(0.0, -0.004, -0.048), -0.5);
}

/// How far the lower half of cloth at the back hangs below its joint, in metres.
pub const TAIL_JOINT: f32 = 0.2;

pub fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
}
