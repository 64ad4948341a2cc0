//! Checks determinism: plays a match twice and finds the first tick and component that differ. Both runs are in this process,
//! or the second one is in another process that prints a hash of every component after every tick.

use std::fmt::{Debug, Write};
use std::hash::Hasher;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, io};

use bevy::{app::App, ecs::prelude::*};
use quarry_minds::WorkingMemory;
use quarry_minds::protocol::{Blackboard, Digest, EventLog, Host, MatchThreads, Orders, Percepts, Roster, SelfSense};
use serde::Serialize;

use super::arena::{Arena, max_ticks};
use super::play::STOP_CHECK_INTERVAL;
use super::record::MatchSpec;
use quarry_engine::senses::{Acquaintances, Attention};
use quarry_engine::simulation::{GameService, begin, headless_app, step};
use quarry_engine::world::{
    Announcements, Body, BodyCondition, Daylight, Gauges, Gun, Hands, Hidden, MatchState, Projectiles, Things,
    WeaponState, Wind,
};

/// The number of threads on which the second run in lockstep is played at least.
const MIN_VERIFIED_THREADS: usize = 2;

/// Where two runs of the same match diverge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The match.
    pub spec: MatchSpec,
    /// What the first run was compared with.
    pub with: &'static str,
    /// The first tick in which a component differs.
    pub tick: u32,
    /// The component of an agent, the resource, or the event log.
    pub what: String,
    /// Its value in the first run.
    pub first: String,
    /// Its value in the second run.
    pub second: String,
}

/// A match that is played one tick at a time.
struct SteppedMatch<'a> {
    app: App,
    tick: u32,
    max_ticks: u32,
    stop: &'a AtomicBool,
    goes_on: bool,
}

impl<'a> SteppedMatch<'a> {
    fn begin(arena: &Arena, spec: MatchSpec, stop: &'a AtomicBool, threads: usize) -> Result<Self, String> {
        let level = arena.levels.get(&spec.level).ok_or("the level was not baked")?;
        let mut app = headless_app(&arena.game);
        app.insert_resource(MatchThreads::new(threads));
        begin(app.world_mut(), &arena.kinds, &arena.rules, level, &arena.setup(spec.seed))
            .map_err(|error| error.to_string())?;
        let max_ticks = max_ticks(app.world());
        Ok(Self { app, tick: 0, max_ticks, stop, goes_on: true })
    }

