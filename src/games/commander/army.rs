//! The orders to the army and the scouts of a side: they become a mission of the main group (`groups.rs`) that the soldiers follow
//! (`soldiers.rs`), and the trips of a scout.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{FailReason, HeldOrder, OrderStatus, SimulationClock};

use super::{
    groups::{Home, begin_mission, centre_of, defended_place, main_group, muster},
    schema::{CommanderRules, rules_of},
    state::{Commander, StaffOrders},
    units::{Census, Job, Worker},
};
use crate::world::{InPlay, MatchRules};

/// The army waits at most so long for the last ones before it attacks, in seconds.
const GATHER_SECONDS: f32 = 25.0;
/// The share of the army that must be gathered before it attacks.
const GATHERED: f32 = 0.75;

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
    /// The place of the order, in metres; an attack moves on around it.
    pub goal: Vec3,
    /// The tick in which an enemy was last known at the place that is held, or the soldiers were not yet there.
    pub troubled: u32,
    /// The tick in which it last had soldiers.
    pub manned: u32,
    /// Whether its order is done.
    pub done: bool,
}

impl Mission {
    /// The soldiers gather at a place and have no order.
    pub fn rest(place: Vec3) -> Self {
        Self { place, goal: place, ..Self::default() }
    }

    /// A mission that begins in this tick, without an order. Only an attack gathers before it sets out.
    pub fn new(task: ArmyTask, goal: Vec3, tick: u32) -> Self {
        let set_out = task != ArmyTask::Attack;
        Self { task, place: goal, goal, since: tick, troubled: tick, manned: tick, set_out, ..Self::default() }
    }
}

/// An army that attacks a place fights all that it knows of within this distance of it, in metres.
const SWEEP: f32 = 30.0;
/// Enemies that were seen so many seconds ago are no trouble any more.
const TROUBLED_SECONDS: f32 = 3.0;
/// An army that has held a place stays for so many seconds unless it is ordered elsewhere.
const WAITS: f32 = 90.0;
/// An order to hold a place stands for so many seconds without soldiers.
const MANNED: f32 = 30.0;
/// A scout has seen a place from this distance, in metres.
const SCOUTED: f32 = 7.0;
/// And from this one if an enemy building is in sight there, in metres: soldiers around it are in sight, too.
const IN_SIGHT: f32 = 14.0;
/// What was seen within so many seconds is in sight.
const SEEN_NOW: f32 = 0.5;
/// A place that was seen within so many seconds is not scouted again.
const SEEN_LATELY: f32 = 45.0;

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
        let at_home = Home::of(&state, &census, side, of_game);
        match orders.held(staff.army) {
            Some(held) => {
                let status = lead(&mut state, &census, &at_home, held, of_game, &clock);
                orders.report(staff.army, held.number, status);
            }
            None if staff.strategist.is_some() => rest(&mut state, &at_home, &clock),
            None => {}
        }
        muster(&mut state, &census, &at_home, of_game, &clock);
        state.sides[side].defends = defended_place(&state, &census, &at_home, of_game, &clock);
        match orders.held(staff.scouts) {
            Some(held) => {
                let status = scout(&mut state, &census, &mut workers, side, held, &clock);
                orders.report(staff.scouts, held.number, status);
            }
            None => end_scouting(&mut state, &census, &mut workers, side),
        }
    }
}

/// Sends the soldiers back to the square of their main base. Those that have held a place away from home wait there for a while for another
/// order.
fn rest(state: &mut Commander, at_home: &Home, clock: &SimulationClock) {
    let side = at_home.side;
    let place = main_square(state, side);
    let mission = state.sides[side].mission;
    let has_held = mission.task == ArmyTask::Hold && mission.done && !at_home.contains(mission.goal);
    if has_held && clock.seconds_at(clock.tick - mission.troubled) <= WAITS {
        return;
    }
    let mission = &mut state.sides[side].mission;
    if mission.task != ArmyTask::Rest || mission.place != place {
        *mission = Mission::rest(place);
    }
}

/// The square of a side's main base, where its units gather.
pub(super) fn main_square(state: &Commander, side: usize) -> Vec3 {
    state.map.main_base(side).map_or(Vec3::ZERO, |base| state.map.bases[base].square)
}

/// Leads the army after an order. Returns what has become of it.
fn lead(
    state: &mut Commander,
    census: &Census,
    at_home: &Home,
    held: HeldOrder,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) -> OrderStatus {
    let side = at_home.side;
    let task = match held.request.what.as_str() {
        GO => ArmyTask::Go,
        ATTACK => ArmyTask::Attack,
        HOLD => ArmyTask::Hold,
        _ => return OrderStatus::Failed(FailReason::Refused),
    };
    let Some(goal) = held.request.place else { return OrderStatus::Failed(FailReason::Refused) };
    if state.sides[side].mission.order != held.number {
        state.sides[side].counts.count_order(held.request.what);
        let mission = Mission { order: held.number, ..Mission::new(task, goal, clock.tick) };
        begin_mission(state, census, side, mission);
    }
    let soldiers = main_group(state, census, side);
    if soldiers.is_empty() {
        // Those that hold a place are replaced by the next that are made, if that does not take too long.
        let waits = task == ArmyTask::Hold && clock.seconds_at(clock.tick - state.sides[side].mission.manned) <= MANNED;
        return if waits { OrderStatus::Pursued } else { OrderStatus::Failed(FailReason::Gone) };
    }
    set_out(state, side, &soldiers, of_game, clock);
    let enemy = (task == ArmyTask::Attack).then(|| sweep(state, side, goal, &soldiers)).flatten();
    let is_defence = task == ArmyTask::Hold && at_home.contains(goal);
    let place = next_stop(state, side, enemy, is_defence);
    let arrived = are_gathered(&soldiers, place, of_game);
    let since = clock.tick.saturating_sub(clock.ticks(TROUBLED_SECONDS));
    let troubled = !arrived
        || state.soldiers_known_near(side, place, SWEEP, since) > 0.0
        || is_defence && at_home.enemies(state, since) > 0.0;
    let mission = &mut state.sides[side].mission;
    (mission.place, mission.manned) = (place, clock.tick);
    if troubled {
        mission.troubled = clock.tick;
    }
    mission.done = match task {
        ArmyTask::Go => arrived,
        ArmyTask::Attack => mission.set_out && arrived && enemy.is_none(),
        // A place is held once nothing has happened there for a while.
        ArmyTask::Hold => clock.seconds_at(clock.tick - mission.troubled) >= of_game.hold_seconds,
        ArmyTask::Rest => false,
    };
    if mission.done { OrderStatus::Done } else { OrderStatus::Pursued }
}

