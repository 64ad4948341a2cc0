//! Indicators around the centre of the screen: arcs for attackers that are noticing the player, chevrons for sounds, and the red edges of a
//! chase.

use bevy_egui::egui::{Color32, Mesh, Rect, Shape, Stroke, pos2, vec2};

use super::HudContext;
use crate::client::session::RECENT_SECONDS;
use crate::world::level::ThingKind;

/// The radius of the ring in a window 720 points high.
const RADIUS: f32 = 120.0;
/// The distance from the centre of what points towards a hit, half its angle in radians, and how long it is seen in seconds.
const HIT_RADIUS: f32 = 165.0;
const HALF_HIT: f32 = 0.3;
const HIT_SECONDS: f32 = 1.4;
/// How long the edges of the screen are red after a hit, in seconds.
const FLASH_SECONDS: f32 = 0.4;
/// Half the angle of an arc, in radians.
const HALF_ARC: f32 = 0.32;

pub(super) fn draw(hud: &HudContext<'_>) {
    screen_edges(hud);
    for sound in &hud.knowledge.sounds {
        chevron(hud, hud.angle_to(sound.place), (1.0 - sound.age / RECENT_SECONDS).clamp(0.0, 1.0));
    }
    for detection in &hud.knowledge.detections {
        let colour = if detection.detected { hud.danger() } else { hud.warning() };
        arc(hud, hud.angle_to(detection.place), detection.level, colour, detection.detected);
    }
    for hit in hud.knowledge.felt.iter().filter(|hit| hit.age < HIT_SECONDS) {
        wedge(hud, hud.angle_to(hit.place), 1.0 - hit.age / HIT_SECONDS);
    }
    if hud.camera.first_person && hud.knowledge.gun.is_none() {
        let canvas = &hud.canvas;
        canvas.painter.circle(
            hud.middle(),
            canvas.length(2.2),
            Color32::from_white_alpha(170),
            Stroke::new(1.0, Color32::from_black_alpha(150)),
        );
    }
}

/// A red wedge towards where a hit came from.
fn wedge(hud: &HudContext<'_>, angle: f32, strength: f32) {
    let colour = hud.danger().gamma_multiply(strength.clamp(0.0, 1.0));
    let rim = |half: f32, radius: f32| {
        (-8..=8).map(move |step| (half * step as f32 / 8.0, radius)).map(|(aside, radius)| (angle + aside, radius))
    };
    let outer = rim(HALF_HIT, HIT_RADIUS + 16.0);
    let inner = rim(HALF_HIT * 0.8, HIT_RADIUS).collect::<Vec<_>>().into_iter().rev();
    let points: Vec<_> = outer.chain(inner).map(|(angle, radius)| point(hud, angle, radius)).collect();
    // The shape is not convex, so it is drawn as quads.
    let count = points.len();
    for step in 0..count / 2 - 1 {
        let quad = [step, step + 1, count - 2 - step, count - 1 - step].map(|index| points[index]);
        hud.canvas.painter.add(Shape::convex_polygon(quad.to_vec(), colour, Stroke::NONE));
    }
}

/// An arc for an attacker, filled from its middle outwards as its awareness rises.
fn arc(hud: &HudContext<'_>, angle: f32, level: f32, colour: Color32, sure: bool) {
    let canvas = &hud.canvas;
    let stroke = |width: f32, colour: Color32| Stroke::new(canvas.length(width).max(1.5), colour);
    let line = |half: f32| -> Vec<_> {
        (-12..=12).map(|step| point(hud, angle + half * step as f32 / 12.0, RADIUS)).collect()
    };
    canvas.painter.add(Shape::line(line(HALF_ARC), stroke(7.0, Color32::from_black_alpha(120))));
    canvas.painter.add(Shape::line(line(HALF_ARC * level.clamp(0.03, 1.0)), stroke(5.0, colour)));
    if sure {
        let tip = point(hud, angle, RADIUS + 16.0);
        let (left, right) = (point(hud, angle - 0.07, RADIUS + 6.0), point(hud, angle + 0.07, RADIUS + 6.0));
        canvas.painter.add(Shape::convex_polygon(vec![tip, left, right], colour, Stroke::NONE));
    }
}

