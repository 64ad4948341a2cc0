//! The egui theme of the panels: colours, text sizes, and a few small widgets.

use bevy_egui::egui::{
    AsIdSalt, Color32, Context, FontId, Frame, Grid, Margin, ProgressBar, Rect, Response, RichText, Stroke, Style,
    TextStyle, Ui, vec2,
};

use crate::client::session::Playback;
use crate::client::ui::gui::text_size;
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, style_widgets};

pub const PANEL_FILL: Color32 = Color32::from_rgb(14, 16, 22);
/// The background of a highlighted part of a panel.
pub const RAISED_FILL: Color32 = Color32::from_rgb(25, 28, 36);
/// A condition that does not hold yet but will.
pub const AMBER: Color32 = Color32::from_rgb(236, 170, 80);

/// The scale of panels: 1 in a window 720 points high.
pub fn scale(context: &Context) -> f32 {
    (context.viewport_rect().height() / 720.0).clamp(0.75, 2.2)
}

pub fn frame(scale: f32) -> Frame {
    Frame::new()
        .fill(PANEL_FILL)
        .inner_margin(Margin::same((8.0 * scale) as i8))
        .stroke(Stroke::new(1.0, Color32::from_white_alpha(22)))
}

pub fn apply_style(style: &mut Style, scale: f32) {
    let font = |points: f32| FontId::proportional(text_size(points * scale));
    style.text_styles = [
        (TextStyle::Heading, font(16.0)),
        (TextStyle::Body, font(13.0)),
        (TextStyle::Button, font(13.0)),
        (TextStyle::Small, font(11.5)),
        (TextStyle::Monospace, FontId::monospace(text_size(12.0 * scale))),
    ]
    .into();
    style.spacing.item_spacing = vec2(6.0, 3.0) * scale;
    style.spacing.button_padding = vec2(6.0, 2.0) * scale;
    style.spacing.interact_size.y = 19.0 * scale;
    style.spacing.slider_width = 130.0 * scale;
    style.spacing.indent = 12.0 * scale;
    style.spacing.scroll.floating = false;
    style.spacing.scroll.bar_width = 7.0 * scale;
    style.interaction.selectable_labels = true;
    let visuals = &mut style.visuals;
    visuals.override_text_color = Some(INK);
    visuals.selection.bg_fill = Color32::from_rgb(110, 84, 30);
    visuals.selection.stroke = Stroke::new(1.0, GOLD);
    visuals.extreme_bg_color = Color32::from_rgb(8, 9, 13);
    visuals.faint_bg_color = RAISED_FILL;
    visuals.window_fill = PANEL_FILL;
    visuals.panel_fill = PANEL_FILL;
    visuals.window_stroke = Stroke::new(1.0, Color32::from_white_alpha(40));
    visuals.hyperlink_color = GOLD;
    let fills = [(36, 39, 48), (58, 52, 38), (84, 68, 34), (48, 46, 40)];
    style_widgets(visuals, fills.map(|(red, green, blue)| Color32::from_rgb(red, green, blue)), 26, 3);
}

/// Secondary text.
pub fn faint(text: impl Into<String>) -> RichText {
    RichText::new(text).color(FAINT)
}

pub fn small(text: impl Into<String>, colour: Color32) -> RichText {
    RichText::new(text).small().color(colour)
}

/// A bar of this width and height in points, filled up to a share from 0 to 1. egui draws a share of 0 as a dot: it gets no fill.
pub fn bar(ui: &mut Ui, share: f32, (width, height): (f32, f32), fill: Color32) -> Response {
    let fill = if share > 0.0 { fill } else { Color32::TRANSPARENT };
    ui.add(ProgressBar::new(share).desired_width(width).desired_height(height).fill(fill))
}

/// The pages of a panel to choose from, each with its title and what it is about.
pub fn pages<T: Copy + PartialEq>(ui: &mut Ui, chosen: &mut T, all: &[(T, &str, &str)]) {
    ui.horizontal_wrapped(|ui| {
        for (page, title, about) in all {
            ui.selectable_value(chosen, *page, *title).on_hover_text(*about);
        }
    });
}

