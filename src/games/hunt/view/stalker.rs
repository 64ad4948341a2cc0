//! The model of the hunter: tall, in a long hooded coat, with a stag's skull and antlers for a face, a lantern in the left hand and
//! a hook in the right.

use bevy::prelude::*;

use crate::client::render::character::skeleton::{
    Bone, CharacterMesh, PartMaterial, Proportions, TAIL_JOINT, add_hand, at, limb, limbs, srgb,
};
use crate::client::render::mesh::{LatheRing, MeshBuffer};

const PROPORTIONS: Proportions =
    Proportions { thigh: 0.47, shin: 0.47, foot: 0.08, hip: 0.11, torso: 0.56, shoulder: 0.235, arm: 0.33, neck: 0.1 };

/// Builds the model with a sash of this colour.
pub fn build(sash: LinearRgba, _: usize) -> CharacterMesh {
    let coat = srgb(0.23, 0.19, 0.20);
    let lining = srgb(0.13, 0.10, 0.11);
    let bone = srgb(0.86, 0.80, 0.66);
    let leather = srgb(0.20, 0.14, 0.10);
    let mut parts = vec![
        (Bone::Hips, PartMaterial::Painted, hips(lining)),
        (Bone::Torso, PartMaterial::Painted, torso(coat, lining, sash, leather)),
        (Bone::Head, PartMaterial::Painted, head(coat, lining, bone)),
        (Bone::Head, PartMaterial::Ember, eyes()),
        (Bone::Skirt, PartMaterial::Painted, skirt(coat, sash)),
        (Bone::Tail, PartMaterial::Painted, cape(coat)),
        (Bone::TailEnd, PartMaterial::Painted, cape_end(coat)),
        (Bone::ForearmLeft, PartMaterial::Iron, lantern()),
        (Bone::ForearmLeft, PartMaterial::Flame, flame()),
        (Bone::ForearmRight, PartMaterial::Iron, hook()),
    ];
    let arm = limb(0.33, [0.085, 0.078, 0.062], coat);
    let thigh = limb(0.47, [0.1, 0.095, 0.072], lining);
    parts.extend(limbs([arm, forearm_of(coat, leather), thigh, boot(leather)]));
    CharacterMesh { proportions: PROPORTIONS, parts, height: 1.95, lantern: Some(LANTERN) }
}

fn hips(colour: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, colour);
    shape.ball(Vec3::new(0.19, 0.13, 0.14), &Transform::IDENTITY);
    shape
}

fn torso(coat: LinearRgba, lining: LinearRgba, sash: LinearRgba, leather: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, coat);
    let rings = [
        LatheRing::oval(-0.04, 0.175, 0.13),
        LatheRing::oval(0.1, 0.165, 0.12),
        LatheRing::oval(0.34, 0.225, 0.145).with_forward(0.015),
        LatheRing::oval(0.5, 0.245, 0.135),
        LatheRing::oval(0.58, 0.16, 0.11),
        LatheRing::oval(0.63, 0.08, 0.08),
        LatheRing::oval(0.65, 0.0, 0.0),
    ];
    shape.lathe(&rings, 18, &Transform::IDENTITY);
    // Broad shoulders.
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.12, 0.085, 0.12), &at(side * 0.215, 0.54, 0.0));
    }
    shape.set_colour(lining);
    shape.bevelled_box(Vec3::new(0.035, 0.26, 0.012), 0.01, &at(0.0, 0.26, -0.147));
    shape.set_colour(sash);
    let belt = [(-0.02, 0.178, 0.132), (0.035, 0.186, 0.14), (0.09, 0.176, 0.13)];
    shape.lathe(&belt, 18, &Transform::IDENTITY);
    let across = [
        (Vec3::new(0.2, 0.56, 0.03), 0.032),
        (Vec3::new(0.12, 0.47, -0.145), 0.032),
        (Vec3::new(-0.06, 0.22, -0.16), 0.032),
        (Vec3::new(-0.18, 0.06, -0.06), 0.032),
    ];
    shape.tube(&across, 8, &Transform::IDENTITY);
    shape.set_colour(leather);
    for (x, y) in [(-0.12, -0.05), (0.11, -0.06)] {
        shape.bevelled_box(Vec3::new(0.045, 0.055, 0.03), 0.015, &at(x, y, -0.125));
    }
    shape
}

