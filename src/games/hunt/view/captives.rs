//! Where captives are shown: over the shoulder of the hunter that carries them, and on their feet in their cell.

use bevy::math::Vec3;

use crate::client::session::{Keeping, MatchFrame, SceneSetup};
use crate::games::hunt::captivity::{CAPTIVE, CELL, LOCKED};
use crate::world::{ItemLocation, ThingState, level::LevelThing};
use quarry_minds::protocol::{AgentId, ThingId};

/// A captive is this near to what holds it, in metres: it is moved there in each tick, before hunters walk on.
const NEAR: f32 = 0.5;

/// Where the body of an agent is kept that is held.
pub fn keeping(now: &MatchFrame, agent: usize, setup: &SceneSetup) -> Option<Keeping> {
    let frame = now.agents.get(agent)?;
    frame.gone.filter(|(departure, _)| departure.how == "held")?;
    let near = |place: Vec3| frame.body.place.distance(place) <= NEAR;
    let lies = |(id, state): (u16, &ThingState)| {
        let is_captive = now.things.thing(&setup.level, ThingId(id)).is_some_and(|thing| thing.name == CAPTIVE);
        is_captive && matches!(state, ThingState::Item(ItemLocation::Lying(place)) if near(*place))
    };
    if (0_u16..).zip(&now.things.states).any(lies) {
        return None;
    }
    let carrier = (0_u16..).zip(&now.things.states).find_map(|(id, state)| match state {
        ThingState::Item(ItemLocation::Carried(by)) => {
            let is_captive = now.things.thing(&setup.level, ThingId(id))?.name == CAPTIVE;
            let place = now.agents.get(usize::from(by.0))?.body.place;
            (is_captive && near(place)).then_some(*by)
        }
        _ => None,
    });
    let holds = |cell: &&LevelThing| {
        let locked = now.things.device(cell.id).is_some_and(|device| device.state == LOCKED);
        cell.name == CELL && locked && near(cell.place)
    };
    let caged = || setup.level.things.iter().find(holds).map(|_| Keeping::Caged);
    carrier.map(|by: AgentId| Keeping::Shouldered(by)).or_else(caged)
}
