//! How a figure lies or crouches in a hiding place.

use bevy::prelude::*;
use quarry_minds::protocol::ThingId;

use super::PoseInput;
use crate::client::session::SceneSetup;
use crate::data::prop::HidingPose;
use crate::world::geometry::rotation;

/// The length of a figure that lies, in metres, at scale 1.
const LENGTH: f32 = 1.7;

/// A hiding place, for a figure inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refuge {
    pose: HidingPose,
    place: Vec3,
    heading: f32,
}

/// The hiding place with this number; `None` for one without a prop, such as a curtain, where figures stand.
pub(super) fn of(setup: &SceneSetup, place: ThingId) -> Option<Refuge> {
    let thing = setup.level.thing(place)?;
    let prop = setup.level.props.get(thing.prop?)?;
    let pose = setup.props.0.get(&prop.name)?.hiding_place?.pose;
    Some(Refuge { pose, place: thing.place, heading: thing.heading })
}

impl Refuge {
    /// Puts a figure into its place, and changes its pose.
    pub(super) fn apply(self, root: &mut Transform, motion: &mut PoseInput) {
        match self.pose {
            HidingPose::Standing => {}
            HidingPose::Crouching { height } => {
                motion.crouch = 1.0;
                root.translation.y = self.place.y + height;
            }
            HidingPose::Lying { height, rotation: turned } => {
                (motion.crouch, motion.tucked, motion.fallen) = (0.0, 1.0, 1.0);
                root.rotation = rotation(self.heading + turned.to_radians());
                // It lies on its back from its heels on: its middle comes to the middle of the place.
                let heels = root.rotation * Vec3::Z * (-LENGTH * 0.5 * root.scale.z);
                root.translation = self.place + Vec3::Y * height + heels;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::render::character::{Bone, Proportions, pose::pose};

    #[test]
    fn a_figure_in_a_bed_lies_within_it() {
        let proportions = Proportions {
            thigh: 0.4,
            shin: 0.4,
            foot: 0.07,
            hip: 0.1,
            torso: 0.5,
            shoulder: 0.2,
            arm: 0.26,
            neck: 0.1,
        };
        let refuge = Refuge { pose: HidingPose::Lying { height: 0.1, rotation: 0.0 }, place: Vec3::ZERO, heading: 0.6 };
        let (mut root, mut motion) = (Transform::IDENTITY, PoseInput::default());
        refuge.apply(&mut root, &mut motion);
        let bones = pose(&proportions, &motion);
        let torso = root * bones[Bone::Hips as usize] * bones[Bone::Torso as usize];
        let head = torso * bones[Bone::Head as usize];
        assert!(root.translation.xz().length() < 1.0);
        assert!(head.translation.y < 0.6, "the head is {} m high", head.translation.y);
        assert!(head.translation.xz().length() < 1.0, "{} m from the middle", head.translation.xz().length());
    }
}
