//! The soldiers and the scout of a side: they receive orders, and carry them out by requests to their bodies.
//!
//! A soldier with a mind of its own decides for itself; the others fight whatever the side knows of within reach, and otherwise follow the
//! mission of the army.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind,
    protocol::{
        AgentId, Blackboard, FailReason, Gait, GoRequest, GunRequest, HeldOrder, LookRequest, OrderStatus,
        SimulationClock,
    },
};

use super::{
    catalogue::ProductId,
    schema::{CommanderRules, rules_of},
    state::{Commander, SideState, Sighting, StaffOrders},
    units::{Census, CensusEntry, Combatant, Job, Worker},
};
use crate::world::{Body, BodyKind, Gun, InPlay, MatchRules, SiteService, Things};

/// An enemy that was not seen for this long is not shot at, in seconds.
const FRESH: f32 = 0.6;
/// The army waits at most so long for the last ones before it attacks, in seconds.
const GATHER_SECONDS: f32 = 25.0;
/// The share of the army that must be gathered before it attacks.
const GATHERED: f32 = 0.75;
/// A gun is fired when the eyes are within this angle of the target's middle, as a cosine.
const AIMED: f32 = 0.998;
/// Soldiers choose their targets on every so many ticks.
const CHOOSE_EVERY: u32 = 4;
/// The share of its range to which a soldier closes in.
const CLOSE_IN: f32 = 0.85;

/// What the soldiers of a side are to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ArmyTask {
    /// Gather at the square of their base.
    #[default]
    Rest,
    /// Go to a place.
    Go,
    /// Gather, go to a place and fight what is there.
    Attack,
    /// Stay at a place and fight what comes near.
    Hold,
}

/// The task of the soldiers, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mission {
    /// The task.
    pub task: ArmyTask,
    /// Where, in metres.
    pub place: Vec3,
    /// The number of the order; 0 without one.
    pub order: u32,
    /// The tick in which it began.
    pub since: u32,
    /// Whether the soldiers have set out.
    pub set_out: bool,
}

/// An army that attacks a place fights all that it knows of within this distance of it, in metres.
const SWEEP: f32 = 30.0;
/// A scout has seen a place from this distance, in metres.
const SCOUTED: f32 = 7.0;
/// A place that was seen within so many ticks is not scouted again.
const SEEN_LATELY: u32 = 30 * 45;
/// The distance from the middle of a plot to where one walks beside it, at most, in metres.
const PLOT_EDGE: f32 = 3.0;

/// The order to the army to go to a place.
pub const GO: &str = "go_to_location";
/// The order to the army to attack what is at a place.
pub const ATTACK: &str = "attack_location";
/// The order to the army to stay at a place.
pub const HOLD: &str = "hold_position";
/// The order to the scouts to look around.
pub const SCOUT: &str = "scout";

/// Takes up orders for the army and the scouts, and reports what became of them.
pub(super) fn receive_orders(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    census: Res<Census>,
    mut state: ResMut<Commander>,
    mut orders: StaffOrders,
    mut workers: Query<&mut Worker, With<InPlay>>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    for side in 0..2 {
        let staff = state.sides[side].staff;
        match orders.held(staff.army) {
            Some(held) => {
                let status = lead(&mut state, &census, side, held, of_game, &clock);
                orders.report(staff.army, held.number, status);
            }
            None if staff.strategist.is_some() => rest(&mut state, side),
            None => {}
        }
        match orders.held(staff.scouts) {
            Some(held) => {
                let status = scout(&mut state, &census, &mut workers, side, held, clock.tick);
                orders.report(staff.scouts, held.number, status);
            }
            None => end_scouting(&mut state, &census, &mut workers, side),
        }
    }
}

/// Sends the soldiers back to the square of their main base.
fn rest(state: &mut Commander, side: usize) {
    let place = home(state, side);
    let mission = &mut state.sides[side].mission;
    if mission.task != ArmyTask::Rest || mission.place != place {
        *mission = Mission { place, ..Mission::default() };
    }
}

