//! The tab of the settings page for mods: which there are, what each replaces, adds and gets wrong, and which are switched on.

use std::thread;
use std::thread::JoinHandle;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::Ui;
use quarry_ron::finding::plural;
use quarry_ron::{Finding, Severity};

use super::{MenuNotice, note, switch};
use crate::client::session::{GameContent, GameViewService, GameViews, MenuPage, MenuStack, SettingsTab};
use crate::client::{DataRoot, mods_switched};
use crate::data::{DataFiles, DataFolders, GameSchema, Library, ModFolder};

/// The most files or findings of a mod that are named.
const MOST_SHOWN: usize = 5;

/// The mods that were found when the tab was last opened.
#[derive(Resource, Default)]
pub(super) struct ModList {
    mods: Vec<ListedMod>,
    /// Under way on another thread, because the data of every game that a mod changes is checked with it.
    search: Option<JoinHandle<Vec<ListedMod>>>,
}

struct ListedMod {
    name: String,
    replaces: Vec<String>,
    adds: Vec<String>,
    /// The errors in the data with this mod alone.
    errors: Vec<Finding>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ModList>().add_systems(Update, (search_when_opened, take_over.run_if(mods_switched)));
}

/// Looks for mods when the tab is opened.
fn search_when_opened(
    mut open_before: Local<bool>,
    menu: Res<MenuStack>,
    root: Option<Res<DataRoot>>,
    views: Res<GameViews>,
    mut list: ResMut<ModList>,
) {
    let open = menu.page() == Some(MenuPage::Settings(SettingsTab::Mods));
    let opened = open && !std::mem::replace(&mut *open_before, open);
    if let Some(root) = root.filter(|_| opened && list.search.is_none()) {
        let (folders, games) = (root.0.clone(), views.0.iter().map(|view| view.schema).collect::<Vec<_>>());
        list.search = Some(thread::spawn(move || {
            folders.found_mods().into_iter().map(|found| listed(&folders, found, &games)).collect()
        }));
    }
    if let Some(search) = list.search.take_if(|search| search.is_finished()) {
        list.mods = search.join().unwrap_or_default();
    }
}

fn listed(folders: &DataFolders, found: ModFolder, games: &[&'static GameSchema]) -> ListedMod {
    let (replaces, adds) = folders.contents_of(&found);
    let name = found.name.clone();
    let with = DataFolders { root: folders.root.clone(), mods: vec![found] };
    let mut errors = Vec::new();
    for game in games {
        let found = match DataFiles::read(&with, game.name) {
            Ok(files) => Library::examine(&files, game).1,
            Err(findings) => findings,
        };
        for finding in found.into_iter().filter(|finding| finding.severity == Severity::Error) {
            // Games share files.
            if !errors.contains(&finding) {
                errors.push(finding);
            }
        }
    }
    ListedMod { name, replaces, adds, errors }
}

/// What was said of the mods before is out of date. The menus may be about another game than the one on screen, whose data files are watched.
fn take_over(
    root: Res<DataRoot>,
    view: Res<GameViewService>,
    content: Option<ResMut<GameContent>>,
    mut notice: ResMut<MenuNotice>,
) {
    notice.0 = None;
    if let Some(mut content) = content.filter(|content| content.view.schema.name != view.name())
        && let Ok(loaded) = GameContent::load(&root.0, content.view)
    {
        *content = loaded;
    }
}

/// The switches of the mods, and what they switch.
#[derive(SystemParam)]
pub(super) struct ModSwitches<'w> {
    list: Res<'w, ModList>,
    root: Option<ResMut<'w, DataRoot>>,
}

impl ModSwitches<'_> {
    /// Draws the mods. `saved` becomes the names of those that are on if one is switched.
    pub fn draw(&mut self, ui: &mut Ui, saved: &mut Vec<String>) {
        let Some(root) = &mut self.root else { return };
        if self.list.search.is_some() {
            note(ui, "Looking for mods...");
            return;
        }
        let is_found = |name: &String| self.list.mods.iter().any(|one| one.name == *name);
        let on: Vec<String> = root.0.mods.iter().map(|one| one.name.clone()).filter(is_found).collect();
        let mut wanted = on.clone();
        for one in &self.list.mods {
            let mut is_on = on.contains(&one.name);
            if switch(ui, &one.name, &mut is_on) {
                wanted.retain(|name| *name != one.name);
                wanted.extend(is_on.then(|| one.name.clone()));
            }
            for (what, paths) in [("Replaces", &one.replaces), ("Adds", &one.adds)] {
                if !paths.is_empty() {
                    note(ui, &format!("{what} {}", shortened(paths, ", ", "file")));
                }
            }
            if !one.errors.is_empty() {
                let errors: Vec<String> = one.errors.iter().map(Finding::to_string).collect();
                note(ui, &shortened(&errors, "\n", "error"));
            }
        }
        if self.list.mods.is_empty() {
            let places: Vec<String> = root.0.mod_places().map(|place| place.display().to_string()).collect();
            note(ui, &format!("There are no mods. A mod is a folder in {}.", places.join(" or ")));
        } else {
            note(ui, "If several mods have a file, the one that was switched on last counts.");
        }
        if wanted != on
            && let Ok(folders) = root.0.with_mods(&wanted)
        {
            root.0 = folders;
            *saved = wanted;
        }
    }

    /// Switches all mods off.
    pub fn switch_off(&mut self) {
        if let Some(root) = self.root.as_mut().filter(|root| !root.0.mods.is_empty()) {
            root.0.mods.clear();
        }
    }
}

/// The first of these, and how many more there are.
fn shortened(all: &[String], between: &str, noun: &str) -> String {
    let shown: Vec<&str> = all.iter().take(MOST_SHOWN).map(String::as_str).collect();
    let more = all.len() - shown.len();
    let more = if more > 0 { format!("{between}{} more", plural(more, noun)) } else { String::new() };
    shown.join(between) + &more
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs, process};

    use super::*;

    /// Two mods, of which one has a mistake.
    fn two(root: &Path) -> Vec<ListedMod> {
        let views = crate::games::views();
        let level = views[0].schema.path(crate::data::FileKind::Level, "tab_of_mods");
        for (name, file) in [("a_note", "assets/shared/audio/note.wav"), ("b_faulty", level.as_str())] {
            let path = root.join(name).join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "(").unwrap();
        }
        let folders = DataFolders::from(env!("CARGO_MANIFEST_DIR"));
        let found = ["a_note", "b_faulty"].map(|name| ModFolder { name: name.to_owned(), path: root.join(name) });
        let games: Vec<_> = views.iter().map(|view| view.schema).collect();
        found.into_iter().map(|found| listed(&folders, found, &games)).collect()
    }

    #[test]
    fn a_mod_is_listed_with_its_files_and_mistakes() {
        let root = env::temp_dir().join(format!("quarry-mods-tab-{}", process::id()));
        let mods = two(&root);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!((mods[0].adds.len(), mods[0].replaces.len(), mods[0].errors.len()), (1, 0, 0));
        assert_eq!(mods[1].errors.len(), 1, "{:?}", mods[1].errors);
        assert!(mods[1].errors[0].file.starts_with(&root.display().to_string()), "{:?}", mods[1].errors);
    }

    #[test]
    fn many_files_are_shortened() {
        let files: Vec<String> = (0..7).map(|number| number.to_string()).collect();
        assert_eq!(shortened(&files, ", ", "file"), "0, 1, 2, 3, 4, 2 files more");
        assert_eq!(shortened(&files[..2], ", ", "file"), "0, 1");
    }
}
