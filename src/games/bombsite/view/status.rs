//! The bomb and the soldiers left, in the bar of a watched match.

use bevy_egui::egui::{Align2, Color32, Pos2, pos2, vec2};

use crate::client::{
    session::{game_view::StatusPart, playback::MatchFrame},
    ui::style::{Canvas, FAINT, GOLD, RED},
};

/// The colours of the two sides.
pub const ATTACKERS: Color32 = Color32::from_rgb(230, 140, 60);
/// The colours of the two sides.
pub const DEFENDERS: Color32 = Color32::from_rgb(90, 150, 220);

/// The state of a round in a few words.
pub struct RoundStatus {
    attackers: u32,
    defenders: u32,
    bomb: (&'static str, Color32),
}

impl RoundStatus {
    /// Reads a frame.
    pub fn read(frame: &MatchFrame) -> Self {
        let is = |name: &str| frame.number(name) > 0.0;
        let bomb = if is("exploded") {
            ("exploded", RED)
        } else if is("defused") {
            ("defused", DEFENDERS)
        } else if is("planted") {
            ("bomb planted", GOLD)
        } else {
            ("bomb not planted", FAINT)
        };
        let alive = |side: &str| frame.number(&format!("alive.{side}")) as u32;
        Self { attackers: alive("attackers"), defenders: alive("defenders"), bomb }
    }
}

/// The width of a side's number, in a window 720 points high.
const SIDE: f32 = 44.0;

impl StatusPart for RoundStatus {
    fn width(&self, canvas: &Canvas) -> f32 {
        canvas.measure("bomb not planted", 15.0).x + canvas.length(2.0 * SIDE + 30.0)
    }

    fn draw(&self, canvas: &Canvas, at: Pos2) {
        let mut x = at.x + canvas.length(10.0);
        for (count, colour) in [(self.attackers, ATTACKERS), (self.defenders, DEFENDERS)] {
            draw_soldier(canvas, pos2(x, at.y), canvas.length(9.0), colour);
            let number = pos2(x + canvas.length(14.0), at.y);
            canvas.text(number, Align2::LEFT_CENTER, &count.to_string(), 17.0, colour);
            x += canvas.length(SIDE);
        }
        canvas.text(pos2(x, at.y), Align2::LEFT_CENTER, self.bomb.0, 15.0, self.bomb.1);
    }
}

/// Draws head and shoulders, `size` to each side of a point.
fn draw_soldier(canvas: &Canvas, at: Pos2, size: f32, colour: Color32) {
    let painter = &canvas.painter;
    painter.circle_filled(at - vec2(0.0, size * 0.45), size * 0.45, colour);
    let shoulders =
        bevy_egui::egui::Rect::from_min_max(at + vec2(-size * 0.75, size * 0.1), at + vec2(size * 0.75, size * 0.9));
    painter.rect_filled(shoulders, size * 0.4, colour);
}
