//! A person plays by the rules of captivity: as the hunter, who strikes prey down, carries it to a cell and locks it up; and as one of the hunted,
//! who frees a mate from there.

use std::fs;

use super::{
    client::{Client, TINY_SIZE},
    data::{Change, Number, copy_with},
    display::VirtualDisplay,
};

/// A level of these rows, with an exit `E` in the west and a cell `L` that faces a direction.
fn level(rows: &[&str], faces: &str) -> String {
    let rows = rows.join("\", \"");
    format!(
        r#"(
    title: "The Passage", summary: "A cell ahead.", cell: 1.0, wall_height: 2.9, game: (keys_needed: 1, keys: 1),
    floors: [(name: "ground", height: 0, rows: ["{rows}"])],
    legend: {{
        'B': (ground: wall(material: "plaster")),
        '.': (ground: floor(material: "gravel")),
        'E': (ground: floor(material: "gravel"), contains: [gate(name: "exit", facing: west)]),
        'p': (ground: floor(material: "gravel"), contains: [patrol]),
        's': (ground: floor(material: "gravel"), contains: [spawn("hunted")]),
        'h': (ground: floor(material: "gravel"), contains: [spawn("hunter")]),
        'k': (ground: floor(material: "gravel"), contains: [item("key")]),
        'L': (ground: floor(material: "gravel"), contains: [thing(name: "cell", facing: {faces})]),
    }},
    sky: (ambient_light: 1.0),
)"#
    )
}

/// A passage with prey at arm's length, a cell behind it, and a mate of the prey at its far end.
const PASSAGE: &[&str] = &[
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    "E...............................B",
    "E.h.s......L................s.k.B",
    "E.....................p.........B",
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
];

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
    fs::write(data.join("levels/hunt/manor.ron"), level(PASSAGE, "west")).unwrap();
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

/// A passage with a person at its mouth, and a cell and a niche at its end. In the niche stand a mate, and the hunter in its way.
const NICHE: &[&str] = &[
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    "E..k.........BBBBBBBBBBBBBBBBBBBB",
    "E.s.......L...hsBBBBBBBBBBBBBBBBB",
    "E............BBBBBBBBBBBBBBBBBBBB",
    "E..p.........BBBBBBBBBBBBBBBBBBBB",
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
];

/// Three hits catch each of two, so that the hunter beside the cell does not end it at once; it has no bolt yet.
const SLOW_HUNTER: &[Number] = &[
    ("assets/hunt/rules/standard.ron", "hits_to_catch", 2.0),
    ("assets/hunt/agents/hunter.ron", "walk", 0.5),
    ("assets/hunt/agents/hunter.ron", "hurry", 0.5),
    ("assets/hunt/agents/hunter.ron", "run", 0.5),
    ("assets/hunt/agents/hunter.ron", "initial_cooldown", 120.0),
    ("assets/hunt/things/cell.ron", "by: [\"hunted\"], seconds", 1.0),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_frees_a_mate_from_a_cell() {
    let Some(display) = VirtualDisplay::start("freed", TINY_SIZE) else { return };
    let data = copy_with("freed", CAPTIVITY, SLOW_HUNTER);
    fs::write(data.join("levels/hunt/manor.ron"), level(NICHE, "south")).unwrap();
    let mut client = Client::play(&display, "freed", &data, &[("Hunted", "Left", "2"), ("Seed", "Right", "2")]);
    client.expect("you are Ash, on manor", 300);
    client.expect("place: ", 300);
    let place = client.place();
    assert!(place.is_some_and(|(east, _)| east < 5.0), "with this seed the person stands in the niche: {place:?}");
    client.frames(4);
    display.picture("start");
    client.expect("news: Wren is down", 300);
    display.picture("down");
    client.expect("news: A captive is locked up", 300);
    client.frames(3);
    display.picture("locked_up");
    client.go_to("free", 160);
    display.picture("at_cell");
    client.hold_until("e", "news: Ash freed Wren", 160);
    // It stands before its cell again.
    client.expect("sees: Wren at ", 300);
    client.frames(3);
    display.picture("freed");
    assert_ne!(client.last("offer: ").as_deref(), Some("free"), "there is nobody left to free");
    display.press("Escape");
    client.expect("page: Pause", 300);
    client.leave("Down");
}
