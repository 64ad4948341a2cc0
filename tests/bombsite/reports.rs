//! What soldiers learn of a fight that they do not see, and how they plan one.

use bevy::math::Vec3;
use quarry::world::Gun;
use quarry_minds::{
    Mind, PlanExecuter, WorkingMemory,
    protocol::{AgentId, Gait, GoRequest, PerceptSource, Percepts, Subject, label},
};

use super::stage::{Court, percept};

/// A yard in the west, and a closed room in the east.
const ROWS: &[&str] = &[
    "##########################################",
    "#x........................##.............#",
    "#....##...................##.............#",
    "#....##......-............##.............#",
    "#..b.........-............##.............#",
    "#........##..-............##.............#",
    "#........##...........A...##.............#",
    "#.........................##.............#",
    "##########################################",
];

fn dangers(court: &Court, agent: u16) -> usize {
    court.get::<WorkingMemory>(agent).facts().iter().filter(|fact| fact.kind == label("danger")).count()
}

/// What the agent remembers of a subject: kind, state and place.
fn remembered(court: &Court, agent: u16, subject: Subject) -> Option<(&'static str, &'static str, Vec3)> {
    let fact = court.get::<WorkingMemory>(agent).about(subject)?;
    Some((fact.kind.as_str(), fact.state.as_str(), fact.place))
}

/// How many dangers an enemy knows of after two seconds of shots that pass it at this distance, in metres.
fn felt_at(aside: f32) -> usize {
    let mut court = Court::new(ROWS, &[(2.5, 1.5)], &[(14.5, 1.5 + aside)]);
    let beyond = Vec3::new(24.0, 1.2, 1.5);
    court.aim(0, beyond, false);
    court.run(1.0);
    court.aim(0, beyond, true);
    court.run(2.0);
    assert!(court.gun(0).shots > 10);
    dangers(&court, 1)
}

#[test]
fn shots_that_pass_close_by_are_felt() {
    assert!(felt_at(1.0) > 0);
    assert_eq!(felt_at(4.0), 0);
}

#[test]
fn the_radio_tells_of_the_dead_and_of_the_bomb() {
    let mut court = Court::new(ROWS, &[(4.0, 4.5), (35.5, 3.5)], &[(10.5, 3.5)]);
    let bomb = court.thing("bomb");
    court.put(0, (3.5, 4.0));
    assert!(court.use_thing(0, bomb, "take").is_ok());
    court.put(0, (7.5, 4.5));
    court.run(0.1);
    let dead = Subject::Agent(AgentId(0));
    assert_ne!(remembered(&court, 1, dead).map(|fact| fact.1), Some("killed"));
    court.aim(2, Vec3::new(7.5, 1.2, 4.5), true);
    assert!(court.until(10.0, |court| !court.lives(0)), "it is shot");
    court.run(0.1);
    let (kind, state, place) = remembered(&court, 1, dead).expect("its mate in the closed room knows of it");
    assert_eq!((kind, state), ("mate", "killed"));
    assert!(place.distance(Vec3::new(7.5, 0.0, 4.5)) < 1.0, "{place}");
    let (_, state, place) = remembered(&court, 1, Subject::Thing(bomb)).expect("and of the bomb");
    assert_eq!(state, "lying");
    assert!(place.distance(Vec3::new(7.5, 0.0, 4.5)) < 1.0, "{place}");
    let of_enemy = remembered(&court, 2, dead).expect("the enemy has seen it fall");
    assert_eq!((of_enemy.0, of_enemy.1), ("enemy", "killed"));
    assert!(
        remembered(&court, 2, Subject::Thing(bomb)).is_none_or(|fact| fact.1 == "lying"),
        "it sees the bomb at most"
    );
}

/// The names of the actions of an agent's plan.
fn plan(court: &Court, agent: u16) -> Vec<&'static str> {
    let brain = &court.get::<Mind>(agent).brain;
    let steps = court.get::<PlanExecuter>(agent).steps.iter();
    steps.filter_map(|step| Some(brain.action(step.action)?.data.name.as_str())).collect()
}