fn chevron(hud: &HudContext<'_>, angle: f32, strength: f32) {
    let colour = Color32::from_rgb(214, 226, 240).gamma_multiply(strength * 0.85);
    for (row, half) in [(0.0, 0.10), (9.0, 0.065), (17.0, 0.035)] {
        let radius = RADIUS + 26.0 + row;
        let line: Vec<_> = (-4..=4).map(|step| point(hud, angle + half * step as f32 / 4.0, radius)).collect();
        hud.canvas.painter.add(Shape::line(line, Stroke::new(hud.canvas.length(2.2).max(1.2), colour)));
    }
}

/// A screen point at an angle (clockwise from up) and a radius around the centre.
fn point(hud: &HudContext<'_>, angle: f32, radius: f32) -> bevy_egui::egui::Pos2 {
    hud.middle() + vec2(angle.sin(), -angle.cos()) * hud.canvas.length(radius)
}

/// The gap of a hiding place: dark boards above and below it, and two across.
fn hiding_place_gap(hud: &HudContext<'_>) {
    let space = hud.canvas.area;
    let board = |top: f32, bottom: f32, dark: u8| {
        let rect = Rect::from_min_max(
            pos2(space.min.x, space.min.y + space.height() * top),
            pos2(space.max.x, space.min.y + space.height() * bottom),
        );
        hud.canvas.painter.rect_filled(rect, 0.0, Color32::from_black_alpha(dark));
    };
    board(0.0, 0.2, 225);
    board(0.8, 1.0, 225);
    board(0.38, 0.415, 190);
    board(0.585, 0.62, 190);
}

/// The screen edges: red and pulsing during a chase, red for a moment after a hit, dark in a hiding place.
fn screen_edges(hud: &HudContext<'_>) {
    let chased = hud.knowledge.chased();
    let hidden = hud.knowledge.hidden.is_some();
    let hurt = hud.knowledge.felt.first().map_or(0.0, |hit| 1.0 - (hit.age / FLASH_SECONDS).clamp(0.0, 1.0));
    if !chased && !hidden && hurt <= 0.0 {
        return;
    }
    let still = hud.settings.accessibility.reduce_motion;
    let pulse = match (chased, still || hidden) {
        (false, false) => hurt * 1.6,
        (_, true) => 0.75,
        (true, false) => (0.6 + 0.4 * (hud.seconds * 5.0).sin().abs()).max(hurt * 1.6),
    };
    let colour = if hidden { Color32::from_black_alpha(215) } else { hud.danger().gamma_multiply(0.34 * pulse) };
    let depth = if hidden { 0.42 } else { 0.16 };
    let space = hud.canvas.area;
    let (wide, high) = (space.width() * depth, space.height() * depth);
    let clear = Color32::TRANSPARENT;
    let band = |outer: [(f32, f32); 2], inner: [(f32, f32); 2]| {
        let mut mesh = Mesh::default();
        for (at, colour) in [(outer[0], colour), (outer[1], colour), (inner[1], clear), (inner[0], clear)] {
            mesh.colored_vertex(pos2(at.0, at.1), colour);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        hud.canvas.painter.add(Shape::mesh(mesh));
    };
    let Rect { min, max } = space;
    // A device, such as a curtain, has no slits.
    let inside = hud.knowledge.hidden.and_then(|thing| hud.setup.level.thing(thing));
    if inside.is_some_and(|thing| thing.kind == ThingKind::HidingPlace) {
        hiding_place_gap(hud);
    }
    band([(min.x, min.y), (min.x, max.y)], [(min.x + wide, min.y), (min.x + wide, max.y)]);
    band([(max.x, min.y), (max.x, max.y)], [(max.x - wide, min.y), (max.x - wide, max.y)]);
    band([(min.x, min.y), (max.x, min.y)], [(min.x, min.y + high), (max.x, min.y + high)]);
    band([(min.x, max.y), (max.x, max.y)], [(min.x, max.y - high), (max.x, max.y - high)]);
}
