//! Goals with a worth compete by the value of their plans, and odds are learnt.

use std::sync::Arc;

use quarry_minds::{
    Behaviours, Brain, Mind,
    protocol::{MatchEvent, RejectReason, label},
    schema::mind::MindFile,
};

use super::stage::{Stage, seen, thing};

/// An animal that eats nuts, which take odds, and berries.
fn mind(crack: &str, pick: &str, goals: &str) -> Stage {
    let text = format!(
        r#"(
        queries: {{"nut": (kinds: ["nut"]), "berry": (kinds: ["berry"])}},
        facts: {{"had_nut": (type: bool()), "had_berry": (type: bool())}},
        actions: [
            (name: "crack", target: "nut", cost: 2, includes_travel: true, effects: {{"had_nut": set(true)}},
             behaviour: "scan", parameters: {{"duration": 4}}, {crack}),
            (name: "pick", target: "berry", cost: 2, includes_travel: true, effects: {{"had_berry": set(true)}},
             behaviour: "scan", parameters: {{"duration": 4}}, {pick}),
        ],
        goals: [{goals}],
    )"#
    );
    let file: MindFile = ron::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let brain = Brain::compile(label("squirrel"), &file, &Behaviours::default()).unwrap();
    Stage::with(Arc::new(brain), "hunter")
}

fn goal(name: &str, fact: &str, query: &str, more: &str) -> String {
    format!(
        r#"(name: "{name}", conditions: {{"{fact}": is(true)}}, base_relevance: 50,
            considerations: [(input: exists("{query}"))], {more}),"#
    )
}

/// Nuts and berries, each worth this much.
fn goals(nut: f32, berry: f32) -> String {
    goal("nuts", "had_nut", "nut", &format!("worth: {nut}"))
        + &goal("berries", "had_berry", "berry", &format!("worth: {berry}"))
}

/// A nut and a berry at these distances to the east of the agent, which stands at (10, 10).
fn lay(stage: &mut Stage, nut: f32, berry: f32) {
    stage.perceive(seen("nut", thing(1), "", 10.0 + nut, 10.0));
    stage.perceive(seen("berry", thing(2), "", 10.0 + berry, 10.0));
    stage.run(2);
}

fn choices(stage: &Stage) -> Vec<&'static str> {
    let chosen = |event: &MatchEvent| match event {
        MatchEvent::GoalChosen { goal, .. } => Some(goal.as_str()),
        _ => None,
    };
    stage.events().iter().filter_map(chosen).collect()
}

#[test]
fn worth_is_weighed_against_time() {
    let mut near = mind("", "", &goals(1.0, 2.0));
    lay(&mut near, 2.0, 4.0);
    assert_eq!(near.goal(), "berries", "worth twice as much and hardly farther");
    let mut far = mind("", "", &goals(1.0, 2.0));
    lay(&mut far, 2.0, 28.0);
    assert_eq!(far.goal(), "nuts", "nobody crosses the field for that");
    let status = &far.get::<Mind>().goals[1];
    assert_eq!(status.passed_over, Some(RejectReason::LessValue));
    let value = status.value.unwrap();
    // 2 s of picking, and 28 m at 3 m/s.
    assert!(value.worth == 2.0 && (value.seconds - 11.3).abs() < 0.7, "{value:?}");
}

#[test]
fn odds_and_danger_count() {
    let mut unlikely = mind("odds: (prior: value(0.2))", "", &goals(2.0, 1.0));
    lay(&mut unlikely, 3.0, 3.0);
    assert_eq!(unlikely.goal(), "berries");
    let mut likely = mind("odds: (prior: value(0.9))", "", &goals(2.0, 1.0));
    lay(&mut likely, 3.0, 3.0);
    assert_eq!(likely.goal(), "nuts");
    let mut dangerous = mind("odds: (prior: value(0.9)), danger: value(1.5)", "", &goals(2.0, 1.0));
    lay(&mut dangerous, 3.0, 3.0);
    assert_eq!(dangerous.goal(), "berries");
}

#[test]
fn the_action_graph_shows_worth_and_odds() {
    let stage = mind("odds: (prior: value(0.2))", "", &goals(2.0, 1.0));
    let graph = stage.get::<Mind>().brain.graph();
    let note = |name: &str| graph.nodes.iter().find(|node| node.name == name).unwrap().note.clone();
    assert_eq!(note("nuts"), "worth 2");
    assert!(note("crack").ends_with("odds 0.2"), "{}", note("crack"));
}

#[test]
fn an_agent_learns_that_an_action_brings_nothing_and_that_it_does() {
    let crack = r#"odds: (prior: value(0.9), kept_when: reading("fed"))"#;
    let odds_after = |fed: f32| {
        let mut stage = mind(crack, "", &goals(1.5, 1.0));
        stage.reading("fed", fed);
        lay(&mut stage, 3.0, 3.0);
        assert_eq!(stage.goal(), "nuts");
        stage.run(30 * 120);
        let endings = stage.get::<Mind>().experience.endings(label("crack"), None);
        (endings.odds(0.9, 8.0), choices(&stage).contains(&"berries"))
    };
    let (fooled, gave_up) = odds_after(0.0);
    assert!(fooled < 0.65 && gave_up, "nuts that were empty: odds {fooled}");
    let (fed, gave_up) = odds_after(1.0);
    assert!(fed >= 0.9 && !gave_up, "nuts that were full: odds {fed}");
}

