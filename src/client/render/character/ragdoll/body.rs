//! The rigid bodies of one falling figure, and the solids around it.

use bevy::prelude::*;
use bevy_rapier3d::rapier::dynamics::{
    GenericJoint, ImpulseJointHandle, JointAxis, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle,
    SphericalJointBuilder,
};
use bevy_rapier3d::rapier::geometry::{ColliderBuilder, Group, InteractionGroups, InteractionTestMode};
use bevy_rapier3d::rapier::math::Pose as Place;
use bevy_rapier3d::rapier::pipeline::PhysicsPipeline;

use super::parts::{Bend, parts_of};
use crate::client::render::character::pose::Pose;
use crate::client::render::character::skeleton::{BONES, Bone, Proportions};
use crate::client::render::physics::world::{LEVEL, PhysicsWorld, tire, transform};
use crate::client::session::FinalBlow;
use crate::world::level::BuiltLevel;

/// The length of a step, in seconds.
pub(super) const STEP: f32 = 1.0 / 60.0;
/// Solids farther from the figure than this do not count, in metres.
const REACH: f32 = 10.0;
/// The height at which a blow has its whole effect on the velocity, in metres above the feet.
const SHOULDERS: f32 = 1.4;
/// How much faster than the rest the part becomes that was hit, as a factor.
const STRUCK: f32 = 1.6;
/// Limbs lose speed in joints and clothes: per second, moving and turning.
const DAMPING: (f32, f32) = (0.15, 2.6);
/// Of parts and level.
const FRICTION: f32 = 0.7;
/// Knees give way in the first steps, so that no figure leans on a wall with straight legs: the angle that they bend to in radians, how
/// stiffly per s², and how damped per second.
const GIVES_WAY: (u32, f32, f32, f32) = (75, -1.3, 60.0, 8.0);
/// Parts collide with the level, and not with each other.
const PARTS: InteractionGroups = InteractionGroups::new(Group::GROUP_2, LEVEL, InteractionTestMode::And);

/// The rigid bodies of one figure in a world of their own.
pub(super) struct FallingBody {
    world: PhysicsWorld,
    pipeline: PhysicsPipeline,
    parts: [Option<RigidBodyHandle>; BONES],
    knees: Vec<ImpulseJointHandle>,
    steps: u32,
}

impl FallingBody {
    /// The figure with its bones in these places, moving at a velocity in m/s and struck by a blow. `(scale, holds)`: its size as a factor
    /// of its proportions, and whether it holds something.
    pub fn new(
        level: &BuiltLevel,
        proportions: &Proportions,
        standing: &Pose,
        (scale, holds): (f32, bool),
        velocity: Vec3,
        blow: &FinalBlow,
    ) -> Self {
        let mut world = PhysicsWorld::new(STEP);
        let place = standing[Bone::Hips as usize].translation;
        world.add_level(level, FRICTION, |centre, radius| centre.distance(place) - radius < REACH);
        let mut figure =
            Self { world, pipeline: PhysicsPipeline::new(), parts: [None; BONES], knees: Vec::new(), steps: 0 };
        figure.add_parts(proportions, standing, scale, holds);
        figure.push(velocity, blow);
        figure
    }

