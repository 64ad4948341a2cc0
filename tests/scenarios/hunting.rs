//! How hunters react to what they have seen and heard.

use quarry::{games::hunt::HuntEvent, world::level::ThingKind};
use quarry_minds::MindTrace;
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, Gait, MatchEvent, PerceptSource, Roster, Subject, ThrowRequest, label,
};

use super::stage::{Stage, ground, led, minded};

const PREY: AgentId = AgentId(0);
const HUNTER: AgentId = AgentId(1);

fn throw_stone(stage: &mut Stage, who: AgentId, at: (f32, f32)) {
    let entity = stage.app.world().resource::<Roster>().entity(who).expect("an agent");
    let mut board = stage.app.world_mut().get_mut::<Blackboard>(entity).expect("a blackboard");
    board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Place(ground(at)) });
}

const AROUND_A_WALL: &[&str] = &[
    "##################",
    "#.......#........#",
    "#.......#.......s#",
    "#.......#.......s#",
    "#h......#.......s#",
    "#.......#.......k#",
    "#................#",
    "#................#",
    "####E#############",
];

#[test]
fn investigates_a_noise() {
    let mut stage = Stage::new(AROUND_A_WALL, 3, &[led((16.0, 1.6), (10.0, 2.0))], &[minded((7.4, 6.6), (1.0, 6.6))]);
    stage.run(1.0);
    let came_down = (10.5, 2.5);
    throw_stone(&mut stage, PREY, came_down);
    stage.wait(4.0, "it investigates the noise", |stage| stage.goal(HUNTER) == "investigate");
    assert!(matches!(stage.action(HUNTER), ("investigate_noise", Some(Subject::Unknown(_)))));
    stage.wait(12.0, "it goes there", |stage| stage.distance(HUNTER, came_down) < 3.5);
}

const CORRIDOR: &[&str] = &[
    "########################",
    "#h.............#.......#",
    "#s.............#.......#",
    "#s.............+.......#",
    "#s.............#.......#",
    "#..............#.......#",
    "#####.##########.......#",
    "#..............#.......#",
    "#......................#",
    "#.............k#.......#",
    "######E#################",
];

#[test]
fn loses_and_searches() {
    let mut stage = Stage::new(CORRIDOR, 3, &[led((12.5, 3.5), (20.0, 3.5))], &[led((5.0, 3.5), (12.0, 3.5))]);
    stage.disarm(HUNTER);
    stage.wait(6.0, "it sees him", |stage| stage.sighted(HUNTER, PREY));
    stage.let_go(HUNTER);
    // The prey is moved out of reach at once: from now on the hunter acts on beliefs.
    stage.put(PREY, (2.0, 8.0), (1.0, 8.0));
    stage.wait(20.0, "it searches for the lost prey", |stage| stage.goal(HUNTER) == "find_lost");
    let (_, about) = stage.action(HUNTER);
    assert_eq!(about, Some(Subject::Agent(PREY)));
    assert!(stage.began(HUNTER, "search"));
    assert!(!stage.memory(HUNTER).hypotheses().is_empty(), "it has hypotheses");
    let first = stage.place(HUNTER);
    stage.run(4.0);
    assert!(stage.place(HUNTER).distance(first) > 2.0, "it goes and looks");
}

const LOCKERS: &[&str] = &[
    "####################",
    "#h.......W.......W.#",
    "#..................#",
    "#s.................#",
    "#s.................#",
    "#s................k#",
    "###E################",
];

#[test]
fn checks_a_locker_that_it_saw_prey_enter() {
    let mut stage = Stage::new(LOCKERS, 3, &[led((17.5, 3.0), (10.0, 3.0))], &[led((7.5, 3.5), (17.0, 3.0))]);
    stage.disarm(HUNTER);
    let lockers = stage.things(ThingKind::HidingPlace);
    let locker = lockers.iter().max_by(|a, b| a.place.x.total_cmp(&b.place.x)).expect("lockers").id;
    let entry = stage.level.site.built.thing(locker).expect("a locker").entry;
    stage.put(PREY, (entry.x, entry.z), (10.0, 3.0));
    stage.wait(9.0, "it sees him", |stage| stage.sighted(HUNTER, PREY));
    stage.let_go(HUNTER);
    stage.use_thing(PREY, locker, "enter");
    stage.wait(3.0, "he is inside", |stage| {
        stage.happened(|event| matches!(event, MatchEvent::Hid { inside: true, .. }))
    });
    // One hunted against one hunter takes seven hits, and to be found counts for half of them.
    let found =
        |event: &MatchEvent| matches!(HuntEvent::read(event), Some(HuntEvent::Wounded { agent: PREY, wounds: 4, .. }));
    stage.wait(15.0, "it finds him", |stage| stage.happened(found));
    let feels = |stage: &Stage| {
        stage.memory(PREY).about(Subject::Agent(HUNTER)).is_some_and(|fact| fact.source == PerceptSource::Felt)
    };
    stage.wait(0.1, "he feels who it is", feels);
    stage.wait(0.2, "it goes after him", |stage| stage.goal(HUNTER) == "catch");
    stage.wait(60.0, "it catches him", |stage| !stage.in_play(PREY));
    let of_locker = |event: &MatchEvent| {
        matches!(event, MatchEvent::ActionStarted { agent: HUNTER, action, target: Some(Subject::Thing(thing)) }
            if *action == label("check_hiding_place") && *thing == locker)
    };
    assert!(stage.happened(of_locker));
    let caught = |event: &MatchEvent| matches!(HuntEvent::read(event), Some(HuntEvent::Caught { agent: PREY, means, .. }) if means == "melee");
    assert!(stage.happened(caught));
}

