//! Toasts: short messages at the right edge that disappear after a while.
//!
//! Independent of: their content.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Rect, pos2, vec2};

use crate::client::ClientSystems;
use crate::client::session::MenuStack;
use crate::client::tools::{panels::Dock, panels::theme::PANEL_FILL};
use crate::client::ui::{Canvas, FAINT, GREEN, Gui, HudLayout, INK, RED};

/// How long a toast stays, in real seconds.
const INFO_SECONDS: f32 = 5.0;
const ERROR_SECONDS: f32 = 12.0;
/// Added for each line of a toast.
const SECONDS_PER_LINE: f32 = 1.0;
/// The fade at the end, in seconds.
const FADE_SECONDS: f32 = 0.6;
/// The maximum number of toasts at a time; the oldest is dropped first.
const MAX_TOASTS: usize = 3;
/// The width of a toast and the distance of the first one from the top, in points of a window 720 points high.
const WIDTH: f32 = 430.0;
const TOP: f32 = 62.0;
/// Toasts leave the middle of the window free, where results and dialogs are shown: this is the largest share of its width.
const MAX_WIDTH_SHARE: f32 = 0.3;
/// Font sizes, in points of a window 720 points high.
const TITLE_SIZE: f32 = 14.0;
const LINE_SIZE: f32 = 12.5;

#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// The title; a toast replaces an earlier one with the same title.
    pub title: String,
    pub lines: Vec<String>,
    pub is_error: bool,
    /// The time until it disappears, in real seconds.
    pub seconds_left: f32,
}

impl Toast {
    /// A toast about something done.
    pub fn info(title: &str, lines: Vec<String>) -> Self {
        let left = INFO_SECONDS + SECONDS_PER_LINE * lines.len() as f32;
        Self { title: title.to_owned(), lines, is_error: false, seconds_left: left }
    }

    /// A toast about an error; it stays longer.
    pub fn error(title: &str, lines: Vec<String>) -> Self {
        let left = ERROR_SECONDS + SECONDS_PER_LINE * lines.len() as f32;
        Self { title: title.to_owned(), lines, is_error: true, seconds_left: left }
    }
}

/// The toasts on screen, oldest first.
#[derive(Resource, Default)]
pub struct Toasts(VecDeque<Toast>);

impl Toasts {
    /// Shows a toast, in place of an earlier one with the same title.
    pub fn push(&mut self, toast: Toast) {
        debug!("toast: {}: {}", toast.title, toast.lines.join("; "));
        self.0.retain(|known| known.title != toast.title);
        while self.0.len() >= MAX_TOASTS {
            self.0.pop_front();
        }
        self.0.push_back(toast);
    }

    pub fn dismiss_errors(&mut self) {
        self.0.retain(|toast| !toast.is_error);
    }

    /// Whether a toast with this title is on screen that is no error.
    pub fn is_showing(&self, title: &str) -> bool {
        self.0.iter().any(|toast| !toast.is_error && toast.title == title)
    }

    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &Toast> {
        self.0.iter()
    }

    pub fn age(&mut self, seconds: f32) {
        for toast in &mut self.0 {
            toast.seconds_left -= seconds;
        }
        self.0.retain(|toast| toast.seconds_left > 0.0);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>().add_systems(Update, draw.in_set(ClientSystems::Ui).after(Dock::Float));
}

fn draw(mut gui: Gui, mut toasts: ResMut<Toasts>, time: Res<Time<Real>>, menu: Res<MenuStack>, hud: Res<HudLayout>) {
    // Over a menu page a message would cover text that is being read: it waits.
    if toasts.0.is_empty() || menu.is_open() {
        return;
    }
    let Some(canvas) = gui.canvas("toasts", true) else { return };
    let margin = canvas.length(10.0);
    let width = width(canvas.area.width(), canvas.scale);
    let mut top = canvas.area.top() + canvas.length(TOP);
    let column = Rect::from_min_max(pos2(canvas.area.right() - margin - width, top), canvas.area.max);
    // In a small window the result of the match is in this place: toasts wait for it too.
    if hud.result.is_some_and(|result| result.intersects(column)) {
        return;
    }
    toasts.age(time.delta_secs().min(0.25));
    for toast in &toasts.0 {
        let strength = (toast.seconds_left / FADE_SECONDS).clamp(0.0, 1.0);
        let place = Rect::from_min_size(pos2(canvas.area.right() - margin - width, top), vec2(width, 0.0));
        top = draw_one(&canvas, toast, place, strength) + canvas.length(8.0);
    }
}

/// The width of a toast in an area of this width, in points.
fn width(area: f32, scale: f32) -> f32 {
    (WIDTH * scale).min(area * MAX_WIDTH_SHARE).max(120.0)
}

/// Draws a toast at the top of `place`; returns where it ends.
fn draw_one(canvas: &Canvas, toast: &Toast, place: Rect, strength: f32) -> f32 {
    let pad = canvas.length(10.0);
    let wrap = place.width() - 2.0 * pad;
    let fade = |colour: Color32| colour.gamma_multiply(strength);
    let (stripe, ink) = if toast.is_error { (RED, INK) } else { (GREEN, FAINT) };
    let layout = |text: &str, size: f32, colour: Color32| {
        canvas.painter.layout(text.to_owned(), canvas.font(size), fade(colour), wrap)
    };
    let title = layout(&toast.title, TITLE_SIZE, if toast.is_error { RED } else { INK });
    let lines: Vec<_> = toast.lines.iter().map(|line| layout(line, LINE_SIZE, ink)).collect();
    let gap = canvas.length(3.0);
    let height = title.size().y + lines.iter().map(|line| line.size().y + gap).sum::<f32>() + 1.4 * pad;
    let rect = Rect::from_min_size(place.min, vec2(place.width(), height));
    // A plate is translucent, so nameplates behind it would make the text hard to read.
    canvas.painter.rect_filled(rect, canvas.length(5.0), fade(PANEL_FILL));
    canvas.plate(rect, Some(stripe), strength);
    let mut at = rect.min + vec2(pad, 0.7 * pad);
    for line in std::iter::once(title).chain(lines) {
        let down = line.size().y + gap;
        canvas.painter.galley(at, line, fade(INK));
        at.y += down;
    }
    rect.bottom()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toasts_disappear_and_make_room() {
        let mut toasts = Toasts::default();
        for number in 0..5 {
            toasts.push(Toast::info(&format!("{number}"), Vec::new()));
        }
        assert_eq!(toasts.all().map(|toast| toast.title.as_str()).collect::<Vec<_>>(), ["2", "3", "4"]);
        toasts.push(Toast::error("3", vec!["wrong".into()]));
        assert_eq!(toasts.all().count(), 3);
        toasts.dismiss_errors();
        assert_eq!(toasts.all().count(), 2);
        toasts.age(INFO_SECONDS + 0.1);
        assert_eq!(toasts.all().count(), 0);
    }

    #[test]
    fn toasts_leave_the_middle_of_the_window_free() {
        for (area, scale) in [(640.0, 0.72), (1280.0, 1.0), (1920.0, 1.5), (3440.0, 2.0)] {
            // Results and dialogs take at most the middle third.
            assert!(width(area, scale) < area / 3.0, "{area}");
        }
    }
}
