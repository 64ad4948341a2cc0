//! What a single animal does about hunger, thirst and tiredness.

use quarry_minds::protocol::MatchEvent;

use super::stage::Meadow;

const MEADOW: &[&str] = &[
    "##############",
    "#x..........##",
    "#...g..g....##",
    "#...........##",
    "#.......sss.##",
    "#..B....s~s.##",
    "#.......sss.##",
    "#...........##",
    "##############",
];

#[test]
fn a_hungry_rabbit_plans_two_meals_and_eats_them() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (2.5, 2.5))]);
    meadow.set(0, "satiety", 30.0);
    let meals = |meadow: &Meadow| meadow.plan(0).iter().filter(|step| **step == "eat").count();
    assert!(meadow.until(8.0, |meadow| meals(meadow) == 2), "{} {:?}", meadow.goal(0), meadow.plan(0));
    assert!(meadow.until(30.0, |meadow| meadow.gauge(0, "satiety") > 60.0), "{}", meadow.gauge(0, "satiety"));
    let bites: f32 = meadow.stocks("grass").iter().map(|left| 4.0 - left).sum();
    assert!(bites > 1.5, "{:?}", meadow.stocks("grass"));
}

#[test]
fn a_thirsty_rabbit_drinks_at_the_pond() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (2.5, 2.5))]);
    meadow.set(0, "hydration", 20.0);
    assert!(meadow.until(40.0, |meadow| meadow.gauge(0, "hydration") > 60.0), "{}", meadow.gauge(0, "hydration"));
    assert!(meadow.place(0).distance(bevy::math::Vec3::new(9.5, 0.0, 5.5)) < 3.5, "{}", meadow.place(0));
}

#[test]
fn a_tired_rabbit_sleeps_in_the_burrow_and_sees_nothing_meanwhile() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 4.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "burrow")));
    meadow.set(0, "energy", 15.0);
    assert!(meadow.until(30.0, |meadow| meadow.animal(0).asleep), "{} {:?}", meadow.goal(0), meadow.plan(0));
    assert!(meadow.hidden(0), "a burrow is known: it sleeps inside");
    let attention = *meadow.app.world().get::<quarry::senses::Attention>(meadow.entity(0)).unwrap();
    assert!(attention.sight == 0.0 && attention.hearing < 1.0, "{attention:?}");
    assert!(meadow.until(100.0, |meadow| meadow.gauge(0, "energy") > 85.0), "{}", meadow.gauge(0, "energy"));
}

#[test]
fn a_badly_hurt_rabbit_lies_low_in_its_burrow_until_its_wounds_have_closed() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 4.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "burrow")));
    for need in ["satiety", "hydration", "energy"] {
        meadow.set(0, need, 99.0);
    }
    meadow.set(0, "health", 45.0);
    assert!(meadow.until(15.0, |meadow| meadow.hidden(0)), "{} {:?}", meadow.goal(0), meadow.plan(0));
    assert!(meadow.until(90.0, |meadow| !meadow.hidden(0)), "it comes out again");
    let health = meadow.gauge(0, "health");
    assert!((74.0..85.0).contains(&health), "with {health} health");
}

#[test]
fn a_thirsty_rabbit_leaves_the_burrow_it_slept_in_though_others_sit_before_it() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 4.5)), ("rabbit", (2.5, 2.5)), ("rabbit", (2.0, 2.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "burrow")));
    meadow.set(0, "energy", 15.0);
    assert!(meadow.until(30.0, |meadow| meadow.animal(0).asleep && meadow.hidden(0)), "{:?}", meadow.plan(0));
    meadow.set(0, "energy", 97.0);
    meadow.set(0, "hydration", 20.0);
    let entry = meadow.entry("burrow");
    for agent in [1, 2] {
        meadow.stand(agent, entry);
        meadow.set(agent, "energy", 0.5);
    }
    assert!(meadow.until(10.0, |meadow| !meadow.hidden(0)), "{} {:?}", meadow.goal(0), meadow.plan(0));
    assert!(meadow.until(40.0, |meadow| meadow.gauge(0, "hydration") > 60.0), "{}", meadow.gauge(0, "hydration"));
}

#[test]
fn an_animal_without_food_or_water_dies_and_says_of_what() {
    let bare = &["######", "#x...#", "#....#", "######"];
    for (gauge, cause) in [("satiety", "starvation"), ("hydration", "thirst")] {
        let mut meadow = Meadow::new(bare, &[("rabbit", (2.5, 2.0))]);
        meadow.set(0, gauge, 1.0);
        assert!(meadow.until(120.0, |meadow| !meadow.lives(0)));
        assert_eq!(meadow.number(&format!("deaths.rabbit.{cause}")), 1.0);
        assert_eq!(meadow.number("alive.rabbit"), 0.0);
        assert_eq!(meadow.stocks("meat").len(), 1, "a carcass is left");
    }
}

