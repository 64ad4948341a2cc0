//! The bar at the top: time, keys, the exit, everybody's state, and the pace; and the help line at the bottom.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align2, Color32, Rect, pos2, vec2},
};

use super::HudLayout;
use crate::{
    client::{
        keys::WATCH_KEYS,
        panels::{LIST, PanelKind, Panels},
        playback::Playback,
        scene_setup::SceneSetup,
        style::{Canvas, FAINT, GOLD, GREEN, INK, RED, readable, to_color32},
        text,
        view::{CameraMode, CameraView},
    },
    world::{body::AgentStatus, level::ThingKind},
};

/// Draws the bar.
pub fn draw(
    mut contexts: EguiContexts,
    panels: Res<Panels>,
    mut taken: ResMut<HudLayout>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
) {
    taken.rects.clear();
    taken.bottom = 0.0;
    if panels.all_hidden {
        return;
    }
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = Canvas::new(context, "bar", false);
    let state = &playback.now.state;
    let margin = canvas.length(10.0);
    let height = canvas.length(34.0).max(24.0);

    // In the middle: time, keys, exit.
    let clock = text::format_clock(state.time_left);
    let keys = u32::from(state.keys_needed.max(state.team_keys));
    let (clock_width, key_width) = (canvas.measure("00:00", 19.0).x, canvas.length(27.0));
    let lights = canvas.length(64.0);
    let width = clock_width + key_width * keys as f32 + lights + canvas.length(54.0);
    let middle = Rect::from_center_size(
        pos2(canvas.area.center().x, canvas.area.top() + margin + height * 0.5),
        vec2(width, height),
    );
    canvas.plate(middle, None, 1.0);
    let mut x = middle.left() + canvas.length(12.0);
    let hurry = if state.time_left < 60.0 { RED } else { INK };
    canvas.text(pos2(x, middle.center().y), Align2::LEFT_CENTER, &clock, 19.0, hurry);
    x += clock_width + canvas.length(22.0);
    for key in 0..keys {
        let found = key < u32::from(state.team_keys);
        let colour = if found { GOLD } else { Color32::from_gray(84) };
        canvas.key_icon(pos2(x, middle.center().y), canvas.length(10.0), colour);
        x += key_width;
    }
    x += canvas.length(4.0);
    let progress = setup
        .level
        .things_of(ThingKind::Exit)
        .filter_map(|exit| playback.now.things.exit(exit.id))
        .fold(0.0f32, |most, exit| most.max(if exit.open { 1.0 } else { exit.progress }));
    for third in 0..3u8 {
        let share = (progress * 3.0 - f32::from(third)).clamp(0.0, 1.0);
        let colour = if state.exit_open || share >= 0.999 {
            GREEN
        } else if share > 0.0 {
            GOLD
        } else {
            Color32::from_rgb(96, 40, 34)
        };
        let at = pos2(x + canvas.length(20.0) * f32::from(third), middle.center().y);
        canvas.painter.circle_filled(at, canvas.length(6.0), colour);
        canvas.painter.circle_stroke(at, canvas.length(6.5), (1.0, Color32::from_white_alpha(50)));
    }
    taken.rects.push(middle);

    // At the left: everybody.
    let row = canvas.length(21.0).max(14.0);
    let rows = setup.agents.len() as f32;
    let widest = setup.agents.iter().map(|player| canvas.measure(&player.name, 14.0).x).fold(0.0f32, f32::max);
    let state_width = canvas.measure("caught 00:00", 12.5).x;
    let size = vec2(widest + state_width + canvas.length(46.0), row * rows + canvas.length(8.0));
    let roster = Rect::from_min_size(canvas.area.min + vec2(margin, margin), size);
    // In a very small window only the bar has room.
    if roster.right() < middle.left() {
        draw_roster(&canvas, &playback, &setup, roster, row);
        taken.rects.push(roster);
    }

    // At the right: the pace and the camera.
    let pace = if playback.paused { "paused".to_owned() } else { format!("{}x", fraction(playback.speed)) };
    let camera = match view.mode {
        CameraMode::Overview => "from above".to_owned(),
        CameraMode::Follow => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("following {}", player.name))
        }
        CameraMode::Eyes => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("eyes of {}", player.name))
        }
        CameraMode::Director => {
            setup.agents.get(view.followed).map_or_else(String::new, |player| format!("director: {}", player.name))
        }
        CameraMode::Free => "free".to_owned(),
    };
    let camera = match setup.level.floors.get(view.floor) {
        Some(floor) if view.cutaway && setup.level.floors.len() > 1 => format!("{camera}, {}", floor.name),
        _ => camera,
    };
    let size = vec2(canvas.measure(&pace, 17.0).x + canvas.measure(&camera, 13.0).x + canvas.length(36.0), height);
    let right = Rect::from_min_size(pos2(canvas.area.right() - margin - size.x, canvas.area.top() + margin), size);
    if right.left() > middle.right() {
        draw_pace(&canvas, &pace, &camera, right, playback.paused);
        taken.rects.push(right);
    }

    if panels.is_open("help") {
        help(&canvas, &panels, &mut taken);
    }
}

