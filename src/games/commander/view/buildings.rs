//! The models of buildings. Each has an outline of its own, and a roof in the colour of its side.

use bevy::prelude::*;

use crate::client::render::character::skeleton::{Bone, CharacterMesh, PartMaterial, Proportions, at, srgb};
use crate::client::render::mesh::MeshBuffer;

/// The products that are buildings, which are also their models.
pub const BUILDINGS: [&str; 8] =
    ["command_post", "supply_depot", "refinery", "barracks", "academy", "factory", "armoury", "engineering_bay"];

/// A model under construction.
struct BuildingModel {
    shape: MeshBuffer,
    /// What turns, and where it stands.
    turning: Option<(MeshBuffer, Vec3)>,
    /// Half its width and depth, and its height; in metres.
    half: Vec2,
    height: f32,
}

fn concrete() -> LinearRgba {
    srgb(0.5, 0.5, 0.49)
}

fn steel() -> LinearRgba {
    srgb(0.3, 0.31, 0.34)
}

fn dark() -> LinearRgba {
    srgb(0.1, 0.1, 0.115)
}

fn lit() -> LinearRgba {
    srgb(1.0, 0.86, 0.5)
}

impl BuildingModel {
    /// A plinth of this half width and depth, with a border in the colour of the side.
    fn new(colour: LinearRgba, half: Vec2, height: f32) -> Self {
        let mut site = Self { shape: MeshBuffer::new(1.0), turning: None, half, height };
        site.block(concrete() * 0.75, (half.x, 0.14, half.y), (0.0, 0.12, 0.0));
        site.block(colour, (half.x + 0.05, 0.05, half.y + 0.05), (0.0, 0.2, 0.0));
        site
    }

    fn block(&mut self, colour: LinearRgba, half: (f32, f32, f32), middle: (f32, f32, f32)) {
        self.turned(colour, half, middle, Quat::IDENTITY);
    }

    fn turned(&mut self, colour: LinearRgba, half: (f32, f32, f32), middle: (f32, f32, f32), turn: Quat) {
        self.shape.set_colour(colour);
        let place = at(middle.0, middle.1, middle.2).with_rotation(turn);
        self.shape.bevelled_box(Vec3::from(half), 0.05, &place);
    }

    /// An upright cylinder: radius, height of its foot and of its top.
    fn tower(&mut self, colour: LinearRgba, radius: f32, (low, high): (f32, f32), (x, z): (f32, f32)) {
        self.shape.set_colour(colour);
        self.shape.cylinder(radius, high - low, &at(x, (low + high) * 0.5, z));
    }

    fn dome(&mut self, colour: LinearRgba, half: Vec3, middle: (f32, f32, f32)) {
        self.shape.set_colour(colour);
        self.shape.ball(half, &at(middle.0, middle.1, middle.2));
    }

    /// A gate in the wall to the front (-z), and a light over it.
    fn gate(&mut self, x: f32, width: f32, height: f32, z: f32) {
        self.block(dark(), (width, height * 0.5, 0.05), (x, 0.22 + height * 0.5, z));
        self.block(lit(), (width * 0.5, 0.03, 0.06), (x, 0.3 + height, z));
    }

    /// A row of windows along x.
    fn windows(&mut self, count: i32, step: f32, y: f32, z: f32) {
        for number in 0..count {
            let x = (number as f32 - (count - 1) as f32 * 0.5) * step;
            self.block(lit() * 0.8, (step * 0.28, 0.08, 0.04), (x, y, z));
        }
    }

    fn build(self) -> CharacterMesh {
        let scaffold = scaffold(self.half, self.height);
        let place = self.turning.as_ref().map_or(Vec3::ZERO, |(_, place)| *place);
        let proportions = Proportions {
            thigh: 0.0,
            shin: 0.0,
            foot: 0.0,
            hip: place.z,
            torso: self.height,
            shoulder: place.x,
            arm: 0.0,
            neck: place.y,
        };
        let mut parts =
            vec![(Bone::Hips, PartMaterial::Painted, self.shape), (Bone::Torso, PartMaterial::Painted, scaffold)];
        parts.extend(self.turning.map(|(shape, _)| (Bone::Skirt, PartMaterial::Painted, shape)));
        CharacterMesh { proportions, parts, height: self.height, lantern: None }
    }
}

