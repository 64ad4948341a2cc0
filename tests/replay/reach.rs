//! A recording of five minutes is small, and any moment of it is reached at once: from its key frames before it has been
//! played again, and exactly after.

use std::{sync::Arc, time::Instant};

use quarry::{
    lab::recording::{
        BackgroundReplay, History, KeyFramePreview, MatchAssets, MatchFrame, MindSnapshotTracker, Recording,
    },
    mind::MindSnapshot,
    protocol::{AgentId, label},
    simulation::MatchSetup,
};

use super::{library, origin, recorded};

/// The most bytes of five minutes.
const MOST_BYTES: usize = 2_000_000;
/// The most milliseconds of a jump.
const MOST_MILLIS: f64 = 100.0;

/// A match of eight on the manor that lasts five minutes: arms are too short to catch anybody and the exit takes forever.
fn long() -> (Arc<Recording>, MatchAssets) {
    let library = library();
    let counts = [(label("hunter"), 2), (label("hunted"), 6)].into();
    let origin = origin(&library, "manor", &MatchSetup { seed: 1, counts, people: Vec::new() });
    let mut ground = origin.prepare(&library).unwrap();
    for kind in ground.kinds.0.values_mut() {
        if let Some(strike) = &mut Arc::make_mut(&mut kind.body).strike {
            strike.reach = 0.01;
        }
    }
    let rules = Arc::make_mut(&mut ground.rules);
    (rules.use_seconds.unlock, rules.use_seconds.search) = (10_000.0, 10_000.0);
    rules.projectiles.values_mut().for_each(|missile| missile.catches = false);
    (recorded(origin, &ground, 300 * 30, |_, _| ()), ground)
}

#[test]
fn five_minutes_are_small_and_every_moment_is_near() {
    let (recording, ground) = long();
    assert_eq!(recording.header.ticks, 300 * 30);
    let bytes = recording.write().len();
    println!("five minutes of eight: {bytes} bytes, of them {} in key frames", recording.frames.size());
    assert!(bytes < MOST_BYTES);

    // All over the match, never to a moment near the last one.
    let ticks: Vec<u32> = (0..500).map(|number: u32| 1 + number * 3571 % recording.header.ticks).collect();
    let started = Instant::now();
    let mut preview = KeyFramePreview::new(recording.frames.clone(), recording.header.rate);
    let mut picture = MatchFrame::default();
    let mut worst = 0.0f64;
    for tick in &ticks {
        let jump = Instant::now();
        assert!(preview.at(*tick, &mut picture));
        worst = worst.max(jump.elapsed().as_secs_f64() * 1000.0);
    }
    // The longest is told, the mean is held: on a busy machine any jump may be put off by whatever else runs.
    let usual = mean(started, ticks.len());
    println!("jumps by key frames: {usual:.3} ms, the longest {worst:.3} ms");
    assert!(usual < MOST_MILLIS);

    let started = Instant::now();
    let mut mind_snapshots = MindSnapshotTracker::default();
    let mut background =
        BackgroundReplay::start(recording.clone(), Arc::new(ground), move |world| mind_snapshots.changed(world))
            .unwrap();
    let mut history: History<MindSnapshot> = History::default();
    while background.end().is_none() {
        if background.take(usize::MAX, &mut history) == 0 {
            std::thread::yield_now();
        }
    }
    assert!(background.end().unwrap().as_ref().unwrap().same);
    println!(
        "played again in {:.1} s, kept in {:.1} MB",
        started.elapsed().as_secs_f64(),
        history.memory_size() as f64 / 1e6
    );
    assert_eq!(history.span(), Some((1, recording.header.ticks)));

    let (started, mut worst) = (Instant::now(), 0.0f64);
    for tick in &ticks {
        let jump = Instant::now();
        assert!(history.at(*tick, &mut picture));
        let accounts = (0..8).filter_map(|agent| history.account(AgentId(agent), *tick));
        let accounts: Vec<MindSnapshot> = accounts.map(|(_, account)| account.as_ref().clone()).collect();
        let happened = history.log_until(*tick).len();
        worst = worst.max(jump.elapsed().as_secs_f64() * 1000.0);
        assert!(accounts.len() == 8 && happened > 0 && accounts.iter().all(|account| account.tick <= *tick));
        let old = accounts.iter().find(|account| *tick - account.tick > recording.header.rate);
        assert!(old.is_none(), "at {tick}: {:?}", old.map(|account| (account.tick, picture.agents.clone())));
    }
    let usual = mean(started, ticks.len());
    println!("exact jumps, eight minds included: {usual:.3} ms, the longest {worst:.3} ms");
    assert!(usual < MOST_MILLIS);

    // What the key frames show is where everybody was.
    let mut exact = MatchFrame::default();
    for tick in &ticks {
        preview.at(*tick, &mut picture);
        history.at(*tick, &mut exact);
        for (rough, true_one) in picture.agents.iter().zip(&exact.agents) {
            let off = rough.body.place.distance(true_one.body.place);
            // As far as the fastest runs from one key frame to the next; and where somebody has got into a hiding place or
            // out of it since the last one, as far as one reaches.
            let most = if rough.hidden == true_one.hidden { 1.0 } else { 2.0 };
            assert!(off < most, "{off} m off at {tick}");
            assert!(rough.gone.is_none() || true_one.gone.is_some());
        }
    }
}

fn mean(started: Instant, count: usize) -> f64 {
    started.elapsed().as_secs_f64() * 1000.0 / count as f64
}
