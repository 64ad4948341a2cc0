//! Opens a recording at one moment: paused, with an agent chosen, its mind and the timeline open.

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use super::panels::Panels;
use crate::client::ClientSystems;
use crate::client::session::{Playback, loaded};

#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    pub tick: u32,
    pub agent: AgentId,
}

/// Goes to a moment as soon as the match is on screen.
pub fn open_at(app: &mut App, moment: Moment) {
    let mut panels = app.world_mut().resource_mut::<Panels>();
    for id in [super::timeline::PANEL.id, super::inspector::PANEL.id] {
        panels.set(id, true);
    }
    super::timeline::show_faults(app);
    app.insert_resource(moment).add_systems(
        Update,
        go.in_set(ClientSystems::Input)
            .run_if(resource_exists::<Moment>.and_then(resource_exists::<Playback>).and_then(loaded)),
    );
}

fn go(mut commands: Commands, moment: Res<Moment>, mut playback: ResMut<Playback>, mut panels: ResMut<Panels>) {
    playback.paused = true;
    playback.seek(moment.tick);
    panels.selected = Some(moment.agent);
    info!("at the fault: agent {}, tick {}", moment.agent.0, moment.tick);
    commands.remove_resource::<Moment>();
}
