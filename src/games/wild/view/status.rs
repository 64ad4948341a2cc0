//! The day and the numbers of animals in the bar of a watched match.

use quarry_minds::protocol::Label;

use bevy_egui::egui::{Align2, Color32, Pos2, Shape, Stroke, pos2, vec2};

use crate::client::session::{MatchFrame, StatusPart};
use crate::client::ui::{Canvas, FAINT, GOLD, INK, RED, to_color32};
use crate::data::{figure::EarForm, rules::Rules};
use crate::games::wild::schema::{Species, SpeciesSign};
use crate::games::wild::view::species_of;

/// The time of day as a clock of 24 hours shows it.
pub fn hour(time: f32) -> String {
    let minutes = (time.rem_euclid(1.0) * 24.0 * 60.0) as u32;
    format!("{:02}:{:02}", minutes / 60, minutes / 10 % 6 * 10)
}

/// The width of a species with its number, in a window 720 points high.
const SPECIES: f32 = 62.0;

/// The day, the time of day, and the living animals of each species.
pub fn status(canvas: &Canvas, frame: &MatchFrame, rules: &Rules) -> StatusPart {
    let time = frame.number("time_of_day") as f32;
    let day = format!("day {}, {}", frame.number("day") as u32 + 1, hour(time));
    let alive = |(name, species): (Label, &Species)| (species.sign, frame.number(&format!("alive.{name}")) as u32);
    let alive: Vec<(SpeciesSign, u32)> = species_of(rules).into_iter().map(alive).collect();
    let day_width = canvas.measure("day 00, 00:00", 15.0).x;
    StatusPart::new(day_width + canvas.length(42.0 + SPECIES * alive.len() as f32), move |canvas, at| {
        draw_sky(canvas, at + vec2(canvas.length(10.0), 0.0), canvas.length(10.0), time);
        let left = pos2(at.x + canvas.length(26.0), at.y);
        canvas.text(left, Align2::LEFT_CENTER, &day, 15.0, FAINT);
        let mut x = left.x + day_width + canvas.length(16.0);
        for (sign, count) in alive {
            let colour = if count == 0 { RED } else { INK };
            let own = sign.colour.filter(|_| count > 0).map_or(colour, to_color32);
            draw_sign(canvas, pos2(x + canvas.length(10.0), at.y), canvas.length(10.0), sign.ears, own);
            let number = pos2(x + canvas.length(24.0), at.y);
            canvas.text(number, Align2::LEFT_CENTER, &count.to_string(), 17.0, colour);
            x += canvas.length(SPECIES);
        }
    })
}

/// Draws the sun, rising and setting over a horizon, or the moon.
fn draw_sky(canvas: &Canvas, at: Pos2, size: f32, time: f32) {
    let height = -(time * std::f32::consts::TAU).cos();
    let painter = &canvas.painter;
    if height > -0.1 {
        let centre = at + vec2(0.0, size * 0.15 - height.max(0.0) * size * 0.15);
        painter.circle_filled(centre, size * 0.48, GOLD);
        for ray in 0..8 {
            let way = bevy_egui::egui::Vec2::angled(ray as f32 * std::f32::consts::FRAC_PI_4) * size;
            painter.line_segment([centre + way * 0.66, centre + way * 0.95], Stroke::new(1.5, GOLD));
        }
        return;
    }
    // A crescent: a disc with a part covered in the colour of the plate.
    painter.circle_filled(at, size * 0.7, Color32::from_rgb(196, 208, 235));
    painter.circle_filled(at + vec2(size * 0.32, -size * 0.18), size * 0.58, Color32::from_rgb(13, 15, 21));
}

/// Draws the head of an animal, `size` to each side of a point.
fn draw_sign(canvas: &Canvas, at: Pos2, size: f32, ears: EarForm, colour: Color32) {
    let painter = &canvas.painter;
    let point = |x: f32, y: f32| at + vec2(x, y) * size;
    let outline = Stroke::NONE;
    match ears {
        EarForm::Long => {
            for side in [-1.0, 1.0] {
                let ear = [(0.1, 0.0), (0.16, -0.85), (0.34, -1.0), (0.52, -0.8), (0.46, 0.1)];
                let ear: Vec<Pos2> = ear.iter().map(|(x, y)| point(side * x, *y)).collect();
                painter.add(Shape::convex_polygon(ear, colour, outline));
            }
            painter.circle_filled(point(0.0, 0.35), size * 0.55, colour);
        }
        EarForm::Pointed => {
            for side in [-1.0, 1.0] {
                let ear = vec![point(side * 0.15, -0.3), point(side * 0.6, -1.0), point(side * 0.78, 0.0)];
                painter.add(Shape::convex_polygon(ear, colour, outline));
            }
            let head =
                [(-0.8, -0.15), (-0.3, -0.45), (0.3, -0.45), (0.8, -0.15), (0.28, 0.55), (0.0, 0.95), (-0.28, 0.55)];
            let head: Vec<Pos2> = head.iter().map(|(x, y)| point(*x, *y)).collect();
            painter.add(Shape::convex_polygon(head, colour, outline));
        }
        EarForm::Round => {
            for side in [-1.0, 1.0] {
                painter.circle_filled(point(side * 0.58, -0.5), size * 0.3, colour);
            }
            painter.circle_filled(point(0.0, 0.1), size * 0.78, colour);
            painter.circle_filled(point(0.0, 0.42), size * 0.3, Color32::from_black_alpha(150));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_has_24_hours_and_steps_of_ten_minutes() {
        let shown: Vec<String> = [0.0, 0.25, 0.5, 0.7951, 0.9999].map(hour).to_vec();
        assert_eq!(shown, ["00:00", "06:00", "12:00", "19:00", "23:50"]);
    }
}
