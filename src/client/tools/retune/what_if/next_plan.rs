//! The current plan, and a preview of the plan the agent would make now with the slider positions on screen.

use bevy_egui::egui::{RichText, TextStyle, Ui};
use quarry_minds::PlannedStep;
use quarry_minds::retune::{WhatIf, WhatIfAnswer, what_if};

use super::WhatIfContext;
use crate::client::session::names;
use crate::client::tools::panels::theme::small;
use crate::client::ui::{FAINT, GOLD, INK, text};
use crate::simulation::retune::{Edit, brain_with};

/// The preview is refreshed after this many ticks.
const REFRESH_TICKS: u32 = 10;

/// The maximum number of steps shown; more would not fit into two lines.
const MAX_STEPS: usize = 4;

/// The last preview, with the tick and the edits it is for.
#[derive(Default)]
pub struct PlanPreview {
    asked: Option<(u32, Vec<Edit>)>,
    answer: Option<Result<WhatIfAnswer, String>>,
}

impl PlanPreview {
    pub fn refresh(&mut self) {
        self.asked = None;
    }

    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &WhatIfContext, tick: u32, pending: &[Edit]) {
        let asked = self.asked.as_ref();
        let fresh = asked.is_some_and(|(at, edits)| tick.abs_diff(*at) < REFRESH_TICKS && edits.as_slice() == pending);
        if !fresh {
            self.answer = Some(ask(cx, pending));
            self.asked = Some((tick, pending.to_vec()));
        }
        let goal = match cx.mind.goal() {
            Some(goal) => text::humanize(goal),
            None if cx.executer.by_hand => "ordered plan".to_owned(),
            None => "no goal".to_owned(),
        };
        plan_line(ui, cx, "Now", &goal, cx.executer.remaining());
        match &self.answer {
            Some(Ok(answer)) => {
                let goal = answer.goal.map_or_else(|| "no goal".to_owned(), text::humanize);
                let title = if pending.is_empty() { "If it decided now" } else { "With these values" };
                plan_line(ui, cx, title, &goal, &answer.steps);
            }
            Some(Err(why)) => drop(ui.label(small(why, FAINT))),
            None => {}
        }
    }
}

fn ask(cx: &WhatIfContext, pending: &[Edit]) -> Result<WhatIfAnswer, String> {
    let mut what = WhatIf::default();
    if !pending.is_empty() {
        let brain = brain_with(&cx.tuning.library, cx.mind.brain.name, pending);
        what.brain = Some(brain.map_err(|refused| refused.to_string())?);
    }
    what_if(cx.world, cx.entity, &what).map_err(|no| no.to_string())
}

fn plan_line(ui: &mut Ui, cx: &WhatIfContext, title: &str, goal: &str, steps: &[PlannedStep]) {
    // A fixed height for long and short plans, so that the sliders below do not move under the pointer.
    let height =
        ui.text_style_height(&TextStyle::Body) + ui.text_style_height(&TextStyle::Small) + ui.spacing().item_spacing.y;
    let top = ui.cursor().top();
    ui.horizontal_wrapped(|ui| {
        ui.label(small(title, FAINT));
        ui.label(RichText::new(goal).color(GOLD));
        let shown: Vec<String> = steps.iter().take(MAX_STEPS).map(|step| step_text(cx, step)).collect();
        let more = if steps.len() > MAX_STEPS { ", ..." } else { "" };
        ui.label(small(format!("{}{more}", shown.join(", ")), INK));
    });
    ui.add_space((top + height - ui.cursor().top()).max(0.0));
}

pub(super) fn step_text(cx: &WhatIfContext, step: &PlannedStep) -> String {
    names::action_name(cx.setup, step.display_name, step.target)
}