fn head(coat: LinearRgba, lining: LinearRgba, bone: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::new(0.3);
    let middle = 0.13;
    // The hood: open in front, drawn to a point behind.
    shape.set_colour(coat);
    shape.ball(Vec3::new(0.145, 0.17, 0.155), &at(0.0, middle + 0.02, 0.045));
    shape.tube(
        &[
            (Vec3::new(0.0, middle + 0.1, 0.13), 0.09),
            (Vec3::new(0.0, middle + 0.07, 0.22), 0.05),
            (Vec3::new(0.0, middle + 0.0, 0.28), 0.004),
        ],
        10,
        &Transform::IDENTITY,
    );
    let collar = [
        LatheRing::oval(-0.1, 0.17, 0.15).with_forward(-0.02),
        LatheRing::oval(-0.03, 0.15, 0.14).with_forward(-0.01),
        LatheRing::oval(0.05, 0.12, 0.12),
    ];
    shape.lathe(&collar, 14, &Transform::IDENTITY);
    shape.set_colour(lining);
    shape.ball(Vec3::new(0.11, 0.13, 0.1), &at(0.0, middle, -0.035));
    // The skull of a stag.
    shape.set_colour(bone);
    shape.ball(Vec3::new(0.095, 0.085, 0.085), &at(0.0, middle + 0.045, -0.075));
    let snout = [
        (Vec3::new(0.0, middle + 0.03, -0.1), 0.075),
        (Vec3::new(0.0, middle - 0.03, -0.17), 0.055),
        (Vec3::new(0.0, middle - 0.09, -0.225), 0.038),
        (Vec3::new(0.0, middle - 0.11, -0.245), 0.004),
    ];
    shape.tube(&snout, 10, &Transform::IDENTITY);
    shape.set_colour(srgb(0.03, 0.025, 0.025));
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.028, 0.026, 0.02), &at(side * 0.05, middle + 0.04, -0.145));
        shape.ball(Vec3::new(0.008, 0.016, 0.012), &at(side * 0.016, middle - 0.085, -0.238));
    }
    shape.set_colour(bone);
    for side in [-1.0f32, 1.0] {
        let beam = [
            (Vec3::new(side * 0.06, middle + 0.11, -0.06), 0.028),
            (Vec3::new(side * 0.14, middle + 0.22, -0.02), 0.023),
            (Vec3::new(side * 0.25, middle + 0.31, 0.02), 0.019),
            (Vec3::new(side * 0.29, middle + 0.44, -0.01), 0.014),
            (Vec3::new(side * 0.26, middle + 0.56, -0.06), 0.003),
        ];
        shape.tube(&beam, 7, &Transform::IDENTITY);
        for (root, tip) in [
            (Vec3::new(side * 0.12, middle + 0.2, -0.03), Vec3::new(side * 0.1, middle + 0.33, -0.13)),
            (Vec3::new(side * 0.23, middle + 0.3, 0.01), Vec3::new(side * 0.36, middle + 0.39, -0.04)),
            (Vec3::new(side * 0.285, middle + 0.42, 0.0), Vec3::new(side * 0.37, middle + 0.53, 0.04)),
        ] {
            shape.tube(&[(root, 0.017), (root.lerp(tip, 0.5), 0.013), (tip, 0.002)], 6, &Transform::IDENTITY);
        }
    }
    shape
}

fn eyes() -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.015, 0.013, 0.012), &at(side * 0.05, 0.17, -0.162));
    }
    shape
}

