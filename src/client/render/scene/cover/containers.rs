//! Shipping containers: ribbed walls between rails and corner posts, doors with lock bars, faded paint and stencilled marks.

use bevy::prelude::*;

use super::{Cover, Side};
use crate::client::render::mesh::MeshBuffer;

/// The width of corner posts, and the heights of the lower and the upper rail, in metres.
const POST: f32 = 0.055;
const RAILS: (f32, f32) = (0.11, 0.085);
/// The ribs of a wall: how far apart they are about, and the depth of their troughs.
const RIB: f32 = 0.22;
const TROUGH: f32 = 0.045;
/// The depth of a door leaf and of its lock bars.
const LEAF: f32 = 0.04;
const BAR: f32 = 0.008;
/// A side narrower than this has a single door leaf.
const ONE_LEAF: f32 = 0.9;
/// Half the thickness of a stencilled stroke, and the width and height of a digit.
const STROKE: f32 = 0.014;
const DIGIT: Vec2 = Vec2::new(0.085, 0.17);
/// The strokes of the digits 0 to 9 on a display of seven bars: from the top clockwise, then the middle one.
const BARS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

pub(super) fn add(shape: &mut MeshBuffer, cover: &Cover) {
    let faded = cover.surface.colour.mix(&LinearRgba::gray(0.22), 0.02 + 0.2 * cover.chance(1));
    let paint = cover.surface.painted(faded) * (0.8 + 0.3 * cover.chance(2));
    let doors = door_side(cover);
    shape.set_colour(paint * 0.9);
    let (low, high) = (cover.low, cover.high);
    let size = high - low;
    shape.rectangle(low.with_y(high.y) + Vec3::Z * size.z, Vec3::X * size.x, Vec3::NEG_Z * size.z);
    for (number, side) in cover.sides.iter().enumerate() {
        shape.set_colour(paint);
        frame(shape, side);
        if number == doors {
            door(shape, cover, side);
        } else {
            ribs(shape, side);
            if side.width > ONE_LEAF {
                shape.set_colour(cover.surface.painted(LinearRgba::rgb(0.55, 0.53, 0.47)));
                stencil(shape, cover, side, side.width - 0.14, side.height * 0.72, -0.004);
            }
        }
    }
}

/// The side with the doors: of those that are open and wide, one by chance.
fn door_side(cover: &Cover) -> usize {
    let first = (cover.chance(3) * 4.0) as usize;
    let widest = cover.sides.iter().map(|side| side.width).fold(0.0, f32::max);
    let score = |side: &Side| (side.open, side.width > widest - 0.01);
    (0..4).map(|step| (first + step) % 4).max_by_key(|number| score(&cover.sides[*number])).unwrap_or(0)
}

fn frame(shape: &mut MeshBuffer, side: &Side) {
    let (width, height) = (side.width, side.height);
    side.panel(shape, [0.0, width], [0.0, RAILS.0], [0.0, 0.0], 0.75);
    side.panel(shape, [0.0, width], [height - RAILS.1, height], [0.0, 0.0], 1.0);
    side.ledge(shape, [0.0, width], RAILS.0, [0.0, TROUGH], true);
    side.ledge(shape, [0.0, width], height - RAILS.1, [0.0, TROUGH], false);
    for along in [[0.0, POST], [width - POST, width]] {
        side.panel(shape, along, [RAILS.0, height - RAILS.1], [0.0, 0.0], 0.95);
    }
    // The castings by which it is lifted.
    let paint = shape.colour;
    shape.set_colour(paint * 0.55);
    for up in [[0.0, 0.1], [height - 0.1, height]] {
        for along in [[0.0, 0.1], [width - 0.1, width]] {
            side.panel(shape, along, up, [-0.004, -0.004], 1.0);
        }
    }
    shape.set_colour(paint);
}

fn ribs(shape: &mut MeshBuffer, side: &Side) {
    let (from, to) = (POST, side.width - POST);
    let count = ((to - from) / RIB).round().max(2.0);
    let pitch = (to - from) / count;
    let up = [RAILS.0, side.height - RAILS.1];
    for rib in 0..count as u32 {
        let start = from + rib as f32 * pitch;
        let at = [0.0, 0.32, 0.46, 0.86, 1.0].map(|share| start + share * pitch);
        side.panel(shape, [at[0], at[1]], up, [0.0, 0.0], 1.0);
        side.panel(shape, [at[1], at[2]], up, [0.0, TROUGH], 0.72);
        side.panel(shape, [at[2], at[3]], up, [TROUGH, TROUGH], 0.84);
        side.panel(shape, [at[3], at[4]], up, [TROUGH, 0.0], 0.96);
    }
}

