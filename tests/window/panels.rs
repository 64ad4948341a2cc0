//! Panels and overlays in the real window: keys open and close them, panels lie beside the picture, and nothing is left when all is hidden.

use std::{fs, path::Path, thread::sleep, time::Duration};

use super::{
    client::{Client, SMALL, now},
    data::copy_with,
    display::{Screenshot, VirtualDisplay, scratch, wait_for},
};

const WIDTH: usize = 640;
const HEIGHT: usize = 360;

/// Waits for the next frames: software rendering is slow.
fn a_moment() {
    sleep(Duration::from_secs(3));
}

/// Takes screenshots until one meets the condition.
fn until(display: &VirtualDisplay, name: &str, wanted: impl Fn(&Screenshot) -> bool) -> Option<Screenshot> {
    wait_for(Duration::from_secs(40), || Some(display.picture(name)).filter(|picture| wanted(picture)))
}

/// A screenshot that the next one resembles: the camera has finished moving for a panel.
fn settled(display: &VirtualDisplay, name: &str) -> Screenshot {
    let mut last = display.picture(name);
    let rest = wait_for(Duration::from_secs(240), || {
        a_moment();
        let next = display.picture(name);
        let moved = last.changed(&next).len();
        last = next;
        (moved < 400).then_some(())
    });
    assert!(rest.is_some(), "the picture did not come to rest");
    last
}

/// The share of points in an area that have the background colour of a panel.
pub fn ground(picture: &Screenshot, from: (usize, usize), to: (usize, usize)) -> f64 {
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
    let Some(display) = VirtualDisplay::start("panels", (WIDTH, HEIGHT)) else { return };
    let arguments = ["watch", "--level", "courtyard", "--seed", "4", "--quality", "low", "--size", "640x360"]
        .into_iter()
        .chain(["--show", "inspector,overlays", "--timings"])
        .collect::<Vec<_>>();
    let mut client = Client::start(&display, "panels", &arguments, Path::new(env!("CARGO_MANIFEST_DIR")), SMALL);
    let right = |picture: &Screenshot| ground(picture, (WIDTH - 120, 40), (WIDTH, HEIGHT - 10));
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 150 && right(picture) > 0.4)
    });
    assert!(seen.is_some(), "no inspector beside a level: {}", client.said());
    display.press("space");
    a_moment();
    // The inspector is at the right, the picture beside it.
    let open = display.picture("open");
    assert!(right(&open) > 0.4 && ground(&open, (0, 40), (200, 300)) < 0.3, "the panel covers the picture");

    // With the inspector closed, the picture fills the window.
    display.press("i");
    client.expect("hidden: inspector", 60);
    let closed = settled(&display, "closed");
    assert!(right(&closed) < 0.2, "the inspector did not close");

    // The action graph floats over the picture.
    display.press("g");
    client.expect("shown: action_graph", 60);
    let graph = until(&display, "graph", |picture| closed.changed(picture).len() > 6000);
    assert!(graph.is_some(), "no graph came up");
    display.press("g");
    client.expect("hidden: action_graph", 60);
    let gone = until(&display, "without", |picture| closed.changed(picture).len() < 6000);
    assert!(gone.is_some(), "the graph did not go");
    let without = settled(&display, "without");

    // With everything hidden, no panel or overlay is left.
    display.press("h");
    let clean = until(&display, "clean", |picture| without.changed(picture).len() > 800);
    assert!(clean.is_some(), "the overlays did not go");
    let clean = settled(&display, "clean");
    assert!(right(&clean) < 0.2, "a panel is left where all was hidden");
    client.leave_watching(0);
    let said = client.said();
    assert!(said.contains("all panels and overlays"), "what they cost was not said: {said}");
}

/// Waits until a level is on the screen.
fn seen(display: &VirtualDisplay, client: &mut Client) {
    let level = wait_for(Duration::from_secs(120), || {
        assert!(client.ended(0).is_none(), "the client ended at once: {}", client.said());
        Some(display.picture("first")).filter(|picture| picture.colours() > 100)
    });
    assert!(level.is_some(), "no level appeared: {}", client.said());
}

