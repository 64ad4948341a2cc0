//! The table of key bindings: its defaults, and how it changes.

use std::collections::BTreeMap;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

use super::{PlayerAction, action::TABLE};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// A key, by its position on the keyboard.
    Key(KeyCode),
    Mouse(MouseButton),
    Gamepad(GamepadButton),
}

/// The kind of input device in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    KeyboardMouse,
    Gamepad,
}

impl Device {
    /// The name on the settings page.
    pub fn title(self) -> &'static str {
        match self {
            Device::KeyboardMouse => "keyboard and mouse",
            Device::Gamepad => "gamepad",
        }
    }
}

impl Binding {
    pub fn device(self) -> Device {
        match self {
            Binding::Key(_) | Binding::Mouse(_) => Device::KeyboardMouse,
            Binding::Gamepad(_) => Device::Gamepad,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(BTreeMap<PlayerAction, Vec<Binding>>);

impl Default for Bindings {
    fn default() -> Self {
        Self(TABLE.into_iter().map(|(action, _, buttons)| (action, buttons.to_vec())).collect())
    }
}

impl Bindings {
    /// The buttons of an action, the one that prompts name first.
    pub fn get(&self, action: PlayerAction) -> &[Binding] {
        self.0.get(&action).map_or(&[], Vec::as_slice)
    }

    /// The first button of an action on a device.
    pub fn first(&self, action: PlayerAction, device: Device) -> Option<Binding> {
        self.get(action).iter().copied().find(|binding| binding.device() == device)
    }

    /// Adds the default buttons of actions that a file left out, except for those that another action has.
    pub fn complete(&mut self) {
        for (action, bindings) in Self::default().0 {
            if !self.0.contains_key(&action) {
                let taken = |binding: &Binding| self.0.values().any(|list| list.contains(binding));
                let free = bindings.into_iter().filter(|binding| !taken(binding)).collect();
                self.0.insert(action, free);
            }
        }
    }

    /// Makes a button the only one of an action on its device. If another action has it, that action gets this one's old button in
    /// exchange, and is returned.
    pub fn rebind(&mut self, action: PlayerAction, binding: Binding) -> Option<PlayerAction> {
        let device = binding.device();
        let old: Vec<Binding> = self.get(action).iter().copied().filter(|old| old.device() == device).collect();
        let swapped =
            self.0.iter().find(|(other, list)| **other != action && list.contains(&binding)).map(|(other, _)| *other);
        if let Some(list) = swapped.and_then(|other| self.0.get_mut(&other)) {
            list.retain(|kept| *kept != binding);
            if !list.iter().any(|kept| kept.device() == device) {
                list.extend(old);
            }
        }
        let list = self.0.entry(action).or_default();
        list.retain(|kept| kept.device() != device);
        list.insert(0, binding);
        swapped
    }

    /// The table for the input manager, with sticks and mouse motion.
    pub fn input_map(&self) -> InputMap<PlayerAction> {
        let mut map = InputMap::default();
        for (action, bindings) in &self.0 {
            for binding in bindings {
                match binding {
                    Binding::Key(key) => map.insert(*action, *key),
                    Binding::Mouse(button) => map.insert(*action, *button),
                    Binding::Gamepad(button) => map.insert(*action, *button),
                };
            }
        }
        map.insert_dual_axis(PlayerAction::StickMove, GamepadStick::LEFT.with_circle_deadzone(0.15));
        map.insert_dual_axis(PlayerAction::StickLook, GamepadStick::RIGHT.with_circle_deadzone(0.12));
        map.insert_dual_axis(PlayerAction::MouseLook, MouseMove::default());
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_buttons_and_no_button_two_actions() {
        let table = Bindings::default();
        let mut seen = Vec::new();
        for action in PlayerAction::with_buttons() {
            assert!(!table.get(action).is_empty(), "{action:?}");
            for binding in table.get(action) {
                assert!(!seen.contains(binding), "{binding:?} twice");
                seen.push(*binding);
            }
        }
    }

    #[test]
    fn a_button_taken_from_another_action_is_exchanged() {
        let mut table = Bindings::default();
        let swapped = table.rebind(PlayerAction::Interact, Binding::Key(KeyCode::KeyF));
        assert_eq!(swapped, Some(PlayerAction::Shout));
        assert_eq!(table.first(PlayerAction::Interact, Device::KeyboardMouse), Some(Binding::Key(KeyCode::KeyF)));
        assert_eq!(table.first(PlayerAction::Shout, Device::KeyboardMouse), Some(Binding::Key(KeyCode::KeyE)));
        assert_eq!(table.first(PlayerAction::Interact, Device::Gamepad), Some(Binding::Gamepad(GamepadButton::West)));
    }

    #[test]
    fn the_table_is_written_and_read_again() {
        let mut table = Bindings::default();
        table.rebind(PlayerAction::Throw, Binding::Mouse(MouseButton::Other(7)));
        let text = ron::to_string(&table).unwrap();
        assert_eq!(ron::from_str::<Bindings>(&text).unwrap(), table);
    }

    #[test]
    fn a_table_with_gaps_is_completed() {
        let mut table: Bindings = ron::from_str("{run: [key(KeyR)]}").unwrap();
        table.complete();
        assert_eq!(table.get(PlayerAction::Run), &[Binding::Key(KeyCode::KeyR)]);
        assert_eq!(table.get(PlayerAction::Pause), Bindings::default().get(PlayerAction::Pause));
        assert!(Bindings::default().get(PlayerAction::Reload).contains(&Binding::Key(KeyCode::KeyR)));
        let reload = table.get(PlayerAction::Reload);
        assert!(!reload.contains(&Binding::Key(KeyCode::KeyR)), "the key runs already: {reload:?}");
        assert!(!reload.is_empty(), "its other buttons stay");
    }
}
