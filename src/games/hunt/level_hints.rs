//! What a level of the hunt lacks for the hunted to have a chance: warnings of `quarry check`.
//!
//! The numbers are below those of every shipped level. On a level of two rooms with one hiding place and no loop none of 120 hunted escaped.

use quarry_minds::protocol::Label;
use quarry_ron::{Diagnostics, Document, finding::plural};

use crate::data::level::{CellContent, CellKind, Floor, Level};

/// The fewest ways round.
const LOOPS: usize = 2;
/// The fewest hiding places per hunted agent that the rules put on the level.
const HIDING_PLACES_EACH: usize = 2;

/// Warns of what the level lacks. `hiding` says which props and devices are hiding places, `hunted` how many there usually are to escape.
pub(super) fn check(
    level: &Level,
    document: &Document,
    hiding: impl Fn(&Label) -> bool,
    hunted: u16,
    out: &mut Diagnostics,
) {
    let floors = document.cursor().field("floors");
    let drawn = level.contents().filter(|held| match held {
        CellContent::Prop { name, .. } | CellContent::Thing { name, .. } => hiding(name),
        _ => false,
    });
    let places = drawn.count() + level.props.iter().filter(|placed| hiding(&placed.name)).count();
    let wanted = HIDING_PLACES_EACH * usize::from(hunted);
    if places < wanted {
        let message = match places {
            0 => "the level has no hiding place".to_owned(),
            _ => format!("the level has only {} for {hunted} hunted", plural(places, "hiding place")),
        };
        let help = format!("draw at least {wanted}, such as wardrobes: a wound heals only in hiding");
        out.push(floors.error(message).help(help).warning());
    }
    let loops: usize = level.floors.iter().map(|floor| ways_round(floor, level)).sum();
    if loops < LOOPS {
        let message = match loops {
            0 => "the level has no way round, only dead ends".to_owned(),
            _ => format!("the level has only {} round", plural(loops, "way")),
        };
        let help = format!(
            "let at least {LOOPS} runs of walls or water stand free, or join rooms by a second door: a hunter runs faster than the \
             hunted, and only a way round shakes it off"
        );
        out.push(floors.error(message).help(help).warning());
    }
}

/// The islands of a floor that an agent can run around: groups of at least two cells that nobody walks on, within what can be walked on.
fn ways_round(floor: &Floor, level: &Level) -> usize {
    let rows: Vec<Vec<char>> = floor.rows.iter().map(|row| row.chars().collect()).collect();
    let walkable = |column: usize, row: usize| {
        let drawn = rows.get(row).and_then(|row| row.get(column)).and_then(|drawn| level.legend.get(drawn));
        drawn.is_some_and(|entry| {
            matches!(entry.ground, CellKind::Floor { .. } | CellKind::Door { .. } | CellKind::Ramp { .. })
        })
    };
    let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
    let mut seen = vec![false; width * height];
    let mut islands = 0;
    for start in 0..width * height {
        if seen[start] || walkable(start % width, start / width) {
            continue;
        }
        let (mut cells, mut at_edge, mut waiting) = (0, false, vec![start]);
        seen[start] = true;
        while let Some(cell) = waiting.pop() {
            let (column, row) = (cell % width, cell / width);
            cells += 1;
            at_edge |= column == 0 || row == 0 || column + 1 == width || row + 1 == height;
            for (near_row, near_column) in (row.saturating_sub(1)..=(row + 1).min(height - 1)).flat_map(|near_row| {
                (column.saturating_sub(1)..=(column + 1).min(width - 1)).map(move |near| (near_row, near))
            }) {
                let near = near_row * width + near_column;
                if !seen[near] && !walkable(near_column, near_row) {
                    seen[near] = true;
                    waiting.push(near);
                }
            }
        }
        islands += usize::from(!at_edge && cells >= 2);
    }
    islands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops(rows: &[&str]) -> usize {
        let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let text = format!(
            "(title: \"x\", floors: [(name: \"g\", height: 0, rows: [{}])], legend: {{'#': (ground: wall(material: \"w\")), \
             '.': (ground: floor(material: \"f\")), '+': (ground: door(material: \"f\"))}})",
            rows.join(", ")
        );
        let level: Level = Document::parse("x", &text).unwrap().read().unwrap();
        ways_round(&level.floors[0], &level)
    }

    #[test]
    fn a_way_round_is_an_island_of_walls() {
        assert_eq!(loops(&["#######", "#..#..#", "#..+..#", "#######"]), 0, "two rooms and a door");
        assert_eq!(loops(&["#######", "#..+..#", "#..#..#", "#..+..#", "#######"]), 0, "a single cell is a pillar");
        assert_eq!(loops(&["#######", "#..+..#", "#..#..#", "#..#..#", "#..+..#", "#######"]), 1, "a second door");
        assert_eq!(loops(&[".....", ".##..", ".#...", "....."]), 1, "a free corner");
        assert_eq!(loops(&["#.#", "..."]), 0, "the edge of the level");
        assert_eq!(loops(&[]), 0);
    }
}
