//! Waiting for the button a person wants an action to have.

use bevy::{
    input::{ButtonState, gamepad::GamepadButtonStateChangedEvent, keyboard::KeyboardInput, mouse::MouseButtonInput},
    prelude::*,
};

use crate::client::{
    bindings::{Binding, Device, PlayerAction, binding_name},
    settings::Settings,
};

/// The action that waits for its new button, and of which device it is to be.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RebindState {
    /// Nobody waits.
    #[default]
    Idle,
    /// This action waits for a button of this device.
    Waiting(PlayerAction, Device),
    /// It was pressed in this frame, or given up: menus must not take the same press as their own.
    Taken,
}

impl RebindState {
    /// Whether presses now belong to the table and not to menus or play.
    pub fn busy(self) -> bool {
        self != RebindState::Idle
    }
}

/// Takes the first button pressed while an action waits; Escape gives up (and stays the button of pause).
pub(super) fn take_pressed(
    mut capture: ResMut<RebindState>,
    mut settings: ResMut<Settings>,
    mut keys: EventReader<KeyboardInput>,
    mut buttons: EventReader<MouseButtonInput>,
    mut pads: EventReader<GamepadButtonStateChangedEvent>,
) {
    let RebindState::Waiting(action, device) = *capture else {
        keys.clear();
        buttons.clear();
        pads.clear();
        if *capture == RebindState::Taken {
            *capture = RebindState::Idle;
        }
        return;
    };
    let key =
        keys.read().find(|event| event.state == ButtonState::Pressed && !event.repeat).map(|event| event.key_code);
    let button = buttons.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    let pad = pads.read().find(|event| event.state == ButtonState::Pressed).map(|event| event.button);
    if key == Some(KeyCode::Escape) {
        *capture = RebindState::Taken;
        return;
    }
    let pressed = match device {
        Device::KeyboardMouse => key.map(Binding::Key).or(button.map(Binding::Mouse)),
        Device::Gamepad => pad.map(Binding::Gamepad),
    };
    if let Some(binding) = pressed {
        settings.bindings.rebind(action, binding);
        info!("bound: {} to {}", action.title(), binding_name(binding));
        *capture = RebindState::Taken;
    }
}