/// Where a mission leads now: an attack goes from enemy to enemy around its goal, and a defence of one base is one of all.
fn next_stop(state: &Commander, side: usize, enemy: Option<Vec3>, is_defence: bool) -> Vec3 {
    let mission = state.sides[side].mission;
    match mission.task {
        ArmyTask::Attack if mission.set_out => enemy.unwrap_or(mission.goal),
        ArmyTask::Hold if is_defence => state.sides[side].defends.unwrap_or(mission.goal),
        _ => mission.place,
    }
}

/// Whether enough of the soldiers are around a place.
pub(super) fn are_gathered(soldiers: &[Vec3], place: Vec3, of_game: &CommanderRules) -> bool {
    let radius = of_game.gather_radius + (soldiers.len() as f32).sqrt();
    let there = soldiers.iter().filter(|at| at.distance(place) <= radius).count();
    there as f32 >= GATHERED * soldiers.len() as f32
}

/// Once soldiers are near a place: where the enemy is known around it that is nearest to them. `None` if none is known there, or they are
/// still on the way.
pub(super) fn sweep(state: &Commander, side: usize, place: Vec3, soldiers: &[Vec3]) -> Option<Vec3> {
    let centre = centre_of(soldiers);
    if centre.distance(place) > SWEEP {
        return None;
    }
    let known = state.sides[side].known.values().map(|known| known.place);
    let around = known.filter(|at| at.distance(place) <= SWEEP);
    around.min_by(|a, b| a.distance_squared(centre).total_cmp(&b.distance_squared(centre)))
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
    if waited || are_gathered(soldiers, centre_of(soldiers), of_game) {
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
    clock: &SimulationClock,
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
    let arrived = known.zip(entry).is_some_and(|((_, place), entry)| {
        let distance = entry.place.distance(place);
        distance <= SCOUTED || distance <= IN_SIGHT && sees_building(state, side, place, clock)
    });
    if known.is_some() && !arrived {
        return OrderStatus::Pursued;
    }
    if arrived && held.request.place.is_some() {
        return OrderStatus::Done;
    }
    let next = held.request.place.or_else(|| next_place(state, side, clock));
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

/// Whether a side sees an enemy building at a place now.
fn sees_building(state: &Commander, side: usize, place: Vec3, clock: &SimulationClock) -> bool {
    let fresh = |seen: u32| clock.seconds_at(clock.tick.saturating_sub(seen)) <= SEEN_NOW;
    let mut known = state.sides[side].known.values();
    known.any(|known| fresh(known.seen) && state.is_building(known.product) && known.place.distance(place) <= IN_SIGHT)
}

/// Whether a side knows of an enemy building.
fn knows_building(state: &Commander, side: usize) -> bool {
    state.sides[side].known.values().any(|known| state.is_building(known.product))
}

/// The place to scout next: that where the enemy began, if it was never seen; then the one that was not seen for the longest time, bases
/// before single plots, of equal ones the nearest to the own base. `None` if all were seen lately.
fn next_place(state: &Commander, side: usize, clock: &SimulationClock) -> Option<Vec3> {
    let of_side = &state.sides[side];
    let home = main_square(state, side);
    let places = state.map.lookouts.iter().zip(&of_side.seen).enumerate();
    let others = places.filter(|(_, (at, _))| at.distance(home) > SCOUTED * 2.0);
    let main = state.map.main_base(1 - side).map(|base| state.map.bases[base].square);
    let rank = |index: usize, at: Vec3, seen: Option<u32>| {
        let first = seen.is_none() && Some(at) == main;
        (!first, index >= state.map.first_lookouts, seen.unwrap_or(0), (at.distance(home) * 100.0) as u32)
    };
    let is_old = |seen: u32| clock.seconds_at(clock.tick.saturating_sub(seen)) >= SEEN_LATELY;
    let old = others.filter(|(_, (_, seen))| seen.is_none_or(is_old));
    old.min_by_key(|(index, (at, seen))| rank(*index, **at, **seen)).map(|(_, (at, _))| *at)
}

fn end_scouting(state: &mut Commander, census: &Census, workers: &mut Query<&mut Worker, With<InPlay>>, side: usize) {
    let Some((agent, _)) = state.sides[side].scout.take() else { return };
    if let Some(mut worker) = census.get(agent).and_then(|entry| workers.get_mut(entry.entity).ok()) {
        worker.job = Job::Idle;
    }
}
