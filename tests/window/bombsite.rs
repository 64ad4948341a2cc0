//! The bomb site is watched in the window: the yard in daylight, soldiers of two colours, and a round that goes on.

use std::{path::Path, time::Duration};

use super::{
    client::{Client, SMALL},
    display::{VirtualDisplay, wait_for},
};

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
    display.press("space");
    client.frames(20);

    // Soldiers move.
    let moved = before.changed(&display.picture("later")).len();
    assert!(moved > 60, "nothing moves: {moved} points changed");
    client.leave_watching(0);
}
