//! The player's gun: a crosshair as wide as the spread of the next shot, a cross where a shot has hit, and the ammunition.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Stroke, pos2, vec2};
use quarry_minds::protocol::MatchEvent;

use super::{FAINT, GOLD, HudContext, INK};
use crate::client::input::bindings::PlayerAction;
use crate::client::session::GunKnowledge;

/// How long a cross shows that a shot has hit, in seconds.
const HIT_SECONDS: f32 = 0.25;
/// Below this share of a full magazine the button for changing it is named.
const FEW: f32 = 0.34;

/// Draws all of it. Returns the x up to which the lower edge of the window is free; `None` without a gun.
pub(super) fn draw(hud: &HudContext<'_>) -> Option<f32> {
    let gun = hud.knowledge.gun?;
    if hud.camera.first_person && !hud.camera.look_behind {
        crosshair(hud, &gun);
    }
    Some(ammunition(hud, &gun))
}

/// The length on the screen of an angle around its centre.
fn on_screen(hud: &HudContext<'_>, degrees: f32) -> f32 {
    let half = (hud.settings.graphics.field_of_view * 0.5).to_radians().tan().max(0.1);
    degrees.to_radians().tan() / half * hud.canvas.painter.ctx().viewport_rect().height() * 0.5
}

fn crosshair(hud: &HudContext<'_>, gun: &GunKnowledge) {
    let (canvas, middle) = (&hud.canvas, hud.middle());
    let colour = if gun.reloading.is_some() { FAINT.gamma_multiply(0.5) } else { Color32::from_rgb(150, 240, 160) };
    let gap = on_screen(hud, gun.spread).max(canvas.length(3.0));
    let length = canvas.length(8.0);
    for way in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
        let ends = [middle + way * gap, middle + way * (gap + length)];
        canvas.painter.line_segment(ends, Stroke::new(canvas.length(3.4), Color32::from_black_alpha(150)));
        canvas.painter.line_segment(ends, Stroke::new(canvas.length(1.8).max(1.0), colour));
    }
    canvas.painter.circle_filled(middle, canvas.length(1.3), colour);
    if let Some(strength) = fresh_hit(hud) {
        cross(hud, middle, strength);
    }
}

/// How fresh the last hit of the player is, from 1 to 0; `None` if there is none.
fn fresh_hit(hud: &HudContext<'_>) -> Option<f32> {
    let me = hud.agent();
    let hits = hud.playback.log_of_last(HIT_SECONDS).iter().rev().filter(
        |entry| matches!(entry.event, MatchEvent::Shot { by, hit: Some(hit), .. } if by == me && hud.setup.enemies(me, hit)),
    );
    let tick = hits.map(|entry| entry.tick).next()?;
    let age = hud.playback.now.tick.saturating_sub(tick);
    Some(1.0 - age as f32 / (HIT_SECONDS * hud.playback.rate()))
}

fn cross(hud: &HudContext<'_>, middle: Pos2, strength: f32) {
    let stroke = Stroke::new(hud.canvas.length(2.2), Color32::WHITE.gamma_multiply(strength.clamp(0.0, 1.0)));
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let way = vec2(x, y) * hud.canvas.length(7.0);
        hud.canvas.painter.line_segment([middle + way, middle + way * 2.0], stroke);
    }
}

/// The ammunition in the lower right corner. Returns its left edge.
fn ammunition(hud: &HudContext<'_>, gun: &GunKnowledge) -> f32 {
    let canvas = &hud.canvas;
    let plate = Rect::from_min_size(
        canvas.area.right_bottom() - vec2(canvas.length(196.0), canvas.length(74.0)),
        vec2(canvas.length(180.0), canvas.length(56.0)),
    );
    canvas.plate(plate, None, 0.8);
    let share = f32::from(gun.loaded) / f32::from(gun.magazine.max(1));
    let colour = if gun.loaded == 0 {
        hud.danger()
    } else if share < FEW {
        GOLD
    } else {
        INK
    };
    let row = plate.center().y;
    let loaded = canvas.text(
        pos2(plate.left() + canvas.length(92.0), row),
        Align2::RIGHT_CENTER,
        &gun.loaded.to_string(),
        34.0,
        colour,
    );
    let reserve = pos2(loaded.right() + canvas.length(8.0), row + canvas.length(4.0));
    canvas.text(reserve, Align2::LEFT_CENTER, &format!("/ {}", gun.reserve), 20.0, FAINT);
    if let Some(part) = gun.reloading {
        let bar = Rect::from_min_max(plate.left_bottom() - vec2(0.0, canvas.length(6.0)), plate.right_bottom());
        let done = Rect::from_min_size(bar.min, vec2(bar.width() * part, bar.height()));
        canvas.painter.rect_filled(done, canvas.length(2.0), GOLD);
    } else if share < FEW && gun.reserve > 0 {
        let words = format!("{} reload", hud.button(PlayerAction::Reload));
        canvas.text(plate.center_top() - vec2(0.0, canvas.length(4.0)), Align2::CENTER_BOTTOM, &words, 15.0, GOLD);
    }
    plate.left()
}
