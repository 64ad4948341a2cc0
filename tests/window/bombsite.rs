//! The bomb site in the window: a round is watched, and both sides are played by keys and mouse from the title to the result.

use std::{fs, path::Path, time::Duration};

use super::{
    client::{Client, SMALL, TINY_SIZE},
    data::{Change, copy_with},
    display::{VirtualDisplay, wait_for},
};

/// A lane: the bomb and the site straight ahead of the attacker, the defender at the other end.
const LANE: &str = r#"(
    title: "The Lane", summary: "Straight ahead.", cell: 1.0, wall_height: 3.2,
    floors: [(name: "ground", height: 0, rows: [
        "WWWWWWWWWWWWWWWWWWWWWWWWWW",
        "WT......................DW",
        "WT..b.....A.............DW",
        "WT......................DW",
        "WWWWWWWWWWWWWWWWWWWWWWWWWW",
    ])],
    legend: {
        'W': (ground: wall(material: "keep_wall")),
        '.': (ground: floor(material: "gravel")),
        'A': (ground: floor(material: "gravel"), contains: [stock(name: "site_a", amount: 1)]),
        'b': (ground: floor(material: "gravel"), contains: [item("bomb")]),
        'T': (ground: floor(material: "gravel"), contains: [spawn("attackers")]),
        'D': (ground: floor(material: "gravel"), contains: [spawn("defenders"), patrol]),
    },
    sky: (ambient_light: 1.0),
)"#;

/// Degrees the view turns per point of mouse travel with the default settings.
const DEGREES_A_POINT: f32 = 0.12;

/// Opens a round of one against one on the lane, from the title.
fn play_on_the_lane<'d>(display: &'d VirtualDisplay, name: &str, changes: &[Change], side: &str) -> Client<'d> {
    let data = copy_with(name, changes, &[]);
    fs::write(data.join("levels/bombsite/depot.ron"), LANE).unwrap();
    let mut entries = vec![("Game", "Right", "Bomb site"), ("Attackers", "Left", "1"), ("Defenders", "Left", "1")];
    if side != "Attackers" {
        entries.insert(1, ("Side", "Right", side));
    }
    Client::play(display, name, &data, &entries)
}

#[test]
#[ignore = "minutes of drawing in software"]
fn an_attacker_takes_the_bomb_plants_it_and_wins() {
    let Some(display) = VirtualDisplay::start("attacker", TINY_SIZE) else { return };
    let changes = [
        // The defender cannot hurt, and the fuse is short.
        ("assets/bombsite/agents/defender.ron", "gun: (),", "gun: (damage: 0),"),
        ("assets/bombsite/rules/standard.ron", "fuse_seconds: 40", "fuse_seconds: 4"),
        ("assets/bombsite/rules/standard.ron", "\"plant\": 3.2", "\"plant\": 1.0"),
    ];
    let mut client = play_on_the_lane(&display, "attacker", &changes, "Attackers");
    client.expect("you are Adder, on depot", 300);
    client.frames(4);
    display.picture("start");
    client.go_to("take", 60);
    client.hold_until("e", "offer: none", 60);
    client.go_to("plant", 90);
    client.hold_until("e", "news: The bomb is planted", 120);
    display.picture("planted");
    client.expect("result: Your squad wins: the bomb has exploded", 600);
    client.leave_result();
}

#[test]
#[ignore = "minutes of drawing in software"]
fn a_defender_shoots_the_attacker_and_wins() {
    let Some(display) = VirtualDisplay::start("defender", TINY_SIZE) else { return };
    let changes = [("assets/bombsite/agents/attacker.ron", "gun: (),", "gun: (damage: 0),")];
    let mut client = play_on_the_lane(&display, "defender", &changes, "Defenders");
    client.expect("you are Anvil, on depot", 300);
    client.frames(4);
    let before = display.picture("before");
    let mut won = false;
    for step in 0..200 {
        match client.sees("Adder") {
            Some((_, aside)) => {
                display.turn((aside / DEGREES_A_POINT) as i32, 0);
                display.xdotool(&["mousedown", "1"]);
            }
            None => {
                display.xdotool(&["mouseup", "1"]);
                display.turn((40.0 / DEGREES_A_POINT) as i32, 0);
            }
        }
        if step == 3 {
            assert!(before.share_changed(&display.picture("fight")) > 0.01, "nothing happens");
        }
        won = client.says_within("result: Your squad wins: no attacker is left", 2);
        if won {
            break;
        }
        if step % 10 == 9 {
            // An empty magazine is changed.
            display.press("r");
        }
    }
    display.xdotool(&["mouseup", "1"]);
    assert!(won, "the attacker lives: {}", client.said());
    client.leave_result();
}

