//! The parts of a falling figure: for each bone its mass, its capsules, and how far it bends at its joint.

use bevy::math::Vec3;

use crate::client::render::character::skeleton::{Bone, Proportions};

/// A part of a falling figure. Places are relative to its bone, in metres.
pub(super) struct Part {
    pub bone: Bone,
    /// In kilograms.
    pub mass: f32,
    /// The two ends of each capsule, and its radius.
    pub capsules: Vec<(Vec3, Vec3, f32)>,
    pub joint: Bend,
}

/// How a part moves against the part of its parent bone, in radians about the axes of the parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bend {
    Free,
    Hinge([f32; 2]),
    /// A ball joint, with a range about each axis.
    Ball([[f32; 2]; 3]),
}

/// The parts, parents before children. `holds`: with what it holds before its chest.
pub(super) fn parts_of(p: &Proportions, holds: bool) -> Vec<Part> {
    let y = |y: f32| Vec3::Y * y;
    let part = |bone, mass, capsules, joint| Part { bone, mass, capsules, joint };
    let mut all = vec![
        part(Bone::Hips, 12.0, vec![(Vec3::X * -0.07, Vec3::X * 0.07, 0.11)], Bend::Free),
        part(
            Bone::Torso,
            26.0,
            vec![
                (y(0.14), y(p.torso - 0.12), 0.125),
                (Vec3::new(-0.1, p.torso - 0.12, 0.0), Vec3::new(0.1, p.torso - 0.12, 0.0), 0.1),
            ],
            Bend::Ball([[-0.9, 0.45], [-0.5, 0.5], [-0.45, 0.45]]),
        ),
        part(Bone::Head, 5.0, vec![(y(0.09), y(0.15), 0.105)], Bend::Ball([[-0.7, 0.6], [-0.8, 0.8], [-0.5, 0.5]])),
    ];
    for (arm, forearm, thigh, shin, side) in [
        (Bone::ArmLeft, Bone::ForearmLeft, Bone::ThighLeft, Bone::ShinLeft, -1.0),
        (Bone::ArmRight, Bone::ForearmRight, Bone::ThighRight, Bone::ShinRight, 1.0_f32),
    ] {
        let outwards = |inner: f32, outer: f32| if side > 0.0 { [-inner, outer] } else { [-outer, inner] };
        let sole = -(p.shin + p.foot - 0.045);
        all.extend([
            part(
                arm,
                2.4,
                vec![(y(-0.04), y(-p.arm + 0.03), 0.055)],
                Bend::Ball([[-0.9, 2.6], [-1.0, 1.0], outwards(0.4, 1.7)]),
            ),
            part(forearm, 1.8, vec![(y(-0.03), y(-0.25), 0.045)], Bend::Hinge([0.0, 2.4])),
            part(
                thigh,
                8.5,
                vec![(y(-0.06), y(-p.thigh + 0.05), 0.08)],
                Bend::Ball([[-0.5, 1.9], [-0.5, 0.5], outwards(0.15, 0.7)]),
            ),
            part(
                shin,
                4.5,
                vec![
                    (y(-0.04), y(sole + 0.06), 0.055),
                    (Vec3::new(0.0, sole, 0.02), Vec3::new(0.0, sole, -0.12), 0.045),
                ],
                Bend::Hinge([-2.3, 0.0]),
            ),
        ]);
    }
    if holds {
        let barrel = (Vec3::Z * 0.3, Vec3::Z * -0.55, 0.03);
        let grip = (Vec3::ZERO, Vec3::Y * -0.12, 0.025);
        all.push(part(Bone::Held, 4.0, vec![barrel, grip], Bend::Free));
    }
    all
}
