//! What an agent remembers: each fact can be changed or forgotten, and others be put there.

use bevy::math::Vec3;
use bevy_egui::egui::{Color32, ComboBox, DragValue, Grid, Label, RichText, Slider, TextEdit, Ui};

use super::WhatIfContext;
use crate::{
    client::{
        panels::theme::{faint, heading},
        style::{FAINT, GOLD, INK},
        text,
    },
    mind::memory::{Belief, MemoryFact},
    protocol::{AgentId, PerceptSource, QuantisedPoint, Side, Subject, label},
    simulation::retune::RetuneCommand,
    world::Body,
};

/// Numbers of signs that people put into memories: of no noise, mark or movement of a match.
const SIGNS: u32 = 0x3fff_0000;

const SOURCES: [PerceptSource; 5] =
    [PerceptSource::Seen, PerceptSource::Heard, PerceptSource::Felt, PerceptSource::Told, PerceptSource::Known];

/// A belief being written.
#[derive(Default)]
pub struct MemoryEditor {
    belief: Option<BeliefForm>,
    signs: u32,
}

struct BeliefForm {
    belief: Belief,
    kind: String,
    state: String,
}

impl MemoryEditor {
    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        if ui.button("add something").clicked() {
            self.signs += 1;
            let subject = Subject::Unknown(SIGNS + self.signs);
            self.belief = Some(BeliefForm::of(new_belief(subject, place_of(cx, cx.agent))));
        }
        let mut done = false;
        if let Some(writing) = &mut self.belief {
            done = writing.draw(ui, cx);
        }
        if done {
            self.belief = None;
        }
        heading(ui, "It remembers");
        let mut facts: Vec<&MemoryFact> = cx.memory.facts().iter().collect();
        // In an order that stays: what is written by its button must not move away under the pointer.
        facts.sort_by_key(|fact| fact.subject);
        for fact in facts {
            let (mut edit, mut forget) = (false, false);
            ui.horizontal(|ui| {
                edit = ui.small_button("change").clicked();
                forget = ui.small_button("forget").clicked();
                fact_words(ui, cx, fact);
            });
            if edit {
                self.belief = Some(BeliefForm::of(belief_of(cx, fact)));
            }
            if forget {
                cx.commands.push(RetuneCommand::Forget { agent: cx.agent, subject: fact.subject });
            }
        }
        if cx.memory.facts().is_empty() {
            ui.label(faint("nothing at all"));
        }
    }
}

impl BeliefForm {
    fn of(belief: Belief) -> Self {
        let (kind, state) = (belief.kind.to_string(), belief.state.to_string());
        Self { belief, kind, state }
    }

