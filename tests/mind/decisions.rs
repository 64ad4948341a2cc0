//! Decisions: fallback to the next goal, keeping a plan, replanning after changes, ending actions.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry_minds::{
    Brain, DecisionReason, Mind, MindTrace,
    protocol::{
        ActionOutcome, AgentId, Blackboard, FailReason, MatchEvent, Percept, RejectReason, Status, Utterance, label,
    },
    schema::mind::MindFile,
};

use super::stage::{Stage, heard, other, seen, thing, told};

fn go(stage: &mut Stage, status: Status) {
    stage.get_mut::<Blackboard>().go.report(status);
}

#[test]
fn nothing_is_planned_while_nothing_changes() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    // Until the last action has become available that waits for the age of a goal.
    stage.run(200);
    let planned = stage.planned();
    assert!(planned > 0);
    stage.run(600);
    assert_eq!(stage.planned(), planned);
}

#[test]
fn a_goal_without_a_plan_gives_way_to_the_next_with_a_reason() {
    let mut stage = Stage::new("hunted");
    // It is wounded, and knows of no hiding place in which a wound would heal.
    stage.reading("wounds", 1.0);
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    stage.run(2);
    assert_eq!(stage.goal(), "escape");
    let recover = stage.get::<Mind>().goals[3].clone();
    assert!(recover.relevance > 50.0, "{recover:?}");
    assert!(matches!(recover.passed_over, Some(RejectReason::Impossible(_))), "{recover:?}");
}

#[test]
fn a_key_that_is_gone_changes_the_plan() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.perceive(seen("key", thing(4), "lying", 30.0, 10.0));
    stage.run(2);
    assert_eq!(stage.targets()[0], Some(thing(3)));
    stage.perceive(seen("key", thing(3), "gone", 14.0, 10.0));
    stage.run(2);
    assert_eq!(stage.targets()[0], Some(thing(4)));
}

/// The minds of animals remember more shores and meadows than they plan with. Their plans broke whenever those became nearer.
#[test]
fn a_target_of_the_plan_is_not_crowded_out_by_nearer_ones() {
    let file = r#"(
        thinking: (max_candidates: 1),
        queries: {"nut": (kinds: ["nut"])},
        facts: {"had_nut": (type: bool())},
        actions: [(name: "eat", target: "nut", cost: 1, includes_travel: true, effects: {"had_nut": set(true)},
                   behaviour: "go_to", timeout: 60)],
        goals: [(name: "nuts", conditions: {"had_nut": is(true)}, base_relevance: 50, considerations: [(input: exists("nut"))])],
    )"#;
    let file: MindFile = ron::from_str(file).unwrap();
    let brain = Brain::compile(label("squirrel"), &file, &crate::hunt::SCHEMA.behaviours()).unwrap();
    let mut stage = Stage::with(Arc::new(brain), "hunter");
    stage.perceive(seen("nut", thing(1), "", 20.0, 10.0));
    stage.run(10);
    assert_eq!(stage.targets(), [Some(thing(1))]);
    stage.perceive(seen("nut", thing(2), "", 10.0, 19.5));
    stage.run(90);
    assert_eq!(stage.targets(), [Some(thing(1))]);
}

#[test]
fn what_a_team_mate_has_reserved_is_left_alone() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.perceive(seen("key", thing(4), "lying", 30.0, 10.0));
    stage.perceive(told(2, seen("key", thing(3), "reserved", 14.0, 10.0)));
    stage.run(2);
    assert_eq!(stage.targets()[0], Some(thing(4)));
}

#[test]
fn of_two_that_reserve_one_target_the_first_keeps_it() {
    for (age, kept) in [(0.0, true), (2.0, false)] {
        let mut stage = Stage::new("hunted");
        stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
        stage.perceive(seen("key", thing(4), "lying", 30.0, 10.0));
        stage.run(20);
        assert_eq!(stage.targets()[0], Some(thing(3)));
        stage.perceive(told(2, Percept { age, ..seen("key", thing(3), "reserved", 14.0, 10.0) }));
        stage.run(5);
        assert_eq!(stage.targets()[0] == Some(thing(3)), kept, "reserved {age} s ago");
    }
}

#[test]
fn a_hiding_place_that_a_mate_has_reserved_before_is_left_to_it_on_the_way_and_not_inside() {
    for (x, kept) in [(6.0, false), (9.5, true)] {
        let mut stage = Stage::new("hunted");
        stage.perceive(seen("hiding_place", thing(3), "empty", x, 10.0));
        stage.perceive(heard("footsteps", 1, 16.0, 10.0));
        stage.run(10);
        assert_eq!(stage.plan(), ["hide"]);
        stage.perceive(told(2, Percept { age: 2.0, ..seen("hiding_place", thing(3), "reserved", x, 10.0) }));
        stage.run(5);
        assert_eq!(stage.plan() == ["hide"], kept, "{x} m");
    }
}

#[test]
fn what_several_may_search_for_is_not_left_to_the_first() {
    let mut stage = Stage::new("hunter");
    stage.run_seeing(20, &[seen("hunted", other(1), "walking", 16.0, 10.0)]);
    for _ in 0..600 {
        if stage.plan() != ["search"] {
            stage.run(1);
        }
    }
    assert_eq!(stage.plan(), ["search"]);
    let ended =
        |stage: &Stage| stage.events().iter().filter(|event| matches!(event, MatchEvent::ActionEnded { .. })).count();
    let before = ended(&stage);
    stage.perceive(told(2, Percept { age: 2.0, ..seen("hunted", other(1), "reserved", 16.0, 10.0) }));
    stage.run(5);
    assert_eq!((stage.plan(), ended(&stage)), (vec!["search"], before));
}

