//! Crowds: costs do not grow with the square of the number of agents, and matches stay deterministic.

use std::sync::atomic::AtomicBool;

use crate::hunt;
use quarry::{
    lab::{Arena, InvariantMonitor, MatchSpec, verify},
    senses::RayBudget,
    simulation::{begin, headless_app, step},
};
use quarry_minds::protocol::{Percepts, Roster, label};

fn arena(hunters: u16, hunted: u16) -> Arena {
    let library = hunt::library();
    let rules = library.rules("standard").unwrap().1;
    let sides = hunt::counts(hunters, hunted);
    Arena::new(&hunt::game(), &library, &[label("crowd")], rules, &sides).unwrap()
}

/// Sight rays per tick, mean and maximum, in the second second of a match.
fn work(hunters: u16, hunted: u16) -> (f64, f64) {
    let arena = arena(hunters, hunted);
    let level = &arena.levels[&label("crowd")];
    let mut app = headless_app(&hunt::game());
    let world = app.world_mut();
    begin(world, &arena.kinds, &arena.rules, level, &arena.setup(3)).unwrap();
    let mut monitor = InvariantMonitor::new(world);
    let (mut rays, mut most) = (0, 0);
    for tick in 0..60 {
        step(world);
        let cast = world.resource::<RayBudget>().rays_cast;
        most = most.max(cast);
        rays += if tick >= 30 { cast } else { 0 };
        monitor.observe(world, level);
    }
    let agents = world.resource::<Roster>().agents.clone();
    let waiting: usize = agents.iter().filter_map(|agent| world.get::<Percepts>(*agent)).map(|one| one.0.len()).sum();
    assert_eq!(waiting, 0, "percepts are processed within their tick");
    let seen = monitor.report();
    assert_eq!((seen.non_finite, seen.wall_crossings), (0, 0), "{seen:?}");
    assert!(seen.max_off_mesh < 0.2, "{seen:?}");
    (f64::from(rays) / 30.0, f64::from(most))
}

#[test]
fn looking_is_bounded_however_many_there_are() {
    let (some, _) = work(10, 90);
    let (many, most) = work(60, 540);
    assert!(many < 6.0 * some.max(50.0) * 1.5, "{some} rays a tick with 100 agents, {many} with 600");
    assert!(most < 6000.0, "{most} rays in one tick");
}

#[test]
fn a_crowd_is_deterministic() {
    let mut arena = arena(5, 45);
    let rules = quarry::data::rules::Rules { time_limit: 10.0, ..(*arena.rules).clone() };
    arena.rules = std::sync::Arc::new(rules);
    let spec = MatchSpec { level: label("crowd"), seed: 5 };
    assert_eq!(verify(&arena, spec, &AtomicBool::new(false)).unwrap(), None);
}
