//! Live matches: each in a world of its own, stepped tick by tick. Rendering reads from it and writes nothing.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Blackboard, Label, Roster};
use quarry_minds::schema::brain::BrainChoice;
use quarry_minds::{MindSnapshot, RecordPlanning, RecordPositions};
use quarry_ron::Finding;

use super::played::{Player, Seat};
use super::{AgentInfo, GameView, Instrumentation, MatchProvider, PlayerControl, TickSource, cast::newcomers};
use crate::data::{FileKind, Library, rules::Rules};
use crate::lab::recording::{
    Bookmark, DataManifest, MatchAssets, MatchOrigin, MindSnapshotTracker, Recorder, Recording,
};
use crate::lab::{StageClock, faults::FaultFinder, install_stage_clock};
use crate::motion::navigation::BakedLevel;
use crate::senses::RecordLooks;
use crate::simulation;
use crate::simulation::retune::{MatchData, RetuneCommand, RetuneError, RetuneReport, apply};
use crate::simulation::{Game, MatchSetup, SetupError, faults::Fault};

/// What the matches on one level share.
pub struct LiveMatches {
    /// The data and the level.
    pub assets: Arc<MatchAssets>,
    /// The number of agents for each side that differs from the rules.
    pub counts: BTreeMap<Label, u16>,
    /// The agents that people control.
    pub people: Vec<AgentId>,
    /// What chooses the actions of agents, by side or kind of agent, where it differs from the rules.
    pub brains: BTreeMap<Label, BrainChoice>,
    /// `None` if all agents think for themselves.
    pub player: Option<Player>,
}

impl LiveMatches {
    /// The number of agents of a side, which the rules set to `otherwise`.
    pub fn count_of(&self, side: Label, otherwise: u16) -> u16 {
        let chosen = self.counts.get(&side).or_else(|| self.assets.level.site.built.counts.get(&side));
        chosen.copied().unwrap_or(otherwise)
    }

    /// Matches on a level with this data, as many agents for each side as the rules say, none of them controlled by a person.
    pub fn new(game: Arc<dyn Game>, tuning: MatchData, level: Arc<BakedLevel>) -> Result<Self, Vec<Finding>> {
        let kinds = tuning.kinds(&tuning.library)?;
        let rules = rules_of(&tuning)?;
        let assets = Arc::new(MatchAssets { game, tuning, kinds, rules, level });
        Ok(Self { assets, counts: BTreeMap::new(), people: Vec::new(), brains: BTreeMap::new(), player: None })
    }

    /// The same matches with a player, who controls the first agent of a side.
    pub fn played(mut self, side: Label, control: PlayerControl, view: &'static GameView) -> Self {
        // Agents are numbered side by side, in the order of the rules.
        let before = self.assets.rules.sides.iter().take_while(|(name, _)| **name != side);
        let agent = AgentId(before.map(|(name, rules)| self.count_of(*name, rules.count)).sum());
        self.people = vec![agent];
        self.player = Some(Player { agent, control, view });
        self
    }

    /// Starts the match with this seed.
    pub fn start(&self, seed: u64) -> Result<(Vec<AgentInfo>, LiveMatch), SetupError> {
        let assets = self.assets.clone();
        let MatchAssets { game, tuning, kinds, rules, level } = &*assets;
        let mut app = simulation::headless_app(game);
        install_stage_clock(&mut app);
        let mut world = std::mem::take(app.world_mut());
        let (counts, people, brains) = (self.counts.clone(), self.people.clone(), self.brains.clone());
        let setup = MatchSetup { seed, counts, people, brains, ..MatchSetup::default() };
        simulation::begin(&mut world, kinds, rules, level, &setup)?;
        let finder = FaultFinder::of_library(&mut world, &**game, &tuning.library);
        world.insert_resource(tuning.clone());
        let name = level.site.built.name;
        let origin = MatchOrigin::new(name, &setup, DataManifest::from_tuning(tuning, name));
        let recorder = Recorder::new(origin, &world);
        let cast = newcomers(&world, &[]);
        let mind_snapshots = MindSnapshotTracker::default();
        Ok((cast, LiveMatch { world, recorder, finder, mind_snapshots, assets, seat: None }))
    }
}

