//! How machines and buildings hold themselves: walkers walk with level guns, tanks turn their turrets, buildings rise within a scaffold
//! and sink when they are destroyed.

use bevy::prelude::*;

use crate::client::render::character::pose;
use crate::client::render::character::pose::{Pose, PoseInput};
use crate::client::render::character::skeleton::{BONES, Bone, Proportions};

/// A part that is not shown is this small: meshes of no size have no normals.
const HIDDEN: f32 = 1e-3;
/// Part of the height of a building remains visible as its foundations when it has hardly been begun.
const FOUNDATIONS: f32 = 0.06;

/// A walker: the legs of a person, a trunk that turns to where it looks, and arms that point where it looks.
pub fn walker(proportions: &Proportions, motion: &PoseInput) -> Pose {
    let mut pose = pose::pose(proportions, motion);
    let upright = 1.0 - motion.fallen;
    pose[Bone::Torso as usize].rotation = Quat::from_rotation_y(-motion.gaze * upright);
    pose[Bone::Head as usize].rotation = Quat::IDENTITY;
    let aim = Quat::from_rotation_x(motion.pitch * upright);
    for (arm, forearm) in [(Bone::ArmLeft, Bone::ForearmLeft), (Bone::ArmRight, Bone::ForearmRight)] {
        pose[arm as usize].rotation = aim;
        pose[forearm as usize].rotation = Quat::IDENTITY;
    }
    pose
}

/// A tank: the hull is at the hips, the turret at the torso, the gun is what it holds. A wreck sags, with its turret askew.
pub fn tank(proportions: &Proportions, motion: &PoseInput) -> Pose {
    let mut pose = [Transform::IDENTITY; BONES];
    let (upright, fallen) = (1.0 - motion.fallen, motion.fallen);
    // It rocks a little while it drives.
    let rock = (motion.phase * 2.0).sin() * 0.012 * motion.moving;
    let hull = &mut pose[Bone::Hips as usize];
    hull.translation.y = -0.08 * fallen;
    hull.rotation = Quat::from_rotation_x(rock) * Quat::from_rotation_z(0.07 * fallen);
    let turret = &mut pose[Bone::Torso as usize];
    turret.translation = Vec3::new(0.12 * fallen, proportions.torso, 0.0);
    turret.rotation =
        Quat::from_rotation_y(-motion.gaze * upright + 0.5 * fallen) * Quat::from_rotation_z(0.16 * fallen);
    pose[Bone::Held as usize].rotation = Quat::from_rotation_x(motion.pitch * upright - 0.14 * fallen);
    pose
}

/// A building: it rises out of the ground while it is built, within a scaffold (on the torso); a part that turns (on the skirt) stands at
/// `shoulder` to the right, `neck` up and `hip` back.
pub fn building(proportions: &Proportions, motion: &PoseInput) -> Pose {
    let mut pose = [Transform::IDENTITY; BONES];
    let built = FOUNDATIONS + (1.0 - FOUNDATIONS) * motion.finished.clamp(0.0, 1.0);
    let sunk = proportions.torso * (1.0 - built * (1.0 - motion.fallen));
    pose[Bone::Hips as usize].translation.y = -sunk;
    let in_work = motion.finished < 1.0 && motion.fallen <= 0.0;
    let scaffold = &mut pose[Bone::Torso as usize];
    scaffold.translation.y = sunk;
    scaffold.scale = Vec3::splat(if in_work { 1.0 } else { HIDDEN });
    let turning = &mut pose[Bone::Skirt as usize];
    turning.translation = Vec3::new(proportions.shoulder, proportions.neck, proportions.hip);
    turning.rotation = Quat::from_rotation_y(if motion.finished >= 1.0 { motion.time * 0.9 } else { 0.0 });
    pose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::commander::view::buildings;

    #[test]
    fn a_building_rises_within_a_scaffold_and_sinks_when_it_is_destroyed() {
        let proportions = buildings::build_barracks(LinearRgba::WHITE, 0).proportions;
        let at = |finished: f32, fallen: f32| {
            let pose = building(&proportions, &PoseInput { finished, fallen, ..PoseInput::default() });
            (pose[Bone::Hips as usize].translation.y, pose[Bone::Torso as usize])
        };
        let (low, scaffold) = at(0.1, 0.0);
        assert!(low < -1.0 && scaffold.scale.x > 0.5);
        assert!((low + scaffold.translation.y).abs() < 1e-5, "the scaffold stands on the ground");
        let (whole, scaffold) = at(1.0, 0.0);
        assert!(whole.abs() < 1e-5 && scaffold.scale.x < 0.01);
        assert!(at(1.0, 1.0).0 < -2.0, "a destroyed building is gone");
    }

    #[test]
    fn a_turret_turns_and_its_gun_rises() {
        let pose = tank(
            &buildings::build_barracks(LinearRgba::WHITE, 0).proportions,
            &PoseInput { gaze: 0.5, pitch: 0.2, ..PoseInput::default() },
        );
        let ahead = pose[Bone::Torso as usize].rotation * pose[Bone::Held as usize].rotation * Vec3::NEG_Z;
        assert!(ahead.x > 0.3 && ahead.y > 0.1, "{ahead}");
    }
}
