//! A response curve as a small drawing, with the point at which it was read.

use bevy_egui::egui::{Color32, Pos2, Sense, Stroke, Ui, pos2, vec2};
use quarry_minds::protocol::evaluate_curve;

use crate::client::ui::{FAINT, GOLD};

/// The size of a drawing, in points.
const SIZE: (f32, f32) = (54.0, 18.0);

/// Draws a curve, and the point of `input` on it. Without points the output is the input.
pub(super) fn draw(ui: &mut Ui, points: &[(f32, f32)], input: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(SIZE.0, SIZE.1), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(25, 28, 36));
    let shown = shown_points(points, input);
    let (low, high) = range(shown.iter().chain([&(input, 0.0)]).map(|point| point.0));
    let (_, top) = range(shown.iter().map(|point| point.1).chain([0.0, 1.0]));
    let at = |(x, y): (f32, f32)| -> Pos2 {
        let right = (x - low) / (high - low).max(f32::EPSILON);
        let up = y / top.max(f32::EPSILON);
        pos2(rect.left() + 2.0 + right * (rect.width() - 4.0), rect.bottom() - 2.0 - up * (rect.height() - 4.0))
    };
    let line: Vec<Pos2> = shown.iter().map(|point| at(*point)).collect();
    ui.painter().line(line, Stroke::new(1.2, FAINT));
    let output = evaluate_curve(points, input).unwrap_or(input);
    ui.painter().circle_filled(at((input.clamp(low, high), output)), 2.6, GOLD);
}

/// The points to draw: those of the curve, lengthened to the input if it lies beyond.
fn shown_points(points: &[(f32, f32)], input: f32) -> Vec<(f32, f32)> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return vec![(0.0, 0.0), (1.0f32.max(input), 1.0f32.max(input))];
    };
    let mut shown = Vec::with_capacity(points.len() + 2);
    if input < first.0 {
        shown.push((input, first.1));
    }
    shown.extend_from_slice(points);
    if input > last.0 {
        // Distances without a member are huge: the end of the curve says as much.
        let length = (last.0 - first.0).max(0.1);
        shown.push((input.min(last.0 + length * 0.3), last.1));
    }
    shown
}

fn range(values: impl Iterator<Item = f32>) -> (f32, f32) {
    values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_lengthened_to_the_input_but_not_far() {
        let curve = [(0.0, 1.0), (10.0, 0.0)];
        assert_eq!(shown_points(&curve, 5.0), curve);
        assert_eq!(shown_points(&curve, 12.0).last(), Some(&(12.0, 0.0)));
        assert_eq!(shown_points(&curve, 1000.0).last(), Some(&(13.0, 0.0)));
        assert_eq!(shown_points(&curve, -2.0).first(), Some(&(-2.0, 1.0)));
        assert_eq!(shown_points(&[], 0.5), [(0.0, 0.0), (1.0, 1.0)]);
    }
}
