//! What is seen over the walls of a level: the ground outside, factory halls, chimneys, cranes, the steps of a quarry, hills, or a
//! belt of firs. One mesh, paler with the distance: by fog, or without fog by its colours. Nothing of it can be reached.

use bevy::{light::NotShadowCaster, prelude::*};

use super::{PaletteMaterials, SKY_RADIUS, SceneBuilder, scene_part};
use crate::client::render::mesh::{MeshBuffer, Vertex};
use crate::client::render::texture::noise::{fractal_noise, hash_noise};
use crate::data::graphics::Quality;
use crate::data::level::Silhouette;
use crate::data::look::Pattern;

/// Half the side of the ground outside the level at least, in metres, and how far it reaches beyond the level at least.
const GROUND_HALF_SIZE: f32 = 90.0;
const GROUND_BEYOND: f32 = 70.0;
/// The colour that distance adds, and the distance from the level at which it has replaced half of a colour, in metres.
const HAZE: LinearRgba = LinearRgba::rgb(0.32, 0.38, 0.46);
const HALF_HAZY: f32 = 75.0;

/// The rectangle about which a skyline stands.
struct Outside {
    middle: Vec3,
    half: Vec3,
    quality: Quality,
}

/// Spawns the ground outside the level and what stands on it.
pub fn spawn(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let level = builder.setup.level.clone();
    let (bounds, sky) = (level.bounds, &level.sky);
    let middle = ((bounds.min + bounds.max) * 0.5).with_y(bounds.min.y + 0.12);
    let half = (bounds.max - bounds.min) * 0.5;
    let materials = &builder.setup.palette.0;
    let grass = || materials.iter().find(|(_, surface)| surface.pattern == Pattern::Grass).map(|(name, _)| *name);
    if let Some(surface) = sky.ground.or_else(grass).and_then(|name| palette.get(name)) {
        let mut ground = MeshBuffer::new(surface.tile_size * 1.5);
        ground.set_colour(LinearRgba::rgb(0.55, 0.6, 0.6));
        let reach = (half.max_element() + GROUND_BEYOND).max(GROUND_HALF_SIZE);
        let corner = middle + Vec3::new(-reach, 0.0, reach);
        ground.rectangle(corner, Vec3::X * reach * 2.0, Vec3::NEG_Z * reach * 2.0);
        let part = scene_part("outer ground", builder.mesh(ground), surface.handle.clone());
        builder.commands.spawn((part, NotShadowCaster));
    }
    let outside = Outside { middle, half, quality: builder.setup.quality };
    let mut shape = MeshBuffer::new(1.0);
    sky.skyline.iter().for_each(|silhouette| outside.add(*silhouette, &mut shape));
    if !shape.is_empty() {
        let matte = StandardMaterial { perceptual_roughness: 1.0, reflectance: 0.1, ..default() };
        let part = scene_part("skyline", builder.mesh(shape), builder.material(matte));
        // Its shadows would cost a pass, and end before the level.
        builder.commands.spawn((part, NotShadowCaster));
    }
}

impl Outside {
    fn add(&self, silhouette: Silhouette, shape: &mut MeshBuffer) {
        match silhouette {
            Silhouette::Halls => self.halls(shape),
            Silhouette::Chimneys => self.chimneys(shape),
            Silhouette::Cranes => self.cranes(shape),
            Silhouette::Benches => self.benches(shape),
            Silhouette::Hills => self.hills(shape),
            Silhouette::Firs if self.quality.background_trees => self.firs(shape),
            Silhouette::Firs => {}
        }
    }

    /// How much larger and farther things are about a large level: 1 for one of 45 m.
    fn scale(&self) -> f32 {
        (self.half.max_element() / 45.0).clamp(0.6, 1.2)
    }

    /// A colour as it is seen at a distance from the level, before fog.
    fn hazy(&self, colour: LinearRgba, distance: f32) -> LinearRgba {
        if self.quality.fog { colour } else { colour.mix(&HAZE, 1.0 - 0.5f32.powf(distance / HALF_HAZY)) }
    }

