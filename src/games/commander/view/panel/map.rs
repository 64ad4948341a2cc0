//! The page Map: the level from above, with everything on it or as a side knows it: what it sees now, and where it saw its enemies last.

use bevy::math::Vec3;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use super::{MapView, side::SideView};
use crate::client::session::SceneSetup;
use crate::client::tools::panels::theme::small;
use crate::client::ui::{FAINT, GOLD};
use crate::games::commander::army::ArmyTask;
use crate::games::commander::map::{PlotState, PlotUse};
use crate::games::commander::schema::MINERALS;
use crate::games::commander::units::CensusEntry;
use crate::games::commander::view::sides;
use crate::games::commander::view::status::MINERALS as CRYSTAL;
use crate::senses::AgentSenses;
use crate::world::level::{SolidOrigin, SolidShape, ThingKind};
use crate::world::{ThingState, Things};

/// The colour of ground out of sight, of ground in sight, and of obstacles.
const GROUND: [Color32; 3] =
    [Color32::from_rgb(34, 38, 34), Color32::from_rgb(62, 74, 56), Color32::from_rgb(12, 13, 15)];
/// A sighting has faded after so many seconds.
const FADED: f32 = 120.0;
/// Half the height of obstacles that are left out, in metres.
const LOW: f32 = 0.6;
/// Half the side of a plot, in metres.
const HALF_PLOT: f32 = 2.0;

/// Draws the level in the space that is left. Of `war` it reads what is the same for both sides. Returns the place on which the right button
/// was clicked.
pub fn draw(ui: &mut Ui, war: &SideView, setup: &SceneSetup, view: MapView, marked: &mut Option<Vec3>) -> Option<Vec3> {
    let state = war.state;
    let bounds = setup.level.bounds;
    let (wide, deep) = ((bounds.max.x - bounds.min.x).max(1.0), (bounds.max.z - bounds.min.z).max(1.0));
    let legend = ui.text_style_height(&TextStyle::Small) * 2.6;
    let room = ui.available_size() - vec2(0.0, legend);
    let scale = (room.x / wide).min(room.y / deep).max(0.5);
    let (area, response) = ui.allocate_exact_size(vec2(wide * scale, deep * scale), Sense::click());
    let map = MapPainter {
        painter: ui.painter().with_clip_rect(area.intersect(ui.clip_rect())),
        corner: pos2(area.left() - bounds.min.x * scale, area.top() - bounds.min.z * scale),
        scale,
    };
    let seen_by = |entry: &&CensusEntry| view == MapView::All || view == MapView::Side(entry.side);
    let own = || war.census.all.iter().filter(seen_by);
    map.painter.rect_filled(area, 0.0, GROUND[usize::from(view == MapView::All)]);
    if let MapView::Side(_) = view {
        for entry in own() {
            map.painter.circle_filled(map.at(entry.place), sight(war, entry) * scale, GROUND[1]);
        }
    }
    map.level(war, setup);
    for (side, of_side) in state.sides.iter().enumerate().filter(|(side, _)| view != MapView::Side(1 - side)) {
        let mission = of_side.mission;
        if mission.task != ArmyTask::Rest {
            map.cross(mission.place, sides::text_colour(side));
        }
        if let Some((_, place)) = of_side.scout {
            map.painter.circle_stroke(map.at(place), 5.0, Stroke::new(1.2, sides::text_colour(side)));
        }
    }
    if let MapView::Side(side) = view {
        for known in state.sides[side].known.values() {
            let age = war.clock.seconds_at(war.clock.tick.saturating_sub(known.seen));
            let strength = (1.0 - age / FADED).clamp(0.25, 1.0);
            let colour = sides::text_colour(1 - side).gamma_multiply(strength);
            map.mark(known.place, state.is_building(known.product), colour, age < 1.0);
        }
    }
    for entry in own() {
        let colour = sides::text_colour(entry.side);
        map.mark(entry.place, state.is_building(entry.product), colour, !entry.unfinished);
    }
    let ground = |at: Pos2| Vec3::new((at.x - map.corner.x) / scale, 0.0, (at.y - map.corner.y) / scale);
    let pointed = response.interact_pointer_pos().map(ground);
    if response.clicked() {
        *marked = pointed.or(*marked);
    }
    if let Some(place) = *marked {
        map.painter.circle_stroke(map.at(place), 7.0, Stroke::new(2.0, GOLD));
        map.painter.circle_filled(map.at(place), 2.0, GOLD);
    }
    ui.label(small(legend_words(view), FAINT));
    pointed.filter(|_| response.secondary_clicked())
}

