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
        playback::Playback,
        scene_setup::SceneSetup,
        style::{FAINT, RED},
        text,
        timings::Timings,
        view::CameraView,
    },
    data::Library,
    mind::{Mind, PlanExecuter, WorkingMemory},
    protocol::{AgentId, Label, Roster, Side},
    simulation::{
        KindName,
        retune::{MatchData, RetuneCommand, RetuneError, RetuneReport, SwitchScope, SwitchTarget},
    },
};

pub(in crate::client) const PANEL: Panel =
    Panel::new("what_if", "What if", "switches, costs, senses, memories and plans to change", Dock::Right, 392.0)
        .with_key(KeyCode::KeyU, "U");

/// What the panel is about to do.
#[derive(Resource, Default)]
pub struct WhatIf {
    page: WhatIfPage,
    numbers: numbers::NumberEditor,
    memory: memory::MemoryEditor,
    plan: plan::PlanEditor,
    files: files::ChangedFiles,
    next: next_plan::PlanPreview,
    /// What came of the last change, and whether it was refused.
    said: Option<(String, bool)>,
    about: Option<AgentId>,
}

/// The pages of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum WhatIfPage {
    #[default]
    Numbers,
    Switches,
    Memory,
    Plan,
    Files,
}

const PAGES: [(WhatIfPage, &str, &str); 5] = [
    (WhatIfPage::Numbers, "Numbers", "costs, relevance, speeds, cones and ears of its kind"),
    (WhatIfPage::Switches, "Switches", "goals and actions on and off, for it or its side"),
    (WhatIfPage::Memory, "Memory", "what it knows: change it, forget it, add to it"),
    (WhatIfPage::Plan, "Plan", "ask for a plan, or make one by hand"),
    (WhatIfPage::Files, "Files", "what was changed here, and writing it back"),
];

/// What the pages read, and what they ask for.
struct WhatIfContext<'a> {
    world: &'a World,
    setup: &'a SceneSetup,
    tuning: &'a MatchData,
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
    commands: Vec<RetuneCommand>,
    /// A file to be written: its path, the text it was seen with, its new text.
    write: Option<(String, String, String)>,
}

