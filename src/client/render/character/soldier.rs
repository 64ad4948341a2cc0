//! The model of a soldier: helmet, vest in the colour of its side, pouches.

use bevy::prelude::*;

use super::skeleton::{Bone, CharacterMesh, PartMaterial, Proportions, add_hand, at, limb, limbs, srgb};
use crate::client::render::mesh::{LatheRing, MeshBuffer};

const PROPORTIONS: Proportions =
    Proportions { thigh: 0.43, shin: 0.43, foot: 0.08, hip: 0.1, torso: 0.5, shoulder: 0.2, arm: 0.28, neck: 0.1 };

/// The number of variants: the colours of skin and trousers.
pub const VARIANTS: usize = 4;

/// Builds a soldier with empty hands; the vest has the colour of the side.
pub fn build(colour: LinearRgba, variant: usize) -> CharacterMesh {
    Kit::new(colour, variant).build(None)
}

#[derive(Clone, Copy, Debug)]
pub struct Kit {
    /// Face and neck.
    pub skin: LinearRgba,
    pub trousers: LinearRgba,
    /// The vest; the helmet is a darker shade of it.
    pub vest: LinearRgba,
    /// Belt, pouches, gloves and boots.
    pub leather: LinearRgba,
}

impl Kit {
    /// The colours of a variant, with a vest in this colour.
    pub fn new(vest: LinearRgba, variant: usize) -> Self {
        let pick = |colours: [LinearRgba; VARIANTS]| colours[variant % VARIANTS];
        Self {
            skin: pick([srgb(0.86, 0.66, 0.53), srgb(0.5, 0.34, 0.24), srgb(0.93, 0.75, 0.63), srgb(0.68, 0.48, 0.36)]),
            trousers: pick([
                srgb(0.3, 0.3, 0.25),
                srgb(0.26, 0.28, 0.3),
                srgb(0.34, 0.31, 0.25),
                srgb(0.28, 0.27, 0.29),
            ]),
            vest,
            leather: srgb(0.13, 0.11, 0.1),
        }
    }

    /// Builds the model. `held` is what it always holds before its chest, with its muzzle forward.
    pub fn build(&self, held: Option<MeshBuffer>) -> CharacterMesh {
        let mut parts = vec![
            (Bone::Hips, PartMaterial::Painted, self.hips()),
            (Bone::Torso, PartMaterial::Painted, self.torso()),
            (Bone::Head, PartMaterial::Painted, self.head()),
        ];
        parts.extend(held.map(|held| (Bone::Held, PartMaterial::Painted, held)));
        let thigh = limb(0.43, [0.088, 0.084, 0.064], self.trousers);
        parts.extend(limbs([self.arm(), self.forearm(), thigh, self.shin()]));
        CharacterMesh { proportions: PROPORTIONS, parts, height: 1.8, lantern: None }
    }

