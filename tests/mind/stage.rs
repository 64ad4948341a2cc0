//! A test bed for minds: one agent with hand-made percepts on open ground of 40 by 40 m with a wall across it.

use std::sync::{Arc, LazyLock};

use bevy::{
    app::prelude::*,
    ecs::{component::Mutable, prelude::*},
    math::Vec3,
};
use quarry::data::Library;
use quarry_minds::{
    Brain, Mind, MindTrace, PlanExecuter, WorkingMemory, mind_bundle,
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, Label, MatchEvent, Percept, PerceptSource, Percepts, PlaceId,
        RngStream, Roster, SelfSense, Side, SimulationClock, SimulationSystems, Subject, Terrain, TerrainPlace,
        TerrainService, ThingId, label, rng_for,
    },
    schema::mind::MindFile,
};

/// Open ground, places 2 m apart, and a wall that blocks sight along x = 20 south of z = 20.
pub struct Field(Vec<TerrainPlace>);

const SIDE: i32 = 20;

impl Field {
    pub fn new() -> Self {
        let place = |index: i32| {
            let (x, z) = (index % SIDE, index / SIDE);
            let room = (x / 10 + 2 * (z / 10)) as u16;
            TerrainPlace { position: Vec3::new(x as f32 * 2.0 + 1.0, 0.0, z as f32 * 2.0 + 1.0), room }
        };
        Self((0..SIDE * SIDE).map(place).collect())
    }
}

impl Terrain for Field {
    fn path_length(&self, from: Vec3, to: Vec3) -> Option<f32> {
        Some(from.distance(to))
    }

    fn nearest_walkable(&self, place: Vec3, radius: f32) -> Option<Vec3> {
        let inside = place.clamp(Vec3::ZERO, Vec3::new(40.0, 0.0, 40.0));
        (inside.distance(place) <= radius).then_some(inside)
    }

    fn has_line_of_sight(&self, from: Vec3, to: Vec3) -> bool {
        (from.x - 20.0) * (to.x - 20.0) > 0.0 || from.z.max(to.z) < 20.0
    }

    fn places(&self) -> &[TerrainPlace] {
        &self.0
    }

    fn nearest_place(&self, position: Vec3) -> PlaceId {
        let cell = |along: f32| ((along / 2.0) as i32).clamp(0, SIDE - 1);
        (cell(position.z) * SIDE + cell(position.x)) as PlaceId
    }

    fn is_place_visible(&self, from: PlaceId, to: PlaceId) -> bool {
        self.has_line_of_sight(self.0[usize::from(from)].position, self.0[usize::from(to)].position)
    }

    fn place_distance(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.0[usize::from(from)].position.distance(self.0[usize::from(to)].position)
    }

    fn room_name(&self, room: u16) -> Label {
        label(["north-west", "north-east", "south-west", "south-east"][usize::from(room.min(3))])
    }
}

pub fn mind_file(name: &str) -> MindFile {
    static SHIPPED: LazyLock<Library> = LazyLock::new(crate::hunt::library);
    SHIPPED.minds[&label(name)].clone()
}

pub fn brain(name: &str) -> Arc<Brain> {
    let compiled = Brain::compile(label(name), &mind_file(name), &crate::hunt::SCHEMA.behaviours());
    Arc::new(compiled.unwrap_or_else(|findings| {
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        panic!("{name}:\n{}", lines.join("\n"))
    }))
}

/// One agent on the field.
pub struct Stage {
    pub app: App,
    pub agent: Entity,
}

impl Stage {
    pub fn new(mind: &str) -> Self {
        Self::with(brain(mind), mind)
    }

