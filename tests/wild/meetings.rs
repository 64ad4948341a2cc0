//! What animals do to each other: kill, eat, flee, mate, bear young and follow their parents.

use quarry::games::wild::WildEvent;
use quarry_minds::protocol::MatchEvent;

use super::stage::{FIELD, Meadow};

#[test]
fn a_hungry_wolf_plans_three_attacks_for_a_health_of_100_and_eats_what_it_kills() {
    let mut meadow = Meadow::new(FIELD, &[("rabbit", (3.0, 3.5)), ("wolf", (6.0, 3.5))]);
    meadow.set(1, "satiety", 20.0);
    meadow.set(1, "energy", 90.0);
    let attacks = |meadow: &Meadow| -> Vec<_> {
        meadow.plan(1).into_iter().filter(|step| ["bite", "claw"].contains(step)).collect()
    };
    assert!(meadow.until(4.0, |meadow| !attacks(meadow).is_empty()), "{:?}", meadow.plan(1));
    assert_eq!(attacks(&meadow), ["bite", "bite", "claw"], "40 for a bite, 20 for a claw, which costs less");
    assert!(meadow.until(60.0, |meadow| !meadow.lives(0)), "the rabbit has {} health", meadow.gauge(0, "health"));
    assert_eq!(
        (
            meadow.number("deaths.rabbit.predation"),
            meadow.told(|event| matches!(event, WildEvent::Died { by: Some(_), .. }))
        ),
        (1.0, 1)
    );
    let fed = meadow.gauge(1, "satiety");
    // It knows what it has killed.
    let hunts = |meadow: &Meadow| meadow.plan(1).iter().any(|step| ["chase", "bite", "claw"].contains(step));
    meadow.run(0.2);
    assert!(!meadow.until(4.0, hunts), "{:?}", meadow.plan(1));
    assert!(meadow.until(30.0, |meadow| meadow.gauge(1, "satiety") > fed + 30.0), "{:?}", meadow.plan(1));
    assert!(meadow.until(150.0, |meadow| meadow.stocks("meat").iter().all(|left| *left <= 0.0)), "it is eaten or rots");
}

#[test]
fn a_rabbit_flees_a_wolf_and_hides_where_there_is_a_burrow() {
    let with_burrow = &[
        "################",
        "#x.............#",
        "#..B...........#",
        "#..............#",
        "#..............#",
        "################",
    ];
    let mut meadow = Meadow::new(with_burrow, &[("rabbit", (6.0, 3.5)), ("wolf", (13.5, 3.5))]);
    meadow.set(1, "satiety", 15.0);
    assert!(meadow.until(10.0, |meadow| meadow.goal(0) == "hide"), "{}", meadow.goal(0));
    assert!(meadow.until(12.0, |meadow| meadow.hidden(0) || !meadow.lives(0)), "{:?}", meadow.plan(0));
}

#[test]
fn two_that_consent_mate_and_their_young_follow_the_mother_and_grow() {
    let mut meadow = Meadow::new(FIELD, &[("rabbit", (4.0, 3.5)), ("rabbit", (9.0, 3.5))]);
    assert!(
        meadow.until(60.0, |meadow| meadow.told(|event| matches!(event, WildEvent::Mated { .. })) == 1),
        "{} {}",
        meadow.goal(0),
        meadow.goal(1)
    );
    assert!(meadow.until(60.0, |meadow| meadow.agents() > 2), "young are born");
    meadow.run(1.0);
    let born = meadow.told(|event| matches!(event, WildEvent::Born { .. }));
    assert_eq!((born, meadow.number("births.rabbit") as usize, meadow.agents() - 2), (born, born, born));
    let entered = meadow.events().filter(|event| matches!(event, MatchEvent::Entered { .. })).count();
    assert_eq!(entered, born);
    let (mother, father) = meadow.animal(2).parents.unwrap();
    assert!(meadow.animal(mother.0).female && !meadow.animal(father.0).female);
    assert!(!meadow.animal(2).grown && meadow.animal(mother.0).grown);
    assert!(meadow.until(5.0, |meadow| meadow.knows(2, "parent")), "it knows its mother among the others");
    let apart = |meadow: &Meadow| meadow.place(2).distance(meadow.place(mother.0));
    assert!(meadow.until(40.0, |meadow| apart(meadow) < 4.5), "{}", apart(&meadow));
    meadow.set(2, "age", 89.0);
    assert!(meadow.until(3.0, |meadow| meadow.animal(2).grown));
}

#[test]
fn one_alone_does_not_mate_nor_does_one_whose_partner_is_not_ready() {
    let mut meadow = Meadow::new(FIELD, &[("rabbit", (4.0, 3.5)), ("rabbit", (6.0, 3.5))]);
    meadow.set(1, "age", 10.0);
    meadow.run(30.0);
    assert_eq!(meadow.told(|event| matches!(event, WildEvent::Mated { .. })), 0, "the other is a child");
}

#[test]
fn an_attack_is_sensed_nearby_and_the_cry_heard_farther_but_nobody_is_told_of_the_death() {
    let rows = &[
        "################################",
        "#x...............#.............#",
        "#................#.............#",
        "#................#.............#",
        "################################",
    ];
    let mut meadow = Meadow::new(
        rows,
        &[("rabbit", (2.0, 2.5)), ("rabbit", (6.0, 2.5)), ("rabbit", (28.0, 2.5)), ("wolf", (3.5, 2.5))],
    );
    meadow.set(3, "satiety", 10.0);
    assert!(meadow.until(20.0, |meadow| meadow.gauge(0, "health") < 95.0 || meadow.gauge(1, "health") < 95.0));
    meadow.run(0.2);
    assert!(meadow.knows(0, "danger") || meadow.knows(1, "danger"));
    assert!(meadow.until(60.0, |meadow| !meadow.lives(0) || !meadow.lives(1)));
    meadow.run(1.0);
    let dead = if meadow.lives(0) { 1 } else { 0 };
    assert!(!meadow.knows_agent(2, dead), "the rabbit behind the wall knows nothing of it");
    assert!(!meadow.knows(2, "danger"));
}
