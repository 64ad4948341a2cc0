//! The part a person has in what is on screen, as conditions of systems: they play, they watch, or they have a seat in it.

use bevy::prelude::*;

use super::{lead::PlayerControl, pages::MenuStack};

/// The lead a person has in the matches of the session, while they play and while they watch the rest.
#[derive(Resource, Clone, Debug, Default)]
pub struct PlayerSlot(pub Option<PlayerControl>);

/// Whether a person has a part in the match on screen, be it that they only watch its rest.
pub fn has_player(seat: Res<PlayerSlot>) -> bool {
    seat.0.is_some()
}

/// Whether a person leads somebody.
pub fn playing(lead: Option<Res<PlayerControl>>) -> bool {
    lead.is_some()
}

/// Whether a person watches: they lead nobody, and no menu is open.
pub fn watching(lead: Option<Res<PlayerControl>>, menu: Res<MenuStack>) -> bool {
    lead.is_none() && !menu.is_open()
}
