//! What people call buttons.

use bevy::prelude::*;

use super::Binding;

/// The name of a button as a person reads it on the device.
pub fn binding_name(binding: Binding) -> String {
    match binding {
        Binding::Key(key) => key_name(key),
        Binding::Mouse(button) => match button {
            MouseButton::Left => "Left mouse".into(),
            MouseButton::Right => "Right mouse".into(),
            MouseButton::Middle => "Middle mouse".into(),
            MouseButton::Back => "Mouse back".into(),
            MouseButton::Forward => "Mouse forward".into(),
            MouseButton::Other(number) => format!("Mouse {number}"),
        },
        Binding::Gamepad(button) => pad_name(button).into(),
    }
}

fn key_name(key: KeyCode) -> String {
    match key {
        KeyCode::ShiftLeft => "Left Shift".into(),
        KeyCode::ShiftRight => "Right Shift".into(),
        KeyCode::ControlLeft => "Left Ctrl".into(),
        KeyCode::ControlRight => "Right Ctrl".into(),
        KeyCode::AltLeft => "Left Alt".into(),
        KeyCode::AltRight => "Right Alt".into(),
        KeyCode::ArrowUp => "Up".into(),
        KeyCode::ArrowDown => "Down".into(),
        KeyCode::ArrowLeft => "Left".into(),
        KeyCode::ArrowRight => "Right".into(),
        KeyCode::Escape => "Esc".into(),
        other => {
            let name = format!("{other:?}");
            name.strip_prefix("Key").or(name.strip_prefix("Digit")).map(str::to_owned).unwrap_or(name)
        }
    }
}

fn pad_name(button: GamepadButton) -> &'static str {
    match button {
        GamepadButton::South => "A",
        GamepadButton::East => "B",
        GamepadButton::North => "Y",
        GamepadButton::West => "X",
        GamepadButton::LeftTrigger => "LB",
        GamepadButton::LeftTrigger2 => "LT",
        GamepadButton::RightTrigger => "RB",
        GamepadButton::RightTrigger2 => "RT",
        GamepadButton::Select => "Back",
        GamepadButton::Start => "Start",
        GamepadButton::LeftThumb => "Left stick",
        GamepadButton::RightThumb => "Right stick",
        GamepadButton::DPadUp => "Pad up",
        GamepadButton::DPadDown => "Pad down",
        GamepadButton::DPadLeft => "Pad left",
        GamepadButton::DPadRight => "Pad right",
        _ => "Pad button",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_printed_on_them() {
        assert_eq!(binding_name(Binding::Key(KeyCode::KeyE)), "E");
        assert_eq!(binding_name(Binding::Key(KeyCode::Digit3)), "3");
        assert_eq!(binding_name(Binding::Key(KeyCode::ShiftLeft)), "Left Shift");
        assert_eq!(binding_name(Binding::Gamepad(GamepadButton::West)), "X");
    }
}
