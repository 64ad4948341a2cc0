//! What agents see, and how soon they recognise it.

use quarry_minds::protocol::{AgentId, Gait, label};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);
const HUNTER: AgentId = AgentId(1);

const TWO_ROOMS: &[&str] = &[
    "#################",
    "#.......#.......#",
    "#h......#......s#",
    "#.......+......s#",
    "#.......#......s#",
    "#......k#.......#",
    "###E#############",
];

/// Prey stands in the other room, in line with the door.
fn behind_the_door(open: bool) -> Stage {
    let mut stage = Stage::new(TWO_ROOMS, 3, &[led((12.5, 3.5), (9.0, 3.5))], &[minded((3.5, 3.5), (12.5, 3.5))]);
    for _ in 0..240 {
        stage.hold_doors(open);
        stage.tick();
    }
    stage
}

#[test]
fn sees_through_an_open_door_and_not_through_a_wall() {
    let open = behind_the_door(true);
    assert!(open.sighted(HUNTER, PREY));
    assert!(open.began(HUNTER, "go_towards"));
    let shut = behind_the_door(false);
    assert!(!shut.sighted(HUNTER, PREY));
    assert_eq!(shut.memory(HUNTER).facts().iter().filter(|fact| fact.kind == label("hunted")).count(), 0);
    assert!(!shut.began(HUNTER, "go_towards"));
}

const HALL: &[&str] = &[
    "####################",
    "#..................#",
    "#h...............s.#",
    "#................s.#",
    "#................s.#",
    "#..................#",
    "#.................k#",
    "###E################",
];

/// Seconds until prey that crosses the view nine metres away at this gait is recognised.
fn noticed_after(gait: Gait) -> f32 {
    let mut stage = Stage::new(HALL, 3, &[led((11.5, 2.0), (11.5, 6.0))], &[led((2.5, 3.5), (12.0, 3.5))]);
    let mut south = true;
    let mut seconds = 0.0;
    while !stage.sighted(HUNTER, PREY) {
        // To and fro, so that the path is the same for all gaits.
        let z = stage.place(PREY).z;
        south = if z > 4.6 {
            false
        } else if z < 2.4 {
            true
        } else {
            south
        };
        stage.go(PREY, (11.5, if south { 5.5 } else { 1.6 }), gait);
        stage.tick();
        seconds += 1.0 / 30.0;
        assert!(seconds < 60.0, "not noticed at {gait:?}");
    }
    seconds
}

#[test]
fn a_crouching_agent_is_noticed_later_than_a_running_one() {
    let (runner, walker, crouched) = (noticed_after(Gait::Run), noticed_after(Gait::Walk), noticed_after(Gait::Crouch));
    assert!(runner < walker && walker < crouched, "run {runner} s, walk {walker} s, crouched {crouched} s");
    assert!(crouched > 1.8 * runner, "run {runner} s, crouched {crouched} s");
}
