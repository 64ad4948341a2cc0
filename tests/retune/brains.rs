//! Brain files change in a running match as mind files do.

use std::sync::Arc;

use quarry::{data::Library, simulation::retune::RetuneCommand};
use quarry_minds::{
    Mind,
    protocol::{AgentId, label},
    structure::StructureState,
};

use super::stage::{Match, files, level};
use crate::hunt;

/// A match in which brain files choose for one side.
fn with_brains(hunted: &str) -> Match {
    let mut files = files();
    let rules = "assets/hunt/rules/standard.ron";
    let text = String::from_utf8(files.get(rules).unwrap().to_vec()).unwrap();
    // Rules that build on these, with agents that have no such brains.
    ["brave", "novice"].into_iter().for_each(|other| files.remove(&format!("assets/hunt/rules/{other}.ron")));
    let brains = format!("tick_rate: 30, brains: {{\"hunted\": \"{hunted}\"}},");
    files.put(rules, text.replacen("tick_rate: 30,", &brains, 1));
    Match::with(Arc::new(Library::from_files(&files, &hunt::SCHEMA).unwrap()), level(), 3)
}

fn state(game: &Match, agent: AgentId) -> StructureState {
    game.get::<Mind>(agent).structure().expect("a structure").clone()
}

#[test]
fn a_saved_brain_file_changes_its_agents_and_keeps_their_state() {
    let mut game = with_brains("state_machine");
    game.run(90);
    let hunted = game.side("hunted");
    let before = game.plan(hunted[0]);
    let StructureState::StateMachine(old) = state(&game, hunted[0]) else { panic!() };
    let applied = game
        .edit("assets/hunt/brains/hunted_state_machine.ron", "actions[9].parameters[\"duration\"]", "5")
        .unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(applied.retuned, hunted);
    let StructureState::StateMachine(new) = state(&game, hunted[0]) else { panic!() };
    assert_eq!(old.current, new.current, "the state is carried over by its name");
    assert_eq!(game.plan(hunted[0]), before, "the action carries on");
    // What the mind file says applies to the brains of that mind, too.
    let applied = game.edit("assets/hunt/actions/collecting.ron", "actions[2].timeout", "44").unwrap();
    assert_eq!(applied.retuned, hunted);
    assert!(game.run(60));
}

#[test]
fn a_mistake_in_a_brain_file_is_refused_with_its_place() {
    let mut game = with_brains("utility");
    game.run(30);
    let refused = game.edit("assets/hunt/brains/hunted_utility.ron", "structure.options[0].action", "\"hid\"");
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("hunted_utility.ron:") && said.contains("did you mean `hide`?"), "{said}");
    assert!(game.run(30));
}

#[test]
fn another_brain_applies_from_the_next_match() {
    let mut game = with_brains("behaviour_tree");
    game.run(30);
    let applied = game.edit("assets/hunt/rules/standard.ron", "brains[\"hunted\"]", "\"goap\"").unwrap();
    assert!(applied.deferred.iter().any(|note| note.contains("next match")), "{applied:?}");
    assert!(game.get::<Mind>(game.side("hunted")[0]).structure().is_some());
}

#[test]
fn one_agent_may_think_by_another_brain_at_any_moment() {
    let mut game = with_brains("goap");
    let hunted = game.side("hunted");
    for (round, brain) in
        ["utility", "state_machine", "goap", "behaviour_tree", "utility", "goap"].into_iter().enumerate()
    {
        game.run(40 + round as u32 * 7);
        let command = RetuneCommand::ThinkBy { agent: hunted[0], brain: label(brain) };
        let applied = game.apply(&command).unwrap_or_else(|refused| panic!("{brain}: {refused}"));
        assert_eq!(applied.retuned, [hunted[0]]);
        assert_eq!(game.get::<Mind>(hunted[0]).structure().is_some(), brain != "goap");
        assert!(game.get::<Mind>(hunted[1]).structure().is_none(), "the others keep theirs");
        game.run(30);
        assert!(game.plan(hunted[0]).0.is_some(), "{brain}: it decides");
    }
    let unknown = RetuneCommand::ThinkBy { agent: hunted[0], brain: label("magic") };
    let said = game.apply(&unknown).unwrap_err().to_string();
    assert!(said.contains("`hunted`") && said.contains("`magic`"), "{said}");
}

#[test]
fn a_plan_made_by_a_person_is_followed_and_released() {
    for brain in ["state_machine", "behaviour_tree", "utility"] {
        let mut game = with_brains(brain);
        game.run(30);
        let agent = game.side("hunted")[0];
        let step = quarry_minds::retune::ManualStep { action: label("explore"), target: None };
        game.apply(&RetuneCommand::Order { agent, steps: vec![step] }).unwrap_or_else(|refused| panic!("{refused}"));
        game.run(5);
        assert_eq!(game.plan(agent), (None, vec!["explore"]), "{brain}");
        game.apply(&RetuneCommand::Release { agent }).unwrap();
        game.run(30);
        assert!(game.plan(agent).0.is_some(), "{brain}: it decides for itself again");
    }
}
