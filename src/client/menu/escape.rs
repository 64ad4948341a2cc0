//! What the Escape key does: it closes what lies on top, one thing per press, and never discards a match without confirmation.

use crate::client::session::{LeaveTarget, MenuPage, Screen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeContext {
    pub page: Option<MenuPage>,
    pub screen: Screen,
    pub playing: bool,
    /// Whether a panel is open over the match or beside it.
    pub panel_open: bool,
    /// Whether leaving would lose the match's recording.
    pub unsaved: bool,
    /// Where leaving leads: to the main menu if the program was opened with its menus, otherwise out of the program.
    pub target: LeaveTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeAction {
    /// Nothing: the page has to be answered, or there is nothing to leave yet.
    Nothing,
    ClosePage,
    ClosePanel,
    Pause,
    AskToLeave(LeaveTarget),
    /// The match is left at once: nothing is lost.
    Leave(LeaveTarget),
}

pub fn escape_action(context: EscapeContext) -> EscapeAction {
    let EscapeContext { page, screen, playing, panel_open, unsaved, target } = context;
    match page {
        Some(MenuPage::Title | MenuPage::Result) => EscapeAction::Nothing,
        Some(_) => EscapeAction::ClosePage,
        None if screen == Screen::Loading && target == LeaveTarget::MainMenu => EscapeAction::Nothing,
        None if screen == Screen::Loading => EscapeAction::Leave(target),
        None if playing && screen == Screen::Match => EscapeAction::Pause,
        None if playing => EscapeAction::Nothing,
        None if panel_open => EscapeAction::ClosePanel,
        None if unsaved => EscapeAction::AskToLeave(target),
        None => EscapeAction::Leave(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::session::SettingsTab;

    const WATCHING: EscapeContext = EscapeContext {
        page: None,
        screen: Screen::Match,
        playing: false,
        panel_open: false,
        unsaved: true,
        target: LeaveTarget::Quit,
    };

    #[test]
    fn a_panel_closes_before_the_match_is_left_and_an_unsaved_match_asks() {
        let with_panel = EscapeContext { panel_open: true, ..WATCHING };
        assert_eq!(escape_action(with_panel), EscapeAction::ClosePanel);
        assert_eq!(escape_action(WATCHING), EscapeAction::AskToLeave(LeaveTarget::Quit));
        let saved = EscapeContext { unsaved: false, target: LeaveTarget::MainMenu, ..WATCHING };
        assert_eq!(escape_action(saved), EscapeAction::Leave(LeaveTarget::MainMenu));
        let asked = EscapeContext { page: Some(MenuPage::Leave(LeaveTarget::Quit)), ..WATCHING };
        assert_eq!(escape_action(asked), EscapeAction::ClosePage, "a second press cancels");
    }

    #[test]
    fn while_playing_it_pauses_and_goes_back_page_by_page() {
        let playing = EscapeContext { playing: true, panel_open: true, ..WATCHING };
        assert_eq!(escape_action(playing), EscapeAction::Pause);
        for page in [MenuPage::Pause, MenuPage::Settings(SettingsTab::Audio), MenuPage::Guide] {
            assert_eq!(escape_action(EscapeContext { page: Some(page), ..playing }), EscapeAction::ClosePage);
        }
        let ended = EscapeContext { screen: Screen::Result, ..playing };
        assert_eq!(escape_action(ended), EscapeAction::Nothing, "the result page comes up by itself");
    }

    #[test]
    fn it_does_nothing_where_there_is_nothing_to_leave() {
        for page in [MenuPage::Title, MenuPage::Result] {
            assert_eq!(escape_action(EscapeContext { page: Some(page), ..WATCHING }), EscapeAction::Nothing);
        }
        let loading = EscapeContext { screen: Screen::Loading, ..WATCHING };
        assert_eq!(escape_action(loading), EscapeAction::Leave(LeaveTarget::Quit));
        let from_menu = EscapeContext { target: LeaveTarget::MainMenu, ..loading };
        assert_eq!(escape_action(from_menu), EscapeAction::Nothing);
    }
}
