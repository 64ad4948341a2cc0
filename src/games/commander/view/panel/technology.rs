//! The page Technology: what needs what, coloured by how far each side is with it.

use bevy_egui::egui::{
    Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use super::side::{SideView, TechState};
use crate::client::tools::panels::theme::{AMBER, RAISED_FILL};
use crate::client::ui::{FAINT, GREEN, INK, RED, humanize};
use crate::games::commander::catalogue::{Catalogue, ProductId};
use crate::games::commander::view::sides;

/// The colour of what a build order will make.
const PLANNED: Color32 = Color32::from_rgb(110, 170, 235);

/// The kinds of states, for the legend.
const LEGEND: [(TechState, &str); 6] = [
    (TechState::Stands(1), "stands"),
    (TechState::UnderWay(0.5), "under way"),
    (TechState::Planned, "in the build order"),
    (TechState::Open, "could be begun"),
    (TechState::Later, "needs something first"),
    (TechState::Unreachable, "out of reach"),
];

/// Draws the trees of both sides, one above the other.
pub fn draw(ui: &mut Ui, both: &[SideView; 2]) {
    ui.horizontal_wrapped(|ui| {
        for (state, words) in LEGEND {
            ui.label(RichText::new("■").color(colour(state)));
            ui.label(RichText::new(words).small());
        }
    });
    for side in both {
        ui.add_space(4.0);
        sides::heading(ui, side.side);
        tree(ui, side.catalogue, &columns(side.catalogue), &side.technology());
    }
}

fn colour(state: TechState) -> Color32 {
    match state {
        TechState::Stands(_) => GREEN,
        TechState::UnderWay(_) => AMBER,
        TechState::Planned => PLANNED,
        TechState::Open => INK,
        TechState::Later => FAINT.gamma_multiply(0.6),
        TechState::Unreachable => RED.gamma_multiply(0.8),
    }
}

/// The products by the number of steps that lead to them, from left to right.
pub fn columns(catalogue: &Catalogue) -> Vec<Vec<ProductId>> {
    let mut depth: Vec<Option<usize>> = vec![None; catalogue.products.len()];
    for (id, _) in &catalogue.numbers.products {
        if let Some(known) = depth.get_mut(id.index()) {
            *known = Some(0);
        }
    }
    for _ in 0..catalogue.products.len() {
        for id in catalogue.product_ids() {
            let of = |id: ProductId| depth.get(id.index()).copied().flatten();
            if of(id).is_some() {
                continue;
            }
            let after: Option<usize> =
                needs(catalogue, id).into_iter().map(of).try_fold(0, |most, next| Some(most.max(next?)));
            if let Some(known) = depth.get_mut(id.index()) {
                *known = after.map(|most| most + 1);
            }
        }
    }
    let deepest = depth.iter().flatten().max().copied().unwrap_or(0);
    let mut columns = vec![Vec::new(); deepest + 2];
    for id in catalogue.product_ids() {
        // What nothing leads to stands in the last column.
        let column = depth.get(id.index()).copied().flatten().unwrap_or(deepest + 1);
        if let Some(column) = columns.get_mut(column) {
            column.push(id);
        }
    }
    columns.retain(|column| !column.is_empty());
    columns
}

/// What must stand for a product: its requirements, and the producer of its first recipe, with its add-on.
pub fn needs(catalogue: &Catalogue, id: ProductId) -> Vec<ProductId> {
    let product = catalogue.get(id);
    let mut needs = product.requires.clone();
    if let Some(recipe) = product.recipes.first().map(|id| catalogue.recipe(*id)) {
        needs.extend(recipe.add_on);
        needs.push(recipe.producer);
    }
    needs.sort();
    needs.dedup();
    needs.retain(|needed| *needed != id);
    needs
}

fn tree(ui: &mut Ui, catalogue: &Catalogue, columns: &[Vec<ProductId>], states: &[TechState]) {
    let font = TextStyle::Small.resolve(ui.style());
    let row = font.size * 2.5;
    let most = columns.iter().map(Vec::len).max().unwrap_or(0) as f32;
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), row * most), Sense::hover());
    let step = area.width() / columns.len().max(1) as f32;
    let place = |id: ProductId| -> Option<Rect> {
        let column = columns.iter().position(|column| column.contains(&id))?;
        let line = columns.get(column)?.iter().position(|known| *known == id)?;
        let many = columns.get(column)?.len() as f32;
        let top = area.top() + (most - many) * row * 0.5;
        let middle = pos2(area.left() + step * (column as f32 + 0.5), top + row * (line as f32 + 0.5));
        Some(Rect::from_center_size(middle, vec2(step * 0.86, row * 0.78)))
    };
    for id in catalogue.product_ids() {
        let Some(to) = place(id) else { continue };
        for from in needs(catalogue, id).into_iter().filter_map(place) {
            // Not from what stands in the same column or further on, such as the worker that builds everything.
            if from.right() < to.left() && from.center().x > area.left() + step {
                let line = Stroke::new(1.0, Color32::from_white_alpha(45));
                ui.painter().line_segment([from.right_center(), to.left_center()], line);
            }
        }
    }
    for id in catalogue.product_ids() {
        let (Some(rect), Some(state)) = (place(id), states.get(id.index())) else { continue };
        node(ui, rect, &humanize(catalogue.get(id).name), *state, &font);
    }
}

fn node(ui: &Ui, rect: Rect, name: &str, state: TechState, font: &FontId) {
    let painter = ui.painter();
    let own = colour(state);
    painter.rect_filled(rect, 3.0, RAISED_FILL);
    if let TechState::UnderWay(share) = state {
        let part = Rect::from_min_size(rect.min, vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
        painter.rect_filled(part, 3.0, own.gamma_multiply(0.3));
    } else if matches!(state, TechState::Stands(_)) {
        painter.rect_filled(rect, 3.0, own.gamma_multiply(0.22));
    }
    painter.rect_stroke(rect, 3.0, Stroke::new(1.4, own), StrokeKind::Inside);
    let words = match state {
        TechState::Stands(number) if number > 1 => format!("{name} ×{number}"),
        _ => name.to_owned(),
    };
    if state == TechState::Unreachable {
        let cross = Stroke::new(1.0, own.gamma_multiply(0.7));
        painter.line_segment([rect.left_bottom(), rect.right_top()], cross);
    }
    let ink = if matches!(state, TechState::Later | TechState::Unreachable) { FAINT } else { INK };
    let at: Pos2 = rect.center();
    painter.with_clip_rect(rect.intersect(ui.clip_rect())).text(at, Align2::CENTER_CENTER, words, font.clone(), ink);
}
