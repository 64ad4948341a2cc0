//! A meadow of bees, one tick at a time.

use std::{collections::BTreeSet, sync::Arc};

use bevy::{math::Vec3, prelude::*};
use quarry::{
    data::Library,
    simulation::{Archetypes, Game, MatchSetup, bake_level, begin, headless_app, step},
    world::{
        Body, ItemLocation, PendingHarm, SiteService, StockState, ThingState, Things,
        level::{LevelThing, ThingKind},
    },
};
use quarry_minds::{
    Behaviours, Dormant, WorkingMemory,
    behaviours::{BehaviourContext, Progress},
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, FailReason, MatchEvent, PerceptSource, Roster, SelfSense,
        SimulationClock, Status, Subject, TerrainService, ThingId, UseRequest, label,
    },
    schema::domain::{Entries, Scalar},
};

use super::game::{Bees, Hive};

pub struct Meadow {
    app: App,
}

impl Meadow {
    pub fn new(library: &Library, seed: u64) -> Self {
        Self::of(Arc::new(Bees), library, seed)
    }

    /// A match of a variant of the game.
    pub fn of(game: Arc<dyn Game>, library: &Library, seed: u64) -> Self {
        let mut app = headless_app(&game);
        let level = bake_level(library, label("meadow")).unwrap_or_else(|findings| panic!("{}", findings[0]));
        let kinds = Archetypes::load(library).unwrap_or_else(|findings| panic!("{}", findings[0]));
        let rules = Arc::new(library.rules("standard").unwrap().1.clone());
        let setup = MatchSetup { seed, ..MatchSetup::default() };
        begin(app.world_mut(), &kinds, &rules, &level, &setup).unwrap();
        Self { app }
    }

    #[cfg(feature = "client")]
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub fn run(&mut self, seconds: f32) {
        self.watch(seconds, |_| 0.0);
    }

    /// Runs, and returns the least value that `see` saw.
    pub fn watch(&mut self, seconds: f32, see: impl Fn(&Self) -> f32) -> f32 {
        let ticks = (seconds * self.app.world().resource::<SimulationClock>().rate as f32) as u32;
        let mut least = f32::INFINITY;
        for _ in 0..ticks {
            if !step(self.app.world_mut()) {
                break;
            }
            least = least.min(see(self));
        }
        least
    }

    fn entity(&self, agent: u16) -> Entity {
        self.app.world().resource::<Roster>().entity(AgentId(agent)).unwrap()
    }

    fn get<C: Component>(&self, agent: u16) -> &C {
        self.app.world().get::<C>(self.entity(agent)).unwrap()
    }

    pub fn agents(&self) -> usize {
        self.app.world().resource::<Roster>().agents.len()
    }

    pub fn hive(&self) -> &Hive {
        self.app.world().resource::<Hive>()
    }

    pub fn reading(&self, agent: u16, name: &str) -> Option<f32> {
        self.get::<SelfSense>(agent).get(label(name))
    }

