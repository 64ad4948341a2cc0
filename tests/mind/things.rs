//! What minds plan with things: the actions follow from the files of the things.

use super::stage::{Stage, seen, thing};

#[test]
fn a_window_a_crowbar_and_nothing_else_make_a_plan_of_five_steps() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("barred_window", thing(3), "nailed", 30.0, 10.0));
    stage.perceive(seen("crowbar", thing(4), "lying", 14.0, 10.0));
    stage.run(2);
    assert_eq!(stage.goal(), "escape");
    assert_eq!(stage.plan(), ["go_towards", "take", "go_towards", "pry", "climb_out"]);
    let (window, crowbar) = (Some(thing(3)), Some(thing(4)));
    assert_eq!(stage.targets(), [crowbar, crowbar, window, window, window]);
    // With the crowbar in its hand two steps less.
    stage.reading("carries_crowbar", 1.0);
    stage.perceive(seen("crowbar", thing(4), "gone", 14.0, 10.0));
    stage.run(20);
    assert_eq!(stage.plan(), ["go_towards", "pry", "climb_out"]);
    // An open window is climbed out of, also if it is farther away than one that is nailed up.
    stage.perceive(seen("barred_window", thing(5), "open", 34.0, 10.0));
    stage.run(20);
    assert_eq!(stage.plan(), ["go_towards", "climb_out"]);
    assert_eq!(stage.targets(), [Some(thing(5)); 2]);
}

#[test]
fn three_uses_of_a_winch_follow_from_each_other() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("winch", thing(3), "bare", 26.0, 10.0));
    stage.perceive(seen("side_gate", thing(6), "locked", 34.0, 10.0));
    stage.reading("carries_crank", 1.0);
    stage.reading("carries_oil_flask", 1.0);
    stage.run(2);
    assert_eq!(stage.plan(), ["go_towards", "fit_crank", "oil", "wind", "go_towards", "escape"]);
    // What is not known to be done is not planned again.
    stage.perceive(seen("winch", thing(3), "oiled", 26.0, 10.0));
    stage.run(20);
    assert_eq!(stage.plan(), ["go_towards", "wind", "go_towards", "escape"]);
}

#[test]
fn the_hunter_nails_up_an_open_window_while_it_knows_of_no_prey() {
    let mut stage = Stage::new("hunter");
    stage.perceive(seen("barred_window", thing(3), "open", 14.0, 10.0));
    stage.run(40);
    assert_eq!((stage.goal(), stage.plan()), ("shut", vec!["go_towards", "nail_up"]));
    assert!(stage.board().go.active().is_some(), "it walks there");
    stage.perceive(seen("barred_window", thing(3), "nailed", 14.0, 10.0));
    stage.run(20);
    assert_ne!(stage.goal(), "shut", "what is shut needs no more shutting");
}