#[test]
fn what_is_broken_off_before_it_brings_anything_teaches_nothing() {
    let crack = r#"invariant: not(reading("hidden")), odds: (prior: value(0.9), kept_when: reading("fed"))"#;
    let ended_after = |hidden: f32| {
        let mut stage = mind(crack, "", &goals(1.5, 1.0));
        stage.reading("fed", 0.0);
        lay(&mut stage, 3.0, 3.0);
        stage.run(30);
        assert_eq!(stage.goal(), "nuts");
        stage.reading("hidden", hidden);
        stage.run(30 * 5);
        stage.get::<Mind>().experience.endings(label("crack"), None).ended
    };
    assert_eq!(ended_after(1.0), 0.0, "broken off");
    assert!(ended_after(0.0) > 0.0, "carried out");
}

#[test]
fn what_is_begun_is_carried_on_unless_another_plan_is_worth_much_more() {
    let goes_on = |berry: f32| {
        let mut stage = mind("", "", &goals(1.0, berry));
        stage.perceive(seen("nut", thing(1), "", 16.0, 10.0));
        stage.run(20);
        assert_eq!(stage.goal(), "nuts");
        stage.perceive(seen("berry", thing(2), "", 16.0, 10.0));
        stage.run(40);
        stage.goal() == "nuts"
    };
    assert!(goes_on(1.1), "hardly better");
    assert!(!goes_on(3.0), "three times as good");
}

#[test]
fn a_goal_lingers_while_its_plan_holds() {
    let drops = |lingers: f32| {
        let wish = r#"(name: "nuts", conditions: {"had_nut": is(true)}, base_relevance: 50,
            considerations: [(input: reading("hungry"))], "#;
        let other = goal("berries", "had_berry", "berry", "");
        let mut stage = mind("timeout: 60", "", &format!("{wish} lingers: {lingers}), {other}"));
        stage.reading("hungry", 1.0);
        stage.perceive(seen("nut", thing(1), "", 12.0, 10.0));
        stage.perceive(seen("berry", thing(2), "", 12.0, 10.0));
        stage.run(10);
        let first = stage.goal();
        stage.reading("hungry", 0.4);
        stage.run(10);
        (first, stage.goal())
    };
    // Its relevance of 50 has fallen to 20, below the 50 of the other.
    assert_eq!(drops(0.0), ("nuts", "berries"));
    assert_eq!(drops(2.0), ("nuts", "nuts"));
}

/// A cook that stirs a pot on a fire, or walks to a stove if no fire burns.
const COOK: &str = r#"(
    queries: {"pot": (kinds: ["pot"]), "fire": (kinds: ["fire"], states: ["burning"])},
    facts: {"warm": (type: bool(), value: exists("fire")), "soup": (type: bool())},
    actions: [
        (name: "stir", target: "pot", cost: 1, preconditions: {"warm": is(true)}, effects: {"soup": set(true)},
         behaviour: "scan", parameters: {"duration": 20}),
        (name: "light", target: "pot", cost: 3, preconditions: {"warm": is(false)}, effects: {"warm": set(true)},
         behaviour: "scan", parameters: {"duration": 20}),
        (name: "heat", target: "pot", cost: COST, effects: {"soup": set(true)}, behaviour: "scan", parameters: {"duration": 20}),
    ],
    goals: [(name: "cook", conditions: {"soup": is(true)}, base_relevance: 50, considerations: [(input: exists("pot"))])],
)"#;

#[test]
fn a_running_step_goes_on_though_what_it_needed_to_begin_is_gone_unless_a_plan_is_as_cheap() {
    for (heat, plan) in [(2.0, "stir"), (1.0, "heat")] {
        let file: MindFile = ron::from_str(&COOK.replace("COST", &heat.to_string())).unwrap();
        let brain = Brain::compile(label("cook"), &file, &Behaviours::default()).unwrap();
        let mut stage = Stage::with(Arc::new(brain), "hunter");
        stage.perceive(seen("fire", thing(2), "burning", 12.0, 10.0));
        stage.perceive(seen("pot", thing(1), "", 11.0, 10.0));
        stage.run(60);
        if heat > 1.0 {
            assert_eq!(stage.plan(), ["stir"]);
        }
        // The fire goes out, and another pot comes into sight: the mind plans again.
        stage.perceive(seen("fire", thing(2), "out", 12.0, 10.0));
        stage.perceive(seen("pot", thing(3), "", 20.0, 10.0));
        stage.run(60);
        assert_eq!(stage.plan(), [plan]);
    }
}
