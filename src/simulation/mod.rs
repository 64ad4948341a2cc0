//! Puts the rooms together to a match: the order of a tick, and who and what a match begins with.
//!
//! The simulation needs no window, no GPU and no clock of the wall. The lab runs `FixedUpdate` by hand, the client lets Bevy
//! run it; either way one run is one tick. One match is a function of program, level, data and seed.
//!
//! # To run a match
//! [`Archetypes::load`] the library and [`bake_level`] once, [`headless_app`] (or [`plugin`] in an app of one's own), then [`begin`],
//! and [`step`] until it says that the match is over. Many matches may share one [`Archetypes`] and one baked level.

mod archetype;
mod bake;
mod begin;
mod checkpoint;
pub mod retune;
mod schedule;
mod snapshot;

pub use archetype::{Archetype, Archetypes};
pub use bake::{bake_level, bake_levels, bake_levels_for};
pub use begin::{KindName, MatchEntity, MatchSetup, PlayedByPerson, SetupError, begin, end};
pub use schedule::{headless_app, plugin, step};
pub use snapshot::{mind_snapshot, with_mind};
