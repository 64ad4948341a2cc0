//! Queries: every condition excludes a fact for its own reason, and a fact without a mismatch is a member.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry_minds::{
    Behaviours, Brain, MindComponents, WorkingMemory,
    protocol::{Blackboard, Percept, PerceptSource, label},
    queries::Mismatch,
    schema::mind::MindFile,
};

use super::stage::{Field, Stage, heard, other, seen, thing, told};

/// A mind with one query per condition.
const MIND: &str = r#"(
    memory: (kinds: {"noise": (decay_per_second: 0.1)}),
    queries: {
        "door": (kinds: ["door"]),
        "any": (),
        "lamp": (kinds: ["lamp"]),
        "lit": (kinds: ["lamp"], states: ["lit"]),
        "not lit": (kinds: ["lamp"], not_states: ["lit"]),
        "relit": (kinds: ["lamp"], previous_states: ["out"]),
        "seen": (kinds: ["lamp"], sources: [seen]),
        "loud": (kinds: ["lamp"], min_amount: 2.0),
        "in sight": (kinds: ["lamp"], in_sight: true),
        "out of sight": (kinds: ["lamp"], in_sight: false),
        "current": (kinds: ["lamp"], is_current_target: true),
        "unchecked": (kinds: ["lamp"], unchecked_since_seen: true),
        "untried": (kinds: ["lamp"], not_on_cooldown: true),
        "free": (kinds: ["lamp"], unreserved: true),
        "young": (kinds: ["lamp"], max_age: 1.0),
        "old": (kinds: ["lamp"], min_age: 1.0),
        "sure": (kinds: ["noise"], min_confidence: 0.9),
        "changed": (kinds: ["lamp"], changed_within: 1.0),
        "not checked lately": (kinds: ["lamp"], unchecked_for: 5.0),
        "within": (kinds: ["lamp"], max_distance: 5.0),
        "beyond": (kinds: ["lamp"], min_distance: 5.0),
        "not visited": (kinds: ["lamp"], unvisited_for: 5.0),
        "near door": (kinds: ["lamp"], near: ("door", 3.0)),
        "away from door": (kinds: ["lamp"], away_from: ("door", 3.0)),
        "interceptable": (kinds: ["runner"], interceptable: (at: "door", lead: 1.0, max_distance: 30.0)),
    },
    facts: {"done": (type: bool())},
    actions: [(name: "wait", effects: {"done": set(true)}, behaviour: "wait")],
    goals: [(name: "rest", conditions: {"done": is(true)}, base_relevance: 0)],
)"#;

fn stage() -> Stage {
    let file: MindFile = ron::from_str(MIND).unwrap();
    let brain = Brain::compile(label("test"), &file, &Behaviours::default());
    Stage::with(Arc::new(brain.unwrap_or_else(|findings| panic!("{findings:?}"))), "hunter")
}

/// Why the first fact is no member of a query.
fn mismatch(stage: &Stage, query: &str) -> Option<Mismatch> {
    let field = Field::new();
    let components = MindComponents::from_entity(stage.app.world().entity(stage.agent), &field).unwrap();
    let (view, queries) = (components.view(), &components.mind.brain.queries);
    let index = queries.iter().position(|known| known.name == query).unwrap();
    let subject = if query == "interceptable" { other(1) } else { components.memory.facts()[0].subject };
    let fact = components.memory.about(subject).unwrap();
    let found = view.mismatch(index, fact);
    assert_eq!(view.matches(index, fact), found.is_none());
    assert_eq!(view.members(index).any(|member| member.subject == fact.subject), found.is_none());
    found
}

/// A lamp 10 m away, lit and in sight.
fn lamp() -> Percept {
    seen("lamp", thing(1), "lit", 20.0, 10.0)
}

#[test]
fn a_fact_that_meets_all_conditions_is_a_member() {
    let mut stage = stage();
    stage.perceive(lamp());
    stage.run(1);
    let all = ["any", "lamp", "lit", "seen", "in sight", "unchecked", "untried", "free", "young", "changed", "beyond"];
    for query in all.iter().chain(&["not checked lately", "not visited", "away from door"]) {
        assert_eq!(mismatch(&stage, query), None, "{query}");
    }
}

#[test]
fn conditions_on_the_fact_itself() {
    let mut stage = stage();
    stage.perceive(lamp());
    stage.run(1);
    assert_eq!(mismatch(&stage, "door"), Some(Mismatch::Kind));
    assert_eq!(mismatch(&stage, "not lit"), Some(Mismatch::State(label("lit"))));
    assert_eq!(mismatch(&stage, "relit"), Some(Mismatch::PreviousState(label(""))));
    assert_eq!(mismatch(&stage, "loud"), Some(Mismatch::Amount(0.0)));
    assert_eq!(mismatch(&stage, "out of sight"), Some(Mismatch::InSight));
    assert_eq!(mismatch(&stage, "current"), Some(Mismatch::NotCurrentTarget));
    stage.perceive(Percept { state: label("out"), ..lamp() });
    stage.run(1);
    assert_eq!(mismatch(&stage, "lit"), Some(Mismatch::State(label("out"))));
    stage.perceive(lamp());
    stage.run(1);
    assert_eq!(mismatch(&stage, "relit"), None);

    let mut stage = self::stage();
    stage.perceive(told(2, lamp()));
    stage.run(1);
    assert_eq!(mismatch(&stage, "seen"), Some(Mismatch::Source(PerceptSource::Told)));
    assert_eq!(mismatch(&stage, "in sight"), Some(Mismatch::OutOfSight));
}

