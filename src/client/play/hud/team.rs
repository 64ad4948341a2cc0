//! The public state of the match: what the game shows, the time left, and the player's team-mates.

use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use quarry_minds::protocol::AgentId;

use super::{FAINT, HudContext, INK};
use crate::client::session::Tone;
use crate::client::ui::{readable, text, to_color32};

pub(super) fn draw(hud: &HudContext<'_>) {
    let above = match_state(hud);
    side(hud, above);
}

/// The game's part of the bar, and the time left. Returns its area.
fn match_state(hud: &HudContext<'_>) -> Rect {
    let canvas = &hud.canvas;
    // From the frame: a dead agent's readings no longer change.
    let left = hud.playback.now.state.time_left.max(0.0) as u32;
    let part = (hud.game.0.play_status)(canvas, hud.knowledge, &hud.playback.now);
    let width = part.as_ref().map_or(0.0, |part| part.width) + canvas.length(80.0);
    let plate = Rect::from_min_size(
        pos2(hud.middle().x - width * 0.5, canvas.area.top() + canvas.length(12.0)),
        vec2(width, canvas.length(38.0)),
    );
    canvas.plate(plate, None, 0.85);
    let row = plate.center().y;
    if let Some(part) = part {
        (part.draw)(canvas, pos2(plate.left() + canvas.length(24.0), row));
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
    let mut at = canvas.area.left_top() + vec2(canvas.length(16.0), canvas.length(14.0));
    let bodiless = |agent: usize| hud.playback.now.agents.get(agent).is_some_and(|frame| frame.bodiless);
    let cast = || hud.setup.agents.iter().enumerate();
    let is_mate = |agent: usize| !hud.setup.enemies(hud.agent(), AgentId(agent as u16));
    let mates = || cast().filter(|(agent, _)| is_mate(*agent) && !bodiless(*agent));
    // Small windows have letters that are large for their plates.
    let names = mates().map(|(_, player)| canvas.measure(&player.name, 15.0).x).fold(0.0, f32::max);
    let conditions = hud.playback.now.agents.iter().filter_map(|agent| (hud.game.0.condition)(agent));
    let states = conditions.map(|word| canvas.measure(word, 13.0).x);
    let states = states.fold(hud.game.widest_departure(|word| canvas.measure(word, 13.0).x), f32::max);
    let wide = names + states + canvas.length(48.0);
    let size = vec2(canvas.length(150.0).max(wide), canvas.length(26.0).max(14.0));
    if at.x + size.x > above.left() {
        at.y = above.bottom() + canvas.length(4.0);
    }
    for (agent, player) in mates() {
        let Some(person) = hud.playback.now.agents.get(agent) else { continue };
        if at.y + size.y > canvas.area.bottom() {
            break;
        }
        let departure = person.gone.map(|(departure, _)| hud.game.departure(departure.how));
        let gone = departure.is_some();
        let (state, tone) = match (departure, (hud.game.0.condition)(person)) {
            (Some(departure), _) if departure.tone == Tone::Bad => (departure.name, hud.danger()),
            (Some(departure), _) => (departure.name, FAINT),
            (None, _) if agent == hud.me => ("you", FAINT),
            (None, Some(condition)) => (condition, hud.warning()),
            (None, None) => ("", FAINT),
        };
        let colour = readable(to_color32(player.colour));
        let rect = Rect::from_min_size(at, size);
        canvas.plate(rect, Some(to_color32(player.colour)), if gone { 0.5 } else { 0.85 });
        let mark = rect.left_center() + vec2(canvas.length(18.0), 0.0);
        canvas.side_marker(player.mark, mark, canvas.length(5.5), if gone { FAINT } else { colour });
        let words = rect.left_center() + vec2(canvas.length(32.0), 0.0);
        canvas.text(words, Align2::LEFT_CENTER, &player.name, 15.0, if gone { FAINT } else { INK });
        let end = rect.right_center() - vec2(canvas.length(8.0), 0.0);
        canvas.text(end, Align2::RIGHT_CENTER, state, 13.0, tone);
        at.y += size.y + canvas.length(4.0);
    }
}
