//! The captions over heads.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Rect, Shape, Stroke, pos2, vec2};

use super::Speech;
use crate::client::session::{
    CameraMode, CameraView, GameViewService, MainCamera, Playback, PlayerControl, SceneSetup, world_to_screen,
};
use crate::client::ui::{Gui, HudLayout, INK, to_color32};

/// The height of letters, in a window 720 points high.
const SIZE: f32 = 15.0;
/// How far a caption can be read, in metres, from a camera that follows or plays.
const FAR: f32 = 40.0;
/// How long a caption takes to fade away, in seconds.
const FADE: f32 = 0.4;

pub(super) fn draw(
    mut gui: Gui,
    speech: Res<Speech>,
    mut layout: ResMut<HudLayout>,
    (playback, setup): (If<Res<Playback>>, If<Res<SceneSetup>>),
    (view, game): (Res<CameraView>, Res<GameViewService>),
    control: Option<Res<PlayerControl>>,
    cameras: Query<(&Camera, &Transform), With<MainCamera>>,
) {
    let (Some(canvas), Ok((camera, eye))) = (gui.canvas("speech", false), cameras.single()) else { return };
    let seconds = |line: u32| playback.now.tick.saturating_sub(line) as f32 / playback.rate();
    let lasts = playback
        .world()
        .and_then(|world| world.get_resource::<crate::simulation::retune::MatchData>())
        .and_then(|data| data.library.speech.as_ref())
        .map_or(0.0, |speech| speech.caption_seconds);
    // Who plays sees the captions of agents in view.
    let in_view = control.map(|control| control.state().knowledge.in_view.clone());
    for line in &speech.shown {
        let agent = usize::from(line.agent.0);
        let (Some(body), Some(info)) = (playback.body(agent), setup.agents.get(agent)) else { continue };
        if in_view.as_ref().is_some_and(|in_view| !in_view.contains(&line.agent)) {
            continue;
        }
        if view.mode == CameraMode::Eyes && playback.figure_of(view.followed) == agent {
            continue;
        }
        if !view.shows_floor(setup.floor_at(body.place.y + 0.4)) {
            continue;
        }
        let crown = body.place + Vec3::Y * (body.height(&info.body) * (game.0.size)(&playback.now, agent, info) + 0.32);
        let overhead = matches!(view.mode, CameraMode::Overview | CameraMode::Director);
        if !overhead && eye.translation.distance(crown) > FAR {
            continue;
        }
        let Some(at) = world_to_screen(camera, eye, crown) else { continue };
        let plate = layout.plates.get(&agent);
        let foot = plate.map_or(pos2(at.x, at.y), |plate| plate.center_top());
        if !canvas.area.expand(20.0).contains(foot) {
            continue;
        }
        let strength = ((lasts - seconds(line.tick)) / FADE).clamp(0.0, 1.0);
        let size = canvas.measure(&line.text, SIZE) + vec2(canvas.length(16.0), canvas.length(7.0));
        let gap = canvas.length(9.0);
        let mut rect = Rect::from_center_size(foot - vec2(0.0, size.y * 0.5 + gap), size);
        // Between the plates of others it moves up.
        for _ in 0..8 {
            let others = layout.plates.iter().filter(|(other, _)| **other != agent).map(|(_, rect)| rect);
            let full = others.chain(layout.fixed()).chain(&layout.floating);
            let Some(other) = full.into_iter().find(|other| other.intersects(rect)) else { break };
            rect = rect.translate(vec2(0.0, other.top() - rect.bottom() - 2.0));
        }
        let area = canvas.area.shrink(2.0);
        let x = (area.left() - rect.left()).max(0.0) - (rect.right() - area.right()).max(0.0);
        rect = rect.translate(vec2(x, (area.top() - rect.top()).max(0.0)));
        // Without room nearby it is only heard.
        let others = layout.plates.values().chain(layout.fixed()).chain(&layout.floating);
        if others.into_iter().any(|other| other.intersects(rect)) {
            continue;
        }
        let colour = to_color32(info.colour);
        canvas.painter.rect_filled(rect, canvas.length(8.0), INK.gamma_multiply(0.92 * strength));
        let tip = pos2(foot.x.clamp(rect.left() + gap, rect.right() - gap), rect.bottom() + gap * 0.7);
        let half = canvas.length(5.0);
        let root = rect.bottom() - 0.5;
        let corners = vec![pos2(tip.x - half, root), pos2(tip.x + half, root), tip];
        if rect.bottom() <= foot.y {
            canvas.painter.add(Shape::convex_polygon(corners, INK.gamma_multiply(0.92 * strength), Stroke::NONE));
        }
        let underline = [pos2(rect.left() + gap, rect.bottom() - 3.0), pos2(rect.right() - gap, rect.bottom() - 3.0)];
        canvas.painter.line_segment(underline, Stroke::new(1.5, colour.gamma_multiply(strength)));
        let dark = bevy_egui::egui::Color32::from_rgb(18, 18, 24).gamma_multiply(strength);
        canvas.text(rect.center(), Align2::CENTER_CENTER, &line.text, SIZE, dark);
        layout.floating.push(rect);
    }
}
