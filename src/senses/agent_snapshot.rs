//! Everybody in play, as eyes could see them in this tick: one row an agent, and a grid to find neighbours by.
//!
//! Taken once a tick, so that the senses read the world in one place. No mind ever sees it.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    data::perception::Perception,
    protocol::{AgentId, Gait, Label, Roster, Side, ThingId, UpdateSlices},
    world::{Body, BodyKind, Hidden, InPlay, SiteService, Wounds, geometry::direction},
};

use super::settings::PerceptionSettings;

/// Below this speed a body counts as standing still, in metres a second.
const STILL: f32 = 0.15;
/// How crouched a body must be for its test points to be those of one who crouches, 0 to 1.
const BENT: f32 = 0.5;

/// One who can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSnapshot {
    /// Who.
    pub agent: AgentId,
    /// Its entity.
    pub entity: Entity,
    /// Its side.
    pub side: Label,
    /// Where the feet are, in metres.
    pub place: Vec3,
    /// In metres a second.
    pub velocity: Vec3,
    /// The direction the body faces; a unit vector on the ground.
    pub faces: Vec3,
    /// Where the eyes are, in metres.
    pub eyes: Vec3,
    /// The direction of gaze; a unit vector.
    pub gaze: Vec3,
    /// How tall it stands now, in metres.
    pub height: f32,
    /// What one sees it do.
    pub stance: Stance,
    /// How bright it is where it stands, 0 to 1.
    pub light: f32,
    /// How many wounds one sees it bear.
    pub wounds: u8,
    /// The hiding place it is in.
    pub hide: Option<Concealment>,
}

impl AgentSnapshot {
    /// The middle of the body, in metres: what cones and nearness are measured to.
    pub fn middle(&self) -> Vec3 {
        self.place + Vec3::Y * (self.height * 0.6)
    }

    /// The index of the prop around it, which is no obstacle to its own eyes nor to those who look in.
    pub fn cover(&self) -> Option<usize> {
        self.hide.and_then(|hide| hide.prop)
    }

    /// Whether it can be seen from a point at all, hidden as it may be: from in front of what shows something of one.
    pub fn shows_to(&self, from: Vec3) -> bool {
        self.hide.is_none_or(|hide| hide.shows > 0.0 && hide.fronts(from))
    }
}

/// What one sees a body do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// Standing still upright.
    Standing,
    /// Bent low, moving or not.
    Crouching,
    /// Moving upright at this gait.
    Moving(Gait),
    /// In a hiding place.
    Hiding,
}

/// A hiding place with somebody in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concealment {
    /// Which.
    pub thing: ThingId,
    /// The index of its prop.
    pub prop: Option<usize>,
    /// The share of the body that shows from the front, 0 to 1.
    pub shows: f32,
    /// Its middle on the ground, in metres.
    pub place: Vec3,
    /// The direction it faces; a unit vector on the ground.
    pub faces: Vec3,
}

impl Concealment {
    /// Whether a point lies in front of it, within about 75 degrees to each side.
    pub fn fronts(&self, point: Vec3) -> bool {
        let way = point - self.place;
        way.dot(self.faces) > 0.26 * way.length()
    }
}

/// All figures of this tick, in the order of agents.
#[derive(Resource, Clone, Debug, Default)]
pub struct AgentSnapshots {
    figures: Vec<AgentSnapshot>,
    index: Vec<Option<u32>>,
    grid: Grid,
}

impl AgentSnapshots {
    /// The figures, in the order of agents.
    pub fn figures(&self) -> &[AgentSnapshot] {
        &self.figures
    }

    /// The figure of an agent; `None` when it is not in play.
    pub fn get(&self, agent: AgentId) -> Option<&AgentSnapshot> {
        let index = (*self.index.get(usize::from(agent.0))?)?;
        self.figures.get(index as usize)
    }

    /// Collects the rows of all figures within `reach` metres of a place that `keep` wants, in the order of agents.
    pub fn near(&self, place: Vec3, reach: f32, found: &mut Vec<u32>, keep: impl Fn(&AgentSnapshot) -> bool) {
        self.gather(place, reach, found, keep);
        if !self.grid.starts.is_empty() {
            found.sort_unstable();
        }
    }

