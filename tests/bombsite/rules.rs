//! The rules of a round: taking, planting and defusing the bomb, the end of a round, and the readings of the agents.

use quarry::games::bombsite::BombEvent;
use quarry_minds::{
    Mind, WorkingMemory,
    protocol::{FailReason, PerceptSource, Subject},
};

use super::stage::{COURT, Court};

fn with_bomb() -> Court {
    let mut court = Court::new(COURT, &[(3.5, 2.5), (1.5, 1.5)], &[(28.0, 2.5)]);
    let bomb = court.thing("bomb");
    court.use_thing(0, bomb, "take").unwrap();
    court.run(0.1);
    court
}

#[test]
fn a_bomb_is_planted_in_its_time_and_explodes_after_its_fuse() {
    let mut court = with_bomb();
    assert_eq!((court.reading(0, "bomb"), court.reading(1, "bomb")), (1.0, 0.0));
    let site = court.thing("site_a");
    assert_eq!(court.use_thing(1, site, "plant"), Err(FailReason::Refused), "it does not carry the bomb");
    court.put(0, (5.0, 2.5));
    let took = court.use_thing(0, site, "plant").unwrap();
    assert!((took - 3.2).abs() < 0.1, "{took}");
    court.run(0.2);
    assert_eq!((court.number("planted"), court.reading(2, "planted"), court.reading(0, "bomb")), (1.0, 1.0, 0.0));
    // The planter walks away; the other attacker stays too near.
    court.put(0, (26.0, 1.5));
    assert!(court.until(41.0, |court| court.outcome().is_some()));
    assert_eq!((court.outcome(), court.number("wins.attackers")), (Some("exploded"), 1.0));
    assert_eq!((court.lives(0), court.lives(1), court.lives(2)), (true, false, true));
    let beeps =
        court.count(|event| matches!(event, quarry_minds::protocol::MatchEvent::Noise { kind, .. } if *kind == "beep"));
    assert!((39..=41).contains(&beeps), "{beeps} beeps");
}

#[test]
fn a_planted_bomb_is_defused_by_a_defender_who_stays_with_it() {
    let mut court = with_bomb();
    let site = court.thing("site_a");
    court.put(0, (5.0, 2.5));
    court.use_thing(0, site, "plant").unwrap();
    court.run(0.1);
    let bomb = court.state().planted.unwrap().thing;
    assert_eq!(court.use_thing(2, bomb, "defuse"), Err(FailReason::OutOfReach));
    court.put(2, (6.0, 2.5));
    court.put(0, (20.0, 1.5));
    let took = court.use_thing(2, bomb, "defuse").unwrap();
    assert!((took - 10.0).abs() < 0.2, "{took}");
    court.run(0.2);
    assert_eq!((court.outcome(), court.number("wins.defenders"), court.number("defused")), (Some("defused"), 1.0, 1.0));
}

#[test]
fn attackers_do_not_defuse_and_defenders_do_not_plant_or_take() {
    let mut court = with_bomb();
    court.put(2, (3.5, 2.5));
    let (bomb, site) = (court.thing("bomb"), court.thing("site_a"));
    assert_eq!(court.use_thing(2, bomb, "take"), Err(FailReason::Refused));
    court.put(2, (6.0, 2.5));
    assert_eq!(court.use_thing(2, site, "plant"), Err(FailReason::Refused));
    court.put(0, (5.0, 2.5));
    court.use_thing(0, site, "plant").unwrap();
    court.run(0.1);
    let planted = court.state().planted.unwrap().thing;
    assert_eq!(court.use_thing(0, planted, "defuse"), Err(FailReason::Refused));
}

#[test]
fn the_time_is_up_unless_the_bomb_is_planted() {
    let mut court = Court::new(COURT, &[(3.5, 1.5)], &[(28.0, 2.5)]);
    assert!(court.until(116.0, |court| court.outcome().is_some()));
    assert_eq!((court.outcome(), court.number("wins.defenders")), (Some("time"), 1.0));
}

#[test]
fn a_carrier_that_dies_drops_the_bomb_for_another() {
    let mut court = with_bomb();
    court.put(0, (12.0, 2.5));
    court.aim(2, bevy::math::Vec3::new(12.0, 1.2, 2.5), false);
    court.run(1.0);
    court.aim(2, bevy::math::Vec3::new(12.0, 1.2, 2.5), true);
    assert!(court.until(8.0, |court| !court.lives(0)), "{} health left", court.health(0));
    assert_eq!(court.state().carrier, None);
    assert_eq!((court.number("kills.defenders"), court.number("deaths.attackers")), (1.0, 1.0));
    let told = |event: &quarry_minds::protocol::MatchEvent| {
        matches!(BombEvent::read(event), Some(BombEvent::Killed { by: Some(_), .. }))
    };
    assert_eq!(court.count(told), 1);
    let bomb = court.thing("bomb");
    court.put(1, (12.0, 2.0));
    court.use_thing(1, bomb, "take").unwrap();
    court.run(0.1);
    assert_eq!(court.reading(1, "bomb"), 1.0);
}

#[test]
fn a_lone_attacker_knows_where_the_bomb_lies_without_having_seen_it_and_fetches_it() {
    const WALLED: &[&str] = &[
        "##############################",
        "#x..........#...........#....#",
        "#...........#..b........#....#",
        "#...........#...........#....#",
        "#...........#...........#....#",
        "#...................A...#....#",
        "##############################",
    ];
    let mut court = Court::with(WALLED, &[(2.5, 1.5)], &[(27.5, 1.5)], |agent| agent == 1);
    court.run(0.2);
    let bomb = Subject::Thing(court.thing("bomb"));
    let fact = court.get::<WorkingMemory>(0).about(bomb).expect("it knows of the bomb").clone();
    assert_eq!((fact.state.as_str(), fact.source), ("lying", PerceptSource::Known));
    let fetched = court.until(80.0, |court| court.reading(0, "bomb") > 0.0);
    assert!(fetched, "it does not fetch the bomb: {:?}", court.get::<Mind>(0).goal());
}
