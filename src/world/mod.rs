//! The world: the built level, bodies, keys, doors, exits, hiding places, weapons, noise, and the rules of a match.
//!
//! Uses the schemas of [`crate::data`]. Independent of minds, senses or navigation.
//!
//! # Setting up a match
//! 1. `level::build(name, &level, &catalogue)` makes a [`level::BuiltLevel`], and `Site::new(built)` adds its sight
//!    and light. Both happen once per level; `motion::navigation::bake` does them together with the navigation mesh.
//! 2. [`install`] inserts the resources of a match: [`SiteService`], [`MatchRules`], [`Things`] (keys placed by the
//!    seed), [`Noises`], [`Projectiles`], [`Traces`], [`MatchState`].
//! 3. [`draw_start_points`] draws the start points of a side. Spawn each agent with [`body_bundle`] and its `AgentId`, `Side`,
//!    `Blackboard`, `motion::PathFollower` and `Name`, and add it to the `Roster`.
//! 4. [`plugin`] adds the systems, in [`WorldSystems`].

pub mod body;
mod doors;
pub mod geometry;
mod interact;
mod judge;
pub mod level;
pub mod light;
mod noise;
mod occluders;
mod projectiles;
mod setup;
pub mod sight;
mod steps;
pub mod things;
pub mod transients;
mod weapons;
mod wounds;

pub use body::{
    AgentStatus, Body, BodyKind, Hands, Hidden, InPlay, OutOfPlay, StepProgress, UseProgress, WeaponPhase, WeaponState,
    body_bundle,
};
pub use judge::{Hit, PendingHits};
pub use noise::{EventEmitter, NoiseNames};
pub use setup::{MatchRules, Site, SiteService, WorldSystems, draw_start_points, install, install_for, plugin};
pub use things::{DoorState, ExitState, HidingState, KeyLocation, ThingState, Things};
pub use transients::{MatchState, Noise, Noises, Projectile, Projectiles, Trace, Traces};
pub use wounds::Wounds;
