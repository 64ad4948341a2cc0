//! Running a game without Bevy's clock: as many ticks as asked for, at once.

use bevy_app::{App, FixedMain};
use bevy_time::{Fixed, Time};

/// Runs ticks at once: for tests, and for games without a window.
pub trait RunTicks {
    /// Runs `FixedMain` this many times. `Time` and `Time<Fixed>` advance as in a running game; files of minds are not read again.
    fn run_ticks(&mut self, ticks: u32) -> &mut Self;
}

impl RunTicks for App {
    fn run_ticks(&mut self, ticks: u32) -> &mut Self {
        let world = self.world_mut();
        for _ in 0..ticks {
            let mut fixed = *world.get_resource_or_init::<Time<Fixed>>();
            fixed.advance_by(fixed.timestep());
            world.insert_resource(fixed);
            world.insert_resource(fixed.as_generic());
            world.run_schedule(FixedMain);
        }
        self
    }
}
