//! The wild is watched in the window: the glade with its pond, animals that move, and the panels for interventions and of populations.

use std::{path::Path, time::Duration};

use super::{
    client::{Client, SMALL},
    display::{VirtualDisplay, wait_for},
};

#[test]
fn the_glade_is_seen_and_a_person_can_intervene() {
    let Some(display) = VirtualDisplay::start("wild", (640, 360)) else { return };
    let arguments =
        ["watch", "--game", "wild", "--level", "glade", "--seed", "3", "--quality", "low", "--size", "640x360"];
    let mut client = Client::start(&display, "wild", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150)
    });
    assert!(seen.is_some(), "no glade appeared: {}", client.said());
    client.frames(30);

    // From above: a green meadow around a blue pond.
    display.press("1");
    client.frames(60);
    let picture = display.picture("glade");
    let like = |wanted: fn([i32; 3]) -> bool| picture.all().filter(|(x, y)| wanted(picture.at(*x, *y))).count();
    let (green, blue) = (like(|[r, g, b]| g > r + 10 && g > b + 10), like(|[r, g, b]| b > r + 25 && b > g));
    assert!(green > 20_000 && blue > 2_000, "{green} green points, {blue} blue points");

    // The panels for interventions and of populations take a part of the window, and go again.
    display.press("space");
    client.frames(4);
    let before = display.picture("still");
    for (key, name) in [("k", "intervene"), ("7", "populations")] {
        display.press(key);
        client.frames(6);
        let panel = before.changed(&display.picture(name)).len();
        assert!(panel > 8_000, "no panel {name} appeared: {panel} points changed");
        display.press(key);
        client.frames(6);
    }
    display.press("space");
    client.frames(20);

    // Animals move.
    let moved = before.changed(&display.picture("later")).len();
    assert!(moved > 100, "nothing moves: {moved} points changed");
    client.leave_watching(0);
}
