//! A small level drawn in a test, with the shipped agents placed by the test and a full simulation around them.

use std::{collections::BTreeMap, sync::Arc};

use crate::hunt;
use bevy::{app::App, ecs::prelude::*, math::Vec3};
use quarry::{
    games::hunt::HuntState,
    motion::navigation::BakedLevel,
    simulation::{Archetypes, MatchSetup, bake_level, begin, headless_app, step},
    world::{
        Announcements, Body, Hidden, InPlay, Things, WeaponState,
        geometry::heading_of,
        level::{LevelThing, ThingKind},
    },
};
use quarry_minds::{
    Mind, PlanExecuter, PlayerControlled, WorkingMemory,
    protocol::{
        AgentId, Aim, Blackboard, EventLog, Gait, GoRequest, Label, MatchEvent, Percept, PerceptSource, Percepts,
        Roster, Status, Subject, ThingId, ThrowRequest, UseRequest, label,
    },
};

/// The legend of these levels. A cell is one metre; the centre of cell (3, 2) is at (3.5, 2.5). Wardrobes open to the south.
const LEGEND: &str = r##"{
    '#': (ground: wall(material: "plaster")),
    '.': (ground: floor(material: "oak_floor")),
    '+': (ground: door(material: "oak_floor")),
    'B': (ground: door(material: "oak_floor"), contains: [thing(name: "door_beam")]),
    'L': (ground: door(material: "oak_floor"), contains: [thing(name: "lock")]),
    'K': (ground: floor(material: "oak_floor"), contains: [item("store_key")]),
    'k': (ground: floor(material: "oak_floor"), contains: [item("key")]),
    'o': (ground: floor(material: "oak_floor"), contains: [item("smoke_pot")]),
    'p': (ground: floor(material: "oak_floor"), contains: [patrol]),
    'h': (ground: floor(material: "oak_floor"), contains: [spawn("hunter")]),
    's': (ground: floor(material: "oak_floor"), contains: [spawn("hunted")]),
    'W': (ground: floor(material: "oak_floor"), contains: [prop(name: "wardrobe", rotation: 180)]),
    'E': (ground: floor(material: "oak_floor"), contains: [gate(name: "exit", facing: south)]),
}"##;

/// Where an agent begins, in metres east and south, and whether the test controls it.
pub struct Start {
    at: (f32, f32),
    towards: (f32, f32),
    led: bool,
}

/// An agent with its mind active, facing a point.
pub fn minded(at: (f32, f32), towards: (f32, f32)) -> Start {
    Start { at, towards, led: false }
}

/// An agent that does only what the test requests.
pub fn led(at: (f32, f32), towards: (f32, f32)) -> Start {
    Start { at, towards, led: true }
}

pub struct Stage {
    pub app: App,
    pub level: Arc<BakedLevel>,
}

impl Stage {
    /// A brightly lit level with these rows that needs so many keys, even if there are fewer: with three missing, no hunter
    /// guards the exit yet. The hunted have the first agent ids, the hunters those after them.
    pub fn new(rows: &[&str], keys_needed: u8, hunted: &[Start], hunters: &[Start]) -> Self {
        let drawn: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let keys = rows.iter().flat_map(|row| row.chars()).filter(|c| *c == 'k').count();
        let text = format!(
            "(title: \"Scene\", game: (keys_needed: 1, keys: {keys}), \
             floors: [(name: \"ground\", height: 0, rows: [{}])], legend: {LEGEND}, sky: (ambient_light: 1.0))",
            drawn.join(", ")
        );
        let level = hunt::level(&text);
        let mut library = hunt::library();
        let scene = label("scene");
        library.levels.insert(scene, level);
        let level = bake_level(&library, scene).expect("a playable level");
        let kinds = Archetypes::load(&library).expect("minds that compile");
        let rules = Arc::new(library.rules("standard").expect("rules").1.clone());

        let starts: Vec<&Start> = hunted.iter().chain(hunters).collect();
        let people = (0..starts.len() as u16).filter(|row| starts[usize::from(*row)].led).map(AgentId).collect();
        let counts = BTreeMap::from([(label("hunted"), hunted.len() as u16), (label("hunter"), hunters.len() as u16)]);
        let mut app = headless_app(&hunt::game());
        begin(
            app.world_mut(),
            &kinds,
            &rules,
            &level,
            &MatchSetup { seed: 5, counts, people, ..MatchSetup::default() },
        )
        .expect("a match");
        app.world_mut().resource_mut::<HuntState>().keys_needed = keys_needed;
        let mut stage = Self { app, level };
        stage.announce("keys_needed", keys_needed);
        for (row, start) in starts.iter().enumerate() {
            stage.put(AgentId(row as u16), start.at, start.towards);
        }
        stage
    }

