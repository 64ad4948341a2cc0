//! Minds without a body: they perceive with a host, order with its voice, and nobody perceives them.

use bevy::math::Vec3;
use quarry::{
    lab::recording::MatchFrame,
    senses::AgentSnapshots,
    world::{Body, InPlay},
};
use quarry_minds::{
    Mind, WorkingMemory,
    protocol::{
        AgentId, Blackboard, FailReason, Gait, GoRequest, Host, OrderStatus, SelfSense, Status, Subject, label,
    },
};

use super::hall::Hall;

/// A mind that leads from the head of follower 0, which itself sleeps. Returns the hall and the number of the mind.
fn led(host: Option<u16>) -> (Hall, u16) {
    let mut hall = Hall::new(0.0, &[5.5, 7.5, 19.5], &[1, 2]);
    let host_entity = hall.entity(0);
    let mut body = hall.app.world_mut().get_mut::<Body>(host_entity).unwrap();
    body.heading = 90_f32.to_radians();
    body.gaze = body.heading;
    let mind = hall.enter("mastermind");
    let entity = hall.entity(mind);
    assert_eq!(hall.get::<Host>(mind), &Host(None), "the game chooses the host");
    hall.app.world_mut().entity_mut(entity).insert(Host(host.map(AgentId)));
    (hall, mind)
}

#[test]
fn it_perceives_and_orders_through_its_host() {
    let (mut hall, mind) = led(Some(0));
    hall.until(15, "a follower has obeyed", |hall| hall.given(mind, 1) == Some(OrderStatus::Done));
    let (own, host) = (hall.get::<SelfSense>(mind), hall.get::<SelfSense>(0));
    assert_eq!((own.place, own.eyes, own.gaze), (host.place, host.eyes, host.gaze));
    assert!(hall.reading(mind, "time_left").is_some_and(|left| left > 0.0));
    let (knows, known) = (hall.get::<WorkingMemory>(mind), hall.get::<WorkingMemory>(0));
    let mate = Subject::Agent(AgentId(1));
    let seen = |memory: &WorkingMemory| memory.about(mate).map(|fact| (fact.kind, fact.place, fact.source));
    assert!(seen(knows).is_some() && seen(knows) == seen(known));
    let about_host = knows.about(Subject::Agent(AgentId(0))).expect("its host");
    assert_eq!((about_host.kind, about_host.place), (label("blue"), host.place));
    assert_eq!(hall.given(mind, 0), Some(OrderStatus::Heard), "its host sleeps");
    assert_eq!(hall.held(2), None, "out of earshot of the host");
    assert!(hall.get::<Body>(1).place.distance(Vec3::new(10.5, 0.0, 3.5)) < 1.6);
}

#[test]
fn nobody_perceives_it_and_nothing_touches_it() {
    let (mut hall, mind) = led(Some(0));
    hall.ticks(240);
    let entity = hall.entity(mind);
    let world = hall.app.world();
    assert!(world.get::<Body>(entity).is_none() && world.get::<InPlay>(entity).is_some());
    assert_eq!(world.resource::<AgentSnapshots>().get(AgentId(mind)), None);
    for agent in 0..4 {
        assert!(hall.get::<WorkingMemory>(agent).about(Subject::Agent(AgentId(mind))).is_none(), "agent {agent}");
    }
    let mut frame = MatchFrame::default();
    frame.read(hall.app.world());
    let shown: Vec<bool> = frame.agents.iter().map(|agent| agent.bodiless).collect();
    assert_eq!(shown, [false, false, false, false, true], "by number");
    assert_eq!(frame.agents[4].body.place, hall.get::<Body>(0).place);
}

#[test]
fn it_does_not_overhear_the_orders_of_its_host() {
    let (mut hall, mind) = led(Some(0));
    let entity = hall.entity(mind);
    hall.app.world_mut().get_mut::<Mind>(entity).unwrap().disabled.goals.insert(label("lead"));
    hall.order(1, 0, "regroup", 2.0, Some(8.5));
    hall.ticks(3);
    assert_eq!((hall.reading(0, "regroup"), hall.facts(0, "regroup")), (Some(2.0), vec!["held"]));
    assert_eq!((hall.reading(mind, "regroup"), hall.facts(mind, "regroup").len()), (None, 0));
    // It can be told something itself, through the ears of its host.
    hall.order(1, mind, "regroup", 3.0, Some(8.5));
    hall.ticks(1);
    assert_eq!((hall.reading(mind, "regroup"), hall.reading(0, "regroup")), (Some(3.0), Some(2.0)));
    hall.ticks(5);
    assert_eq!(hall.reading(mind, "regroup"), Some(3.0));
}

#[test]
fn without_a_host_it_perceives_nothing_and_cannot_speak() {
    let (mut hall, mind) = led(None);
    hall.order(mind, 1, "advance", 1.0, None);
    hall.ticks(1);
    assert_eq!(hall.given(mind, 1), Some(OrderStatus::Failed(FailReason::Refused)));
    hall.ticks(60);
    let knows = |hall: &Hall| hall.get::<WorkingMemory>(mind).facts().iter().any(|fact| fact.kind == label("blue"));
    assert!(!knows(&hall));
    assert_eq!(hall.facts(mind, "flower").len(), 1, "it knows the level");
    hall.order(0, mind, "advance", 1.0, None);
    hall.ticks(1);
    assert_eq!(hall.slot(0), Status::Failed(FailReason::Gone), "it has no ears");
    // Its host dies.
    let entity = hall.entity(mind);
    hall.app.world_mut().entity_mut(entity).insert(Host(Some(AgentId(0))));
    hall.ticks(30);
    assert!(knows(&hall));
    let host = hall.entity(0);
    hall.app.world_mut().entity_mut(host).remove::<InPlay>();
    hall.order(mind, 1, "advance", 2.0, None);
    hall.ticks(1);
    assert_eq!(hall.given(mind, 1), Some(OrderStatus::Failed(FailReason::Refused)));
}

#[test]
fn it_can_do_nothing_but_give_orders() {
    let (mut hall, mind) = led(Some(0));
    let entity = hall.entity(mind);
    let mut board = hall.app.world_mut().get_mut::<Blackboard>(entity).unwrap();
    board.go.post(GoRequest::Stay { gait: Gait::Walk });
    hall.ticks(1);
    assert_eq!(hall.get::<Blackboard>(mind).go.status(), Status::Failed(FailReason::Refused));
}
