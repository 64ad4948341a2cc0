//! The paths that agents follow, with arrows along them and a flag at the goal.

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use super::{OverlayContext, OverlayGizmos, agent_colour};
use crate::client::session::component;
use crate::motion::PathFollower;

/// The distance between two arrows along a path, in metres.
const ARROW_SPACING: f32 = 2.4;

pub(super) fn draw(cx: OverlayContext, mut gizmos: OverlayGizmos) {
    let _spent = cx.timings.start("overlay: paths");
    let Some(world) = cx.playback.shown_world() else { return };
    for (agent, info) in cx.all_in_tactical_view() {
        let follower = component::<PathFollower>(world, AgentId(agent as u16));
        let (Some(follower), Some(body)) = (follower, cx.playback.body(agent)) else { continue };
        let Some(goal) = follower.goal() else { continue };
        let (lift, colour) = (Vec3::Y * 0.12, agent_colour(&info));
        let mut last = body.place + lift;
        let mut travelled = 0.0;
        for corner in &follower.corners {
            let next = *corner + lift;
            let segment = next - last;
            let length = segment.length();
            if length > 0.02 && (cx.is_visible(last) || cx.is_visible(next)) {
                if info.attacks {
                    gizmos.bold.line(last, next, colour.with_alpha(0.9));
                } else {
                    gizmos.dotted.line(last, next, colour.with_alpha(0.9));
                }
                let direction = segment / length;
                let mut at = ARROW_SPACING * 0.5 - travelled % ARROW_SPACING;
                while at < length {
                    if at > 0.0 {
                        gizmos.chevron(last + direction * at, direction, 0.16, colour.with_alpha(0.8));
                    }
                    at += ARROW_SPACING;
                }
            }
            travelled += length;
            last = next;
        }
        if cx.is_visible(goal) {
            gizmos.flag(goal, colour);
        }
    }
}
