//! Behaviour of the hunted.

use quarry::{
    games::hunt::{HuntEvent, Wounds},
    world::level::ThingKind,
};
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, Gait, MatchEvent, Roster, Subject, ThingId, ThrowRequest, label,
};

use super::stage::{Stage, Start, led, minded};

const PREY: AgentId = AgentId(0);

const TWO_WAYS_OUT: &[&str] = &[
    "##################",
    "#s......#........#",
    "#s......#........#",
    "#s...............#",
    "#.......#........#",
    "#.......####.#####",
    "#.......#........#",
    "#.......#........#",
    "#...............h#",
    "#......k#........#",
    "###E##############",
];

#[test]
fn flees_out_of_sight() {
    let mut stage = Stage::new(TWO_WAYS_OUT, 3, &[minded((6.0, 3.0), (1.5, 6.0))], &[led((1.5, 6.0), (6.0, 3.0))]);
    let hunter = AgentId(1);
    stage.go(hunter, (5.0, 3.6), Gait::Walk);
    stage.wait(5.0, "it runs", |stage| stage.action(PREY).0 == "flee");
    stage.wait(8.0, "it is out of sight", |stage| !stage.in_view(hunter, PREY));
    assert!(stage.place(PREY).distance(stage.place(hunter)) > 4.0);
}

/// Three keys: the nearest lies on the path to the farthest, the middle one on the other side.
const THREE_KEYS: &[&str] = &[
    "#####################",
    "#...................#",
    "#s..................#",
    "#s.....k......k...k.#",
    "#s..................#",
    "#...................#",
    "#.h.................#",
    "####E################",
];

#[test]
fn takes_three_keys_in_the_cheapest_order() {
    let start = (11.2, 3.5);
    let mut stage = Stage::new(THREE_KEYS, 3, &[minded(start, (20.0, 3.5))], &[]);
    let keys = stage.things(ThingKind::Item);
    for key in &keys {
        stage.know(PREY, "key", "lying", key);
    }
    stage.wait(60.0, "it takes all three", |stage| taken(stage).len() == 3);
    let exit = stage.things(ThingKind::Gate)[0].entry;
    // The cheapest order by paths on the mesh, found by trying all. From the last key it goes on to the exit.
    let path_length = |order: &[usize]| {
        let mut from = super::stage::ground(start);
        order.iter().map(|index| keys[*index].entry).chain([exit]).fold(0.0, |sum, to| {
            let length = stage.level.ground.path(from, to, &mut Vec::new()).expect("a path");
            from = to;
            sum + length
        })
    };
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let best = orders.into_iter().min_by(|a, b| path_length(a).total_cmp(&path_length(b))).expect("orders");
    assert_ne!(best, [0, 1, 2], "this scene cannot tell the cheapest order from that of the drawing");
    // Two orders may be equally long, such as with one key on the way to another.
    let order: Vec<usize> = taken(&stage).iter().filter_map(|id| keys.iter().position(|key| key.id == *id)).collect();
    assert!(path_length(&order) < path_length(&best) + 0.2, "{order:?} rather than {best:?}");
}

fn taken(stage: &Stage) -> Vec<ThingId> {
    stage
        .events()
        .filter_map(|event| if let MatchEvent::Taken { item, .. } = event { Some(*item) } else { None })
        .collect()
}

/// A room with two wardrobes, and a door to another.
const WARDROBES: &[&str] = &[
    "########################",
    "#.W..W......#..........#",
    "#...........#..........#",
    "#s..........#..........#",
    "#s.....................#",
    "#s..........#..........#",
    "#...........#........h.#",
    "#...........#.........k#",
    "####E###################",
];

/// The same with a third wardrobe nearer to where prey runs.
fn three_wardrobes() -> Vec<&'static str> {
    let mut rows = WARDROBES.to_vec();
    rows[1] = "#.W..W..W...#..........#";
    rows
}

/// A hunter that stands in the door, and leaves once these prey run from it.
fn frightened(rows: &[&str], hunted: &[Start]) -> Stage {
    let mut stage = Stage::new(rows, 3, hunted, &[led((12.5, 4.5), (20.0, 4.5))]);
    stage.wait(4.0, "it flees", |stage| ["shake_off", "flee"].contains(&stage.action(PREY).0));
    stage.put(AgentId(hunted.len() as u16), (18.0, 7.3), (19.0, 7.3));
    stage
}

