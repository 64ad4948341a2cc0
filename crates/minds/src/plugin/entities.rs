//! The entities that minds know of: who thinks, what can be perceived, and under which number.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::library::Minds;
use crate::{
    Dormant, Mind, WorkingMemory, mind_bundle,
    protocol::{
        AgentId, AgentRng, Blackboard, Label, Orders, Percept, PerceptSource, Percepts, RngStream, Roster, SelfSense,
        SimulationClock, Subject, ThingId, label, rng_for,
    },
    retune::{end_plan_on_departure, exchange_brain},
};

/// What moves faster than this was put elsewhere, in m/s.
const FASTEST: f32 = 100.0;

/// The seed of all random streams.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Seed(pub u64);

/// This entity thinks, with the mind of this name in [`Minds`]. It gets a number ([`AgentId`]) in the order in which such entities are
/// spawned, and all components of a mind. If there is no such mind yet, it begins to think as soon as there is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform, Percepts, SelfSense, Blackboard, Orders, Body, Readings)]
pub struct HasMind(pub Label);

impl HasMind {
    /// By name.
    pub fn new(name: &str) -> Self {
        Self(label(name))
    }
}

/// The shape of a body, as far as senses need it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The height of the eyes above the transform, in metres.
    pub eyes: f32,
    /// Where it was in the tick before.
    before: Option<Vec3>,
}

impl Body {
    /// With eyes at this height above the transform, in metres.
    pub const fn new(eyes: f32) -> Self {
        Self { eyes, before: None }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::new(1.6)
    }
}

/// What the mind of this entity can read of its own body and of the rules: `reading("hunger")`. The game writes it.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Readings(Vec<(Label, f32)>);

impl Readings {
    /// Sets a reading.
    pub fn set(&mut self, name: impl Into<Label>, value: f32) {
        let name = name.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    /// Adds to a reading, which is 0 before it was ever set.
    pub fn add(&mut self, name: impl Into<Label>, change: f32) {
        let name = name.into();
        self.set(name, self.get(name.as_str()) + change);
    }

    /// A reading by name; 0 if it was never set.
    pub fn get(&self, name: &str) -> f32 {
        self.0.iter().find(|(known, _)| known.as_str() == name).map_or(0.0, |(_, value)| *value)
    }
}

/// Others can perceive this entity. An entity without a mind gets a number ([`ThingId`]) in the order of spawning.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Transform)]
pub struct Perceivable {
    /// What it is, as the queries of minds name it: `kinds: ["key"]`.
    pub kind: Label,
    /// Its visible state: `states: ["open"]`.
    pub state: Label,
    /// A number that belongs to the state.
    pub amount: f32,
    /// Whether all minds know where it is although they have not seen it, as they know the layout of their home: each mind that
    /// remembers nothing of it is told.
    pub known: bool,
}

impl Perceivable {
    /// Of this kind, without a state.
    pub fn new(kind: &str) -> Self {
        Self { kind: label(kind), state: Label::default(), amount: 0.0, known: false }
    }

    /// Known to all minds from the start.
    #[must_use]
    pub fn known(mut self) -> Self {
        self.known = true;
        self
    }

    /// In this state.
    #[must_use]
    pub fn in_state(mut self, state: &str) -> Self {
        self.state = label(state);
        self
    }
}

/// The entities of all things, by [`ThingId`]. Those of agents are in [`Roster`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Subjects {
    things: Vec<Entity>,
}

impl Subjects {
    /// The entity of a subject that is a thing or an agent.
    pub fn entity(&self, roster: &Roster, subject: Subject) -> Option<Entity> {
        match subject {
            Subject::Agent(agent) => roster.entity(agent),
            Subject::Thing(thing) => self.things.get(usize::from(thing.0)).copied(),
            _ => None,
        }
    }
}

/// Numbers what can be perceived and does not think.
pub(super) fn number_things(
    added: On<Insert, Perceivable>,
    known: Query<(), Or<(With<ThingId>, With<HasMind>)>>,
    mut subjects: ResMut<Subjects>,
    mut commands: Commands,
) {
    if known.contains(added.entity) {
        return;
    }
    let Ok(number) = u16::try_from(subjects.things.len()) else {
        tracing::error!("{} cannot be perceived: {} things have been", added.entity, subjects.things.len());
        return;
    };
    subjects.things.push(added.entity);
    commands.entity(added.entity).insert(ThingId(number));
}

