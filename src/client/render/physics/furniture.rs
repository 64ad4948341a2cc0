//! The bodies of furniture, and what falls or hangs: their shapes, masses and joints.

use bevy::prelude::*;
use bevy_rapier3d::rapier::dynamics::{
    ImpulseJointHandle, JointAxis, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle, SphericalJointBuilder,
};
use bevy_rapier3d::rapier::geometry::{ColliderBuilder, Group, InteractionGroups, InteractionTestMode};
use bevy_rapier3d::rapier::math::Pose;

use super::world::{LEVEL, PhysicsWorld, tire};
use crate::client::render::scene::part_transform;
use crate::data::prop::{PartShape, Prop, PropMotion};
use crate::world::level::{DOOR_THICKNESS, Door};

const LOOSE: Group = Group::GROUP_2;
const LEAF: Group = Group::GROUP_3;
const WALKER: Group = Group::GROUP_4;
const HANGING: Group = Group::GROUP_5;
const ITEM: Group = Group::GROUP_6;
/// What loose things collide with.
const AROUND_LOOSE: Group = LEVEL.union(LOOSE).union(LEAF).union(WALKER).union(HANGING);

/// Of all that moves and of the level.
pub const FRICTION: f32 = 0.55;
/// How much of its speed a loose thing keeps when it bounces, as a share.
const BOUNCE: f32 = 0.15;
const STONE_BOUNCE: f32 = 0.4;
/// Loss of speed per second, moving and turning.
const LOOSE_DAMPING: (f32, f32) = (0.2, 0.8);
const HANGING_DAMPING: (f32, f32) = (0.0, 0.25);
const ITEM_DAMPING: (f32, f32) = (0.4, 4.0);
/// How far a hanging thing swings, in radians.
const MAX_SWING: f32 = 0.7;
/// In kilograms.
const DOOR_MASS: f32 = 18.0;
const STONE_MASS: f32 = 0.4;
const ITEM_MASS: f32 = 0.5;
/// The radius of a stone, in metres.
pub const STONE_RADIUS: f32 = 0.055;
/// A door leaf wins against what is in its way.
const LEAF_DOMINANCE: i8 = 10;
/// How hard a door is drawn to its angle, per s², and how much of that is damped, per second: it swings a little past it.
const DOOR_PULL: (f32, f32) = (260.0, 15.0);
/// How far past open a door may swing, in radians.
const DOOR_PLAY: f32 = 0.12;

/// Adds a prop that moves, standing or hanging at a place; `None` for one that does not.
pub fn add_prop(world: &mut PhysicsWorld, prop: &Prop, at: Transform) -> Option<RigidBodyHandle> {
    let motion = prop.moves?;
    let (mass, damping, groups) = match motion {
        PropMotion::Loose { mass } => {
            (mass, LOOSE_DAMPING, InteractionGroups::new(LOOSE, AROUND_LOOSE, InteractionTestMode::And))
        }
        PropMotion::Hanging { mass, .. } => {
            (mass, HANGING_DAMPING, InteractionGroups::new(HANGING, LOOSE, InteractionTestMode::And))
        }
    };
    let mut body = RigidBodyBuilder::dynamic()
        .pose(Pose::from_parts(at.translation, at.rotation))
        .linear_damping(damping.0)
        .angular_damping(damping.1)
        .sleeping(true)
        .build();
    if matches!(motion, PropMotion::Loose { .. }) {
        tire(&mut body);
    }
    let body = world.bodies.insert(body);
    let volume: f32 = prop.parts.iter().map(|part| volume(part.shape)).sum();
    for part in &prop.parts {
        let shape = match part.shape {
            PartShape::Box(width, height, depth) => ColliderBuilder::cuboid(width * 0.5, height * 0.5, depth * 0.5),
            PartShape::Cylinder { radius, height } => ColliderBuilder::cylinder(height * 0.5, radius),
            PartShape::Ball { radius } => ColliderBuilder::ball(radius),
        };
        let place = part_transform(part);
        let shape = shape
            .position(Pose::from_parts(place.translation, place.rotation))
            .mass(mass * volume_share(part.shape, volume))
            .collision_groups(groups)
            .friction(FRICTION)
            .restitution(BOUNCE);
        world.colliders.insert_with_parent(shape, body, &mut world.bodies);
    }
    if let PropMotion::Hanging { hook, .. } = motion {
        let ceiling = RigidBodyBuilder::fixed().pose(Pose::from_parts(at.translation, at.rotation)).build();
        let ceiling = world.bodies.insert(ceiling);
        let joint = SphericalJointBuilder::new()
            .local_anchor1(Vec3::Y * hook)
            .local_anchor2(Vec3::Y * hook)
            .limits(JointAxis::AngX, [-MAX_SWING, MAX_SWING])
            .limits(JointAxis::AngZ, [-MAX_SWING, MAX_SWING]);
        world.joints.insert(ceiling, body, joint, false);
    }
    Some(body)
}

