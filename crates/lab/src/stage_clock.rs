//! Measures how long the stages of a tick take. The systems that read the clock stand between the stages; no system of the
//! simulation reads a clock or these measurements.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use quarry_minds::protocol::SimulationSystems;

use quarry_engine::world::InPlay;

/// The stages, in their order within a tick.
pub const STAGES: [&str; 6] = ["sense", "remember", "decide", "act", "move", "judge"];

/// The time spent in each stage, summed over all ticks while it is on.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct StageClock {
    /// Whether it measures.
    pub on: bool,
    /// The time per stage.
    pub spent: [Duration; STAGES.len()],
    /// The number of ticks.
    pub ticks: u32,
    /// The sum over those ticks of the agents in play.
    pub agent_ticks: u64,
    last: Option<Instant>,
}

impl StageClock {
    /// The nanoseconds spent on decisions so far, and the sum over the ticks of the agents in play.
    pub fn decisions(&self) -> (u64, u64) {
        let [_, _, decide, ..] = self.spent;
        (u64::try_from(decide.as_nanos()).unwrap_or(u64::MAX), self.agent_ticks)
    }

    /// A clock that is on.
    pub fn running() -> Self {
        Self { on: true, ..Self::default() }
    }

    fn begin(&mut self, agents: usize) {
        self.last = self.on.then(Instant::now);
        self.agent_ticks += if self.on { agents as u64 } else { 0 };
    }

    fn end(&mut self, stage: usize) {
        let Some(began) = self.last else { return };
        let now = Instant::now();
        if let Some(spent) = self.spent.get_mut(stage) {
            *spent += now.duration_since(began);
        }
        self.last = Some(now);
        self.ticks += u32::from(stage + 1 == STAGES.len());
    }
}

/// Adds the measuring systems to a match.
pub fn install_stage_clock(app: &mut App) {
    use SimulationSystems::{Act, Decide, Judge, Move, Remember, Sense};
    let end = |stage: usize| move |mut clock: ResMut<StageClock>| clock.end(stage);
    app.init_resource::<StageClock>()
        .add_systems(FixedUpdate, begin.before(Sense))
        .add_systems(FixedUpdate, end(0).after(Sense).before(Remember))
        .add_systems(FixedUpdate, end(1).after(Remember).before(Decide))
        .add_systems(FixedUpdate, end(2).after(Decide).before(Act))
        .add_systems(FixedUpdate, end(3).after(Act).before(Move))
        .add_systems(FixedUpdate, end(4).after(Move).before(Judge))
        .add_systems(FixedUpdate, end(5).after(Judge));
}

fn begin(mut clock: ResMut<StageClock>, agents: Query<(), With<InPlay>>) {
    clock.begin(agents.iter().len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_measures_only_while_it_is_on() {
        let mut clock = StageClock::default();
        let tick = |clock: &mut StageClock| {
            clock.begin(4);
            (0..STAGES.len()).for_each(|stage| clock.end(stage));
        };
        tick(&mut clock);
        assert_eq!((clock.ticks, clock.spent), (0, [Duration::ZERO; 6]));
        clock.on = true;
        tick(&mut clock);
        tick(&mut clock);
        assert_eq!((clock.ticks, clock.agent_ticks), (2, 8));
    }
}
