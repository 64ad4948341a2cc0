//! How sure eyes are of whom: awareness_bars beside heads, and lines that fill up as awareness does.

use bevy::color::Alpha;

use super::{
    OverlayContext, OverlayGizmos,
    strokes::{BLOCKED, GOLD},
};
use crate::{client::awareness::awareness_bars, senses::AwarenessStage as Noticed};

pub(super) fn draw(scene: OverlayContext, mut strokes: OverlayGizmos) {
    let _spent = scene.timings.start("overlay: awareness");
    for (agent, _) in scene.agents() {
        for meter in awareness_bars(&scene.playback, &scene.setup, agent) {
            let (Some(from), Some(to)) = (scene.at(agent, 0.9), scene.at(meter.observed, 0.7)) else { continue };
            let sure = meter.stage == Noticed::Detected;
            let colour = if sure { BLOCKED } else { GOLD }.with_alpha(if meter.in_view { 0.95 } else { 0.45 });
            let reached = from.lerp(to, meter.level.clamp(0.0, 1.0));
            strokes.bold.line(from, reached, colour);
            strokes.dotted.line(reached, to, colour.with_alpha(0.35));
            strokes.fine.sphere(reached, if sure { 0.16 } else { 0.08 }, colour).resolution(8);
        }
    }
}