/// Poles at the corners, and bars between them.
fn scaffold(half: Vec2, height: f32) -> MeshBuffer {
    let mut shape = MeshBuffer::painted(1.0, srgb(0.85, 0.62, 0.15));
    let (x, z) = (half.x + 0.12, half.y + 0.12);
    for (left, back) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        shape.bevelled_box(Vec3::new(0.05, height * 0.5, 0.05), 0.01, &at(left * x, height * 0.5, back * z));
    }
    for level in 1..=2 {
        let y = height * 0.48 * level as f32;
        for side in [-1.0, 1.0] {
            shape.bevelled_box(Vec3::new(x, 0.03, 0.03), 0.01, &at(0.0, y, side * z));
            shape.bevelled_box(Vec3::new(0.03, 0.03, z), 0.01, &at(side * x, y, 0.0));
        }
    }
    shape
}

/// A command post: a round hall with wings, a tower and a turning dish.
pub fn build_command_post(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::splat(1.75), 2.5);
    site.shape.set_colour(concrete());
    let hall = [(0.2, 1.55), (0.95, 1.5), (1.1, 1.25), (1.12, 0.0)];
    site.shape.lathe(&hall, 8, &at(0.0, 0.0, 0.0).with_rotation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_8)));
    site.shape.set_colour(colour);
    let roof = [(1.1, 1.22), (1.3, 1.0), (1.36, 0.0)];
    site.shape.lathe(&roof, 8, &at(0.0, 0.0, 0.0).with_rotation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_8)));
    for side in [-1.0, 1.0] {
        site.block(steel(), (0.26, 0.34, 0.7), (side * 1.45, 0.55, 0.35));
        site.block(colour * 0.7, (0.28, 0.05, 0.72), (side * 1.45, 0.92, 0.35));
    }
    site.tower(steel(), 0.42, (1.2, 1.95), (0.0, 0.3));
    site.dome(lit() * 0.7, Vec3::new(0.44, 0.12, 0.44), (0.0, 1.8, 0.3));
    site.dome(colour, Vec3::new(0.42, 0.22, 0.42), (0.0, 1.98, 0.3));
    site.gate(0.0, 0.42, 0.55, -1.46);
    let mut dish = MeshBuffer::painted(1.0, srgb(0.8, 0.8, 0.78));
    dish.cylinder(0.04, 0.3, &at(0.0, 0.1, 0.0));
    dish.bevelled_box(Vec3::new(0.34, 0.16, 0.03), 0.02, &at(0.0, 0.3, 0.0).with_rotation(Quat::from_rotation_x(-0.5)));
    site.turning = Some((dish, Vec3::new(0.0, 2.15, 0.3)));
    site.build()
}

/// A supply depot: a low bunker with hatches.
pub fn build_supply_depot(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::new(1.45, 1.2), 1.6);
    site.block(steel(), (1.3, 0.4, 1.05), (0.0, 0.6, 0.0));
    for (x, z) in [(-0.64, -0.5), (0.64, -0.5), (-0.64, 0.5), (0.64, 0.5)] {
        site.block(colour, (0.52, 0.1, 0.4), (x, 1.06, z));
        site.tower(dark(), 0.2, (1.1, 1.24), (x, z));
    }
    for x in [-0.9, 0.0, 0.9] {
        site.block(concrete(), (0.08, 0.44, 1.1), (x, 0.62, 0.0));
    }
    site.gate(0.45, 0.3, 0.5, -1.06);
    site.build()
}

