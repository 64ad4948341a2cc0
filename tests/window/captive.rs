//! A person plays the hunter by the rules of captivity: strikes prey down, carries it to a cell and locks it up.

use std::fs;

use super::{
    client::{Client, TINY_SIZE},
    data::{Change, Number, copy_with},
    display::VirtualDisplay,
};

/// A passage with prey at arm's length, a cell behind it, and a mate of the prey at its far end.
const PASSAGE: &str = r#"(
    title: "The Passage", summary: "A cell ahead.", cell: 1.0, wall_height: 2.9, game: (keys_needed: 1, keys: 1),
    floors: [(name: "ground", height: 0, rows: [
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
        "E...............................B",
        "E.h.s......L................s.k.B",
        "E.....................p.........B",
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    ])],
    legend: {
        'B': (ground: wall(material: "plaster")),
        '.': (ground: floor(material: "gravel")),
        'E': (ground: floor(material: "gravel"), contains: [gate(name: "exit", facing: west)]),
        'p': (ground: floor(material: "gravel"), contains: [patrol]),
        's': (ground: floor(material: "gravel"), contains: [spawn("hunted")]),
        'h': (ground: floor(material: "gravel"), contains: [spawn("hunter")]),
        'k': (ground: floor(material: "gravel"), contains: [item("key")]),
        'L': (ground: floor(material: "gravel"), contains: [thing(name: "cell", facing: west)]),
    },
    sky: (ambient_light: 1.0),
)"#;

const CAPTIVITY: &[Change] = &[
    ("assets/hunt/rules/standard.ron", "count: 3", "count: 2"),
    (
        "assets/hunt/rules/standard.ron",
        "    game: (\n        sides: {",
        "    game: (\n        captivity: (times: 1, wakes_after: 120, wounds: 0),\n        sides: {",
    ),
];

const SLOW_PREY: &[Number] = &[
    ("assets/hunt/rules/standard.ron", "hits_to_catch", 1.0),
    ("assets/hunt/agents/hunted.ron", "crouch", 0.05),
    ("assets/hunt/agents/hunted.ron", "walk", 0.05),
    ("assets/hunt/agents/hunted.ron", "hurry", 0.05),
    ("assets/hunt/agents/hunted.ron", "run", 0.05),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn the_hunter_carries_its_captive_to_a_cell() {
    let Some(display) = VirtualDisplay::start("captive", TINY_SIZE) else { return };
    let data = copy_with("captive", CAPTIVITY, SLOW_PREY);
    fs::write(data.join("levels/hunt/manor.ron"), PASSAGE).unwrap();
    let mut client = Client::play(&display, "captive", &data, &[("Side", "Right", "Hunter")]);
    client.expect("you are The Warden, on manor", 300);
    client.expect("in view: ", 300);
    display.picture("start");
    // The prey stands still at arm's length, but for a step after each blow.
    let mut down = false;
    for _ in 0..30 {
        display.hold("w");
        client.frames(2);
        display.release("w");
        display.xdotool(&["click", "1"]);
        down = client.says_within("offer: take", 20);
        if down {
            break;
        }
    }
    assert!(down, "nobody lies there: {}", client.said());
    display.picture("down");
    client.hold_until("e", "offer: none", 160);
    client.frames(3);
    display.picture("carried");
    client.go_to("lock_up", 160);
    client.hold_until("e", "offer: none", 160);
    client.frames(3);
    display.picture("locked_up");
    display.press("Escape");
    client.expect("page: Pause", 300);
    client.leave("Down");
}
