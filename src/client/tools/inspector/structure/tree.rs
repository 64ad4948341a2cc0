//! The page of a behaviour tree: its nodes with their last results; the path to the action that runs is highlighted.

use bevy_egui::egui::{Color32, Sense, Stroke, Ui, vec2};
use quarry_minds::{BehaviourTreeSnapshot, TreeNodeSnapshot, structure::NodeResult};

use crate::client::tools::panels::theme::{faint, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED};

/// How far the nodes below another one are indented, in points.
const INDENT: f32 = 12.0;
/// A result older than this is drawn fainter, in seconds.
const FRESH: f32 = 1.0;

pub(super) fn draw(ui: &mut Ui, tree: &BehaviourTreeSnapshot) {
    ui.horizontal_wrapped(|ui| {
        for (result, word) in [
            (Some(NodeResult::Running), "running"),
            (Some(NodeResult::Success), "succeeded"),
            (Some(NodeResult::Failure), "failed"),
            (None, "never reached"),
        ] {
            dot(ui, colour(result));
            ui.label(faint(word));
        }
    });
    ui.separator();
    tree.nodes.iter().for_each(|node| draw_node(ui, node));
}

fn draw_node(ui: &mut Ui, node: &TreeNodeSnapshot) {
    let fresh = node.result.is_some() && node.ago <= FRESH;
    let ink = match (node.active, fresh) {
        (true, _) => GOLD,
        (false, true) => INK,
        (false, false) => FAINT,
    };
    ui.horizontal(|ui| {
        ui.add_space(node.depth as f32 * INDENT);
        dot(ui, if fresh { colour(node.result) } else { colour(node.result).gamma_multiply(0.45) });
        let text = small(node.label.as_str(), ink);
        let label = ui.label(if node.active { text.strong() } else { text });
        if let Some(result) = node.result {
            label.on_hover_text(format!("{} {:.1} s ago", result.describe(), node.ago));
            if node.active || fresh {
                ui.label(small(result.describe(), colour(node.result)));
            }
        }
    });
}

pub(super) fn colour(result: Option<NodeResult>) -> Color32 {
    match result {
        Some(NodeResult::Running) => GOLD,
        Some(NodeResult::Success) => GREEN,
        Some(NodeResult::Failure) => RED,
        None => FAINT,
    }
}

/// A dot as high as a small row; a ring for what was never reached.
fn dot(ui: &mut Ui, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(9.0, 12.0), Sense::hover());
    if colour == FAINT {
        ui.painter().circle_stroke(rect.center(), 3.0, Stroke::new(1.0, colour));
    } else {
        ui.painter().circle_filled(rect.center(), 3.5, colour);
    }
}
