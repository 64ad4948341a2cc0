//! The pose of a character from its activity: standing, walking, running, crouching, working, striking, throwing, fallen.
//!
//! A pure function. Characters face -z, and their left is -x. A positive rotation about x swings a limb forwards.

use bevy::prelude::*;

use super::{BONES, Bone, Proportions, gesture, skeleton::TAIL_JOINT};

/// The input of a pose. Weights run from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseInput {
    /// The phase of the stride (two steps), in radians.
    pub phase: f32,
    /// The weight of walking or running.
    pub moving: f32,
    /// The share of running in `moving`.
    pub running: f32,
    /// The weight of crouching.
    pub crouch: f32,
    /// The yaw of the head relative to the body, in radians; positive to the right.
    pub gaze: f32,
    /// The pitch of the head in radians; positive upwards.
    pub pitch: f32,
    /// The weight of working with both hands.
    pub reach: f32,
    /// What the hands work on, relative to the body, in metres; `None` for nothing that can be touched.
    pub touch: Option<Vec3>,
    /// The weight of holding a gun with both hands at its grip.
    pub close_grip: f32,
    /// The weight of the raised striking arm.
    pub raised: f32,
    /// The weight of the follow-through of a blow.
    pub struck: f32,
    /// Where the blow lands, relative to the body, in metres; `None` for a blow into the air.
    pub target: Option<Vec3>,
    /// The weight of lying on the back.
    pub fallen: f32,
    /// The weight of keeping arms and legs close while it lies.
    pub tucked: f32,
    /// The weight of holding the mouth to the ground; only animals on four legs do.
    pub graze: f32,
    /// The weight of lying asleep; only animals on four legs do.
    pub asleep: f32,
    /// The weight of limping with a hand held to the side.
    pub hurt: f32,
    /// The weight of carrying a lantern in the left hand.
    pub lantern: f32,
    /// How much of it is built, from 0 to 1; only buildings use it.
    pub finished: f32,
    /// Seconds; drives breathing and flutter.
    pub time: f32,
}

/// The transform of each bone relative to its parent, indexed by [`Bone`].
pub type Pose = [Transform; BONES];

