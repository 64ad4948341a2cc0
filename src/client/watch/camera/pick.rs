//! Selects the agent that the player clicks on.

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use crate::client::input::clicks::Clicks;
use crate::client::session::{CameraMode, CameraView, MainCamera, Playback, SceneSetup, world_to_screen};
use crate::client::tools::panels::Panels;

/// The largest distance between click and agent in points.
const MAX_PICK_DISTANCE: f32 = 34.0;

pub(super) fn pick(
    mut clicks: Clicks,
    camera: Single<(&Camera, &Transform), With<MainCamera>>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    mut view: ResMut<CameraView>,
    mut panels: ResMut<Panels>,
) {
    let (Some(cursor), (camera, eye)) = (clicks.position(), *camera) else { return };
    let distance = |agent: usize| {
        let (body, player) = (playback.body(agent)?, setup.agents.get(agent)?);
        let middle = body.place + Vec3::Y * (player.body.height * 0.6);
        playback.now.agents.get(agent).filter(|frame| frame.stands())?;
        Some(world_to_screen(camera, eye, middle)?.distance(cursor))
    };
    let nearest = (0..setup.agents.len())
        .filter_map(|agent| distance(agent).map(|points| (agent, points)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b));
    if let Some((agent, points)) = nearest
        && points < MAX_PICK_DISTANCE
    {
        view.followed = agent;
        panels.selected = Some(AgentId(agent as u16));
        if !view.tactical && (view.mode != CameraMode::Overview || !panels.any_panel_open()) {
            view.mode = CameraMode::Follow;
        }
    }
}
