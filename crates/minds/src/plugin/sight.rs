//! Seeing: what is in a view cone, in a free line of sight, for long enough.

use std::collections::{BTreeMap, BTreeSet};

use bevy_app::App;
use bevy_ecs::{prelude::*, system::SystemId};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::entities::{Body, HasMind, Perceivable};
use crate::{
    Dormant,
    cone::{EyePose, VisionCone},
    memory::{MemoryFact, WorkingMemory},
    protocol::{
        AgentId, Label, Percept, PerceptSource, Percepts, SelfSense, SimulationClock, Subject, TerrainService, ThingId,
        label,
    },
};

/// The height above its transform at which a thing is looked at, in metres.
const THING_HEIGHT: f32 = 0.3;
/// A thing that has moved by less than this is still there, in metres.
const STILL_THERE: f32 = 0.5;

/// How long an agent needs to recognise what it sees, and how far it has come.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Awareness {
    /// Seconds in plain view, at a [`VisionCone::rate`] of 1, until something is recognised. 0 recognises at once.
    pub seconds: f32,
    /// How certain it is of each subject that it has in view, or had a moment ago, from 0 to 1.
    levels: BTreeMap<Subject, f32>,
}

impl Awareness {
    /// Recognises after this many seconds in plain view.
    pub fn after(seconds: f32) -> Self {
        Self { seconds, levels: BTreeMap::new() }
    }

    /// How certain it is of a subject, from 0 to 1.
    pub fn of(&self, subject: Subject) -> f32 {
        self.levels.get(&subject).copied().unwrap_or(0.0)
    }

    /// Takes in how strongly a subject is seen for `dt` seconds; whether it is recognised.
    fn fill(&mut self, subject: Subject, strength: f32, dt: f32) -> bool {
        if self.seconds <= 0.0 {
            return strength > 0.0;
        }
        let level = self.levels.entry(subject).or_default();
        *level = (*level + (if strength > 0.0 { strength } else { -0.5 }) * dt / self.seconds).clamp(0.0, 1.0);
        *level >= 1.0 && strength > 0.0
    }
}

/// A line along which an agent looks at another entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightLine {
    /// The eyes, in metres.
    pub from: Vec3,
    /// What they look at, in metres.
    pub to: Vec3,
    /// Who looks.
    pub by: Entity,
    /// At what; `None` if it looks at an empty place.
    pub at: Option<Entity>,
}

/// How lines of sight are tested; see [`SetLineOfSight`]. By default the terrain is asked.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LineOfSight(Option<SystemId<In<Vec<SightLine>>, Vec<bool>>>);

/// Lets a physics engine, or anything else, say what blocks sight.
pub trait SetLineOfSight {
    /// Sets the system that is run once a tick with all lines. It returns for each of them whether it is free; with fewer answers than
    /// lines, the others are blocked.
    fn set_line_of_sight<M>(
        &mut self,
        system: impl IntoSystem<In<Vec<SightLine>>, Vec<bool>, M> + 'static,
    ) -> &mut Self;
}

impl SetLineOfSight for App {
    fn set_line_of_sight<M>(
        &mut self,
        system: impl IntoSystem<In<Vec<SightLine>>, Vec<bool>, M> + 'static,
    ) -> &mut Self {
        let system = self.register_system(system);
        self.insert_resource(LineOfSight(Some(system)))
    }
}

/// What can be seen in this tick.
struct Visible {
    entity: Entity,
    subject: Subject,
    kind: Label,
    state: Label,
    amount: f32,
    place: Vec3,
    looked_at: Vec3,
    velocity: Vec3,
}

type Seen = (
    Entity,
    &'static Perceivable,
    &'static Transform,
    AnyOf<(&'static AgentId, &'static ThingId)>,
    Option<&'static Body>,
    Option<&'static SelfSense>,
);

/// Collects all that can be seen, by subject.
fn visible(mut all: Query<Seen, Without<Dormant>>) -> Vec<Visible> {
    let visible = all.iter_mut().map(|(entity, what, transform, (agent, thing), body, sense)| {
        let height = body.map_or(THING_HEIGHT, |body| body.eyes * 0.75);
        let thing = thing.map(|thing| Subject::Thing(*thing));
        Visible {
            entity,
            subject: agent.map_or(thing.unwrap_or(Subject::Unknown(0)), |agent| Subject::Agent(*agent)),
            kind: what.kind,
            state: what.state,
            amount: what.amount,
            place: transform.translation,
            looked_at: transform.translation + Vec3::Y * height,
            velocity: sense.map_or(Vec3::ZERO, |sense| sense.velocity),
        }
    });
    let mut visible: Vec<Visible> = visible.collect();
    visible.sort_by_key(|one| one.subject);
    visible
}

/// What an agent may see if nothing is in the way.
struct Look {
    line: SightLine,
    strength: f32,
    /// The index of what it looks at; `None` for a place where it believes a thing to be.
    of: Option<usize>,
    percept: Percept,
}

