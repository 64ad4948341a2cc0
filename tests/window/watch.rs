//! A match is watched for a while, and screenshots are checked.

use std::{path::Path, thread::sleep, time::Duration};

use super::{
    client::{Client, SMALL},
    display::{VirtualDisplay, wait_for},
};

#[test]
fn a_match_is_seen_in_the_window() {
    let Some(display) = VirtualDisplay::start("watch", (640, 360)) else { return };
    let arguments = ["watch", "--level", "manor", "--seed", "3", "--quality", "low", "--size", "640x360"];
    let mut client = Client::start(&display, "watch", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);

    // The level: many colours, light and dark areas, not one flat picture.
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150)
    });
    assert!(seen.is_some(), "no level appeared: {}", client.said());
    sleep(Duration::from_secs(12));
    display.press("space");
    client.frames(4);
    let picture = display.picture("level");
    let means: Vec<f64> = (0..4).map(|column| picture.mean((column * 160, 90), (column * 160 + 160, 300))).collect();
    assert!(means.iter().all(|mean| *mean > 8.0), "a part of the level is black: {means:?}");

    // Without name plates, several areas outside of the panels change.
    display.press("l");
    client.frames(4);
    let bare = display.picture("bare");
    let plates = picture.changed(&bare);
    assert!(plates.len() > 1500, "no name plates: {} points changed", plates.len());
    let columns: std::collections::BTreeSet<usize> = plates.iter().map(|(x, _)| x / 64).collect();
    assert!(columns.len() >= 2, "only one agent has words over the head");

    // With everything hidden, the bar at the top is gone too.
    display.press("h");
    client.frames(4);
    let clean = display.picture("clean");
    let bar = bare.changed(&clean).iter().filter(|(_, y)| *y < 40).count();
    assert!(bar > 300, "the bar did not go: {bar} points changed");

    // The match goes on, and something moves in the clean picture.
    display.press("space");
    client.frames(12);
    let later = display.picture("later");
    let moved = clean.changed(&later).len();
    assert!(moved > 60, "nothing moves: {moved} points changed");

    // Esc asks before the match is left; Esc again cancels.
    display.press("Escape");
    client.expect("page: Leave(Quit)", 60);
    client.frames(3);
    display.picture("leave");
    display.press("Escape");
    client.expect("page: none", 60);
    client.leave_watching(0);
}
