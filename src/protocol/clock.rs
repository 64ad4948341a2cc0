//! Simulation time, and the order of a tick.

use bevy::ecs::prelude::*;

/// The stages of one simulation tick, chained in this order in `FixedUpdate`; within a stage systems are chained too.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimulationSystems {
    /// The world is looked at, listened to and felt; percepts are written.
    Sense,
    /// Percepts become facts in memory; facts fade; the revision moves where a decision could change.
    Remember,
    /// Goals are weighed, plans made, the running action advanced; requests are posted on blackboards.
    Decide,
    /// Subsystems take up requests: interaction, weapons, voice, path finding.
    Act,
    /// Bodies, doors and things in flight move.
    Move,
    /// The rules: who is caught, who has escaped, whether the match is over.
    Judge,
}

/// Simulation time. It advances by one tick at the start of every run of the simulation, and by nothing else;
/// no system of the simulation reads any other clock.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationClock {
    /// Ticks since the match began; 1 during the first tick.
    pub tick: u32,
    /// Ticks a second; above 0.
    pub rate: u32,
}

impl SimulationClock {
    /// A clock at tick 0. A `rate` of 0 counts as 1.
    pub fn new(rate: u32) -> Self {
        Self { tick: 0, rate: rate.max(1) }
    }

    /// The length of a tick in seconds.
    pub fn dt(&self) -> f32 {
        1.0 / self.rate as f32
    }

    /// Seconds of simulation time since the match began.
    pub fn seconds(&self) -> f32 {
        self.seconds_at(self.tick)
    }

    /// The time of `tick` in seconds since the match began.
    pub fn seconds_at(&self, tick: u32) -> f32 {
        tick as f32 / self.rate as f32
    }

    /// How many whole ticks `seconds` take, rounded up; at least 0.
    pub fn ticks(&self, seconds: f32) -> u32 {
        (seconds.max(0.0) * self.rate as f32).ceil() as u32
    }
}
