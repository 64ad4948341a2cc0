//! Brightness: lamps where nothing blocks them, and ambient light everywhere, which a game may dim and brighten.
//!
//! The light of lamps is computed once per level on a grid at chest height, with a layer of its own for each group of lamps that can go out; a query
//! is a table look-up.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    Things,
    level::{BuiltLevel, DoorSet, PlacedFeed, PlacedLamp},
    setup::Site,
    sight::SightWorld,
};

/// The side of a grid cell, in metres.
const CELL: f32 = 0.5;
/// The height above the ground at which brightness is measured, in metres.
const CHEST_HEIGHT: f32 = 1.2;

/// The factor on the ambient light of the level at this moment, 0 or more. A game may set it in each tick; it is 1 when a match begins.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Daylight(pub f32);

impl Default for Daylight {
    fn default() -> Self {
        Self(1.0)
    }
}

/// A light that comes and goes, or moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lantern {
    /// In metres.
    pub place: Vec3,
    /// How far it reaches, in metres.
    pub range: f32,
}

impl Site {
    /// The brightness at a point, from 0 (dark) to 1 (lamplight), with things in these states.
    pub fn brightness_at(&self, place: Vec3, daylight: Daylight, things: &Things) -> f32 {
        let lamps = self.light.brightness_at(place, daylight, things);
        let point = place + Vec3::Y * CHEST_HEIGHT;
        let light = |lantern: &Lantern| shine(lantern.place, lantern.range, point, &self.sight, things.open);
        lamps + (1.0 - lamps) * things.lanterns.iter().map(light).fold(0.0, f32::max)
    }
}

/// The brightness of a level.
#[derive(Clone, Debug)]
pub struct LightMap {
    columns: usize,
    rows: usize,
    heights: Vec<f32>,
    ambient: f32,
    layers: Vec<LightLayer>,
}

/// The light of the lamps that shine together.
#[derive(Clone, Debug)]
struct LightLayer {
    /// What they need; `None` if they always shine.
    feed: Option<PlacedFeed>,
    /// Their light at each point, from 0 to 1.
    shine: Vec<f32>,
}

impl LightMap {
    /// Computes the brightness of a level with all doors closed.
    pub fn new(level: &BuiltLevel, sight: &SightWorld) -> Self {
        let columns = (level.bounds.max.x / CELL).ceil().max(1.0) as usize;
        let rows = (level.bounds.max.z / CELL).ceil().max(1.0) as usize;
        let ambient = level.sky.ambient_light.clamp(0.0, 1.0);
        let heights: Vec<f32> = level.floors.iter().map(|floor| floor.height).collect();
        let points: Vec<Vec3> = heights
            .iter()
            .flat_map(|height| (0..columns * rows).map(|cell| (*height, cell % columns, cell / columns)))
            .map(|(height, column, row)| {
                let flat = Vec3::new((column as f32 + 0.5) * CELL, height, (row as f32 + 0.5) * CELL);
                flat.with_y(level.ground_height(flat).unwrap_or(height) + CHEST_HEIGHT)
            })
            .collect();
        let layer = |feed: Option<usize>| {
            let lamps: Vec<&PlacedLamp> = level.lamps.iter().filter(|lamp| lamp.feed == feed).collect();
            let light = |point: &Vec3| {
                lamps
                    .iter()
                    .map(|lamp| shine(lamp.place, lamp.range, *point, sight, DoorSet::default()))
                    .fold(0.0, f32::max)
            };
            let feed = feed.and_then(|feed| level.lamp_feeds.get(feed).cloned());
            LightLayer { feed, shine: points.iter().map(light).collect() }
        };
        let layers = std::iter::once(None).chain((0..level.lamp_feeds.len()).map(Some)).map(layer).collect();
        Self { columns, rows, heights, ambient, layers }
    }

    /// The brightness of lamps and sky at a point, from 0 (dark) to 1 (lamplight), with things in these states.
    fn brightness_at(&self, place: Vec3, daylight: Daylight, things: &Things) -> f32 {
        let floor = self.heights.iter().rposition(|height| *height <= place.y + 0.5).unwrap_or(0);
        let column = ((place.x / CELL).max(0.0) as usize).min(self.columns - 1);
        let row = ((place.z / CELL).max(0.0) as usize).min(self.rows - 1);
        let cell = (floor * self.rows + row) * self.columns + column;
        let lit = self.layers.iter().filter(|layer| layer.feed.as_ref().is_none_or(|feed| things.feeds(feed)));
        let shine = lit.filter_map(|layer| layer.shine.get(cell)).copied().fold(0.0, f32::max);
        let ambient = (self.ambient * daylight.0).clamp(0.0, 1.0);
        ambient + (1.0 - ambient) * shine
    }
}

/// The light of a lamp at a point: 1 up to half its range, falling smoothly to 0 at its range, and 0 behind an
/// obstacle.
fn shine(from: Vec3, range: f32, point: Vec3, sight: &SightWorld, open: DoorSet) -> f32 {
    let distance = from.distance(point);
    if distance >= range || range <= 0.0 {
        return 0.0;
    }
    // Leave out the last 35 cm, so that the lamp's own glass and bracket cast no shadow.
    let near = from + (point - from).normalize_or_zero() * 0.35_f32.min(distance);
    if !sight.is_clear(point, near, open) {
        return 0.0;
    }
    smooth_step((1.0 - distance / range) * 2.0)
}

/// A share from 0 to 1 that rises gently at both ends; below 0 it is 0, above 1 it is 1.
pub fn smooth_step(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
