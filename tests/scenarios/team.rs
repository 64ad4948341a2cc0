//! Team-mates: sharing and spreading out.

use quarry::world::level::ThingKind;
use quarry_minds::{
    WorkingMemory,
    protocol::{AgentId, MatchEvent, PerceptSource, Roster, Subject},
};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);

const HALL_AND_ROOM: &[&str] = &[
    "#########################",
    "#s...............#......#",
    "#s...............#......#",
    "#s...............+.....h#",
    "#................#.....h#",
    "#......k.........#......#",
    "####E####################",
];

#[test]
fn a_reported_fact_is_acted_on() {
    // The first hunter sees the prey; the second, in the next room with its back to the wall, gets the report.
    let hunters = [led((15.5, 3.5), (9.5, 3.5)), led((18.8, 3.0), (24.0, 1.5))];
    let mut stage = Stage::new(HALL_AND_ROOM, 3, &[led((3.0, 3.5), (15.0, 3.5))], &hunters);
    let (seer, listener) = (AgentId(1), AgentId(2));
    stage.disarm(seer);
    stage.wait(12.0, "the first hunter sees the prey", |stage| stage.sighted(seer, PREY));
    stage.let_go(seer);
    stage.let_go(listener);
    let after_him =
        |stage: &Stage| stage.goal(listener) == "catch" && stage.action(listener).1 == Some(Subject::Agent(PREY));
    stage.wait(6.0, "the second hunter comes as well", after_him);
    assert!(!stage.sighted(listener, PREY), "it only has the report");
    let fact = stage.memory(listener).about(Subject::Agent(PREY)).expect("it knows of him").clone();
    assert_eq!((fact.source, fact.teller), (PerceptSource::Told, Some(seer)));
    assert!(stage.happened(|event| matches!(event, MatchEvent::Told { by, to, .. } if *by == seer && *to == listener)));
}

const WIDE: &[&str] = &[
    "##############################",
    "#p......#..........#.......p.#",
    "#h......#..........#.........#",
    "#h......+....p.....+.........#",
    "#.......#..........#.........#",
    "#p......#..........#.......p.#",
    "###++#########++########++####",
    "#............................#",
    "#p............p............p.#",
    "#............................#",
    "###++#########++########++####",
    "#..W....#..........#.........#",
    "#p......#..........#.......p.#",
    "#.......+....p.....+.........#",
    "#s.....k#..........#.........#",
    "#p.s.s..#..........#.......p.#",
    "#####E########################",
];

#[test]
fn two_hunters_spread_out_on_patrol() {
    let hunters = [minded((2.0, 2.0), (7.0, 2.0)), minded((2.0, 4.0), (7.0, 4.0))];
    let mut stage = Stage::new(WIDE, 3, &[led((3.5, 12.5), (3.5, 11.5))], &hunters);
    let wardrobe = stage.things(ThingKind::HidingPlace)[0];
    stage.put(PREY, (wardrobe.entry.x, wardrobe.entry.z), (3.5, 11.5));
    stage.use_thing(PREY, wardrobe.id, "enter");
    stage.run(15.0);
    let (mut near, mut ticks) = (0, 0);
    for _ in 0..60 * 30 {
        stage.tick();
        ticks += 1;
        near += i32::from(stage.place(AgentId(1)).distance(stage.place(AgentId(2))) < 6.0);
    }
    assert!(near * 3 < ticks, "within six metres of each other for {near} of {ticks} ticks");
}

const SHARED: &[&str] = &[
    "####################",
    "#h...............W.#",
    "#h.................#",
    "#..................#",
    "#s.................#",
    "#s................k#",
    "#s.................#",
    "####E###############",
];

#[test]
fn what_a_team_mate_has_checked_is_left_alone() {
    let hunters = [minded((9.0, 2.0), (1.5, 6.0)), minded((9.0, 5.0), (1.5, 6.0))];
    let mut stage = Stage::new(SHARED, 3, &[led((15.0, 3.5), (18.0, 2.0))], &hunters);
    stage.run(0.5);
    let locker = stage.things(ThingKind::HidingPlace)[0];
    // The first hunter has just checked it.
    let entity = stage.app.world().resource::<Roster>().entity(AgentId(1)).expect("a hunter");
    let mut memory = stage.app.world_mut().get_mut::<WorkingMemory>(entity).expect("a memory");
    memory.mark_checked(Subject::Thing(locker.id));
    stage.run(4.0);
    let fact = stage.memory(AgentId(2)).about(Subject::Thing(locker.id)).expect("it knows the locker");
    assert_eq!(fact.checked_by, Some(AgentId(1)), "{fact:?}");
}
