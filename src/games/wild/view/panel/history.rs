//! Births, deaths and days of a match, read from its log as it grows.

use quarry_minds::protocol::{AgentId, Label, LogEntry, MatchEvent};

use crate::client::session::AgentInfo;
use crate::games::wild::WildEvent;

/// An animal of the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LifeRecord {
    pub species: Label,
    /// The tick of its birth or arrival; 0 for those of the start.
    pub since: u32,
    /// The mother and the father; `None` for those that were not born here.
    pub parents: Option<(AgentId, AgentId)>,
    pub death: Option<DeathRecord>,
    /// Its young, the oldest first.
    pub young: Vec<AgentId>,
}

/// How an animal died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeathRecord {
    pub tick: u32,
    pub cause: Label,
    pub by: Option<AgentId>,
}

/// A day, from one dawn to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DaySpan {
    /// Its number, counted from 1.
    pub day: i32,
    /// Its first tick.
    pub begin: u32,
    /// The tick after its last one.
    pub end: u32,
}

impl DaySpan {
    /// Whether it has this tick.
    pub fn has(&self, tick: u32) -> bool {
        (self.begin..self.end).contains(&tick)
    }
}

/// What the log tells of the animals of a match.
#[derive(Clone, Debug, Default)]
pub(super) struct WildHistory {
    /// By the number of the agent.
    pub lives: Vec<LifeRecord>,
    /// The ticks at which days began, and the numbers of these days.
    pub dawns: Vec<(u32, i32)>,
    /// How many entries of the log have been read.
    read: usize,
}

impl WildHistory {
    /// Reads what is new in a log; `cast` has the animals that have entered by then. A log that is shorter than before is that of an earlier
    /// moment or another match, and is read anew. Returns whether it was.
    pub fn read(&mut self, log: &[LogEntry], cast: &[AgentInfo]) -> bool {
        let anew = log.len() < self.read || cast.len() < self.lives.len();
        if anew {
            *self = Self::default();
        }
        for entry in log.get(self.read..).unwrap_or_default() {
            self.read_entry(entry);
        }
        self.read = log.len();
        self.lives.resize_with(cast.len().max(self.lives.len()), LifeRecord::default);
        for (life, info) in self.lives.iter_mut().zip(cast) {
            life.species = info.side;
        }
        anew
    }

    fn read_entry(&mut self, entry: &LogEntry) {
        let tick = entry.tick;
        match entry.event {
            MatchEvent::Entered { agent, .. } => self.life(agent).since = tick,
            MatchEvent::Left { agent, how } => {
                self.life(agent).death.get_or_insert(DeathRecord { tick, cause: how, by: None });
            }
            _ => {}
        }
        match WildEvent::read(&entry.event) {
            Some(WildEvent::Born { agent, mother, father, .. }) => {
                let life = self.life(agent);
                (life.since, life.parents) = (tick, Some((mother, father)));
                for parent in [mother, father] {
                    self.life(parent).young.push(agent);
                }
            }
            Some(WildEvent::Died { agent, by, cause, .. }) => {
                self.life(agent).death = Some(DeathRecord { tick, cause, by });
            }
            Some(WildEvent::Dawn { day }) => self.dawns.push((tick, day)),
            _ => {}
        }
    }

    fn life(&mut self, agent: AgentId) -> &mut LifeRecord {
        let index = usize::from(agent.0);
        if self.lives.len() <= index {
            self.lives.resize_with(index + 1, LifeRecord::default);
        }
        &mut self.lives[index]
    }

    /// An animal with its number.
    pub fn get(&self, agent: AgentId) -> Option<&LifeRecord> {
        self.lives.get(usize::from(agent.0))
    }

    /// The animals with their numbers.
    pub fn each(&self) -> impl Iterator<Item = (AgentId, &LifeRecord)> {
        self.lives.iter().enumerate().map(|(index, life)| (AgentId(index as u16), life))
    }

    /// The days so far, the last up to `now`. The match begins in the middle of the first.
    pub fn days(&self, now: u32) -> Vec<DaySpan> {
        let first = self.dawns.first().map_or(1, |(_, day)| day - 1);
        let begins = std::iter::once((0, first)).chain(self.dawns.iter().copied());
        let ends = self.dawns.iter().map(|(tick, _)| *tick).chain(std::iter::once(now.saturating_add(1)));
        let days = begins.zip(ends).map(|((begin, day), end)| DaySpan { day, begin, end });
        days.filter(|day| day.begin < day.end).collect()
    }

    /// How many of a species live at a tick.
    pub fn alive(&self, species: Label, tick: u32) -> usize {
        let lives = |life: &&LifeRecord| {
            life.species == species && life.since <= tick && life.death.is_none_or(|death| death.tick > tick)
        };
        self.lives.iter().filter(lives).count()
    }

    /// The numbers of a species over time: the tick of each change, and how many live from then on.
    pub fn steps(&self, species: Label, now: u32) -> Vec<(u32, i32)> {
        let of_species = self.lives.iter().filter(|life| life.species == species);
        let mut changes: Vec<(u32, i32)> = of_species
            .flat_map(|life| std::iter::once((life.since, 1)).chain(life.death.map(|death| (death.tick, -1))))
            .collect();
        changes.sort_unstable();
        let mut alive = 0;
        let mut steps: Vec<(u32, i32)> = Vec::new();
        for (tick, change) in changes {
            alive += change;
            match steps.last_mut() {
                Some(last) if last.0 == tick => last.1 = alive,
                _ => steps.push((tick, alive)),
            }
        }
        steps.push((now, alive));
        steps
    }
}
