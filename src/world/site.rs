//! Everything of a level that a match needs and none changes, in one place to share.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use super::{level::BuiltLevel, light::LightMap, sight::SightWorld};

/// A level as it stands, with its sight and its light. The same for every match on it.
pub struct Site {
    /// What was built.
    pub built: BuiltLevel,
    /// What one casts against.
    pub sight: SightWorld,
    /// How bright it is.
    pub light: LightMap,
}

impl Site {
    /// Prepares a built level.
    pub fn new(built: BuiltLevel) -> Self {
        let sight = SightWorld::new(&built);
        let light = LightMap::new(&built, &sight);
        Self { built, sight, light }
    }
}

/// The level of the running match.
#[derive(Resource, Clone)]
pub struct SiteService(pub Arc<Site>);
