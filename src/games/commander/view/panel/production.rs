//! The page Production: what a side has ordered, builds and trains, and which of its buildings are idle.

use bevy_egui::egui::{Color32, ProgressBar, RichText, Ui};

use super::read::{SideReport, WorkRow};
use crate::client::tools::panels::theme::{AMBER, faint, heading};
use crate::client::ui::{FAINT, GOLD, GREEN};

/// Draws the column of a side.
pub fn draw(ui: &mut Ui, report: &SideReport) {
    heading(ui, "Ordered and paid for");
    none(ui, report.ordered.is_empty());
    for (what, builder) in &report.ordered {
        ui.horizontal_wrapped(|ui| {
            ui.label(what);
            let (words, colour) = if *builder { ("builder on its way", FAINT) } else { ("no builder is free", AMBER) };
            ui.label(RichText::new(words).small().color(colour));
        });
    }
    heading(ui, "Under construction");
    none(ui, report.constructions.is_empty());
    report.constructions.iter().for_each(|row| work(ui, row, AMBER));
    heading(ui, "In training");
    none(ui, report.training.is_empty());
    report.training.iter().for_each(|row| work(ui, row, GREEN));
    heading(ui, "Idle buildings");
    none(ui, report.idle.is_empty());
    for (what, number) in &report.idle {
        ui.label(RichText::new(format!("{number} {what}")).color(GOLD));
    }
}

fn none(ui: &mut Ui, empty: bool) {
    if empty {
        ui.label(faint("none"));
    }
}

fn work(ui: &mut Ui, row: &WorkRow, colour: Color32) {
    ui.horizontal(|ui| {
        let width = ui.spacing().slider_width * 0.6;
        // egui draws a bar of 0 as a dot.
        let fill = if row.share > 0.0 { colour.gamma_multiply(0.55) } else { Color32::TRANSPARENT };
        ui.add(ProgressBar::new(row.share).desired_width(width).desired_height(9.0).fill(fill));
        ui.label(&row.what);
        ui.label(RichText::new(format!("{:.0} s", row.left.max(0.0))).small().color(FAINT));
    });
}