    fn hips(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.trousers);
        let rings =
            [(-0.13, 0.0, 0.0), (-0.12, 0.11, 0.09), (-0.03, 0.175, 0.125), (0.08, 0.165, 0.115), (0.1, 0.0, 0.0)];
        shape.lathe(&rings, 14, &Transform::IDENTITY);
        shape.set_colour(self.leather);
        let belt = [(0.03, 0.175, 0.13), (0.06, 0.18, 0.135), (0.09, 0.172, 0.127)];
        shape.lathe(&belt, 14, &Transform::IDENTITY);
        // A holster and a pouch at the sides.
        shape.bevelled_box(Vec3::new(0.03, 0.08, 0.05), 0.012, &at(0.185, -0.03, 0.0));
        shape.bevelled_box(Vec3::new(0.03, 0.05, 0.05), 0.012, &at(-0.185, 0.0, 0.0));
        shape
    }

    fn torso(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::painted(0.3, self.vest);
        let rings = [
            LatheRing::oval(0.0, 0.165, 0.125),
            LatheRing::oval(0.12, 0.175, 0.135),
            LatheRing::oval(0.3, 0.205, 0.15).with_forward(0.015),
            LatheRing::oval(0.42, 0.21, 0.14),
            LatheRing::oval(0.49, 0.15, 0.11),
            LatheRing::oval(0.52, 0.075, 0.075),
            LatheRing::oval(0.53, 0.0, 0.0),
        ];
        shape.lathe(&rings, 16, &Transform::IDENTITY);
        shape.set_colour(self.leather);
        for (x, y) in [(-0.09, 0.16), (0.0, 0.15), (0.09, 0.16)] {
            shape.bevelled_box(Vec3::new(0.038, 0.06, 0.025), 0.01, &at(x, y, -0.15));
        }
        shape.bevelled_box(Vec3::new(0.13, 0.15, 0.055), 0.03, &at(0.0, 0.28, 0.17));
        shape.set_colour(self.skin);
        shape.lathe(&[(0.47, 0.06), (0.63, 0.055)], 10, &Transform::IDENTITY);
        shape
    }

    fn head(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::new(0.3);
        let middle = 0.115;
        shape.set_colour(self.skin);
        shape.ball(Vec3::new(0.09, 0.118, 0.102), &at(0.0, middle, 0.0));
        shape.ball(Vec3::new(0.064, 0.055, 0.07), &at(0.0, middle - 0.075, -0.028));
        shape.ball(Vec3::new(0.016, 0.024, 0.026), &at(0.0, middle - 0.015, -0.106));
        // Goggles show where it looks.
        shape.set_colour(srgb(0.06, 0.07, 0.09));
        shape.bevelled_box(Vec3::new(0.078, 0.026, 0.03), 0.014, &at(0.0, middle + 0.022, -0.085));
        shape.set_colour(self.vest * 0.6);
        let helmet = [
            (middle + 0.03, 0.118, 0.135),
            (middle + 0.06, 0.122, 0.138),
            (middle + 0.11, 0.11, 0.122),
            (middle + 0.15, 0.075, 0.085),
            (middle + 0.165, 0.0, 0.0),
        ];
        shape.lathe(&helmet, 16, &Transform::IDENTITY);
        for side in [-1.0, 1.0] {
            shape.bevelled_box(Vec3::new(0.016, 0.05, 0.05), 0.012, &at(side * 0.105, middle - 0.005, 0.015));
        }
        shape
    }

    fn arm(&self) -> MeshBuffer {
        let mut shape = limb(0.28, [0.07, 0.06, 0.05], self.trousers * 1.1);
        shape.set_colour(self.vest);
        shape.ball(Vec3::new(0.08, 0.06, 0.08), &at(0.0, -0.02, 0.0));
        shape
    }

    fn forearm(&self) -> MeshBuffer {
        let mut shape = limb(0.2, [0.05, 0.048, 0.04], self.trousers * 1.1);
        shape.set_colour(self.leather);
        shape.lathe(&[(-0.215, 0.036), (-0.2, 0.043), (-0.16, 0.047), (-0.15, 0.044)], 10, &Transform::IDENTITY);
        add_hand(&mut shape, 0.25, 1.0);
        shape
    }

    fn shin(&self) -> MeshBuffer {
        let mut shape = limb(0.32, [0.064, 0.066, 0.05], self.trousers);
        shape.set_colour(self.leather);
        shape.ball(Vec3::new(0.05, 0.06, 0.03), &at(0.0, 0.0, -0.05));
        let boot = [(-0.47, 0.054), (-0.38, 0.054), (-0.24, 0.066), (-0.22, 0.07), (-0.2, 0.06)];
        shape.lathe(&boot, 12, &Transform::IDENTITY);
        shape.bevelled_box(Vec3::new(0.05, 0.038, 0.12), 0.028, &at(0.0, -0.463, -0.055));
        shape
    }
}