#[test]
fn a_bear_eats_apples_in_reach_and_a_rabbit_leaves_them() {
    let orchard = &["########", "#x.....#", "#..a...#", "#......#", "########"];
    let mut meadow = Meadow::new(orchard, &[("bear", (1.8, 1.8))]);
    meadow.set(0, "satiety", 25.0);
    assert!(meadow.until(30.0, |meadow| meadow.gauge(0, "satiety") > 60.0), "{:?}", meadow.plan(0));
    assert!(meadow.stocks("apple")[0] < 2.5);
    let mut meadow = Meadow::new(orchard, &[("rabbit", (1.8, 1.8))]);
    meadow.set(0, "satiety", 25.0);
    meadow.run(20.0);
    assert!(meadow.stocks("apple")[0] > 2.9, "a rabbit eats grass only");
}

#[test]
fn an_animal_knows_no_water_it_has_not_seen() {
    let walled = &["##########", "#x...#...#", "#....#.s.#", "#....#...#", "#........#", "#........#", "##########"];
    let mut meadow = Meadow::new(walled, &[("rabbit", (1.8, 1.8))]);
    meadow.run(1.0);
    assert!(!meadow.knows(0, "water"), "the water is behind a wall");
    meadow.set(0, "hydration", 30.0);
    assert!(meadow.until(60.0, |meadow| meadow.gauge(0, "hydration") > 60.0), "it looks for water and drinks");
    assert!(meadow.knows(0, "water"));
}

const POND: &[&str] = &[
    "##############",
    "#x..........##",
    "#...........##",
    "#...........##",
    "#.......sss.##",
    "#.......s~s.##",
    "#.......sss.##",
    "#...........##",
    "##############",
];

#[test]
fn a_rabbit_that_dies_of_thirst_drinks_before_it_looks_for_food_on() {
    let mut meadow = Meadow::new(POND, &[("rabbit", (2.5, 2.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "water")));
    meadow.set(0, "satiety", 1.0);
    assert!(meadow.until(5.0, |meadow| meadow.goal(0) == "eat"), "{}", meadow.goal(0));
    meadow.set(0, "hydration", 1.0);
    assert!(meadow.until(3.0, |meadow| meadow.goal(0) == "drink"), "{}", meadow.goal(0));
    assert!(meadow.until(20.0, |meadow| meadow.gauge(0, "hydration") > 40.0), "{}", meadow.gauge(0, "hydration"));
}

#[test]
fn a_burrow_is_remembered_at_its_entrance_also_when_another_was_seen_going_in() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 6.5)), ("rabbit", (4.5, 4.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(1, "burrow")));
    meadow.set(1, "energy", 15.0);
    let watched = |meadow: &Meadow| meadow.remembered(0, "burrow").is_some_and(|(state, _)| state == "occupied");
    assert!(meadow.until(30.0, watched), "{:?}", meadow.remembered(0, "burrow"));
    let (_, place) = meadow.remembered(0, "burrow").unwrap();
    assert!(place.distance(meadow.entry("burrow")) < 0.01, "{place} instead of {}", meadow.entry("burrow"));
}

#[test]
fn a_rabbit_that_finds_the_burrow_full_remembers_it_and_sleeps_elsewhere() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 4.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "burrow")));
    meadow.fill("burrow");
    meadow.set(0, "energy", 15.0);
    let full = |meadow: &Meadow| meadow.remembered(0, "burrow").is_some_and(|(state, _)| state == "full");
    assert!(meadow.until(20.0, full), "{:?}", meadow.remembered(0, "burrow"));
    assert!(meadow.until(20.0, |meadow| meadow.animal(0).asleep), "{} {:?}", meadow.goal(0), meadow.plan(0));
    assert!(!meadow.hidden(0));
}

#[test]
fn a_full_burrow_is_not_tried_again_and_again() {
    let mut meadow = Meadow::new(MEADOW, &[("rabbit", (4.5, 4.5))]);
    assert!(meadow.until(5.0, |meadow| meadow.knows(0, "burrow")));
    meadow.fill("burrow");
    meadow.set(0, "energy", 15.0);
    let full = |meadow: &Meadow| meadow.remembered(0, "burrow").is_some_and(|(state, _)| state == "full");
    assert!(meadow.until(20.0, full));
    let tries = |meadow: &Meadow| {
        meadow
            .events()
            .filter(|event| matches!(event, MatchEvent::ActionStarted { action, .. } if *action == "hide"))
            .count()
    };
    assert_eq!(tries(&meadow), 1);
    for _ in 0..20 {
        meadow.set(0, "energy", 15.0);
        meadow.run(2.0);
    }
    assert_eq!(tries(&meadow), 1, "within 40 s it is not tried again");
}
