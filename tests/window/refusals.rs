//! What is refused before a window opens.

use std::process::Command;

#[test]
fn without_a_display_it_says_what_to_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "courtyard", "--data", env!("CARGO_MANIFEST_DIR")])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("quarry simulate") && !said.contains("panicked"), "{said}");
}

#[test]
fn an_unknown_level_is_refused_before_any_window() {
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "manner", "--data", env!("CARGO_MANIFEST_DIR")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("manor"), "no suggestion: {said}");
}
