//! Boxes and mounds with a leafy surface, for hedges and bushes.

use bevy::prelude::*;

use super::MeshBuffer;
use crate::client::render::texture::noise::value_noise_3d;

/// The spacing of the surface grid in metres.
const GRID_SPACING: f32 = 0.22;
/// The largest displacement of the surface in metres.
const MAX_DISPLACEMENT: f32 = 0.13;

impl MeshBuffer {
    /// Adds a box of this half size with a displaced surface. The bottom stays open.
    pub fn leafy_box(&mut self, half: Vec3, transform: &Transform) {
        for (normal, right) in [
            (Vec3::Y, Vec3::X),
            (Vec3::X, Vec3::NEG_Z),
            (Vec3::NEG_X, Vec3::Z),
            (Vec3::Z, Vec3::X),
            (Vec3::NEG_Z, Vec3::NEG_X),
        ] {
            self.leafy_side(half, normal, right, transform);
        }
    }

    pub fn leafy_side(&mut self, half: Vec3, normal: Vec3, right: Vec3, transform: &Transform) {
        let up = normal.cross(right);
        let (width, height) = ((right * half).length(), (up * half).length());
        let spacing = GRID_SPACING / self.detail.clamp(0.2, 1.0);
        let cells = |length: f32| (length * 2.0 / spacing).ceil().max(1.0) as u32;
        let (across, along) = (cells(width), cells(height));
        let at = |column: i32, row: i32| {
            let x = column as f32 / across as f32 * 2.0 - 1.0;
            let y = row as f32 / along as f32 * 2.0 - 1.0;
            let flat = transform.transform_point(normal * half + right * (x * width) + up * (y * height));
            flat + displacement(flat)
        };
        let first = self.positions.len() as u32;
        for row in 0..=along as i32 {
            for column in 0..=across as i32 {
                let here = at(column, row);
                let slope =
                    (at(column + 1, row) - at(column - 1, row)).cross(at(column, row + 1) - at(column, row - 1));
                let uv = Vec2::new(column as f32 / across as f32 * width, -(row as f32) / along as f32 * height)
                    * (2.0 / self.tile_size);
                // Tips are brighter than hollows.
                let out = displacement(here).dot(transform.rotation * normal) / MAX_DISPLACEMENT;
                let low = ((here.y - transform.translation.y + half.y) / (half.y * 2.0)).clamp(0.0, 1.0);
                let light = (0.72 + out * 0.5).clamp(0.35, 1.0) * (0.55 + 0.45 * low);
                self.push(here, slope.normalize_or(transform.rotation * normal), uv, light);
            }
        }
        self.grid(first, [across, along]);
    }

    /// Adds a rounded bush: the upper half of an ellipsoid of this half size around a point on the ground, with a displaced surface.
    pub fn leafy_mound(&mut self, ground: Vec3, half: Vec3) {
        let spacing = 2.0 * GRID_SPACING / self.detail.clamp(0.2, 1.0);
        let around = ((half.x + half.z) * std::f32::consts::PI / spacing).ceil().max(6.0) as i32;
        let rings = (half.y * std::f32::consts::FRAC_PI_2 / spacing).ceil().max(3.0) as i32;
        let at = |column: i32, row: i32| {
            let turn = column as f32 / around as f32 * std::f32::consts::TAU;
            let rise = row as f32 / rings as f32 * std::f32::consts::FRAC_PI_2;
            let round = Vec3::new(turn.cos() * rise.cos(), rise.sin(), turn.sin() * rise.cos());
            let flat = ground + round * half;
            flat + displacement(flat) * 1.6
        };
        let first = self.positions.len() as u32;
        for row in 0..=rings {
            for column in 0..=around {
                let here = at(column, row);
                let outwards = ((here - ground) / (half * half)).normalize_or(Vec3::Y);
                let uv = Vec2::new(column as f32 * spacing, -(row as f32) * spacing) / self.tile_size;
                let rise = row as f32 / rings as f32;
                let out = displacement(here).dot(outwards) / MAX_DISPLACEMENT;
                let light = (0.75 + out * 0.5).clamp(0.35, 1.0) * (0.5 + 0.5 * rise);
                self.push(here, outwards, uv, light);
            }
        }
        let wide = around as u32 + 1;
        for row in 0..rings as u32 {
            for column in 0..around as u32 {
                let a = first + row * wide + column;
                self.indices.extend([a, a + wide, a + wide + 1, a, a + wide + 1, a + 1]);
            }
        }
    }
}

/// The displacement of a surface point. It depends on the world position alone, so that neighbouring boxes meet without gaps.
fn displacement(at: Vec3) -> Vec3 {
    let grain = at * 3.1;
    let part = |seed: u32| value_noise_3d(grain, seed) + 0.5 * value_noise_3d(grain * 2.3, seed + 7) - 0.75;
    Vec3::new(part(1), part(2), part(3)) * MAX_DISPLACEMENT
}
