//! Workers: they gather, build and repair. The managers assign their jobs; this room carries them out by requests to their bodies.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind,
    protocol::{AgentId, Blackboard, Gait, GoRequest, LookRequest, Roster, SimulationClock},
};

use super::{
    catalogue::Catalogue,
    map::PlotState,
    schema::{CommanderRules, rules_of},
    state::Commander,
    units::{Building, Census, CensusEntry, Job, Load, Unit, Worker},
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
type BuildingQuery<'w, 's> =
    Query<'w, 's, (&'static mut Building, &'static mut Gauges, &'static BodyKind), With<InPlay>>;

/// Lets the workers do their jobs.
pub(super) fn work(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    census: Res<Census>,
    mut state: ResMut<Commander>,
    mut things: ResMut<Things>,
    mut arrivals: ResMut<Arrivals>,
    mut workers: Query<WorkerQuery, (With<InPlay>, Without<Building>, Without<Mind>)>,
    mut buildings: BuildingQuery,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let Some(catalogue) = state.catalogue.clone() else { return };
    let state = &mut *state;
    for entity in &roster.agents {
        let Ok((agent, unit, body, mut worker, mut board)) = workers.get_mut(*entity) else { continue };
        let mut hands = WorkerHands {
            agent: *agent,
            side: unit.side,
            body,
            worker: &mut worker,
            board: &mut board,
            state: &mut *state,
            catalogue: &catalogue,
            of_game,
            dt: clock.dt(),
        };
        let goes_on = match hands.worker.job {
            Job::Idle => {
                hands.board.go.clear();
                true
            }
            Job::Scout => hands.scout(),
            Job::Mine { base, field } => hands.mine(base, field, &mut things),
            Job::Gas { refinery } => hands.gather_gas(census.get(refinery)),
            Job::Build { plot } => hands.build(plot, &census, &mut buildings, &mut arrivals),
            Job::Repair { building } => hands.repair(census.get(building), &mut buildings),
        };
        if !goes_on {
            hands.worker.job = Job::Idle;
        }
    }
}

/// The share of its health that a building has when its construction begins.
pub(super) const BARE: f32 = 0.1;

/// The direction from one place to another, in radians clockwise from north.
pub(super) fn facing(from: Vec3, to: Vec3) -> f32 {
    let to = to - from;
    bevy::math::ops::atan2(to.x, -to.z)
}

/// A worker, and what its work reads and writes.
struct WorkerHands<'a> {
    agent: AgentId,
    side: usize,
    body: &'a Body,
    worker: &'a mut Worker,
    board: &'a mut Blackboard,
    state: &'a mut Commander,
    catalogue: &'a Catalogue,
    of_game: &'a CommanderRules,
    dt: f32,
}

/// Each job returns whether it goes on; a worker without one is given another.
impl WorkerHands<'_> {
    fn scout(&mut self) -> bool {
        let scout = self.state.sides[self.side].scout.filter(|(scout, _)| *scout == self.agent);
        scout.is_some_and(|(_, place)| {
            self.reach(place, 2.0);
            true
        })
    }

    fn mine(&mut self, base: usize, field: usize, things: &mut Things) -> bool {
        let Some(at) = self.state.map.bases.get(base).and_then(|base| base.fields.get(field)).copied() else {
            return false;
        };
        if self.worker.load.is_some() {
            self.bring(at.dock);
            return true;
        }
        if !self.reach(at.place, DIG_REACH) {
            self.worker.worked = 0.0;
            return true;
        }
        self.board.look.post(LookRequest::At(at.place + Vec3::Y * 0.5));
        if !self.has_worked(self.of_game.mine_seconds) {
            return true;
        }
        match things.state_mut(at.thing) {
            Some(ThingState::Stock(stock)) if stock.amount > 0.0 => {
                let taken = stock.amount.min(self.catalogue.numbers.mineral_trip.carries as f32);
                stock.amount -= taken;
                self.worker.load = Some(Load::Minerals(taken as u32));
                true
            }
            _ => {
                self.state.exhausted.insert(at.thing);
                false
            }
        }
    }

    fn gather_gas(&mut self, refinery: Option<&CensusEntry>) -> bool {
        let Some(at) = refinery.filter(|at| !at.unfinished) else { return false };
        let map = &self.state.map;
        let Some(plot) = map.plot_at(at.place).map(|plot| map.plots[plot]) else { return true };
        if self.worker.load.is_some() {
            let post = map.bases.get(plot.base).map(|base| map.plots[base.plot].door);
            self.bring(post.unwrap_or(plot.door));
        } else if !self.reach(plot.door, DOOR_REACH) {
            self.worker.worked = 0.0;
        } else if self.has_worked(self.of_game.gas_seconds) {
            self.worker.load = Some(Load::Gas(self.catalogue.numbers.gas_trip.carries));
        }
        true
    }

    fn build(&mut self, plot: usize, census: &Census, buildings: &mut BuildingQuery, arrivals: &mut Arrivals) -> bool {
        let site = self.state.map.plots[plot];
        if !self.reach(site.door, DOOR_REACH) {
            return true;
        }
        self.board.look.post(LookRequest::At(site.place + Vec3::Y));
        match site.state {
            PlotState::Ordered(side) if side == self.side => {
                let ordered = self.state.sides[side].ordered.iter().find(|ordered| ordered.plot == plot);
                let Some(ordered) = ordered else { return false };
                if arrivals.0.iter().all(|arrival| arrival.place != site.place) {
                    let product = self.catalogue.get(self.catalogue.recipe(ordered.recipe).product).name;
                    arrivals.0.push(Arrival {
                        side: self.state.names.sides[side],
                        kind: self.state.agent_of(side, product),
                        place: site.place,
                        heading: facing(site.place, site.door),
                        parent: Some(self.agent),
                        ..Arrival::default()
                    });
                }
                true
            }
            PlotState::Taken(building) => {
                let under_way = census.get(building).and_then(|at| buildings.get_mut(at.entity).ok());
                let Some((mut building, mut gauges, kind)) = under_way else { return false };
                let Some(construction) = &mut building.construction else { return false };
                construction.left -= self.dt;
                let whole = self.catalogue.recipe(construction.recipe).build_seconds().max(self.dt);
                let health = self.state.names.health;
                gauges.add(health, kind.full(health) * (1.0 - BARE) * self.dt / whole, &kind.0);
                true
            }
            _ => false,
        }
    }

    fn repair(&mut self, building: Option<&CensusEntry>, buildings: &mut BuildingQuery) -> bool {
        let Some(at) = building else { return false };
        let map = &self.state.map;
        let Some(door) = map.plot_at(at.place).map(|plot| map.plots[plot].door) else { return true };
        let Ok((_, mut gauges, kind)) = buildings.get_mut(at.entity) else { return true };
        let health = self.state.names.health;
        let full = kind.full(health);
        if gauges.get(health).is_none_or(|health| health >= full) {
            return false;
        }
        if self.reach(door, DOOR_REACH) {
            gauges.add(health, full * self.of_game.repair_share * self.dt, &kind.0);
        }
        true
    }

    /// Works on; whether it has worked for so long, in seconds. Then it begins anew.
    fn has_worked(&mut self, seconds: f32) -> bool {
        self.worker.worked += self.dt;
        let done = self.worker.worked >= seconds;
        if done {
            self.worker.worked = 0.0;
        }
        done
    }

    /// Brings what it carries to the door of a command post.
    fn bring(&mut self, door: Vec3) {
        if !self.reach(door, DOOR_REACH) {
            return;
        }
        let of_side = &mut self.state.sides[self.side];
        match self.worker.load.take() {
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
