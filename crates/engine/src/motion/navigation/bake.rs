//! Builds everything static of a level: geometry, sight, light and navigation mesh.

use std::sync::Arc;

use quarry_minds::protocol::{Label, TerrainService};
use quarry_navmesh::NavAgent;

use super::{
    audit::{find_walkable_solids, remove_unreachable},
    mesh::NavMesh,
    places::PlaceGraph,
    terrain::LevelTerrain,
};
use crate::{
    data::{level::Level, prop::PropCatalogue},
    world::{
        Site,
        level::{LevelError, build},
    },
};

/// Offsets of the builder's voxels from the corner of the level, in metres, which are tried in turn: at some offsets the mesh cuts the corner of a solid.
const NUDGES: [f32; 4] = [0.0, 0.037, 0.021, 0.063];

/// The clearance from solids that is tried for, in metres. Bodies are wider, but the builder rounds corners. Where no offset gives it, a mesh will do that
/// covers no solid.
const CLEARANCE: f32 = 0.08;

/// A level ready to play. Immutable, and shared by all matches on it, on any thread.
#[derive(Clone)]
pub struct BakedLevel {
    /// The geometry with its sight and light.
    pub site: Arc<Site>,
    /// The navigation mesh and its places.
    pub ground: Arc<LevelTerrain>,
}

impl BakedLevel {
    /// The resource for minds.
    pub fn terrain_service(&self) -> TerrainService {
        TerrainService(self.ground.clone())
    }
}

/// Builds everything static of a level for agents of this size.
///
/// # Errors
/// Everything that makes the level unplayable: errors in the drawing, unreachable points of interest, walkable ground
/// inside solids.
pub fn bake(
    name: Label,
    level: &Level,
    catalogue: &PropCatalogue,
    agent: NavAgent,
) -> Result<Arc<BakedLevel>, Vec<LevelError>> {
    let built = build(name, level, catalogue)?;
    let site = Arc::new(Site::new(built));
    let mesh = find_mesh(&site, agent)?;
    let places = PlaceGraph::new(&site, &mesh);
    let ground = Arc::new(LevelTerrain::new(site.clone(), mesh, places));
    Ok(Arc::new(BakedLevel { site, ground }))
}

/// A mesh that leaves out all solids: the first that keeps clear of them, or else the first that covers none.
fn find_mesh(site: &Site, agent: NavAgent) -> Result<NavMesh, Vec<LevelError>> {
    let attempt = |nudge| {
        let mut mesh = NavMesh::build(&site.built, agent, nudge).map_err(|fault| vec![fault])?;
        remove_unreachable(site, &mut mesh)?;
        Ok(mesh)
    };
    let mut found: Option<Result<NavMesh, Vec<LevelError>>> = None;
    for nudge in NUDGES {
        let next = attempt(nudge).and_then(|mesh| {
            let covered = find_walkable_solids(site, &mesh, 0.0);
            if covered.is_empty() { Ok(mesh) } else { Err(covered) }
        });
        if next.as_ref().is_ok_and(|mesh| find_walkable_solids(site, mesh, CLEARANCE).is_empty()) {
            return next;
        }
        // Of several faults those of the first attempt count, which are at the places of the drawing.
        let better = found.as_ref().is_none_or(|found| found.is_err() && next.is_ok());
        if better {
            found = Some(next);
        }
    }
    found.unwrap_or_else(|| Err(Vec::new()))
}
