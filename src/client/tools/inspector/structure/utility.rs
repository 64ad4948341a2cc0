//! The page of a utility table: the options by score, each with its considerations and their curves.

use bevy_egui::egui::{CollapsingHeader, Grid, ProgressBar, RichText, Ui};
use quarry_minds::{ConsiderationSnapshot, OptionSnapshot, UtilitySnapshot};

use super::{super::MindPage, curve};
use crate::client::tools::panels::theme::{faint, small};
use crate::client::ui::{FAINT, GOLD, INK, RED};

/// The part of the panel that the column of inputs may take.
const WIDEST_COLUMN: f32 = 0.6;

pub(super) fn draw(ui: &mut Ui, page: &MindPage, table: &UtilitySnapshot) {
    ui.label(faint(format!(
        "Score: {}; × {} for the running option, × {} for the same goal",
        table.combination, table.momentum, table.goal_momentum
    )));
    let most = table.options.iter().map(|option| option.score).fold(f32::EPSILON, f32::max);
    for option in &table.options {
        draw_option(ui, page, option, most);
    }
}

fn draw_option(ui: &mut Ui, page: &MindPage, option: &OptionSnapshot, most: f32) {
    let ink = match (option.active, option.unavailable) {
        (true, _) => GOLD,
        (false, None) => INK,
        (false, Some(_)) => FAINT,
    };
    ui.horizontal(|ui| {
        ui.add(
            ProgressBar::new((option.score / most).clamp(0.0, 1.0))
                .desired_width(56.0)
                .desired_height(9.0)
                .fill(ink.gamma_multiply(0.55)),
        );
        let score = if option.unavailable.is_some() { "-".to_owned() } else { format!("{:.3}", option.score) };
        ui.label(small(score, ink));
        let title = RichText::new(page.action(option.name, option.target)).color(ink);
        ui.label(if option.active { title.strong() } else { title });
        if option.has_momentum {
            ui.label(faint("momentum"));
        }
        if let Some(why) = option.unavailable {
            ui.label(faint(why));
        }
    });
    if option.unavailable.is_some() || option.considerations.is_empty() {
        return;
    }
    let open = option.active;
    let title = small(format!("weight {}", option.weight), FAINT);
    CollapsingHeader::new(title).id_salt(("option", option.name.as_str(), open)).default_open(open).show(ui, |ui| {
        // Long inputs wrap, so that they do not widen the panel.
        let widest = ui.available_width() * WIDEST_COLUMN;
        Grid::new(("considerations", option.name.as_str())).num_columns(3).max_col_width(widest).show(ui, |ui| {
            let curves = option.curves.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
            for (consideration, points) in option.considerations.iter().zip(curves) {
                draw_consideration(ui, consideration, Some(points));
            }
        });
    });
}

/// A row of a grid: the factor of a consideration, its curve if there are points, and its input.
pub(in crate::client::tools::inspector) fn draw_consideration(
    ui: &mut Ui,
    consideration: &ConsiderationSnapshot,
    points: Option<&[(f32, f32)]>,
) {
    let input = consideration.input;
    let (factor, text, ink) = match consideration.evaluated {
        Some((value, factor)) => {
            let text = RichText::new(format!("{input} = {}", consideration.describe_value(value)));
            (format!("× {factor:.2}"), text, if factor <= 0.0 { RED } else { INK })
        }
        None => ("× ?".to_owned(), faint(format!("{input}, not evaluated")), FAINT),
    };
    ui.label(small(factor, ink));
    match (points, consideration.evaluated) {
        (Some(points), Some((value, _))) => curve::draw(ui, points, value),
        (Some(_), None) => drop(ui.label("")),
        (None, _) => {}
    }
    ui.label(text.small());
    ui.end_row();
}
