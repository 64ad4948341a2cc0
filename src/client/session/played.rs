//! Matches with a player: before each tick the player's intent is posted, after it the player's knowledge is updated.

use bevy::prelude::*;
use quarry_minds::protocol::{
    AgentId, Blackboard, EventLog, MatchEvent, OrderRequest, Roster, Side, TaskRequest, label,
};

use super::control::{ControlState, IntentPoster};
use super::{GameView, OrderPlace, OrderSpec, PlayerControl, component};
use crate::world::{Body, BodyKind, InPlay, SiteService, Things};

/// How far before a wall the place of an order is, in metres.
const BEFORE_WALL: f32 = 0.5;

/// The player of a match: the controlled agent, the link to it, and the game, which knows what the use button does.
#[derive(Clone)]
pub struct Player {
    pub agent: AgentId,
    pub control: PlayerControl,
    pub view: &'static GameView,
}

/// The seat of the player in a match.
pub(super) struct Seat {
    player: Player,
    poster: IntentPoster,
    /// The number of log entries read.
    read: usize,
}

impl Seat {
    /// The seat at the beginning of a match.
    pub(super) fn new(player: Player, world: &World) -> Self {
        let seat = Self { player, poster: IntentPoster::default(), read: 0 };
        {
            let state = &mut *seat.player.control.state();
            let match_number = state.match_number + 1;
            *state = ControlState { agent: seat.player.agent, match_number, ..ControlState::default() };
            // The view keeps the body's direction until the player turns it.
            if let Some(body) = component::<Body>(world, seat.player.agent) {
                state.intent.look = body.gaze_direction();
            }
        }
        seat.share_knowledge(world);
        seat
    }

    /// Posts the intent, before a tick.
    pub(super) fn before(&mut self, world: &mut World) {
        let mut bought = None;
        let asked = self.poster.new_order(&self.player.control.state().intent);
        if component::<InPlay>(world, self.player.agent).is_none() {
            // Orders still unsaid when the agent leaves play are dropped.
            self.poster.give(Vec::new());
        } else if let Some(order) = asked {
            let offers = (self.player.view.offers)(world, self.player.agent);
            match offers.get(order) {
                Some(offer) => bought = Some(TaskRequest { name: offer.name, target: None }),
                None if offers.is_empty() => self.poster.give(self.orders(world, order).unwrap_or_default()),
                None => {}
            }
        }
        let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.player.agent));
        if let Some(mut board) = entity.and_then(|entity| world.get_mut::<Blackboard>(entity)) {
            self.poster.post(&self.player.control.state().intent, &mut board);
            if let Some(task) = bought {
                board.task.post(task);
            }
        }
    }

    /// Reads what the player may know, after a tick.
    pub(super) fn after(&mut self, world: &World) {
        self.note_start(world);
        self.share_knowledge(world);
    }

    /// Turns the view to the direction of the body if the agent has been set down at a start again, before the next tick turns the body
    /// to where the player looked before.
    fn note_start(&mut self, world: &World) {
        let log = world.get_resource::<EventLog>().map_or(&[][..], EventLog::entries);
        let fresh = log.get(self.read..).unwrap_or_default();
        let me = self.player.agent;
        let enters = fresh.iter().any(|entry| matches!(entry.event, MatchEvent::Entered { agent, .. } if agent == me));
        self.read = log.len();
        if let Some(body) = component::<Body>(world, self.player.agent).filter(|_| enters) {
            let state = &mut *self.player.control.state();
            state.intent.look = body.gaze_direction();
            state.knowledge.starts = (state.knowledge.starts.0 + 1, state.intent.look);
        }
    }

    /// An order of the game for each team-mate in play; none if the game or the level has no such order.
    fn orders(&self, world: &World, order: usize) -> Option<Vec<OrderRequest>> {
        let roster = world.get_resource::<Roster>()?;
        let me = roster.entity(self.player.agent)?;
        let side = world.get::<Side>(me)?;
        let of_match = world.get_resource::<SiteService>()?;
        let site = &of_match.0.built;
        let spec = OrderSpec::possible((self.player.view.orders)(side.0), site).nth(order)?;
        let body = world.get::<Body>(me)?;
        let place = match spec.place {
            OrderPlace::Here => body.place,
            OrderPlace::Ahead(reach) => {
                let eyes = body.eye_position(&world.get::<BodyKind>(me)?.0);
                let far = eyes + body.gaze_direction() * f32::from(reach);
                let open = world.get_resource::<Things>()?.open;
                let wall = of_match.0.sight.cast(eyes, far, open);
                wall.map_or(far, |wall| eyes + body.gaze_direction() * (wall.distance - BEFORE_WALL).max(0.0))
            }
            OrderPlace::Thing(name) => site.things.iter().find(|thing| thing.name == name)?.place,
        };
        let in_play = |agent: &Entity| world.get::<InPlay>(*agent).is_some() && world.get::<Body>(*agent).is_some();
        let mates = roster.agents.iter().filter(|agent| **agent != me && in_play(agent));
        let mates = mates.filter(|agent| world.get::<Side>(**agent) == Some(side));
        let mut mates: Vec<(f32, AgentId)> = mates
            .filter_map(|agent| {
                let apart = world.get::<Body>(*agent)?.place.distance(body.place);
                Some((apart, *world.get::<AgentId>(*agent)?))
            })
            .collect();
        if spec.nearest {
            mates.sort_by(|a, b| a.0.total_cmp(&b.0));
            mates.truncate(1);
        }
        let ids = mates.into_iter().map(|(_, id)| id);
        let what = label(spec.what);
        Some(ids.map(|to| OrderRequest { to, what, amount: spec.amount, place: Some(place) }).collect())
    }

    /// Updates the player's knowledge and statistics.
    fn share_knowledge(&self, world: &World) {
        if let Some(entity) = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.player.agent)) {
            let state = &mut *self.player.control.state();
            state.knowledge.update(world, entity, self.player.view);
            state.stats.record(world, entity, &state.knowledge);
        }
    }
}
