//! Panels and overlays in the real window: opened and closed by their keys, beside the picture and not over it, and gone
//! without a trace when all is hidden.

use std::{path::Path, thread::sleep, time::Duration};

use super::{
    client::{Client, SMALL},
    desk::{Desk, Picture, wait_for},
};

const WIDTH: usize = 640;
const HEIGHT: usize = 360;

/// Waits for the next frames to be drawn: software rendering takes its time.
fn a_moment() {
    sleep(Duration::from_secs(3));
}

/// How many of the points of a part of the picture have the colour of a panel's ground, near enough.
fn ground(picture: &Picture, from: (usize, usize), to: (usize, usize)) -> f64 {
    let inside = |x: &usize, y: &usize| (from.0..to.0).contains(x) && (from.1..to.1).contains(y);
    let near = |x: usize, y: usize| {
        let [red, green, blue] = picture.at(x, y);
        (red - 14).abs() < 5 && (green - 16).abs() < 5 && (blue - 22).abs() < 5
    };
    let (mut all, mut hit) = (0, 0);
    for (x, y) in picture.all().filter(|(x, y)| inside(x, y)) {
        all += 1;
        hit += u32::from(near(x, y));
    }
    f64::from(hit) / f64::from(all)
}

#[test]
fn panels_open_by_their_keys_and_leave_no_trace() {
    let Some(display) = Desk::start("panels", (WIDTH, HEIGHT)) else { return };
    let arguments = ["watch", "--level", "courtyard", "--seed", "4", "--quality", "low", "--size", "640x360"]
        .into_iter()
        .chain(["--show", "inspector,overlays", "--timings"])
        .collect::<Vec<_>>();
    let mut client = Client::start(&display, "panels", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);
    let right = |picture: &Picture| ground(picture, (WIDTH - 120, 40), (WIDTH, HEIGHT - 10));
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150 && right(picture) > 0.4)
    });
    assert!(seen.is_some(), "no inspector beside a level: {}", client.said());
    display.press("space");
    a_moment();
    // The inspector is at the right; the picture goes on beside it.
    let open = display.picture("open");
    assert!(right(&open) > 0.4 && ground(&open, (0, 40), (200, 300)) < 0.3, "the panel covers the picture");

    // Closed by its key, the picture has all of the window.
    display.press("i");
    a_moment();
    let closed = display.picture("closed");
    assert!(right(&closed) < 0.2, "the inspector did not close");

    // The graph of the action set floats over the picture.
    display.press("g");
    a_moment();
    let graph = display.picture("graph");
    assert!(closed.changed(&graph).len() > 6000, "no graph came up");
    display.press("g");

    // Hidden with everything else, nothing is left of panels and overlays.
    display.press("h");
    a_moment();
    let clean = display.picture("clean");
    assert!(closed.changed(&clean).len() > 800, "the overlays did not go");
    display.press("Escape");
    client.ends_well();
    let said = client.said();
    assert!(said.contains("all panels and overlays"), "what they cost was not said: {said}");
}
