//! The search behind the last decision, as a graph: the recorded question is asked once more, and traced.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};

use super::{Around, Lens, canvas};
use crate::{
    client::{
        accounts::Accounts,
        panels::{Dock, Panel, is_open, look::faint, show},
        show::Show,
        stage::Stage,
        words::{self, plain},
    },
    goap::{Drawing, GoalId, Planner, Tone},
    mind::Question,
};

pub(super) const PANEL: Panel =
    Panel::new("search", "Search of the last decision", "what the planner looked at, in its order", Dock::Float, 860.0)
        .by(KeyCode::KeyJ, "J");

/// The most boxes drawn.
const MOST: usize = 160;

/// The search on show.
#[derive(Resource, Default)]
struct Shown {
    question: Option<Arc<Question>>,
    /// A goal chosen by hand; otherwise the one that was decided for.
    goal: Option<GoalId>,
    /// What is drawn: of which question, chosen by hand or not, which goal.
    drawn: Option<(Arc<Question>, Option<GoalId>, GoalId)>,
    drawing: Drawing,
    lens: Lens,
    planner: Planner,
    held: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_systems(Update, draw.in_set(Dock::Float).run_if(is_open(PANEL.id)));
}

fn draw(mut around: Around, mut accounts: ResMut<Accounts>, mut shown: ResMut<Shown>) {
    let Some((context, agent)) = around.begin() else { return };
    let Around { mut panels, show: on_screen, stage, timings, .. } = around;
    let _spent = timings.of("panel: search");
    let shown = &mut *shown;
    show(&mut panels, &context, PANEL.id, |ui| {
        let account = accounts.of(&on_screen, &timings, agent);
        let fresh = account.as_ref().and_then(|account| account.asked.clone());
        let other =
            shown.question.as_ref().is_none_or(|known| fresh.as_ref().is_some_and(|fresh| !same_mind(known, fresh)));
        if fresh.is_some() && (!shown.held || other) {
            shown.question = fresh;
        }
        shown.redraw(&stage);
        if shown.question.is_none() {
            ui.label(faint("No question has been asked since this panel was opened."));
            return;
        }
        shown.head(ui, &on_screen);
        canvas::draw(ui, &shown.drawing, &mut shown.lens, false);
    });
}

fn same_mind(one: &Question, other: &Question) -> bool {
    Arc::ptr_eq(&one.brain, &other.brain)
}

impl Shown {
    /// The goal to show: the one chosen by hand if it was asked about, or the most relevant that has a plan.
    fn goal_of(&mut self, question: &Question) -> Option<GoalId> {
        let asked = |goal: &GoalId| question.contenders.iter().any(|contender| contender.goal == *goal);
        if let Some(goal) = self.goal.filter(asked) {
            return Some(goal);
        }
        let mut contenders = question.contenders.clone();
        contenders.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
        let planned = contenders.iter().find(|contender| {
            let answer = self.planner.plan(&question.brain.domain, &question.query(contender.goal));
            answer.outcome == crate::goap::Outcome::Plan
        });
        planned.or(contenders.first()).map(|contender| contender.goal)
    }

    /// Traces the question anew where another is to be shown.
    fn redraw(&mut self, stage: &Stage) {
        let Some(question) = self.question.clone() else { return };
        let wanted = self.goal;
        if self.drawn.as_ref().is_some_and(|(known, by, _)| Arc::ptr_eq(known, &question) && *by == wanted) {
            return;
        }
        let Some(goal) = self.goal_of(&question) else { return };
        let name = |index: u32| match question.candidates.get(index as usize) {
            Some(candidate) => words::target(stage, candidate.subject),
            None => "none".to_owned(),
        };
        let graph = self.planner.trace(&question.brain.domain, &question.query(goal), &name);
        self.drawing = graph.draw(MOST);
        self.lens.forget();
        self.drawn = Some((question, wanted, goal));
    }

    fn head(&mut self, ui: &mut Ui, on_screen: &Show) {
        let Some(question) = self.question.clone() else { return };
        let clock = words::clock(on_screen.seconds_at(question.tick));
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("at {clock}, {}", self.drawing.title));
        });
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.held, "hold").on_hover_text("keep this search while the match goes on");
            let shown = self.drawn.as_ref().map(|(.., goal)| *goal);
            for contender in &question.contenders {
                let name = plain(question.brain.domain.goal_name(contender.goal).into());
                if ui.selectable_label(shown == Some(contender.goal), name).clicked() {
                    self.goal = Some(contender.goal);
                }
            }
            for (tone, word) in [
                (Tone::Chosen, "plan"),
                (Tone::Seen, "expanded"),
                (Tone::Waiting, "waiting"),
                (Tone::Pruned, "ruled out"),
            ] {
                ui.label(RichText::new(word).small().color(canvas::colour(tone)));
            }
            ui.label(faint("drag, wheel; double click: all of it, to read"));
        });
    }
}
