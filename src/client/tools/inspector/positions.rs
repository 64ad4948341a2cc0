//! The positions page: the last comparison of places for cover, for a look or for a shot, with every factor of every score.

use bevy_egui::egui::{Color32, Grid, RichText, Ui};
use quarry_minds::positions::{CandidateStatus, PositionCandidate, PositionEvaluation};
use quarry_minds::protocol::Subject;

use super::MindPage;
use crate::client::session::room_name;
use crate::client::tools::panels::theme::{column_titles, faint, small};
use crate::client::ui::{FAINT, GOLD, INK, RED, humanize};

pub(super) fn draw(ui: &mut Ui, page: &MindPage) {
    let Some(evaluation) = &page.snapshot.positions else {
        ui.label(faint("No positions have been compared up to this moment."));
        return;
    };
    let threats = evaluation.threats.len();
    let target = if evaluation.target.is_some() { ", with a target" } else { "" };
    let (behaviour, at) = (humanize(evaluation.behaviour), page.clock(evaluation.tick));
    ui.label(faint(format!(
        "{behaviour} at {at}: {threats} threats{target}. Each factor is its value times its weight."
    )));
    let factors: Vec<_> = evaluation.factors().collect();
    Grid::new("positions").striped(true).num_columns(factors.len() + 3).spacing([8.0, 2.0]).show(ui, |ui| {
        ui.label(small("place", FAINT));
        for factor in &factors {
            let weight = evaluation.weights[*factor];
            let title = ui.label(small(factor.name(), FAINT));
            title.on_hover_text(format!("{}; weight {weight}", factor.meaning()));
        }
        column_titles(ui, &["score", "status"]);
        for candidate in &evaluation.candidates {
            row(ui, page, evaluation, candidate);
        }
    });
    if evaluation.candidates.is_empty() {
        ui.label(faint("No place is near enough and far enough from the threats."));
    }
    ui.add_space(4.0);
    ui.label(faint("0 draws these places into the level."));
}

fn row(ui: &mut Ui, page: &MindPage, evaluation: &PositionEvaluation, candidate: &PositionCandidate) {
    let colour = status_colour(candidate.status);
    let at = candidate.position;
    let name = ui.label(small(format!("{:.1}, {:.1}", at.x, at.z), colour));
    name.on_hover_text(room_name(page.setup, at));
    for factor in evaluation.factors() {
        let value = ui.label(RichText::new(format!("{:+.1}", candidate.weighted[factor])).small());
        value.on_hover_text(format!("{:.2} × {}", candidate.values[factor], evaluation.weights[factor]));
    }
    ui.label(small(format!("{:.1}", candidate.sum), colour));
    let status = match candidate.status {
        CandidateStatus::Taken(by) => format!("taken by {}", page.name(Subject::Agent(by))),
        other => other.describe().to_owned(),
    };
    ui.label(small(status, colour));
    ui.end_row();
}

fn status_colour(status: CandidateStatus) -> Color32 {
    match status {
        CandidateStatus::Chosen => GOLD,
        CandidateStatus::Outscored => INK,
        CandidateStatus::Untested => FAINT,
        CandidateStatus::Taken(_) | CandidateStatus::NoLineOfFire | CandidateStatus::NoCover => RED,
    }
}
