//! Goals that no plan can reach: in the shipped minds none, and after switching off actions those that need them.

use std::collections::BTreeSet;

use quarry_minds::{
    brain::OutOfReach,
    protocol::{Label, label},
};

use super::stage::brain;

fn lost(mind: &str, off: &[&str]) -> Vec<OutOfReach> {
    let off: BTreeSet<Label> = off.iter().map(|name| label(name)).collect();
    brain(mind).out_of_reach(&off)
}

fn names(found: &[OutOfReach]) -> Vec<&str> {
    found.iter().map(|one| one.goal.as_str()).collect()
}

#[test]
fn every_goal_of_the_shipped_minds_can_be_reached() {
    for mind in ["hunter", "hunted"] {
        assert_eq!(lost(mind, &[]), [], "{mind}");
    }
}

#[test]
fn a_goal_is_lost_with_the_last_action_that_serves_it() {
    assert_eq!(lost("hunted", &["rest"]).iter().map(|one| one.goal).collect::<Vec<_>>(), [label("recover")]);
    // Two other actions serve it.
    assert_eq!(lost("hunted", &["escape"]), []);
    let found = lost("hunted", &["take_key", "take_found"]);
    assert_eq!(names(&found), ["collect_keys"]);
    let why = &found[0].why;
    assert!(why.contains("`take_key` and `take_found`") && why.contains("`keys_left`"), "{why}");
    assert!(why.contains("switched off"), "{why}");
}

/// For every action alone: a goal is lost exactly if no other action changes any fact that the goal is about.
#[test]
fn switching_off_any_single_action_names_exactly_the_goals_that_need_it() {
    for mind in ["hunter", "hunted"] {
        let brain = brain(mind);
        for action in &brain.actions {
            let name = action.data.name;
            let found = brain.out_of_reach(&BTreeSet::from([name]));
            for goal in &brain.goals {
                let serves = |other: Label| {
                    let effects = &brain.actions.iter().find(|one| one.data.name == other).unwrap().data.effects;
                    effects.0.iter().any(|(fact, _)| goal.data.conditions.0.iter().any(|(of, _)| of == fact))
                };
                let left = brain.actions.iter().filter(|one| one.data.name != name && serves(one.data.name)).count();
                let named = found.iter().any(|lost| lost.goal == goal.data.name);
                assert_eq!(named, serves(name) && left == 0, "{mind}: {} without {name}", goal.data.name);
            }
        }
    }
}