    /// The same, in the order of the grid.
    pub fn gather(&self, place: Vec3, reach: f32, found: &mut Vec<u32>, keep: impl Fn(&AgentSnapshot) -> bool) {
        found.clear();
        let wanted = |row: &u32| {
            let figure = self.figures.get(*row as usize);
            figure.is_some_and(|figure| figure.place.distance_squared(place) <= reach * reach && keep(figure))
        };
        if self.grid.starts.is_empty() {
            found.extend((0..self.figures.len() as u32).filter(wanted));
        } else {
            self.grid.visit(place, reach, |members| found.extend(members.iter().copied().filter(wanted)));
        }
    }

    /// Keeps only so many of these rows, those nearest to a place, in the order of agents.
    pub fn keep_nearest(&self, place: Vec3, most: usize, rows: &mut Vec<u32>) {
        if rows.len() > most {
            let far = |row: u32| {
                self.figures.get(row as usize).map_or(f32::INFINITY, |figure| figure.place.distance_squared(place))
            };
            rows.select_nth_unstable_by(most, |a, b| far(*a).total_cmp(&far(*b)).then(a.cmp(b)));
            rows.truncate(most);
        }
        rows.sort_unstable();
    }

    /// Takes a new set of figures.
    pub fn refill(&mut self, settings: &Perception, figures: impl Iterator<Item = AgentSnapshot>) {
        self.figures.clear();
        self.figures.extend(figures);
        self.index.clear();
        for (row, figure) in self.figures.iter().enumerate() {
            let agent = usize::from(figure.agent.0);
            if self.index.len() <= agent {
                self.index.resize(agent + 1, None);
            }
            if let Some(slot) = self.index.get_mut(agent) {
                *slot = Some(row as u32);
            }
        }
        if self.figures.len() >= settings.neighbours_from {
            self.grid.fill(settings.neighbour_cell, &self.figures);
        } else {
            self.grid.starts.clear();
        }
    }
}

/// A flat grid of figures: the rows of each cell, cells one after the other (counting sort; time grows with the figures).
#[derive(Clone, Debug, Default)]
struct Grid {
    cell: f32,
    west: f32,
    north: f32,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    members: Vec<u32>,
    cells: Vec<u32>,
}

impl Grid {
    fn fill(&mut self, cell: f32, figures: &[AgentSnapshot]) {
        let mut least = Vec3::INFINITY;
        let mut greatest = Vec3::NEG_INFINITY;
        for figure in figures {
            least = least.min(figure.place);
            greatest = greatest.max(figure.place);
        }
        // A crowd spread thin over a huge level gets wider cells rather than more cells than figures.
        let most = (figures.len() as f32).sqrt().ceil() * 2.0;
        self.cell = cell.max(1.0).max((greatest.x - least.x) / most).max((greatest.z - least.z) / most);
        (self.west, self.north) = (least.x, least.z);
        self.columns = ((greatest.x - least.x) / self.cell) as usize + 1;
        self.rows = ((greatest.z - least.z) / self.cell) as usize + 1;
        self.cells.clear();
        for figure in figures {
            let column = ((figure.place.x - self.west) / self.cell) as usize;
            let row = ((figure.place.z - self.north) / self.cell) as usize;
            self.cells.push((row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)) as u32);
        }
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for &cell in &self.cells {
            self.starts[cell as usize + 1] += 1; // every cell number is below columns * rows
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1]; // cell counts from 1 to the length
        }
        self.members.clear();
        self.members.resize(figures.len(), 0);
        // Backwards, taking from the end of each cell, so that the rows of a cell stay in order.
        for (row, &cell) in self.cells.iter().enumerate().rev() {
            let end = &mut self.starts[cell as usize + 1]; // as above
            *end -= 1;
            self.members[*end as usize] = row as u32; // the starts add up to the number of figures
        }
        // What was each cell's end is now its start, one further on.
        self.starts.remove(0);
        self.starts.push(figures.len() as u32);
    }

    /// Hands over the rows of all cells within reach, a run of cells at a time.
    fn visit(&self, place: Vec3, reach: f32, mut hand: impl FnMut(&[u32])) {
        let columns = span(place.x - self.west, reach, self.cell, self.columns);
        for row in span(place.z - self.north, reach, self.cell, self.rows) {
            let from = self.starts.get(row * self.columns + columns.start);
            let to = self.starts.get(row * self.columns + columns.end);
            if let (Some(&from), Some(&to)) = (from, to)
                && let Some(members) = self.members.get(from as usize..to as usize)
            {
                hand(members);
            }
        }
    }
}

