//! What a person can want to do.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;
use serde::{Deserialize, Serialize};

/// Something a person does with a button or a stick.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
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

impl Action {
    /// Those that have buttons, in the order in which the settings list them.
    pub const BUTTONS: [Action; 13] = [
        Action::Forward,
        Action::Back,
        Action::Left,
        Action::Right,
        Action::Run,
        Action::Crouch,
        Action::Interact,
        Action::Strike,
        Action::Throw,
        Action::Shout,
        Action::LookBehind,
        Action::SwitchView,
        Action::Pause,
    ];

    /// What the settings call it.
    pub fn title(self) -> &'static str {
        match self {
            Action::Forward => "Forward",
            Action::Back => "Back",
            Action::Left => "Left",
            Action::Right => "Right",
            Action::Run => "Run",
            Action::Crouch => "Crouch",
            Action::Interact => "Use",
            Action::Strike => "Strike",
            Action::Throw => "Throw, cast",
            Action::Shout => "Shout",
            Action::LookBehind => "Look behind",
            Action::SwitchView => "Switch view",
            Action::Pause => "Pause",
            Action::StickMove => "Go (stick)",
            Action::StickLook => "Look (stick)",
            Action::MouseLook => "Look (mouse)",
        }
    }
}
