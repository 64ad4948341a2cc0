//! The patterns of the palette: each maps a point of the tile (0 to 1 in both directions) to a [`Texel`].

use bevy::math::Vec2;

use super::Texel;
use super::noise::{cell_noise, fractal_noise, hash_noise, linear_step, value_noise};
use crate::data::look::Pattern;

/// The strength of the normal map of a pattern.
pub(super) fn relief(pattern: Pattern) -> f32 {
    match pattern {
        Pattern::Plain => 0.0,
        Pattern::Wood | Pattern::Plaster | Pattern::Metal | Pattern::Container => 0.6,
        Pattern::Cloth | Pattern::Carpet | Pattern::Tiles | Pattern::Sandbags => 0.8,
        Pattern::Water => 1.0,
        Pattern::Planks | Pattern::Crates => 1.2,
        Pattern::Bricks | Pattern::Blocks | Pattern::Flagstones | Pattern::Corrugated | Pattern::QuarryFace => 2.0,
        Pattern::Grass | Pattern::Earth | Pattern::Straw => 1.6,
        Pattern::Rock | Pattern::Cliff | Pattern::Leaves | Pattern::Thicket => 2.6,
    }
}

pub(super) fn sample(pattern: Pattern, at: Vec2) -> Texel {
    match pattern {
        Pattern::Plain => Texel { light: 1.0, ..Texel::default() },
        Pattern::Planks | Pattern::Crates => planks(at),
        Pattern::Wood => wood(at),
        Pattern::Bricks => courses(at, 8, 4, 0.07, 0.14),
        Pattern::Blocks => courses(at, 4, 2, 0.035, 0.07),
        Pattern::Flagstones => flagstones(at),
        Pattern::Tiles => tiles(at),
        Pattern::Plaster => plaster(at),
        Pattern::Rock | Pattern::Cliff => rock(at),
        Pattern::Cloth | Pattern::Sandbags => cloth(at),
        Pattern::Carpet => carpet(at),
        Pattern::Grass => grass(at),
        Pattern::Earth => earth(at),
        Pattern::Leaves | Pattern::Thicket => leaves(at),
        Pattern::Metal => metal(at),
        Pattern::Corrugated => corrugated(at),
        Pattern::Container => paint(at),
        Pattern::QuarryFace => quarry_face(at),
        Pattern::Straw => straw(at),
        Pattern::Water => water(at),
    }
}

/// Wood grain along the second direction.
fn grain(at: Vec2, across: i32, seed: u32) -> f32 {
    let bend = fractal_noise(at, 3, 2, seed + 40) * 0.06;
    let bent = Vec2::new(at.x + bend, at.y);
    let wide = value_noise(bent, across, 3, seed);
    let fine = value_noise(bent, across * 4, 8, seed + 1);
    wide * 0.6 + fine * 0.4
}

/// Boards along the first direction (east on a floor).
fn planks(at: Vec2) -> Texel {
    const BOARDS: i32 = 10;
    let row = (at.y * BOARDS as f32).floor();
    let across = at.y * BOARDS as f32 - row;
    let shift = hash_noise(row as i32, 0, 3);
    let along = (at.x + shift).fract() * 2.0;
    let board = along.floor() as i32;
    let end = (along - along.floor()).min(1.0 - (along - along.floor())) * 0.5;
    let gap = linear_step(0.0, 0.06, across.min(1.0 - across)) * linear_step(0.0, 0.004, end);
    let tone = hash_noise(row as i32, board, 5);
    let lines = grain(Vec2::new(at.y + tone * 0.37, (at.x + tone).fract()), 60, 11);
    let nail = {
        let near = Vec2::new((end - 0.02) * 20.0, ((across - 0.5).abs() - 0.3) * 2.0).length();
        linear_step(0.12, 0.2, near)
    };
    Texel {
        second: (1.0 - gap) * 0.95 + (1.0 - nail) * 0.6 + linear_step(0.62, 0.9, lines) * 0.3,
        light: (0.78 + tone * 0.4) * (0.86 + lines * 0.28),
        height: gap * 0.8 + lines * 0.12,
    }
}

/// One piece of wood with its grain along the second direction (vertical on furniture).
fn wood(at: Vec2) -> Texel {
    let lines = grain(at, 26, 21);
    let knot = cell_noise(at * 3.0, 3, 33).0;
    let ring = if knot < 0.16 { 0.5 + 0.5 * (knot * 120.0).cos() } else { 0.0 };
    let wide = fractal_noise(at, 2, 3, 5);
    Texel {
        second: linear_step(0.55, 0.9, lines) * 0.5 + ring * 0.35,
        light: 0.8 + lines * 0.3 + wide * 0.14,
        height: lines * 0.5,
    }
}

