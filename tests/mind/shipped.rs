//! The shipped minds compile and make the expected plans.

use quarry_minds::PlanExecuter;

use super::stage::{Stage, brain, other, seen, thing};

#[test]
fn the_shipped_minds_compile_without_findings() {
    assert!(brain("hunter").actions.len() > 5);
    assert!(brain("hunted").actions.len() > 5);
}

#[test]
fn a_fresh_hunter_plans_to_patrol_go_towards_and_strike() {
    let mut stage = Stage::new("hunter");
    stage.perceive(seen("patrol_point", thing(1), "", 30.0, 30.0));
    stage.run(2);
    assert_eq!(stage.plan(), ["patrol", "go_towards", "melee"]);
    // The costs of the actions, and what their odds add.
    assert!(stage.get::<PlanExecuter>().cost > 14.0);
}

#[test]
fn a_hunter_chases_prey_in_sight_and_casts_when_ready() {
    let mut stage = Stage::new("hunter");
    let prey = seen("hunted", other(1), "walking", 18.0, 10.0);
    stage.run_seeing(3, &[prey]);
    assert_eq!(stage.plan(), ["recover", "go_towards", "melee"], "the arm is not ready");
    stage.reading("strike_ready", 1.0);
    stage.run_seeing(3, &[prey]);
    assert_eq!(stage.plan(), ["go_towards", "melee"]);
    stage.reading("cast_ready", 1.0);
    stage.run_seeing(40, &[prey]);
    assert_eq!(stage.plan(), ["cast"]);
}

#[test]
fn a_fresh_prey_explores_for_each_of_the_keys() {
    let mut stage = Stage::new("hunted");
    stage.run(2);
    assert_eq!(stage.goal(), "escape");
    let plan = stage.plan();
    assert_eq!(plan.len(), 12, "three keys, and then the exit");
    assert_eq!(plan[..3], ["explore", "go_towards", "take_key"]);
    assert!((stage.get::<PlanExecuter>().cost - 47.0).abs() < 1e-9);
}

#[test]
fn three_known_keys_are_taken_in_the_cheapest_order() {
    let mut stage = Stage::new("hunted");
    for (number, x, z) in [(3, 30.0, 10.0), (4, 14.0, 10.0), (5, 22.0, 11.0)] {
        stage.perceive(seen("key", thing(number), "lying", x, z));
    }
    stage.run(2);
    assert_eq!(stage.plan()[..6], ["go_towards", "take_key", "go_towards", "take_key", "go_towards", "take_key"]);
    let order: Vec<_> = stage.targets().into_iter().take(6).step_by(2).collect();
    assert_eq!(order, [Some(thing(4)), Some(thing(5)), Some(thing(3))]);
}

#[test]
fn with_all_keys_it_goes_to_the_exit_unlocks_and_escapes() {
    let mut stage = Stage::new("hunted");
    stage.reading("team_keys", 3.0);
    stage.perceive(seen("exit", thing(9), "locked", 30.0, 10.0));
    stage.run(2);
    assert_eq!(stage.goal(), "escape");
    assert_eq!(stage.plan(), ["go_towards", "unlock", "escape"]);
    stage.reading("exit_open", 1.0);
    stage.perceive(seen("exit", thing(9), "open", 30.0, 10.0));
    stage.run(20);
    assert_eq!(stage.plan(), ["go_towards", "escape"]);
}

#[test]
fn with_all_keys_and_no_exit_known_it_explores() {
    let mut stage = Stage::new("hunted");
    stage.reading("team_keys", 3.0);
    stage.run(2);
    assert_eq!((stage.goal(), stage.plan()[0]), ("escape", "explore"));
}

#[test]
fn threatened_it_flees_and_hides_once_out_of_sight() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("hiding_place", thing(7), "", 8.0, 10.5));
    let hunter = seen("hunter", other(0x10), "walking", 19.5, 10.0);
    stage.run_seeing(3, &[hunter]);
    assert_eq!((stage.goal(), stage.plan()), ("survive", vec!["flee", "hide"]));
    // Out of sight for five seconds, it is on its way to the hiding place.
    stage.run(155);
    assert_eq!((stage.goal(), stage.plan()), ("survive", vec!["hide"]));
}
