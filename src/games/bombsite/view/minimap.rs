//! A map of what the player knows, at the right edge: the floor it is on, the sites, and where it believes mates, enemies and the bomb to be.

use bevy::math::Vec3;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::client::input::bindings::PlayerAction;
use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::session::KnownPlace;
use crate::client::ui::{FAINT, GOLD, INK};
use crate::world::level::{BuiltLevel, CellGround};

/// What the map shows of what the player's agent remembers, by the kinds of its mind.
pub const KINDS: &[&str] = &["mate", "enemy", "bomb", "planted_bomb", "site_a", "site_b"];

/// The longer side of the map, for a window 720 points high.
const LONGER_EDGE: f32 = 170.0;
/// The distance of its top from the top of the window: below the latest kills.
const TOP: f32 = 200.0;
/// After how many seconds an enemy that was seen fades to nothing.
const FADES: f32 = 12.0;
/// Walls lower than this, in metres, are drawn as low obstacles.
const LOW: f32 = 1.3;

const WALL: Color32 = Color32::from_rgb(176, 178, 184);
const LOW_WALL: Color32 = Color32::from_rgb(104, 106, 112);
const GROUND: Color32 = Color32::from_rgb(38, 40, 44);

/// Draws the map unless the score is shown.
pub fn draw(mut hud: PlayerHud) {
    if !hud.holds(PlayerAction::Score) {
        hud.show(|hud| {
            if hud.knowledge.in_play {
                map(hud);
            }
        });
    }
}

/// From metres to the window.
struct MapScale {
    corner: Pos2,
    points_per_metre: f32,
}

impl MapScale {
    fn point(&self, place: Vec3) -> Pos2 {
        self.corner + vec2(place.x, place.z) * self.points_per_metre
    }
}

fn map(hud: &HudContext<'_>) {
    let (canvas, level) = (&hud.canvas, &hud.setup().level);
    let here = hud.knowledge.self_sense.place;
    let Some((floor, ..)) = level.cell_at(here) else { return };
    let Some(grid) = level.floors.get(floor) else { return };
    let (wide, deep) = (grid.columns as f32 * level.cell, grid.rows as f32 * level.cell);
    let points_per_metre = canvas.length(LONGER_EDGE) / wide.max(deep).max(1.0);
    let size = vec2(wide, deep) * points_per_metre;
    let edge = canvas.length(14.0);
    let corner = pos2(canvas.area.right() - size.x - edge, canvas.area.top() + canvas.length(TOP));
    let plate = Rect::from_min_size(corner, size);
    canvas.plate(plate.expand(canvas.length(4.0)), None, 0.85);
    let scale = MapScale { corner, points_per_metre };
    draw_ground(hud, level, floor, &scale);
    let on_floor = |place: Vec3| level.cell_at(place).is_some_and(|(of, ..)| of == floor);
    for known in hud.knowledge.known.iter().filter(|known| known.state != "killed" && on_floor(known.place)) {
        draw_known(hud, known, &scale);
    }
    draw_player(hud, here, &scale);
}

/// Ground and walls, a row at a time: cells of one kind side by side are one rectangle.
fn draw_ground(hud: &HudContext<'_>, level: &BuiltLevel, floor: usize, scale: &MapScale) {
    let Some(grid) = level.floors.get(floor) else { return };
    let colour = |column: u32, row: u32| match grid.cell(column, row)?.ground {
        CellGround::Void => None,
        CellGround::Wall(height) if height >= LOW => Some(WALL),
        CellGround::Wall(_) | CellGround::Water => Some(LOW_WALL),
        _ => Some(GROUND),
    };
    let side = level.cell * scale.points_per_metre;
    for row in 0..grid.rows {
        let mut from = 0;
        while from < grid.columns {
            let kind = colour(from, row);
            let to = (from..grid.columns).find(|column| colour(*column, row) != kind).unwrap_or(grid.columns);
            if let Some(colour) = kind {
                let corner = scale.corner + vec2(from as f32, row as f32) * side;
                let run = Rect::from_min_size(corner, vec2((to - from) as f32 * side, side));
                hud.canvas.painter.rect_filled(run, 0.0, colour);
            }
            from = to;
        }
    }
}

fn draw_known(hud: &HudContext<'_>, known: &KnownPlace, scale: &MapScale) {
    let canvas = &hud.canvas;
    let at = scale.point(known.place);
    let radius = canvas.length(3.6);
    let fresh = (1.0_f32 - known.age / FADES).clamp(0.0, 1.0);
    match known.kind.as_str() {
        "mate" => {
            canvas.painter.circle_filled(at, radius, Color32::from_rgb(120, 210, 150));
        }
        "enemy" if fresh > 0.0 => {
            canvas.painter.circle_filled(at, radius, hud.danger().gamma_multiply(fresh));
        }
        "bomb" if known.state == "lying" => {
            canvas.painter.rect_filled(Rect::from_center_size(at, vec2(radius, radius) * 2.0), 0.0, GOLD);
        }
        "planted_bomb" => {
            canvas.painter.circle_stroke(at, radius * 1.6, Stroke::new(canvas.length(2.0), hud.danger()));
        }
        "site_a" => drop(canvas.text(at, Align2::CENTER_CENTER, "A", 13.0, INK)),
        "site_b" => drop(canvas.text(at, Align2::CENTER_CENTER, "B", 13.0, INK)),
        _ => {}
    }
    // What is only remembered has a ring where it was.
    if known.kind == "enemy" && fresh > 0.0 && known.age > 1.0 {
        canvas.painter.circle_stroke(at, radius * 1.5, Stroke::new(1.0, FAINT.gamma_multiply(fresh)));
    }
}

/// An arrowhead in the direction of the player's view.
fn draw_player(hud: &HudContext<'_>, here: Vec3, scale: &MapScale) {
    let at = scale.point(here);
    let yaw = hud.view_yaw();
    let (ahead, size) = (vec2(yaw.sin(), -yaw.cos()), hud.canvas.length(6.0));
    let aside = vec2(-ahead.y, ahead.x);
    let corners = [ahead * size, aside * size * 0.7 - ahead * size * 0.7, -aside * size * 0.7 - ahead * size * 0.7];
    let arrow = corners.map(|corner| at + corner).to_vec();
    hud.canvas.painter.add(Shape::convex_polygon(arrow, GOLD, Stroke::NONE));
}
