//! The model of a wolf: long legs, a deep chest, a ruff, pointed ears and a bushy tail.

use bevy::prelude::*;

use super::fur::{AnimalParts, Fur, along, ears, eyes, paw};
use crate::client::render::{
    character::{
        four_legged::{self, FourLegged},
        pose::{Pose, PoseInput},
        skeleton::{CharacterMesh, Proportions, Stride, at, srgb},
    },
    mesh::{LatheRing, MeshBuffer},
};

const BODY: FourLegged = FourLegged {
    hips: 0.6,
    shoulders: 0.61,
    trunk: 0.7,
    hind_leg: (0.32, 0.36),
    foreleg: (0.29, 0.37),
    half_widths: (0.095, 0.1),
    neck: (0.1, 0.06),
    mouth: (0.13, 0.5),
    tail: (0.09, 0.15),
    tail_droop: 0.95,
    hind_feet: -0.03,
    stride: STRIDE,
    lift: 0.09,
    hop: 0.0,
    sit: 0.0,
    rear: 0.28,
    lying: 0.215,
    on_side: 0.14,
};

/// The distance of a stride.
pub const STRIDE: Stride = Stride { walk: 0.95, run: 2.5 };

/// The pose of a wolf.
pub fn pose(_: &Proportions, motion: &PoseInput) -> Pose {
    four_legged::pose(&BODY, motion)
}

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.78, 0.75, 0.7));
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
    parts.assemble(&BODY, 0.95)
}

fn rump(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.135, 0.15, 0.17), &at(0.0, 0.03, 0.02));
    fur.shade(&mut shape, -0.2, 0.22);
    shape
}

fn trunk(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let rings = [
        LatheRing::oval(-0.1, 0.0, 0.0).with_forward(-0.04),
        LatheRing::oval(-0.08, 0.09, 0.1).with_forward(-0.04),
        LatheRing::oval(0.05, 0.13, 0.145).with_forward(-0.03),
        LatheRing::oval(0.25, 0.125, 0.135).with_forward(-0.035),
        LatheRing::oval(0.45, 0.145, 0.185).with_forward(-0.005),
        LatheRing::oval(0.64, 0.155, 0.21).with_forward(0.0),
        LatheRing::oval(0.79, 0.12, 0.17).with_forward(-0.04),
        LatheRing::oval(0.86, 0.0, 0.0).with_forward(-0.06),
    ];
    shape.lathe(&rings, 16, &along());
    // The ruff.
    shape.ball(Vec3::new(0.16, 0.2, 0.15), &at(0.0, 0.05, -0.7));
    fur.shade(&mut shape, -0.2, 0.24);
    shape
}

fn head(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let neck = [
        (Vec3::new(0.0, -0.08, 0.12), 0.15),
        (Vec3::new(0.0, 0.03, -0.02), 0.135),
        (Vec3::new(0.0, 0.13, -0.14), 0.11),
        (Vec3::new(0.0, 0.2, -0.22), 0.06),
    ];
    shape.tube(&neck, 14, &Transform::IDENTITY);
    shape.ball(Vec3::new(0.105, 0.1, 0.125), &at(0.0, 0.19, -0.24));
    // Pale cheeks, which make the face broad.
    shape.set_colour(fur.pale);
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.055, 0.07, 0.08), &at(side * 0.075, 0.15, -0.24));
    }
    shape.ball(Vec3::new(0.075, 0.12, 0.09), &at(0.0, 0.04, -0.13));
    let muzzle = [
        (Vec3::new(0.0, 0.17, -0.28), 0.075),
        (Vec3::new(0.0, 0.15, -0.38), 0.055),
        (Vec3::new(0.0, 0.14, -0.47), 0.044),
        (Vec3::new(0.0, 0.14, -0.5), 0.004),
    ];
    shape.tube(&muzzle, 12, &Transform::IDENTITY);
    shape.set_colour(fur.dark);
    let bridge = [
        (Vec3::new(0.0, 0.235, -0.26), 0.05),
        (Vec3::new(0.0, 0.19, -0.38), 0.036),
        (Vec3::new(0.0, 0.165, -0.49), 0.024),
    ];
    shape.tube(&bridge, 10, &Transform::IDENTITY);
    shape.set_colour(srgb(0.05, 0.045, 0.045));
    shape.ball(Vec3::new(0.026, 0.022, 0.02), &at(0.0, 0.16, -0.505));
    eyes(&mut shape, Vec3::new(0.058, 0.205, -0.345), 0.016, srgb(0.85, 0.62, 0.2));
    ears(&mut shape, fur, Vec3::new(0.062, 0.25, -0.19), Vec3::new(0.02, 0.13, 0.02), 0.048);
    shape
}

fn tail(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let brush = [
        (Vec3::new(0.0, 0.0, -0.05), 0.035),
        (Vec3::new(0.0, 0.0, 0.08), 0.055),
        (Vec3::new(0.0, 0.015, 0.22), 0.075),
        (Vec3::new(0.0, 0.05, 0.36), 0.055),
    ];
    shape.tube(&brush, 12, &Transform::IDENTITY);
    shape.set_colour(fur.dark);
    let tip =
        [(Vec3::new(0.0, 0.045, 0.34), 0.06), (Vec3::new(0.0, 0.07, 0.43), 0.035), (Vec3::new(0.0, 0.09, 0.49), 0.004)];
    shape.tube(&tip, 12, &Transform::IDENTITY);
    shape
}

fn thigh(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.07, 0.16, 0.125), &at(0.0, -0.09, 0.01));
    shape.limb(0.32, [0.07, 0.07, 0.05], &Transform::IDENTITY);
    shape
}

fn shin(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    // Back to the hock, then down to the paw.
    let leg = [
        (Vec3::new(0.0, 0.02, 0.0), 0.052),
        (Vec3::new(0.0, -0.09, 0.045), 0.045),
        (Vec3::new(0.0, -0.19, 0.08), 0.032),
        (Vec3::new(0.0, -0.33, 0.015), 0.028),
    ];
    shape.tube(&leg, 10, &Transform::IDENTITY);
    paw(&mut shape, fur.pale, Vec3::new(0.045, 0.032, 0.065), BODY.hind_leg.1, BODY.lean().0);
    shape
}

fn arm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.06, 0.13, 0.09), &at(0.0, -0.06, 0.0));
    shape.limb(0.29, [0.06, 0.055, 0.042], &Transform::IDENTITY);
    shape
}

fn forearm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.limb(0.2, [0.043, 0.04, 0.032], &Transform::IDENTITY);
    shape.set_colour(fur.pale);
    shape.limb(0.34, [0.036, 0.032, 0.028], &Transform::IDENTITY);
    paw(&mut shape, fur.pale, Vec3::new(0.045, 0.032, 0.065), BODY.foreleg.1, BODY.lean().1);
    shape
}
