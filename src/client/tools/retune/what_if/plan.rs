//! The plan page: asks the planner for a plan, and orders a plan made by hand after checking it step by step.

use bevy_egui::egui::{ComboBox, RichText, Ui};
use quarry_minds::protocol::Label;
use quarry_minds::retune::{ManualStep, PlanCheck, StepProblem, WhatIf, WhatIfAnswer, check_plan, what_if};

use super::{WhatIfContext, next_plan::step_text};
use crate::client::session::subject_name;
use crate::client::tools::panels::theme::{condition_icon, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, RED, text};
use crate::simulation::retune::RetuneCommand;

#[derive(Default)]
pub struct PlanEditor {
    steps: Vec<ManualStep>,
    goal: Option<Label>,
    asked: Option<Result<WhatIfAnswer, String>>,
}

impl PlanEditor {
    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        self.ask(ui, cx);
        heading(ui, "Order a plan");
        ui.horizontal(|ui| {
            let brain = &cx.mind.brain;
            ComboBox::from_id_salt("add").selected_text("Add an action").show_ui(ui, |ui| {
                for action in brain.actions.iter().filter(|action| !action.data.placeholder) {
                    let text = text::humanize(action.data.name);
                    if ui.selectable_label(false, text).clicked() {
                        self.steps.push(ManualStep { action: action.data.name, target: None });
                    }
                }
            });
            if ui.button("Copy its plan").clicked() {
                self.steps = steps_of(cx, cx.executer.remaining());
            }
            if ui.button("Clear").clicked() {
                self.steps.clear();
            }
        });
        let check = check_plan(cx.world, cx.entity, &self.steps).unwrap_or_default();
        self.list(ui, cx, &check);
        ui.horizontal(|ui| {
            let order = RichText::new("Order").color(if check.is_valid() { GOLD } else { FAINT });
            if ui.add_enabled(check.is_valid(), bevy_egui::egui::Button::new(order)).clicked() {
                cx.commands.push(RetuneCommand::Order { agent: cx.agent, steps: self.steps.clone() });
            }
            if cx.executer.by_hand && ui.button("Let it decide").clicked() {
                cx.commands.push(RetuneCommand::Release { agent: cx.agent });
            }
        });
        if check.is_valid() {
            let goals: Vec<String> = check.reaches.iter().map(|goal| text::humanize(*goal)).collect();
            let reaches =
                if goals.is_empty() { "achieves no goal".to_owned() } else { format!("achieves {}", goals.join(", ")) };
            ui.label(faint(format!("{reaches}; cost {:.1}", check.cost)));
        } else if self.steps.is_empty() {
            ui.label(faint(
                "The agent carries out an ordered plan regardless of its goals. Then it decides for itself again.",
            ));
        }
    }

    fn ask(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        heading(ui, "Ask the planner");
        ui.horizontal(|ui| {
            let shown = self.goal.map_or_else(|| "most relevant goal".to_owned(), text::humanize);
            ComboBox::from_id_salt("goal").selected_text(shown).show_ui(ui, |ui| {
                ui.selectable_value(&mut self.goal, None, "most relevant goal");
                for goal in &cx.mind.brain.goals {
                    let name = goal.data.name;
                    ui.selectable_value(&mut self.goal, Some(name), text::humanize(name));
                }
            });
            if ui.button("Ask").clicked() {
                let what = WhatIf { goal: self.goal, ..WhatIf::default() };
                self.asked = Some(what_if(cx.world, cx.entity, &what).map_err(|no| no.to_string()));
            }
        });
        match &self.asked {
            Some(Ok(answer)) if answer.goal.is_some() => {
                ui.horizontal_wrapped(|ui| {
                    let steps: Vec<String> = answer.steps.iter().map(|step| step_text(cx, step)).collect();
                    ui.label(RichText::new(steps.join(", ")).small());
                    ui.label(small(format!("cost {:.1}", answer.cost), FAINT));
                    if ui.small_button("Edit this plan").clicked() {
                        self.steps = steps_of(cx, &answer.steps);
                    }
                });
            }
            Some(Ok(answer)) => {
                let why =
                    answer.goals.iter().find(|word| Some(word.name) == self.goal).and_then(|word| word.passed_over);
                let why = why.map_or_else(|| "no goal has a plan".to_owned(), quarry_minds::describe_rejection);
                ui.label(small(format!("no plan: {why}"), RED));
            }
            Some(Err(why)) => drop(ui.label(small(why, RED))),
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
                if number > 0 && ui.small_button("Up").clicked() {
                    up = Some(number);
                }
                if ui.small_button("Remove").clicked() {
                    gone = Some(number);
                }
            });
            for problem in problems {
                let text = match problem {
                    StepProblem::InvalidTarget(known) if !known.is_empty() => "choose a target".to_owned(),
                    other => other.to_string(),
                };
                ui.indent(number, |ui| ui.label(small(text, RED)));
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

fn target(ui: &mut Ui, cx: &WhatIfContext, step: &mut ManualStep, number: usize) {
    let brain = &cx.mind.brain;
    let spec = brain.actions.iter().find(|action| action.data.name == step.action);
    if spec.is_none_or(|spec| spec.target.is_none()) {
        return;
    }
    // The check of a step without a target lists the possible targets.
    let bare = ManualStep { target: None, ..*step };
    let check = check_plan(cx.world, cx.entity, &[bare]).unwrap_or_default();
    let problems = check.steps.first().map_or(&[][..], |step| step.problems.as_slice());
    let known = problems.iter().find_map(|problem| match problem {
        StepProblem::InvalidTarget(known) => Some(known.as_slice()),
        _ => None,
    });
    let shown = step.target.map_or_else(|| "target ...".to_owned(), |subject| subject_name(cx.setup, subject));
    // Leaves room for the buttons to its right; a wider box would widen the panel.
    let buttons = 5.0 * ui.spacing().interact_size.y;
    let width = (ui.available_width() - buttons).max(80.0);
    ComboBox::from_id_salt(("target", number)).selected_text(shown).width(width).truncate().show_ui(ui, |ui| {
        for subject in known.unwrap_or(&[]) {
            ui.selectable_value(&mut step.target, Some(*subject), subject_name(cx.setup, *subject));
        }
    });
}

fn steps_of(cx: &WhatIfContext, steps: &[quarry_minds::PlannedStep]) -> Vec<ManualStep> {
    let named = steps.iter().filter_map(|step| {
        let action = cx.mind.brain.action(step.action)?;
        (!action.data.placeholder).then_some(ManualStep { action: action.data.name, target: step.target })
    });
    named.collect()
}
