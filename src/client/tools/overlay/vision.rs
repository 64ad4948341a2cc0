//! What the eyes of agents do: the sight rays they cast, and how aware they are of each enemy.

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use super::{BLOCKED, GOLD, HIT, OverlayContext, OverlayGizmos};
use crate::client::session::{awareness_bars, component};
use crate::senses::{AwarenessStage, LastLook, LookRay};

/// A ray fades out over this time, in seconds.
const FADE_SECONDS: f32 = 0.4;

/// Draws the rays of each agent's last look: a ball where a ray reached its test point, a cross where it was blocked.
pub(super) fn draw_sight_rays(cx: OverlayContext, mut gizmos: OverlayGizmos) {
    let _spent = cx.timings.start("overlay: sight rays");
    let Some(world) = cx.playback.shown_world() else { return };
    let now = cx.playback.now.tick;
    let freshness = |tick: u32| 1.0 - cx.playback.seconds_at(now.saturating_sub(tick)) / FADE_SECONDS;
    for (agent, _) in cx.agents() {
        let Some(look) = component::<LastLook>(world, AgentId(agent as u16)) else { continue };
        for at in look.agents.iter().filter(|at| freshness(at.tick) > 0.0) {
            for ray in &at.rays {
                draw_ray(&mut gizmos, ray, freshness(at.tick), 0.09);
            }
        }
        for at in look.things.iter().filter(|at| freshness(at.tick) > 0.0) {
            draw_ray(&mut gizmos, &at.ray, freshness(at.tick) * 0.5, 0.14);
        }
    }
}

fn draw_ray(gizmos: &mut OverlayGizmos, ray: &LookRay, freshness: f32, ball_radius: f32) {
    let strength = freshness.clamp(0.0, 1.0);
    match ray.blocked {
        None => {
            let colour = HIT.with_alpha(0.9 * strength);
            gizmos.fine.line_gradient(ray.from, ray.to, HIT.with_alpha(0.12 * strength), colour);
            gizmos.fine.sphere(ray.to, ball_radius, colour).resolution(8);
        }
        Some(distance) => {
            let end = ray.from + (ray.to - ray.from).normalize_or_zero() * distance;
            let colour = BLOCKED.with_alpha(0.9 * strength);
            gizmos.fine.line_gradient(ray.from, end, BLOCKED.with_alpha(0.12 * strength), colour);
            gizmos.cross(end, 0.12, colour);
            gizmos.dotted.line(end, ray.to, BLOCKED.with_alpha(0.3 * strength));
        }
    }
}

/// Draws a line from each agent to each enemy it is aware of; the solid part grows with awareness.
pub(super) fn draw_awareness(cx: OverlayContext, mut gizmos: OverlayGizmos) {
    let _spent = cx.timings.start("overlay: awareness");
    for (agent, _) in cx.agents() {
        for bar in awareness_bars(&cx.playback, &cx.setup, agent) {
            let (Some(from), Some(to)) = (cx.body_point(agent, 0.9), cx.body_point(bar.observed, 0.7)) else {
                continue;
            };
            let detected = bar.stage == AwarenessStage::Detected;
            let colour = if detected { BLOCKED } else { GOLD }.with_alpha(if bar.in_view { 0.95 } else { 0.45 });
            let reached = from.lerp(to, bar.level.clamp(0.0, 1.0));
            gizmos.bold.line(from, reached, colour);
            gizmos.dotted.line(reached, to, colour.with_alpha(0.35));
            gizmos.fine.sphere(reached, if detected { 0.16 } else { 0.08 }, colour).resolution(8);
        }
    }
}
