//! The examples, played without a window: what they promise happens.

use std::collections::BTreeSet;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use quarry_minds::{
    plugin::{HasMind, Perceivable, RunTicks},
    protocol::{ActionOutcome, EventLog, MatchEvent},
};

#[allow(dead_code, reason = "it also runs on its own")]
#[path = "../examples/guard_and_thief.rs"]
mod guard_and_thief;
#[allow(dead_code, reason = "it also runs on its own")]
#[path = "../examples/own_behaviour.rs"]
mod own_behaviour;
#[allow(dead_code, reason = "it also runs on its own")]
#[path = "../examples/own_sensor.rs"]
mod own_sensor;
#[allow(dead_code, reason = "it also runs on its own")]
#[path = "../examples/targets_among_many.rs"]
mod targets_among_many;

fn play(app: &mut App, seconds: u32) {
    app.run_ticks(seconds * 30);
}

fn succeeded(app: &App) -> BTreeSet<(u16, &str)> {
    let entries = app.world().resource::<EventLog>().entries();
    let ended = entries.iter().filter_map(|entry| match &entry.event {
        MatchEvent::ActionEnded { agent, action, outcome: ActionOutcome::Succeeded, .. } => {
            Some((agent.0, action.as_str()))
        }
        _ => None,
    });
    ended.collect()
}

#[test]
fn the_thief_takes_gems_and_is_arrested() {
    let mut app = guard_and_thief::game().unwrap();
    play(&mut app, 120);
    let done = succeeded(&app);
    for (agent, action) in [(1, "take"), (0, "chase"), (0, "arrest")] {
        assert!(done.contains(&(agent, action)), "{action}: {done:?}");
    }
    let mut gems = app.world_mut().query::<&Perceivable>();
    assert!(gems.iter(app.world()).filter(|one| one.kind.as_str() == "gem").count() < 6);
}

#[test]
fn the_same_seed_gives_the_same_decisions() {
    let digest = || {
        let mut app = guard_and_thief::game().unwrap();
        play(&mut app, 60);
        app.world().resource::<EventLog>().digest()
    };
    assert_eq!(digest(), digest());
}

#[test]
fn the_gatherer_picks_near_bushes_and_keeps_away_from_the_snake() {
    let mut app = targets_among_many::game().unwrap();
    play(&mut app, 60);
    let picked = app.world().resource::<targets_among_many::Picked>().0.clone();
    assert!(picked.len() >= 9, "{}", picked.len());
    let snake = bevy_math::Vec3::new(10.0, 0.0, 0.0);
    let places: Vec<_> = picked.iter().map(|bush| app.world().get::<Transform>(*bush).unwrap().translation).collect();
    assert!(places[..9].iter().all(|place| place.distance(snake) > 8.0), "{places:?}");
    assert_eq!(picked.iter().collect::<BTreeSet<_>>().len(), picked.len(), "no bush twice");
}

#[test]
fn the_dog_follows_the_trail_to_its_end() {
    let mut app = own_sensor::game().unwrap();
    play(&mut app, 40);
    let mut dogs = app.world_mut().query_filtered::<&Transform, With<HasMind>>();
    assert!(dogs.single(app.world()).unwrap().translation.x > 23.0);
}

#[test]
fn the_lamplighter_goes_around_every_lamp() {
    let mut app = own_behaviour::game().unwrap();
    let mut nearest = [f32::MAX; 3];
    for _ in 0..90 {
        play(&mut app, 1);
        let mut walkers = app.world_mut().query_filtered::<&Transform, With<HasMind>>();
        let here = walkers.single(app.world()).unwrap().translation;
        for (lamp, nearest) in [-8.0, 0.0, 8.0].into_iter().zip(&mut nearest) {
            *nearest = nearest.min(here.distance(bevy_math::Vec3::new(lamp, 0.0, 0.0)));
        }
    }
    assert!(nearest.iter().all(|metres| (1.0..3.0).contains(metres)), "{nearest:?}");
}
