//! The cost of a match: ticks, senses and memory alone, starting a match, reading data, baking levels, and terrain
//! queries.
//!
//! `cargo bench --no-default-features --bench simulation`
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark without its data has nothing to measure")]
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::{collections::BTreeMap, hint::black_box, path::Path, sync::Arc, time::Duration};

use bevy::{
    app::{App, FixedUpdate},
    ecs::schedule::SingleThreadedExecutor,
};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quarry::{
    data::Library,
    games::hunt::{Hunt, SCHEMA},
    lab::{Arena, InvariantMonitor},
    senses,
    simulation::{Game, GameService, bake_level, begin, headless_app, step},
};
use quarry_minds::{
    WorkingMemory,
    protocol::{AgentId, Label, Percept, Percepts, Roster, SimulationClock, Terrain, label},
};

/// The ticks of one measurement: ten seconds of game time.
const TICKS: u64 = 300;
/// The ticks before it, so that all agents are busy.
const BEFORE: u64 = 300;

fn library() -> Library {
    Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).expect("the shipped data is sound")
}

fn game() -> Arc<dyn Game> {
    Arc::new(Hunt)
}

/// The sizes of the teams.
fn sizes(hunters: u16, hunted: u16) -> BTreeMap<Label, u16> {
    BTreeMap::from([(label("hunter"), hunters), (label("hunted"), hunted)])
}

fn begun(arena: &Arena, level: &str, seed: u64, ticks: u64) -> App {
    let mut app = headless_app(&arena.game);
    let level = &arena.levels[&label(level)];
    begin(app.world_mut(), &arena.kinds, &arena.rules, level, &arena.setup(seed)).expect("the match begins");
    for _ in 0..ticks {
        step(app.world_mut());
    }
    app
}

