//! What was changed in this match and is not on the disk: shown line by line, to be written back or taken back.

use bevy_egui::egui::{Color32, RichText, Ui};

use super::Desk;
use crate::{
    client::{
        panels::look::{faint, heading},
        style::{FAINT, GOLD, GREEN, RED},
    },
    data::line_diff::{Fate, Hunk, hunks},
    simulation::retune::Command,
};

/// What is shown of the files, worked out when one of them changes.
#[derive(Default)]
pub struct Shown {
    files: Vec<Changed>,
}

struct Changed {
    path: String,
    disk: String,
    here: String,
    hunks: Vec<Hunk>,
}

impl Shown {
    pub(super) fn draw(&mut self, ui: &mut Ui, desk: &mut Desk) {
        let Some(disk) = desk.disk else {
            ui.label(faint("the data files are not watched, so nothing can be written back"));
            return;
        };
        let pairs = desk.tuning.library.documents.iter().filter_map(|(path, here)| {
            let disk = disk.documents.get(path)?;
            (disk.text() != here.text()).then_some((path, disk.text(), here.text()))
        });
        let mut kept = std::mem::take(&mut self.files).into_iter();
        for (path, disk, here) in pairs {
            // The files come in the same order each time.
            let known = kept.find(|file| file.path == *path).filter(|file| file.disk == disk && file.here == here);
            self.files.push(known.unwrap_or_else(|| Changed {
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
                    desk.write = Some((file.path.clone(), file.disk.clone(), file.here.clone()));
                }
                if ui.button("take it back").on_hover_text("play on by what the file says").clicked() {
                    desk.commands.push(Command::reload(disk, [file.path.as_str()]));
                }
            });
        }
    }
}

fn draw_hunk(ui: &mut Ui, hunk: &Hunk) {
    let (old, new) = hunk.lengths();
    let head = format!("@@ -{},{old} +{},{new} @@", hunk.old_start, hunk.new_start);
    ui.label(RichText::new(head).monospace().color(FAINT));
    for line in &hunk.lines {
        let (sign, colour, ground) = match line.fate {
            Fate::Kept => (' ', FAINT, Color32::TRANSPARENT),
            Fate::Removed => ('-', RED, Color32::from_rgb(52, 20, 18)),
            Fate::Added => ('+', GREEN, Color32::from_rgb(16, 44, 24)),
        };
        let text = RichText::new(format!("{sign}{}", line.text)).monospace().color(colour).background_color(ground);
        ui.label(text);
    }
}
