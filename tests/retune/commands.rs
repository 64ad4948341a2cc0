//! Data, switches and bodies changed in a running match: they take effect, memories and plans survive, and it is repeatable.

use std::collections::BTreeSet;

use quarry::{
    data::Library,
    lab::InvariantMonitor,
    senses::AgentSenses,
    simulation::{
        Arrival, Arrivals,
        retune::{MatchData, RetuneCommand, RetuneError, SwitchScope, SwitchTarget, Tunable, TunableGroup, tunables},
    },
    world::{Body, BodyKind, MatchRules, MatchState},
};
use quarry_minds::{
    Mind, MindTrace,
    protocol::{MatchEvent, label},
    schema::domain::file::StrategyData,
};

use super::stage::{Match, edit, files, library};
use crate::hunt;

const HUNTER: &str = "assets/hunt/agents/hunter.ron";
const HUNTED: &str = "assets/hunt/agents/hunted.ron";
const HUNTED_MIND: &str = "assets/hunt/minds/hunted.ron";
const COLLECTING: &str = "assets/hunt/actions/collecting.ron";
const EVADING: &str = "assets/hunt/actions/evading.ron";

#[test]
fn bodies_and_senses_change_at_once() {
    let mut game = Match::begin(1);
    game.run(60);
    let hunter = game.side("hunter")[0];
    let applied = game.edit(HUNTER, "body.speeds.run", "6.5").unwrap();
    assert_eq!(applied.retuned, [hunter]);
    assert_eq!(applied.changes[0].to_string(), "assets/hunt/agents/hunter.ron: body.speeds.run 4.6 -> 6.5");
    assert_eq!(game.get::<BodyKind>(hunter).0.speeds.run, 6.5);
    game.edit(HUNTER, "senses.vision.cones[1].half_angle", "44").unwrap();
    assert_eq!(game.get::<AgentSenses>(hunter).0.vision.cones[1].half_angle, 44.0);
    game.run(3);
    let cones = game.get::<quarry_minds::cone::VisionCones>(hunter);
    assert!(format!("{cones:?}").contains("44"), "{cones:?}");
}

#[test]
fn agents_that_arrive_later_have_the_changed_data_in_the_old_size() {
    let mut game = Match::begin(1);
    game.run(5);
    let hunter = game.side("hunter")[0];
    let size = game.get::<BodyKind>(hunter).0.radius;
    game.edit(HUNTER, "body.radius", "0.4").unwrap();
    game.edit(HUNTER, "body.speeds.run", "6.5").unwrap();
    let at = game.get::<Body>(hunter).place;
    let arrival = Arrival {
        side: label("hunter"),
        kind: label("hunter"),
        place: at,
        heading: 0.0,
        parent: Some(hunter),
        ..Arrival::default()
    };
    game.app.world_mut().resource_mut::<Arrivals>().0.push(arrival);
    game.run(2);
    let newcomer = game.side("hunter")[1];
    let body = &game.get::<BodyKind>(newcomer).0;
    assert_eq!((body.radius, body.speeds.run), (size, 6.5));
}

#[test]
fn a_cost_changes_the_plan_at_once_and_memories_stay() {
    let mut game = Match::begin(2);
    game.run(120);
    let hunted = game.side("hunted");
    let facts: Vec<usize> = hunted.iter().map(|agent| game.memory(*agent).facts().len()).collect();
    let goals: Vec<_> = hunted.iter().map(|agent| game.plan(*agent).0).collect();
    assert!(goals.iter().any(Option::is_some));
    // Agents with a plan that is no longer the best make a new one first; then the action costs a little more, and no other plan costs less.
    game.edit(COLLECTING, "actions[1].cost", "2.01").unwrap();
    let applied = game.edit(COLLECTING, "actions[1].cost", "2.1").unwrap();
    assert_eq!(applied.retuned, hunted);
    assert!(applied.replanned.is_empty(), "{applied:?}");
    assert_eq!(hunted.iter().map(|agent| game.memory(*agent).facts().len()).collect::<Vec<_>>(), facts);
    assert_eq!(hunted.iter().map(|agent| game.plan(*agent).0).collect::<Vec<_>>(), goals);
    // A goal that becomes the most relevant is adopted at once.
    let more = game.edit(HUNTED_MIND, "goals[2].base_relevance", "90").unwrap();
    assert_eq!(more.replanned, hunted, "{more:?}");
    assert!(hunted.iter().all(|agent| game.plan(*agent).0 == Some(label("collect_keys"))));
    assert!(game.run(90));
}

