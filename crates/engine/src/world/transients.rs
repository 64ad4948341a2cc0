//! Short-lived objects: noises, projectiles and scratch marks. Also the public state of the match.

use std::collections::{BTreeMap, VecDeque, btree_map::Entry};

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, ThingId};

use super::grid::{GridCell, grid_cell};

/// A noise made in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The kind of noise, as named in the rules.
    pub kind: Label,
    /// In metres.
    pub place: Vec3,
    /// The distance at which it fades out in the open, in metres.
    pub loudness: f32,
    /// The agent that made it. For the log and for its own ears; never told to listeners.
    pub by: Option<AgentId>,
    /// The thing that made it, if one did: two sources are two noises, even with one agent behind both. Never told to listeners.
    pub source: Option<ThingId>,
}

/// The noises since the senses last ran, in the order of making. Cleared at the start of the `Act` phase.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises(pub Vec<Noise>);

/// A projectile in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projectile {
    /// Its number in the match, from 0.
    pub number: u32,
    /// The name of the projectile in the rules.
    pub what: Label,
    /// The thrower.
    pub by: AgentId,
    /// The number of the thrower's request.
    pub serial: u32,
    /// In metres.
    pub place: Vec3,
    /// In m/s.
    pub velocity: Vec3,
    /// Seconds since its release.
    pub age: f32,
}

/// The projectiles in flight, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Projectiles {
    /// The projectiles.
    pub all: Vec<Projectile>,
    /// The number of projectiles thrown so far.
    pub thrown: u32,
}

/// A scratch mark left by a running agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Its number in the match, from 0.
    pub number: u32,
    /// In metres.
    pub place: Vec3,
    /// The direction of running on the ground, of length 1.
    pub direction: Vec3,
    /// The tick in which it was left.
    pub tick: u32,
    /// The side of the agent. A mark does not show which agent left it.
    pub side: Label,
    /// The agent that left it. For drawing and for the agent itself; never told to observers.
    pub by: AgentId,
}

/// The scratch marks that have not expired, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Traces {
    /// The marks.
    pub all: VecDeque<Trace>,
    /// The number of marks left so far.
    pub total: u32,
    /// The numbers of the marks in each grid cell, oldest first.
    cells: BTreeMap<GridCell, VecDeque<u32>>,
}

/// The side of a grid cell, in metres.
const CELL: f32 = 8.0;

impl Traces {
    /// Adds a mark and assigns its number.
    pub fn add(&mut self, trace: Trace) {
        let number = self.total;
        self.total += 1;
        self.cells.entry(grid_cell(trace.place, CELL)).or_default().push_back(number);
        self.all.push_back(Trace { number, ..trace });
    }

    /// Removes the oldest marks as long as `faded` accepts them.
    pub fn remove_expired(&mut self, faded: impl Fn(&Trace) -> bool) {
        while let Some(trace) = self.all.pop_front_if(|trace| faded(trace)) {
            if let Entry::Occupied(mut marks) = self.cells.entry(grid_cell(trace.place, CELL)) {
                marks.get_mut().pop_front();
                if marks.get().is_empty() {
                    marks.remove();
                }
            }
        }
    }

    /// The mark with this number, unless it has expired.
    pub fn get(&self, number: u32) -> Option<&Trace> {
        let first = self.all.front()?.number;
        self.all.get(number.checked_sub(first)? as usize)
    }

    /// The numbers of the marks in the grid cells within `reach` metres of a place, oldest first.
    pub fn near(&self, place: Vec3, reach: f32, found: &mut Vec<u32>) {
        found.clear();
        let from = grid_cell(place - Vec3::splat(reach), CELL);
        let to = grid_cell(place + Vec3::splat(reach), CELL);
        for column in from.0..=to.0 {
            let rows = self.cells.range((column, from.1)..=(column, to.1));
            found.extend(rows.flat_map(|(_, marks)| marks.iter().copied()));
        }
        found.sort_unstable();
    }
}

/// The state of the match that every game shares.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchState {
    /// The seconds on the clock: until the time limit of the rules, unless the game sets a clock of its own in every tick. At 0 the
    /// time is over; the game decides what follows.
    pub time_left: f32,
    /// The outcome, as the game names it; `None` while the match runs.
    pub outcome: Option<Label>,
}

/// Named numbers that the rules announce to every agent, such as a score. The game writes them; bodies sense them as readings.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Announcements(pub Vec<(Label, f32)>);

impl Announcements {
    /// Sets a number.
    pub fn set(&mut self, name: Label, value: f32) {
        set_number(&mut self.0, name, value);
    }
}

/// Sets a named number in a list in which each name stands once.
pub(super) fn set_number(numbers: &mut Vec<(Label, f32)>, name: Label, value: f32) {
    match numbers.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = value,
        None => numbers.push((name, value)),
    }
}
