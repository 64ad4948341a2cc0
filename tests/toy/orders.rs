//! Orders between team-mates: who hears them and when, what a mind makes of them, and what the giver learns.

use bevy::math::Vec3;
use quarry::world::{Body, InPlay};
use quarry_minds::{
    Behaviours, Brain, Mind, WorkingMemory,
    protocol::{ActionOutcome, AgentId, EventLog, FailReason, MatchEvent, OrderStatus, Orders, Status, Subject, label},
    schema::mind::MindFile,
};
use quarry_ron::Document;

use super::hall::{FOLLOWER, Hall};

#[test]
fn an_order_is_heard_by_a_team_mate_in_earshot_after_the_delay() {
    let mut hall = Hall::new(0.5, &[2.5, 8.5], &[]);
    hall.order(0, 1, "advance", 1.5, Some(4.5));
    hall.ticks(15);
    assert_eq!((hall.reading(1, "advance"), hall.slot(0)), (None, Status::Posted));
    assert_eq!(hall.given(0, 1), Some(OrderStatus::Spoken));
    assert_eq!(hall.facts(0, "advance"), ["spoken"]);
    hall.ticks(1);
    assert_eq!((hall.reading(1, "advance"), hall.slot(0)), (Some(1.5), Status::Running(0.0)));
    assert_eq!((hall.given(0, 1), hall.held(1)), (Some(OrderStatus::Heard), Some(("advance", OrderStatus::Heard))));
    assert_eq!((hall.facts(0, "advance"), hall.facts(1, "advance")), (vec!["heard"], vec!["held"]));
    let fact = hall.get::<WorkingMemory>(1).facts().iter().find(|fact| fact.kind == label("advance")).unwrap();
    assert_eq!((fact.teller, fact.estimate), (Some(AgentId(0)), Vec3::new(4.5, 0.0, 2.5)));
    assert!(matches!(fact.subject, Subject::Order(_)));
    let ordered = |event: &MatchEvent| matches!(event, MatchEvent::Ordered { by: AgentId(0), to: AgentId(1), .. });
    assert_eq!(hall.count(ordered), 1);
}

#[test]
fn an_order_reaches_neither_the_far_nor_the_dead_nor_other_sides() {
    let mut hall = Hall::new(0.0, &[2.5, 18.5, 4.5], &[]);
    let refused = |hall: &mut Hall, to: u16| {
        hall.order(0, to, "advance", 1.0, None);
        hall.ticks(1);
        assert_eq!(hall.given(0, to).map(OrderStatus::of_request), Some(hall.slot(0)));
        hall.slot(0)
    };
    assert_eq!(refused(&mut hall, 1), Status::Failed(FailReason::OutOfReach));
    assert_eq!((hall.reading(1, "advance"), hall.held(1)), (None, None));
    let mate = hall.entity(2);
    hall.app.world_mut().entity_mut(mate).remove::<InPlay>();
    assert_eq!(refused(&mut hall, 2), Status::Failed(FailReason::Gone));
    assert_eq!(refused(&mut hall, 3), Status::Failed(FailReason::Refused), "a rival");
    assert_eq!(refused(&mut hall, 0), Status::Failed(FailReason::Refused), "itself");
    assert_eq!(refused(&mut hall, 99), Status::Failed(FailReason::Gone), "there is none");
    assert_eq!(hall.count(|event| matches!(event, MatchEvent::Ordered { .. })), 0);
    assert_eq!(hall.facts(0, "advance"), ["failed"; 5]);
}

#[test]
fn words_that_are_cut_short_are_not_heard() {
    let mut hall = Hall::new(1.0, &[2.5, 6.5, 8.5], &[]);
    hall.order(0, 1, "advance", 1.0, None);
    hall.ticks(10);
    hall.order(0, 2, "advance", 1.0, None);
    hall.ticks(40);
    assert_eq!(hall.given(0, 1), Some(OrderStatus::Failed(FailReason::Superseded)));
    assert_eq!((hall.held(1), hall.reading(2, "advance")), (None, Some(1.0)));
    // The receiver walks away while it is being spoken to.
    hall.order(0, 1, "advance", 1.0, None);
    hall.ticks(10);
    hall.put(1, 18.5);
    hall.ticks(40);
    assert_eq!(hall.slot(0), Status::Failed(FailReason::OutOfReach));
}

