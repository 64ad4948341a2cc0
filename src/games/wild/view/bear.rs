//! The model of a bear: heavy, with a hump over the shoulders, round ears and a pale muzzle.

use bevy::prelude::*;

use super::fur::{AnimalPart, Fur, sole};
use crate::client::render::character::four_legged::FourLegged;
use crate::client::render::character::skeleton::{CharacterMesh, Stride, srgb};

pub const BODY: FourLegged = FourLegged {
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
    stride: Stride { walk: 1.1, run: 2.5 },
    lift: 0.1,
    hop: 0.0,
    sit: 0.0,
    rear: 0.85,
    lying: 0.34,
    on_side: 0.3,
};

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.62, 0.48, 0.33));
    fur.animal(&BODY, 1.3, [rump, trunk, head, tail, thigh, shin, arm, forearm])
}

fn rump(part: &mut AnimalPart) {
    part.ball([0.31, 0.33, 0.33], [0.0, 0.04, 0.0]);
}

fn trunk(part: &mut AnimalPart) {
    let rings = [
        [-0.25, 0.0, 0.0, -0.06],
        [-0.2, 0.2, 0.2, -0.06],
        [0.05, 0.32, 0.34, -0.03],
        [0.4, 0.34, 0.36, 0.02],
        [0.75, 0.33, 0.36, -0.04],
        [0.98, 0.29, 0.33, -0.08],
        [1.16, 0.2, 0.24, -0.1],
        [1.24, 0.0, 0.0, -0.12],
    ];
    part.barrel(18, rings);
    // The hump.
    part.ball([0.2, 0.19, 0.27], [0.0, 0.31, -0.82]);
    let dark = part.fur.dark;
    part.shape.tint(|at, _, colour| colour.mix(&dark, ((-0.1 - at.y) * 3.0).clamp(0.0, 0.8)));
}

fn head(part: &mut AnimalPart) {
    let Fur { coat, pale, .. } = part.fur;
    part.tube(16, [[-0.06, 0.16, 0.25], [0.0, -0.02, 0.235], [0.06, -0.18, 0.2], [0.1, -0.3, 0.13]]);
    part.ball([0.185, 0.17, 0.19], [0.0, 0.11, -0.28]);
    part.balls([0.09, 0.1, 0.11], [0.11, 0.05, -0.29]);
    // The muzzle and the nose.
    part.colour(pale);
    part.tube(14, [[0.06, -0.4, 0.115], [0.04, -0.5, 0.09], [0.03, -0.58, 0.075], [0.03, -0.62, 0.005]]);
    part.colour(srgb(0.04, 0.035, 0.035));
    part.ball([0.048, 0.036, 0.03], [0.0, 0.075, -0.605]);
    part.eyes([0.085, 0.155, -0.43], 0.02, srgb(0.2, 0.11, 0.05));
    // Round ears.
    part.colour(coat);
    part.balls([0.068, 0.07, 0.04], [0.14, 0.265, -0.2]);
    part.colour(pale);
    part.balls([0.042, 0.044, 0.03], [0.143, 0.26, -0.22]);
}

fn tail(part: &mut AnimalPart) {
    part.ball([0.055, 0.055, 0.08], [0.0, 0.0, 0.03]);
}

fn thigh(part: &mut AnimalPart) {
    part.ball([0.15, 0.26, 0.2], [0.0, -0.13, 0.0]);
    part.limb(0.38, [0.09, 0.13, 0.115]);
}

fn shin(part: &mut AnimalPart) {
    part.tube(12, [[0.03, 0.0, 0.115], [-0.14, 0.04, 0.1], [-0.26, 0.05, 0.085], [-0.38, 0.01, 0.085]]);
    part.paw(part.fur.dark, [0.1, 0.055, 0.16], BODY.hind_leg.1, BODY.lean().0);
    claws(part, sole(BODY.hind_leg.1, BODY.lean().0), -0.23);
}

fn arm(part: &mut AnimalPart) {
    part.ball([0.13, 0.24, 0.18], [0.0, -0.08, 0.0]);
    part.limb(0.38, [0.09, 0.12, 0.11]);
}

fn forearm(part: &mut AnimalPart) {
    part.limb(0.4, [0.11, 0.11, 0.09]);
    part.paw(part.fur.dark, [0.105, 0.055, 0.13], BODY.foreleg.1, BODY.lean().1);
    claws(part, sole(BODY.foreleg.1, BODY.lean().1), -0.19);
}

fn claws(part: &mut AnimalPart, foot: Transform, forwards: f32) {
    part.colour(srgb(0.5, 0.46, 0.4));
    for x in [-0.06, -0.02, 0.02, 0.06] {
        let claw = [[0.05, 0.03, 0.012], [0.04, -0.02, 0.01], [0.015, -0.045, 0.002]];
        let claw = claw.map(|[y, z, radius]| (Vec3::new(x, y, forwards + z), radius));
        part.shape.tube(&claw, 6, &foot);
    }
}
