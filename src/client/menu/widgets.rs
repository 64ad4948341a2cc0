//! The widgets of menus: all can be reached and changed by arrow keys alone.

use bevy::log::debug;
use bevy_egui::egui::{
    Align2, Button, FontId, Id, Key, Rect, Response, RichText, Sense, Slider, TextStyle, Ui, pos2, vec2,
};

use crate::client::style::{FAINT, GOLD, INK};

/// A large button; the first of a fresh page is chosen.
pub fn button(ui: &mut Ui, words: &str, first: bool) -> bool {
    let response = ui.add(
        Button::new(RichText::new(words).text_style(TextStyle::Button))
            .min_size(vec2(ui.available_width().min(ui.spacing().slider_width * 1.5), 0.0)),
    );
    if first {
        response.request_focus();
    }
    reveal(&response, words);
    response.clicked()
}

/// A button as wide as its words, for rows of them; the first of a fresh page is chosen.
pub fn small_button(ui: &mut Ui, words: &str, first: bool) -> bool {
    let response = ui.add(Button::new(RichText::new(words).text_style(TextStyle::Button)));
    if first {
        response.request_focus();
    }
    reveal(&response, words);
    response.clicked()
}

/// Keeps what is chosen in view, and tells the log of it: who drives the menus blindly can follow there.
///
/// Whether it was chosen before is kept here: the toolkit's own word for it comes a frame late where arrow keys choose.
pub fn reveal(response: &Response, name: &str) {
    super::walk::add(response);
    if !response.has_focus() {
        return;
    }
    let fresh = response.ctx.data_mut(|data| {
        let last: &mut Option<Id> = data.get_temp_mut_or_default(Id::new("chosen in a menu"));
        last.replace(response.id) != Some(response.id)
    });
    if fresh {
        let middle = response.rect.center();
        debug!("chosen: {name} at {:.0} {:.0}", middle.x, middle.y);
        response.scroll_to_me(None);
    }
}

/// The name of a setting at the left, its widget at the right.
pub fn row<T>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> T) -> T {
    ui.horizontal(|ui| {
        let wide = ui.available_width() * 0.42;
        let size = vec2(wide, ui.spacing().interact_size.y);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let font: FontId = TextStyle::Body.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, name, font, INK);
        add(ui)
    })
    .inner
}

/// One of several: a click or the right arrow takes the next, the left arrow the one before. Whether it changed.
pub fn choice(ui: &mut Ui, name: &str, words: &[String], chosen: &mut usize, first: bool) -> bool {
    row(ui, name, |ui| {
        let before = *chosen;
        let shown = words.get(*chosen).map_or("", String::as_str);
        let size = vec2(ui.available_width().min(ui.spacing().slider_width * 1.35), ui.spacing().interact_size.y);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        if first {
            response.request_focus();
        }
        reveal(&response, name);
        let visuals = ui.style().interact(&response);
        ui.painter().rect(
            rect,
            visuals.corner_radius,
            visuals.bg_fill,
            visuals.bg_stroke,
            bevy_egui::egui::StrokeKind::Inside,
        );
        let font: FontId = TextStyle::Body.resolve(ui.style());
        let pad = ui.spacing().button_padding.x;
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, shown, font.clone(), INK);
        let arrows = if response.has_focus() || response.hovered() { GOLD } else { FAINT };
        ui.painter().text(
            pos2(rect.left() + pad * 0.6, rect.center().y),
            Align2::LEFT_CENTER,
            "<",
            font.clone(),
            arrows,
        );
        ui.painter().text(pos2(rect.right() - pad * 0.6, rect.center().y), Align2::RIGHT_CENTER, ">", font, arrows);
        let count = words.len().max(1);
        if response.has_focus() {
            ui.input(|input| {
                *chosen = (*chosen + input.num_presses(Key::ArrowRight)) % count;
                *chosen = (*chosen + count * 8 - input.num_presses(Key::ArrowLeft).min(count * 8)) % count;
            });
        }
        if response.clicked() {
            let left_half = response.interact_pointer_pos().is_some_and(|at| {
                Rect::from_min_max(rect.min, pos2(rect.left() + rect.width() * 0.3, rect.bottom())).contains(at)
            });
            *chosen = if left_half { (*chosen + count - 1) % count } else { (*chosen + 1) % count };
        }
        if *chosen != before {
            debug!("set: {name}: {}", words.get(*chosen).map_or("", String::as_str));
        }
        *chosen != before
    })
}

/// Yes or no. Whether it changed.
pub fn switch(ui: &mut Ui, name: &str, on: &mut bool, first: bool) -> bool {
    let mut chosen = usize::from(*on);
    let changed = choice(ui, name, &["no".to_owned(), "yes".to_owned()], &mut chosen, first);
    *on = chosen == 1;
    changed
}

/// A number. Whether it changed.
pub fn slider(
    ui: &mut Ui,
    name: &str,
    value: &mut f32,
    range: std::ops::RangeInclusive<f32>,
    step: f64,
    percent: bool,
) -> bool {
    row(ui, name, |ui| {
        let slider = Slider::new(value, range).step_by(step).show_value(true);
        let slider =
            if percent { slider.custom_formatter(|value, _| format!("{:.0} %", value * 100.0)) } else { slider };
        let response = ui.add(slider);
        reveal(&response, name);
        if response.changed() {
            debug!("set: {name}: {value:.2}");
        }
        response.changed()
    })
}

/// A paragraph.
pub fn words(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Body));
}

/// A paragraph that matters less.
pub fn note(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Small).color(FAINT));
}

/// The heading of a page.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(TextStyle::Heading).color(GOLD));
    ui.add_space(ui.spacing().item_spacing.y);
}
