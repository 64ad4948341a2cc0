//! How sure eyes are of whom: meters beside heads, and lines that fill up as awareness does.

use bevy::color::Alpha;

use super::{
    Scene, Strokes,
    strokes::{BLOCKED, GOLD},
};
use crate::{client::meter::meters, senses::Stage as Noticed};

pub(super) fn draw(scene: Scene, mut strokes: Strokes) {
    let _spent = scene.timings.of("overlay: awareness");
    for (agent, _) in scene.whom() {
        for meter in meters(&scene.show, &scene.stage, agent) {
            let (Some(from), Some(to)) = (scene.at(agent, 0.9), scene.at(meter.of, 0.7)) else { continue };
            let sure = meter.stage == Noticed::Detected;
            let colour = if sure { BLOCKED } else { GOLD }.with_alpha(if meter.in_view { 0.95 } else { 0.45 });
            let reached = from.lerp(to, meter.level.clamp(0.0, 1.0));
            strokes.bold.line(from, reached, colour);
            strokes.dotted.line(reached, to, colour.with_alpha(0.35));
            strokes.fine.sphere(reached, if sure { 0.16 } else { 0.08 }, colour).resolution(8);
        }
    }
}
