//! A stopwatch that whoever watches a match may put into its world: what it measures goes out and never back in.

use bevy::ecs::prelude::*;

/// How long plans took. The simulation has no clock of its own: it is handed one, starts and stops it, and reads nothing.
#[derive(Resource, Clone, Debug)]
pub struct Stopwatch {
    now: fn() -> u64,
    spans: Vec<u32>,
}

impl Stopwatch {
    /// A stopwatch that runs by a clock of nanoseconds.
    pub fn new(now: fn() -> u64) -> Self {
        Self { now, spans: Vec::new() }
    }

    /// Starts it: what [`Stopwatch::stop`] takes.
    pub fn start(&self) -> u64 {
        (self.now)()
    }

    /// Stops it, and keeps the span.
    pub fn stop(&mut self, started: u64) {
        self.spans.push(u32::try_from((self.now)().saturating_sub(started)).unwrap_or(u32::MAX));
    }

    /// Hands over the spans so far, in nanoseconds, oldest first.
    pub fn drain(&mut self) -> impl Iterator<Item = u32> + '_ {
        self.spans.drain(..)
    }
}
