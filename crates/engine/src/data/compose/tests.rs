use std::collections::BTreeMap;

use quarry_minds::schema::mind::MindFile;
use quarry_ron::read_ron;

use super::*;
use crate::data::agent::AgentKind;

type Files = BTreeMap<(FileKind, &'static str), &'static str>;

fn whole(files: &Files, kind: FileKind, name: &'static str) -> Result<Document, Finding> {
    let shown = |kind: FileKind, name: &str| kind.path_for("g", name);
    let find = |kind: FileKind, name: &str| {
        let text = files.iter().find(|((k, n), _)| *k == kind && *n == name).map(|(_, text)| *text);
        Ok(Document::parse(&shown(kind, name), text.ok_or_else(|| NotFound::Missing(shown(kind, name)))?).unwrap())
    };
    let own = Document::parse(&shown(kind, name), files[&(kind, name)]).unwrap();
    compose(kind, &own, &find).map(|whole| whole.unwrap_or(own))
}

const COMMON: &str = r#"(actions: [
    (name: "go_to", cost: 1, behaviour: "go_to", parameters: {"gait": "walk", "arrive_radius": 0.5}, effects: {"at": set("$target")}),
    (name: "wait", behaviour: "scan"),
])"#;
const FIGHTER: &str = r#"(actions: [
    (name: "chase", like: "common/go_to",
        target: "foe", parameters: {"gait": "run"}),
    (name: "strike", behaviour: "strike", timeout: 5),
])"#;
const FULL: &str = r#"(
    action_sets: ["fighter", "common"],
    queries: {"foe": (kinds: ["foe"]), "rest": (kinds: ["bed"])},
    facts: {"at": (type: target())},
    actions: [
        (name: "strike", timeout: 7),
        (name: "rest", target: "rest", behaviour: "scan"),
    ],
    goals: [(name: "catch", conditions: {}, base_relevance: 10), (name: "idle", conditions: {}, base_relevance: 1)],
)"#;
const NOVICE: &str = r#"(
    like: "full",
    action_sets: ["fighter"],
    goals: [(name: "catch", base_relevance: 5)],
    actions: [(name: "chase", parameters: {"arrive_radius": 0.9})],
)"#;

fn files() -> Files {
    BTreeMap::from([
        ((FileKind::ActionSet, "common"), COMMON),
        ((FileKind::ActionSet, "fighter"), FIGHTER),
        ((FileKind::Mind, "full"), FULL),
        ((FileKind::Mind, "novice"), NOVICE),
    ])
}

#[test]
fn a_mind_has_the_actions_of_its_sets_and_those_that_it_changes_or_adds() {
    let mind: MindFile = whole(&files(), FileKind::Mind, "full").unwrap().read().unwrap();
    let names: Vec<&str> = mind.actions.iter().map(|action| action.name.as_str()).collect();
    assert_eq!(names, ["chase", "strike", "go_to", "wait", "rest"]);
    let [chase, strike, ..] = mind.actions.as_slice() else { panic!() };
    assert_eq!((chase.behaviour.as_str(), chase.cost), ("go_to", 1.0));
    assert_eq!(chase.parameters.0.len(), 2);
    assert_eq!((strike.behaviour.as_str(), strike.timeout), ("strike", 7.0));
}

#[test]
fn a_mind_like_another_has_what_it_does_not_state() {
    let mind: MindFile = whole(&files(), FileKind::Mind, "novice").unwrap().read().unwrap();
    // The list of sets is replaced; the own actions of the other mind are inherited.
    let names: Vec<&str> = mind.actions.iter().map(|action| action.name.as_str()).collect();
    assert_eq!(names, ["chase", "strike", "rest"]);
    let goals: Vec<(&str, f32)> = mind.goals.iter().map(|goal| (goal.name.as_str(), goal.base_relevance)).collect();
    assert_eq!(goals, [("catch", 5.0), ("idle", 1.0)]);
    assert_eq!(mind.queries.0.len(), 2);
}

#[test]
fn a_value_is_found_where_it_is_written() {
    let document = whole(&files(), FileKind::Mind, "novice").unwrap();
    for (path, file, line, written) in [
        ("goals[0].base_relevance", "assets/g/minds/novice.ron", 4, "goals[0].base_relevance"),
        ("goals[1].base_relevance", "assets/g/minds/full.ron", 9, "goals[1].base_relevance"),
        ("queries[\"foe\"].kinds", "assets/g/minds/full.ron", 3, "queries[\"foe\"].kinds"),
        ("actions[0].cost", "assets/g/actions/common.ron", 2, "actions[0].cost"),
        ("actions[0].target", "assets/g/actions/fighter.ron", 3, "actions[0].target"),
        ("actions[0].parameters[\"gait\"]", "assets/g/actions/fighter.ron", 3, "actions[0].parameters[\"gait\"]"),
        (
            "actions[0].parameters[\"arrive_radius\"]",
            "assets/g/minds/novice.ron",
            5,
            "actions[0].parameters[\"arrive_radius\"]",
        ),
        // Written nowhere: it belongs to the file that says most about the action.
        ("actions[0].timeout", "assets/g/minds/novice.ron", 5, "actions[0].timeout"),
        ("actions[1].timeout", "assets/g/minds/full.ron", 6, "actions[0].timeout"),
    ] {
        let (found, at) = document.written_at(&path.parse().unwrap()).unwrap();
        assert_eq!((found, at.to_string().as_str()), (file, written), "{path}");
        let finding = document.cursor_at(path).error("x");
        assert_eq!((finding.file.as_str(), finding.line), (file, line), "{path}");
    }
}

