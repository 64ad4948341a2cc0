//! The inspector: everything one mind holds at the moment on screen, read from its [`MindSnapshot`]; the search graph behind its
//! last decision; and the graph of its actions.

mod action_graph;
mod canvas;
mod decisions;
mod goals;
mod memory;
mod plan;
mod planner;
mod positions;
mod search_graph;
mod strategies;
mod structure;
mod text;
mod why_not;

use self::canvas::PanZoom;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{ComboBox, RichText, ScrollArea, Ui};
use quarry_goap::{GoalCandidate, Planner};
use quarry_minds::protocol::{AgentId, Label, Subject};
use quarry_minds::{MindSnapshot, PlanningSnapshot};

use super::panels::{AddPanel, Dock, Panel, PanelContext, theme};
use crate::client::session::{AgentInfo, Playback, SceneSetup, agent_name, subject_name};
use crate::client::ui::{FAINT, GOLD, format_clock, humanize, readable, to_color32};
use crate::simulation::with_mind;

pub(in crate::client) const PANEL: Panel =
    Panel::new("inspector", "Inspector", "one mind at the moment on screen", Dock::Right, 400.0)
        .with_key(KeyCode::KeyI);

/// More agents than this are offered in a list.
const MAX_BUTTONS: usize = 24;

#[cfg(test)]
pub(in crate::client) const PANELS: [Panel; 3] = [PANEL, search_graph::PANEL, action_graph::PANEL];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InspectorTab {
    #[default]
    Plan,
    /// The decision structure of a mind that does not plan.
    Decision,
    Goals,
    WhyNot,
    Memory,
    WorldState,
    Decisions,
    Positions,
    Planner,
    Text,
}

const TABS: [(InspectorTab, &str); 9] = [
    (InspectorTab::Plan, "Plan"),
    (InspectorTab::Goals, "Goals"),
    (InspectorTab::WhyNot, "Why not"),
    (InspectorTab::Memory, "Memory"),
    (InspectorTab::WorldState, "State"),
    (InspectorTab::Decisions, "Decisions"),
    (InspectorTab::Positions, "Positions"),
    (InspectorTab::Planner, "Planner"),
    (InspectorTab::Text, "Text"),
];

/// The pages of a mind that does not plan.
const STRUCTURE_TABS: [(InspectorTab, &str); 5] = [
    (InspectorTab::Decision, "Decision"),
    (InspectorTab::Memory, "Memory"),
    (InspectorTab::Decisions, "Decisions"),
    (InspectorTab::Positions, "Positions"),
    (InspectorTab::Text, "Text"),
];

#[derive(Resource, Default)]
pub struct Inspector {
    tab: InspectorTab,
    /// Plans recorded snapshots again; the planner of the match is not touched.
    planner: Planner,
    last: LastPlanning,
    cost: planner::PlanningCost,
    diagnosis: why_not::DiagnosisCache,
    text: Computed<MindSnapshot, String>,
    clipboard: Option<arboard::Clipboard>,
}

/// What has been computed from a snapshot, which is kept with it.
struct Computed<K, V>(Option<(Arc<K>, V)>);

impl<K, V> Default for Computed<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K, V> Computed<K, V> {
    /// What `compute` makes of a snapshot; it is called only if this is another one than before.
    fn of(&mut self, snapshot: &Arc<K>, compute: impl FnOnce() -> V) -> &V {
        let known = self.0.take().filter(|(known, _)| Arc::ptr_eq(known, snapshot));
        &self.0.insert(known.unwrap_or_else(|| (snapshot.clone(), compute()))).1
    }
}

/// The last planning snapshot of a mind. A mind that has not planned yet gives the snapshot it would plan from now.
#[derive(Default)]
struct LastPlanning {
    /// The snapshot taken for a mind that has none of its own: whose it is, and at which tick it was taken.
    taken: Option<(AgentId, u32, Arc<PlanningSnapshot>)>,
}