    /// The point on the ground in a direction, so far outside of the level.
    fn at(&self, turn: f32, reach: f32) -> Vec3 {
        let out = Vec2::from_angle(turn);
        let edge = (self.half.x / out.x.abs().max(0.01)).min(self.half.z / out.y.abs().max(0.01));
        self.middle + Vec3::new(out.x, 0.0, out.y) * (edge + reach)
    }

    /// Turns about the vertical so that -z faces the middle, give or take.
    fn facing(&self, at: Vec3) -> Quat {
        let to_middle = (self.middle - at) / self.half.with_y(1.0);
        // Halls stand square to the level.
        let quarter = std::f32::consts::FRAC_PI_2;
        Quat::from_rotation_y(((-to_middle.x).atan2(-to_middle.z) / quarter).round() * quarter)
    }

    fn halls(&self, shape: &mut MeshBuffer) {
        const WALLS: [LinearRgba; 4] = [
            LinearRgba::rgb(0.2, 0.09, 0.06),
            LinearRgba::rgb(0.17, 0.19, 0.2),
            LinearRgba::rgb(0.24, 0.22, 0.17),
            LinearRgba::rgb(0.1, 0.15, 0.18),
        ];
        for number in 0..13i32 {
            let turn = (number as f32 + 0.5 * hash_noise(number, 1, 801)) / 13.0 * std::f32::consts::TAU;
            let reach = (16.0 + 26.0 * hash_noise(number, 2, 801)) * self.scale();
            let at = self.at(turn, reach);
            let half = Vec3::new(9.0 + 9.0 * hash_noise(number, 3, 801), 4.5 + 3.5 * hash_noise(number, 4, 801), 6.5);
            let place = Transform::from_translation(at).with_rotation(self.facing(at));
            let walls = WALLS[number as usize % WALLS.len()] * (0.8 + 0.4 * hash_noise(number, 5, 801));
            hall(shape, &place, half, self.hazy(walls, reach), number % 3 == 0);
        }
    }

    fn chimneys(&self, shape: &mut MeshBuffer) {
        for (number, turn) in [0.5f32, 1.9, 2.35, 4.2, 5.4].into_iter().enumerate() {
            let reach = (30.0 + 34.0 * hash_noise(number as i32, 1, 811)) * self.scale();
            let place = Transform::from_translation(self.at(turn, reach));
            let tall = (26.0 + 16.0 * hash_noise(number as i32, 2, 811)) * self.scale();
            let colour = |colour| self.hazy(colour, reach);
            shape.set_colour(colour(LinearRgba::rgb(0.22, 0.12, 0.09)));
            shape.lathe(&[(0.0, 2.1), (tall * 0.72, 1.35)], 12, &place);
            for band in 0..4u32 {
                let light = if band % 2 == 0 { LinearRgba::rgb(0.42, 0.07, 0.05) } else { LinearRgba::gray(0.5) };
                shape.set_colour(colour(light));
                let (low, high) = (0.72 + 0.07 * band as f32, 0.79 + 0.07 * band as f32);
                shape.lathe(&[(tall * low, 1.38), (tall * high, 1.36)], 12, &place);
            }
            shape.set_colour(colour(LinearRgba::gray(0.3)));
            let tank = place * Transform::from_xyz(7.0, 0.0, 4.0);
            shape.lathe(&[(0.0, 4.2), (9.0, 4.2), (10.4, 2.2), (10.8, 0.0)], 14, &tank);
        }
    }

