//! How a soldier holds itself: the pose of all figures, with both hands on a rifle that points where it looks.

use bevy::prelude::*;

use super::{Bone, Pose, PoseInput, Proportions, pose};

/// Where the butt of the rifle lies: right of the middle of the torso, below the shoulders, and before the chest; in metres.
const BUTT: Vec3 = Vec3::new(0.12, -0.06, -0.06);
/// The butt, the grip and the place of the left hand, relative to the rifle, in metres.
const RIFLE_BUTT: Vec3 = Vec3::new(0.0, -0.01, 0.34);
const RIFLE_GRIP: Vec3 = Vec3::new(0.0, -0.06, 0.11);
const RIFLE_FRONT: Vec3 = Vec3::new(-0.01, -0.035, -0.155);
const OTHER_SIDE_OF_GRIP: Vec3 = Vec3::new(-0.05, -0.075, 0.02);
/// How far below the line of sight a soldier carries the rifle while it runs, in radians.
const LOWERED: f32 = 0.35;
/// How far the left shoulder is turned forwards, in radians.
const TURNED: f32 = 0.55;
/// From the elbow to the palm, in metres.
pub(super) const FOREARM: f32 = 0.25;

pub fn pose(proportions: &Proportions, motion: &PoseInput) -> Pose {
    let mut pose = pose::pose(proportions, motion);
    let upright = 1.0 - motion.fallen;
    let weight = (1.0 - motion.reach).clamp(0.0, 1.0) * upright;
    let turned = Quat::from_rotation_y(-TURNED * weight);
    // The shoulders turn, the head does not.
    pose[Bone::Torso as usize].rotation *= turned;
    let head = &mut pose[Bone::Head as usize].rotation;
    *head = turned.inverse() * *head;
    let torso = pose[Bone::Hips as usize].rotation * pose[Bone::Torso as usize].rotation;
    let lowered = LOWERED * motion.running * motion.moving + 0.9 * motion.reach;
    let sight = Quat::from_euler(EulerRot::YXZ, -motion.gaze, motion.pitch - lowered, 0.0);
    let turn = Quat::IDENTITY.slerp(torso.inverse() * sight, upright);
    let butt = Vec3::Y * proportions.torso + BUTT;
    let held = Transform::from_translation(butt - turn * RIFLE_BUTT).with_rotation(turn);
    // Hands at work let go of it.
    for (side, elbow) in [(1.0, Vec3::new(0.8, -1.0, 0.3)), (-1.0, Vec3::new(-0.7, -1.0, 0.0))] {
        put_hand(&mut pose, proportions, side, grip(&held, side, motion.close_grip), elbow, weight);
    }
    pose[Bone::Held as usize] = held;
    pose
}

/// Where the left (-1) or the right hand (1) holds a gun that is at a place; `close` is the weight of holding its grip with both.
pub(super) fn grip(held: &Transform, side: f32, close: f32) -> Vec3 {
    let front = RIFLE_FRONT.lerp(OTHER_SIDE_OF_GRIP, close);
    held.transform_point(if side < 0.0 { front } else { RIFLE_GRIP })
}

/// Puts the left (-1) or the right hand (1) to a point relative to the torso, or as near to it as the arm reaches. The elbow points towards
/// `elbow`.
pub(super) fn put_hand(pose: &mut Pose, proportions: &Proportions, side: f32, point: Vec3, elbow: Vec3, weight: f32) {
    let (arm, forearm) = Bone::arm(side);
    let (swing, bend) = reach(point - pose[arm as usize].translation, proportions.arm, FOREARM, elbow);
    for (bone, turn) in [(arm, swing), (forearm, Quat::from_rotation_x(bend))] {
        let rotation = &mut pose[bone as usize].rotation;
        *rotation = rotation.slerp(turn, weight);
    }
}

/// The rotation of an upper arm that hangs down at rest, and the angle of its elbow, for a hand at a place relative to the shoulder. The
/// elbow points towards `elbow`. A place out of reach is pointed at.
fn reach(hand: Vec3, upper: f32, lower: f32, elbow: Vec3) -> (Quat, f32) {
    let distance = hand.length().clamp((upper - lower).abs() + 1e-3, upper + lower - 1e-3);
    // The law of cosines, for the angle that a straight arm bends by.
    let bend = ((distance * distance - upper * upper - lower * lower) / (2.0 * upper * lower)).clamp(-1.0, 1.0).acos();
    let at_rest = Vec3::new(0.0, -(upper + lower * bend.cos()), -lower * bend.sin()).normalize_or(Vec3::NEG_Y);
    let towards = hand.normalize_or(Vec3::NEG_Y);
    let aside = -elbow.reject_from(towards).normalize_or(towards.any_orthonormal_vector());
    let from = Mat3::from_cols(at_rest, Vec3::X.cross(at_rest), Vec3::X);
    let to = Mat3::from_cols(towards, aside, towards.cross(aside));
    (Quat::from_mat3(&(to * from.transpose())).normalize(), bend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::render::character::soldier;

    #[test]
    fn both_hands_are_at_the_rifle_and_it_points_where_the_soldier_looks() {
        let proportions = soldier::build(LinearRgba::WHITE, 0).proportions;
        let stand = PoseInput::default();
        let crouch = PoseInput { crouch: 1.0, gaze: 0.4, pitch: -0.2, ..stand };
        let walk = PoseInput { moving: 1.0, phase: 1.2, ..stand };
        for motion in [stand, crouch, walk] {
            let pose = pose(&proportions, &motion);
            let at = |bone: Bone| pose[bone as usize];
            let torso = at(Bone::Hips) * at(Bone::Torso);
            let held = torso * at(Bone::Held);
            let ahead = held.rotation * Vec3::NEG_Z;
            let looks = Quat::from_euler(EulerRot::YXZ, -motion.gaze, motion.pitch, 0.0) * Vec3::NEG_Z;
            assert!(ahead.dot(looks) > 0.99, "{ahead} instead of {looks}");
            let palm = |arm: Bone, forearm: Bone| (torso * at(arm) * at(forearm)).transform_point(Vec3::Y * -FOREARM);
            let right = palm(Bone::ArmRight, Bone::ForearmRight).distance(grip(&held, 1.0, motion.close_grip));
            let left = palm(Bone::ArmLeft, Bone::ForearmLeft).distance(grip(&held, -1.0, motion.close_grip));
            assert!(right < 0.03 && left < 0.05, "hands {right} and {left} m off: {motion:?}");
        }
    }
}
