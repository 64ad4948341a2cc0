//! A world of rigid bodies, and the conversions between its types and Bevy's.

use bevy::prelude::*;
use bevy_rapier3d::rapier::dynamics::{
    CCDSolver, ImpulseJointSet, IntegrationParameters, IslandManager, MultibodyJointSet, RigidBody, RigidBodyHandle,
    RigidBodySet,
};
use bevy_rapier3d::rapier::geometry::{
    ColliderBuilder, ColliderSet, DefaultBroadPhase, Group, InteractionGroups, InteractionTestMode, NarrowPhase,
};
use bevy_rapier3d::rapier::math::Pose;
use bevy_rapier3d::rapier::pipeline::PhysicsPipeline;

use crate::world::{level::BuiltLevel, sight::shape_of};

/// In m/s².
const GRAVITY: f32 = 9.81;
/// The group of the level's solids, which everything may collide with.
pub const LEVEL: Group = Group::GROUP_1;

/// Rigid bodies and their colliders. A copy goes on exactly as the original would.
#[derive(Clone)]
pub struct PhysicsWorld {
    pub bodies: RigidBodySet,
    /// The shapes of the bodies and of the level.
    pub colliders: ColliderSet,
    /// What joins bodies.
    pub joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    ccd: CCDSolver,
    parameters: IntegrationParameters,
}

impl PhysicsWorld {
    /// An empty world with steps of this length in seconds.
    pub fn new(step: f32) -> Self {
        Self {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            multibodies: MultibodyJointSet::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            ccd: CCDSolver::new(),
            parameters: IntegrationParameters { dt: step, ..IntegrationParameters::default() },
        }
    }

    /// Adds the solids of the level for which `wanted` holds: their centre and the radius of a ball around them, in metres.
    pub fn add_level(&mut self, level: &BuiltLevel, friction: f32, wanted: impl Fn(Vec3, f32) -> bool) {
        let groups = InteractionGroups::new(LEVEL, Group::ALL, InteractionTestMode::And);
        for solid in level.solids.iter().filter(|solid| wanted(solid.centre, solid.shape.radius())) {
            if let Some((shape, at)) = shape_of(solid) {
                let collider = ColliderBuilder::new(shape).position(at);
                self.colliders.insert(collider.collision_groups(groups).friction(friction));
            }
        }
    }

    /// Computes one step. The pipeline holds nothing from step to step but memory.
    pub fn step(&mut self, pipeline: &mut PhysicsPipeline) {
        pipeline.step(
            Vec3::new(0.0, -GRAVITY, 0.0),
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    /// Lets every body come to rest, for at most so many steps: what is put down touching something is pushed apart and falls asleep.
    pub fn come_to_rest(&mut self, most_steps: u32) {
        let mut pipeline = PhysicsPipeline::new();
        for _ in 0..most_steps {
            self.step(&mut pipeline);
            if self.bodies.iter().all(|(_, body)| !body.is_dynamic() || body.is_sleeping()) {
                return;
            }
        }
    }

    /// Removes a body with its colliders and joints.
    pub fn remove(&mut self, body: RigidBodyHandle) {
        let Self { bodies, colliders, joints, multibodies, islands, .. } = self;
        bodies.remove(body, islands, colliders, joints, multibodies, true);
    }
}

/// A body that moves more slowly than this, in m/s and rad/s, for the seconds of the third number comes to rest.
const REST: (f32, f32, f32) = (0.25, 0.8, 0.4);

/// Lets a body come to rest early: shapes that are wedged in never stop quivering.
pub fn tire(body: &mut RigidBody) {
    let activation = body.activation_mut();
    (activation.normalized_linear_threshold, activation.angular_threshold, activation.time_until_sleep) = REST;
}

/// Place and rotation in Bevy's types.
pub fn transform(at: &Pose) -> Transform {
    Transform::from_translation(at.translation).with_rotation(at.rotation)
}
