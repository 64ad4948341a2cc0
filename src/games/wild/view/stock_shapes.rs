//! The shapes of grass, apples and carcasses.

use bevy::prelude::*;

use crate::client::render::character::skeleton::{at, srgb};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::hash_noise;

/// The most apples that are drawn under a tree.
pub const APPLES: usize = 6;
/// The blades of a tuft of grass.
const BLADES: i32 = 90;

/// A patch of long grass, some with flowers.
pub fn tuft(variant: i32) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for blade in 0..BLADES {
        let chance = |which: u32| hash_noise(blade, variant * 16 + which as i32, 811);
        let turn = chance(1) * std::f32::consts::TAU;
        let out = Vec3::new(turn.cos(), 0.0, turn.sin());
        let root = out * (0.75 * chance(2).sqrt());
        let tall = 0.2 + 0.24 * chance(3);
        let lean = Vec3::new(chance(4) - 0.5, 0.0, chance(5) - 0.5) * 0.22 + out * 0.05;
        let side = Vec3::new(-turn.sin(), 0.0, turn.cos()) * 0.022;
        let (middle, tip) = (root + lean * 0.4 + Vec3::Y * tall * 0.6, root + lean + Vec3::Y * tall);
        let tone = 0.75 + 0.4 * chance(6);
        shape.set_colour(srgb(0.15, 0.24, 0.06) * tone);
        shape.flat_quad([root - side, root + side, middle + side * 0.8, middle - side * 0.8]);
        shape.set_colour(srgb(0.3, 0.41, 0.12) * tone);
        shape.flat_quad([middle - side * 0.8, middle + side * 0.8, tip, tip]);
        if blade % 9 == variant && variant > 0 {
            let petals = if variant == 1 { srgb(0.62, 0.6, 0.55) } else { srgb(0.62, 0.48, 0.1) };
            shape.set_colour(petals);
            shape.ball(Vec3::new(0.032, 0.018, 0.032), &Transform::from_translation(tip));
        }
    }
    shape
}

/// Apples in the grass around a trunk.
pub fn apples(count: usize) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for apple in 0..count as i32 {
        let chance = |which: i32| hash_noise(apple, which, 305);
        let turn = apple as f32 * 2.4 + chance(1) * 0.8;
        let out = 0.75 + 0.6 * chance(2);
        let place = at(turn.cos() * out, 0.085, turn.sin() * out);
        shape.set_colour(srgb(0.55, 0.05 + 0.09 * chance(3), 0.04));
        shape.ball(Vec3::new(0.1, 0.09, 0.1), &place);
        shape.set_colour(srgb(0.3, 0.2, 0.1));
        shape.cylinder(0.012, 0.07, &(place * at(0.0, 0.1, 0.0)));
    }
    shape
}

/// What is left of an animal of a metre: stage 0 with much meat, 1 with some, 2 bare bones.
pub fn carcass(stage: usize) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    let meat = [Vec3::new(0.22, 0.15, 0.4), Vec3::new(0.15, 0.09, 0.26)];
    if let Some(half) = meat.get(stage) {
        shape.set_colour(srgb(0.3, 0.05, 0.04));
        shape.ball(*half, &at(0.02, half.y * 0.7, 0.05));
        shape.set_colour(srgb(0.4, 0.1, 0.08));
        shape.ball(*half * Vec3::new(0.55, 0.6, 0.5), &at(0.1, half.y, 0.22));
    }
    shape.set_colour(srgb(0.56, 0.53, 0.45));
    // The spine, the ribs and the skull.
    let spine = [
        (Vec3::new(-0.13, 0.05, 0.5), 0.014),
        (Vec3::new(-0.16, 0.09, 0.15), 0.028),
        (Vec3::new(-0.14, 0.1, -0.25), 0.03),
        (Vec3::new(-0.08, 0.07, -0.48), 0.022),
    ];
    shape.tube(&spine, 7, &Transform::IDENTITY);
    for rib in 0..6 {
        let z = 0.22 - rib as f32 * 0.09;
        let high = 0.27 - 0.012 * (rib as f32 - 2.5).powi(2);
        let bow = [
            (Vec3::new(-0.15, 0.09, z), 0.015),
            (Vec3::new(-0.1, high, z - 0.02), 0.014),
            (Vec3::new(0.05, high + 0.02, z - 0.03), 0.013),
            (Vec3::new(0.17, high * 0.6, z - 0.02), 0.006),
        ];
        shape.tube(&bow, 6, &Transform::IDENTITY);
    }
    shape.ball(Vec3::new(0.075, 0.07, 0.1), &at(-0.04, 0.07, -0.56));
    shape.ball(Vec3::new(0.045, 0.04, 0.09), &at(-0.02, 0.05, -0.67));
    shape.set_colour(srgb(0.1, 0.08, 0.07));
    shape.ball(Vec3::new(0.02, 0.024, 0.022), &at(0.02, 0.09, -0.6));
    shape
}
