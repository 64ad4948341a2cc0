//! The memory page: facts, hypotheses, reservations and orders. The state page: the facts as the planner last read them.

use bevy_egui::egui::{Grid, ProgressBar, RichText, Ui};
use quarry_minds::{FactSnapshot, FactValue, describe_source, protocol::Subject};

use super::MindPage;
use crate::client::session::room_name;
use crate::client::tools::panels::theme::{column_titles, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, INK, counted, humanize};

pub(super) fn draw(ui: &mut Ui, page: &MindPage) {
    let snapshot = page.snapshot;
    ui.label(faint(format!("{}, newest first", counted(snapshot.facts.len(), "fact"))));
    Grid::new("facts").striped(true).num_columns(5).max_col_width(150.0).spacing([8.0, 2.0]).show(ui, |ui| {
        column_titles(ui, &["subject", "state", "confidence", "age", "source"]);
        snapshot.facts.iter().for_each(|fact| row(ui, page, fact));
    });
    if !snapshot.hypotheses.is_empty() {
        heading(ui, "Hypotheses").on_hover_text("where a lost agent may be, most likely first");
        for (rank, hypothesis) in snapshot.hypotheses.iter().enumerate() {
            let room = room_name(page.setup, hypothesis.position);
            let (name, likelihood) = (page.name(hypothesis.of), hypothesis.weight * 100.0);
            let inside = if hypothesis.inside { ", inside of something" } else { "" };
            ui.label(format!("{}. {name}: {likelihood:.0} %, {room}{inside}", rank + 1));
        }
    }
    if !snapshot.reservations.is_empty() {
        heading(ui, "Reservations");
        for reservation in &snapshot.reservations {
            let by = page.name(Subject::Agent(reservation.by));
            ui.label(format!("{}: {by}, {:.0} s left", page.name(reservation.subject), reservation.left));
        }
    }
    if snapshot.held_order.is_some() || !snapshot.given_orders.is_empty() {
        heading(ui, "Orders");
    }
    if let Some(held) = &snapshot.held_order {
        let (what, by) = (humanize(held.request.what), page.name(Subject::Agent(held.by)));
        ui.label(format!("holds {what} from {by}: {}", held.status.describe()));
    }
    for given in &snapshot.given_orders {
        let (what, to) = (humanize(given.request.what), page.name(Subject::Agent(given.request.to)));
        ui.label(format!("gave {what} to {to}: {}", given.status.describe()));
    }
}

fn row(ui: &mut Ui, page: &MindPage, fact: &FactSnapshot) {
    let kind = humanize(fact.kind);
    let name = match fact.subject {
        // The name of a thing begins with its kind.
        Subject::Thing(_) => page.name(fact.subject),
        Subject::Unknown(_) => format!("{kind}?"),
        _ => format!("{} ({kind})", page.name(fact.subject)),
    };
    let mut details = vec![
        format!("{} at ({:.1}, {:.1}), {}", page.name(fact.subject), fact.place.x, fact.place.z, humanize(fact.room)),
        format!("position error at most {:.1} m", fact.error),
    ];
    if fact.amount != 0.0 {
        details.push(format!("amount {:.2}", fact.amount));
    }
    details.extend(fact.checked.map(|ago| format!("checked {ago:.0} s ago")));
    if fact.cooldown_left > 0.0 {
        details.push(format!("on cooldown for {:.0} s after a failure", fact.cooldown_left));
    }
    let colour = if fact.in_sight { GOLD } else { INK };
    ui.label(small(name, colour)).on_hover_text(details.join("\n"));
    ui.label(RichText::new(humanize(fact.state)).small());
    let bar = ProgressBar::new(fact.confidence).desired_width(54.0).desired_height(10.0);
    ui.add(bar.text(RichText::new(format!("{:.0} %", fact.confidence * 100.0)).small()));
    let age = if fact.in_sight { "now".to_owned() } else { format!("{:.0} s", fact.age) };
    ui.label(RichText::new(age).small());
    let told = fact.teller.map_or_else(String::new, |teller| format!(" by {}", page.name(Subject::Agent(teller))));
    ui.label(small(format!("{}{told}", describe_source(fact.source)), FAINT));
    ui.end_row();
}

/// The world state that the planner last read, and the readings of the agent's body.
pub(super) fn draw_state(ui: &mut Ui, page: &MindPage) {
    ui.label(faint("World state at the last planning"));
    Grid::new("world state").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for entry in &page.snapshot.planner_facts {
            ui.label(humanize(entry.fact));
            let colour = match entry.value {
                FactValue::Flag(false) | FactValue::Nothing => FAINT,
                _ => GOLD,
            };
            ui.label(RichText::new(entry.value.describe(&|subject| page.name(subject))).color(colour));
            ui.end_row();
        }
    });
    heading(ui, "Readings").on_hover_text("measured on the agent's body, or announced to every agent");
    Grid::new("readings").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in &page.snapshot.readings {
            ui.label(humanize(*name));
            ui.label(format!("{}", (value * 100.0).round() / 100.0));
            ui.end_row();
        }
    });
}
