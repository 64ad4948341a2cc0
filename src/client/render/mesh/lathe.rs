//! Surfaces of revolution: a profile of round or oval rings about a vertical axis.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::MeshBuffer;

/// One ring of a profile. All lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatheRing {
    pub y: f32,
    /// The half width.
    pub x: f32,
    /// The half depth.
    pub z: f32,
    /// The offset to the front (-z).
    pub forward: f32,
}

impl LatheRing {
    pub const fn round(y: f32, radius: f32) -> Self {
        Self { y, x: radius, z: radius, forward: 0.0 }
    }

    pub const fn oval(y: f32, x: f32, z: f32) -> Self {
        Self { y, x, z, forward: 0.0 }
    }

    /// The same ring with an offset to the front.
    pub const fn with_forward(self, forward: f32) -> Self {
        Self { forward, ..self }
    }

    fn at(&self, turn: f32) -> Vec3 {
        Vec3::new(turn.cos() * self.x, self.y, turn.sin() * self.z - self.forward)
    }
}

impl From<(f32, f32)> for LatheRing {
    fn from((y, radius): (f32, f32)) -> Self {
        Self::round(y, radius)
    }
}

impl From<(f32, f32, f32)> for LatheRing {
    fn from((y, x, z): (f32, f32, f32)) -> Self {
        Self::oval(y, x, z)
    }
}

/// The cosine of the largest angle between two bands that share smooth normals.
const SMOOTH_COSINE: f32 = 0.6;

impl MeshBuffer {
    /// Adds the surface of a profile, lowest ring first: each a height with a radius, or with a half width and a half depth. A ring of
    /// radius 0 closes an end.
    pub fn lathe(&mut self, rings: &[impl Into<LatheRing> + Copy], sides: u32, transform: &Transform) {
        let rings: Vec<LatheRing> = rings.iter().map(|ring| (*ring).into()).collect();
        let slopes: Vec<Vec2> = rings
            .windows(2)
            .map(|pair| {
                let (low, high) = (pair[0], pair[1]);
                // The outward normal of a band, in the plane of radius and height.
                let out = Vec2::new(high.y - low.y, (low.x + low.z - high.x - high.z) * 0.5);
                out.normalize_or(Vec2::X)
            })
            .collect();
        let mut height = 0.0;
        for (number, (pair, slope)) in rings.windows(2).zip(&slopes).enumerate() {
            let bend = |other: Option<&Vec2>| match other {
                Some(other) if other.dot(*slope) > SMOOTH_COSINE => (*other + *slope).normalize_or(*slope),
                _ => *slope,
            };
            let below = bend(number.checked_sub(1).and_then(|below| slopes.get(below)));
            let above = bend(slopes.get(number + 1));
            let next = height + Vec2::new(pair[1].x - pair[0].x, pair[1].y - pair[0].y).length();
            self.band([(pair[0], below, height), (pair[1], above, next)], sides, transform);
            height = next;
        }
    }

    fn band(&mut self, ends: [(LatheRing, Vec2, f32); 2], sides: u32, transform: &Transform) {
        let widest = ends[0].0.x.max(ends[1].0.x).max(0.01);
        // Whole tiles around, so that the texture has no seam.
        let around = (widest * TAU / self.tile_size).round().max(1.0);
        let first = self.positions.len() as u32;
        for (ring, slope, height) in ends {
            for side in 0..=sides {
                let share = side as f32 / sides as f32;
                let turn = share * TAU;
                let out = Vec3::new(turn.cos() / ring.x.max(0.01), 0.0, turn.sin() / ring.z.max(0.01)).normalize();
                let normal = (out * slope.x + Vec3::Y * slope.y).normalize_or(Vec3::Y);
                let uv = Vec2::new(share * around, -height / self.tile_size);
                self.push(transform.transform_point(ring.at(turn)), transform.rotation * normal, uv, 1.0);
            }
        }
        let row = sides + 1;
        for side in 0..sides {
            let (a, b, c, d) = (first + side, first + side + 1, first + row + side + 1, first + row + side);
            if ends[0].0.x > 0.0 {
                self.triangle(a, c, b);
            }
            if ends[1].0.x > 0.0 {
                self.triangle(a, d, c);
            }
        }
    }

    /// Adds a vertical cylinder with bevelled rims, centred at the origin.
    pub fn cylinder(&mut self, radius: f32, height: f32, transform: &Transform) {
        let (half, bevel) = (height * 0.5, (radius.min(height) * 0.2).min(0.02));
        let rings = [
            LatheRing::round(-half, 0.0),
            LatheRing::round(-half, radius - bevel),
            LatheRing::round(-half + bevel, radius),
            LatheRing::round(half - bevel, radius),
            LatheRing::round(half, radius - bevel),
            LatheRing::round(half, 0.0),
        ];
        self.lathe(&rings, sides_for(radius), transform);
    }

    /// Adds an ellipsoid of this half size.
    pub fn ball(&mut self, half: Vec3, transform: &Transform) {
        let detail = self.detail.clamp(0.2, 1.0);
        let rows = if half.max_element() > 0.1 { (10.0 * detail).round().max(5.0) as u32 } else { 6 };
        let rings: Vec<LatheRing> = (0..=rows)
            .map(|row| {
                let turn = row as f32 / rows as f32 * PI;
                let width = if row == 0 || row == rows { 0.0 } else { turn.sin() };
                LatheRing::oval(-turn.cos() * half.y, width * half.x, width * half.z)
            })
            .collect();
        let sides = sides_for(half.x);
        self.lathe(&rings, ((sides as f32 * detail).round() as u32).max(sides.min(8)), transform);
    }

    /// Adds a limb from the origin downwards; radii at the joint, at the thickest point and at the end.
    pub fn limb(&mut self, length: f32, radii: [f32; 3], transform: &Transform) {
        let [joint, thick, end] = radii;
        let rings = [
            LatheRing::round(-length - end * 0.6, 0.0),
            LatheRing::round(-length - end * 0.35, end * 0.8),
            LatheRing::round(-length, end),
            LatheRing::round(-length * 0.62, (thick + end) * 0.52),
            LatheRing::round(-length * 0.3, thick),
            LatheRing::round(0.0, joint),
            LatheRing::round(joint * 0.55, joint * 0.7),
            LatheRing::round(joint * 0.8, 0.0),
        ];
        self.lathe(&rings, 10, transform);
    }
}

fn sides_for(radius: f32) -> u32 {
    if radius < 0.04 {
        8
    } else if radius < 0.25 {
        14
    } else {
        24
    }
}
