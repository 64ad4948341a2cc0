//! What a person can want to do.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;
use serde::{Deserialize, Serialize};

/// Something a person does with a button or a stick.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerAction {
    /// Go where one looks.
    Forward,
    /// Go backwards.
    Back,
    /// Go to the left.
    Left,
    /// Go to the right.
    Right,
    /// Run while it is held.
    Run,
    /// Crouch while it is held.
    Crouch,
    /// Use what is in reach.
    Interact,
    /// Strike.
    Strike,
    /// Throw, or cast.
    Throw,
    /// Tell team-mates within earshot what one knows.
    Shout,
    /// Look behind while it is held.
    LookBehind,
    /// Change between seeing through one's eyes and over one's shoulder.
    SwitchView,
    /// Pause, and back.
    Pause,
    /// Go by stick.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickMove,
    /// Look by stick.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickLook,
    /// Look by mouse.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    MouseLook,
}

impl PlayerAction {
    /// Those that have buttons, in the order in which the settings list them.
    pub const BUTTONS: [PlayerAction; 13] = [
        PlayerAction::Forward,
        PlayerAction::Back,
        PlayerAction::Left,
        PlayerAction::Right,
        PlayerAction::Run,
        PlayerAction::Crouch,
        PlayerAction::Interact,
        PlayerAction::Strike,
        PlayerAction::Throw,
        PlayerAction::Shout,
        PlayerAction::LookBehind,
        PlayerAction::SwitchView,
        PlayerAction::Pause,
    ];

    /// What the settings call it.
    pub fn title(self) -> &'static str {
        match self {
            PlayerAction::Forward => "Forward",
            PlayerAction::Back => "Back",
            PlayerAction::Left => "Left",
            PlayerAction::Right => "Right",
            PlayerAction::Run => "Run",
            PlayerAction::Crouch => "Crouch",
            PlayerAction::Interact => "Use",
            PlayerAction::Strike => "Strike",
            PlayerAction::Throw => "Throw, cast",
            PlayerAction::Shout => "Shout",
            PlayerAction::LookBehind => "Look behind",
            PlayerAction::SwitchView => "Switch view",
            PlayerAction::Pause => "Pause",
            PlayerAction::StickMove => "Go (stick)",
            PlayerAction::StickLook => "Look (stick)",
            PlayerAction::MouseLook => "Look (mouse)",
        }
    }
}