/// Bricks or blocks in running bond.
fn courses(at: Vec2, rows: i32, columns: i32, joint_x: f32, joint_y: f32) -> Texel {
    let wobble = Vec2::new(fractal_noise(at, 8, 2, 61), fractal_noise(at, 8, 2, 67)) - 0.5;
    let at = at + wobble * 0.012;
    let row = (at.y * rows as f32).floor();
    let y = at.y * rows as f32 - row;
    let shifted = at.x * columns as f32 + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let column = (shifted.floor() as i32).rem_euclid(columns);
    let x = shifted - shifted.floor();
    let edge = (x.min(1.0 - x) / joint_x).min(y.min(1.0 - y) / joint_y);
    let body = linear_step(0.35, 0.75, edge);
    let tone = hash_noise(column, row.rem_euclid(rows as f32) as i32, 9);
    let pits = fractal_noise(at, 24, 3, 71);
    let wear = linear_step(0.62, 0.8, fractal_noise(at, 5, 3, 77)) * 0.25;
    Texel {
        second: (1.0 - body) * 0.9 + linear_step(0.7, 0.85, pits) * 0.2 + wear * body,
        light: (0.74 + tone * 0.42) * (0.84 + pits * 0.32) * (0.75 + 0.25 * body),
        height: linear_step(0.3, 1.1, edge) * 0.75 + pits * 0.25 * body,
    }
}

fn flagstones(at: Vec2) -> Texel {
    let bend = Vec2::new(fractal_noise(at, 6, 2, 81), fractal_noise(at, 6, 2, 83)) - 0.5;
    let (_, edge, tone) = cell_noise((at + bend * 0.04) * 5.0, 5, 91);
    let body = linear_step(0.03, 0.09, edge);
    let pits = fractal_noise(at, 20, 3, 93);
    let moss = linear_step(0.55, 0.75, fractal_noise(at, 4, 3, 97)) * (1.0 - linear_step(0.05, 0.3, edge)) * 0.5;
    Texel {
        second: (1.0 - body) * 0.9 + moss,
        light: (0.72 + tone * 0.44) * (0.84 + pits * 0.32),
        height: linear_step(0.02, 0.14, edge) * 0.75 + pits * 0.2 + tone * 0.08,
    }
}

fn tiles(at: Vec2) -> Texel {
    const ACROSS: f32 = 4.0;
    let (x, y) = (at.x * ACROSS, at.y * ACROSS);
    let (column, row) = (x.floor() as i32, y.floor() as i32);
    let edge = (x.fract().min(1.0 - x.fract())).min(y.fract().min(1.0 - y.fract()));
    let body = linear_step(0.012, 0.03, edge);
    let tone = hash_noise(column, row, 13);
    let veins = 1.0 - linear_step(0.0, 0.05, (fractal_noise(at, 6, 4, 17 + (tone * 50.0) as u32) - 0.5).abs());
    Texel {
        second: if (column + row) % 2 == 0 { 0.0 } else { 1.0 },
        light: (0.86 + tone * 0.2) * (0.35 + 0.65 * body) * (1.0 + veins * 0.18),
        height: body * 0.6,
    }
}

fn plaster(at: Vec2) -> Texel {
    let stains = fractal_noise(at, 3, 4, 101);
    let trowel = fractal_noise(at, 14, 3, 103);
    let crack = 1.0 - linear_step(0.0, 0.012, (fractal_noise(at, 4, 4, 107) - 0.5).abs());
    let cracked = crack * linear_step(0.55, 0.7, fractal_noise(at, 2, 2, 109));
    Texel {
        second: linear_step(0.5, 0.8, stains) * 0.45 + cracked * 0.7,
        light: 0.9 + trowel * 0.2,
        height: trowel * 0.7 - cracked * 0.4,
    }
}

fn rock(at: Vec2) -> Texel {
    let bend = Vec2::new(fractal_noise(at, 4, 3, 111), fractal_noise(at, 4, 3, 113)) - 0.5;
    let (near, edge, tone) = cell_noise((at + bend * 0.12) * 4.0, 4, 117);
    let rough = fractal_noise(at, 12, 4, 119);
    let crack = linear_step(0.0, 0.1, edge);
    Texel {
        second: (1.0 - crack) * 0.8 + linear_step(0.6, 0.8, rough) * 0.2,
        light: (0.7 + tone * 0.3) * (0.78 + rough * 0.44),
        height: crack * 0.4 + (1.0 - near) * 0.3 + rough * 0.4,
    }
}

