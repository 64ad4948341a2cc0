//! Stacked sandbags: layers of bulging bags in running bond over a dark core.

use bevy::prelude::*;

use super::{Cover, Side, count};
use crate::client::render::mesh::MeshBuffer;

/// About how long and how high a bag is, in metres.
const SIZE: Vec2 = Vec2::new(0.62, 0.19);
/// How far the seams between bags lie behind their middles.
const HOLLOW: f32 = 0.06;
/// The parts of a bag to the right and upwards.
const PARTS: [u32; 2] = [3, 2];

pub(super) fn add(shape: &mut MeshBuffer, cover: &Cover) {
    shape.set_colour(LinearRgba::gray(0.3));
    let inset = Vec3::splat(HOLLOW * 0.9);
    let (low, high) = ((cover.low + inset).with_y(cover.low.y), cover.high - inset);
    shape.bevelled_box((high - low) * 0.5, 0.0, &Transform::from_translation((low + high) * 0.5));
    let layers = count(cover.high.y - cover.low.y, SIZE.y) as u32;
    for (number, side) in cover.sides.iter().enumerate().filter(|(_, side)| side.open) {
        for layer in 0..layers {
            // Layers alternate; at a corner one side shows the ends of the bags of the other.
            let shifted = (layer + number as u32) % 2 == 1;
            for (bag, along) in bags(side.width, shifted).enumerate() {
                let tall = side.height / layers as f32;
                let up = [layer as f32 * tall, (layer + 1) as f32 * tall];
                cover.tone(shape, layer * 37 + bag as u32 + number as u32 * 211);
                bulge(shape, side, along, up);
            }
        }
    }
    add_top(shape, cover);
}

/// The bags along a run: where each begins and ends. A shifted layer begins and ends with half a bag.
fn bags(width: f32, shifted: bool) -> impl Iterator<Item = [f32; 2]> {
    let bags = count(width, SIZE.x);
    let length = width / bags;
    let offset = if shifted { length * 0.5 } else { 0.0 };
    let last = bags as u32 + u32::from(shifted);
    (0..last).map(move |bag| {
        let start = bag as f32 * length - offset;
        [start.max(0.0), (start + length).min(width)]
    })
}

/// How far a bag stands out at shares of its length and its other side, from 0 at its seams to 1 in its middle.
fn fullness(x: f32, y: f32) -> f32 {
    let from_middle = |share: f32| (share.clamp(0.0, 1.0) * 2.0 - 1.0).abs();
    ((1.0 - from_middle(x).powi(4)) * (1.0 - from_middle(y).powi(2))).max(0.0).sqrt()
}

/// The share of a bag's length at a share of its parts: the outer parts are short, since a bag is round at its ends alone.
fn eased(x: f32) -> f32 {
    let (first, rest) = (0.14, 0.72);
    if x < 1.0 / 3.0 {
        x * 3.0 * first
    } else if x > 2.0 / 3.0 {
        1.0 - (1.0 - x) * 3.0 * first
    } else {
        first + (x * 3.0 - 1.0) * rest
    }
}

fn bulge(shape: &mut MeshBuffer, side: &Side, along: [f32; 2], up: [f32; 2]) {
    shape.patch(PARTS, |x, y| {
        let x = eased(x);
        let full = fullness(x, y);
        let at = side.at(along[0] + (along[1] - along[0]) * x, up[0] + (up[1] - up[0]) * y, HOLLOW * (1.0 - full));
        (at, 0.45 + 0.43 * full + 0.12 * y)
    });
}

/// Adds the upper side of the highest bags, which lie side by side along the longer side.
fn add_top(shape: &mut MeshBuffer, cover: &Cover) {
    let size = cover.high - cover.low;
    let (run, across) = if size.x >= size.z { (Vec3::X, Vec3::NEG_Z) } else { (Vec3::NEG_Z, Vec3::NEG_X) };
    let (length, depth) = ((run * size).length(), (across * size).length());
    let middle = (cover.low + cover.high) * 0.5;
    let start = (middle - run * (length * 0.5) - across * (depth * 0.5)).with_y(cover.high.y);
    let rows = count(depth, SIZE.x * 0.65);
    for row in 0..rows as u32 {
        for (bag, along) in bags(length, row % 2 == 1).enumerate() {
            cover.tone(shape, 1000 + row * 53 + bag as u32);
            shape.patch(PARTS, |x, y| {
                let x = eased(x);
                let full = fullness(x, y);
                let out = run * (along[0] + (along[1] - along[0]) * x) + across * (depth * (row as f32 + y) / rows);
                // The outer seams of the top are those of the sides.
                let aside = (out.dot(across) / depth * 2.0 - 1.0) * HOLLOW * (1.0 - full);
                (start + out - across * aside - Vec3::Y * (HOLLOW * 0.8 * (1.0 - full)), 0.45 + 0.55 * full)
            });
        }
    }
}
