//! The keys and the locks of the exit in the bars of the HUD.

use bevy_egui::egui::{Align2, Color32, Pos2, Stroke, pos2, vec2};
use quarry_minds::protocol::Label;

use crate::client::session::{MatchFrame, PlayerKnowledge, SceneSetup, StatusPart};
use crate::client::ui::{Canvas, FAINT, GOLD, GREEN};
use crate::world::level::ThingKind;

/// From key to key and from lock to lock, in a window 720 points high.
const KEY: f32 = 30.0;
const LOCK: f32 = 17.0;

/// The part for spectators.
pub fn watched(canvas: &Canvas, frame: &MatchFrame, setup: &SceneSetup) -> StatusPart {
    let found = frame.number("keys_taken") as u32;
    let keys = found.max(frame.number("keys_needed") as u32);
    let exits = setup.level.things_of(ThingKind::Gate).filter_map(|exit| frame.things.gate(exit.id));
    let progress = exits.map(|exit| exit.progress).fold(0.0, f32::max);
    keys_and_locks(canvas, (found, keys), progress, frame.number("exit_open") > 0.0)
}

/// The part for players: what is announced to everybody.
pub fn played(canvas: &Canvas, knowledge: &PlayerKnowledge) -> StatusPart {
    let keys = (knowledge.reading("team_keys") as u32, knowledge.reading("keys_needed") as u32);
    keys_and_locks(canvas, keys, knowledge.reading("exit_progress"), knowledge.reading("exit_open") > 0.0)
}

/// The keys found of those needed, and the three locks of the exit: how far they are unlocked from 0 to 1, or open.
fn keys_and_locks(canvas: &Canvas, (found, needed): (u32, u32), progress: f32, open: bool) -> StatusPart {
    StatusPart::new(canvas.length(KEY * needed.max(1) as f32 + 110.0), move |canvas, at| {
        let mut x = at.x;
        for key in 0..needed {
            let colour = if key < found { GOLD } else { Color32::from_white_alpha(55) };
            draw_key(canvas, pos2(x, at.y), canvas.length(11.0), colour);
            x += canvas.length(KEY);
        }
        x += canvas.length(8.0);
        let said = canvas.text(pos2(x, at.y), Align2::LEFT_CENTER, "exit", 15.0, FAINT);
        x = said.right() + canvas.length(14.0);
        for lock in 0..3u8 {
            let filled = (progress * 3.0 - f32::from(lock)).clamp(0.0, 1.0);
            let lit = open || filled >= 1.0;
            let at = pos2(x + canvas.length(LOCK) * f32::from(lock), at.y);
            canvas.painter.circle_filled(at, canvas.length(6.0), Color32::from_white_alpha(40));
            let colour = if lit { GREEN } else { GOLD };
            canvas.painter.circle_filled(at, canvas.length(5.0) * if lit { 1.0 } else { filled }, colour);
        }
    })
}

/// Draws what an agent carries: a key, or a dot for a tool or a captive.
pub fn draw_carried(canvas: &Canvas, kind: Label, at: Pos2, size: f32, colour: Color32) {
    if kind == "key" {
        draw_key(canvas, at, size, colour);
    } else {
        canvas.painter.circle_filled(at, size * 0.5, colour);
    }
}

/// Draws a key around a point, `size` to each side.
fn draw_key(canvas: &Canvas, at: Pos2, size: f32, colour: Color32) {
    let stroke = Stroke::new((size * 0.2).max(1.2), colour);
    canvas.painter.circle_stroke(at - vec2(size * 0.5, 0.0), size * 0.36, stroke);
    canvas.painter.line_segment([at - vec2(size * 0.14, 0.0), at + vec2(size * 0.9, 0.0)], stroke);
    for x in [0.5, 0.82] {
        let tooth = at + vec2(size * x, 0.0);
        canvas.painter.line_segment([tooth, tooth + vec2(0.0, size * 0.34)], stroke);
    }
}