pub fn pose(proportions: &Proportions, motion: &PoseInput) -> Pose {
    let m = motion;
    let upright = 1.0 - m.fallen;
    let swing = m.phase.sin() * m.moving;
    let amplitude = (0.46 + 0.4 * m.running) * (1.0 - 0.35 * m.crouch);
    let leg = |side: f32| {
        let along = (m.phase + if side > 0.0 { 0.0 } else { std::f32::consts::PI }).sin() * m.moving;
        let lifting = (m.phase + if side > 0.0 { 0.0 } else { std::f32::consts::PI }).cos().max(0.0) * m.moving;
        let along = along * if side > 0.0 { 1.0 - 0.5 * m.hurt } else { 1.0 };
        let thigh = along * amplitude + 0.12 * m.running * m.moving + 0.95 * m.crouch + lifting * 0.22;
        let knee = -(0.06 + lifting * (0.75 + 0.75 * m.running) + 1.5 * m.crouch + 0.15 * m.running * m.moving);
        (thigh * upright + 0.25 * side * m.fallen, knee * upright - 0.35 * m.fallen * (1.0 + side) * 0.5)
    };
    let (left, right) = (leg(-1.0), leg(1.0));
    let extent = |(thigh, knee): (f32, f32)| proportions.thigh * thigh.cos() + proportions.shin * (thigh + knee).cos();
    let breath = (m.time * 1.7).sin() * 0.012 * (1.0 - m.moving);
    let hips_height =
        proportions.foot + extent(left).max(extent(right)) + 0.03 * m.running * m.moving * (m.phase * 2.0).cos();
    let lean = -(0.04 * m.moving
        + 0.22 * m.running * m.moving
        + 0.5 * m.crouch
        + 0.3 * m.reach
        + 0.25 * m.struck
        + 0.24 * m.hurt
        - 0.12 * m.raised);
    let twist = -swing * (0.14 + 0.1 * m.running) + 0.35 * m.struck - 0.3 * m.raised + m.gaze * -0.25;

    let mut pose = [Transform::IDENTITY; BONES];
    let mut set = |bone: Bone, at: Vec3, turn: Quat| {
        pose[bone as usize] = Transform::from_translation(at).with_rotation(turn);
    };
    let roll = (m.phase * 2.0).sin() * 0.02 * m.moving + (m.phase.sin() * m.moving + 0.5) * 0.05 * m.hurt * upright;
    // A body that stays falls backwards about its heels.
    let tip = Quat::from_rotation_x(m.fallen * m.fallen * 1.5);
    let hips = tip * Quat::from_euler(EulerRot::YXZ, swing * 0.1, 0.0, roll);
    set(Bone::Hips, tip * (Vec3::Y * hips_height) + Vec3::Y * 0.1 * m.fallen, hips);
    set(Bone::Torso, Vec3::Y * 0.05, Quat::from_euler(EulerRot::YXZ, twist, (lean + breath) * upright, -roll * 1.5));
    let head_turn = -m.gaze * 0.75 + 0.3 * m.raised - 0.3 * m.struck;
    let nod = m.pitch - lean * 0.8 * upright - 0.15 * m.reach;
    set(
        Bone::Head,
        Vec3::Y * (proportions.torso + proportions.neck),
        Quat::from_euler(EulerRot::YXZ, head_turn * upright + 0.5 * m.fallen, nod * upright, 0.0),
    );
    arms(proportions, m, swing, &mut set);
    set(
        Bone::ThighLeft,
        Vec3::new(-proportions.hip, 0.0, 0.0),
        Quat::from_euler(EulerRot::ZXY, -0.03 - 0.2 * m.fallen * (1.0 - m.tucked), left.0, 0.0),
    );
    set(
        Bone::ThighRight,
        Vec3::new(proportions.hip, 0.0, 0.0),
        Quat::from_euler(EulerRot::ZXY, 0.03 + 0.2 * m.fallen * (1.0 - m.tucked), right.0, 0.0),
    );
    set(Bone::ShinLeft, Vec3::Y * -proportions.thigh, Quat::from_rotation_x(left.1));
    set(Bone::ShinRight, Vec3::Y * -proportions.thigh, Quat::from_rotation_x(right.1));
    // Cloth trails behind the movement.
    let trail =
        -(0.1 * m.moving + 0.28 * m.running * m.moving) + (m.phase * 2.0).sin() * 0.05 * m.moving + 0.25 * m.crouch;
    set(Bone::Skirt, Vec3::ZERO, Quat::from_euler(EulerRot::YXZ, 0.0, trail * upright, swing * 0.06));
    let flutter = (m.time * 9.0).sin() * 0.12 * m.running + (m.time * 1.3).sin() * 0.03;
    let stream = -(0.12 + 0.35 * m.moving + 0.75 * m.running * m.moving) - lean * upright + flutter;
    set(
        Bone::Tail,
        Vec3::new(0.0, proportions.torso * 0.98, 0.1),
        Quat::from_euler(EulerRot::YXZ, 0.0, stream * upright, (m.time * 7.0).sin() * 0.1 * m.running),
    );
    // The end lags behind: it hangs while the body stands, and trails more than the upper half while it runs.
    let trailing = stream * 0.35 * m.moving + (m.time * 9.0 + 1.4).sin() * 0.2 * m.running * m.moving;
    let sideways = (m.time * 7.0 + 1.0).sin() * 0.16 * m.running + (m.time * 1.1).sin() * 0.03;
    let hangs = 0.14 * (1.0 - m.moving);
    set(
        Bone::TailEnd,
        Vec3::Y * -TAIL_JOINT,
        Quat::from_euler(EulerRot::YXZ, 0.0, (trailing + hangs) * upright, sideways),
    );
    gesture::touch(&mut pose, proportions, m);
    pose
}

