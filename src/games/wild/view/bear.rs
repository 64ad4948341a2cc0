//! The model of a bear: heavy, with a hump over the shoulders, round ears and a pale muzzle.

use bevy::prelude::*;

use super::fur::{AnimalParts, Fur, along, eyes, paw, sole};
use crate::client::render::{
    character::{
        four_legged::{self, FourLegged},
        pose::{Pose, PoseInput},
        skeleton::{CharacterMesh, Proportions, Stride, at, srgb},
    },
    mesh::{LatheRing, MeshBuffer},
};

const BODY: FourLegged = FourLegged {
    hips: 0.72,
    shoulders: 0.76,
    trunk: 0.98,
    hind_leg: (0.38, 0.41),
    foreleg: (0.38, 0.44),
    half_widths: (0.2, 0.22),
    neck: (0.14, 0.12),
    mouth: (0.04, 0.56),
    tail: (0.16, 0.3),
    tail_droop: 0.7,
    hind_feet: 0.02,
    stride: STRIDE,
    lift: 0.1,
    hop: 0.0,
    sit: 0.0,
    rear: 0.85,
    lying: 0.34,
    on_side: 0.3,
};

/// The distance of a stride.
pub const STRIDE: Stride = Stride { walk: 1.1, run: 2.5 };

/// The pose of a bear.
pub fn pose(_: &Proportions, motion: &PoseInput) -> Pose {
    four_legged::pose(&BODY, motion)
}

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.62, 0.48, 0.33));
    let parts = AnimalParts {
        rump: rump(&fur),
        trunk: trunk(&fur),
        head: head(&fur),
        tail: tail(&fur),
        thigh: thigh(&fur),
        shin: shin(&fur),
        arm: arm(&fur),
        forearm: forearm(&fur),
    };
    parts.assemble(&BODY, 1.3)
}

fn rump(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.31, 0.33, 0.33), &at(0.0, 0.04, 0.0));
    shape
}

fn trunk(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let rings = [
        LatheRing::oval(-0.25, 0.0, 0.0).with_forward(-0.06),
        LatheRing::oval(-0.2, 0.2, 0.2).with_forward(-0.06),
        LatheRing::oval(0.05, 0.32, 0.34).with_forward(-0.03),
        LatheRing::oval(0.4, 0.34, 0.36).with_forward(0.02),
        LatheRing::oval(0.75, 0.33, 0.36).with_forward(-0.04),
        LatheRing::oval(0.98, 0.29, 0.33).with_forward(-0.08),
        LatheRing::oval(1.16, 0.2, 0.24).with_forward(-0.1),
        LatheRing::oval(1.24, 0.0, 0.0).with_forward(-0.12),
    ];
    shape.lathe(&rings, 18, &along());
    // The hump.
    shape.ball(Vec3::new(0.2, 0.19, 0.27), &at(0.0, 0.31, -0.82));
    shape.tint(|at, _, colour| colour.mix(&fur.dark, ((-0.1 - at.y) * 3.0).clamp(0.0, 0.8)));
    shape
}

fn head(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let neck = [
        (Vec3::new(0.0, -0.06, 0.16), 0.25),
        (Vec3::new(0.0, 0.0, -0.02), 0.235),
        (Vec3::new(0.0, 0.06, -0.18), 0.2),
        (Vec3::new(0.0, 0.1, -0.3), 0.13),
    ];
    shape.tube(&neck, 16, &Transform::IDENTITY);
    shape.ball(Vec3::new(0.185, 0.17, 0.19), &at(0.0, 0.11, -0.28));
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.09, 0.1, 0.11), &at(side * 0.11, 0.05, -0.29));
    }
    shape.set_colour(fur.pale);
    let muzzle = [
        (Vec3::new(0.0, 0.06, -0.4), 0.115),
        (Vec3::new(0.0, 0.04, -0.5), 0.09),
        (Vec3::new(0.0, 0.03, -0.58), 0.075),
        (Vec3::new(0.0, 0.03, -0.62), 0.005),
    ];
    shape.tube(&muzzle, 14, &Transform::IDENTITY);
    shape.set_colour(srgb(0.04, 0.035, 0.035));
    shape.ball(Vec3::new(0.048, 0.036, 0.03), &at(0.0, 0.075, -0.605));
    eyes(&mut shape, Vec3::new(0.085, 0.155, -0.43), 0.02, srgb(0.2, 0.11, 0.05));
    // Round ears.
    for side in [-1.0, 1.0] {
        shape.set_colour(fur.coat);
        shape.ball(Vec3::new(0.068, 0.07, 0.04), &at(side * 0.14, 0.265, -0.2));
        shape.set_colour(fur.pale);
        shape.ball(Vec3::new(0.042, 0.044, 0.03), &at(side * 0.143, 0.26, -0.22));
    }
    shape
}

fn tail(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.055, 0.055, 0.08), &at(0.0, 0.0, 0.03));
    shape
}

fn thigh(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.15, 0.26, 0.2), &at(0.0, -0.13, 0.0));
    shape.limb(0.38, [0.09, 0.13, 0.115], &Transform::IDENTITY);
    shape
}

fn shin(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let leg = [
        (Vec3::new(0.0, 0.03, 0.0), 0.115),
        (Vec3::new(0.0, -0.14, 0.04), 0.1),
        (Vec3::new(0.0, -0.26, 0.05), 0.085),
        (Vec3::new(0.0, -0.38, 0.01), 0.085),
    ];
    shape.tube(&leg, 12, &Transform::IDENTITY);
    let foot = sole(BODY.hind_leg.1, BODY.lean().0);
    paw(&mut shape, fur.dark, Vec3::new(0.1, 0.055, 0.16), BODY.hind_leg.1, BODY.lean().0);
    claws(&mut shape, foot, -0.23);
    shape
}

fn arm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.13, 0.24, 0.18), &at(0.0, -0.08, 0.0));
    shape.limb(0.38, [0.09, 0.12, 0.11], &Transform::IDENTITY);
    shape
}

fn forearm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.limb(0.4, [0.11, 0.11, 0.09], &Transform::IDENTITY);
    let foot = sole(BODY.foreleg.1, BODY.lean().1);
    paw(&mut shape, fur.dark, Vec3::new(0.105, 0.055, 0.13), BODY.foreleg.1, BODY.lean().1);
    claws(&mut shape, foot, -0.19);
    shape
}

fn claws(shape: &mut MeshBuffer, foot: Transform, forwards: f32) {
    shape.set_colour(srgb(0.5, 0.46, 0.4));
    for x in [-0.06, -0.02, 0.02, 0.06] {
        let claw = [
            (Vec3::new(x, 0.05, forwards + 0.03), 0.012),
            (Vec3::new(x, 0.04, forwards - 0.02), 0.01),
            (Vec3::new(x, 0.015, forwards - 0.045), 0.002),
        ];
        shape.tube(&claw, 6, &foot);
    }
}