fn volume(shape: PartShape) -> f32 {
    match shape {
        PartShape::Box(width, height, depth) => width * height * depth,
        PartShape::Cylinder { radius, height } => std::f32::consts::PI * radius * radius * height,
        PartShape::Ball { radius } => 4.0 / 3.0 * std::f32::consts::PI * radius.powi(3),
    }
}

fn volume_share(shape: PartShape, whole: f32) -> f32 {
    volume(shape) / whole.max(1e-6)
}

#[derive(Clone, Copy)]
pub struct Leaf {
    /// The body; its origin is at the hinge.
    pub body: RigidBodyHandle,
    hinge: ImpulseJointHandle,
}

/// Adds the leaf of a door. `shut` is its transform while closed, and `open` the angle at which it is open, in radians about y.
pub fn add_leaf(world: &mut PhysicsWorld, door: &Door, shut: Transform, open: f32) -> Leaf {
    let at = Pose::from_parts(shut.translation, shut.rotation);
    let frame = world.bodies.insert(RigidBodyBuilder::fixed().pose(at).build());
    let body = RigidBodyBuilder::dynamic().pose(at).dominance_group(LEAF_DOMINANCE).sleeping(true).build();
    let body = world.bodies.insert(body);
    let half = Vec3::new(door.width * 0.5, door.height * 0.5, DOOR_THICKNESS * 0.5);
    let board = ColliderBuilder::cuboid(half.x - 0.03, half.y - 0.03, half.z)
        .translation(Vec3::new(half.x, half.y, 0.0))
        .mass(DOOR_MASS)
        .friction(FRICTION)
        .collision_groups(InteractionGroups::new(LEAF, LOOSE, InteractionTestMode::And));
    world.colliders.insert_with_parent(board, body, &mut world.bodies);
    let past = open + DOOR_PLAY * open.signum();
    let joint = RevoluteJointBuilder::new(Vec3::Y).limits([past.min(0.0), past.max(0.0)]).motor_position(
        0.0,
        DOOR_PULL.0,
        DOOR_PULL.1,
    );
    Leaf { body, hinge: world.joints.insert(frame, body, joint, false) }
}

/// Draws a leaf to an angle in radians.
pub fn draw_leaf(world: &mut PhysicsWorld, leaf: Leaf, angle: f32) {
    if let Some(joint) = world.joints.get_mut(leaf.hinge, true) {
        joint.data.set_motor_position(JointAxis::AngX, angle, DOOR_PULL.0, DOOR_PULL.1);
    }
    if let Some(body) = world.bodies.get_mut(leaf.body) {
        body.wake_up(true);
    }
}

/// Adds an agent: a capsule that is moved, and that nothing stops. It stands at its feet.
pub fn add_walker(world: &mut PhysicsWorld, radius: f32, height: f32) -> RigidBodyHandle {
    let body = world.bodies.insert(RigidBodyBuilder::kinematic_position_based().build());
    let radius = radius.min(height * 0.45);
    let capsule = ColliderBuilder::capsule_from_endpoints(
        Vec3::Y * radius,
        Vec3::Y * (height - radius).max(radius + 0.01),
        radius,
    )
    .friction(0.2)
    .collision_groups(InteractionGroups::new(WALKER, LOOSE, InteractionTestMode::And));
    world.colliders.insert_with_parent(capsule, body, &mut world.bodies);
    body
}

pub fn add_stone(world: &mut PhysicsWorld, place: Vec3, velocity: Vec3) -> RigidBodyHandle {
    let groups = InteractionGroups::new(LOOSE, AROUND_LOOSE, InteractionTestMode::And);
    let ball = ColliderBuilder::ball(STONE_RADIUS).mass(STONE_MASS).collision_groups(groups);
    add_flying(world, RigidBodyBuilder::dynamic().translation(place).linvel(velocity), ball)
}

/// Adds an item that has been dropped; `half` is half its size. Nobody kicks it: it has to stay where it was dropped.
pub fn add_item(world: &mut PhysicsWorld, place: Vec3, half: Vec3, spin: Vec3) -> RigidBodyHandle {
    let groups = InteractionGroups::new(ITEM, LEVEL, InteractionTestMode::And);
    let shape = ColliderBuilder::cuboid(half.x, half.y, half.z).mass(ITEM_MASS).collision_groups(groups);
    let body = RigidBodyBuilder::dynamic().translation(place).angvel(spin).linear_damping(ITEM_DAMPING.0);
    add_flying(world, body, shape)
}

fn add_flying(world: &mut PhysicsWorld, body: RigidBodyBuilder, shape: ColliderBuilder) -> RigidBodyHandle {
    let body = world.bodies.insert(body.angular_damping(ITEM_DAMPING.1).ccd_enabled(true));
    let shape = shape.friction(FRICTION).restitution(STONE_BOUNCE);
    world.colliders.insert_with_parent(shape, body, &mut world.bodies);
    body
}
