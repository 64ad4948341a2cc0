//! Panels and overlays in the real window: opened and closed by their keys, beside the picture and not over it, and gone
//! without a trace when all is hidden.

use std::{fs::File, process::Stdio, time::Duration};

use super::{Display, HEIGHT, Picture, WIDTH, a_moment, ended, scratch, wait_for};

/// How many of the points of a part of the picture have the colour of a panel's ground, near enough.
fn ground(picture: &Picture, from: (usize, usize), to: (usize, usize)) -> f64 {
    let inside = |x: &usize, y: &usize| (from.0..to.0).contains(x) && (from.1..to.1).contains(y);
    let near = |x: usize, y: usize| {
        let [red, green, blue] = picture.at(x, y);
        (red - 14).abs() < 5 && (green - 16).abs() < 5 && (blue - 22).abs() < 5
    };
    let (mut all, mut hit) = (0, 0);
    for (x, y) in Picture::points().filter(|(x, y)| inside(x, y)) {
        all += 1;
        hit += u32::from(near(x, y));
    }
    f64::from(hit) / f64::from(all)
}

#[test]
fn panels_open_by_their_keys_and_leave_no_trace() {
    let Some(display) = Display::start() else { return };
    let (log, runtime) = (scratch("panels-log"), scratch("panels-runtime"));
    std::fs::create_dir_all(&runtime).unwrap();
    let mut client = display
        .command(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "courtyard", "--seed", "4", "--quality", "low", "--size", "640x360"])
        .args(["--show", "inspector,overlays", "--timings", "-v", "--data", env!("CARGO_MANIFEST_DIR")])
        .env("WGPU_BACKEND", "vulkan")
        .env("XDG_RUNTIME_DIR", &runtime)
        .stdout(Stdio::null())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let said = || std::fs::read_to_string(&log).unwrap_or_default();
    let right = |picture: &Picture| ground(picture, (WIDTH - 120, 40), (WIDTH, HEIGHT - 10));
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.try_wait().unwrap().is_none(), "the client ended at once: {}", said());
        Some(display.grab()).filter(|picture| picture.colours() > 150 && right(picture) > 0.4)
    });
    assert!(seen.is_some(), "no inspector beside a level: {}", said());
    display.press("space");
    a_moment();
    // The inspector is at the right; the picture goes on beside it.
    let open = display.grab();
    assert!(right(&open) > 0.4 && ground(&open, (0, 40), (200, 300)) < 0.3, "the panel covers the picture");

    // Closed by its key, the picture has all of the window.
    display.press("i");
    a_moment();
    let closed = display.grab();
    assert!(right(&closed) < 0.2, "the inspector did not close");

    // The graph of the action set floats over the picture.
    display.press("g");
    a_moment();
    let graph = display.grab();
    assert!(closed.changed(&graph).len() > 6000, "no graph came up");
    display.press("g");

    // Hidden with everything else, nothing is left of panels and overlays.
    display.press("h");
    a_moment();
    let clean = display.grab();
    assert!(closed.changed(&clean).len() > 800, "the overlays did not go");
    display.press("Escape");
    let status = ended(&mut client, Duration::from_secs(30));
    if status.is_none() {
        let _ = client.kill();
    }
    assert!(status.is_some_and(|status| status.success()), "{status:?}: {}", said());
    assert!(!said().contains("panicked"), "{}", said());
    assert!(said().contains("all panels and overlays"), "what they cost was not said: {}", said());
}
