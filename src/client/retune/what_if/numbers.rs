//! Sliders for the numbers of a kind of agent. While one is dragged the plan that would come of it is shown; let go of, it holds.

use std::{collections::BTreeMap, sync::Arc};

use bevy_egui::egui::{CollapsingHeader, RichText, Slider, SliderClamping, TextEdit, Ui};

use super::Desk;
use crate::{
    client::{
        panels::look::{faint, line},
        style::{FAINT, GOLD},
    },
    data::Library,
    protocol::Label,
    simulation::retune::{Command, Edit, Knob, KnobGroup, knobs},
};

const GROUPS: [(KnobGroup, &str); 4] = [
    (KnobGroup::Goal, "How much goals matter"),
    (KnobGroup::Action, "What actions cost, and how long they may take"),
    (KnobGroup::Sense, "What it sees and hears"),
    (KnobGroup::Speed, "How fast it moves"),
];

/// Numbers being turned.
#[derive(Default)]
pub struct Turning {
    /// Those that are not let go of yet, by file and path.
    held: BTreeMap<(String, String), (Knob, f64)>,
    filter: String,
    known: Known,
}

/// The numbers of a kind with what the file says of each, as long as neither the match's data nor the files change.
#[derive(Default)]
struct Known {
    of: Option<(Arc<Library>, Option<Arc<Library>>, Label)>,
    numbers: Arc<Vec<(Knob, Option<f64>)>>,
}

impl Known {
    fn take_up(&mut self, desk: &Desk) -> Arc<Vec<(Knob, Option<f64>)>> {
        let same = self.of.as_ref().is_some_and(|(library, disk, kind)| {
            let on_disk = match (disk, desk.disk) {
                (Some(known), Some(now)) => Arc::ptr_eq(known, now),
                (None, None) => true,
                _ => false,
            };
            on_disk && Arc::ptr_eq(library, &desk.tuning.library) && *kind == desk.kind
        });
        if !same {
            let disk = desk.disk.map(|disk| knobs(disk, desk.kind)).unwrap_or_default();
            let on_disk = |knob: &Knob| {
                disk.iter().find(|other| other.path == knob.path && other.file == knob.file).map(|other| other.value)
            };
            let all = knobs(&desk.tuning.library, desk.kind).into_iter();
            self.numbers = Arc::new(all.map(|knob| (knob.clone(), on_disk(&knob))).collect());
            self.of = Some((desk.tuning.library.clone(), desk.disk.cloned(), desk.kind));
        }
        self.numbers.clone()
    }
}

impl Turning {
    /// The edits of those that are not let go of yet.
    pub fn pending(&self) -> Vec<Edit> {
        self.held.values().map(|(knob, value)| knob.turned(*value)).collect()
    }

    /// Those that are still held are set: their page is no longer seen.
    pub(super) fn let_go(&mut self, desk: &mut Desk) {
        let held = std::mem::take(&mut self.held);
        desk.commands.extend(held.into_values().map(|(knob, value)| Command::Edit(knob.turned(value))));
    }

    pub(super) fn draw(&mut self, ui: &mut Ui, desk: &mut Desk) {
        let all = self.known.take_up(desk);
        ui.label(faint(format!("These hold for all of the kind \"{}\".", desk.kind)));
        ui.add(TextEdit::singleline(&mut self.filter).hint_text("only those named like ...").desired_width(180.0));
        let filter = self.filter.to_lowercase();
        for (group, title) in GROUPS {
            let fits = |(knob, _): &&(Knob, Option<f64>)| {
                knob.group == group && (filter.is_empty() || format!("{} {}", knob.of, knob.what).contains(&filter))
            };
            let some: Vec<_> = all.iter().filter(fits).collect();
            if some.is_empty() {
                continue;
            }
            let open = (!filter.is_empty()).then_some(true);
            CollapsingHeader::new(title).default_open(group == KnobGroup::Goal).open(open).show(ui, |ui| {
                for (knob, on_disk) in some {
                    self.slider(ui, desk, knob, *on_disk);
                }
            });
        }
    }

    fn slider(&mut self, ui: &mut Ui, desk: &mut Desk, knob: &Knob, on_disk: Option<f64>) {
        let at = (knob.file.clone(), knob.path.clone());
        let mut value = self.held.get(&at).map_or(knob.value, |(_, value)| *value);
        line(ui, (&knob.file, &knob.path), |ui| {
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
                    desk.commands.push(Command::Edit(knob.turned(value)));
                }
            }
            if let Some(before) = on_disk.filter(|before| (before - knob.value).abs() > 1e-6) {
                let undo = RichText::new(format!("was {before}")).color(GOLD).small();
                if ui.small_button(undo).on_hover_text("back to what the file says").clicked() {
                    desk.commands.push(Command::Edit(knob.turned(before)));
                }
            } else if self.held.contains_key(&(knob.file.clone(), knob.path.clone())) {
                ui.label(RichText::new("let go to set").color(FAINT).small());
            }
        });
    }
}
