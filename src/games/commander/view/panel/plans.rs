//! The page Plans: the strategist's goal and plan, the orders to its staff, and the build order.

use bevy_egui::egui::{Color32, RichText, Ui};
use quarry_minds::{MindSnapshot, StepPhase, protocol::OrderStatus};

use super::side::SideView;
use crate::client::session::{SceneSetup, names::action_name};
use crate::client::tools::panels::theme::{faint, heading, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, format_clock, humanize};
use crate::games::commander::build_order::BuildCommand;
use crate::games::commander::builds::PursuedGoal;
use crate::games::commander::schema::rules_of;
use crate::games::commander::script::script_of;
use crate::world::MatchRules;

/// So many commands that are done are shown above the next one.
const PAST: usize = 4;

/// Draws the column of a side. `mind` is that of its strategist, as far as it is known at this moment.
pub fn draw(ui: &mut Ui, side: &SideView, mind: Option<&MindSnapshot>, setup: &SceneSetup) {
    heading(ui, "Strategist");
    lead(ui, side, mind, setup);
    if side.orders().next().is_some() {
        heading(ui, "Orders");
        orders(ui, side);
    }
    ui.label(faint(side.army()));
    heading(ui, "Build goal");
    let Some(pursued) = side.pursued() else {
        ui.label(faint("None: workers and supply are made as needed."));
        return;
    };
    goal(ui, side, pursued);
    if pursued.build_order.as_ref().is_some_and(|order| !order.schedule.commands.is_empty()) {
        heading(ui, "Build order");
        commands(ui, side, pursued);
    }
}

/// What leads a side, and to what.
fn lead(ui: &mut Ui, side: &SideView, mind: Option<&MindSnapshot>, setup: &SceneSetup) {
    if side.is_seated() {
        ui.label("A person commands this side.");
        return;
    }
    if side.own().staff.strategist.is_none() {
        let rules = side.world.get_resource::<MatchRules>().and_then(|rules| rules_of(&rules.0));
        let script = rules.and_then(|rules| script_of(side.state, rules, side.side));
        let (name, of) = script.map_or(("", 0), |script| (script.name.as_str(), script.steps.len()));
        ui.label(format!("Follows the script {name}: step {} of {of}", (side.own().script.0 + 1).min(of)));
        return;
    }
    let Some(mind) = mind else {
        ui.label(faint("Nothing is known of this mind at this moment."));
        return;
    };
    let goal = mind.goal.map_or_else(|| mind.without_goal().to_owned(), humanize);
    ui.label(RichText::new(goal).color(GOLD).strong());
    if let Some(decision) = mind.last_decision() {
        ui.label(small(format!("chosen since {}", decision.why.describe()), FAINT));
    }
    for (number, step) in mind.plan.iter().flat_map(|plan| &plan.steps).enumerate() {
        let (word, colour) = match step.phase {
            StepPhase::Done => ("done", GREEN),
            StepPhase::Running => ("now", GOLD),
            StepPhase::Pending => ("then", FAINT),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(faint(format!("{}.", number + 1)));
            ui.label(RichText::new(word).color(colour).strong());
            let words = RichText::new(action_name(setup, step.step.display_name, step.step.target));
            ui.label(words.color(if step.phase == StepPhase::Done { FAINT } else { INK }));
        });
    }
}

/// Draws the orders that the staff of a side holds.
pub fn orders(ui: &mut Ui, side: &SideView) {
    for (to, held) in side.orders() {
        ui.horizontal_wrapped(|ui| {
            ui.label(faint(to));
            let Some(held) = held else {
                ui.label(faint("no order yet"));
                return;
            };
            let amount = held.request.amount.round();
            let times = if amount > 1.0 { format!(" ×{amount}") } else { String::new() };
            ui.label(format!("{}{times}", humanize(held.request.what)));
            ui.label(small(held.status.describe(), status_colour(held.status)));
        });
    }
}

fn status_colour(status: OrderStatus) -> Color32 {
    match status {
        OrderStatus::Spoken | OrderStatus::Heard => FAINT,
        OrderStatus::Pursued => GOLD,
        OrderStatus::Done => GREEN,
        OrderStatus::Failed(_) => RED,
    }
}

fn goal(ui: &mut Ui, side: &SideView, pursued: &PursuedGoal) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(humanize(pursued.name())).color(GOLD));
        let since = side.clock.seconds_at(side.clock.tick.saturating_sub(pursued.began));
        let predicted = pursued.predicted;
        let predicted = predicted.map_or_else(|| "not planned yet".to_owned(), |all| format!("{all:.0} s predicted"));
        ui.label(faint(format!("{since:.0} s so far, {predicted}")));
    });
    // Of several goals, the one that the build order leads to.
    let goal = pursued.build_order.as_ref().map(|order| &order.goal).or(pursued.goals.first());
    for (id, wanted) in goal.iter().flat_map(|goal| &goal.at_least) {
        let stand = side.census.standing(side.side, *id);
        let colour = if stand >= *wanted { GREEN } else { INK };
        ui.label(RichText::new(format!("{}: {stand} of {wanted}", side.product_name(*id))).color(colour));
    }
    let plans = (pursued.plans > 1).then(|| format!("planned {} times", pursued.plans));
    let search = pursued.search.is_some().then(|| "searching for a better one".to_owned());
    let words: Vec<String> = plans.into_iter().chain(search).collect();
    if !words.is_empty() {
        ui.label(small(words.join(", "), FAINT));
    }
}

/// The commands from a few before the next one on.
fn commands(ui: &mut Ui, side: &SideView, pursued: &PursuedGoal) {
    let first = pursued.next.saturating_sub(PAST);
    if first > 0 {
        ui.label(small(format!("{first} more are done"), FAINT));
    }
    let schedule = pursued.build_order.iter().flat_map(|order| &order.schedule.commands);
    for (index, scheduled) in schedule.enumerate().skip(first) {
        let done = index < pursued.next;
        let (mark, colour) = if done {
            ("done", GREEN)
        } else if index == pursued.next {
            ("next", GOLD)
        } else {
            ("", FAINT)
        };
        let words = match scheduled.command {
            BuildCommand::Start(recipe) => humanize(side.catalogue.recipe(recipe).action),
            BuildCommand::GasWorkers(number) => format!("{number} workers gather gas"),
        };
        ui.horizontal(|ui| {
            ui.label(small(format_clock(scheduled.starts as f32 / 1000.0), FAINT));
            ui.label(RichText::new(words).color(if done { FAINT } else { INK }));
            ui.label(small(mark, colour));
        });
    }
}
