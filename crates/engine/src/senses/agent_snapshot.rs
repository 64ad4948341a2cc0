//! What the senses can perceive of each agent in this tick, with a grid to find neighbours.
//!
//! Taken once per tick, so that the senses read the world in one place. Minds have no access to it.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Gait, Label, Roster, Side, SimulationClock, ThingId, UpdateSlices};

use super::{attention::Attention, setup::PerceptionSettings, words::PerceptNames};
use crate::{
    data::perception::Perception,
    world::{
        Body, BodyCondition, BodyKind, Daylight, Hidden, InPlay, SiteService, Things,
        geometry::direction,
        grid::{CellGrid, grid_cell},
    },
};

/// Slower bodies count as standing still, in m/s.
const STANDING_SPEED: f32 = 0.15;
/// From this crouch value on (0 to 1) a body has the test points of a crouching one.
const CROUCHING: f32 = 0.5;

/// The perceivable state of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSnapshot {
    /// The agent's number.
    pub agent: AgentId,
    /// The agent's entity.
    pub entity: Entity,
    /// The side it plays for.
    pub side: Label,
    /// The position of the feet, in metres.
    pub place: Vec3,
    /// In m/s.
    pub velocity: Vec3,
    /// The direction of the body on the ground, of length 1.
    pub faces: Vec3,
    /// The position of the eyes, in metres.
    pub eyes: Vec3,
    /// The direction of gaze, of length 1.
    pub gaze: Vec3,
    /// The current height, in metres.
    pub height: f32,
    /// The visible activity.
    pub stance: Stance,
    /// The brightness at its position, from 0 to 1.
    pub light: f32,
    /// How badly hurt it looks, in the unit of the game.
    pub visible_harm: f32,
    /// What it visibly does, as the game names it; empty for its stance.
    pub state: Label,
    /// The hiding place around it, if any.
    pub concealment: Option<Concealment>,
    /// How much its own eyes and ears notice.
    pub attention: Attention,
}

impl AgentSnapshot {
    /// The point that cones and distances are measured to, in metres.
    pub fn middle(&self) -> Vec3 {
        self.place + Vec3::Y * (self.height * 0.6)
    }

    /// Whether it stands still.
    pub fn is_still(&self) -> bool {
        self.velocity.length_squared() <= STANDING_SPEED * STANDING_SPEED
    }

    /// The index of the prop around it. The prop blocks neither its own view nor the view of those who look in.
    pub fn cover_prop(&self) -> Option<usize> {
        self.concealment.and_then(|hide| hide.prop)
    }

    /// Whether any part of it can be visible from a point: hidden agents only from the front of an open hiding place.
    pub fn can_be_seen_from(&self, from: Vec3) -> bool {
        self.concealment.is_none_or(|hide| hide.visible_fraction > 0.0 && hide.is_in_front(from))
    }
}

/// The visible activity of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// Upright and still.
    Standing,
    /// Crouching, moving or not.
    Crouching,
    /// Upright and moving with this gait.
    Moving(Gait),
    /// In a hiding place.
    Hiding,
    /// Held fast by a thing, or staggering.
    HeldFast,
}

/// A hiding place with an agent inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concealment {
    /// The hiding place.
    pub thing: ThingId,
    /// The index of its prop.
    pub prop: Option<usize>,
    /// The fraction of the body that is visible from the front, from 0 to 1.
    pub visible_fraction: f32,
    /// Its centre on the ground, in metres.
    pub place: Vec3,
    /// The direction it faces on the ground, of length 1.
    pub faces: Vec3,
}

impl Concealment {
    /// Whether a point lies in front of it, within about 75 degrees to each side.
    pub fn is_in_front(&self, point: Vec3) -> bool {
        let offset = point - self.place;
        offset.dot(self.faces) > 0.26 * offset.length()
    }
}

/// The snapshots of this tick, in the order of agents.
#[derive(Resource, Clone, Debug, Default)]
pub struct AgentSnapshots {
    snapshots: Vec<AgentSnapshot>,
    /// Where each of them is: searched far more often than the rest is read.
    places: Vec<Vec3>,
    index: Vec<Option<u32>>,
    grid: CellGrid,
    /// The side of a cell of the grid, in metres.
    cell: f32,
}

impl AgentSnapshots {
    /// The snapshots, in the order of agents.
    pub fn all(&self) -> &[AgentSnapshot] {
        &self.snapshots
    }

