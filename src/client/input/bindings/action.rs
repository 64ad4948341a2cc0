//! The actions of a player.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;
use serde::{Deserialize, Serialize};

use super::Binding;
use super::Binding::{Gamepad, Key, Mouse};

/// Something a player does with a button, a stick or the mouse.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerAction {
    /// Walk towards the view.
    Forward,
    Back,
    Left,
    Right,
    /// Run while held.
    Run,
    /// Crouch while held.
    Crouch,
    /// Use the thing that the prompt names.
    Interact,
    /// Lay down what is in the hands.
    Drop,
    /// Strike with the hand, or fire the gun while held.
    Strike,
    /// Throw the chosen stone, pot or grenade, or the bolt.
    Throw,
    /// Choose the next of the things to throw.
    NextThrow,
    Reload,
    /// Tell team-mates within earshot what the character knows.
    Shout,
    /// Give the team-mates the first order that the game offers.
    Order1,
    Order2,
    Order3,
    Order4,
    Order5,
    Order6,
    /// Look behind while held.
    LookBehind,
    /// Switch between first-person and third-person view.
    SwitchView,
    /// Show the score while held.
    Score,
    Pause,
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickMove,
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickLook,
    #[actionlike(DualAxis)]
    #[serde(skip)]
    MouseLook,
}

/// The actions with buttons, in the order of the settings page: each with its title and its buttons at first, the one that prompts name
/// first.
pub(super) const TABLE: [(PlayerAction, &str, &[Binding]); 23] = [
    (PlayerAction::Forward, "Forward", &[Key(KeyCode::KeyW), Key(KeyCode::ArrowUp)]),
    (PlayerAction::Back, "Back", &[Key(KeyCode::KeyS), Key(KeyCode::ArrowDown)]),
    (PlayerAction::Left, "Left", &[Key(KeyCode::KeyA), Key(KeyCode::ArrowLeft)]),
    (PlayerAction::Right, "Right", &[Key(KeyCode::KeyD), Key(KeyCode::ArrowRight)]),
    (PlayerAction::Run, "Run", &[Key(KeyCode::ShiftLeft), Gamepad(GamepadButton::LeftTrigger)]),
    (PlayerAction::Crouch, "Crouch", &[Key(KeyCode::ControlLeft), Key(KeyCode::KeyC), Gamepad(GamepadButton::East)]),
    (PlayerAction::Interact, "Use", &[Key(KeyCode::KeyE), Gamepad(GamepadButton::West)]),
    (PlayerAction::Drop, "Lay down", &[Key(KeyCode::KeyG), Gamepad(GamepadButton::DPadDown)]),
    (PlayerAction::Strike, "Strike or fire", &[Mouse(MouseButton::Left), Gamepad(GamepadButton::RightTrigger2)]),
    (PlayerAction::Throw, "Throw", &[Mouse(MouseButton::Right), Gamepad(GamepadButton::LeftTrigger2)]),
    (PlayerAction::NextThrow, "Choose what to throw", &[Key(KeyCode::KeyX)]),
    (PlayerAction::Reload, "Reload", &[Key(KeyCode::KeyR), Gamepad(GamepadButton::South)]),
    (PlayerAction::Shout, "Shout", &[Key(KeyCode::KeyF), Gamepad(GamepadButton::North)]),
    (PlayerAction::Order1, "First order", &[Key(KeyCode::Digit1), Gamepad(GamepadButton::DPadUp)]),
    (PlayerAction::Order2, "Second order", &[Key(KeyCode::Digit2), Gamepad(GamepadButton::DPadLeft)]),
    (PlayerAction::Order3, "Third order", &[Key(KeyCode::Digit3), Gamepad(GamepadButton::DPadRight)]),
    (PlayerAction::Order4, "Fourth order", &[Key(KeyCode::Digit4), Gamepad(GamepadButton::LeftThumb)]),
    (PlayerAction::Order5, "Fifth order", &[Key(KeyCode::Digit5)]),
    (PlayerAction::Order6, "Sixth order", &[Key(KeyCode::Digit6)]),
    (PlayerAction::LookBehind, "Look behind", &[Key(KeyCode::KeyQ), Gamepad(GamepadButton::RightTrigger)]),
    (PlayerAction::SwitchView, "Switch view", &[Key(KeyCode::KeyV), Gamepad(GamepadButton::RightThumb)]),
    (PlayerAction::Score, "Score", &[Key(KeyCode::Tab), Gamepad(GamepadButton::Select)]),
    (PlayerAction::Pause, "Pause", &[Key(KeyCode::Escape), Gamepad(GamepadButton::Start)]),
];

impl PlayerAction {
    pub const ORDERS: [PlayerAction; 6] = [
        PlayerAction::Order1,
        PlayerAction::Order2,
        PlayerAction::Order3,
        PlayerAction::Order4,
        PlayerAction::Order5,
        PlayerAction::Order6,
    ];

    /// The actions with buttons, in the order of the settings page.
    pub fn with_buttons() -> impl Iterator<Item = Self> {
        TABLE.into_iter().map(|(action, ..)| action)
    }

    /// The name on the settings page; empty for sticks and mouse motion, which have no button.
    pub fn title(self) -> &'static str {
        TABLE.into_iter().find(|(action, ..)| *action == self).map_or("", |(_, title, _)| title)
    }
}
