//! A fault that was found without a window is opened in one: at its moment, paused, with the mind of its agent beside it.

use std::{fs, path::Path, process::Command, time::Duration};

use serde_json::Value;

use super::{
    client::{Client, SMALL},
    display::{VirtualDisplay, scratch, wait_for},
    panels::ground,
};

#[test]
fn a_fault_is_shown_at_its_moment() {
    let Some(display) = VirtualDisplay::start("faults", (640, 360)) else { return };
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), scratch("faults"));
    let _ = fs::remove_dir_all(&folder);
    let find = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(["faults", "--game", "bombsite", "--level", "depot", "--matches", "6", "--seed", "50", "--worst"])
        .arg(&folder)
        .arg("--data")
        .arg(root)
        .output()
        .unwrap();
    assert!(find.status.success(), "{}", String::from_utf8_lossy(&find.stderr));
    let list: Value = serde_json::from_str(&fs::read_to_string(folder.join("worst.json")).unwrap()).unwrap();
    let (tick, agent) = (&list[1]["tick"], &list[1]["agent"]);
    assert!(tick.as_u64().is_some_and(|tick| tick > 0), "{list}");

    let watch = ["watch", "--fault", "2", "--faults", folder.to_str().unwrap()];
    let watch = [&watch[..], &["--quality", "low", "--size", "640x360"]].concat();
    let mut client = Client::start(&display, "faults", &watch, root, SMALL);
    client.expect(&format!("at the fault: agent {agent}, tick {tick}"), 120);
    // Going there plays the match up to it; then nothing moves, and the inspector lies at the right.
    let open = wait_for(Duration::from_secs(120), || {
        client.frames(3);
        let (first, panel) = (display.picture("first"), |picture: &_| ground(picture, (520, 40), (640, 250)));
        client.frames(3);
        let second = display.picture("second");
        (panel(&second) > 0.3 && second.colours() > 100 && first.changed(&second).len() < 60).then_some(second)
    });
    assert!(open.is_some(), "no paused match with an inspector: {}", client.said());
    for panel in ["inspector", "timeline"] {
        display.press("Escape");
        client.expect(&format!("hidden: {panel}"), 60);
    }
    // A recording has nothing to lose: the next press leaves.
    display.press("Escape");
    client.ends_well();
    fs::remove_dir_all(folder).unwrap();
}
