//! The "why not" page: the status of every action of a mind, and for a selected action what blocks it, which preconditions are
//! unmet, and what it would contribute to each goal at what cost.

use std::sync::Arc;

use bevy_egui::egui::{Color32, RichText, Ui};
use quarry_goap::Planner;
use quarry_minds::{
    ActionDiagnosis, Blocker, GoalContribution, MindSnapshot, PlanningSnapshot, StepPhase, describe_rejection,
    protocol::Label,
};

use super::{Computed, MindPage};
use crate::client::tools::panels::theme::{AMBER, condition_icon, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, humanize};

#[derive(Default)]
pub(super) struct DiagnosisCache {
    selected: Option<Label>,
    known: Computed<PlanningSnapshot, Option<ActionDiagnosis>>,
}

pub(super) fn draw(
    ui: &mut Ui,
    page: &MindPage,
    planning: Option<&Arc<PlanningSnapshot>>,
    planner: &mut Planner,
    cache: &mut DiagnosisCache,
) {
    let Some(planning) = planning else {
        ui.label(faint("This mind has not planned up to this moment."));
        return;
    };
    let time = page.clock(planning.tick);
    ui.label(faint(format!("Actions as planned at {time}. Select an action to see why it is not in the plan.")));
    let actions = planning.brain.actions.iter().enumerate();
    for (number, spec) in actions.filter(|(_, spec)| !spec.data.placeholder) {
        let name = spec.data.name;
        let (status, colour) = action_status(page.snapshot, planning, number);
        ui.horizontal(|ui| {
            let open = cache.selected == Some(name);
            let title = RichText::new(humanize(name)).color(if open { GOLD } else { INK });
            if ui.selectable_label(open, title).clicked() {
                *cache = DiagnosisCache { selected: (!open).then_some(name), ..DiagnosisCache::default() };
            }
            ui.label(small(status, colour));
        });
        if cache.selected == Some(name)
            && let Some(diagnosis) = cache.known.of(planning, || planning.diagnose(number, planner))
        {
            ui.indent(name.as_str(), |ui| explain(ui, page, diagnosis));
        }
    }
}

/// The status of an action in a few words.
fn action_status(snapshot: &MindSnapshot, planning: &PlanningSnapshot, action: usize) -> (String, Color32) {
    let steps = snapshot.plan.iter().flat_map(|plan| &plan.steps).enumerate();
    let mut planned = steps.filter(|(_, step)| step.step.action == action && step.phase != StepPhase::Done);
    if let Some((number, step)) = planned.next() {
        let running = step.phase == StepPhase::Running;
        let status = if running { "running".to_owned() } else { format!("step {}", number + 1) };
        return (status, GREEN);
    }
    match planning.blocker(action) {
        Some(Blocker::SwitchedOff) => ("switched off".to_owned(), RED),
        Some(Blocker::Unavailable(_)) => ("not available now".to_owned(), RED),
        Some(Blocker::NoTarget(_, rejected)) if rejected.is_empty() => ("no target known".to_owned(), RED),
        Some(Blocker::NoTarget(_, rejected)) => (format!("no target, {} ruled out", rejected.len()), RED),
        None => match planning.preconditions(action).iter().find(|condition| !condition.holds) {
            Some(unmet) => (format!("needs {}", unmet.test), AMBER),
            None => ("possible, not chosen".to_owned(), FAINT),
        },
    }
}

fn explain(ui: &mut Ui, page: &MindPage, diagnosis: &ActionDiagnosis) {
    let names = |subject| page.name(subject);
    if let Some(blocker) = &diagnosis.blocker {
        ui.label(RichText::new(blocker.describe()).color(RED));
        for excluded in blocker.excluded() {
            ui.label(RichText::new(format!("  {}", excluded.describe(&names))).small());
        }
    }
    for condition in &diagnosis.preconditions {
        ui.horizontal_wrapped(|ui| {
            condition_icon(ui, condition.holds, !condition.achievers.is_empty());
            ui.label(RichText::new(condition.test.as_str()).small());
            if !condition.holds {
                ui.label(small(condition.describe_achievers(), FAINT));
            }
        });
    }
    heading(ui, if diagnosis.blocker.is_some() { "If it were not blocked, for each goal" } else { "For each goal" });
    // In the order of the snapshot: the most relevant goal first.
    for goal in &page.snapshot.goals {
        let Some((_, contribution)) = diagnosis.contributions.iter().find(|(name, _)| *name == goal.name) else {
            continue;
        };
        let colour = match contribution {
            GoalContribution::InPlan(_) => GREEN,
            GoalContribution::CostsMore { .. } => AMBER,
            GoalContribution::NotUseful | GoalContribution::AlreadySatisfied | GoalContribution::NoPlan => FAINT,
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(humanize(goal.name)).color(GOLD));
            ui.label(small(contribution.describe(), colour));
            // A plan for a goal that is not pursued is not carried out.
            if let (GoalContribution::InPlan(_) | GoalContribution::CostsMore { .. }, Some(reason)) =
                (contribution, goal.passed_over)
            {
                let text =
                    format!("but the goal ({:.1}) is not pursued: {}", goal.relevance, describe_rejection(reason));
                ui.label(small(text, FAINT));
            }
        });
    }
}
