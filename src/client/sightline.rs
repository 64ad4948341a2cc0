//! What lies between two points of the level on screen: for ears, and for cameras that must not pass through walls.

use std::sync::Arc;

use bevy::prelude::*;

use super::{ClientSystems, stage::Stage};
use crate::world::{level::BuiltLevel, sight::SightWorld};

/// The solids of the level on screen, to cast rays and balls through.
#[derive(Resource)]
pub struct Sightlines(pub SightWorld, Arc<BuiltLevel>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow_stage.in_set(ClientSystems::Play));
}

/// Builds the sightlines anew where the level on screen changed.
fn follow_stage(mut commands: Commands, stage: Option<Res<Stage>>, lines: Option<Res<Sightlines>>) {
    let Some(stage) = stage.filter(|stage| stage.is_changed()) else { return };
    if lines.is_none_or(|lines| !Arc::ptr_eq(&lines.1, &stage.level)) {
        commands.insert_resource(Sightlines(SightWorld::new(&stage.level), stage.level.clone()));
    }
}
