//! The gauges of the player's body, such as health: bars in the lower left corner.

use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use quarry_minds::protocol::label;

use super::{HudContext, INK};

/// The height of a bar and the distance between two, in a window 720 points high.
const ROW: f32 = 26.0;
/// Below this share of its range a gauge is shown in the colour of danger.
const LOW: f32 = 0.3;

pub(super) fn draw(hud: &HudContext<'_>) {
    let Some(player) = hud.player() else { return };
    let canvas = &hud.canvas;
    // Above the line that tells the gait.
    let mut y = canvas.area.bottom() - canvas.length(66.0);
    for bar in hud.game.0.gauge_bars.iter().rev() {
        let value = hud.knowledge.reading(bar.gauge);
        let Some(share) = player.gauge_share(label(bar.gauge), value) else { continue };
        let colour = if share < LOW { hud.danger() } else { bar.colour };
        let left = canvas.area.left() + canvas.length(56.0);
        let all = Rect::from_min_size(pos2(left, y), vec2(canvas.length(170.0), canvas.length(14.0)));
        canvas.bar(all, share, colour);
        let number = format!("{:.0} {}", value.max(0.0).ceil(), bar.title);
        let beside = pos2(all.right() + canvas.length(10.0), all.center().y);
        canvas.text(beside, Align2::LEFT_CENTER, &number, 16.0, if share < LOW { colour } else { INK });
        y -= canvas.length(ROW);
    }
}
