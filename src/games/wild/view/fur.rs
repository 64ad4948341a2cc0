//! What the models of all animals share: how parts are put together, the colours of a coat, and eyes, ears and paws.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::client::render::{
    character::{
        four_legged::FourLegged,
        skeleton::{Bone, CharacterMesh, PartMaterial, at, srgb},
    },
    mesh::MeshBuffer,
};

/// How much darker a coat is than the colour of its agent, which is also read in the HUD: the scene is drawn brightly.
const COAT: f32 = 0.42;

/// The colours of a coat.
#[derive(Clone, Copy, Debug)]
pub struct Fur {
    /// The flanks.
    pub coat: LinearRgba,
    /// The back, the tips of ears and tail.
    pub dark: LinearRgba,
    /// The belly, the paws, the muzzle.
    pub pale: LinearRgba,
}

impl Fur {
    /// A coat of this colour, whose pale parts tend to another.
    pub fn of(colour: LinearRgba, pale: LinearRgba) -> Self {
        let coat = colour * COAT;
        Self { coat, dark: coat * 0.4, pale: coat.mix(&(pale * COAT), 0.6) }
    }

    /// An empty part of the body in the colour of the flanks.
    pub fn part(&self) -> MeshBuffer {
        let mut shape = MeshBuffer::new(0.3);
        shape.set_colour(self.coat);
        shape
    }

    /// Shades a trunk whose back and belly have these heights: dark above, pale below.
    pub fn shade(&self, shape: &mut MeshBuffer, belly: f32, back: f32) {
        let (dark, pale) = (self.dark.mix(&self.coat, 0.25), self.pale);
        shape.tint(|at, normal, colour| {
            let height = ((at.y - belly) / (back - belly)).clamp(0.0, 1.0) + normal.y * 0.12;
            let (above, below) = (((height - 0.7) * 3.0).clamp(0.0, 1.0), ((0.32 - height) * 3.0).clamp(0.0, 1.0));
            colour.mix(&dark, above).mix(&pale, below)
        });
    }
}

/// The parts of an animal. Both sides have the same legs.
pub struct AnimalParts {
    /// The hindquarters.
    pub rump: MeshBuffer,
    /// From the hips to the shoulders.
    pub trunk: MeshBuffer,
    /// The head with the neck.
    pub head: MeshBuffer,
    /// The tail.
    pub tail: MeshBuffer,
    /// The upper part of a hind leg.
    pub thigh: MeshBuffer,
    /// The lower part of a hind leg, with the paw.
    pub shin: MeshBuffer,
    /// The upper part of a foreleg.
    pub arm: MeshBuffer,
    /// The lower part of a foreleg, with the paw.
    pub forearm: MeshBuffer,
}

impl AnimalParts {
    /// The model of an animal with these measures and this height in metres.
    pub fn assemble(self, body: &FourLegged, height: f32) -> CharacterMesh {
        let parts = [
            (Bone::Hips, self.rump),
            (Bone::Torso, self.trunk),
            (Bone::Head, self.head),
            (Bone::Tail, self.tail),
            (Bone::ThighLeft, self.thigh.clone()),
            (Bone::ThighRight, self.thigh),
            (Bone::ShinLeft, self.shin.clone()),
            (Bone::ShinRight, self.shin),
            (Bone::ArmLeft, self.arm.clone()),
            (Bone::ArmRight, self.arm),
            (Bone::ForearmLeft, self.forearm.clone()),
            (Bone::ForearmRight, self.forearm),
        ];
        let parts = parts.into_iter().map(|(bone, shape)| (bone, PartMaterial::Painted, shape)).collect();
        CharacterMesh { proportions: body.proportions(), parts, height, lantern: None }
    }
}

/// Turns a lathe's axis from upwards to forwards; an offset to the front of a ring then lowers it.
pub fn along() -> Transform {
    Transform::from_rotation(Quat::from_rotation_x(-FRAC_PI_2))
}

/// Adds a pair of eyes with a glint; the place is that of the right one.
pub fn eyes(shape: &mut MeshBuffer, place: Vec3, radius: f32, iris: LinearRgba) {
    for side in [-1.0, 1.0] {
        shape.set_colour(iris);
        shape.ball(Vec3::splat(radius), &at(side * place.x, place.y, place.z));
        shape.set_colour(srgb(0.02, 0.02, 0.02));
        shape.ball(Vec3::splat(radius * 0.62), &at(side * (place.x + radius * 0.4), place.y, place.z - radius * 0.62));
    }
}

/// Adds a pair of pointed ears from a root in a direction, both given for the right one.
pub fn ears(shape: &mut MeshBuffer, fur: &Fur, root: Vec3, way: Vec3, radius: f32) {
    for side in [-1.0, 1.0] {
        let across = Vec3::new(side, 1.0, 1.0);
        let (from, way) = (root * across, way * across);
        for (colour, forwards, size) in [(fur.dark, 0.0, 1.0), (fur.pale, -0.32 * radius, 0.72)] {
            shape.set_colour(colour);
            let point = |share: f32, width: f32| (from + way * share + Vec3::Z * forwards, radius * size * width);
            let ear = [point(-0.15, 0.8), point(0.15, 1.0), point(0.6, 0.66), point(size.min(0.98), 0.03)];
            shape.tube(&ear, 9, &Transform::IDENTITY);
        }
    }
}

/// Adds a paw at the end of a leg of this length that leans forwards by an angle; the origin is the joint above.
pub fn paw(shape: &mut MeshBuffer, colour: LinearRgba, half: Vec3, length: f32, lean: f32) {
    shape.set_colour(colour);
    shape.ball(half, &(sole(length, lean) * at(0.0, half.y, -half.z * 0.45)));
}

/// The place of the sole of a leg of this length, level while the leg leans forwards by an angle.
pub fn sole(length: f32, lean: f32) -> Transform {
    at(0.0, -length, 0.0).with_rotation(Quat::from_rotation_x(-lean))
}
