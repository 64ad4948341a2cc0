//! The ways that bodies follow, corner by corner, and where they lead.

use bevy::prelude::*;

use super::{Scene, Strokes, own};
use crate::{
    motion::Course,
    protocol::{AgentId, Roster},
};

pub(super) fn draw(scene: Scene, mut strokes: Strokes) {
    let _spent = scene.timings.of("overlay: ways");
    let Some(world) = scene.show.scene() else { return };
    let Some(roster) = world.get_resource::<Roster>() else { return };
    for (agent, player) in scene.whom() {
        let course = roster.entity(AgentId(agent as u16)).and_then(|entity| world.get::<Course>(entity));
        let (Some(course), Some(body)) = (course, scene.show.body(agent)) else { continue };
        let Some(goal) = course.goal() else { continue };
        let (lift, colour) = (Vec3::Y * 0.12, own(&player));
        let mut last = body.place + lift;
        let mut gone = 0.0;
        for corner in &course.corners {
            let next = *corner + lift;
            let way = next - last;
            let length = way.length();
            if length > 0.02 && (scene.on_view(last) || scene.on_view(next)) {
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
        if scene.on_view(goal) {
            strokes.flag(goal, colour);
        }
    }
}
