//! A match on a shipped level, with strategists or scripts, that a test steps and looks into.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{Library, rules::Rules},
    games::commander::{Commander, CommanderGame, SCHEMA, catalogue::ProductId, units::Census},
    motion::navigation::BakedLevel,
    simulation::{Archetypes, Arrival, Arrivals, Game, MatchSetup, bake_level, begin, headless_app, step},
};
use quarry_minds::protocol::{AgentId, EventLog, MatchEvent, Roster, SimulationClock, label};

pub fn game() -> Arc<dyn Game> {
    Arc::new(CommanderGame)
}

pub fn library() -> &'static Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        Arc::new(Library::load(root, &SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}")))
    })
}

pub fn duel() -> &'static Arc<BakedLevel> {
    static LEVEL: OnceLock<Arc<BakedLevel>> = OnceLock::new();
    LEVEL.get_or_init(|| bake_level(library(), label("duel")).unwrap_or_else(|findings| panic!("{findings:?}")))
}

pub struct Stage {
    pub app: App,
}

impl Stage {
    /// A match on the duel map under these rules.
    pub fn new(rules: &Rules, seed: u64) -> Self {
        Self::set_up(rules, &MatchSetup { seed, ..MatchSetup::default() })
    }

    pub fn set_up(rules: &Rules, setup: &MatchSetup) -> Self {
        let kinds = Archetypes::load(library()).unwrap_or_else(|findings| panic!("{findings:?}"));
        let mut app = headless_app(&game());
        begin(app.world_mut(), &kinds, &Arc::new(rules.clone()), duel(), setup).unwrap();
        let mut stage = Self { app };
        // The first arrivals enter at the end of the first tick.
        stage.run(0.1);
        stage
    }

    pub fn shipped(rules: &str, seed: u64) -> Self {
        Self::new(library().rules(rules).unwrap().1, seed)
    }

    pub fn run(&mut self, seconds: f32) {
        for _ in 0..(seconds * 30.0).round() as u32 {
            if !step(self.app.world_mut()) {
                break;
            }
        }
    }

    /// Runs until it holds, for at most these seconds; whether it did.
    pub fn until(&mut self, seconds: f32, mut holds: impl FnMut(&Self) -> bool) -> bool {
        for _ in 0..(seconds * 30.0).round() as u32 {
            if holds(self) {
                return true;
            }
            if !step(self.app.world_mut()) {
                break;
            }
        }
        holds(self)
    }

    pub fn state(&self) -> &Commander {
        self.app.world().resource::<Commander>()
    }

    pub fn state_mut(&mut self) -> Mut<'_, Commander> {
        self.app.world_mut().resource_mut::<Commander>()
    }

    /// Soldiers or workers that enter at the end of the next tick.
    pub fn add(&mut self, side: &str, kind: &str, place: Vec3, number: usize) {
        let arrival = Arrival { side: label(side), kind: label(kind), place, ..Arrival::default() };
        self.app.world_mut().resource_mut::<Arrivals>().0.extend(std::iter::repeat_n(arrival, number));
    }

    pub fn tick(&self) -> u32 {
        self.app.world().resource::<SimulationClock>().tick
    }

    pub fn home(&self, side: usize) -> Vec3 {
        self.state().map.bases[self.state().map.main_base(side).unwrap()].square
    }

    pub fn census(&self) -> &Census {
        self.app.world().resource::<Census>()
    }

    pub fn product(&self, name: &str) -> ProductId {
        self.state().catalogue.as_ref().unwrap().product(label(name)).unwrap()
    }

    pub fn standing(&self, side: usize, name: &str) -> u16 {
        self.census().standing(side, self.product(name))
    }

    pub fn entity(&self, agent: AgentId) -> Entity {
        self.app.world().resource::<Roster>().entity(agent).unwrap()
    }

    pub fn get<C: Component>(&self, agent: AgentId) -> Option<&C> {
        self.app.world().get::<C>(self.entity(agent))
    }

    /// The ticks of the events that a test is interested in.
    pub fn ticks(&self, wanted: impl Fn(&MatchEvent) -> bool) -> Vec<u32> {
        let entries = self.app.world().resource::<EventLog>().entries();
        entries.iter().filter(|entry| wanted(&entry.event)).map(|entry| entry.tick).collect()
    }
}
