//! Locomotion: bodies follow their path, or a player's steering, with the same limits for both.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Blackboard, Gait, GoRequest, Label, Percepts, Roster, Side, SimulationClock};

use super::{
    LevelTerrainService,
    avoidance::{Neighbour, Neighbours, avoid, is_steered, overlap_depth, separate},
    own_ground::feel,
    passage::step_through,
    path_follower::{PATIENCE, PathFollower},
    push::yield_to,
};
use crate::{
    data::body::BodySpec,
    world::{
        Body, BodyCondition, BodyKind, Hands, Hidden, InPlay, MatchRules, Things, WeaponPhase, WeaponState,
        geometry::flat,
    },
};

/// A corner of the path is passed at this distance, in metres.
const CORNER_RADIUS: f32 = 0.15;
/// The same for a body that was stuck, in metres.
const EXACT_RADIUS: f32 = 0.01;
/// When giving way: for how long a body steps back (s), and how near the blocking body must be (m).
const GIVE_WAY: (f32, f32) = (0.8, 1.1);
/// After being blocked for this long a body presses into those in its way, in seconds.
const PRESS_AFTER: f32 = 2.5;
/// How deep a blocked body presses into others, in metres: less than [`MAX_OVERLAP`].
const PRESSING: f32 = 0.04;
/// The deepest overlap that walls or third bodies may cause, in metres. Beyond it a body stays where it is.
const MAX_OVERLAP: f32 = 0.05;

/// The verb for opening doors in the rules.
pub(super) struct OpenVerb(Label);

impl Default for OpenVerb {
    fn default() -> Self {
        Self("open".into())
    }
}

type MoverQuery<'a> = (
    &'a AgentId,
    &'a Side,
    &'a BodyKind,
    &'a Blackboard,
    (&'a WeaponState, &'a BodyCondition, &'a Hands),
    &'a Hidden,
    &'a mut Body,
    &'a mut PathFollower,
    Option<&'a mut Percepts>,
);

/// Moves all bodies in play by one tick, in roster order.
pub(super) fn move_bodies(
    clock: Res<SimulationClock>,
    ground: Res<LevelTerrainService>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    open: Local<OpenVerb>,
    mut things: ResMut<Things>,
    mut neighbours: ResMut<Neighbours>,
    mut around: Local<Vec<Neighbour>>,
    mut agents: Query<MoverQuery, With<InPlay>>,
) {
    let dt = clock.dt();
    for (row, entity) in roster.agents.iter().enumerate() {
        let Ok((id, side, kind, board, (arms, condition, hands), hidden, mut body, mut follower, percepts)) =
            agents.get_mut(*entity)
        else {
            continue;
        };
        let row = row as u16;
        if hidden.0.is_some() {
            body.velocity = Vec3::ZERO;
            follower.position = None;
            continue;
        }
        let kind = &*kind.0;
        if !kind.walks() {
            continue;
        }
        let (wanted, gait) = requested_velocity(board, &mut follower, kind, &body, dt);
        update_crouch(&mut body, kind, gait, dt);
        let burden = things.burden(&hands.carried, &ground.0.site.built, &rules.0.things);
        let held = things.hold(*id, clock.tick);
        let able = if held { 0.0 } else { condition.speed_factor * burden };
        let slowed = wanted * recovery_factor(arms, kind) * able;
        around.clear();
        around.extend(neighbours.near(row, body.place));
        follower.pusher.update(body.place, slowed, row, dt);
        // Nobody pushes aside a body that is steered, as a person does.
        let pushed_aside = yield_to(follower.pusher.push, body.place, kind.radius, around.iter());
        let pushed_aside = pushed_aside.filter(|_| !is_steered(board));
        let yielding = match pushed_aside {
            Some(push) => {
                follower.pusher.push = push;
                push.direction * kind.speeds.walk * able
            }
            None if follower.pusher.push.back => follower.pusher.push.direction * kind.speeds.walk * able,
            None => give_way(&mut follower, slowed, &body, kind, row, &around, dt),
        };
        // A body at the goal is not an obstacle: it is the target.
        let goal = follower.goal();
        let in_the_way = around.iter().filter(|other| {
            goal.is_none_or(|goal| flat(other.place - goal).length() > 2.0 * kind.radius + other.radius)
        });
        let bent = avoid(yielding, body.place, kind.radius, in_the_way);
        let velocity = accelerate(flat(body.velocity), bent, kind, dt);
        let Some(position) = follower.locate(&ground.0, body.place) else { continue };

        // A body that has been blocked for long presses a little into those in its way, unless they are steered; they move aside by as
        // much, even if they sleep.
        let presses = follower.pusher.push.strength > 0.0 || follower.blocked_seconds() >= PRESS_AFTER;
        let pressing = if presses { PRESSING } else { 0.0 };
        let aim = separate(body.place + velocity * dt, kind.radius, pressing, around.iter());
        // Bodies that overlap at first (after leaving a hiding place) separate at walking speed.
        let most = velocity.length() + kind.speeds.walk;
        let aim = body.place + flat(aim - body.place).clamp_length_max(most * dt);
        let may_open = rules.0.allows_verb(side.0, open.0);
        let level = &ground.0.site.built;
        let step = step_through(level, &mut things, *id, may_open, kind.radius, body.place, aim);
        if let Some((door, mut percepts)) = step.stopped_by.zip(percepts) {
            percepts.0.extend(feel(&things, &rules.0.things, level, door, &body));
        }
        let slid = ground.0.snap_to_ground(ground.0.mesh.slide(position, step.end));
        let into = overlap_depth(slid.point, kind.radius, around.iter());
        let pressed = into > MAX_OVERLAP && into > overlap_depth(body.place, kind.radius, around.iter());
        let end = if pressed { ground.0.snap_to_ground(position) } else { slid };
        body.velocity = flat(end.point - body.place) / dt;
        body.place = end.point;
        follower.position = Some(end);
        turn(&mut body, board, kind, wanted, dt);
        if !follower.corners.is_empty() && !held {
            follower.update_progress(end.point, dt);
        }
        let (place, velocity) = (body.place, body.velocity);
        neighbours.update(row, place, velocity);
    }
}

