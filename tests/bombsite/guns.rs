//! Guns in a court: hits by height, walls, low walls, spread, magazines, friends, and what is sensed of a shot.

use bevy::math::Vec3;
use quarry_minds::{
    WorkingMemory,
    protocol::{Gait, GoRequest, GunRequest, MatchEvent, PerceptSource, Status, label},
};

use super::stage::Court;

const RANGE: &[&str] = &[
    "########################",
    "#x.....................#",
    "#....A.b...............#",
    "#......................#",
    "#..........-...........#",
    "#..........-...........#",
    "########################",
];

fn shots(court: &Court) -> usize {
    court.count(|event| matches!(event, MatchEvent::Shot { .. }))
}

/// One shot of a steady gun at a height of the target; the harm it does.
fn harm_at(height: f32) -> f32 {
    let mut court = Court::new(RANGE, &[(4.5, 1.5)], &[(9.5, 1.5)]);
    court.aim(0, Vec3::new(9.5, height, 1.5), false);
    court.run(1.0);
    court.aim(0, Vec3::new(9.5, height, 1.5), true);
    let before = court.health(1);
    assert!(court.until(1.0, |court| shots(court) > 0));
    court.run(0.034);
    court.board(0).gun.clear();
    before - court.health(1)
}

#[test]
fn a_shot_hurts_by_the_part_it_hits_and_by_distance() {
    let torso = harm_at(1.1);
    assert!((32.0..33.0).contains(&torso), "33 at the muzzle, a little less at five metres: {torso}");
    assert!((harm_at(0.4) / torso - 0.75).abs() < 0.05, "legs");
    assert!(harm_at(1.68) >= 100.0, "head");
}

#[test]
fn walls_stop_shots_and_low_walls_hide_who_crouches() {
    let mut court = Court::new(RANGE, &[(4.5, 5.0)], &[(12.4, 5.0)]);
    court.board(1).go.post(GoRequest::Stay { gait: Gait::Crouch });
    court.run(1.0);
    court.aim(0, Vec3::new(12.4, 0.8, 5.0), true);
    court.run(2.0);
    assert!(shots(&court) > 10);
    assert_eq!(court.health(1), 100.0, "it crouches behind the wall");
    court.board(1).go.post(GoRequest::Stay { gait: Gait::Walk });
    court.aim(0, Vec3::new(12.4, 1.5, 5.0), true);
    assert!(court.until(3.0, |court| court.health(1) < 100.0), "it stands up");
}

#[test]
fn a_magazine_is_emptied_and_changed() {
    let mut court = Court::new(RANGE, &[(4.5, 1.5)], &[(20.5, 5.5)]);
    court.aim(0, Vec3::new(4.5, 1.6, 0.0), true);
    assert!(court.until(4.0, |court| court.gun(0).loaded == 0));
    assert!((2.8..3.2).contains(&(f64::from(court.gun(0).shots) / 10.0)), "30 rounds at 10 a second");
    assert_eq!((court.number("shots.attackers"), court.number("shots.defenders")), (30.0, 0.0));
    court.run(0.1);
    assert!(matches!(court.board(0).gun.status(), Status::Failed(_)));
    assert_eq!((court.reading(0, "loaded"), court.reading(0, "gun_ready")), (0.0, 0.0));
    court.board(0).gun.post(GunRequest::Reload);
    court.run(2.3);
    assert_eq!(court.gun(0).loaded, 0, "it takes 2.5 s");
    court.run(0.4);
    assert_eq!((court.gun(0).loaded, court.gun(0).reserve), (30, 60));
}

#[test]
fn running_and_long_bursts_spread_shots() {
    // The largest angle of the shots of a burst from the line to the wall, in degrees.
    let widest = |runs: bool, seconds: f32| {
        let mut court = Court::new(RANGE, &[(2.5, 3.5)], &[(20.5, 5.5)]);
        if runs {
            court.board(0).go.post(GoRequest::Steer { direction: Vec3::X, gait: Gait::Run });
        }
        court.board(0).look.post(quarry_minds::protocol::LookRequest::Along { direction: Vec3::X });
        court.run(0.8);
        court.board(0).gun.post(GunRequest::Fire);
        court.run(seconds);
        let lines: Vec<Vec3> = court
            .app
            .world()
            .resource::<quarry_minds::protocol::EventLog>()
            .entries()
            .iter()
            .filter_map(|entry| match &entry.event {
                MatchEvent::Shot { from, to, .. } => Some(Vec3::from(*to) - Vec3::from(*from)),
                _ => None,
            })
            .collect();
        let off = lines.iter().map(|line| line.angle_between(Vec3::X).to_degrees());
        (off.fold(0.0, f32::max), lines.len())
    };
    let ((one, few), (burst, many), (running, _)) = (widest(false, 0.1), widest(false, 2.5), widest(true, 0.7));
    assert!(few <= 2 && many > 20, "{few}, {many}");
    assert!(one <= 1.0, "{one}");
    assert!(burst > 1.5 && burst < 5.0, "recoil: {burst}");
    assert!(running > 1.5, "running: {running}");
}

#[test]
fn friends_are_not_hurt_and_stop_shots() {
    let mut court = Court::new(RANGE, &[(4.5, 1.5), (7.5, 1.5)], &[(10.5, 1.5)]);
    court.run(0.1);
    court.aim(0, Vec3::new(10.5, 1.1, 1.5), true);
    court.run(2.0);
    assert!(shots(&court) > 10);
    assert_eq!((court.health(1), court.health(2)), (100.0, 100.0));
}

#[test]
fn who_is_hit_feels_whence_and_others_hear_it() {
    let mut court = Court::awake(RANGE, &[(4.5, 1.5)], &[(19.5, 1.5)]);
    let felt = |court: &Court, agent: u16, kind: &str, source: PerceptSource| {
        let facts = court.get::<WorkingMemory>(agent).facts();
        facts.iter().any(|fact| fact.kind == label(kind) && fact.source == source)
    };
    assert!(court.until(20.0, |court| (0..2).any(|agent| court.health(agent) < 100.0)), "they fight");
    court.run(0.1);
    let hit = if court.health(0) < 100.0 { 0 } else { 1 };
    assert!(felt(&court, hit, "danger", PerceptSource::Felt));
}

#[test]
fn a_soldier_with_a_mate_in_its_line_of_fire_steps_aside_and_hits_the_enemy() {
    const HALL: &[&str] = &[
        "########################",
        "#x.....................#",
        "#......................#",
        "#....A.b...............#",
        "#......................#",
        "#......................#",
        "########################",
    ];
    let mut court = Court::with(HALL, &[(4.5, 3.5), (8.5, 3.5)], &[(15.5, 3.5)], |agent| agent > 0);
    court.face(0, 90.0);
    let hits = |court: &Court, of: u16| {
        let by_the_first = |event: &MatchEvent| matches!(event, MatchEvent::Shot { by, hit, .. } if by.0 == 0 && *hit == Some(quarry_minds::protocol::AgentId(of)));
        court.count(by_the_first)
    };
    assert!(court.until(12.0, |court| hits(court, 2) > 0), "{} shots", shots(&court));
    assert_eq!(hits(&court, 1), 0, "no shot strikes the mate");
}
