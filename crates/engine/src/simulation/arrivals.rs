//! Agents that enter a running match: births, reinforcements, and those that begin again.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind, MindTrace, PlayerControlled, mind_bundle,
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, Host, Label, MatchEvent, OwnTerrain, RngStream, Roster, Side,
        SimulationClock, Terrain, TerrainService, label, rng_for,
    },
    schema::brain::{BrainChoice, GOAP},
};

use super::{
    archetype::{Archetype, Archetypes},
    begin::{KindName, MatchEntity},
    game::GameService,
    switched_off::{SwitchedOff, switch_off},
};
use crate::{
    motion::{OwnGround, PathFollower},
    senses::sense_bundle,
    world::{Body, BodyKind, Gauges, Gun, Hidden, InPlay, StandingRoom, body_bundle},
};

/// How many rings around its place an agent that enters may be put on, each a body wider than the last.
const RINGS: u16 = 24;
/// The same where the room around its place is full.
const FAR_RINGS: u16 = 60;

/// An agent that is to enter the match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arrival {
    /// Its side.
    pub side: Label,
    /// Its kind: a file in `assets/GAME/agents`.
    pub kind: Label,
    /// Where it stands, in metres. Where another agent stands already it enters beside that place. An agent without a body is where its
    /// host is.
    pub place: Vec3,
    /// Where it faces, in radians clockwise from north.
    pub heading: f32,
    /// The agent that bore it or called it; `None` for the agents of the start.
    pub parent: Option<AgentId>,
    /// The agent of the match that it is again, with a new body and a mind that remembers nothing; `None` for a new agent.
    pub again: Option<AgentId>,
    /// The agent whose body it uses if its kind is bodiless; the game can set it later, too.
    pub host: Option<AgentId>,
}

/// The agents that enter at the end of this tick, in this order. The rules of the game add to it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Arrivals(pub Vec<Arrival>);

/// The seed of the match and its agent kinds, for agents that enter later.
#[derive(Resource)]
pub(super) struct MatchKinds {
    /// The kinds.
    pub kinds: Arc<Archetypes>,
    seed: u64,
    /// What chooses the actions of agents, by side or kind of agent.
    brains: BTreeMap<Label, BrainChoice>,
    /// What each side does without.
    switched_off: SwitchedOff,
    /// The kinds that were to enter for a side that has no such kind.
    unknown: BTreeSet<(Label, Label)>,
}

impl MatchKinds {
    pub fn new(kinds: Archetypes, seed: u64, brains: BTreeMap<Label, BrainChoice>, switched_off: SwitchedOff) -> Self {
        Self { kinds: Arc::new(kinds), seed, brains, switched_off, unknown: BTreeSet::new() }
    }

    /// What chooses the actions of an agent.
    fn choice(&self, arrival: &Arrival, agent: AgentId) -> Label {
        let chosen = self.brains.get(&arrival.kind).or_else(|| self.brains.get(&arrival.side));
        chosen.map_or_else(|| label(GOAP), |chosen| chosen.of(agent.0))
    }

    /// Takes over the kinds of changed data. Kinds that are gone stay, and sizes too: the navigation mesh was built for them.
    pub fn retune(&mut self, mut kinds: Archetypes) {
        let sizes = |kinds: &Archetypes| {
            let sizes =
                kinds.shared.values().filter(|kind| !kind.bodiless).map(|kind| (kind.body.radius, kind.body.height));
            sizes.fold((0.0_f32, 0.0_f32), |most, size| (most.0.max(size.0), most.1.max(size.1)))
        };
        let largest = sizes(&self.kinds);
        for (name, kind) in &mut kinds.shared {
            let size = match self.kinds.shared.get(name) {
                Some(old) => (old.body.radius, old.body.height),
                None => (kind.body.radius.min(largest.0), kind.body.height.min(largest.1)),
            };
            if (kind.body.radius, kind.body.height) != size {
                let body = Arc::make_mut(&mut kind.body);
                (body.radius, body.height) = size;
            }
        }
        for (name, old) in &self.kinds.shared {
            kinds.shared.entry(*name).or_insert_with(|| old.clone());
        }
        kinds.by_side.clone_from(&self.kinds.by_side);
        self.kinds = Arc::new(kinds);
    }
}

/// The agent kinds of the match: those of its data, as changed while it runs.
pub fn match_kinds(world: &World) -> Option<&Archetypes> {
    world.get_resource::<MatchKinds>().map(|of_match| &*of_match.kinds)
}

/// What kept agents from entering the match: that their side has no such kind. `None` if all entered.
pub fn missing_kinds(world: &World) -> Option<String> {
    let unknown = &world.get_resource::<MatchKinds>()?.unknown;
    let named: Vec<String> = unknown.iter().map(|(side, kind)| format!("`{kind}` for the side `{side}`")).collect();
    (!named.is_empty()).then(|| format!("there is no agent {}", named.join(", no ")))
}

/// What chooses the actions of an agent: `goap`, a kind of structure, or the name of a brain file.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenBrain(pub Label);

/// Whether anyone is to enter.
pub(super) fn anyone_arrives(arrivals: Option<Res<Arrivals>>) -> bool {
    arrivals.is_some_and(|arrivals| !arrivals.0.is_empty())
}

