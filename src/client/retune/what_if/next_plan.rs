//! What the agent does, and what it would do if it had to decide now, with the numbers as they are being turned.

use bevy_egui::egui::{RichText, TextStyle, Ui};

use super::WhatIfContext;
use crate::{
    client::{
        style::{FAINT, GOLD, INK},
        text,
    },
    mind::{
        PlannedStep,
        retune::{WhatIf, WhatIfAnswer, what_if},
    },
    simulation::retune::{Edit, brain_with},
};

/// How many ticks old an answer may be.
const EVERY: u32 = 10;

/// How many steps are shown: as many as two lines have room for.
const SHOWN: usize = 4;

/// The last answer, and what it is an answer to.
#[derive(Default)]
pub struct PlanPreview {
    asked: Option<(u32, Vec<Edit>)>,
    answer: Option<Result<WhatIfAnswer, String>>,
}

impl PlanPreview {
    /// Has it asked anew: something was changed.
    pub fn stale(&mut self) {
        self.asked = None;
    }

    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &WhatIfContext, tick: u32, pending: &[Edit]) {
        let asked = self.asked.as_ref();
        let fresh = asked.is_some_and(|(at, edits)| tick.abs_diff(*at) < EVERY && edits.as_slice() == pending);
        if !fresh {
            self.answer = Some(ask(cx, pending));
            self.asked = Some((tick, pending.to_vec()));
        }
        let goal = match cx.mind.goal() {
            Some(goal) => text::humanize(goal),
            None if cx.executer.by_hand => "a plan made by hand".to_owned(),
            None => "nothing".to_owned(),
        };
        line(ui, cx, "does", &goal, cx.executer.remaining());
        match &self.answer {
            Some(Ok(supposed)) => {
                let goal = supposed.goal.map_or_else(|| "nothing".to_owned(), text::humanize);
                let title = if pending.is_empty() { "would do now" } else { "would do then" };
                line(ui, cx, title, &goal, &supposed.steps);
            }
            Some(Err(why)) => drop(ui.label(RichText::new(why).color(FAINT).small())),
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

fn line(ui: &mut Ui, cx: &WhatIfContext, title: &str, goal: &str, steps: &[PlannedStep]) {
    // A plan may be short or long: what lies below stays where it is, under the pointer.
    let high =
        ui.text_style_height(&TextStyle::Body) + ui.text_style_height(&TextStyle::Small) + ui.spacing().item_spacing.y;
    let top = ui.cursor().top();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).color(FAINT).small());
        ui.label(RichText::new(goal).color(GOLD));
        let shown: Vec<String> = steps.iter().take(SHOWN).map(|step| step_text(cx, step)).collect();
        let more = if steps.len() > SHOWN { ", ..." } else { "" };
        ui.label(RichText::new(format!("{}{more}", shown.join(", "))).color(INK).small());
    });
    ui.add_space((top + high - ui.cursor().top()).max(0.0));
}

/// A step in a few words.
pub(super) fn step_text(cx: &WhatIfContext, step: &PlannedStep) -> String {
    let target = step.target.map(|subject| text::target_name(cx.setup, subject)).filter(|words| !words.is_empty());
    match target {
        Some(target) => format!("{} ({target})", text::humanize(step.display_name)),
        None => text::humanize(step.display_name),
    }
}
