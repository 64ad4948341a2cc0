//! What exists: the level as built, bodies, keys, doors, exits, hiding places, weapons, noise, and the rules of a match.
//!
//! Uses the schemas of [`crate::data`]; knows nothing of minds, senses or navigation.
//!
//! # For whoever assembles a match
//! 1. `level::build(name, &level, &catalogue)` gives a [`level::BuiltLevel`], `Site::new(built)` its sight and light; both
//!    happen once a level (`motion::navigation::bake` does them together with the navigation mesh).
//! 2. [`install`] puts the resources of a match into a world: [`SiteService`], [`MatchRules`], [`Things`] (keys drawn by the
//!    seed), [`Noises`], [`Projectiles`], [`Traces`], [`MatchState`].
//! 3. [`starts`] draws where the agents of a side start; spawn each with [`body_bundle`] beside its `AgentId`, `Side`,
//!    `Blackboard`, `motion::PathFollower` and `Name`, and enter it in the `Roster`.
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
pub mod site;
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
pub use setup::{MatchRules, WorldSystems, install, install_for, plugin, starts};
pub use site::{Site, SiteService};
pub use things::{DoorState, ExitState, HidingState, KeyLocation, ThingState, Things};
pub use transients::{MatchState, Noise, Noises, Projectile, Projectiles, Trace, Traces};
pub use wounds::Wounds;
