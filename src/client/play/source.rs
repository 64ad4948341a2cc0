//! Matches that a person takes part in: before each tick their wishes are posted, after it they learn what they may know.

use std::sync::Arc;

use bevy::prelude::*;

use crate::{
    client::{
        Matches, Picture, Player, Source,
        lead::{Lead, Link, Poster},
        live::{LiveMatch, LiveMatches},
        show::Kept,
    },
    data::{Finding, Library},
    lab::recording::{Note, Recording},
    mind::Account,
    motion::navigation::BakedLevel,
    protocol::{AgentId, Blackboard, EventLog, Label, Roster},
    simulation::{
        SetupError,
        retune::{Applied, Command, Refused},
    },
    world::Body,
};

/// Where matches come from in which a person leads the first agent of a side.
pub struct PlayedMatches {
    /// The matches themselves.
    live: LiveMatches,
    /// The agent a person leads.
    agent: AgentId,
    /// What passes between them.
    lead: Lead,
}

impl PlayedMatches {
    /// Matches in which a person leads the first agent of a side by `lead`.
    pub fn new(mut live: LiveMatches, side: Label, lead: Lead) -> Self {
        // Agents are numbered side by side, in the order of the rules.
        let before = live.rules.sides.iter().take_while(|(name, _)| **name != side);
        let agent = AgentId(before.map(|(name, rules)| live.counts.get(name).copied().unwrap_or(rules.count)).sum());
        live.people = vec![agent];
        Self { live, agent, lead }
    }
}

impl Matches for PlayedMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<Player>, Box<dyn Source>), SetupError> {
        let (cast, live) = self.live.start(seed)?;
        let mut link = self.lead.link();
        *link = Link { agent: self.agent, matches: link.matches + 1, ..Link::default() };
        // Nobody's head turns before the person has turned it.
        let entity = live.world().and_then(|world| world.get_resource::<Roster>()?.entity(self.agent));
        if let Some(body) = entity.and_then(|entity| live.world()?.get::<Body>(entity)) {
            link.wishes.look = body.looks();
        }
        drop(link);
        let source = PlayedMatch { live, agent: self.agent, lead: self.lead.clone(), poster: Poster::default() };
        source.share_knowledge();
        Ok((cast, Box::new(source)))
    }

    fn take_up(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        self.live.take_up(library)
    }

    fn take_level(&mut self, level: Arc<BakedLevel>) {
        self.live.take_level(level);
    }
}

/// A match that a person takes part in.
struct PlayedMatch {
    live: LiveMatch,
    agent: AgentId,
    lead: Lead,
    poster: Poster,
}

impl PlayedMatch {
    /// Tells the person what their character may know.
    fn share_knowledge(&self) {
        let Some(world) = self.live.world() else { return };
        if let Some(entity) = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.agent)) {
            let link = &mut *self.lead.link();
            link.known.gather(world, entity);
            link.record.note(world, entity, &link.known);
        }
    }
}

impl Source for PlayedMatch {
    fn tick(&mut self) {
        if let Some(mut board) = self.live.blackboard(self.agent) {
            self.poster.post(&self.lead.link().wishes, &mut board);
        }
        self.live.tick();
        self.share_knowledge();
    }

    fn picture(&self, into: &mut Picture) {
        self.live.picture(into);
    }

    fn log(&self) -> &EventLog {
        self.live.log()
    }

    fn rate(&self) -> f32 {
        self.live.rate()
    }

    fn account(&self, agent: AgentId) -> Option<Account> {
        self.live.account(agent)
    }

    fn changed_accounts(&mut self) -> Vec<(AgentId, Account)> {
        self.live.changed_accounts()
    }

    fn recording(&self, notes: &[Note]) -> Option<Recording> {
        self.live.recording(notes)
    }

    fn keep(&mut self, wanted: Kept) {
        self.live.keep(wanted);
    }

    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        self.live.blackboard(agent)
    }

    fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
        self.live.command(command)
    }

    fn world(&self) -> Option<&World> {
        self.live.world()
    }
}
