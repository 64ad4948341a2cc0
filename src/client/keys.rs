//! What each key does, in one table: the same that the help line shows.

use bevy::prelude::*;

/// Something a person can ask of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
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
    /// The storey above.
    StoreyUp,
    /// The storey below.
    StoreyDown,
    /// Leave.
    Quit,
}

/// A row of the table.
pub struct Binding {
    /// What it does.
    pub act: Act,
    /// The keys that do it.
    pub keys: &'static [KeyCode],
    /// How the keys are written.
    pub shown: &'static str,
    /// What it does, in a word or two; an empty text keeps it out of the help line.
    pub what: &'static str,
}

const fn row(act: Act, keys: &'static [KeyCode], shown: &'static str, what: &'static str) -> Binding {
    Binding { act, keys, shown, what }
}

/// The table.
pub const BINDINGS: &[Binding] = &[
    row(Act::Pause, &[KeyCode::Space], "Space", "pause"),
    row(Act::Slower, &[KeyCode::BracketLeft, KeyCode::Minus, KeyCode::NumpadSubtract], "[", "slower"),
    row(Act::Faster, &[KeyCode::BracketRight, KeyCode::Equal, KeyCode::NumpadAdd], "]", "faster"),
    row(Act::Step, &[KeyCode::Period], ".", "one tick"),
    row(Act::StepDecision, &[KeyCode::Comma], ",", "to a decision"),
    row(Act::StepBack, &[KeyCode::KeyB], "B", "back"),
    row(Act::LastEvent, &[KeyCode::Semicolon], "; '", "events"),
    row(Act::NextEvent, &[KeyCode::Quote], "", ""),
    row(Act::Begin, &[KeyCode::Home], "", ""),
    row(Act::Newest, &[KeyCode::End], "End", "newest"),
    row(Act::Note, &[KeyCode::Backslash], "\\", "note"),
    row(Act::NextAgent, &[KeyCode::Tab], "Tab", "follow next"),
    row(Act::NextOfInterest, &[KeyCode::KeyQ], "Q", "who matters"),
    row(Act::Overview, &[KeyCode::Digit1, KeyCode::KeyO], "1", "above, again: plan"),
    row(Act::Follow, &[KeyCode::Digit2, KeyCode::KeyF], "2", "follow"),
    row(Act::Free, &[KeyCode::Digit3, KeyCode::KeyC], "3", "free (WASD, mouse)"),
    row(Act::Eyes, &[KeyCode::Digit4, KeyCode::KeyV], "4", "their eyes"),
    row(Act::Director, &[KeyCode::Digit5], "5", "director"),
    row(Act::StoreyUp, &[KeyCode::PageUp], "PgUp/PgDn", "storey"),
    row(Act::StoreyDown, &[KeyCode::PageDown], "", ""),
    row(Act::Restart, &[KeyCode::KeyR], "R", "again"),
    row(Act::NextMatch, &[KeyCode::KeyN], "N", "next match"),
    row(Act::Clean, &[KeyCode::KeyH], "H", "hide all"),
    row(Act::Quit, &[KeyCode::Escape], "Esc", "leave"),
];

/// Whether a key for this was pressed just now.
pub fn pressed(keys: &ButtonInput<KeyCode>, act: Act) -> bool {
    BINDINGS.iter().any(|binding| binding.act == act && keys.any_just_pressed(binding.keys.iter().copied()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::client::{
        bindings::{Action, Binding as Button, Bindings},
        camera, hud, inspector, overlay, panels, retune, statistics, timeline,
    };

    /// Every key that does something while one watches, and what.
    fn while_watching() -> Vec<(KeyCode, String)> {
        let acts = BINDINGS.iter().flat_map(|row| row.keys.iter().map(|key| (*key, format!("{:?}", row.act))));
        let single = [panels::LIST, timeline::PANEL, statistics::PANEL, retune::PANEL];
        let all = overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud::PANELS).chain(single);
        let switches = all.filter_map(|panel| Some((panel.key?.0, panel.id.to_owned())));
        let flying = camera::FLYING.into_iter().map(|key| (key, "the camera".to_owned()));
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
        assert!(BINDINGS.iter().all(|row| !row.keys.is_empty()));
        let shown: Vec<&str> = BINDINGS.iter().map(|row| row.shown).filter(|shown| !shown.is_empty()).collect();
        assert_eq!(shown.len(), shown.iter().collect::<std::collections::BTreeSet<_>>().len(), "{shown:?}");
        for panel in overlay::PANELS.into_iter().chain(inspector::PANELS).chain(hud::PANELS) {
            assert!(panel.key.is_some(), "{} has no key", panel.id);
        }
    }

    #[test]
    fn no_key_does_two_things_while_one_plays() {
        let table = Bindings::default();
        let mut known: BTreeMap<String, Action> = BTreeMap::new();
        for action in Action::BUTTONS {
            for button in table.of(action) {
                if let Button::Key(key) = button {
                    let before = known.insert(format!("{key:?}"), action);
                    assert_eq!(before, None, "{key:?} is {action:?} as well");
                }
            }
        }
    }
}
