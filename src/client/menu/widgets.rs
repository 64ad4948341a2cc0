//! The widgets of menu pages. All of them can be reached and changed with the arrow keys alone.

use std::ops::RangeInclusive;

use bevy::log::debug;
use bevy_egui::egui::{
    Align2, Button, FontId, Id, Key, Rect, Response, RichText, Sense, Slider, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use super::navigation;
use crate::client::ui::{FAINT, GOLD, INK};

/// A wide button, for columns of them. True when it is pressed.
pub fn button(ui: &mut Ui, text: &str) -> bool {
    let width = ui.available_width().min(ui.spacing().slider_width * 1.5);
    press(ui, text, Button::new(RichText::new(text).text_style(TextStyle::Button)).min_size(vec2(width, 0.0)))
}

/// A button as wide as its text, for rows of them. True when it is pressed.
pub fn small_button(ui: &mut Ui, text: &str) -> bool {
    press(ui, text, Button::new(RichText::new(text).text_style(TextStyle::Button)))
}

fn press(ui: &mut Ui, text: &str, button: Button) -> bool {
    let response = ui.add(button);
    add_focus_target(&response, text);
    response.clicked()
}

/// A column of wide buttons; returns the value of the one that is pressed.
pub fn button_column<T: Copy>(ui: &mut Ui, buttons: &[(&str, T)]) -> Option<T> {
    let pressed = |(text, value): &(&str, T)| button(ui, text).then_some(*value);
    buttons.iter().filter_map(pressed).last()
}

/// A row of buttons; returns the value of the one that is pressed.
pub fn button_row<T: Copy>(ui: &mut Ui, buttons: &[(&str, T)]) -> Option<T> {
    let pressed =
        |ui: &mut Ui| buttons.iter().filter_map(|(text, value)| small_button(ui, text).then_some(*value)).last();
    ui.horizontal_wrapped(pressed).inner
}

/// Lets a widget take the focus, keeps it in view while it has it, and logs it once when it gets it.
pub fn add_focus_target(response: &Response, name: &str) {
    navigation::register(response);
    if !response.has_focus() {
        return;
    }
    // egui's own `gained_focus` comes a frame late if an arrow key moved the focus.
    let gained = response.ctx.data_mut(|data| {
        let last: &mut Option<Id> = data.get_temp_mut_or_default(Id::new("menu focus logged"));
        last.replace(response.id) != Some(response.id)
    });
    if gained {
        let middle = response.rect.center();
        debug!("chosen: {name} at {:.0} {:.0}", middle.x, middle.y);
        if navigation::scrolls_into_view(response) {
            response.scroll_to_me(None);
        }
    }
}

/// A setting: its name at the left, its widget at the right.
pub fn row<T>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> T) -> T {
    ui.horizontal(|ui| {
        let size = vec2(ui.available_width() * 0.42, ui.spacing().interact_size.y);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let font: FontId = TextStyle::Body.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, name, font, INK);
        add(ui)
    })
    .inner
}

