//! A person plays the hunter: sees one of the hunted, chases it, catches it, and loses the window's focus during the chase.

use std::fs;

use super::{
    client::{Client, TINY_SIZE},
    data::{Change, Number, copy_with},
    display::VirtualDisplay,
};

/// A passage with a dead end: the hunter at its mouth, one of the hunted in the middle, straight ahead.
const PASSAGE: &str = r#"(
    title: "The Passage", summary: "A dead end.", cell: 0.75, wall_height: 2.9, game: (keys_needed: 1, keys: 1),
    floors: [(name: "ground", height: 0, rows: [
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
        "E..............................B",
        "E...h..p......s.....k..........B",
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    ])],
    legend: {
        'B': (ground: wall(material: "plaster")),
        '.': (ground: floor(material: "oak_floor")),
        'E': (ground: floor(material: "oak_floor"), contains: [gate(name: "exit", facing: west)]),
        'p': (ground: floor(material: "oak_floor"), contains: [patrol]),
        's': (ground: floor(material: "oak_floor"), contains: [spawn("hunted")]),
        'h': (ground: floor(material: "oak_floor"), contains: [spawn("hunter")]),
        'k': (ground: floor(material: "oak_floor"), contains: [item("key")]),
    },
    props: [(name: "wall_lamp", at: (8, 0.75), rotation: 180), (name: "wall_lamp", at: (17, 0.75), rotation: 180)],
    sky: (moon_azimuth: 215, moon_elevation: 60, moon_lux: 10, ambient_light: 0.4),
)"#;

const ONE_PREY: &[Change] = &[("assets/hunt/rules/standard.ron", "count: 3", "count: 1")];

const SLOW_PREY: &[Number] = &[
    ("assets/hunt/rules/standard.ron", "hits_to_catch", 2.0),
    ("assets/hunt/agents/hunter.ron", "recovery", 1.5),
    ("assets/hunt/agents/hunted.ron", "crouch", 0.2),
    ("assets/hunt/agents/hunted.ron", "walk", 0.3),
    ("assets/hunt/agents/hunted.ron", "hurry", 0.3),
    ("assets/hunt/agents/hunted.ron", "run", 0.3),
];

/// Degrees the view turns per point of mouse travel with the default settings.
const DEGREES_A_POINT: f32 = 0.12;
/// Within the first distance the hunter stands still, within the second it strikes; in metres.
const CLOSE: f32 = 1.0;
const IN_REACH: f32 = 1.7;

#[test]
#[ignore = "minutes of drawing in software"]
fn the_hunter_sees_chases_and_catches() {
    let Some(display) = VirtualDisplay::start("hunter", TINY_SIZE) else { return };
    let data = copy_with("hunter", ONE_PREY, SLOW_PREY);
    fs::write(data.join("levels/hunt/manor.ron"), PASSAGE).unwrap();
    let mut client = Client::play(&display, "hunter", &data, &[("Side", "Right", "Hunter"), ("Hunted", "Left", "1")]);
    client.expect("you are The Warden, on manor", 300);
    client.expect("in view: 1", 300);
    display.picture("seen");

    // The window loses the focus during the chase with keys held: the match pauses, and no key stays pressed.
    display.hold("shift");
    display.hold("w");
    client.frames(3);
    display.hold("alt");
    display.take_focus_away();
    client.expect("page: Pause", 300);
    display.release("w");
    display.release("shift");
    display.release("alt");
    display.give_focus_back();
    client.frames(2);
    display.press("Escape");
    client.expect("page: none", 300);
    // It needs a moment to come to a stop.
    client.frames(12);
    let place = |client: &Client| client.place().expect("the log names the player's place");
    let before = place(&client);
    client.frames(8);
    let after = place(&client);
    let moved = (after.0 - before.0).hypot(after.1 - before.1);
    assert!(moved < 0.2, "it runs on by itself: {moved} m in eight frames");

    // Meanwhile the window becomes very small, and large again.
    let window = display.window();
    display.xdotool(&["windowsize", &window, "320", "200"]);
    client.frames(3);
    display.picture("tiny");
    display.xdotool(&["windowsize", &window, "384", "216"]);

    // Chase: towards the prey while it is in view, otherwise look around. Strike in reach, until it is caught.
    let (mut caught, mut wounded) = (false, false);
    for step in 0..200 {
        match client.sees("Ash") {
            Some((away, aside)) => {
                display.turn((aside / DEGREES_A_POINT) as i32, 0);
                if away > CLOSE {
                    display.hold("w");
                } else {
                    display.release("w");
                }
                if away < IN_REACH {
                    display.xdotool(&["click", "1"]);
                }
            }
            None => {
                display.release("w");
                display.turn((90.0 / DEGREES_A_POINT) as i32, 0);
            }
        }
        if step == 2 {
            display.picture("chase");
        }
        caught = client.says_within("news: Ash was caught", 2);
        if caught {
            break;
        }
        if !wounded && client.said().contains("news: Ash is wounded") {
            wounded = true;
            display.picture("wounded");
        }
    }
    display.release("w");
    display.picture("caught");
    assert!(wounded, "the first hit wounds: {}", client.said());
    assert!(caught, "nobody was caught: {}", client.said());
    client.expect("result: You caught the only one", 300);
    client.leave_result();
}
