//! The "What if" panel: changes numbers, switches, memories and plans of an agent while the match runs, previews the plan it would
//! make, and writes the changes back to the data files.
//!
//! Independent of: how commands are carried out.

mod brain;
mod files;
mod memory;
mod next_plan;
mod numbers;
mod plan;
mod switches;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{ComboBox, ScrollArea, Ui};
use quarry_minds::protocol::{AgentId, Label, Roster, Side};
use quarry_minds::{Mind, PlanExecuter, WorkingMemory};

use super::live::LiveData;
use super::toast::{Toast, Toasts};
use crate::client::DataRoot;
use crate::client::session::{Playback, SceneSetup, names};
use crate::client::tools::panels::theme::{faint, pages, result_line, unchangeable};
use crate::client::tools::panels::{AddPanel, Dock, Panel, PanelContext};
use crate::client::ui::text;
use crate::data::Library;
use crate::simulation::KindName;
use crate::simulation::retune::{MatchData, RetuneCommand, RetuneError, RetuneReport, SwitchScope, SwitchTarget};

pub(in crate::client) const PANEL: Panel =
    Panel::new("what_if", "What if", "change numbers, switches, memories and plans of an agent", Dock::Right, 392.0)
        .with_key(KeyCode::KeyU);

#[derive(Resource, Default)]
pub struct WhatIfPanel {
    page: WhatIfPage,
    numbers: numbers::NumberEditor,
    memory: memory::MemoryEditor,
    plan: plan::PlanEditor,
    next: next_plan::PlanPreview,
    differences: files::Differences,
    /// The result of the last change, and whether it was rejected.
    result: Option<(String, bool)>,
    agent: Option<AgentId>,
}

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
    (WhatIfPage::Numbers, "Numbers", "costs, relevance, senses and speeds of its kind"),
    (WhatIfPage::Switches, "Switches", "turn goals and actions on and off, for it or its side"),
    (WhatIfPage::Memory, "Memory", "change, remove and add facts"),
    (WhatIfPage::Plan, "Plan", "ask the planner, or order a plan"),
    (WhatIfPage::Files, "Files", "unsaved changes, to write back to the files"),
];

/// What the pages read, and the changes they request.
struct WhatIfContext<'a> {
    world: &'a World,
    setup: &'a SceneSetup,
    tuning: &'a MatchData,
    /// The data on disk; `None` if the files are not watched.
    disk: Option<&'a Arc<Library>>,
    agent: AgentId,
    entity: Entity,
    side: Label,
    kind: Label,
    mind: &'a Mind,
    memory: &'a WorkingMemory,
    executer: &'a PlanExecuter,
    commands: Vec<RetuneCommand>,
    /// A file to write: its path, the text it must still have, and the new text.
    write: Option<(String, String, String)>,
}

impl<'a> WhatIfContext<'a> {
    fn new(world: &'a World, setup: &'a SceneSetup, disk: Option<&'a Arc<Library>>, agent: AgentId) -> Option<Self> {
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
    app.init_resource::<WhatIfPanel>().add_panel(PANEL, draw);
}

fn draw(
    mut panel: PanelContext,
    mut what: ResMut<WhatIfPanel>,
    mut toasts: ResMut<Toasts>,
    live: Option<Res<LiveData>>,
    root: Res<DataRoot>,
) {
    let agent = panel.agent();
    if what.agent != Some(agent) {
        what.reset(agent);
    }
    let disk = live.as_ref().and_then(|live| live.library.as_ref());
    let (mut commands, mut write, mut selected) = (Vec::new(), None, agent);
    let mut back_to_present = false;
    panel.show(PANEL.id, |ui, panel| {
        let world = panel.playback.world();
        match world.and_then(|world| WhatIfContext::new(world, &panel.setup, disk, agent)) {
            None => back_to_present = unavailable(ui, &panel.playback),
            Some(mut cx) => {
                what.pages(ui, &mut cx, panel.playback.now.tick, &mut selected);
                (commands, write) = (cx.commands, cx.write);
            }
        }
    });
    if selected != agent {
        panel.panels.selected = Some(selected);
    }
    if back_to_present {
        panel.playback.seek_newest();
    }
    for command in &commands {
        let outcome = panel.playback.command(command);
        what.report(command, &outcome, &panel.setup);
    }
    if let Some((file, seen, new)) = write {
        match quarry_ron::write_back(root.0.folder_of(&file), &file, &seen, &new) {
            Ok(()) => toasts.push(Toast::info(&file, vec!["saved".to_owned()])),
            Err(error) => toasts.push(Toast::error(&file, vec![error.to_string()])),
        }
    }
}

/// Explains why nothing can be changed. Returns whether the user wants to go back to the present.
fn unavailable(ui: &mut Ui, playback: &Playback) -> bool {
    unchangeable(ui, playback).unwrap_or_else(|| {
        ui.label("This agent has no mind to change.");
        false
    })
}

impl WhatIfPanel {
    fn reset(&mut self, agent: AgentId) {
        let page = self.page;
        *self = Self { page, agent: Some(agent), ..Self::default() };
    }