impl LastPlanning {
    /// A snapshot taken here is taken again after this many ticks.
    const REFRESH_TICKS: u32 = 30;

    fn get(&mut self, playback: &Playback, snapshot: &MindSnapshot) -> Option<Arc<PlanningSnapshot>> {
        if snapshot.planning.is_some() {
            return snapshot.planning.clone();
        }
        let (agent, now) = (snapshot.agent, playback.now.tick);
        let fresh = |(of, tick, _): &&(AgentId, u32, _)| *of == agent && tick.abs_diff(now) < Self::REFRESH_TICKS;
        if self.taken.as_ref().filter(fresh).is_none() {
            let take = |world| with_mind(world, agent, |parts| parts.planning_snapshot());
            self.taken = playback.shown_world().and_then(take).map(|planning| (agent, now, Arc::new(planning)));
        }
        self.taken.as_ref().map(|(.., planning)| planning.clone())
    }
}

/// The goals of a planning snapshot, the most relevant first.
fn by_relevance(planning: &PlanningSnapshot) -> Vec<GoalCandidate> {
    let mut goals = planning.goal_candidates.clone();
    goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
    goals
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<Inspector>().add_panel(PANEL, draw);
    search_graph::plugin(app);
    action_graph::plugin(app);
}

/// What every page of the inspector reads.
struct MindPage<'a> {
    snapshot: &'a Arc<MindSnapshot>,
    playback: &'a Playback,
    setup: &'a SceneSetup,
}

impl MindPage<'_> {
    fn name(&self, subject: Subject) -> String {
        subject_name(self.setup, subject)
    }

    /// The name of an action and of what it is done to.
    fn action(&self, name: Label, target: Option<Subject>) -> String {
        let target = target.map_or_else(String::new, |target| format!(": {}", self.name(target)));
        format!("{}{target}", humanize(name))
    }

    /// The time of a tick as minutes and seconds.
    fn clock(&self, tick: u32) -> String {
        format_clock(self.playback.seconds_at(tick))
    }
}

fn draw(mut cx: PanelContext, mut inspector: ResMut<Inspector>) {
    let agent = cx.agent();
    if cx.panels.selected.is_none() {
        cx.panels.selected = Some(agent);
    }
    let mut selected = agent;
    cx.show(PANEL.id, |ui, cx| {
        let snapshot = cx.snapshot(agent);
        let (playback, setup, game) = (&*cx.playback, &*cx.setup, cx.game.0);
        choose_agent(ui, playback, setup, &mut selected);
        details(ui, &(game.details)(agent, playback, setup));
        let Some(snapshot) = snapshot else {
            let thinks = setup.agent(agent).is_none_or(|info| info.thinks);
            let doing = (game.occupation)(agent, playback, setup).filter(|_| !thinks);
            if let Some(doing) = doing {
                details(ui, &[("Does", doing)]);
            }
            ui.label(theme::faint(if thinks {
                "Nothing is known of this mind at this moment."
            } else {
                "It has no mind of its own: it does what it is told."
            }));
            return;
        };
        let page = MindPage { snapshot: &snapshot, playback, setup };
        summary(ui, &page);
        let Inspector { tab, planner, last, cost, diagnosis, text, clipboard } = &mut *inspector;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x *= 0.3;
            ui.spacing_mut().button_padding.x *= 0.75;
            let tabs: &[(InspectorTab, &str)] = match &snapshot.structure {
                Some(_) => &STRUCTURE_TABS,
                None => &TABS,
            };
            for (which, title) in tabs {
                ui.selectable_value(tab, *which, *title);
            }
            if tabs.iter().all(|(which, _)| which != tab) {
                *tab = tabs.first().map_or(InspectorTab::Plan, |(which, _)| *which);
            }
        });
        ui.separator();
        ScrollArea::vertical().id_salt(*tab as usize).auto_shrink([false, false]).show(ui, |ui| match tab {
            InspectorTab::Plan => plan::draw(ui, &page),
            InspectorTab::Decision => structure::draw(ui, &page),
            InspectorTab::Goals => goals::draw(ui, &page, planner),
            InspectorTab::WhyNot => {
                why_not::draw(ui, &page, last.get(playback, &snapshot).as_ref(), planner, diagnosis);
            }
            InspectorTab::Memory => memory::draw(ui, &page),
            InspectorTab::WorldState => memory::draw_state(ui, &page),
            InspectorTab::Decisions => decisions::draw(ui, &page),
            InspectorTab::Positions => positions::draw(ui, &page),
            InspectorTab::Planner => {
                planner::draw(ui, &page, last.get(playback, &snapshot).as_ref(), planner, cost);
            }
            InspectorTab::Text => text::draw(ui, &page, planner, text, clipboard),
        });
    });
    if selected != agent {
        cx.panels.selected = Some(selected);
    }
}

