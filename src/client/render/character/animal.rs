//! The model of an animal on four legs, built from the figure in its agent file.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::four_legged::FourLegged;
use super::skeleton::{Bone, CharacterMesh, PartMaterial, at, limbs, srgb};
use crate::client::render::mesh::{LatheRing, MeshBuffer};
use crate::client::session::colour as colour_of;
use crate::data::figure::{AnimalFigure, EarForm, Fur, LegFigure, Mass};

/// How much darker a coat is than the colour of its agent, which is also read in the HUD: the scene is drawn brightly.
const COAT: f32 = 0.42;
/// A tail that is not longer than so many times its radius is a stub.
const STUB: f32 = 3.0;

/// Builds the model in an agent's own colour. Both sides have the same legs.
pub fn build(figure: &AnimalFigure, colour: LinearRgba) -> CharacterMesh {
    let body = FourLegged::from(figure);
    let (hind, fore) = body.lean();
    let furs = Furs { coat: colour * COAT, pale: colour_of(figure.coat.pale).to_linear() * COAT };
    let feet = figure.coat.feet;
    let whole = [
        (Bone::Hips, rump(figure, furs)),
        (Bone::Torso, trunk(figure, furs)),
        (Bone::Head, head(figure, furs)),
        (Bone::Tail, tail(figure, furs)),
    ];
    let legs = limbs([
        upper_leg(&figure.forelegs, furs),
        lower_leg(&figure.forelegs, furs, feet, fore),
        upper_leg(&figure.hind_legs, furs),
        lower_leg(&figure.hind_legs, furs, feet, hind),
    ]);
    let parts = whole.map(|(bone, shape)| (bone, PartMaterial::Painted, shape)).into_iter().chain(legs).collect();
    CharacterMesh { proportions: body.proportions(), parts, height: figure.height, lantern: None }
}

/// The colours of a coat.
#[derive(Clone, Copy, Debug)]
struct Furs {
    coat: LinearRgba,
    /// What pale parts tend to.
    pale: LinearRgba,
}

impl Furs {
    fn of(&self, fur: Fur) -> LinearRgba {
        match fur {
            Fur::Coat => self.coat,
            Fur::Dark => self.coat * 0.4,
            Fur::Pale => self.coat.mix(&self.pale, 0.6),
            Fur::White => srgb(0.66, 0.65, 0.63),
            Fur::Black => srgb(0.11, 0.095, 0.09),
        }
    }
}

/// A part while it is made, with the coat as its first colour. Lengths are to the right, up and to the back.
struct AnimalPart {
    furs: Furs,
    shape: MeshBuffer,
}

impl AnimalPart {
    fn new(furs: Furs) -> Self {
        Self { furs, shape: MeshBuffer::painted(0.3, furs.coat) }
    }

    /// Sets the fur of the shapes added next.
    fn fur(&mut self, fur: Fur) {
        self.shape.set_colour(self.furs.of(fur));
    }

    fn mass(&mut self, mass: &Mass) {
        self.fur(mass.fur);
        self.mass_shape(mass);
    }

    /// Adds a mass in the colour that is set.
    fn mass_shape(&mut self, mass: &Mass) {
        let (x, y, z) = mass.at;
        self.shape.ball(mass.half.into(), &at(x, y, -z));
        if x != 0.0 {
            self.shape.ball(mass.half.into(), &at(-x, y, -z));
        }
    }

    /// Adds a tube through points of the middle plane: how far up, how far to the front, and its radius there.
    fn tube(&mut self, sides: u32, points: impl IntoIterator<Item = (f32, f32, f32)>) {
        let points: Vec<_> =
            points.into_iter().map(|(up, front, radius)| (Vec3::new(0.0, up, -front), radius)).collect();
        self.shape.tube(&points, sides, &Transform::IDENTITY);
    }

