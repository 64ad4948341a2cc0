//! Why it does not do what one wants: every action of the mind, and for the one chosen what bars it, what it needs first, and
//! to which goals it would be of use, at what price.

use std::sync::Arc;

use bevy_egui::egui::{Color32, RichText, Ui};

use super::MindPage;
use crate::{
    client::{
        panels::theme::{AMBER, condition_icon, faint, heading},
        style::{FAINT, GOLD, GREEN, INK, RED},
        text::humanize,
    },
    goap::Planner,
    mind::{ActionDiagnosis, Blocker, GoalContribution, MindSnapshot, PlanningSnapshot, StepPhase, describe_rejection},
    protocol::Label,
};

/// The action one asks about, and the answer.
#[derive(Default)]
pub(super) struct DiagnosisCache {
    chosen: Option<Label>,
    answered: Option<(Arc<PlanningSnapshot>, Label, ActionDiagnosis)>,
}

impl DiagnosisCache {
    fn answer(
        &mut self,
        question: &Arc<PlanningSnapshot>,
        action: usize,
        name: Label,
        planner: &mut Planner,
    ) -> Option<&ActionDiagnosis> {
        let known = self.answered.as_ref().is_some_and(|(of, known, _)| Arc::ptr_eq(of, question) && *known == name);
        if !known {
            self.answered = question.diagnose(action, planner).map(|undone| (question.clone(), name, undone));
        }
        self.answered.as_ref().map(|(.., undone)| undone)
    }
}

pub(super) fn draw(
    ui: &mut Ui,
    sheet: &MindPage,
    question: Option<&Arc<PlanningSnapshot>>,
    planner: &mut Planner,
    asking: &mut DiagnosisCache,
) {
    let Some(question) = question else {
        ui.label(faint("It has not asked its planner since this panel was opened: a decision (,) will tell."));
        return;
    };
    let when = sheet.clock(question.tick);
    ui.label(faint(format!(
        "Its actions as it last thought of them, at {when}. Choose one to ask why it is not done."
    )));
    let actions = question.brain.actions.iter().enumerate();
    for (number, spec) in actions.filter(|(_, spec)| !spec.data.placeholder) {
        let name = spec.data.name;
        let (word, colour) = standing(sheet.account, question, number);
        ui.horizontal(|ui| {
            let open = asking.chosen == Some(name);
            let title = RichText::new(humanize(name)).color(if open { GOLD } else { INK });
            if ui.selectable_label(open, title).clicked() {
                asking.chosen = if open { None } else { Some(name) };
            }
            ui.label(RichText::new(word).small().color(colour));
        });
        if asking.chosen == Some(name)
            && let Some(undone) = asking.answer(question, number, name, planner)
        {
            ui.indent(name.as_str(), |ui| explain(ui, sheet, undone));
        }
    }
}

/// How an action stands, in a word or two.
fn standing(account: &MindSnapshot, question: &PlanningSnapshot, action: usize) -> (String, Color32) {
    let steps = account.plan.iter().flat_map(|plan| &plan.steps);
    let mut own = steps.enumerate().filter(|(_, step)| step.step.action == action && step.phase != StepPhase::Done);
    if let Some((number, step)) = own.next() {
        let word =
            if step.phase == StepPhase::Running { "is being done".to_owned() } else { format!("step {}", number + 1) };
        return (word, GREEN);
    }
    match question.blocker(action) {
        Some(Blocker::SwitchedOff) => ("switched off".to_owned(), RED),
        Some(Blocker::Unavailable(_)) => ("not now: its own condition".to_owned(), RED),
        Some(Blocker::NoTarget(_, known)) if known.is_empty() => ("nothing known to do it to".to_owned(), RED),
        Some(Blocker::NoTarget(_, known)) => (format!("nothing to do it to: {} ruled out", known.len()), RED),
        None => match question.preconditions(action).iter().find(|need| !need.holds) {
            Some(need) => {
                let asks = need.test.as_str().replace("$target", "its target");
                (format!("needs {} {asks} first", humanize(need.fact)), AMBER)
            }
            None => ("could be done, is not wanted".to_owned(), FAINT),
        },
    }
}

fn explain(ui: &mut Ui, sheet: &MindPage, undone: &ActionDiagnosis) {
    let names = |subject| sheet.name(subject);
    if let Some(bar) = &undone.blocker {
        ui.label(RichText::new(bar.describe()).color(RED));
        for excluded in bar.excluded() {
            ui.label(RichText::new(format!("  {}", excluded.describe(&names))).small());
        }
    }
    for need in &undone.preconditions {
        ui.horizontal_wrapped(|ui| {
            condition_icon(ui, need.holds, !need.achievers.is_empty());
            ui.label(RichText::new(format!("needs {} {}", need.fact, need.test)).small());
            if !need.holds {
                ui.label(RichText::new(need.remedy()).small().color(FAINT));
            }
        });
    }
    heading(ui, if undone.blocker.is_some() { "If it were not for that, for its goals" } else { "For its goals" });
    // Those that matter most first, as the account lists them.
    for goal in &sheet.account.goals {
        let Some((_, what)) = undone.uses.iter().find(|(name, _)| *name == goal.name) else { continue };
        let colour = match what {
            GoalContribution::InPlan(_) => GREEN,
            GoalContribution::CostsMore { .. } => AMBER,
            GoalContribution::NotUseful | GoalContribution::AlreadySatisfied | GoalContribution::NoPlan => FAINT,
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(humanize(goal.name)).color(GOLD));
            ui.label(RichText::new(what.describe()).small().color(colour));
            // A plan for a goal that is not pursued is not carried out.
            if let (GoalContribution::InPlan(_) | GoalContribution::CostsMore { .. }, Some(reason)) =
                (what, goal.passed_over)
            {
                let text = format!("but this goal ({:.1}): {}", goal.relevance, describe_rejection(reason));
                ui.label(RichText::new(text).small().color(FAINT));
            }
        });
    }
}
