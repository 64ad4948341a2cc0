//! Where the target of an action is in truth.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Roster, Subject};

use quarry_engine::simulation::faults::Truth;
use quarry_engine::world::{Body, InPlay, ItemLocation, SiteService, ThingState, Things};

/// Where a subject is.
pub(super) fn truth_of(world: &World, subject: Subject) -> Truth {
    match subject {
        Subject::Agent(agent) => {
            let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(agent));
            let there = entity.filter(|entity| world.get::<InPlay>(*entity).is_some());
            there.and_then(|entity| world.get::<Body>(entity)).map_or(Truth::Gone, |body| Truth::At(body.place))
        }
        Subject::Thing(thing) => {
            let (Some(things), Some(site)) = (world.get_resource::<Things>(), world.get_resource::<SiteService>())
            else {
                return Truth::Unknown;
            };
            let Some(known) = things.thing(&site.0.built, thing) else { return Truth::Gone };
            match things.state(thing) {
                Some(ThingState::Item(ItemLocation::Lying(place))) => Truth::At(*place),
                Some(ThingState::Item(ItemLocation::Carried(agent))) => Truth::Carried(*agent),
                Some(ThingState::Item(ItemLocation::Nowhere)) => Truth::Gone,
                Some(ThingState::Stock(stock)) if stock.amount <= 0.0 => Truth::Gone,
                Some(_) => Truth::At(known.place),
                None => Truth::Gone,
            }
        }
        Subject::Unknown(_) | Subject::Place(_) | Subject::Order(_) => Truth::Unknown,
    }
}