fn skirt(coat: LinearRgba, sash: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, coat);
    let flare = [
        (-0.68, 0.27, 0.25),
        (-0.7, 0.325, 0.3),
        (-0.66, 0.325, 0.3),
        (-0.4, 0.26, 0.225),
        (-0.12, 0.205, 0.165),
        (0.03, 0.175, 0.132),
    ];
    shape.lathe(&flare, 20, &Transform::IDENTITY);
    shape.set_colour(sash);
    shape.lathe(&[(-0.705, 0.328, 0.303), (-0.665, 0.33, 0.305)], 20, &Transform::IDENTITY);
    shape.bevelled_box(Vec3::new(0.035, 0.2, 0.012), 0.01, &at(-0.13, -0.2, -0.185));
    shape
}

fn cape(coat: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, coat);
    let rings = [(-TAIL_JOINT - 0.02, 0.28, 0.11), (0.02, 0.22, 0.1), (0.06, 0.0, 0.0)];
    shape.lathe(&rings, 14, &at(0.0, 0.0, 0.03));
    shape
}

/// The lower half of the cape, below its joint.
fn cape_end(coat: LinearRgba) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(0.3, coat);
    shape.lathe(&[(-0.24, 0.295, 0.1), (0.03, 0.275, 0.108)], 14, &at(0.0, 0.0, 0.03));
    shape
}

fn forearm_of(coat: LinearRgba, leather: LinearRgba) -> MeshBuffer {
    let mut shape = limb(0.2, [0.064, 0.066, 0.075], coat);
    shape.set_colour(leather);
    shape.limb(0.29, [0.04, 0.045, 0.038], &Transform::IDENTITY);
    add_hand(&mut shape, 0.32, 1.2);
    shape
}

fn boot(leather: LinearRgba) -> MeshBuffer {
    let mut shape = limb(0.42, [0.072, 0.075, 0.056], leather);
    shape.bevelled_box(Vec3::new(0.055, 0.04, 0.14), 0.03, &at(0.0, -0.508, -0.065));
    shape
}

/// The position of the lantern relative to the left forearm, in metres.
const LANTERN: Vec3 = Vec3::new(0.0, -0.47, 0.0);

fn lantern() -> MeshBuffer {
    let mut shape = MeshBuffer::new(0.3);
    let middle = LANTERN;
    for y in [-0.105, 0.085] {
        shape.cylinder(0.072, 0.025, &at(middle.x, middle.y + y, middle.z));
    }
    let roof = [(0.095, 0.08), (0.15, 0.02), (0.16, 0.0)];
    shape.lathe(&roof, 10, &Transform::from_translation(middle));
    for turn in 0..4 {
        let out = Quat::from_rotation_y(turn as f32 * 1.571 + 0.785) * Vec3::X * 0.062;
        shape.cylinder(0.008, 0.18, &Transform::from_translation(middle + out - Vec3::Y * 0.01));
    }
    shape.ring(0.045, 0.007, &at(middle.x, middle.y + 0.19, middle.z));
    shape
}

fn flame() -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    shape.ball(Vec3::new(0.038, 0.062, 0.038), &Transform::from_translation(LANTERN - Vec3::Y * 0.015));
    shape
}

fn hook() -> MeshBuffer {
    let mut shape = MeshBuffer::new(0.3);
    shape.cylinder(0.018, 0.34, &at(0.0, -0.33, 0.0).with_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)));
    let blade = [
        (Vec3::new(0.0, -0.33, -0.15), 0.02),
        (Vec3::new(0.0, -0.37, -0.3), 0.022),
        (Vec3::new(0.0, -0.47, -0.4), 0.02),
        (Vec3::new(0.0, -0.6, -0.39), 0.015),
        (Vec3::new(0.0, -0.66, -0.3), 0.003),
    ];
    shape.tube(&blade, 8, &Transform::IDENTITY);
    shape
}
