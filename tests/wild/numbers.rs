//! What keeps the numbers of a species in bounds: territories, lives of different length, and fear only of predators that could hunt.

use super::stage::{FIELD, Meadow};

/// Nine rabbits in a row, all within twelve metres of the one in the middle (number 4).
fn crowd() -> Meadow {
    let places: Vec<(&str, (f32, f32))> = (0..9).map(|at| ("rabbit", (3.0 + 1.5 * at as f32, 3.5))).collect();
    let mut meadow = Meadow::new(FIELD, &places);
    for rabbit in 0..9 {
        meadow.set(rabbit, "satiety", 95.0);
        meadow.set(rabbit, "energy", 95.0);
        meadow.set(rabbit, "age", 300.0);
    }
    meadow
}

#[test]
fn a_crowded_animal_does_not_mate_until_those_around_it_are_old() {
    let mut meadow = crowd();
    meadow.run(3.0);
    assert!(meadow.animal(4).crowded, "eight others are more than seven");
    assert_ne!(meadow.goal(4), "mate");
    for old in [0, 8] {
        meadow.set(old, "age", 900.0);
    }
    meadow.run(3.0);
    assert!(!meadow.animal(4).crowded, "those older than claimed_until do not count");
    assert!(meadow.until(60.0, |meadow| meadow.number("births.rabbit") > 0.0 || meadow.animal(4).expecting.is_some()));
}

#[test]
fn animals_of_one_kind_age_at_different_rates() {
    let mut meadow = crowd();
    meadow.run(100.0);
    let aged: Vec<f32> =
        (0..9).filter(|rabbit| meadow.lives(*rabbit)).map(|rabbit| meadow.gauge(rabbit, "age") - 300.0).collect();
    let (least, most) = (aged.iter().copied().fold(f32::MAX, f32::min), aged.iter().copied().fold(0.0, f32::max));
    assert!(least > 74.0 && most < 126.0 && most - least > 15.0, "{aged:?} s older after 100 s");
}

#[test]
fn a_rabbit_does_not_hide_from_a_wolf_that_sleeps() {
    let mut meadow = Meadow::new(FIELD, &[("rabbit", (4.0, 3.5)), ("wolf", (11.0, 3.5))]);
    meadow.set(1, "energy", 5.0);
    assert!(meadow.until(20.0, |meadow| meadow.animal(1).asleep), "{:?}", meadow.plan(1));
    meadow.run(12.0);
    assert!(meadow.animal(1).asleep && meadow.knows(0, "wolf"));
    assert!(!meadow.until(8.0, |meadow| meadow.goal(0) == "hide"), "{:?}", meadow.plan(0));
}
