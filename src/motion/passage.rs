//! Doors and gates in the way of a body: it stops before a shut one, and pushes it open where it may.

use bevy::math::Vec3;

use crate::{
    protocol::AgentId,
    world::{
        Things,
        level::{BuiltLevel, DOOR_THICKNESS, Door},
    },
};

/// How far before a shut door a body pushes it open, in metres from its middle.
const PUSH_FROM: f32 = 1.0;
/// Doors farther above or below than this are on another floor, in metres.
const STOREY: f32 = 1.2;

/// Where a body's step ends that shut doors stop; doors it walks towards begin to open if it may open them.
pub(super) fn step_through(
    level: &BuiltLevel,
    things: &mut Things,
    agent: AgentId,
    may_open: bool,
    radius: f32,
    from: Vec3,
    to: Vec3,
) -> Vec3 {
    let mut end = to;
    for (index, door) in level.doors.iter().enumerate() {
        if things.open.contains(index) || (door.middle.y - from.y).abs() > STOREY {
            continue;
        }
        let (aside, before) = offsets(door, from);
        if aside.abs() > door.width * 0.5 + radius || before.abs() > PUSH_FROM + radius {
            continue;
        }
        let (_, after) = offsets(door, end);
        let towards = if before >= 0.0 { after < before - 1e-4 } else { after > before + 1e-4 };
        if !towards {
            continue;
        }
        if may_open && !door.is_exit {
            things.push(door, agent);
        }
        let room = radius + DOOR_THICKNESS * 0.5;
        let stop = if before >= 0.0 { after.max(room.min(before)) } else { after.min(-room.min(-before)) };
        end += door.through * (stop - after);
    }
    end
}

/// How far a point lies aside of the middle of a door, and how far before (-) or beyond (+) it, in metres.
fn offsets(door: &Door, point: Vec3) -> (f32, f32) {
    let offset = point - door.middle;
    (offset.dot(door.along), offset.dot(door.through))
}
