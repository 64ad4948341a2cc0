//! What the models of all animals share: the colours of a coat, and the shapes of which their parts are made.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::client::render::character::four_legged::FourLegged;
use crate::client::render::character::skeleton::{Bone, CharacterMesh, PartMaterial, at, srgb};
use crate::client::render::mesh::{LatheRing, MeshBuffer};

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

    /// The model of an animal with these measures, this height in metres and these parts: rump, trunk, head, tail, then the upper and the
    /// lower part of a hind leg and of a foreleg. Both sides have the same legs.
    pub fn animal(&self, body: &FourLegged, height: f32, parts: [fn(&mut AnimalPart); 8]) -> CharacterMesh {
        let bones: [&[Bone]; 8] = [
            &[Bone::Hips],
            &[Bone::Torso],
            &[Bone::Head],
            &[Bone::Tail],
            &[Bone::ThighLeft, Bone::ThighRight],
            &[Bone::ShinLeft, Bone::ShinRight],
            &[Bone::ArmLeft, Bone::ArmRight],
            &[Bone::ForearmLeft, Bone::ForearmRight],
        ];
        let made = bones.into_iter().zip(parts).flat_map(|(bones, make)| {
            let mut part = AnimalPart { fur: *self, shape: MeshBuffer::new(0.3) };
            part.colour(self.coat);
            make(&mut part);
            bones.iter().map(move |bone| (*bone, PartMaterial::Painted, part.shape.clone()))
        });
        CharacterMesh { proportions: body.proportions(), parts: made.collect(), height, lantern: None }
    }
}

/// A part of an animal while it is made. A shape has the colour that was set last; a place is to the right, up and to the back.
pub struct AnimalPart {
    /// The colours of the coat.
    pub fur: Fur,
    /// What was made so far.
    pub shape: MeshBuffer,
}

impl AnimalPart {
    /// Sets the colour of the shapes added next.
    pub fn colour(&mut self, colour: LinearRgba) {
        self.shape.set_colour(colour);
    }

    /// Adds a ball with these half sizes.
    pub fn ball(&mut self, half: [f32; 3], [x, y, z]: [f32; 3]) {
        self.shape.ball(half.into(), &at(x, y, z));
    }

    /// Adds a ball on each side; the place is that of the right one.
    pub fn balls(&mut self, half: [f32; 3], [x, y, z]: [f32; 3]) {
        for x in [-x, x] {
            self.ball(half, [x, y, z]);
        }
    }

    /// Adds a tube with so many sides through points of the middle plane: how high, how far to the back, and its radius there.
    pub fn tube<const POINTS: usize>(&mut self, sides: u32, points: [[f32; 3]; POINTS]) {
        let points = points.map(|[y, z, radius]| (Vec3::new(0.0, y, z), radius));
        self.shape.tube(&points, sides, &Transform::IDENTITY);
    }

    /// Adds a trunk with so many sides through rings: how far to the front, half the width, half the height, and by how much it is lowered.
    pub fn barrel<const RINGS: usize>(&mut self, sides: u32, rings: [[f32; 4]; RINGS]) {
        let rings = rings.map(|[front, x, y, lowered]| LatheRing::oval(front, x, y).with_forward(lowered));
        // The axis of a lathe is upright.
        self.shape.lathe(&rings, sides, &Transform::from_rotation(Quat::from_rotation_x(-FRAC_PI_2)));
    }

    /// Adds a limb of this length that hangs down, with its radius at the joint, where it is thickest, and at its end.
    pub fn limb(&mut self, length: f32, radii: [f32; 3]) {
        self.shape.limb(length, radii, &Transform::IDENTITY);
    }

    /// Shades a trunk whose back and belly have these heights: dark above, pale below.
    pub fn shade(&mut self, belly: f32, back: f32) {
        let (dark, pale) = (self.fur.dark.mix(&self.fur.coat, 0.25), self.fur.pale);
        self.shape.tint(|at, normal, colour| {
            let height = ((at.y - belly) / (back - belly)).clamp(0.0, 1.0) + normal.y * 0.12;
            let (above, below) = (((height - 0.7) * 3.0).clamp(0.0, 1.0), ((0.32 - height) * 3.0).clamp(0.0, 1.0));
            colour.mix(&dark, above).mix(&pale, below)
        });
    }

    /// Adds a pair of eyes with a glint; the place is that of the right one.
    pub fn eyes(&mut self, [x, y, z]: [f32; 3], radius: f32, iris: LinearRgba) {
        self.colour(iris);
        self.balls([radius; 3], [x, y, z]);
        self.colour(srgb(0.02, 0.02, 0.02));
        self.balls([radius * 0.62; 3], [x + radius * 0.4, y, z - radius * 0.62]);
    }

    /// Adds a paw at the end of a leg of this length that leans forwards by an angle; the origin is the joint above.
    pub fn paw(&mut self, colour: LinearRgba, half: [f32; 3], length: f32, lean: f32) {
        self.colour(colour);
        self.shape.ball(half.into(), &(sole(length, lean) * at(0.0, half[1], -half[2] * 0.45)));
    }
}

/// The place of the sole of a leg of this length, level while the leg leans forwards by an angle.
pub fn sole(length: f32, lean: f32) -> Transform {
    at(0.0, -length, 0.0).with_rotation(Quat::from_rotation_x(-lean))
}
