//! Sight and touch: what agents perceive, and how soon.

use std::sync::Arc;

use quarry::{
    data::perception::Perception,
    senses::{AwarenessStage as Awake, LastLook, RayBudget, RecordLooks},
};
use quarry_minds::protocol::{Gait, MatchEvent, Percept, PerceptSource, Subject};

use super::stage::{HALL, HOUSE, Stage, about, senses};

/// The seconds until an agent straight ahead at this distance and gait is detected.
fn seconds_to_detect(distance: f32, gait: Gait, level: &str) -> f32 {
    let mut stage = Stage::new(level);
    let eyes = stage.add("hunter", (2.0, 2.5), (30.0, 2.5));
    let other = stage.add("hunted", (2.0 + distance, 2.5), (0.0, 2.5));
    stage.moving(other, gait);
    for tick in 1..900 {
        stage.tick();
        if stage.awareness(eyes, other) >= 1.0 {
            return tick as f32 / 30.0;
        }
    }
    f32::INFINITY
}

#[test]
fn awareness_fills_as_fast_as_published() {
    for (distance, seconds) in [(3.0, 1.0), (12.0, 2.5), (24.0, 6.0)] {
        let took = seconds_to_detect(distance, Gait::Walk, HALL);
        assert!((took - seconds).abs() < 0.15, "{took} s at {distance} m");
    }
}

#[test]
fn the_crouched_are_noticed_later_than_the_runner_and_the_dark_hides() {
    let dark = HALL.replace("ambient_light: 1.0", "ambient_light: 0.0");
    let walker = seconds_to_detect(9.0, Gait::Walk, HALL);
    let runner = seconds_to_detect(9.0, Gait::Run, HALL);
    let crouched = seconds_to_detect(9.0, Gait::Crouch, HALL);
    let in_the_dark = seconds_to_detect(9.0, Gait::Walk, &dark);
    assert!((walker / runner - 2.0).abs() < 0.3, "runner {runner} s, walker {walker} s");
    assert!((crouched / walker - 2.0).abs() < 0.3, "crouched {crouched} s, walker {walker} s");
    assert!((in_the_dark / walker - 2.5).abs() < 0.3, "in the dark {in_the_dark} s, walker {walker} s");
}

#[test]
fn a_movement_is_noticed_first_and_recognised_after_the_reaction_delay() {
    let mut stage = Stage::new(HALL);
    let eyes = stage.add("hunter", (2.0, 2.5), (30.0, 2.5));
    let other = stage.add("hunted", (14.0, 2.5), (0.0, 2.5));
    stage.moving(other, Gait::Walk);
    let (mut noticed, mut full, mut recognised) = (None, None, None);
    for tick in 1..200 {
        let percepts = stage.tick().swap_remove(usize::from(eyes.0));
        let unknown = |percept: &&Percept| matches!(percept.subject, Subject::Unknown(_));
        if let Some(movement) = percepts.iter().find(unknown) {
            assert!(recognised.is_none());
            assert_eq!((movement.kind.as_str(), movement.state.as_str()), ("movement", "noticed"));
            assert!(movement.confidence >= 0.3);
            let truth = stage.body(other).place;
            assert!(movement.place.distance(truth) <= movement.error + 1e-3);
            noticed.get_or_insert(tick);
        }
        if stage.awareness(eyes, other) >= 1.0 {
            full.get_or_insert(tick);
        }
        if percepts.iter().any(about(other)) {
            recognised.get_or_insert(tick);
        }
    }
    let (noticed, full, recognised) = (noticed.unwrap(), full.unwrap(), recognised.unwrap());
    assert!(noticed < full, "{noticed} {full}");
    let delay = (recognised - full) as f32 / 30.0;
    assert!((0.25..=0.47).contains(&delay), "{delay} s");
    let events = stage.events();
    assert_eq!(
        events.iter().filter(|event| matches!(event, MatchEvent::Suspected { by, .. } if *by == eyes)).count(),
        1
    );
    let sighted = |event: &&MatchEvent| matches!(event, MatchEvent::Sighted { subject: Subject::Agent(agent), .. } if *agent == other);
    assert_eq!(events.iter().filter(sighted).count(), 1);
}

