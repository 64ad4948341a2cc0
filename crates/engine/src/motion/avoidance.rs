//! Local avoidance: bodies steer around each other in time, and never overlap.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{Blackboard, GoRequest, Roster};

use super::{path_follower::PathFollower, push::Push};
use crate::world::{
    Body, BodyKind, Hidden, InPlay,
    geometry::flat,
    grid::{CellGrid, grid_cell},
};

/// The side of a grid cell, in metres. Bodies ignore others beyond the neighbouring cells.
const CELL: f32 = 2.0;
/// The time horizon of avoidance, in seconds.
const LOOK_AHEAD: f32 = 0.8;
/// Bodies with a larger height difference are on different floors, in metres.
const FLOOR_TOLERANCE: f32 = 1.2;

/// A body as seen by its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// The index in the roster.
    pub row: u16,
    pub place: Vec3,
    pub velocity: Vec3,
    pub radius: f32,
    /// Whether it pushes others out of its way.
    pub push: Push,
    /// Whether it is steered, as a person does: others neither push it nor press into it.
    pub steered: bool,
}

/// Whether a body is steered rather than sent to a place.
pub(super) fn is_steered(board: &Blackboard) -> bool {
    matches!(board.go.request(), Some(GoRequest::Steer { .. }))
}

/// The visible bodies in roster order, and a grid of them.
#[derive(Resource, Default, Debug)]
pub(super) struct Neighbours {
    all: Vec<Neighbour>,
    of_row: Vec<Option<u32>>,
    grid: CellGrid,
}

/// Records the positions of all bodies before any of them moves.
pub(super) fn update_neighbours(
    mut neighbours: ResMut<Neighbours>,
    roster: Res<Roster>,
    bodies: Query<(&Body, &BodyKind, &Hidden, &PathFollower, &Blackboard), With<InPlay>>,
) {
    let Neighbours { all, of_row, grid } = &mut *neighbours;
    all.clear();
    of_row.clear();
    for (row, agent) in roster.agents.iter().enumerate() {
        let open = bodies.get(*agent).ok().filter(|(_, _, hidden, ..)| hidden.0.is_none());
        of_row.push(open.map(|(body, kind, _, follower, board)| {
            let (place, velocity, radius) = (body.place, body.velocity, kind.0.radius);
            let (push, steered) = (follower.pusher.push, is_steered(board));
            all.push(Neighbour { row: row as u16, place, velocity, radius, push, steered });
            all.len() as u32 - 1
        }));
    }
    grid.fill(CELL, all.iter().map(|body| body.place));
}

impl Neighbours {
    /// The other bodies on the same floor in this cell and the cells around it.
    pub(super) fn near(&self, row: u16, place: Vec3) -> impl Iterator<Item = Neighbour> + '_ {
        let (column, line) = grid_cell(place, CELL);
        let around = self.grid.within((column - 1, line - 1), (column + 1, line + 1));
        around
            .map(|index| self.all[index as usize])
            .filter(move |other| other.row != row && (other.place.y - place.y).abs() < FLOOR_TOLERANCE)
    }

    /// Updates the position of a body that has moved in this tick.
    pub(super) fn update(&mut self, row: u16, place: Vec3, velocity: Vec3) {
        if let Some(Some(index)) = self.of_row.get(usize::from(row)) {
            let known = &mut self.all[*index as usize];
            known.place = place;
            known.velocity = velocity;
        }
    }
}

/// Bends a desired velocity to avoid collisions. A body passes on its own right.
pub(super) fn avoid<'a>(wanted: Vec3, place: Vec3, radius: f32, others: impl Iterator<Item = &'a Neighbour>) -> Vec3 {
    let speed = wanted.length();
    if speed < 0.05 {
        return wanted;
    }
    let forward = wanted / speed;
    let right = Vec3::new(-forward.z, 0.0, forward.x);
    let mut aside = 0.0_f32;
    for other in others {
        let offset = flat(other.place - place);
        let closing = wanted - other.velocity;
        let approach = closing.length_squared();
        if approach < 1e-4 || offset.dot(forward) <= 0.0 {
            continue;
        }
        let time = (offset.dot(closing) / approach).clamp(0.0, LOOK_AHEAD);
        let miss = (offset - closing * time).length();
        let room = radius + other.radius + 0.1;
        if miss < room {
            let urgency = (1.0 - miss / room) * (1.0 - 0.5 * time / LOOK_AHEAD);
            // It is already clearly to one side: stay on that side.
            let side = if offset.dot(right) > 0.25 * room { -1.0 } else { 1.0 };
            aside += side * urgency;
        }
    }
    if aside == 0.0 {
        return wanted;
    }
    (forward + right * aside.clamp(-1.0, 1.0)).normalize_or(forward) * speed
}

/// How often a body that presses is moved out of the bodies around it at most: out of one it may come into another. The others are moved
/// once: moved as often, wide bodies (0.6 m) in a match with random data came through a wall.
const SEPARATIONS: usize = 4;

/// Moves a position out of all bodies that it overlaps, except for the depth (m) to which it presses into those that are not steered.
pub(super) fn separate<'a>(
    place: Vec3,
    radius: f32,
    pressing: f32,
    others: impl Iterator<Item = &'a Neighbour> + Clone,
) -> Vec3 {
    let mut moved = place;
    for _ in 0..if pressing > 0.0 { SEPARATIONS } else { 1 } {
        let before = moved;
        moved = separate_once(moved, radius, pressing, others.clone());
        if moved == before {
            break;
        }
    }
    moved
}

fn separate_once<'a>(place: Vec3, radius: f32, pressing: f32, others: impl Iterator<Item = &'a Neighbour>) -> Vec3 {
    let mut moved = place;
    for other in others {
        let apart = flat(moved - other.place);
        let room = radius + other.radius - if other.steered { 0.0 } else { pressing };
        let distance = apart.length();
        if distance < room {
            // At the same position any direction will do; east is the same in every run.
            let away = if distance > 1e-4 { apart / distance } else { Vec3::X };
            moved += away * (room - distance);
        }
    }
    moved
}

/// The overlap_depth of the deepest overlap at a position, in metres; 0 without any.
pub(super) fn overlap_depth<'a>(place: Vec3, radius: f32, others: impl Iterator<Item = &'a Neighbour>) -> f32 {
    others.map(|other| radius + other.radius - flat(place - other.place).length()).fold(0.0, f32::max)
}
