//! A person leaves without a key, by each of the other exits.

use std::fs;

use super::{
    client::{Client, TINY_SIZE},
    data::{Change, Number, copy_with},
    display::VirtualDisplay,
};

/// A lane with what an exit takes straight ahead, and the hunter far behind. A gate closes its far end.
fn lane(ahead: &str, items: &str) -> String {
    // The gate is wired to a winch on each of them.
    let aside = if ahead.contains('C') { '.' } else { 'C' };
    format!(
        r#"(
    title: "The Lane", summary: "Straight ahead.", cell: 1.0, wall_height: 3.2, game: (keys_needed: 1, keys: 1),
    items: {{{items}}},
    wires: [(when: {{"winch": "wound"}}, then: {{"side_gate": "open"}})],
    floors: [(name: "ground", height: 0, rows: [
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
        "E............................./GB",
        "Ekh...........s..{ahead}GB",
        "E.............................{aside}GB",
        "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    ])],
    legend: {{
        'B': (ground: wall(material: "plaster")),
        '.': (ground: floor(material: "gravel")),
        '/': (ground: floor(material: "gravel"), contains: [patrol]),
        'E': (ground: floor(material: "gravel"), contains: [gate(name: "exit", facing: west)]),
        'G': (ground: floor(material: "gravel"), contains: [gate(name: "side_gate", facing: east)]),
        's': (ground: floor(material: "gravel"), contains: [spawn("hunted")]),
        'h': (ground: floor(material: "gravel"), contains: [spawn("hunter")]),
        'k': (ground: floor(material: "gravel"), contains: [item("key")]),
        '1': (ground: floor(material: "gravel"), contains: [item("crowbar"), item("rope"), item("crank")]),
        '2': (ground: floor(material: "gravel"), contains: [item("oil_flask")]),
        'W': (ground: floor(material: "gravel"), contains: [thing(name: "barred_window", facing: west)]),
        'R': (ground: floor(material: "gravel"), contains: [thing(name: "high_wall", facing: west)]),
        'C': (ground: floor(material: "gravel"), contains: [thing(name: "winch", facing: west)]),
    }},
    sky: (ambient_light: 1.0),
)"#
    )
}

/// One of the hunted, and work that takes seconds.
const CHANGES: &[Change] = &[
    ("assets/hunt/rules/standard.ron", "count: 3", "count: 1"),
    ("assets/hunt/things/barred_window.ron", "seconds: 44", "seconds: 2"),
    ("assets/hunt/things/high_wall.ron", "seconds: 36", "seconds: 2"),
    ("assets/hunt/things/winch.ron", "seconds: 24", "seconds: 2"),
];

/// A hunter that is no danger.
const SLOW_HUNTER: &[Number] = &[
    ("assets/hunt/agents/hunter.ron", "walk", 0.05),
    ("assets/hunt/agents/hunter.ron", "hurry", 0.05),
    ("assets/hunt/agents/hunter.ron", "run", 0.05),
];

/// Opens a match on a lane, as one of the hunted, from the title.
fn play<'d>(display: &'d VirtualDisplay, name: &str, level: &str) -> Client<'d> {
    let data = copy_with(name, CHANGES, SLOW_HUNTER);
    fs::write(data.join("levels/hunt/manor.ron"), level).unwrap();
    let mut client = Client::play(display, name, &data, &[("Hunted", "Left", "1")]);
    client.expect("you are Ash, on manor", 300);
    client.frames(4);
    display.picture("start");
    client
}

/// Walks on to what offers this, and does it until the offer is another.
fn walk_and(client: &mut Client, display: &VirtualDisplay, offer: &str) {
    client.go_to(offer, 90);
    display.picture(offer);
    client.hold_until("e", "offer: ", 160);
}

/// Takes the item ahead, makes an exit with it, and leaves by that.
fn leave_with(name: &str, ahead: &str, item: &str, [make, leave]: [&str; 2]) {
    let Some(display) = VirtualDisplay::start(name, TINY_SIZE) else { return };
    let mut client = play(&display, name, &lane(ahead, &format!("\"{item}\": 1")));
    walk_and(&mut client, &display, "take");
    walk_and(&mut client, &display, make);
    client.go_to(leave, 90);
    client.hold_until("e", "news: You escaped", 200);
    client.leave_result();
}

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_leaves_by_a_window() {
    leave_with("by-window", "1....W........", "crowbar", ["pry", "climb_out"]);
}

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_leaves_over_the_wall() {
    leave_with("over-wall", "1....R........", "rope", ["hang_rope", "climb_over"]);
}

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_leaves_by_the_side_gate() {
    let Some(display) = VirtualDisplay::start("side-gate", TINY_SIZE) else { return };
    let mut client = play(&display, "side-gate", &lane("1....2....C...", "\"crank\": 1, \"oil_flask\": 1"));
    walk_and(&mut client, &display, "take");
    walk_and(&mut client, &display, "take");
    client.go_to("fit_crank", 90);
    for next in ["oil", "wind", "none"] {
        client.hold_until("e", &format!("offer: {next}"), 160);
        client.frames(3);
    }
    display.picture("wound");
    client.hold_until("w", "news: You escaped", 200);
    client.leave_result();
}
