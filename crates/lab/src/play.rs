//! Plays one match from its first tick to its last, on the calling thread and the others of its `rayon` pool if [`Arena::threads`]
//! asks for more.

use std::fs::File;
use std::io;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{
    EventLog, Label, LogEntry, MatchThreads, Roster, Side, SimulationClock, Stopwatch, label,
};
use serde::Serialize;

use super::arena::{Arena, max_ticks};
use super::event_counts::{EventCounts, round_to_millis};
use super::faults::FaultFinder;
use super::invariants::InvariantMonitor;
use super::latency::LatencyHistogram;
use super::measures::{Observer, TickCost};
use super::planner_load::PlannerLoad;
use super::record::{MapMarker, MatchRecord, MatchSpec, Timing};
use super::recording::{MatchOrigin, Recorder, Recording};
use super::series::TimeSeries;
use super::stage_clock::{StageClock, install_stage_clock};
use quarry_engine::simulation::faults::Fault;
use quarry_engine::simulation::{BROKEN, begin, headless_app, missing_kinds, step};
use quarry_engine::world::MatchState;

/// How many ticks pass between two checks of the stop flag.
pub(super) const STOP_CHECK_INTERVAL: u32 = 256;

/// A match that was played.
pub struct FinishedMatch {
    /// Its record.
    pub record: MatchRecord,
    /// Its event log, oldest first.
    pub log: Vec<LogEntry>,
    /// Its recording, if [`Arena::manifests`] asks for one.
    pub recording: Option<Recording>,
    /// The faults that [`Arena::watches`] found, in the order of time.
    pub faults: Vec<Fault>,
}

