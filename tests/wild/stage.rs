//! A meadow drawn in a test, with the shipped animals placed by the test and the whole simulation around them.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{Library, level::Level},
    games::wild::{Animal, SCHEMA, Wild, WildEvent, WildGame},
    simulation::{
        Archetypes, Game, MatchSetup, bake_level, begin, headless_app,
        retune::{Edit, Intervention, MatchData, RetuneCommand, RetuneError, RetuneReport, apply},
        step,
    },
    world::{Body, Gauges, Hidden, InPlay, SiteService, ThingState, Things},
};
use quarry_minds::{
    Mind, PlanExecuter, WorkingMemory,
    protocol::{AgentId, EventLog, MatchEvent, Roster, SimulationClock, Subject, ThingId, label},
};
use quarry_ron::Document;

/// The legend of these levels. A cell is one metre; the centre of cell (3, 2) is at (3.5, 2.5).
const LEGEND: &str = r##"{
    '#': (ground: wall(material: "rock")),
    'h': (ground: wall(material: "leaves", height: 1.5)),
    '.': (ground: floor(material: "grass")),
    '~': (ground: water(material: "stream")),
    's': (ground: floor(material: "sand"), contains: [stock(name: "water", amount: 400, regrow: 20)]),
    'g': (ground: floor(material: "meadow"), contains: [stock(name: "grass", amount: 4, regrow: 0.01)]),
    'a': (ground: floor(material: "meadow"), contains: [stock(name: "apple", amount: 3)]),
    'B': (ground: floor(material: "grass"), contains: [prop(name: "burrow", rotation: 180)]),
    'C': (ground: floor(material: "grass"), contains: [prop(name: "cave", rotation: 180)]),
    'x': (ground: floor(material: "grass"), contains: [spawn("rabbit"), spawn("wolf"), spawn("bear")]),
}"##;

/// A meadow without anything on it.
pub const FIELD: &[&str] = &[
    "####################",
    "#x.................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "####################",
];

pub fn game() -> Arc<dyn Game> {
    Arc::new(WildGame)
}

