//! The role of the person at the window, as run conditions: player, player who watches the rest of a match, or spectator.

use bevy::prelude::*;

use super::{control::PlayerControl, menu_stack::MenuStack, screen::Screen};

/// The player's control of an agent, kept while the player watches the rest of a match. `None` for a spectator.
#[derive(Resource, Clone, Debug, Default)]
pub struct PlayerSlot(pub Option<PlayerControl>);

/// Whether a player takes part in the matches, also while watching the rest of one.
pub fn has_player(slot: Res<PlayerSlot>) -> bool {
    slot.0.is_some()
}

pub fn playing(control: Option<Res<PlayerControl>>) -> bool {
    control.is_some()
}

/// Whether no match is being loaded.
pub fn loaded(screen: Option<Res<State<Screen>>>) -> bool {
    screen.is_none_or(|screen| *screen.get() != Screen::Loading)
}

/// Whether nobody controls an agent and no menu is open: keys and panels are the spectator's.
pub fn watching(control: Option<Res<PlayerControl>>, menu: Res<MenuStack>) -> bool {
    control.is_none() && !menu.is_open()
}