fn draw_roster(canvas: &Canvas, playback: &Playback, setup: &SceneSetup, roster: Rect, row: f32) {
    canvas.plate(roster, None, 0.92);
    for (agent, player) in setup.agents.iter().enumerate() {
        let Some(person) = playback.now.agents.get(agent) else { continue };
        let y = roster.top() + canvas.length(4.0) + row * (agent as f32 + 0.5);
        let own = to_color32(player.colour);
        let since = |tick: u32| text::format_clock(playback.seconds_at(tick));
        let (text, colour) = match person.gone {
            Some((AgentStatus::Caught(_), tick)) => (format!("caught {}", since(tick)), RED),
            Some((AgentStatus::Escaped(_), tick)) => (format!("out {}", since(tick)), GREEN),
            None if person.hidden.is_some() => ("hiding".to_owned(), GOLD),
            None if player.catches => ("hunting".to_owned(), FAINT),
            None => ("in play".to_owned(), FAINT),
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

fn draw_pace(canvas: &Canvas, pace: &str, camera: &str, right: Rect, paused: bool) {
    canvas.plate(right, None, 0.92);
    let colour = if paused { GOLD } else { INK };
    let shown = canvas.text(
        pos2(right.left() + canvas.length(12.0), right.center().y),
        Align2::LEFT_CENTER,
        pace,
        17.0,
        colour,
    );
    let at = pos2(shown.right() + canvas.length(12.0), right.center().y);
    canvas.text(at, Align2::LEFT_CENTER, camera, 13.0, FAINT);
}

/// How much of the picture's height the help line may take.
const HELP_SHARE: f32 = 0.1;

/// The keys, as many as there is room for, and last where all of them are to be found.
fn help(canvas: &Canvas, panels: &Panels, taken: &mut HudLayout) {
    let gap = canvas.length(13.0);
    let most = canvas.area.width() - canvas.length(24.0);
    let line = canvas.measure("A", 12.5).y + canvas.length(3.0);
    let room = ((canvas.area.height() * HELP_SHARE - canvas.length(6.0)) / line).max(1.0) as usize;
    let width =
        |key: &str, what: &str| canvas.measure(key, 12.5).x + canvas.measure(what, 12.5).x + canvas.length(7.0) + gap;
    let acts = WATCH_KEYS.iter().map(|binding| (binding.shown, binding.what));
    // The list of panels says all keys, and is named last, whatever there is room for.
    let shown = panels.all().iter().filter(|panel| panel.kind != PanelKind::Overlay && panel.id != LIST.id);
    let of_panels = shown.filter_map(|panel| Some((panel.key?.1, panel.title)));
    let all = (LIST.key.map_or("", |(_, shown)| shown), "all keys");
    let words = acts.chain(of_panels).filter(|(_, what)| !what.is_empty());
    let rows = rows_of(words, all, room, most, width);
    let height = line * rows.len() as f32 + canvas.length(6.0);
    let rect = Rect::from_min_max(pos2(canvas.area.left(), canvas.area.bottom() - height), canvas.area.max);
    canvas.painter.rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    for (number, (used, row)) in rows.iter().enumerate() {
        let mut x = canvas.area.center().x - (used - gap) * 0.5;
        let y = rect.top() + canvas.length(3.0) + line * (number as f32 + 0.5);
        for (shown, what) in row {
            let key = canvas.text(pos2(x, y), Align2::LEFT_CENTER, shown, 12.5, GOLD);
            let what = canvas.text(pos2(key.right() + canvas.length(5.0), y), Align2::LEFT_CENTER, what, 12.5, FAINT);
            x = what.right() + gap;
        }
    }
    taken.bottom = rect.height();
    taken.rects.push(rect);
}

/// Fills rows up to a width, at most so many of them; `last` ends them, also where others found no room.
fn rows_of<'w>(
    words: impl Iterator<Item = (&'w str, &'w str)>,
    last: (&'w str, &'w str),
    room: usize,
    most: f32,
    width: impl Fn(&str, &str) -> f32,
) -> Vec<(f32, Vec<(&'w str, &'w str)>)> {
    let mut rows: Vec<(f32, Vec<_>)> = vec![(0.0, Vec::new())];
    let width_of_last = width(last.0, last.1);
    for (key, what) in words {
        let width_of = width(key, what);
        // In the last row room is kept for what ends it.
        let kept = if rows.len() == room { width_of_last } else { 0.0 };
        if rows.last().is_some_and(|(used, _)| used + width_of + kept > most) {
            if rows.len() == room {
                break;
            }
            rows.push((0.0, Vec::new()));
        }
        if let Some((used, row)) = rows.last_mut() {
            *used += width_of;
            row.push((key, what));
        }
    }
    if rows.len() < room && rows.last().is_some_and(|(used, _)| used + width_of_last > most) {
        rows.push((0.0, Vec::new()));
    }
    if let Some((used, row)) = rows.last_mut() {
        *used += width_of_last;
        row.push(last);
    }
    rows
}

fn fraction(speed: f32) -> String {
    if speed >= 1.0 { format!("{speed:.0}") } else { format!("1/{:.0}", 1.0 / speed) }
}

#[cfg(test)]
mod tests {
    use super::rows_of;

    #[test]
    fn each_key_is_named_once_and_where_all_are_to_be_found_comes_last() {
        let words = [("A", "one"), ("B", "two"), ("C", "three"), ("D", "four")];
        let last = ("M", "all keys");
        let width = |_: &str, _: &str| 10.0;
        for (room, most, named) in [(1, 30.0, 2), (2, 30.0, 4), (1, 100.0, 4), (3, 20.0, 4), (2, 20.0, 3)] {
            let rows = rows_of(words.into_iter(), last, room, most, width);
            let all: Vec<_> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
            assert_eq!(all.len(), named + 1, "{room} rows of {most}");
            assert_eq!((&all[..named], all[named]), (&words[..named], last));
            assert!(
                rows.len() <= room && rows.iter().all(|(used, row)| *used <= most && *used == 10.0 * row.len() as f32)
            );
        }
    }
}
