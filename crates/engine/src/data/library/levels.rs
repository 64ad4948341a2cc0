//! Checks of a level file that need no navigation mesh. What can be reached on foot is checked when the level is built.

use std::collections::BTreeSet;

use quarry_ron::Cursor;
use quarry_ron::finding::{Diagnostics, plural};

use super::grid::LevelGrid;
use super::names;
use super::names::NameIndex;
use crate::data::level::{CellContent, CellKind, Level};

/// The steepest slope that agents can walk, in degrees.
const MAX_SLOPE: f32 = 40.0;

pub(super) fn check(level: &Level, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    sizes(level, at, out);
    let grid = LevelGrid::check(level, at, out);
    for (index, floor) in level.floors.iter().enumerate() {
        if let Some(material) = floor.roof {
            names::check("material", material, &names.materials, &at.field("floors").index(index).field("roof"), out);
        }
    }
    if let Some(material) = level.sky.ground {
        names::check("material", material, &names.materials, &at.field("sky").field("ground"), out);
    }
    legend(level, at, names, &grid, out);
    drawing(level, at, &grid, out);
    spawn_points(level, at, names, &grid, out);
    props(level, at, names, &grid, out);
    rooms(level, at, &grid, out);
}

fn sizes(level: &Level, at: &Cursor<'_>, out: &mut Diagnostics) {
    if level.floors.is_empty() {
        out.push(at.field("floors").error("the level has no floor").help("at least one is needed"));
    }
    for (index, floor) in level.floors.iter().enumerate() {
        let below = index.checked_sub(1).and_then(|below| level.floors.get(below));
        if below.is_some_and(|below| below.height > floor.height) {
            let finding =
                at.field("floors").index(index).field("height").error("this floor lies below the one before it");
            out.push(finding.help("floors are listed from the lowest to the highest"));
        }
    }
}

fn legend(level: &Level, at: &Cursor<'_>, names: &NameIndex, grid: &LevelGrid<'_>, out: &mut Diagnostics) {
    let drawn: BTreeSet<char> = grid.cells().map(|(_, drawn, _)| drawn).collect();
    for (character, entry) in &level.legend {
        let at = at.field("legend").entry(&character.to_string());
        if !drawn.contains(character) {
            out.push(at.error(format!("'{character}' is not in the drawing")).warning());
        }
        let ground = at.field("ground");
        match &entry.ground {
            CellKind::Void => {}
            CellKind::Floor { material }
            | CellKind::Water { material }
            | CellKind::Door { material }
            | CellKind::Wall { material, .. }
            | CellKind::Ramp { material, .. } => {
                names::check("material", *material, &names.materials, &ground.field("material"), out);
            }
        }
        for (index, held) in entry.contains.iter().enumerate() {
            let at = at.field("contains").index(index);
            if matches!(entry.ground, CellKind::Water { .. }) && !matches!(held, CellContent::Prop { .. }) {
                out.push(
                    at.error("water can contain nothing but props").help("nobody walks there: draw it on a floor"),
                );
            }
            match held {
                CellContent::Spawn(side) => names::check("side", *side, &names.sides, &at.index(0), out),
                CellContent::Prop { name, .. } => names::check("prop", *name, &names.props, &at.field("name"), out),
                CellContent::Thing { name, .. } => {
                    names::check("device", *name, &names.devices, &at.field("name"), out)
                }
                CellContent::Item(name) => names::check_thing(*name, names, &at.index(0), out),
                CellContent::Stock { name, .. } | CellContent::Gate { name, .. } => {
                    names::check_thing(*name, names, &at.field("name"), out);
                }
                CellContent::Patrol => {}
            }
        }
    }
}

/// Mistakes in the drawing: doors without walls beside them, slopes too steep, contents of cells that are no floor.
fn drawing(level: &Level, at: &Cursor<'_>, grid: &LevelGrid<'_>, out: &mut Diagnostics) {
    for (cell, character, legend) in grid.cells() {
        let across = grid.is_wall(cell, -1, 0) || grid.is_wall(cell, 1, 0);
        let along = grid.is_wall(cell, 0, -1) || grid.is_wall(cell, 0, 1);
        let gate = legend.contains.iter().any(|held| matches!(held, CellContent::Gate { .. }));
        match &legend.ground {
            CellKind::Door { .. } if !across && !along => {
                let finding = LevelGrid::finding(at, cell, "this door has no walls beside it".into());
                out.push(finding.help("a doorway needs walls on two opposite sides"));
            }
            CellKind::Ramp { direction, rise, .. } => {
                ramp(level, at, grid, (cell, character), (*direction, *rise), out);
            }
            CellKind::Wall { .. } | CellKind::Void if !gate && !legend.contains.is_empty() => {
                let finding =
                    LevelGrid::finding(at, cell, format!("'{character}' has contents in a cell that is not a floor"));
                out.push(finding.help("give its legend entry a floor"));
            }
            _ => {}
        }
    }
}