    fn cranes(&self, shape: &mut MeshBuffer) {
        for (number, turn) in [1.1f32, 3.5, 5.0].into_iter().enumerate() {
            let reach = (26.0 + 20.0 * hash_noise(number as i32, 1, 821)) * self.scale();
            let at = self.at(turn, reach);
            let swing = Quat::from_rotation_y(hash_noise(number as i32, 2, 821) * std::f32::consts::TAU);
            let paint = if number == 1 { LinearRgba::rgb(0.35, 0.1, 0.06) } else { LinearRgba::rgb(0.5, 0.33, 0.05) };
            shape.set_colour(self.hazy(paint, reach));
            crane(
                shape,
                &Transform::from_translation(at).with_rotation(swing),
                (24.0 + 5.0 * number as f32) * self.scale(),
            );
        }
    }

    /// Steps of broken stone that rise away from the level.
    fn benches(&self, shape: &mut MeshBuffer) {
        const STEPS: [(f32, f32, f32); 4] =
            [(9.0, 0.0, 7.0), (17.0, 7.0, 14.0), (29.0, 14.0, 20.0), (44.0, 20.0, 27.0)];
        let stone = LinearRgba::rgb(0.25, 0.215, 0.165);
        let point = |share: f32, reach: f32, up: f32, step: usize| {
            let noise = |grain: i32, octaves: u32, seed: u32| {
                fractal_noise(Vec2::new(share.rem_euclid(1.0), up / 300.0), grain, octaves, seed + step as u32) - 0.5
            };
            let out = reach + 8.0 * noise(7, 3, 831) + 1.4 * noise(60, 2, 835);
            self.at(share * std::f32::consts::TAU, out.max(4.0)) + Vec3::Y * (up * (1.0 + 0.25 * noise(9, 2, 841)))
        };
        for (step, (reach, low, high)) in STEPS.into_iter().enumerate() {
            // Beds of other tones, and the shade of clefts.
            let tone = |x: f32, y: f32| {
                let cell = (x * 180.0).round() as i32 % 180;
                // The edge of a step catches the light.
                let bed =
                    [0.9, 0.78, 0.92, 0.76, 0.9, 1.3].get((y * 5.0).round().max(0.0) as usize).copied().unwrap_or(1.0);
                bed * (0.7 + 0.4 * hash_noise(cell, (y * 5.0).round() as i32 + 9 * step as i32, 847))
            };
            shape.set_colour(self.hazy(stone * (0.92 + 0.06 * step as f32), reach));
            // Seen from inside, a circle runs from left to right.
            shape.patch([180, 5], |x, y| (point(x, reach, low + (high - low) * y, step), tone(x, y)));
            shape.set_colour(self.hazy(stone * 1.25, reach));
            let next = STEPS.get(step + 1).map_or(reach + 16.0, |next| next.0);
            shape.patch([180, 1], |x, y| {
                (point(x, reach + (next - reach) * y, high, step + usize::from(y > 0.5)), 0.9 + 0.1 * y)
            });
        }
    }

    fn hills(&self, shape: &mut MeshBuffer) {
        for (range, (radius, tall)) in [(SKY_RADIUS * 0.8, 13.0f32), (SKY_RADIUS * 0.92, 25.0)].into_iter().enumerate()
        {
            shape.set_colour(self.hazy(LinearRgba::rgb(0.1, 0.13, 0.08), radius * (0.75 + 0.6 * range as f32)));
            shape.patch([90, 3], |x, y| {
                let out = Vec2::from_angle(x * std::f32::consts::TAU);
                let ridge = fractal_noise(Vec2::new(x.rem_euclid(1.0), 0.5), 7, 4, 851 + range as u32);
                let up = (tall * (0.35 + 1.1 * ridge)) * (y * std::f32::consts::FRAC_PI_2).sin() - 3.0;
                let reach = radius + 9.0 * y;
                (self.middle + Vec3::new(out.x * reach, up, out.y * reach), 0.85 + 0.15 * y)
            });
        }
    }

