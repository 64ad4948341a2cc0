//! The gizmos of overlays: fine, bold and dotted lines that show through walls, and the symbols made of them.

use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::{GizmoConfigGroup, GizmoConfigStore, GizmoLineJoint, GizmoLineStyle};
use bevy::math::Isometry3d;
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct FineLines;

#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct BoldLines;

#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct DottedLines;

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<FineLines>()
        .init_gizmo_group::<BoldLines>()
        .init_gizmo_group::<DottedLines>()
        .add_systems(Startup, set_widths);
}

fn set_widths(mut store: ResMut<GizmoConfigStore>) {
    let (fine, _) = store.config_mut::<FineLines>();
    (fine.line.width, fine.depth_bias) = (1.6, -0.98);
    let (bold, _) = store.config_mut::<BoldLines>();
    (bold.line.width, bold.depth_bias, bold.line.joints) = (3.6, -0.99, GizmoLineJoint::Round(3));
    let (dotted, _) = store.config_mut::<DottedLines>();
    (dotted.line.width, dotted.depth_bias, dotted.line.style) = (2.4, -0.98, GizmoLineStyle::Dotted);
}

#[derive(SystemParam)]
pub struct OverlayGizmos<'w, 's> {
    pub fine: Gizmos<'w, 's, FineLines>,
    pub bold: Gizmos<'w, 's, BoldLines>,
    pub dotted: Gizmos<'w, 's, DottedLines>,
}

/// An isometry that lays a flat gizmo on the ground.
fn flat(at: Vec3) -> Isometry3d {
    Isometry3d::new(at, Quat::from_rotation_arc(Vec3::Z, Vec3::Y))
}

impl OverlayGizmos<'_, '_> {
    /// A circle on the ground.
    pub fn ring(&mut self, at: Vec3, radius: f32, colour: LinearRgba) {
        self.fine.circle(flat(at), radius, colour).resolution(28);
    }

    pub fn bold_ring(&mut self, at: Vec3, radius: f32, colour: LinearRgba) {
        self.bold.circle(flat(at), radius, colour).resolution(28);
    }

    /// A dotted circle on the ground, for something uncertain.
    pub fn dotted_ring(&mut self, at: Vec3, radius: f32, colour: LinearRgba) {
        self.dotted.circle(flat(at), radius, colour).resolution(36);
    }

    /// A cross, for an obstacle.
    pub fn cross(&mut self, at: Vec3, reach: f32, colour: LinearRgba) {
        for (x, z) in [(1.0, 1.0), (1.0, -1.0)] {
            let arm = Vec3::new(x, 0.0, z) * reach * 0.7;
            self.bold.line(at - arm, at + arm, colour);
        }
        self.bold.line(at - Vec3::Y * reach, at + Vec3::Y * reach, colour);
    }

    pub fn diamond(&mut self, at: Vec3, reach: f32, colour: LinearRgba) {
        let corner = |x: f32, z: f32| at + Vec3::new(x, 0.0, z) * reach;
        self.bold
            .linestrip([corner(0., -1.), corner(1., 0.), corner(0., 1.), corner(-1., 0.), corner(0., -1.)], colour);
    }

    pub fn square(&mut self, at: Vec3, reach: f32, turn: f32, colour: LinearRgba) {
        let turned = Quat::from_rotation_y(-turn);
        let corner = |x: f32, z: f32| at + turned * Vec3::new(x, 0.0, z) * reach;
        self.bold
            .linestrip([corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.), corner(-1., -1.)], colour);
    }

    /// A flag, for the goal of a path.
    pub fn flag(&mut self, at: Vec3, colour: LinearRgba) {
        let top = at + Vec3::Y * 1.5;
        self.bold.line(at, top, colour);
        let cloth = [top, top + Vec3::new(0.55, -0.2, 0.0), top - Vec3::Y * 0.42];
        self.bold.linestrip(cloth, colour);
        self.ring(at + Vec3::Y * 0.03, 0.25, colour);
    }

    /// The outline of a believed agent; `confidence` from 0 to 1 sets its opacity.
    pub fn ghost(&mut self, at: Vec3, height: f32, confidence: f32, colour: LinearRgba) {
        let colour = colour.with_alpha(0.25 + 0.75 * confidence.clamp(0.0, 1.0));
        let (shoulders, head) = (height * 0.78, height * 0.12);
        self.dotted_ring(at + Vec3::Y * 0.04, 0.42, colour);
        self.ring(at + Vec3::Y * shoulders, 0.26, colour);
        self.fine.sphere(Isometry3d::from_translation(at + Vec3::Y * (height - head)), head, colour).resolution(12);
        for angle in 0..4 {
            let side = Vec3::new((angle as f32 * 1.571).cos(), 0.0, (angle as f32 * 1.571).sin());
            self.fine.line(at + side * 0.36 + Vec3::Y * 0.04, at + side * 0.26 + Vec3::Y * shoulders, colour);
        }
    }

    /// An arrowhead on the ground.
    pub fn chevron(&mut self, at: Vec3, towards: Vec3, reach: f32, colour: LinearRgba) {
        let side = Vec3::new(-towards.z, 0.0, towards.x);
        let wing = |sign: f32| at - towards * reach * 0.6 + side * sign * reach * 0.7;
        self.bold.linestrip([wing(-1.0), at + towards * reach * 0.6, wing(1.0)], colour);
    }
}

/// A ray that reached its test point; an open gate.
pub const HIT: LinearRgba = LinearRgba::new(0.25, 0.9, 0.45, 1.0);
/// An obstacle; a closed gate.
pub const BLOCKED: LinearRgba = LinearRgba::new(1.0, 0.32, 0.12, 1.0);
/// A highlight.
pub const GOLD: LinearRgba = LinearRgba::new(1.0, 0.66, 0.16, 1.0);
/// A noise.
pub const SOUND: LinearRgba = LinearRgba::new(0.35, 0.72, 1.0, 1.0);
