//! The actions of a player.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;
use serde::{Deserialize, Serialize};

/// Something a player does with a button, a stick or the mouse.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerAction {
    /// Walk towards the view.
    Forward,
    /// Walk backwards.
    Back,
    /// Step left.
    Left,
    /// Step right.
    Right,
    /// Run while held.
    Run,
    /// Crouch while held.
    Crouch,
    /// Use the thing that the prompt names.
    Interact,
    /// Strike with the hand, or fire the gun while held.
    Strike,
    /// Throw the stone or the bolt.
    Throw,
    /// Change the magazine of the gun.
    Reload,
    /// Tell team-mates within earshot what the character knows.
    Shout,
    /// Give the team-mates the first order that the game offers.
    Order1,
    /// Give the second order.
    Order2,
    /// Give the third order.
    Order3,
    /// Give the fourth order.
    Order4,
    /// Look behind while held.
    LookBehind,
    /// Switch between first-person and third-person view.
    SwitchView,
    /// Show the score while held.
    Score,
    /// Open or close the pause menu.
    Pause,
    /// Move with the left stick.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickMove,
    /// Look with the right stick.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    StickLook,
    /// Look with the mouse.
    #[actionlike(DualAxis)]
    #[serde(skip)]
    MouseLook,
}

impl PlayerAction {
    /// The actions with buttons, in the order of the settings page.
    pub const BUTTONS: [PlayerAction; 19] = [
        PlayerAction::Forward,
        PlayerAction::Back,
        PlayerAction::Left,
        PlayerAction::Right,
        PlayerAction::Run,
        PlayerAction::Crouch,
        PlayerAction::Interact,
        PlayerAction::Strike,
        PlayerAction::Throw,
        PlayerAction::Reload,
        PlayerAction::Shout,
        PlayerAction::Order1,
        PlayerAction::Order2,
        PlayerAction::Order3,
        PlayerAction::Order4,
        PlayerAction::LookBehind,
        PlayerAction::SwitchView,
        PlayerAction::Score,
        PlayerAction::Pause,
    ];

    /// The actions that give orders.
    pub const ORDERS: [PlayerAction; 4] =
        [PlayerAction::Order1, PlayerAction::Order2, PlayerAction::Order3, PlayerAction::Order4];

    /// The name on the settings page.
    pub fn title(self) -> &'static str {
        match self {
            PlayerAction::Forward => "Forward",
            PlayerAction::Back => "Back",
            PlayerAction::Left => "Left",
            PlayerAction::Right => "Right",
            PlayerAction::Run => "Run",
            PlayerAction::Crouch => "Crouch",
            PlayerAction::Interact => "Use",
            PlayerAction::Strike => "Strike or fire",
            PlayerAction::Throw => "Throw",
            PlayerAction::Reload => "Reload",
            PlayerAction::Shout => "Shout",
            PlayerAction::Order1 => "First order",
            PlayerAction::Order2 => "Second order",
            PlayerAction::Order3 => "Third order",
            PlayerAction::Order4 => "Fourth order",
            PlayerAction::LookBehind => "Look behind",
            PlayerAction::SwitchView => "Switch view",
            PlayerAction::Score => "Score",
            PlayerAction::Pause => "Pause",
            PlayerAction::StickMove => "Move (stick)",
            PlayerAction::StickLook => "Look (stick)",
            PlayerAction::MouseLook => "Look (mouse)",
        }
    }
}
