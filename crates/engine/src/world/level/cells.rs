//! Turns the rows of text into cells, and assigns each cell to its room.

use quarry_minds::protocol::Label;

use super::{Cell, CellGround, FloorGrid, LevelError};
use crate::data::level::{CellContent, CellKind, LegendEntry, Level, RoomArea};

/// The floor, column and row of a cell for messages, counted from 0 as in the file.
pub(super) fn describe_cell(level: &Level, cell: (usize, u32, u32)) -> String {
    let floor = level.floors.get(cell.0).map_or("?", |floor| floor.name.as_str());
    format!("floor \"{floor}\", column {}, row {}", cell.1, cell.2)
}

/// An error about one cell.
pub(super) fn cell_error(level: &Level, cell: (usize, u32, u32), what: &str) -> LevelError {
    LevelError { message: format!("{what} ({})", describe_cell(level, cell)), cell: Some(cell) }
}

/// The rows of one floor, as characters.
pub(super) struct FloorRows(Vec<Vec<char>>);

impl FloorRows {
    pub(super) fn new(level: &Level, floor: usize) -> Self {
        let rows = level.floors.get(floor).map_or(&[][..], |floor| floor.rows.as_slice());
        Self(rows.iter().map(|row| row.chars().collect()).collect())
    }

    pub(super) fn at(&self, column: u32, row: u32) -> Option<char> {
        self.0.get(row as usize)?.get(column as usize).copied()
    }

    pub(super) fn legend<'a>(&self, level: &'a Level, column: u32, row: u32) -> Option<&'a LegendEntry> {
        level.legend.get(&self.at(column, row)?)
    }

    fn size(&self) -> (u32, u32) {
        (self.0.iter().map(Vec::len).max().unwrap_or(0) as u32, self.0.len() as u32)
    }
}

/// All floors with their cells. Slopes and doors are added later, because they depend on neighbouring cells.
pub(super) fn floors(level: &Level, faults: &mut Vec<LevelError>) -> (Vec<FloorGrid>, Vec<Label>) {
    let names = room_names(&level.rooms);
    let mut floors = Vec::with_capacity(level.floors.len());
    for (index, floor) in level.floors.iter().enumerate() {
        let rows = FloorRows::new(level, index);
        let (columns, count) = rows.size();
        let mut cells = Vec::with_capacity((columns * count) as usize);
        for row in 0..count {
            for column in 0..columns {
                let ground = match rows.at(column, row).map(|drawn| (drawn, level.legend.get(&drawn))) {
                    Some((_, Some(legend))) => ground_of(level, legend),
                    Some((drawn, None)) => {
                        let cell = (index, column, row);
                        faults.push(LevelError {
                            message: format!("the legend has no entry for '{drawn}' ({})", describe_cell(level, cell)),
                            cell: Some(cell),
                        });
                        CellGround::Void
                    }
                    None => CellGround::Void,
                };
                cells.push(Cell { ground, room: room_of(&level.rooms, &names, index, column, row) });
            }
        }
        floors.push(FloorGrid {
            name: floor.name.clone(),
            height: floor.height,
            ceiling: floor.ceiling,
            roof: floor.roof,
            columns,
            rows: count,
            cells,
        });
    }
    (floors, names)
}

fn ground_of(level: &Level, legend: &LegendEntry) -> CellGround {
    if legend.contains.iter().any(|held| matches!(held, CellContent::Gate { .. })) {
        // A gate is walkable once it is open, whatever its legend says.
        return CellGround::Floor;
    }
    match &legend.ground {
        CellKind::Void => CellGround::Void,
        CellKind::Floor { .. } | CellKind::Door { .. } | CellKind::Ramp { .. } => CellGround::Floor,
        CellKind::Water { .. } => CellGround::Water,
        CellKind::Wall { height, .. } => CellGround::Wall(height.unwrap_or(level.wall_height)),
    }
}

/// The distinct names of the rooms in the order of the file; one room without a name for the whole level if none is named.
fn room_names(rooms: &[RoomArea]) -> Vec<Label> {
    let mut names: Vec<Label> = Vec::new();
    for room in rooms {
        if !names.contains(&room.name) {
            names.push(room.name);
        }
    }
    if names.is_empty() {
        names.push(Label::default());
    }
    names
}

/// The room whose rectangle contains the cell, or the nearest one, rooms of the same floor first.
fn room_of(rooms: &[RoomArea], names: &[Label], floor: usize, column: u32, row: u32) -> u16 {
    let gap = |at: u32, from: u32, to: u32| from.saturating_sub(at).max(at.saturating_sub(to));
    rooms
        .iter()
        .min_by_key(|room| {
            let apart = gap(column, room.from.0, room.to.0) + gap(row, room.from.1, room.to.1);
            (room.floor.abs_diff(floor), apart)
        })
        .and_then(|room| names.iter().position(|name| *name == room.name))
        .unwrap_or(0) as u16
}