#[test]
fn a_mind_carries_out_an_order_and_the_giver_learns_of_it() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    hall.ticks(30);
    assert_eq!(hall.goal(1), "");
    hall.order(0, 1, "advance", 1.0, Some(14.5));
    hall.until(2, "it sets out", |hall| hall.given(0, 1) == Some(OrderStatus::Pursued));
    assert_eq!((hall.goal(1), hall.slot(0)), ("obey", Status::Running(0.0)));
    let (own, giver) = (hall.explanation(1), hall.explanation(0));
    assert!(own.contains("holds advance 1 at (14.5, 2.5) from agent 0: pursued"), "{own}");
    assert!(giver.contains("gave advance 1 at (14.5, 2.5) to agent 1") && giver.contains(": pursued"), "{giver}");
    hall.until(10, "it arrives", |hall| hall.given(0, 1) == Some(OrderStatus::Done));
    assert!((hall.get::<Body>(1).place.x - 14.5).abs() < 1.2);
    assert_eq!((hall.slot(0), hall.facts(0, "advance")), (Status::Done, vec!["done"]));
    hall.ticks(60);
    assert_eq!((hall.reading(1, "advance"), hall.facts(1, "advance").len()), (None, 0));
    assert_eq!((hall.goal(1), hall.held(1)), ("", Some(("advance", OrderStatus::Done))));
    let obeyed = |event: &MatchEvent| matches!(event, MatchEvent::GoalChosen { agent: AgentId(1), .. });
    assert_eq!(hall.count(obeyed), 1, "once is enough");
    let answers = |event: &MatchEvent| matches!(event, MatchEvent::Answered { by: AgentId(1), to: AgentId(0), .. });
    assert_eq!(hall.count(answers), 2, "pursued and done");
}

#[test]
fn a_more_relevant_goal_comes_first() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    let rival = hall.entity(2);
    hall.app.world_mut().get_mut::<Body>(rival).unwrap().place = Vec3::new(11.5, 0.0, 2.5);
    let follower = hall.entity(1);
    let mut body = hall.app.world_mut().get_mut::<Body>(follower).unwrap();
    body.heading = 90_f32.to_radians();
    body.gaze = body.heading;
    hall.until(8, "it sees the rival", |hall| hall.goal(1) == "stay_safe");
    hall.order(0, 1, "advance", 1.0, Some(14.5));
    hall.ticks(15);
    assert_eq!((hall.goal(1), hall.given(0, 1)), ("stay_safe", Some(OrderStatus::Heard)));
    hall.app.world_mut().get_mut::<Body>(rival).unwrap().place = Vec3::new(23.5, 0.0, 2.5);
    hall.until(6, "it obeys at last", |hall| hall.given(0, 1) == Some(OrderStatus::Pursued));
}

#[test]
fn an_order_that_a_mind_cannot_plan_for_fails() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    let follower = hall.entity(1);
    hall.app.world_mut().get_mut::<Mind>(follower).unwrap().disabled.goals.insert(label("obey"));
    hall.order(0, 1, "advance", 1.0, Some(14.5));
    hall.until(2, "it refuses", |hall| hall.slot(0) == Status::Failed(FailReason::Unreachable));
    assert_eq!(hall.reading(1, "advance"), Some(1.0), "it still knows what it was told");
    hall.app.world_mut().get_mut::<Mind>(follower).unwrap().disabled.goals.clear();
    hall.until(2, "it may after all", |hall| hall.given(0, 1) == Some(OrderStatus::Pursued));
    // An order without a place leaves it without a target.
    hall.order(0, 1, "advance", 1.0, None);
    hall.until(2, "nowhere to go", |hall| hall.given(0, 1) == Some(OrderStatus::Failed(FailReason::Unreachable)));
}

#[test]
fn a_newer_order_replaces_the_one_held() {
    let mut hall = Hall::new(0.0, &[2.5, 6.5, 8.5], &[]);
    hall.order(0, 1, "advance", 1.0, Some(14.5));
    hall.ticks(1);
    hall.order(2, 1, "retreat", 3.0, Some(3.5));
    hall.ticks(1);
    assert_eq!((hall.reading(1, "advance"), hall.reading(1, "retreat")), (None, Some(3.0)));
    assert_eq!((hall.facts(1, "advance").len(), hall.facts(1, "retreat")), (0, vec!["held"]));
    assert_eq!(hall.given(0, 1), Some(OrderStatus::Failed(FailReason::Superseded)));
    assert_eq!(hall.slot(0), Status::Failed(FailReason::Superseded));
    // Of the giver's own orders to an agent only the last is known.
    hall.order(2, 1, "advance", 2.0, Some(12.5));
    hall.ticks(1);
    assert_eq!((hall.facts(2, "retreat").len(), hall.facts(2, "advance")), (0, vec!["heard"]));
    assert_eq!((hall.reading(1, "advance"), hall.reading(1, "retreat")), (Some(2.0), None));
}

