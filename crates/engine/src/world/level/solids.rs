//! Solids: what blocks sight, bodies and projectiles.

use bevy::math::{Vec2, Vec3};
use quarry_minds::protocol::Label;

use crate::world::geometry::rotation;

/// An obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Its shape and size.
    pub shape: SolidShape,
    /// Its centre, in metres.
    pub centre: Vec3,
    /// Its rotation, in radians clockwise from north.
    pub heading: f32,
    /// The name of a material of the palette.
    pub material: Label,
    /// What it is part of.
    pub origin: SolidOrigin,
}

impl Solid {
    /// How far a point is from its surface, in metres; 0 inside of it. A wedge counts as the box around it.
    pub fn distance(&self, point: Vec3) -> f32 {
        let local = rotation(self.heading).inverse() * (point - self.centre);
        match self.shape {
            SolidShape::Box { half } | SolidShape::Wedge { half, .. } => (local.abs() - half).max(Vec3::ZERO).length(),
            SolidShape::Cylinder { radius, half_height } => {
                let aside = local.with_y(0.0).length() - radius;
                Vec2::new(aside, local.y.abs() - half_height).max(Vec2::ZERO).length()
            }
            SolidShape::Ball { radius } => (local.length() - radius).max(0.0),
        }
    }
}

/// The shape of a solid about its centre, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidShape {
    /// A box.
    Box {
        /// Half its width, height and depth.
        half: Vec3,
    },
    /// An upright cylinder.
    Cylinder {
        /// Its radius.
        radius: f32,
        /// Half its height.
        half_height: f32,
    },
    /// A ball.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A wedge that fills half of this box: no height at its back (+z in its own axes), full height at its front (-z).
    Wedge {
        /// Half its width, height and depth.
        half: Vec3,
    },
}

impl SolidShape {
    /// The radius of a ball about the centre that holds the shape, in metres.
    pub fn radius(self) -> f32 {
        match self {
            SolidShape::Box { half } | SolidShape::Wedge { half } => half.length(),
            SolidShape::Cylinder { radius, half_height } => bevy::math::ops::hypot(radius, half_height),
            SolidShape::Ball { radius } => radius,
        }
    }
}

/// What a solid is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidOrigin {
    /// A wall of a floor.
    Wall,
    /// The wall above a doorway.
    Lintel,
    /// The ground of a floor.
    Floor,
    /// A ramp between two floors.
    Ramp,
    /// Water. Its surface stops projectiles, and nobody walks on it.
    Water,
    /// The top of a floor.
    Ceiling,
    /// A part of the prop with this index in [`props`](super::BuiltLevel::props).
    Prop(usize),
}
