//! A person plays the hunter: sees one of the hunted, runs it down, catches it; and looks away in the middle of the chase.

use std::{fs, thread::sleep, time::Duration};

use super::{
    client::{Client, SMALL},
    data::{Change, copy_with},
    desk::Desk,
};

/// A passage with a dead end, the hunter at its mouth and one of the hunted in the middle of it, straight before him.
const PASSAGE: &str = r#"(
    title: "The Passage", summary: "A dead end.", cell: 0.75, wall_height: 2.9, keys_needed: 1, keys: 1,
    floors: [(name: "ground", height: 0, rows: [
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
        "E..p........................k..B",
        "E...h...............s..........B",
        "E..............................B",
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    ])],
    legend: {
        'B': (ground: wall(material: "plaster")),
        '.': (ground: floor(material: "oak_floor")),
        'E': (ground: floor(material: "oak_floor"), holds: [exit(facing: west)]),
        'p': (ground: floor(material: "oak_floor"), holds: [patrol]),
        's': (ground: floor(material: "oak_floor"), holds: [spawn("hunted")]),
        'h': (ground: floor(material: "oak_floor"), holds: [spawn("hunter")]),
        'k': (ground: floor(material: "oak_floor"), holds: [key_place]),
    },
    props: [(name: "wall_lamp", at: (8, 0.75), turn: 180), (name: "wall_lamp", at: (17, 0.75), turn: 180)],
    sky: (moon_from: 215, moon_height: 60, moon_lux: 10, ambient: 0.4),
)"#;

const SLOW_PREY: &[Change] = &[
    ("assets/rules/standard.ron", "count: 3", "count: 1"),
    (
        "assets/agents/hunted.ron",
        "crouch: 1.2, walk: 2.1, hurry: 3.0, run: 4.0",
        "crouch: 0.2, walk: 0.3, hurry: 0.3, run: 0.3",
    ),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn the_hunter_sees_chases_and_catches() {
    let Some(desk) = Desk::start("hunter", (640, 360)) else { return };
    let data = copy_with("hunter", SLOW_PREY);
    fs::write(data.join("levels/manor.ron"), PASSAGE).unwrap();
    let mut client = Client::start(&desk, "hunter", &[], &data, SMALL);
    client.expect("page: Title", 120);
    sleep(Duration::from_secs(2));
    client.press("Play");
    client.expect("page: Setup(Play)", 120);
    client.set("You are", "Right", "the hunter");
    client.set("Hunted", "Left", "1");
    client.press("Begin");
    client.expect("you are The Warden, on manor", 120);
    client.expect("in view: 1", 120);
    desk.picture("seen");

    // In the chase one looks away with the keys held: the match stands still, and nothing stays pressed.
    desk.hold("shift");
    desk.hold("w");
    sleep(Duration::from_millis(1500));
    desk.hold("alt");
    desk.look_away();
    client.expect("page: Pause", 120);
    desk.release("w");
    desk.release("shift");
    desk.release("alt");
    desk.look_back();
    sleep(Duration::from_millis(500));
    desk.press("Escape");
    client.expect("page: none", 120);
    sleep(Duration::from_millis(1200));
    let standing = desk.picture("standing");
    sleep(Duration::from_secs(1));
    let moved = standing.changed(&desk.picture("still_standing")).len();
    assert!(moved < 4_000, "he runs on by himself: {moved} points changed");

    // The window may be made very small and large again meanwhile.
    let window = desk.window();
    desk.hands(&["windowsize", &window, "320", "200"]);
    sleep(Duration::from_secs(1));
    desk.picture("tiny");
    desk.hands(&["windowsize", &window, "640", "360"]);

    // Run it down, and strike until it is caught; about, and back, where one has run past it.
    let mut caught = false;
    for blow in 0..60 {
        desk.hold("c");
        desk.hold("w");
        desk.hands(&["click", "1"]);
        if blow == 2 {
            desk.picture("chase");
        }
        caught = client.says("news: Ash is caught", 1);
        if caught {
            break;
        }
        if blow % 20 == 19 {
            desk.turn(1500, 0);
        }
    }
    desk.release("w");
    desk.release("c");
    desk.picture("caught");
    assert!(caught, "nobody was caught: {}", client.said());
    client.expect("page: Result", 120);
    client.expect("result: You caught all 1", 120);
    sleep(Duration::from_secs(1));
    desk.picture("result");
    client.press("Leave to the title");
    client.expect("page: Title", 120);
    client.press("Quit");
    client.ends_well();
}
