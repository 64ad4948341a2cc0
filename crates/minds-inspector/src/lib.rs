//! A window that shows the mind of any agent: its goals with their factors, why it does not pursue the others, its plan, and what it
//! remembers.
//!
//! Add [`MindInspectorPlugin`] beside `bevy_egui::EguiPlugin` and [`quarry_minds::plugin::MindPlugin`]; a camera must be there. F1 opens and
//! closes the window unless the game sets [`InspectedMind::open`] itself.

use bevy_app::prelude::*;
use bevy_ecs::{prelude::*, system::SystemState};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Grid, RichText, ScrollArea, Ui},
};
use quarry_minds::{
    FactSnapshot, GoalSnapshot, MindComponents, MindSnapshot, StepPhase, describe_rejection, describe_source,
    plugin::{Perceivable, Subjects},
    protocol::{AgentId, Roster, Subject, TerrainService},
    readable,
};

/// Adds the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct MindInspectorPlugin;

impl Plugin for MindInspectorPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<InspectedMind>().add_systems(EguiPrimaryContextPass, show);
    }
}

/// Which mind is shown.
#[derive(Resource, Clone, Copy, Debug)]
pub struct InspectedMind {
    /// The agent.
    pub agent: AgentId,
    /// Whether the window is open.
    pub open: bool,
}

impl Default for InspectedMind {
    fn default() -> Self {
        Self { agent: AgentId(0), open: true }
    }
}

/// Names subjects by what they look like, or are remembered to have looked like, with a number.
fn name_of(world: &World, mind: Option<&MindSnapshot>, subject: Subject) -> String {
    let entity = world.get_resource::<Roster>().zip(world.get_resource::<Subjects>());
    let entity = entity.and_then(|(roster, subjects)| subjects.entity(roster, subject));
    let looks = entity.and_then(|entity| world.get::<Perceivable>(entity)).map(|what| what.kind);
    let kind = looks.or_else(|| mind?.about(subject).map(|fact| fact.kind));
    match subject {
        Subject::Agent(AgentId(number)) => format!("{} {number}", kind.map_or("agent", |kind| kind.as_str())),
        Subject::Thing(thing) => format!("{} {}", kind.map_or("thing", |kind| kind.as_str()), thing.0),
        Subject::Unknown(number) => format!("{} {number}", kind.map_or("sign", |kind| kind.as_str())),
        Subject::Place(place) => format!("place {place}"),
        Subject::Order(order) => format!("order {order}"),
    }
}

fn snapshot_of(world: &World, agent: AgentId) -> Option<MindSnapshot> {
    let entity = world.get_resource::<Roster>()?.entity(agent)?;
    let terrain = world.get_resource::<TerrainService>()?;
    MindComponents::from_entity(world.get_entity(entity).ok()?, &*terrain.0).map(|mind| mind.snapshot())
}

fn show(world: &mut World) {
    let Some(mut inspected) = world.get_resource::<InspectedMind>().copied() else { return };
    let mut state = SystemState::<EguiContexts>::new(world);
    let context = state.get_mut(world).ok().and_then(|mut contexts| contexts.ctx_mut().cloned().ok());
    state.apply(world);
    let Some(context) = context else { return };
    if context.input(|input| input.key_pressed(egui::Key::F1)) {
        inspected.open = !inspected.open;
    }
    let snapshot = snapshot_of(world, inspected.agent);
    let agents = world.get_resource::<Roster>().map_or(0, |roster| roster.agents.len() as u16);
    let names = |subject| name_of(world, snapshot.as_ref(), subject);
    let mut open = inspected.open;
    egui::Window::new("Mind").open(&mut open).default_width(420.0).show(&context, |ui| {
        ui.horizontal_wrapped(|ui| {
            for number in 0..agents {
                ui.selectable_value(&mut inspected.agent, AgentId(number), names(Subject::Agent(AgentId(number))));
            }
        });
        match &snapshot {
            Some(snapshot) => show_mind(ui, snapshot, &names),
            None => drop(ui.label("It has no mind.")),
        }
    });
    world.insert_resource(InspectedMind { open, ..inspected });
}

fn show_mind(ui: &mut Ui, mind: &MindSnapshot, names: &dyn Fn(Subject) -> String) {
    ScrollArea::vertical().max_height(480.0).show(ui, |ui| {
        ui.heading("Goals");
        mind.goals.iter().for_each(|goal| show_goal(ui, goal));
        ui.heading("Plan");
        match &mind.plan {
            Some(plan) => {
                for step in &plan.steps {
                    let mark = match step.phase {
                        StepPhase::Done => "done",
                        StepPhase::Running => "now",
                        StepPhase::Pending => "then",
                    };
                    let target = step.step.target.map_or_else(String::new, |target| format!(" {}", names(target)));
                    ui.label(format!(
                        "{mark}: {}{target} (cost {:.1})",
                        readable(step.step.display_name),
                        step.step.cost
                    ));
                }
            }
            None => drop(ui.label(mind.without_goal())),
        }
        ui.heading("Memory");
        Grid::new("memory").striped(true).num_columns(5).show(ui, |ui| {
            mind.facts.iter().for_each(|fact| show_fact(ui, fact, names));
        });
    });
}

fn show_goal(ui: &mut Ui, goal: &GoalSnapshot) {
    let why = match (goal.pursued, goal.passed_over) {
        (Some(seconds), _) => format!("pursued for {seconds:.1} s"),
        (None, Some(reason)) => describe_rejection(reason),
        (None, None) => "not looked at yet".to_owned(),
    };
    let title = format!("{}: {:.1} ({why})", readable(goal.name), goal.relevance);
    let title = if goal.pursued.is_some() { RichText::new(title).strong() } else { RichText::new(title) };
    ui.collapsing(title, |ui| {
        ui.label(format!("base relevance {:.1}", goal.base_relevance));
        for factor in &goal.considerations {
            let value = factor.evaluated.map_or_else(
                || "not evaluated".to_owned(),
                |(input, factor)| format!("{input:.2} gives a factor of {factor:.2}"),
            );
            ui.label(format!("{}: {value}", factor.input));
        }
    });
}

fn show_fact(ui: &mut Ui, fact: &FactSnapshot, names: &dyn Fn(Subject) -> String) {
    ui.label(names(fact.subject));
    ui.label(readable(fact.state));
    ui.label(format!("at {:.1}, {:.1}", fact.place.x, fact.place.z));
    ui.label(format!("{:.0} %", fact.confidence * 100.0));
    ui.label(format!("{}, {:.1} s ago", describe_source(fact.source), fact.age));
    ui.end_row();
}
