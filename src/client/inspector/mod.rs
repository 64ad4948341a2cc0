//! The inspector: all of one mind at the moment on screen, out of its own account; the search behind its last decision, and
//! the graph of what its actions are good for.

mod canvas;
mod clipboard;
mod decisions;
mod goals;
mod memory;
mod plan;
mod planner;
mod search;
mod set;
mod undone;
mod words;

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{
    EguiContexts,
    egui::{Context, RichText, ScrollArea, Ui},
};

use canvas::PanZoom;

use super::{
    mind_snapshots::MindSnapshotCache,
    panels::{AddPanel, Dock, Panel, Panels, is_open, show, theme},
    playback::Playback,
    scene_setup::SceneSetup,
    style::{FAINT, GOLD, readable, to_color32},
    text::target_name,
    timings::Timings,
    view::CameraView,
};
use crate::{
    goap::Planner,
    mind::{MindSnapshot, PlanningSnapshot},
    protocol::{AgentId, Subject},
    simulation::with_mind,
};

const PANEL: Panel =
    Panel::new("inspector", "Inspector", "all of one mind, at the moment on screen", Dock::Right, 400.0)
        .with_key(KeyCode::KeyI, "I");

/// All panels about one mind.
pub(super) const PANELS: [Panel; 3] = [PANEL, search::PANEL, set::PANEL];

/// A page of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InspectorTab {
    #[default]
    Plan,
    Goals,
    WhyNot,
    Memory,
    Beliefs,
    History,
    Planner,
    Text,
}

const TABS: [(InspectorTab, &str); 8] = [
    (InspectorTab::Plan, "Plan"),
    (InspectorTab::Goals, "Goals"),
    (InspectorTab::WhyNot, "Why not"),
    (InspectorTab::Memory, "Memory"),
    (InspectorTab::Beliefs, "Beliefs"),
    (InspectorTab::History, "History"),
    (InspectorTab::Planner, "Cost"),
    (InspectorTab::Text, "Text"),
];

/// After how many ticks it is asked again what a mind would ask now.
const REFRESHED: u32 = 30;

/// What the inspector keeps from frame to frame.
#[derive(Resource, Default)]
pub struct Inspector {
    tab: InspectorTab,
    /// Asks recorded questions again; the match's own planner is not touched.
    planner: Planner,
    cost: planner::PlanningCost,
    asking: undone::DiagnosisCache,
    text: words::TextCache,
    /// What the mind would ask now, where it has not asked since the panel was opened: whose, and in which tick.
    now: Option<(AgentId, u32, Arc<PlanningSnapshot>)>,
}

impl Inspector {
    /// What a mind was asked last; where nothing was kept of that, what it would ask now.
    fn question(&mut self, playback: &Playback, account: &MindSnapshot) -> Option<Arc<PlanningSnapshot>> {
        if account.planning.is_some() {
            return account.planning.clone();
        }
        let agent = account.agent;
        let known =
            self.now.as_ref().filter(|(of, tick, _)| *of == agent && tick.abs_diff(playback.now.tick) < REFRESHED);
        if known.is_none() {
            let read = |world| with_mind(world, agent, |parts| parts.question());
            self.now = playback.world().and_then(read).map(|question| (agent, playback.now.tick, Arc::new(question)));
        }
        self.now.as_ref().map(|(.., question)| question.clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_panel(panel);
    }
    app.init_resource::<Inspector>().add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id)));
    search::plugin(app);
    set::plugin(app);
}

/// What the pages are written from.
struct MindPage<'a> {
    account: &'a Arc<MindSnapshot>,
    playback: &'a Playback,
    setup: &'a SceneSetup,
}

impl MindPage<'_> {
    /// What something is called.
    fn name(&self, subject: Subject) -> String {
        let known = target_name(self.setup, subject);
        match subject {
            Subject::Unknown(number) => format!("sign {}", number & 0xffff),
            Subject::Place(place) => format!("place {place}"),
            _ if known.is_empty() => format!("{subject:?}"),
            _ => known,
        }
    }

    /// A tick as minutes and seconds.
    fn clock(&self, tick: u32) -> String {
        super::text::format_clock(self.playback.seconds_at(tick))
    }
}

