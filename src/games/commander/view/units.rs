//! The models of units. The colour of the side is on top, where a spectator sees it from above.

use bevy::prelude::*;

use crate::client::render::character::guns;
use crate::client::render::character::skeleton::{Bone, CharacterMesh, PartMaterial, Proportions, at, srgb};
use crate::client::render::character::soldier::Kit;
use crate::client::render::mesh::MeshBuffer;
use crate::data::gun::GunLook;

const PAINTED: PartMaterial = PartMaterial::Painted;

fn painted(colour: LinearRgba) -> MeshBuffer {
    MeshBuffer::painted(0.4, colour)
}

fn steel() -> LinearRgba {
    srgb(0.3, 0.31, 0.33)
}

fn dark() -> LinearRgba {
    srgb(0.12, 0.12, 0.13)
}

/// A cylinder that lies along z.
fn lying(x: f32, y: f32, z: f32) -> Transform {
    at(x, y, z).with_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2))
}

/// A rifleman: a soldier in the colour of its side.
pub fn rifleman(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let mut model = Kit { trousers: colour * 0.35, ..Kit::new(colour, variant) }.build(guns::mesh_of(GunLook::Rifle));
    let mut plates = painted(colour);
    for side in [-1.0, 1.0] {
        plates.ball(Vec3::new(0.09, 0.06, 0.1), &at(side * 0.2, 0.48, 0.0));
    }
    model.parts.push((Bone::Torso, PAINTED, plates));
    model
}

/// A flamer: a soldier with two tanks on its back and a flame thrower.
pub fn flamer(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let mut held = painted(dark());
    held.cylinder(0.045, 0.62, &lying(0.0, 0.0, -0.1));
    held.cylinder(0.065, 0.12, &lying(0.0, 0.0, -0.42));
    held.set_colour(srgb(0.9, 0.5, 0.1));
    held.cylinder(0.03, 0.06, &lying(0.0, 0.0, -0.51));
    let mut model =
        Kit { trousers: colour * 0.35, leather: srgb(0.28, 0.16, 0.08), ..Kit::new(colour, variant) }.build(Some(held));
    let mut tanks = MeshBuffer::new(0.4);
    for side in [-1.0, 1.0] {
        tanks.set_colour(srgb(0.92, 0.52, 0.1));
        tanks.cylinder(0.095, 0.46, &at(side * 0.11, 0.3, 0.25));
        tanks.set_colour(dark());
        tanks.cylinder(0.05, 0.08, &at(side * 0.11, 0.56, 0.25));
        tanks.set_colour(colour);
        tanks.ball(Vec3::new(0.1, 0.07, 0.11), &at(side * 0.2, 0.48, 0.0));
    }
    model.parts.push((Bone::Torso, PAINTED, tanks));
    model
}

/// A ranger: a light soldier with a hood and a bedroll in the colour of its side, and a short gun.
pub fn ranger(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let cloth = srgb(0.3, 0.33, 0.24);
    let mut model = Kit { trousers: srgb(0.27, 0.24, 0.2), ..Kit::new(cloth, variant) }
        .build(guns::mesh_of(GunLook::SubmachineGun));
    let mut hood = painted(colour);
    let rings = [(0.0, 0.13, 0.15), (0.12, 0.165, 0.185), (0.22, 0.14, 0.16), (0.3, 0.06, 0.09), (0.32, 0.0, 0.0)];
    hood.lathe(&rings, 12, &at(0.0, 0.0, 0.02));
    model.parts.push((Bone::Head, PAINTED, hood));
    let mut roll = painted(colour * 0.8);
    let across = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    roll.cylinder(0.085, 0.46, &at(0.0, 0.42, 0.2).with_rotation(across));
    model.parts.push((Bone::Torso, PAINTED, roll));
    model
}

/// A medic: a soldier without a gun, white, with a pack and a band in the colour of its side.
pub fn medic(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let white = srgb(0.86, 0.87, 0.85);
    let mut model = Kit { trousers: colour * 0.35, ..Kit::new(white, variant) }.build(None);
    let mut pack = painted(white);
    pack.bevelled_box(Vec3::new(0.18, 0.22, 0.1), 0.04, &at(0.0, 0.3, 0.22));
    pack.set_colour(colour);
    pack.bevelled_box(Vec3::new(0.12, 0.035, 0.012), 0.005, &at(0.0, 0.32, 0.33));
    pack.bevelled_box(Vec3::new(0.035, 0.12, 0.012), 0.005, &at(0.0, 0.32, 0.33));
    for side in [-1.0, 1.0] {
        pack.ball(Vec3::new(0.09, 0.06, 0.1), &at(side * 0.2, 0.48, 0.0));
    }
    model.parts.push((Bone::Torso, PAINTED, pack));
    model
}