#[test]
fn open_doors_let_sight_through_closed_doors_and_walls_do_not() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (5.0, 3.5), (20.0, 3.5));
    let other = stage.add("hunted", (14.0, 3.5), (0.0, 3.5));
    stage.moving(other, Gait::Run);
    assert!(!stage.percepts(eyes, 6.0).iter().any(about(other)), "through a shut door");
    stage.open_doors(true);
    assert!(stage.seconds_until(eyes, 6.0, about(other)).is_some(), "through an open door");
    stage.put(other, (14.0, 1.5));
    stage.percepts(eyes, 0.2);
    assert!(!stage.percepts(eyes, 2.0).iter().any(about(other)), "through a wall");
    let lost = stage.events().into_iter().filter(|event| matches!(event, MatchEvent::Lost { .. })).count();
    assert_eq!(lost, 1);
}

#[test]
fn a_detected_agent_is_recognised_again_at_once() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (5.0, 3.5), (20.0, 3.5));
    let other = stage.add("hunted", (14.0, 3.5), (0.0, 3.5));
    stage.open_doors(true);
    stage.moving(other, Gait::Run);
    assert!(stage.seconds_until(eyes, 6.0, about(other)).is_some());
    stage.put(other, (14.0, 1.5));
    stage.percepts(eyes, 3.0);
    stage.put(other, (14.0, 3.5));
    let again = stage.seconds_until(eyes, 6.0, about(other));
    assert!(again.is_some_and(|seconds| seconds <= 0.11), "{again:?}");
    stage.put(other, (14.0, 1.5));
    stage.percepts(eyes, 21.0);
    assert_eq!(stage.awareness(eyes, other), 0.0);
    stage.put(other, (14.0, 3.5));
    let anew = stage.seconds_until(eyes, 6.0, about(other));
    assert!(anew.is_some_and(|seconds| seconds > 0.8), "{anew:?}");
}

#[test]
fn a_low_wall_hides_the_crouched_only() {
    let mut stage = Stage::new(HALL);
    let eyes = stage.add("hunter", (14.0, 5.8), (30.0, 5.8));
    let other = stage.add("hunted", (22.0, 5.8), (0.0, 5.8));
    stage.moving(other, Gait::Crouch);
    assert!(stage.percepts(eyes, 8.0).is_empty() || stage.awareness(eyes, other) == 0.0);
    stage.moving(other, Gait::Walk);
    stage.percepts(eyes, 1.0);
    assert!(stage.awareness(eyes, other) > 0.2);
}

#[test]
fn an_agent_close_by_is_felt_behind_the_back_but_not_through_a_wall() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (9.2, 5.0), (0.0, 5.0));
    let other = stage.add("hunted", (10.6, 5.0), (0.0, 5.0));
    stage.put(other, (11.4, 5.0));
    stage.put(eyes, (9.95, 5.0));
    assert!(stage.percepts(eyes, 2.0).iter().all(|percept| !about(other)(percept)), "through a wall");
    stage.put(eyes, (5.0, 3.5));
    stage.put(other, (6.2, 3.5));
    let mut felt = None;
    let took = (1..30).find(|_| {
        let percepts = stage.tick().swap_remove(usize::from(eyes.0));
        felt = percepts.into_iter().find(about(other));
        felt.is_some()
    });
    assert!(took.is_some_and(|ticks| ticks <= 15), "{took:?} ticks");
    assert_eq!(felt.map(|percept| percept.source), Some(PerceptSource::Felt));
}

