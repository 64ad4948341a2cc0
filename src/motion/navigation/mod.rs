//! Where one can walk: the navigation mesh of a level, ways over it, and the spots that cover it.
//!
//! The mesh is built by `oxidized_navigation`, which only `build` names; everything asked of it afterwards
//! goes to our own layer over its triangles. All of it is static: built once a level and shared by every match on it.
//! Knows nothing of agents, doors that stand open, or goals.

mod audit;
mod bake;
mod build;
mod flat;
mod mesh;
mod path;
mod places;
mod polyanya;
mod terrain;
mod walk;

pub use bake::{BakedLevel, bake};
pub use build::NavAgent;
pub use mesh::{NavMesh, NavPoint};
pub use places::PlaceGraph;
pub use terrain::LevelTerrain;

#[cfg(test)]
pub(super) mod tests;
