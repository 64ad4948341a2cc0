//! What was changed in this match and is not on the disk: shown line by line, to be written back or taken back.

use bevy_egui::egui::{Color32, RichText, Ui};
use similar::{ChangeTag, TextDiff};

use super::WhatIfContext;
use crate::{
    client::{
        panels::theme::{faint, heading},
        style::{FAINT, GOLD, GREEN, RED},
    },
    simulation::retune::RetuneCommand,
};

/// What is shown of the files, worked out when one of them changes.
#[derive(Default)]
pub struct ChangedFiles {
    files: Vec<ChangedFile>,
}

/// Changed lines and a few around them.
struct Hunk {
    header: String,
    lines: Vec<(ChangeTag, String)>,
}

struct ChangedFile {
    path: String,
    disk: String,
    here: String,
    hunks: Vec<Hunk>,
}

impl ChangedFiles {
    pub(super) fn draw(&mut self, ui: &mut Ui, cx: &mut WhatIfContext) {
        let Some(disk) = cx.disk else {
            ui.label(faint("the data files are not watched, so nothing can be written back"));
            return;
        };
        let pairs = cx.tuning.library.documents.iter().filter_map(|(path, here)| {
            let disk = disk.documents.get(path)?;
            (disk.text() != here.text()).then_some((path, disk.text(), here.text()))
        });
        let mut kept = std::mem::take(&mut self.files).into_iter();
        for (path, disk, here) in pairs {
            // The files come in the same order each time.
            let known = kept.find(|file| file.path == *path).filter(|file| file.disk == disk && file.here == here);
            self.files.push(known.unwrap_or_else(|| ChangedFile {
                path: path.clone(),
                disk: disk.to_owned(),
                here: here.to_owned(),
                hunks: hunks(disk, here),
            }));
        }
        if self.files.is_empty() {
            ui.label(faint("Nothing was changed here that is not in the files."));
            return;
        }
        for file in &self.files {
            heading(ui, &file.path);
            for hunk in &file.hunks {
                draw_hunk(ui, hunk);
            }
            ui.horizontal(|ui| {
                let write = RichText::new("write it to the file").color(GOLD);
                let hover = "comments and layout stay; it is refused where the file was changed meanwhile";
                if ui.button(write).on_hover_text(hover).clicked() {
                    cx.write = Some((file.path.clone(), file.disk.clone(), file.here.clone()));
                }
                if ui.button("take it back").on_hover_text("play on by what the file says").clicked() {
                    cx.commands.push(RetuneCommand::reload(disk, [file.path.as_str()]));
                }
            });
        }
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