#[test]
fn a_reservation_lasts_from_step_to_step_and_mates_are_told_when_it_ends() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.perceive(seen("key", thing(4), "lying", 30.0, 10.0));
    stage.run(20);
    let since =
        |stage: &Stage| stage.memory().reservations().iter().find(|held| held.by == AgentId(0)).map(|held| held.since);
    let reserved = since(&stage);
    assert!(reserved.is_some());
    stage.stand(Vec3::new(13.8, 0.0, 10.0));
    stage.run(5);
    assert_eq!((stage.plan()[0], since(&stage)), ("take_key", reserved));
    stage.perceive(seen("key", thing(3), "gone", 14.0, 10.0));
    let says_so = |stage: &Stage| {
        let said = &stage.get::<Utterance>().0;
        said.iter().any(|percept| percept.state == label("released") && percept.subject == thing(3))
    };
    let told = (0..90).any(|_| {
        stage.run(1);
        says_so(&stage)
    });
    assert!(told, "the mates may have key 3");
}

#[test]
fn an_interrupted_action_clears_its_requests() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.run(2);
    assert!(stage.board().go.active().is_some());
    stage.stand(Vec3::new(13.8, 0.0, 10.0));
    stage.run(2);
    assert_eq!(stage.plan()[0], "take_key");
    assert!(stage.board().use_thing.active().is_some());
    stage.run_seeing(20, &[seen("hunter", other(16), "running", 20.0, 10.0)]);
    assert_eq!(stage.goal(), "survive");
    assert!(stage.board().use_thing.request().is_none());
    assert!(stage.events().iter().any(|event| matches!(
        event,
        MatchEvent::ActionEnded { action, outcome: ActionOutcome::Interrupted, .. } if *action == label("take_key")
    )));
}

#[test]
fn an_unreachable_target_is_on_cooldown() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.perceive(seen("key", thing(4), "lying", 30.0, 10.0));
    stage.run(2);
    go(&mut stage, Status::Failed(FailReason::Unreachable));
    stage.run(2);
    assert_eq!(stage.targets()[0], Some(thing(4)));
    let decision = stage.get::<MindTrace>().decisions.back().unwrap();
    assert!(
        matches!(decision.why, DecisionReason::ActionEnded(_, ActionOutcome::Failed(FailReason::Unreachable))),
        "{decision:?}"
    );
}

#[test]
fn an_action_times_out() {
    let mut stage = Stage::new("hunted");
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.run(2);
    stage.run(30 * 41);
    assert!(
        stage
            .events()
            .iter()
            .any(|event| matches!(event, MatchEvent::ActionEnded { outcome: ActionOutcome::TimedOut, .. }))
    );
}

#[test]
fn a_noise_is_investigated_and_then_forgotten() {
    let mut stage = Stage::new("hunter");
    stage.perceive(seen("patrol_point", thing(1), "", 30.0, 30.0));
    stage.perceive(heard("stone", 5, 20.0, 10.0));
    stage.run(2);
    assert_eq!((stage.goal(), stage.plan()), ("investigate", vec!["investigate"]));
    stage.run(30);
    stage.stand(Vec3::new(20.0, 0.0, 10.0));
    go(&mut stage, Status::Done);
    stage.run(90);
    assert_eq!(stage.memory().facts().len(), 1);
    assert_eq!(stage.goal(), "hunt");
}

#[test]
fn a_lost_quarry_is_searched_for() {
    let mut stage = Stage::new("hunter");
    stage.run_seeing(5, &[seen("hunted", other(1), "running", 24.0, 10.0)]);
    assert_eq!(stage.goal(), "catch");
    stage.run(30 * 5);
    assert_eq!((stage.goal(), stage.plan()), ("find_lost", vec!["search"]));
}

#[test]
fn a_snapshot_as_text() {
    let mut stage = Stage::new("hunted");
    stage.perceive(told(2, seen("key", thing(3), "lying", 14.0, 10.0)));
    stage.run(40);
    let terrain = super::stage::Field::new();
    let agent = stage.app.world().entity(stage.agent);
    let account = quarry_minds::MindComponents::from_entity(agent, &terrain).unwrap().snapshot();
    let text = account.to_string();
    for part in [
        "goal: escape",
        "survive (0.0): not relevant now",
        "now go towards",
        "precondition at = its target: met when the step is due",
        "told by agent 2 1 s ago",
        "would change",
    ] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

#[test]
fn much_of_one_thing_nearby_does_not_hide_the_only_other_from_the_planner() {
    let mut stage = Stage::new("hunted");
    // More hiding places nearby than a plan takes candidates, and one key far behind them.
    for number in 0..40 {
        stage.perceive(seen("hiding_place", thing(100 + number), "", 11.0 + 0.1 * f32::from(number), 10.0));
    }
    stage.perceive(seen("key", thing(3), "lying", 34.0, 10.0));
    stage.run(2);
    assert_eq!(stage.goal(), "escape");
    assert_eq!(stage.targets()[0], Some(thing(3)));
}

#[test]
fn the_way_to_a_hiding_place_does_not_lead_towards_heard_steps() {
    let mut stage = Stage::new("hunted");
    // Nearer than the other, but on the way to the steps.
    stage.perceive(seen("hiding_place", thing(1), "", 14.0, 10.0));
    stage.perceive(seen("hiding_place", thing(2), "", 4.0, 10.0));
    stage.run(1);
    stage.perceive(heard("footsteps", 5, 17.0, 10.0));
    stage.run(2);
    assert_eq!((stage.goal(), stage.plan(), stage.targets()), ("survive", vec!["hide"], vec![Some(thing(2))]));
}