    /// A belt of firs around the level.
    fn firs(&self, shape: &mut MeshBuffer) {
        for number in 0..150i32 {
            let chance = |which: i32| hash_noise(number, which, 401);
            let reach = 6.0 + 24.0 * chance(2) * chance(2);
            let turn = chance(1) * std::f32::consts::TAU;
            let tall = 4.0 + 5.0 * chance(3);
            let tone = 0.55 + 0.45 * chance(4);
            shape.set_colour(self.hazy(LinearRgba::rgb(0.035 * tone, 0.028 * tone, 0.02), reach));
            let place = self.at(turn, reach);
            let transform = Transform::from_translation(place).with_rotation(Quat::from_rotation_y(turn * 7.0));
            shape.lathe(&[(0.0, 0.2), (tall * 0.5, 0.12)], 6, &transform);
            shape.set_colour(self.hazy(LinearRgba::rgb(0.012 * tone, 0.028 * tone, 0.022 * tone), reach));
            for tier in 0..4 {
                let share = tier as f32 / 4.0;
                let low = tall * (0.16 + 0.62 * share);
                let wide = (1.0 - share * 0.72) * tall * 0.24;
                let rings = [(low, wide * 0.25), (low - 0.12, wide), (low + tall * 0.3, 0.0)];
                shape.lathe(&rings, 9, &transform);
            }
        }
    }
}

/// Adds a hall with a row of windows, under a gable or a saw-toothed roof; its ground is at the origin.
fn hall(shape: &mut MeshBuffer, place: &Transform, half: Vec3, walls: LinearRgba, saw_toothed: bool) {
    let eaves = half.y * 2.0;
    shape.set_colour(walls);
    shape.bevelled_box(half, 0.0, &(*place * Transform::from_xyz(0.0, half.y, 0.0)));
    shape.set_colour(walls * 0.35);
    let bays = (half.x / 2.2).round().max(2.0) as i32;
    for bay in 0..bays {
        let x = ((bay as f32 + 0.5) / bays as f32 * 2.0 - 1.0) * half.x;
        let window = Transform::from_xyz(x, eaves * 0.72, 0.0);
        shape.bevelled_box(
            Vec3::new(half.x / bays as f32 * 0.8, eaves * 0.085, half.z + 0.06),
            0.0,
            &(*place * window),
        );
    }
    shape.set_colour(walls * 0.62);
    let corner = |x: f32, up: f32, z: f32| place.transform_point(Vec3::new(x, eaves + up, z));
    // A triangle repeats its last corner.
    let face = |shape: &mut MeshBuffer, corners: [Vec3; 4]| {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Y);
        shape.quad(corners.map(|at| Vertex { at, uv: Vec2::ZERO, light: 1.0 }), normal);
    };
    if saw_toothed {
        let (teeth, rise, deep) = (bays / 2, 2.4, half.z);
        for tooth in 0..teeth {
            let at = |tooth: i32| (tooth as f32 / teeth as f32 * 2.0 - 1.0) * half.x;
            let (from, to) = (at(tooth), at(tooth + 1));
            let (top_front, top_back) = (corner(to, rise, deep), corner(to, rise, -deep));
            let (front, back) = ([from, to].map(|x| corner(x, 0.0, deep)), [from, to].map(|x| corner(x, 0.0, -deep)));
            face(shape, [front[0], top_front, top_back, back[0]]);
            face(shape, [front[1], back[1], top_back, top_front]);
            face(shape, [front[0], front[1], top_front, top_front]);
            face(shape, [back[1], back[0], top_back, top_back]);
        }
    } else {
        let (wide, deep, rise) = (half.x + 0.4, half.z + 0.5, half.z * 0.42);
        let (left, right) = (corner(-wide, rise, 0.0), corner(wide, rise, 0.0));
        let (front, back) = ([-wide, wide].map(|x| corner(x, 0.0, deep)), [-wide, wide].map(|x| corner(x, 0.0, -deep)));
        face(shape, [front[0], front[1], right, left]);
        face(shape, [back[1], back[0], left, right]);
        face(shape, [front[1], back[1], right, right]);
        face(shape, [back[0], front[0], left, left]);
    }
}

