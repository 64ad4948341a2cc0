//! What sensing costs. Measures rather than tests; run with `cargo test --release --test main cost -- --ignored --nocapture`.

use std::time::Instant;

use bevy::{app::FixedUpdate, math::Vec3};
use quarry::{
    data::perception::Perception,
    protocol::{AgentId, Gait, Percepts, Roster, SimulationClock},
    senses::RayBudget,
    world::{Body, geometry::direction},
};

use super::stage::{HOUSE, Stage};

/// A field of 96 by 96 m with a pillar of wall every eight metres.
fn field() -> String {
    let row = |south: usize| -> String {
        let cell = |east: usize| match (east, south) {
            (0 | 95, _) | (_, 0) => '#',
            (7, 95) => 'E',
            (_, 95) => '#',
            (1, 1) => 'h',
            (2, 1) => 'u',
            (3, 1) => 'k',
            _ if east % 8 == 4 && south % 8 == 4 => '#',
            _ => '.',
        };
        format!("\"{}\",", (0..96).map(cell).collect::<String>())
    };
    let rows: String = (0..96).map(row).collect();
    let drawn = HOUSE.find("rows: [").zip(HOUSE.find("])],")).map(|(from, to)| (from + 7, to));
    let (from, to) = drawn.expect("the rows of the house");
    format!("{}{rows}{}", &HOUSE[..from], &HOUSE[to..])
}

/// Microseconds a tick with agents that wander through the level, and rays a tick.
fn measure(stage: &mut Stage, agents: &[AgentId], ticks: u32) -> (f64, f64) {
    let places = stage.level.terrain_service().0.places().to_vec();
    let world = stage.app.world_mut();
    let roster = world.resource::<Roster>().agents.clone();
    let (mut rays, mut spent) = (0u64, 0.0);
    for tick in 0..ticks {
        for agent in agents {
            let number = usize::from(agent.0);
            let entity = roster[number];
            let place = places[(number * 7919 + (tick / 30) as usize * 13) % places.len()].position;
            let mut body = world.get_mut::<Body>(entity).expect("a body");
            body.heading = (number as f32 + tick as f32 * 0.02) % std::f32::consts::TAU;
            body.gaze = body.heading;
            body.place = place;
            body.velocity = direction(body.heading);
            body.gait = Gait::Walk;
            body.crouch = 0.0;
        }
        world.resource_mut::<SimulationClock>().tick += 1;
        let start = Instant::now();
        world.run_schedule(FixedUpdate);
        if tick >= 60 {
            spent += start.elapsed().as_secs_f64();
            rays += u64::from(world.resource::<RayBudget>().cast);
        }
        for entity in &roster {
            world.get_mut::<Percepts>(*entity).expect("percepts").0.clear();
        }
    }
    let counted = f64::from(ticks - 60);
    (spent * 1e6 / counted, rays as f64 / counted)
}

/// Microseconds a ray in this level.
fn ray_cost(stage: &Stage) -> f64 {
    let places = stage.level.terrain_service().0.places().to_vec();
    let eye = Vec3::Y * 1.5;
    let start = Instant::now();
    let mut free = 0;
    let count = 20_000;
    for number in 0..count {
        let (from, to) = (places[number * 31 % places.len()].position, places[number * 17 % places.len()].position);
        let to = from + (to - from).clamp_length_max(12.0);
        free += usize::from(stage.level.site.sight.is_clear(from + eye, to + eye, Default::default()));
    }
    assert!(free > 0);
    start.elapsed().as_secs_f64() * 1e6 / count as f64
}

#[test]
#[ignore = "measures"]
fn a_match_of_four() {
    let mut stage = Stage::new(HOUSE);
    let mut agents = vec![stage.add("hunter", (5.0, 3.5), (20.0, 3.5))];
    agents.extend((0..3).map(|n| stage.add("hunted", (3.0 + n as f32, 4.0), (0.0, 3.5))));
    let each = ray_cost(&stage);
    let (micros, rays) = measure(&mut stage, &agents, 6000);
    println!("4 agents: {micros:.1} us a tick, {rays:.1} rays of {each:.2} us: {:.1} us besides", micros - rays * each);
}

#[test]
#[ignore = "measures"]
fn a_field_of_many() {
    let field = field();
    for (count, rays_per_tick) in [(100u16, 96), (300, 96), (1000, 96), (1000, 3000)] {
        let settings = Perception { rays_per_tick, ..Perception::default() };
        let mut stage = Stage::new(&field).with_settings(settings);
        let agents: Vec<AgentId> = (0..count)
            .map(|n| stage.add(if n % 4 == 0 { "hunter" } else { "hunted" }, (5.0, 5.0), (9.0, 5.0)))
            .collect();
        let each = ray_cost(&stage);
        let (micros, rays) = measure(&mut stage, &agents, 180);
        println!("{count} agents: {micros:.0} us a tick, {rays:.0} rays of {each:.2} us");
    }
}
