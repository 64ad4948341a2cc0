//! The commander is watched in the window: the map in the colours of both sides, the panel with the plans, and workers that move.

use std::{path::Path, time::Duration};

use super::{
    client::{Client, SMALL},
    display::{VirtualDisplay, wait_for},
};

#[test]
fn the_duel_is_seen_with_its_plans_and_workers_move() {
    let Some(display) = VirtualDisplay::start("commander", (640, 360)) else { return };
    let arguments =
        ["watch", "--game", "commander", "--level", "duel", "--seed", "3", "--quality", "low", "--size", "640x360"];
    let mut client = Client::start(&display, "commander", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150)
    });
    assert!(seen.is_some(), "no map appeared: {}", client.said());
    client.frames(30);

    // Grass, earth around the minerals, and roofs in red and blue.
    let picture = display.picture("duel");
    let like = |wanted: fn([i32; 3]) -> bool| picture.all().filter(|(x, y)| wanted(picture.at(*x, *y))).count();
    let green = like(|[r, g, b]| g > r + 8 && g > b + 20);
    let brown = like(|[r, g, b]| r > g + 8 && g > b + 5 && r > 60 && r < 170);
    assert!(green > 20_000 && brown > 2_000, "{green} green points, {brown} brown points");

    // The panel shows the plans of both sides, and goes again.
    display.press("space");
    client.frames(6);
    let before = display.picture("still");
    display.press("7");
    client.frames(8);
    let panel = before.changed(&display.picture("plans")).len();
    assert!(panel > 20_000, "no panel appeared: {panel} points changed");
    display.press("7");
    client.frames(8);

    // Nothing moves while the match is paused, and then the workers do.
    let still = display.picture("paused");
    client.frames(20);
    let noise = still.changed(&display.picture("paused_later")).len();
    display.press("space");
    client.frames(60);
    let moved = still.changed(&display.picture("later")).len();
    assert!(moved > noise + 60, "nothing moves: {moved} points changed, {noise} while the match was paused");
    client.leave_watching(0);
}
