//! The leaders of the squads: bodiless agents, each attached to a host, one of its soldiers.
//!
//! A leader perceives what its host perceives and speaks with its voice. When the host is dead, a mate becomes the host after
//! `takeover_seconds`, and the leader begins again with an empty memory, because its host knew what it knew.

use bevy::ecs::prelude::*;
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, Host, Roster, Side, SimulationClock},
};

use super::{
    schema::rules_of,
    state::{Bombsite, Leader},
};
use crate::{
    simulation::{Arrival, Arrivals},
    world::{Body, InPlay, MatchRules},
};

/// A soldier that may lead: on which side, and whether a person controls it.
type Soldier = (&'static AgentId, &'static Side, &'static Body, Has<PlayerControlled>);

/// Gives each squad a leader, and each leader a host.
pub(super) fn appoint(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    mut state: ResMut<Bombsite>,
    mut arrivals: ResMut<Arrivals>,
    soldiers: Query<Soldier, (With<InPlay>, Without<Host>)>,
    mut leaders: Query<(&AgentId, &Side, &mut Host)>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let names = state.names;
    for (side, name) in names.sides.into_iter().enumerate() {
        let Some(kind) = of_game.leaders.get(&name).copied() else { continue };
        let mut entered = leaders.iter_mut().find(|(_, of, _)| of.0 == name);
        let in_play = roster.agents.iter().filter_map(|entity| soldiers.get(*entity).ok());
        let squad: Vec<_> = in_play.filter(|(_, of, ..)| of.0 == name).collect();
        let Leader { host, vacant } = state.leaders[side];
        // A squad with a person is led by the person.
        let led_by_person = squad.iter().any(|(.., person)| *person);
        let lives = host.is_some_and(|host| squad.iter().any(|(agent, ..)| **agent == host));
        if lives && !led_by_person {
            continue;
        }
        if led_by_person || host.is_some() {
            state.leaders[side] = Leader { host: None, vacant: Some(clock.tick) };
            if let Some((_, _, host)) = &mut entered {
                host.0 = None;
            }
            continue;
        }
        let waits = vacant.is_some_and(|tick| clock.tick < tick + clock.ticks(of_game.takeover_seconds));
        let Some((agent, _, body, _)) = squad.first().filter(|_| !waits) else { continue };
        arrivals.0.push(Arrival {
            side: name,
            kind,
            place: body.place,
            heading: body.heading,
            again: entered.map(|(leader, ..)| *leader),
            host: Some(**agent),
            ..Arrival::default()
        });
        state.leaders[side] = Leader { host: Some(**agent), vacant: None };
    }
}

/// Whether the rules give squads leaders.
pub(super) fn squads_have_leaders(rules: Option<Res<MatchRules>>) -> bool {
    rules.and_then(|rules| Some(!rules_of(&rules.0)?.leaders.is_empty())).unwrap_or(false)
}
