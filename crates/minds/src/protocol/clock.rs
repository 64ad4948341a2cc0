//! Simulation time, the order of a tick, and the stopwatch for planning times.

use bevy_ecs::prelude::*;

use super::AgentId;

/// The phases of one simulation tick, chained in this order in `FixedUpdate`. The systems within a phase are chained
/// too.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimulationSystems {
    /// Senses write percepts.
    Sense,
    /// Percepts become facts in memory, old facts decay, and the revision number changes where a decision could
    /// change.
    Remember,
    /// Minds evaluate goals, plan, advance the running action and post requests on blackboards.
    Decide,
    /// Subsystems pick up requests: interaction, weapons, voice, path finding.
    Act,
    /// Bodies, doors and projectiles move.
    Move,
    /// The rules decide on harm, departures and the end of the match.
    Judge,
}

/// Simulation time. It advances by one tick at the start of each run of the simulation. No system of the simulation
/// reads any other clock.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationClock {
    /// Ticks since the match began; 1 during the first tick.
    pub tick: u32,
    /// Ticks per second; above 0.
    pub rate: u32,
}

impl SimulationClock {
    /// A clock at tick 0. A `rate` of 0 counts as 1.
    #[inline]
    pub fn new(rate: u32) -> Self {
        Self { tick: 0, rate: rate.max(1) }
    }

    /// The length of a tick, in seconds.
    #[inline]
    pub fn dt(&self) -> f32 {
        1.0 / self.rate as f32
    }

    /// Seconds of simulation time since the match began.
    #[inline]
    pub fn seconds(&self) -> f32 {
        self.seconds_at(self.tick)
    }

    /// The simulation time at `tick`, in seconds since the match began.
    #[inline]
    pub fn seconds_at(&self, tick: u32) -> f32 {
        tick as f32 / self.rate as f32
    }

    /// Whether it is the turn of an agent in this tick, if each has one every so many ticks: agents take turns by their numbers.
    #[inline]
    pub fn is_turn_of(&self, agent: AgentId, every: u32) -> bool {
        self.tick.wrapping_add(u32::from(agent.0)).is_multiple_of(every.max(1))
    }

    /// The number of whole ticks in `seconds`, rounded up; at least 0.
    #[inline]
    pub fn ticks(&self, seconds: f32) -> u32 {
        (seconds.max(0.0) * self.rate as f32).ceil() as u32
    }
}

/// Measures how long planning takes. The simulation is given a clock only for this: it starts and stops it, and reads
/// nothing back.
#[derive(Resource, Clone, Debug)]
pub struct Stopwatch {
    now: fn() -> u64,
    samples: Vec<u32>,
}

impl Stopwatch {
    /// A stopwatch on a clock that counts nanoseconds.
    #[inline]
    pub fn new(now: fn() -> u64) -> Self {
        Self { now, samples: Vec::new() }
    }

    /// Starts a measurement; [`Stopwatch::stop`] takes the result.
    #[inline]
    pub fn start(&self) -> u64 {
        (self.now)()
    }

    /// Ends a measurement and keeps it.
    #[inline]
    pub fn stop(&mut self, started: u64) {
        self.samples.push(u32::try_from((self.now)().saturating_sub(started)).unwrap_or(u32::MAX));
    }

    /// Another stopwatch on the same clock.
    #[must_use]
    #[inline]
    pub fn another(&self) -> Self {
        Self::new(self.now)
    }

    /// Takes over the measurements of another stopwatch.
    #[inline]
    pub fn take_over(&mut self, other: &mut Self) {
        self.samples.append(&mut other.samples);
    }

    /// Removes and returns the measurements so far, in nanoseconds, oldest first.
    #[inline]
    pub fn drain(&mut self) -> impl Iterator<Item = u32> + '_ {
        self.samples.drain(..)
    }
}