/// A worker: overalls, a hard hat and a pack in the colour of its side, and a drill.
pub fn worker(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let overalls = srgb(0.82, 0.6, 0.14);
    let kit = Kit { trousers: srgb(0.34, 0.34, 0.36), ..Kit::new(overalls, variant) };
    let mut model = kit.build(None);
    let mut hat = painted(colour);
    let rings = [
        (0.15, 0.165, 0.185),
        (0.17, 0.165, 0.185),
        (0.175, 0.13, 0.15),
        (0.24, 0.115, 0.13),
        (0.29, 0.07, 0.08),
        (0.305, 0.0, 0.0),
    ];
    hat.lathe(&rings, 14, &Transform::IDENTITY);
    model.parts.push((Bone::Head, PAINTED, hat));
    let mut pack = painted(colour);
    pack.bevelled_box(Vec3::new(0.19, 0.2, 0.11), 0.04, &at(0.0, 0.3, 0.22));
    pack.set_colour(steel());
    pack.cylinder(0.03, 0.36, &at(0.13, 0.44, 0.27));
    model.parts.push((Bone::Torso, PAINTED, pack));
    let mut drill = painted(steel());
    drill.cylinder(0.05, 0.3, &lying(0.0, -0.27, -0.14));
    drill.set_colour(dark());
    drill.tube(
        &[(Vec3::new(0.0, -0.27, -0.28), 0.045), (Vec3::new(0.0, -0.27, -0.52), 0.005)],
        8,
        &Transform::IDENTITY,
    );
    model.parts.push((Bone::ForearmRight, PAINTED, drill));
    model
}

const WALKER: Proportions =
    Proportions { thigh: 0.56, shin: 0.52, foot: 0.1, hip: 0.26, torso: 0.36, shoulder: 0.6, arm: 0.12, neck: 0.3 };

/// A walker: a machine on two legs with a gun at each side.
pub fn walker(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut hips = painted(steel());
    hips.bevelled_box(Vec3::new(0.3, 0.14, 0.22), 0.05, &at(0.0, 0.04, 0.0));
    let mut trunk = painted(colour);
    trunk.ball(Vec3::new(0.46, 0.4, 0.54), &at(0.0, 0.42, 0.02));
    trunk.bevelled_box(Vec3::new(0.34, 0.07, 0.42), 0.04, &at(0.0, 0.8, 0.06));
    trunk.set_colour(dark());
    trunk.ball(Vec3::new(0.3, 0.2, 0.2), &at(0.0, 0.48, -0.4));
    trunk.bevelled_box(Vec3::new(0.26, 0.18, 0.14), 0.04, &at(0.0, 0.4, 0.56));
    trunk.set_colour(steel());
    trunk.cylinder(0.06, 1.1, &at(0.0, 0.42, 0.0).with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)));
    let mut parts = vec![(Bone::Hips, PAINTED, hips), (Bone::Torso, PAINTED, trunk)];
    for (arm, thigh, shin) in
        [(Bone::ArmLeft, Bone::ThighLeft, Bone::ShinLeft), (Bone::ArmRight, Bone::ThighRight, Bone::ShinRight)]
    {
        let mut gun = painted(colour * 0.7);
        gun.bevelled_box(Vec3::new(0.13, 0.16, 0.34), 0.05, &at(0.0, 0.04, -0.08));
        gun.set_colour(dark());
        for barrel in [-0.055, 0.055] {
            gun.cylinder(0.04, 0.5, &lying(barrel, 0.04, -0.62));
        }
        parts.push((arm, PAINTED, gun));
        let mut upper = painted(steel());
        upper.limb(WALKER.thigh, [0.15, 0.14, 0.1], &Transform::IDENTITY);
        parts.push((thigh, PAINTED, upper));
        let mut lower = painted(colour * 0.6);
        lower.bevelled_box(Vec3::new(0.11, 0.24, 0.13), 0.05, &at(0.0, -0.26, 0.0));
        lower.set_colour(dark());
        lower.bevelled_box(Vec3::new(0.16, 0.07, 0.28), 0.04, &at(0.0, -0.55, -0.06));
        parts.push((shin, PAINTED, lower));
    }
    CharacterMesh { proportions: WALKER, parts, height: 2.4, lantern: None }
}

