//! The bar at the top of a watched match: time left, the game's own part, the state of each agent, playback speed and camera.

use bevy_egui::egui::{Align2, Rect, pos2, vec2};

use super::{WatchHud, agent_list::AgentList};
use crate::client::session::CameraMode;
use crate::client::ui::{Canvas, FAINT, GOLD, INK, RED, text};

pub fn draw(hud: WatchHud) {
    let WatchHud { mut gui, panels, mut layout, playback, setup, view, game, .. } = hud;
    layout.rects.clear();
    layout.result = None;
    layout.bottom = 0.0;
    if panels.all_hidden {
        return;
    }
    let Some(canvas) = gui.canvas("bar", false) else { return };
    let state = &playback.now.state;
    let margin = canvas.length(10.0);
    let height = canvas.length(34.0).max(24.0);

    // In the middle: time left, and what the game adds.
    let clock = text::format_clock(state.time_left);
    let part = (game.0.watch_status)(&canvas, &playback.now, &setup);
    let clock_width = canvas.measure("00:00", 19.0).x;
    let part_width = part.as_ref().map_or(0.0, |part| part.width + canvas.length(30.0));
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
        (part.draw)(&canvas, pos2(x + clock_width + canvas.length(22.0), middle.center().y));
    }
    layout.rects.push(middle);

    // At the left: the agents.
    let agents = AgentList::new(&canvas, &playback, &setup, &game);
    // A very small window has room for the bar only.
    if agents.rect.right() < middle.left() {
        agents.draw(&canvas);
        layout.rects.push(agents.rect);
    }

    // At the right: playback speed and camera.
    let speed = match playback.sought() {
        Some(tick) => {
            let [to, loaded] =
                [tick, playback.played_until()].map(|tick| text::format_clock(playback.seconds_at(tick)));
            format!("going to {to}, loaded up to {loaded}")
        }
        None if playback.paused => "paused".to_owned(),
        None => text::format_speed(playback.speed),
    };
    let followed = setup.agents.get(view.followed).map_or("", |player| player.name.as_str());
    let camera = match view.mode {
        CameraMode::Overview if view.tactical => "tactical".to_owned(),
        CameraMode::Overview => "overview".to_owned(),
        CameraMode::Follow => format!("follow: {followed}"),
        CameraMode::Eyes => format!("eyes: {followed}"),
        CameraMode::Director => format!("director: {followed}"),
        CameraMode::Free => "free camera".to_owned(),
    };
    let camera = match setup.level.floors.get(view.floor) {
        // Floors that are shown together need no name.
        Some(floor) if view.cutaway && setup.level.floors.len() > 1 && view.cut_from == view.floor => {
            format!("{camera}, {}", floor.name)
        }
        _ => camera,
    };
    let width_of = |camera: &str| canvas.measure(&speed, 17.0).x + canvas.measure(camera, 13.0).x + canvas.length(36.0);
    let room = canvas.area.right() - margin - middle.right();
    // Beside the clock; where there is no room for all, without the camera or below the clock.
    let camera = if width_of(&camera) < room { camera } else { String::new() };
    let size = vec2(width_of(&camera), height);
    let at = if size.x < room {
        pos2(canvas.area.right() - margin - size.x, middle.top())
    } else {
        pos2(middle.center().x - size.x * 0.5, middle.bottom() + margin)
    };
    let plate = Rect::from_min_size(at, size);
    if plate.bottom() < canvas.area.bottom() {
        draw_playback(&canvas, &speed, &camera, plate, playback.paused);
        layout.rects.push(plate);
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