#[test]
fn two_prey_choose_different_lockers() {
    let mut stage = frightened(WARDROBES, &[minded((3.0, 4.0), (20.0, 4.0)), minded((4.0, 5.2), (20.0, 5.0))]);
    stage.put(AgentId(2), (21.0, 1.5), (22.0, 1.5));
    // Wounded, both have reason to hide; otherwise one may watch.
    let both = stage.app.world().resource::<Roster>().agents[..2].to_vec();
    for entity in both {
        stage.app.world_mut().get_mut::<Wounds>(entity).expect("wounds").taken = 1;
    }
    let inside = |stage: &Stage| -> Vec<ThingId> {
        let hid = |event: &MatchEvent| {
            if let MatchEvent::Hid { place, inside: true, .. } = event { Some(*place) } else { None }
        };
        stage.events().filter_map(hid).collect()
    };
    stage.wait(30.0, "both hide", |stage| inside(stage).len() >= 2);
    let places = inside(&stage);
    assert_ne!(places[0], places[1]);
}

const CORNER: &[&str] = &[
    "######################",
    "#s...................#",
    "#s...................#",
    "#s.......#############",
    "#........#...........#",
    "#........#.......h...#",
    "#....................#",
    "#....................#",
    "#.......k#...........#",
    "####E#################",
];

#[test]
fn a_distraction_works() {
    // The prey crouches behind the corner and the hunter comes towards it; the stone lands far behind the hunter.
    let hunter = AgentId(1);
    let mut stage = Stage::new(CORNER, 3, &[led((12.0, 1.6), (20.0, 1.6))], &[led((7.0, 6.5), (3.0, 6.5))]);
    stage.run(1.5);
    let before = stage.place(hunter).distance(stage.place(PREY));
    let entity = stage.app.world().resource::<Roster>().entity(PREY).expect("the agent");
    let far = super::stage::ground((15.5, 1.8));
    let mut board = stage.app.world_mut().get_mut::<Blackboard>(entity).expect("a blackboard");
    board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Place(far) });
    let landed = |event: &MatchEvent| matches!(event, MatchEvent::Landed { by: PREY, .. });
    stage.wait(4.0, "it comes down", |stage| stage.happened(landed));
    stage.let_go(hunter);
    assert!(before > 4.0);
    // The hunter goes to the sound, which is an unidentified sign.
    stage.wait(3.0, "the hunter investigates the stone", |stage| stage.action(hunter).0 == "investigate_noise");
    assert!(matches!(stage.action(hunter).1, Some(Subject::Unknown(_))));
}

const GATE: &[&str] = &[
    "####################",
    "#s.................#",
    "#s.................#",
    "#s....##########...#",
    "#.....#........#...#",
    "#.....#........#...#",
    "#.....#........#...#",
    "#.....##########...#",
    "#..................#",
    "#.k...............h#",
    "################E###",
];

#[test]
fn waits_out_of_sight_for_a_guarded_exit() {
    let mut stage = Stage::new(GATE, 1, &[minded((2.0, 8.5), (16.0, 9.0))], &[led((16.5, 8.8), (16.5, 2.0))]);
    let keys = stage.things(ThingKind::Item);
    let exits = stage.things(ThingKind::Gate);
    stage.know(PREY, "key", "lying", &keys[0]);
    stage.know(PREY, "exit", "locked", &exits[0]);
    let hunter = AgentId(1);
    stage.wait(30.0, "it waits for the hunter to leave", |stage| stage.action(PREY).0 == "wait_for_exit");
    assert_eq!(stage.goal(PREY), "escape");
    stage.wait(8.0, "it is out of sight", |stage| !stage.in_view(hunter, PREY));
    // The hunter leaves, and the path is free.
    stage.put(hunter, (2.0, 1.6), (1.2, 1.2));
    stage.wait(40.0, "it unlocks the exit", |stage| stage.action(PREY).0 == "unlock");
}

#[test]
fn peeks_out_of_its_hiding_place_and_comes_out_when_the_hunter_has_left() {
    let hunter = AgentId(1);
    let mut stage = frightened(&three_wardrobes(), &[minded((3.0, 4.0), (20.0, 4.0))]);
    stage.wait(14.0, "it hides", |stage| stage.hidden_in(PREY).is_some());
    let entered = stage.place(PREY);
    // The hunter stands in front of the wardrobe without a sound: the prey can only see it through the gap.
    stage.put(hunter, (entered.x, 6.0), (entered.x, 7.5));
    let sees = |stage: &Stage| stage.memory(PREY).about(Subject::Agent(hunter)).is_some_and(|fact| fact.in_sight);
    stage.wait(8.0, "it sees the hunter from inside", sees);
    stage.run(15.0);
    assert!(stage.hidden_in(PREY).is_some(), "it stays while the hunter is there\n{}", stage.told(20));
    stage.put(hunter, (21.5, 7.3), (22.5, 7.3));
    stage.wait(30.0, "it comes out after the hunter has left", |stage| stage.hidden_in(PREY).is_none());
    assert!(stage.in_play(PREY));
}

