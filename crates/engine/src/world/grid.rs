//! Grids on the ground, to look up what is near a place.

use bevy::math::Vec3;

/// The column and row of a cell.
pub type GridCell = (i32, i32);

/// The cell that a place is in. `side` is the side of a cell, in metres.
pub fn grid_cell(place: Vec3, side: f32) -> GridCell {
    ((place.x / side).floor() as i32, (place.z / side).floor() as i32)
}

/// Numbered places by their cells. Within a cell they are in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct CellGrid(Vec<(GridCell, u32)>);

impl CellGrid {
    /// Replaces all places. They are numbered from 0 on.
    pub fn fill(&mut self, side: f32, places: impl Iterator<Item = Vec3>) {
        self.0.clear();
        self.0.extend((0..).zip(places).map(|(number, place)| (grid_cell(place, side), number)));
        self.0.sort_unstable();
    }

    /// Removes all places.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of the places in a rectangle of cells, both corners included, cell by cell.
    pub fn within(&self, from: GridCell, to: GridCell) -> impl Iterator<Item = u32> + '_ {
        let outermost = |at: Option<&(GridCell, u32)>| at.map_or(0, |((column, _), _)| *column);
        let (first, last) = (outermost(self.0.first()), outermost(self.0.last()));
        (from.0.max(first)..=to.0.min(last)).flat_map(move |column| {
            let start = self.0.partition_point(|(cell, _)| *cell < (column, from.1));
            let rest = self.0.get(start..).unwrap_or_default();
            rest.iter().take_while(move |(cell, _)| *cell <= (column, to.1)).map(|(_, number)| *number)
        })
    }
}
