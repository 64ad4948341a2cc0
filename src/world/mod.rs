//! What exists: the level as built, bodies, keys, doors, exits, hiding places, weapons, noise, and the rules of a match.
//!
//! Uses the schemas of [`crate::data`]; knows nothing of minds, senses or navigation.
//!
//! # For whoever assembles a match
//! 1. `level::build(name, &level, &catalogue)` gives a [`level::BuiltLevel`], `Site::new(built)` its sight and light; both
//!    happen once a level (`motion::navigation::bake` does them together with the navigation mesh).
//! 2. [`install`] puts the resources of a match into a world: [`SiteService`], [`RulesOf`], [`Things`] (keys drawn by the
//!    seed), [`Noises`], [`Flights`], [`Traces`], [`MatchState`].
//! 3. [`starts`] draws where the agents of a side start; spawn each with [`body_bundle`] beside its `AgentId`, `Side`,
//!    `Blackboard`, `motion::Course` and `Name`, and enter it in the `Roster`.
//! 4. [`plugin`] adds the systems, in [`WorldSystems`].

pub mod body;
mod doors;
mod flights;
pub mod geometry;
pub mod happenings;
mod interact;
mod judge;
pub mod level;
pub mod light;
mod noise;
mod occluders;
mod setup;
pub mod sight;
pub mod site;
mod steps;
pub mod things;
mod weapons;
mod wounds;

pub use body::{Arms, Body, BodyKind, Fate, Gone, Hands, Hidden, InPlay, Pace, Stage, Task, body_bundle};
pub use happenings::{Flight, Flights, MatchState, Noise, Noises, Trace, Traces};
pub use judge::{Casualties, Hit};
pub use noise::{NoiseNames, Tell};
pub use setup::{RulesOf, WorldSystems, install, install_for, plugin, starts};
pub use site::{Site, SiteService};
pub use things::{DoorState, ExitState, HidingState, KeyAt, ThingState, Things};
pub use wounds::Wounds;
