//! What is remembered: facts with how sure, how old and from where; guesses, reservations; and what the planner is told.

use bevy_egui::egui::{Grid, ProgressBar, RichText, Ui};

use super::MindPage;
use crate::{
    client::{
        panels::theme::{faint, heading},
        style::{FAINT, GOLD, INK},
        text::humanize,
    },
    mind::{FactSnapshot, FactValue, describe_source},
    protocol::Subject,
};

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage) {
    let account = sheet.account;
    ui.label(faint(format!("{} facts, the freshest first", account.facts.len())));
    Grid::new("facts").striped(true).num_columns(5).max_col_width(150.0).spacing([8.0, 2.0]).show(ui, |ui| {
        for title in ["what", "state", "sure", "age", "how"] {
            ui.label(RichText::new(title).small().color(FAINT));
        }
        ui.end_row();
        for known in &account.facts {
            row(ui, sheet, known);
        }
    });
    if !account.hypotheses.is_empty() {
        heading(ui, "Where somebody lost may be");
        for (rank, guess) in account.hypotheses.iter().enumerate() {
            let room = crate::client::text::room_name(sheet.setup, guess.position);
            let text = format!("{}. {}: {:.0} %, {room}", rank + 1, sheet.name(guess.of), guess.weight * 100.0);
            ui.label(text);
        }
    }
    if !account.reservations.is_empty() {
        heading(ui, "Spoken for");
        for claim in &account.reservations {
            let by = if claim.by == account.agent { "itself".to_owned() } else { sheet.name(Subject::Agent(claim.by)) };
            ui.label(format!("{} by {by}, for {:.0} s more", sheet.name(claim.subject), claim.left));
        }
    }
}

fn row(ui: &mut Ui, sheet: &MindPage, known: &FactSnapshot) {
    let kind = humanize(known.kind);
    let name = match known.subject {
        // A thing's name begins with its kind.
        Subject::Thing(_) => sheet.name(known.subject),
        Subject::Unknown(_) => format!("{kind}?"),
        _ => format!("{} ({kind})", sheet.name(known.subject)),
    };
    let detail = format!(
        "{} at ({:.1}, {:.1}), {}; off by at most {:.1} m{}{}{}",
        sheet.name(known.subject),
        known.place.x,
        known.place.z,
        known.room,
        known.error,
        if known.amount != 0.0 { format!("; amount {:.2}", known.amount) } else { String::new() },
        known.checked.map_or_else(String::new, |ago| format!("; looked into {ago:.0} s ago")),
        if known.cooldown_left > 0.0 {
            format!("; tried in vain, left alone {:.0} s more", known.cooldown_left)
        } else {
            String::new()
        },
    );
    let colour = if known.in_sight { GOLD } else { INK };
    ui.label(RichText::new(name).small().color(colour)).on_hover_text(detail);
    ui.label(RichText::new(humanize(known.state)).small());
    let bar = ProgressBar::new(known.confidence).desired_width(44.0).desired_height(10.0);
    ui.add(bar.text(RichText::new(format!("{:.0}", known.confidence * 100.0)).small()));
    let age = if known.in_sight { "now".to_owned() } else { format!("{:.0} s", known.age) };
    ui.label(RichText::new(age).small());
    let told = known.teller.map_or_else(String::new, |teller| format!(" by {}", sheet.name(Subject::Agent(teller))));
    ui.label(RichText::new(format!("{}{told}", describe_source(known.source))).small().color(FAINT));
    ui.end_row();
}

/// What the planner was last told, and the readings of the own body.
pub(super) fn draw_beliefs(ui: &mut Ui, sheet: &MindPage) {
    ui.label(faint("What the planner was last told"));
    Grid::new("beliefs").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for belief in &sheet.account.planner_facts {
            ui.label(humanize(belief.fact));
            let colour = match belief.value {
                FactValue::Flag(false) | FactValue::Nothing => FAINT,
                _ => GOLD,
            };
            ui.label(RichText::new(belief.value.describe(&|subject| sheet.name(subject))).color(colour));
            ui.end_row();
        }
    });
    heading(ui, "Readings of the body, and what is announced");
    Grid::new("readings").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in &sheet.account.readings {
            ui.label(humanize(*name));
            ui.label(format!("{}", (value * 100.0).round() / 100.0));
            ui.end_row();
        }
    });
}
