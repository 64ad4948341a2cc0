//! The order of a tick. Phases are chained, modules within a phase are chained, everything runs on one thread, and an
//! ambiguous order is an error.

use std::sync::Arc;

use bevy::{
    app::prelude::*,
    ecs::{
        prelude::*,
        schedule::{LogLevel, ScheduleBuildSettings, SingleThreadedExecutor},
    },
};
use quarry_minds::{
    self, Dormant, MindSystems,
    protocol::{AgentId, EventLog, MatchEvent, SimulationClock, SimulationSystems, in_roster_order},
    retune::end_plan_on_departure,
};

use super::{
    arrivals::{admit, anyone_arrives},
    checkpoint::log_checkpoint,
    game::{Game, GameService},
    known_doors,
};
use crate::{
    motion::{self, MotionSystems},
    senses,
    world::{self, MatchState, OutOfPlay, WorldSystems},
};

/// All systems of a tick. They run only during a match.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TickSystems;

/// Adds the simulation of a game. [`super::begin`] begins a match.
pub fn install_game(app: &mut App, game: &Arc<dyn Game>) {
    app.insert_resource(GameService(game.clone()));
    add_systems(app);
    game.plugin(app);
    world::add_default_uses(app);
}

fn add_systems(app: &mut App) {
    app.edit_schedule(FixedUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..ScheduleBuildSettings::default()
        });
    });
    app.configure_sets(FixedUpdate, TickSystems.run_if(match_runs));
    app.configure_sets(
        FixedUpdate,
        (
            SimulationSystems::Sense,
            SimulationSystems::Remember,
            SimulationSystems::Decide,
            SimulationSystems::Act,
            SimulationSystems::Move,
            SimulationSystems::Judge,
        )
            .chain()
            .in_set(TickSystems),
    );
    app.configure_sets(FixedUpdate, (WorldSystems::Act, MotionSystems::Act).chain());
    app.configure_sets(FixedUpdate, (MotionSystems::Move, WorldSystems::Move).chain());
    app.add_plugins((world::plugin, motion::plugin, senses::plugin, quarry_minds::plugin));
    let know_doors = known_doors::believe_doors_barred.run_if(known_doors::doors_can_be_barred);
    app.add_systems(FixedUpdate, know_doors.in_set(SimulationSystems::Remember).after(MindSystems::Remember));
    app.add_systems(FixedUpdate, advance_clock.before(SimulationSystems::Sense).in_set(TickSystems));
    app.add_systems(
        FixedUpdate,
        (log_end, stop_minds.run_if(anyone_left), admit.run_if(anyone_arrives), log_checkpoint)
            .chain()
            .in_set(SimulationSystems::Judge)
            .after(WorldSystems::Judge),
    );
}

/// An app with nothing but the simulation of a game.
pub fn headless_app(game: &Arc<dyn Game>) -> App {
    let mut app = App::new();
    install_game(&mut app, game);
    app
}

/// Runs one tick. Returns `false` once the match is over, or if there is none.
pub fn step(world: &mut World) -> bool {
    world.run_schedule(FixedUpdate);
    world.get_resource::<MatchState>().is_some_and(|state| state.outcome.is_none())
}

fn match_runs(state: Option<Res<MatchState>>) -> bool {
    state.is_some_and(|state| state.outcome.is_none())
}

fn advance_clock(mut clock: ResMut<SimulationClock>) {
    clock.tick += 1;
}

/// Logs the end of the match. Nothing runs in a match that is over, so it is logged once.
fn log_end(state: Res<MatchState>, clock: Res<SimulationClock>, mut log: ResMut<EventLog>) {
    if let Some(outcome) = state.outcome {
        let time_left = (state.time_left * 1000.0).round() as i32;
        log.push(clock.tick, MatchEvent::MatchEnded { outcome, time_left });
    }
}

fn anyone_left(gone: Query<(), (With<OutOfPlay>, Without<Dormant>)>) -> bool {
    !gone.is_empty()
}

/// Stops the minds of agents that have left play, and ends their actions.
fn stop_minds(world: &mut World) {
    let mut left = world.query_filtered::<(Entity, &AgentId, &OutOfPlay), Without<Dormant>>();
    let gone = left.iter(world).map(|(entity, id, out)| (entity, *id, out.departure.meant));
    for (agent, _, meant) in in_roster_order(gone, |(_, id, _)| *id) {
        end_plan_on_departure(world, agent, meant);
        world.entity_mut(agent).insert(Dormant);
    }
}