    fn add_parts(&mut self, proportions: &Proportions, standing: &Pose, scale: f32, holds: bool) {
        for part in parts_of(proportions, holds) {
            let bone = standing[part.bone as usize];
            let mut body = RigidBodyBuilder::dynamic()
                .pose(Place::from_parts(bone.translation, bone.rotation))
                .linear_damping(DAMPING.0)
                .angular_damping(DAMPING.1)
                .additional_solver_iterations(4)
                .build();
            tire(&mut body);
            let handle = self.world.bodies.insert(body);
            let mass = part.mass * scale.powi(3) / part.capsules.len().max(1) as f32;
            for (from, to, radius) in part.capsules {
                let capsule = ColliderBuilder::capsule_from_endpoints(from * scale, to * scale, radius * scale);
                let capsule = capsule.mass(mass).friction(FRICTION).collision_groups(PARTS);
                self.world.colliders.insert_with_parent(capsule, handle, &mut self.world.bodies);
            }
            let parent =
                part.bone.parent().and_then(|parent| Some((self.parts[parent as usize]?, standing[parent as usize])));
            if let (Some((parent, parent_bone)), Some(mut joint)) = (parent, joint_of(part.joint)) {
                let turn = parent_bone.rotation.inverse();
                joint.set_local_anchor1(turn * (bone.translation - parent_bone.translation));
                joint.set_contacts_enabled(false);
                let is_knee = matches!(part.bone, Bone::ShinLeft | Bone::ShinRight);
                if is_knee {
                    joint.set_motor_position(JointAxis::AngX, GIVES_WAY.1, GIVES_WAY.2, GIVES_WAY.3);
                }
                let joint = self.world.joints.insert(parent, handle, joint, true);
                if is_knee {
                    self.knees.push(joint);
                }
            }
            self.parts[part.bone as usize] = Some(handle);
        }
    }

    /// Gives all parts the velocity of the walk, and the impulse of the blow: the more the higher they are, and most to the part that
    /// was hit.
    fn push(&mut self, velocity: Vec3, blow: &FinalBlow) {
        self.world.bodies.propagate_modified_body_positions_to_colliders(&mut self.world.colliders);
        let parts: Vec<RigidBodyHandle> = self.parts.iter().copied().flatten().collect();
        for handle in &parts {
            if let Some(body) = self.world.bodies.get_mut(*handle) {
                body.recompute_mass_properties_from_colliders(&self.world.colliders);
            }
        }
        let centre =
            |handle: &RigidBodyHandle| self.world.bodies.get(*handle).map_or(Vec3::ZERO, |body| body.center_of_mass());
        let lowest = parts.iter().map(|part| centre(part).y).fold(f32::INFINITY, f32::min);
        let struck =
            parts.iter().copied().min_by(|a, b| centre(a).distance(blow.at).total_cmp(&centre(b).distance(blow.at)));
        for handle in parts {
            let Some(body) = self.world.bodies.get_mut(handle) else { continue };
            let height = (body.center_of_mass().y - lowest) / SHOULDERS;
            let share = height.clamp(0.0, 1.2) * if struck == Some(handle) { STRUCK } else { 1.0 };
            let impulse = (velocity + blow.push * share) * body.mass();
            body.apply_impulse(impulse, true);
        }
    }

    pub fn step(&mut self) {
        self.steps += 1;
        if self.steps > GIVES_WAY.0 {
            for knee in self.knees.drain(..) {
                if let Some(joint) = self.world.joints.get_mut(knee, false) {
                    joint.data.set_motor_position(JointAxis::AngX, 0.0, 0.0, 0.0);
                }
            }
        }
        self.world.step(&mut self.pipeline);
    }

    /// Whether no part moves any more.
    pub fn rests(&self) -> bool {
        self.world.bodies.iter().all(|(_, body)| body.is_sleeping())
    }

    /// Each bone in the level; `None` for those that are no part of the falling body.
    pub fn bones(&self) -> [Option<Transform>; BONES] {
        self.parts.map(|part| self.world.bodies.get(part?).map(|body| transform(body.position())))
    }
}

fn joint_of(bend: Bend) -> Option<GenericJoint> {
    match bend {
        Bend::Free => None,
        Bend::Hinge(range) => Some(RevoluteJointBuilder::new(Vec3::X).limits(range).build().into()),
        Bend::Ball([x, y, z]) => Some(
            SphericalJointBuilder::new()
                .limits(JointAxis::AngX, x)
                .limits(JointAxis::AngY, y)
                .limits(JointAxis::AngZ, z)
                .build()
                .into(),
        ),
    }
}
