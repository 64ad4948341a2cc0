//! Sliders for the numbers of a kind of agent. Dragging a slider previews the plan; releasing it changes the match.

use std::{collections::BTreeMap, sync::Arc};

use bevy_egui::egui::{self, CollapsingHeader, RichText, Slider, SliderClamping, TextEdit, Ui};
use quarry_minds::protocol::Label;

use super::WhatIfContext;
use crate::client::tools::panels::theme::{faint, list_row, small};
use crate::client::ui::{GOLD, humanize};
use crate::data::Library;
use crate::simulation::retune::{Edit, RetuneCommand, Tunable, TunableGroup, tunables};

const GROUPS: [(TunableGroup, &str); 5] = [
    (TunableGroup::Goal, "Goals"),
    (TunableGroup::Action, "Actions"),
    (TunableGroup::Behaviour, "Behaviours"),
    (TunableGroup::Sense, "Senses"),
    (TunableGroup::Speed, "Speeds"),
];

#[derive(Default)]
pub struct NumberEditor {
    /// The sliders being dragged, by file and path.
    dragged: BTreeMap<(String, String), (Tunable, f64)>,
    filter: String,
    tunables: TunableCache,
}

/// The numbers of a kind, each with its value on disk. Recomputed when the data of the match or the files change.
#[derive(Default)]
struct TunableCache {
    of: Option<(Arc<Library>, Option<Arc<Library>>, Label)>,
    numbers: Arc<Vec<(Tunable, Option<f64>)>>,
}

impl TunableCache {
    fn get(&mut self, cx: &WhatIfContext) -> Arc<Vec<(Tunable, Option<f64>)>> {
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
            let on_disk = |tunable: &Tunable| {
                disk.iter()
                    .find(|other| other.path == tunable.path && other.file == tunable.file)
                    .map(|other| other.value)
            };
            let all = tunables(&cx.tuning.library, cx.kind).into_iter();
            self.numbers = Arc::new(all.map(|tunable| (tunable.clone(), on_disk(&tunable))).collect());
            self.of = Some((cx.tuning.library.clone(), cx.disk.cloned(), cx.kind));
        }
        self.numbers.clone()
    }
}

impl NumberEditor {
    /// The values of the sliders being dragged, as edits.
    pub fn pending(&self) -> Vec<Edit> {
        self.dragged.values().map(|(tunable, value)| tunable.turned(*value)).collect()
    }

    /// Applies the sliders that are still being dragged, when the page is left.
    pub(super) fn commit(&mut self, cx: &mut WhatIfContext) {
        let dragged = std::mem::take(&mut self.dragged);
        cx.commands.extend(dragged.into_values().map(|(tunable, value)| RetuneCommand::Edit(tunable.turned(value))));
    }

    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        let all = self.tunables.get(cx);
        ui.label(faint(format!("For every agent of kind {}", humanize(cx.kind))));
        ui.add(TextEdit::singleline(&mut self.filter).hint_text("Filter").desired_width(180.0));
        let filter = self.filter.to_lowercase();
        for (group, title) in GROUPS {
            let fits = |(tunable, _): &&(Tunable, Option<f64>)| {
                tunable.group == group
                    && (filter.is_empty() || format!("{} {}", tunable.of, tunable.what).contains(&filter))
            };
            let some: Vec<_> = all.iter().filter(fits).collect();
            if some.is_empty() {
                continue;
            }
            let open = (!filter.is_empty()).then_some(true);
            CollapsingHeader::new(title).default_open(group == TunableGroup::Goal).open(open).show(ui, |ui| {
                for (tunable, on_disk) in some {
                    self.slider(ui, cx, tunable, *on_disk);
                }
            });
        }
    }

    fn slider(&mut self, ui: &mut Ui, cx: &mut WhatIfContext, tunable: &Tunable, on_disk: Option<f64>) {
        let at = (tunable.file.clone(), tunable.path.clone());
        let mut value = self.dragged.get(&at).map_or(tunable.value, |(_, value)| *value);
        list_row(ui, (&tunable.file, &tunable.path), |ui| {
            let slider = Slider::new(&mut value, tunable.range.0..=tunable.range.1)
                .clamping(SliderClamping::Edits)
                .max_decimals(2)
                .suffix(if tunable.unit.is_empty() { String::new() } else { format!(" {}", tunable.unit) });
            let response = ui.add(slider);
            let hint = if response.dragged() { "\nRelease to apply" } else { "" };
            let response = response.on_hover_text(format!("{}: {}{hint}", tunable.file, tunable.path));
            if response.dragged() {
                if response.changed() {
                    self.dragged.insert(at, (tunable.clone(), value));
                }
            } else if response.changed() || response.drag_stopped() {
                self.dragged.remove(&at);
                if (value - tunable.value).abs() > 1e-6 {
                    cx.commands.push(RetuneCommand::Edit(tunable.turned(value)));
                }
            }
            if let Some(before) = on_disk.filter(|before| (before - tunable.value).abs() > 1e-6) {
                let undo = small(format!("reset to {before}"), GOLD);
                if ui.small_button(undo).on_hover_text("the value in the file").clicked() {
                    cx.commands.push(RetuneCommand::Edit(tunable.turned(before)));
                }
            }
            // Truncated: a row that grew would widen the panel and move the slider away from under the pointer.
            let name = format!("{} {}", tunable.of, tunable.what).replace('_', " ");
            ui.add(egui::Label::new(RichText::new(name).small()).truncate());
        });
    }
}