fn legend_words(view: MapView) -> &'static str {
    match view {
        MapView::All => {
            "Squares: buildings, hollow while under construction. Dots: units. Crosses: where an army is sent. Rings: scouting. A click marks a \
             place for the page Seat."
        }
        MapView::Side(_) => {
            "Bright ground: in sight. Its enemies are shown as far as it knows of them: filled in sight, hollow as remembered, fainter \
             with age."
        }
    }
}

/// How far a unit sees, in metres.
fn sight(war: &SideView, entry: &CensusEntry) -> f32 {
    let senses = war.world.get::<AgentSenses>(entry.entity);
    let cones = senses.into_iter().flat_map(|senses| &senses.0.vision.cones);
    cones.map(|cone| cone.max_range).fold(0.0, f32::max)
}

struct MapPainter {
    painter: Painter,
    /// Where the origin of the level would be.
    corner: Pos2,
    /// Points per metre.
    scale: f32,
}

impl MapPainter {
    fn at(&self, place: Vec3) -> Pos2 {
        self.corner + vec2(place.x, place.z) * self.scale
    }

    fn square(&self, place: Vec3, half: f32) -> Rect {
        Rect::from_center_size(self.at(place), vec2(half, half) * 2.0 * self.scale)
    }

    /// Obstacles, plots, fields and the squares of bases.
    fn level(&self, war: &SideView, setup: &SceneSetup) {
        for solid in setup.level.solids.iter().filter(|solid| solid.origin == SolidOrigin::Wall) {
            // Platforms and rubble block no view.
            if let SolidShape::Box { half } = solid.shape
                && half.y > LOW
            {
                let rect = Rect::from_center_size(self.at(solid.centre), vec2(half.x, half.z) * 2.0 * self.scale);
                self.painter.rect_filled(rect, 0.0, GROUND[2]);
            }
        }
        for plot in &war.state.map.plots {
            let taken = plot.state != PlotState::Free;
            let tone = match plot.what {
                PlotUse::Geyser => Color32::from_rgb(70, 120, 66),
                _ => Color32::from_gray(86),
            };
            let line = Stroke::new(1.0, tone.gamma_multiply(if taken { 0.3 } else { 0.9 }));
            self.painter.rect_stroke(self.square(plot.place, HALF_PLOT), 1.0, line, StrokeKind::Inside);
        }
        let things = war.world.get_resource::<Things>();
        for thing in setup.level.things_of(ThingKind::Stock).filter(|thing| thing.name == MINERALS) {
            let left = match things.and_then(|things| things.state(thing.id)) {
                Some(ThingState::Stock(stock)) => stock.amount / stock.max.max(1.0),
                _ => 1.0,
            };
            if left > 0.0 {
                self.painter.rect_filled(self.square(thing.place, 0.5 + 0.4 * left), 1.0, CRYSTAL.gamma_multiply(0.8));
            }
        }
    }

    fn mark(&self, place: Vec3, building: bool, colour: Color32, filled: bool) {
        let line = Stroke::new(1.3, colour);
        if building {
            let rect = self.square(place, HALF_PLOT * 0.8);
            if filled {
                self.painter.rect_filled(rect, 1.0, colour);
            } else {
                self.painter.rect_stroke(rect, 1.0, line, StrokeKind::Inside);
            }
            return;
        }
        let radius = (0.75 * self.scale).clamp(1.8, 5.0);
        if filled {
            self.painter.circle_filled(self.at(place), radius, colour);
        } else {
            self.painter.circle_stroke(self.at(place), radius, line);
        }
    }

    fn cross(&self, place: Vec3, colour: Color32) {
        let (at, size, line) = (self.at(place), 5.0, Stroke::new(1.6, colour));
        self.painter.line_segment([at - vec2(size, size), at + vec2(size, size)], line);
        self.painter.line_segment([at - vec2(size, -size), at + vec2(size, -size)], line);
    }
}
