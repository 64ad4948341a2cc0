//! A plan by hand: put together from the actions of the mind, checked step by step, carried out; and plans asked for.

use bevy_egui::egui::{ComboBox, RichText, Ui};

use super::{WhatIfContext, memory::subject_words, next_plan::step_text};
use crate::{
    client::{
        panels::theme::{condition_icon, faint, heading},
        style::{FAINT, GOLD, RED},
        text,
    },
    mind::retune::{ManualStep, PlanCheck, StepProblem, WhatIf, WhatIfAnswer, check_plan, what_if},
    protocol::Label,
    simulation::retune::RetuneCommand,
};

/// A plan being made.
#[derive(Default)]
pub struct PlanEditor {
    steps: Vec<ManualStep>,
    goal: Option<Label>,
    asked: Option<Result<WhatIfAnswer, String>>,
}

impl PlanEditor {
    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        self.ask(ui, cx);
        heading(ui, "By hand");
        ui.horizontal(|ui| {
            let brain = &cx.mind.brain;
            ComboBox::from_id_salt("add").selected_text("add an action").show_ui(ui, |ui| {
                for action in brain.actions.iter().filter(|action| !action.data.placeholder) {
                    let text = text::humanize(action.data.name);
                    if ui.selectable_label(false, text).clicked() {
                        self.steps.push(ManualStep { action: action.data.name, target: None });
                    }
                }
            });
            if ui.button("take its own plan").clicked() {
                self.steps = steps_of(cx, cx.executer.remaining());
            }
            if ui.button("clear").clicked() {
                self.steps.clear();
            }
        });
        let check = check_plan(cx.world, cx.entity, &self.steps).unwrap_or_default();
        self.list(ui, cx, &check);
        ui.horizontal(|ui| {
            let carry_out = RichText::new("carry it out").color(if check.is_valid() { GOLD } else { FAINT });
            if ui.add_enabled(check.is_valid(), bevy_egui::egui::Button::new(carry_out)).clicked() {
                cx.commands.push(RetuneCommand::Order { agent: cx.agent, steps: self.steps.clone() });
            }
            if cx.executer.by_hand && ui.button("let it think for itself").clicked() {
                cx.commands.push(RetuneCommand::Release { agent: cx.agent });
            }
        });
        if check.is_valid() {
            let goals: Vec<String> = check.reaches.iter().map(|goal| text::humanize(*goal)).collect();
            let reaches =
                if goals.is_empty() { "reaches no goal".to_owned() } else { format!("reaches {}", goals.join(", ")) };
            ui.label(faint(format!("{reaches}; cost {:.1}", check.cost)));
        } else if self.steps.is_empty() {
            ui.label(faint(
                "A plan made by hand is carried out whatever goals there are; then it thinks for itself again.",
            ));
        }
    }

    fn ask(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        heading(ui, "Ask for a plan");
        ui.horizontal(|ui| {
            let shown = self.goal.map_or_else(|| "whatever matters most".to_owned(), text::humanize);
            ComboBox::from_id_salt("goal").selected_text(shown).show_ui(ui, |ui| {
                ui.selectable_value(&mut self.goal, None, "whatever matters most");
                for goal in &cx.mind.brain.goals {
                    let name = goal.data.name;
                    ui.selectable_value(&mut self.goal, Some(name), text::humanize(name));
                }
            });
            if ui.button("ask").clicked() {
                let what = WhatIf { goal: self.goal, ..WhatIf::default() };
                self.asked = Some(what_if(cx.world, cx.entity, &what).map_err(|no| no.to_string()));
            }
        });
        match &self.asked {
            Some(Ok(supposed)) if supposed.goal.is_some() => {
                ui.horizontal_wrapped(|ui| {
                    let steps: Vec<String> = supposed.steps.iter().map(|step| step_text(cx, step)).collect();
                    ui.label(RichText::new(steps.join(", ")).small());
                    ui.label(RichText::new(format!("cost {:.1}", supposed.cost)).color(FAINT).small());
                    if ui.small_button("take this").clicked() {
                        self.steps = steps_of(cx, &supposed.steps);
                    }
                });
            }
            Some(Ok(supposed)) => {
                let why =
                    supposed.goals.iter().find(|word| Some(word.name) == self.goal).and_then(|word| word.passed_over);
                let why = why.map_or_else(|| "no goal can be planned".to_owned(), crate::mind::describe_rejection);
                ui.label(RichText::new(format!("no plan: {why}")).color(RED).small());
            }
            Some(Err(why)) => drop(ui.label(RichText::new(why).color(RED).small())),
            None => {}
        }
    }

    fn list(&mut self, ui: &mut Ui, cx: &WhatIfContext, check: &PlanCheck) {
        let (mut gone, mut up) = (None, None);
        for (number, step) in self.steps.iter_mut().enumerate() {
            let problems = check.steps.get(number).map_or(&[][..], |step| step.problems.as_slice());
            ui.horizontal(|ui| {
                condition_icon(ui, problems.is_empty(), false);
                ui.label(format!("{}. {}", number + 1, text::humanize(step.action)));
                target(ui, cx, step, number);
                if number > 0 && ui.small_button("up").clicked() {
                    up = Some(number);
                }
                if ui.small_button("out").clicked() {
                    gone = Some(number);
                }
            });
            for problem in problems {
                let text = match problem {
                    StepProblem::InvalidTarget(known) if !known.is_empty() => "choose what it is about".to_owned(),
                    other => other.to_string(),
                };
                ui.indent(number, |ui| ui.label(RichText::new(text).color(RED).small()));
            }
        }
        if let Some(number) = up {
            self.steps.swap(number, number - 1);
        }
        if let Some(number) = gone {
            self.steps.remove(number);
        }
    }
}

/// What a step is about, to choose.
fn target(ui: &mut Ui, cx: &WhatIfContext, step: &mut ManualStep, number: usize) {
    let brain = &cx.mind.brain;
    let spec = brain.actions.iter().find(|action| action.data.name == step.action);
    if spec.is_none_or(|spec| spec.target.is_none()) {
        return;
    }
    // What it could be about is what a step about nothing lacks.
    let bare = ManualStep { target: None, ..*step };
    let check = check_plan(cx.world, cx.entity, &[bare]).unwrap_or_default();
    let problems = check.steps.first().map_or(&[][..], |step| step.problems.as_slice());
    let known = problems.iter().find_map(|problem| match problem {
        StepProblem::InvalidTarget(known) => Some(known.as_slice()),
        _ => None,
    });
    let shown = step.target.map_or_else(|| "about ...".to_owned(), |subject| subject_words(cx, subject));
    // As wide as leaves room for the buttons behind it: a panel is not to grow by what is written in it.
    let buttons = 5.0 * ui.spacing().interact_size.y;
    let width = (ui.available_width() - buttons).max(80.0);
    ComboBox::from_id_salt(("target", number)).selected_text(shown).width(width).truncate().show_ui(ui, |ui| {
        for subject in known.unwrap_or(&[]) {
            ui.selectable_value(&mut step.target, Some(*subject), subject_words(cx, *subject));
        }
    });
}

fn steps_of(cx: &WhatIfContext, steps: &[crate::mind::PlannedStep]) -> Vec<ManualStep> {
    let named = steps.iter().filter_map(|step| {
        let action = cx.mind.brain.action(step.action)?;
        (!action.data.placeholder).then_some(ManualStep { action: action.data.name, target: step.target })
    });
    named.collect()
}