pub fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.add_space(4.0);
    ui.label(RichText::new(text).color(GOLD).strong())
}

/// A striped table with these titles over its columns.
pub fn table(ui: &mut Ui, id: &'static str, titles: &[&str], add_rows: impl FnOnce(&mut Ui)) {
    Grid::new(id).striped(true).num_columns(titles.len()).spacing([10.0, 2.0]).show(ui, |ui| {
        column_titles(ui, titles);
        add_rows(ui);
    });
}

pub fn column_titles(ui: &mut Ui, titles: &[&str]) {
    for title in titles {
        ui.label(small(*title, FAINT));
    }
    ui.end_row();
}

/// The result of the last change and whether it was refused, or `none` before the first: always one line, so that nothing below moves.
pub fn result_line(ui: &mut Ui, result: Option<&(String, bool)>, none: &str) {
    let (text, refused) = result.map_or((none, false), |(text, refused)| (text.as_str(), *refused));
    ui.label(small(text, if refused { RED } else { FAINT }));
    ui.separator();
}

/// Says why the match cannot be changed at the moment shown, if it is one of a recording or in the past. Returns whether the person wants
/// to return to now; `None` if the match can be changed.
pub fn unchangeable(ui: &mut Ui, playback: &Playback) -> Option<bool> {
    let recorded = playback.recorded().is_some();
    ui.label(why_unchangeable(recorded, !playback.is_newest())?);
    Some(!recorded && ui.button("Return to now").clicked())
}

fn why_unchangeable(recorded: bool, past: bool) -> Option<&'static str> {
    match (recorded, past) {
        (true, _) => Some("This is a recording: it can be watched, but not changed."),
        (false, true) => Some("You are looking at the past. Return to now to try changes."),
        (false, false) => None,
    }
}

/// A row of the standard height. A row outside the visible area is not drawn, it only takes its space. `id` must be unique among
/// the rows around it.
pub fn list_row<R>(ui: &mut Ui, id: impl AsIdSalt, add: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    if ui.is_rect_visible(Rect::from_min_size(ui.cursor().min, size)) {
        Some(ui.push_id(id, |ui| ui.horizontal(add).inner).inner)
    } else {
        ui.allocate_space(size);
        None
    }
}

/// An icon for a condition, different in shape and in colour: a tick if it holds now, a ring if it will hold when it is due, a cross
/// otherwise.
pub fn condition_icon(ui: &mut Ui, now: bool, when_due: bool) -> Response {
    let (colour, hint) = match (now, when_due) {
        (true, _) => (GREEN, "holds"),
        (false, true) => (AMBER, "will hold when it is due"),
        (false, false) => (RED, "does not hold"),
    };
    let side = ui.text_style_height(&TextStyle::Body);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), bevy_egui::egui::Sense::hover());
    let (middle, half) = (rect.center(), side * 0.28);
    let painter = ui.painter();
    let line = |from: (f32, f32), to: (f32, f32)| {
        let at = |point: (f32, f32)| middle + vec2(point.0, point.1) * half;
        painter.line_segment([at(from), at(to)], Stroke::new(side * 0.13, colour));
    };
    match (now, when_due) {
        (true, _) => {
            line((-1.0, 0.0), (-0.2, 0.9));
            line((-0.2, 0.9), (1.1, -1.0));
        }
        (false, true) => {
            painter.circle_stroke(middle, half, Stroke::new(side * 0.12, colour));
        }
        (false, false) => {
            line((-1.0, -1.0), (1.0, 1.0));
            line((-1.0, 1.0), (1.0, -1.0));
        }
    }
    response.on_hover_text(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_says_why_nothing_can_be_changed() {
        assert!(why_unchangeable(false, true).is_some_and(|why| why.contains("the past")));
        assert!(
            [true, false]
                .into_iter()
                .all(|past| why_unchangeable(true, past).is_some_and(|why| why.contains("recording")))
        );
        assert_eq!(why_unchangeable(false, false), None);
    }
}