#[test]
fn every_panel_opens_over_a_match_that_is_recorded_gone_back_in_and_replayed() {
    let Some(display) = VirtualDisplay::start("pages", (480, 270)) else { return };
    let (shipped, file) = (Path::new(env!("CARGO_MANIFEST_DIR")), scratch("pages.quarry"));
    let _ = fs::remove_file(&file);
    let watch = ["watch", "--level", "courtyard", "--seed", "6", "--quality", "low", "--size", "480x270"];
    let watch = [&watch[..], &["--speed", "16", "--show", "overlays", "--record", file.to_str().unwrap()]].concat();
    let mut client = Client::start(&display, "pages", &watch, shipped, SMALL);
    seen(&display, &mut client);
    display.press("comma");
    client.expect("a decision: true", 60);
    let bare = display.picture("bare");
    for (key, panel) in [
        ("i", "inspector"),
        ("j", "search_graph"),
        ("g", "action_graph"),
        ("p", "statistics"),
        ("u", "what_if"),
        ("m", "list"),
    ] {
        display.press(key);
        client.expect(&format!("shown: {panel}"), 60);
        a_moment();
        let open = display.picture(panel);
        assert!(bare.changed(&open).len() > 3000, "nothing came up for {panel}");
        display.press(key);
        client.expect(&format!("hidden: {panel}"), 60);
    }
    // Back to an earlier event, with the overlays of that moment, and to the latest tick.
    display.press("space");
    sleep(Duration::from_secs(4));
    display.press("semicolon");
    client.expect("at the event of tick", 60);
    display.press("End");
    display.press("Escape");
    client.ends_well();

    // The recording opens in the window and replays to the same match.
    let replay = ["replay", file.to_str().unwrap(), "--quality", "low", "--size", "480x270"];
    let mut client = Client::start(&display, "replay", &replay, shipped, SMALL);
    seen(&display, &mut client);
    client.expect("replayed: Ok(true)", 120);
    a_moment();
    display.picture("replay");
    // The first press closes the timeline; a recording has nothing to lose, so the second leaves.
    display.press("Escape");
    client.expect("hidden: timeline", 60);
    display.press("Escape");
    client.ends_well();
    fs::remove_file(file).unwrap();
}

#[test]
fn files_saved_in_the_ways_of_editors_change_the_match_on_the_screen() {
    const HUNTER: &str = "assets/hunt/agents/hunter.ron";
    const RUN: &str = "run: 4.6";
    let Some(display) = VirtualDisplay::start("edits", (320, 180)) else { return };
    let root = copy_with("edits", &[], &[]);
    let watch = ["watch", "--level", "courtyard", "--seed", "5", "--quality", "low", "--size", "320x180"];
    let mut client = Client::start(&display, "edits", &watch, &root, SMALL);
    seen(&display, &mut client);
    let path = root.join(HUNTER);
    let shipped = fs::read_to_string(&path).unwrap();
    assert!(shipped.contains(RUN));
    for number in 0..9 {
        let run = format!("{:.1}", 5.0 + 0.1 * f64::from(number));
        let broken = number % 3 == 2;
        let text = shipped.replace(RUN, &format!("run: {}", if broken { "fast" } else { run.as_str() }));
        let saved = now();
        if number % 2 == 0 {
            fs::write(&path, text).unwrap();
        } else {
            // Write beside the file, then rename over it.
            let beside = path.with_extension("ron.tmp");
            fs::write(&beside, text).unwrap();
            fs::rename(beside, &path).unwrap();
        }
        if broken {
            client.expect("toast: Errors in data files; the last valid version stays in use: ", 60);
            let place = client.last("toast: Errors in data files; the last valid version stays in use: ").unwrap();
            assert!(place.contains("hunter.ron:") && place.contains("expected a number"), "{place}");
            a_moment();
            display.picture(&format!("broken_{number}"));
        } else {
            client.expect(&format!("toast: {HUNTER}: body.speeds.run"), 60);
            // A frame that started before the change was noticed ends first; frames are logged as they end.
            client.frames(1);
            let (said, frame) = client.said_when(&format!("toast: {HUNTER}: body.speeds.run"), saved).unwrap();
            let took = said - saved;
            assert!(
                (0.0..1.0 + frame).contains(&took),
                "edit {number}: in effect after {took} s, a frame took {frame} s"
            );
        }
    }
    client.leave_watching(0);
    fs::remove_dir_all(root).unwrap();
}