/// A choice between several values: a click or the right arrow takes the next, a click on the left edge or the left arrow the one
/// before. True when it changed.
pub fn choice(ui: &mut Ui, name: &str, values: &[String], chosen: &mut usize) -> bool {
    row(ui, name, |ui| {
        let before = *chosen;
        let shown = values.get(*chosen).map_or("", String::as_str);
        let size = vec2(ui.available_width().min(ui.spacing().slider_width * 1.35), ui.spacing().interact_size.y);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        add_focus_target(&response, name);
        let visuals = ui.style().interact(&response);
        ui.painter().rect(rect, visuals.corner_radius, visuals.bg_fill, visuals.bg_stroke, StrokeKind::Inside);
        let font: FontId = TextStyle::Body.resolve(ui.style());
        let padding = ui.spacing().button_padding.x;
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, shown, font.clone(), INK);
        let arrows = if response.has_focus() || response.hovered() { GOLD } else { FAINT };
        let (left, right) = (rect.left() + padding * 0.6, rect.right() - padding * 0.6);
        ui.painter().text(pos2(left, rect.center().y), Align2::LEFT_CENTER, "<", font.clone(), arrows);
        ui.painter().text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, ">", font, arrows);
        let count = values.len().max(1);
        if response.has_focus() {
            ui.input(|input| {
                *chosen = (*chosen + input.num_presses(Key::ArrowRight)) % count;
                *chosen = (*chosen + count * 8 - input.num_presses(Key::ArrowLeft).min(count * 8)) % count;
            });
        }
        if response.clicked() {
            // A click shorter than a frame is over already: then the pointer's last position tells where it was.
            let at = response.interact_pointer_pos().or_else(|| ui.input(|input| input.pointer.latest_pos()));
            let left = Rect::from_min_max(rect.min, pos2(rect.left() + rect.width() * 0.3, rect.bottom()));
            let back = at.is_some_and(|at| left.contains(at));
            *chosen = if back { (*chosen + count - 1) % count } else { (*chosen + 1) % count };
        }
        if *chosen != before {
            debug!("set: {name}: {}", values.get(*chosen).map_or("", String::as_str));
        }
        *chosen != before
    })
}

/// A setting that is on or off. True when it changed.
pub fn switch(ui: &mut Ui, name: &str, on: &mut bool) -> bool {
    let mut chosen = usize::from(*on);
    let changed = choice(ui, name, &["Off".to_owned(), "On".to_owned()], &mut chosen);
    *on = chosen == 1;
    changed
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    Plain,
    /// As a percentage: 1 is 100 %.
    Percent,
    Degrees,
}

/// A number. True when it changed.
pub fn slider(
    ui: &mut Ui,
    name: &str,
    value: &mut f32,
    range: RangeInclusive<f32>,
    step: f64,
    format: NumberFormat,
) -> bool {
    row(ui, name, |ui| {
        let slider = Slider::new(value, range).step_by(step).show_value(true);
        let slider = match format {
            NumberFormat::Plain => slider,
            NumberFormat::Percent => slider.custom_formatter(|value, _| format!("{:.0} %", value * 100.0)),
            NumberFormat::Degrees => slider.suffix("°"),
        };
        let response = ui.add(slider);
        add_focus_target(&response, name);
        if response.changed() {
            debug!("set: {name}: {value:.2}");
        }
        response.changed()
    })
}

pub fn paragraph(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Body));
}

/// A paragraph in small, faint letters.
pub fn note(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Small).color(FAINT));
}

pub fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Heading).color(GOLD));
    ui.add_space(ui.spacing().item_spacing.y);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{CentralPanel, Context, Event, Modifiers, PointerButton, Pos2, RawInput};

    use super::*;

    /// Draws a choice of three values twice and clicks in the third frame, press and release at once; returns the chosen index.
    fn after_short_click(on_left_edge: bool) -> usize {
        let context = Context::default();
        let (mut chosen, mut widget) = (1, Rect::NOTHING);
        for frame in 0..3 {
            let at = if on_left_edge { widget.left_center() + vec2(4.0, 0.0) } else { widget.center() };
            let button = |pressed| Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::default(),
            };
            let events =
                if frame == 2 { vec![Event::PointerMoved(at), button(true), button(false)] } else { Vec::new() };
            let screen = Some(Rect::from_min_size(Pos2::ZERO, vec2(600.0, 200.0)));
            context
                .run_ui(RawInput { events, screen_rect: screen, ..RawInput::default() }, |ui| {
                    CentralPanel::default().show(ui, |ui| {
                        let values = ["a", "b", "c"].map(str::to_owned);
                        choice(ui, "Letter", &values, &mut chosen);
                        widget = navigation::last_target(&context).unwrap();
                    });
                })
                .textures_delta
                .clear();
        }
        chosen
    }

    #[test]
    fn a_click_shorter_than_a_frame_counts() {
        assert_eq!(after_short_click(false), 2);
        assert_eq!(after_short_click(true), 0);
    }
}
