//! Rebinding: the next press becomes the button of an action.

use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;

use crate::client::input::bindings::{Binding, Device, PlayerAction, binding_name};
use crate::client::input::settings::Settings;

/// Whether an action waits for its new button.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RebindState {
    #[default]
    Idle,
    Waiting(PlayerAction, Device),
    /// The button was pressed in this frame, or the rebinding was cancelled. Menus must not react to the same press.
    Taken,
}

impl RebindState {
    /// Whether presses belong to the rebinding, and not to menus or the match.
    pub fn busy(self) -> bool {
        self != RebindState::Idle
    }
}

/// Takes the first press while an action waits. Escape cancels.
pub(super) fn take_pressed(
    mut rebind: ResMut<RebindState>,
    mut settings: ResMut<Settings>,
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    mut pads: MessageReader<GamepadButtonStateChangedEvent>,
) {
    let RebindState::Waiting(action, device) = *rebind else {
        keys.clear();
        buttons.clear();
        pads.clear();
        if *rebind == RebindState::Taken {
            *rebind = RebindState::Idle;
        }
        return;
    };
    let key =
        keys.read().find(|event| event.state == ButtonState::Pressed && !event.repeat).map(|event| event.key_code);
    let button = buttons.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    let pad = pads.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    if key == Some(KeyCode::Escape) {
        *rebind = RebindState::Taken;
        return;
    }
    let pressed = match device {
        Device::KeyboardMouse => key.map(Binding::Key).or(button.map(Binding::Mouse)),
        Device::Gamepad => pad.map(Binding::Gamepad),
    };
    if let Some(binding) = pressed {
        settings.bindings.rebind(action, binding);
        info!("bound: {} to {}", action.title(), binding_name(binding));
        *rebind = RebindState::Taken;
    }
}
