//! The search behind the last decision, as a graph: the recorded question is asked once more, and traced.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};

use super::{PanZoom, PanelContext, canvas};
use crate::{
    client::{
        mind_snapshots::MindSnapshotCache,
        panels::{Dock, Panel, is_open, show, theme::faint},
        playback::Playback,
        scene_setup::SceneSetup,
        text::{self, humanize},
    },
    goap::{Diagram, DiagramRole, GoalId, Planner},
    mind::PlanningSnapshot,
};

pub(super) const PANEL: Panel = Panel::new(
    "search_graph",
    "Search of the last decision",
    "what the planner looked at, in its order",
    Dock::Float,
    860.0,
)
.with_key(KeyCode::KeyJ, "J");

/// The most boxes drawn.
const MOST: usize = 160;

/// The search on show.
#[derive(Resource, Default)]
struct SearchGraphState {
    question: Option<Arc<PlanningSnapshot>>,
    /// A goal chosen by hand; otherwise the one that was decided for.
    goal: Option<GoalId>,
    /// What is drawn: of which question, chosen by hand or not, which goal.
    drawn: Option<(Arc<PlanningSnapshot>, Option<GoalId>, GoalId)>,
    drawing: Diagram,
    pan_zoom: PanZoom,
    planner: Planner,
    held: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SearchGraphState>().add_systems(Update, draw.in_set(Dock::Float).run_if(is_open(PANEL.id)));
}

fn draw(mut around: PanelContext, mut accounts: ResMut<MindSnapshotCache>, mut shown: ResMut<SearchGraphState>) {
    let Some((context, agent)) = around.begin() else { return };
    let PanelContext { mut panels, playback: on_screen, setup, timings, .. } = around;
    let _spent = timings.start("panel: search");
    let shown = &mut *shown;
    show(&mut panels, &context, PANEL.id, |ui| {
        let account = accounts.get(&on_screen, &timings, agent);
        let fresh = account.as_ref().and_then(|account| account.planning.clone());
        let other =
            shown.question.as_ref().is_none_or(|known| fresh.as_ref().is_some_and(|fresh| !same_mind(known, fresh)));
        if fresh.is_some() && (!shown.held || other) {
            shown.question = fresh;
        }
        shown.redraw(&setup);
        if shown.question.is_none() {
            ui.label(faint("No question has been asked since this panel was opened."));
            return;
        }
        shown.head(ui, &on_screen);
        canvas::draw(ui, &shown.drawing, &mut shown.pan_zoom, false);
    });
}

fn same_mind(one: &PlanningSnapshot, other: &PlanningSnapshot) -> bool {
    Arc::ptr_eq(&one.brain, &other.brain)
}

impl SearchGraphState {
    /// The goal to show: the one chosen by hand if it was asked about, or the most relevant that has a plan.
    fn goal_of(&mut self, question: &PlanningSnapshot) -> Option<GoalId> {
        let asked = |goal: &GoalId| question.contenders.iter().any(|contender| contender.goal == *goal);
        if let Some(goal) = self.goal.filter(asked) {
            return Some(goal);
        }
        let mut contenders = question.contenders.clone();
        contenders.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
        let planned = contenders.iter().find(|contender| {
            let answer = self.planner.plan(&question.brain.domain, &question.request(contender.goal));
            answer.outcome == crate::goap::PlanOutcome::Plan
        });
        planned.or(contenders.first()).map(|contender| contender.goal)
    }

    /// Traces the question anew where another is to be shown.
    fn redraw(&mut self, setup: &SceneSetup) {
        let Some(question) = self.question.clone() else { return };
        let wanted = self.goal;
        if self.drawn.as_ref().is_some_and(|(known, by, _)| Arc::ptr_eq(known, &question) && *by == wanted) {
            return;
        }
        let Some(goal) = self.goal_of(&question) else { return };
        let name = |index: u32| match question.candidates.get(index as usize) {
            Some(candidate) => text::target_name(setup, candidate.subject),
            None => "none".to_owned(),
        };
        let graph = self.planner.trace(&question.brain.domain, &question.request(goal), &name);
        self.drawing = graph.draw(MOST);
        self.pan_zoom.forget();
        self.drawn = Some((question, wanted, goal));
    }

    fn head(&mut self, ui: &mut Ui, on_screen: &Playback) {
        let Some(question) = self.question.clone() else { return };
        let clock = text::format_clock(on_screen.seconds_at(question.tick));
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("at {clock}, {}", self.drawing.title));
        });
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.held, "hold").on_hover_text("keep this search while the match goes on");
            let shown = self.drawn.as_ref().map(|(.., goal)| *goal);
            for contender in &question.contenders {
                let name = humanize(question.brain.domain.goal_name(contender.goal).into());
                if ui.selectable_label(shown == Some(contender.goal), name).clicked() {
                    self.goal = Some(contender.goal);
                }
            }
            for (role, word) in [
                (DiagramRole::Chosen, "plan"),
                (DiagramRole::Seen, "expanded"),
                (DiagramRole::Waiting, "open"),
                (DiagramRole::Pruned, "pruned"),
            ] {
                ui.label(RichText::new(word).small().color(canvas::colour(role)));
            }
            ui.label(faint("drag, wheel; double click: all of it, to read"));
        });
    }
}
