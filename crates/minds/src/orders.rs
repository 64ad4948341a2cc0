//! What a mind makes of the order it holds: that follows from the goals that serve the order.

use super::{decision::Mind, memory::WorkingMemory};
use crate::protocol::{FailReason, HeldOrder, OrderStatus, Orders, RejectReason};

/// Notes what has become of the order that the agent holds. A mind forgets the place of an order that is done.
pub(super) fn note_progress(mind: &Mind, memory: &mut WorkingMemory, orders: &mut Orders) {
    let Some(held) = &mut orders.held else { return };
    if !held.stands() {
        return;
    }
    held.status = status_of(mind, held);
    if held.status == OrderStatus::Done {
        memory.forget(held.subject());
    }
}

/// The status of an order by the goals that serve it.
fn status_of(mind: &Mind, held: &HeldOrder) -> OrderStatus {
    let serves =
        |goal: usize| mind.brain.goals.get(goal).is_some_and(|goal| goal.data.order == Some(held.request.what));
    if mind.reached.is_some_and(|(goal, tick)| tick >= held.tick && serves(goal)) {
        return OrderStatus::Done;
    }
    if mind.pursuit.is_some_and(|pursuit| serves(pursuit.goal)) {
        return OrderStatus::Pursued;
    }
    if mind.compared < held.tick {
        // The goals were last compared without the order.
        return OrderStatus::Heard;
    }
    let serving = mind.goals.iter().enumerate().filter(|(index, _)| serves(*index));
    let reasons: Vec<Option<RejectReason>> = serving.map(|(_, status)| status.passed_over).collect();
    let hopeless = |reason: &Option<RejectReason>| {
        matches!(reason, Some(RejectReason::Disabled | RejectReason::Impossible(_) | RejectReason::OutOfBudget))
    };
    if reasons.contains(&Some(RejectReason::Satisfied)) {
        OrderStatus::Done
    } else if !reasons.is_empty() && reasons.iter().all(hopeless) {
        OrderStatus::Failed(FailReason::Unreachable)
    } else {
        OrderStatus::Heard
    }
}
