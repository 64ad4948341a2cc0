//! Why it does not do what one wants: every action of the mind, and for the one chosen what bars it, what it needs first, and
//! to which goals it would be of use, at what price.

use std::sync::Arc;

use bevy_egui::egui::{Color32, RichText, Ui};

use super::Sheet;
use crate::{
    client::{
        panels::look::{AMBER, faint, heading, holds},
        style::{FAINT, GOLD, GREEN, INK, RED},
        words::plain,
    },
    goap::Planner,
    mind::{Account, Bar, Phase, Question, Undone, Use, in_words},
    protocol::Label,
};

/// The action one asks about, and the answer.
#[derive(Default)]
pub(super) struct Asking {
    chosen: Option<Label>,
    answered: Option<(Arc<Question>, Label, Undone)>,
}

impl Asking {
    fn answer(
        &mut self,
        question: &Arc<Question>,
        action: usize,
        name: Label,
        planner: &mut Planner,
    ) -> Option<&Undone> {
        let known = self.answered.as_ref().is_some_and(|(of, known, _)| Arc::ptr_eq(of, question) && *known == name);
        if !known {
            self.answered = question.undone(action, planner).map(|undone| (question.clone(), name, undone));
        }
        self.answered.as_ref().map(|(.., undone)| undone)
    }
}

pub(super) fn draw(
    ui: &mut Ui,
    sheet: &Sheet,
    question: Option<&Arc<Question>>,
    planner: &mut Planner,
    asking: &mut Asking,
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
    for (number, spec) in actions.filter(|(_, spec)| !spec.data.imagined) {
        let name = spec.data.name;
        let (word, colour) = standing(sheet.account, question, number);
        ui.horizontal(|ui| {
            let open = asking.chosen == Some(name);
            let title = RichText::new(plain(name)).color(if open { GOLD } else { INK });
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
fn standing(account: &Account, question: &Question, action: usize) -> (String, Color32) {
    let steps = account.plan.iter().flat_map(|plan| &plan.steps);
    let mut own = steps.enumerate().filter(|(_, step)| step.step.action == action && step.phase != Phase::Done);
    if let Some((number, step)) = own.next() {
        let word =
            if step.phase == Phase::Running { "is being done".to_owned() } else { format!("step {}", number + 1) };
        return (word, GREEN);
    }
    match question.bar(action) {
        Some(Bar::SwitchedOff) => ("switched off".to_owned(), RED),
        Some(Bar::NotNow(_)) => ("not now: its own condition".to_owned(), RED),
        Some(Bar::NoTarget(_, known)) if known.is_empty() => ("nothing known to do it to".to_owned(), RED),
        Some(Bar::NoTarget(_, known)) => (format!("nothing to do it to: {} ruled out", known.len()), RED),
        None => match question.needs(action).iter().find(|need| !need.holds) {
            Some(need) => {
                let asks = need.asks.as_str().replace("$target", "its target");
                (format!("needs {} {asks} first", plain(need.fact)), AMBER)
            }
            None => ("could be done, is not wanted".to_owned(), FAINT),
        },
    }
}

fn explain(ui: &mut Ui, sheet: &Sheet, undone: &Undone) {
    let names = |subject| sheet.name(subject);
    if let Some(bar) = &undone.bar {
        ui.label(RichText::new(bar.in_words()).color(RED));
        for excluded in bar.excluded() {
            ui.label(RichText::new(format!("  {}", excluded.in_words(&names))).small());
        }
    }
    for need in &undone.needs {
        ui.horizontal_wrapped(|ui| {
            holds(ui, need.holds, !need.brought_by.is_empty());
            ui.label(RichText::new(format!("needs {} {}", need.fact, need.asks)).small());
            if !need.holds {
                ui.label(RichText::new(need.remedy()).small().color(FAINT));
            }
        });
    }
    heading(ui, if undone.bar.is_some() { "If it were not for that, for its goals" } else { "For its goals" });
    // Those that matter most first, as the account lists them.
    for goal in &sheet.account.goals {
        let Some((_, what)) = undone.uses.iter().find(|(name, _)| *name == goal.name) else { continue };
        let colour = match what {
            Use::InPlan(_) => GREEN,
            Use::Dearer { .. } => AMBER,
            Use::None | Use::Reached | Use::NoPlan => FAINT,
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(plain(goal.name)).color(GOLD));
            ui.label(RichText::new(what.in_words()).small().color(colour));
            // A plan for a goal that is not pursued is not carried out.
            if let (Use::InPlan(_) | Use::Dearer { .. }, Some(reason)) = (what, goal.passed_over) {
                let text = format!("but this goal ({:.1}): {}", goal.relevance, in_words(reason));
                ui.label(RichText::new(text).small().color(FAINT));
            }
        });
    }
}
