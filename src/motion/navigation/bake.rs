//! Everything static of a level in one go: what stands, what one sees and how bright, and where one walks.

use std::sync::Arc;

use super::{
    audit::{find_covered, keep_reachable},
    build::NavAgent,
    mesh::NavMesh,
    places::PlaceGraph,
    terrain::LevelTerrain,
};
use crate::{
    data::{level::Level, prop::PropCatalogue},
    protocol::{Label, TerrainService},
    world::{
        Site, SiteService,
        level::{LevelError, build},
    },
};

/// A level, ready to be played. The same for every match on it, on any thread.
#[derive(Clone)]
pub struct BakedLevel {
    /// What stands there, with its sight and its light.
    pub site: Arc<Site>,
    /// Where one walks.
    pub ground: Arc<LevelTerrain>,
}

impl BakedLevel {
    /// The resource by which systems reach the level.
    pub fn site_service(&self) -> SiteService {
        SiteService(self.site.clone())
    }

    /// The resource by which minds ask about the ground.
    pub fn terrain_service(&self) -> TerrainService {
        TerrainService(self.ground.clone())
    }
}

/// Builds all that is static of a level.
///
/// # Errors
/// All that makes the level unplayable: faults of the drawing, points of interest out of reach, lost holes in the mesh.
pub fn bake(
    name: Label,
    level: &Level,
    catalogue: &PropCatalogue,
    walker: NavAgent,
) -> Result<Arc<BakedLevel>, Vec<LevelError>> {
    let built = build(name, level, catalogue)?;
    let site = Arc::new(Site::new(built));
    let mut mesh = NavMesh::build(&site.built, walker).map_err(|fault| vec![fault])?;
    keep_reachable(&site, &mut mesh)?;
    let covered = find_covered(&site, &mesh);
    if !covered.is_empty() {
        return Err(covered);
    }
    let cover = PlaceGraph::new(&site, &mesh);
    let ground = Arc::new(LevelTerrain { site: site.clone(), mesh, cover });
    Ok(Arc::new(BakedLevel { site, ground }))
}
