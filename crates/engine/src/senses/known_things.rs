//! The things that agents know from the start of a match, without having seen them.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Label, Percept, PerceptSource, Percepts, Subject};

use super::{
    agent_snapshot::AgentSnapshots,
    setup::AgentSenses,
    things::{ThingWatch, static_percept},
    words::PerceptNames,
};
use crate::{
    data::senses::Senses,
    world::{ItemLocation, Site, SiteService, ThingState, Things},
};

/// Reports, once, the things that an agent knows from the start.
pub(super) fn report_known_things(
    site: Res<SiteService>,
    things: Res<Things>,
    words: Res<PerceptNames>,
    snapshots: Res<AgentSnapshots>,
    mut agents: Query<(&AgentSenses, &mut ThingWatch, &mut Percepts)>,
) {
    for observer in snapshots.all() {
        let Ok((kit, mut watch, mut percepts)) = agents.get_mut(observer.entity) else { continue };
        if watch.tell_known() {
            percepts.0.extend(known_things(&site.0, &things, words.lying, &kit.0));
        }
    }
}

/// The things that an agent with these senses knows from the start: where they are, of items that they lie there, and the states of devices. `lying` is the word
/// for that. Whether doors are open or hiding places are occupied is not part of it.
pub(super) fn known_things(
    site: &Site,
    things: &Things,
    lying: Label,
    senses: &Senses,
) -> impl Iterator<Item = Percept> {
    let known = site.built.things.iter().filter(|thing| senses.known_from_start.contains(&thing.name));
    known.map(move |thing| {
        let (state, place) = match things.state(thing.id) {
            Some(ThingState::Item(ItemLocation::Lying(place))) => (lying, *place),
            Some(ThingState::Device(device)) => (device.state, thing.entry),
            _ => (Label::default(), thing.entry),
        };
        static_percept(thing.name, Subject::Thing(thing.id), state, 0.0, place, PerceptSource::Known)
    })
}
