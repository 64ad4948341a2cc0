//! The model of a rabbit: a round body on strong hind legs, long ears, a white tail.

use bevy::prelude::*;

use super::fur::{AnimalPart, Fur, sole};
use crate::client::render::character::four_legged::FourLegged;
use crate::client::render::character::skeleton::{CharacterMesh, Stride, at, srgb};
use crate::client::render::mesh::LatheRing;

pub const BODY: FourLegged = FourLegged {
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
    stride: Stride { walk: 0.42, run: 1.35 },
    lift: 0.05,
    hop: 1.0,
    sit: 0.3,
    rear: 0.3,
    lying: 0.09,
    on_side: 0.08,
};

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.92, 0.88, 0.82));
    fur.animal(&BODY, 0.4, [rump, trunk, head, tail, thigh, shin, arm, forearm])
}

fn rump(part: &mut AnimalPart) {
    part.ball([0.115, 0.12, 0.13], [0.0, 0.03, -0.01]);
    part.shade(-0.1, 0.16);
}

fn trunk(part: &mut AnimalPart) {
    let rings = [
        [-0.08, 0.0, 0.0, -0.03],
        [-0.04, 0.09, 0.095, -0.035],
        [0.06, 0.108, 0.112, -0.03],
        [0.16, 0.09, 0.095, -0.02],
        [0.24, 0.06, 0.07, -0.03],
        [0.28, 0.0, 0.0, -0.035],
    ];
    part.barrel(14, rings);
    part.ball([0.06, 0.06, 0.08], [0.0, -0.02, -0.19]);
    part.shade(-0.1, 0.16);
}

fn head(part: &mut AnimalPart) {
    let Fur { coat, pale, .. } = part.fur;
    part.ball([0.06, 0.06, 0.07], [0.0, 0.02, -0.01]);
    part.ball([0.062, 0.064, 0.078], [0.0, 0.075, -0.07]);
    part.ball([0.04, 0.042, 0.05], [0.0, 0.055, -0.125]);
    part.colour(pale);
    part.balls([0.028, 0.03, 0.036], [0.034, 0.045, -0.11]);
    part.colour(srgb(0.4, 0.22, 0.21));
    part.ball([0.012, 0.01, 0.01], [0.0, 0.07, -0.172]);
    part.eyes([0.05, 0.09, -0.1], 0.017, srgb(0.16, 0.09, 0.05));
    // The ears: spoons, upright and a little apart, their inside to the front.
    for side in [-1.0, 1.0] {
        let turn = Quat::from_euler(EulerRot::ZXY, -side * 0.16, -0.12, -side * 0.35);
        let ear = at(side * 0.028, 0.12, -0.035).with_rotation(turn);
        let spoon = |width: f32, depth: f32| {
            let rings =
                [[0.0, 0.014, 0.012], [0.05, 0.027, 0.012], [0.11, 0.03, 0.012], [0.17, 0.02, 0.01], [0.2, 0.0, 0.0]];
            rings.map(|[up, across, deep]| LatheRing::oval(up, across * width, deep * depth))
        };
        part.colour(coat);
        part.shape.lathe(&spoon(1.0, 1.0), 10, &ear);
        part.colour(srgb(0.5, 0.34, 0.31));
        part.shape.lathe(&spoon(0.66, 0.6), 8, &(ear * at(0.0, -0.002, -0.007)));
    }
}

fn tail(part: &mut AnimalPart) {
    part.colour(srgb(0.66, 0.65, 0.63));
    part.ball([0.042; 3], [0.0, 0.0, 0.015]);
}

fn thigh(part: &mut AnimalPart) {
    part.ball([0.045, 0.09, 0.075], [0.0, -0.055, 0.015]);
}

fn shin(part: &mut AnimalPart) {
    part.tube(8, [[0.01, 0.0, 0.03], [-0.07, 0.02, 0.024], [-0.13, 0.012, 0.018]]);
    // A long foot.
    part.colour(part.fur.pale);
    let (length, lean) = (BODY.hind_leg.1, BODY.lean().0);
    part.shape.ball(Vec3::new(0.024, 0.018, 0.07), &(sole(length, lean) * at(0.0, 0.018, -0.03)));
}

fn arm(part: &mut AnimalPart) {
    part.limb(0.08, [0.034, 0.03, 0.022]);
}

fn forearm(part: &mut AnimalPart) {
    part.limb(0.085, [0.022, 0.02, 0.017]);
    part.paw(part.fur.pale, [0.021, 0.016, 0.03], BODY.foreleg.1, BODY.lean().1);
}