/// How far the shoulders lie below the end of the torso, in metres.
pub(super) const SHOULDERS_BELOW_NECK: f32 = 0.05;

/// The joint of the left (-1) or the right arm (1), relative to the torso.
pub(super) fn shoulder(proportions: &Proportions, side: f32) -> Vec3 {
    Vec3::new(side * proportions.shoulder, proportions.torso - SHOULDERS_BELOW_NECK, 0.0)
}

fn arms(proportions: &Proportions, m: &PoseInput, swing: f32, set: &mut impl FnMut(Bone, Vec3, Quat)) {
    let upright = 1.0 - m.fallen;
    let work = (m.time * 8.0).sin() * 0.12 * m.reach;
    let sway = swing * (0.45 + 0.45 * m.running);
    let bend = 0.22 + 0.2 * m.moving + 1.1 * m.running * m.moving + 0.5 * m.crouch;
    let free = 1.0 - m.reach;
    // The right arm swings with the left leg.
    let mut right = (-sway * free + 1.15 * m.reach + work + 0.35 * m.crouch, bend * free + 0.45 * m.reach);
    let mut left = (sway * free + 1.15 * m.reach - work + 0.35 * m.crouch, bend * free + 0.45 * m.reach);
    right.0 += 2.75 * m.raised + 0.75 * m.struck;
    right.1 = right.1 * (1.0 - m.struck) + 0.6 * m.raised;
    // The lantern is held in front, level.
    left.0 = left.0 * (1.0 - m.lantern * 0.8) + 0.55 * m.lantern;
    left.1 = left.1 * (1.0 - m.lantern * 0.6) + 0.35 * m.lantern;
    // One hand is held to the side.
    let held = 0.85 * m.hurt * (1.0 - m.reach);
    left = (left.0 * (1.0 - held) + 0.35 * held, left.1 * (1.0 - held) + 1.6 * held);
    let out = 0.1 + 0.08 * m.running + 0.9 * m.fallen * (1.0 - m.tucked);
    set(
        Bone::ArmLeft,
        shoulder(proportions, -1.0),
        Quat::from_euler(EulerRot::ZXY, -out, left.0 * upright + 0.3 * m.fallen, 0.0),
    );
    set(
        Bone::ArmRight,
        shoulder(proportions, 1.0),
        Quat::from_euler(EulerRot::ZXY, out, right.0 * upright + 0.5 * m.fallen, 0.0),
    );
    let elbow = Vec3::Y * -proportions.arm;
    set(Bone::ForearmLeft, elbow, Quat::from_rotation_x(left.1 * upright + 0.4 * m.fallen));
    set(Bone::ForearmRight, elbow, Quat::from_rotation_x(right.1 * upright + 0.9 * m.fallen));
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROPORTIONS: Proportions =
        Proportions { thigh: 0.4, shin: 0.4, foot: 0.07, hip: 0.1, torso: 0.5, shoulder: 0.2, arm: 0.26, neck: 0.1 };

    fn soles(pose: &Pose) -> f32 {
        let hips = pose[Bone::Hips as usize];
        let foot = |thigh: Bone, shin: Bone| {
            (hips * pose[thigh as usize] * pose[shin as usize]).transform_point(Vec3::Y * -(PROPORTIONS.shin)).y
                - PROPORTIONS.foot
        };
        foot(Bone::ThighLeft, Bone::ShinLeft).min(foot(Bone::ThighRight, Bone::ShinRight))
    }

    #[test]
    fn the_lower_foot_stays_on_the_ground() {
        for (moving, running, crouch) in [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 1.0), (0.0, 0.0, 1.0)] {
            for step in 0..12 {
                for hurt in [0.0, 1.0] {
                    let phase = step as f32 * 0.52;
                    let motion = PoseInput { phase, moving, running, crouch, hurt, ..PoseInput::default() };
                    let lowest = soles(&pose(&PROPORTIONS, &motion));
                    assert!(lowest.abs() < 0.03, "{lowest} at {motion:?}");
                }
            }
        }
    }
}