#[test]
fn the_yard_is_seen_and_a_round_goes_on() {
    let Some(display) = VirtualDisplay::start("bombsite", (640, 360)) else { return };
    let arguments =
        ["watch", "--game", "bombsite", "--level", "yard", "--seed", "3", "--quality", "low", "--size", "640x360"];
    let mut client = Client::start(&display, "bombsite", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150)
    });
    assert!(seen.is_some(), "no yard appeared: {}", client.said());
    client.frames(30);

    // Brown earth and a light lane in daylight.
    let picture = display.picture("yard");
    let like = |wanted: fn([i32; 3]) -> bool| picture.all().filter(|(x, y)| wanted(picture.at(*x, *y))).count();
    let earth = like(|[r, g, b]| r > g + 10 && g > b + 5 && r > 60);
    let lane = like(|[r, g, b]| r > 130 && g > 120 && b > 90);
    assert!(earth > 20_000 && lane > 3_000, "{earth} brown points, {lane} light points");

    // The inspector shows a soldier's mind, and goes again.
    display.press("space");
    client.frames(4);
    display.press("q");
    client.frames(4);
    let before = display.picture("still");
    display.press("i");
    client.frames(8);
    let panel = before.changed(&display.picture("inspector")).len();
    assert!(panel > 8_000, "no panel appeared: {panel} points changed");
    display.press("i");
    client.frames(6);

    // The tactical view looks straight down, and leads back to the view before.
    let before = display.picture("before_tactical");
    display.press("6");
    client.expect("tactical view: on", 60);
    client.frames(8);
    let changed = before.changed(&display.picture("tactical")).len();
    assert!(changed > 20_000, "no other view: {changed} points changed");
    display.press("6");
    client.expect("tactical view: off", 60);
    client.frames(8);
    let changed = before.changed(&display.picture("back")).len();
    assert!(changed < 8_000, "not the view before: {changed} points changed");

    // Nothing moves while the match is paused, and then the soldiers do.
    let still = display.picture("paused");
    client.frames(20);
    let noise = still.changed(&display.picture("paused_later")).len();
    display.press("space");
    client.frames(40);
    let moved = still.changed(&display.picture("later")).len();
    assert!(moved > noise + 60, "nothing moves: {moved} points changed, {noise} while the match was paused");
    client.leave_watching(0);
}

/// The attackers never get to the site in time, and nobody is hurt: each squad wins the rounds in which it defends.
const TWELVE: &[Change] = &[
    ("assets/bombsite/agents/attacker.ron", "gun: (),", "gun: (damage: 0),"),
    ("assets/bombsite/agents/defender.ron", "gun: (),", "gun: (damage: 0),"),
    ("assets/bombsite/rules/standard.ron", "round_seconds: 115", "round_seconds: 5"),
    ("assets/bombsite/rules/standard.ron", "\"plant\": 3.2", "\"plant\": 60.0"),
    ("assets/bombsite/rules/match.ron", "freeze_seconds: 4", "freeze_seconds: 1.5"),
    ("assets/bombsite/rules/match.ron", "break_seconds: 6", "break_seconds: 1"),
    ("assets/bombsite/rules/match.ron", "damage: 32", "damage: 0"),
    ("assets/bombsite/rules/match.ron", "damage: 24", "damage: 0"),
    ("assets/bombsite/rules/match.ron", "gun: ()", "gun: (damage: 0)"),
];

#[test]
#[ignore = "minutes of drawing in software"]
fn a_match_of_twelve_is_played_with_money_and_on_both_sides() {
    let Some(display) = VirtualDisplay::start("twelve", TINY_SIZE) else { return };
    let data = copy_with("twelve", TWELVE, &[]);
    fs::write(data.join("levels/bombsite/depot.ron"), LANE).unwrap();
    let entries = [
        ("Game", "Right", "Bomb site"),
        ("Match", "Right", "Best of twelve rounds, with money"),
        ("Attackers", "Left", "1"),
        ("Defenders", "Left", "1"),
    ];
    let mut client = Client::play(&display, "twelve", &data, &entries);
    client.expect("you are Adder, on depot", 300);
    client.frames(3);
    display.picture("buy");
    // In the order of the page: a submachine gun, a rifle, a vest, and grenades.
    display.press("2");
    client.expect("not bought: 1900 short for the rifle", 60);
    display.press("3");
    client.frames(4);
    display.press("3");
    client.expect("not bought: You have the vest", 60);
    for round in 1..=12 {
        client.expect(&format!("news: Round {round}: "), 300);
        if round == 6 {
            display.picture("swap");
        }
    }
    client.expect("result: Your squad draws 6 : 6", 300);
    client.frames(4);
    display.picture("result");
    client.leave_result();
}
