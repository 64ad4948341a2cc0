//! A match played again, to find the first tick and the first component in which it is not like itself: twice side by side in
//! this process, or against the account that another process gives of it.

use std::{
    fmt::{self, Debug, Write},
    hash::Hasher,
    io::{self, BufRead},
    sync::atomic::{AtomicBool, Ordering},
};

use bevy::{app::App, ecs::prelude::*};
use serde::Serialize;

use super::{arena::Arena, play::BETWEEN_LOOKS, record::MatchSpec};
use crate::{
    mind::WorkingMemory,
    protocol::{Blackboard, Digest, EventLog, Percepts, Roster, SelfSense},
    simulation::{begin, headless_app, step},
    world::{Body, Hands, Hidden, MatchState, Projectiles, Things, WeaponState, Wounds},
};

/// Where two runs of the same match part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The match.
    pub spec: MatchSpec,
    /// What it was compared with.
    pub with: &'static str,
    /// The first tick in which something differs.
    pub tick: u32,
    /// What: a component of an agent, a resource, or the event log.
    pub what: String,
    /// What it is in the first run.
    pub first: String,
    /// What it is in the second.
    pub second: String,
}

/// One run of a match, a tick at a time.
struct SteppedMatch<'a> {
    app: App,
    tick: u32,
    most_ticks: u32,
    stop: &'a AtomicBool,
    goes_on: bool,
}

impl<'a> SteppedMatch<'a> {
    fn begin(arena: &Arena, spec: MatchSpec, stop: &'a AtomicBool) -> Result<Self, String> {
        let level = arena.levels.get(&spec.level).ok_or("the level was not made ready")?;
        let mut app = headless_app();
        begin(app.world_mut(), &arena.kinds, &arena.rules, level, &arena.setup(spec.seed))
            .map_err(|error| error.to_string())?;
        Ok(Self { app, tick: 0, most_ticks: arena.most_ticks(), stop, goes_on: true })
    }

    /// Plays a tick; false where the match is over, or was stopped.
    fn advance(&mut self) -> bool {
        let stopped = self.tick.is_multiple_of(BETWEEN_LOOKS) && self.stop.load(Ordering::Relaxed);
        if !self.goes_on || stopped || self.tick >= self.most_ticks {
            return false;
        }
        self.tick += 1;
        self.goes_on = step(self.app.world_mut());
        true
    }

    fn world(&self) -> &World {
        self.app.world()
    }
}

/// Plays a match twice in step; `None` where both runs are the same to the end, or were stopped before.
///
/// # Errors
/// In words, where the match cannot begin.
pub fn verify(arena: &Arena, spec: MatchSpec, stop: &AtomicBool) -> Result<Option<Divergence>, String> {
    let (mut first, mut second) = (SteppedMatch::begin(arena, spec, stop)?, SteppedMatch::begin(arena, spec, stop)?);
    while first.advance() & second.advance() {
        let (a, b) = (sums(first.world()), sums(second.world()));
        if let Some(place) = (0..a.len().max(b.len())).find(|place| a.get(*place) != b.get(*place)) {
            let (what, first) = shown(first.world(), place);
            let (_, second_text) = shown(second.world(), place);
            let with = "itself, side by side";
            return Ok(Some(Divergence { spec, with, tick: second.tick, what, first, second: second_text }));
        }
    }
    Ok(None)
}

/// Plays a match and writes a line a tick: the sum of every component. What [`verify_against_hashes`] reads in another process.
///
/// # Errors
/// Where it cannot begin or the lines cannot be written.
pub fn write_state_hashes(
    arena: &Arena,
    spec: MatchSpec,
    stop: &AtomicBool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut run = SteppedMatch::begin(arena, spec, stop).map_err(io::Error::other)?;
    while run.advance() {
        let line: String = sums(run.world()).iter().fold(String::new(), |mut line, sum| {
            let _ = write!(line, "{sum:016x} ");
            line
        });
        writeln!(out, "{line}")?;
    }
    writeln!(out, "over")
}