    /// Draws the form; whether it is done with.
    fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) -> bool {
        let mut done = false;
        ui.group(|ui| {
            Grid::new("belief").num_columns(2).show(ui, |ui| {
                ui.label("about");
                self.subject(ui, cx);
                ui.end_row();
                ui.label("taken for");
                ui.add(TextEdit::singleline(&mut self.kind).desired_width(150.0));
                ui.end_row();
                ui.label("in the state");
                ui.add(TextEdit::singleline(&mut self.state).desired_width(150.0));
                ui.end_row();
                ui.label("known as");
                ComboBox::from_id_salt("source").selected_text(word(self.belief.source)).show_ui(ui, |ui| {
                    for source in SOURCES {
                        ui.selectable_value(&mut self.belief.source, source, word(source));
                    }
                });
                ui.end_row();
                ui.label("how sure");
                ui.add(Slider::new(&mut self.belief.confidence, 0.0..=1.0).max_decimals(2));
                ui.end_row();
                ui.label("how old");
                ui.add(Slider::new(&mut self.belief.age, 0.0..=60.0).suffix(" s").max_decimals(1));
                ui.end_row();
                ui.label("amount").on_hover_text("loudness of a noise in metres, progress of work");
                ui.add(DragValue::new(&mut self.belief.amount).speed(0.1).range(0.0..=200.0));
                ui.end_row();
                ui.label("where");
                self.place(ui, cx);
                ui.end_row();
            });
            ui.horizontal(|ui| {
                if ui.button(RichText::new("put it there").color(GOLD)).clicked() {
                    let (kind, state) = (label(self.kind.trim()), label(self.state.trim()));
                    let belief = Belief { kind, state, ..self.belief.clone() };
                    cx.commands.push(RetuneCommand::Believe { agent: cx.agent, belief });
                    done = true;
                }
                done |= ui.button("leave it").clicked();
            });
        });
        done
    }

    fn subject(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        let shown = subject_words(cx, self.belief.subject);
        let mut chosen = None;
        ComboBox::from_id_salt("subject").selected_text(shown).show_ui(ui, |ui| {
            let others = (0..cx.setup.agents.len() as u16).map(AgentId).filter(|other| *other != cx.agent);
            let things = cx.setup.level.things.iter().map(|thing| Subject::Thing(thing.id));
            for subject in others.map(Subject::Agent).chain(things) {
                if ui.selectable_label(self.belief.subject == subject, subject_words(cx, subject)).clicked() {
                    chosen = Some(subject);
                }
            }
        });
        let Some(subject) = chosen else { return };
        let known = cx.memory.about(subject).map(|fact| belief_of(cx, fact));
        let fresh = || match subject {
            Subject::Agent(other) => {
                let side = cx.world.get_resource::<crate::protocol::Roster>();
                let side = side.and_then(|roster| cx.world.get::<Side>(roster.entity(other)?));
                let kind = side.map(|side| side.0).unwrap_or_default();
                Belief { kind, state: label("walking"), ..new_belief(subject, place_of(cx, other)) }
            }
            Subject::Thing(id) => {
                let thing = cx.setup.level.thing(id);
                let place = thing.map_or_else(|| place_of(cx, cx.agent), |thing| thing.entry);
                let kind = thing.map(|thing| thing.kind.label()).unwrap_or_default();
                Belief { kind, ..new_belief(subject, place) }
            }
            _ => new_belief(subject, place_of(cx, cx.agent)),
        };
        *self = Self::of(known.unwrap_or_else(fresh));
    }

    fn place(&mut self, ui: &mut Ui, cx: &WhatIfContext) {
        let place: Vec3 = self.belief.place.into();
        let (mut east, mut south, height) = (place.x, place.z, place.y);
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut east).speed(0.1).suffix(" m E").max_decimals(1));
            ui.add(DragValue::new(&mut south).speed(0.1).suffix(" m S").max_decimals(1));
            let mut moved = None;
            ComboBox::from_id_salt("where").selected_text("where ...").width(70.0).show_ui(ui, |ui| {
                for number in 0..cx.setup.agents.len() as u16 {
                    let other = AgentId(number);
                    if ui.selectable_label(false, format!("{} is", text::agent_name(cx.setup, other))).clicked() {
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
    let entity = cx.world.get_resource::<crate::protocol::Roster>().and_then(|roster| roster.entity(agent));
    entity.and_then(|entity| cx.world.get::<Body>(entity)).map_or(Vec3::ZERO, |body| body.place)
}

fn word(source: PerceptSource) -> String {
    format!("{source:?}").to_lowercase()
}

/// A subject in words, with its number where words alone do not tell it apart.
pub(super) fn subject_words(cx: &WhatIfContext, subject: Subject) -> String {
    match subject {
        Subject::Thing(id) => format!("{} ({})", text::target_name(cx.setup, subject), id.0),
        Subject::Unknown(number) => format!("sign {}", number & 0xffff),
        _ => text::target_name(cx.setup, subject),
    }
}

fn fact_words(ui: &mut Ui, cx: &WhatIfContext, fact: &MemoryFact) {
    let sure = cx.memory.confidence(fact);
    let colour = if fact.in_sight { INK } else { Color32::from_gray(200) };
    let about = subject_words(cx, fact.subject);
    let kind = text::humanize(fact.kind);
    let kind = if about.starts_with(&kind) { String::new() } else { format!("{kind}: ") };
    ui.label(RichText::new(format!("{kind}{about}")).color(colour));
    let hand = if fact.by_hand { ", by hand" } else { "" };
    let state = text::humanize(fact.state);
    let text = format!(
        "{state}{}{:.0} %, {} {:.0} s ago{hand}",
        if state.is_empty() { "" } else { ", " },
        sure * 100.0,
        word(fact.source),
        cx.memory.age(fact),
    );
    let text = RichText::new(text).color(if fact.by_hand { GOLD } else { FAINT }).small();
    ui.add(Label::new(text).truncate());
}
