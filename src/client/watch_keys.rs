//! What each key does, in one table: the same that the help line shows.

use bevy::prelude::*;

/// Something a person can ask of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchAction {
    /// Stop or go on.
    Pause,
    /// Play slower.
    Slower,
    /// Play faster.
    Faster,
    /// Play one tick.
    Step,
    /// Play until a mind decides.
    StepDecision,
    /// Go back by one tick.
    StepBack,
    /// Go to the event before.
    LastEvent,
    /// Go to the event after.
    NextEvent,
    /// Go to the first moment.
    Begin,
    /// Go to the newest moment.
    Newest,
    /// Note the moment.
    Note,
    /// The camera from above.
    Overview,
    /// The camera behind somebody.
    Follow,
    /// The camera that one flies.
    Free,
    /// The camera in somebody's eyes.
    Eyes,
    /// The camera that cuts to what matters.
    Director,
    /// The next agent.
    NextAgent,
    /// The agent of whom there is most to see, and from there on down.
    NextOfInterest,
    /// The same match again.
    Restart,
    /// The next match.
    NextMatch,
    /// Show or hide everything that is not the picture.
    Clean,
    /// The floor above.
    StoreyUp,
    /// The floor below.
    StoreyDown,
    /// Leave.
    Quit,
}

/// A row of the table.
pub struct WatchKey {
    /// What it does.
    pub act: WatchAction,
    /// The keys that do it.
    pub keys: &'static [KeyCode],
    /// How the keys are written.
    pub shown: &'static str,
    /// What it does, in a word or two; an empty text keeps it out of the help line.
    pub what: &'static str,
}

const fn row(act: WatchAction, keys: &'static [KeyCode], shown: &'static str, what: &'static str) -> WatchKey {
    WatchKey { act, keys, shown, what }
}

/// The table.
pub const WATCH_KEYS: &[WatchKey] = &[
    row(WatchAction::Pause, &[KeyCode::Space], "Space", "pause"),
    row(WatchAction::Slower, &[KeyCode::BracketLeft, KeyCode::Minus, KeyCode::NumpadSubtract], "[", "slower"),
    row(WatchAction::Faster, &[KeyCode::BracketRight, KeyCode::Equal, KeyCode::NumpadAdd], "]", "faster"),
    row(WatchAction::Step, &[KeyCode::Period], ".", "one tick"),
    row(WatchAction::StepDecision, &[KeyCode::Comma], ",", "to a decision"),
    row(WatchAction::StepBack, &[KeyCode::KeyB], "B", "back"),
    row(WatchAction::LastEvent, &[KeyCode::Semicolon], "; '", "events"),
    row(WatchAction::NextEvent, &[KeyCode::Quote], "", ""),
    row(WatchAction::Begin, &[KeyCode::Home], "", ""),
    row(WatchAction::Newest, &[KeyCode::End], "End", "newest"),
    row(WatchAction::Note, &[KeyCode::Backslash], "\\", "note"),
    row(WatchAction::NextAgent, &[KeyCode::Tab], "Tab", "follow next"),
    row(WatchAction::NextOfInterest, &[KeyCode::KeyQ], "Q", "who matters"),
    row(WatchAction::Overview, &[KeyCode::Digit1, KeyCode::KeyO], "1", "above, again: plan"),
    row(WatchAction::Follow, &[KeyCode::Digit2, KeyCode::KeyF], "2", "follow"),
    row(WatchAction::Free, &[KeyCode::Digit3, KeyCode::KeyC], "3", "free (WASD, mouse)"),
    row(WatchAction::Eyes, &[KeyCode::Digit4, KeyCode::KeyV], "4", "their eyes"),
    row(WatchAction::Director, &[KeyCode::Digit5], "5", "director"),
    row(WatchAction::StoreyUp, &[KeyCode::PageUp], "PgUp/PgDn", "floor"),
    row(WatchAction::StoreyDown, &[KeyCode::PageDown], "", ""),
    row(WatchAction::Restart, &[KeyCode::KeyR], "R", "again"),
    row(WatchAction::NextMatch, &[KeyCode::KeyN], "N", "next match"),
    row(WatchAction::Clean, &[KeyCode::KeyH], "H", "hide all"),
    row(WatchAction::Quit, &[KeyCode::Escape], "Esc", "leave"),
];

/// Whether a key for this was pressed just now.
pub fn pressed(keys: &ButtonInput<KeyCode>, act: WatchAction) -> bool {
    WATCH_KEYS.iter().any(|binding| binding.act == act && keys.any_just_pressed(binding.keys.iter().copied()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::client::{
        bindings::{Binding as Button, Bindings, PlayerAction},
        camera, hud, inspector, overlay, panels, retune, statistics, timeline,
    };

    /// Every key that does something while one watches, and what.
    fn while_watching() -> Vec<(KeyCode, String)> {
        let acts = WATCH_KEYS.iter().flat_map(|row| row.keys.iter().map(|key| (*key, format!("{:?}", row.act))));
        let single = [panels::LIST, timeline::PANEL, statistics::PANEL, retune::PANEL];
        let all = overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud::PANELS).chain(single);
        let switches = all.filter_map(|panel| Some((panel.key?.0, panel.id.to_owned())));
        let flying = camera::FREE_CAMERA_KEYS.into_iter().map(|key| (key, "the camera".to_owned()));
        acts.chain(switches).chain(flying).collect()
    }

    #[test]
    fn no_key_does_two_things_while_one_watches() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let all = while_watching();
        assert!(all.len() >= 60, "{} keys", all.len());
        for (key, what) in all {
            let before = known.insert(format!("{key:?}"), what.clone());
            assert_eq!(before, None, "{key:?} is {what} as well");
        }
    }

    #[test]
    fn every_act_has_a_key_and_every_panel_too() {
        assert!(WATCH_KEYS.iter().all(|row| !row.keys.is_empty()));
        let shown: Vec<&str> = WATCH_KEYS.iter().map(|row| row.shown).filter(|shown| !shown.is_empty()).collect();
        assert_eq!(shown.len(), shown.iter().collect::<std::collections::BTreeSet<_>>().len(), "{shown:?}");
        for panel in overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud::PANELS) {
            assert!(panel.key.is_some(), "{} has no key", panel.id);
        }
    }

    #[test]
    fn no_key_does_two_things_while_one_plays() {
        let table = Bindings::default();
        let mut known: BTreeMap<String, PlayerAction> = BTreeMap::new();
        for action in PlayerAction::BUTTONS {
            for button in table.of(action) {
                if let Button::Key(key) = button {
                    let before = known.insert(format!("{key:?}"), action);
                    assert_eq!(before, None, "{key:?} is {action:?} as well");
                }
            }
        }
    }
}
