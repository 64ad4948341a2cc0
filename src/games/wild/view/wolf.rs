//! The model of a wolf: long legs, a deep chest, a ruff, pointed ears and a bushy tail.

use bevy::prelude::*;

use super::fur::{AnimalPart, Fur};
use crate::client::render::character::four_legged::FourLegged;
use crate::client::render::character::skeleton::{CharacterMesh, Stride, srgb};

pub const BODY: FourLegged = FourLegged {
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
    stride: Stride { walk: 0.95, run: 2.5 },
    lift: 0.09,
    hop: 0.0,
    sit: 0.0,
    rear: 0.28,
    lying: 0.215,
    on_side: 0.14,
};

/// Builds the model with fur of this colour.
pub fn build(colour: LinearRgba, _: usize) -> CharacterMesh {
    let fur = Fur::of(colour, srgb(0.78, 0.75, 0.7));
    fur.animal(&BODY, 0.95, [rump, trunk, head, tail, thigh, shin, arm, forearm])
}

fn rump(part: &mut AnimalPart) {
    part.ball([0.135, 0.15, 0.17], [0.0, 0.03, 0.02]);
    part.shade(-0.2, 0.22);
}

fn trunk(part: &mut AnimalPart) {
    let rings = [
        [-0.1, 0.0, 0.0, -0.04],
        [-0.08, 0.09, 0.1, -0.04],
        [0.05, 0.13, 0.145, -0.03],
        [0.25, 0.125, 0.135, -0.035],
        [0.45, 0.145, 0.185, -0.005],
        [0.64, 0.155, 0.21, 0.0],
        [0.79, 0.12, 0.17, -0.04],
        [0.86, 0.0, 0.0, -0.06],
    ];
    part.barrel(16, rings);
    // The ruff.
    part.ball([0.16, 0.2, 0.15], [0.0, 0.05, -0.7]);
    part.shade(-0.2, 0.24);
}

fn head(part: &mut AnimalPart) {
    let Fur { pale, dark, .. } = part.fur;
    part.tube(14, [[-0.08, 0.12, 0.15], [0.03, -0.02, 0.135], [0.13, -0.14, 0.11], [0.2, -0.22, 0.06]]);
    part.ball([0.105, 0.1, 0.125], [0.0, 0.19, -0.24]);
    // Pale cheeks, which make the face broad.
    part.colour(pale);
    part.balls([0.055, 0.07, 0.08], [0.075, 0.15, -0.24]);
    part.ball([0.075, 0.12, 0.09], [0.0, 0.04, -0.13]);
    // The muzzle, its bridge and the nose.
    part.tube(12, [[0.17, -0.28, 0.075], [0.15, -0.38, 0.055], [0.14, -0.47, 0.044], [0.14, -0.5, 0.004]]);
    part.colour(dark);
    part.tube(10, [[0.235, -0.26, 0.05], [0.19, -0.38, 0.036], [0.165, -0.49, 0.024]]);
    part.colour(srgb(0.05, 0.045, 0.045));
    part.ball([0.026, 0.022, 0.02], [0.0, 0.16, -0.505]);
    part.eyes([0.058, 0.205, -0.345], 0.016, srgb(0.85, 0.62, 0.2));
    ears(part, Vec3::new(0.062, 0.25, -0.19), Vec3::new(0.02, 0.13, 0.02), 0.048);
}

/// Adds a pair of pointed ears from a root in a direction, both given for the right one.
fn ears(part: &mut AnimalPart, root: Vec3, way: Vec3, radius: f32) {
    let Fur { pale, dark, .. } = part.fur;
    for side in [-1.0, 1.0] {
        let across = Vec3::new(side, 1.0, 1.0);
        let (from, way) = (root * across, way * across);
        for (colour, forwards, size) in [(dark, 0.0, 1.0), (pale, -0.32 * radius, 0.72)] {
            part.colour(colour);
            let point = |share: f32, width: f32| (from + way * share + Vec3::Z * forwards, radius * size * width);
            let ear = [point(-0.15, 0.8), point(0.15, 1.0), point(0.6, 0.66), point(f32::min(size, 0.98), 0.03)];
            part.shape.tube(&ear, 9, &Transform::IDENTITY);
        }
    }
}

fn tail(part: &mut AnimalPart) {
    part.tube(12, [[0.0, -0.05, 0.035], [0.0, 0.08, 0.055], [0.015, 0.22, 0.075], [0.05, 0.36, 0.055]]);
    part.colour(part.fur.dark);
    part.tube(12, [[0.045, 0.34, 0.06], [0.07, 0.43, 0.035], [0.09, 0.49, 0.004]]);
}

fn thigh(part: &mut AnimalPart) {
    part.ball([0.07, 0.16, 0.125], [0.0, -0.09, 0.01]);
    part.limb(0.32, [0.07, 0.07, 0.05]);
}

fn shin(part: &mut AnimalPart) {
    // Back to the hock, then down to the paw.
    part.tube(10, [[0.02, 0.0, 0.052], [-0.09, 0.045, 0.045], [-0.19, 0.08, 0.032], [-0.33, 0.015, 0.028]]);
    part.paw(part.fur.pale, [0.045, 0.032, 0.065], BODY.hind_leg.1, BODY.lean().0);
}

fn arm(part: &mut AnimalPart) {
    part.ball([0.06, 0.13, 0.09], [0.0, -0.06, 0.0]);
    part.limb(0.29, [0.06, 0.055, 0.042]);
}

fn forearm(part: &mut AnimalPart) {
    part.limb(0.2, [0.043, 0.04, 0.032]);
    part.colour(part.fur.pale);
    part.limb(0.34, [0.036, 0.032, 0.028]);
    part.paw(part.fur.pale, [0.045, 0.032, 0.065], BODY.foreleg.1, BODY.lean().1);
}
