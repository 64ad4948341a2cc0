//! Doors in the way of a body: a closed door stops it, and it pushes the door open if its side may.

use bevy::math::Vec3;
use quarry_minds::protocol::AgentId;

use crate::world::{
    Things,
    level::{BuiltLevel, DOOR_THICKNESS},
};

/// The distance from which a body pushes a door open, in metres.
const PUSH_DISTANCE: f32 = 1.0;
/// Doors with a larger height difference are on another floor, in metres.
const FLOOR_TOLERANCE: f32 = 1.2;

/// A step through doors.
pub(super) struct Step {
    /// Where it ends.
    pub end: Vec3,
    /// The barred door that stopped it.
    pub stopped_by: Option<usize>,
}

/// The end of a step from `from` towards `to`, cut short where a closed door stops the body. With `may_open`, a door that the
/// body walks towards begins to open; a gate and a barred door do not.
pub(super) fn step_through(
    level: &BuiltLevel,
    things: &mut Things,
    agent: AgentId,
    may_open: bool,
    radius: f32,
    from: Vec3,
    to: Vec3,
) -> Step {
    let mut step = Step { end: to, stopped_by: None };
    for (index, door) in level.doors.iter().enumerate() {
        if things.open.contains(index) || (door.middle.y - from.y).abs() > FLOOR_TOLERANCE {
            continue;
        }
        let (aside, before) = ((from - door.middle).dot(door.along), door.beyond(from));
        if aside.abs() > door.width * 0.5 + radius || before.abs() > PUSH_DISTANCE + radius {
            continue;
        }
        let after = door.beyond(step.end);
        let towards = if before >= 0.0 { after < before - 1e-4 } else { after > before + 1e-4 };
        if !towards {
            continue;
        }
        if may_open && !door.is_gate {
            things.push_door(index, door, agent);
        }
        let room = radius + DOOR_THICKNESS * 0.5;
        let stop = if before >= 0.0 { after.max(room.min(before)) } else { after.min(-room.min(-before)) };
        step.end += door.through * (stop - after);
        if things.barred.contains(index) && (stop - after).abs() > 1e-4 {
            step.stopped_by = Some(index);
        }
    }
    step
}
