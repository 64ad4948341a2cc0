//! Solids as the builder wants them.

use std::ops::Range;

use bevy::{
    math::{Quat, Vec3},
    transform::components::Transform,
};
use oxidized_navigation::{
    Area,
    conversion::{ColliderType, GeometryCollection, GeometryToConvert},
};
use parry3d::{
    na::Point3,
    shape::{Ball, Cuboid, Cylinder},
};

use crate::Bounds;

/// The builder treats solids as hollow. Cutting obstacles into slices lower than any body leaves no room inside.
const SLICE_HEIGHT: f32 = 1.0;

/// Not rotated, as a unit quaternion.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The heights between which something may stand or be in the way, in metres.
#[derive(Clone, Copy)]
pub(crate) struct Heights {
    pub(crate) lowest: f32,
    pub(crate) highest: f32,
}

/// An obstacle cut along its own y axis.
struct Slices {
    /// Half of its height, in metres.
    whole: f32,
    /// Half of the height of a slice.
    half: f32,
    /// The slices that matter, counted from its bottom.
    kept: Range<u32>,
}

/// The shape of a solid around its centre.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box with these half extents, in metres.
    Box {
        /// Half of its sides along x, y and z.
        half: [f32; 3],
    },
    /// A cylinder around the y axis.
    Cylinder {
        /// In metres.
        radius: f32,
        /// In metres.
        half_height: f32,
    },
    /// A ball.
    Ball {
        /// In metres.
        radius: f32,
    },
    /// A closed surface of triangles, wound outwards.
    Mesh {
        /// Positions relative to the centre, in metres.
        corners: Vec<[f32; 3]>,
        /// Indices into `corners`.
        faces: Vec<[u32; 3]>,
    },
}

/// A solid of the level.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The shape.
    pub shape: Shape,
    /// The place of its centre, in metres.
    pub centre: [f32; 3],
    /// Its rotation: a unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// The area of the ground on top of it; `None` for an obstacle, on which nobody walks. Solids with different areas do not
    /// share triangles.
    pub area: Option<u16>,
}

impl Solid {
    /// Hands a solid to the builder, moved by `shift`: whole if agents walk on it, cut into slices otherwise, of which only those
    /// that reach into `heights` matter.
    pub(crate) fn convert(&self, shift: Vec3, heights: Heights, into: &mut Vec<GeometryCollection>) {
        let centre = Vec3::from(self.centre);
        let Some(slices) = self.slices(heights) else {
            into.push(self.geometry(&self.shape, centre + shift));
            return;
        };
        for slice in slices.kept {
            let shape = match &self.shape {
                Shape::Box { half: [x, _, z] } => Shape::Box { half: [*x, slices.half, *z] },
                Shape::Cylinder { radius, .. } => Shape::Cylinder { radius: *radius, half_height: slices.half },
                other => other.clone(),
            };
            let rise = (2.0 * slice as f32 + 1.0) * slices.half - slices.whole;
            into.push(self.geometry(&shape, centre + Vec3::Y * rise + shift));
        }
    }

    /// How an obstacle is cut; `None` for what stays whole.
    fn slices(&self, heights: Heights) -> Option<Slices> {
        let whole = match (&self.shape, self.area) {
            (Shape::Box { half }, None) => half[1],
            (Shape::Cylinder { half_height, .. }, None) => *half_height,
            _ => return None,
        };
        let count = (2.0 * whole / SLICE_HEIGHT).ceil().max(1.0);
        let half = whole / count;
        // A leaning obstacle is cut along its own axis: which slices reach into the level is not a question of height alone.
        let upright = self.rotation[0] == 0.0 && self.rotation[2] == 0.0;
        let kept = if upright {
            let bottom = self.centre[1] - whole;
            let first = ((heights.lowest - bottom) / (2.0 * half)).floor().clamp(0.0, count);
            let end = ((heights.highest - bottom) / (2.0 * half)).ceil().clamp(0.0, count);
            first as u32..end as u32
        } else {
            0..count as u32
        };
        Some(Slices { whole, half, kept })
    }

    /// How many times the builder visits a square metre of the ground, at most: what its work grows with.
    pub(crate) fn work(&self, bounds: Bounds, heights: Heights) -> f32 {
        let (reach_x, reach_z) = self.reach();
        let side = |axis: usize, reach: f32| {
            let from = (self.centre[axis] - reach).max(bounds.min[axis]);
            let to = (self.centre[axis] + reach).min(bounds.max[axis]);
            (to - from).max(0.0)
        };
        let pieces = match &self.shape {
            Shape::Mesh { faces, .. } => faces.len() as f32,
            _ => self.slices(heights).map_or(1.0, |slices| slices.kept.len() as f32),
        };
        side(0, reach_x) * side(2, reach_z) * pieces
    }

    /// How far it reaches from its centre along x and z, at most, in metres.
    fn reach(&self) -> (f32, f32) {
        let turned = self.rotation != UPRIGHT;
        let longest = |sides: &[f32]| sides.iter().map(|side| side * side).sum::<f32>().sqrt();
        let around = match &self.shape {
            Shape::Box { half } if turned => longest(half),
            Shape::Box { half } => return (half[0], half[2]),
            Shape::Cylinder { radius, half_height } if turned => longest(&[*radius, *half_height]),
            Shape::Cylinder { radius, .. } | Shape::Ball { radius } => *radius,
            Shape::Mesh { corners, .. } => corners.iter().map(|corner| longest(corner)).fold(0.0, f32::max),
        };
        (around, around)
    }

    fn geometry(&self, shape: &Shape, centre: Vec3) -> GeometryCollection {
        let geometry_to_convert = match shape {
            Shape::Box { half } => GeometryToConvert::Collider(ColliderType::Cuboid(Cuboid::new((*half).into()))),
            Shape::Cylinder { radius, half_height } => {
                GeometryToConvert::Collider(ColliderType::Cylinder(Cylinder::new(*half_height, *radius)))
            }
            Shape::Ball { radius } => GeometryToConvert::Collider(ColliderType::Ball(Ball::new(*radius))),
            Shape::Mesh { corners, faces } => {
                let corners = corners.iter().map(|[x, y, z]| Point3::new(*x, *y, *z)).collect();
                GeometryToConvert::ParryTriMesh(corners, faces.as_slice().into())
            }
        };
        let rotation = Quat::from_array(self.rotation);
        let transform = Transform { translation: centre, rotation, scale: Vec3::ONE };
        GeometryCollection { transform, geometry_to_convert, area: self.area.map(Area) }
    }
}