fn door(shape: &mut MeshBuffer, cover: &Cover, side: &Side) {
    let (width, height) = (side.width, side.height);
    let middle = width * 0.5;
    let leaves: &[[f32; 2]] = if width < ONE_LEAF {
        &[[POST, width - POST]]
    } else {
        &[[POST, middle - 0.01], [middle + 0.01, width - POST]]
    };
    let up = [RAILS.0, height - RAILS.1];
    let paint = shape.colour;
    shape.set_colour(paint * 0.25);
    side.panel(shape, [POST, width - POST], up, [LEAF + 0.01; 2], 1.0);
    side.panel(shape, [POST; 2], up, [0.0, LEAF + 0.01], 1.0);
    side.panel(shape, [width - POST; 2], up, [LEAF + 0.01, 0.0], 1.0);
    for (number, [from, to]) in leaves.iter().copied().enumerate() {
        shape.set_colour(paint);
        side.panel(shape, [from, to], up, [LEAF, LEAF], 0.92);
        for share in [0.08, 0.36, 0.64, 0.92] {
            let at = RAILS.0 + share * (height - RAILS.0 - RAILS.1);
            side.board(shape, [from + 0.03, to - 0.03], [at - 0.05, at + 0.05], [LEAF, LEAF - 0.02], 1.0);
        }
        // Two bars a leaf, each with a handle.
        for share in [0.28, 0.72] {
            let x = from + (to - from) * share;
            shape.set_colour(cover.surface.painted(LinearRgba::gray(0.22)));
            side.board(shape, [x - 0.014, x + 0.014], [RAILS.0 * 0.5, height - RAILS.1 * 0.5], [LEAF, BAR], 1.0);
            shape.set_colour(cover.surface.painted(LinearRgba::gray(0.09)));
            let toward = if number == 0 { 0.13 } else { -0.13 };
            let (low, high) = (x.min(x + toward), x.max(x + toward));
            side.board(shape, [low, high], [height * 0.47, height * 0.47 + 0.03], [BAR + 0.015, 0.0], 1.0);
            for share in [0.2, 0.8] {
                let at = height * share;
                side.board(shape, [x - 0.035, x + 0.035], [at - 0.03, at + 0.03], [LEAF, BAR + 0.008], 1.0);
            }
        }
    }
    if width > ONE_LEAF {
        let plate = [width - 0.3, width - 0.12];
        shape.set_colour(cover.surface.painted(LinearRgba::rgb(0.62, 0.42, 0.03)));
        side.panel(shape, plate, [height * 0.56, height * 0.56 + 0.16], [BAR - 0.004; 2], 1.0);
        shape.set_colour(cover.surface.painted(LinearRgba::gray(0.02)));
        let middle = (plate[0] + plate[1]) * 0.5;
        for up in [[0.06, 0.13], [0.025, 0.045]] {
            let up = up.map(|up| height * 0.56 + up);
            side.panel(shape, [middle - 0.012, middle + 0.012], up, [BAR - 0.006; 2], 1.0);
        }
        shape.set_colour(cover.surface.painted(LinearRgba::rgb(0.55, 0.53, 0.47)));
        stencil(shape, cover, side, width - 0.13, height * 0.76, BAR - 0.004);
    }
}

/// Adds a number of four digits in the current colour, which ends at `right`, and a bar below it.
fn stencil(shape: &mut MeshBuffer, cover: &Cover, side: &Side, right: f32, up: f32, depth: f32) {
    let depth = [depth; 2];
    let pitch = DIGIT.x + 0.045;
    let left = right - 4.0 * pitch + 0.045;
    for place in 0..4u32 {
        let digit = (cover.chance(20 + place) * 10.0) as usize % 10;
        let x = left + place as f32 * pitch;
        let (low, middle, high) = (up, up + DIGIT.y * 0.5, up + DIGIT.y);
        let across = |at: f32| ([x + STROKE, x + DIGIT.x - STROKE], [at - STROKE, at + STROKE]);
        let upright = |at: f32, from: f32, to: f32| ([at - STROKE, at + STROKE], [from + STROKE, to - STROKE]);
        let strokes = [
            across(high),
            upright(x + DIGIT.x, middle, high),
            upright(x + DIGIT.x, low, middle),
            across(low),
            upright(x, low, middle),
            upright(x, middle, high),
            across(middle),
        ];
        let drawn = BARS.get(digit).copied().unwrap_or(0);
        for (number, (along, up)) in strokes.into_iter().enumerate() {
            if drawn >> number & 1 == 1 {
                side.panel(shape, along, up, depth, 1.0);
            }
        }
    }
    side.panel(shape, [left, right], [up - 0.07, up - 0.055], depth, 1.0);
}
