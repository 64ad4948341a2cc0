//! The gesture of hands at work: they reach for the thing that is taken, opened or searched, and the body bends towards it.

use bevy::prelude::*;

use super::{Bone, FOREARM, Pose, PoseInput, Proportions, stance};

/// How much the torso bends for each metre that a thing is out of reach, in radians, and at most.
const BEND: f32 = 1.8;
const MAX_BEND: f32 = 1.0;
/// How far apart the hands are at the thing, in metres.
const APART: f32 = 0.07;
/// Where hands touch a thing that is no item: so high above the ground, and so far from where its user stands to its middle.
const HANDLE_HEIGHT: f32 = 1.05;
const HANDLE_SHARE: f32 = 0.6;

/// The point that hands touch of a thing at a place with an entry: of an item, where it lies.
pub(super) fn handle(item: Option<Vec3>, place: Vec3, entry: Vec3) -> Vec3 {
    match item {
        Some(lies) => lies + Vec3::Y * 0.05,
        None => entry.lerp(place, HANDLE_SHARE).with_y(entry.y + HANDLE_HEIGHT),
    }
}

/// How deep a body squats for a thing at this height above its ground, from 0 to 1.
pub(super) fn squat(height: f32) -> f32 {
    (1.0 - height / 0.9).clamp(0.0, 1.0) * 0.9
}

/// Bends the torso towards the thing at `motion.touch` and puts both hands there, by the weight of `motion.reach`; and puts the right
/// hand on the body at `motion.target`, by the weight of `motion.struck`.
pub(super) fn touch(pose: &mut Pose, proportions: &Proportions, motion: &PoseInput) {
    if motion.fallen > 0.0 {
        return;
    }
    if let Some(point) = motion.touch.filter(|_| motion.reach > 0.0) {
        bend(pose, proportions, point, motion.reach);
        for side in [-1.0, 1.0] {
            put_hand(pose, proportions, side, point + at_work(motion, side), motion.reach);
        }
    }
    if let Some(point) = motion.target.filter(|_| motion.struck > 0.0) {
        bend(pose, proportions, point, motion.struck);
        put_hand(pose, proportions, 1.0, point, motion.struck);
    }
}

/// Where the left (-1) or the right hand (1) is, relative to the thing that it works on, in metres.
pub(super) fn at_work(motion: &PoseInput, side: f32) -> Vec3 {
    let busy = (motion.time * 8.0).sin() * 0.025;
    Vec3::new(side * APART, side * busy, 0.0)
}

fn at(pose: &Pose, bone: Bone) -> Transform {
    pose[bone as usize]
}

/// Bends the torso forwards as far as a point is out of reach.
fn bend(pose: &mut Pose, proportions: &Proportions, point: Vec3, weight: f32) {
    let mut torso = at(pose, Bone::Torso);
    let shoulders = (at(pose, Bone::Hips) * torso).transform_point(Vec3::Y * proportions.torso);
    let missing = (shoulders.distance(point) - (proportions.arm + FOREARM) * 0.9).max(0.0);
    torso.rotation *= Quat::from_rotation_x(-(missing * BEND).min(MAX_BEND) * weight);
    pose[Bone::Torso as usize] = torso;
}

/// Puts the left (-1) or the right hand (1) to a point relative to the body, or as near to it as the arm reaches.
fn put_hand(pose: &mut Pose, proportions: &Proportions, side: f32, point: Vec3, weight: f32) {
    let to_torso = (at(pose, Bone::Hips) * at(pose, Bone::Torso)).to_matrix().inverse();
    let elbow = Vec3::new(side * 0.8, -1.0, 0.4);
    stance::put_hand(pose, proportions, side, to_torso.transform_point3(point), elbow, weight);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::render::character::pose::pose;

    const PROPORTIONS: Proportions =
        Proportions { thigh: 0.4, shin: 0.4, foot: 0.07, hip: 0.1, torso: 0.5, shoulder: 0.2, arm: 0.26, neck: 0.1 };

    #[test]
    fn hands_touch_what_is_within_reach_of_a_bent_body() {
        let proportions = PROPORTIONS;
        for point in [
            Vec3::new(0.0, 1.05, -0.5),
            Vec3::new(0.1, 0.8, -0.6),
            Vec3::new(-0.1, 0.3, -0.45),
            Vec3::new(0.0, 1.3, -0.4),
        ] {
            let crouch = squat(point.y);
            let motion = PoseInput { reach: 1.0, crouch, touch: Some(point), ..PoseInput::default() };
            let pose = pose(&proportions, &motion);
            let torso = pose[Bone::Hips as usize] * pose[Bone::Torso as usize];
            let palm = |arm: Bone, forearm: Bone| {
                (torso * pose[arm as usize] * pose[forearm as usize]).transform_point(Vec3::Y * -FOREARM)
            };
            for hand in [palm(Bone::ArmLeft, Bone::ForearmLeft), palm(Bone::ArmRight, Bone::ForearmRight)] {
                assert!(hand.distance(point) < APART + 0.08, "{hand} for {point}");
            }
        }
    }

    #[test]
    fn a_blow_ends_on_the_body_that_it_strikes() {
        for point in [Vec3::new(0.0, 1.2, -0.8), Vec3::new(-0.2, 1.1, -0.6)] {
            let motion = PoseInput { struck: 1.0, target: Some(point), ..PoseInput::default() };
            let pose = pose(&PROPORTIONS, &motion);
            let arm = pose[Bone::Hips as usize] * pose[Bone::Torso as usize] * pose[Bone::ArmRight as usize];
            let hand = (arm * pose[Bone::ForearmRight as usize]).transform_point(Vec3::Y * -FOREARM);
            assert!(hand.distance(point) < 0.1, "{hand} for {point}");
        }
    }

    #[test]
    fn without_a_thing_the_pose_is_as_before() {
        let proportions = PROPORTIONS;
        let motion = PoseInput { reach: 1.0, ..PoseInput::default() };
        let mut same = pose(&proportions, &motion);
        let before = same;
        touch(&mut same, &proportions, &motion);
        assert_eq!(before, same);
    }
}
