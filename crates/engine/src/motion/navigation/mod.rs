//! Navigation: the mesh of a level, paths over it, and the places that cover it.
//!
//! `quarry_navmesh` builds the mesh; the queries are our own. All of it is static, built once per level and
//! shared by all matches on it. Independent of agents, open doors or goals.

mod audit;
mod bake;
mod build;
mod distances;
mod exposure;
mod flat;
mod mesh;
mod path;
mod places;
mod polyanya;
mod shut;
mod terrain;
mod walk;

pub use bake::{BakedLevel, bake};
pub use mesh::{NavMesh, NavPoint};
pub use places::PlaceGraph;
pub use quarry_navmesh::NavAgent;
pub use terrain::LevelTerrain;

#[cfg(test)]
pub(super) mod tests;