    /// Shades a trunk by height: the fur of the back above, that of the belly below.
    fn shade(&mut self, figure: &AnimalFigure) {
        let coat = figure.coat;
        let (belly, back) = coat.shaded;
        let (above, below) = (self.furs.of(coat.back).mix(&self.furs.coat, 0.25), self.furs.of(coat.belly));
        self.shape.tint(|at, normal, colour| {
            let height = ((at.y - belly) / (back - belly).max(0.01)).clamp(0.0, 1.0) + normal.y * 0.12;
            let (high, low) = (((height - 0.7) * 3.0).clamp(0.0, 1.0), ((0.32 - height) * 3.0).clamp(0.0, 1.0));
            colour.mix(&above, high).mix(&below, low)
        });
    }
}

fn rump(figure: &AnimalFigure, furs: Furs) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    part.mass(&figure.trunk.rump);
    part.shade(figure);
    part.shape
}

fn trunk(figure: &AnimalFigure, furs: Furs) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    let rings = figure.trunk.sections.iter().map(|&(front, x, y, up)| LatheRing::oval(front, x, y).with_forward(up));
    // The axis of a lathe is upright.
    let level = Transform::from_rotation(Quat::from_rotation_x(-FRAC_PI_2));
    part.shape.lathe(&rings.collect::<Vec<_>>(), 18, &level);
    figure.trunk.masses.iter().for_each(|mass| part.mass(mass));
    part.shade(figure);
    part.shape
}

fn head(figure: &AnimalFigure, furs: Furs) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    let head = &figure.head;
    part.tube(16, figure.neck.course.iter().copied());
    head.masses.iter().for_each(|mass| part.mass(mass));
    part.fur(head.snout_fur);
    part.tube(14, head.snout.iter().copied());
    if let Some(fur) = head.bridge {
        part.fur(fur);
        part.tube(10, head.snout.iter().map(|&(up, front, radius)| (up + 0.75 * radius, front, radius * 0.64)));
    }
    part.shape.set_colour(colour_of(head.nose_colour).to_linear());
    part.mass_shape(&head.nose);
    let ((x, y, z), radius) = (head.eyes, head.eye_radius);
    let eye = |radius: f32, x: f32, z: f32| Mass { half: (radius, radius, radius), at: (x, y, z), fur: Fur::Coat };
    part.shape.set_colour(colour_of(head.eye_colour).to_linear());
    part.mass_shape(&eye(radius, x, z));
    part.shape.set_colour(srgb(0.02, 0.02, 0.02));
    part.mass_shape(&eye(radius * 0.62, x + radius * 0.4, z + radius * 0.62));
    ears(&mut part, figure);
    part.shape
}

/// Adds the ears: an outside, and a hollow at its front.
fn ears(part: &mut AnimalPart, figure: &AnimalFigure) {
    let ears = &figure.ears;
    // Shares of the length with shares of the width, the depth as a share of the width, and the width of the hollow as another one.
    let (profile, depth, hollow): (&[(f32, f32)], f32, f32) = match ears.form {
        EarForm::Pointed => (&[(-0.15, 0.8), (0.15, 1.0), (0.6, 0.66), (0.98, 0.05), (1.0, 0.0)], 0.8, 0.74),
        EarForm::Round => {
            (&[(0.0, 0.0), (0.07, 0.5), (0.25, 0.87), (0.5, 1.0), (0.75, 0.87), (0.93, 0.5), (1.0, 0.0)], 0.58, 0.64)
        }
        EarForm::Long => (&[(0.0, 0.45), (0.25, 0.9), (0.55, 1.0), (0.85, 0.66), (1.0, 0.0)], 0.4, 0.66),
    };
    let inside = ears.hollow.map_or(part.furs.of(Fur::Pale), |rgb| colour_of(rgb).to_linear());
    let (x, y, z) = ears.root;
    for side in [-1.0, 1.0] {
        let [apart, forwards, turned] = [ears.apart, ears.forwards, ears.turned].map(f32::to_radians);
        let turn = Quat::from_euler(EulerRot::ZXY, -side * apart, -forwards, -side * turned);
        let ear = at(side * x, y, -z).with_rotation(turn);
        let half = ears.width * 0.5;
        let outside =
            profile.iter().map(|&(up, wide)| LatheRing::oval(up * ears.length, wide * half, wide * half * depth));
        part.shape.set_colour(part.furs.of(ears.fur));
        part.shape.lathe(&outside.collect::<Vec<_>>(), 12, &ear);
        // The hollow lies just before the outside, whose depth at its edge it begins with.
        let edge = (1.0 - hollow * hollow).sqrt();
        let rings = profile.iter().skip(1).take(profile.len().saturating_sub(2)).map(|&(up, wide)| {
            let ring = LatheRing::oval(up * ears.length, wide * half * hollow, wide * half * depth * (1.08 - edge));
            ring.with_forward(wide * half * depth * edge)
        });
        part.shape.set_colour(inside);
        part.shape.lathe(&rings.collect::<Vec<_>>(), 12, &ear);
    }
}

