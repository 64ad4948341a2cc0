//! Bars over the heads of agents: the gauges that the game shows, such as food and sleep. Bars lie over agents near the camera's
//! subject; name plates keep clear of them.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2, Rect, pos2, vec2};
use quarry_minds::protocol::{AgentId, label};

use super::WatchHud;
use crate::client::session::{AgentInfo, CameraMode, GaugeBar, world_to_screen};
use crate::client::ui::Canvas;

/// The most agents with bars at a time: those nearest to the point that the camera looks at.
const MAX_AGENTS: usize = 40;
/// Agents farther from the camera have no bars, in metres; in the overview and in hiding places only the selected one has.
const MAX_DISTANCE: f32 = 34.0;
/// A gauge below this share is drawn as a warning.
const LOW: f32 = 0.25;
/// The width, height and distance of the bars, in a window 720 points high.
const BAR: (f32, f32, f32) = (34.0, 3.0, 1.2);

pub fn draw(hud: WatchHud) {
    let WatchHud { mut gui, panels, mut layout, playback, setup, view, game, cameras, .. } = hud;
    let shown = game.0.gauge_bars;
    if shown.is_empty() || !panels.is_open("gauges") || playback.over() {
        return;
    }
    let (Some(canvas), Ok((camera, eye))) = (gui.canvas("gauges", false), cameras.single()) else { return };
    let mut near: Vec<(f32, usize, &AgentInfo, Pos2)> = Vec::new();
    for (agent, info) in setup.agents.iter().enumerate() {
        let (Some(body), Some(frame)) = (playback.body(agent), playback.now.agents.get(agent)) else { continue };
        if !frame.stands() || view.mode == CameraMode::Eyes && playback.figure_of(view.followed) == agent {
            continue;
        }
        let size = (game.0.size)(&playback.now, agent, info);
        let crown = body.place + Vec3::Y * (body.height(&info.body) * size + 0.18);
        let selected = panels.selected == Some(AgentId(agent as u16));
        let inside = frame.hidden.is_some() || view.mode == CameraMode::Overview;
        if !selected && (inside || eye.translation.distance(crown) > MAX_DISTANCE) {
            continue;
        }
        let Some(at) = world_to_screen(camera, eye, crown).map(|at| pos2(at.x, at.y)) else { continue };
        if canvas.area.contains(at) {
            let distance = if selected { 0.0 } else { view.focus.distance_squared(body.place) };
            near.push((distance, agent, info, at));
        }
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, agent, info, at) in near.into_iter().take(MAX_AGENTS) {
        let bars = shown.iter().filter_map(|bar| {
            let (name, value) = (label(bar.gauge), playback.now.gauge(agent, bar.gauge)?);
            Some((bar, info.gauge_share(name, value)?))
        });
        let bars: Vec<(&GaugeBar, f32)> = bars.collect();
        if let Some(rect) = draw_bars(&canvas, at, &bars, &layout.rects) {
            layout.rects.push(rect);
        }
    }
}

/// Draws bars over a point, unless something else is there. Returns their area, or `None` if there are none.
fn draw_bars(canvas: &Canvas, at: Pos2, bars: &[(&GaugeBar, f32)], taken: &[Rect]) -> Option<Rect> {
    if bars.is_empty() {
        return None;
    }
    let (width, height, gap) = (canvas.length(BAR.0), canvas.length(BAR.1).max(2.0), canvas.length(BAR.2).max(1.0));
    let all = (height + gap) * bars.len() as f32;
    let rect = Rect::from_min_size(pos2(at.x - width * 0.5, at.y - all), vec2(width, all));
    if taken.iter().any(|other| other.intersects(rect.expand(1.5))) {
        return None;
    }
    canvas.painter.rect_filled(rect.expand(1.5), 2.0, Color32::from_black_alpha(150));
    for (number, (bar, share)) in bars.iter().enumerate() {
        let top = rect.top() + (height + gap) * number as f32 + gap * 0.5;
        let row = |share: f32| Rect::from_min_size(pos2(rect.left(), top), vec2(width * share, height));
        canvas.painter.rect_filled(row(1.0), 1.0, Color32::from_white_alpha(28));
        let colour = if *share < LOW { Color32::from_rgb(235, 72, 58) } else { bar.colour };
        canvas.painter.rect_filled(row(share.clamp(0.0, 1.0)), 1.0, colour);
    }
    Some(rect)
}