/// Says once, a second after the start, which minds are wanted and do not exist.
pub(super) fn warn_of_missing_minds(
    clock: Res<SimulationClock>,
    minds: Res<Minds>,
    mindless: Query<&HasMind, Without<Mind>>,
) {
    if clock.tick != clock.rate {
        return;
    }
    let missing: BTreeSet<Label> =
        mindless.iter().map(|wanted| wanted.0).filter(|name| minds.get(*name).is_none()).collect();
    for name in missing {
        let help = quarry_ron::suggestion(name.as_str(), minds.names()).unwrap_or_else(|| "there are none".to_owned());
        tracing::warn!("no mind is called \"{name}\"; {help}");
    }
}

/// Numbers an entity that thinks, and gives it its mind if that is known already.
pub(super) fn give_mind(
    added: On<Insert, HasMind>,
    agents: Query<(&HasMind, Option<&AgentId>, Has<Mind>)>,
    minds: Res<Minds>,
    seed: Res<Seed>,
    clock: Res<SimulationClock>,
    mut roster: ResMut<Roster>,
    mut commands: Commands,
) {
    let Ok((wanted, number, thinks)) = agents.get(added.entity) else { return };
    let entity = added.entity;
    commands.entity(entity).remove::<Dormant>();
    let id = match number {
        Some(id) => *id,
        None => {
            let Ok(number) = u16::try_from(roster.agents.len()) else {
                tracing::error!("{entity} cannot think: there are {} agents", roster.agents.len());
                return;
            };
            roster.agents.push(entity);
            let id = AgentId(number);
            commands.entity(entity).insert((id, AgentRng(rng_for(seed.0, RngStream::Agent(id)))));
            id
        }
    };
    match minds.get(wanted.0).cloned() {
        Some(brain) if thinks => commands.queue(move |world: &mut World| _ = exchange_brain(world, entity, &brain)),
        Some(brain) => drop(commands.entity(entity).insert(mind_bundle(brain, id, clock.rate))),
        None => {}
    }
}

/// An entity whose mind is taken away is neither seen nor thinks, drops its plan, and keeps its number and its memory.
pub(super) fn take_out(removed: On<Remove, HasMind>, mut commands: Commands) {
    let entity = removed.entity;
    if let Ok(mut of) = commands.get_entity(entity) {
        of.try_insert(Dormant);
        commands.queue(move |world: &mut World| {
            end_plan_on_departure(world, entity, false);
            if let Some(mut board) = world.get_mut::<Blackboard>(entity) {
                board.clear();
            }
        });
    }
}

/// Tells each mind about the things that all know, and of which it remembers nothing.
pub(super) fn know_things(
    things: Query<(&Perceivable, &Transform, &ThingId)>,
    mut agents: Query<(&WorkingMemory, &mut Percepts), (With<HasMind>, Without<Dormant>)>,
) {
    for (what, transform, thing) in things.iter().filter(|(what, ..)| what.known) {
        let percept = Percept {
            state: what.state,
            amount: what.amount,
            source: PerceptSource::Known,
            ..Percept::felt(what.kind, Subject::Thing(*thing), transform.translation, 0.0)
        };
        for (_, mut percepts) in agents.iter_mut().filter(|(memory, _)| memory.about(percept.subject).is_none()) {
            percepts.0.push(percept);
        }
    }
}

/// Tells each mind about its own body.
pub(super) fn sense_bodies(
    clock: Res<SimulationClock>,
    mut agents: Query<(&Transform, &mut Body, &Readings, &mut SelfSense), With<HasMind>>,
) {
    for (transform, mut body, readings, mut sense) in &mut agents {
        let place = transform.translation;
        let moved = body.before.replace(place).map_or(Vec3::ZERO, |before| (place - before) * clock.rate as f32);
        sense.velocity = if moved.length() < FASTEST { moved } else { Vec3::ZERO };
        sense.place = place;
        sense.eyes = place + Vec3::Y * body.eyes;
        sense.gaze = *transform.forward();
        for (name, value) in &readings.0 {
            sense.set(*name, *value);
        }
    }
}