fn ramp(
    level: &Level,
    at: &Cursor<'_>,
    grid: &LevelGrid<'_>,
    ((floor, column, row), character): ((usize, usize, usize), char),
    (to, rise): (crate::data::level::Heading, f32),
    out: &mut Diagnostics,
) {
    use crate::data::level::Heading;
    let (east, south): (isize, isize) = match to {
        Heading::North => (0, -1),
        Heading::South => (0, 1),
        Heading::East => (1, 0),
        Heading::West => (-1, 0),
    };
    let same = |steps: isize| {
        let place = column.checked_add_signed(east * steps).zip(row.checked_add_signed(south * steps));
        place.is_some_and(|(column, row)| {
            grid.legend(floor, column, row).is_some_and(|legend| level.legend.get(&character) == Some(legend))
        })
    };
    if same(-1) {
        // One finding is enough, at the first cell of the slope.
        return;
    }
    let run = (1..).take_while(|steps| same(*steps)).count() + 1;
    let length = run as f32 * level.cell;
    let steepest = bevy::math::ops::tan(MAX_SLOPE.to_radians());
    if rise > length * steepest {
        let message = format!("this slope rises {rise} m over {length} m: too steep to walk");
        let needed = (rise / steepest / level.cell).ceil();
        out.push(
            LevelGrid::finding(at, (floor, column, row), message).help(format!("draw it at least {needed} cells long")),
        );
    }
}

fn spawn_points(level: &Level, at: &Cursor<'_>, names: &NameIndex, grid: &LevelGrid<'_>, out: &mut Diagnostics) {
    let legend = at.field("legend");
    // The spawn points of a misspelt side are not missing: one finding is enough.
    let misspelt = |held: &CellContent| matches!(held, CellContent::Spawn(side) if !names.spawn_counts.iter().any(|(known, ..)| known == side));
    let starts = if grid.held().any(|(_, held)| misspelt(held)) { &[][..] } else { names.spawn_counts.as_slice() };
    for side in level.counts.keys() {
        names::check("side", *side, &names.sides, &at.field("counts").entry(side.as_str()), out);
    }
    for (side, most, like) in starts {
        let own = grid.starts(*side);
        let drawn = like.filter(|_| own == 0).map_or(own, |other| grid.starts(other));
        let most = level.counts.get(side).unwrap_or(most);
        if drawn < usize::from(*most) {
            let message = format!("the side `{side}` has {}, the rules ask for {most}", plural(drawn, "spawn point"));
            let help = format!("draw a character with `contains: [spawn(\"{side}\")]` in its legend entry");
            out.push(legend.error(message).help(help));
        }
    }
}

fn props(level: &Level, at: &Cursor<'_>, names: &NameIndex, grid: &LevelGrid<'_>, out: &mut Diagnostics) {
    for (index, placed) in level.props.iter().enumerate() {
        let at = at.field("props").index(index);
        names::check("prop", placed.name, &names.props, &at.field("name"), out);
        let Some((columns, rows)) = grid.size(placed.floor) else {
            if placed.floor >= level.floors.len() {
                out.push(at.field("floor").error(no_floor(placed.floor, level)));
            }
            continue;
        };
        let (width, depth) = (columns as f32 * level.cell, rows as f32 * level.cell);
        let (x, z) = placed.at;
        if !(0.0..=width).contains(&x) || !(0.0..=depth).contains(&z) {
            let finding = at.field("at").error(format!("`{}` is outside of the level", placed.name));
            out.push(finding.help(format!("the floor reaches from (0, 0) to ({width}, {depth}) metres")));
            continue;
        }
        let cell = grid.legend(placed.floor, (x / level.cell) as usize, (z / level.cell) as usize);
        if cell.is_some_and(|legend| matches!(legend.ground, CellKind::Wall { height: None, .. } | CellKind::Void)) {
            let message = format!("the middle of `{}` is in a wall or outside of the floor", placed.name);
            out.push(at.field("at").error(message).warning());
        }
    }
}

fn rooms(level: &Level, at: &Cursor<'_>, grid: &LevelGrid<'_>, out: &mut Diagnostics) {
    for (index, room) in level.rooms.iter().enumerate() {
        let at = at.field("rooms").index(index);
        let Some((columns, rows)) = grid.size(room.floor) else {
            if room.floor >= level.floors.len() {
                out.push(at.field("floor").error(no_floor(room.floor, level)));
            }
            continue;
        };
        if room.from.0 > room.to.0 || room.from.1 > room.to.1 {
            let finding =
                at.field("to").error(format!("the room \"{}\" has its corners the wrong way round", room.name));
            out.push(finding.help("`from` is its north-west cell, `to` its south-east cell"));
        } else if room.to.0 as usize >= columns || room.to.1 as usize >= rows {
            let finding = at.field("to").error(format!("the room \"{}\" reaches beyond the drawing", room.name));
            out.push(finding.help(format!("the last cell is ({}, {})", columns - 1, rows - 1)));
        }
    }
}

fn no_floor(floor: usize, level: &Level) -> String {
    format!("there is no floor {floor}: the level has {}, counted from 0", plural(level.floors.len(), "floor"))
}