    /// The snapshot of an agent; `None` if it is not in play.
    pub fn get(&self, agent: AgentId) -> Option<&AgentSnapshot> {
        let index = (*self.index.get(usize::from(agent.0))?)?;
        self.snapshots.get(index as usize)
    }

    /// Writes the indices of all snapshots within `reach` metres that `keep` accepts into `found`, in the order of
    /// agents.
    pub fn near(&self, place: Vec3, reach: f32, found: &mut Vec<u32>, keep: impl Fn(&AgentSnapshot) -> bool) {
        self.near_unsorted(place, reach, found, keep);
        if !self.grid.is_empty() {
            found.sort_unstable();
        }
    }

    /// The same, in the order of the grid.
    pub fn near_unsorted(&self, place: Vec3, reach: f32, found: &mut Vec<u32>, keep: impl Fn(&AgentSnapshot) -> bool) {
        found.clear();
        let is_near = |row: usize| self.places.get(row).is_some_and(|at| at.distance_squared(place) <= reach * reach);
        let wanted = |row: &u32| is_near(*row as usize) && self.snapshots.get(*row as usize).is_some_and(&keep);
        if self.grid.is_empty() {
            found.extend((0..self.snapshots.len() as u32).filter(wanted));
        } else {
            found.extend(self.around(place, reach).filter(wanted));
        }
    }

    /// The indices in the cells within `reach` metres of a place.
    fn around(&self, place: Vec3, reach: f32) -> impl Iterator<Item = u32> + '_ {
        let corner = |offset: f32| grid_cell(place + Vec3::new(offset, 0.0, offset), self.cell);
        self.grid.within(corner(-reach), corner(reach))
    }

    /// Keeps only the `most` indices nearest to a place, in the order of agents.
    pub fn keep_nearest(&self, place: Vec3, most: usize, rows: &mut Vec<u32>) {
        if rows.len() > most {
            let far = |row: u32| self.places.get(row as usize).map_or(f32::INFINITY, |at| at.distance_squared(place));
            rows.select_nth_unstable_by(most, |a, b| far(*a).total_cmp(&far(*b)).then(a.cmp(b)));
            rows.truncate(most);
        }
        rows.sort_unstable();
    }

    /// Replaces all snapshots.
    pub fn refill(&mut self, settings: &Perception, snapshots: impl Iterator<Item = AgentSnapshot>) {
        self.snapshots.clear();
        self.snapshots.extend(snapshots);
        self.places.clear();
        self.places.extend(self.snapshots.iter().map(|snapshot| snapshot.place));
        self.index.clear();
        for (row, snapshot) in self.snapshots.iter().enumerate() {
            let agent = usize::from(snapshot.agent.0);
            if self.index.len() <= agent {
                self.index.resize(agent + 1, None);
            }
            if let Some(slot) = self.index.get_mut(agent) {
                *slot = Some(row as u32);
            }
        }
        if self.snapshots.len() >= settings.grid_min_agents {
            self.cell = settings.grid_cell_size;
            self.grid.fill(self.cell, self.places.iter().copied());
        } else {
            self.grid.clear();
        }
    }
}

/// The visible components of a body.
type VisibleBody = (
    &'static AgentId,
    &'static Side,
    &'static Body,
    &'static BodyKind,
    &'static Hidden,
    &'static BodyCondition,
    Option<&'static Attention>,
);

