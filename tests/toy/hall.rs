//! A hall with a team, and a rival in the next room: the stage for orders and for minds without a body.

use std::{path::Path, sync::Arc};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{Library, level::Level, senses::Voice},
    simulation::{Archetypes, Arrival, Arrivals, Game, MatchSetup, bake_level, begin, headless_app, step},
    world::Body,
};
use quarry_minds::{
    Mind, MindComponents, WorkingMemory,
    protocol::{
        AgentId, Blackboard, EventLog, MatchEvent, OrderRequest, OrderStatus, Orders, Roster, SelfSense, Status,
        TerrainService, label,
    },
    schema::mind::MindFile,
};
use quarry_ron::Document;

use super::game::{Bees, SCHEMA};

/// Goes where it is told to, unless it sees a rival.
pub const FOLLOWER: &str = r#"(
    queries: {
        "ordered place": (kinds: ["advance"], states: ["held"]),
        "rival": (kinds: ["rival"], in_sight: true),
    },
    facts: {
        "there": (type: bool(), value: at_most(distance("ordered place"), 1)),
        "safe": (type: bool(), value: not(exists("rival"))),
    },
    actions: [
        (
            name: "go_there",
            target: "ordered place",
            includes_travel: true,
            effects: {"there": set(true)},
            behaviour: "go_to",
            parameters: {"arrive_radius": 0.6},
        ),
        (name: "keep_still", effects: {"safe": set(true)}, behaviour: "wait", parameters: {"duration": 2}),
    ],
    goals: [
        (
            name: "obey",
            order: "advance",
            conditions: {"there": is(true)},
            considerations: [(input: reading("advance"), curve: [(0, 0), (0.1, 1)])],
        ),
        (name: "stay_safe", conditions: {"safe": is(true)}, base_relevance: 30),
    ],
)"#;

/// Sends all team-mates to the flower until one of them has been there.
const LEADER: &str = r#"(
    queries: {
        "mate": (kinds: ["blue"]),
        "mark": (kinds: ["flower"]),
        "arrived": (kinds: ["advance"], states: ["done"]),
    },
    facts: {"held": (type: bool(), value: exists("arrived"))},
    actions: [(
        name: "send",
        effects: {"held": set(true)},
        behaviour: "order",
        parameters: {"what": "advance", "amount": 2, "to": "mate", "place": "mark"},
    )],
    goals: [(name: "lead", conditions: {"held": is(true)}, success_cooldown: 1)],
)"#;

/// Agents of the blue side in a hall, and of the red side.
pub struct Hall {
    pub app: App,
}

pub fn library(delay: f32) -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/toy/data");
    let mut library = Library::load(&root, &SCHEMA).unwrap_or_else(|findings| panic!("{}", findings[0]));
    let text = std::fs::read_to_string(root.join("../hall.ron")).unwrap();
    let level: Level = Document::parse("hall.ron", &text).unwrap().read().unwrap();
    library.levels.insert(label("hall"), level);
    for (name, text) in [("follower", FOLLOWER), ("leader", LEADER), ("mastermind", LEADER)] {
        let mind: MindFile = Document::parse(name, text).unwrap().read().unwrap_or_else(|finding| panic!("{finding}"));
        library.minds.insert(label(name), mind);
        let mut agent = library.agents[&label("wasp")].clone();
        agent.mind = Some(label(name));
        agent.bodiless = name == "mastermind";
        agent.senses.voice = Some(Voice { delay, ..Voice::default() });
        library.agents.insert(label(name), agent);
    }
    let rules = library.rules.get_mut(&label("standard")).unwrap();
    rules.sides.get_mut(&label("blue")).unwrap().agent = label("follower");
    library
}