    pub fn entity(&self, agent: AgentId) -> Entity {
        self.app.world().resource::<Roster>().entity(agent).expect("an agent")
    }

    pub fn get<C: Component>(&self, agent: AgentId) -> &C {
        self.app.world().get::<C>(self.entity(agent)).expect("a component")
    }

    fn board(&mut self, agent: AgentId) -> Mut<'_, Blackboard> {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Blackboard>(entity).expect("a blackboard")
    }

    /// Places an agent, facing a point.
    pub fn put(&mut self, agent: AgentId, at: (f32, f32), towards: (f32, f32)) {
        let entity = self.entity(agent);
        let (place, goal) = (ground(at), ground(towards));
        *self.app.world_mut().get_mut::<Body>(entity).expect("a body") = Body::at(place, heading_of(goal - place));
    }

    /// Takes an agent's projectiles away for the whole scene.
    pub fn disarm(&mut self, agent: AgentId) {
        let entity = self.entity(agent);
        let mut arms = self.app.world_mut().get_mut::<WeaponState>(entity).expect("arms");
        arms.cooldowns.iter_mut().for_each(|(_, seconds)| *seconds = 1.0e6);
    }

    /// Sends a controlled agent somewhere.
    pub fn go(&mut self, agent: AgentId, to: (f32, f32), gait: Gait) {
        self.board(agent).go.post(GoRequest::To { place: ground(to), within: 0.3, gait });
    }

    /// Makes a controlled agent use a thing.
    pub fn use_thing(&mut self, agent: AgentId, thing: ThingId, verb: &str) {
        self.board(agent).use_thing.post(UseRequest { target: Subject::Thing(thing), verb: label(verb) });
    }

    /// Makes a controlled agent throw something at a point of the ground.
    pub fn throw(&mut self, agent: AgentId, what: &str, at: (f32, f32)) {
        self.board(agent).throw.post(ThrowRequest { what: label(what), aim: Aim::Place(ground(at)) });
    }

    /// What became of its last throw.
    pub fn throw_status(&self, agent: AgentId) -> Status {
        self.get::<Blackboard>(agent).throw.status()
    }

    /// Gives an agent the knowledge of a thing that it would have with the thing in view.
    pub fn know(&mut self, agent: AgentId, kind: &str, state: &str, thing: &LevelThing) {
        self.learn(agent, kind, state, thing, PerceptSource::Known);
    }

    /// Lets an agent see a thing for a moment.
    pub fn see(&mut self, agent: AgentId, kind: &str, state: &str, thing: &LevelThing) {
        self.learn(agent, kind, state, thing, PerceptSource::Seen);
    }

    fn learn(&mut self, agent: AgentId, kind: &str, state: &str, thing: &LevelThing, source: PerceptSource) {
        let percept = Percept {
            kind: label(kind),
            subject: Subject::Thing(thing.id),
            state: label(state),
            amount: 0.0,
            place: thing.entry,
            velocity: Vec3::ZERO,
            error: 0.0,
            confidence: 1.0,
            source,
            teller: None,
            age: 0.0,
        };
        self.feel(agent, percept);
    }

    /// Lets an agent see another for a moment.
    pub fn see_agent(&mut self, agent: AgentId, other: AgentId, kind: &str) {
        let percept = Percept::felt(label(kind), Subject::Agent(other), self.place(other), 0.0);
        self.feel(agent, Percept { source: PerceptSource::Seen, ..percept });
    }

    fn feel(&mut self, agent: AgentId, percept: Percept) {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Percepts>(entity).expect("percepts").0.push(percept);
    }

    /// The things of a kind, in the order of rows.
    pub fn things(&self, kind: ThingKind) -> Vec<LevelThing> {
        self.level.site.built.things_of(kind).copied().collect()
    }

    /// Holds all doors open or shut for the next tick.
    pub fn hold_doors(&mut self, open: bool) {
        let doors: Vec<usize> = self.things(ThingKind::Door).iter().filter_map(|door| door.door).collect();
        let mut things = self.app.world_mut().resource_mut::<Things>();
        doors.into_iter().for_each(|door| things.open.set(door, open));
    }

    pub fn tick(&mut self) {
        step(self.app.world_mut());
    }

    pub fn run(&mut self, seconds: f32) {
        for _ in 0..(seconds * 30.0).round() as u32 {
            self.tick();
        }
    }

    /// Seconds until a condition holds, up to a limit.
    pub fn until(&mut self, limit: f32, mut so: impl FnMut(&Self) -> bool) -> Option<f32> {
        (1..=(limit * 30.0) as u32).find_map(|tick| {
            self.tick();
            so(self).then_some(tick as f32 / 30.0)
        })
    }

    /// Waits until a condition holds; panics with the end of the log if it does not hold in time.
    pub fn wait(&mut self, limit: f32, what: &str, so: impl FnMut(&Self) -> bool) -> f32 {
        match self.until(limit, so) {
            Some(seconds) => seconds,
            None => panic!("{what}: not so within {limit} s\n{}", self.told(40)),
        }
    }

    /// The end of the log, without checkpoints and steps, and the position of every agent.
    pub fn told(&self, last: usize) -> String {
        let entries = self.app.world().resource::<EventLog>().entries();
        let worth = entries.iter().filter(|entry| match entry.event {
            MatchEvent::Checkpoint { .. } => false,
            MatchEvent::Noise { kind, .. } => kind != label("footsteps"),
            _ => true,
        });
        let mut lines: Vec<String> =
            worth.map(|entry| format!("{:.2} s {:?}", entry.tick as f32 / 30.0, entry.event)).collect();
        lines.drain(..lines.len().saturating_sub(last));
        for row in 0..self.app.world().resource::<Roster>().agents.len() as u16 {
            let agent = AgentId(row);
            lines.push(format!(
                "{agent:?} at {} for {}: {:?}",
                self.place(agent),
                self.goal(agent),
                self.action(agent)
            ));
        }
        lines.join("\n")
    }

    pub fn place(&self, agent: AgentId) -> Vec3 {
        self.get::<Body>(agent).place
    }

    pub fn distance(&self, agent: AgentId, to: (f32, f32)) -> f32 {
        self.place(agent).distance(ground(to))
    }

    /// Gives a controlled agent back to its mind.
    pub fn let_go(&mut self, agent: AgentId) {
        let entity = self.entity(agent);
        self.app.world_mut().entity_mut(entity).remove::<PlayerControlled>();
    }

    /// Sets the number of keys that the hunted have.
    pub fn found_keys(&mut self, keys: u8) {
        self.app.world_mut().resource_mut::<HuntState>().team_keys = keys;
        self.announce("team_keys", keys);
    }

    /// Announces a changed number at once, as the hunt would at the end of the tick in which it changes.
    fn announce(&mut self, name: &str, value: u8) {
        self.app.world_mut().resource_mut::<Announcements>().set(label(name), f32::from(value));
    }

    /// Whether an agent crouches.
    pub fn is_bent(&self, agent: AgentId) -> bool {
        self.get::<Body>(agent).crouch > 0.5
    }

    /// The hiding place that an agent is in.
    pub fn hidden_in(&self, agent: AgentId) -> Option<ThingId> {
        self.get::<Hidden>(agent).0
    }

    pub fn in_play(&self, agent: AgentId) -> bool {
        self.app.world().get::<InPlay>(self.entity(agent)).is_some()
    }

    pub fn mind(&self, agent: AgentId) -> &Mind {
        self.get(agent)
    }

    pub fn goal(&self, agent: AgentId) -> &'static str {
        self.mind(agent).goal().map_or("", Label::as_str)
    }

    pub fn memory(&self, agent: AgentId) -> &WorkingMemory {
        self.get(agent)
    }

    /// The name and target of an agent's active action.
    pub fn action(&self, agent: AgentId) -> (&'static str, Option<Subject>) {
        let executer: &PlanExecuter = self.get(agent);
        let active = executer.active().and_then(|step| {
            let spec = self.mind(agent).brain.action(step.action)?;
            Some((spec.data.name.as_str(), step.target))
        });
        active.unwrap_or(("", None))
    }

    /// Whether an agent has a line of sight to the chest of another.
    pub fn in_view(&self, from: AgentId, to: AgentId) -> bool {
        let (eyes, chest) = (self.place(from) + Vec3::Y * 1.7, self.place(to) + Vec3::Y * 1.2);
        self.level.site.sight.is_clear(eyes, chest, self.app.world().resource::<Things>().open)
    }

    pub fn events(&self) -> impl Iterator<Item = &MatchEvent> {
        self.app.world().resource::<EventLog>().entries().iter().map(|entry| &entry.event)
    }

    pub fn happened(&self, fits: impl Fn(&MatchEvent) -> bool) -> bool {
        self.events().any(fits)
    }

    /// Whether an agent has recognised another.
    pub fn sighted(&self, watcher: AgentId, other: AgentId) -> bool {
        self.happened(
            |event| matches!(event, MatchEvent::Sighted { by, subject, .. } if *by == watcher && *subject == Subject::Agent(other)),
        )
    }

    /// Whether an agent began an action with this name.
    pub fn began(&self, agent: AgentId, name: &str) -> bool {
        self.happened(|event| matches!(event, MatchEvent::ActionStarted { agent: by, action, .. } if *by == agent && *action == label(name)))
    }
}

pub fn ground((east, south): (f32, f32)) -> Vec3 {
    Vec3::new(east, 0.0, south)
}
