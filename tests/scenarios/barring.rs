//! Doors that are barred: by the hunted behind them, and broken down by the hunter.

use quarry::world::{
    Things,
    level::{LevelThing, ThingKind},
};
use quarry_minds::protocol::{AgentId, Blackboard, FailReason, Gait, MatchEvent, Status, Subject, label};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);
const HUNTER: AgentId = AgentId(1);
/// Where the door stands, in metres east.
const DOOR: f32 = 9.5;

const TWO_ROOMS: &[&str] = &[
    "#####################",
    "#........#....W.....#",
    "#s.......#..........#",
    "#.h......B..........#",
    "#........#..........#",
    "#........#..........#",
    "#####################",
];

fn beam(stage: &Stage) -> LevelThing {
    stage.things(ThingKind::Device)[0]
}

fn is_in(stage: &Stage, state: &str) -> bool {
    let things = stage.app.world().resource::<Things>();
    things.device(beam(stage).id).is_some_and(|device| device.state == label(state))
}

/// The prey behind the door, which it has barred, and the hunter before it; the test leads both.
fn barred() -> Stage {
    let mut stage = Stage::new(TWO_ROOMS, 3, &[led((10.4, 3.5), (1.5, 3.5))], &[led((4.5, 3.5), (9.5, 3.5))]);
    let beam = beam(&stage);
    stage.use_thing(PREY, beam.id, "bar");
    stage.wait(3.0, "it is barred", |stage| is_in(stage, "across"));
    stage.run(0.1);
    stage
}

#[test]
fn a_hunted_agent_bars_the_door_behind_itself() {
    let mut stage = Stage::new(TWO_ROOMS, 3, &[minded((8.8, 3.5), (1.5, 3.5))], &[led((1.4, 3.5), (9.5, 3.5))]);
    let (beam, wardrobe) = (beam(&stage), stage.things(ThingKind::HidingPlace)[0]);
    stage.know(PREY, "door_beam", "leaning", &beam);
    stage.know(PREY, "hiding_place", "", &wardrobe);
    stage.see_agent(PREY, HUNTER, "hunter");
    stage.go(HUNTER, (6.5, 3.5), Gait::Run);
    stage.wait(8.0, "it bars the door", |stage| is_in(stage, "across"));
    assert!(stage.place(PREY).x > DOOR + 0.3, "from the far side: {}", stage.place(PREY));
    assert!(stage.place(HUNTER).x < DOOR);
}

#[test]
fn nobody_gets_through_a_barred_door_and_who_walks_into_it_knows() {
    let mut stage = barred();
    stage.go(HUNTER, (14.5, 3.5), Gait::Run);
    stage.wait(6.0, "the way is found to be shut", |stage| {
        stage.get::<Blackboard>(HUNTER).go.status() == Status::Failed(FailReason::Unreachable)
    });
    assert!(stage.place(HUNTER).x < DOOR - 0.3, "{}", stage.place(HUNTER));
    stage.run(0.1);
    let fact = stage.memory(HUNTER).about(Subject::Thing(beam(&stage).id));
    assert_eq!(fact.map(|fact| fact.state), Some(label("across")));
    stage.use_thing(HUNTER, beam(&stage).id, "unbar");
    stage.run(3.0);
    assert!(is_in(&stage, "across"), "only the hunted take a beam off");
    stage.use_thing(PREY, beam(&stage).id, "unbar");
    stage.wait(3.0, "it is taken off", |stage| is_in(stage, "leaning"));
    stage.put(PREY, (18.5, 1.5), (9.5, 3.5));
    stage.put(HUNTER, (7.5, 3.5), (9.5, 3.5));
    stage.run(0.5);
    stage.go(HUNTER, (14.5, 3.5), Gait::Run);
    stage.wait(6.0, "it walks through again", |stage| stage.place(HUNTER).x > DOOR + 1.0);
}

#[test]
fn a_door_is_not_barred_on_who_stands_in_it() {
    let mut stage = Stage::new(TWO_ROOMS, 3, &[led((DOOR, 3.5), (1.5, 3.5))], &[led((1.5, 3.5), (9.5, 3.5))]);
    let beam = beam(&stage);
    let status = |stage: &Stage| stage.get::<Blackboard>(PREY).use_thing.status();
    stage.use_thing(PREY, beam.id, "bar");
    stage.run(1.5);
    assert_eq!(status(&stage), Status::Failed(FailReason::Refused), "it stands in the doorway itself");
    stage.put(PREY, (DOOR + 0.9, 3.5), (1.5, 3.5));
    stage.put(HUNTER, (DOOR - 0.2, 3.5), (9.5, 3.5));
    stage.use_thing(PREY, beam.id, "bar");
    stage.run(1.5);
    assert!(matches!(status(&stage), Status::Running(_)) && is_in(&stage, "leaning"), "it waits for the other");
    stage.put(HUNTER, (DOOR - 3.0, 3.5), (9.5, 3.5));
    stage.wait(2.0, "it is barred", |stage| is_in(stage, "across"));
}

#[test]
fn a_hunter_breaks_a_barred_door_down_for_its_prey() {
    let mut stage = barred();
    stage.disarm(HUNTER);
    stage.see_agent(HUNTER, PREY, "hunted");
    stage.go(PREY, (18.5, 1.5), Gait::Run);
    stage.let_go(HUNTER);
    stage.wait(20.0, "it breaks the door down", |stage| is_in(stage, "broken"));
    assert!(stage.happened(|event| matches!(event, MatchEvent::ThingChanged { by: Some(HUNTER), .. })));
    stage.wait(6.0, "and goes in", |stage| stage.place(HUNTER).x > DOOR + 0.5);
}
