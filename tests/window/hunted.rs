//! A person plays one of the hunted with keyboard and mouse, from the title to the result and back.

use super::{
    client::{Client, TINY, TINY_SIZE},
    data::{Change, Number, copy_with},
    display::VirtualDisplay,
};

/// The manor with one key in the great hall on the way from the spawn point to an exit. The hunter starts far away and is slow.
const SHORT_WAY: &[Change] = &[
    ("levels/hunt/manor.ron", "keys_needed: 2", "keys_needed: 1"),
    ("levels/hunt/manor.ron", "keys: 4", "keys: 1"),
    ("levels/hunt/manor.ron", ", contains: [item(\"key\")]", ""),
    ("levels/hunt/manor.ron", ", contains: [spawn(\"hunted\")]", ""),
    ("levels/hunt/manor.ron", "#..........k.#.p...........p..........p.#", "#..........k.#.p..........Sp..........p.#"),
    (
        "levels/hunt/manor.ron",
        "#.s..........#...#,,,,,,,,,,,,,,,o,,#...#.........p..#",
        "#.s..........#...#,,,,,,,,T,,,,,,o,,#...#.........p..#",
    ),
    ("levels/hunt/manor.ron", "#####++############++##########,,,,", "#####++############++####UUU###,,,,"),
    (
        "levels/hunt/manor.ron",
        "    legend: {\n",
        "    legend: {\n        'S': (ground: floor(material: \"oak_floor\"), contains: [spawn(\"hunted\")]),\n        \
         'T': (ground: floor(material: \"marble_tiles\"), contains: [item(\"key\")]),\n        \
         'U': (ground: floor(material: \"oak_floor\"), contains: [gate(name: \"exit\", facing: south)]),\n",
    ),
    ("assets/hunt/rules/standard.ron", "count: 3", "count: 1"),
];

const SHORT_WORK: &[Number] = &[
    ("assets/hunt/rules/standard.ron", "take\"", 1.0),
    ("assets/hunt/rules/standard.ron", "unlock\"", 3.0),
    ("assets/hunt/agents/hunter.ron", "walk", 0.3),
    ("assets/hunt/agents/hunter.ron", "hurry", 0.4),
    ("assets/hunt/agents/hunter.ron", "run", 0.5),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn one_of_the_hunted_takes_a_key_gets_out_and_plays_again() {
    let Some(display) = VirtualDisplay::start("hunted", TINY_SIZE) else { return };
    let mut client = Client::start(&display, "hunted", &[], &copy_with("hunted", SHORT_WAY, SHORT_WORK), TINY);

    // The title by mouse, the setup by keyboard.
    client.expect("page: Title", 300);
    client.frames(8);
    assert!(display.picture("title").colours() > 60, "the title is empty");
    // Down and up again, which logs where the button is after layout.
    client.choose("Watch");
    let play = client.choose_by("Up", "Play");
    display.click(play);
    client.expect("page: Setup(Play)", 300);
    client.set("More settings", "Right", "On");
    client.set("Hunted", "Left", "1");
    client.set("Seed", "Right", "1");
    client.frames(2);
    display.picture("setup");
    client.press("Start");
    client.expect("page: none", 300);
    client.frames(2);
    display.picture("loading");
    client.expect("you are Ash, on manor", 300);
    client.frames(5);
    let start = display.picture("start");
    assert!(start.colours() > 100, "the match cannot be seen");

    // The mouse turns the view, and turns it back.
    display.turn(500, 0);
    client.frames(3);
    let aside = display.picture("looked_aside");
    assert!(start.share_changed(&aside) > 0.05, "the mouse does not turn the view");
    display.turn(-500, 0);

    // Walk to the key and take it.
    client.go_to("take", 60);
    display.picture("key_in_reach");
    display.hold("e");
    client.frames(2);
    display.picture("taking");
    client.expect("news: You took a key", 300);
    display.release("e");
    display.picture("taken");

    // Walk to the exit, a little to the right, unlock it and escape.
    display.turn(40, 0);
    client.frames(2);
    client.go_to("unlock", 90);
    display.hold("e");
    client.expect("news: 1 of 3 exit locks are open", 300);
    display.picture("unlocking");
    client.expect("news: The exit is open", 300);
    display.release("e");
    client.frames(4);
    display.picture("open");
    client.hold_until("w", "news: You escaped", 80);
    client.expect("result: You escaped", 300);
    client.expect("page: Result", 300);
    client.frames(5);
    display.picture("result");

    // Play again, pause, change settings, resume.
    client.press("Play again");
    client.expect("you are Ash, on manor", 300);
    client.frames(3);
    display.press("Escape");
    client.expect("page: Pause", 300);
    client.frames(3);
    let paused = display.picture("paused");
    client.frames(3);
    assert!(paused.share_changed(&display.picture("still_paused")) < 0.001, "the match goes on while it is paused");
    client.press("Settings");
    client.expect("page: Settings(Audio)", 300);
    client.expect("chosen: Audio", 300);
    client.set("Master volume", "Left", "0.70");
    client.frames(2);
    display.picture("volume");
    display.press("Up");
    client.expect("chosen: ", 300);
    client.choose_by("Left", "Audio");
    client.choose_by("Right", "Key bindings");
    display.press("Return");
    client.expect("page: Settings(KeyBindings)", 300);
    display.press("Down");
    client.expect("chosen: ", 300);
    client.choose_by("Left", "Forward (keyboard and mouse)");
    display.press("Return");
    client.frames(2);
    display.press("i");
    client.expect("bound: Forward to I", 300);
    client.frames(2);
    display.picture("bindings");
    display.press("Escape");
    client.expect("page: Pause", 300);
    display.press("Escape");
    client.expect("page: none", 300);
    client.frames(3);
    let before = display.picture("before_new_key");
    client.hold_until("i", "offer: take", 60);
    assert!(before.share_changed(&display.picture("after_new_key")) > 0.035, "the new key does not walk");
    let kept = client.settings();
    assert!(kept.contains("KeyI") && kept.contains("master: 0.7"), "{kept}");

    // Leave.
    display.press("Escape");
    client.expect("page: Pause", 300);
    client.leave("Down");
}
