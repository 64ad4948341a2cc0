//! Sliders for the numbers of a kind of agent. While one is dragged the plan that would come of it is shown; let go of, it holds.

use std::collections::BTreeMap;

use bevy_egui::egui::{CollapsingHeader, RichText, Slider, SliderClamping, TextEdit, Ui};

use super::Desk;
use crate::{
    client::{
        hud::style::{FAINT, GOLD},
        panels::look::{faint, line},
    },
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
        let all = knobs(&desk.tuning.library, desk.kind);
        let disk = desk.disk.map(|disk| knobs(disk, desk.kind)).unwrap_or_default();
        ui.label(faint(format!("These hold for all of the kind \"{}\".", desk.kind)));
        ui.add(TextEdit::singleline(&mut self.filter).hint_text("only those named like ...").desired_width(180.0));
        let filter = self.filter.to_lowercase();
        for (group, title) in GROUPS {
            let fits = |knob: &&Knob| {
                knob.group == group && (filter.is_empty() || format!("{} {}", knob.of, knob.what).contains(&filter))
            };
            let some: Vec<&Knob> = all.iter().filter(fits).collect();
            if some.is_empty() {
                continue;
            }
            let open = (!filter.is_empty()).then_some(true);
            CollapsingHeader::new(title).default_open(group == KnobGroup::Goal).open(open).show(ui, |ui| {
                for knob in some {
                    let was = disk.iter().find(|other| other.path == knob.path && other.file == knob.file);
                    self.slider(ui, desk, knob, was.map(|knob| knob.value));
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
