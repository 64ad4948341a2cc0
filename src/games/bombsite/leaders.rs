//! The leaders of the squads: minds without a body, each in the head of one of its soldiers.
//!
//! A leader perceives what its host perceives and speaks with its voice. When the host is dead, a comrade takes over after a moment: with a
//! mind that remembers nothing, since the dead tell nothing.

use bevy::ecs::prelude::*;

use super::{
    schema::rules_of,
    state::{Bombsite, Leader},
};
use crate::{
    mind::PlayerControlled,
    protocol::{AgentId, Host, Roster, Side, SimulationClock},
    simulation::{Arrival, Arrivals},
    world::{Body, InPlay, MatchRules},
};

/// A soldier that may lead: on which side, and whether a person controls it.
type Soldier = (&'static AgentId, &'static Side, &'static Body, Has<PlayerControlled>);

/// Gives each squad a leader, and each leader a host.
pub(super) fn appoint(
    (clock, rules): (Res<SimulationClock>, Res<MatchRules>),
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
        let entered = leaders.iter().find(|(_, of, _)| of.0 == name).map(|(agent, ..)| *agent);
        let in_play = roster.agents.iter().filter_map(|entity| soldiers.get(*entity).ok());
        let squad: Vec<_> = in_play.filter(|(_, of, ..)| of.0 == name).collect();
        let Leader { host, chosen, vacant, .. } = state.leaders[side];
        if let (Some(host), Some(agent), true) = (host, entered, chosen) {
            // The mind that has just entered takes its place.
            for (_, _, mut of) in leaders.iter_mut().filter(|(known, ..)| **known == agent) {
                if of.0 != Some(host) {
                    of.0 = Some(host);
                }
            }
            state.leaders[side].chosen = false;
        }
        if host.is_some_and(|host| squad.iter().any(|(agent, ..)| **agent == host)) {
            continue;
        }
        if host.is_some() {
            // The leader has fallen.
            state.leaders[side] = Leader { vacant: clock.tick, ..Leader::default() };
            if let Some(agent) = entered {
                for (_, _, mut of) in leaders.iter_mut().filter(|(known, ..)| **known == agent) {
                    of.0 = None;
                }
            }
            continue;
        }
        // A squad with a person is led by the person.
        let led_by_person = squad.iter().any(|(.., person)| *person);
        let waits = vacant > 0 && clock.tick < vacant + clock.ticks(of_game.takeover_seconds);
        let Some((agent, _, body, _)) = squad.first().filter(|_| !led_by_person && !waits) else { continue };
        let next = Leader { host: Some(**agent), chosen: true, vacant: 0 };
        arrivals.0.push(Arrival {
            side: name,
            kind,
            place: body.place,
            heading: body.heading,
            parent: None,
            again: entered,
        });
        state.leaders[side] = next;
    }
}

/// Whether the rules give squads leaders.
pub(super) fn squads_have_leaders(rules: Option<Res<MatchRules>>) -> bool {
    rules.and_then(|rules| Some(!rules_of(&rules.0)?.leaders.is_empty())).unwrap_or(false)
}
