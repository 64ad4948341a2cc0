//! The orders that the player can give, with their buttons: a line at the lower edge while a team-mate is in play.

use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use quarry_minds::protocol::AgentId;

use super::{HudContext, INK};
use crate::client::input::bindings::PlayerAction;
use crate::client::session::OrderSpec;

pub(super) fn draw(hud: &HudContext<'_>) {
    // While there is something to buy, their buttons buy it.
    if !hud.knowledge.offers.is_empty() {
        return;
    }
    let is_mate = |agent: usize| agent != hud.me && !hud.setup.enemies(hud.agent(), AgentId(agent as u16));
    let mut others = hud.playback.now.agents.iter().enumerate();
    if !others.any(|(agent, frame)| is_mate(agent) && frame.stands()) {
        return;
    }
    let orders = (hud.game.0.orders)(hud.knowledge.side);
    let offered = OrderSpec::possible(orders, &hud.setup.level).zip(PlayerAction::ORDERS);
    let words: Vec<String> =
        offered.map(|(order, action)| format!("[{}] {}", hud.button(action), order.title)).collect();
    if words.is_empty() {
        return;
    }
    let at = pos2(hud.middle().x, hud.canvas.area.bottom() - hud.canvas.length(24.0));
    let line = hud.canvas.elided(&words.join("   "), 14.0, hud.canvas.area.width() * 0.55);
    let size = hud.canvas.measure(&line, 14.0) + vec2(hud.canvas.length(20.0), hud.canvas.length(8.0));
    hud.canvas.plate(Rect::from_center_size(at, size), None, 0.7);
    hud.canvas.text(at, Align2::CENTER_CENTER, &line, 14.0, INK);
}
