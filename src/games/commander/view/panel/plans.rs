//! The page Plans: the strategist's goal and plan, the orders to its staff, and the build order.

use bevy_egui::egui::{Color32, RichText, Ui};
use quarry_minds::{StepPhase, protocol::OrderStatus};

use super::read::{CommandRow, GoalRow, OrderRow, SideReport, StrategistView};
use crate::client::tools::panels::theme::{faint, heading};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, format_clock};

/// So many commands that are done are shown above the next one.
const PAST: usize = 4;

/// Draws the column of a side.
pub fn draw(ui: &mut Ui, report: &SideReport) {
    heading(ui, "Strategist");
    lead(ui, &report.lead);
    if !report.orders.is_empty() {
        heading(ui, "Orders");
        report.orders.iter().for_each(|row| order(ui, row));
    }
    ui.label(faint(&report.army));
    heading(ui, "Build goal");
    match &report.goal {
        Some(row) => goal(ui, row),
        None => drop(ui.label(faint("None: workers and supply are made as needed."))),
    }
    if !report.commands.is_empty() {
        heading(ui, "Build order");
        commands(ui, &report.commands);
    }
}

fn lead(ui: &mut Ui, lead: &StrategistView) {
    match lead {
        StrategistView::Person => drop(ui.label("A person commands this side.")),
        StrategistView::Unknown => drop(ui.label(faint("Nothing is known of this mind at this moment."))),
        StrategistView::Script { step, of } => {
            ui.label(format!("Follows a script: step {} of {of}", (step + 1).min(*of)));
        }
        StrategistView::Strategist { goal, why, steps } => {
            ui.label(RichText::new(goal).color(GOLD).strong());
            if let Some(why) = why {
                ui.label(RichText::new(why).small().color(FAINT));
            }
            for (number, (phase, words)) in steps.iter().enumerate() {
                let (word, colour) = match phase {
                    StepPhase::Done => ("done", GREEN),
                    StepPhase::Running => ("now", GOLD),
                    StepPhase::Pending => ("then", FAINT),
                };
                ui.horizontal_wrapped(|ui| {
                    ui.label(faint(format!("{}.", number + 1)));
                    ui.label(RichText::new(word).color(colour).strong());
                    ui.label(RichText::new(words).color(if *phase == StepPhase::Done { FAINT } else { INK }));
                });
            }
        }
    }
}

/// Draws the order of a receiver.
pub fn order(ui: &mut Ui, row: &OrderRow) {
    ui.horizontal_wrapped(|ui| {
        ui.label(faint(row.to));
        let Some(what) = &row.what else {
            ui.label(faint("no order yet"));
            return;
        };
        ui.label(what);
        ui.label(RichText::new(row.status.describe()).small().color(status_colour(row.status)));
    });
}

fn status_colour(status: OrderStatus) -> Color32 {
    match status {
        OrderStatus::Spoken | OrderStatus::Heard => FAINT,
        OrderStatus::Pursued => GOLD,
        OrderStatus::Done => GREEN,
        OrderStatus::Failed(_) => RED,
    }
}

fn goal(ui: &mut Ui, row: &GoalRow) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&row.name).color(GOLD));
        let predicted =
            row.predicted.map_or_else(|| "not planned yet".to_owned(), |all| format!("{all:.0} s predicted"));
        ui.label(faint(format!("{:.0} s so far, {predicted}", row.since)));
    });
    for (what, stand, wanted) in &row.wants {
        let colour = if stand >= wanted { GREEN } else { INK };
        ui.label(RichText::new(format!("{what}: {stand} of {wanted}")).color(colour));
    }
    let plans = if row.plans > 1 { format!("planned {} times", row.plans) } else { String::new() };
    let search = if row.searching { "searching for a better one" } else { "" };
    let words: Vec<&str> = [plans.as_str(), search].into_iter().filter(|words| !words.is_empty()).collect();
    if !words.is_empty() {
        ui.label(RichText::new(words.join(", ")).small().color(FAINT));
    }
}

/// The commands from a few before the next one on.
fn commands(ui: &mut Ui, rows: &[CommandRow]) {
    let next = rows.iter().position(|row| row.next).unwrap_or(rows.len());
    let first = next.saturating_sub(PAST);
    if first > 0 {
        ui.label(RichText::new(format!("{first} more are done")).small().color(FAINT));
    }
    for row in rows.iter().skip(first) {
        let (mark, colour) = match (row.done, row.next) {
            (true, _) => ("done", GREEN),
            (_, true) => ("next", GOLD),
            _ => ("", FAINT),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(format_clock(row.starts)).small().color(FAINT));
            ui.label(RichText::new(&row.what).color(if row.done { FAINT } else { INK }));
            ui.label(RichText::new(mark).small().color(colour));
        });
    }
}
