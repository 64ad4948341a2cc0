//! The world: the built level, bodies, items, doors, gates, hiding places, weapons, noise, and what the rules of games share.
//!
//! Uses the schemas of [`crate::data`]. Independent of minds, senses or navigation.
//!
//! # Setting up a match
//! 1. `level::build(name, &level, &catalogue)` makes a [`level::BuiltLevel`], and `Site::new(built)` adds its sight
//!    and light. Both happen once per level; `motion::navigation::bake` does them together with the navigation mesh.
//! 2. [`install`] inserts the resources of a match: [`SiteService`], [`MatchRules`], [`Things`], [`Noises`], [`Projectiles`],
//!    [`Traces`], [`MatchState`], [`Announcements`], [`Daylight`], [`Wind`]. The game places its items.
//! 3. [`draw_start_points`] draws the start points of a side. Spawn each agent with [`body_bundle`] and its `AgentId`, `Side`,
//!    `Blackboard`, `motion::PathFollower` and `Name`, and add it to the `Roster`.
//! 4. [`plugin`] adds the systems, in [`WorldSystems`].

pub mod body;
mod dazzle;
mod departure;
mod devices;
mod doors;
mod gauges;
pub mod geometry;
pub mod grid;
mod guns;
mod interact;
pub mod level;
pub mod light;
mod noise;
mod occluders;
mod projectiles;
mod setup;
mod shelter;
pub mod sight;
mod standing_room;
mod steps;
mod stocks;
pub mod things;
mod timed_states;
pub mod transients;
mod uses;
pub mod veils;
mod weapons;
mod wind;

pub use body::{
    Body, BodyCondition, BodyKind, Hands, Hidden, InPlay, OutOfPlay, StepProgress, UseProgress, WeaponPhase,
    WeaponState, body_bundle,
};
pub use departure::{Departure, Harm, Leaver, PendingHarm};
pub use gauges::Gauges;
pub use guns::{Gun, SHOT_MEANS};
pub use interact::{MAX_HEIGHT_DIFFERENCE, hand_gets_to};
pub use light::{Daylight, smooth_step};
pub use noise::{EventEmitter, NoiseNames};
pub use projectiles::ball_meets_body;
pub use setup::{MatchRules, Site, SiteService, UseSystems, WorldSystems, draw_start_points, install, plugin};
pub use standing_room::StandingRoom;
pub use things::{DeviceState, DoorState, GateState, HidingState, ItemLocation, StockState, ThingState, Things};
pub use timed_states::TimedStates;
pub use transients::{Announcements, MatchState, Noise, Noises, Projectile, Projectiles, Trace, Traces};
pub use uses::{GameUses, UseAttempt, UseEffects, UseTarget, UseWork, add_default_uses, add_uses};
pub use wind::Wind;

use crate::data::{NameKind, ProvidedNames};

/// Adds the kinds of percepts that come from the world in every game: things of the level, and the steps of bodies, whose loudness is
/// theirs; the state of a hiding place without room; the noises and the means of harm.
pub fn provide_names(names: &mut ProvidedNames) {
    names.add_words(NameKind::Percept, &["door", "footsteps", "hiding_place", "patrol_point"]);
    names.add_words(NameKind::State, &["full"]);
    names.add_words(NameKind::Noise, &["cast", "door", "hiding", "pickup", "strike"]);
    names.add_words(NameKind::Harm, &guns::SHOT_MEANS);
    names.add_words(NameKind::Harm, &["projectile", devices::TREAD]);
}
