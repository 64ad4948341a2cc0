//! Which pages of the menu are open, in a stack.
//!
//! Must not know: what pages look like, and what they decide.

use bevy::prelude::*;
use bevy_egui::egui;

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    /// The first.
    Title,
    /// What match to play or to watch.
    Setup(MatchMode),
    /// Settings.
    Settings(SettingsTab),
    /// How to play.
    Guide,
    /// Who made it.
    Credits,
    /// The match stands still.
    Pause,
    /// How the match ended, or how it ended for the person.
    Result,
}

/// What a match is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMode {
    /// To be played by a person.
    #[default]
    Play,
    /// To be watched.
    Watch,
}

/// A part of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsTab {
    /// Volumes.
    #[default]
    Sound,
    /// Window and drawing.
    Picture,
    /// Mouse and sticks.
    Pointing,
    /// Buttons.
    Bindings,
    /// Help for eyes and ears.
    Access,
}

/// The pages that are open, the topmost last.
#[derive(Resource, Clone, Debug, Default)]
pub struct MenuStack {
    pages: Vec<MenuPage>,
    /// Whether the topmost page has just come up: its first button is then chosen.
    pub(super) fresh: bool,
    /// The topmost page when drawing began: what comes up while others are drawn is fresh until it has been drawn itself.
    pub(super) begun: Option<MenuPage>,
    /// A button of the topmost page was chosen by keys or pad before: the sound of moving.
    pub(super) focus: Option<egui::Id>,
}

impl MenuStack {
    /// Whether any page is open.
    pub fn is_open(&self) -> bool {
        !self.pages.is_empty()
    }

    /// The topmost page.
    pub fn page(&self) -> Option<MenuPage> {
        self.pages.last().copied()
    }

    /// Lays a page on top.
    pub fn open(&mut self, page: MenuPage) {
        self.pages.push(page);
        self.fresh = true;
    }

    /// Puts a page in place of the topmost.
    pub fn turn_to(&mut self, page: MenuPage) {
        self.pages.pop();
        self.pages.push(page);
    }

    /// Takes the topmost page away.
    pub fn back(&mut self) {
        self.pages.pop();
        self.fresh = true;
    }

    /// Takes all pages away.
    pub fn close(&mut self) {
        self.pages.clear();
    }

    /// Shows this page alone.
    pub fn only(&mut self, page: MenuPage) {
        self.pages.clear();
        self.open(page);
    }
}