/// The height of the ring on which the turret turns is the length of the torso.
const TANK: Proportions =
    Proportions { thigh: 0.0, shin: 0.0, foot: 0.0, hip: 0.0, torso: 0.82, shoulder: 0.0, arm: 0.0, neck: 0.0 };

/// The tracks and the hull of a tank or a mortar.
fn tracked_hull(colour: LinearRgba) -> MeshBuffer {
    let mut hull = MeshBuffer::new(0.4);
    for side in [-1.0, 1.0] {
        hull.set_colour(dark());
        hull.bevelled_box(Vec3::new(0.17, 0.27, 1.02), 0.14, &at(side * 0.56, 0.27, 0.0));
        hull.set_colour(steel());
        for wheel in 0..4 {
            let wheel = at(side * 0.71, 0.2, -0.66 + 0.44 * wheel as f32);
            hull.cylinder(0.16, 0.06, &wheel.with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)));
        }
        hull.set_colour(colour);
        hull.bevelled_box(Vec3::new(0.2, 0.035, 1.0), 0.02, &at(side * 0.56, 0.57, 0.0));
    }
    hull.set_colour(colour * 0.75);
    hull.bevelled_box(Vec3::new(0.42, 0.22, 0.94), 0.1, &at(0.0, 0.52, 0.02));
    hull.set_colour(dark());
    for row in 0..3 {
        hull.bevelled_box(Vec3::new(0.28, 0.02, 0.04), 0.01, &at(0.0, 0.745, 0.56 + 0.12 * row as f32));
    }
    hull
}

/// A mortar: a tracked hull with an open platform, a short wide barrel that points up, and a shield in the colour of its side.
pub fn mortar(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let mut platform = painted(dark());
    platform.cylinder(0.44, 0.1, &at(0.0, 0.0, 0.0));
    platform.set_colour(colour);
    platform.bevelled_box(Vec3::new(0.44, 0.2, 0.04), 0.03, &at(0.0, 0.2, -0.4));
    platform.set_colour(srgb(0.32, 0.34, 0.2));
    for x in [-0.2, 0.0, 0.2] {
        platform.cylinder(0.07, 0.3, &at(x, 0.18, 0.34));
    }
    let mut barrel = painted(steel());
    let raised = |along: f32| {
        let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_4);
        Transform::from_translation(Vec3::new(0.0, 0.2, 0.1) + turn * Vec3::Y * along).with_rotation(turn)
    };
    barrel.cylinder(0.15, 0.8, &raised(0.3));
    barrel.set_colour(dark());
    barrel.cylinder(0.18, 0.12, &raised(0.7));
    let parts = vec![
        (Bone::Hips, PAINTED, tracked_hull(colour)),
        (Bone::Torso, PAINTED, platform),
        (Bone::Held, PAINTED, barrel),
    ];
    CharacterMesh { proportions: TANK, parts, height: 1.7, lantern: None }
}

/// A tank: two tracks, a hull, and a turret with a long gun.
pub fn tank(colour: LinearRgba, _variant: usize) -> CharacterMesh {
    let hull = tracked_hull(colour);
    let mut turret = painted(colour);
    let rings = [(-0.06, 0.42, 0.52), (0.1, 0.46, 0.56), (0.3, 0.36, 0.44), (0.34, 0.0, 0.0)];
    turret.lathe(&rings, 10, &Transform::IDENTITY);
    turret.set_colour(steel());
    turret.cylinder(0.15, 0.1, &at(0.16, 0.36, 0.14));
    turret.cylinder(0.012, 0.7, &at(-0.26, 0.6, 0.3));
    let mut gun = painted(steel());
    gun.cylinder(0.075, 1.35, &lying(0.0, 0.13, -1.05));
    gun.set_colour(dark());
    gun.cylinder(0.11, 0.22, &lying(0.0, 0.13, -1.66));
    let parts = vec![(Bone::Hips, PAINTED, hull), (Bone::Torso, PAINTED, turret), (Bone::Held, PAINTED, gun)];
    CharacterMesh { proportions: TANK, parts, height: 1.7, lantern: None }
}
