//! Selects the agent that the player clicks on. A drag is not a click.

use bevy::{prelude::*, window::PrimaryWindow};
use quarry_minds::protocol::AgentId;

use crate::client::session::{CameraMode, CameraView, MainCamera, Playback, SceneSetup, world_to_screen};
use crate::client::tools::panels::Panels;

/// The largest distance between click and agent in points.
const MAX_PICK_DISTANCE: f32 = 34.0;
/// The largest mouse movement during a click in points.
const MAX_CLICK_MOVEMENT: f32 = 5.0;

pub(super) fn pick(
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &Transform), With<MainCamera>>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    mut pressed_at: Local<Option<Vec2>>,
    mut view: ResMut<CameraView>,
    mut panels: ResMut<Panels>,
) {
    let (Ok(window), Ok((camera, eye))) = (windows.single(), cameras.single()) else { return };
    let Some(cursor) = window.cursor_position() else { return };
    if buttons.just_pressed(MouseButton::Left) {
        *pressed_at = Some(cursor);
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let Some(from) = pressed_at.take() else { return };
    if from.distance(cursor) > MAX_CLICK_MOVEMENT {
        return;
    }
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
