//! Assembles the modules and a [`Game`] into a match: the order of a tick, and how a match begins.
//!
//! The simulation needs no window, GPU or wall clock. The lab and the window's playback run `FixedUpdate` by hand,
//! each in a world of its own; each run is one tick. A match is a function of program, level, data and seed.
//!
//! # Running a match
//! Prepare the library once with [`Archetypes::load`] and [`bake_level`]. Make a [`headless_app`] for a game, or
//! [`install_game`] in an app. Then [`begin`] the match and [`step`] until it returns `false`. Many matches can share the archetypes
//! and a baked level.

mod archetype;
mod arrivals;
mod bake;
mod begin;
mod build_request;
mod check;
mod checkpoint;
pub mod faults;
mod game;
pub mod game_event;
mod known_doors;
pub mod retune;
mod schedule;
mod snapshot;
mod switched_off;

pub use archetype::{Archetype, Archetypes, compile_brains, compile_minds};
pub use arrivals::{Arrival, Arrivals, ChosenBrain, log_event, match_kinds, missing_kinds};
pub use bake::{bake_level, bake_levels, bake_levels_for};
pub use begin::{KindName, MatchEntity, MatchSetup, SetupError, TeamCounts, begin, count_of, end};
pub use build_request::{BuildAnswer, BuildRequest, TimedBuildStep};
pub use check::check_minds;
pub use game::{
    BROKEN, ContestSide, Game, GameService, InterventionNeeds, InterventionSpec, MatchStart, Numbers, OutcomeSpec,
    ResultSpec, ScoreSpec,
};
pub use schedule::{headless_app, install_game, step};
pub use snapshot::{mind_snapshot, with_mind};
pub use switched_off::{SwitchedOff, check_switched_off};
