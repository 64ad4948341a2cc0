//! Boxes with a bushy skin: hedges.

use bevy::prelude::*;

use super::MeshBuffer;
use crate::client::texture::noise::value_noise_3d;

/// How finely a bushy skin is divided, in metres.
const GRAIN: f32 = 0.22;
/// How far the skin is thrown about, in metres.
const RUFFLE: f32 = 0.13;

impl MeshBuffer {
    /// A box of this half size whose skin is thrown about like leaves; its bottom stays open.
    pub fn bush(&mut self, half: Vec3, moved: &Transform) {
        for (normal, right) in [
            (Vec3::Y, Vec3::X),
            (Vec3::X, Vec3::NEG_Z),
            (Vec3::NEG_X, Vec3::Z),
            (Vec3::Z, Vec3::X),
            (Vec3::NEG_Z, Vec3::NEG_X),
        ] {
            self.ruffled_side(half, normal, right, moved);
        }
    }

    /// One side of such a box.
    pub fn ruffled_side(&mut self, half: Vec3, normal: Vec3, right: Vec3, moved: &Transform) {
        let up = normal.cross(right);
        let (width, height) = ((right * half).length(), (up * half).length());
        let cells = |length: f32| (length * 2.0 / GRAIN).ceil().max(1.0) as u32;
        let (across, along) = (cells(width), cells(height));
        let at = |column: i32, row: i32| {
            let x = column as f32 / across as f32 * 2.0 - 1.0;
            let y = row as f32 / along as f32 * 2.0 - 1.0;
            let flat = moved.transform_point(normal * half + right * (x * width) + up * (y * height));
            flat + ruffle(flat)
        };
        let first = self.positions.len() as u32;
        for row in 0..=along as i32 {
            for column in 0..=across as i32 {
                let here = at(column, row);
                let slope =
                    (at(column + 1, row) - at(column - 1, row)).cross(at(column, row + 1) - at(column, row - 1));
                let uv = Vec2::new(column as f32 / across as f32 * width, -(row as f32) / along as f32 * height)
                    * (2.0 / self.repeat);
                // Light hollows and tips apart: what is thrown outward catches the light.
                let out = ruffle(here).dot(moved.rotation * normal) / RUFFLE;
                let low = ((here.y - moved.translation.y + half.y) / (half.y * 2.0)).clamp(0.0, 1.0);
                let light = (0.72 + out * 0.5).clamp(0.35, 1.0) * (0.55 + 0.45 * low);
                self.push(here, slope.normalize_or(moved.rotation * normal), uv, light);
            }
        }
        let wide = across + 1;
        for row in 0..along {
            for column in 0..across {
                let a = first + row * wide + column;
                self.indices.extend([a, a + 1, a + wide + 1, a, a + wide + 1, a + wide]);
            }
        }
    }
}

/// Depends on the place alone, so that neighbouring boxes meet without a gap.
fn ruffle(at: Vec3) -> Vec3 {
    let grain = at * 3.1;
    let part = |seed: u32| value_noise_3d(grain, seed) + 0.5 * value_noise_3d(grain * 2.3, seed + 7) - 0.75;
    Vec3::new(part(1), part(2), part(3)) * RUFFLE
}