/// Plays a match against the account of another process; `None` where both are the same to the end, or this was stopped.
/// Also returns the digest of the event log here.
///
/// # Errors
/// In words, where the match cannot begin or the account cannot be read.
pub fn verify_against_hashes(
    arena: &Arena,
    spec: MatchSpec,
    stop: &AtomicBool,
    account: &mut impl BufRead,
) -> Result<(Option<Divergence>, String), String> {
    let mut run = SteppedMatch::begin(arena, spec, stop)?;
    let (mut line, mut found) = (String::new(), None);
    let mut next = |line: &mut String| {
        line.clear();
        match account.read_line(line) {
            Ok(0) => Err("the other process ended before its match did".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the other process cannot be understood: {error}")),
        }
    };
    let mut over_there = false;
    while run.advance() {
        if over_there {
            continue;
        }
        next(&mut line)?;
        over_there = line.trim() == "over";
        if found.is_some() {
            continue;
        }
        let here = sums(run.world());
        let there: Vec<u64> = line.split_whitespace().filter_map(|word| u64::from_str_radix(word, 16).ok()).collect();
        if let Some(place) = (0..here.len().max(there.len())).find(|place| here.get(*place) != there.get(*place)) {
            let (what, first) = shown(run.world(), place);
            let sum = there.get(place).map_or("nothing".to_owned(), |sum| format!("{sum:016x}"));
            let second = if over_there { "the match was over there".to_owned() } else { format!("its sum is {sum}") };
            found = Some(Divergence { spec, with: "another process", tick: run.tick, what, first, second });
        }
    }
    while !over_there && !stop.load(Ordering::Relaxed) {
        next(&mut line)?;
        over_there = line.trim() == "over";
        if !over_there && found.is_none() {
            let (what, first) = ("MatchState".to_owned(), "the match was over here".to_owned());
            let second = "it went on there".to_owned();
            found = Some(Divergence { spec, with: "another process", tick: run.tick + 1, what, first, second });
        }
    }
    let digest = run.world().get_resource::<EventLog>().map(EventLog::digest).unwrap_or_default();
    Ok((found, digest))
}

/// Takes what is shown and keeps a sum of it: a number shows all the digits that tell it from its neighbours.
struct HashWriter(Digest);

impl fmt::Write for HashWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

fn sums(world: &World) -> Vec<u64> {
    let mut sums = Vec::new();
    look(world, |_, part| {
        let mut sum = HashWriter(Digest::default());
        // The sink takes everything.
        let _ = write!(sum, "{part:?}");
        sums.push(sum.0.finish());
    });
    sums
}

/// The name of a part by its place among the sums, and what it is.
fn shown(world: &World, place: usize) -> (String, String) {
    let (mut at, mut found) = (0, ("the number of agents".to_owned(), String::new()));
    look(world, |name, part| {
        if at == place {
            found = (name.to_string(), format!("{part:?}"));
        }
        at += 1;
    });
    found
}

/// Which part of a world is meant.
struct StatePart {
    name: &'static str,
    agent: Option<usize>,
}

impl fmt::Display for StatePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.agent {
            Some(agent) => write!(f, "{} of agent {agent}", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// Shows every part that must repeat: resources, then the components of each agent in the order of the roster, then the log.
fn look(world: &World, mut see: impl FnMut(StatePart, &dyn Debug)) {
    let of_match = |name| StatePart { name, agent: None };
    see(of_match("MatchState"), &world.get_resource::<MatchState>());
    see(of_match("Things"), &world.get_resource::<Things>());
    see(of_match("Projectiles"), &world.get_resource::<Projectiles>());
    let roster = world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default();
    for (agent, entity) in roster.iter().enumerate() {
        let Ok(entity) = world.get_entity(*entity) else { continue };
        let of_agent = |name| StatePart { name, agent: Some(agent) };
        see(of_agent("Body"), &entity.get::<Body>());
        see(of_agent("Hands"), &entity.get::<Hands>());
        see(of_agent("WeaponState"), &entity.get::<WeaponState>());
        see(of_agent("Wounds"), &entity.get::<Wounds>());
        see(of_agent("Hidden"), &entity.get::<Hidden>());
        see(of_agent("SelfSense"), &entity.get::<SelfSense>());
        see(of_agent("Percepts"), &entity.get::<Percepts>());
        see(of_agent("WorkingMemory"), &entity.get::<WorkingMemory>().map(WorkingMemory::sum));
        see(of_agent("Blackboard"), &entity.get::<Blackboard>());
    }
    see(of_match("EventLog"), &world.get_resource::<EventLog>().map(EventLog::digest));
}
