//! Stacked wooden crates: boards between a frame, each crate in a tone of its own.

use bevy::prelude::*;

use super::{Cover, Side, count};
use crate::client::render::mesh::MeshBuffer;

/// About how wide and how high a crate is, in metres.
const SIZE: Vec2 = Vec2::new(0.9, 0.95);
/// The width of the boards of a frame, how far they stand out, and half the gap between two crates.
const BOARD: f32 = 0.075;
const RAISED: f32 = 0.025;
const GAP: f32 = 0.008;

pub(super) fn add(shape: &mut MeshBuffer, cover: &Cover) {
    let size = cover.high - cover.low;
    let layers = count(size.y, SIZE.y);
    for (number, side) in cover.sides.iter().enumerate() {
        let columns = count(side.width, SIZE.x);
        for layer in 0..layers as u32 {
            for column in 0..columns as u32 {
                let (wide, tall) = (side.width / columns, side.height / layers);
                let at = Vec2::new(column as f32 * wide, layer as f32 * tall);
                cover.tone(shape, layer + column * 7 + number as u32 / 2 * 31);
                face(shape, side, [at.x + GAP, at.x + wide - GAP], [at.y + GAP, at.y + tall - GAP]);
            }
        }
    }
    let top = cover.high.y - GAP;
    let columns = [size.x, size.z].map(|length| count(length, SIZE.x));
    let cell = Vec3::new(size.x / columns[0], 0.0, size.z / columns[1]);
    for column in 0..columns[0] as u32 {
        for row in 0..columns[1] as u32 {
            let corner = cover.low.with_y(top) + cell * Vec3::new(column as f32, 0.0, row as f32);
            cover.tone(shape, 100 + column * 3 + row);
            shape.rectangle(corner + Vec3::Z * cell.z, Vec3::X * cell.x, Vec3::NEG_Z * cell.z);
        }
    }
}

/// Adds the face of one crate: boards, a frame around them and a brace.
fn face(shape: &mut MeshBuffer, side: &Side, along: [f32; 2], up: [f32; 2]) {
    side.panel(shape, [along[0] - GAP, along[1] + GAP], [up[0] - GAP, up[1] + GAP], [RAISED; 2], 0.62);
    let depth = [RAISED, 0.0];
    for rail in [[up[0], up[0] + BOARD], [up[1] - BOARD, up[1]]] {
        side.board(shape, along, rail, depth, 1.0);
    }
    let inside = [up[0] + BOARD, up[1] - BOARD];
    let middle = (along[0] + along[1]) * 0.5;
    for stile in
        [[along[0], along[0] + BOARD], [middle - BOARD * 0.5, middle + BOARD * 0.5], [along[1] - BOARD, along[1]]]
    {
        side.board(shape, stile, inside, depth, 0.94);
    }
}
