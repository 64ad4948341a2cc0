//! The rays that eyes cast at their last looks: where they were aimed, and what was in the way.

use bevy::prelude::*;

use super::{
    OverlayContext, OverlayGizmos,
    strokes::{BLOCKED, HIT},
};
use crate::{
    protocol::{AgentId, Roster},
    senses::{LastLook, LookRay},
};

/// How long a look is drawn, in seconds.
const SHOWN: f32 = 0.4;

pub(super) fn draw(scene: OverlayContext, mut strokes: OverlayGizmos) {
    let _spent = scene.timings.start("overlay: rays");
    let Some(world) = scene.playback.shown_world() else { return };
    let Some(roster) = world.get_resource::<Roster>() else { return };
    let now = scene.playback.now.tick;
    let fresh = |tick: u32| 1.0 - scene.playback.seconds_at(now.saturating_sub(tick)) / SHOWN;
    for (agent, _) in scene.agents() {
        let look = roster.entity(AgentId(agent as u16)).and_then(|entity| world.get::<LastLook>(entity));
        let Some(look) = look else { continue };
        for at in look.agents.iter().filter(|at| fresh(at.tick) > 0.0) {
            for ray in &at.rays {
                draw_ray(&mut strokes, ray, fresh(at.tick), true);
            }
        }
        for at in look.things.iter().filter(|at| fresh(at.tick) > 0.0) {
            draw_ray(&mut strokes, &at.ray, fresh(at.tick) * 0.5, false);
        }
    }
}

/// A ray: a ring where it hit its test point, a cross where something was in the way.
fn draw_ray(strokes: &mut OverlayGizmos, ray: &LookRay, fresh: f32, body: bool) {
    let strength = fresh.clamp(0.0, 1.0);
    match ray.blocked {
        None => {
            let colour = HIT.with_alpha(0.9 * strength);
            strokes.fine.line_gradient(ray.from, ray.to, HIT.with_alpha(0.12 * strength), colour);
            strokes.fine.sphere(ray.to, if body { 0.09 } else { 0.14 }, colour).resolution(8);
        }
        Some(distance) => {
            let end = ray.from + (ray.to - ray.from).normalize_or_zero() * distance;
            let colour = BLOCKED.with_alpha(0.9 * strength);
            strokes.fine.line_gradient(ray.from, end, BLOCKED.with_alpha(0.12 * strength), colour);
            strokes.cross(end, 0.12, colour);
            strokes.dotted.line(end, ray.to, BLOCKED.with_alpha(0.3 * strength));
        }
    }
}