/// The square where the units of a side gather.
pub(super) fn home(state: &Commander, side: usize) -> Vec3 {
    state.map.main_base(side).map_or(Vec3::ZERO, |base| state.map.bases[base].square)
}

/// Leads the army after an order. Returns what has become of it.
fn lead(
    state: &mut Commander,
    census: &Census,
    side: usize,
    held: HeldOrder,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) -> OrderStatus {
    let task = match held.request.what.as_str() {
        GO => ArmyTask::Go,
        ATTACK => ArmyTask::Attack,
        HOLD => ArmyTask::Hold,
        _ => return OrderStatus::Failed(FailReason::Refused),
    };
    let Some(place) = held.request.place else { return OrderStatus::Failed(FailReason::Refused) };
    if state.sides[side].mission.order != held.number {
        state.sides[side].counts.count_order(held.request.what);
        let set_out = task != ArmyTask::Attack;
        let mission = Mission { task, place, order: held.number, since: clock.tick, set_out };
        state.sides[side].mission = mission;
    }
    let soldiers: Vec<Vec3> = census.soldiers(state, side).map(|entry| entry.place).collect();
    if soldiers.is_empty() {
        return OrderStatus::Failed(FailReason::Gone);
    }
    set_out(state, side, &soldiers, of_game, clock);
    let mission = state.sides[side].mission;
    let arrived = are_gathered(&soldiers, mission.place, of_game);
    let enemy = sweep(state, side, place, &soldiers);
    if mission.task == ArmyTask::Attack && mission.set_out {
        state.sides[side].mission.place = enemy.unwrap_or(place);
    }
    let done = match mission.task {
        ArmyTask::Go => arrived,
        ArmyTask::Attack => mission.set_out && arrived && enemy.is_none(),
        ArmyTask::Hold | ArmyTask::Rest => false,
    };
    if done { OrderStatus::Done } else { OrderStatus::Pursued }
}

/// Whether enough of the soldiers are around a place.
fn are_gathered(soldiers: &[Vec3], place: Vec3, of_game: &CommanderRules) -> bool {
    let radius = of_game.gather_radius + (soldiers.len() as f32).sqrt();
    let there = soldiers.iter().filter(|at| at.distance(place) <= radius).count();
    there as f32 >= GATHERED * soldiers.len() as f32
}

/// The middle of the places of soldiers.
fn middle_of(soldiers: &[Vec3]) -> Vec3 {
    soldiers.iter().sum::<Vec3>() / soldiers.len().max(1) as f32
}

/// Once soldiers are near a place: where the enemy is known around it that is nearest to them. `None` if none is known there, or they are
/// still on the way.
pub(super) fn sweep(state: &Commander, side: usize, place: Vec3, soldiers: &[Vec3]) -> Option<Vec3> {
    let middle = middle_of(soldiers);
    if middle.distance(place) > SWEEP {
        return None;
    }
    let known = state.sides[side].known.values().map(|known| known.place);
    let around = known.filter(|at| at.distance(place) <= SWEEP);
    around.min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)))
}

/// Lets an army that is to attack set out once it is gathered.
pub(super) fn set_out(
    state: &mut Commander,
    side: usize,
    soldiers: &[Vec3],
    of_game: &CommanderRules,
    clock: &SimulationClock,
) {
    let mission = state.sides[side].mission;
    if mission.set_out || mission.task != ArmyTask::Attack {
        return;
    }
    let waited = clock.seconds_at(clock.tick - mission.since) >= GATHER_SECONDS;
    if waited || are_gathered(soldiers, middle_of(soldiers), of_game) {
        state.sides[side].mission.set_out = true;
    }
}

