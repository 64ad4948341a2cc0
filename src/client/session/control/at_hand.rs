//! The agents in reach: those that the player could hand something, and those that it could hit with what it carries.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label};

use super::{knowledge::MAX_HEIGHT_DIFFERENCE, others};
use crate::world::geometry::flat_distance;
use crate::world::{Hands, Hidden, MatchRules, SiteService, Things};

/// The height of a hand that gives or hits, in metres.
const CHEST: f32 = 1.2;

/// What the player could do with agents in reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentsAtHand {
    /// The nearest team-mate with a free hand, if the player holds something.
    pub receiver: Option<AgentId>,
    /// The nearest enemy, if the player carries something that staggers.
    pub to_stagger: Option<AgentId>,
}

/// Finds them: mates beside the player, and enemies in view.
pub(super) fn at_hand(
    world: &World,
    (me, side): (Entity, Label),
    (here, reach): (Vec3, f32),
    in_view: &[AgentId],
) -> AgentsAtHand {
    let rules = &world.resource::<MatchRules>().0;
    let (site, things) = (world.resource::<SiteService>(), world.resource::<Things>());
    let Some((id, hands)) = world.get::<AgentId>(me).zip(world.get::<Hands>(me)) else {
        return AgentsAtHand::default();
    };
    let held = |hands: &Hands| things.in_hands(&hands.carried, &site.0.built, &rules.things);
    let staggers = |item: &_| things.thing(&site.0.built, *item).and_then(|thing| rules.things.get(&thing.name));
    let gives = rules.allows_verb(side, "give".into()) && held(hands) > 0;
    let has_club = rules.allows_verb(side, "stagger".into())
        && hands.carried.iter().filter_map(staggers).any(|spec| spec.staggers > 0.0);
    let mut found = AgentsAtHand::default();
    if !gives && !has_club {
        return found;
    }
    let mut near: Vec<_> = others(world, *id)
        // A mate beside one is felt; an enemy has to be seen.
        .filter(|(_, other, of_side, _)| *of_side == side || in_view.contains(other))
        .filter(|(entity, _, _, body)| {
            let (from, to) = (here + Vec3::Y * CHEST, body.place + Vec3::Y * CHEST);
            let is_open = entity.get::<Hidden>().is_none_or(|hidden| hidden.0.is_none());
            is_open && (from.y - to.y).abs() <= MAX_HEIGHT_DIFFERENCE && site.0.sight.is_clear(from, to, things.open)
        })
        .map(|(entity, other, of_side, body)| (flat_distance(here, body.place), entity, other, of_side))
        .filter(|(apart, ..)| *apart <= reach)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let has_hand =
        |entity: &EntityRef| entity.get::<Hands>().is_some_and(|hands| held(hands) < usize::from(rules.hands));
    let receiver = near.iter().find(|(_, entity, _, of_side)| *of_side == side && has_hand(entity));
    found.receiver = receiver.filter(|_| gives).map(|(_, _, other, _)| *other);
    found.to_stagger = near.iter().find(|(.., of_side)| has_club && *of_side != side).map(|(_, _, other, _)| *other);
    found
}
