//! The keys of a spectator, in one table: what each does, and how the help line and the key list name it.

use bevy::prelude::*;

use super::bindings::key_name;

/// What a spectator can do with a key, apart from switching panels: [`WATCH_KEYS`] says what each is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchAction {
    Pause,
    Slower,
    Faster,
    Step,
    StepDecision,
    StepBack,
    PreviousEvent,
    NextEvent,
    Start,
    Latest,
    Bookmark,
    Overview,
    Follow,
    Free,
    Eyes,
    Director,
    Tactical,
    NextAgent,
    NextOfInterest,
    Restart,
    NextMatch,
    HideAll,
    FloorUp,
    FloorDown,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyGroup {
    /// Time.
    Playback,
    Camera,
    /// Everything else.
    Match,
}

pub struct WatchKey {
    pub action: WatchAction,
    /// The keys, the first of them named on the screen.
    pub keys: &'static [KeyCode],
    /// What the keys do, in a few words.
    pub text: &'static str,
    pub group: KeyGroup,
}

const fn row(group: KeyGroup, action: WatchAction, keys: &'static [KeyCode], text: &'static str) -> WatchKey {
    WatchKey { action, keys, text, group }
}

impl WatchKey {
    /// The name of the first key.
    pub fn name(&self) -> String {
        self.keys.first().map_or_else(String::new, |key| key_name(*key))
    }
}

use KeyGroup::{Camera as C, Match as M, Playback as P};

pub const WATCH_KEYS: &[WatchKey] = &[
    row(P, WatchAction::Pause, &[KeyCode::Space], "Pause or resume"),
    row(P, WatchAction::Slower, &[KeyCode::BracketLeft, KeyCode::Minus, KeyCode::NumpadSubtract], "Slower"),
    row(P, WatchAction::Faster, &[KeyCode::BracketRight, KeyCode::Equal, KeyCode::NumpadAdd], "Faster"),
    row(P, WatchAction::Step, &[KeyCode::Period], "Step one tick"),
    row(P, WatchAction::StepBack, &[KeyCode::KeyB], "Step back one tick"),
    row(P, WatchAction::StepDecision, &[KeyCode::Comma], "Play to the next decision"),
    row(P, WatchAction::PreviousEvent, &[KeyCode::Semicolon], "Previous event"),
    row(P, WatchAction::NextEvent, &[KeyCode::Quote], "Next event"),
    row(P, WatchAction::Start, &[KeyCode::Home], "Start of the match"),
    row(P, WatchAction::Latest, &[KeyCode::End], "Latest tick"),
    row(P, WatchAction::Bookmark, &[KeyCode::Backslash], "Add a bookmark"),
    row(C, WatchAction::Overview, &[KeyCode::Digit1, KeyCode::KeyO], "Overview; again: floor plan"),
    row(C, WatchAction::Follow, &[KeyCode::Digit2, KeyCode::KeyF], "Follow an agent"),
    row(C, WatchAction::Free, &[KeyCode::Digit3, KeyCode::KeyC], "Free camera (WASD, mouse)"),
    row(C, WatchAction::Eyes, &[KeyCode::Digit4, KeyCode::KeyV], "An agent's eyes"),
    row(C, WatchAction::Director, &[KeyCode::Digit5], "Director: cuts to events"),
    row(C, WatchAction::Tactical, &[KeyCode::Digit6], "Tactical view; again: back"),
    row(C, WatchAction::NextAgent, &[KeyCode::Tab], "Next agent"),
    row(C, WatchAction::NextOfInterest, &[KeyCode::KeyQ], "Most interesting agent"),
    row(C, WatchAction::FloorUp, &[KeyCode::PageUp], "Floor up"),
    row(C, WatchAction::FloorDown, &[KeyCode::PageDown], "Floor down"),
    row(M, WatchAction::Restart, &[KeyCode::KeyR], "Restart the match"),
    row(M, WatchAction::NextMatch, &[KeyCode::KeyN], "Next match"),
    row(M, WatchAction::HideAll, &[KeyCode::KeyH], "Hide everything"),
    row(M, WatchAction::Leave, &[KeyCode::Escape], "Close the top panel, or leave"),
];

/// The cameras, in the order of their keys.
pub const CAMERAS: [WatchAction; 6] = [
    WatchAction::Overview,
    WatchAction::Follow,
    WatchAction::Free,
    WatchAction::Eyes,
    WatchAction::Director,
    WatchAction::Tactical,
];

/// Whether a key for this was pressed in this frame.
pub fn pressed(keys: &ButtonInput<KeyCode>, action: WatchAction) -> bool {
    WATCH_KEYS.iter().any(|row| row.action == action && keys.any_just_pressed(row.keys.iter().copied()))
}

/// The name of the first key for an action.
pub fn name_of(action: WatchAction) -> String {
    WATCH_KEYS.iter().find(|row| row.action == action).map_or_else(String::new, WatchKey::name)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::client::input::bindings::{Binding, Bindings, PlayerAction};
    use crate::client::tools::{inspector, intervene, overlay, panels, retune, statistics, timeline};
    use crate::client::watch::{camera, hud};

    /// Every key of a spectator, and what it does.
    fn keys_of_spectator() -> Vec<(KeyCode, String)> {
        let actions = WATCH_KEYS.iter().flat_map(|row| row.keys.iter().map(|key| (*key, format!("{:?}", row.action))));
        let single = [panels::LIST, timeline::PANEL, statistics::PANEL, retune::PANEL, intervene::PANEL];
        let all = overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud::PANELS).chain(single);
        let switches = all.filter_map(|panel| Some((panel.key?, panel.id.to_owned())));
        let flying = camera::FREE_CAMERA_KEYS.into_iter().map(|key| (key, "the camera".to_owned()));
        actions.chain(switches).chain(flying).collect()
    }

    #[test]
    fn no_spectator_key_has_two_meanings() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let all = keys_of_spectator();
        assert!(all.len() >= 60, "{} keys", all.len());
        for (key, what) in all {
            let before = known.insert(format!("{key:?}"), what.clone());
            assert_eq!(before, None, "{key:?} is {what} as well");
        }
    }

    #[test]
    fn every_action_and_every_panel_has_a_key() {
        assert!(WATCH_KEYS.iter().all(|row| !row.keys.is_empty()));
        let names: BTreeSet<String> = WATCH_KEYS.iter().map(WatchKey::name).collect();
        assert_eq!(names.len(), WATCH_KEYS.len(), "two rows with one key");
        // The help line has none: it is switched off in the list of panels.
        let hud = hud::PANELS.into_iter().filter(|panel| panel.id != "help");
        for panel in overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud) {
            assert!(panel.key.is_some(), "{} has no key", panel.id);
        }
    }

    #[test]
    fn no_player_key_has_two_meanings() {
        let table = Bindings::default();
        let mut known: BTreeMap<String, PlayerAction> = BTreeMap::new();
        for action in PlayerAction::with_buttons() {
            for button in table.get(action) {
                if let Binding::Key(key) = button {
                    let before = known.insert(format!("{key:?}"), action);
                    assert_eq!(before, None, "{key:?} is {action:?} as well");
                }
            }
        }
    }
}
