//! Short messages at the right of the picture that go away by themselves.
//!
//! Must not know: what they say.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Color32, Rect, pos2, vec2},
};

use crate::client::{
    ClientSystems,
    hud::HudLayout,
    pages::MenuStack,
    panels::{Dock, theme::PANEL_FILL},
    style::{Canvas, FAINT, GREEN, INK, RED},
};

/// How long a message stays, in real seconds, by whether it is a bad one, and for each of its lines more.
const STAYS: (f32, f32, f32) = (5.0, 12.0, 1.0);
/// How long it takes to fade at the end, in seconds.
const FADES: f32 = 0.6;
/// The most messages at a time; older ones go first.
const MOST: usize = 3;
/// How wide one may be, and how far below the top of the picture the first is, in a window 720 points high.
const PLACE: (f32, f32) = (430.0, 62.0);
const SIZES: (f32, f32) = (14.0, 12.5);

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// What it is about.
    pub title: String,
    /// What there is to say.
    pub lines: Vec<String>,
    /// Whether something is wrong.
    pub is_error: bool,
    /// How long it stays, in real seconds.
    pub seconds_left: f32,
}

impl Toast {
    /// Something was done.
    pub fn info(title: &str, lines: Vec<String>) -> Self {
        let left = STAYS.0 + STAYS.2 * lines.len() as f32;
        Self { title: title.to_owned(), lines, is_error: false, seconds_left: left }
    }

    /// Something is wrong.
    pub fn error(title: &str, lines: Vec<String>) -> Self {
        let left = STAYS.1 + STAYS.2 * lines.len() as f32;
        Self { title: title.to_owned(), lines, is_error: true, seconds_left: left }
    }
}

/// The messages that are shown, oldest first.
#[derive(Resource, Default)]
pub struct Toasts(VecDeque<Toast>);

impl Toasts {
    /// Shows a message. One about the same takes the place of the one before.
    pub fn push(&mut self, toast: Toast) {
        debug!("said: {}: {}", toast.title, toast.lines.join("; "));
        self.0.retain(|known| known.title != toast.title);
        while self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back(toast);
    }

    /// Takes messages away that say what is wrong: it no longer is.
    pub fn dismiss_errors(&mut self) {
        self.0.retain(|toast| !toast.is_error);
    }

    /// Whether something good is being said about this.
    pub fn is_showing(&self, title: &str) -> bool {
        self.0.iter().any(|toast| !toast.is_error && toast.title == title)
    }

    /// What is shown, oldest first.
    pub fn all(&self) -> impl Iterator<Item = &Toast> {
        self.0.iter()
    }

    /// Lets time pass.
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

fn draw(
    mut contexts: EguiContexts,
    mut toasts: ResMut<Toasts>,
    time: Res<Time<Real>>,
    menu: Res<MenuStack>,
    hud: Res<HudLayout>,
) {
    // Over a menu page a message would cover text that is being read: it waits.
    if toasts.0.is_empty() || menu.is_open() {
        return;
    }
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = Canvas::new(context, "toasts", true);
    let margin = canvas.length(10.0);
    let width = canvas.length(PLACE.0).min(canvas.area.width() - 2.0 * margin);
    let mut top = canvas.area.top() + canvas.length(PLACE.1);
    let column = Rect::from_min_max(pos2(canvas.area.right() - margin - width, top), canvas.area.max);
    // In a small window the result of the match lies there: messages wait for it too.
    if hud.result.is_some_and(|result| result.intersects(column)) {
        return;
    }
    toasts.age(time.delta_secs().min(0.25));
    for toast in &toasts.0 {
        let strength = (toast.seconds_left / FADES).clamp(0.0, 1.0);
        let place = Rect::from_min_size(pos2(canvas.area.right() - margin - width, top), vec2(width, 0.0));
        top = draw_one(&canvas, toast, place, strength) + canvas.length(8.0);
    }
}

/// Draws a message from the top of a place down; where it ends.
fn draw_one(canvas: &Canvas, toast: &Toast, place: Rect, strength: f32) -> f32 {
    let pad = canvas.length(10.0);
    let wrap = place.width() - 2.0 * pad;
    let fade = |colour: Color32| colour.gamma_multiply(strength);
    let (stripe, words) = if toast.is_error { (RED, INK) } else { (GREEN, FAINT) };
    let layout = |text: &str, size: f32, colour: Color32| {
        canvas.painter.layout(text.to_owned(), canvas.font(size), fade(colour), wrap)
    };
    let title = layout(&toast.title, SIZES.0, if toast.is_error { RED } else { INK });
    let lines: Vec<_> = toast.lines.iter().map(|line| layout(line, SIZES.1, words)).collect();
    let gap = canvas.length(3.0);
    let height = title.size().y + lines.iter().map(|line| line.size().y + gap).sum::<f32>() + 1.4 * pad;
    let rect = Rect::from_min_size(place.min, vec2(place.width(), height));
    // Names over heads go on behind it: plates alone would let them show through the words.
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
    fn messages_go_away_and_make_room() {
        let mut toasts = Toasts::default();
        for number in 0..5 {
            toasts.push(Toast::info(&format!("{number}"), Vec::new()));
        }
        assert_eq!(toasts.all().map(|toast| toast.title.as_str()).collect::<Vec<_>>(), ["2", "3", "4"]);
        toasts.push(Toast::error("3", vec!["wrong".into()]));
        assert_eq!(toasts.all().count(), 3);
        toasts.dismiss_errors();
        assert_eq!(toasts.all().count(), 2);
        toasts.age(STAYS.0 + 0.1);
        assert_eq!(toasts.all().count(), 0);
    }
}
