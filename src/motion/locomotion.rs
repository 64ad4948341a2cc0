//! Bodies follow their courses, or the hand that steers them: the same legs for minds and people.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    LevelTerrainService,
    avoidance::{Neighbour, Neighbours, bend, depth, push_out},
    passage::step_through,
    path_follower::{PATIENCE, PathFollower},
};
use crate::{
    data::body::BodySpec,
    protocol::{AgentId, Blackboard, Gait, GoRequest, Label, Roster, Side, SimulationClock},
    world::{Body, BodyKind, Hidden, InPlay, MatchRules, Things, WeaponPhase, WeaponState, Wounds, geometry::flat},
};

/// How near a corner counts as passed, in metres.
const CORNER: f32 = 0.15;
/// How long and how far away it looks when it gives way: seconds, metres.
const GIVE_WAY: (f32, f32) = (0.8, 1.1);
/// How deep a body may be pressed into another by a third or by a wall, in metres; from there on it stays where it is.
const PRESSED: f32 = 0.05;

/// The word for opening doors in the rules.
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
    (&'a WeaponState, &'a Wounds),
    &'a Hidden,
    &'a mut Body,
    &'a mut PathFollower,
);

/// Moves every body in play by one tick, in roster order.
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
        let Ok((id, side, kind, board, (arms, wounds), hidden, mut body, mut follower)) = agents.get_mut(*entity)
        else {
            continue;
        };
        let row = row as u16;
        if hidden.0.is_some() {
            body.velocity = Vec3::ZERO;
            follower.spot = None;
            continue;
        }
        let kind = &*kind.0;
        let (wanted, gait) = wanted_velocity(board, &mut follower, kind, &body, dt);
        stoop(&mut body, kind, gait, dt);
        let slowed = wanted * slowness(arms, kind) * wounds.haste(&rules.0.wounds);
        let yielding = give_way(&mut follower, slowed, &body, kind, row, &neighbours, dt);
        // Whoever stands where one is going is not in the way: it is whom one is going to.
        let goal = follower.goal();
        around.clear();
        around.extend(neighbours.near(row, body.place));
        let in_the_way = around.iter().filter(|other| {
            goal.is_none_or(|goal| flat(other.place - goal).length() > 2.0 * kind.radius + other.radius)
        });
        let bent = bend(yielding, body.place, kind.radius, in_the_way);
        let velocity = accelerate(flat(body.velocity), bent, kind, dt);
        let Some(spot) = follower.locate(&ground.0, body.place) else { continue };

        let aim = push_out(body.place + velocity * dt, kind.radius, around.iter());
        // Whoever is set down where another stands is moved off as one walks, not flung.
        let most = velocity.length() + kind.speeds.walk;
        let aim = body.place + flat(aim - body.place).clamp_length_max(most * dt);
        let may_open = rules.0.allows_verb(side.0, open.0);
        let passed = step_through(&ground.0.site.built, &mut things, *id, may_open, kind.radius, body.place, aim);
        let slid = ground.0.grounded(ground.0.mesh.slide(spot, passed));
        let into = depth(slid.point, kind.radius, around.iter());
        let pressed = into > PRESSED && into > depth(body.place, kind.radius, around.iter());
        let end = if pressed { ground.0.grounded(spot) } else { slid };
        body.velocity = flat(end.point - body.place) / dt;
        body.place = end.point;
        follower.spot = Some(end);
        turn(&mut body, board, kind, wanted, dt);
        if !follower.corners.is_empty() {
            follower.note_progress(end.point, dt);
        }
        let (place, velocity) = (body.place, body.velocity);
        neighbours.update(row, place, velocity);
    }
}

/// The velocity the request asks for, and its gait.
fn wanted_velocity(
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
        Some(GoRequest::To { gait, .. }) => (along(follower, kind, body, *gait, dt), *gait),
        None => (Vec3::ZERO, if body.gait == Gait::Crouch { Gait::Crouch } else { Gait::Walk }),
    }
}