fn ticks(c: &mut Criterion) {
    let library = library();
    let levels: Vec<_> =
        library.levels.iter().filter(|(_, level)| level.min_agents == 0).map(|(name, _)| *name).collect();
    let rules = library.rules("standard").expect("there are rules").1;
    let arena = Arena::new(&game(), &library, &levels, rules, &BTreeMap::new()).expect("the levels can be played");
    let mut group = c.benchmark_group("tick");
    group.throughput(Throughput::Elements(TICKS)).measurement_time(Duration::from_secs(10)).sample_size(20);
    for level in &levels {
        let mut seed = 0;
        group.bench_function(format!("{level}, {TICKS} ticks"), |b| {
            b.iter_batched_ref(
                || {
                    seed += 1;
                    begun(&arena, level.as_str(), seed, BEFORE)
                },
                |app| (0..TICKS).filter(|_| step(app.world_mut())).count(),
                BatchSize::PerIteration,
            );
        });
    }
    let (level, baked) = arena.levels.first_key_value().expect("there is a level");
    group.bench_function(format!("{level}, {TICKS} ticks, watched"), |b| {
        b.iter_batched_ref(
            || {
                let mut app = begun(&arena, level.as_str(), 1, BEFORE);
                let monitor = InvariantMonitor::new(app.world_mut());
                (app, monitor)
            },
            |(app, monitor)| {
                for _ in 0..TICKS {
                    step(app.world_mut());
                    monitor.observe(app.world(), baked);
                }
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();

    c.bench_function("begin a match", |b| {
        b.iter_batched(
            || headless_app(&arena.game),
            |app| black_box((begun(&arena, level.as_str(), 1, 0), app)),
            BatchSize::PerIteration,
        );
    });
}

/// Matches with 100 and 1000 agents; divide by the number of agents.
fn crowds(c: &mut Criterion) {
    let library = library();
    let rules = library.rules("standard").expect("there are rules").1;
    let mut group = c.benchmark_group("crowd");
    group.measurement_time(Duration::from_secs(20)).sample_size(10);
    for (hunters, hunted) in [(10, 90), (100, 900)] {
        let arena = Arena::new(&game(), &library, &[label("crowd")], rules, &sizes(hunters, hunted))
            .expect("the level can be played");
        group.throughput(Throughput::Elements(u64::from(hunters + hunted) * TICKS / 10));
        group.bench_function(format!("{} agents, {} ticks", hunters + hunted, TICKS / 10), |b| {
            b.iter_batched_ref(
                || begun(&arena, "crowd", 1, BEFORE / 2),
                |app| (0..TICKS / 10).filter(|_| step(app.world_mut())).count(),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// A world in which agents stand at their start points and only sense.
fn sensing_only(arena: &Arena, level: &str) -> App {
    let mut app = App::new();
    app.edit_schedule(FixedUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.insert_resource(GameService(arena.game.clone())).add_plugins(senses::plugin);
    let level = &arena.levels[&label(level)];
    begin(app.world_mut(), &arena.kinds, &arena.rules, level, &arena.setup(1)).expect("the match begins");
    app
}

fn sense(app: &mut App, percepts: &mut Vec<Vec<Percept>>) {
    let world = app.world_mut();
    world.resource_mut::<SimulationClock>().tick += 1;
    world.run_schedule(FixedUpdate);
    let agents = world.resource::<Roster>().agents.clone();
    percepts.clear();
    percepts.extend(
        agents
            .into_iter()
            .filter_map(|agent| world.get_mut::<Percepts>(agent).map(|mut felt| std::mem::take(&mut felt.0))),
    );
}

fn parts(c: &mut Criterion) {
    let library = library();
    let rules = library.rules("standard").expect("there are rules").1;
    let arena = Arena::new(&game(), &library, &[label("manor")], rules, &sizes(2, 8));
    let arena = arena.expect("the level can be played");
    let (mut app, mut felt) = (sensing_only(&arena, "manor"), Vec::new());
    let recorded: Vec<Vec<Vec<Percept>>> = (0..TICKS)
        .map(|_| {
            sense(&mut app, &mut felt);
            felt.clone()
        })
        .collect();
    c.bench_function("senses alone, a tick of ten agents", |b| b.iter(|| sense(&mut app, &mut felt)));

    let terrain = arena.levels[&label("manor")].terrain_service();
    let brain = arena.kinds.shared.values().find_map(|kind| kind.brain.clone()).expect("there are agents with minds");
    c.bench_function(&format!("memory alone, {TICKS} ticks of one agent"), |b| {
        b.iter_batched(
            || {
                let percepts = recorded.iter().map(|tick| tick.first().cloned().unwrap_or_default());
                let percepts: Vec<Vec<Percept>> = percepts.collect();
                (WorkingMemory::new(brain.memory.clone(), AgentId(0), arena.rules.tick_rate), percepts)
            },
            |(mut memory, percepts)| {
                for (tick, mut percepts) in percepts.into_iter().enumerate() {
                    memory.absorb(tick as u32 + 1, &mut percepts);
                    memory.pass_time(&*terrain.0);
                }
                memory
            },
            BatchSize::SmallInput,
        );
    });
}

fn levels(c: &mut Criterion) {
    let library = library();
    let mut group = c.benchmark_group("levels");
    group.sample_size(10);
    group.bench_function("read and check all data", |b| b.iter(|| black_box(self::library())));
    for name in library.levels.keys() {
        group.bench_function(format!("bake {name}"), |b| b.iter(|| bake_level(&library, *name).expect("it bakes")));
    }
    group.finish();
}

fn ground(c: &mut Criterion) {
    let library = library();
    let mut group = c.benchmark_group("ground");
    for name in library.levels.keys() {
        let baked = bake_level(&library, *name).expect("it bakes");
        let places: Vec<_> = baked.ground.places().iter().map(|place| place.position).collect();
        let mut turn = 0;
        let mut pair = || {
            turn += 1;
            (places[turn * 7 % places.len()], places[turn * 31 % places.len()])
        };
        let mut corners = Vec::new();
        group.bench_function(format!("{name}: a path"), |b| {
            b.iter(|| {
                let (from, to) = pair();
                baked.ground.path(from, to, &mut corners)
            });
        });
        group.bench_function(format!("{name}: a line of sight"), |b| {
            b.iter(|| {
                let (from, to) = pair();
                baked.ground.has_line_of_sight(from, to)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, ticks, crowds, parts, levels, ground);
criterion_main!(benches);
