//! The news: the latest events as sentences; and at the end the result with the story of the match.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

use super::{WatchHud, state::NewsLine};
use crate::client::input::bindings::key_name;
use crate::client::input::watch_keys::{WatchAction, name_of};
use crate::client::session::{NextMatchTimer, SceneSetup, Tone};
use crate::client::tools::timeline;
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, readable, text, to_color32};

/// The maximum number of lines of news, and how long a line stays in seconds of game time.
const SHOWN: (usize, f32) = (5, 14.0);

/// The colour of the agent that a line is about.
fn colour_of(line: &NewsLine, setup: &SceneSetup) -> Color32 {
    line.about.and_then(|agent| setup.agent(agent)).map_or(GOLD, |player| readable(to_color32(player.colour)))
}

pub fn draw(hud: WatchHud) {
    let WatchHud { mut gui, panels, mut layout, playback, setup, state, .. } = hud;
    if !panels.is_open("news") || playback.over() {
        return;
    }
    let Some(canvas) = gui.canvas("news", false) else { return };
    let now = playback.seconds();
    let fresh = |line: &&NewsLine| now - playback.seconds_at(line.tick) < SHOWN.1;
    let lines: Vec<&NewsLine> = state.news.iter().rev().take(SHOWN.0).take_while(fresh).collect();
    if lines.is_empty() {
        return;
    }
    let row = canvas.measure("A", 13.5).y + canvas.length(3.0);
    let room = canvas.area.width() - canvas.length(20.0 + 74.0);
    let texts: Vec<String> = lines.iter().map(|line| canvas.elided(&line.text, 13.5, room)).collect();
    let width = texts.iter().map(|text| canvas.measure(text, 13.5).x).fold(0.0f32, f32::max) + canvas.length(74.0);
    let bottom = canvas.area.bottom() - layout.bottom - canvas.length(8.0);
    let size = vec2(width, row * lines.len() as f32 + canvas.length(8.0));
    let rect = Rect::from_min_size(pos2(canvas.area.left() + canvas.length(10.0), bottom - size.y), size);
    canvas.plate(rect, None, 1.0);
    for (number, (line, text)) in lines.iter().zip(&texts).rev().enumerate() {
        let y = rect.top() + canvas.length(4.0) + row * (number as f32 + 0.5);
        let age = (now - playback.seconds_at(line.tick)) / SHOWN.1;
        let own = colour_of(line, &setup);
        let strength = 1.0 - 0.3 * age;
        let x = rect.left() + canvas.length(10.0);
        let time = text::format_clock(playback.seconds_at(line.tick));
        canvas.text(pos2(x, y), Align2::LEFT_CENTER, &time, 13.5, FAINT.gamma_multiply(strength));
        let x = x + canvas.measure("00:00", 13.5).x + canvas.length(7.0);
        canvas.text(pos2(x, y), Align2::LEFT_CENTER, text, 13.5, own.gamma_multiply(strength));
    }
    layout.rects.push(rect);
}

pub fn draw_result(hud: WatchHud, after: Res<NextMatchTimer>) {
    let WatchHud { mut gui, panels, mut layout, playback, setup, game, state, .. } = hud;
    let Some(outcome) = playback.now.state.outcome else { return };
    if panels.all_hidden {
        return;
    }
    let Some(canvas) = gui.canvas("result", false) else { return };
    let story: Vec<&NewsLine> = state.news.iter().filter(|line| line.highlight.is_some()).collect();
    let row = canvas.measure("A", 14.5).y + canvas.length(2.0);
    let room = ((canvas.area.height() - canvas.length(160.0)) / row).max(1.0) as usize;
    let left_out = story.len().saturating_sub(room);
    let size = vec2(
        canvas.length(560.0).min(canvas.area.width() - 20.0),
        canvas.length(132.0) + row * (story.len() - left_out) as f32,
    );
    let rect = Rect::from_center_size(canvas.area.center(), size);
    canvas.painter.rect_filled(canvas.area, 0.0, Color32::from_black_alpha(110));
    canvas.plate(rect, None, 1.1);
    layout.result = Some(rect);
    let centre = rect.center().x;
    let mut y = rect.top() + canvas.length(28.0);
    canvas.text(pos2(centre, y), Align2::CENTER_CENTER, (game.0.headline)(outcome), 25.0, GOLD);
    y += canvas.length(29.0);
    let line = format!(
        "{}: {}, after {}",
        setup.level.title,
        (game.0.score_line)(&playback.now, &setup.rules),
        text::format_clock(playback.seconds_at(playback.now.tick)),
    );
    canvas.text(pos2(centre, y), Align2::CENTER_CENTER, &line, 15.0, INK);
    y += canvas.length(24.0);
    for line in story.iter().skip(left_out) {
        let own = colour_of(line, &setup);
        let x = rect.left() + canvas.length(30.0);
        let time = text::format_clock(playback.seconds_at(line.tick));
        canvas.text(pos2(x, y), Align2::LEFT_CENTER, &time, 14.5, FAINT);
        let colour = match line.highlight {
            Some(Tone::Good) => GREEN,
            Some(Tone::Bad) => RED,
            _ => own,
        };
        let at = pos2(x + canvas.measure("00:00", 14.5).x + canvas.length(10.0), y);
        let text = canvas.elided(&line.text, 14.5, rect.right() - at.x - canvas.length(10.0));
        canvas.text(at, Align2::LEFT_CENTER, &text, 14.5, colour);
        y += row;
    }
    let timeline = timeline::PANEL.key.map_or_else(String::new, key_name);
    let next = if playback.recorded().is_some() {
        format!(
            "{}: start    {timeline}: timeline    {}: leave",
            name_of(WatchAction::Start),
            name_of(WatchAction::Leave)
        )
    } else {
        let (left, now, again) =
            (after.left.max(0.0).ceil(), name_of(WatchAction::NextMatch), name_of(WatchAction::Restart));
        format!("Next match in {left:.0} s    {now}: now    {again}: restart    {timeline}: timeline")
    };
    let at = pos2(centre, rect.bottom() - canvas.length(22.0));
    canvas.text(at, Align2::CENTER_CENTER, &next, 13.5, FAINT);
}