/// The velocity along the follower: towards its next corner, slower where the goal is near.
fn along(follower: &mut PathFollower, kind: &BodySpec, body: &Body, gait: Gait, dt: f32) -> Vec3 {
    while follower.corners.len() > 1 && flat(follower.corners[0] - body.place).length() < CORNER {
        follower.corners.remove(0);
    }
    let Some(corner) = follower.corners.first() else { return Vec3::ZERO };
    let way = flat(*corner - body.place);
    let distance = way.length();
    if distance < 1e-3 {
        return Vec3::ZERO;
    }
    // Brake so as to stand at the goal: v^2 = 2 a s; and never overshoot within the tick.
    let left = follower.remaining(body.place);
    let stop = (2.0 * kind.braking * (left - follower.within * 0.5).max(0.0)).sqrt();
    let overshoot = if follower.corners.len() == 1 { distance / dt } else { f32::INFINITY };
    way / distance * kind.speeds.of(gait).min(stop.max(0.3)).min(overshoot)
}

/// How much of its speed a body keeps: all of it on the way to a blow, less while it recovers from one.
fn slowness(arms: &WeaponState, kind: &BodySpec) -> f32 {
    match (arms.stage, kind.strike) {
        (WeaponPhase::Recovering(_), Some(strike)) => strike.slowed_to,
        _ => 1.0,
    }
}

/// Steps back for a while where somebody with a lower number stands in the way and neither gets through.
fn give_way(
    follower: &mut PathFollower,
    wanted: Vec3,
    body: &Body,
    kind: &BodySpec,
    row: u16,
    neighbours: &Neighbours,
    dt: f32,
) -> Vec3 {
    let (left, away) = follower.giving_way;
    if left > 0.0 {
        follower.giving_way.0 = left - dt;
        if left <= dt {
            follower.set_out_again(body.place);
        }
        return away * kind.speeds.of(Gait::Walk);
    }
    let (seconds, reach) = GIVE_WAY;
    if follower.hindered() < follower.patience.max(PATIENCE) || wanted == Vec3::ZERO {
        return wanted;
    }
    let blocking = neighbours.near(row, body.place).find(|other| {
        let offset = flat(other.place - body.place);
        other.row < row && offset.length() < reach && offset.dot(wanted) > 0.0
    });
    if let Some(other) = blocking {
        let back = flat(body.place - other.place).normalize_or_zero();
        // Back and to the right, so that the other can pass.
        follower.giving_way = (seconds, (back + Vec3::new(-back.z, 0.0, back.x) * 0.5).normalize_or_zero());
        // Hindered it still is: who cannot step back either must not count as one who just gave way.
        follower.patience = follower.hindered() + seconds + PATIENCE;
    }
    wanted
}

fn accelerate(velocity: Vec3, wanted: Vec3, kind: &BodySpec, dt: f32) -> Vec3 {
    let change = wanted - velocity;
    let gaining = wanted.length_squared() >= velocity.length_squared();
    let most = if gaining { kind.acceleration } else { kind.braking } * dt;
    velocity + change.clamp_length_max(most)
}

fn stoop(body: &mut Body, kind: &BodySpec, gait: Gait, dt: f32) {
    body.gait = gait;
    let wanted = if gait == Gait::Crouch { 1.0 } else { 0.0 };
    let step = if kind.crouch_seconds > 0.0 { dt / kind.crouch_seconds } else { 1.0 };
    body.crouch += (wanted - body.crouch).clamp(-step, step);
}

/// Turns the body the way it goes; where it stands, or is steered backwards, the way it looks.
fn turn(body: &mut Body, board: &Blackboard, kind: &BodySpec, wanted: Vec3, dt: f32) {
    let towards = super::gaze::facing(body, board, kind, wanted);
    let off = crate::world::geometry::wrap_angle(towards - body.heading);
    let most = kind.turn_rate.to_radians() * dt;
    body.heading = crate::world::geometry::wrap_angle(body.heading + off.clamp(-most, most));
}