/// The velocity and gait that the request asks for.
fn requested_velocity(
    board: &Blackboard,
    follower: &mut PathFollower,
    kind: &BodySpec,
    body: &Body,
    dt: f32,
) -> (Vec3, Gait) {
    match board.go.request() {
        Some(GoRequest::Steer { direction, gait }) => {
            (flat(*direction).clamp_length_max(1.0) * kind.speeds.of(*gait), *gait)
        }
        Some(GoRequest::Stay { gait }) => (Vec3::ZERO, *gait),
        Some(GoRequest::To { gait, .. }) => (velocity_along_path(follower, kind, body, *gait, dt), *gait),
        None => (Vec3::ZERO, if body.gait == Gait::Crouch { Gait::Crouch } else { Gait::Walk }),
    }
}

/// The velocity towards the next corner of the path, slower near the goal.
fn velocity_along_path(follower: &mut PathFollower, kind: &BodySpec, body: &Body, gait: Gait, dt: f32) -> Vec3 {
    let radius = if follower.exact { EXACT_RADIUS } else { CORNER_RADIUS };
    while follower.corners.len() > 1 && flat(follower.corners[0] - body.place).length() < radius {
        follower.corners.remove(0);
    }
    let Some(corner) = follower.corners.first() else { return Vec3::ZERO };
    let offset = flat(*corner - body.place);
    let distance = offset.length();
    if distance < 1e-3 {
        return Vec3::ZERO;
    }
    // Brake to stop at the goal (v² = 2 a s), and never overshoot within the tick.
    let left = follower.remaining(body.place);
    let stop = (2.0 * kind.braking * (left - follower.within * 0.5).max(0.0)).sqrt();
    let overshoot = if follower.exact || follower.corners.len() == 1 { distance / dt } else { f32::INFINITY };
    offset / distance * kind.speeds.of(gait).min(stop.max(0.3)).min(overshoot)
}

/// The factor on the speed of a body that recovers from a blow.
fn recovery_factor(arms: &WeaponState, kind: &BodySpec) -> f32 {
    match (arms.phase, kind.strike(arms.blow)) {
        (WeaponPhase::Recovering(_), Some((_, strike))) => strike.recovery_speed_factor,
        _ => 1.0,
    }
}

/// Steps back for a moment if a body with a lower number comes the other way and neither can pass. One that only stands there is pushed.
fn give_way(
    follower: &mut PathFollower,
    wanted: Vec3,
    body: &Body,
    kind: &BodySpec,
    row: u16,
    around: &[Neighbour],
    dt: f32,
) -> Vec3 {
    let (left, away) = follower.giving_way;
    if left > 0.0 {
        follower.giving_way.0 = left - dt;
        if left <= dt {
            follower.reset_progress(body.place);
        }
        return away * kind.speeds.of(Gait::Walk);
    }
    let (seconds, reach) = GIVE_WAY;
    if follower.blocked_seconds() < follower.patience.max(PATIENCE) || wanted == Vec3::ZERO {
        return wanted;
    }
    let blocking = around.iter().find(|other| {
        let offset = flat(other.place - body.place);
        let comes = other.velocity.dot(wanted) < 0.0 || other.push.direction.dot(wanted) < 0.0;
        comes && other.row < row && offset.length() < reach && offset.dot(wanted) > 0.0
    });
    if let Some(other) = blocking {
        let back = flat(body.place - other.place).normalize_or_zero();
        // Back and to the right, so that the other body can pass.
        follower.giving_way = (seconds, (back + Vec3::new(-back.z, 0.0, back.x) * 0.5).normalize_or_zero());
        // The wait starts again, so that a body that cannot step back does not try again on every tick.
        follower.patience = follower.blocked_seconds() + seconds + PATIENCE;
    }
    wanted
}

fn accelerate(velocity: Vec3, wanted: Vec3, kind: &BodySpec, dt: f32) -> Vec3 {
    let change = wanted - velocity;
    let gaining = wanted.length_squared() >= velocity.length_squared();
    let most = if gaining { kind.acceleration } else { kind.braking } * dt;
    velocity + change.clamp_length_max(most)
}

fn update_crouch(body: &mut Body, kind: &BodySpec, gait: Gait, dt: f32) {
    body.gait = gait;
    let wanted = if gait == Gait::Crouch { 1.0 } else { 0.0 };
    let step = if kind.crouch_seconds > 0.0 { dt / kind.crouch_seconds } else { 1.0 };
    body.crouch += (wanted - body.crouch).clamp(-step, step);
}

/// Turns the body towards its movement, or towards its gaze if it stands or walks backwards.
fn turn(body: &mut Body, board: &Blackboard, kind: &BodySpec, wanted: Vec3, dt: f32) {
    let towards = super::gaze::facing(body, board, kind, wanted);
    let off = crate::world::geometry::wrap_angle(towards - body.heading);
    let most = kind.turn_rate.to_radians() * dt;
    body.heading = crate::world::geometry::wrap_angle(body.heading + off.clamp(-most, most));
}
