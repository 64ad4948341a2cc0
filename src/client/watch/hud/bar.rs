//! The bar at the top of a watched match: time left, the game's own part, the state of each agent, playback speed and camera.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align2, Rect, pos2, vec2},
};

use crate::client::{
    session::{
        event_line::Tone,
        game_view::GameViewService,
        playback::Playback,
        scene_setup::SceneSetup,
        view::{CameraMode, CameraView},
    },
    tools::panels::Panels,
    ui::{
        layout::HudLayout,
        style::{Canvas, FAINT, GOLD, GREEN, INK, RED, readable, to_color32},
        text,
    },
};

pub fn draw(
    mut contexts: EguiContexts,
    panels: Res<Panels>,
    mut layout: ResMut<HudLayout>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    (view, game): (Res<CameraView>, Res<GameViewService>),
) {
    layout.rects.clear();
    layout.result = None;
    layout.bottom = 0.0;
    if panels.all_hidden {
        return;
    }
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = Canvas::new(context, "bar", false);
    let state = &playback.now.state;
    let margin = canvas.length(10.0);
    let height = canvas.length(34.0).max(24.0);

    // In the middle: time left, and what the game adds.
    let clock = text::format_clock(state.time_left);
    let part = game.0.watch_status(&playback, &setup);
    let clock_width = canvas.measure("00:00", 19.0).x;
    let part_width = part.as_ref().map_or(0.0, |part| part.width(&canvas) + canvas.length(30.0));
    let width = clock_width + part_width + canvas.length(24.0);
    let middle = Rect::from_center_size(
        pos2(canvas.area.center().x, canvas.area.top() + margin + height * 0.5),
        vec2(width, height),
    );
    canvas.plate(middle, None, 1.0);
    let x = middle.left() + canvas.length(12.0);
    let clock_colour = if state.time_left < 60.0 { RED } else { INK };
    canvas.text(pos2(x, middle.center().y), Align2::LEFT_CENTER, &clock, 19.0, clock_colour);
    if let Some(part) = part {
        part.draw(&canvas, pos2(x + clock_width + canvas.length(22.0), middle.center().y));
    }
    layout.rects.push(middle);

    // At the left: the agents.
    let row = canvas.length(21.0).max(14.0);
    let rows = setup.agents.len() as f32;
    let widest = setup.agents.iter().map(|player| canvas.measure(&player.name, 14.0).x).fold(0.0f32, f32::max);
    let state_width = game.widest_departure(|word| canvas.measure(&format!("{word} 00:00"), 12.5).x);
    let size = vec2(widest + state_width + canvas.length(46.0), row * rows + canvas.length(8.0));
    let roster = Rect::from_min_size(canvas.area.min + vec2(margin, margin), size);
    // A very small window has room for the bar only.
    if roster.right() < middle.left() {
        draw_roster(&canvas, &playback, &setup, &game, roster, row);
        layout.rects.push(roster);
    }

    // At the right: playback speed and camera.
    let speed = if playback.paused { "paused".to_owned() } else { format!("{}x", fraction(playback.speed)) };
    let camera = match view.mode {
        CameraMode::Overview => "overview".to_owned(),
        CameraMode::Follow => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("follow: {}", player.name))
        }
        CameraMode::Eyes => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("eyes: {}", player.name))
        }
        CameraMode::Director => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("director: {}", player.name))
        }
        CameraMode::Free => "free camera".to_owned(),
    };
    let camera = match setup.level.floors.get(view.floor) {
        Some(floor) if view.cutaway && setup.level.floors.len() > 1 => format!("{camera}, {}", floor.name),
        _ => camera,
    };
    let size = vec2(canvas.measure(&speed, 17.0).x + canvas.measure(&camera, 13.0).x + canvas.length(36.0), height);
    let right = Rect::from_min_size(pos2(canvas.area.right() - margin - size.x, canvas.area.top() + margin), size);
    if right.left() > middle.right() {
        draw_playback(&canvas, &speed, &camera, right, playback.paused);
        layout.rects.push(right);
    }
}

fn draw_roster(
    canvas: &Canvas,
    playback: &Playback,
    setup: &SceneSetup,
    game: &GameViewService,
    roster: Rect,
    row: f32,
) {
    canvas.plate(roster, None, 0.92);
    for (agent, player) in setup.agents.iter().enumerate() {
        let Some(person) = playback.now.agents.get(agent) else { continue };
        let y = roster.top() + canvas.length(4.0) + row * (agent as f32 + 0.5);
        let own = to_color32(player.colour);
        let since = |tick: u32| text::format_clock(playback.seconds_at(tick));
        let (text, colour) = match person.gone {
            Some((departure, tick)) => {
                let departure = game.departure(departure.how);
                let colour = if departure.tone == Tone::Good { GREEN } else { RED };
                (format!("{} {}", departure.name, since(tick)), colour)
            }
            None if person.hidden.is_some() => ("hiding".to_owned(), GOLD),
            None => (game.0.activity(player).to_owned(), FAINT),
        };
        let faded = if person.gone.is_some() { 0.5 } else { 1.0 };
        canvas.side_marker(
            player.mark,
            pos2(roster.left() + canvas.length(14.0), y),
            canvas.length(5.5),
            own.gamma_multiply(faded),
        );
        let left = roster.left() + canvas.length(26.0);
        canvas.text(pos2(left, y), Align2::LEFT_CENTER, &player.name, 14.0, readable(own).gamma_multiply(faded));
        let right = roster.right() - canvas.length(9.0);
        canvas.text(pos2(right, y), Align2::RIGHT_CENTER, &text, 12.5, colour);
    }
}

fn draw_playback(canvas: &Canvas, speed: &str, camera: &str, right: Rect, paused: bool) {
    canvas.plate(right, None, 0.92);
    let colour = if paused { GOLD } else { INK };
    let shown = canvas.text(
        pos2(right.left() + canvas.length(12.0), right.center().y),
        Align2::LEFT_CENTER,
        speed,
        17.0,
        colour,
    );
    let at = pos2(shown.right() + canvas.length(12.0), right.center().y);
    canvas.text(at, Align2::LEFT_CENTER, camera, 13.0, FAINT);
}

fn fraction(speed: f32) -> String {
    if speed >= 1.0 { format!("{speed:.0}") } else { format!("1/{:.0}", 1.0 / speed) }
}
