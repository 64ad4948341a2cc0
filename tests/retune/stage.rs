//! A running match for commands, with the shipped data or with some files replaced.

use std::sync::{Arc, OnceLock};

use crate::hunt;
use bevy::{app::prelude::*, ecs::prelude::*};
use quarry::{
    data::{DataFiles, Library},
    lab::InvariantMonitor,
    motion::navigation::BakedLevel,
    simulation::{
        self, MatchSetup, bake_level, headless_app,
        retune::{Edit, MatchData, RetuneCommand, RetuneError, RetuneReport, apply},
    },
};
use quarry_minds::{
    Mind, PlanExecuter, WorkingMemory,
    protocol::{AgentId, EventLog, Label, LogEntry, MatchEvent, Roster, Side, label},
};

/// The level most tests are played on.
const LEVEL: &str = "courtyard";

/// The shipped files.
pub fn files() -> DataFiles {
    hunt::files()
}

/// The shipped data, read once.
pub fn library() -> Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| Arc::new(Library::from_files(&files(), &hunt::SCHEMA).unwrap())).clone()
}

/// The level, baked once.
pub fn level() -> Arc<BakedLevel> {
    static BAKED: OnceLock<Arc<BakedLevel>> = OnceLock::new();
    BAKED.get_or_init(|| bake_level(&library(), label(LEVEL)).unwrap()).clone()
}

/// A running match.
pub struct Match {
    pub app: App,
    pub level: Arc<BakedLevel>,
}

impl Match {
    /// A match with the shipped data.
    pub fn begin(seed: u64) -> Self {
        Self::with(library(), level(), seed)
    }

    /// A match with this data on this level.
    pub fn with(library: Arc<Library>, level: Arc<BakedLevel>, seed: u64) -> Self {
        let tuning = MatchData { library: library.clone(), rules: label("standard"), difficulty_modifiers: None };
        let kinds = tuning.kinds(&library).unwrap();
        let rules = Arc::new(library.rules[&label("standard")].clone());
        let mut app = headless_app(&hunt::game());
        let setup = MatchSetup { seed, ..MatchSetup::default() };
        simulation::begin(app.world_mut(), &kinds, &rules, &level, &setup).unwrap();
        app.world_mut().insert_resource(tuning);
        Self { app, level }
    }

    /// Plays so many ticks, or to the end. Returns whether the match is still running.
    pub fn run(&mut self, ticks: u32) -> bool {
        (0..ticks).all(|_| simulation::step(self.app.world_mut()))
    }

    /// Plays so many ticks under a monitor.
    pub fn run_watched(&mut self, ticks: u32, monitor: &mut InvariantMonitor) -> bool {
        (0..ticks).all(|_| {
            let goes_on = simulation::step(self.app.world_mut());
            monitor.observe(self.app.world(), &self.level);
            goes_on
        })
    }

    pub fn world(&self) -> &World {
        self.app.world()
    }

    pub fn apply(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        apply(self.app.world_mut(), command)
    }

    /// Changes one value of a data file.
    pub fn edit(&mut self, file: &str, path: &str, value: &str) -> Result<RetuneReport, RetuneError> {
        self.apply(&RetuneCommand::Edit(edit(file, path, value)))
    }

    pub fn entity(&self, agent: AgentId) -> Entity {
        self.world().resource::<Roster>().entity(agent).unwrap()
    }

    pub fn get<C: Component>(&self, agent: AgentId) -> &C {
        self.world().get::<C>(self.entity(agent)).unwrap()
    }

    /// The agents of a side.
    pub fn side(&self, side: &str) -> Vec<AgentId> {
        let agents = &self.world().resource::<Roster>().agents;
        let all = (0..agents.len() as u16).map(AgentId);
        all.filter(|agent| self.get::<Side>(*agent).0 == side).collect()
    }

    /// The goal of an agent, and the steps of its plan.
    pub fn plan(&self, agent: AgentId) -> (Option<Label>, Vec<&'static str>) {
        let steps = self.get::<PlanExecuter>(agent).remaining().iter().map(|step| step.display_name.as_str()).collect();
        (self.get::<Mind>(agent).goal(), steps)
    }

    pub fn memory(&self, agent: AgentId) -> &WorkingMemory {
        self.get::<WorkingMemory>(agent)
    }

    pub fn log(&self) -> &[LogEntry] {
        self.world().resource::<EventLog>().entries()
    }

    pub fn digest(&self) -> String {
        self.world().resource::<EventLog>().digest()
    }

    /// The actions that an agent began after an entry of the log.
    pub fn begun(&self, agent: AgentId, from: usize) -> Vec<Label> {
        let begun = self.log()[from..].iter().filter_map(|entry| match &entry.event {
            MatchEvent::ActionStarted { agent: who, action, .. } if *who == agent => Some(*action),
            _ => None,
        });
        begun.collect()
    }
}

pub fn edit(file: &str, path: &str, value: &str) -> Edit {
    Edit { file: file.into(), path: path.into(), value: value.into() }
}
