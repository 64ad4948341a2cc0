//! Sliders for the numbers of a kind of agent. While one is dragged the plan that would come of it is shown; let go of, it holds.

use std::{collections::BTreeMap, sync::Arc};

use bevy_egui::egui::{CollapsingHeader, RichText, Slider, SliderClamping, TextEdit, Ui};

use super::WhatIfContext;
use crate::{
    client::{
        panels::theme::{faint, list_row},
        style::{FAINT, GOLD},
    },
    data::Library,
    protocol::Label,
    simulation::retune::{Edit, RetuneCommand, Tunable, TunableGroup, tunables},
};

const GROUPS: [(TunableGroup, &str); 4] = [
    (TunableGroup::Goal, "How much goals matter"),
    (TunableGroup::Action, "What actions cost, and how long they may take"),
    (TunableGroup::Sense, "What it sees and hears"),
    (TunableGroup::Speed, "How fast it moves"),
];

/// Numbers being turned.
#[derive(Default)]
pub struct NumberEditor {
    /// Those that are not let go of yet, by file and path.
    held: BTreeMap<(String, String), (Tunable, f64)>,
    filter: String,
    known: KnobCache,
}

/// The numbers of a kind with what the file says of each, as long as neither the match's data nor the files change.
#[derive(Default)]
struct KnobCache {
    of: Option<(Arc<Library>, Option<Arc<Library>>, Label)>,
    numbers: Arc<Vec<(Tunable, Option<f64>)>>,
}

impl KnobCache {
    fn take_up(&mut self, cx: &WhatIfContext) -> Arc<Vec<(Tunable, Option<f64>)>> {
        let same = self.of.as_ref().is_some_and(|(library, disk, kind)| {
            let on_disk = match (disk, cx.disk) {
                (Some(known), Some(now)) => Arc::ptr_eq(known, now),
                (None, None) => true,
                _ => false,
            };
            on_disk && Arc::ptr_eq(library, &cx.tuning.library) && *kind == cx.kind
        });
        if !same {
            let disk = cx.disk.map(|disk| tunables(disk, cx.kind)).unwrap_or_default();
            let on_disk = |knob: &Tunable| {
                disk.iter().find(|other| other.path == knob.path && other.file == knob.file).map(|other| other.value)
            };
            let all = tunables(&cx.tuning.library, cx.kind).into_iter();
            self.numbers = Arc::new(all.map(|knob| (knob.clone(), on_disk(&knob))).collect());
            self.of = Some((cx.tuning.library.clone(), cx.disk.cloned(), cx.kind));
        }
        self.numbers.clone()
    }
}

impl NumberEditor {
    /// The edits of those that are not let go of yet.
    pub fn pending(&self) -> Vec<Edit> {
        self.held.values().map(|(knob, value)| knob.turned(*value)).collect()
    }

    /// Those that are still held are set: their page is no longer seen.
    pub(super) fn let_go(&mut self, cx: &mut WhatIfContext) {
        let held = std::mem::take(&mut self.held);
        cx.commands.extend(held.into_values().map(|(knob, value)| RetuneCommand::Edit(knob.turned(value))));
    }

    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        let all = self.known.take_up(cx);
        ui.label(faint(format!("These hold for all of the kind \"{}\".", cx.kind)));
        ui.add(TextEdit::singleline(&mut self.filter).hint_text("only those named like ...").desired_width(180.0));
        let filter = self.filter.to_lowercase();
        for (group, title) in GROUPS {
            let fits = |(knob, _): &&(Tunable, Option<f64>)| {
                knob.group == group && (filter.is_empty() || format!("{} {}", knob.of, knob.what).contains(&filter))
            };
            let some: Vec<_> = all.iter().filter(fits).collect();
            if some.is_empty() {
                continue;
            }
            let open = (!filter.is_empty()).then_some(true);
            CollapsingHeader::new(title).default_open(group == TunableGroup::Goal).open(open).show(ui, |ui| {
                for (knob, on_disk) in some {
                    self.slider(ui, cx, knob, *on_disk);
                }
            });
        }
    }

    fn slider(&mut self, ui: &mut Ui, cx: &mut WhatIfContext, knob: &Tunable, on_disk: Option<f64>) {
        let at = (knob.file.clone(), knob.path.clone());
        let mut value = self.held.get(&at).map_or(knob.value, |(_, value)| *value);
        list_row(ui, (&knob.file, &knob.path), |ui| {
            let slider = Slider::new(&mut value, knob.range.0..=knob.range.1)
                .clamping(SliderClamping::Edits)
                .max_decimals(2)
                .suffix(if knob.unit.is_empty() { String::new() } else { format!(" {}", knob.unit) });
            let response = ui.add(slider).on_hover_text(format!("{}: {}", knob.file, knob.path));
            ui.label(RichText::new(format!("{} {}", knob.of.replace('_', " "), knob.what)).small());
            if response.dragged() {
                if response.changed() {
                    self.held.insert(at, (knob.clone(), value));
                }
            } else if response.changed() || response.drag_stopped() {
                self.held.remove(&at);
                if (value - knob.value).abs() > 1e-6 {
                    cx.commands.push(RetuneCommand::Edit(knob.turned(value)));
                }
            }
            if let Some(before) = on_disk.filter(|before| (before - knob.value).abs() > 1e-6) {
                let undo = RichText::new(format!("was {before}")).color(GOLD).small();
                if ui.small_button(undo).on_hover_text("back to what the file says").clicked() {
                    cx.commands.push(RetuneCommand::Edit(knob.turned(before)));
                }
            } else if self.held.contains_key(&(knob.file.clone(), knob.path.clone())) {
                ui.label(RichText::new("let go to set").color(FAINT).small());
            }
        });
    }
}
