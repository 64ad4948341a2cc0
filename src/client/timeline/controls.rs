//! The buttons of a timeline: to go about in time, to choose which events are marked, to note a moment and to keep it all.

use bevy_egui::egui::{Button, Key, RichText, TextEdit, Ui};

use super::{Timeline, bar::legend, kinds::MarkerKind};
use crate::{
    client::{
        playback::{Playback, SPEEDS},
        style::{FAINT, GOLD, GREEN, RED},
        text::format_clock,
    },
    lab::recording::MAX_BOOKMARK_CHARS,
};

/// What a person asks of a timeline, by button or by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineCommand {
    /// To the mark before.
    Last,
    /// To the mark after.
    Next,
    /// A tick back.
    Back,
    /// A tick on.
    On,
    /// To stop, or go on.
    Pause,
    /// To the beginning.
    Begin,
    /// To the newest moment.
    Newest,
    /// Slower, or faster.
    Pace(bool),
    /// To note the moment.
    Bookmark,
    /// To save the recording.
    Save,
}

/// Draws the buttons; returns what is asked for.
pub fn draw(ui: &mut Ui, timeline: &mut Timeline, playback: &Playback, scale: f32) -> Option<TimelineCommand> {
    let mut command = None;
    ui.horizontal(|ui| {
        for (sign, about, means) in [
            ("⏮", "to the beginning  Home", TimelineCommand::Begin),
            ("⏪", "to the event before  ;", TimelineCommand::Last),
            ("◀", "one tick back  B", TimelineCommand::Back),
            (if playback.paused { "⏵" } else { "⏸" }, "stop, go on  Space", TimelineCommand::Pause),
            ("▶", "one tick on  .", TimelineCommand::On),
            ("⏩", "to the event after  '", TimelineCommand::Next),
            ("⏭", "to the newest moment  End", TimelineCommand::Newest),
        ] {
            if ui.button(sign).on_hover_text(about).clicked() {
                command = Some(means);
            }
        }
        ui.add_space(4.0 * scale);
        time(ui, timeline, playback);
        ui.add_space(4.0 * scale);
        if ui.small_button("-").on_hover_text("slower  [").clicked() {
            command = Some(TimelineCommand::Pace(false));
        }
        ui.label(pace(playback.speed));
        if ui.small_button("+").on_hover_text("faster  ]").clicked() {
            command = Some(TimelineCommand::Pace(true));
        }
        ui.separator();
        kinds(ui, timeline, scale);
        ui.separator();
        if let Some(asked) = note(ui, timeline, scale) {
            command = Some(asked);
        }
        let save = Button::new("Save recording");
        if ui.add(save).on_hover_text("to a file, for quarry replay").clicked() {
            command = Some(TimelineCommand::Save);
        }
        if let Some((said, well)) = &timeline.said {
            ui.label(RichText::new(said).color(if *well { GREEN } else { RED })).on_hover_text(said);
        }
    });
    command
}

/// Where one is, and in what.
fn time(ui: &mut Ui, timeline: &Timeline, playback: &Playback) {
    let at = playback.seconds_at(playback.now.tick);
    let tenths = (at.fract() * 10.0) as u32;
    let (_, last) = playback.span();
    ui.label(RichText::new(format!("{}.{tenths}", format_clock(at))).strong());
    ui.label(RichText::new(format!("of {}", format_clock(playback.seconds_at(last)))).color(FAINT));
    let (word, colour) = match (&timeline.replayed, playback.recorded()) {
        (_, None) if playback.is_newest() => ("live".to_owned(), GREEN),
        (_, None) => (format!("{} ago", format_clock(playback.seconds_at(last - playback.now.tick.min(last)))), GOLD),
        (None, Some(recording)) => {
            let share = playback.played_until() * 100 / recording.header.ticks.max(1);
            (format!("replay, {share} % played again"), if playback.is_preview() { GOLD } else { FAINT })
        }
        (Some(Ok(true)), _) => ("replay, the same match".to_owned(), GREEN),
        (Some(Ok(false)), _) => ("replay, another match than was recorded".to_owned(), RED),
        (Some(Err(why)), _) => (format!("replay: {why}"), RED),
    };
    ui.label(RichText::new(word).color(colour));
}

/// Which kinds of events are marked.
fn kinds(ui: &mut Ui, timeline: &mut Timeline, scale: f32) {
    ui.menu_button(format!("Events: {} of {}", timeline.shown.len(), MarkerKind::ALL.len()), |ui| {
        for kind in MarkerKind::ALL {
            ui.horizontal(|ui| {
                let mut on = timeline.shown.contains(&kind);
                legend(ui, kind, scale);
                if ui.checkbox(&mut on, kind.title()).changed() {
                    if on {
                        timeline.shown.insert(kind);
                    } else {
                        timeline.shown.remove(&kind);
                    }
                }
            });
        }
        ui.horizontal(|ui| {
            if ui.small_button("all").clicked() {
                timeline.shown.extend(MarkerKind::ALL);
            }
            if ui.small_button("none").clicked() {
                timeline.shown.clear();
            }
        });
    });
}

/// A note being written, or the button to begin one.
fn note(ui: &mut Ui, timeline: &mut Timeline, scale: f32) -> Option<TimelineCommand> {
    let Some(draft) = &mut timeline.draft else {
        return ui
            .button("Bookmark")
            .on_hover_text("mark this moment  \\")
            .clicked()
            .then_some(TimelineCommand::Bookmark);
    };
    let field = TextEdit::singleline(&mut draft.text)
        .hint_text("what is it about this moment?")
        .char_limit(MAX_BOOKMARK_CHARS)
        .desired_width(190.0 * scale);
    let response = ui.add(field);
    if !draft.begun {
        draft.begun = true;
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let given_up = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if entered || ui.small_button("add").clicked() {
        timeline.add_note();
    } else if given_up {
        timeline.draft = None;
    }
    None
}

/// A speed in words.
fn pace(speed: f32) -> String {
    if speed >= 1.0 { format!("{speed:.0}x") } else { format!("1/{:.0}x", 1.0 / speed) }
}

/// The next speed up or down.
pub fn other_speed(speed: f32, faster: bool) -> f32 {
    let next = if faster {
        SPEEDS.iter().find(|one| **one > speed * 1.01)
    } else {
        SPEEDS.iter().rev().find(|one| **one < speed * 0.99)
    };
    next.copied().unwrap_or(speed)
}