impl<'a> WhatIfContext<'a> {
    fn of(world: &'a World, setup: &'a SceneSetup, disk: Option<&'a Arc<Library>>, agent: AgentId) -> Option<Self> {
        let entity = world.get_resource::<Roster>()?.entity(agent)?;
        Some(Self {
            world,
            setup,
            disk,
            agent,
            entity,
            tuning: world.get_resource::<MatchData>()?,
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
    mut playback: ResMut<Playback>,
    mut toasts: ResMut<Toasts>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    live: Option<Res<LiveData>>,
    root: Res<DataRoot>,
    timings: Res<Timings>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context = context.clone();
    let _spent = timings.start("panel: what if");
    let agent = panels.selected.unwrap_or(AgentId(view.followed as u16));
    if what.about != Some(agent) {
        what.turn_to(agent);
    }
    let disk = live.as_ref().and_then(|live| live.library.as_ref());
    let (mut commands, mut write, mut chosen) = (Vec::new(), None, agent);
    let tick = playback.now.tick;
    let cx = playback.world().and_then(|world| WhatIfContext::of(world, &setup, disk, agent));
    panels::show(&mut panels, &context, PANEL.id, |ui| match cx {
        None => {
            ui.label("This is a recording, or nobody is chosen: there is nothing to change.");
        }
        Some(mut cx) => {
            what.pages(ui, &mut cx, tick, &mut chosen);
            (commands, write) = (cx.commands, cx.write);
        }
    });
    if chosen != agent {
        panels.selected = Some(chosen);
    }
    for command in &commands {
        let outcome = playback.command(command);
        what.say(command, &outcome, &setup);
    }
    if let Some((file, seen, new)) = write {
        match crate::data::write_back(&root.0, &file, &seen, &new) {
            Ok(()) => toasts.push(Toast::info(&file, vec!["written to the disk".to_owned()])),
            Err(error) => toasts.push(Toast::error(&file, vec![error.to_string()])),
        }
    }
}

impl WhatIf {
    fn turn_to(&mut self, agent: AgentId) {
        let page = self.page;
        *self = Self { page, about: Some(agent), ..Self::default() };
    }

    fn pages(&mut self, ui: &mut Ui, cx: &mut WhatIfContext, tick: u32, chosen: &mut AgentId) {
        ui.horizontal(|ui| {
            let name = text::agent_name(cx.setup, cx.agent);
            ComboBox::from_id_salt("whose").selected_text(name).show_ui(ui, |ui| {
                for number in 0..cx.setup.agents.len() as u16 {
                    let agent = AgentId(number);
                    ui.selectable_value(chosen, agent, text::agent_name(cx.setup, agent));
                }
            });
            ui.label(RichText::new(format!("kind: {}", cx.kind)).color(FAINT));
        });
        self.next.draw(ui, cx, tick, &self.numbers.pending());
        ui.horizontal_wrapped(|ui| {
            for (page, title, about) in PAGES {
                ui.selectable_value(&mut self.page, page, title).on_hover_text(about);
            }
        });
        if self.page != WhatIfPage::Numbers {
            self.numbers.let_go(cx);
        }
        // A line of it from the start, so that the page does not move when the first thing is said.
        let (said, colour) = match &self.said {
            Some((said, refused)) => (said.as_str(), if *refused { RED } else { FAINT }),
            None => ("Nothing changed yet", FAINT),
        };
        ui.label(RichText::new(said).color(colour).small());
        ui.separator();
        ScrollArea::vertical().id_salt(self.page as usize).auto_shrink([false, false]).show(ui, |ui| match self.page {
            WhatIfPage::Numbers => self.numbers.draw(ui, cx),
            WhatIfPage::Switches => switches::draw(ui, cx),
            WhatIfPage::Memory => self.memory.draw(ui, cx),
            WhatIfPage::Plan => self.plan.draw(ui, cx),
            WhatIfPage::Files => self.files.draw(ui, cx),
        });
    }

    fn say(&mut self, command: &RetuneCommand, outcome: &Result<RetuneReport, RetuneError>, setup: &SceneSetup) {
        self.next.stale();
        self.said = Some(match outcome {
            Ok(applied) => {
                let mut parts: Vec<String> = told(command, setup).into_iter().collect();
                parts.extend(applied.changes.iter().map(ToString::to_string));
                let names: Vec<String> =
                    applied.replanned.iter().map(|agent| text::agent_name(setup, *agent)).collect();
                parts.push(if names.is_empty() {
                    "no plan had to change".to_owned()
                } else {
                    format!("decided anew: {}", names.join(", "))
                });
                parts.extend(applied.deferred.iter().cloned());
                (parts.join("; "), false)
            }
            Err(refused) => (refused.to_string(), true),
        });
    }
}

/// What was done, in a few words, where the values of files do not say it.
fn told(command: &RetuneCommand, setup: &SceneSetup) -> Option<String> {
    let whose = |agent: AgentId| text::agent_name(setup, agent);
    match command {
        RetuneCommand::Switch { who, what, on } => {
            let who = match who {
                SwitchScope::Agent(agent) => whose(*agent),
                SwitchScope::Side(side) => format!("all of \"{side}\""),
            };
            let (SwitchTarget::Goal(name) | SwitchTarget::Action(name)) = what;
            Some(format!("{} {} for {who}", text::humanize(*name), if *on { "on" } else { "off" }))
        }
        RetuneCommand::Believe { agent, .. } => Some(format!("{} believes it now", whose(*agent))),
        RetuneCommand::Forget { agent, .. } => Some(format!("{} has forgotten it", whose(*agent))),
        RetuneCommand::Order { agent, .. } => Some(format!("{} carries it out", whose(*agent))),
        RetuneCommand::Release { agent } => Some(format!("{} thinks for itself again", whose(*agent))),
        RetuneCommand::Reload { .. } | RetuneCommand::Edit(_) => None,
    }
}
