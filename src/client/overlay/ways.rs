//! The ways that bodies follow, corner by corner, and where they lead.

use bevy::prelude::*;

use super::{OverlayContext, OverlayGizmos, agent_colour};
use crate::{
    motion::PathFollower,
    protocol::{AgentId, Roster},
};

pub(super) fn draw(scene: OverlayContext, mut strokes: OverlayGizmos) {
    let _spent = scene.timings.start("overlay: ways");
    let Some(world) = scene.playback.shown_world() else { return };
    let Some(roster) = world.get_resource::<Roster>() else { return };
    for (agent, player) in scene.agents() {
        let follower = roster.entity(AgentId(agent as u16)).and_then(|entity| world.get::<PathFollower>(entity));
        let (Some(follower), Some(body)) = (follower, scene.playback.body(agent)) else { continue };
        let Some(goal) = follower.goal() else { continue };
        let (lift, colour) = (Vec3::Y * 0.12, agent_colour(&player));
        let mut last = body.place + lift;
        let mut gone = 0.0;
        for corner in &follower.corners {
            let next = *corner + lift;
            let way = next - last;
            let length = way.length();
            if length > 0.02 && (scene.is_visible(last) || scene.is_visible(next)) {
                if player.catches {
                    strokes.bold.line(last, next, colour.with_alpha(0.9));
                } else {
                    strokes.dotted.line(last, next, colour.with_alpha(0.9));
                }
                // Marks along it that say which way.
                let along = way / length;
                let mut at = 1.2 - gone % 2.4;
                while at < length {
                    if at > 0.0 {
                        strokes.chevron(last + along * at, along, 0.16, colour.with_alpha(0.8));
                    }
                    at += 2.4;
                }
            }
            gone += length;
            last = next;
        }
        if scene.is_visible(goal) {
            strokes.flag(goal, colour);
        }
    }
}
