//! Solids as the builder wants them.

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

/// The builder treats solids as hollow. Cutting obstacles into slices lower than any body leaves no room inside.
const SLICE_HEIGHT: f32 = 1.0;

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
    /// Hands a solid to the builder, moved by `shift`: whole if agents walk on it, cut into slices otherwise.
    pub(crate) fn convert(&self, shift: Vec3, into: &mut Vec<GeometryCollection>) {
        let half_height = match (&self.shape, self.area) {
            (Shape::Box { half }, None) => Some(half[1]),
            (Shape::Cylinder { half_height, .. }, None) => Some(*half_height),
            _ => None,
        };
        let centre = Vec3::from(self.centre);
        let Some(whole) = half_height else {
            into.push(self.geometry(&self.shape, centre + shift));
            return;
        };
        let count = (2.0 * whole / SLICE_HEIGHT).ceil().max(1.0);
        let half_slice = whole / count;
        for slice in 0..count as u32 {
            let shape = match &self.shape {
                Shape::Box { half: [x, _, z] } => Shape::Box { half: [*x, half_slice, *z] },
                Shape::Cylinder { radius, .. } => Shape::Cylinder { radius: *radius, half_height: half_slice },
                other => other.clone(),
            };
            let rise = (2.0 * slice as f32 + 1.0) * half_slice - whole;
            into.push(self.geometry(&shape, centre + Vec3::Y * rise + shift));
        }
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
