//! What is in the air of a tick: noises, things in flight, marks on the ground; and how the match stands.

use std::collections::{BTreeMap, VecDeque, btree_map::Entry};

use bevy::{ecs::prelude::*, math::Vec3};

use crate::protocol::{AgentId, Label, MatchResult};

/// A noise made in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// What it sounds like.
    pub kind: Label,
    /// Where, in metres.
    pub place: Vec3,
    /// How far it is heard in the open, in metres.
    pub loudness: f32,
    /// Who made it: for the log and for one's own noises; never to be told to those who hear it.
    pub by: Option<AgentId>,
}

/// The noises since senses last listened, in the order they were made. Emptied when the actions of a tick begin.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises(pub Vec<Noise>);

/// Something in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projectile {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Which projectile of the rules.
    pub what: Label,
    /// Who threw it.
    pub by: AgentId,
    /// Where, in metres.
    pub place: Vec3,
    /// In metres a second.
    pub velocity: Vec3,
    /// Seconds since its release.
    pub age: f32,
}

/// Everything in flight, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Projectiles {
    /// What flies.
    pub all: Vec<Projectile>,
    /// How many were ever thrown.
    pub thrown: u32,
}

/// A mark somebody left running.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Where, in metres.
    pub place: Vec3,
    /// The direction of running; a unit vector on the ground.
    pub towards: Vec3,
    /// In which tick.
    pub tick: u32,
    /// Of which side; who it was cannot be told from a mark.
    pub side: Label,
    /// Who left it: for drawing and for one's own; never to be told to those who see it.
    pub by: AgentId,
}

/// All marks that have not faded, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Traces {
    /// The marks.
    pub all: VecDeque<Trace>,
    /// How many were ever left.
    pub left: u32,
    /// The numbers of the marks in each cell of a grid, oldest first.
    cells: BTreeMap<(i32, i32), VecDeque<u32>>,
}

/// The side of a cell of the grid of marks, in metres.
const CELL: f32 = 8.0;

fn cell(place: Vec3) -> (i32, i32) {
    ((place.x / CELL).floor() as i32, (place.z / CELL).floor() as i32)
}

impl Traces {
    /// Leaves a mark; its number is given to it here.
    pub fn leave(&mut self, trace: Trace) {
        let number = self.left;
        self.left += 1;
        self.cells.entry(cell(trace.place)).or_default().push_back(number);
        self.all.push_back(Trace { number, ..trace });
    }

    /// Lets the oldest marks fade, as long as `faded` says so.
    pub fn fade(&mut self, faded: impl Fn(&Trace) -> bool) {
        while let Some(trace) = self.all.pop_front_if(|trace| faded(trace)) {
            if let Entry::Occupied(mut marks) = self.cells.entry(cell(trace.place)) {
                marks.get_mut().pop_front();
                if marks.get().is_empty() {
                    marks.remove();
                }
            }
        }
    }

    /// The mark with this number, if it has not faded.
    pub fn get(&self, number: u32) -> Option<&Trace> {
        let first = self.all.front()?.number;
        self.all.get(number.checked_sub(first)? as usize)
    }

    /// The numbers of the marks in the cells within `reach` metres of a place, oldest first.
    pub fn near(&self, place: Vec3, reach: f32, found: &mut Vec<u32>) {
        found.clear();
        let (from, to) = (cell(place - Vec3::splat(reach)), cell(place + Vec3::splat(reach)));
        for column in from.0..=to.0 {
            let rows = self.cells.range((column, from.1)..=(column, to.1));
            found.extend(rows.flat_map(|(_, marks)| marks.iter().copied()));
        }
        found.sort_unstable();
    }
}

/// How the match stands: what is announced to all.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchState {
    /// How many keys the team has.
    pub team_keys: u8,
    /// How many the exit needs.
    pub keys_needed: u8,
    /// Whether an exit stands open.
    pub exit_open: bool,
    /// How many have been caught.
    pub caught: u16,
    /// How many have escaped.
    pub escaped: u16,
    /// How many of those who can escape are in play.
    pub in_play: u16,
    /// Seconds until the time limit.
    pub time_left: f32,
    /// How it ended; `None` while it runs.
    pub result: Option<MatchResult>,
}
