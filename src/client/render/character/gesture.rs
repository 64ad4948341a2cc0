//! The gesture of hands at work: they reach for the thing that is taken, opened or searched, and the body bends towards it.

use bevy::prelude::*;

use super::{
    pose::{Pose, PoseInput},
    skeleton::{Bone, Proportions},
    stance::{FOREARM, reach},
};

/// How much the torso bends for each metre that a thing is out of reach, in radians, and at most.
const BEND: f32 = 1.8;
const MAX_BEND: f32 = 1.0;
/// How far apart the hands are at the thing, in metres.
const APART: f32 = 0.07;
/// Where hands touch a thing that is no item: so high above the ground, and so far from where its user stands to its middle.
const HANDLE_HEIGHT: f32 = 1.05;
const HANDLE_SHARE: f32 = 0.6;

/// The point of a thing that hands touch, in metres.
pub(super) fn handle(place: Vec3, entry: Vec3, is_item: bool) -> Vec3 {
    if is_item { place + Vec3::Y * 0.05 } else { entry.lerp(place, HANDLE_SHARE).with_y(entry.y + HANDLE_HEIGHT) }
}

/// How deep a body squats for a thing at this height above its ground, from 0 to 1.
pub(super) fn squat(height: f32) -> f32 {
    (1.0 - height / 0.9).clamp(0.0, 1.0) * 0.9
}

/// Bends the torso towards the thing at `motion.touch` and puts the hands there, by the weight of `motion.reach`.
pub(super) fn touch(pose: &mut Pose, proportions: &Proportions, motion: &PoseInput) {
    let Some(point) = motion.touch.filter(|_| motion.reach > 0.0 && motion.fallen <= 0.0) else { return };
    let at = |pose: &Pose, bone: Bone| pose.get(bone as usize).copied().unwrap_or_default();
    let hips = at(pose, Bone::Hips);
    let mut torso = at(pose, Bone::Torso);
    let shoulders = (hips * torso).transform_point(Vec3::Y * proportions.torso);
    let missing = (shoulders.distance(point) - (proportions.arm + FOREARM) * 0.9).max(0.0);
    torso.rotation *= Quat::from_rotation_x(-(missing * BEND).min(MAX_BEND) * motion.reach);
    pose[Bone::Torso as usize] = torso;
    let to_torso = (hips * torso).compute_matrix().inverse();
    let busy = (motion.time * 8.0).sin() * 0.025;
    for (arm, forearm, side) in [(Bone::ArmLeft, Bone::ForearmLeft, -1.0), (Bone::ArmRight, Bone::ForearmRight, 1.0)] {
        let wanted = point + Vec3::new(side * APART, side * busy, 0.0);
        let (upper, lower) = (at(pose, arm), at(pose, forearm));
        let hand = to_torso.transform_point3(wanted) - upper.translation;
        let (swing, bend) = reach(hand, proportions.arm, FOREARM, Vec3::new(side * 0.8, -1.0, 0.4));
        pose[arm as usize].rotation = upper.rotation.slerp(swing, motion.reach);
        pose[forearm as usize].rotation = lower.rotation.slerp(Quat::from_rotation_x(bend), motion.reach);
    }
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
    fn without_a_thing_the_pose_is_as_before() {
        let proportions = PROPORTIONS;
        let motion = PoseInput { reach: 1.0, ..PoseInput::default() };
        let mut same = pose(&proportions, &motion);
        let before = same;
        touch(&mut same, &proportions, &motion);
        assert_eq!(before, same);
    }
}
