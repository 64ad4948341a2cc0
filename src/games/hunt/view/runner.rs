//! The model of a hunted agent: slight, in tunic and trousers, with a scarf in its own colour, a hood thrown back and a satchel.

use bevy::prelude::*;

use crate::client::render::character::skeleton::{
    Bone, CharacterMesh, PartMaterial, Proportions, TAIL_JOINT, add_hand, at, limb, limbs, srgb,
};
use crate::client::render::mesh::{LatheRing, MeshBuffer};

const PROPORTIONS: Proportions =
    Proportions { thigh: 0.4, shin: 0.4, foot: 0.07, hip: 0.095, torso: 0.47, shoulder: 0.185, arm: 0.26, neck: 0.1 };

/// The number of variants: three haircuts, and four colours of hair, skin and cloth.
pub const VARIANTS: usize = 12;

/// Builds the model; `variant` selects hair, skin and cloth.
pub fn build(scarf: LinearRgba, variant: usize) -> CharacterMesh {
    let pick = |colours: [LinearRgba; 4]| colours[variant % 4];
    let skin = pick([srgb(0.86, 0.66, 0.53), srgb(0.55, 0.37, 0.26), srgb(0.93, 0.75, 0.63), srgb(0.70, 0.50, 0.37)]);
    let hair = pick([srgb(0.20, 0.12, 0.07), srgb(0.08, 0.07, 0.08), srgb(0.62, 0.36, 0.15), srgb(0.35, 0.33, 0.32)]);
    let tunic = pick([srgb(0.58, 0.52, 0.42), srgb(0.40, 0.46, 0.42), srgb(0.54, 0.45, 0.44), srgb(0.43, 0.45, 0.54)]);
    let trousers = srgb(0.27, 0.25, 0.27);
    let leather = srgb(0.36, 0.22, 0.13);
    let cloth = Outfit { skin, hair, tunic, trousers, leather, scarf };
    let mut parts = vec![
        (Bone::Hips, PartMaterial::Painted, cloth.hips()),
        (Bone::Torso, PartMaterial::Painted, cloth.torso()),
        (Bone::Head, PartMaterial::Painted, cloth.head(variant)),
        (Bone::Tail, PartMaterial::Painted, cloth.scarf(false)),
        (Bone::TailEnd, PartMaterial::Painted, cloth.scarf(true)),
        (Bone::Skirt, PartMaterial::Painted, cloth.skirt()),
    ];
    let arm = limb(0.26, [0.062, 0.056, 0.045], tunic);
    let thigh = limb(0.4, [0.082, 0.08, 0.058], trousers);
    parts.extend(limbs([arm, cloth.forearm(), thigh, cloth.shin()]));
    CharacterMesh { proportions: PROPORTIONS, parts, height: 1.66, lantern: None }
}

struct Outfit {
    skin: LinearRgba,
    hair: LinearRgba,
    tunic: LinearRgba,
    trousers: LinearRgba,
    leather: LinearRgba,
    scarf: LinearRgba,
}