/// A refinery: two tanks, pipes, and a stack with a flame.
pub fn build_refinery(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::splat(1.5), 2.2);
    for x in [-0.68, 0.68] {
        site.tower(concrete(), 0.6, (0.2, 1.25), (x, 0.45));
        site.tower(colour, 0.63, (0.62, 0.82), (x, 0.45));
        site.dome(colour, Vec3::new(0.6, 0.3, 0.6), (x, 1.25, 0.45));
    }
    site.block(steel(), (0.9, 0.3, 0.42), (-0.3, 0.5, -0.75));
    site.tower(dark(), 0.13, (0.2, 2.0), (1.0, -0.9));
    site.dome(srgb(0.55, 1.0, 0.4), Vec3::new(0.17, 0.2, 0.17), (1.0, 2.06, -0.9));
    site.shape.set_colour(srgb(0.4, 0.75, 0.3));
    let pipe = [
        (Vec3::new(-0.68, 1.5, 0.45), 0.08),
        (Vec3::new(-0.4, 1.75, 0.1), 0.08),
        (Vec3::new(0.4, 1.75, -0.4), 0.08),
        (Vec3::new(1.0, 1.5, -0.9), 0.08),
    ];
    site.shape.tube(&pipe, 8, &Transform::IDENTITY);
    site.gate(-0.3, 0.28, 0.4, -1.18);
    site.build()
}

/// Barracks: a long hall with a pitched roof, and a yard with a flag.
pub fn build_barracks(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::new(1.6, 1.5), 2.3);
    site.block(concrete(), (1.45, 0.5, 0.85), (0.0, 0.7, 0.45));
    for side in [-1.0, 1.0] {
        let slope = Quat::from_rotation_x(side * 0.5);
        site.turned(colour, (1.55, 0.06, 0.54), (0.0, 1.44, 0.45 + side * 0.46), slope);
    }
    site.block(steel(), (1.5, 0.12, 0.08), (0.0, 1.7, 0.45));
    site.windows(4, 0.62, 0.85, -0.42);
    site.gate(0.0, 0.3, 0.6, -0.42);
    for x in [-1.3, 1.3] {
        site.block(steel(), (0.16, 0.28, 0.16), (x, 0.45, -1.2));
    }
    site.block(srgb(0.42, 0.36, 0.26), (0.9, 0.02, 0.4), (0.0, 0.26, -1.0));
    site.tower(steel(), 0.035, (0.2, 2.25), (-1.35, -0.75));
    site.block(colour, (0.24, 0.14, 0.015), (-1.1, 2.08, -0.75));
    site.build()
}

/// An academy: a house with wings under a dome.
pub fn build_academy(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::splat(1.5), 2.2);
    site.block(concrete(), (1.35, 0.4, 0.5), (0.0, 0.6, 0.2));
    site.block(concrete(), (0.5, 0.4, 1.3), (0.0, 0.6, 0.0));
    site.block(colour * 0.7, (1.38, 0.05, 0.53), (0.0, 1.03, 0.2));
    site.block(colour * 0.7, (0.53, 0.05, 1.33), (0.0, 1.04, 0.0));
    site.tower(concrete() * 1.1, 0.66, (0.9, 1.4), (0.0, 0.2));
    site.dome(colour, Vec3::new(0.7, 0.6, 0.7), (0.0, 1.42, 0.2));
    site.tower(lit(), 0.08, (1.95, 2.2), (0.0, 0.2));
    for x in [-0.36, -0.12, 0.12, 0.36] {
        site.tower(srgb(0.75, 0.74, 0.7), 0.06, (0.2, 0.95), (x, -1.36));
    }
    site.gate(0.0, 0.2, 0.5, -1.31);
    site.build()
}

