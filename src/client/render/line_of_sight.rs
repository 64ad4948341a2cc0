//! Ray casts through the level on screen, for sound occlusion, lamps, and cameras that must not pass through walls.

use std::sync::Arc;

use bevy::prelude::*;

use crate::client::ClientSystems;
use crate::client::session::SceneSetup;
use crate::world::{level::BuiltLevel, sight::SightWorld};

/// The solids of the level on screen, for ray casts and sphere sweeps.
#[derive(Resource)]
pub struct LineOfSight(pub SightWorld, Arc<BuiltLevel>);

pub(in crate::client) fn plugin(app: &mut App) {
    app.add_systems(Update, follow_stage.in_set(ClientSystems::Simulate));
}

/// Rebuilds the resource when the level on screen changes.
fn follow_stage(mut commands: Commands, setup: Option<Res<SceneSetup>>, lines: Option<Res<LineOfSight>>) {
    let Some(setup) = setup.filter(|setup| setup.is_changed()) else { return };
    if lines.is_none_or(|lines| !Arc::ptr_eq(&lines.1, &setup.level)) {
        commands.insert_resource(LineOfSight(SightWorld::new(&setup.level), setup.level.clone()));
    }
}