/// What panels about one mind are drawn from.
#[derive(SystemParam)]
struct PanelContext<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    panels: ResMut<'w, Panels>,
    playback: Res<'w, Playback>,
    setup: Res<'w, SceneSetup>,
    view: Res<'w, CameraView>,
    timings: Res<'w, Timings>,
}

impl PanelContext<'_, '_> {
    /// What is drawn with, and whom it is about.
    fn begin(&mut self) -> Option<(Context, AgentId)> {
        let agent = self.panels.selected.unwrap_or(AgentId(self.view.followed as u16));
        Some((self.contexts.try_ctx_mut()?.clone(), agent))
    }
}

fn draw(mut around: PanelContext, mut accounts: ResMut<MindSnapshotCache>, mut inspector: ResMut<Inspector>) {
    let Some((context, agent)) = around.begin() else { return };
    let PanelContext { mut panels, playback: match_on_screen, setup, timings, .. } = around;
    if panels.selected.is_none() {
        panels.selected = Some(agent);
    }
    let _spent = timings.start("panel: inspector");
    let mut chosen = agent;
    show(&mut panels, &context, PANEL.id, |ui| {
        choose_agent(ui, &setup, &mut chosen);
        let account = accounts.get(&match_on_screen, &timings, agent);
        let Some(account) = &account else {
            ui.label(theme::faint("No account of this mind is to be had."));
            return;
        };
        let sheet = MindPage { account, playback: &match_on_screen, setup: &setup };
        head(ui, &sheet);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x *= 0.3;
            ui.spacing_mut().button_padding.x *= 0.75;
            for (tab, title) in TABS {
                ui.selectable_value(&mut inspector.tab, tab, title);
            }
        });
        ui.separator();
        let inspector = &mut *inspector;
        let tab = inspector.tab;
        let question = if tab == InspectorTab::WhyNot { inspector.question(&match_on_screen, account) } else { None };
        ScrollArea::vertical().id_salt(title_of(tab)).auto_shrink([false, false]).show(ui, |ui| match tab {
            InspectorTab::Plan => plan::draw(ui, &sheet),
            InspectorTab::Goals => goals::draw(ui, &sheet, &mut inspector.planner),
            InspectorTab::WhyNot => {
                undone::draw(ui, &sheet, question.as_ref(), &mut inspector.planner, &mut inspector.asking)
            }
            InspectorTab::Memory => memory::draw(ui, &sheet),
            InspectorTab::Beliefs => memory::draw_beliefs(ui, &sheet),
            InspectorTab::History => decisions::draw(ui, &sheet),
            InspectorTab::Planner => planner::draw(ui, &sheet, &mut inspector.planner, &mut inspector.cost),
            InspectorTab::Text => words::draw(ui, &sheet, &mut inspector.planner, &mut inspector.text),
        });
    });
    if chosen != agent {
        panels.selected = Some(chosen);
    }
}

fn title_of(tab: InspectorTab) -> &'static str {
    TABS.iter().find(|(known, _)| *known == tab).map_or("", |(_, title)| title)
}

fn choose_agent(ui: &mut Ui, setup: &SceneSetup, chosen: &mut AgentId) {
    ui.horizontal_wrapped(|ui| {
        for (agent, player) in setup.agents.iter().enumerate() {
            let id = AgentId(agent as u16);
            let name = RichText::new(&player.name).color(readable(to_color32(player.colour)));
            if ui.selectable_label(*chosen == id, name).clicked() {
                *chosen = id;
            }
        }
    });
}

/// Who it is, what it wants and does, and why.
fn head(ui: &mut Ui, sheet: &MindPage) {
    let account = sheet.account;
    let goal = account.goal.map_or_else(|| account.without_goal().to_owned(), super::text::humanize);
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::faint("wants"));
        ui.label(RichText::new(goal).color(GOLD).strong());
        if let Some(step) = account.running() {
            let target = step.step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
            ui.label(theme::faint("does"));
            ui.label(format!("{}{target}", super::text::humanize(step.step.display_name)));
        }
    });
    if let Some(decision) = account.last_decision() {
        let ago = sheet.playback.seconds_at(account.tick.saturating_sub(decision.tick));
        ui.label(RichText::new(format!("decided {ago:.1} s ago: {}", decision.why.describe())).small().color(FAINT));
    }
}
