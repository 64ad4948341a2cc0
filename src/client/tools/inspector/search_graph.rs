//! The search graph panel: the states that the planner expanded for a decision, in their order. The recorded planning snapshot
//! is planned once more with tracing on; the planner of the match is not touched.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use quarry_goap::graph::{Diagram, DiagramRole};
use quarry_goap::{GoalId, PlanOutcome, Planner};
use quarry_minds::{PlanningSnapshot, protocol::AgentId};

use super::{LastPlanning, PanZoom, by_relevance, canvas};
use crate::client::session::{Playback, SceneSetup, names};
use crate::client::tools::panels::theme::faint;
use crate::client::tools::panels::{AddPanel, Dock, Panel, PanelContext};
use crate::client::ui::{humanize, text};

pub(super) const PANEL: Panel =
    Panel::new("search_graph", "Search graph", "the states expanded for the last decision", Dock::Float, 860.0)
        .with_key(KeyCode::KeyJ);

const MAX_NODES: usize = 160;

const LEGEND: [(DiagramRole, &str); 4] = [
    (DiagramRole::Chosen, "plan"),
    (DiagramRole::Seen, "expanded"),
    (DiagramRole::Waiting, "open"),
    (DiagramRole::Pruned, "pruned"),
];

#[derive(Resource, Default)]
struct SearchGraphState {
    agent: Option<AgentId>,
    last: LastPlanning,
    planning: Option<Arc<PlanningSnapshot>>,
    /// The goal the user chose; `None` shows the goal that the mind decided for.
    goal: Option<GoalId>,
    /// What `diagram` shows: the snapshot, the goal chosen by the user, and the goal drawn.
    drawn: Option<(Arc<PlanningSnapshot>, Option<GoalId>, GoalId)>,
    diagram: Diagram,
    pan_zoom: PanZoom,
    planner: Planner,
    /// Whether this search stays on screen when the mind decides again.
    hold: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SearchGraphState>().add_panel(PANEL, draw);
}

fn draw(mut cx: PanelContext, mut state: ResMut<SearchGraphState>) {
    let state = &mut *state;
    cx.show(PANEL.id, |ui, cx| {
        let agent = cx.agent();
        let snapshot = cx.snapshot(agent);
        let newest = snapshot.as_ref().and_then(|snapshot| state.last.get(&cx.playback, snapshot));
        state.update(agent, newest);
        state.redraw(&cx.setup);
        if state.planning.is_none() {
            let name = names::agent_name(&cx.setup.agents, agent);
            ui.label(faint(format!("{name} has not planned up to this moment.")));
            return;
        }
        state.head(ui, &cx.playback);
        canvas::draw(ui, &state.diagram, &mut state.pan_zoom);
    });
}

impl SearchGraphState {
    /// Takes over the newest planning snapshot, unless the user holds one of the same agent.
    fn update(&mut self, agent: AgentId, newest: Option<Arc<PlanningSnapshot>>) {
        let other = self.agent != Some(agent);
        if other || (newest.is_some() && !self.hold) {
            (self.agent, self.planning) = (Some(agent), newest);
            self.hold &= !other;
        }
    }

    /// The goal to show: the user's choice if it was planned for, otherwise the most relevant goal with a plan.
    fn goal_to_show(&mut self, planning: &PlanningSnapshot) -> Option<GoalId> {
        let goals = by_relevance(planning);
        if let Some(goal) = self.goal.filter(|goal| goals.iter().any(|candidate| candidate.goal == *goal)) {
            return Some(goal);
        }
        let planned = goals.iter().find(|candidate| {
            let answer = self.planner.plan(&planning.brain.domain, &planning.request(candidate.goal));
            answer.outcome == PlanOutcome::Plan
        });
        planned.or(goals.first()).map(|candidate| candidate.goal)
    }

    /// Traces the search again if another snapshot or goal is to be shown.
    fn redraw(&mut self, setup: &SceneSetup) {
        let Some(planning) = self.planning.clone() else { return };
        let wanted = self.goal;
        if self.drawn.as_ref().is_some_and(|(known, by, _)| Arc::ptr_eq(known, &planning) && *by == wanted) {
            return;
        }
        let Some(goal) = self.goal_to_show(&planning) else { return };
        let name = |index: u32| match planning.candidates.get(index as usize) {
            Some(candidate) => names::subject_name(setup, candidate.subject),
            None => "none".to_owned(),
        };
        let graph = self.planner.trace(&planning.brain.domain, &planning.request(goal), &name);
        self.diagram = graph.draw(MAX_NODES);
        self.pan_zoom.reset();
        self.drawn = Some((planning, wanted, goal));
    }

    fn head(&mut self, ui: &mut Ui, playback: &Playback) {
        let Some(planning) = self.planning.clone() else { return };
        let clock = text::format_clock(playback.seconds_at(planning.tick));
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{clock}: {}", self.diagram.title));
        });
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.hold, "Hold").on_hover_text("keep this search on screen while the match goes on");
            let shown = self.drawn.as_ref().map(|(.., goal)| *goal);
            for candidate in &planning.goal_candidates {
                let name = humanize(planning.brain.domain.goal_name(candidate.goal).into());
                if ui.selectable_label(shown == Some(candidate.goal), name).clicked() {
                    self.goal = Some(candidate.goal);
                }
            }
            canvas::legend(ui, &LEGEND);
        });
    }
}
