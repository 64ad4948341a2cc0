//! Bodies walk between random things of the shipped levels for minutes of game time, through doors and past each
//! other.
//!
//! None gets stuck, leaves the mesh, passes through a wall or overlaps another.

use std::{fs, sync::Arc};

use bevy::math::Vec3;
use quarry::{
    data::{body::BodySpec, prop::PropCatalogue},
    motion::navigation::{BakedLevel, NavAgent, bake},
    world::{self, Body, Things, geometry::flat_distance, level::ThingKind},
};
use quarry_minds::protocol::{Blackboard, FailReason, Gait, GoRequest, RngStream, Roster, Status, label, rng_for};
use quarry_ron::load_ron;
use rand::Rng;

use super::{add_body, game_on};
use crate::hunt;

const MINUTES: f32 = 3.0;
const TOURISTS: u16 = 6;

pub fn shipped(name: &str) -> Arc<BakedLevel> {
    let root = hunt::root();
    let (props, _) =
        load_ron::<PropCatalogue>(&root.join("assets/shared/props.ron")).unwrap_or_else(|found| panic!("{found}"));
    let text = fs::read_to_string(root.join(format!("levels/hunt/{name}.ron"))).unwrap();
    bake(label(name), &hunt::level(&text), &props, NavAgent::default()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn tour(name: &str) {
    let baked = shipped(name);
    let mut app = game_on(&baked, hunt::rules(), 1);
    let mut chance = rng_for(9, RngStream::Setup);
    let kind = Arc::new(BodySpec::default());
    for start in world::draw_start_points(&baked.site, label("hunted"), TOURISTS, &mut chance) {
        add_body(&mut app, &kind, "hunted", start.place, start.heading);
    }
    let goals: Vec<Vec3> =
        baked.site.built.things.iter().filter(|thing| thing.kind != ThingKind::Gate).map(|thing| thing.entry).collect();
    let agents = app.world().resource::<Roster>().agents.clone();
    let mut last: Vec<Vec3> = agents.iter().map(|entity| app.world().get::<Body>(*entity).unwrap().place).collect();
    let mut rested: Vec<(Vec3, u32)> = last.iter().map(|place| (*place, 0)).collect();
    let (mut arrived, mut failed) = (0, Vec::new());
    for tick in 0..(MINUTES * 60.0 * 30.0) as u32 {
        for (row, entity) in agents.iter().enumerate() {
            let mut board = app.world_mut().get_mut::<Blackboard>(*entity).unwrap();
            if let Status::Failed(reason) = board.go.status()
                && board.go.request().is_some()
            {
                failed.push((row, reason, last[row], board.go.request().copied()));
            }
            arrived += u32::from(board.go.status() == Status::Done);
            if board.go.request().is_none() || board.go.status().is_over() {
                let place = goals[chance.gen_range(0..goals.len())];
                let gait = [Gait::Crouch, Gait::Walk, Gait::Hurry, Gait::Run][chance.gen_range(0..4)];
                board.go.post(GoRequest::To { place, within: 0.3, gait });
            }
        }
        super::tick(&mut app);
        let open = app.world().resource::<Things>().open;
        for (row, entity) in agents.iter().enumerate() {
            let here = app.world().get::<Body>(*entity).unwrap().place;
            let at = baked.ground.mesh.nearest(here, 0.01);
            assert!(at.is_some(), "{name}: off the mesh at {here}");
            let chest = Vec3::Y * 0.9;
            assert!(
                baked.site.sight.is_clear(last[row] + chest, here + chest, open),
                "{name}: through a wall at {here}"
            );
            assert!(here.distance(last[row]) < 0.35, "{name}: from {} to {here} in one tick", last[row]);
            last[row] = here;
            if flat_distance(here, rested[row].0) > 0.3 {
                rested[row] = (here, tick);
            }
            assert!(tick - rested[row].1 < 300, "{name}: ten seconds without moving at {here}, {failed:?}");
        }
        for row in 0..last.len() {
            for other in 0..row {
                let apart = last[row].distance(last[other]);
                assert!(apart > 0.3 || tick < 90, "{name}: two bodies {apart} m apart at {}", last[row]);
            }
        }
    }
    let stuck = failed.iter().filter(|(_, reason, ..)| *reason == FailReason::Stuck).count();
    let lost = failed.iter().filter(|(_, reason, ..)| *reason == FailReason::Unreachable).count();
    assert!(lost == 0 && stuck * 25 < arrived as usize, "{name}: {arrived} arrivals, {failed:?}");
}

#[test]
fn no_body_gets_stuck_in_the_manor() {
    tour("manor");
}

#[test]
fn no_body_gets_stuck_in_the_courtyard() {
    tour("courtyard");
}

#[test]
fn no_body_gets_stuck_in_the_dungeon() {
    tour("dungeon");
}

#[test]
fn looked_up_distances_are_near_the_true_ones() {
    use quarry_minds::protocol::Terrain;
    let baked = shipped("manor");
    let places = baked.ground.places();
    let (mut true_sum, mut looked_up_sum) = (0.0, 0.0);
    for from in (0..places.len()).step_by(7) {
        for to in (0..places.len()).step_by(5) {
            let looked_up = baked.ground.place_distance(from as u16, to as u16);
            let truly = baked.ground.path_length(places[from].position, places[to].position).unwrap();
            // Distances follow the places, so they are never shorter than the shortest path.
            assert!(truly <= looked_up + 0.05, "from {from} to {to}: {truly} m, looked up {looked_up} m");
            true_sum += truly;
            looked_up_sum += looked_up;
        }
    }
    assert!(looked_up_sum < true_sum * 1.06, "{looked_up_sum} {true_sum}");
}
