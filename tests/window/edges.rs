//! Edges of a session: the window closed on every screen, resized from very small to very large.
//! Each takes minutes of software rendering, so they run only when asked for (`cargo test -- --ignored window::edges`).

use std::path::Path;

use super::{
    client::{Client, TINY, TINY_SIZE},
    display::VirtualDisplay,
};

fn shipped() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Goes to a screen from the title.
fn go(client: &mut Client, display: &VirtualDisplay, screen: &str) {
    client.expect("page: Title", 300);
    client.frames(3);
    match screen {
        "title" => {}
        "setup" => {
            client.press("Play");
            client.expect("page: Setup(Play)", 300);
        }
        "guide" => {
            client.press("How to play");
            client.expect("page: Guide", 300);
        }
        "settings" => {
            client.press("Settings");
            client.expect("page: Settings(Audio)", 300);
        }
        _ => {
            client.press("Play");
            client.expect("page: Setup(Play)", 300);
            client.press("Start");
            client.expect("page: none", 300);
            if screen == "loading" {
                return;
            }
            client.expect("you are Ash", 300);
            if screen == "pause" {
                display.press("Escape");
                client.expect("page: Pause", 300);
            }
        }
    }
    client.frames(2);
}

#[test]
#[ignore = "minutes of drawing in software"]
fn the_window_may_be_closed_at_any_screen() {
    for screen in ["title", "setup", "guide", "settings", "loading", "match", "pause"] {
        let Some(display) = VirtualDisplay::start("closed", TINY_SIZE) else { return };
        let mut client = Client::start(&display, &format!("closed-{screen}"), &[], shipped(), TINY);
        go(&mut client, &display, screen);
        display.picture(screen);
        display.request_close();
        client.ends_well();
    }
    // While a match is watched; and with the window destroyed by force.
    let watch = ["watch", "--quality", "low", "--size", "384x216"];
    for by_force in [false, true] {
        let Some(display) = VirtualDisplay::start("closed", TINY_SIZE) else { return };
        let mut client = Client::start(&display, "closed-watch", &watch, shipped(), TINY);
        client.frames(12);
        if by_force {
            display.xdotool(&["windowclose", &display.window()])
        } else {
            display.request_close()
        }
        client.ends_well();
    }
}

#[test]
#[ignore = "minutes of drawing in software"]
fn the_window_may_have_any_size() {
    let Some(display) = VirtualDisplay::start("sizes", (3840, 2160)) else { return };
    let play = ["play", "--as", "hunted", "--level", "courtyard", "--seed", "2"];
    let mut client = Client::start(&display, "sizes", &play, shipped(), TINY);
    client.expect("you are Ash", 300);
    let window = display.window();
    // At the largest size a frame takes most of a minute in software, so it is drawn once, paused.
    let sizes = [("320", "200"), ("1000", "300"), ("300", "1000"), ("384", "216"), ("3840", "2160"), ("384", "216")];
    for (width, height) in sizes {
        let huge = width == "3840";
        let pages: &[&str] = if huge { &["Pause"] } else { &["none", "Pause"] };
        for page in pages {
            if *page == "Pause" {
                display.press("Escape");
                client.expect("page: Pause", 300);
            }
            display.xdotool(&["windowsize", &window, width, height]);
            client.frames(if huge { 4 } else { 6 });
            display.picture(&format!("{width}x{height}_{page}"));
        }
        if huge {
            display.xdotool(&["windowsize", &window, "384", "216"]);
        }
        display.press("Escape");
        client.expect("page: none", 600);
    }
    // Afterwards the keys still work.
    client.frames(3);
    let before = display.picture("before_walking");
    display.hold("w");
    client.frames(6);
    display.release("w");
    client.frames(3);
    assert!(before.share_changed(&display.picture("after_walking")) > 0.0002, "the keys do not walk any more");
    display.request_close();
    client.ends_well();
}
