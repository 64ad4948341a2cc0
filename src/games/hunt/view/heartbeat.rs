//! The heartbeat of the hunted: it beats faster the closer a hunter is, as a sound and, for players without sound, as an icon.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Shape, Stroke, vec2};

use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::session::{MenuStack, Playback, PlayerControl, SceneSetup};
use crate::client::sound::TensionLevel;

/// Tells the sound how near the nearest hunter is to the player.
pub fn listen(
    control: Option<Res<PlayerControl>>,
    playback: Option<Res<Playback>>,
    setup: Res<SceneSetup>,
    menu: Res<MenuStack>,
    mut level: ResMut<TensionLevel>,
) {
    (level.danger, level.chased) = (f32::INFINITY, false);
    let (Some(control), Some(playback)) = (control, playback) else { return };
    let state = control.state();
    let me = usize::from(state.agent.0);
    if playback.now.agents.get(me).is_none_or(|person| person.gone.is_some()) {
        return;
    }
    level.chased = state.knowledge.chased();
    if !menu.is_open() {
        level.danger = nearest_hunter(&playback, &setup, me);
    }
}

/// The distance of one of the hunted to the nearest hunter in play, in metres; infinite for a hunter.
fn nearest_hunter(playback: &Playback, setup: &SceneSetup, me: usize) -> f32 {
    let hunts = |agent: usize| setup.agents.get(agent).is_some_and(|agent| agent.attacks);
    let agents = &playback.now.agents;
    let Some(own) = agents.get(me).filter(|_| !hunts(me)) else { return f32::INFINITY };
    agents
        .iter()
        .enumerate()
        .filter(|(agent, person)| person.gone.is_none() && hunts(*agent))
        .map(|(_, person)| person.body.place.distance(own.body.place))
        .fold(f32::INFINITY, f32::min)
}

/// Draws the heart, larger with each beat.
pub fn draw(mut hud: PlayerHud, level: Res<TensionLevel>) {
    hud.show(|hud| draw_heart(hud, *level));
}

fn draw_heart(hud: &HudContext<'_>, level: TensionLevel) {
    if hud.player().is_none_or(|player| player.attacks) {
        return;
    }
    let canvas = &hud.canvas;
    let near = level.distance.is_finite();
    let beat = if hud.settings.accessibility.reduce_motion { 0.0 } else { level.beat };
    let colour = if near { hud.danger().gamma_multiply(0.55 + 0.45 * beat) } else { Color32::from_white_alpha(45) };
    let size = canvas.length(8.0) * (1.0 + if near { 0.4 * beat } else { 0.0 });
    let middle = canvas.area.left_bottom() + vec2(canvas.length(34.0), -canvas.length(30.0));
    for side in [-1.0, 1.0] {
        canvas.painter.circle_filled(middle + vec2(side * size * 0.48, -size * 0.3), size * 0.56, colour);
    }
    let corners = [(-0.98, -0.08), (0.98, -0.08), (0.0, 1.1)].map(|(x, y)| middle + vec2(x * size, y * size));
    canvas.painter.add(Shape::convex_polygon(corners.to_vec(), colour, Stroke::NONE));
}
