//! What animals smell: carcasses, blood and females that court; and the wind.

use quarry::{
    senses::{Acquaintances, Scents},
    world::Wind,
};
use quarry_minds::{
    WorkingMemory,
    protocol::{AgentId, PerceptSource, label},
};

use super::stage::Meadow;

const RULES: &str = "assets/wild/rules/standard.ron";

/// Two halves with a wall of rock between them, and a way around its end.
const DIVIDED: &[&str] = &[
    "##############################",
    "#x.............#.............#",
    "#..............#.............#",
    "#..............#.............#",
    "#..............#.............#",
    "#..............#.............#",
    "#..............#.............#",
    "#............................#",
    "#............................#",
    "##############################",
];

fn still(mut meadow: Meadow) -> Meadow {
    meadow.edit(RULES, "game.wind.stretch", "0").unwrap();
    meadow
}

/// Whether an animal remembers something of a kind that it has smelt last.
fn has_smelt(meadow: &Meadow, agent: u16, kind: &str) -> bool {
    let smelt = PerceptSource::Sensed(label("smelt"));
    meadow.get::<WorkingMemory>(agent).facts().iter().any(|fact| fact.kind == kind && fact.source == smelt)
}

#[test]
fn a_wolf_finds_a_carcass_behind_a_wall_by_its_nose() {
    let mut meadow = still(Meadow::new(DIVIDED, &[("wolf", (3.0, 2.0))]));
    meadow.set(0, "satiety", 30.0);
    meadow.intervene("place_meat", None, Some((26.5, 2.5)), None).unwrap();
    assert!(meadow.until(2.0, |meadow| has_smelt(meadow, 0, "meat")), "23 m away");
    assert!(meadow.until(5.0, |meadow| meadow.plan(0).contains(&"eat")), "{:?}", meadow.plan(0));
    let fed = meadow.gauge(0, "satiety");
    assert!(meadow.until(40.0, |meadow| meadow.gauge(0, "satiety") > fed + 20.0), "{:?}", meadow.plan(0));
    let (_, place) = meadow.remembered(0, "meat").unwrap();
    assert!(place.distance(bevy::math::Vec3::new(26.5, 0.0, 2.5)) < 0.01, "seen, it is known where it lies: {place}");
}

#[test]
fn a_rabbit_smells_a_wolf_that_it_cannot_see() {
    let mut meadow = still(Meadow::new(DIVIDED, &[("rabbit", (13.0, 2.0)), ("wolf", (18.0, 2.0))]));
    assert!(meadow.until(2.0, |meadow| has_smelt(meadow, 0, "wolf_scent")));
    assert!(!meadow.knows(0, "wolf"), "its nose does not tell which wolf");
    assert!(!meadow.knows(1, "wolf_scent"), "none smells itself");
}

#[test]
fn a_wounded_animal_smells_of_blood() {
    let mut meadow = still(Meadow::new(DIVIDED, &[("rabbit", (13.0, 2.0)), ("wolf", (18.0, 2.0))]));
    meadow.run(2.0);
    assert!(!meadow.knows(1, "blood"));
    meadow.set(0, "health", 40.0);
    assert!(meadow.until(2.0, |meadow| has_smelt(meadow, 1, "blood")));
}

#[test]
fn a_male_smells_a_female_that_courts_unless_she_is_of_his_family() {
    let heat = |meadow: &Meadow| meadow.get::<Scents>(0).0[2];
    for kin in [false, true] {
        let mut meadow =
            still(Meadow::new(DIVIDED, &[("wolf", (13.0, 2.0)), ("wolf", (18.0, 2.0)), ("wolf", (20.0, 2.0))]));
        assert!(meadow.animal(0).female && !meadow.animal(1).female);
        meadow.run(0.2);
        assert_eq!(heat(&meadow).0, label("wolf_heat"));
        let world = meadow.app.world_mut();
        let female = world.resource::<quarry_minds::protocol::Roster>().entity(AgentId(0)).unwrap();
        world.get_mut::<Scents>(female).unwrap().0[2].1 = 1.0;
        if kin {
            let male = meadow.entity(1);
            let mut known = meadow.app.world_mut().get_mut::<Acquaintances>(male).unwrap();
            known.0.push((AgentId(0), label("kin")));
        }
        let mut smelt = false;
        for _ in 0..60 {
            // As if she courted all the time.
            let female = meadow.entity(0);
            meadow.app.world_mut().get_mut::<Scents>(female).unwrap().0[2].1 = 1.0;
            meadow.run(1.0 / 30.0);
            smelt |= has_smelt(&meadow, 1, "wolf_heat");
        }
        assert_eq!(smelt, !kin);
    }
}

#[test]
fn the_wind_turns_slowly_and_in_the_same_way_in_every_match() {
    let run = || {
        let mut meadow = Meadow::new(DIVIDED, &[("bear", (5.0, 4.0))]);
        let mut winds = Vec::new();
        for _ in 0..30 {
            meadow.run(10.0);
            winds.push(meadow.app.world().resource::<Wind>().0);
        }
        winds
    };
    let winds = run();
    assert!(winds.iter().all(|wind| (wind.length() - 0.6).abs() < 1e-4), "{winds:?}");
    assert!(winds.windows(2).all(|pair| pair[0].distance(pair[1]) < 0.2), "{winds:?}");
    assert!(winds.iter().any(|wind| wind.distance(winds[0]) > 0.2), "{winds:?}");
    assert_eq!(winds, run());
}
