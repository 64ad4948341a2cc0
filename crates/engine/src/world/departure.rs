//! Harm, items that fall, and agents that leave play: what the rules of games have in common.

use bevy::{
    ecs::{prelude::*, query::QueryData},
    math::Vec3,
};
use quarry_minds::protocol::{AgentId, Blackboard, Label, MatchEvent, ThingId};

use super::{
    Body, Hands, Hidden, InPlay, ItemLocation, OutOfPlay, SiteService, ThingState, Things, level::LevelThing,
    noise::EventEmitter,
};

/// The distance between dropped items, in metres.
const ITEM_SPACING: f32 = 0.35;

/// Harm to an agent. The game decides what follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harm {
    /// The agent that is harmed.
    pub agent: AgentId,
    /// The attacker, if there is one.
    pub by: Option<AgentId>,
    /// The means: the name of a blow, `"projectile"`, the name of a gauge, or a word of the game.
    pub means: Label,
    /// How much, in the unit of the game.
    pub amount: f32,
}

/// The harm done in this tick. The game settles it in the `Judge` phase; what it leaves is dropped in the next tick.
#[derive(Resource, Clone, Debug, Default)]
pub struct PendingHarm(pub Vec<Harm>);

/// The components of an agent that can leave play.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Leaver {
    /// Its entity.
    pub entity: Entity,
    /// The agent.
    pub agent: &'static AgentId,
    /// Its body.
    pub body: &'static mut Body,
    /// The hiding place it may be in.
    pub hidden: &'static mut Hidden,
    /// What it carries and does.
    pub hands: &'static mut Hands,
    /// Its requests.
    pub board: &'static mut Blackboard,
}

/// How an agent leaves play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// The way, as the game names it. Everybody hears of it.
    pub how: Label,
    /// The agent that caused it.
    pub by: Option<AgentId>,
    /// Whether the agent meant to leave: the action that it carries out has then succeeded.
    pub meant: bool,
}

impl LeaverItem<'_, '_> {
    /// Pulls the agent out of its hiding place, if it is in one.
    pub fn come_out(&mut self, site: &SiteService, things: &mut Things, emitter: &mut EventEmitter) {
        let Some(place) = self.hidden.0.take() else { return };
        if let Some(hiding) = things.state_mut(place).and_then(ThingState::shelter_mut) {
            hiding.leave(*self.agent);
        }
        self.body.place = things.thing(&site.0.built, place).map_or(self.body.place, LevelThing::way_out);
        emitter.log(MatchEvent::Hid { agent: *self.agent, place, inside: false });
    }

    /// Drops what the agent carries around its feet. Returns the dropped items.
    pub fn drop_items(&mut self, site: &SiteService, things: &mut Things, emitter: &mut EventEmitter) -> Vec<ThingId> {
        let carried = std::mem::take(&mut self.hands.carried);
        for (index, item) in carried.iter().enumerate() {
            let aside = Vec3::new((index as f32) * ITEM_SPACING, 0.0, 0.0);
            let here = self.body.place;
            let place = if site.0.built.ground_height(here + aside).is_some() { here + aside } else { here };
            if let Some(ThingState::Item(at)) = things.state_mut(*item) {
                *at = ItemLocation::Lying(place);
            }
            emitter.log(MatchEvent::Dropped { by: *self.agent, item: *item, at: place.into() });
        }
        carried
    }

    /// Takes the agent out of play: it stands still, and its mind stops.
    pub fn leave(&mut self, departure: Departure, commands: &mut Commands, emitter: &mut EventEmitter) {
        self.body.velocity = Vec3::ZERO;
        self.board.clear();
        self.hands.task = None;
        let tick = emitter.clock.tick;
        commands.entity(self.entity).remove::<InPlay>().insert(OutOfPlay { departure, tick });
        emitter.log(MatchEvent::Left { agent: *self.agent, how: departure.how });
    }
}
