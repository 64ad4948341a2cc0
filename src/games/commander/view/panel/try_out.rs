//! The page Try: a build order for any goal, from the start of a match or from what a side has now. Nothing of it is carried out.

use std::{collections::BTreeSet, sync::Arc};

use bevy_egui::egui::{Align2, Color32, ComboBox, DragValue, Rect, RichText, Sense, TextStyle, Ui, pos2, vec2};
use quarry_minds::protocol::Label;

use super::side::SideView;
use crate::client::tools::panels::theme::{AMBER, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, INK, RED, format_clock, humanize};
use crate::games::commander::catalogue::{BuildGoal, Catalogue, Faction};
use crate::games::commander::economy::Economy;
use crate::games::commander::stock::take_stock;
use crate::games::commander::trial::answer_from;
use crate::games::commander::units::Building;
use crate::games::commander::view::sides;
use crate::simulation::BuildAnswer;

/// From where a build order starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TrialStart {
    #[default]
    Start,
    /// What a side has now: 0 for red, 1 for blue.
    Side(usize),
}

/// What the page keeps from frame to frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TryPage {
    goal: Option<Label>,
    /// How many of the product.
    number: u16,
    from: TrialStart,
    without: BTreeSet<Label>,
    answer: Option<BuildAnswer>,
}

pub fn draw(ui: &mut Ui, both: &[SideView; 2], page: &mut TryPage) {
    let [SideView { catalogue, .. }, _] = *both;
    let chosen = page.goal.or_else(|| catalogue.goals.first().map(|goal| goal.name)).unwrap_or_default();
    let before = page.clone();
    ui.horizontal_wrapped(|ui| {
        ComboBox::from_id_salt("goal").selected_text(humanize(chosen)).width(160.0).show_ui(ui, |ui| {
            let goals = catalogue.goals.iter().map(|goal| goal.name);
            for name in goals.chain(catalogue.products.iter().map(|product| product.name)) {
                ui.selectable_value(&mut page.goal, Some(name), humanize(name));
            }
        });
        if catalogue.product(chosen).is_some() {
            page.number = page.number.max(1);
            ui.add(DragValue::new(&mut page.number).range(1..=30).prefix("at least "));
        }
        ui.label(faint("from"));
        ui.selectable_value(&mut page.from, TrialStart::Start, "the start of a match");
        for (side, title) in sides::TITLES.iter().enumerate() {
            ui.selectable_value(
                &mut page.from,
                TrialStart::Side(side),
                format!("what {} has now", title.to_lowercase()),
            );
        }
    });
    ui.collapsing("Actions that may be used", |ui| {
        ui.horizontal_wrapped(|ui| {
            for recipe in &catalogue.recipes {
                let mut on = !page.without.contains(&recipe.action);
                if ui.checkbox(&mut on, humanize(recipe.action)).changed() {
                    if on {
                        page.without.remove(&recipe.action)
                    } else {
                        page.without.insert(recipe.action)
                    };
                }
            }
        });
    });
    if *page != before {
        page.answer = None;
    }
    if ui.button("Plan").clicked() {
        let (from, faction) = match page.from {
            TrialStart::Start => (Economy::at_start(Arc::clone(catalogue)), None),
            TrialStart::Side(side) => {
                let side = &both[side.min(1)];
                (economy(side), side.state.faction(side.side))
            }
        };
        let goal = goal(catalogue, faction, chosen, page.number);
        let is_on = |id| catalogue.is_for(faction, id) && !page.without.contains(&catalogue.recipe(id).action);
        let enabled: Vec<bool> = catalogue.recipe_ids().map(is_on).collect();
        page.answer = Some(answer_from(&from, faction, &goal, &enabled));
    }
    if let Some(answer) = &page.answer {
        result(ui, answer);
    }
}

fn goal(catalogue: &Catalogue, faction: Option<&Faction>, name: Label, number: u16) -> BuildGoal {
    let product = catalogue.product(name).map(|id| BuildGoal { name, at_least: vec![(id, number.max(1))] });
    let known = catalogue.goal(name).map(|goal| catalogue.goal_for(faction, goal));
    known.or(product).unwrap_or_else(|| BuildGoal { name, at_least: Vec::new() })
}

fn economy(side: &SideView) -> Economy {
    let building = |entity| side.world.get::<Building>(entity).copied();
    let now = (side.clock.tick, side.clock.rate);
    take_stock(side.state, side.census, &building, side.catalogue, side.side, now)
}

/// The answer as a chart: a bar for each step from its start until its product stands.
fn result(ui: &mut Ui, answer: &BuildAnswer) {
    heading(ui, &answer.goal);
    match answer.cost {
        Some(_) if answer.schedule.is_empty() => drop(ui.label("Everything stands already.")),
        Some(seconds) => {
            ui.label(RichText::new(format!("Everything stands after {seconds:.0} s.")).color(GOLD));
            ui.label(small(format!("The plan: {}", answer.plan.join(", ")), FAINT));
            chart(ui, answer, seconds as f32);
        }
        None => {
            ui.label(RichText::new(format!("No build order: {}", answer.missing.join("; "))).color(RED));
        }
    }
    for lost in &answer.lost {
        ui.label(small(lost, RED));
    }
}

fn chart(ui: &mut Ui, answer: &BuildAnswer, whole: f32) {
    let font = TextStyle::Small.resolve(ui.style());
    let row = font.size * 1.5;
    let (area, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), row * answer.schedule.len() as f32), Sense::hover());
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    let left = area.left() + font.size * 17.0;
    let scale = (area.right() - left).max(1.0) / whole.max(1.0);
    for (line, step) in answer.schedule.iter().enumerate() {
        let top = area.top() + row * line as f32;
        let (starts, stands) = (step.starts as f32, step.stands as f32);
        let middle = top + row * 0.5;
        painter.text(pos2(area.left(), middle), Align2::LEFT_CENTER, format_clock(starts), font.clone(), FAINT);
        let at = pos2(area.left() + font.size * 3.2, middle);
        painter.text(at, Align2::LEFT_CENTER, humanize(step.action.as_str().into()), font.clone(), INK);
        let until = stands.max(starts + 1.0).min(whole.max(starts + 1.0));
        let bar = Rect::from_min_max(
            pos2(left + starts * scale, top + row * 0.2),
            pos2(left + until * scale, top + row * 0.8),
        );
        painter.rect_filled(bar, 2.0, colour(&step.action));
    }
}

fn colour(action: &str) -> Color32 {
    let tone = if action.starts_with("train") { Color32::from_rgb(110, 170, 235) } else { AMBER };
    if action.starts_with("gas") { FAINT } else { tone.gamma_multiply(0.8) }
}