#[test]
fn mistakes_are_found_in_the_file_that_has_them() {
    for (kind, name, text, line, message) in [
        (FileKind::Mind, "a", "(like: \"nobody\")", 1, "no file assets/g/minds/nobody.ron"),
        (FileKind::Mind, "a", "(\n like: \"a\")", 2, "builds on itself"),
        (
            FileKind::Mind,
            "a",
            "(like: \"full\",\n action_sets: [\"nothing\"])",
            2,
            "no file assets/g/actions/nothing.ron",
        ),
        (FileKind::Mind, "a", "(action_sets: [\"fighter\", \"fighter\"])", 1, "named twice"),
        (FileKind::ActionSet, "a", "(actions: [(name: \"x\",\n like: \"fighter/chose\")])", 2, "no action `chose`"),
        (
            FileKind::ActionSet,
            "a",
            "(actions: [(name: \"x\",\n like: \"fighter\")])",
            2,
            "not the name of an action in a set",
        ),
        (FileKind::ActionSet, "a", "(actions: [(name: \"x\", like: \"a/x\")])", 1, "builds on itself"),
    ] {
        let mut files = files();
        files.insert((kind, name), text);
        let finding = whole(&files, kind, name).expect_err(text);
        assert!(finding.message.contains(message), "{finding}");
        assert_eq!((finding.file.as_str(), finding.line), (kind.path_for("g", name).as_str(), line), "{finding}");
    }
    // A field that the schema does not know, in a set that another file uses.
    let mut files = files();
    files.insert((FileKind::ActionSet, "fighter"), "(actions: [\n(name: \"strike\",\n behavior: \"strike\")])");
    let finding = whole(&files, FileKind::Mind, "novice").unwrap().read::<MindFile>().unwrap_err();
    assert_eq!((finding.file.as_str(), finding.line), ("assets/g/actions/fighter.ron", 3), "{finding}");
}

#[test]
fn an_agent_like_another_changes_single_fields() {
    let base = include_str!("../../../../../tests/toy/data/assets/bees/agents/bee.ron");
    let files = BTreeMap::from([
        ((FileKind::Agent, "plain"), base),
        ((FileKind::Agent, "slow"), "(like: \"plain\", mind: \"slow\", body: (radius: 0.3))"),
    ]);
    let (plain, _) = read_ron::<AgentKind>("", base).unwrap();
    let slow: AgentKind = whole(&files, FileKind::Agent, "slow").unwrap().read().unwrap();
    assert_eq!(slow.body.radius, 0.3);
    assert_eq!(slow.body.height, plain.body.height);
    assert_eq!(slow.senses, plain.senses);
    assert_eq!(slow.mind.unwrap().as_str(), "slow");
}

#[test]
fn what_builds_on_nothing_is_left_as_it_is() {
    let plain = Document::parse("a", "(side: \"x\", senses: ())").unwrap();
    assert!(compose(FileKind::Agent, &plain, &|_, _| Err(NotFound::Missing(String::new()))).unwrap().is_none());
}

#[test]
fn the_queries_and_facts_of_a_set_come_along_and_the_mind_may_state_its_own() {
    let mut all = files();
    let bell = r#"(
        queries: {"at hand": (kinds: ["bell"]), "bell": (kinds: ["bell"], max_distance: 9), "rung": (kinds: ["bell"])},
        facts: {"bell is rung": (type: bool(), value: exists("rung"))},
        actions: [(name: "ring", target: "bell", behaviour: "use"), (name: "mute", target: "bell", behaviour: "use")],
    )"#;
    all.insert((FileKind::ActionSet, "bell"), bell);
    all.insert((FileKind::ActionSet, "fighter"), r#"(actions: [(name: "ring", like: "bell/ring", cost: 4)])"#);
    let own = r#""foe": (kinds: ["foe"]), "at hand": (kinds: ["foe"], max_distance: 2), "bell": (max_distance: 5)"#;
    let full = FULL.replace(r#""foe": (kinds: ["foe"])"#, own);
    all.insert((FileKind::Mind, "full"), Box::leak(full.into_boxed_str()));
    let mind: MindFile = whole(&all, FileKind::Mind, "full").unwrap().read().unwrap();
    assert!(mind.actions.iter().any(|action| action.name == "ring" && action.cost == 4.0));
    assert!(mind.actions.iter().all(|action| action.name != "mute"), "only what it names");
    let query = |name: &str| mind.queries.get(name).unwrap_or_else(|| panic!("no query {name}"));
    let kinds: Vec<&str> = query("at hand").kinds.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(
        (kinds.as_slice(), query("at hand").max_distance),
        (&["foe", "bell"][..], Some(2.0)),
        "the kinds of both"
    );
    assert_eq!(
        (query("bell").kinds.len(), query("bell").max_distance),
        (1, Some(5.0)),
        "its own distance, the set's kind"
    );
    assert!(mind.queries.get("rung").is_some() && mind.facts.get("bell is rung").is_some());
}