/// Takes the snapshots of this tick, and sets the time slices for their number.
pub(super) fn snapshot_agents(
    mut snapshots: ResMut<AgentSnapshots>,
    mut slices: ResMut<UpdateSlices>,
    settings: Res<PerceptionSettings>,
    words: Res<PerceptNames>,
    site: Res<SiteService>,
    daylight: Res<Daylight>,
    things: Res<Things>,
    roster: Res<Roster>,
    clock: Res<SimulationClock>,
    bodies: Query<VisibleBody, With<InPlay>>,
) {
    let site = &site.0;
    let snapshot = |entity: &Entity| {
        let (agent, side, body, kind, hidden, condition, attention) = bodies.get(*entity).ok()?;
        let hide = hidden.0.and_then(|thing| things.thing(&site.built, thing)).map(|thing| Concealment {
            thing: thing.id,
            prop: thing.prop,
            visible_fraction: thing.visible_fraction,
            place: thing.place,
            faces: direction(thing.heading),
        });
        let attention = attention.copied().unwrap_or_default();
        let stance = if hide.is_some() {
            Stance::Hiding
        } else if body.crouch >= CROUCHING {
            Stance::Crouching
        } else if things.hold(*agent, clock.tick) {
            Stance::HeldFast
        } else if body.speed() < STANDING_SPEED {
            Stance::Standing
        } else {
            Stance::Moving(body.gait)
        };
        Some(AgentSnapshot {
            agent: *agent,
            entity: *entity,
            side: side.0,
            place: body.place,
            velocity: body.velocity,
            faces: body.facing(),
            eyes: body.eye_position(&kind.0),
            gaze: body.gaze_direction(),
            height: body.height(&kind.0),
            stance,
            light: site.brightness_at(body.place, *daylight, &things),
            visible_harm: condition.visible_harm,
            state: condition.state,
            concealment: hide,
            attention: Attention {
                sight: if things.dazzled.ticks_left(*agent, clock.tick) > 0 { 0.0 } else { attention.sight },
                ..attention
            },
        })
    };
    snapshots.refill(&settings.0, roster.agents.iter().filter_map(snapshot));
    let per_tick = (settings.0.looks_per_tick, settings.0.acts_per_tick, settings.0.thoughts_per_tick);
    *slices = UpdateSlices::new(snapshots.snapshots.len(), per_tick, settings.0.agent_interval);
    for snapshot in &snapshots.snapshots {
        let state = if snapshot.stance == Stance::Hiding { words.hiding } else { snapshot.state };
        if let Some(times) = settings.0.rarer.get(&state) {
            slices.make_rarer(snapshot.agent, *times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(number: u16, x: f32, z: f32) -> AgentSnapshot {
        AgentSnapshot {
            agent: AgentId(number),
            entity: Entity::PLACEHOLDER,
            side: "a".into(),
            place: Vec3::new(x, 0.0, z),
            velocity: Vec3::ZERO,
            faces: Vec3::X,
            eyes: Vec3::new(x, 1.6, z),
            gaze: Vec3::X,
            height: 1.8,
            stance: Stance::Standing,
            light: 1.0,
            visible_harm: 0.0,
            state: Label::default(),
            concealment: None,
            attention: Attention::default(),
        }
    }

    #[test]
    fn the_grid_finds_every_neighbour_in_order() {
        let settings = Perception { grid_min_agents: 1, grid_cell_size: 3.0, ..Perception::default() };
        // Scattered by a fixed multiplicative walk.
        let spots = (0..200u16).map(|n| (n, f32::from(n * 37 % 101), f32::from(n * 53 % 67) - 20.0));
        let all: Vec<AgentSnapshot> = spots.map(|(n, x, z)| snapshot(n, x, z)).collect();
        let mut snapshots = AgentSnapshots::default();
        snapshots.refill(&settings, all.iter().copied());
        let mut found = Vec::new();
        for asker in &all {
            snapshots.near(asker.place, 9.0, &mut found, |_| true);
            let near = |other: &&u32| all[**other as usize].place.distance(asker.place) <= 9.0;
            let expected: Vec<u32> = (0..200).collect::<Vec<u32>>().iter().filter(near).copied().collect();
            assert_eq!(found, expected);
            let mut visited = 0;
            visited += snapshots.around(asker.place, 9.0).count();
            assert!(visited < all.len() / 2, "the grid leaves most out");
        }
        assert_eq!(snapshots.get(AgentId(7)).map(|snapshot| snapshot.agent), Some(AgentId(7)));
        assert_eq!(snapshots.get(AgentId(700)), None);
    }

    #[test]
    fn a_closed_hiding_place_hides_everything_and_an_open_one_only_from_behind() {
        let hide = |visible_fraction| Concealment {
            thing: ThingId(0),
            prop: None,
            visible_fraction,
            place: Vec3::ZERO,
            faces: Vec3::X,
        };
        let hidden =
            |visible_fraction| AgentSnapshot { concealment: Some(hide(visible_fraction)), ..snapshot(0, 0.0, 0.0) };
        assert!(!hidden(0.0).can_be_seen_from(Vec3::X));
        assert!(hidden(0.3).can_be_seen_from(Vec3::X));
        assert!(!hidden(0.3).can_be_seen_from(Vec3::NEG_X));
        assert!(snapshot(0, 0.0, 0.0).can_be_seen_from(Vec3::NEG_X));
    }
}