/// The names of all agents as buttons; of those in play in a list if they are many, or some of them have no mind.
fn choose_agent(ui: &mut Ui, playback: &Playback, setup: &SceneSetup, selected: &mut AgentId) {
    let before = *selected;
    let mut offer = |ui: &mut Ui, agent: usize, info: &AgentInfo| {
        let id = AgentId(agent as u16);
        let name = RichText::new(&info.name).color(readable(to_color32(info.colour)));
        if ui.selectable_label(before == id, name).clicked() {
            *selected = id;
        }
    };
    if setup.agents.len() <= MAX_BUTTONS && setup.agents.iter().all(|info| info.thinks) {
        ui.horizontal_wrapped(|ui| setup.agents.iter().enumerate().for_each(|(agent, info)| offer(ui, agent, info)));
        return;
    }
    ComboBox::from_id_salt("agent").selected_text(agent_name(&setup.agents, before)).show_ui(ui, |ui| {
        let in_play = || {
            let all = setup.agents.iter().zip(&playback.now.agents).enumerate();
            all.filter(|(_, (_, frame))| frame.gone.is_none()).map(|(agent, (info, _))| (agent, info))
        };
        // Minds first: there is most to inspect.
        for thinks in [true, false] {
            in_play().filter(|(_, info)| info.thinks == thinks).for_each(|(agent, info)| offer(ui, agent, info));
        }
    });
}

fn details(ui: &mut Ui, lines: &[(&str, String)]) {
    for (title, text) in lines {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::faint(*title));
            ui.label(text);
        });
    }
}

/// The goal, the running action, and the reason of the last decision.
fn summary(ui: &mut Ui, page: &MindPage) {
    let snapshot = page.snapshot;
    let goal = snapshot.goal.map_or_else(|| snapshot.without_goal().to_owned(), humanize);
    ui.horizontal_wrapped(|ui| {
        if let Some(structure) = &snapshot.structure {
            ui.label(theme::faint(structure::title(structure)));
        }
        ui.label(theme::faint("Goal"));
        ui.label(RichText::new(goal).color(GOLD).strong());
        if let Some(step) = snapshot.running() {
            ui.label(theme::faint("Action"));
            ui.label(page.action(step.step.display_name, step.step.target));
        }
    });
    if let Some(decision) = snapshot.last_decision() {
        let ago = page.playback.seconds_at(snapshot.tick.saturating_sub(decision.tick));
        ui.label(theme::small(format!("Decided {ago:.1} s ago: {}", decision.why.describe()), FAINT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_worked_on_once() {
        let (snapshot, mut length, mut times) = (Arc::new("plan"), Computed::default(), 0);
        for snapshot in [&snapshot, &snapshot, &Arc::new("plan")] {
            let computed = length.of(snapshot, || {
                times += 1;
                snapshot.len()
            });
            assert_eq!(*computed, 4);
        }
        assert_eq!(times, 2, "the second snapshot is equal, but another one");
    }
}
