//! A grid of one floor for mesh building: which cells are wall, with height and material, and how much ambient light walls and
//! furniture take from a point on the ground.

use std::collections::BTreeMap;

use bevy::math::{Vec2, Vec3};
use quarry_minds::protocol::Label;

use crate::world::level::{BuiltLevel, CellGround, SolidOrigin, SolidShape};

/// A grid cell filled by a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallCell {
    /// The height above the floor's ground in metres.
    pub height: f32,
    /// The name of a palette material.
    pub material: Label,
}

pub struct FloorPlan<'a> {
    pub level: &'a BuiltLevel,
    pub floor: usize,
    walls: BTreeMap<(i32, i32), WallCell>,
    footprints: Vec<(Vec2, f32)>,
}

/// The reach of the contact shadow of walls and furniture on the ground, in metres.
const SHADE: f32 = 0.55;

impl<'a> FloorPlan<'a> {
    /// Collects the walls and the footprints of the furniture of one floor.
    pub fn new(level: &'a BuiltLevel, floor: usize) -> Self {
        let mut walls = BTreeMap::new();
        let mut footprints = Vec::new();
        let ground = level.floors.get(floor).map_or(0.0, |floor| floor.height);
        for solid in &level.solids {
            let low = solid.centre.y - half_height(&solid.shape);
            match (solid.origin, solid.shape) {
                (SolidOrigin::Wall, SolidShape::Box { half }) if (low - ground).abs() < 0.01 => {
                    let cells =
                        |from: f32, to: f32| (from / level.cell).round() as i32..(to / level.cell).round() as i32;
                    for row in cells(solid.centre.z - half.z, solid.centre.z + half.z) {
                        for column in cells(solid.centre.x - half.x, solid.centre.x + half.x) {
                            walls.insert((column, row), WallCell { height: half.y * 2.0, material: solid.material });
                        }
                    }
                }
                (SolidOrigin::Prop(_), shape) if (low - ground).abs() < 0.4 => {
                    let radius = match shape {
                        SolidShape::Box { half } | SolidShape::Wedge { half } => half.x.min(half.z),
                        SolidShape::Cylinder { radius, .. } | SolidShape::Ball { radius } => radius,
                    };
                    // A long box is covered by several circles along its length.
                    if let SolidShape::Box { half } = shape {
                        let along = if half.x > half.z { Vec3::X } else { Vec3::Z };
                        let turned = crate::world::geometry::rotation(solid.heading) * along;
                        let reach = half.x.max(half.z) - radius;
                        let count = (reach / radius.max(0.1)).ceil() as i32;
                        for step in -count..=count {
                            let at = solid.centre + turned * (reach * step as f32 / count.max(1) as f32);
                            footprints.push((Vec2::new(at.x, at.z), radius));
                        }
                    } else {
                        footprints.push((Vec2::new(solid.centre.x, solid.centre.z), radius));
                    }
                }
                _ => {}
            }
        }
        Self { level, floor, walls, footprints }
    }

    /// The wall in a cell; `None` if the cell is open.
    pub fn wall(&self, column: i32, row: i32) -> Option<WallCell> {
        self.walls.get(&(column, row)).copied()
    }

    /// All wall cells as `((column, row), wall)`.
    pub fn walls(&self) -> impl Iterator<Item = ((i32, i32), WallCell)> + '_ {
        self.walls.iter().map(|(at, wall)| (*at, *wall))
    }

    /// Whether a contact shadow reaches into the cell.
    pub fn is_shaded(&self, column: i32, row: i32) -> bool {
        let cell = self.level.cell;
        let middle = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * cell;
        let walled = (-1..=1).any(|dy| (-1..=1).any(|dx| self.walls.contains_key(&(column + dx, row + dy))));
        walled || self.footprints.iter().any(|(at, radius)| at.distance(middle) < radius + SHADE + cell * 0.71)
    }

    /// The share of ambient light that reaches a point on the ground, 0 to 1.
    pub fn light(&self, at: Vec2) -> f32 {
        let cell = self.level.cell;
        let (column, row) = ((at.x / cell).floor() as i32, (at.y / cell).floor() as i32);
        let mut light = 1.0f32;
        for dy in -1..=1 {
            for dx in -1..=1 {
                if !self.walls.contains_key(&(column + dx, row + dy)) {
                    continue;
                }
                let low = Vec2::new((column + dx) as f32, (row + dy) as f32) * cell;
                let distance = at.distance(at.clamp(low, low + cell));
                light = light.min(0.5 + 0.5 * (distance / SHADE).clamp(0.0, 1.0));
            }
        }
        for (middle, radius) in &self.footprints {
            let distance = at.distance(*middle) - radius;
            light = light.min(0.42 + 0.58 * (distance / (SHADE * 0.8) + 0.1).clamp(0.0, 1.0));
        }
        light
    }

    /// Whether a cell is empty or outside the grid.
    pub fn is_open_sky(&self, column: i32, row: i32) -> bool {
        let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row)) else { return true };
        let Some(floor) = self.level.floors.get(self.floor) else { return true };
        floor.cell(column, row).is_none_or(|cell| cell.ground == CellGround::Void)
    }
}

fn half_height(shape: &SolidShape) -> f32 {
    match shape {
        SolidShape::Box { half } | SolidShape::Wedge { half } => half.y,
        SolidShape::Cylinder { half_height, .. } => *half_height,
        SolidShape::Ball { radius } => *radius,
    }
}
