//! The page of a utility table: the options by score, each with its considerations and their curves.

use bevy_egui::egui::{CollapsingHeader, Grid, ProgressBar, RichText, Ui};
use quarry_minds::{OptionSnapshot, UtilitySnapshot};

use super::{super::MindPage, curve};
use crate::client::tools::panels::theme::faint;
use crate::client::ui::{FAINT, GOLD, INK, RED, humanize};

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
    let target = option.target.map_or_else(String::new, |target| format!(": {}", page.name(target)));
    ui.horizontal(|ui| {
        ui.add(
            ProgressBar::new((option.score / most).clamp(0.0, 1.0))
                .desired_width(56.0)
                .desired_height(9.0)
                .fill(ink.gamma_multiply(0.55)),
        );
        let score = if option.unavailable.is_some() { "-".to_owned() } else { format!("{:.3}", option.score) };
        ui.label(RichText::new(score).small().color(ink));
        let title = RichText::new(format!("{}{target}", humanize(option.name))).color(ink);
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
    let title = RichText::new(format!("weight {}", option.weight)).small().color(FAINT);
    CollapsingHeader::new(title).id_salt(("option", option.name.as_str(), open)).default_open(open).show(ui, |ui| {
        Grid::new(("considerations", option.name.as_str())).num_columns(3).show(ui, |ui| {
            let nothing = Vec::new();
            let curves = option.curves.iter().chain(std::iter::repeat(&nothing));
            for (consideration, points) in option.considerations.iter().zip(curves) {
                match consideration.evaluated {
                    Some((value, factor)) => {
                        let colour = if factor <= 0.0 { RED } else { INK };
                        ui.label(RichText::new(format!("× {factor:.2}")).small().color(colour));
                        curve::draw(ui, points, value);
                        let value = consideration.describe_value(value);
                        ui.label(RichText::new(format!("{} = {value}", consideration.input)).small());
                    }
                    None => {
                        ui.label(RichText::new("× ?").small().color(FAINT));
                        ui.label("");
                        ui.label(RichText::new(format!("{}, not evaluated", consideration.input)).small().color(FAINT));
                    }
                }
                ui.end_row();
            }
        });
    });
}