/// Lets the new agents enter. An unknown kind is left out, with a warning.
pub(super) fn admit(world: &mut World) {
    let arrivals = world.get_resource_mut::<Arrivals>().map(|mut arrivals| std::mem::take(&mut arrivals.0));
    let Some(mut of_match) = world.get_resource_mut::<MatchKinds>() else { return };
    let (kinds, seed) = (of_match.kinds.clone(), of_match.seed);
    let arrivals = arrivals.unwrap_or_default();
    for Arrival { side, kind, .. } in &arrivals {
        if kinds.of(*side, *kind).is_none() && of_match.unknown.insert((*side, *kind)) {
            tracing::warn!(
                "no agent of the kind `{kind}` can enter for the side `{side}`: there is no such file among the agents"
            );
        }
    }
    let mut bodies = world.query_filtered::<(&AgentId, &Body, &BodyKind, &Hidden), With<InPlay>>();
    let again: BTreeSet<AgentId> = arrivals.iter().filter_map(|arrival| arrival.again).collect();
    let stays = |agent: &AgentId, hidden: &Hidden| hidden.0.is_none() && !again.contains(agent);
    let in_the_open = bodies.iter(world).filter(|(agent, _, _, hidden)| stays(agent, hidden));
    let mut room: StandingRoom = in_the_open.map(|(_, body, kind, _)| (body.place, kind.0.radius)).collect();
    let terrain = world.get_resource::<TerrainService>().cloned();
    for mut arrival in arrivals {
        let Some(kind) = kinds.of(arrival.side, arrival.kind) else { continue };
        if !kind.bodiless {
            if let Some(terrain) = terrain.as_ref().filter(|_| kind.body.walks()) {
                arrival.place = place_to_enter(&room, &*terrain.0, arrival.place, kind.body.radius);
            }
            room.take(arrival.place, kind.body.radius);
        }
        let Some(agent) = spawn(world, kind, arrival, seed) else { return };
        let Arrival { side, kind, place, .. } = arrival;
        log_event(world, MatchEvent::Entered { agent, side, kind, at: place.into() });
    }
}

/// Appends an event to the log of a match.
pub fn log_event(world: &mut World, event: MatchEvent) {
    let tick = world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick);
    if let Some(mut log) = world.get_resource_mut::<EventLog>() {
        log.push(tick, event);
    }
}

/// Where an agent that is to enter at a place stands: there, or beside it where another agent stands already, or else in a room nearby.
/// In a throng without room it is the place itself.
pub(super) fn place_to_enter(room: &StandingRoom, terrain: &dyn Terrain, wanted: Vec3, radius: f32) -> Vec3 {
    room.nearest_or_far(terrain, wanted, radius, (RINGS, FAR_RINGS)).unwrap_or(wanted)
}

/// Spawns an agent: as the last of the roster, or in the place of the agent that it is again. `None` if the roster is full.
pub(super) fn spawn(world: &mut World, kind: &Archetype, arrival: Arrival, seed: u64) -> Option<AgentId> {
    let roster = world.get_resource_or_insert_with(Roster::default);
    let before = arrival.again.and_then(|again| roster.entity(again));
    let id = match arrival.again.filter(|_| before.is_some()) {
        Some(again) => again,
        None => AgentId(u16::try_from(roster.agents.len()).ok()?),
    };
    // Its random numbers go on where they were.
    let chance = before.and_then(|before| world.get::<AgentRng>(before)).cloned();
    let chance = chance.unwrap_or_else(|| AgentRng(rng_for(seed, RngStream::Agent(id))));
    let person = before.is_some_and(|before| world.get::<PlayerControlled>(before).is_some());
    let choice = world.get_resource::<MatchKinds>().map_or_else(|| label(GOAP), |kinds| kinds.choice(&arrival, id));
    let rate = world.get_resource::<SimulationClock>().map_or(1, |clock| clock.rate);
    let mut agent = world.spawn((
        Name::new(format!("{} {}", arrival.side, id.0)),
        MatchEntity,
        id,
        Side(arrival.side),
        KindName(arrival.kind),
        Blackboard::default(),
        chance,
        PathFollower::default(),
        OwnGround::default(),
        OwnTerrain::default(),
    ));
    if kind.bodiless {
        agent.insert((InPlay, Host(arrival.host)));
    } else {
        agent.insert(body_bundle(&kind.body, arrival.place, arrival.heading));
        if let Some(gun) = &kind.body.gun {
            agent.insert(Gun::new(gun));
        }
        if !kind.body.gauges.is_empty() {
            agent.insert(Gauges::new(&kind.body));
        }
    }
    agent.insert(sense_bundle(&kind.senses));
    if let Some(brain) = kind.brain_for(choice).or(kind.brain.as_ref()) {
        agent.insert((mind_bundle(brain.clone(), id, rate), ChosenBrain(choice)));
    }
    let entity = agent.id();
    // What was switched off stays off, and what planning took is counted over the match.
    if let Some(before) = before
        && let Some(disabled) = world.get::<Mind>(before).map(|mind| mind.disabled.clone())
        && let Some(counted) = world.get::<MindTrace>(before).map(MindTrace::counts)
    {
        world.entity_mut(entity).insert(counted);
        if let Some(mut mind) = world.get_mut::<Mind>(entity) {
            mind.disabled = disabled;
        }
    }
    if let Some(game) = world.get_resource::<GameService>().cloned() {
        game.0.equip(world, entity, &arrival);
    }
    let of_match = world.get_resource::<MatchKinds>().filter(|_| before.is_none());
    if let Some(off) = of_match.and_then(|of_match| of_match.switched_off.get(&arrival.side)).cloned() {
        switch_off(world, id, entity, &off);
    }
    if person {
        world.entity_mut(entity).insert(PlayerControlled);
    }
    let mut roster = world.get_resource_or_insert_with(Roster::default);
    match before.and_then(|_| roster.agents.get_mut(usize::from(id.0))) {
        Some(place) => *place = entity,
        None => roster.agents.push(entity),
    }
    if let Some(before) = before {
        world.despawn(before);
    }
    Some(id)
}
