//! What the Escape key does: it closes what lies on top, one thing per press, and never discards a match without confirmation.

use super::{MenuAction, MenuCommand};
use crate::client::session::{LeaveTarget, MenuPage, Screen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeContext {
    pub page: Option<MenuPage>,
    pub screen: Screen,
    pub playing: bool,
    /// Whether a panel is open over the match or beside it.
    pub panel_open: bool,
    /// Where leaving leads: to the main menu if the program was opened with its menus, otherwise out of the program.
    pub target: LeaveTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeAction {
    /// What a button of a page would do.
    Menu(MenuAction),
    ClosePanel,
}

/// What the key does; `None` if the page has to be answered, or there is nothing to leave yet.
pub fn escape_action(context: EscapeContext) -> Option<EscapeAction> {
    let EscapeContext { page, screen, playing, panel_open, target } = context;
    let action = match page {
        Some(MenuPage::Title | MenuPage::Result) => return None,
        Some(_) => MenuAction::Back,
        None if screen == Screen::Loading && target == LeaveTarget::MainMenu => return None,
        None if screen == Screen::Loading => MenuAction::Send(MenuCommand::Leave(target)),
        None if playing && screen == Screen::Match => MenuAction::Open(MenuPage::Pause),
        None if playing => return None,
        None if panel_open => return Some(EscapeAction::ClosePanel),
        None => MenuAction::Leave(target),
    };
    Some(EscapeAction::Menu(action))
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
        target: LeaveTarget::Quit,
    };

    fn menu(action: MenuAction) -> Option<EscapeAction> {
        Some(EscapeAction::Menu(action))
    }

    #[test]
    fn a_panel_closes_before_the_match_is_left_and_a_second_press_cancels() {
        let with_panel = EscapeContext { panel_open: true, ..WATCHING };
        assert_eq!(escape_action(with_panel), Some(EscapeAction::ClosePanel));
        assert_eq!(escape_action(WATCHING), menu(MenuAction::Leave(LeaveTarget::Quit)));
        let asked = EscapeContext { page: Some(MenuPage::Leave(LeaveTarget::Quit)), ..WATCHING };
        assert_eq!(escape_action(asked), menu(MenuAction::Back), "a second press cancels");
    }

    #[test]
    fn while_playing_it_pauses_and_goes_back_page_by_page() {
        let playing = EscapeContext { playing: true, panel_open: true, ..WATCHING };
        assert_eq!(escape_action(playing), menu(MenuAction::Open(MenuPage::Pause)));
        for page in [MenuPage::Pause, MenuPage::Settings(SettingsTab::Audio), MenuPage::Guide] {
            assert_eq!(escape_action(EscapeContext { page: Some(page), ..playing }), menu(MenuAction::Back));
        }
        let ended = EscapeContext { screen: Screen::Result, ..playing };
        assert_eq!(escape_action(ended), None, "the result page comes up by itself");
    }

    #[test]
    fn it_does_nothing_where_there_is_nothing_to_leave() {
        for page in [MenuPage::Title, MenuPage::Result] {
            assert_eq!(escape_action(EscapeContext { page: Some(page), ..WATCHING }), None);
        }
        let loading = EscapeContext { screen: Screen::Loading, ..WATCHING };
        let leave = MenuAction::Send(MenuCommand::Leave(LeaveTarget::Quit));
        assert_eq!(escape_action(loading), menu(leave), "nothing of it is recorded yet");
        let from_menu = EscapeContext { target: LeaveTarget::MainMenu, ..loading };
        assert_eq!(escape_action(from_menu), None);
    }
}
