//! The agents in reach: those that the player could hand something, and those that it could hit with what it carries.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label, Side, ThingId};

use super::others;
use crate::world::geometry::flat_distance;
use crate::world::{Body, BodyKind, Hands, Hidden, MatchRules, SiteService, Things, hand_gets_to};

/// What the player could do with agents in reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentsAtHand {
    /// The nearest team-mate with a free hand, if the player holds something.
    pub receiver: Option<AgentId>,
    /// The nearest enemy, if the player carries something that staggers.
    pub to_stagger: Option<AgentId>,
}

/// Finds them: mates that are beside the player, seen or not, and enemies in view.
pub(super) fn at_hand(world: &World, me: Entity, in_view: &[AgentId]) -> AgentsAtHand {
    let found = || {
        let rules = &world.resource::<MatchRules>().0;
        let (level, things) = (&world.resource::<SiteService>().0, world.resource::<Things>());
        let (id, side, hands) = (world.get::<AgentId>(me)?, world.get::<Side>(me)?.0, world.get::<Hands>(me)?);
        let (body, reach) = (world.get::<Body>(me)?, world.get::<BodyKind>(me)?.0.reach);
        let held = |hands: &Hands| things.in_hands(&hands.carried, &level.built, &rules.things);
        let spec = |item: &ThingId| rules.things.get(&things.thing(&level.built, *item)?.name);
        let gives = rules.allows_verb(side, "give".into()) && held(hands) > 0;
        let hits = rules.allows_verb(side, "stagger".into())
            && hands.carried.iter().filter_map(spec).any(|spec| spec.staggers > 0.0);
        let nearest = |wanted: &dyn Fn(&EntityRef, AgentId, Label) -> bool| {
            let apart = |other: &Body| flat_distance(body.place, other.place);
            others(world, *id)
                .filter(|(entity, other, of_side, _)| wanted(entity, *other, *of_side))
                .filter(|(entity, .., other)| {
                    let in_the_open = entity.get::<Hidden>().is_none_or(|hidden| hidden.0.is_none());
                    in_the_open && apart(other) <= reach && hand_gets_to(level, things, body.place, other.place)
                })
                .min_by(|a, b| apart(a.3).total_cmp(&apart(b.3)))
                .map(|(_, other, ..)| other)
        };
        let has_hand =
            |other: &EntityRef| other.get::<Hands>().is_some_and(|hands| held(hands) < usize::from(rules.hands));
        Some(AgentsAtHand {
            receiver: nearest(&|entity, _, of_side| gives && of_side == side && has_hand(entity)),
            to_stagger: nearest(&|_, other, of_side| hits && of_side != side && in_view.contains(&other)),
        })
    };
    found().unwrap_or_default()
}
