//! The model of a rabbit: a round body on strong hind legs, long ears, a white tail.

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
    hips: 0.15,
    shoulders: 0.14,
    trunk: 0.2,
    hind_leg: (0.13, 0.15),
    foreleg: (0.08, 0.1),
    half_widths: (0.07, 0.05),
    neck: (0.05, 0.03),
    mouth: (0.04, 0.14),
    tail: (0.05, 0.11),
    tail_droop: -0.4,
    hind_feet: 0.06,
    stride: STRIDE,
    lift: 0.05,
    hop: 1.0,
    sit: 0.3,
    rear: 0.3,
    lying: 0.09,
    on_side: 0.08,
};

/// The distance of a leap.
pub const STRIDE: Stride = Stride { walk: 0.42, run: 1.35 };

/// The pose of a rabbit.
pub fn pose(_: &Proportions, motion: &PoseInput) -> Pose {
    four_legged::pose(&BODY, motion)
}

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.92, 0.88, 0.82));
    let parts = AnimalParts {
        rump: rump(&fur),
        trunk: trunk(&fur),
        head: head(&fur),
        tail: tail(),
        thigh: thigh(&fur),
        shin: shin(&fur),
        arm: arm(&fur),
        forearm: forearm(&fur),
    };
    parts.assemble(&BODY, 0.4)
}

fn rump(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.115, 0.12, 0.13), &at(0.0, 0.03, -0.01));
    fur.shade(&mut shape, -0.1, 0.16);
    shape
}

fn trunk(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let rings = [
        LatheRing::oval(-0.08, 0.0, 0.0).with_forward(-0.03),
        LatheRing::oval(-0.04, 0.09, 0.095).with_forward(-0.035),
        LatheRing::oval(0.06, 0.108, 0.112).with_forward(-0.03),
        LatheRing::oval(0.16, 0.09, 0.095).with_forward(-0.02),
        LatheRing::oval(0.24, 0.06, 0.07).with_forward(-0.03),
        LatheRing::oval(0.28, 0.0, 0.0).with_forward(-0.035),
    ];
    shape.lathe(&rings, 14, &along());
    shape.ball(Vec3::new(0.06, 0.06, 0.08), &at(0.0, -0.02, -0.19));
    fur.shade(&mut shape, -0.1, 0.16);
    shape
}

fn head(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.06, 0.06, 0.07), &at(0.0, 0.02, -0.01));
    shape.ball(Vec3::new(0.062, 0.064, 0.078), &at(0.0, 0.075, -0.07));
    shape.ball(Vec3::new(0.04, 0.042, 0.05), &at(0.0, 0.055, -0.125));
    shape.set_colour(fur.pale);
    for side in [-1.0, 1.0] {
        shape.ball(Vec3::new(0.028, 0.03, 0.036), &at(side * 0.034, 0.045, -0.11));
    }
    shape.set_colour(srgb(0.4, 0.22, 0.21));
    shape.ball(Vec3::new(0.012, 0.01, 0.01), &at(0.0, 0.07, -0.172));
    eyes(&mut shape, Vec3::new(0.05, 0.09, -0.1), 0.017, srgb(0.16, 0.09, 0.05));
    // The ears: spoons, upright and a little apart, their inside to the front.
    for side in [-1.0, 1.0] {
        let ear = at(side * 0.028, 0.12, -0.035).with_rotation(Quat::from_euler(
            EulerRot::ZXY,
            -side * 0.16,
            -0.12,
            -side * 0.35,
        ));
        let spoon = |width: f32, depth: f32| {
            [
                LatheRing::oval(0.0, 0.014 * width, 0.012 * depth),
                LatheRing::oval(0.05, 0.027 * width, 0.012 * depth),
                LatheRing::oval(0.11, 0.03 * width, 0.012 * depth),
                LatheRing::oval(0.17, 0.02 * width, 0.01 * depth),
                LatheRing::oval(0.2, 0.0, 0.0),
            ]
        };
        shape.set_colour(fur.coat);
        shape.lathe(&spoon(1.0, 1.0), 10, &ear);
        shape.set_colour(srgb(0.5, 0.34, 0.31));
        shape.lathe(&spoon(0.66, 0.6), 8, &(ear * at(0.0, -0.002, -0.007)));
    }
    shape
}

fn tail() -> MeshBuffer {
    let mut shape = MeshBuffer::new(0.3);
    shape.set_colour(srgb(0.66, 0.65, 0.63));
    shape.ball(Vec3::splat(0.042), &at(0.0, 0.0, 0.015));
    shape
}

fn thigh(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.ball(Vec3::new(0.045, 0.09, 0.075), &at(0.0, -0.055, 0.015));
    shape
}

fn shin(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    let leg = [
        (Vec3::new(0.0, 0.01, 0.0), 0.03),
        (Vec3::new(0.0, -0.07, 0.02), 0.024),
        (Vec3::new(0.0, -0.13, 0.012), 0.018),
    ];
    shape.tube(&leg, 8, &Transform::IDENTITY);
    // A long foot.
    shape.set_colour(fur.pale);
    let (length, lean) = (BODY.hind_leg.1, BODY.lean().0);
    shape.ball(Vec3::new(0.024, 0.018, 0.07), &(sole(length, lean) * at(0.0, 0.018, -0.03)));
    shape
}

fn arm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.limb(0.08, [0.034, 0.03, 0.022], &Transform::IDENTITY);
    shape
}

fn forearm(fur: &Fur) -> MeshBuffer {
    let mut shape = fur.part();
    shape.limb(0.085, [0.022, 0.02, 0.017], &Transform::IDENTITY);
    paw(&mut shape, fur.pale, Vec3::new(0.021, 0.016, 0.03), BODY.foreleg.1, BODY.lean().1);
    shape
}