#[test]
fn with_an_empty_gun_the_fight_is_planned_from_cover_to_the_shots() {
    let mut court = Court::with(ROWS, &[(16.5, 4.5)], &[(23.5, 3.5)], |agent| agent == 1);
    let soldier = court.entity(0);
    court.app.world_mut().get_mut::<Gun>(soldier).unwrap().loaded = 0;
    court.face(0, 90.0);
    let seen = court.until(3.0, |court| plan(court, 0).len() >= 3);
    let steps = plan(&court, 0);
    assert!(seen && steps == ["move_to_cover", "reload_in_cover", "look_out", "attack_from_cover"], "{steps:?}");
}

#[test]
fn a_soldier_whose_gun_runs_empty_stops_aiming_and_changes_the_magazine() {
    let mut court = Court::with(ROWS, &[(16.5, 4.5)], &[(23.5, 3.5)], |agent| agent == 1);
    court.face(0, 90.0);
    let shoots = |court: &Court| {
        let executer = court.get::<PlanExecuter>(0);
        let current = plan(court, 0).get(executer.at).copied().unwrap_or_default();
        ["attack", "take_firing_position", "attack_from_cover"].contains(&current)
    };
    assert!(court.until(4.0, shoots), "{:?}", plan(&court, 0));
    let soldier = court.entity(0);
    court.app.world_mut().get_mut::<Gun>(soldier).unwrap().loaded = 1;
    assert!(court.until(4.0, |court| court.gun(0).loaded == 0), "it shoots");
    assert!(court.until(1.0, |court| !shoots(court)), "{:?}", plan(&court, 0));
    assert!(court.until(8.0, |court| court.gun(0).loaded > 1), "{:?}", plan(&court, 0));
}

#[test]
fn an_enemy_that_is_lost_is_looked_for_and_then_shot_at_in_one_plan() {
    let mut court = Court::with(ROWS, &[(3.5, 7.0)], &[(35.5, 3.5)], |agent| agent == 1);
    // Believed behind the block in the middle, out of sight.
    let lost = percept("enemy", Subject::Agent(AgentId(1)), "", Vec3::new(12.5, 0.0, 2.5), PerceptSource::Seen, None);
    let soldier = court.entity(0);
    court.app.world_mut().get_mut::<Percepts>(soldier).unwrap().0.push(lost);
    // Once it is out of sight.
    let planned = court.until(3.0, |court| plan(court, 0).iter().any(|step| step.starts_with("peek")));
    let steps = plan(&court, 0);
    assert!(planned && steps.last() == Some(&"attack") && court.goal(0) == "eliminate_enemy", "{steps:?}");
}

#[test]
fn who_cannot_step_out_of_the_line_of_a_mate_crouches() {
    const LANE: &[&str] = &["####################", "#x................b#", "##########A#########"];
    // The lane is a metre wide: its mate stands between the soldier and the enemy.
    let mut court = Court::with(LANE, &[(3.5, 1.5), (6.5, 1.5)], &[(15.5, 1.5)], |agent| agent != 0);
    court.board(1).go.post(GoRequest::Stay { gait: Gait::Walk });
    court.face(0, 90.0);
    let seen = percept("enemy", Subject::Agent(AgentId(2)), "", Vec3::new(15.5, 0.0, 1.5), PerceptSource::Seen, None);
    let soldier = court.entity(0);
    let mut crouched = false;
    for _ in 0..60 {
        court.app.world_mut().get_mut::<Percepts>(soldier).unwrap().0.push(seen);
        court.run(0.034);
        crouched |= court.get::<quarry::world::Body>(0).crouch > 0.5;
    }
    assert!(crouched, "{:?}", plan(&court, 0));
    assert_eq!(court.gun(0).shots, 0, "it does not shoot at its mate");
}