/// Adds a tower crane of this height: a latticed mast, a jib to the front, and the counterweight.
fn crane(shape: &mut MeshBuffer, place: &Transform, tall: f32) {
    let beam = |shape: &mut MeshBuffer, from: Vec3, to: Vec3, thick: f32| {
        shape.tube(&[(from, thick * 1.4), (to, thick * 1.4)], 4, place);
    };
    const WIDE: f32 = 0.9;
    for (x, z) in [(-WIDE, -WIDE), (WIDE, -WIDE), (WIDE, WIDE), (-WIDE, WIDE)] {
        beam(shape, Vec3::new(x, 0.0, z), Vec3::new(x, tall + 2.0, z), 0.13);
    }
    let fields = (tall / 2.6) as i32;
    for field in 0..fields {
        let (low, high) = (field as f32 * 2.6, (field + 1) as f32 * 2.6);
        let side = if field % 2 == 0 { WIDE } else { -WIDE };
        beam(shape, Vec3::new(-side, low, -WIDE), Vec3::new(side, high, -WIDE), 0.09);
        beam(shape, Vec3::new(WIDE, low, -side), Vec3::new(WIDE, high, side), 0.09);
    }
    let (front, back) = (tall * 0.85, tall * 0.3);
    for (y, x) in [(tall, -0.6), (tall, 0.6), (tall + 1.5, 0.0)] {
        beam(shape, Vec3::new(x, y, back), Vec3::new(x, y, -front), 0.12);
    }
    for step in 0..(front / 2.4) as i32 {
        let z = -(step as f32) * 2.4;
        beam(shape, Vec3::new(0.6, tall, z), Vec3::new(0.0, tall + 1.5, z - 1.2), 0.07);
        beam(shape, Vec3::new(0.0, tall + 1.5, z - 1.2), Vec3::new(0.6, tall, z - 2.4), 0.07);
    }
    let top = Vec3::Y * (tall + 5.0);
    beam(shape, Vec3::Y * tall, top, 0.3);
    beam(shape, top, Vec3::new(0.0, tall + 1.5, -front * 0.7), 0.06);
    beam(shape, top, Vec3::new(0.0, tall + 0.4, back), 0.06);
    beam(shape, Vec3::new(0.0, tall, -front * 0.6), Vec3::new(0.0, tall * 0.55, -front * 0.6), 0.05);
    let paint = shape.colour;
    shape.set_colour(paint * 0.4);
    let weight = Transform::from_xyz(0.0, tall - 0.8, back - 1.0);
    shape.bevelled_box(Vec3::new(0.9, 1.2, 1.0), 0.0, &(*place * weight));
    shape.bevelled_box(Vec3::new(0.8, 1.0, 1.0), 0.0, &(*place * Transform::from_xyz(1.6, tall - 1.0, -0.5)));
    shape.set_colour(paint);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use quarry_minds::protocol::label;

    use super::*;
    use crate::data::Library;
    use crate::games;

    #[test]
    fn a_skyline_stands_outside_of_its_level_and_within_the_sky() {
        for view in games::views() {
            let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), view.schema).unwrap();
            let quality = library.graphics.unwrap().qualities[&label("medium")];
            let outside = Outside { middle: Vec3::new(40.0, 0.0, 30.0), half: Vec3::new(40.0, 3.0, 30.0), quality };
            for part in library.levels.values().flat_map(|level| &level.sky.skyline) {
                let mut shape = MeshBuffer::new(1.0);
                outside.add(*part, &mut shape);
                assert!((400..20_000).contains(&shape.triangles()), "{part:?}: {} triangles", shape.triangles());
                // The jib of a crane may reach over a wall, high above it.
                for at in shape.points().filter(|at| at.y < 12.0) {
                    let out = (at - outside.middle).abs() - outside.half;
                    assert!(out.x.max(out.z) > 1.0, "{part:?}: {at}");
                }
                assert!(shape.points().all(|at| at.distance(outside.middle) < SKY_RADIUS * 1.1), "{part:?}");
            }
        }
    }
}
