//! Invariants of a running match: agents move when they want to, stay on the navigation mesh, and do not pass through walls or
//! each other. The monitor that checks them only reads the world.

use std::fmt;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Blackboard, GoRequest, QuantisedPoint, Roster, SimulationClock};
use serde::{Deserialize, Serialize};

use quarry_engine::motion::navigation::BakedLevel;
use quarry_engine::world::{Body, BodyKind, Hands, Hidden, InPlay, Things, WeaponPhase, WeaponState};

/// The distance after which a body counts as having moved, in metres.
const MIN_MOVE: f32 = 0.3;
/// An agent rests once it has posted no request to move for this long, in seconds. The shorter gap between a failed request
/// and the next does not count as rest.
const REST_SECONDS: f32 = 1.0;
/// How far from a body the mesh is searched for, in metres.
const MESH_SEARCH: f32 = 3.0;
/// Bodies farther apart than this cannot overlap, in metres.
const MAX_WIDTH: f64 = 2.0;
/// The height at which passing through walls is tested, in metres: about the knee, so that low walls count.
const KNEE: f32 = 0.45;

/// The limits beyond which an invariant counts as violated.
#[derive(Clone, Copy, Debug)]
pub struct InvariantLimits {
    /// The longest an agent that wants to move may stand still, in seconds.
    pub longest_stall: f64,
    /// The farthest an agent may be off the mesh, in metres.
    pub max_off_mesh: f64,
    /// How deep two bodies may overlap, in metres.
    pub max_overlap: f64,
}

/// The limits of this game. The distances allow for rounding.
pub const INVARIANT_LIMITS: InvariantLimits =
    InvariantLimits { longest_stall: 10.0, max_off_mesh: 0.1, max_overlap: 0.1 };

/// The worst values observed in a match, over all agents in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InvariantReport {
    /// The longest time an agent that wanted to move stood still, in seconds.
    pub longest_stall: f64,
    /// Which agent, where and when; `None` if no agent stalled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stall: Option<Breach>,
    /// The farthest an agent was off the navigation mesh, in metres.
    pub max_off_mesh: f64,
    /// How often an agent passed through a wall, a prop or a closed door.
    pub wall_crossings: u32,
    /// The first of them; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Breach>,
    /// How often a position, velocity or heading was infinite or NaN.
    pub non_finite: u32,
    /// The smallest distance between the centres of two agents, in metres; `None` with fewer than two agents.
    pub min_distance: Option<f64>,
    /// The deepest overlap of two bodies: the sum of their radii minus the distance of their centres, in metres.
    #[serde(default)]
    pub max_overlap: f64,
}

/// Where and when an agent broke an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breach {
    /// The agent.
    pub agent: AgentId,
    /// Where it was.
    pub at: QuantisedPoint,
    /// The tick: of a time, its last.
    pub tick: u32,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Vec3::from(self.at);
        write!(f, "agent {} at {:.1}, {:.1}, {:.1}, until tick {}", self.agent.0, place.x, place.y, place.z, self.tick)
    }
}

impl InvariantReport {
    /// A description of each violated invariant; empty if all hold.
    pub fn violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.longest_stall > INVARIANT_LIMITS.longest_stall {
            let which = self.stall.map_or_else(String::new, |stall| format!(" ({stall})"));
            found.push(format!("an agent that wanted to move stood still for {:.1} s{which}", self.longest_stall));
        }
        if self.max_off_mesh > INVARIANT_LIMITS.max_off_mesh {
            found.push(format!("an agent was {:.2} m off the navigation mesh", self.max_off_mesh));
        }
        if self.max_overlap > INVARIANT_LIMITS.max_overlap {
            found.push(format!("two agents overlapped by {:.2} m", self.max_overlap));
        }
        if self.wall_crossings > 0 {
            let first = self.crossing.map_or_else(String::new, |first| format!(", the first: {first}"));
            found.push(format!("agents passed through walls (count: {}{first})", self.wall_crossings));
        }
        if self.non_finite > 0 {
            found.push(format!("a position, velocity or heading was not finite (count: {})", self.non_finite));
        }
        found
    }

    /// The worse value of each measure and the sum of each count, for summaries.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        Self {
            longest_stall: self.longest_stall.max(other.longest_stall),
            stall: if self.longest_stall >= other.longest_stall { self.stall } else { other.stall },
            max_off_mesh: self.max_off_mesh.max(other.max_off_mesh),
            wall_crossings: self.wall_crossings + other.wall_crossings,
            crossing: self.crossing.or(other.crossing),
            non_finite: self.non_finite + other.non_finite,
            max_overlap: self.max_overlap.max(other.max_overlap),
            min_distance: match (self.min_distance, other.min_distance) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
}

/// An agent as of the last tick.
#[derive(Clone, Copy)]
struct TrackedAgent {
    /// Its position, unless it was in a hiding place.
    position: Option<Vec3>,
    /// Where it last counted as having moved, and in which tick.
    anchor: (Vec3, u32),
    /// The last tick in which it wanted to move.
    wanted: u32,
}

type MonitoredComponents = (
    &'static AgentId,
    &'static Body,
    &'static BodyKind,
    &'static Blackboard,
    &'static Hidden,
    &'static Hands,
    &'static WeaponState,
    Has<InPlay>,
);

/// Checks the agents of one match after every tick.
pub struct InvariantMonitor {
    query: QueryState<MonitoredComponents>,
    roster: Vec<Entity>,
    tracked: Vec<Option<TrackedAgent>>,
    /// The position and radius of every body that is not hidden, in this tick.
    bodies: Vec<(Vec3, f32)>,
    report: InvariantReport,
}