/// A factory: a hall with a saw-tooth roof, a wide gate and two chimneys.
pub fn build_factory(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::new(1.7, 1.6), 2.5);
    site.block(steel(), (1.55, 0.6, 1.3), (0.0, 0.8, 0.15));
    for tooth in 0..3 {
        let z = -0.75 + 0.85 * tooth as f32;
        site.turned(colour, (1.55, 0.07, 0.5), (0.0, 1.56, z), Quat::from_rotation_x(-0.45));
        site.block(lit() * 0.6, (1.45, 0.16, 0.03), (0.0, 1.55, z - 0.42));
    }
    for x in [-1.2, -0.8] {
        site.tower(concrete(), 0.15, (1.2, 2.4), (x, 1.2));
        site.tower(dark(), 0.12, (2.38, 2.48), (x, 1.2));
    }
    site.gate(0.35, 0.75, 0.8, -1.16);
    site.block(srgb(0.85, 0.7, 0.15), (0.8, 0.02, 0.12), (0.35, 0.26, -1.38));
    site.build()
}

/// An armoury: a fort with battlements, and a turning gear wheel on its roof.
pub fn build_armoury(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::splat(1.5), 2.2);
    site.block(steel(), (1.25, 0.55, 1.25), (0.0, 0.75, 0.0));
    site.block(colour, (1.3, 0.07, 1.3), (0.0, 1.32, 0.0));
    for (x, z) in [(-1.2, -1.2), (1.2, -1.2), (-1.2, 1.2), (1.2, 1.2)] {
        site.tower(concrete(), 0.28, (0.2, 1.7), (x, z));
        site.tower(colour, 0.32, (1.6, 1.74), (x, z));
    }
    site.tower(dark(), 0.75, (1.36, 1.46), (0.0, 0.0));
    site.gate(0.0, 0.4, 0.6, -1.26);
    let mut gear = MeshBuffer::painted(1.0, srgb(0.78, 0.66, 0.3));
    gear.cylinder(0.5, 0.16, &Transform::IDENTITY);
    for tooth in 0..8 {
        let turn = Quat::from_rotation_y(tooth as f32 * std::f32::consts::FRAC_PI_4);
        let place = Transform::from_translation(turn * Vec3::X * 0.55).with_rotation(turn);
        gear.bevelled_box(Vec3::new(0.12, 0.08, 0.1), 0.02, &place);
    }
    gear.set_colour(colour);
    gear.cylinder(0.2, 0.26, &Transform::IDENTITY);
    site.turning = Some((gear, Vec3::new(0.0, 1.62, 0.0)));
    site.build()
}

/// An engineering bay: an open workshop under a slanted roof, with a crane, a target and lit benches.
pub fn build_engineering_bay(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut site = BuildingModel::new(colour, Vec2::splat(1.5), 2.2);
    site.block(concrete(), (1.35, 0.45, 0.35), (0.0, 0.65, 0.9));
    site.turned(colour, (1.4, 0.06, 0.95), (0.0, 1.5, 0.35), Quat::from_rotation_x(0.28));
    for x in [-1.25, 1.25] {
        site.block(steel(), (0.08, 0.55, 0.08), (x, 0.75, -0.45));
    }
    for x in [-0.8, 0.0, 0.8] {
        site.block(dark(), (0.3, 0.16, 0.2), (x, 0.36, 0.1));
        site.block(lit(), (0.24, 0.02, 0.14), (x, 0.54, 0.1));
    }
    site.tower(steel(), 0.09, (0.2, 2.15), (-1.15, -1.1));
    site.block(srgb(0.85, 0.7, 0.15), (0.75, 0.07, 0.07), (-0.5, 2.1, -1.1));
    site.block(dark(), (0.03, 0.3, 0.03), (0.1, 1.76, -1.1));
    site.block(steel(), (0.16, 0.1, 0.16), (0.1, 1.4, -1.1));
    site.block(srgb(0.75, 0.74, 0.7), (0.3, 0.4, 0.03), (1.0, 0.65, -1.2));
    site.block(colour, (0.14, 0.18, 0.035), (1.0, 0.67, -1.22));
    site.build()
}
