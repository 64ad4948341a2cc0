//! The panel "What if": switches, numbers, memories and plans of the agent one watches, changed while the match runs, with the plan
//! it would make next; and what was changed, to be written back to the files.
//!
//! Must not know: how commands are carried out.

mod files;
mod memory;
mod next_plan;
mod numbers;
mod plan;
mod switches;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{ComboBox, RichText, ScrollArea, Ui},
};

use super::{
    live::LiveData,
    toast::{Toast, Toasts},
};
use crate::{
    client::{
        DataRoot,
        panels::{self, AddPanel, Dock, Panel, Panels, is_open},
        show::Show,
        stage::Stage,
        style::{FAINT, RED},
        timings::Timings,
        view::View,
        words,
    },
    data::Library,
    mind::{Mind, PlanExecuter, WorkingMemory},
    protocol::{AgentId, Label, Roster, Side},
    simulation::{
        KindName,
        retune::{Applied, Command, Refused, Switched, Tuning, Who},
    },
};

pub(in crate::client) const PANEL: Panel =
    Panel::new("what if", "What if", "switches, costs, senses, memories and plans to change", Dock::Right, 392.0)
        .by(KeyCode::KeyU, "U");

/// What the panel is about to do.
#[derive(Resource, Default)]
pub struct WhatIf {
    page: Page,
    numbers: numbers::Turning,
    memory: memory::Draft,
    plan: plan::Maker,
    files: files::Shown,
    next: next_plan::Preview,
    /// What came of the last change, and whether it was refused.
    said: Option<(String, bool)>,
    about: Option<AgentId>,
}

/// The pages of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Numbers,
    Switches,
    Memory,
    Plan,
    Files,
}

const PAGES: [(Page, &str, &str); 5] = [
    (Page::Numbers, "Numbers", "costs, relevance, speeds, cones and ears of its kind"),
    (Page::Switches, "Switches", "goals and actions on and off, for it or its side"),
    (Page::Memory, "Memory", "what it knows: change it, forget it, add to it"),
    (Page::Plan, "Plan", "ask for a plan, or make one by hand"),
    (Page::Files, "Files", "what was changed here, and writing it back"),
];

/// What the pages read, and what they ask for.
struct Desk<'a> {
    world: &'a World,
    stage: &'a Stage,
    tuning: &'a Tuning,
    /// The data as it is on the disk.
    disk: Option<&'a Arc<Library>>,
    agent: AgentId,
    entity: Entity,
    side: Label,
    kind: Label,
    mind: &'a Mind,
    memory: &'a WorkingMemory,
    executer: &'a PlanExecuter,
    /// What is to be changed in the match.
    commands: Vec<Command>,
    /// A file to be written: its path, the text it was seen with, its new text.
    write: Option<(String, String, String)>,
}

impl<'a> Desk<'a> {
    fn of(world: &'a World, stage: &'a Stage, disk: Option<&'a Arc<Library>>, agent: AgentId) -> Option<Self> {
        let entity = world.get_resource::<Roster>()?.entity(agent)?;
        Some(Self {
            world,
            stage,
            disk,
            agent,
            entity,
            tuning: world.get_resource::<Tuning>()?,
            side: world.get::<Side>(entity)?.0,
            kind: world.get::<KindName>(entity)?.0,
            mind: world.get::<Mind>(entity)?,
            memory: world.get::<WorkingMemory>(entity)?,
            executer: world.get::<PlanExecuter>(entity)?,
            commands: Vec::new(),
            write: None,
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WhatIf>()
        .add_panel(PANEL)
        .add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id)));
}

fn draw(
    mut contexts: EguiContexts,
    mut panels: ResMut<Panels>,
    mut what: ResMut<WhatIf>,
    mut show: ResMut<Show>,
    mut toasts: ResMut<Toasts>,
    stage: Res<Stage>,
    view: Res<View>,
    live: Option<Res<LiveData>>,
    root: Res<DataRoot>,
    timings: Res<Timings>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context = context.clone();
    let _spent = timings.of("panel: what if");
    let agent = panels.chosen.unwrap_or(AgentId(view.followed as u16));
    if what.about != Some(agent) {
        what.turn_to(agent);
    }
    let disk = live.as_ref().and_then(|live| live.library.as_ref());
    let (mut commands, mut write, mut chosen) = (Vec::new(), None, agent);
    let tick = show.now.tick;
    let desk = show.world().and_then(|world| Desk::of(world, &stage, disk, agent));
    panels::show(&mut panels, &context, PANEL.id, |ui| match desk {
        None => {
            ui.label("This is a recording, or nobody is chosen: there is nothing to change.");
        }
        Some(mut desk) => {
            what.pages(ui, &mut desk, tick, &mut chosen);
            (commands, write) = (desk.commands, desk.write);
        }
    });
    if chosen != agent {
        panels.chosen = Some(chosen);
    }
    for command in &commands {
        let outcome = show.command(command);
        what.say(command, &outcome, &stage);
    }
    if let Some((file, seen, new)) = write {
        match crate::data::write_back(&root.0, &file, &seen, &new) {
            Ok(()) => toasts.say(Toast::good(&file, vec!["written to the disk".to_owned()])),
            Err(error) => toasts.say(Toast::bad(&file, vec![error.to_string()])),
        }
    }
}