pub(crate) fn rules_of(tuning: &MatchData) -> Result<Arc<Rules>, Vec<Finding>> {
    let file = || tuning.library.game.path(FileKind::Rules, tuning.rules.as_str());
    let rules = tuning.library.rules(tuning.rules.as_str());
    rules.map(|(_, rules)| Arc::new(rules.clone())).map_err(|error| vec![Finding::for_file(file(), error)])
}

/// What a running match records for the panels and overlays.
pub(super) fn record(world: &mut World, looks: bool, planning: bool) {
    world.insert_resource(RecordLooks(looks));
    world.insert_resource(RecordPlanning(planning));
    world.insert_resource(RecordPositions(planning));
}

impl MatchProvider for LiveMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError> {
        let (cast, mut live) = self.start(seed)?;
        live.seat = self.player.clone().map(|player| Seat::new(player, &live.world));
        Ok((cast, Box::new(live)))
    }

    fn set_library(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        let tuning = MatchData { library: library.clone(), ..self.assets.tuning.clone() };
        let (kinds, rules) = (tuning.kinds(library)?, rules_of(&tuning)?);
        let assets = Arc::make_mut(&mut self.assets);
        (assets.kinds, assets.rules, assets.tuning) = (kinds, rules, tuning);
        Ok(())
    }

    fn set_level(&mut self, level: Arc<BakedLevel>) {
        Arc::make_mut(&mut self.assets).level = level;
    }
}

/// A match in a world of its own.
pub struct LiveMatch {
    world: World,
    recorder: Recorder,
    finder: FaultFinder,
    mind_snapshots: MindSnapshotTracker,
    /// The data and the level, for replaying the match up to an earlier tick.
    assets: Arc<MatchAssets>,
    /// The player, if one takes part.
    seat: Option<Seat>,
}

impl TickSource for LiveMatch {
    fn tick(&mut self) {
        if let Some(seat) = &mut self.seat {
            seat.before(&mut self.world);
        }
        self.recorder.before(&self.world);
        simulation::step(&mut self.world);
        self.recorder.after(&self.world);
        self.finder.observe(&self.world);
        if let Some(seat) = &mut self.seat {
            seat.after(&self.world);
        }
    }

    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        let entity = self.world.get_resource::<Roster>()?.entity(agent)?;
        self.world.get_mut(entity)
    }

    fn command(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        let applied = apply(&mut self.world, command)?;
        self.recorder.command(&self.world, command);
        Ok(applied)
    }

    fn world(&self) -> Option<&World> {
        Some(&self.world)
    }

    fn changed_snapshots(&mut self) -> Vec<(AgentId, MindSnapshot)> {
        self.mind_snapshots.changed(&self.world)
    }

    fn faults(&self) -> &[Fault] {
        self.finder.faults()
    }

    fn recording(&self, notes: &[Bookmark]) -> Option<Recording> {
        Some(self.recorder.recording(&self.world, notes))
    }

    fn rerun_inputs(&self) -> Option<(Arc<Recording>, Arc<MatchAssets>)> {
        Some((Arc::new(self.recorder.recording(&self.world, &[])), self.assets.clone()))
    }

    fn set_instrumentation(&mut self, wanted: Instrumentation) {
        record(&mut self.world, wanted.sight_rays, wanted.planning);
        if let Some(mut clock) = self.world.get_resource_mut::<StageClock>() {
            clock.on = wanted.stage_times;
        }
    }
}

#[cfg(test)]
impl LiveMatches {
    /// Matches of a game on a level, with the data in this folder.
    pub(crate) fn on_level(game: Arc<dyn simulation::Game>, root: &std::path::Path, level: &str) -> Self {
        let library = Arc::new(crate::data::Library::load(root, game.schema()).unwrap());
        let level = simulation::bake_level(&library, level.into()).unwrap();
        let tuning = MatchData { library, rules: "standard".into(), difficulty_modifiers: None };
        Self::new(game, tuning, level).unwrap()
    }
}