type Looker = (
    Entity,
    &'static AgentId,
    &'static VisionCone,
    &'static SelfSense,
    &'static Percepts,
    Option<&'static WorkingMemory>,
);

/// The lines along which all agents look in this tick.
fn lines(In(visible): In<Vec<Visible>>, lookers: Query<Looker, (With<HasMind>, Without<Dormant>)>) -> Vec<Look> {
    let mut looks = Vec::new();
    let gone = label("gone");
    for (by, id, cone, sense, percepts, memory) in &lookers {
        let eyes = EyePose::new(sense.eyes, sense.gaze);
        let mut add = |at: Option<(usize, &Visible)>, to: Vec3, percept: Percept| {
            let strength = cone.sees(&eyes, to);
            if strength > 0.0 {
                let line = SightLine { from: sense.eyes, to, by, at: at.map(|(_, one)| one.entity) };
                looks.push(Look { line, strength, of: at.map(|(index, _)| index), percept });
            }
        };
        // What it has just done itself it knows already.
        let done: Vec<Subject> =
            percepts.0.iter().filter(|one| one.source == PerceptSource::Done).map(|one| one.subject).collect();
        let others = visible.iter().enumerate().filter(|(_, one)| one.subject != Subject::Agent(*id));
        for (index, one) in others.filter(|(_, one)| !done.contains(&one.subject)) {
            add(Some((index, one)), one.looked_at, seen(one.subject, one.kind, one.state, one));
        }
        // The empty place of a thing that is no longer where it was.
        let of_things = |fact: &&MemoryFact| matches!(fact.subject, Subject::Thing(_)) && fact.state != gone;
        for fact in memory.map_or(&[][..], |memory| memory.facts()).iter().filter(of_things) {
            let empty = fact.place + Vec3::Y * THING_HEIGHT;
            if done.contains(&fact.subject) || cone.sees(&eyes, empty) <= 0.0 {
                continue;
            }
            let now =
                visible.binary_search_by_key(&fact.subject, |one| one.subject).ok().and_then(|at| visible.get(at));
            let there = |one: &Visible| one.place.distance(fact.place) < STILL_THERE + fact.error;
            // Where it is in view elsewhere it is seen there.
            if now.is_some_and(|one| there(one) || cone.sees(&eyes, one.looked_at) > 0.0) {
                continue;
            }
            let felt = Percept::felt(fact.kind, fact.subject, fact.place, 0.0);
            add(None, empty, Percept { state: gone, source: PerceptSource::Seen, ..felt });
        }
    }
    looks
}

fn seen(subject: Subject, kind: Label, state: Label, one: &Visible) -> Percept {
    Percept {
        state,
        amount: one.amount,
        velocity: one.velocity,
        source: PerceptSource::Seen,
        ..Percept::felt(kind, subject, one.place, 0.0)
    }
}

/// Writes what each agent sees into its percepts.
pub(super) fn look(world: &mut World) {
    let Ok(visible) = world.run_system_cached(visible) else { return };
    let Ok(mut looks) = world.run_system_cached_with(lines, visible) else { return };
    looks.sort_by_key(|look| world.get::<AgentId>(look.line.by).copied());
    let all: Vec<SightLine> = looks.iter().map(|look| look.line).collect();
    let free = match world.resource::<LineOfSight>().0 {
        Some(system) => world.run_system_with(system, all).unwrap_or_else(|error| {
            tracing::error!("lines of sight could not be tested: {error}");
            Vec::new()
        }),
        None => {
            let terrain = world.resource::<TerrainService>().0.clone();
            all.iter().map(|line| terrain.has_line_of_sight(line.from, line.to)).collect()
        }
    };
    let dt = world.resource::<SimulationClock>().dt();
    let mut seen_now = BTreeSet::new();
    for (look, _) in looks.iter().zip(free).filter(|(_, free)| *free) {
        if look.of.is_some() {
            seen_now.insert((look.line.by, look.percept.subject));
        }
        let recognised = match world.get_mut::<Awareness>(look.line.by) {
            Some(mut awareness) if look.of.is_some() => awareness.fill(look.percept.subject, look.strength, dt),
            _ => true,
        };
        if recognised && let Some(mut percepts) = world.get_mut::<Percepts>(look.line.by) {
            percepts.0.push(look.percept);
        }
    }
    // It cannot fail: it has no condition.
    let _ = world.run_system_cached_with(fade, (seen_now, dt));
}

/// Lets agents lose what they have not recognised and no longer see.
fn fade(In((seen, dt)): In<(BTreeSet<(Entity, Subject)>, f32)>, mut all: Query<(Entity, &mut Awareness)>) {
    for (entity, mut awareness) in &mut all {
        let unseen: Vec<Subject> =
            awareness.levels.keys().filter(|subject| !seen.contains(&(entity, **subject))).copied().collect();
        for subject in unseen {
            awareness.fill(subject, 0.0, dt);
            if awareness.of(subject) <= 0.0 {
                awareness.levels.remove(&subject);
            }
        }
    }
}
