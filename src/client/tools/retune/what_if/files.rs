//! Changes of this match that are not in the files yet, as a diff, to save or to revert.

use std::collections::BTreeMap;

use bevy_egui::egui::{Color32, RichText, Ui};
use similar::{ChangeTag, TextDiff};

use super::WhatIfContext;
use crate::client::tools::panels::theme::{faint, heading};
use crate::client::ui::{FAINT, GOLD, GREEN, RED};
use crate::simulation::retune::RetuneCommand;

/// The differences that were shown last, by file: the texts on disk and here, and what differs.
#[derive(Default)]
pub(super) struct Differences(BTreeMap<String, (String, String, Vec<Hunk>)>);

impl Differences {
    fn of(&mut self, path: &str, disk: &str, here: &str) -> &[Hunk] {
        let known = self.0.remove(path).filter(|(old, new, _)| old == disk && new == here);
        let found = known.unwrap_or_else(|| (disk.to_owned(), here.to_owned(), hunks(disk, here)));
        &self.0.entry(path.to_owned()).or_insert(found).2
    }
}

/// Changed lines and a few around them.
struct Hunk {
    header: String,
    lines: Vec<(ChangeTag, String)>,
}

pub(super) fn draw(ui: &mut Ui, cx: &mut WhatIfContext, differences: &mut Differences) {
    let Some(library) = cx.disk else {
        ui.label(faint("The data files are not watched, so changes cannot be saved."));
        return;
    };
    let changed = cx.tuning.library.documents.iter().filter_map(|(path, here)| {
        let disk = library.documents.get(path)?;
        (disk.text() != here.text()).then_some((path, disk.text(), here.text()))
    });
    let mut any = false;
    for (path, disk, here) in changed {
        any = true;
        heading(ui, path);
        differences.of(path, disk, here).iter().for_each(|hunk| draw_hunk(ui, hunk));
        ui.horizontal(|ui| {
            let write = RichText::new("Save to file").color(GOLD);
            let hover = "keeps comments and layout; fails if the file has changed on disk in the meantime";
            if ui.button(write).on_hover_text(hover).clicked() {
                cx.write = Some((path.clone(), disk.to_owned(), here.to_owned()));
            }
            if ui.button("Revert").on_hover_text("use the values of the file again").clicked() {
                cx.commands.push(RetuneCommand::reload(library, [path.as_str()]));
            }
        });
    }
    if !any {
        ui.label(faint("No unsaved changes."));
    }
}

/// The changed stretches of a text with the lines around them, as in `diff -u`.
fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let diff = TextDiff::from_lines(old, new);
    let lines =
        |change: similar::Change<&str>| (change.tag(), change.value().trim_end_matches(['\n', '\r']).to_owned());
    let hunks = diff.unified_diff().context_radius(3).iter_hunks();
    hunks
        .map(|hunk| Hunk { header: hunk.header().to_string(), lines: hunk.iter_changes().map(lines).collect() })
        .collect()
}

fn draw_hunk(ui: &mut Ui, hunk: &Hunk) {
    ui.label(RichText::new(&hunk.header).monospace().color(FAINT));
    for (tag, line) in &hunk.lines {
        let (sign, colour, ground) = match tag {
            ChangeTag::Equal => (' ', FAINT, Color32::TRANSPARENT),
            ChangeTag::Delete => ('-', RED, Color32::from_rgb(52, 20, 18)),
            ChangeTag::Insert => ('+', GREEN, Color32::from_rgb(16, 44, 24)),
        };
        let text = RichText::new(format!("{sign}{line}")).monospace().color(colour).background_color(ground);
        ui.label(text);
    }
}
