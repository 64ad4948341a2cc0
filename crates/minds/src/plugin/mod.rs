//! Minds in a Bevy game: [`MindPlugin`], and the components and events that a game uses.
//!
//! The game spawns entities with a `Transform`. What minds may perceive has [`Perceivable`]; what thinks has [`HasMind`] with the name of a
//! mind in [`Minds`], and eyes ([`VisionCone`]) or ears ([`Hearing`]) if it likes. What a plan does is a *step*: a behaviour of this package,
//! or a task of the game (see [`AddTask`]).

mod entities;
mod ground;
mod hearing;
mod library;
mod sight;
mod task;
mod ticks;
mod walk;

use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};

pub use entities::{Body, HasMind, Perceivable, Readings, Subjects};
pub use ground::OpenGround;
pub use hearing::{Hearing, Noise};
pub use library::{AddMind, MindError, Minds};
pub use sight::{Awareness, LineOfSight, SetLineOfSight, SightLine};
pub use task::{AddTask, Task, TaskEnded, TaskStarted, TaskStep};
pub use ticks::RunTicks;
pub use walk::Walker;

use crate::Behaviours;
use crate::protocol::{EventLog, Roster, SimulationClock, SimulationSystems, TerrainService};

/// How many events [`EventLog`] keeps.
const EVENTS_KEPT: usize = 4096;

/// Adds minds to a game. Minds sense, remember and decide in `FixedUpdate`, in the order of [`SimulationSystems`].
#[derive(Clone, Copy, Debug)]
pub struct MindPlugin {
    /// Ticks per second. Also sets `Time<Fixed>`.
    pub rate: u32,
    /// The seed of all random choices: the same seed and the same world give the same decisions.
    pub seed: u64,
}

impl Default for MindPlugin {
    fn default() -> Self {
        Self { rate: 30, seed: 1 }
    }
}

impl Plugin for MindPlugin {
    fn build(&self, app: &mut App) {
        use SimulationSystems::{Act, Decide, Judge, Move, Remember, Sense};
        crate::plugin(app);
        app.insert_resource(Time::<Fixed>::from_hz(f64::from(self.rate.max(1))))
            .insert_resource(SimulationClock::new(self.rate))
            .insert_resource(entities::Seed(self.seed))
            .init_resource::<Time>()
            .init_resource::<Behaviours>()
            .init_resource::<EventLog>()
            .init_resource::<Roster>()
            .init_resource::<Subjects>()
            .init_resource::<Minds>()
            .init_resource::<task::Tasks>()
            .init_resource::<LineOfSight>()
            .init_resource::<hearing::Noises>()
            .add_message::<Noise>()
            .configure_sets(FixedUpdate, (Sense, Remember, Decide, Act, Move, Judge).chain())
            .add_systems(
                FixedUpdate,
                (
                    advance,
                    entities::warn_of_missing_minds,
                    task::end_tasks,
                    entities::sense_bodies,
                    entities::know_things,
                    sight::look,
                    hearing::hear,
                )
                    .chain()
                    .in_set(Sense),
            )
            .add_systems(FixedUpdate, task::run_tasks.in_set(Act))
            .add_systems(FixedUpdate, walk::walk.in_set(Move))
            .add_systems(Update, (library::reload, library::exchange).chain());
        if !app.world().contains_resource::<TerrainService>() {
            app.insert_resource(TerrainService(Arc::new(OpenGround::default())));
        }
        app.add_observer(entities::number_things).add_observer(entities::give_mind).add_observer(entities::take_out);
    }
}

/// Begins a tick.
fn advance(mut clock: ResMut<SimulationClock>, mut log: ResMut<EventLog>) {
    clock.tick = clock.tick.wrapping_add(1);
    log.keep_last(EVENTS_KEPT);
}
