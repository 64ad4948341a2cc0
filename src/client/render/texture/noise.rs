//! Deterministic noise for textures and decoration. The simulation does not use it.

use bevy::math::{Vec2, Vec3};

/// White noise: a hash of integer coordinates, 0 to 1.
pub fn hash_noise(x: i32, y: i32, seed: u32) -> f32 {
    let mut bits =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x2c1b_3c6d);
    bits ^= bits >> 12;
    bits = bits.wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / 16_777_216.0
}

/// 0 below `from`, 1 above `to`, linear in between.
pub fn linear_step(from: f32, to: f32, value: f32) -> f32 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// Tileable value noise, 0 to 1, on a lattice of `across` x `along` cells per tile. `at` is in tiles.
pub fn value_noise(at: Vec2, across: i32, along: i32, seed: u32) -> f32 {
    let at = at * Vec2::new(across as f32, along as f32);
    let cell = at.floor();
    let (x, y) = (smooth(at.x - cell.x), smooth(at.y - cell.y));
    let (column, row) = (cell.x as i32, cell.y as i32);
    let corner = |dx: i32, dy: i32| hash_noise((column + dx).rem_euclid(across), (row + dy).rem_euclid(along), seed);
    let top = corner(0, 0) * (1.0 - x) + corner(1, 0) * x;
    let bottom = corner(0, 1) * (1.0 - x) + corner(1, 1) * x;
    top * (1.0 - y) + bottom * y
}

/// Tileable fractal noise (octaves of value noise), 0 to 1. `at` is in tiles; `grain` is the number of cells per tile in the first
/// octave, and each octave doubles the frequency and halves the amplitude.
pub fn fractal_noise(at: Vec2, grain: i32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut total, mut lumps) = (0.0, 1.0, 0.0, grain.max(1));
    for layer in 0..octaves {
        sum += weight * value_noise(at, lumps, lumps, seed + layer);
        total += weight;
        weight *= 0.5;
        lumps *= 2;
    }
    sum / total
}

/// Value noise in space, 0 to 1. Not tileable.
pub fn value_noise_3d(at: Vec3, seed: u32) -> f32 {
    let cell = at.floor();
    let part = at - cell;
    let (column, row, layer) = (cell.x as i32, cell.y as i32, cell.z as i32);
    let flat = |up: i32| {
        let corner = |dx: i32, dz: i32| {
            hash_noise(column + dx, row + up, seed.wrapping_add((layer + dz) as u32).wrapping_mul(0x6a09_e667))
        };
        let (x, z) = (smooth(part.x), smooth(part.z));
        (corner(0, 0) * (1.0 - x) + corner(1, 0) * x) * (1.0 - z) + (corner(0, 1) * (1.0 - x) + corner(1, 1) * x) * z
    };
    let y = smooth(part.y);
    flat(0) * (1.0 - y) + flat(1) * y
}

/// Cellular (Worley) noise that repeats every `wrap` cells: the distance to the nearest feature point, how much farther the second
/// nearest is, and a random number, 0 to 1, of the nearest.
pub fn cell_noise(at: Vec2, wrap: i32, seed: u32) -> (f32, f32, f32) {
    let cell = at.floor();
    let (mut nearest, mut second, mut owner) = (f32::MAX, f32::MAX, 0.0);
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (column, row) = (cell.x as i32 + dx, cell.y as i32 + dy);
            let (wrapped_column, wrapped_row) = (column.rem_euclid(wrap), row.rem_euclid(wrap));
            let jitter = Vec2::new(
                hash_noise(wrapped_column, wrapped_row, seed),
                hash_noise(wrapped_column, wrapped_row, seed + 1),
            ) * 0.76
                + 0.12;
            let distance = (Vec2::new(column as f32, row as f32) + jitter).distance(at);
            if distance < nearest {
                second = nearest;
                nearest = distance;
                owner = hash_noise(wrapped_column, wrapped_row, seed + 2);
            } else if distance < second {
                second = distance;
            }
        }
    }
    (nearest, second - nearest, owner)
}
