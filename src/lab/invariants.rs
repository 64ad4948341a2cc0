//! Watches a match while it runs for what must never happen, without touching it.

use bevy::{ecs::prelude::*, math::Vec3};
use serde::{Deserialize, Serialize};

use crate::{
    motion::navigation::BakedLevel,
    protocol::{AgentId, Blackboard, GoRequest, QuantisedPoint, Roster, SimulationClock},
    world::{Body, BodyKind, Hands, Hidden, InPlay, Things, WeaponPhase, WeaponState},
};

/// How far a body must get to count as having moved, in metres.
const A_MOVE: f32 = 0.3;
/// How long a body must want nothing before it counts as resting, in seconds: a request that fails and is posted anew is
/// still the wish to move.
const A_REST: f32 = 1.0;
/// How far off the mesh is looked for it, in metres.
const SEARCH: f32 = 3.0;
/// Farther apart than this no two bodies overlap, in metres.
const BROADEST: f64 = 2.0;
/// At which height a body is taken to pass through things, in metres: about the knee, so that low walls count.
const KNEE: f32 = 0.45;

/// What a sound match keeps to.
#[derive(Clone, Copy, Debug)]
pub struct InvariantLimits {
    /// The longest a living agent that wants to move may stand still, in seconds.
    pub longest_stall: f64,
    /// The farthest a living agent may be off the mesh, in metres.
    pub off_mesh: f64,
    /// How deep two living agents may stand in each other, in metres.
    pub overlap: f64,
}

/// The limits of this game: nobody who wants to move stands for more than ten seconds, a body is on the mesh but for rounding
/// at its borders, and bodies touch but do not stand in each other, rounding again.
pub const INVARIANT_LIMITS: InvariantLimits = InvariantLimits { longest_stall: 10.0, off_mesh: 0.1, overlap: 0.1 };

/// What the monitor saw in one match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InvariantReport {
    /// The longest time any living agent that wanted to move stood still, in seconds.
    pub longest_stall: f64,
    /// Who that was; `None` where nobody stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<Stall>,
    /// The farthest any living agent was off the navigation mesh, in metres.
    pub off_mesh: f64,
    /// How often a living agent passed through a wall, a prop or a shut door.
    pub wall_crossings: u32,
    /// How often a place or a velocity was not a number.
    pub non_finite: u32,
    /// How near the middles of two living agents of one tick came to each other, in metres; `None` with one agent.
    pub closest: Option<f64>,
    /// The deepest that two living agents stood in each other: their radii together less the distance of their middles over
    /// the ground, in metres.
    #[serde(default)]
    pub overlap: f64,
}

/// Who stood still though it wanted to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stall {
    /// Which agent.
    pub agent: AgentId,
    /// Where.
    pub at: QuantisedPoint,
    /// Until which tick.
    pub tick: u32,
}

impl InvariantReport {
    /// What breaks the limits, in words; empty for a sound match.
    pub fn violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.longest_stall > INVARIANT_LIMITS.longest_stall {
            let whose = self.stood.map_or_else(String::new, |stood| {
                let [x, y, z] = [stood.at.x, stood.at.y, stood.at.z].map(|millimetres| f64::from(millimetres) / 1000.0);
                format!(" (number {} at {x:.1}, {y:.1}, {z:.1}, until tick {})", stood.agent.0, stood.tick)
            });
            found.push(format!("an agent that wanted to move stood still for {:.1} s{whose}", self.longest_stall));
        }
        if self.off_mesh > INVARIANT_LIMITS.off_mesh {
            found.push(format!("an agent was {:.2} m off the navigation mesh", self.off_mesh));
        }
        if self.overlap > INVARIANT_LIMITS.overlap {
            found.push(format!("two agents stood {:.2} m in each other", self.overlap));
        }
        if self.wall_crossings > 0 {
            found.push(format!("agents passed through walls {} times", self.wall_crossings));
        }
        if self.non_finite > 0 {
            found.push(format!("places were not numbers {} times", self.non_finite));
        }
        found
    }

    /// The worst of both, for summaries.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        Self {
            longest_stall: self.longest_stall.max(other.longest_stall),
            stood: if self.longest_stall >= other.longest_stall { self.stood } else { other.stood },
            off_mesh: self.off_mesh.max(other.off_mesh),
            wall_crossings: self.wall_crossings + other.wall_crossings,
            non_finite: self.non_finite + other.non_finite,
            overlap: self.overlap.max(other.overlap),
            closest: match (self.closest, other.closest) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
}