/// Sends one unit around: a soldier that is near, or else a worker. It looks at the place of the order; without one, at those that were not
/// seen for the longest time, until it has found a building of the enemy or has seen all of them.
fn scout(
    state: &mut Commander,
    census: &Census,
    workers: &mut Query<&mut Worker, With<InPlay>>,
    side: usize,
    held: HeldOrder,
    tick: u32,
) -> OrderStatus {
    if held.request.what.as_str() != SCOUT {
        return OrderStatus::Failed(FailReason::Refused);
    }
    let known = state.sides[side].scout;
    let entry = known.and_then(|(agent, _)| census.get(agent)).copied();
    if known.is_some() && entry.is_none() {
        state.sides[side].scout = None;
        return OrderStatus::Failed(FailReason::Gone);
    }
    if known.is_some() && held.request.place.is_none() && knows_building(state, side) {
        return OrderStatus::Done;
    }
    let arrived = known.zip(entry).is_some_and(|((_, place), entry)| entry.place.distance(place) <= SCOUTED);
    if known.is_some() && !arrived {
        return OrderStatus::Pursued;
    }
    if arrived && held.request.place.is_some() {
        return OrderStatus::Done;
    }
    let next = held.request.place.or_else(|| next_place(state, side, tick));
    let Some(place) = next else { return OrderStatus::Done };
    let nearest = |soldier: bool| {
        let fit = census.of_side(side).filter(|entry| match soldier {
            true => state.is_soldier(entry.product),
            false => workers.get(entry.entity).is_ok_and(|worker| matches!(worker.job, Job::Mine { .. } | Job::Idle)),
        });
        fit.min_by(|a, b| a.place.distance(place).total_cmp(&b.place.distance(place))).copied()
    };
    let Some(entry) = entry.or_else(|| nearest(true)).or_else(|| nearest(false)) else {
        return OrderStatus::Failed(FailReason::Gone);
    };
    if known.is_none() {
        state.sides[side].counts.count_order(held.request.what);
    }
    if let Ok(mut worker) = workers.get_mut(entry.entity) {
        worker.job = Job::Scout;
    }
    state.sides[side].scout = Some((entry.agent, place));
    OrderStatus::Pursued
}

/// Whether a side knows of an enemy building.
fn knows_building(state: &Commander, side: usize) -> bool {
    state.sides[side].known.values().any(|known| state.is_building(known.product))
}

/// The place to scout next: that where the enemy began, if it was never seen; then the one that was not seen for the longest time, of
/// equal ones the nearest to the own base. `None` if all were seen lately.
fn next_place(state: &Commander, side: usize, tick: u32) -> Option<Vec3> {
    let of_side = &state.sides[side];
    let home = home(state, side);
    let places = state.map.lookouts.iter().zip(&of_side.seen);
    let others = places.filter(|(at, _)| at.distance(home) > SCOUTED * 2.0);
    let main = state.map.main_base(1 - side).map(|base| state.map.bases[base].square);
    let rank = |at: Vec3, seen: Option<u32>| {
        let first = seen.is_none() && Some(at) == main;
        (!first, seen.unwrap_or(0), (at.distance(home) * 100.0) as u32)
    };
    let old = others.filter(|(_, seen)| seen.is_none_or(|seen| tick.saturating_sub(seen) >= SEEN_LATELY));
    old.min_by_key(|(at, seen)| rank(**at, **seen)).map(|(at, _)| *at)
}

fn end_scouting(state: &mut Commander, census: &Census, workers: &mut Query<&mut Worker, With<InPlay>>, side: usize) {
    let Some((agent, _)) = state.sides[side].scout.take() else { return };
    if let Some(mut worker) = census.get(agent).and_then(|entry| workers.get_mut(entry.entity).ok()) {
        worker.job = Job::Idle;
    }
}

