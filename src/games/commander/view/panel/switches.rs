//! The page Switches: goals and actions of the strategist and recipes of the build planner, on and off, and which goals are lost so.

use bevy::ecs::world::World;
use bevy_egui::egui::{RichText, Ui};
use quarry_minds::Mind;

use super::requests::Requests;
use crate::client::tools::panels::theme::{faint, heading};
use crate::client::ui::{FAINT, RED, humanize};
use crate::games::commander::Commander;
use crate::games::commander::switches::lost_now;
use crate::games::commander::view::doings::component;
use crate::simulation::retune::SwitchTarget;

/// Draws the column of a side.
pub fn draw(ui: &mut Ui, world: &World, (state, side): (&Commander, usize), requests: &mut Requests) {
    let staff = state.sides[side].staff;
    let (Some(strategist), Some(planner), Some(catalogue)) =
        (staff.strategist, staff.build_planner, state.catalogue.as_deref())
    else {
        ui.label(faint("This side follows a script: it has no goals and no planner."));
        return;
    };
    let mut lost: Vec<String> = lost_now(world, side).iter().map(ToString::to_string).collect();
    if let Some(mind) = component::<Mind>(world, strategist) {
        let unreachable = mind.brain.out_of_reach(&mind.disabled.actions);
        lost.extend(unreachable.iter().map(|lost| format!("no plan reaches `{}`: {}", lost.goal, lost.why)));
        heading(ui, "Goals of the strategist");
        for (goal, status) in mind.brain.goals.iter().zip(&mind.goals) {
            let name = goal.data.name;
            let mut on = !mind.disabled.goals.contains(&name);
            ui.horizontal(|ui| {
                if ui.checkbox(&mut on, humanize(name)).changed() {
                    requests.switch(strategist, SwitchTarget::Goal(name), on);
                }
                ui.label(RichText::new(format!("{:.0}", status.relevance)).small().color(FAINT));
            });
        }
        heading(ui, "Actions of the strategist");
        for action in &mind.brain.actions {
            let name = action.data.name;
            let mut on = !mind.disabled.actions.contains(&name);
            if ui.checkbox(&mut on, humanize(name)).changed() {
                requests.switch(strategist, SwitchTarget::Action(name), on);
            }
        }
    }
    heading(ui, "Actions of the build planner");
    for recipe in &catalogue.recipes {
        let mut on = !state.sides[side].builds.switched_off.contains(&recipe.action);
        if ui.checkbox(&mut on, humanize(recipe.action)).changed() {
            requests.switch(planner, SwitchTarget::Action(recipe.action), on);
        }
    }
    heading(ui, "Goals out of reach");
    if lost.is_empty() {
        ui.label(faint("none"));
    }
    for words in lost {
        ui.label(RichText::new(words).small().color(RED));
    }
}