    fn pages(&mut self, ui: &mut Ui, cx: &mut WhatIfContext, tick: u32, selected: &mut AgentId) {
        ui.horizontal(|ui| {
            let name = names::agent_name(&cx.setup.agents, cx.agent);
            ComboBox::from_id_salt("agent").selected_text(name).show_ui(ui, |ui| {
                for number in 0..cx.setup.agents.len() as u16 {
                    let agent = AgentId(number);
                    ui.selectable_value(selected, agent, names::agent_name(&cx.setup.agents, agent));
                }
            });
            ui.label(faint(format!("kind: {}", cx.kind)));
            brain::draw(ui, cx);
        });
        self.next.draw(ui, cx, tick, &self.numbers.pending());
        pages(ui, &mut self.page, &PAGES);
        if self.page != WhatIfPage::Numbers {
            self.numbers.commit(cx);
        }
        result_line(ui, self.result.as_ref(), "No changes yet");
        ScrollArea::vertical().id_salt(self.page as usize).auto_shrink([false, false]).show(ui, |ui| match self.page {
            WhatIfPage::Numbers => self.numbers.draw(ui, cx),
            WhatIfPage::Switches => switches::draw(ui, cx),
            WhatIfPage::Memory => self.memory.draw(ui, cx),
            WhatIfPage::Plan => self.plan.draw(ui, cx),
            WhatIfPage::Files => files::draw(ui, cx, &mut self.differences),
        });
    }

    fn report(&mut self, command: &RetuneCommand, outcome: &Result<RetuneReport, RetuneError>, setup: &SceneSetup) {
        self.next.refresh();
        self.result = Some(match outcome {
            Ok(applied) => {
                let mut parts: Vec<String> = describe(command, setup).into_iter().collect();
                parts.extend(applied.changes.iter().map(ToString::to_string));
                let names: Vec<String> =
                    applied.replanned.iter().map(|agent| names::agent_name(&setup.agents, *agent)).collect();
                parts.push(if names.is_empty() {
                    "no agent had to replan".to_owned()
                } else {
                    format!("replanned: {}", names.join(", "))
                });
                parts.extend(applied.deferred.iter().chain(&applied.out_of_reach).cloned());
                (parts.join("; "), false)
            }
            Err(rejected) => (rejected.to_string(), true),
        });
    }
}

/// A command in a few words; `None` for commands whose report names the changed values.
fn describe(command: &RetuneCommand, setup: &SceneSetup) -> Option<String> {
    let name = |agent: AgentId| names::agent_name(&setup.agents, agent);
    match command {
        RetuneCommand::Switch { who, what, on } => {
            let who = match who {
                SwitchScope::Agent(agent) => name(*agent),
                SwitchScope::Side(side) => format!("every {}", text::humanize(*side)),
            };
            let (SwitchTarget::Goal(switched) | SwitchTarget::Action(switched)) = what;
            Some(format!("{} {} for {who}", text::humanize(*switched), if *on { "on" } else { "off" }))
        }
        RetuneCommand::Believe { agent, .. } => Some(format!("fact added to the memory of {}", name(*agent))),
        RetuneCommand::Forget { agent, .. } => Some(format!("fact removed from the memory of {}", name(*agent))),
        RetuneCommand::Order { agent, .. } => Some(format!("{} carries out the plan", name(*agent))),
        RetuneCommand::Release { agent } => Some(format!("{} decides on its own again", name(*agent))),
        RetuneCommand::ThinkBy { agent, brain } => {
            Some(format!("{} thinks by {}", name(*agent), text::brain_title(*brain)))
        }
        RetuneCommand::Intervene(intervention) => Some(text::humanize(intervention.what).to_string()),
        RetuneCommand::Reload { .. } | RetuneCommand::Edit(_) => None,
    }
}
