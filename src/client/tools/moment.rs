//! Opens a match at one moment, paused: a recording with the camera on an agent, its mind and the timeline open; any match at a second.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use super::panels::Panels;
use crate::client::ClientSystems;
use crate::client::session::{CameraMode, CameraView, Playback, loaded};

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

fn go(
    mut commands: Commands,
    mut gone: Local<bool>,
    moment: Res<Moment>,
    mut playback: ResMut<Playback>,
    mut panels: ResMut<Panels>,
    mut view: ResMut<CameraView>,
) {
    playback.paused = true;
    if !std::mem::replace(&mut *gone, true) {
        playback.seek(moment.tick);
        panels.selected = Some(moment.agent);
    }
    // The agent may enter the match late: it is followed once the moment has come.
    if playback.sought().is_some() {
        return;
    }
    view.followed = usize::from(moment.agent.0);
    // A mind without a body is nowhere to be seen; the overview shows what it commands.
    if playback.now.agents.get(view.followed).is_some_and(|agent| !agent.bodiless) {
        view.mode = CameraMode::Follow;
    }
    info!("at the fault: agent {}, tick {}", moment.agent.0, moment.tick);
    commands.remove_resource::<Moment>();
}

/// The second of game time at which the first match is shown, paused.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
struct FirstSecond(f32);

/// How long a frame may take to simulate towards the second.
const A_FRAME: Duration = Duration::from_millis(200);

/// Simulates the first match up to this second as fast as possible, and pauses there.
pub fn begin_at(app: &mut App, seconds: f32) {
    app.insert_resource(FirstSecond(seconds)).add_systems(
        Update,
        advance
            .in_set(ClientSystems::Input)
            .run_if(resource_exists::<FirstSecond>.and_then(resource_exists::<Playback>).and_then(loaded)),
    );
}

fn advance(mut commands: Commands, wanted: Res<FirstSecond>, mut playback: ResMut<Playback>) {
    playback.paused = true;
    let until = Instant::now() + A_FRAME;
    while playback.seconds_at(playback.now.tick) < wanted.0 {
        if Instant::now() > until {
            return;
        }
        if !playback.step() {
            break;
        }
    }
    // What happened on the way is neither shown nor heard.
    playback.seek_newest();
    info!("at second {:.1} of the match", playback.seconds());
    commands.remove_resource::<FirstSecond>();
}
