//! The public state of the match: keys, the exit, the time left, and the player's team-mates.

use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

use super::{FAINT, GOLD, HudContext, INK};
use crate::{
    client::ui::{
        style::{readable, to_color32},
        text,
    },
    world::AgentStatus,
};

pub(super) fn draw(hud: &HudContext<'_>) {
    let above = match_state(hud);
    side(hud, above);
}

/// Keys found and needed, the three locks of the exit, the time left. Returns its area.
fn match_state(hud: &HudContext<'_>) -> Rect {
    let canvas = &hud.canvas;
    let (found, needed) = (hud.knowledge.reading("team_keys") as usize, hud.knowledge.reading("keys_needed") as usize);
    let (progress, open) = (hud.knowledge.reading("exit_progress"), hud.knowledge.reading("exit_open") > 0.0);
    let left = hud.knowledge.reading("time_left").max(0.0) as u32;
    let step = canvas.length(30.0);
    let width = step * (needed.max(1) as f32) + canvas.length(190.0);
    let plate = Rect::from_min_size(
        pos2(hud.middle().x - width * 0.5, canvas.area.top() + canvas.length(12.0)),
        vec2(width, canvas.length(38.0)),
    );
    canvas.plate(plate, None, 0.85);
    let row = plate.center().y;
    let mut x = plate.left() + canvas.length(24.0);
    for key in 0..needed {
        let colour = if key < found { GOLD } else { Color32::from_white_alpha(55) };
        canvas.key_icon(pos2(x, row), canvas.length(11.0), colour);
        x += step;
    }
    x += canvas.length(8.0);
    let said = canvas.text(pos2(x, row), Align2::LEFT_CENTER, "exit", 15.0, FAINT);
    x = said.right() + canvas.length(14.0);
    for bolt in 0..3 {
        let filled = (progress * 3.0 - bolt as f32).clamp(0.0, 1.0);
        let lit = open || filled >= 1.0;
        let at = pos2(x + canvas.length(17.0) * bolt as f32, row);
        canvas.painter.circle_filled(at, canvas.length(6.0), Color32::from_white_alpha(40));
        let colour = if lit { Color32::from_rgb(120, 220, 140) } else { GOLD };
        canvas.painter.circle_filled(at, canvas.length(5.0) * if lit { 1.0 } else { filled }, colour);
    }
    let clock = text::format_clock(left as f32);
    let colour = if left < 60 { hud.danger() } else { INK };
    let end = pos2(plate.right() - canvas.length(16.0), row);
    canvas.text(end, Align2::RIGHT_CENTER, &clock, 18.0, colour);
    plate
}

/// The team-mates and their state: at the left, in narrow windows below the match state.
fn side(hud: &HudContext<'_>, above: Rect) {
    let canvas = &hud.canvas;
    let Some(own) = hud.setup.agents.get(hud.me).map(|player| player.side) else { return };
    let mut at = canvas.area.left_top() + vec2(canvas.length(16.0), canvas.length(14.0));
    let mates = || hud.setup.agents.iter().enumerate().filter(|(_, player)| player.side == own);
    // Small windows have letters that are large for their plates.
    let names = mates().map(|(_, player)| canvas.measure(&player.name, 15.0).x).fold(0.0, f32::max);
    let wide = names + canvas.measure("escaped", 13.0).x + canvas.length(48.0);
    let size = vec2(canvas.length(150.0).max(wide), canvas.length(26.0).max(14.0));
    if at.x + size.x > above.left() {
        at.y = above.bottom() + canvas.length(4.0);
    }
    for (agent, player) in mates() {
        let Some(person) = hud.playback.now.agents.get(agent) else { continue };
        let (state, gone) = match person.gone {
            Some((AgentStatus::Caught(_), _)) => ("caught", true),
            Some((AgentStatus::Escaped(_), _)) => ("escaped", true),
            None if person.wounds > 0 => ("wounded", false),
            None if agent == hud.me => ("you", false),
            None => ("", false),
        };
        let colour = readable(to_color32(player.colour));
        let rect = Rect::from_min_size(at, size);
        canvas.plate(rect, Some(to_color32(player.colour)), if gone { 0.5 } else { 0.85 });
        let mark = rect.left_center() + vec2(canvas.length(18.0), 0.0);
        canvas.side_marker(player.mark, mark, canvas.length(5.5), if gone { FAINT } else { colour });
        let words = rect.left_center() + vec2(canvas.length(32.0), 0.0);
        canvas.text(words, Align2::LEFT_CENTER, &player.name, 15.0, if gone { FAINT } else { INK });
        let end = rect.right_center() - vec2(canvas.length(8.0), 0.0);
        let tone = match state {
            "caught" => hud.danger(),
            "wounded" => hud.warning(),
            _ => FAINT,
        };
        canvas.text(end, Align2::RIGHT_CENTER, state, 13.0, tone);
        at.y += size.y + canvas.length(4.0);
    }
}
