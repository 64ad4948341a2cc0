//! Bodies turned on a lathe: a profile of rings about an upright axis, round or flattened.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::MeshBuffer;

/// A ring of a profile: its height and its half widths to the side (x) and to the front (z), in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatheRing {
    /// Its height.
    pub y: f32,
    /// Half its width.
    pub x: f32,
    /// Half its depth.
    pub z: f32,
    /// How far it is pushed to the front (-z).
    pub forward: f32,
}

impl LatheRing {
    /// A round ring.
    pub const fn round(y: f32, radius: f32) -> Self {
        Self { y, x: radius, z: radius, forward: 0.0 }
    }

    /// A flattened ring.
    pub const fn oval(y: f32, x: f32, z: f32) -> Self {
        Self { y, x, z, forward: 0.0 }
    }

    /// The same, pushed to the front.
    pub const fn pushed(self, forward: f32) -> Self {
        Self { forward, ..self }
    }

    fn at(&self, turn: f32) -> Vec3 {
        Vec3::new(turn.cos() * self.x, self.y, turn.sin() * self.z - self.forward)
    }
}

/// The cosine of the sharpest bend that is still drawn round.
const ROUND: f32 = 0.6;

impl MeshBuffer {
    /// Turns a profile, lowest ring first. Ends with a radius of nothing close by themselves.
    pub fn lathe(&mut self, rings: &[LatheRing], sides: u32, moved: &Transform) {
        let slopes: Vec<Vec2> = rings
            .windows(2)
            .map(|pair| {
                let (low, high) = (pair[0], pair[1]);
                // The outward normal of a side, in the plane of radius and height.
                let out = Vec2::new(high.y - low.y, (low.x + low.z - high.x - high.z) * 0.5);
                out.normalize_or(Vec2::X)
            })
            .collect();
        let mut height = 0.0;
        for (number, (pair, slope)) in rings.windows(2).zip(&slopes).enumerate() {
            let bend = |other: Option<&Vec2>| match other {
                Some(other) if other.dot(*slope) > ROUND => (*other + *slope).normalize_or(*slope),
                _ => *slope,
            };
            let below = bend(number.checked_sub(1).and_then(|below| slopes.get(below)));
            let above = bend(slopes.get(number + 1));
            let next = height + Vec2::new(pair[1].x - pair[0].x, pair[1].y - pair[0].y).length();
            self.band([(pair[0], below, height), (pair[1], above, next)], sides, moved);
            height = next;
        }
    }

    fn band(&mut self, ends: [(LatheRing, Vec2, f32); 2], sides: u32, moved: &Transform) {
        let widest = ends[0].0.x.max(ends[1].0.x).max(0.01);
        // Whole repeats around, so that the texture meets itself.
        let around = (widest * TAU / self.repeat).round().max(1.0);
        let first = self.positions.len() as u32;
        for (ring, slope, height) in ends {
            for side in 0..=sides {
                let share = side as f32 / sides as f32;
                let turn = share * TAU;
                let out = Vec3::new(turn.cos() / ring.x.max(0.01), 0.0, turn.sin() / ring.z.max(0.01)).normalize();
                let normal = (out * slope.x + Vec3::Y * slope.y).normalize_or(Vec3::Y);
                let uv = Vec2::new(share * around, -height / self.repeat);
                self.push(moved.transform_point(ring.at(turn)), moved.rotation * normal, uv, 1.0);
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

    /// An upright cylinder with softened rims, about its middle.
    pub fn cylinder(&mut self, radius: f32, height: f32, moved: &Transform) {
        let (half, bevel) = (height * 0.5, (radius.min(height) * 0.2).min(0.02));
        let rings = [
            LatheRing::round(-half, 0.0),
            LatheRing::round(-half, radius - bevel),
            LatheRing::round(-half + bevel, radius),
            LatheRing::round(half - bevel, radius),
            LatheRing::round(half, radius - bevel),
            LatheRing::round(half, 0.0),
        ];
        self.lathe(&rings, sides_for(radius), moved);
    }

    /// A ball or an egg of these half sizes.
    pub fn ball(&mut self, half: Vec3, moved: &Transform) {
        let rows = if half.max_element() > 0.1 { 10 } else { 6 };
        let rings: Vec<LatheRing> = (0..=rows)
            .map(|row| {
                let turn = row as f32 / rows as f32 * PI;
                let width = if row == 0 || row == rows { 0.0 } else { turn.sin() };
                LatheRing::oval(-turn.cos() * half.y, width * half.x, width * half.z)
            })
            .collect();
        self.lathe(&rings, sides_for(half.x), moved);
    }

    /// A limb from the origin downwards: its radius at the joint, at its thickest, and at its end.
    pub fn limb(&mut self, length: f32, radii: [f32; 3], moved: &Transform) {
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
        self.lathe(&rings, 10, moved);
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