pub fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Library::load(root, &SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// Animals and where they begin, in metres east and south, in the order of their species' names.
pub struct Meadow {
    pub app: App,
}

impl Meadow {
    pub fn new(rows: &[&str], animals: &[(&str, (f32, f32))]) -> Self {
        assert!(animals.is_sorted_by_key(|(side, _)| *side), "agents are numbered side by side, in the order of names");
        let drawn: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let text = format!(
            "(title: \"Scene\", floors: [(name: \"ground\", height: 0, rows: [{}])], legend: {LEGEND}, sky: (ambient_light: 1.0))",
            drawn.join(", ")
        );
        let document = Document::parse("level.ron", &text).unwrap_or_else(|finding| panic!("{finding}"));
        let level: Level = document.read().unwrap_or_else(|finding| panic!("{finding}"));
        let (mut library, scene) = (library(), label("scene"));
        library.levels.insert(scene, level);
        let level = bake_level(&library, scene).unwrap_or_else(|findings| panic!("{findings:?}"));
        let kinds = Archetypes::load(&library).unwrap_or_else(|findings| panic!("{findings:?}"));
        let rules = Arc::new(library.rules("standard").unwrap().1.clone());
        let count = |side: &str| animals.iter().filter(|(of, _)| *of == side).count() as u16;
        let counts: BTreeMap<_, _> = ["bear", "rabbit", "wolf"].map(|side| (label(side), count(side))).into();
        let mut app = headless_app(&game());
        begin(
            app.world_mut(),
            &kinds,
            &rules,
            &level,
            &MatchSetup { seed: 5, counts, people: Vec::new(), ..MatchSetup::default() },
        )
        .unwrap();
        let (library, rules) = (Arc::new(library), label("standard"));
        app.world_mut().insert_resource(MatchData { library, rules, difficulty_modifiers: None });
        let mut meadow = Self { app };
        for (agent, (_, at)) in animals.iter().enumerate() {
            let entity = meadow.entity(agent as u16);
            meadow.app.world_mut().get_mut::<Body>(entity).unwrap().place = Vec3::new(at.0, 0.0, at.1);
            // Nobody lacks anything unless a test says so.
            for gauge in ["satiety", "hydration", "energy"] {
                meadow.set(agent as u16, gauge, 95.0);
            }
            meadow.set(agent as u16, "age", 301.0);
        }
        meadow
    }

    pub fn entity(&self, agent: u16) -> Entity {
        self.app.world().resource::<Roster>().entity(AgentId(agent)).unwrap()
    }

    pub fn get<C: Component>(&self, agent: u16) -> &C {
        self.app.world().get::<C>(self.entity(agent)).unwrap()
    }

    pub fn set(&mut self, agent: u16, gauge: &str, value: f32) {
        let entity = self.entity(agent);
        let mut gauges = self.app.world_mut().get_mut::<Gauges>(entity).unwrap();
        gauges.0.iter_mut().find(|(name, _)| *name == gauge).unwrap().1 = value;
    }

    pub fn gauge(&self, agent: u16, gauge: &str) -> f32 {
        self.get::<Gauges>(agent).get(label(gauge)).unwrap()
    }

    pub fn animal(&self, agent: u16) -> &Animal {
        self.get::<Animal>(agent)
    }

    pub fn place(&self, agent: u16) -> Vec3 {
        self.get::<Body>(agent).place
    }

    /// Where those stand that go into the first hiding place of a kind.
    pub fn entry(&self, kind: &str) -> Vec3 {
        let site = &self.app.world().resource::<SiteService>().0;
        site.built.things.iter().find(|thing| thing.name == label(kind)).unwrap().entry
    }

    /// What an animal remembers of the first thing of a kind: its state and its place.
    pub fn remembered(&self, agent: u16, kind: &str) -> Option<(&'static str, Vec3)> {
        let fact = self.get::<WorkingMemory>(agent).facts().iter().find(|fact| fact.kind == kind)?;
        Some((fact.state.as_str(), fact.place))
    }

    /// Fills the first hiding place of a kind with animals that are not in the match.
    pub fn fill(&mut self, kind: &str) {
        let site = self.app.world().resource::<SiteService>().0.clone();
        let thing = site.built.things.iter().find(|thing| thing.name == label(kind)).unwrap();
        let mut things = self.app.world_mut().resource_mut::<Things>();
        let Some(ThingState::HidingPlace(hiding)) = things.state_mut(thing.id) else { panic!("no hiding place") };
        (900..910).for_each(|agent| hiding.enter(AgentId(agent)));
        assert!(hiding.is_full());
    }

    pub fn stand(&mut self, agent: u16, place: Vec3) {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Body>(entity).unwrap().place = place;
    }

    /// Changes a value of a data file while the match runs.
    pub fn edit(&mut self, file: &str, path: &str, value: &str) -> Result<RetuneReport, RetuneError> {
        let edit = Edit { file: file.into(), path: path.into(), value: value.into() };
        apply(self.app.world_mut(), &RetuneCommand::Edit(edit))
    }

    pub fn lives(&self, agent: u16) -> bool {
        self.app.world().get::<InPlay>(self.entity(agent)).is_some()
    }

    pub fn hidden(&self, agent: u16) -> bool {
        self.get::<Hidden>(agent).0.is_some()
    }

    pub fn agents(&self) -> usize {
        self.app.world().resource::<Roster>().agents.len()
    }

    pub fn goal(&self, agent: u16) -> &'static str {
        self.get::<Mind>(agent).goal().map_or("", |goal| goal.as_str())
    }

    /// The names of the actions of the current plan.
    pub fn plan(&self, agent: u16) -> Vec<&'static str> {
        let brain = &self.get::<Mind>(agent).brain;
        self.get::<PlanExecuter>(agent)
            .steps
            .iter()
            .filter_map(|step| brain.action(step.action))
            .map(|action| action.data.name.as_str())
            .collect()
    }

    /// Whether an animal remembers anything of a kind.
    pub fn knows(&self, agent: u16, kind: &str) -> bool {
        self.get::<WorkingMemory>(agent).facts().iter().any(|fact| fact.kind == kind)
    }

    pub fn knows_agent(&self, agent: u16, other: u16) -> bool {
        self.get::<WorkingMemory>(agent).about(Subject::Agent(AgentId(other))).is_some()
    }

    /// Steps until something holds, at most this many seconds. Returns whether it came to hold.
    pub fn until(&mut self, seconds: f32, holds: impl Fn(&Self) -> bool) -> bool {
        let ticks = (seconds * self.app.world().resource::<SimulationClock>().rate as f32) as u32;
        for _ in 0..ticks {
            if holds(self) {
                return true;
            }
            step(self.app.world_mut());
        }
        holds(self)
    }

    pub fn run(&mut self, seconds: f32) {
        self.until(seconds, |_| false);
    }

    pub fn events(&self) -> impl Iterator<Item = &MatchEvent> {
        self.app.world().resource::<EventLog>().entries().iter().map(|entry| &entry.event)
    }

    pub fn told(&self, wanted: impl Fn(WildEvent) -> bool) -> usize {
        self.events().filter_map(WildEvent::read).filter(|event| wanted(*event)).count()
    }

    pub fn number(&self, name: &str) -> f64 {
        self.app.world().resource::<Wild>().numbers.get(&label(name)).copied().unwrap_or_default()
    }

    /// The amounts of all stocks of a kind.
    pub fn stocks(&self, kind: &str) -> Vec<f32> {
        let world = self.app.world();
        let (things, site) = (world.resource::<Things>(), &world.resource::<SiteService>().0);
        let of_kind = things.states.iter().enumerate().filter_map(|(index, state)| {
            let thing = things.thing(&site.built, ThingId(index as u16))?;
            match state {
                ThingState::Stock(stock) if thing.name == kind => Some(stock.amount),
                _ => None,
            }
        });
        of_kind.collect()
    }

    pub fn intervene(
        &mut self,
        what: &str,
        agent: Option<u16>,
        at: Option<(f32, f32)>,
        amount: Option<f32>,
    ) -> Result<(), RetuneError> {
        let place = at.map(|(east, south)| Vec3::new(east, 0.0, south).into());
        let wanted =
            Intervention { what: label(what), agent: agent.map(AgentId), place, amount, ..Intervention::default() };
        apply(self.app.world_mut(), &RetuneCommand::Intervene(wanted)).map(drop)
    }
}
