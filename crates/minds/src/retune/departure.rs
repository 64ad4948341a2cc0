//! What becomes of the plan of an agent that leaves play.

use bevy_ecs::prelude::*;

use super::with_thinker;
use crate::protocol::ActionOutcome;

/// Ends the action and the plan of an agent that has left play: as succeeded if it meant to leave.
pub fn end_plan_on_departure(world: &mut World, agent: Entity, meant: bool) {
    let outcome = if meant { ActionOutcome::Succeeded } else { ActionOutcome::Invalidated };
    with_thinker(world, agent, |thinker| {
        thinker.abandon_plan(outcome);
        thinker.mind.pursuit = None;
    });
}