/// One agent as it was last seen.
#[derive(Clone, Copy)]
struct TrackedAgent {
    /// Where it was in the last tick, if it was out in the open then.
    place: Option<Vec3>,
    /// Where it last counted as having moved to, and in which tick.
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

/// Watches the agents of one match, tick by tick.
pub struct InvariantMonitor {
    query: QueryState<MonitoredComponents>,
    roster: Vec<Entity>,
    watched: Vec<Option<TrackedAgent>>,
    standing: Vec<(Vec3, f32)>,
    seen: InvariantReport,
}

impl InvariantMonitor {
    /// Begins to watch the match that has just been set up in this world.
    pub fn new(world: &mut World) -> Self {
        let roster = world.get_resource::<Roster>().map(|roster| roster.agents.clone()).unwrap_or_default();
        Self {
            query: world.query(),
            watched: vec![None; roster.len()],
            standing: Vec::with_capacity(roster.len()),
            seen: InvariantReport::default(),
            roster,
        }
    }

    /// Looks at everybody after a tick.
    pub fn observe(&mut self, world: &World, level: &BakedLevel) {
        let (Some(clock), Some(things)) = (world.get_resource::<SimulationClock>(), world.get_resource::<Things>())
        else {
            return;
        };
        self.query.update_archetypes(world);
        self.standing.clear();
        for (entity, watched) in self.roster.iter().zip(&mut self.watched) {
            let Ok((agent, body, kind, blackboard, hidden, hands, arms, in_play)) =
                self.query.get_manual(world, *entity)
            else {
                continue;
            };
            if !in_play {
                *watched = None;
                continue;
            }
            if !(body.place.is_finite() && body.velocity.is_finite() && body.heading.is_finite()) {
                self.seen.non_finite += 1;
                continue;
            }
            let last = watched.get_or_insert(TrackedAgent { place: None, anchor: (body.place, clock.tick), wanted: 0 });

            let busy = hidden.0.is_some() || hands.task.is_some() || arms.phase != WeaponPhase::Ready;
            if wants_to_move(blackboard, body.place) && !busy {
                last.wanted = clock.tick;
            }
            let resting = clock.seconds_at(clock.tick - last.wanted.min(clock.tick)) > A_REST;
            if busy || resting || body.place.distance(last.anchor.0) > A_MOVE {
                last.anchor = (body.place, clock.tick);
            }
            let stood = f64::from(clock.seconds_at(clock.tick - last.anchor.1));
            if stood > self.seen.longest_stall {
                self.seen.longest_stall = stood;
                self.seen.stood = Some(Stall { agent: *agent, at: body.place.into(), tick: clock.tick });
            }

            // Who is in a hiding place is inside a prop, and gets in and out through its side.
            if hidden.0.is_some() {
                last.place = None;
                continue;
            }
            let knee = Vec3::Y * KNEE;
            if let Some(before) = last.place {
                let met = level.site.sight.cast(before + knee, body.place + knee, things.open);
                self.seen.wall_crossings += u32::from(met.is_some_and(|contact| !contact.ground));
            }
            last.place = Some(body.place);
            self.seen.off_mesh = self.seen.off_mesh.max(f64::from(off_mesh(level, body.place)));
            self.standing.push((body.place, kind.0.radius));
        }
        // From west to east, so that nobody is compared with more than those not farther east than the closest pair is apart.
        self.standing.sort_unstable_by(|(one, _), (other, _)| one.x.total_cmp(&other.x));
        for (i, (one, broad)) in self.standing.iter().enumerate() {
            for (other, other_broad) in self.standing.iter().skip(i + 1) {
                let east = f64::from(other.x - one.x);
                if self.seen.closest.is_some_and(|closest| east > closest) && east > BROADEST {
                    break;
                }
                let apart = f64::from(one.distance(*other));
                self.seen.closest = Some(self.seen.closest.map_or(apart, |closest| closest.min(apart)));
                self.seen.overlap = self.seen.overlap.max(f64::from(broad + other_broad) - apart);
            }
        }
    }

    /// What has been seen so far.
    pub fn report(&self) -> InvariantReport {
        let round = |number: f64| (number * 1000.0).round() / 1000.0;
        InvariantReport {
            longest_stall: round(self.seen.longest_stall),
            off_mesh: round(self.seen.off_mesh),
            closest: self.seen.closest.map(round),
            overlap: round(self.seen.overlap),
            ..self.seen
        }
    }
}

fn wants_to_move(blackboard: &Blackboard, place: Vec3) -> bool {
    match blackboard.go.active() {
        Some(GoRequest::To { place: goal, within, .. }) => place.distance(*goal) > *within + A_MOVE,
        Some(GoRequest::Steer { direction, .. }) => direction.length_squared() > 0.01,
        Some(GoRequest::Stay { .. }) | None => false,
    }
}

/// How far a place is off the mesh, over the ground, in metres; [`SEARCH`] where there is none so near.
fn off_mesh(level: &BakedLevel, place: Vec3) -> f32 {
    let mesh = &level.ground.mesh;
    if mesh.locate(place).is_some() {
        return 0.0;
    }
    let flat = Vec3::new(1.0, 0.0, 1.0);
    mesh.nearest(place, SEARCH).map_or(SEARCH, |spot| ((spot.point - place) * flat).length())
}
