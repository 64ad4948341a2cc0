//! The stack of menu pages. An open page pauses a match that is played.
//!
//! Independent of: how pages look, and what their buttons do.

use bevy::prelude::*;
use bevy_egui::egui;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    Title,
    /// The choice of side, level, numbers, difficulty and seed.
    Setup(MatchMode),
    Settings(SettingsTab),
    /// How to play.
    Guide,
    Credits,
    /// The pause menu of a match that is played.
    Pause,
    /// The question before a match is left whose recording is not saved.
    Leave(LeaveTarget),
    /// The outcome of the match for the player.
    Result,
}

/// Whether a match is set up to be played or to be watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMode {
    /// The player controls an agent.
    #[default]
    Play,
    /// All agents think for themselves.
    Watch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsTab {
    #[default]
    Audio,
    Graphics,
    /// Mouse and gamepad sticks.
    Controls,
    /// Buttons of each action.
    KeyBindings,
    /// Subtitles, colours, motion, text size.
    Accessibility,
    /// Which mods there are, and which are switched on.
    Mods,
}

/// Where leaving a match leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveTarget {
    MainMenu,
    /// Out of the program.
    Quit,
}

/// Which widget a page focuses when it comes up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialFocus {
    /// The page is up already: the focus stays.
    #[default]
    Keep,
    /// The first widget, or the one the page prefers.
    First,
    /// The widget that had the focus when another page was laid on top.
    Restore(egui::Id),
}

/// The open pages, the topmost last.
#[derive(Resource, Clone, Debug, Default)]
pub struct MenuStack {
    /// The pages, each with the widget that had the focus when the next page was opened.
    pages: Vec<(MenuPage, Option<egui::Id>)>,
    pub(in crate::client) initial_focus: InitialFocus,
    pub(in crate::client) focus: Option<egui::Id>,
}

impl MenuStack {
    pub fn is_open(&self) -> bool {
        !self.pages.is_empty()
    }

    pub fn page(&self) -> Option<MenuPage> {
        self.pages.last().map(|(page, _)| *page)
    }

    /// Whether the title lies under all open pages: the match behind them is scenery.
    pub fn is_over_title(&self) -> bool {
        self.pages.first().is_some_and(|(page, _)| *page == MenuPage::Title)
    }

    /// Opens a page on top of the others.
    pub fn open(&mut self, page: MenuPage) {
        if let Some((_, focus)) = self.pages.last_mut() {
            *focus = self.focus;
        }
        self.pages.push((page, None));
        self.initial_focus = InitialFocus::First;
    }

    /// Replaces the topmost page. The focus stays on the widget that was pressed, such as a tab.
    pub fn replace(&mut self, page: MenuPage) {
        self.pages.pop();
        self.pages.push((page, None));
    }

    /// Closes the topmost page. The page below focuses the widget that opened the closed one.
    pub fn back(&mut self) {
        self.pages.pop();
        let focus = self.pages.last().and_then(|(_, focus)| *focus);
        self.initial_focus = focus.map_or(InitialFocus::First, InitialFocus::Restore);
    }

    pub fn close(&mut self) {
        self.pages.clear();
    }

    /// Closes all pages and opens this one.
    pub fn reset_to(&mut self, page: MenuPage) {
        self.pages.clear();
        self.open(page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_back_the_focus_returns_to_the_entry_that_opened_the_page() {
        let (settings, other) = (egui::Id::new("the Settings button"), egui::Id::new("a slider"));
        let mut menu = MenuStack::default();
        menu.open(MenuPage::Title);
        assert_eq!(menu.initial_focus, InitialFocus::First);
        menu.focus = Some(settings);
        menu.open(MenuPage::Settings(SettingsTab::Audio));
        assert_eq!(menu.initial_focus, InitialFocus::First);
        menu.focus = Some(other);
        menu.replace(MenuPage::Settings(SettingsTab::Graphics));
        menu.back();
        assert_eq!((menu.page(), menu.initial_focus), (Some(MenuPage::Title), InitialFocus::Restore(settings)));
    }
}