/// Plays one match; `None` if `stop` was set before its end.
pub fn play(arena: &Arena, spec: MatchSpec, stop: &AtomicBool) -> Option<FinishedMatch> {
    let started = Instant::now();
    let lost = |fault: String| {
        let record = MatchRecord::broken(arena.game_name(), spec, Some(fault));
        Some(FinishedMatch { record, log: Vec::new(), recording: None, faults: Vec::new() })
    };
    let Some(level) = arena.levels.get(&spec.level) else {
        return lost(format!("the level \"{}\" was not baked", spec.level));
    };
    let mut app = headless_app(&arena.game);
    install_stage_clock(&mut app);
    let world = app.world_mut();
    world.insert_resource(StageClock::running());
    world.insert_resource(MatchThreads::new(arena.threads));
    let setup = arena.setup(spec.seed);
    if let Err(error) = begin(world, &arena.kinds, &arena.rules, level, &setup) {
        return lost(error.to_string());
    }
    let origin = arena.manifests.get(&spec.level).map(|data| MatchOrigin::new(spec.level, &setup, data.clone()));
    let mut recorder = origin.map(|origin| Recorder::new(origin, world));

    world.insert_resource(Stopwatch::new(nanoseconds));
    let sides_at_start = sides_of(world);
    let mut monitor = InvariantMonitor::new(world);
    let mut observer = arena.measured.then(|| Observer::new(world));
    let mut finder = (!arena.watches.is_empty()).then(|| FaultFinder::new(world, arena.watches.clone()));
    let max_ticks = max_ticks(world);
    let (mut ticks, mut worst_tick, mut fault) = (0, 0, None);
    let mut timing = Timing::default();
    let mut series = arena.series_interval.map(TimeSeries::new);
    let sample_ticks = series
        .as_ref()
        .map_or(1, |series| ((series.interval * f64::from(arena.rules.tick_rate)).round() as u32).max(1));
    loop {
        let tick_started = nanoseconds();
        let decided = world.get_resource::<StageClock>().map_or((0, 0), StageClock::decisions);
        let goes_on = step(world);
        let spent = nanoseconds() - tick_started;
        let since = world.get_resource::<StageClock>().map_or((0, 0), StageClock::decisions);
        if let agents @ 1.. = since.1 - decided.1 {
            timing.decisions.add((since.0 - decided.0) / agents);
        }
        worst_tick = worst_tick.max(spent);
        timing.ticks.add(spent);
        ticks += 1;
        monitor.observe(world, level);
        if let Some(observer) = &mut observer {
            observer.observe(world);
        }
        if let Some(finder) = &mut finder {
            finder.observe(world);
        }
        if let Some(series) = series.as_mut().filter(|_| ticks % sample_ticks == 1 || sample_ticks == 1) {
            series.sample(&arena.game.numbers(world));
        }
        if let Some(recorder) = &mut recorder {
            recorder.after(world);
        }
        if !goes_on {
            break;
        }
        if ticks > max_ticks {
            fault = Some("the match did not end at its time limit".into());
            break;
        }
        if ticks % STOP_CHECK_INTERVAL == 0 && stop.load(Ordering::Relaxed) {
            return None;
        }
    }

    let fault = fault.or_else(|| missing_kinds(world));
    let state = world.get_resource::<MatchState>().copied().unwrap_or_default();
    let clock = world.get_resource::<SimulationClock>().copied().unwrap_or(SimulationClock::new(1));
    let numbers = arena.game.numbers(world);
    let recording = recorder.map(|recorder| recorder.recording(world, &[]));
    let faults = finder.map(FaultFinder::finish);
    let log = world.remove_resource::<EventLog>().unwrap_or_default();
    let record = MatchRecord {
        seconds: round_to_millis(f64::from(clock.tick) / f64::from(clock.rate)),
        outcome: state.outcome.filter(|_| fault.is_none()).unwrap_or_else(|| label(BROKEN)),
        digest: log.digest(),
        time_left: round_to_millis(f64::from(state.time_left.max(0.0))),
        numbers,
        series,
        invariants: monitor.report(),
        markers: MapMarker::from_log(log.entries(), &*arena.game),
        event_counts: EventCounts::from_log(log.entries(), &*arena.game, &sides_at_start, clock.rate, clock.tick),
        measures: observer.map(Observer::finish).unwrap_or_default(),
        faults: faults.as_ref().map(|faults| faults.counts.clone()),
        planner: PlannerLoad::of(world).rounded(),
        timing: Timing {
            wall_seconds: started.elapsed().as_secs_f64(),
            worst_tick_micros: (worst_tick as f64 / 100.0).round() / 10.0,
            plans: plans_of(world),
            cost: world.get_resource::<StageClock>().map(TickCost::from_clock).unwrap_or_default(),
            ..timing
        },
        ..MatchRecord::broken(arena.game_name(), spec, fault)
    };
    Some(FinishedMatch {
        record,
        log: log.into_entries(),
        recording,
        faults: faults.map(|faults| faults.faults).unwrap_or_default(),
    })
}

/// Nanoseconds since the first call, by the monotonic clock.
fn nanoseconds() -> u64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGAN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

fn plans_of(world: &mut World) -> LatencyHistogram {
    let mut plans = LatencyHistogram::default();
    if let Some(mut stopwatch) = world.get_resource_mut::<Stopwatch>() {
        stopwatch.drain().for_each(|span| plans.add(u64::from(span)));
    }
    plans
}

fn sides_of(world: &World) -> Vec<Label> {
    let agents = world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default();
    agents.iter().map(|agent| world.get::<Side>(*agent).map(|side| side.0).unwrap_or_default()).collect()
}

/// Writes the log of a match into a folder: one line with the record, then one line per event. Returns the file name.
///
/// # Errors
/// If the file cannot be written.
pub fn write_log(folder: &Path, played: &FinishedMatch) -> io::Result<String> {
    #[derive(Serialize)]
    struct LogHeader<'a> {
        #[serde(rename = "match")]
        record: &'a MatchRecord,
    }
    let name = format!("{}-{}.jsonl", played.record.level, played.record.seed);
    let mut file = BufWriter::new(File::create(folder.join(&name))?);
    serde_json::to_writer(&mut file, &LogHeader { record: &played.record })?;
    for entry in &played.log {
        file.write_all(b"\n")?;
        serde_json::to_writer(&mut file, entry)?;
    }
    file.write_all(b"\n")?;
    file.flush()?;
    Ok(name)
}
