//! Around the middle: who notices, from where and how much; what is heard, from where; the red edges of a chase.

use bevy_egui::egui::{Color32, Mesh, Rect, Shape, Stroke, pos2, vec2};

use super::HudContext;

/// The radius of the ring in a window 720 points high.
const RADIUS: f32 = 120.0;
/// Half the angle of an arc of notice, in radians.
const HALF_ARC: f32 = 0.32;

pub(super) fn draw(sight: &HudContext<'_>) {
    edges(sight);
    for sound in &sight.known.sounds {
        chevron(sight, sight.angle_to(sound.place), (1.0 - sound.age / 2.5).clamp(0.0, 1.0));
    }
    for noticing in &sight.known.noticed {
        let colour = if noticing.sure { sight.danger() } else { sight.warning() };
        arc(sight, sight.angle_to(noticing.place), noticing.level, colour, noticing.sure);
    }
    if sight.head.inside {
        let canvas = &sight.canvas;
        canvas.painter.circle(
            sight.middle(),
            canvas.length(2.2),
            Color32::from_white_alpha(170),
            Stroke::new(1.0, Color32::from_black_alpha(150)),
        );
    }
}

/// A piece of the ring, filled from its middle to both sides as somebody becomes sure.
fn arc(sight: &HudContext<'_>, angle: f32, level: f32, colour: Color32, sure: bool) {
    let canvas = &sight.canvas;
    let stroke = |width: f32, colour: Color32| Stroke::new(canvas.length(width).max(1.5), colour);
    let line = |half: f32| -> Vec<_> {
        (-12..=12).map(|step| point(sight, angle + half * step as f32 / 12.0, RADIUS)).collect()
    };
    canvas.painter.add(Shape::line(line(HALF_ARC), stroke(7.0, Color32::from_black_alpha(120))));
    canvas.painter.add(Shape::line(line(HALF_ARC * level.clamp(0.03, 1.0)), stroke(5.0, colour)));
    if sure {
        let tip = point(sight, angle, RADIUS + 16.0);
        let (left, right) = (point(sight, angle - 0.07, RADIUS + 6.0), point(sight, angle + 0.07, RADIUS + 6.0));
        canvas.painter.add(Shape::convex_polygon(vec![tip, left, right], colour, Stroke::NONE));
    }
}

/// A mark where a sound comes from.
fn chevron(sight: &HudContext<'_>, angle: f32, strength: f32) {
    let colour = Color32::from_rgb(214, 226, 240).gamma_multiply(strength * 0.85);
    for (row, half) in [(0.0, 0.10), (9.0, 0.065), (17.0, 0.035)] {
        let radius = RADIUS + 26.0 + row;
        let line: Vec<_> = (-4..=4).map(|step| point(sight, angle + half * step as f32 / 4.0, radius)).collect();
        sight.canvas.painter.add(Shape::line(line, Stroke::new(sight.canvas.length(2.2).max(1.2), colour)));
    }
}

/// A point of the picture at an angle (clockwise from up) and a radius about its middle.
fn point(sight: &HudContext<'_>, angle: f32, radius: f32) -> bevy_egui::egui::Pos2 {
    sight.middle() + vec2(angle.sin(), -angle.cos()) * sight.canvas.length(radius)
}

/// The gap of a hiding place one peeps through: dark boards above and below it, and two across.
fn gap(sight: &HudContext<'_>) {
    let space = sight.canvas.area;
    let board = |top: f32, bottom: f32, dark: u8| {
        let rect = Rect::from_min_max(
            pos2(space.min.x, space.min.y + space.height() * top),
            pos2(space.max.x, space.min.y + space.height() * bottom),
        );
        sight.canvas.painter.rect_filled(rect, 0.0, Color32::from_black_alpha(dark));
    };
    board(0.0, 0.2, 225);
    board(0.8, 1.0, 225);
    board(0.38, 0.415, 190);
    board(0.585, 0.62, 190);
}

/// The edges of the picture darken red while one is chased, and darken in a hiding place.
fn edges(sight: &HudContext<'_>) {
    let chased = sight.known.chased();
    let hidden = sight.known.hidden.is_some();
    if !chased && !hidden {
        return;
    }
    let still = sight.settings.access.reduced_motion;
    let pulse = if still || hidden { 0.75 } else { 0.6 + 0.4 * (sight.seconds * 5.0).sin().abs() };
    let colour = if hidden { Color32::from_black_alpha(215) } else { sight.danger().gamma_multiply(0.34 * pulse) };
    let depth = if hidden { 0.42 } else { 0.16 };
    let space = sight.canvas.area;
    let (wide, high) = (space.width() * depth, space.height() * depth);
    let clear = Color32::TRANSPARENT;
    let band = |outer: [(f32, f32); 2], inner: [(f32, f32); 2]| {
        let mut mesh = Mesh::default();
        for (at, colour) in [(outer[0], colour), (outer[1], colour), (inner[1], clear), (inner[0], clear)] {
            mesh.colored_vertex(pos2(at.0, at.1), colour);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        sight.canvas.painter.add(Shape::mesh(mesh));
    };
    let Rect { min, max } = space;
    if hidden {
        gap(sight);
    }
    band([(min.x, min.y), (min.x, max.y)], [(min.x + wide, min.y), (min.x + wide, max.y)]);
    band([(max.x, min.y), (max.x, max.y)], [(max.x - wide, min.y), (max.x - wide, max.y)]);
    band([(min.x, min.y), (max.x, min.y)], [(min.x, min.y + high), (max.x, min.y + high)]);
    band([(min.x, max.y), (max.x, max.y)], [(min.x, max.y - high), (max.x, max.y - high)]);
}
