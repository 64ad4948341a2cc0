//! Bodies in the small house of the navigation tests, without rules and without doors that open.

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Blackboard, FailReason, Gait, GoRequest, LookRequest, Roster, Side, SimulationClock, SimulationSystems,
    Status, label,
};

use super::{
    LevelTerrainService, PathFollower,
    navigation::{
        BakedLevel,
        tests::{HOUSE, baked, house},
    },
    plugin,
};
use crate::{
    data::body::BodySpec,
    world::{self, Body, geometry::flat_distance},
};

fn app() -> App {
    app_in(&house())
}

fn app_in(house: &BakedLevel) -> App {
    let mut app = App::new();
    app.add_plugins(plugin);
    app.configure_sets(FixedUpdate, (SimulationSystems::Act, SimulationSystems::Move).chain());
    let rules = ron::from_str(
        "(time_limit: 60, sides: {}, projectiles: {}, noises: {}, traces: (spacing: 1.0, lifetime: 10.0),
        doors: (swing_seconds: 0.25, close_after: 4.0, keep_open_radius: 0.9))",
    )
    .unwrap();
    world::install(app.world_mut(), &house.site, &Arc::new(rules));
    app.insert_resource(LevelTerrainService(house.ground.clone()));
    app.insert_resource(SimulationClock::new(30));
    app.insert_resource(Roster::default());
    app
}

fn body(app: &mut App, place: Vec3) -> Entity {
    let kind = Arc::new(BodySpec::default());
    let number = app.world().resource::<Roster>().agents.len() as u16;
    let parts = world::body_bundle(&kind, place, 0.0);
    let entity = app
        .world_mut()
        .spawn((parts, AgentId(number), Side(label("walkers")), Blackboard::default(), PathFollower::default()))
        .id();
    app.world_mut().resource_mut::<Roster>().agents.push(entity);
    entity
}

fn go(app: &mut App, entity: Entity, place: Vec3) {
    let mut board = app.world_mut().get_mut::<Blackboard>(entity).unwrap();
    board.go.post(GoRequest::To { place, within: 0.2, gait: Gait::Run });
}

fn run(app: &mut App, ticks: u32) {
    for _ in 0..ticks {
        app.world_mut().resource_mut::<SimulationClock>().tick += 1;
        app.world_mut().run_schedule(FixedUpdate);
    }
}

fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Body>(entity).unwrap().place
}

fn status(app: &App, entity: Entity) -> Status {
    app.world().get::<Blackboard>(entity).unwrap().go.status()
}

#[test]
fn a_body_goes_where_it_is_asked_at_its_speed() {
    let mut app = app();
    let goal = Vec3::new(13.0, 0.0, 2.0);
    let runner = body(&mut app, Vec3::new(7.0, 0.0, 2.0));
    go(&mut app, runner, goal);
    run(&mut app, 30);
    let distance = place(&app, runner).x - 7.0;
    assert!((3.0..=4.0).contains(&distance), "{distance} m in the first second at 4 m/s");
    run(&mut app, 40);
    assert_eq!(status(&app, runner), Status::Done);
    assert!(flat_distance(place(&app, runner), goal) <= 0.25);
}

#[test]
fn a_closed_door_stops_a_body_which_reports_being_stuck() {
    let mut app = app();
    let walker = body(&mut app, Vec3::new(2.0, 0.0, 3.5));
    go(&mut app, walker, Vec3::new(8.0, 0.0, 3.5));
    run(&mut app, 60);
    let stopped = place(&app, walker).x;
    assert!((4.8..5.3).contains(&stopped), "{stopped}");
    run(&mut app, 200);
    assert_eq!(status(&app, walker), Status::Failed(FailReason::Stuck));
}

#[test]
fn an_unreachable_goal_fails_at_once() {
    let mut app = app();
    let walker = body(&mut app, Vec3::new(7.0, 0.0, 2.0));
    go(&mut app, walker, Vec3::new(18.0, 0.0, -9.0));
    run(&mut app, 1);
    assert_eq!(status(&app, walker), Status::Failed(FailReason::Unreachable));
}