#[test]
fn conditions_on_what_the_agent_and_its_team_have_done() {
    let mut stage = stage();
    stage.perceive(lamp());
    stage.run(1);
    stage.get_mut::<WorkingMemory>().mark_checked(thing(1));
    assert_eq!(mismatch(&stage, "unchecked"), Some(Mismatch::CheckedSinceSeen));
    assert_eq!(mismatch(&stage, "not checked lately"), Some(Mismatch::CheckedRecently(0.0)));
    stage.get_mut::<WorkingMemory>().note_failure(thing(1), 2.0);
    assert_eq!(mismatch(&stage, "untried"), Some(Mismatch::OnCooldown(2.0)));
    stage.run(60);
    assert_eq!(mismatch(&stage, "untried"), None);
    stage.perceive(told(2, Percept { state: label("reserved"), ..lamp() }));
    stage.run(1);
    assert_eq!(mismatch(&stage, "free"), Some(Mismatch::Reserved(quarry_minds::protocol::AgentId(2))));
}

#[test]
fn conditions_on_time() {
    let mut stage = stage();
    stage.perceive(lamp());
    stage.run(1);
    assert_eq!(mismatch(&stage, "old"), Some(Mismatch::TooRecent(0.0)));
    stage.run(60);
    assert_eq!(mismatch(&stage, "young"), Some(Mismatch::TooOld(2.0)));
    assert_eq!(mismatch(&stage, "old"), None);
    assert_eq!(mismatch(&stage, "changed"), Some(Mismatch::ChangedEarlier(2.0)));

    let mut stage = self::stage();
    stage.perceive(heard("noise", 1, 20.0, 10.0));
    stage.run(1);
    assert_eq!(mismatch(&stage, "sure"), None);
    stage.run(60);
    assert!(matches!(mismatch(&stage, "sure"), Some(Mismatch::Unsure(sure)) if (sure - 0.8).abs() < 0.01));
}

#[test]
fn conditions_on_place() {
    let mut stage = stage();
    stage.perceive(lamp());
    stage.run(1);
    assert_eq!(mismatch(&stage, "within"), Some(Mismatch::TooFar(10.0)));
    assert!(matches!(mismatch(&stage, "near door"), Some(Mismatch::NotNear(door, _)) if door == "door"));
    stage.perceive(seen("door", thing(9), "shut", 22.0, 10.0));
    stage.run(1);
    assert_eq!(mismatch(&stage, "near door"), None);
    assert_eq!(mismatch(&stage, "away from door"), Some(Mismatch::NotAwayFrom(label("door"), 2.0)));
    stage.stand(Vec3::new(18.0, 0.0, 10.0));
    stage.run(1);
    assert_eq!(mismatch(&stage, "beyond"), Some(Mismatch::TooNear(2.0)));
    assert_eq!(mismatch(&stage, "not visited"), None);
    stage.stand(Vec3::new(20.0, 0.0, 10.0));
    stage.run(1);
    stage.stand(Vec3::new(10.0, 0.0, 10.0));
    stage.run(30);
    assert!(matches!(mismatch(&stage, "not visited"), Some(Mismatch::VisitedRecently(ago)) if ago < 1.5));
}

#[test]
fn a_runner_is_interceptable_only_at_a_door_that_is_nearer_for_the_agent() {
    let mut stage = stage();
    // The agent stands at (10, 10); the runner comes from (30, 10) towards a door at (16, 10).
    stage.perceive(seen("door", thing(9), "shut", 16.0, 10.0));
    let runner = |velocity: Vec3| Percept { velocity, ..seen("runner", other(1), "running", 30.0, 10.0) };
    stage.perceive(runner(Vec3::new(-4.0, 0.0, 0.0)));
    stage.run(1);
    assert_eq!(mismatch(&stage, "interceptable"), None);
    stage.perceive(runner(Vec3::new(4.0, 0.0, 0.0)));
    stage.run(1);
    assert_eq!(mismatch(&stage, "interceptable"), Some(Mismatch::NotInterceptable), "it runs the other way");
    assert!(stage.get::<Blackboard>().go.request().is_none());
}

#[test]
fn mismatches_read_as_text() {
    let name = |agent: quarry_minds::protocol::AgentId| format!("agent {}", agent.0);
    for (mismatch, text) in [
        (Mismatch::State(label("")), "state is unknown"),
        (Mismatch::Reserved(quarry_minds::protocol::AgentId(2)), "reserved by agent 2"),
        (Mismatch::OnCooldown(8.0), "on cooldown for 8 s after a failure"),
        (Mismatch::CheckedSinceSeen, "already checked"),
        (Mismatch::NotNear(label("trail"), 1000.0), "no \"trail\" known"),
        (Mismatch::NotNear(label("trail"), 14.0), "14 m from \"trail\", too far"),
    ] {
        assert_eq!(mismatch.describe(&name), text);
    }
}
