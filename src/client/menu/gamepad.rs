//! The gamepad in menus: D-pad and left stick press the arrow keys, the south button presses Enter.

use bevy::prelude::*;
use bevy_egui::{EguiInput, egui};

use crate::client::input::devices::RebindState;
use crate::client::session::MenuStack;

/// The stick deflection that moves the focus, and the one it must fall below before it can move again; 0 to 1.
const PUSHED: f32 = 0.6;
const RELEASED: f32 = 0.35;

pub(super) fn press_keys(
    pads: Query<&Gamepad>,
    menu: Res<MenuStack>,
    rebind: Res<RebindState>,
    mut held: Local<bool>,
    mut inputs: Query<&mut EguiInput>,
) {
    if !menu.is_open() || rebind.busy() {
        return;
    }
    let mut pressed = Vec::new();
    let mut stick = Vec2::ZERO;
    for pad in &pads {
        for (button, key) in [
            (GamepadButton::DPadUp, egui::Key::ArrowUp),
            (GamepadButton::DPadDown, egui::Key::ArrowDown),
            (GamepadButton::DPadLeft, egui::Key::ArrowLeft),
            (GamepadButton::DPadRight, egui::Key::ArrowRight),
            (GamepadButton::South, egui::Key::Enter),
        ] {
            if pad.just_pressed(button) {
                pressed.push(key);
            }
        }
        let pushed = pad.left_stick();
        if pushed.length() > stick.length() {
            stick = pushed;
        }
    }
    if stick.length() < RELEASED {
        *held = false;
    } else if stick.length() > PUSHED && !*held {
        *held = true;
        pressed.push(match (stick.x.abs() > stick.y.abs(), stick.x > 0.0, stick.y > 0.0) {
            (true, true, _) => egui::Key::ArrowRight,
            (true, false, _) => egui::Key::ArrowLeft,
            (false, _, true) => egui::Key::ArrowUp,
            (false, _, false) => egui::Key::ArrowDown,
        });
    }
    if pressed.is_empty() {
        return;
    }
    for mut input in &mut inputs {
        for key in &pressed {
            for down in [true, false] {
                input.events.push(egui::Event::Key {
                    key: *key,
                    physical_key: None,
                    pressed: down,
                    repeat: false,
                    modifiers: egui::Modifiers::default(),
                });
            }
        }
    }
}