#[test]
fn two_bodies_pass_each_other_and_never_overlap() {
    let mut app = app();
    let (west, east) = (Vec3::new(7.0, 0.0, 5.5), Vec3::new(13.0, 0.0, 5.5));
    let first = body(&mut app, west);
    let second = body(&mut app, east);
    go(&mut app, first, east);
    go(&mut app, second, west);
    for _ in 0..150 {
        run(&mut app, 1);
        let apart = flat_distance(place(&app, first), place(&app, second));
        assert!(apart > 0.5, "{apart}");
    }
    assert_eq!((status(&app, first), status(&app, second)), (Status::Done, Status::Done));
}

/// How far the bodies of a row across the room are moved, at most, by a body that walks against the row for ten seconds.
fn moved_by_a_walker(request: GoRequest) -> f32 {
    let mut app = app();
    let places: Vec<Vec3> = (0..10).map(|n| Vec3::new(9.0, 0.0, 1.3 + 0.6 * n as f32)).collect();
    let row: Vec<Entity> = places.iter().map(|place| body(&mut app, *place)).collect();
    let walker = body(&mut app, Vec3::new(7.0, 0.0, 5.5));
    let mut farthest = 0.0_f32;
    for _ in 0..300 {
        for entity in &row {
            app.world_mut().get_mut::<Blackboard>(*entity).unwrap().go.post(request);
        }
        let steer = GoRequest::Steer { direction: Vec3::X, gait: Gait::Walk };
        app.world_mut().get_mut::<Blackboard>(walker).unwrap().go.post(steer);
        run(&mut app, 1);
        let moved = row.iter().zip(&places).map(|(entity, before)| flat_distance(place(&app, *entity), *before));
        farthest = moved.fold(farthest, f32::max);
    }
    farthest
}

#[test]
fn a_push_moves_bodies_that_wait_but_not_those_that_are_steered() {
    let waiting = moved_by_a_walker(GoRequest::Stay { gait: Gait::Walk });
    let steered = moved_by_a_walker(GoRequest::Steer { direction: Vec3::ZERO, gait: Gait::Walk });
    assert!(waiting > 0.5 && steered < 0.1, "{waiting} m without, {steered} m with a person");
}

/// Bodies that wait in a passage stepped aside into its wall, and one stood behind them for minutes.
#[test]
fn a_full_passage_empties_before_one_who_must_get_through() {
    // Two rows between walls, which all that was in the house now lies in.
    let wall = "################    ";
    let passage = HOUSE
        .replace("#h...#....k....#    ", wall)
        .replace(
            "#....D....t....#    \",\n            \"#....#.........#    ",
            &format!("{wall}\",\n            \"{wall}"),
        )
        .replace("#....#.........>", "#..............>")
        .replace("#p...#.........>", "#phk...........>");
    let house = baked(&passage).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut app = app_in(&house);
    for column in 0..6 {
        for z in [5.4, 6.4] {
            body(&mut app, Vec3::new(6.0 + 0.62 * column as f32, 0.0, z + 0.15 * (column % 2) as f32));
        }
    }
    let (walker, goal) = (body(&mut app, Vec3::new(3.0, 0.0, 6.0)), Vec3::new(13.5, 0.0, 6.0));
    go(&mut app, walker, goal);
    run(&mut app, 30 * 25);
    assert_eq!(status(&app, walker), Status::Done, "at {}", place(&app, walker));
}

#[test]
fn eyes_turn_at_their_rate_and_the_body_follows() {
    let mut app = app();
    let watcher = body(&mut app, Vec3::new(10.0, 0.0, 2.0));
    let mut board = app.world_mut().get_mut::<Blackboard>(watcher).unwrap();
    board.look.post(LookRequest::At(Vec3::new(10.0, 1.65, 6.0)));
    run(&mut app, 6);
    let early = app.world().get::<Body>(watcher).unwrap().gaze.to_degrees().abs();
    assert!((40.0..=61.0).contains(&early), "{early} degrees after 0.2 s at 300 a second");
    run(&mut app, 40);
    let late = app.world().get::<Body>(watcher).unwrap().gaze.to_degrees().abs();
    assert!(late > 175.0, "{late}");
}
