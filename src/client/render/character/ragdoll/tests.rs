//! Figures fall onto level ground and against walls. No window, no GPU.

use std::path::Path;

use super::*;
use crate::client::render::{character::pose, character::skeleton::Proportions};
use crate::client::session::FinalBlow;
use crate::data::Library;
use crate::games;
use crate::world::level::{BuiltLevel, Solid, SolidOrigin, SolidShape, build};

const PROPORTIONS: Proportions =
    Proportions { thigh: 0.43, shin: 0.43, foot: 0.08, hip: 0.1, torso: 0.5, shoulder: 0.2, arm: 0.28, neck: 0.1 };

/// A level ground 40 m wide at height 0, with a wall 0.6 m east of the origin.
fn level() -> BuiltLevel {
    let view = games::views().remove(0);
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), view.schema).unwrap();
    let (name, file) = library.levels.iter().next().unwrap();
    let mut level = build(*name, file, &library.props).unwrap();
    let solid = |centre, half, origin| Solid {
        shape: SolidShape::Box { half },
        centre,
        heading: 0.0,
        material: "stone".into(),
        origin,
    };
    level.solids = vec![
        solid(Vec3::Y * -0.1, Vec3::new(20.0, 0.1, 20.0), SolidOrigin::Floor),
        solid(Vec3::new(0.7, 1.5, 0.0), Vec3::new(0.1, 1.5, 20.0), SolidOrigin::Wall),
    ];
    level
}

fn figure(level: &BuiltLevel, motion: PoseInput, push: Vec3) -> (Ragdoll, Transform) {
    let start = pose::pose(&PROPORTIONS, &motion);
    let root = Transform::IDENTITY;
    let standing = bones_in_level(&root, &start, 1.0);
    let blow = FinalBlow { at: Vec3::Y * 1.3, push };
    let body = FallingBody::new(level, &PROPORTIONS, &standing, (1.0, true), Vec3::ZERO, &blow);
    let bones = body.bones();
    (Ragdoll { left: 0, steps: 0, body: Some(body), bones: [bones, bones], blend: 0.0, passed: 0.0, start }, root)
}

fn place(ragdoll: &Ragdoll, bone: Bone) -> Vec3 {
    ragdoll.bones[1][bone as usize].unwrap().translation
}

#[test]
fn the_dead_come_to_rest_lying_and_stay_above_the_ground() {
    let level = level();
    let stand = PoseInput::default();
    let run = PoseInput { moving: 1.0, running: 1.0, phase: 1.0, ..stand };
    let crouch = PoseInput { crouch: 1.0, ..stand };
    for motion in [stand, run, crouch] {
        for push in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X, Vec3::new(0.7, 0.2, 0.7)].map(|way| way * 1.8) {
            let (mut ragdoll, _) = figure(&level, motion, push);
            ragdoll.advance(5.0, &mut 1000);
            assert!(ragdoll.body.is_none(), "it still moves after 5 s: {push} {motion:?}");
            let torso = place(&ragdoll, Bone::Torso);
            assert!(torso.y < 0.5, "its torso is {} m high: {push} {motion:?}", torso.y);
            let head = place(&ragdoll, Bone::Head);
            // At the wall it may sit.
            let most = if push.x > 0.0 { 1.0 } else { 0.5 };
            assert!(head.y < most, "its head is {} m high: {push} {motion:?}", head.y);
            for bone in ragdoll.bones[1].iter().flatten() {
                assert!(bone.translation.y > -0.02, "below the ground: {push} {motion:?}");
                assert!(bone.translation.x < 0.62, "in the wall: {push} {motion:?}");
                assert!(bone.translation.length() < 4.0, "flung away: {push} {motion:?}");
            }
        }
    }
}

#[test]
fn a_figure_keeps_its_shape_and_falls_the_same_way_again() {
    let level = level();
    let (mut once, root) = figure(&level, PoseInput::default(), Vec3::Z * 2.0);
    let (mut again, _) = figure(&level, PoseInput::default(), Vec3::Z * 2.0);
    let begin = once.pose(&root);
    let standing = pose::pose(&PROPORTIONS, &PoseInput::default());
    for (one, other) in begin.iter().zip(standing) {
        assert!(one.translation.distance(other.translation) < 1e-3, "it starts as it stood");
    }
    // In one go, and in frames of different lengths with a pause.
    once.advance(4.0, &mut 1000);
    for age in [0.0, 0.1, 0.1, 0.1, 0.75, 2.5, 4.0] {
        again.advance(age, &mut 1000);
    }
    assert_eq!(once.bones, again.bones);
    let length = |pose: &Pose, bone: Bone| pose[bone as usize].translation.length();
    let lying = once.pose(&root);
    for (bone, bends) in
        [(Bone::ShinLeft, -1.0), (Bone::ShinRight, -1.0), (Bone::ForearmLeft, 1.0), (Bone::ForearmRight, 1.0_f32)]
    {
        let angle = lying[bone as usize].rotation.to_scaled_axis().x * bends;
        assert!((-0.15..2.5).contains(&angle), "{bone:?} bends the wrong way: {angle}");
    }
    for bone in [Bone::Head, Bone::ForearmLeft, Bone::ShinRight, Bone::ThighLeft, Bone::ArmRight] {
        assert!((length(&lying, bone) - length(&standing, bone)).abs() < 0.03, "{bone:?} is torn off");
    }
}

#[test]
fn a_figure_passes_from_its_animation_into_its_fall() {
    let level = level();
    let (mut ragdoll, root) = figure(&level, PoseInput::default(), Vec3::X);
    let animated = pose::pose(&PROPORTIONS, &PoseInput { phase: 2.0, moving: 1.0, ..PoseInput::default() });
    ragdoll.advance(0.0, &mut 1000);
    assert_eq!(ragdoll.pose_after(animated, &root), animated);
    ragdoll.advance(0.5, &mut 1000);
    assert_eq!(ragdoll.pose_after(animated, &root), ragdoll.pose(&root));
}

#[test]
fn steps_beyond_the_budget_wait_for_the_next_frame() {
    let level = level();
    let (mut ragdoll, _) = figure(&level, PoseInput::default(), Vec3::X);
    let mut budget = 10;
    ragdoll.advance(3.0, &mut budget);
    assert_eq!((ragdoll.steps, budget, ragdoll.blend), (10, 0, 1.0));
}