const RING: &[&str] = &[
    "######################",
    "#h...................#",
    "#....................#",
    "#..################..#",
    "#..#..............#..#",
    "#..+..............+..#",
    "#..#..............#..#",
    "#..################..#",
    "#s...................#",
    "#s.................s.#",
    "#..................k.#",
    "####E#################",
];

#[test]
fn cuts_prey_off_at_the_doorway_it_is_heading_for() {
    // The prey runs for the western door of the inner room; the hunter is nearer to it.
    let mut stage = Stage::new(RING, 3, &[led((15.5, 9.5), (1.0, 9.5))], &[led((2.0, 9.5), (15.0, 9.5))]);
    stage.disarm(HUNTER);
    stage.wait(12.0, "it sees him", |stage| stage.sighted(HUNTER, PREY));
    stage.let_go(HUNTER);
    stage.put(HUNTER, (2.0, 9.5), (15.0, 9.5));
    stage.go(PREY, (1.6, 5.5), Gait::Run);
    stage.wait(4.0, "it goes to the doorway", |stage| stage.action(HUNTER).0 == "cut_off");
}

#[test]
fn guards_the_exit_when_the_keys_are_nearly_all_found() {
    // The prey is neither seen nor heard; only the number of keys found is announced.
    let mut stage = Stage::new(CORRIDOR, 3, &[led((21.5, 1.6), (23.0, 1.6))], &[minded((3.0, 3.5), (1.0, 3.0))]);
    let guards = |stage: &Stage| stage.action(HUNTER).0 == "guard_exit";
    stage.found_keys(1);
    assert_eq!(stage.until(12.0, guards), None, "two keys are missing: it patrols");
    stage.found_keys(2);
    stage.wait(6.0, "one key is missing: it guards the exit", guards);
    stage.wait(10.0, "it is there", |stage| stage.distance(HUNTER, (6.5, 9.5)) < 11.0);
}

#[test]
fn patrols_without_patrol_points() {
    let mut stage = Stage::new(CORRIDOR, 3, &[led((21.5, 1.6), (23.0, 1.6))], &[minded((3.0, 3.5), (1.0, 3.0))]);
    let mut farthest = 0.0f32;
    for _ in 0..20 * 30 {
        stage.tick();
        farthest = farthest.max(stage.distance(HUNTER, (3.0, 3.5)));
    }
    assert!(farthest > 5.0, "it patrols all terrain: {farthest} m");
    assert!(!stage.happened(|event| matches!(event, MatchEvent::NoGoal { agent: HUNTER, .. })), "{}", stage.told(20));
}

#[test]
fn a_patrolling_mind_hardly_calls_the_planner() {
    // The prey is inside a wardrobe before the hunter turns around: the hunter sees only the house.
    let mut stage = Stage::new(LOCKERS, 3, &[led((17.5, 3.0), (18.5, 3.0))], &[minded((2.0, 5.5), (1.0, 5.5))]);
    let locker = stage.things(ThingKind::HidingPlace)[1];
    stage.put(PREY, (locker.entry.x, locker.entry.z), (18.5, 3.0));
    stage.use_thing(PREY, locker.id, "enter");
    // By then it has seen the whole room; patrolling times out after 60 s.
    stage.run(33.0);
    let asked = stage.get::<MindTrace>(HUNTER).planner_calls;
    assert!(asked > 0);
    stage.run(25.0);
    // Now and then it asks whether guarding the exit has come to be worth more.
    let calls = stage.get::<MindTrace>(HUNTER).planner_calls - asked;
    assert!(calls <= 6, "{calls} calls in 25 s: {}", stage.told(20));
    assert_eq!(stage.get::<MindTrace>(HUNTER).redundant_planner_calls, 0);
}
