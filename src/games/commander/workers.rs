//! Workers: they gather, build and repair. The managers assign their jobs; this room carries them out by requests to their bodies.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind,
    protocol::{AgentId, Blackboard, Gait, GoRequest, LookRequest, Roster, SimulationClock},
};

use super::{
    map::PlotState,
    schema::rules_of,
    state::Commander,
    units::{Building, Census, Job, Load, Unit, Worker},
};
use crate::{
    simulation::{Arrival, Arrivals},
    world::{Body, BodyKind, Gauges, InPlay, MatchRules, ThingState, Things},
};

/// How near a worker goes to a field of minerals, in metres.
const DIG_REACH: f32 = 1.1;
/// How near a worker goes to a building, in metres.
const DOOR_REACH: f32 = 0.8;
/// A worker that stands within this distance of its goal has arrived, in metres.
const SLACK: f32 = 0.5;

type WorkerQuery = (&'static AgentId, &'static Unit, &'static Body, &'static mut Worker, &'static mut Blackboard);

/// Lets the workers do their jobs.
pub(super) fn work(
    (clock, rules, roster): (Res<SimulationClock>, Res<MatchRules>, Res<Roster>),
    census: Res<Census>,
    mut state: ResMut<Commander>,
    mut things: ResMut<Things>,
    mut arrivals: ResMut<Arrivals>,
    mut workers: Query<WorkerQuery, (With<InPlay>, Without<Building>, Without<Mind>)>,
    mut buildings: Query<(&mut Building, &mut Gauges, &BodyKind), With<InPlay>>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let Some(catalogue) = state.catalogue.clone() else { return };
    let dt = clock.dt();
    for entity in &roster.agents {
        let Ok((agent, unit, body, mut worker, mut board)) = workers.get_mut(*entity) else { continue };
        let mut hands = WorkerHands { body, board: &mut board };
        match worker.job {
            Job::Idle => hands.board.go.clear(),
            Job::Scout => {
                let place = state.sides[unit.side].scout.filter(|(scout, _)| scout == agent).map(|(_, place)| place);
                match place {
                    Some(place) => drop(hands.reach(place, 2.0)),
                    None => worker.job = Job::Idle,
                }
            }
            Job::Mine { base, field } => {
                let Some(at) = state.map.bases.get(base).and_then(|base| base.fields.get(field)).copied() else {
                    worker.job = Job::Idle;
                    continue;
                };
                if worker.load.is_some() {
                    if hands.reach(at.dock, DOOR_REACH) {
                        deliver(&mut worker, &mut state, unit.side);
                    }
                    continue;
                }
                if !hands.reach(at.place, DIG_REACH) {
                    worker.worked = 0.0;
                    continue;
                }
                hands.board.look.post(LookRequest::At(at.place + Vec3::Y * 0.5));
                worker.worked += dt;
                if worker.worked < of_game.mine_seconds {
                    continue;
                }
                worker.worked = 0.0;
                match things.state_mut(at.thing) {
                    Some(ThingState::Stock(stock)) if stock.amount > 0.0 => {
                        let taken = stock.amount.min(catalogue.numbers.mineral_trip.carries as f32);
                        stock.amount -= taken;
                        worker.load = Some(Load::Minerals(taken as u32));
                    }
                    _ => {
                        state.exhausted.insert(at.thing);
                        worker.job = Job::Idle;
                    }
                }
            }
            Job::Gas { refinery } => {
                let Some(at) = census.get(refinery).filter(|at| !at.unfinished) else {
                    worker.job = Job::Idle;
                    continue;
                };
                let Some(plot) = state.map.plot_at(at.place).map(|plot| state.map.plots[plot]) else { continue };
                if worker.load.is_some() {
                    let post = state.map.bases.get(plot.base).map(|base| state.map.plots[base.plot].door);
                    if hands.reach(post.unwrap_or(plot.door), DOOR_REACH) {
                        deliver(&mut worker, &mut state, unit.side);
                    }
                    continue;
                }
                if !hands.reach(plot.door, DOOR_REACH) {
                    worker.worked = 0.0;
                    continue;
                }
                worker.worked += dt;
                if worker.worked >= of_game.gas_seconds {
                    worker.worked = 0.0;
                    worker.load = Some(Load::Gas(catalogue.numbers.gas_trip.carries));
                }
            }
            Job::Build { plot } => {
                let site = state.map.plots[plot];
                if !hands.reach(site.door, DOOR_REACH) {
                    continue;
                }
                hands.board.look.post(LookRequest::At(site.place + Vec3::Y));
                match site.state {
                    PlotState::Ordered(side) if side == unit.side => {
                        let ordered = state.sides[side].ordered.iter().find(|ordered| ordered.plot == plot);
                        let on_the_way = arrivals.0.iter().any(|arrival| arrival.place == site.place);
                        match ordered {
                            Some(ordered) if !on_the_way => {
                                let kind = catalogue.get(catalogue.recipe(ordered.recipe).product).name;
                                let side = state.names.sides[side];
                                let heading = facing(site.place, site.door);
                                let by = Some(*agent);
                                arrivals.0.push(Arrival {
                                    side,
                                    kind: state.agent_of(unit.side, kind),
                                    place: site.place,
                                    heading,
                                    parent: by,
                                    ..Arrival::default()
                                });
                            }
                            Some(_) => {}
                            None => worker.job = Job::Idle,
                        }
                    }
                    PlotState::Taken(building) => {
                        let under_way = census.get(building).and_then(|at| buildings.get_mut(at.entity).ok());
                        let Some((mut building, mut gauges, kind)) = under_way else {
                            worker.job = Job::Idle;
                            continue;
                        };
                        let Some(construction) = &mut building.construction else {
                            worker.job = Job::Idle;
                            continue;
                        };
                        construction.left -= dt;
                        let whole = catalogue.recipe(construction.recipe).build_seconds().max(dt);
                        let full = kind.0.gauges.get(&state.names.health).map_or(0.0, |gauge| gauge.max);
                        gauges.add(state.names.health, full * (1.0 - BARE) * dt / whole, &kind.0);
                    }
                    _ => worker.job = Job::Idle,
                }
            }
            Job::Repair { building } => {
                let Some(at) = census.get(building) else {
                    worker.job = Job::Idle;
                    continue;
                };
                let Some(door) = state.map.plot_at(at.place).map(|plot| state.map.plots[plot].door) else { continue };
                let Ok((_, mut gauges, kind)) = buildings.get_mut(at.entity) else { continue };
                let full = kind.0.gauges.get(&state.names.health).map_or(0.0, |gauge| gauge.max);
                if gauges.get(state.names.health).is_none_or(|health| health >= full) {
                    worker.job = Job::Idle;
                } else if hands.reach(door, DOOR_REACH) {
                    gauges.add(state.names.health, full * of_game.repair_share * dt, &kind.0);
                }
            }
        }
    }
}

/// The share of its health that a building has when its construction begins.
pub(super) const BARE: f32 = 0.1;

/// Brings in what a worker carries.
fn deliver(worker: &mut Worker, state: &mut Commander, side: usize) {
    let of_side = &mut state.sides[side];
    match worker.load.take() {
        Some(Load::Minerals(amount)) => {
            of_side.minerals += amount;
            of_side.counts.mined[0] += amount;
        }
        Some(Load::Gas(amount)) => {
            of_side.gas += amount;
            of_side.counts.mined[1] += amount;
        }
        None => {}
    }
}

/// The direction from one place to another, in radians clockwise from north.
pub(super) fn facing(from: Vec3, to: Vec3) -> f32 {
    let to = to - from;
    bevy::math::ops::atan2(to.x, -to.z)
}

/// A body and its requests.
struct WorkerHands<'a> {
    body: &'a Body,
    board: &'a mut Blackboard,
}

impl WorkerHands<'_> {
    /// Goes to a place. Returns whether it is there.
    fn reach(&mut self, place: Vec3, within: f32) -> bool {
        let there = self.body.place.with_y(0.0).distance(place.with_y(0.0)) <= within + SLACK;
        if there {
            self.board.go.clear();
        } else {
            self.board.look.clear();
            self.board.go.post(GoRequest::To { place, within, gait: Gait::Run });
        }
        there
    }
}
