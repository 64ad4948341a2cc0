//! The real window on a virtual display, driven by real key and mouse events. Screenshots go to `tmp/window/` below the target folder.
//!
//! Tests that take minutes of software rendering run only when asked for: `cargo test --test main window:: -- --ignored`.
//!
//! If Xvfb, xdotool or ImageMagick is missing (`make test` installs them), these tests are skipped with a message. If the variable
//! `CI` is set, they fail instead.

mod bombsite;
mod captive;
mod client;
mod commander;
mod data;
mod display;
mod edges;
mod exits;
mod faults;
mod hunted;
mod hunter;
mod memory;
mod panels;
mod refusals;
mod watch;
mod wild;