    /// Plays a tick; false if the match is over or `stop` is set.
    fn advance(&mut self) -> bool {
        let stopped = self.tick.is_multiple_of(STOP_CHECK_INTERVAL) && self.stop.load(Ordering::Relaxed);
        if !self.goes_on || stopped || self.tick >= self.max_ticks {
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

/// Plays a match twice in lockstep, once on one thread and once on more; `None` if both runs are equal to the end, or `stop` was set
/// before.
///
/// # Errors
/// If the match cannot begin.
pub fn verify(arena: &Arena, spec: MatchSpec, stop: &AtomicBool) -> Result<Option<Divergence>, String> {
    let mut first = SteppedMatch::begin(arena, spec, stop, 1)?;
    let mut second = SteppedMatch::begin(arena, spec, stop, arena.threads.max(MIN_VERIFIED_THREADS))?;
    while first.advance() & second.advance() {
        let (a, b) = (state_hashes(first.world()), state_hashes(second.world()));
        if let Some(place) = (0..a.len().max(b.len())).find(|place| a.get(*place) != b.get(*place)) {
            let (what, first) = describe_part(first.world(), place);
            let (_, second_text) = describe_part(second.world(), place);
            let with = "itself on several threads, in lockstep";
            return Ok(Some(Divergence { spec, with, tick: second.tick, what, first, second: second_text }));
        }
    }
    Ok(None)
}

/// Plays a match and writes one line per tick with the hash of every component, for [`verify_against_hashes`] in another process.
///
/// # Errors
/// If the match cannot begin or the lines cannot be written.
pub fn write_state_hashes(
    arena: &Arena,
    spec: MatchSpec,
    stop: &AtomicBool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut run = SteppedMatch::begin(arena, spec, stop, arena.threads).map_err(io::Error::other)?;
    while run.advance() {
        let line: String = state_hashes(run.world()).iter().fold(String::new(), |mut line, sum| {
            let _ = write!(line, "{sum:016x} ");
            line
        });
        writeln!(out, "{line}")?;
    }
    writeln!(out, "over")
}

/// Plays a match and compares it with the hashes that another process writes; `None` if both are equal to the end, or `stop`
/// was set before. Also returns the digest of the event log here.
///
/// # Errors
/// If the match cannot begin or the hashes cannot be read.
pub fn verify_against_hashes(
    arena: &Arena,
    spec: MatchSpec,
    stop: &AtomicBool,
    hashes: &mut impl BufRead,
) -> Result<(Option<Divergence>, String), String> {
    let mut run = SteppedMatch::begin(arena, spec, stop, arena.threads)?;
    let (mut line, mut found) = (String::new(), None);
    let mut next = |line: &mut String| {
        line.clear();
        match hashes.read_line(line) {
            Ok(0) => Err("the other process ended before its match did".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the output of the other process cannot be read: {error}")),
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
        let here = state_hashes(run.world());
        let there: Vec<u64> = line.split_whitespace().filter_map(|word| u64::from_str_radix(word, 16).ok()).collect();
        if let Some(place) = (0..here.len().max(there.len())).find(|place| here.get(*place) != there.get(*place)) {
            let (what, first) = describe_part(run.world(), place);
            let sum = there.get(place).map_or("nothing".to_owned(), |sum| format!("{sum:016x}"));
            let second = if over_there {
                "the match was over in the second run".to_owned()
            } else {
                format!("its hash is {sum}")
            };
            found = Some(Divergence { spec, with: "another process", tick: run.tick, what, first, second });
        }
    }
    while !over_there && !stop.load(Ordering::Relaxed) {
        next(&mut line)?;
        over_there = line.trim() == "over";
        if !over_there && found.is_none() {
            let (what, first) = ("MatchState".to_owned(), "the match was over in the first run".to_owned());
            let second = "it continued in the second run".to_owned();
            found = Some(Divergence { spec, with: "another process", tick: run.tick + 1, what, first, second });
        }
    }
    let digest = run.world().get_resource::<EventLog>().map(EventLog::digest).unwrap_or_default();
    Ok((found, digest))
}

/// Hashes the `Debug` form of a component, which contains all digits that distinguish two numbers.
struct HashWriter(Digest);

impl fmt::Write for HashWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

fn state_hashes(world: &World) -> Vec<u64> {
    let mut hashes = Vec::new();
    visit(world, |_, part| {
        let mut sum = HashWriter(Digest::default());
        let _ = write!(sum, "{part:?}");
        hashes.push(sum.0.finish());
    });
    hashes
}

/// The name and the value of the part at this index.
fn describe_part(world: &World, place: usize) -> (String, String) {
    let (mut at, mut found) = (0, ("the number of agents".to_owned(), String::new()));
    visit(world, |name, part| {
        if at == place {
            found = (name.to_string(), format!("{part:?}"));
        }
        at += 1;
    });
    found
}

/// A part of the state of a match.
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

/// Shows components or resources by their names.
macro_rules! see_each {
    ($see:ident($part:ident), $world:ident.$get:ident: $($type:ident),*) => {
        $($see($part(stringify!($type)), &$world.$get::<$type>());)*
    };
}

/// Visits every part that must be deterministic: resources, the components of each agent in roster order, the log.
fn visit(world: &World, mut see: impl FnMut(StatePart, &dyn Debug)) {
    let of_match = |name| StatePart { name, agent: None };
    see_each!(see(of_match), world.get_resource: MatchState, Things, Projectiles, Announcements, Daylight, Wind);
    let game = world.get_resource::<GameService>();
    if let Some(game) = game {
        game.0.visit_state(world, None, &mut |name, part| see(of_match(name), part));
    }
    let roster = world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default();
    for (agent, entity) in roster.iter().enumerate() {
        let id = *entity;
        let Ok(entity) = world.get_entity(id) else { continue };
        let of_agent = |name| StatePart { name, agent: Some(agent) };
        see_each!(see(of_agent), entity.get: Body, Hands, WeaponState, Gun, BodyCondition, Gauges, Attention, Acquaintances);
        if let Some(game) = game {
            game.0.visit_state(world, Some(id), &mut |name, part| see(of_agent(name), part));
        }
        see_each!(see(of_agent), entity.get: Hidden, SelfSense, Percepts, Blackboard, Host, Orders);
        see(of_agent("WorkingMemory"), &entity.get::<WorkingMemory>().map(WorkingMemory::sum));
    }
    see(of_match("EventLog"), &world.get_resource::<EventLog>().map(EventLog::digest));
}
