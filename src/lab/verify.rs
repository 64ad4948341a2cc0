//! A match played twice side by side, to find the first tick and the first component in which it is not like itself.

use std::{fmt::Debug, sync::atomic::AtomicBool};

use bevy::{app::App, ecs::prelude::*};
use serde::Serialize;

use super::{arena::Arena, play::BETWEEN_LOOKS, record::Fixture};
use crate::{
    protocol::{Blackboard, EventLog, Percepts, Roster, SelfSense},
    simulation::{begin, headless_app, step},
    world::{Arms, Body, Flights, Hands, Hidden, MatchState, Things},
};

/// Where two runs of the same match part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The match.
    pub fixture: Fixture,
    /// The first tick in which something differs.
    pub tick: u32,
    /// What: a component of an agent, a resource, or the event log.
    pub what: String,
    /// What it is in the first run.
    pub first: String,
    /// What it is in the second.
    pub second: String,
}

/// Plays a match twice in step; `None` where both runs are the same to the end, or were stopped before.
///
/// # Errors
/// In words, where the match cannot begin.
pub fn verify(arena: &Arena, fixture: Fixture, stop: &AtomicBool) -> Result<Option<Divergence>, String> {
    let level = arena.levels.get(&fixture.level).ok_or("the level was not made ready")?;
    let set_up = || -> Result<App, String> {
        let mut app = headless_app();
        begin(app.world_mut(), &arena.kinds, &arena.rules, level, &arena.setup(fixture.seed))
            .map_err(|error| error.to_string())?;
        Ok(app)
    };
    let (mut first, mut second) = (set_up()?, set_up()?);
    for tick in 1..=arena.most_ticks() {
        let goes_on = [step(first.world_mut()), step(second.world_mut())];
        if let Some((what, a, b)) = difference(first.world(), second.world()) {
            return Ok(Some(Divergence { fixture, tick, what, first: a, second: b }));
        }
        if goes_on.contains(&false) || (tick % BETWEEN_LOOKS == 0 && stop.load(std::sync::atomic::Ordering::Relaxed)) {
            break;
        }
    }
    Ok(None)
}

type Found = Option<(String, String, String)>;

/// The first component or resource that is not the same in both worlds, in the order of the roster.
fn difference(a: &World, b: &World) -> Found {
    resource::<MatchState>(a, b, "MatchState")
        .or_else(|| resource::<Things>(a, b, "Things"))
        .or_else(|| resource::<Flights>(a, b, "Flights"))
        .or_else(|| agents(a, b))
        .or_else(|| {
            let digest = |world: &World| world.get_resource::<EventLog>().map(EventLog::digest).unwrap_or_default();
            let (a, b) = (digest(a), digest(b));
            (a != b).then_some(("EventLog".into(), a, b))
        })
}

fn agents(a: &World, b: &World) -> Found {
    let roster = |world: &World| world.get_resource::<Roster>().map(|roster| roster.agents.clone()).unwrap_or_default();
    for (index, (one, other)) in roster(a).into_iter().zip(roster(b)).enumerate() {
        let pair = (a.get_entity(one).ok()?, b.get_entity(other).ok()?);
        let found = component::<Body>(pair, "Body")
            .or_else(|| component::<Hands>(pair, "Hands"))
            .or_else(|| component::<Arms>(pair, "Arms"))
            .or_else(|| component::<Hidden>(pair, "Hidden"))
            .or_else(|| component::<SelfSense>(pair, "SelfSense"))
            .or_else(|| component::<Percepts>(pair, "Percepts"))
            .or_else(|| component::<Blackboard>(pair, "Blackboard"));
        if let Some((what, first, second)) = found {
            return Some((format!("{what} of agent {index}"), first, second));
        }
    }
    None
}

fn component<C: Component + Debug>((a, b): (EntityRef<'_>, EntityRef<'_>), name: &str) -> Found {
    apart(name, a.get::<C>(), b.get::<C>())
}

fn resource<R: Resource + Debug>(a: &World, b: &World, name: &str) -> Found {
    apart(name, a.get_resource::<R>(), b.get_resource::<R>())
}

/// Compares what both would be shown as: a number shows all the digits that tell it from its neighbours.
fn apart<T: Debug>(name: &str, a: Option<&T>, b: Option<&T>) -> Found {
    let (a, b) = (format!("{a:?}"), format!("{b:?}"));
    (a != b).then(|| (name.to_owned(), a, b))
}
