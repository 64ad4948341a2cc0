//! The page Switches: goals and actions of the strategist and recipes of the build planner, on and off, and which goals are lost so.

use bevy_egui::egui::Ui;
use quarry_minds::Mind;

use super::{requests::Requests, side::SideView};
use crate::client::session::component;
use crate::client::tools::panels::theme::{faint, heading, small};
use crate::client::ui::{FAINT, RED, humanize};
use crate::games::commander::switches::lost_now;
use crate::simulation::retune::SwitchTarget;

pub fn draw(ui: &mut Ui, side: &SideView, requests: &mut Requests) {
    let staff = side.own().staff;
    let (Some(strategist), Some(planner)) = (staff.strategist, staff.build_planner) else {
        ui.label(faint("This side follows a script: it has no goals and no planner."));
        return;
    };
    let mut lost: Vec<String> = lost_now(side.world, side.side).iter().map(ToString::to_string).collect();
    if let Some(mind) = component::<Mind>(side.world, strategist) {
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
                ui.label(small(format!("{:.0}", status.relevance), FAINT));
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
    let faction = side.state.faction(side.side);
    let own = side.catalogue.recipe_ids().filter(|id| side.catalogue.is_for(faction, *id));
    for recipe in own.map(|id| side.catalogue.recipe(id)) {
        let mut on = !side.own().builds.switched_off.contains(&recipe.action);
        if ui.checkbox(&mut on, humanize(recipe.action)).changed() {
            requests.switch(planner, SwitchTarget::Action(recipe.action), on);
        }
    }
    heading(ui, "Goals out of reach");
    if lost.is_empty() {
        ui.label(faint("none"));
    }
    for words in lost {
        ui.label(small(words, RED));
    }
}
