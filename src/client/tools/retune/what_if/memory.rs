//! The memory page: facts of an agent to change, remove or add.

use bevy::math::Vec3;
use bevy_egui::egui::{Color32, ComboBox, DragValue, Grid, Label, RichText, Slider, TextEdit, Ui};
use quarry_minds::describe_source;
use quarry_minds::memory::{Belief, MemoryFact};
use quarry_minds::protocol::{AgentId, PerceptSource, QuantisedPoint, Side, Subject, label};

use super::WhatIfContext;
use crate::client::session::{agent_name, component, subject_name};
use crate::client::tools::panels::theme::{faint, heading, small};
use crate::client::ui::{FAINT, GOLD, INK, text};
use crate::simulation::retune::RetuneCommand;
use crate::world::Body;

/// The first number for unknown subjects added here; the simulation uses smaller ones.
const FIRST_UNKNOWN: u32 = 0x3fff_0000;

const SOURCES: [PerceptSource; 5] =
    [PerceptSource::Seen, PerceptSource::Heard, PerceptSource::Felt, PerceptSource::Told, PerceptSource::Known];

#[derive(Default)]
pub struct MemoryEditor {
    belief: Option<BeliefForm>,
    unknowns: u32,
}

struct BeliefForm {
    belief: Belief,
    kind: String,
    state: String,
}

impl MemoryEditor {
    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        if ui.button("Add a fact").clicked() {
            self.unknowns += 1;
            let subject = Subject::Unknown(FIRST_UNKNOWN + self.unknowns);
            self.belief = Some(BeliefForm::new(new_belief(subject, place_of(cx, cx.agent))));
        }
        let mut done = false;
        if let Some(form) = &mut self.belief {
            done = form.draw(ui, cx);
        }
        if done {
            self.belief = None;
        }
        heading(ui, "Facts");
        let mut facts: Vec<&MemoryFact> = cx.memory.facts().iter().collect();
        // A fixed order, so that rows do not move under the pointer.
        facts.sort_by_key(|fact| fact.subject);
        for fact in facts {
            let (mut edit, mut forget) = (false, false);
            ui.horizontal(|ui| {
                edit = ui.small_button("Edit").clicked();
                forget = ui.small_button("Remove").clicked();
                fact_label(ui, cx, fact);
            });
            if edit {
                self.belief = Some(BeliefForm::new(belief_of(cx, fact)));
            }
            if forget {
                cx.commands.push(RetuneCommand::Forget { agent: cx.agent, subject: fact.subject });
            }
        }
        if cx.memory.facts().is_empty() {
            ui.label(faint("none"));
        }
    }
}

impl BeliefForm {
    fn new(belief: Belief) -> Self {
        let (kind, state) = (belief.kind.to_string(), belief.state.to_string());
        Self { belief, kind, state }
    }

