//! How bright it is: lamps where nothing stands in their way, and the sky everywhere.
//!
//! Worked out once a level on a grid of spots at chest height; asking is a look-up.

use bevy::math::Vec3;

use super::{
    level::{BuiltLevel, DoorSet, PlacedLamp},
    sight::SightWorld,
};

/// The side of a cell of the grid in metres.
const STEP: f32 = 0.5;
/// The height above the ground at which brightness is measured, in metres.
const CHEST: f32 = 1.2;

/// The brightness of every spot of a level.
#[derive(Clone, Debug)]
pub struct LightMap {
    columns: usize,
    rows: usize,
    heights: Vec<f32>,
    ambient: f32,
    values: Vec<f32>,
}

impl LightMap {
    /// Works out the brightness of a level, doors counted as shut.
    pub fn new(level: &BuiltLevel, sight: &SightWorld) -> Self {
        let columns = (level.bounds.max.x / STEP).ceil().max(1.0) as usize;
        let rows = (level.bounds.max.z / STEP).ceil().max(1.0) as usize;
        let ambient = level.sky.ambient_light.clamp(0.0, 1.0);
        let heights: Vec<f32> = level.floors.iter().map(|floor| floor.height).collect();
        let mut values = Vec::with_capacity(columns * rows * heights.len());
        for height in &heights {
            for row in 0..rows {
                for column in 0..columns {
                    let flat = Vec3::new((column as f32 + 0.5) * STEP, *height, (row as f32 + 0.5) * STEP);
                    let ground = level.ground_height(flat).unwrap_or(*height);
                    let spot = Vec3::new(flat.x, ground + CHEST, flat.z);
                    let shine = level.lamps.iter().map(|lamp| shine(lamp, spot, sight)).fold(0.0, f32::max);
                    values.push(ambient + (1.0 - ambient) * shine);
                }
            }
        }
        Self { columns, rows, heights, ambient, values }
    }

    /// How well one standing at a point is seen: 0 (not at all) to 1 (as in lamplight).
    pub fn at(&self, place: Vec3) -> f32 {
        let floor = self.heights.iter().rposition(|height| *height <= place.y + 0.5).unwrap_or(0);
        let column = ((place.x / STEP).max(0.0) as usize).min(self.columns - 1);
        let row = ((place.z / STEP).max(0.0) as usize).min(self.rows - 1);
        self.values.get((floor * self.rows + row) * self.columns + column).copied().unwrap_or(self.ambient)
    }
}

/// How much a lamp lights a spot: 1 up to half its reach, falling smoothly to 0 at its reach, 0 behind anything.
fn shine(lamp: &PlacedLamp, spot: Vec3, sight: &SightWorld) -> f32 {
    let distance = lamp.place.distance(spot);
    if distance >= lamp.reach || lamp.reach <= 0.0 {
        return 0.0;
    }
    // The lamp's own glass and the bracket it hangs on must not shade it: the last hand's breadth is left out.
    let near = lamp.place + (spot - lamp.place).normalize_or_zero() * 0.35_f32.min(distance);
    if !sight.clear(spot, near, DoorSet::default()) {
        return 0.0;
    }
    let x = ((1.0 - distance / lamp.reach) * 2.0).min(1.0);
    x * x * (3.0 - 2.0 * x)
}
