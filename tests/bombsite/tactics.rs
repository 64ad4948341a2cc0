//! Fights from cover, smoke, and the bomb in one plan.

use bevy::math::Vec3;
use quarry::world::{Body, Gauges, MatchRules, Things};
use quarry_minds::{
    Mind, PlanExecuter,
    protocol::{
        AgentId, Blackboard, MatchEvent, OrderRequest, PerceptSource, Percepts, SimulationClock, Subject, label,
    },
};

use super::stage::{COURT, Court, percept};

/// A hall with a low wall before the one in the west.
const WALL: &[&str] = &[
    "##############################",
    "#x...........................#",
    "#.......-....................#",
    "#.......-....................#",
    "#.......-....................#",
    "#...........................A#",
    "##############################",
];

/// Two rooms without a way between them.
const ROOMS: &[&str] = &[
    "##############################",
    "#x....................#......#",
    "#.....................#......#",
    "#....A................#......#",
    "##############################",
];

/// The same with a bomb.
const BOMB_ROOMS: &[&str] = &[
    "##############################",
    "#x....................#......#",
    "#..b..................#......#",
    "#....A................#......#",
    "##############################",
];

fn plan(court: &Court, agent: u16) -> Vec<&'static str> {
    let brain = &court.get::<Mind>(agent).brain;
    let steps = court.get::<PlanExecuter>(agent).steps.iter();
    steps.filter_map(|step| Some(brain.action(step.action)?.data.name.as_str())).collect()
}

fn current(court: &Court, agent: u16) -> &'static str {
    plan(court, agent).get(court.get::<PlanExecuter>(agent).at).copied().unwrap_or_default()
}

#[test]
fn a_soldier_shoots_on_its_way_to_cover_and_ducks_between_bursts() {
    let mut court = Court::with(WALL, &[(10.5, 5.5)], &[(24.5, 3.5)], |agent| agent == 1);
    // The enemy outlives the test.
    let enemy = court.entity(1);
    court.app.world_mut().get_mut::<Gauges>(enemy).unwrap().0.iter_mut().for_each(|(_, value)| *value = 1.0e6);
    court.face(0, 90.0);
    assert!(court.until(4.0, |court| current(court, 0) == "take_firing_position"), "{:?}", plan(&court, 0));
    assert_eq!(plan(&court, 0), ["take_firing_position", "attack_from_cover"]);
    assert!(court.until(6.0, |court| current(court, 0) == "attack_from_cover"), "{:?}", plan(&court, 0));
    let place = court.get::<Body>(0).place;
    assert!(place.x < 8.0 && (1.5..=5.5).contains(&place.z), "behind the wall: {place}");
    let shot = |event: &MatchEvent| matches!(event, MatchEvent::Shot { by: AgentId(0), .. });
    let before = court.count(shot);
    assert!(court.until(3.0, |court| court.get::<Body>(0).crouch > 0.8), "it ducks");
    assert!(court.until(3.0, |court| court.count(shot) > before), "and comes up to shoot");
}

#[test]
fn who_has_no_cover_in_reach_shoots_where_it_stands() {
    let mut court = Court::with(COURT, &[(2.5, 1.5)], &[(24.5, 1.5)], |agent| agent == 1);
    court.face(0, 90.0);
    assert!(court.until(6.0, |court| current(court, 0) == "attack"), "{:?}", plan(&court, 0));
    assert!(court.until(6.0, |court| court.health(1) < 100.0), "it hits");
}

#[test]
fn a_bomb_that_lies_is_taken_up_and_planted_in_one_plan() {
    let mut court = Court::with(COURT, &[(2.5, 1.5)], &[(27.5, 3.5)], |agent| agent == 1);
    let whole = ["go_to_bomb", "take_bomb", "move_to_bomb_site", "plant_bomb"];
    assert!(court.until(8.0, |court| plan(court, 0).ends_with(&whole)), "{:?}", plan(&court, 0));
}

#[test]
fn smoke_is_thrown_where_an_order_says() {
    let mut court = Court::with(ROOMS, &[(2.5, 2.5), (4.5, 2.5)], &[(27.5, 2.5)], |agent| agent != 1);
    let there = Vec3::new(17.5, 1.0, 2.5);
    let giver = court.entity(0);
    let order = OrderRequest { to: AgentId(1), what: label("smoke_there"), amount: 1.0, place: Some(there) };
    court.app.world_mut().get_mut::<Blackboard>(giver).unwrap().order.post(order);
    let thrown = |event: &MatchEvent| matches!(event, MatchEvent::Thrown { by: AgentId(1), .. });
    assert!(court.until(6.0, |court| court.count(thrown) == 1), "{:?}", plan(&court, 1));
    let smoke = |court: &Court| court.app.world().resource::<Things>().veils.first().copied();
    assert!(court.until(3.0, |court| smoke(court).is_some()), "it lands");
    let apart = smoke(&court).expect("smoke").place.with_y(0.0).distance(there.with_y(0.0));
    assert!(apart < 2.5, "{apart} m off");
    court.run(3.0);
    assert_eq!(court.count(thrown), 1, "one grenade");
}

#[test]
fn planting_goes_on_when_smoke_comes_up() {
    let mut court = Court::with(BOMB_ROOMS, &[(4.5, 2.5)], &[(27.5, 2.5)], |agent| agent == 1);
    assert!(court.until(12.0, |court| current(court, 0) == "plant_bomb"), "{:?}", plan(&court, 0));
    let seconds = |court: &Court| court.app.world().resource::<SimulationClock>().seconds();
    let began_at = seconds(&court);
    court.run(1.0);
    // An enemy far away makes it cheaper to plant in smoke, and there it is.
    let told = percept("enemy", Subject::Agent(AgentId(1)), "", Vec3::new(26.0, 0.0, 2.5), PerceptSource::Told, None);
    let planter = court.entity(0);
    court.app.world_mut().get_mut::<Percepts>(planter).unwrap().0.push(told);
    let world = court.app.world_mut();
    let specs = world.resource::<MatchRules>().0.things.clone();
    let tick = world.resource::<SimulationClock>().tick;
    let place = Vec3::new(9.5, 0.0, 2.5);
    world.resource_mut::<Things>().appear_device(label("smoke"), place, &specs, tick, None).expect("smoke");
    assert!(court.until(1.8, |court| current(court, 0) == "plant_in_smoke"), "{:?}", plan(&court, 0));
    court.until(8.0, |court| court.number("planted") == 1.0);
    assert!(seconds(&court) - began_at < 3.4, "it begins anew: {} s", seconds(&court) - began_at);
    let began =
        |event: &MatchEvent| matches!(event, MatchEvent::ActionStarted { action, .. } if *action == "plant_bomb");
    assert_eq!(court.count(began), 1);
}