    /// Draws the form. Returns true when it is to be closed.
    fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) -> bool {
        let mut done = false;
        ui.group(|ui| {
            Grid::new("belief").num_columns(2).show(ui, |ui| {
                ui.label("subject");
                self.subject(ui, cx);
                ui.end_row();
                for (title, text) in [("kind", &mut self.kind), ("state", &mut self.state)] {
                    ui.label(title);
                    ui.add(TextEdit::singleline(text).desired_width(150.0));
                    ui.end_row();
                }
                ui.label("source");
                ComboBox::from_id_salt("source").selected_text(describe_source(self.belief.source)).show_ui(ui, |ui| {
                    for source in SOURCES {
                        ui.selectable_value(&mut self.belief.source, source, describe_source(source));
                    }
                });
                ui.end_row();
                ui.label("confidence");
                ui.add(Slider::new(&mut self.belief.confidence, 0.0..=1.0).max_decimals(2));
                ui.end_row();
                ui.label("age");
                ui.add(Slider::new(&mut self.belief.age, 0.0..=60.0).suffix(" s").max_decimals(1));
                ui.end_row();
                ui.label("amount").on_hover_text("range of a noise in metres, or progress of work from 0 to 1");
                ui.add(DragValue::new(&mut self.belief.amount).speed(0.1).range(0.0..=200.0));
                ui.end_row();
                ui.label("position");
                self.place(ui, cx);
                ui.end_row();
            });
            ui.horizontal(|ui| {
                if ui.button(RichText::new("Apply").color(GOLD)).clicked() {
                    let (kind, state) = (label(self.kind.trim()), label(self.state.trim()));
                    let belief = Belief { kind, state, ..self.belief.clone() };
                    cx.commands.push(RetuneCommand::Believe { agent: cx.agent, belief });
                    done = true;
                }
                done |= ui.button("Cancel").clicked();
            });
        });
        done
    }

    fn subject(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        let shown = subject_name(cx.setup, self.belief.subject);
        let mut chosen = None;
        ComboBox::from_id_salt("subject").selected_text(shown).show_ui(ui, |ui| {
            let others = (0..cx.setup.agents.len() as u16).map(AgentId).filter(|other| *other != cx.agent);
            let things = cx.setup.level.things.iter().map(|thing| Subject::Thing(thing.id));
            for subject in others.map(Subject::Agent).chain(things) {
                if ui.selectable_label(self.belief.subject == subject, subject_name(cx.setup, subject)).clicked() {
                    chosen = Some(subject);
                }
            }
        });
        let Some(subject) = chosen else { return };
        let known = cx.memory.about(subject).map(|fact| belief_of(cx, fact));
        let fresh = || match subject {
            Subject::Agent(other) => {
                let kind = component::<Side>(cx.world, other).map(|side| side.0).unwrap_or_default();
                Belief { kind, state: label("walking"), ..new_belief(subject, place_of(cx, other)) }
            }
            Subject::Thing(id) => {
                let thing = cx.setup.level.thing(id);
                let place = thing.map_or_else(|| place_of(cx, cx.agent), |thing| thing.entry);
                let kind = thing.map(|thing| thing.name).unwrap_or_default();
                Belief { kind, ..new_belief(subject, place) }
            }
            _ => new_belief(subject, place_of(cx, cx.agent)),
        };
        *self = Self::new(known.unwrap_or_else(fresh));
    }

    fn place(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        let place: Vec3 = self.belief.place.into();
        let (mut east, mut south, height) = (place.x, place.z, place.y);
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut east).speed(0.1).suffix(" m E").max_decimals(1));
            ui.add(DragValue::new(&mut south).speed(0.1).suffix(" m S").max_decimals(1));
            let mut moved = None;
            ComboBox::from_id_salt("where").selected_text("at ...").width(70.0).show_ui(ui, |ui| {
                for number in 0..cx.setup.agents.len() as u16 {
                    let other = AgentId(number);
                    if ui.selectable_label(false, agent_name(&cx.setup.agents, other)).clicked() {
                        moved = Some(place_of(cx, other));
                    }
                }
            });
            self.belief.place = moved.unwrap_or(Vec3::new(east, height, south)).into();
        });
    }
}

fn new_belief(subject: Subject, place: Vec3) -> Belief {
    Belief {
        subject,
        kind: label("footsteps"),
        state: label(""),
        amount: 0.0,
        place: QuantisedPoint::from(place),
        confidence: 1.0,
        age: 0.0,
        source: if matches!(subject, Subject::Unknown(_)) { PerceptSource::Heard } else { PerceptSource::Seen },
    }
}

fn belief_of(cx: &WhatIfContext, fact: &MemoryFact) -> Belief {
    Belief {
        subject: fact.subject,
        kind: fact.kind,
        state: fact.state,
        amount: fact.amount,
        place: fact.estimate.into(),
        confidence: cx.memory.confidence(fact),
        age: cx.memory.age(fact),
        source: fact.source,
    }
}

fn place_of(cx: &WhatIfContext, agent: AgentId) -> Vec3 {
    component::<Body>(cx.world, agent).map_or(Vec3::ZERO, |body| body.place)
}

fn fact_label(ui: &mut Ui, cx: &WhatIfContext, fact: &MemoryFact) {
    let sure = cx.memory.confidence(fact);
    let colour = if fact.in_sight { INK } else { Color32::from_gray(200) };
    let about = subject_name(cx.setup, fact.subject);
    let kind = text::humanize(fact.kind);
    let kind = if about.starts_with(&kind) { String::new() } else { format!("{kind}: ") };
    ui.label(RichText::new(format!("{kind}{about}")).color(colour));
    let hand = if fact.by_hand { ", by hand" } else { "" };
    let state = text::humanize(fact.state);
    let text = format!(
        "{state}{}{:.0} %, {} {:.0} s ago{hand}",
        if state.is_empty() { "" } else { ", " },
        sure * 100.0,
        describe_source(fact.source),
        cx.memory.age(fact),
    );
    let text = small(text, if fact.by_hand { GOLD } else { FAINT });
    ui.add(Label::new(text).truncate());
}