#[test]
fn an_order_is_taken_back_with_the_amount_0() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    hall.order(0, 1, "advance", 1.0, Some(18.5));
    hall.until(2, "it sets out", |hall| hall.goal(1) == "obey");
    hall.order(0, 1, "advance", 0.0, None);
    hall.ticks(1);
    assert_eq!((hall.reading(1, "advance"), hall.held(1), hall.slot(0)), (None, None, Status::Done));
    hall.ticks(30);
    assert_eq!((hall.goal(1), hall.facts(1, "advance").len()), ("", 0));
}

#[test]
fn a_repeated_order_changes_nothing() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    hall.order(0, 1, "advance", 1.0, Some(18.5));
    hall.until(2, "it sets out", |hall| hall.given(0, 1) == Some(OrderStatus::Pursued));
    let number = hall.get::<Orders>(1).held.map(|held| held.number);
    hall.order(0, 1, "advance", 1.0, Some(18.0));
    hall.ticks(2);
    assert_eq!(hall.get::<Orders>(1).held.map(|held| held.number), number);
    assert_eq!(hall.given(0, 1), Some(OrderStatus::Pursued));
    assert_eq!(hall.count(|event| matches!(event, MatchEvent::Ordered { .. })), 1);
    hall.order(0, 1, "advance", 1.0, Some(3.5));
    hall.ticks(2);
    assert_ne!(hall.get::<Orders>(1).held.map(|held| held.number), number, "another place, another order");
}

#[test]
fn out_of_earshot_the_giver_does_not_learn_what_becomes_of_its_order() {
    let mut hall = Hall::new(0.0, &[6.5, 8.5], &[1]);
    hall.order(0, 1, "advance", 1.0, Some(10.5));
    hall.until(2, "it sets out", |hall| hall.given(0, 1) == Some(OrderStatus::Pursued));
    hall.put(0, 23.5);
    hall.until(8, "it arrives", |hall| hall.held(1) == Some(("advance", OrderStatus::Done)));
    hall.ticks(30);
    assert_eq!((hall.given(0, 1), hall.slot(0)), (Some(OrderStatus::Pursued), Status::Running(0.0)));
    hall.put(0, 6.5);
    hall.ticks(2);
    assert_eq!((hall.given(0, 1), hall.slot(0)), (Some(OrderStatus::Done), Status::Done));
}

/// A leader sends three followers, of which one is too far away to hear it. Returns the hall and the number of the leader.
fn led(seconds: u32) -> (Hall, u16) {
    let mut hall = Hall::new(0.3, &[5.5, 7.5, 19.5], &[0, 1, 2]);
    let leader = hall.enter("leader");
    hall.ticks(seconds * 30);
    (hall, leader)
}

#[test]
fn a_leader_tells_all_team_mates_that_it_knows_of() {
    let (hall, leader) = led(15);
    assert_eq!(hall.given(leader, 0), Some(OrderStatus::Done), "{}", hall.explanation(leader));
    assert_eq!(hall.given(leader, 1), Some(OrderStatus::Done), "{}", hall.explanation(leader));
    assert!(!matches!(hall.given(leader, 2), Some(OrderStatus::Heard | OrderStatus::Pursued | OrderStatus::Done)));
    assert_eq!(hall.held(2), None, "out of earshot");
    let sent = |event: &MatchEvent| matches!(event, MatchEvent::ActionEnded { agent, outcome: ActionOutcome::Succeeded, .. } if agent.0 == leader);
    assert!(hall.count(sent) >= 1);
    let flower = Vec3::new(10.5, 0.0, 3.5);
    let request = hall.get::<Orders>(leader).given_to(AgentId(0)).unwrap().request;
    assert_eq!((request.amount, request.place), (2.0, Some(flower)));
    for follower in [0, 1] {
        assert!(hall.get::<Body>(follower).place.distance(flower) < 1.6, "follower {follower}");
    }
}

#[test]
fn orders_are_the_same_in_every_run() {
    let digest = || led(8).0.app.world().resource::<EventLog>().digest();
    assert_eq!(digest(), digest());
}

#[test]
fn a_goal_for_an_order_that_nothing_depends_on_is_a_mistake() {
    let text = FOLLOWER.replace("order: \"advance\"", "order: \"charge\"");
    let mind: MindFile = Document::parse("follower", &text).unwrap().read().unwrap();
    let findings = Brain::compile(label("follower"), &mind, &Behaviours::default()).unwrap_err();
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(found.len() == 1 && found[0].starts_with("goals[0].order: ") && found[0].contains("charge"), "{found:?}");
}
