//! Recipes and goals that are switched off from the beginning of a match.

use std::collections::{BTreeMap, BTreeSet};

use quarry::simulation::{Archetypes, MatchSetup, SetupError, begin, headless_app};
use quarry_minds::{Mind, protocol::label};

use super::stage::{Stage, duel, game, library};

fn setup(side: &str, names: &[&str]) -> MatchSetup {
    let off: BTreeSet<_> = names.iter().map(|name| label(name)).collect();
    MatchSetup { seed: 140, switched_off: BTreeMap::from([(label(side), off)]), ..MatchSetup::default() }
}

#[test]
fn a_side_does_without_what_is_switched_off_and_the_other_one_has_it() {
    let rules = library().rules("standard").unwrap().1;
    let mut stage = Stage::set_up(rules, &setup("red", &["build_academy", "expand", "build_siege"]));
    let off = |stage: &Stage, side: usize| {
        let strategist = stage.state().sides[side].staff.strategist.unwrap();
        let mind = stage.get::<Mind>(strategist).unwrap();
        let recipes = stage.state().sides[side].builds.switched_off.len();
        (mind.disabled.goals.len(), mind.disabled.actions.len(), recipes)
    };
    assert_eq!((off(&stage, 0), off(&stage, 1)), ((1, 1, 1), (0, 0, 0)));
    stage.run(420.0);
    assert_eq!(stage.standing(0, "academy"), 0);
    assert!(stage.state().sides[0].counts.built[stage.product("rifleman").index()] > 3);
}

#[test]
fn a_name_that_nobody_has_keeps_a_match_from_beginning() {
    let kinds = Archetypes::load(library()).unwrap();
    let rules = std::sync::Arc::new(library().rules("standard").unwrap().1.clone());
    let mut app = headless_app(&game());
    let refused = begin(app.world_mut(), &kinds, &rules, duel(), &setup("red", &["build_akademy"]));
    let Err(SetupError::NoSuchSwitch { name, help, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!((name, help.as_str()), (label("build_akademy"), "did you mean `build_academy`?"));
}
