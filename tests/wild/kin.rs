//! Sexes and families: which animals mate with each other, and which others an animal knows as its own.

use std::collections::BTreeSet;

use quarry::{
    games::wild::{Animal, WildEvent},
    senses::Acquaintances,
};
use quarry_minds::protocol::{AgentId, label};

use super::stage::{FIELD, Meadow};

fn matings(meadow: &Meadow) -> usize {
    meadow.told(|event| matches!(event, WildEvent::Mated { .. }))
}

fn change(meadow: &mut Meadow, agent: u16, change: impl Fn(&mut Animal)) {
    let entity = meadow.entity(agent);
    change(&mut meadow.app.world_mut().get_mut::<Animal>(entity).unwrap());
}

/// As which kind an animal knows another.
fn knows_as(meadow: &Meadow, agent: u16, other: u16) -> Option<&'static str> {
    meadow.get::<Acquaintances>(agent).get(AgentId(other)).map(|relation| relation.as_str())
}

/// Two rabbits that could mate, but for their sexes.
fn two(female: bool) -> Meadow {
    let mut meadow = Meadow::new(FIELD, &[("rabbit", (4.0, 3.5)), ("rabbit", (6.0, 3.5))]);
    for agent in [0, 1] {
        change(&mut meadow, agent, |animal| (animal.female, animal.mating_rest) = (female, 0.0));
    }
    meadow
}

#[test]
fn the_sexes_of_a_species_alternate_at_the_start() {
    let places = [("rabbit", (4.0, 3.5)), ("rabbit", (6.0, 3.5)), ("rabbit", (8.0, 3.5)), ("wolf", (17.0, 3.5))];
    let meadow = Meadow::new(FIELD, &places);
    assert_eq!([0, 1, 2, 3].map(|agent| meadow.animal(agent).female), [true, false, true, true]);
}

#[test]
fn two_of_one_sex_do_not_mate() {
    for female in [true, false] {
        let mut meadow = two(female);
        meadow.run(30.0);
        assert_eq!(matings(&meadow), 0, "female: {female}");
        change(&mut meadow, 1, |animal| animal.female = !female);
        assert!(meadow.until(60.0, |meadow| matings(meadow) == 1), "{:?} {:?}", meadow.plan(0), meadow.plan(1));
    }
}

#[test]
fn only_a_female_is_seen_to_court() {
    let mut meadow = two(false);
    change(&mut meadow, 0, |animal| animal.female = true);
    let mut seen = BTreeSet::new();
    for _ in 0..40 {
        meadow.run(0.25);
        for agent in [0, 1] {
            let state = meadow.get::<quarry::world::BodyCondition>(agent).state;
            seen.insert((agent, state == label("courting")));
        }
    }
    assert!(seen.contains(&(0, true)) && !seen.contains(&(1, true)), "{seen:?}");
}

#[test]
fn a_female_expects_and_both_rest() {
    let mut meadow = two(true);
    change(&mut meadow, 1, |animal| animal.female = false);
    assert!(meadow.until(60.0, |meadow| matings(meadow) == 1));
    meadow.run(0.1);
    assert!(meadow.animal(0).expecting.is_some() && meadow.animal(1).expecting.is_none());
    assert!(meadow.animal(0).mating_rest > 29.0 && meadow.animal(1).mating_rest > 19.0);
}

#[test]
fn a_male_with_a_rest_of_his_own_recovers_sooner() {
    let mut meadow = two(true);
    change(&mut meadow, 1, |animal| animal.female = false);
    meadow.edit("assets/wild/rules/standard.ron", "game.species[\"rabbit\"].male_rest", "Some(5)").unwrap();
    assert!(meadow.until(60.0, |meadow| matings(meadow) == 1));
    meadow.run(0.1);
    assert!(meadow.animal(0).mating_rest > 29.0 && meadow.animal(1).mating_rest < 5.0);
}

