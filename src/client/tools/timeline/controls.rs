//! The controls of the timeline: playback buttons, speed, which events have markers, bookmarks and saving.

use bevy_egui::egui::{Button, Key, RichText, TextEdit, Ui};

use super::{Timeline, bar::legend};
use crate::client::input::watch_keys::{WatchAction, name_of};
use crate::client::session::Playback;
use crate::client::tools::panels::theme::faint;
use crate::client::ui::{FAINT, GOLD, GREEN, RED, format_clock, format_speed};
use crate::lab::recording::MAX_BOOKMARK_CHARS;

/// Draws the controls; returns what the button does that was clicked.
pub fn draw(ui: &mut Ui, timeline: &mut Timeline, playback: &Playback, scale: f32) -> Option<WatchAction> {
    let mut action = None;
    ui.horizontal(|ui| {
        let pause = if playback.paused { ("⏵", "Resume") } else { ("⏸", "Pause") };
        for (sign, tip, means) in [
            ("⏮", "Go to start", WatchAction::Start),
            ("⏪", "Previous event", WatchAction::PreviousEvent),
            ("◀", "Step back one tick", WatchAction::StepBack),
            (pause.0, pause.1, WatchAction::Pause),
            ("▶", "Step forward one tick", WatchAction::Step),
            ("⏩", "Next event", WatchAction::NextEvent),
            ("⏭", "Go to the newest moment", WatchAction::Latest),
        ] {
            if ui.button(sign).on_hover_text(with_key(tip, means)).clicked() {
                action = Some(means);
            }
        }
        ui.add_space(4.0 * scale);
        time(ui, playback);
        ui.add_space(4.0 * scale);
        if ui.small_button("-").on_hover_text(with_key("Slower", WatchAction::Slower)).clicked() {
            action = Some(WatchAction::Slower);
        }
        ui.label(format_speed(playback.speed));
        if ui.small_button("+").on_hover_text(with_key("Faster", WatchAction::Faster)).clicked() {
            action = Some(WatchAction::Faster);
        }
        ui.separator();
        kinds(ui, timeline, scale);
        ui.separator();
        action = bookmark(ui, timeline, scale).or(action);
        let save = Button::new("Save recording");
        if ui.add(save).on_hover_text("Save the match so far to a file for `quarry replay`").clicked() {
            timeline.save_message = Some(match timeline.save(playback) {
                Ok(path) => (format!("saved: {}", path.display()), true),
                Err(error) => (error, false),
            });
        }
        if let Some((message, ok)) = &timeline.save_message {
            ui.label(RichText::new(message).color(if *ok { GREEN } else { RED })).on_hover_text(message);
        }
    });
    action
}

/// What a button does, with the key that does the same.
fn with_key(tip: &str, action: WatchAction) -> String {
    format!("{tip} ({})", name_of(action))
}

/// The time shown, the length, and whether this is live or a recording.
fn time(ui: &mut Ui, playback: &Playback) {
    let at = playback.seconds_at(playback.now.tick);
    let tenths = (at.fract() * 10.0) as u32;
    let (_, last) = playback.span();
    ui.label(RichText::new(format!("{}.{tenths}", format_clock(at))).strong());
    ui.label(faint(format!("of {}", format_clock(playback.seconds_at(last)))));
    let (word, colour) = match (playback.recorded(), playback.replay_outcome()) {
        (None, _) if playback.is_newest() => ("live".to_owned(), GREEN),
        (None, _) => (format!("{} ago", format_clock(playback.seconds_at(last - playback.now.tick.min(last)))), GOLD),
        (Some(recording), None) => {
            let percent = u64::from(playback.played_until()) * 100 / u64::from(recording.header.ticks.max(1));
            (format!("recording, {percent} % loaded"), if playback.sought().is_some() { GOLD } else { FAINT })
        }
        (Some(_), Some(Ok(true))) => ("recording, verified".to_owned(), GREEN),
        (Some(_), Some(Ok(false))) => ("recording: this is not the match that was recorded".to_owned(), RED),
        (Some(_), Some(Err(why))) => (format!("recording: {why}"), RED),
    };
    ui.label(RichText::new(word).color(colour));
}

/// The menu of the kinds of events that have markers.
fn kinds(ui: &mut Ui, timeline: &mut Timeline, scale: f32) {
    let shown = timeline.kinds.iter().filter(|kind| timeline.shows(kind.name)).count();
    ui.menu_button(format!("Events: {shown} of {}", timeline.kinds.len()), |ui| {
        for kind in timeline.kinds.clone() {
            ui.horizontal(|ui| {
                let mut on = timeline.shows(kind.name);
                legend(ui, kind, scale);
                if ui.checkbox(&mut on, kind.title).changed() {
                    timeline.chosen.insert(kind.name, on);
                }
            });
        }
        ui.horizontal(|ui| {
            for (text, on) in [("All", true), ("None", false)] {
                if ui.small_button(text).clicked() {
                    timeline.chosen.extend(timeline.kinds.iter().map(|kind| (kind.name, on)));
                }
            }
        });
    });
}

/// A note being written, or the button to begin one.
fn bookmark(ui: &mut Ui, timeline: &mut Timeline, scale: f32) -> Option<WatchAction> {
    let Some(draft) = &mut timeline.draft else {
        let button = ui.button("Bookmark").on_hover_text("Bookmark this moment (\\)");
        return button.clicked().then_some(WatchAction::Bookmark);
    };
    let field = TextEdit::singleline(&mut draft.text)
        .hint_text("note (optional)")
        .char_limit(MAX_BOOKMARK_CHARS)
        .desired_width(190.0 * scale);
    let response = ui.add(field);
    if !draft.focused {
        draft.focused = true;
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let cancelled = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if entered || ui.small_button("Add").clicked() {
        timeline.add_bookmark();
    } else if cancelled {
        timeline.draft = None;
    }
    None
}