    /// The kinds of what an agent remembers.
    pub fn remembered(&self, agent: u16) -> BTreeSet<&'static str> {
        self.get::<WorkingMemory>(agent).facts().iter().map(|fact| fact.kind.as_str()).collect()
    }

    /// The kinds of what an agent has seen.
    pub fn seen_by(&self, agent: u16) -> BTreeSet<&'static str> {
        let facts = self.get::<WorkingMemory>(agent).facts();
        facts.iter().filter(|fact| fact.source == PerceptSource::Seen).map(|fact| fact.kind.as_str()).collect()
    }

    pub fn count(&self, wanted: impl Fn(&MatchEvent) -> bool) -> usize {
        self.app.world().resource::<EventLog>().entries().iter().filter(|entry| wanted(&entry.event)).count()
    }

    pub fn place_of(&self, agent: u16) -> Vec3 {
        self.get::<Body>(agent).place
    }

    pub fn gaze_of(&self, agent: u16) -> Vec3 {
        self.get::<Body>(agent).gaze_direction()
    }

    pub fn put(&mut self, agent: u16, place: Vec3) {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Body>(entity).unwrap().place = place;
    }

    /// Stops all minds and what they asked for.
    pub fn silence(&mut self) {
        for agent in 0..self.agents() as u16 {
            let entity = self.entity(agent);
            self.app.world_mut().entity_mut(entity).insert(Dormant);
            self.app.world_mut().get_mut::<Blackboard>(entity).unwrap().clear();
        }
    }

    pub fn stocks(&self) -> Vec<f32> {
        let things = self.app.world().resource::<Things>();
        things
            .states
            .iter()
            .filter_map(|state| if let ThingState::Stock(stock) = state { Some(stock.amount) } else { None })
            .collect()
    }

    pub fn plant(&mut self, place: Vec3, amount: f32) -> ThingId {
        let stock = StockState { amount, max: amount, regrow: 0.0 };
        self.app.world_mut().resource_mut::<Things>().appear_stock(label("flower"), place, stock).unwrap()
    }

    fn use_target(&mut self, agent: u16, target: Subject, verb: &str) -> Result<(), FailReason> {
        let entity = self.entity(agent);
        let request = UseRequest { target, verb: label(verb) };
        self.app.world_mut().get_mut::<Blackboard>(entity).unwrap().use_thing.post(request);
        for _ in 0..90 {
            step(self.app.world_mut());
            match self.get::<Blackboard>(agent).use_thing.status() {
                Status::Done => return Ok(()),
                Status::Failed(reason) => return Err(reason),
                Status::Posted | Status::Running(_) => {}
            }
        }
        panic!("the use of {target:?} does not end");
    }

    pub fn use_agent(&mut self, agent: u16, other: u16, verb: &str) -> Result<(), FailReason> {
        self.use_target(agent, Subject::Agent(AgentId(other)), verb)
    }

    /// Drops an item at a place, as if it had been carried there.
    pub fn drop_item(&mut self, kind: &str, from: Vec3, to: Vec3) -> ThingId {
        let mut things = self.app.world_mut().resource_mut::<Things>();
        let item = ThingId(things.states.len() as u16);
        things.appeared.push(LevelThing::at(item, ThingKind::Item, label(kind), from));
        things.states.push(ThingState::Item(ItemLocation::Lying(to)));
        item
    }

    pub fn use_thing(&mut self, agent: u16, thing: ThingId, verb: &str) -> Result<(), FailReason> {
        self.use_target(agent, Subject::Thing(thing), verb)
    }

    pub fn harm_left(&self) -> usize {
        self.app.world().resource::<PendingHarm>().0.len()
    }

    pub fn give<C: Component>(&mut self, agent: u16, component: C) {
        let entity = self.entity(agent);
        self.app.world_mut().entity_mut(entity).insert(component);
    }

    /// The kinds as which an agent remembers another.
    pub fn kinds_of(&self, agent: u16, other: u16) -> BTreeSet<&'static str> {
        let facts = self.get::<WorkingMemory>(agent).facts();
        let about = facts.iter().filter(|fact| fact.subject == Subject::Agent(AgentId(other)));
        about.map(|fact| fact.kind.as_str()).collect()
    }

    /// Lets an agent run one behaviour of the mind without a target, and returns its last progress.
    pub fn behave(&mut self, agent: u16, behaviour: &str, verb: &str) -> Progress {
        let parameters = Entries(vec![("verb".to_owned(), Scalar::Text(verb.to_owned()))]);
        let found = Behaviours::default().get(label(behaviour)).unwrap();
        let mut running = found.configure(&parameters, &|_| None).unwrap().start();
        let entity = self.entity(agent);
        for _ in 0..90 {
            let world = self.app.world_mut();
            let terrain = world.resource::<TerrainService>().clone();
            let mut parts = world.query::<(&mut WorkingMemory, &SelfSense, &mut Blackboard, &mut AgentRng)>();
            let (mut memory, sense, mut board, mut chance) = parts.get_mut(world, entity).unwrap();
            let mut context = BehaviourContext {
                memory: &mut memory,
                sense,
                terrain: &*terrain.0,
                board: &mut board,
                rng: &mut chance.0,
                positions: None,
                queries: &[],
                target: None,
                dt: 0.0,
                elapsed: 0.0,
            };
            match running.tick(&mut context) {
                Progress::Running => step(world),
                over => return over,
            };
        }
        panic!("{behaviour} does not end");
    }

    fn bush(&self) -> (ThingId, Vec3) {
        let built = &self.app.world().resource::<SiteService>().0.built;
        let bush = built.things_of(ThingKind::HidingPlace).next().unwrap();
        (bush.id, bush.entry)
    }

    pub fn enter_bush(&mut self, agent: u16) -> bool {
        let (bush, entry) = self.bush();
        self.put(agent, entry + Vec3::new(0.3 * f32::from(agent), 0.0, 0.0));
        self.use_target(agent, Subject::Thing(bush), "enter").is_ok()
    }

    pub fn leave_bush(&mut self, agent: u16) {
        let (bush, _) = self.bush();
        for other in 0..self.agents() as u16 {
            if other != agent && self.get::<quarry::world::Hidden>(other).0.is_none() {
                self.put(other, Vec3::new(2.5, 0.0, 6.5));
            }
        }
        self.use_target(agent, Subject::Thing(bush), "leave").unwrap();
        self.put(agent, Vec3::new(4.5, 0.0, 6.5));
    }

    pub fn occupants(&self) -> usize {
        let (bush, _) = self.bush();
        match self.app.world().resource::<Things>().state(bush) {
            Some(ThingState::HidingPlace(hiding)) => hiding.occupants().count(),
            other => panic!("{other:?}"),
        }
    }
}
