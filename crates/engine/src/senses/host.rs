//! Bodiless agents: such an agent perceives what its host perceives, is where its host is, and speaks with its host's voice.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{
    AgentId, Blackboard, BodyRequest, FailReason, Host, Orders, Percept, Percepts, Roster, SelfSense, Side, Subject,
};

use super::{
    acquaintances::{Acquaintances, kind_of},
    known_things::known_things,
    setup::AgentSenses,
    things::ThingWatch,
    words::PerceptNames,
};
use crate::world::{BodyCondition, InPlay, MatchRules, SiteService, Things};

/// The components of a bodiless agent.
type Guest = (
    &'static Host,
    &'static Side,
    &'static AgentSenses,
    Option<&'static Acquaintances>,
    &'static mut ThingWatch,
    &'static mut Percepts,
    &'static mut SelfSense,
    &'static mut Blackboard,
);

/// What a bodiless agent shares with its host.
type HostBody =
    (&'static AgentId, &'static Side, &'static Percepts, &'static SelfSense, &'static Orders, &'static BodyCondition);

/// Gives every bodiless agent the percepts and readings of its host. What its host is told to do is not among them.
pub(super) fn follow_hosts(
    site: Res<SiteService>,
    things: Res<Things>,
    words: Res<PerceptNames>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    mut guests: Query<Guest, With<InPlay>>,
    bodies: Query<HostBody, (With<InPlay>, Without<Host>)>,
) {
    for (host, side, senses, known, mut watch, mut percepts, mut own, mut board) in &mut guests {
        // Without a body it can give orders, and do what only the game knows.
        board.fail(FailReason::Refused, |asked| !matches!(asked, BodyRequest::Order(_) | BodyRequest::Task(_)));
        if watch.tell_known() {
            percepts.0.extend(known_things(&site.0, &things, words.lying, &senses.0));
        }
        let body = host.0.and_then(|host| roster.entity(host)).and_then(|host| bodies.get(host).ok());
        let Some((id, theirs, seen, sense, orders, condition)) = body else { continue };
        let shared = |percept: &&Percept| !matches!(percept.subject, Subject::Order(_));
        percepts.0.extend(seen.0.iter().filter(shared));
        // An agent has no percept of itself, but its guest knows it.
        let kind = kind_of(&rules.0, known, side.0, (*id, theirs.0));
        let itself = Percept::felt(kind, Subject::Agent(*id), sense.place, 0.0);
        percepts.0.push(Percept { state: condition.state, ..itself });
        own.clone_from(sense);
        own.readings.retain(|(name, _)| orders.reading != Some(*name));
    }
}
