//! Matches as they are played: each in a world of its own, stepped tick by tick. What is drawn is read from it; nothing is
//! written to it.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use super::{
    running::Matches,
    show::{Kept, Person, Picture, Source},
    stage::Player,
    statistics::clock::{self, StageClock},
};
use crate::{
    data::{Finding, Library, look::Look, rules::Rules},
    mind::{Account, RecordQuestions},
    motion::navigation::BakedLevel,
    protocol::{AgentId, Blackboard, EventLog, Label, Roster, SimulationClock},
    senses::RecordLooks,
    simulation::{
        self, KindName, Kinds, MatchSetup, SetupError,
        retune::{Applied, Command, Refused, Tuning, apply},
    },
    world::{Arms, Body, Flights, Gone, Hands, Hidden, MatchState, Things, Traces},
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
    /// Begins the match with this seed.
    ///
    /// # Errors
    /// Where the rules name an agent there is not, or the level lacks a start for a side.
    pub fn start(&self, seed: u64) -> Result<(Vec<Player>, LiveMatch), SetupError> {
        let mut app = simulation::headless_app();
        clock::install(&mut app);
        let mut world = std::mem::take(app.world_mut());
        let setup = MatchSetup { seed, counts: self.counts.clone(), people: self.people.clone() };
        simulation::begin(&mut world, &self.kinds, &self.rules, &self.level, &setup)?;
        world.insert_resource(self.tuning.clone());
        let cast = self.cast(&world);
        Ok((cast, LiveMatch { world, unheard: EventLog::default() }))
    }

    /// Who plays, in the order of the agents' numbers.
    fn cast(&self, world: &World) -> Vec<Player> {
        let mut looks: BTreeMap<Label, (Arc<Look>, usize)> = BTreeMap::new();
        let mut cast = Vec::new();
        for entity in world.get_resource::<Roster>().iter().flat_map(|roster| &roster.agents) {
            let Some(KindName(name)) = world.get::<KindName>(*entity).copied() else { continue };
            let Some(kind) = self.kinds.0.get(&name) else { continue };
            let (look, order) = looks.entry(name).or_insert_with(|| (Arc::new(kind.look.clone()), 0));
            let catches = self.rules.sides.get(&kind.side).is_some_and(|side| !side.catches.is_empty());
            cast.push(Player::of(look, &kind.body, kind.side, catches, *order));
            *order += 1;
        }
        cast
    }
}

impl Matches for LiveMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<Player>, Box<dyn Source>), SetupError> {
        let (cast, live) = self.start(seed)?;
        Ok((cast, Box::new(live)))
    }

    fn take_up(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        let kinds = self.tuning.kinds(library)?;
        let rules = library.rules.get(&self.tuning.rules);
        let gone = || vec![Finding::about(format!("assets/rules/{}.ron", self.tuning.rules), "there is no such file")];
        self.rules = Arc::new(rules.ok_or_else(gone)?.clone());
        self.kinds = kinds;
        self.tuning.library = library.clone();
        Ok(())
    }

    fn take_level(&mut self, level: Arc<BakedLevel>) {
        self.level = level;
    }
}

/// A match in its own world.
pub struct LiveMatch {
    world: World,
    /// Stands in where there is no log.
    unheard: EventLog,
}

impl Source for LiveMatch {
    fn tick(&mut self) {
        simulation::step(&mut self.world);
    }

    fn picture(&self, into: &mut Picture) {
        let world = &self.world;
        into.tick = world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick);
        into.agents.clear();
        for entity in world.get_resource::<Roster>().iter().flat_map(|roster| &roster.agents) {
            let Some(body) = world.get::<Body>(*entity) else { continue };
            let hands = world.get::<Hands>(*entity);
            into.agents.push(Person {
                body: *body,
                gone: world.get::<Gone>(*entity).map(|gone| (gone.fate, gone.tick)),
                hidden: world.get::<Hidden>(*entity).and_then(|hidden| hidden.0),
                arms: world.get::<Arms>(*entity).map(|arms| arms.stage).unwrap_or_default(),
                working: hands.is_some_and(|hands| hands.task.is_some()),
                carried: hands.map_or(0, |hands| hands.carried.len().min(255) as u8),
            });
        }
        if let Some(things) = world.get_resource::<Things>() {
            into.things.clone_from(things);
        }
        into.flights.clear();
        into.flights.extend(world.get_resource::<Flights>().iter().flat_map(|flights| &flights.all));
        into.traces.clear();
        into.traces.extend(world.get_resource::<Traces>().iter().flat_map(|traces| &traces.all));
        into.state = world.get_resource::<MatchState>().copied().unwrap_or_default();
    }

    fn log(&self) -> &EventLog {
        self.world.get_resource::<EventLog>().unwrap_or(&self.unheard)
    }

    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        let entity = self.world.get_resource::<Roster>()?.entity(agent)?;
        self.world.get_mut::<Blackboard>(entity)
    }

    fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
        apply(&mut self.world, command)
    }

    fn world(&self) -> Option<&World> {
        Some(&self.world)
    }

    fn account(&self, agent: AgentId) -> Option<Account> {
        simulation::account_of(&self.world, agent)
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
