//! A person plays one of the hunted, from the title to the result and back, by keys and mouse alone.

use std::{thread::sleep, time::Duration};

use super::{
    client::{Client, SMALL},
    data::{Change, copy_with},
    desk::Desk,
};

/// The manor with one key in the great hall on the way from the start to a gate; the hunter begins far off and is slow.
const SHORT_WAY: &[Change] = &[
    ("levels/manor.ron", "keys_needed: 3", "keys_needed: 1"),
    ("levels/manor.ron", "keys: 5", "keys: 1"),
    ("levels/manor.ron", ", holds: [key_place]", ""),
    ("levels/manor.ron", ", holds: [spawn(\"hunted\")]", ""),
    ("levels/manor.ron", "#..........k.#.p...........p..........p.#", "#..........k.#.p..........Sp..........p.#"),
    (
        "levels/manor.ron",
        "#.s..........#...#,,,,,,,,,,,,,,,o,,#...#.........p..#",
        "#.s..........#...#,,,,,,,,T,,,,,,o,,#...#.........p..#",
    ),
    ("levels/manor.ron", "#####++############++##########,,,,", "#####++############++####GGG###,,,,"),
    (
        "levels/manor.ron",
        "        // The way out.\n",
        "        'S': (ground: floor(material: \"oak_floor\"), holds: [spawn(\"hunted\")]),\n        \
         'T': (ground: floor(material: \"marble_tiles\"), holds: [key_place]),\n        \
         'G': (ground: floor(material: \"oak_floor\"), holds: [exit(facing: south)]),\n",
    ),
    ("assets/rules/standard.ron", "count: 3", "count: 1"),
    ("assets/rules/standard.ron", "take: 6.0, unlock: 50.0", "take: 2.0, unlock: 5.0"),
    ("assets/agents/hunter.ron", "walk: 2.3, hurry: 3.0, run: 4.4", "walk: 0.3, hurry: 0.4, run: 0.5"),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_takes_a_key_gets_out_and_plays_again() {
    let Some(desk) = Desk::start("hunted", (640, 360)) else { return };
    let mut client = Client::start(&desk, "hunted", &[], &copy_with("hunted", SHORT_WAY), SMALL);

    // The title, by mouse; the match is set up by keys.
    client.expect("page: Title", 120);
    sleep(Duration::from_secs(2));
    assert!(desk.picture("title").colours() > 60, "the title is empty");
    // Down and up again: where it stands once everything has its place.
    client.choose("Watch");
    let play = client.choose_by("Up", "Play");
    desk.click(play);
    client.expect("page: Setup(Play)", 120);
    client.set("Hunted", "Left", "1");
    client.set("Seed", "Right", "1");
    desk.picture("setup");
    client.press("Begin");
    client.expect("page: none", 120);
    desk.picture("loading");
    client.expect("you are Ash, on manor", 120);
    sleep(Duration::from_secs(2));
    let start = desk.picture("start");
    assert!(start.colours() > 100, "the match cannot be seen");

    // The mouse turns the view, and turns it back.
    desk.turn(500, 0);
    sleep(Duration::from_millis(1200));
    let aside = desk.picture("looked_aside");
    assert!(start.changed(&aside).len() > 12_000, "the mouse does not turn the view");
    desk.turn(-500, 0);

    // To the key, and take it.
    client.go_to("take");
    desk.picture("key_in_reach");
    desk.hold("e");
    sleep(Duration::from_millis(1200));
    desk.picture("taking");
    client.expect("news: You have a key", 120);
    desk.release("e");
    desk.picture("taken");

    // To the gate, a little to the right, open it, and out.
    desk.turn(40, 0);
    sleep(Duration::from_secs(1));
    client.go_to("unlock");
    desk.hold("e");
    client.expect("news: 1 of 3 bolts of the gate are drawn", 120);
    desk.picture("unlocking");
    client.expect("news: The gate stands open", 120);
    desk.release("e");
    desk.picture("open");
    client.hold_until("w", "news: You have escaped", 90);
    client.expect("page: Result", 120);
    client.expect("result: You got out", 120);
    sleep(Duration::from_secs(1));
    desk.picture("result");

    // Again; pause; other settings; on.
    client.press("Play again");
    client.expect("you are Ash, on manor", 120);
    sleep(Duration::from_secs(1));
    desk.press("Escape");
    client.expect("page: Pause", 120);
    sleep(Duration::from_secs(1));
    let paused = desk.picture("paused");
    sleep(Duration::from_secs(1));
    assert!(paused.changed(&desk.picture("still_paused")).len() < 200, "the match goes on while it is paused");
    client.press("Settings");
    client.expect("page: Settings(Sound)", 120);
    client.set("Everything", "Left", "0.70");
    desk.picture("volume");
    desk.press("Up");
    client.expect("chosen: ", 120);
    client.choose_by("Right", "Buttons");
    desk.press("Return");
    client.expect("page: Settings(Bindings)", 120);
    desk.press("Down");
    client.expect("chosen: ", 120);
    client.choose_by("Left", "Forward (keyboard and mouse)");
    desk.press("Return");
    sleep(Duration::from_millis(800));
    desk.press("i");
    client.expect("bound: Forward to I", 120);
    desk.picture("bindings");
    desk.press("Escape");
    client.expect("page: Pause", 120);
    desk.press("Escape");
    client.expect("page: none", 120);
    sleep(Duration::from_millis(800));
    let before = desk.picture("before_new_key");
    client.hold_until("i", "offer: take", 90);
    assert!(before.changed(&desk.picture("after_new_key")).len() > 8_000, "the new key does not walk");
    let kept = client.settings();
    assert!(kept.contains("KeyI") && kept.contains("all: 0.7"), "{kept}");

    // And leave.
    desk.press("Escape");
    client.expect("page: Pause", 120);
    client.press("Leave to the title");
    client.expect("page: Title", 120);
    client.press("Quit");
    client.ends_well();
}