impl InvariantMonitor {
    /// A monitor of the match that has just been set up in this world.
    pub fn new(world: &mut World) -> Self {
        let roster = world.get_resource::<Roster>().map(|roster| roster.agents.clone()).unwrap_or_default();
        Self {
            query: world.query(),
            tracked: vec![None; roster.len()],
            bodies: Vec::with_capacity(roster.len()),
            report: InvariantReport::default(),
            roster,
        }
    }

    /// Checks all agents after a tick.
    pub fn observe(&mut self, world: &World, level: &BakedLevel) {
        let (Some(clock), Some(things)) = (world.get_resource::<SimulationClock>(), world.get_resource::<Things>())
        else {
            return;
        };
        self.query.update_archetypes(world);
        if let Some(roster) = world.get_resource::<Roster>().filter(|roster| roster.agents != self.roster) {
            self.tracked.resize(roster.agents.len(), None);
            // An agent that begins again has been set down elsewhere.
            let pairs = self.roster.iter().zip(&roster.agents).zip(&mut self.tracked);
            pairs.filter(|((old, new), _)| old != new).for_each(|(_, tracked)| *tracked = None);
            self.roster.clone_from(&roster.agents);
        }
        self.bodies.clear();
        for (entity, tracked) in self.roster.iter().zip(&mut self.tracked) {
            let Ok((agent, body, kind, blackboard, hidden, hands, weapon, in_play)) =
                self.query.get_manual(world, *entity)
            else {
                continue;
            };
            if !in_play || !kind.0.walks() {
                *tracked = None;
                continue;
            }
            if !(body.place.is_finite() && body.velocity.is_finite() && body.heading.is_finite()) {
                self.report.non_finite += 1;
                continue;
            }
            let last =
                tracked.get_or_insert(TrackedAgent { position: None, anchor: (body.place, clock.tick), wanted: 0 });

            let held = things.hold(*agent, clock.tick);
            let busy = held || hidden.0.is_some() || hands.task.is_some() || weapon.phase != WeaponPhase::Ready;
            if wants_to_move(blackboard, body.place) && !busy {
                last.wanted = clock.tick;
            }
            let resting = clock.seconds_at(clock.tick - last.wanted.min(clock.tick)) > REST_SECONDS;
            if busy || resting || body.place.distance(last.anchor.0) > MIN_MOVE {
                last.anchor = (body.place, clock.tick);
            }
            let stall = f64::from(clock.seconds_at(clock.tick - last.anchor.1));
            if stall > self.report.longest_stall {
                self.report.longest_stall = stall;
                self.report.stall = Some(Breach { agent: *agent, at: body.place.into(), tick: clock.tick });
            }

            // A hidden agent is inside a prop, and gets in and out through its side.
            if hidden.0.is_some() {
                last.position = None;
                continue;
            }
            let knee = Vec3::Y * KNEE;
            if let Some(before) = last.position {
                let (sight, from, to) = (&level.site.sight, before + knee, body.place + knee);
                if !sight.is_clear(from, to, things.open) {
                    let hit = sight.cast(from, to, things.open);
                    if hit.is_some_and(|contact| !contact.ground) {
                        self.report.wall_crossings += 1;
                        let first = Breach { agent: *agent, at: body.place.into(), tick: clock.tick };
                        self.report.crossing.get_or_insert(first);
                    }
                }
            }
            last.position = Some(body.place);
            self.report.max_off_mesh = self.report.max_off_mesh.max(f64::from(off_mesh(level, body.place)));
            self.bodies.push((body.place, kind.0.radius));
        }
        self.measure_distances();
    }

    /// Sweeps from west to east, so that a body is compared only with those that may overlap it or be closer than the
    /// closest pair so far.
    fn measure_distances(&mut self) {
        self.bodies.sort_unstable_by(|(one, _), (other, _)| one.x.total_cmp(&other.x));
        for (i, (one, radius)) in self.bodies.iter().enumerate() {
            for (other, other_radius) in self.bodies.iter().skip(i + 1) {
                let east = f64::from(other.x - one.x);
                if self.report.min_distance.is_some_and(|min| east > min) && east > MAX_WIDTH {
                    break;
                }
                let distance = f64::from(one.distance(*other));
                self.report.min_distance = Some(self.report.min_distance.map_or(distance, |min| min.min(distance)));
                self.report.max_overlap = self.report.max_overlap.max(f64::from(radius + other_radius) - distance);
            }
        }
    }

    /// The report so far, in whole millimetres and milliseconds.
    pub fn report(&self) -> InvariantReport {
        let round = |number: f64| (number * 1000.0).round() / 1000.0;
        InvariantReport {
            longest_stall: round(self.report.longest_stall),
            max_off_mesh: round(self.report.max_off_mesh),
            min_distance: self.report.min_distance.map(round),
            max_overlap: round(self.report.max_overlap),
            ..self.report
        }
    }
}

fn wants_to_move(blackboard: &Blackboard, position: Vec3) -> bool {
    match blackboard.go.active() {
        Some(GoRequest::To { place: goal, within, .. }) => position.distance(*goal) > *within + MIN_MOVE,
        Some(GoRequest::Steer { direction, .. }) => direction.length_squared() > 0.01,
        Some(GoRequest::Stay { .. }) | None => false,
    }
}

/// The horizontal distance of a point from the mesh, in metres; at most [`MESH_SEARCH`].
fn off_mesh(level: &BakedLevel, point: Vec3) -> f32 {
    let mesh = &level.ground.mesh;
    if mesh.locate(point).is_some() {
        return 0.0;
    }
    let horizontal = Vec3::new(1.0, 0.0, 1.0);
    mesh.nearest(point, MESH_SEARCH).map_or(MESH_SEARCH, |nearest| ((nearest.point - point) * horizontal).length())
}