#[test]
fn an_unsensed_agent_does_not_change_percepts() {
    let run = |spots: [(f32, f32); 3]| {
        let mut stage = Stage::new(HOUSE);
        let eyes = stage.add("hunter", (5.0, 3.5), (20.0, 3.5));
        let other = stage.add("hunted", spots[0], (0.0, 0.0));
        let mut all = Vec::new();
        for spot in spots {
            stage.put(other, spot);
            stage.moving(other, Gait::Run);
            all.extend(stage.percepts(eyes, 2.0));
        }
        all
    };
    let one = run([(14.0, 3.5), (13.0, 1.5), (18.0, 5.0)]);
    let two = run([(12.0, 5.0), (17.0, 2.0), (14.0, 8.0)]);
    assert!(!one.is_empty());
    assert_eq!(one, two);
}

#[test]
fn a_small_ray_budget_lets_everybody_look_in_turn() {
    // Without rays at things and for touch, all rays are those of tests of agents.
    let settings = Perception { rays_per_tick: 7, thing_rays: 0, ..Perception::default() };
    let mut senses = senses();
    senses.proximity.radius = 0.0;
    let senses = Arc::new(senses);
    let mut stage = Stage::new(HALL).with_settings(settings);
    let mut line = |kind, east: f32, towards: f32| -> Vec<_> {
        let places = (0..6).map(|n| (east, 1.5 + 0.7 * n as f32));
        places.map(|place| stage.add_with(kind, place, (towards, 2.5), &senses)).collect()
    };
    let (watchers, others) = (line("hunter", 2.0, 30.0), line("hunted", 9.0, 0.0));
    for other in &others {
        stage.moving(*other, Gait::Walk);
    }
    let mut most = 0;
    for _ in 0..600 {
        stage.tick();
        most = most.max(stage.app.world().resource::<RayBudget>().at_agents);
    }
    // The test of a body is always finished: it takes up to four rays.
    assert!((7..=10).contains(&most), "{most} rays in one tick");
    for (watcher, other) in watchers.iter().flat_map(|watcher| others.iter().map(move |other| (watcher, other))) {
        assert!(stage.awareness(*watcher, *other) >= 1.0, "{watcher:?} never saw {other:?}");
    }
}

#[test]
fn recording_looks_changes_nothing_and_shows_the_rays() {
    let run = |record: bool| {
        let mut stage = Stage::new(HALL);
        let eyes = stage.add("hunter", (2.0, 2.5), (30.0, 2.5));
        let other = stage.add("hunted", (10.0, 2.5), (0.0, 2.5));
        stage.moving(other, Gait::Walk);
        stage.app.insert_resource(RecordLooks(record));
        let percepts = stage.percepts(eyes, 3.0);
        let look = stage.app.world().get::<LastLook>(stage.entity(eyes)).cloned().unwrap();
        (percepts, look)
    };
    let ((plain, none), (recorded, look)) = (run(false), run(true));
    assert_eq!(plain, recorded);
    assert!(none.agents.is_empty() && none.things.is_empty());
    assert_eq!(look.agents.len(), 1);
    assert!(look.agents[0].rays.iter().all(|ray| ray.blocked.is_none()));
    assert_eq!(look.agents[0].meter.stage, Awake::Detected);
    assert!(look.eyes.is_some() && !look.things.is_empty());
}

#[test]
fn all_round_sight_and_no_sight_are_a_matter_of_data() {
    let mut wide = senses();
    wide.vision.cones.truncate(1);
    wide.vision.cones[0].half_angle = 180.0;
    let mut stage = Stage::new(HALL);
    let eyes = stage.add_with("hunter", (10.0, 2.5), (30.0, 2.5), &Arc::new(wide));
    let other = stage.add("hunted", (5.0, 2.5), (0.0, 2.5));
    let blind = stage.add("hunted", (14.0, 4.0), (30.0, 4.0));
    assert!(stage.seconds_until(eyes, 4.0, about(other)).is_some(), "behind the back");
    assert!(!stage.percepts(blind, 4.0).iter().any(about(eyes)), "the one that looks away");
}
