//! A plan by hand: put together from the actions of the mind, checked step by step, carried out; and plans asked for.

use bevy_egui::egui::{ComboBox, RichText, Ui};

use super::{Desk, memory::subject_words, next_plan::step_text};
use crate::{
    client::{
        panels::look::{faint, heading, holds},
        style::{FAINT, GOLD, RED},
        words,
    },
    mind::retune::{HandStep, PlanCheck, StepProblem, Supposed, Supposition, check_plan, suppose},
    protocol::Label,
    simulation::retune::Command,
};

/// A plan being made.
#[derive(Default)]
pub struct Maker {
    steps: Vec<HandStep>,
    goal: Option<Label>,
    asked: Option<Result<Supposed, String>>,
}

impl Maker {
    pub(super) fn draw(&mut self, ui: &mut Ui, desk: &mut Desk) {
        self.ask(ui, desk);
        heading(ui, "By hand");
        ui.horizontal(|ui| {
            let brain = &desk.mind.brain;
            ComboBox::from_id_salt("add").selected_text("add an action").show_ui(ui, |ui| {
                for action in brain.actions.iter().filter(|action| !action.data.imagined) {
                    let text = words::plain(action.data.name);
                    if ui.selectable_label(false, text).clicked() {
                        self.steps.push(HandStep { action: action.data.name, target: None });
                    }
                }
            });
            if ui.button("take its own plan").clicked() {
                self.steps = steps_of(desk, desk.executer.remaining());
            }
            if ui.button("clear").clicked() {
                self.steps.clear();
            }
        });
        let check = check_plan(desk.world, desk.entity, &self.steps).unwrap_or_default();
        self.list(ui, desk, &check);
        ui.horizontal(|ui| {
            let carry_out = RichText::new("carry it out").color(if check.runs() { GOLD } else { FAINT });
            if ui.add_enabled(check.runs(), bevy_egui::egui::Button::new(carry_out)).clicked() {
                desk.commands.push(Command::Order { agent: desk.agent, steps: self.steps.clone() });
            }
            if desk.executer.by_hand && ui.button("let it think for itself").clicked() {
                desk.commands.push(Command::Release { agent: desk.agent });
            }
        });
        if check.runs() {
            let goals: Vec<String> = check.reaches.iter().map(|goal| words::plain(*goal)).collect();
            let reaches =
                if goals.is_empty() { "reaches no goal".to_owned() } else { format!("reaches {}", goals.join(", ")) };
            ui.label(faint(format!("{reaches}; cost {:.1}", check.cost)));
        } else if self.steps.is_empty() {
            ui.label(faint(
                "A plan made by hand is carried out whatever goals there are; then it thinks for itself again.",
            ));
        }
    }

    fn ask(&mut self, ui: &mut Ui, desk: &Desk) {
        heading(ui, "Ask for a plan");
        ui.horizontal(|ui| {
            let shown = self.goal.map_or_else(|| "whatever matters most".to_owned(), words::plain);
            ComboBox::from_id_salt("goal").selected_text(shown).show_ui(ui, |ui| {
                ui.selectable_value(&mut self.goal, None, "whatever matters most");
                for goal in &desk.mind.brain.goals {
                    let name = goal.data.name;
                    ui.selectable_value(&mut self.goal, Some(name), words::plain(name));
                }
            });
            if ui.button("ask").clicked() {
                let what = Supposition { goal: self.goal, ..Supposition::default() };
                self.asked = Some(suppose(desk.world, desk.entity, &what).map_err(|no| no.to_string()));
            }
        });
        match &self.asked {
            Some(Ok(supposed)) if supposed.goal.is_some() => {
                ui.horizontal_wrapped(|ui| {
                    let steps: Vec<String> = supposed.steps.iter().map(|step| step_text(desk, step)).collect();
                    ui.label(RichText::new(steps.join(", ")).small());
                    ui.label(RichText::new(format!("cost {:.1}", supposed.cost)).color(FAINT).small());
                    if ui.small_button("take this").clicked() {
                        self.steps = steps_of(desk, &supposed.steps);
                    }
                });
            }
            Some(Ok(supposed)) => {
                let why =
                    supposed.goals.iter().find(|word| Some(word.name) == self.goal).and_then(|word| word.passed_over);
                let why = why.map_or_else(|| "no goal can be planned".to_owned(), crate::mind::in_words);
                ui.label(RichText::new(format!("no plan: {why}")).color(RED).small());
            }
            Some(Err(why)) => drop(ui.label(RichText::new(why).color(RED).small())),
            None => {}
        }
    }

    fn list(&mut self, ui: &mut Ui, desk: &Desk, check: &PlanCheck) {
        let (mut gone, mut up) = (None, None);
        for (number, step) in self.steps.iter_mut().enumerate() {
            let problems = check.steps.get(number).map_or(&[][..], |step| step.problems.as_slice());
            ui.horizontal(|ui| {
                holds(ui, problems.is_empty(), false);
                ui.label(format!("{}. {}", number + 1, words::plain(step.action)));
                target(ui, desk, step, number);
                if number > 0 && ui.small_button("up").clicked() {
                    up = Some(number);
                }
                if ui.small_button("out").clicked() {
                    gone = Some(number);
                }
            });
            for problem in problems {
                let text = match problem {
                    StepProblem::Target(known) if !known.is_empty() => "choose what it is about".to_owned(),
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
fn target(ui: &mut Ui, desk: &Desk, step: &mut HandStep, number: usize) {
    let brain = &desk.mind.brain;
    let spec = brain.actions.iter().find(|action| action.data.name == step.action);
    if spec.is_none_or(|spec| spec.about.is_none()) {
        return;
    }
    // What it could be about is what a step about nothing lacks.
    let bare = HandStep { target: None, ..*step };
    let check = check_plan(desk.world, desk.entity, &[bare]).unwrap_or_default();
    let problems = check.steps.first().map_or(&[][..], |step| step.problems.as_slice());
    let known = problems.iter().find_map(|problem| match problem {
        StepProblem::Target(known) => Some(known.as_slice()),
        _ => None,
    });
    let shown = step.target.map_or_else(|| "about ...".to_owned(), |subject| subject_words(desk, subject));
    // As wide as leaves room for the buttons behind it: a panel is not to grow by what is written in it.
    let buttons = 5.0 * ui.spacing().interact_size.y;
    let width = (ui.available_width() - buttons).max(80.0);
    ComboBox::from_id_salt(("target", number)).selected_text(shown).width(width).truncate().show_ui(ui, |ui| {
        for subject in known.unwrap_or(&[]) {
            ui.selectable_value(&mut step.target, Some(*subject), subject_words(desk, *subject));
        }
    });
}

fn steps_of(desk: &Desk, steps: &[crate::mind::PlannedStep]) -> Vec<HandStep> {
    let named = steps.iter().filter_map(|step| {
        let action = desk.mind.brain.action(step.action)?;
        (!action.data.imagined).then_some(HandStep { action: action.data.name, target: step.target })
    });
    named.collect()
}