fn cloth(at: Vec2) -> Texel {
    const THREADS: f32 = 48.0;
    let (x, y) = (at.x * THREADS, at.y * THREADS);
    let over = (x.floor() + y.floor()) as i32 % 2 == 0;
    let round = if over { (y.fract() - 0.5).abs() } else { (x.fract() - 0.5).abs() };
    let fold = fractal_noise(at, 4, 3, 121);
    Texel { second: linear_step(0.3, 0.5, round) * 0.5, light: 0.85 + fold * 0.3, height: 1.0 - round + fold * 0.4 }
}

fn carpet(at: Vec2) -> Texel {
    let pile = fractal_noise(at, 64, 2, 131);
    let fold = Vec2::new((at.x * 2.0).fract() - 0.5, (at.y * 2.0).fract() - 0.5).abs();
    let diamond = fold.x + fold.y;
    let lines = linear_step(0.03, 0.05, (diamond - 0.36).abs()).min(linear_step(0.02, 0.035, (diamond - 0.2).abs()));
    let heart = 1.0 - linear_step(0.06, 0.09, diamond);
    let border = linear_step(0.46, 0.47, fold.x.max(fold.y));
    Texel { second: (1.0 - lines).max(heart).max(border * 0.8), light: 0.8 + pile * 0.4, height: pile }
}

fn grass(at: Vec2) -> Texel {
    let patches = fractal_noise(at, 4, 3, 141);
    let lean = (fractal_noise(at, 8, 2, 147) - 0.5) * 0.05;
    let blades = value_noise(Vec2::new(at.x + lean, at.y), 96, 28, 143);
    let fine = value_noise(at, 80, 80, 149);
    let tip = linear_step(0.55, 0.95, blades);
    Texel {
        second: linear_step(0.45, 0.8, patches) * 0.6 + (1.0 - tip) * 0.25,
        light: 0.6 + tip * 0.45 + fine * 0.3,
        height: blades * 0.7 + fine * 0.3,
    }
}

fn earth(at: Vec2) -> Texel {
    let lumps = fractal_noise(at, 6, 4, 151);
    let (near, edge, tone) = cell_noise(at * 22.0, 22, 153);
    let pebble = if tone > 0.72 { (1.0 - linear_step(0.2, 0.36, near)) * linear_step(0.05, 0.15, edge) } else { 0.0 };
    Texel {
        second: linear_step(0.4, 0.75, lumps) * 0.55,
        light: (0.75 + lumps * 0.4) * (1.0 + pebble * 0.35),
        height: lumps * 0.5 + pebble * 0.5,
    }
}

fn leaves(at: Vec2) -> Texel {
    let (mut best, mut tone, mut vein) = (0.0f32, 0.0, 0.0);
    for layer in 0..3u32 {
        let spread = 10 + layer as i32 * 3;
        let (near, edge, owner) = cell_noise(at * spread as f32, spread, 161 + layer * 10);
        let top = (1.0 - near * 1.4) * (0.6 + layer as f32 * 0.2) + owner * 0.15;
        if top > best {
            best = top;
            tone = owner;
            vein = 1.0 - linear_step(0.0, 0.06, edge);
        }
    }
    Texel {
        second: (1.0 - best).clamp(0.0, 1.0) * 0.7 + vein * 0.2,
        light: 0.5 + best * 0.5 + tone * 0.35,
        height: best,
    }
}

fn metal(at: Vec2) -> Texel {
    let brush = value_noise(at, 6, 128, 171) * 0.5 + value_noise(at, 90, 90, 175) * 0.5;
    let (near, _, _) = cell_noise(at * 9.0, 9, 173);
    let rust = linear_step(0.6, 0.8, fractal_noise(at, 5, 4, 177));
    Texel { second: rust * 0.5, light: 0.86 + brush * 0.22 - rust * 0.12, height: (1.0 - near) * 0.6 + brush * 0.2 }
}

/// Rust that runs down from where it began, as streaks along the second direction.
fn streaks(at: Vec2, seed: u32) -> f32 {
    let fine = value_noise(at, 40, 3, seed);
    let wide = value_noise(at, 11, 2, seed + 1);
    linear_step(0.6, 0.95, fine * 0.5 + wide * 0.6)
}