impl Hall {
    /// Followers at these places east, all on the middle line, without minds of their own unless they are `awake`; the red agents stand
    /// in the next room.
    pub fn new(delay: f32, followers: &[f32], awake: &[u16]) -> Self {
        let library = library(delay);
        let level = bake_level(&library, label("hall")).unwrap_or_else(|findings| panic!("{}", findings[0]));
        let kinds = Archetypes::load(&library).unwrap_or_else(|findings| panic!("{}", findings[0]));
        let rules = Arc::new(library.rules("standard").unwrap().1.clone());
        let blue = followers.len() as u16;
        let people = (0..=blue).filter(|agent| !awake.contains(agent)).map(AgentId).collect();
        let counts = [(label("blue"), blue), (label("red"), 1)].into();
        let mut app = headless_app(&(Arc::new(Bees) as Arc<dyn Game>));
        begin(
            app.world_mut(),
            &kinds,
            &rules,
            &level,
            &MatchSetup { seed: 4, counts, people, ..MatchSetup::default() },
        )
        .unwrap();
        let mut hall = Self { app };
        for (agent, east) in followers.iter().enumerate() {
            hall.put(agent as u16, *east);
        }
        hall
    }

    pub fn entity(&self, agent: u16) -> Entity {
        self.app.world().resource::<Roster>().entity(AgentId(agent)).unwrap()
    }

    pub fn get<C: Component>(&self, agent: u16) -> &C {
        self.app.world().get::<C>(self.entity(agent)).unwrap()
    }

    pub fn put(&mut self, agent: u16, east: f32) {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Body>(entity).unwrap().place = Vec3::new(east, 0.0, 2.5);
    }

    pub fn order(&mut self, by: u16, to: u16, what: &str, amount: f32, east: Option<f32>) {
        let place = east.map(|east| Vec3::new(east, 0.0, 2.5));
        let request = OrderRequest { to: AgentId(to), what: label(what), amount, place };
        let entity = self.entity(by);
        self.app.world_mut().get_mut::<Blackboard>(entity).unwrap().order.post(request);
    }

    pub fn ticks(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| assert!(step(self.app.world_mut())));
    }

    pub fn until(&mut self, seconds: u32, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..seconds * 30 {
            if holds(self) {
                return;
            }
            step(self.app.world_mut());
        }
        panic!("within {seconds} s: {what}");
    }

    pub fn reading(&self, agent: u16, name: &str) -> Option<f32> {
        self.get::<SelfSense>(agent).get(label(name))
    }

    /// What the giver believes became of its order.
    pub fn given(&self, by: u16, to: u16) -> Option<OrderStatus> {
        self.get::<Orders>(by).given_to(AgentId(to)).map(|given| given.status)
    }

    pub fn slot(&self, by: u16) -> Status {
        self.get::<Blackboard>(by).order.status()
    }

    pub fn held(&self, agent: u16) -> Option<(&'static str, OrderStatus)> {
        self.get::<Orders>(agent).held.map(|held| (held.request.what.as_str(), held.status))
    }

    /// The states of the facts of a kind that an agent remembers.
    pub fn facts(&self, agent: u16, kind: &str) -> Vec<&'static str> {
        let facts = self.get::<WorkingMemory>(agent).facts().iter();
        facts.filter(|fact| fact.kind == label(kind)).map(|fact| fact.state.as_str()).collect()
    }

    pub fn goal(&self, agent: u16) -> &'static str {
        self.get::<Mind>(agent).goal().map_or("", |goal| goal.as_str())
    }

    pub fn count(&self, wanted: impl Fn(&MatchEvent) -> bool) -> usize {
        self.app.world().resource::<EventLog>().entries().iter().filter(|entry| wanted(&entry.event)).count()
    }

    pub fn explanation(&self, agent: u16) -> String {
        let terrain = self.app.world().resource::<TerrainService>();
        let entity = self.app.world().entity(self.entity(agent));
        MindComponents::from_entity(entity, &*terrain.0).unwrap().snapshot().to_string()
    }

    /// Lets an agent of this kind enter at the west end. Returns its number.
    pub fn enter(&mut self, kind: &str) -> u16 {
        let place = Vec3::new(2.5, 0.0, 2.5);
        let heading = 90_f32.to_radians();
        let arrival = Arrival { side: label("blue"), kind: label(kind), place, heading, ..Arrival::default() };
        self.app.world_mut().resource_mut::<Arrivals>().0.push(arrival);
        self.ticks(1);
        self.app.world().resource::<Roster>().agents.len() as u16 - 1
    }
}
