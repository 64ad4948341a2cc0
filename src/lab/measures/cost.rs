//! What a tick costs, stage by stage, by the clock on the wall. The stopwatch stands between the stages, in systems of the
//! lab: the simulation's own systems read no clock, and nothing they read is written here.

use std::time::Instant;

use bevy::{app::prelude::*, ecs::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{protocol::SimulationSystems, world::InPlay};

/// What the stages of all ticks of a match took together, in microseconds. Differs from run to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cost {
    /// Sensing.
    pub sense: f64,
    /// Remembering and deciding.
    pub decide: f64,
    /// Acting and moving.
    pub moving: f64,
    /// Ticks times agents in play.
    pub agent_ticks: u64,
}

impl Cost {
    /// Adds another match's numbers.
    pub fn add(&mut self, other: &Self) {
        self.sense += other.sense;
        self.decide += other.decide;
        self.moving += other.moving;
        self.agent_ticks += other.agent_ticks;
    }

    /// Microseconds an agent a tick, of all three together.
    pub fn an_agent_a_tick(&self) -> f64 {
        (self.sense + self.decide + self.moving) / self.agent_ticks.max(1) as f64
    }
}

/// The stopwatch: when the stage that runs began, and the sums.
#[derive(Resource, Default)]
pub struct StageClock {
    since: Option<Instant>,
    /// What was measured so far.
    pub cost: Cost,
}

impl StageClock {
    fn lap(&mut self) -> f64 {
        let now = Instant::now();
        let micros = self.since.map_or(0.0, |since| (now - since).as_secs_f64() * 1e6);
        self.since = Some(now);
        micros
    }
}

/// Puts the stopwatch between the stages of the simulation.
pub fn install_stage_clock(app: &mut App) {
    use SimulationSystems::{Decide, Judge, Move, Remember, Sense};
    app.init_resource::<StageClock>();
    app.add_systems(
        FixedUpdate,
        (
            begin.before(Sense),
            end_sensing.after(Sense).before(Remember),
            end_deciding.after(Decide).before(SimulationSystems::Act),
            end_moving.after(Move).before(Judge),
        ),
    );
}

fn begin(mut watch: ResMut<StageClock>, agents: Query<(), With<InPlay>>) {
    watch.cost.agent_ticks += agents.iter().len() as u64;
    watch.since = Some(Instant::now());
}

fn end_sensing(mut watch: ResMut<StageClock>) {
    let micros = watch.lap();
    watch.cost.sense += micros;
}

fn end_deciding(mut watch: ResMut<StageClock>) {
    let micros = watch.lap();
    watch.cost.decide += micros;
}

fn end_moving(mut watch: ResMut<StageClock>) {
    let micros = watch.lap();
    watch.cost.moving += micros;
}