impl WhatIf {
    fn turn_to(&mut self, agent: AgentId) {
        let page = self.page;
        *self = Self { page, about: Some(agent), ..Self::default() };
    }

    fn pages(&mut self, ui: &mut Ui, desk: &mut Desk, tick: u32, chosen: &mut AgentId) {
        ui.horizontal(|ui| {
            let name = words::name(desk.stage, desk.agent);
            ComboBox::from_id_salt("whose").selected_text(name).show_ui(ui, |ui| {
                for number in 0..desk.stage.cast.len() as u16 {
                    let agent = AgentId(number);
                    ui.selectable_value(chosen, agent, words::name(desk.stage, agent));
                }
            });
            ui.label(RichText::new(format!("kind: {}", desk.kind)).color(FAINT));
        });
        self.next.draw(ui, desk, tick, &self.numbers.pending());
        ui.horizontal_wrapped(|ui| {
            for (page, title, about) in PAGES {
                ui.selectable_value(&mut self.page, page, title).on_hover_text(about);
            }
        });
        if self.page != Page::Numbers {
            self.numbers.let_go(desk);
        }
        // A line of it from the start, so that the page does not move when the first thing is said.
        let (said, colour) = match &self.said {
            Some((said, refused)) => (said.as_str(), if *refused { RED } else { FAINT }),
            None => ("Nothing changed yet", FAINT),
        };
        ui.label(RichText::new(said).color(colour).small());
        ui.separator();
        ScrollArea::vertical().id_salt(self.page as usize).auto_shrink([false, false]).show(ui, |ui| match self.page {
            Page::Numbers => self.numbers.draw(ui, desk),
            Page::Switches => switches::draw(ui, desk),
            Page::Memory => self.memory.draw(ui, desk),
            Page::Plan => self.plan.draw(ui, desk),
            Page::Files => self.files.draw(ui, desk),
        });
    }

    fn say(&mut self, command: &Command, outcome: &Result<Applied, Refused>, stage: &Stage) {
        self.next.stale();
        self.said = Some(match outcome {
            Ok(applied) => {
                let mut parts: Vec<String> = told(command, stage).into_iter().collect();
                parts.extend(applied.changes.iter().map(ToString::to_string));
                let names: Vec<String> = applied.replanned.iter().map(|agent| words::name(stage, *agent)).collect();
                parts.push(if names.is_empty() {
                    "no plan had to change".to_owned()
                } else {
                    format!("decided anew: {}", names.join(", "))
                });
                parts.extend(applied.later.iter().cloned());
                (parts.join("; "), false)
            }
            Err(refused) => (refused.to_string(), true),
        });
    }
}

/// What was done, in a few words, where the values of files do not say it.
fn told(command: &Command, stage: &Stage) -> Option<String> {
    let whose = |agent: AgentId| words::name(stage, agent);
    match command {
        Command::Switch { who, what, on } => {
            let who = match who {
                Who::Agent(agent) => whose(*agent),
                Who::Side(side) => format!("all of \"{side}\""),
            };
            let (Switched::Goal(name) | Switched::Action(name)) = what;
            Some(format!("{} {} for {who}", words::plain(*name), if *on { "on" } else { "off" }))
        }
        Command::Believe { agent, .. } => Some(format!("{} believes it now", whose(*agent))),
        Command::Forget { agent, .. } => Some(format!("{} has forgotten it", whose(*agent))),
        Command::Order { agent, .. } => Some(format!("{} carries it out", whose(*agent))),
        Command::Release { agent } => Some(format!("{} thinks for itself again", whose(*agent))),
        Command::Reload { .. } | Command::Edit(_) => None,
    }
}
