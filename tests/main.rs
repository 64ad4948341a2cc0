//! The only integration-test binary, with a module per subject. Each binary links all of Bevy, so more would be slow.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "tests read files that they know")]

mod architecture;
mod bombsite;
mod commander;
mod data;
mod docs;
mod hunt;
mod inspector;
mod mind;
mod planner;
#[cfg(feature = "client")]
mod play;
mod replay;
mod retune;
mod scenarios;
mod senses;
mod simulate;
mod soak;
mod toy;
mod wild;
#[cfg(all(feature = "client", target_os = "linux"))]
mod window;
mod world;
