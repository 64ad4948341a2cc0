//! The help line along the bottom of a watched match, with the few keys that matter now; and the list of all keys, on F1.

use bevy::prelude::*;
use bevy_egui::egui::{Align, Align2, Color32, Layout, Rect, ScrollArea, Ui, pos2};

use super::{KEYS, WatchHud};
use crate::client::input::bindings::key_name;
use crate::client::input::watch_keys::{CAMERAS, KeyGroup, WATCH_KEYS, WatchAction, name_of};
use crate::client::session::OpenedFromMenu;
use crate::client::tools::panels;
use crate::client::tools::panels::theme::{faint, heading, list_row};
use crate::client::tools::panels::{PanelContext, PanelKind};
use crate::client::ui::{FAINT, GOLD};

/// A key and what it does.
type Hint = (String, &'static str);

/// The size of the letters in a window 720 points high.
const SIZE: f32 = 12.5;

pub fn draw_help_line(hud: WatchHud, from_menu: Option<Res<OpenedFromMenu>>) {
    let WatchHud { mut gui, panels, mut layout, playback, .. } = hud;
    if !panels.is_open("help") {
        return;
    }
    let Some(canvas) = gui.canvas("help line", false) else { return };
    let (hints, last) = hints(playback.paused, panels.any_panel_open(), from_menu.is_some());
    let gap = canvas.length(16.0);
    let width = |(key, text): &Hint| canvas.measure(key, SIZE).x + canvas.measure(text, SIZE).x + canvas.length(5.0);
    let line = fitting(hints, last, canvas.area.width() - canvas.length(24.0), gap, width);
    let height = canvas.measure("A", SIZE).y + canvas.length(6.0);
    let rect = Rect::from_min_max(pos2(canvas.area.left(), canvas.area.bottom() - height), canvas.area.max);
    canvas.painter.rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    let used = line.iter().map(|hint| width(hint) + gap).sum::<f32>() - gap;
    let mut x = rect.center().x - used * 0.5;
    for (key, text) in &line {
        let key = canvas.text(pos2(x, rect.center().y), Align2::LEFT_CENTER, key, SIZE, GOLD);
        let at = pos2(key.right() + canvas.length(5.0), rect.center().y);
        x = canvas.text(at, Align2::LEFT_CENTER, text, SIZE, FAINT).right() + gap;
    }
    layout.bottom = rect.height();
    layout.rects.push(rect);
}

/// The keys that matter now, the most important first, and the one that shows all.
fn hints(paused: bool, panel_open: bool, from_menu: bool) -> (Vec<Hint>, Hint) {
    let key = name_of;
    let panel = |panel: panels::Panel| panel.key.map_or_else(String::new, key_name);
    let mut hints = vec![(key(WatchAction::Pause), if paused { "Resume" } else { "Pause" })];
    if paused {
        hints.push((key(WatchAction::Step), "Step"));
        hints.push((key(WatchAction::StepBack), "Step back"));
        hints.push((panel(crate::client::tools::timeline::PANEL), "Timeline"));
    } else {
        hints.push((format!("{} {}", key(WatchAction::Slower), key(WatchAction::Faster)), "Speed"));
        hints.push((key(WatchAction::NextAgent), "Next agent"));
        hints.push((camera_keys(), "Camera"));
    }
    hints.push((panel(panels::LIST), "Panels"));
    let leave = match (panel_open, from_menu) {
        (true, _) => "Close panel",
        (false, true) => "Main menu",
        (false, false) => "Leave",
    };
    hints.push((key(WatchAction::Leave), leave));
    (hints, (panel(KEYS), "All keys"))
}

/// The keys of the cameras, from the first to the last.
fn camera_keys() -> String {
    let names: Vec<String> = CAMERAS.map(name_of).into();
    // Digits in a row are named by the first and the last.
    match names.as_slice() {
        [first, .., last] if names.iter().all(|name| name.parse::<u8>().is_ok()) => format!("{first}-{last}"),
        _ => names.join(" "),
    }
}

/// As many hints as fit into a width, and the last one always.
fn fitting(hints: Vec<Hint>, last: Hint, most: f32, gap: f32, width: impl Fn(&Hint) -> f32) -> Vec<Hint> {
    let mut used = width(&last);
    let mut line = Vec::new();
    for hint in hints {
        used += width(&hint) + gap;
        if used > most {
            break;
        }
        line.push(hint);
    }
    line.push(last);
    line
}

pub fn draw_key_list(mut cx: PanelContext) {
    cx.show(KEYS.id, |ui, cx| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.columns(2, |columns| {
                let [left, right] = columns else { return };
                let groups =
                    [("Playback", KeyGroup::Playback), ("Camera", KeyGroup::Camera), ("Match", KeyGroup::Match)];
                for (title, group) in groups {
                    heading(left, title);
                    WATCH_KEYS
                        .iter()
                        .filter(|row| row.group == group)
                        .for_each(|row| key_row(left, row.name(), row.text));
                }
                for (title, wanted) in PanelKind::SECTIONS {
                    heading(right, title);
                    for panel in cx.panels.all().iter().filter(|panel| wanted(panel.kind)) {
                        if let Some(key) = panel.key {
                            key_row(right, key_name(key), panel.title);
                        }
                    }
                }
            });
        });
    });
}

fn key_row(ui: &mut Ui, key: String, text: &'static str) {
    list_row(ui, (&key, text), |ui| {
        ui.label(text);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(faint(key.as_str())));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_line_names_about_six_keys_and_where_all_are_listed() {
        for (paused, panel_open) in [(false, false), (true, false), (false, true)] {
            let (hints, last) = hints(paused, panel_open, false);
            assert!((5..=7).contains(&hints.len()), "{hints:?}");
            assert_eq!(last, ("F1".to_owned(), "All keys"));
            assert!(hints.iter().all(|(key, text)| !key.is_empty() && !text.is_empty()), "{hints:?}");
        }
        assert!(hints(false, true, false).0.iter().any(|(key, text)| key == "Esc" && *text == "Close panel"));
    }

    #[test]
    fn a_narrow_window_keeps_the_first_hints_and_the_last() {
        let hint = |key: &str| (key.to_owned(), "text");
        let hints = ["A", "B", "C"].map(hint).to_vec();
        for (most, kept) in [(100.0, 4), (45.0, 3), (25.0, 2), (5.0, 1)] {
            let line = fitting(hints.clone(), hint("F1"), most, 2.0, |_| 10.0);
            assert_eq!(line.len(), kept, "{most} points");
            assert_eq!(line.last(), Some(&hint("F1")));
        }
    }
}