impl Outfit {
    fn hips(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.trousers);
        let rings = [(-0.12, 0.0, 0.0), (-0.11, 0.1, 0.08), (-0.03, 0.165, 0.115), (0.08, 0.15, 0.1), (0.1, 0.0, 0.0)];
        shape.lathe(&rings, 14, &Transform::IDENTITY);
        shape
    }

    fn torso(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.tunic);
        let rings = [
            LatheRing::oval(-0.02, 0.145, 0.105),
            LatheRing::oval(0.1, 0.14, 0.1),
            LatheRing::oval(0.28, 0.178, 0.118).with_forward(0.012),
            LatheRing::oval(0.4, 0.185, 0.108),
            LatheRing::oval(0.47, 0.13, 0.085),
            LatheRing::oval(0.5, 0.06, 0.06),
            LatheRing::oval(0.51, 0.0, 0.0),
        ];
        shape.lathe(&rings, 16, &Transform::IDENTITY);
        shape.set_colour(self.leather);
        let belt = [(0.0, 0.15, 0.112), (0.03, 0.156, 0.118), (0.06, 0.15, 0.11)];
        shape.lathe(&belt, 16, &Transform::IDENTITY);
        // A strap across the chest, with a satchel.
        let strap = [
            (Vec3::new(-0.13, 0.46, 0.02), 0.018),
            (Vec3::new(-0.07, 0.4, -0.125), 0.018),
            (Vec3::new(0.06, 0.2, -0.135), 0.018),
            (Vec3::new(0.16, 0.05, -0.06), 0.018),
        ];
        shape.tube(&strap, 6, &Transform::IDENTITY);
        shape.bevelled_box(Vec3::new(0.045, 0.085, 0.1), 0.025, &at(0.185, -0.02, 0.02));
        shape.bevelled_box(Vec3::new(0.05, 0.03, 0.104), 0.015, &at(0.188, 0.045, 0.02));
        shape.set_colour(self.skin);
        shape.lathe(&[(0.44, 0.055), (0.6, 0.05)], 10, &Transform::IDENTITY);
        // The scarf, wound twice.
        shape.set_colour(self.scarf);
        for (y, radius, tilt) in [(0.475, 0.115, 0.12), (0.525, 0.095, -0.1)] {
            let around = [
                (y - 0.045, radius * 0.72, radius * 0.66),
                (y - 0.02, radius, radius * 0.92),
                (y + 0.02, radius, radius * 0.92),
                (y + 0.045, radius * 0.7, radius * 0.64),
            ];
            shape.lathe(&around, 14, &Transform::from_rotation(Quat::from_rotation_z(tilt)));
        }
        shape
    }

    /// The two ends of the scarf at its back: their upper half, or the lower one, which is slimmer and fringed.
    fn scarf(&self, lower: bool) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.scarf);
        for (x, length, tilt) in [(-0.035, 0.21, 0.12), (0.035, 0.15, -0.1)] {
            let (width, length) = if lower { (0.033, length) } else { (0.038, TAIL_JOINT) };
            let turned = Quat::from_rotation_z(tilt);
            // Folds, from above to below: each a little before or behind the last.
            for (fold, depth) in [(0.0, 0.012), (1.0, 0.02), (2.0, 0.014)] {
                let middle = turned * Vec3::NEG_Y * (length * (fold + 0.5) / 3.0);
                let place = at(x + middle.x, middle.y, depth).with_rotation(turned);
                let half = Vec3::new(width - 0.003 * fold, length / 6.0 + 0.008, 0.007);
                shape.bevelled_box(half, 0.006, &place);
            }
            if lower {
                let end = at(x, 0.0, 0.014).with_rotation(turned);
                for strand in [-0.02, -0.007, 0.007, 0.02] {
                    let thread = end * at(strand, -length - 0.015, 0.0);
                    shape.bevelled_box(Vec3::new(0.004, 0.022, 0.004), 0.002, &thread);
                }
            }
        }
        shape
    }

    fn skirt(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.tunic);
        let flare = [(-0.27, 0.185, 0.145), (-0.272, 0.2, 0.158), (-0.14, 0.182, 0.135), (0.02, 0.15, 0.108)];
        shape.lathe(&flare, 16, &Transform::IDENTITY);
        shape
    }

    fn head(&self, variant: usize) -> MeshBuffer {
        let mut shape = MeshBuffer::new(0.3);
        let middle = 0.115;
        shape.set_colour(self.skin);
        shape.ball(Vec3::new(0.092, 0.12, 0.105), &at(0.0, middle, 0.0));
        // Jaw, nose and ears show where the character looks.
        shape.ball(Vec3::new(0.064, 0.055, 0.07), &at(0.0, middle - 0.075, -0.028));
        shape.ball(Vec3::new(0.016, 0.024, 0.026), &at(0.0, middle - 0.012, -0.108));
        for side in [-1.0, 1.0] {
            shape.set_colour(self.skin);
            shape.ball(Vec3::new(0.016, 0.03, 0.022), &at(side * 0.094, middle - 0.005, 0.005));
            shape.set_colour(srgb(0.95, 0.95, 0.92));
            shape.ball(Vec3::new(0.02, 0.014, 0.012), &at(side * 0.036, middle + 0.02, -0.092));
            shape.set_colour(srgb(0.08, 0.07, 0.07));
            shape.ball(Vec3::splat(0.0095), &at(side * 0.036, middle + 0.02, -0.101));
        }
        shape.set_colour(self.hair);
        shape.ball(Vec3::new(0.102, 0.105, 0.112), &at(0.0, middle + 0.038, 0.02));
        match variant % 3 {
            0 => shape.ball(Vec3::new(0.06, 0.13, 0.05), &at(0.0, middle - 0.04, 0.09)),
            1 => {
                for (x, z) in [(-0.06, -0.07), (0.0, -0.085), (0.05, -0.07), (0.0, 0.0), (-0.05, 0.04)] {
                    shape.ball(Vec3::splat(0.042), &at(x, middle + 0.098, z));
                }
            }
            _ => shape.ball(Vec3::splat(0.058), &at(0.0, middle + 0.12, 0.085)),
        }
        shape
    }

    fn forearm(&self) -> MeshBuffer {
        let mut shape = limb(0.14, [0.046, 0.046, 0.042], self.tunic);
        shape.set_colour(self.leather);
        shape.lathe(&[(-0.2, 0.036), (-0.12, 0.047), (-0.1, 0.044)], 10, &Transform::IDENTITY);
        shape.set_colour(self.skin);
        add_hand(&mut shape, 0.25, 0.92);
        shape
    }

    fn shin(&self) -> MeshBuffer {
        let mut shape = limb(0.3, [0.058, 0.06, 0.045], self.trousers);
        shape.set_colour(self.leather);
        let boot = [(-0.44, 0.05), (-0.36, 0.05), (-0.2, 0.064), (-0.18, 0.07), (-0.16, 0.06)];
        shape.lathe(&boot, 12, &Transform::IDENTITY);
        shape.bevelled_box(Vec3::new(0.046, 0.035, 0.115), 0.028, &at(0.0, -0.433, -0.055));
        shape
    }
}
