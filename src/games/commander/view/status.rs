//! The economy and the army of both sides, in the bar of a watched match: a row for each side.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};

use super::sides::{COLOURS, text_colour};
use crate::client::session::{MatchFrame, StatusPart};
use crate::client::ui::{Canvas, FAINT, GOLD, INK, RED, to_color32};
use crate::games::commander::schema::SIDES;

pub const MINERALS: Color32 = Color32::from_rgb(96, 205, 240);
pub const GAS: Color32 = Color32::from_rgb(120, 220, 110);

/// The widths of the columns in a window 720 points high: minerals, gas, supply, workers, soldiers, score.
const COLUMNS: [f32; 6] = [58.0, 54.0, 72.0, 50.0, 50.0, 74.0];
/// The size of the text, and the distance of the rows from the middle.
const TEXT: (f32, f32) = (13.0, 8.0);

/// The numbers of both sides.
pub fn status(canvas: &Canvas, frame: &MatchFrame) -> StatusPart {
    let rows = [0, 1].map(|side| {
        let number = |what: &str| frame.number(&format!("{what}.{}", SIDES[side])) as u32;
        let (used, given) = (number("supply"), number("supply_limit"));
        let short = given > 0 && used >= given;
        [
            (number("minerals").to_string(), INK),
            (number("gas").to_string(), INK),
            (format!("{used}/{given}"), if short { RED } else { INK }),
            (number("workers").to_string(), INK),
            (number("soldiers").to_string(), INK),
            (format!("score {}", number("score")), text_colour(side)),
        ]
    });
    StatusPart::new(canvas.length(COLUMNS.iter().sum::<f32>() + 14.0), move |canvas, at| {
        for (side, words) in rows.iter().enumerate() {
            let y = at.y + canvas.length(TEXT.1) * if side == 0 { -1.0 } else { 1.0 };
            let stripe = Rect::from_center_size(pos2(at.x, y), vec2(canvas.length(5.0), canvas.length(12.0)));
            canvas.painter.rect_filled(stripe, 1.0, to_color32(COLOURS[side]));
            let mut x = at.x + canvas.length(14.0);
            for (column, ((word, colour), width)) in words.iter().zip(COLUMNS).enumerate() {
                let icon = canvas.length(4.8);
                let drawn = draw_icon(canvas, pos2(x + icon, y), icon, column);
                let left = if drawn { x + icon * 2.0 + canvas.length(4.0) } else { x };
                canvas.text(pos2(left, y), Align2::LEFT_CENTER, word, TEXT.0, *colour);
                x += canvas.length(width);
            }
        }
    })
}

/// Draws the icon of a column, `size` to each side of a point; `false` for a column without one.
fn draw_icon(canvas: &Canvas, at: Pos2, size: f32, column: usize) -> bool {
    let painter = &canvas.painter;
    let point = |x: f32, y: f32| at + vec2(x, y) * size;
    let polygon = |points: &[(f32, f32)], colour: Color32| {
        let points = points.iter().map(|(x, y)| point(*x, *y)).collect();
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    match column {
        // A crystal.
        0 => polygon(&[(0.0, -1.1), (0.75, -0.3), (0.4, 1.0), (-0.4, 1.0), (-0.75, -0.3)], MINERALS),
        // A drop.
        1 => {
            painter.circle_filled(point(0.0, 0.3), size * 0.7, GAS);
            polygon(&[(0.0, -1.1), (0.55, -0.05), (-0.55, -0.05)], GAS);
        }
        // A crate.
        2 => {
            let rect = Rect::from_center_size(at, vec2(size * 1.7, size * 1.5));
            painter.rect_filled(rect, 1.0, GOLD.gamma_multiply(0.85));
            painter.line_segment([rect.left_center(), rect.right_center()], Stroke::new(1.0, Color32::BLACK));
        }
        // A pick.
        3 => {
            painter.line_segment([point(-0.7, 1.0), point(0.5, -0.6)], Stroke::new(size * 0.35, FAINT));
            painter.line_segment([point(-0.3, -1.0), point(1.0, 0.1)], Stroke::new(size * 0.45, INK));
        }
        // Head and shoulders.
        4 => {
            painter.circle_filled(point(0.0, -0.45), size * 0.5, INK);
            painter.rect_filled(Rect::from_min_max(point(-0.8, 0.1), point(0.8, 1.0)), size * 0.4, INK);
        }
        _ => return false,
    }
    true
}
