//! Matches as they are played: each in a world of its own, stepped tick by tick. What is drawn is read from it; nothing is
//! written to it.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use super::{
    programme::Matches,
    show::{Kept, Picture, Source},
    stage::Player,
};
use crate::{
    data::{Finding, Library, look::Look, rules::Rules},
    lab::{
        StageClock, install_stage_clock,
        recording::{Ground, Ledger, Note, Origin, Provenance, Recorder, Recording},
    },
    mind::{Account, RecordQuestions},
    motion::navigation::BakedLevel,
    protocol::{AgentId, Blackboard, EventLog, Label, Roster, SimulationClock},
    senses::RecordLooks,
    simulation::{
        self, KindName, Kinds, MatchSetup, SetupError,
        retune::{Applied, Command, Refused, Tuning, apply},
    },
};

/// All that matches on one level share.
pub struct LiveMatches {
    /// The data they go by.
    pub tuning: Tuning,
    /// The kinds of agents.
    pub kinds: Kinds,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The level.
    pub level: Arc<BakedLevel>,
    /// How many play for a side, where it is not what the rules say.
    pub counts: BTreeMap<Label, u16>,
    /// Agents that people play.
    pub people: Vec<AgentId>,
}

impl LiveMatches {
    /// Matches on a level by this data, as many for each side as the rules say, nobody led by a person.
    ///
    /// # Errors
    /// What is wrong with the minds; that there are no such rules.
    pub fn new(tuning: Tuning, level: Arc<BakedLevel>) -> Result<Self, Vec<Finding>> {
        let kinds = tuning.kinds(&tuning.library)?;
        let rules = rules_of(&tuning)?;
        Ok(Self { tuning, kinds, rules, level, counts: BTreeMap::new(), people: Vec::new() })
    }

    /// Begins the match with this seed.
    ///
    /// # Errors
    /// Where the rules name an agent there is not, or the level lacks a start for a side.
    pub fn start(&self, seed: u64) -> Result<(Vec<Player>, LiveMatch), SetupError> {
        let mut app = simulation::headless_app();
        install_stage_clock(&mut app);
        let mut world = std::mem::take(app.world_mut());
        let setup = MatchSetup { seed, counts: self.counts.clone(), people: self.people.clone() };
        simulation::begin(&mut world, &self.kinds, &self.rules, &self.level, &setup)?;
        world.insert_resource(self.tuning.clone());
        let level = self.level.site.built.name;
        let origin = Origin::new(level, &setup, Provenance::of_tuning(&self.tuning, level));
        let recorder = Recorder::new(origin, &world);
        let cast = cast(&world, &self.kinds, &self.rules);
        let ground = Arc::new(Ground {
            tuning: self.tuning.clone(),
            kinds: self.kinds.clone(),
            rules: self.rules.clone(),
            level: self.level.clone(),
        });
        Ok((cast, LiveMatch { world, recorder, ledger: Ledger::default(), ground, unheard: EventLog::default() }))
    }
}

/// The rules that are played by.
fn rules_of(tuning: &Tuning) -> Result<Arc<Rules>, Vec<Finding>> {
    let rules = tuning.library.rules.get(&tuning.rules);
    let file = format!("assets/rules/{}.ron", tuning.rules);
    Ok(Arc::new(rules.ok_or_else(|| vec![Finding::about(file, "there is no such file")])?.clone()))
}

/// Who plays, in the order of the agents' numbers.
pub(super) fn cast(world: &World, kinds: &Kinds, rules: &Rules) -> Vec<Player> {
    let mut looks: BTreeMap<Label, (Arc<Look>, usize)> = BTreeMap::new();
    let mut cast = Vec::new();
    for entity in world.get_resource::<Roster>().iter().flat_map(|roster| &roster.agents) {
        let Some(KindName(name)) = world.get::<KindName>(*entity).copied() else { continue };
        let Some(kind) = kinds.0.get(&name) else { continue };
        let (look, order) = looks.entry(name).or_insert_with(|| (Arc::new(kind.look.clone()), 0));
        let catches = rules.sides.get(&kind.side).is_some_and(|side| !side.catches.is_empty());
        cast.push(Player::of(look, &kind.body, kind.side, catches, *order));
        *order += 1;
    }
    cast
}

impl Matches for LiveMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<Player>, Box<dyn Source>), SetupError> {
        let (cast, live) = self.start(seed)?;
        Ok((cast, Box::new(live)))
    }

    fn take_up(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        let tuning = Tuning { library: library.clone(), ..self.tuning.clone() };
        let (kinds, rules) = (tuning.kinds(library)?, rules_of(&tuning)?);
        (self.kinds, self.rules, self.tuning) = (kinds, rules, tuning);
        Ok(())
    }

    fn take_level(&mut self, level: Arc<BakedLevel>) {
        self.level = level;
    }
}

/// A match in its own world.
pub struct LiveMatch {
    world: World,
    recorder: Recorder,
    ledger: Ledger,
    /// What it is played on and with.
    ground: Arc<Ground>,
    /// Stands in where there is no log.
    unheard: EventLog,
}

impl Source for LiveMatch {
    fn tick(&mut self) {
        self.recorder.before(&self.world);
        simulation::step(&mut self.world);
        self.recorder.after(&self.world);
    }

    fn picture(&self, into: &mut Picture) {
        into.read(&self.world);
    }

    fn log(&self) -> &EventLog {
        self.world.get_resource::<EventLog>().unwrap_or(&self.unheard)
    }

    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        let entity = self.world.get_resource::<Roster>()?.entity(agent)?;
        self.world.get_mut::<Blackboard>(entity)
    }

    fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
        let applied = apply(&mut self.world, command)?;
        self.recorder.command(&self.world, command);
        Ok(applied)
    }

    fn world(&self) -> Option<&World> {
        Some(&self.world)
    }

    fn account(&self, agent: AgentId) -> Option<Account> {
        simulation::account_of(&self.world, agent)
    }

    fn changed_accounts(&mut self) -> Vec<(AgentId, Account)> {
        self.ledger.changed(&self.world)
    }

    fn recording(&self, notes: &[Note]) -> Option<Recording> {
        Some(self.recorder.recording(&self.world, notes))
    }

    fn past(&self) -> Option<(Arc<Recording>, Arc<Ground>)> {
        Some((Arc::new(self.recorder.recording(&self.world, &[])), self.ground.clone()))
    }

    fn keep(&mut self, wanted: Kept) {
        self.world.insert_resource(RecordLooks(wanted.looks));
        self.world.insert_resource(RecordQuestions(wanted.questions));
        if let Some(mut clock) = self.world.get_resource_mut::<StageClock>() {
            clock.on = wanted.times;
        }
    }

    fn rate(&self) -> f32 {
        self.world.get_resource::<SimulationClock>().map_or(30.0, |clock| clock.rate as f32)
    }
}
