//! The real window on a virtual display, driven by real keys and a real mouse, as a person drives it; what a person would see
//! is kept as pictures below the target folder (`tmp/window/`), to be looked at.
//!
//! What takes minutes of drawing in software runs only when asked for: `cargo test --test main window:: -- --ignored`.
//!
//! Skipped, with a line that says so, where Xvfb, xdotool or ImageMagick is missing (`make test` installs them).

mod client;
mod data;
mod display;
mod edges;
mod hunted;
mod hunter;
mod memory;
mod panels;
mod refusals;
mod watch;
