//! The rows of a level as characters.

use quarry_minds::protocol::Label;
use quarry_ron::Cursor;
use quarry_ron::finding::{Diagnostics, Finding};

use crate::data::level::{CellContent, CellKind, LegendEntry, Level};

/// The maximum number of columns and rows of a floor.
const MAX_SIZE: usize = 512;

/// The cells of all floors.
pub(super) struct LevelGrid<'l> {
    level: &'l Level,
    floors: Vec<Vec<Vec<char>>>,
}

impl<'l> LevelGrid<'l> {
    /// Reads the rows; finds rows of unequal length, bad sizes, and characters without a legend entry.
    pub(super) fn check(level: &'l Level, at: &Cursor<'_>, out: &mut Diagnostics) -> Self {
        let mut floors = Vec::new();
        for (index, floor) in level.floors.iter().enumerate() {
            let at = at.field("floors").index(index).field("rows");
            let rows: Vec<Vec<char>> = floor.rows.iter().map(|row| row.chars().collect()).collect();
            let width = rows.first().map_or(0, Vec::len);
            if width == 0 {
                out.push(at.error(format!("the floor \"{}\" has no cells", floor.name)));
            }
            if width > MAX_SIZE || rows.len() > MAX_SIZE {
                let message = format!("the floor \"{}\" is too large", floor.name);
                out.push(at.error(message).help(format!("expected at most {MAX_SIZE} columns and rows")));
            }
            for (number, row) in rows.iter().enumerate() {
                if row.len() != width {
                    let message = format!("this row has {} characters, the first one has {width}", row.len());
                    let at = at.index(number);
                    let finding =
                        if row.len() > width { at.error_at_character(width, message) } else { at.error(message) };
                    out.push(finding.help("all rows of a floor must have the same length"));
                }
                characters(level, row, &at.index(number), out);
            }
            floors.push(rows);
        }
        Self { level, floors }
    }

    /// The legend entry of a cell.
    pub(super) fn legend(&self, floor: usize, column: usize, row: usize) -> Option<&'l LegendEntry> {
        self.level.legend.get(self.floors.get(floor)?.get(row)?.get(column)?)
    }

    /// All cells with a legend entry: (floor, column, row), the character, the entry.
    pub(super) fn cells(&self) -> impl Iterator<Item = ((usize, usize, usize), char, &'l LegendEntry)> + '_ {
        self.floors.iter().enumerate().flat_map(move |(floor, rows)| {
            rows.iter().enumerate().flat_map(move |(row, characters)| {
                characters.iter().enumerate().filter_map(move |(column, character)| {
                    Some(((floor, column, row), *character, self.level.legend.get(character)?))
                })
            })
        })
    }

    /// The contents of all cells.
    pub(super) fn held(&self) -> impl Iterator<Item = ((usize, usize, usize), &'l CellContent)> + '_ {
        self.cells().flat_map(|(cell, _, legend)| legend.contains.iter().map(move |held| (cell, held)))
    }

    /// The number of spawn points of a side.
    pub(super) fn starts(&self, side: Label) -> usize {
        self.held().filter(|(_, held)| matches!(held, CellContent::Spawn(of) if *of == side)).count()
    }

    /// Columns and rows of a floor.
    pub(super) fn size(&self, floor: usize) -> Option<(usize, usize)> {
        let rows = self.floors.get(floor)?;
        Some((rows.first()?.len(), rows.len()))
    }

    /// Whether the neighbour of a cell in this direction is a wall, or no cell at all.
    pub(super) fn is_wall(&self, (floor, column, row): (usize, usize, usize), east: isize, south: isize) -> bool {
        let neighbour = column.checked_add_signed(east).zip(row.checked_add_signed(south));
        neighbour
            .and_then(|(column, row)| self.legend(floor, column, row))
            .is_none_or(|legend| matches!(legend.ground, CellKind::Wall { .. } | CellKind::Void))
    }

    /// An error that points at a cell in the drawing.
    pub(super) fn finding(at: &Cursor<'_>, (floor, column, row): (usize, usize, usize), message: String) -> Finding {
        at.field("floors").index(floor).field("rows").index(row).error_at_character(column, message)
    }
}

/// Finds the characters of a row without a legend entry, each once.
fn characters(level: &Level, row: &[char], at: &Cursor<'_>, out: &mut Diagnostics) {
    let mut said = Vec::new();
    for (column, character) in row.iter().enumerate() {
        if !level.legend.contains_key(character) && !said.contains(character) {
            said.push(*character);
            let known: String = level.legend.keys().map(|known| format!(" '{known}'")).collect();
            let message = format!("the legend has no entry for '{character}'");
            out.push(at.error_at_character(column, message).help(format!("known:{known}")));
        }
    }
}