type CombatantQuery =
    (&'static AgentId, &'static Body, &'static BodyKind, &'static mut Combatant, &'static mut Blackboard);

/// Lets the soldiers without a mind fight and move.
pub(super) fn command_soldiers(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    site: Res<SiteService>,
    things: Res<Things>,
    census: Res<Census>,
    state: Res<Commander>,
    targets: Query<(&Body, &BodyKind), With<InPlay>>,
    mut soldiers: Query<CombatantQuery, (With<InPlay>, With<Gun>, Without<Mind>)>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    for entry in &census.all {
        let Ok((agent, body, kind, mut soldier, mut board)) = soldiers.get_mut(entry.entity) else { continue };
        let side = &state.sides[entry.side];
        let Some(gun) = &kind.0.gun else { continue };
        let fresh = clock.ticks(FRESH);
        let is_fresh = |known: &Sighting| clock.tick.saturating_sub(known.seen) <= fresh;
        let lost = soldier.target.is_some_and(|target| !side.known.get(&target).is_some_and(is_fresh));
        if lost || (clock.tick + u32::from(agent.0)).is_multiple_of(CHOOSE_EVERY) {
            let reach = gun.range.max(of_game.chase_radius);
            soldier.target = choose_target(&state, side, body.place, gun.range, reach, is_fresh);
        }
        let scouts = side.scout.is_some_and(|(scout, _)| scout == *agent);
        let target = soldier.target.filter(|_| !scouts).and_then(|target| Some((target, *side.known.get(&target)?)));
        let Some((target, known)) = target else {
            board.gun.clear();
            board.look.clear();
            go(&mut board, &state, side, entry, body, of_game);
            continue;
        };
        // Where its middle is believed to be: what is seen now is where it is.
        let at = census.get(target).and_then(|entry| targets.get(entry.entity).ok());
        let (height, radius) = at.map_or((1.0, 0.3), |(body, kind)| (body.height(&kind.0), kind.0.radius));
        let middle = known.place + Vec3::Y * height * 0.5;
        let eyes = body.eye_position(&kind.0);
        let distance = eyes.distance(middle) - radius;
        let clear = distance <= gun.range
            && site.0.sight.is_clear(
                eyes,
                eyes + (middle - eyes) * (1.0 - radius / eyes.distance(middle).max(radius)),
                things.open,
            );
        board.look.post(LookRequest::At(middle));
        if clear {
            board.go.post(GoRequest::Stay { gait: Gait::Run });
            let direction = (middle - eyes).normalize_or_zero();
            if body.gaze_direction().dot(direction) >= AIMED {
                board.gun.post(GunRequest::Fire);
            } else {
                board.gun.clear();
            }
        } else {
            board.gun.clear();
            // The middle of a building cannot be walked to, only the edge of its plot.
            let edge = if state.is_building(known.product) { radius - PLOT_EDGE } else { radius };
            let within = if distance <= gun.range { 0.5 } else { (gun.range * CLOSE_IN + edge).max(0.5) };
            board.go.post(GoRequest::To { place: approach(&state, known.place), within, gait: Gait::Run });
        }
    }
}

/// The enemy to attack: soldiers before workers before buildings, of each the nearest; `None` if none is within reach.
fn choose_target(
    state: &Commander,
    side: &SideState,
    place: Vec3,
    range: f32,
    reach: f32,
    is_fresh: impl Fn(&Sighting) -> bool,
) -> Option<AgentId> {
    let rank = |product: ProductId| match state.is_soldier(product) {
        true => 0.0,
        false => range,
    };
    let near = side.known.iter().filter(|(_, known)| is_fresh(known)).filter_map(|(agent, known)| {
        let distance = known.place.distance(place);
        (distance <= reach).then_some((distance + rank(known.product), *agent))
    });
    near.min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other))).map(|(_, agent)| agent)
}

/// Where to walk in order to get to a place: beside the building, if there is one.
pub(super) fn approach(state: &Commander, place: Vec3) -> Vec3 {
    state.map.plot_at(place).and_then(|plot| state.map.plots.get(plot)).map_or(place, |plot| plot.door)
}

/// Follows the mission of the army, or scouts.
fn go(
    board: &mut Blackboard,
    state: &Commander,
    side: &SideState,
    entry: &CensusEntry,
    body: &Body,
    of_game: &CommanderRules,
) {
    let scout = side.scout.filter(|(agent, _)| *agent == entry.agent);
    let mission = side.mission;
    let (place, within) = match (scout, mission.task) {
        (Some((_, place)), _) => (place, 2.0),
        (None, ArmyTask::Attack) if !mission.set_out => (home(state, entry.side), of_game.gather_radius * 0.6),
        (None, _) => (mission.place, of_game.gather_radius * 0.6),
    };
    let place = approach(state, place);
    if body.place.distance(place) <= within + 0.5 {
        board.go.clear();
    } else {
        board.go.post(GoRequest::To { place, within, gait: Gait::Run });
    }
}
