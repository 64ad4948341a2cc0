//! The buttons of a timeline: to go about in time, to choose which events are marked, to note a moment and to keep it all.

use bevy_egui::egui::{Button, Key, RichText, TextEdit, Ui};

use super::{Timeline, bar::legend, kinds::Kind};
use crate::{
    client::{
        show::{SPEEDS, Show},
        style::{FAINT, GOLD, GREEN, RED},
        words::clock,
    },
    lab::recording::LONGEST_NOTE,
};

/// What a person asks of a timeline, by button or by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
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
    Note,
    /// To save the recording.
    Save,
}

/// Draws the buttons; returns what is asked for.
pub fn draw(ui: &mut Ui, timeline: &mut Timeline, show: &Show, scale: f32) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        for (sign, about, means) in [
            ("⏮", "to the beginning  Home", Wish::Begin),
            ("⏪", "to the event before  ;", Wish::Last),
            ("◀", "one tick back  B", Wish::Back),
            (if show.paused { "⏵" } else { "⏸" }, "stop, go on  Space", Wish::Pause),
            ("▶", "one tick on  .", Wish::On),
            ("⏩", "to the event after  '", Wish::Next),
            ("⏭", "to the newest moment  End", Wish::Newest),
        ] {
            if ui.button(sign).on_hover_text(about).clicked() {
                wish = Some(means);
            }
        }
        ui.add_space(4.0 * scale);
        time(ui, timeline, show);
        ui.add_space(4.0 * scale);
        if ui.small_button("-").on_hover_text("slower  [").clicked() {
            wish = Some(Wish::Pace(false));
        }
        ui.label(pace(show.speed));
        if ui.small_button("+").on_hover_text("faster  ]").clicked() {
            wish = Some(Wish::Pace(true));
        }
        ui.separator();
        kinds(ui, timeline, scale);
        ui.separator();
        if let Some(asked) = note(ui, timeline, scale) {
            wish = Some(asked);
        }
        let save = Button::new("Save recording");
        if ui.add(save).on_hover_text("to a file, for quarry replay").clicked() {
            wish = Some(Wish::Save);
        }
        if let Some((said, well)) = &timeline.said {
            ui.label(RichText::new(said).color(if *well { GREEN } else { RED })).on_hover_text(said);
        }
    });
    wish
}

/// Where one is, and in what.
fn time(ui: &mut Ui, timeline: &Timeline, show: &Show) {
    let at = show.seconds_at(show.now.tick);
    let tenths = (at.fract() * 10.0) as u32;
    let (_, last) = show.span();
    ui.label(RichText::new(format!("{}.{tenths}", clock(at))).strong());
    ui.label(RichText::new(format!("of {}", clock(show.seconds_at(last)))).color(FAINT));
    let (word, colour) = match (&timeline.replayed, show.recorded()) {
        (_, None) if show.is_newest() => ("live".to_owned(), GREEN),
        (_, None) => (format!("{} ago", clock(show.seconds_at(last - show.now.tick.min(last)))), GOLD),
        (None, Some(recording)) => {
            let share = show.played_until() * 100 / recording.head.ticks.max(1);
            (format!("replay, {share} % played again"), if show.is_rough() { GOLD } else { FAINT })
        }
        (Some(Ok(true)), _) => ("replay, the same match".to_owned(), GREEN),
        (Some(Ok(false)), _) => ("replay, another match than was recorded".to_owned(), RED),
        (Some(Err(why)), _) => (format!("replay: {why}"), RED),
    };
    ui.label(RichText::new(word).color(colour));
}

/// Which kinds of events are marked.
fn kinds(ui: &mut Ui, timeline: &mut Timeline, scale: f32) {
    ui.menu_button(format!("Events: {} of {}", timeline.shown.len(), Kind::ALL.len()), |ui| {
        for kind in Kind::ALL {
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
                timeline.shown.extend(Kind::ALL);
            }
            if ui.small_button("none").clicked() {
                timeline.shown.clear();
            }
        });
    });
}

/// A note being written, or the button to begin one.
fn note(ui: &mut Ui, timeline: &mut Timeline, scale: f32) -> Option<Wish> {
    let Some(draft) = &mut timeline.draft else {
        return ui.button("Note").on_hover_text("mark this moment  \\").clicked().then_some(Wish::Note);
    };
    let field = TextEdit::singleline(&mut draft.text)
        .hint_text("what is it about this moment?")
        .char_limit(LONGEST_NOTE)
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
