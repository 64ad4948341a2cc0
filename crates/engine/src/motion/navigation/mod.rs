//! Navigation: the mesh of a level, paths over it, and the places that cover it.
//!
//! `quarry_navmesh` builds the mesh; the queries are our own. All of it is built once per level and
//! shared by all matches on it. Independent of agents, open doors or goals; for agents that believe doors to be barred there are versions of
//! the level without them, made on first use.

mod audit;
mod bake;
mod barred;
mod build;
mod distances;
mod exposure;
mod flat;
mod mesh;
mod path;
mod places;
mod polyanya;
mod terrain;
mod walk;

pub use bake::{BakedLevel, bake};
pub use mesh::{NavMesh, NavPoint};
pub use places::PlaceGraph;
pub use quarry_navmesh::NavAgent;
pub use terrain::LevelTerrain;

#[cfg(test)]
pub(super) mod tests;