/// The position of the entry with this name.
fn entry(text: &str, name: &str) -> usize {
    let at = text.find(&format!("name: \"{name}\"")).unwrap();
    text[..at].rfind("\n        (").unwrap() + 1
}

#[test]
fn a_plan_survives_a_new_order_of_actions() {
    let mut game = Match::begin(8);
    game.run(100);
    let before: Vec<_> = game.side("hunted").iter().map(|agent| game.plan(*agent)).collect();
    let entries = game.log().len();
    // The same actions in another order, and an additional query before all others.
    let text = library().documents[EVADING].text().to_owned();
    let first = entry(&text, "distract");
    let second = entry(&text, "flee");
    let end = text.rfind("    ],\n").unwrap();
    let moved = [&text[..first], &text[second..end], &text[first..second], &text[end..]].concat();
    let mind = library().documents[HUNTED_MIND].text().to_owned();
    let mind = mind.replace("    queries: {\n", "    queries: {\n        \"anything\": (kinds: []),\n");
    let mind = mind.replace("[\"evading\", \"hiding\",", "[\"hiding\", \"evading\",");
    let mut changed = files();
    changed.put(EVADING, moved);
    changed.put(HUNTED_MIND, mind);
    let changed = Library::from_files(&changed, &hunt::SCHEMA).unwrap();
    let names = |library: &Library| {
        library.minds[&label("hunted")].actions.iter().take(5).map(|action| action.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(names(&changed), ["shake_off", "hide", "rest", "flee", "sneak_away"]);
    let applied = game.apply(&RetuneCommand::reload(&changed, [HUNTED_MIND, EVADING])).unwrap();
    assert_eq!(applied.retuned, game.side("hunted"));
    assert_eq!(game.side("hunted").iter().map(|agent| game.plan(*agent)).collect::<Vec<_>>(), before);
    let ended =
        game.log()[entries..].iter().filter(|entry| matches!(entry.event, MatchEvent::ActionEnded { .. })).count();
    assert_eq!(ended, 0, "no action was interrupted");
    assert!(game.run(300));
}

#[test]
fn another_search_strategy_applies_at_once_and_leaves_plans_alone() {
    let mut game = Match::begin(8);
    game.run(100);
    let hunted = game.side("hunted");
    let plans = |game: &Match| hunted.iter().map(|agent| game.plan(*agent)).collect::<Vec<_>>();
    let strategies = |game: &Match| {
        let minds = hunted.iter().map(|agent| game.get::<Mind>(*agent));
        minds.map(|mind| mind.brain.thinking.strategy).collect::<BTreeSet<_>>()
    };
    let before = plans(&game);
    assert_eq!(strategies(&game), BTreeSet::from([StrategyData::Backward]), "by default");
    let text = library().documents[HUNTED_MIND].text().replace("thinking: (", "thinking: (strategy: ida_star, ");
    let mut changed = files();
    changed.put(HUNTED_MIND, text);
    let changed = Library::from_files(&changed, &hunt::SCHEMA).unwrap();
    let applied = game.apply(&RetuneCommand::reload(&changed, [HUNTED_MIND])).unwrap();
    assert_eq!((applied.retuned, plans(&game)), (hunted.clone(), before));
    assert_eq!(strategies(&game), BTreeSet::from([StrategyData::IdaStar]));
    let mut monitor = InvariantMonitor::new(game.app.world_mut());
    let planned =
        |game: &Match| hunted.iter().map(|agent| game.get::<MindTrace>(*agent).planner_use.nodes).sum::<u64>();
    let from = planned(&game);
    game.run_watched(400, &mut monitor);
    assert_eq!(monitor.report().violations(), Vec::<String>::new());
    assert!(planned(&game) > from, "they plan with it");
    game.edit(HUNTED_MIND, "thinking.strategy", "forward").unwrap();
    assert_eq!(strategies(&game), BTreeSet::from([StrategyData::Forward]));
    assert!(game.edit(HUNTED_MIND, "thinking.strategy", "sideways").is_err());
}

#[test]
fn a_plan_with_a_removed_action_is_made_anew() {
    let mut game = Match::begin(4);
    game.run(60);
    let hunted = game.side("hunted");
    let text = library().documents[COLLECTING].text().to_owned();
    // Without `explore` no key can be found; only the search for the exit is left.
    let start = entry(&text, "explore");
    let end = entry(&text, "go_towards_found");
    let mut changed = files();
    changed.put(COLLECTING, [&text[..start], &text[end..]].concat());
    let changed = Library::from_files(&changed, &hunt::SCHEMA).unwrap();
    let doing: Vec<_> = hunted.iter().map(|agent| game.plan(*agent).1).collect();
    let applied = game.apply(&RetuneCommand::reload(&changed, [COLLECTING])).unwrap();
    for (agent, doing) in hunted.iter().zip(doing) {
        if doing.windows(3).any(|steps| steps == ["explore", "go_towards", "take_key"]) {
            assert!(applied.replanned.contains(agent), "{doing:?}");
        }
    }
    let mut monitor = InvariantMonitor::new(game.app.world_mut());
    game.run_watched(600, &mut monitor);
    assert_eq!(monitor.report().violations(), Vec::<String>::new());
}

#[test]
fn a_disabled_goal_is_not_pursued_and_a_disabled_action_not_planned() {
    let mut game = Match::begin(9);
    game.run(60);
    let hunted = game.side("hunted");
    let side = SwitchScope::Side(label("hunted"));
    let off = RetuneCommand::Switch { who: side, what: SwitchTarget::Goal(label("escape")), on: false };
    let applied = game.apply(&off).unwrap();
    assert_eq!(applied.retuned, hunted);
    assert_eq!(applied.replanned, hunted, "all had been about to escape");
    game.run(120);
    assert!(hunted.iter().all(|agent| game.plan(*agent).0 != Some(label("escape"))));
    // Switching off twice changes nothing, and another brain does not switch it on again.
    assert!(game.apply(&off).unwrap().retuned.is_empty());
    game.edit(HUNTED_MIND, "thinking.think_interval", "0.4").unwrap();
    game.run(60);
    assert!(hunted.iter().all(|agent| game.get::<Mind>(*agent).disabled.goals.contains(&label("escape"))));
    let on = RetuneCommand::Switch {
        who: SwitchScope::Agent(hunted[0]),
        what: SwitchTarget::Goal(label("escape")),
        on: true,
    };
    assert_eq!(game.apply(&on).unwrap().retuned, [hunted[0]]);

    let action = RetuneCommand::Switch { who: side, what: SwitchTarget::Action(label("explore")), on: false };
    game.apply(&action).unwrap();
    let from = game.log().len();
    game.run(200);
    for agent in &hunted {
        let named = game.get::<quarry_minds::PlanExecuter>(*agent).remaining().iter();
        let brain = &game.get::<Mind>(*agent).brain;
        assert!(named.into_iter().all(|step| brain.action(step.action).unwrap().data.name != "explore"));
    }
    assert!(game.log().len() >= from);
    let wrong = RetuneCommand::Switch { who: side, what: SwitchTarget::Action(label("sing")), on: false };
    let refused = game.apply(&wrong).unwrap_err();
    assert!(refused.to_string().contains("`sing`") && refused.to_string().contains("explore"), "{refused}");
    let nobody = RetuneCommand::Switch {
        who: SwitchScope::Side(label("owls")),
        what: SwitchTarget::Goal(label("escape")),
        on: false,
    };
    assert_eq!(game.apply(&nobody), Err(RetuneError::NoSuchSide(label("owls"))));
}

#[test]
fn wrong_data_is_refused_with_its_place_and_changes_nothing() {
    let mut game = Match::begin(6);
    game.run(30);
    let digest = game.digest();
    let refused = game.edit(HUNTER, "body.speeds.run", "400").unwrap_err();
    let RetuneError::Data(findings) = &refused else { panic!("{refused}") };
    assert!(findings[0].file.ends_with("hunter.ron") && findings[0].line > 5 && findings[0].column > 1, "{refused}");
    let refused = game.edit(COLLECTING, "actions[1].behaviour", "\"teleport\"").unwrap_err();
    assert!(refused.to_string().contains("teleport"), "{refused}");
    assert!(matches!(game.edit(HUNTER, "body.wings", "2"), Err(RetuneError::Data(_))));
    assert!(matches!(game.edit(HUNTER, "body[", "2"), Err(RetuneError::Path(_))));
    assert!(matches!(game.edit(HUNTER, "body.speeds.run", "((("), Err(RetuneError::Edit(_))));
    assert!(matches!(game.edit("assets/hunt/agents/owl.ron", "body", "()"), Err(RetuneError::NoSuchFile(_))));
    let mut damaged = RetuneCommand::reload(&library(), [HUNTER]);
    if let RetuneCommand::Reload { digest, .. } = &mut damaged {
        *digest = "0".into();
    }
    assert_eq!(game.apply(&damaged), Err(RetuneError::Damaged));
    assert_eq!(game.digest(), digest);
    game.app.world_mut().remove_resource::<MatchData>();
    assert_eq!(game.edit(HUNTER, "body.speeds.run", "4"), Err(RetuneError::NoData));
    game.app.world_mut().remove_resource::<MatchState>();
    assert_eq!(game.edit(HUNTER, "body.speeds.run", "4"), Err(RetuneError::NoMatch));
}

#[test]
fn data_that_cannot_change_in_a_match_is_reported_for_the_next() {
    let mut game = Match::begin(7);
    game.run(30);
    let left = game.world().resource::<MatchState>().time_left;
    let applied = game.edit("assets/hunt/rules/standard.ron", "time_limit", "600").unwrap();
    assert!(applied.deferred.is_empty());
    assert!((game.world().resource::<MatchState>().time_left - left - 120.0).abs() < 1e-3);
    for (file, path, value, says) in [
        ("assets/hunt/rules/standard.ron", "tick_rate", "20", "tick rate"),
        ("assets/hunt/rules/standard.ron", "sides[\"hunted\"].count", "2", "agents of each side"),
        (HUNTER, "body.radius", "0.3", "size"),
        (HUNTER, "look.icon", "circle", "appearances"),
        (HUNTED, "senses.known_from_start", "[\"door\"]", "know from the start"),
        ("levels/hunt/courtyard.ron", "title", "\"Yard\"", "levels"),
    ] {
        let applied = game.edit(file, path, value).unwrap();
        assert!(applied.deferred.iter().any(|note| note.contains(says)), "{path}: {applied:?}");
    }
    assert_eq!(game.world().resource::<MatchRules>().0.tick_rate, 30);
    assert_eq!(game.world().resource::<MatchData>().library.rules[&label("standard")].tick_rate, 20);
    assert!(game.run(60));
}

#[test]
fn the_same_commands_at_the_same_ticks_give_the_same_match() {
    let play = |commands: &[(u32, RetuneCommand)]| {
        let mut game = Match::begin(8);
        let mut digests = Vec::new();
        for tick in 0..400 {
            for (_, command) in commands.iter().filter(|(at, _)| *at == tick) {
                // As a recording stores it.
                let text = serde_json::to_string(command).unwrap();
                game.apply(&serde_json::from_str(&text).unwrap()).unwrap();
            }
            game.run(1);
            digests.push(game.digest());
        }
        digests
    };
    let commands = [
        (50, RetuneCommand::Edit(edit(HUNTED, "body.speeds.walk", "3.3"))),
        (90, RetuneCommand::Edit(edit(HUNTED_MIND, "goals[0].base_relevance", "20"))),
        (
            120,
            RetuneCommand::Switch {
                who: SwitchScope::Side(label("hunter")),
                what: SwitchTarget::Action(label("cast")),
                on: false,
            },
        ),
    ];
    let once = play(&commands);
    assert_eq!(once, play(&commands));
    let untouched = play(&[]);
    assert_eq!(once[..50], untouched[..50]);
    assert_ne!(once[50], untouched[50]);
}

#[test]
fn every_tunable_edits_its_value() {
    let library = library();
    for kind in ["hunter", "hunted"] {
        let all = tunables(&library, label(kind));
        assert!(all.len() > 30, "{kind} has {}", all.len());
        assert!(all.iter().any(|tunable| tunable.group == TunableGroup::Behaviour && tunable.what == "arrive_radius"));
        for tunable in &all {
            let document = &library.documents[&tunable.file];
            let value = (tunable.value * 0.9 + 0.05).clamp(tunable.range.0, tunable.range.1);
            let turned = tunable.turned(value);
            let text = quarry_ron::map::replace(document.text(), &turned.path.parse().unwrap(), &turned.value);
            let text = text.unwrap_or_else(|error| panic!("{tunable:?}: {error}"));
            let mut changed = files();
            changed.put(&tunable.file, text);
            let changed = Library::from_files(&changed, &hunt::SCHEMA);
            let changed = changed.unwrap_or_else(|findings| panic!("{tunable:?}: {}", findings[0]));
            let now = tunables(&changed, label(kind));
            let same = |one: &&Tunable| (one.group, &one.of, one.what) == (tunable.group, &tunable.of, tunable.what);
            let edited = now.iter().find(same).unwrap_or_else(|| panic!("{tunable:?}"));
            assert!((edited.value - value).abs() <= 0.01 * value.abs().max(1.0), "{tunable:?} became {edited:?}");
        }
    }
}

#[test]
fn a_switch_names_the_goals_that_became_unreachable() {
    let mut game = Match::begin(7);
    let switch = |on| RetuneCommand::Switch {
        who: SwitchScope::Side(label("hunted")),
        what: SwitchTarget::Action(label("rest")),
        on,
    };
    let applied = game.apply(&switch(false)).unwrap();
    let [note] = applied.out_of_reach.as_slice() else { panic!("{applied:?}") };
    assert!(note.contains("`recover`") && note.contains("`rest`"), "{note}");
    assert_eq!(game.apply(&switch(true)).unwrap().out_of_reach, Vec::<String>::new());
}

#[test]
fn a_thing_changes_in_the_running_match() {
    let mut game = Match::begin(6);
    game.run(30);
    let seconds = |game: &Match| {
        let rules = &game.world().resource::<quarry::world::MatchRules>().0;
        rules.things[&label("barred_window")].uses[&label("pry")].seconds
    };
    assert!(seconds(&game) > 4.0);
    let path = "assets/hunt/things/barred_window.ron";
    let text = library().documents[path].text().replace("seconds: 44", "seconds: 3");
    let mut changed = files();
    changed.put(path, text);
    let changed = Library::from_files(&changed, &hunt::SCHEMA).unwrap();
    let applied = game.apply(&RetuneCommand::reload(&changed, [path])).unwrap();
    assert_eq!(seconds(&game), 3.0, "{applied:?}");
    // What the hunted plan with follows; hunters cannot pry.
    assert_eq!(applied.retuned, game.side("hunted"));
    assert!(game.run(60));
}
