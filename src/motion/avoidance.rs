//! Keeping bodies apart: who is near, how to step aside in time, and that no two stand in one place.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    protocol::Roster,
    world::{Body, BodyKind, Hidden, InPlay, geometry::flat},
};

/// The side of a cell of the grid, in metres: no body looks farther for others.
const GRID: f32 = 2.0;
/// How far ahead in time a body looks for others, in seconds.
const LOOK_AHEAD: f32 = 0.8;
/// Bodies farther above or below each other than this are on different floors, in metres.
const STOREY: f32 = 1.2;

/// A body as others see it coming.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// Its row in the roster.
    pub row: u16,
    pub place: Vec3,
    pub velocity: Vec3,
    pub radius: f32,
}

/// Where everybody in the open is, in a grid: by cell, then in roster order.
#[derive(Resource, Default, Debug)]
pub(super) struct Neighbours {
    all: Vec<Neighbour>,
    of_row: Vec<Option<u32>>,
    cells: Vec<((i32, i32), u32)>,
}

fn cell(place: Vec3) -> (i32, i32) {
    ((place.x / GRID).floor() as i32, (place.z / GRID).floor() as i32)
}

/// Notes where everybody is before anybody moves.
pub(super) fn note_who_is_where(
    mut neighbours: ResMut<Neighbours>,
    roster: Res<Roster>,
    bodies: Query<(&Body, &BodyKind, &Hidden), With<InPlay>>,
) {
    let Neighbours { all, of_row, cells } = &mut *neighbours;
    all.clear();
    of_row.clear();
    cells.clear();
    for (row, agent) in roster.agents.iter().enumerate() {
        let open = bodies.get(*agent).ok().filter(|(_, _, hidden)| hidden.0.is_none());
        of_row.push(open.map(|(body, kind, _)| {
            cells.push((cell(body.place), all.len() as u32));
            all.push(Neighbour { row: row as u16, place: body.place, velocity: body.velocity, radius: kind.0.radius });
            all.len() as u32 - 1
        }));
    }
    cells.sort_unstable();
}

impl Neighbours {
    /// Everybody but oneself within a cell's breadth, on the same floor.
    pub(super) fn near(&self, row: u16, place: Vec3) -> impl Iterator<Item = Neighbour> + '_ {
        let (column, line) = cell(place);
        (column - 1..=column + 1)
            .flat_map(move |x| {
                let from = self.cells.partition_point(|(at, _)| *at < (x, line - 1));
                self.cells[from..].iter().take_while(move |(at, _)| *at <= (x, line + 1))
            })
            .map(|(_, index)| self.all[*index as usize])
            .filter(move |other| other.row != row && (other.place.y - place.y).abs() < STOREY)
    }

    /// Tells the others where a body has moved to in this tick.
    pub(super) fn update(&mut self, row: u16, place: Vec3, velocity: Vec3) {
        if let Some(Some(index)) = self.of_row.get(usize::from(row)) {
            let known = &mut self.all[*index as usize];
            known.place = place;
            known.velocity = velocity;
        }
    }
}

/// A wanted velocity, bent to pass others: each steps to its own right of whom it would run into.
pub(super) fn bend<'a>(wanted: Vec3, place: Vec3, radius: f32, others: impl Iterator<Item = &'a Neighbour>) -> Vec3 {
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
            // Already well to one side of the other: keep to that side.
            let side = if offset.dot(right) > 0.25 * room { -1.0 } else { 1.0 };
            aside += side * urgency;
        }
    }
    if aside == 0.0 {
        return wanted;
    }
    (forward + right * aside.clamp(-1.0, 1.0)).normalize_or(forward) * speed
}

/// Where a body ends that must not stand in another: pushed out of all it overlaps.
pub(super) fn push_out<'a>(place: Vec3, radius: f32, others: impl Iterator<Item = &'a Neighbour>) -> Vec3 {
    let mut moved = place;
    for other in others {
        let apart = flat(moved - other.place);
        let room = radius + other.radius;
        let distance = apart.length();
        if distance < room {
            // Exactly in one place, any direction is as good as another; east is the same in every run.
            let away = if distance > 1e-4 { apart / distance } else { Vec3::X };
            moved += away * (room - distance);
        }
    }
    moved
}

/// How deep a body that stands there is in the deepest of those around it, in metres; 0 where it touches nobody.
pub(super) fn depth<'a>(place: Vec3, radius: f32, others: impl Iterator<Item = &'a Neighbour>) -> f32 {
    others.map(|other| radius + other.radius - flat(place - other.place).length()).fold(0.0, f32::max)
}
