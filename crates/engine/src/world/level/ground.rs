//! The cells of a level: kind of ground, height and room.

use bevy::math::Vec3;
use quarry_minds::protocol::Label;

use super::BuiltLevel;

/// The cells of one floor.
#[derive(Clone, Debug)]
pub struct FloorGrid {
    /// The name in the level file.
    pub name: String,
    /// The height of the ground, in metres.
    pub height: f32,
    /// Whether the floor has a ceiling.
    pub ceiling: bool,
    /// The material of the roof drawn over it, if any.
    pub roof: Option<Label>,
    /// The number of cells from west to east.
    pub columns: u32,
    /// The number of cells from north to south.
    pub rows: u32,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl FloorGrid {
    /// The cell in a column and row; `None` outside of the floor.
    pub fn cell(&self, column: u32, row: u32) -> Option<&Cell> {
        if column < self.columns && row < self.rows {
            self.cells.get((row * self.columns + column) as usize)
        } else {
            None
        }
    }
}

/// One cell of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What the cell is for movement.
    pub ground: CellGround,
    /// The index of its room in [`BuiltLevel::rooms`].
    pub room: u16,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellGround {
    /// No ground.
    Void,
    /// Level ground.
    Floor,
    /// Water, which is not walkable.
    Water,
    /// A wall of this height, in metres.
    Wall(f32),
    /// The sloped patch with this index in [`BuiltLevel::patches`].
    Slope(usize),
    /// Level ground under the door with this index in [`BuiltLevel::doors`].
    Door(usize),
}

impl BuiltLevel {
    /// The floor, column and row of a point; `None` outside of the grid. A point belongs to the highest floor whose
    /// ground is at most 0.5 m above it.
    pub fn cell_at(&self, place: Vec3) -> Option<(usize, u32, u32)> {
        let floor = self.floors.iter().rposition(|floor| floor.height <= place.y + 0.5).unwrap_or(0);
        self.cell_in(floor, place).map(|(column, row)| (floor, column, row))
    }

    fn cell_in(&self, floor: usize, place: Vec3) -> Option<(u32, u32)> {
        let floor = self.floors.get(floor)?;
        let (column, row) = ((place.x / self.cell).floor(), (place.z / self.cell).floor());
        if column < 0.0 || row < 0.0 || column >= floor.columns as f32 || row >= floor.rows as f32 {
            return None;
        }
        Some((column as u32, row as u32))
    }

    /// The height of the ground below or above a point, in metres, on the floor nearest to the point. `None` if there
    /// is no walkable ground.
    pub fn ground_height(&self, place: Vec3) -> Option<f32> {
        let mut best: Option<f32> = None;
        for (index, floor) in self.floors.iter().enumerate() {
            let Some((column, row)) = self.cell_in(index, place) else { continue };
            let height = match floor.cell(column, row).map(|cell| cell.ground) {
                Some(CellGround::Floor | CellGround::Door(_)) => floor.height,
                Some(CellGround::Slope(patch)) => match self.patches.get(patch) {
                    Some(patch) => patch.height_at(place),
                    None => continue,
                },
                _ => continue,
            };
            if best.is_none_or(|known| (height - place.y).abs() < (known - place.y).abs()) {
                best = Some(height);
            }
        }
        best
    }

    /// The index of the room of a point.
    pub fn room_at(&self, place: Vec3) -> u16 {
        self.cell_at(place)
            .and_then(|(floor, column, row)| self.floors.get(floor)?.cell(column, row))
            .map_or(0, |cell| cell.room)
    }
}

impl super::GroundPatch {
    /// The height of the patch at a point, in metres; outside of the patch, the height of its edge.
    pub fn height_at(&self, place: Vec3) -> f32 {
        let Some((rise, heading)) = self.slope else { return self.height };
        let towards = super::super::geometry::direction(heading);
        let size = self.max - self.min;
        // Slopes run along an axis, so exactly one component counts.
        let along = if towards.x.abs() > 0.5 {
            (place.x - self.min.x) / size.x * towards.x.signum() + if towards.x < 0.0 { 1.0 } else { 0.0 }
        } else {
            (place.z - self.min.y) / size.y * towards.z.signum() + if towards.z < 0.0 { 1.0 } else { 0.0 }
        };
        self.height + rise * along.clamp(0.0, 1.0)
    }
}
