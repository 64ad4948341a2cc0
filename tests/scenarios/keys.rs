//! What the hunted believe of keys that are no longer where they lay.

use bevy::math::Vec3;
use quarry::world::{
    ItemLocation, ThingState, Things,
    level::{LevelThing, ThingKind},
};
use quarry_minds::protocol::{
    ActionOutcome, AgentId, Blackboard, FailReason, MatchEvent, PerceptSource, Status, Subject, label,
};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);
const MATE: AgentId = AgentId(1);

const HALL: &[&str] = &[
    "##############################",
    "#............................#",
    "#s...........................#",
    "#s..k........................#",
    "#s...........................#",
    "#h...........................#",
    "####E#########################",
];

fn key(stage: &Stage) -> LevelThing {
    stage.things(ThingKind::Item)[0]
}

/// The state of the key in the memory of an agent, and how it is known.
fn believed(stage: &Stage, agent: AgentId) -> Option<(&'static str, PerceptSource)> {
    let fact = stage.memory(agent).about(Subject::Thing(key(stage).id))?;
    Some((fact.state.as_str(), fact.source))
}

fn remove(stage: &mut Stage) {
    let key = key(stage).id;
    let mut things = stage.app.world_mut().resource_mut::<Things>();
    *things.state_mut(key).expect("the key") = ThingState::Item(ItemLocation::Nowhere);
}

fn was_taken(stage: &Stage) -> bool {
    stage.happened(|event| matches!(event, MatchEvent::Taken { .. }))
}

/// How often an agent has set out for the key.
fn set_out(stage: &Stage, agent: AgentId) -> usize {
    let target = Some(Subject::Thing(key(stage).id));
    let sets_out = |event: &&MatchEvent| matches!(event, MatchEvent::ActionStarted { agent: by, target: of, .. } if *by == agent && *of == target);
    stage.events().filter(sets_out).count()
}

#[test]
fn an_agent_that_takes_a_key_knows_before_it_decides_again() {
    // It looks away: it knows by its hands.
    let mut stage = Stage::new(HALL, 3, &[led((4.5, 4.3), (4.5, 8.0))], &[]);
    let lies = key(&stage);
    stage.know(PREY, "key", "lying", &lies);
    stage.use_thing(PREY, lies.id, "take");
    stage.wait(8.0, "it takes the key", was_taken);
    stage.tick();
    assert_eq!(believed(&stage, PREY), Some(("gone", PerceptSource::Done)));
}

#[test]
fn taking_a_key_succeeds_and_no_goal_is_chosen_for_it_afterwards() {
    let mut stage = Stage::new(HALL, 3, &[minded((8.0, 3.5), (4.5, 3.5))], &[]);
    stage.wait(20.0, "it takes the key", was_taken);
    let before = set_out(&stage, PREY);
    stage.run(1.0);
    let taking = |event: &MatchEvent| matches!(event, MatchEvent::ActionEnded { action, outcome: ActionOutcome::Succeeded, .. } if *action == label("take_key"));
    assert!(stage.happened(taking), "{}", stage.told(20));
    assert_eq!(set_out(&stage, PREY), before);
}

#[test]
fn a_key_is_missed_within_reach_and_not_from_afar() {
    let status =
        |stage: &Stage| stage.app.world().get::<Blackboard>(stage.entity(PREY)).expect("a board").use_thing.status();
    for (at, expected, belief) in [
        ((4.5, 4.3), FailReason::Gone, ("gone", PerceptSource::Felt)),
        ((12.0, 4.3), FailReason::OutOfReach, ("lying", PerceptSource::Known)),
    ] {
        let mut stage = Stage::new(HALL, 3, &[led(at, (28.0, 4.3))], &[]);
        remove(&mut stage);
        let lies = key(&stage);
        stage.know(PREY, "key", "lying", &lies);
        stage.use_thing(PREY, lies.id, "take");
        stage.tick();
        stage.tick();
        assert_eq!(status(&stage), Status::Failed(expected));
        assert_eq!(believed(&stage, PREY), Some(belief));
    }
}

#[test]
fn a_mate_that_saw_the_key_earlier_does_not_send_its_taker_back() {
    let mut stage = Stage::new(HALL, 3, &[minded((6.0, 3.5), (4.5, 3.5)), led((27.0, 3.5), (28.5, 3.5))], &[]);
    let lies = key(&stage);
    stage.see(MATE, "key", "lying", &lies);
    stage.wait(10.0, "the first takes the key", was_taken);
    let before = set_out(&stage, PREY);
    stage.put(MATE, (12.5, 3.5), (28.5, 3.5));
    stage.let_go(MATE);
    let key = label("key");
    let told = |event: &MatchEvent| matches!(event, MatchEvent::Told { by: MATE, to: PREY, kind, .. } if *kind == key);
    stage.wait(4.0, "the mate speaks of the key", |stage| stage.happened(told));
    stage.run(3.0);
    assert_eq!(set_out(&stage, PREY), before, "{}", stage.told(30));
    assert_eq!(believed(&stage, MATE).map(|(state, _)| state), Some("gone"), "it has been told, or sees it");
}

#[test]
fn a_taken_key_is_reported_to_mates() {
    let mut stage = Stage::new(HALL, 3, &[minded((6.0, 3.5), (4.5, 3.5)), led((12.5, 3.5), (28.0, 3.5))], &[]);
    let lies = key(&stage);
    stage.know(MATE, "key", "lying", &lies);
    stage.wait(10.0, "the first takes the key", was_taken);
    stage.put(MATE, (10.5, 3.5), (28.0, 3.5));
    stage.wait(4.0, "the mate is told", |stage| believed(stage, MATE) == Some(("gone", PerceptSource::Told)));
}

#[test]
fn a_walk_to_what_nobody_gets_near_to_fails_soon() {
    let mut stage = Stage::new(HALL, 3, &[minded((8.0, 1.8), (12.0, 1.8))], &[]);
    remove(&mut stage);
    // Behind the wall, as far as it knows.
    let mut believed = key(&stage);
    believed.entry = Vec3::new(12.5, 0.0, 0.0);
    believed.place = believed.entry;
    stage.know(PREY, "key", "lying", &believed);
    let failed = |event: &MatchEvent| {
        let unreachable = ActionOutcome::Failed(FailReason::Unreachable);
        matches!(event, MatchEvent::ActionEnded { agent: PREY, outcome, .. } if *outcome == unreachable)
    };
    stage.wait(12.0, "the walk to it fails", |stage| stage.happened(failed));
}