    pub fn with(brain: Arc<Brain>, side: &str) -> Self {
        let mut app = App::new();
        app.insert_resource(SimulationClock::new(30))
            .insert_resource(TerrainService(Arc::new(Field::new())))
            .init_resource::<EventLog>();
        app.configure_sets(FixedUpdate, (SimulationSystems::Remember, SimulationSystems::Decide).chain());
        quarry_minds::plugin(&mut app);
        let id = AgentId(0);
        let sense = SelfSense { place: Vec3::new(10.0, 0.0, 10.0), gaze: Vec3::X, ..SelfSense::default() };
        let agent = app
            .world_mut()
            .spawn((
                id,
                Side(label(side)),
                AgentRng(rng_for(7, RngStream::Agent(id))),
                Percepts::default(),
                sense,
                Blackboard::default(),
                mind_bundle(brain, id, 30),
            ))
            .id();
        app.insert_resource(Roster { agents: vec![agent] });
        let mut stage = Self { app, agent };
        for (name, value) in [("keys_needed", 3.0), ("team_keys", 0.0), ("exit_open", 0.0), ("hidden", 0.0)] {
            stage.reading(name, value);
        }
        stage
    }

    pub fn reading(&mut self, name: &str, value: f32) {
        self.get_mut::<SelfSense>().set(label(name), value);
    }

    pub fn stand(&mut self, place: Vec3) {
        self.get_mut::<SelfSense>().place = place;
    }

    pub fn get<C: Component>(&self) -> &C {
        self.app.world().get::<C>(self.agent).unwrap()
    }

    pub fn get_mut<C: Component<Mutability = Mutable>>(&mut self) -> Mut<'_, C> {
        self.app.world_mut().get_mut::<C>(self.agent).unwrap()
    }

    pub fn perceive(&mut self, percept: Percept) {
        self.get_mut::<Percepts>().0.push(percept);
    }

    /// Runs for so many ticks with the same percepts in each.
    pub fn run_seeing(&mut self, ticks: u32, seen: &[Percept]) {
        for _ in 0..ticks {
            for percept in seen {
                self.perceive(*percept);
            }
            self.app.world_mut().resource_mut::<SimulationClock>().tick += 1;
            self.app.world_mut().run_schedule(FixedUpdate);
        }
    }

    pub fn run(&mut self, ticks: u32) {
        self.run_seeing(ticks, &[]);
    }

    pub fn goal(&self) -> &'static str {
        self.get::<Mind>().goal().map_or("", Label::as_str)
    }

    pub fn plan(&self) -> Vec<&'static str> {
        self.get::<PlanExecuter>().remaining().iter().map(|step| step.display_name.as_str()).collect()
    }

    pub fn targets(&self) -> Vec<Option<Subject>> {
        self.get::<PlanExecuter>().remaining().iter().map(|step| step.target).collect()
    }

    pub fn memory(&self) -> &WorkingMemory {
        self.get::<WorkingMemory>()
    }

    pub fn board(&self) -> &Blackboard {
        self.get::<Blackboard>()
    }

    pub fn planned(&self) -> u32 {
        self.get::<MindTrace>().goals_planned
    }

    pub fn events(&self) -> Vec<MatchEvent> {
        self.app.world().resource::<EventLog>().entries().iter().map(|entry| entry.event.clone()).collect()
    }
}

pub fn thing(number: u16) -> Subject {
    Subject::Thing(ThingId(number))
}

pub fn other(number: u16) -> Subject {
    Subject::Agent(AgentId(number))
}

/// A percept of something in plain view.
pub fn seen(kind: &str, subject: Subject, state: &str, x: f32, z: f32) -> Percept {
    Percept {
        kind: label(kind),
        subject,
        state: label(state),
        amount: 0.0,
        place: Vec3::new(x, 0.0, z),
        velocity: Vec3::ZERO,
        error: 0.0,
        confidence: 1.0,
        source: PerceptSource::Seen,
        teller: None,
        age: 0.0,
    }
}

pub fn heard(kind: &str, number: u32, x: f32, z: f32) -> Percept {
    Percept { source: PerceptSource::Heard, error: 1.0, ..seen(kind, Subject::Unknown(number), "", x, z) }
}

pub fn told(by: u16, percept: Percept) -> Percept {
    Percept { source: PerceptSource::Told, teller: Some(AgentId(by)), ..percept }
}
