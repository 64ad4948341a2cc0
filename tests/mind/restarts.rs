//! An action does not end at once only to begin again while nothing new is perceived.

use quarry_minds::{
    Mind,
    protocol::{MatchEvent, label},
};

use super::stage::{Stage, other, seen, thing};

/// How often an action has begun.
fn begun(stage: &Stage, name: &str) -> usize {
    let begins =
        |event: &&MatchEvent| matches!(event, MatchEvent::ActionStarted { action, .. } if *action == label(name));
    stage.events().iter().filter(begins).count()
}

/// A mind that pursues only these goals.
fn with_goals(side: &str, goals: &[&str]) -> Stage {
    let mut stage = Stage::new(side);
    let mut mind = stage.get_mut::<Mind>();
    let names: Vec<_> = mind.brain.goals.iter().map(|goal| goal.data.name).collect();
    mind.disabled.goals.extend(names.into_iter().filter(|name| !goals.contains(&name.as_str())));
    stage
}

#[test]
fn a_goal_that_is_reached_and_chosen_again_is_pursued_anew() {
    let mut stage = with_goals("hunted", &["stay_wary", "stay_alert"]);
    stage.run(30 * 20);
    // It sneaks for five seconds of each pursuit.
    assert!((3..=5).contains(&begun(&stage, "sneak")), "{} times in 20 s", begun(&stage, "sneak"));
}

#[test]
fn one_look_around_takes_as_long_as_a_look_to_both_sides() {
    for side in ["hunted", "hunter"] {
        let mut stage = with_goals(side, &["stay_alert"]);
        stage.run(30 * 6);
        assert!((1..=3).contains(&begun(&stage, "listen")), "{side}: {} times in 6 s", begun(&stage, "listen"));
    }
}

#[test]
fn known_prey_is_not_looked_for_on_patrol() {
    let mut stage = Stage::new("hunter");
    stage.perceive(seen("patrol_point", thing(1), "", 30.0, 30.0));
    stage.run(10);
    assert_eq!(begun(&stage, "patrol"), 1);
    // It knows prey but has no way to get at it.
    let chase = ["go_towards", "cut_off", "cast", "melee", "recover"];
    stage.get_mut::<Mind>().disabled.actions.extend(chase.map(label));
    stage.run_seeing(60, &[seen("hunted", other(1), "standing", 14.0, 10.0)]);
    assert_eq!(begun(&stage, "patrol"), 1);
}

#[test]
fn a_hunter_that_recovers_beside_its_prey_does_so_once() {
    let mut stage = Stage::new("hunter");
    stage.reading("strike_ready", 0.0);
    stage.run_seeing(90, &[seen("hunted", other(1), "standing", 10.3, 10.0)]);
    assert_eq!((begun(&stage, "recover"), begun(&stage, "melee")), (1, 0));
    stage.reading("strike_ready", 1.0);
    stage.run_seeing(10, &[seen("hunted", other(1), "standing", 10.3, 10.0)]);
    assert_eq!((begun(&stage, "recover"), begun(&stage, "melee")), (1, 1));
}