/// Two rooms, with a path around the eastern end of the wall between them.
const BEYOND_A_WALL: &[&str] = &[
    "########################",
    "#s.....................#",
    "#s....................k#",
    "#s.....................#",
    "#s.....................#",
    "####################...#",
    "#......................#",
    "#h.....................#",
    "#......................#",
    "####E###################",
];

/// Whether prey on the way to the key crouches while a hunter beyond the wall does this.
fn crouches(gait: Option<Gait>) -> bool {
    let hunter = AgentId(1);
    let mut stage = Stage::new(BEYOND_A_WALL, 3, &[minded((9.0, 2.5), (22.0, 2.5))], &[led((20.5, 7.5), (1.0, 7.5))]);
    let keys = stage.things(ThingKind::Item);
    stage.know(PREY, "key", "lying", &keys[0]);
    let (mut bent, mut west) = (false, true);
    for _ in 0..20 {
        if let Some(gait) = gait {
            stage.go(hunter, (if west { 17.0 } else { 21.0 }, 7.5), gait);
            west = !west;
        }
        for _ in 0..30 {
            stage.tick();
            // At the key it sees the hunter.
            if stage.action(PREY).0 == "take_key" {
                return bent;
            }
            bent |= stage.is_bent(PREY);
        }
    }
    bent
}

#[test]
fn sneaks_where_a_hunter_may_hear() {
    assert!(crouches(Some(Gait::Walk)), "it hears the hunter, so the hunter might hear it");
    assert!(!crouches(None), "there is nothing to hear");
}

#[test]
fn two_unlock_together() {
    let other = AgentId(1);
    let hunted = [minded((3.0, 2.5), (16.0, 9.0)), minded((3.5, 8.5), (16.0, 9.0))];
    let mut stage = Stage::new(GATE, 1, &hunted, &[]);
    let exit = stage.things(ThingKind::Gate)[0];
    stage.know(PREY, "exit", "locked", &exit);
    stage.know(other, "exit", "locked", &exit);
    stage.found_keys(1);
    let works = |stage: &Stage, who: AgentId| stage.action(who).0 == "unlock";
    let alone = 75.0;
    stage.wait(20.0, "both work at the exit", |stage| works(stage, PREY) && works(stage, other));
    let opened = |event: &MatchEvent| matches!(HuntEvent::read(event), Some(HuntEvent::ExitOpened { .. }));
    let seconds = stage.wait(alone, "the gate opens", |stage| stage.happened(opened));
    assert!(seconds < 0.6 * alone, "two take half as long as one: {seconds} s");
    stage.wait(10.0, "both are out", |stage| !stage.in_play(PREY) && !stage.in_play(other));
}

const TWO_KEYS: &[&str] = &[
    "#####################",
    "#s..................#",
    "#s................k.#",
    "#s..................#",
    "#s..................#",
    "#h................k.#",
    "#...................#",
    "####E################",
];

#[test]
fn two_prey_go_for_different_keys() {
    let other = AgentId(1);
    let hunted = [minded((4.0, 2.5), (20.0, 3.5)), minded((4.0, 3.2), (20.0, 3.5))];
    let mut stage = Stage::new(TWO_KEYS, 3, &hunted, &[]);
    for key in stage.things(ThingKind::Item) {
        stage.know(PREY, "key", "lying", &key);
        stage.know(other, "key", "lying", &key);
    }
    // Both are nearer to the northern key; the first to report its reservation gets it.
    let goes_for = |stage: &Stage, who: AgentId| match stage.action(who) {
        ("go_towards", about) => about,
        _ => None,
    };
    let apart = |stage: &Stage| {
        let wanted = (goes_for(stage, PREY), goes_for(stage, other));
        wanted.0.is_some() && wanted.1.is_some() && wanted.0 != wanted.1
    };
    stage.wait(4.0, "each goes for its own key", apart);
    stage.wait(25.0, "both are taken", |stage| taken(stage).len() == 2);
    let by = |event: &MatchEvent| if let MatchEvent::Taken { by, .. } = event { Some(*by) } else { None };
    let takers: Vec<AgentId> = stage.events().filter_map(by).collect();
    assert_ne!(takers[0], takers[1]);
}
