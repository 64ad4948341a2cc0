//! The score of the hunt, and what everybody knows of it.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, ThingId};

use super::{
    captivity::{Captive, Release},
    scaling::TeamNumbers,
    uses::exit_progress,
};
use crate::{
    data::declare::labels,
    simulation::Numbers,
    world::{Announcements, Things},
};

labels! {
    /// The names that the hunt uses on every tick.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct HuntNames {
        caught, escaped, exit, exit_open, exit_progress, hunted, hunters, in_play, key, keys_needed, keys_taken, melee, search, searching,
        team_alive, team_keys, unlock, unlocking,
    }
}

/// The state of a hunt that is announced to everybody.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HuntState {
    /// The keys that the team has collected.
    pub team_keys: u8,
    /// The keys that the exit needs.
    pub keys_needed: u8,
    /// Whether an exit is open.
    pub exit_open: bool,
    /// The number of agents caught, those that are held included.
    pub caught: u16,
    /// The number of agents escaped.
    pub escaped: u16,
    /// The number of agents in play that can escape.
    pub in_play: u16,
    /// The agents that are held.
    pub(super) captives: Vec<Captive>,
    /// Those that return to play in this tick.
    pub(super) released: Vec<Release>,
    /// The agents that have just escaped by a device, each with the device.
    pub(super) leaving: Vec<(AgentId, ThingId)>,
    /// The number of agents that could not escape, and that could, at the start.
    players: [u16; 2],
    pub(super) names: HuntNames,
}

impl HuntState {
    /// The state at the start of a match with this many agents of each side.
    pub(super) fn new(keys_needed: u8, numbers: TeamNumbers) -> Self {
        Self { keys_needed, players: [numbers.hunters, numbers.hunted], ..Self::default() }
    }

    /// Counts keys that the team has taken, or lost.
    pub(super) fn count_keys(&mut self, taken: i8) {
        self.team_keys = self.team_keys.saturating_add_signed(taken);
    }

    /// The numbers of results, reports and the HUD.
    pub(super) fn numbers(&self) -> Numbers {
        let names = &self.names;
        Numbers::from([
            (names.caught, self.caught.into()),
            (names.escaped, self.escaped.into()),
            (names.exit_open, f64::from(u8::from(self.exit_open))),
            (names.hunted, self.players[1].into()),
            (names.hunters, self.players[0].into()),
            (names.in_play, self.in_play.into()),
            (names.keys_needed, self.keys_needed.into()),
            (names.keys_taken, self.team_keys.into()),
        ])
    }

    /// Announces the state to everybody.
    pub(super) fn announce_to(&self, world: &mut World) {
        let progress = world.get_resource::<Things>().map_or(0.0, exit_progress);
        if let Some(mut announcements) = world.get_resource_mut::<Announcements>() {
            self.write(progress, &mut announcements);
        }
    }

    fn write(&self, progress: f32, announcements: &mut Announcements) {
        let names = &self.names;
        for (name, value) in [
            (names.exit_open, f32::from(u8::from(self.exit_open))),
            (names.exit_progress, progress),
            (names.keys_needed, f32::from(self.keys_needed)),
            (names.team_alive, f32::from(self.in_play)),
            (names.team_keys, f32::from(self.team_keys)),
        ] {
            announcements.set(name, value);
        }
    }
}

/// Announces the state after every tick.
pub(super) fn announce(state: Res<HuntState>, things: Res<Things>, mut announcements: ResMut<Announcements>) {
    state.write(exit_progress(&things), &mut announcements);
}