#[test]
fn kin_mate_only_where_no_stranger_was_met_for_long() {
    let places = [("rabbit", (4.0, 3.5)), ("rabbit", (6.0, 3.5)), ("rabbit", (9.0, 3.5))];
    let mut meadow = Meadow::new(FIELD, &places);
    for (agent, other) in [(0, 1), (1, 0)] {
        let entity = meadow.entity(agent);
        let mut known = meadow.app.world_mut().get_mut::<Acquaintances>(entity).unwrap();
        known.0.push((AgentId(other), label("kin")));
    }
    // A stranger that would not mate itself.
    change(&mut meadow, 2, |animal| animal.mating_rest = 1000.0);
    let rested = |meadow: &mut Meadow| {
        for (agent, gauge) in
            [0, 1].into_iter().flat_map(|agent| ["satiety", "hydration", "energy"].map(|of| (agent, of)))
        {
            meadow.set(agent, gauge, 95.0);
        }
    };
    for _ in 0..4 {
        rested(&mut meadow);
        meadow.run(10.0);
    }
    assert_eq!(matings(&meadow), 0);
    assert!(meadow.knows(0, "kin") && meadow.knows(1, "kin") && meadow.knows(0, "rabbit"));
    meadow.intervene("remove", Some(2), None, None).unwrap();
    for _ in 0..20 {
        rested(&mut meadow);
        meadow.run(10.0);
    }
    assert!(matings(&meadow) > 0, "{:?} {:?}", meadow.plan(0), meadow.plan(1));
}

#[test]
fn a_litter_knows_its_mother_and_each_other_until_death() {
    let mut meadow = two(true);
    change(&mut meadow, 1, |animal| animal.female = false);
    assert!(meadow.until(120.0, |meadow| meadow.agents() > 3), "a litter of two at least");
    meadow.run(0.2);
    assert_eq!((knows_as(&meadow, 2, 0), knows_as(&meadow, 0, 2)), (Some("parent"), Some("young")));
    assert_eq!((knows_as(&meadow, 2, 3), knows_as(&meadow, 3, 2)), (Some("kin"), Some("kin")));
    assert_eq!(knows_as(&meadow, 2, 1), None, "its father is a stranger");
    meadow.set(2, "age", 89.9);
    assert!(meadow.until(3.0, |meadow| meadow.animal(2).grown));
    assert_eq!((knows_as(&meadow, 2, 0), knows_as(&meadow, 0, 2)), (Some("kin"), Some("kin")));
    assert_eq!(knows_as(&meadow, 0, 3), Some("young"));
    meadow.intervene("remove", Some(3), None, None).unwrap();
    meadow.run(0.1);
    assert_eq!((knows_as(&meadow, 0, 3), knows_as(&meadow, 2, 3)), (None, None));
}

#[test]
fn a_later_litter_is_kin_to_the_first_and_both_sexes_are_born() {
    let mut meadow = two(true);
    change(&mut meadow, 1, |animal| animal.female = false);
    let mut sexes = BTreeSet::new();
    for _ in 0..6 {
        let before = meadow.agents();
        for agent in [0, 1] {
            change(&mut meadow, agent, |animal| animal.mating_rest = 0.0);
            for gauge in ["satiety", "hydration", "energy"] {
                meadow.set(agent, gauge, 95.0);
            }
            meadow.set(agent, "age", 301.0);
        }
        assert!(meadow.until(120.0, |meadow| meadow.agents() > before), "{:?} {:?}", meadow.plan(0), meadow.plan(1));
        meadow.run(0.2);
        let last = meadow.agents() as u16 - 1;
        sexes.extend((2..=last).map(|young| meadow.animal(young).female));
        if meadow.agents() > 5 && sexes.len() == 2 {
            assert_eq!(knows_as(&meadow, last, 2).filter(|_| meadow.lives(2)), Some("kin"));
            return;
        }
    }
    panic!("only one sex: {sexes:?}");
}