/// Sheets whose ribs run along the second direction; the sheets meet in seams.
fn corrugated(at: Vec2) -> Texel {
    const RIBS: f32 = 16.0;
    let rib = ((at.x * RIBS * std::f32::consts::TAU).cos() * 0.5 + 0.5).powf(0.7);
    // The light falls in from one side.
    let flank = (at.x * RIBS * std::f32::consts::TAU).sin();
    let sheet = (at.x * 2.0).floor() as i32;
    let tone = hash_noise(sheet, 0, 191);
    let lap = 1.0 - linear_step(0.0, 0.012, (at.y - 0.5).abs().min(at.y.min(1.0 - at.y)));
    let rust = streaks(at, 193) * linear_step(0.4, 0.7, fractal_noise(at, 3, 3, 197));
    Texel {
        second: rust * 0.9 + lap * 0.6 + (1.0 - rib) * 0.25,
        light: (0.84 + tone * 0.2) * (0.72 + rib * 0.3 + flank * 0.1) * (1.0 - lap * 0.25),
        height: rib * 0.8,
    }
}

/// Paint that has faded in patches, is scratched and rusts from above.
fn paint(at: Vec2) -> Texel {
    let faded = fractal_noise(at, 4, 3, 201);
    let scratched = linear_step(0.86, 0.95, value_noise(at, 9, 120, 203)) * linear_step(0.5, 0.7, faded);
    let chipped = linear_step(0.7, 0.76, fractal_noise(at, 18, 3, 207));
    Texel {
        second: streaks(at, 205) * 0.55 + chipped * 0.7 + scratched * 0.3,
        light: 0.84 + faded * 0.26 - chipped * 0.12,
        height: 0.5 - chipped * 0.3,
    }
}

/// Beds of rock with rough faces, and the upright grooves of drills here and there.
fn quarry_face(at: Vec2) -> Texel {
    let wavy = at.y + (fractal_noise(at, 3, 4, 211) - 0.5) * 0.07;
    let bed = (wavy * 6.0).floor();
    let tone = hash_noise((bed as i32).rem_euclid(6), 0, 213);
    let inside = wavy * 6.0 - bed;
    let joint = linear_step(0.0, 0.09, inside.min(1.0 - inside) * (0.4 + 1.2 * value_noise(at, 9, 4, 215)));
    let broken = fractal_noise(at, 7, 4, 217);
    // Holes were drilled down in a row; half of each is left.
    let hole = (at.x * 12.0).fract() - 0.5;
    let drilled = hash_noise((at.x * 12.0).floor() as i32, (bed as i32).rem_euclid(6), 219) > 0.68;
    let groove = if drilled { 1.0 - linear_step(0.0, 0.09, hole.abs()) } else { 0.0 };
    let rough = fractal_noise(at, 16, 4, 221);
    let edge = (1.0 - joint) * 0.6;
    Texel {
        second: edge + groove * 0.3 + linear_step(0.48, 0.6, broken) * 0.4,
        light: (0.84 + tone * 0.22) * (0.66 + rough * 0.6) * (1.0 - groove * 0.12 - edge * 0.2),
        height: joint * 0.3 + broken * 0.4 + rough * 0.4 - groove * 0.25,
    }
}

/// Ripples with a few glints on their crests.
fn water(at: Vec2) -> Texel {
    let bend = Vec2::new(value_noise(at, 4, 4, 61), value_noise(at, 4, 4, 62)) * 0.09;
    let bent = at + bend;
    let wrapped = Vec2::new(bent.x.rem_euclid(1.0), bent.y.rem_euclid(1.0));
    let swell = value_noise(wrapped, 6, 10, 63);
    let ripples = value_noise(wrapped, 14, 26, 64);
    let height = swell * 0.55 + ripples * 0.45;
    Texel { second: linear_step(0.3, 0.75, height), light: 0.86 + 0.2 * height, height }
}

fn straw(at: Vec2) -> Texel {
    let bend = (fractal_noise(at, 5, 2, 181) - 0.5) * 0.2;
    let first = value_noise(Vec2::new(at.x + bend, at.y), 60, 6, 183);
    let second = value_noise(Vec2::new(at.x, at.y + bend), 6, 60, 187);
    let top = first.max(second);
    Texel { second: 1.0 - linear_step(0.35, 0.8, top), light: 0.6 + top * 0.55, height: top }
}
