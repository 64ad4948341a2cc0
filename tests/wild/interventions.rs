//! What a person may do to the valley.

use super::stage::Meadow;

const FIELD: &[&str] = &["############", "#x.........#", "#...g..s...#", "#..........#", "############"];

fn field() -> Meadow {
    Meadow::new(FIELD, &[("rabbit", (2.5, 2.5))])
}

#[test]
fn animals_are_placed_removed_healed_and_shot() {
    let mut field = field();
    field.intervene("place_bear", None, Some((9.0, 2.5)), None).unwrap();
    field.run(0.2);
    assert_eq!((field.agents(), field.number("alive.bear")), (2, 1.0));
    field.set(0, "satiety", 5.0);
    field.intervene("heal", Some(0), None, None).unwrap();
    assert!(field.gauge(0, "satiety") > 99.0 && field.gauge(0, "age") > 100.0, "it is fed, and not made older");
    field.intervene("remove", Some(1), None, None).unwrap();
    field.run(0.2);
    assert!(!field.lives(1));
    let there = field.place(0);
    field.intervene("shoot", None, Some((there.x, there.z)), None).unwrap();
    field.run(0.2);
    assert!(!field.lives(0));
    assert_eq!(field.number("deaths.rabbit.shot"), 1.0);
}

#[test]
fn food_and_water_come_and_go() {
    let mut field = field();
    field.intervene("place_meat", None, Some((5.0, 1.5)), None).unwrap();
    assert_eq!(field.stocks("meat"), [6.0]);
    field.intervene("clear", None, Some((5.0, 1.5)), None).unwrap();
    assert_eq!(field.stocks("meat"), [0.0]);
    field.intervene("drought", None, None, None).unwrap();
    field.run(2.0);
    assert_eq!(field.stocks("water"), [0.0]);
    field.intervene("rain", None, None, None).unwrap();
    assert_eq!(field.stocks("water"), [400.0]);
}

#[test]
fn the_sun_moves() {
    let mut field = field();
    field.run(0.1);
    let before = field.number("time_of_day");
    field.intervene("move_sun", None, None, Some(6.0)).unwrap();
    field.run(0.1);
    let moved = (field.number("time_of_day") - before).rem_euclid(1.0);
    assert!((moved - 0.25).abs() < 0.01, "{moved}");
}

#[test]
fn what_is_missing_or_unknown_is_refused_with_a_reason() {
    let mut field = field();
    let said = |result: Result<(), quarry::simulation::retune::RetuneError>| result.unwrap_err().to_string();
    assert!(said(field.intervene("flood", None, None, None)).contains("unknown intervention `flood`; known: "));
    assert_eq!(said(field.intervene("heal", None, None, None)), "`heal` needs an agent");
    assert_eq!(said(field.intervene("heal", Some(9), None, None)), "agent 9 is not in play");
    assert_eq!(said(field.intervene("shoot", None, None, None)), "`shoot` needs a place");
    assert!(said(field.intervene("shoot", None, Some((500.0, 500.0)), None)).contains("no walkable ground"));
    assert!(said(field.intervene("move_sun", None, None, Some(99.0))).contains("from 0 to 24"));
    assert!(said(field.intervene("move_sun", None, None, Some(f32::NAN))).contains("out of range"));
    assert!(said(field.intervene("clear", None, Some((1.5, 1.5)), None)).contains("no food or water"));
}
