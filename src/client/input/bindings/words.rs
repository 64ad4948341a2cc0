//! The names of buttons.

use bevy::prelude::*;

use super::Binding;

/// The name of a button as it is printed on the device.
pub fn binding_name(binding: Binding) -> String {
    match binding {
        Binding::Key(key) => key_name(key),
        Binding::Mouse(button) => match button {
            MouseButton::Left => "Left mouse button".into(),
            MouseButton::Right => "Right mouse button".into(),
            MouseButton::Middle => "Middle mouse button".into(),
            MouseButton::Back => "Mouse back button".into(),
            MouseButton::Forward => "Mouse forward button".into(),
            MouseButton::Other(number) => format!("Mouse button {number}"),
        },
        Binding::Gamepad(button) => gamepad_name(button).into(),
    }
}

/// The name of a key as it is printed on it.
pub fn key_name(key: KeyCode) -> String {
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
        KeyCode::PageUp => "PgUp".into(),
        KeyCode::PageDown => "PgDn".into(),
        KeyCode::BracketLeft => "[".into(),
        KeyCode::BracketRight => "]".into(),
        KeyCode::Period => ".".into(),
        KeyCode::Comma => ",".into(),
        KeyCode::Semicolon => ";".into(),
        KeyCode::Quote => "'".into(),
        KeyCode::Backslash => "\\".into(),
        other => {
            let name = format!("{other:?}");
            name.strip_prefix("Key").or(name.strip_prefix("Digit")).map(str::to_owned).unwrap_or(name)
        }
    }
}

fn gamepad_name(button: GamepadButton) -> &'static str {
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
        GamepadButton::DPadUp => "D-pad up",
        GamepadButton::DPadDown => "D-pad down",
        GamepadButton::DPadLeft => "D-pad left",
        GamepadButton::DPadRight => "D-pad right",
        _ => "Gamepad button",
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