/// The cells of one axis within `reach` of a point.
fn span(at: f32, reach: f32, cell: f32, count: usize) -> std::ops::Range<usize> {
    let from = ((at - reach) / cell).max(0.0) as usize;
    let to = ((at + reach) / cell + 1.0).max(0.0) as usize;
    from.min(count)..to.min(count)
}

/// What a body looks like from outside.
type Outside = (&'static AgentId, &'static Side, &'static Body, &'static BodyKind, &'static Hidden, &'static Wounds);

/// Takes the figures of this tick from the bodies in play.
pub(super) fn snapshot_agents(
    mut snapshots: ResMut<AgentSnapshots>,
    mut slices: ResMut<UpdateSlices>,
    settings: Res<PerceptionSettings>,
    site: Res<SiteService>,
    roster: Res<Roster>,
    bodies: Query<Outside, With<InPlay>>,
) {
    let site = &site.0;
    let figure = |entity: &Entity| {
        let (agent, side, body, kind, hidden, wounds) = bodies.get(*entity).ok()?;
        let hide = hidden.0.and_then(|thing| site.built.thing(thing)).map(|thing| Concealment {
            thing: thing.id,
            prop: thing.prop,
            shows: thing.shows,
            place: thing.place,
            faces: direction(thing.heading),
        });
        let stance = if hide.is_some() {
            Stance::Hiding
        } else if body.crouch >= BENT {
            Stance::Crouching
        } else if body.speed() < STILL {
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
            light: site.light.at(body.place),
            wounds: wounds.taken,
            hide,
        })
    };
    snapshots.refill(&settings.0, roster.agents.iter().filter_map(figure));
    let per_tick = (settings.0.looks_per_tick, settings.0.acts_per_tick, settings.0.thoughts_per_tick);
    *slices = UpdateSlices::new(snapshots.figures.len(), per_tick, settings.0.agents_every);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(number: u16, x: f32, z: f32) -> AgentSnapshot {
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
            wounds: 0,
            hide: None,
        }
    }

    #[test]
    fn the_grid_finds_every_neighbour_in_order() {
        let settings = Perception { neighbours_from: 1, neighbour_cell: 3.0, ..Perception::default() };
        // Scattered by a fixed multiplicative walk.
        let spots = (0..200u16).map(|n| (n, f32::from(n * 37 % 101), f32::from(n * 53 % 67) - 20.0));
        let all: Vec<AgentSnapshot> = spots.map(|(n, x, z)| figure(n, x, z)).collect();
        let mut snapshots = AgentSnapshots::default();
        snapshots.refill(&settings, all.iter().copied());
        let mut found = Vec::new();
        for asker in &all {
            snapshots.near(asker.place, 9.0, &mut found, |_| true);
            let near = |other: &&u32| all[**other as usize].place.distance(asker.place) <= 9.0;
            let expected: Vec<u32> = (0..200).collect::<Vec<u32>>().iter().filter(near).copied().collect();
            assert_eq!(found, expected);
            let mut visited = 0;
            snapshots.grid.visit(asker.place, 9.0, |members| visited += members.len());
            assert!(visited < all.len() / 2, "the grid leaves most out");
        }
        assert_eq!(snapshots.get(AgentId(7)).map(|figure| figure.agent), Some(AgentId(7)));
        assert_eq!(snapshots.get(AgentId(700)), None);
    }

    #[test]
    fn a_closed_hiding_place_shows_nothing_and_an_open_one_its_front() {
        let hide = |shows| Concealment { thing: ThingId(0), prop: None, shows, place: Vec3::ZERO, faces: Vec3::X };
        let hidden = |shows| AgentSnapshot { hide: Some(hide(shows)), ..figure(0, 0.0, 0.0) };
        assert!(!hidden(0.0).shows_to(Vec3::X));
        assert!(hidden(0.3).shows_to(Vec3::X));
        assert!(!hidden(0.3).shows_to(Vec3::NEG_X));
        assert!(figure(0, 0.0, 0.0).shows_to(Vec3::NEG_X));
    }
}