fn tail(figure: &AnimalFigure, furs: Furs) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    let tail = &figure.tail;
    let (length, radius) = (tail.length, tail.radius);
    part.fur(tail.fur);
    if length <= STUB * radius {
        part.mass_shape(&Mass { half: (radius, radius, length * 0.5), at: (0.0, 0.0, -length * 0.5), fur: tail.fur });
        return part.shape;
    }
    let root = 1.0 - tail.bushy;
    // Thickest behind the middle, and pointed at its end.
    let width = |share: f32| {
        let swell = root + tail.bushy * (share / 0.55).clamp(0.0, 1.0).sqrt();
        swell * (1.0 - ((share - 0.6) / 0.4).max(0.0).powi(2)).max(0.0).sqrt().max(0.05)
    };
    let point = |share: f32| (tail.curl * length * share * share, -length * share, radius * width(share));
    let between = |from: f32, to: f32, steps: u8| {
        (0..=steps).map(move |step| point(from + (to - from) * f32::from(step) / f32::from(steps)))
    };
    part.tube(12, between(0.0, 1.0 - tail.tip * 0.9, 7));
    if tail.tip > 0.0 {
        part.fur(tail.tip_fur);
        let fuller = |(up, front, radius): (f32, f32, f32)| (up, front, radius * 1.04);
        part.tube(12, between(1.0 - tail.tip, 1.0, 5).map(fuller));
    }
    part.shape
}

fn upper_leg(leg: &LegFigure, furs: Furs) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    part.mass(&leg.muscle);
    part.fur(Fur::Coat);
    part.shape.limb(leg.upper, leg.upper_radii.into(), &Transform::IDENTITY);
    part.shape
}

/// The lower part of a leg that leans forwards by an angle while the animal stands, with its foot level on the ground.
fn lower_leg(leg: &LegFigure, furs: Furs, feet: Fur, lean: f32) -> MeshBuffer {
    let mut part = AnimalPart::new(furs);
    let ((joint, middle, ankle), length) = (leg.lower_radii, leg.lower);
    // Back to the hock, then down to the foot.
    let course = [
        (0.05, 0.0, joint),
        (-0.28, 0.56, joint + (middle - joint) * 0.4),
        (-0.53, 1.0, middle),
        (-0.75, 0.55, middle + (ankle - middle) * 0.7),
        (-0.95, 0.12, ankle),
    ];
    let course = course.map(|(up, back, radius)| (up * length, -back * leg.hock, radius));
    part.tube(10, course);
    part.fur(feet);
    // A stocking lies over the coat, from where it begins.
    let from = -length * (1.0 - leg.stockings);
    let covered = course.into_iter().filter(|(up, ..)| leg.stockings > 0.0 && *up <= from + 0.2 * length);
    part.tube(10, covered.map(|(up, front, radius)| (up.min(from), front, radius * 1.06)));
    let (x, y, z) = leg.foot;
    let foot = at(0.0, -length, 0.0).with_rotation(Quat::from_rotation_x(-lean));
    part.shape.ball(Vec3::new(x, y, z), &(foot * at(0.0, y, -z * 0.45)));
    if leg.claws {
        part.shape.set_colour(srgb(0.5, 0.46, 0.4));
        for across in [-0.6, -0.2, 0.2, 0.6] {
            let claw = [(0.9, 1.25, 0.12), (0.73, 1.56, 0.1), (0.27, 1.72, 0.02)];
            let claw = claw.map(|(up, front, radius)| (Vec3::new(across * x, up * y, -front * z), radius * x));
            part.shape.tube(&claw, 6, &foot);
        }
    }
    part.shape
}
