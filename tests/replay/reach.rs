//! A recording of five minutes is small; simulated again, any moment of it can be shown exactly.

use std::{sync::Arc, time::Instant};

use quarry::{
    lab::recording::{History, MatchAssets, MatchFrame, MindSnapshotTracker, Recording, Rerun},
    simulation::MatchSetup,
};
use quarry_minds::{
    MindSnapshot,
    protocol::{AgentId, EventLog, label},
};

use super::{library, origin, recorded};
use crate::hunt;

/// The largest recording of five minutes, in bytes.
const MAX_BYTES: usize = 100_000;

/// A match of eight on the manor that lasts five minutes: the hunters cannot reach and the exit takes forever.
fn long() -> (Arc<Recording>, MatchAssets) {
    let library = library();
    let counts = [(label("hunter"), 2), (label("hunted"), 6)].into();
    let origin =
        origin(&library, "manor", &MatchSetup { seed: 1, counts, people: Vec::new(), ..MatchSetup::default() });
    let mut assets = origin.prepare(&hunt::game(), &library).unwrap();
    for kind in assets.kinds.shared.values_mut() {
        Arc::make_mut(&mut kind.body).strikes.values_mut().for_each(|strike| strike.reach = 0.01);
    }
    let rules = Arc::make_mut(&mut assets.rules);
    // Nobody leaves play: no hand for tools, exits that take for ever.
    rules.hands = 0;
    rules.use_seconds.extend([(label("unlock"), 10_000.0), (label("search"), 10_000.0)]);
    rules.projectiles.values_mut().for_each(|missile| missile.counts_as_hit = false);
    (recorded(origin, &assets, 300 * 30, |_, _| ()), assets)
}

#[test]
fn five_minutes_are_small_and_every_moment_is_exact() {
    let (recording, assets) = long();
    assert_eq!(recording.header.ticks, 300 * 30);
    let bytes = recording.write().len();
    println!("five minutes of eight: {bytes} bytes");
    assert!(bytes < MAX_BYTES);

    let started = Instant::now();
    let mut tracker = MindSnapshotTracker::default();
    let mut rerun = Rerun::new(recording.clone(), &assets).unwrap();
    let mut history: History<MindSnapshot> = History::default();
    let mut frame = MatchFrame::default();
    let mut goes_on = true;
    while goes_on {
        goes_on = rerun.step().unwrap();
        frame.read(rerun.world());
        let read = history.log().len();
        let happened = rerun.world().resource::<EventLog>().entries()[read..].to_vec();
        history.keep(&frame, happened, tracker.changed(rerun.world()));
    }
    assert!(rerun.report().same, "{:?}", rerun.report());
    println!(
        "simulated again in {:.1} s; the history takes {:.1} MB",
        started.elapsed().as_secs_f64(),
        history.memory_size() as f64 / 1e6
    );
    assert_eq!(history.span(), Some((1, recording.header.ticks)));

    // All over the match, never to a moment near the last one.
    let ticks: Vec<u32> = (0..500).map(|number: u32| 1 + number * 3571 % recording.header.ticks).collect();
    let (started, mut worst) = (Instant::now(), 0.0f64);
    for tick in &ticks {
        let jump = Instant::now();
        assert!(history.at(*tick, &mut frame));
        let snapshots = (0..8).filter_map(|agent| history.mind_snapshot(AgentId(agent), *tick));
        let snapshots: Vec<MindSnapshot> = snapshots.map(|(_, snapshot)| snapshot.as_ref().clone()).collect();
        let happened = history.log_until(*tick).len();
        worst = worst.max(jump.elapsed().as_secs_f64() * 1000.0);
        assert!(snapshots.len() == 8 && happened > 0 && snapshots.iter().all(|snapshot| snapshot.tick <= *tick));
        let old = snapshots.iter().find(|snapshot| *tick - snapshot.tick > recording.header.rate);
        assert!(old.is_none(), "at {tick}: {:?}", old.map(|snapshot| (snapshot.agent, snapshot.tick)));
    }
    // Printed, not asserted: on a busy machine any jump may wait for whatever else runs.
    let mean = started.elapsed().as_secs_f64() * 1000.0 / ticks.len() as f64;
    println!("jumps, eight minds included: mean {mean:.3} ms, longest {worst:.3} ms");
}
