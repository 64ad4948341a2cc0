//! The whole level, assembled: walls, floors, slopes, ceilings and lintels; then what the cells hold.

use bevy::math::{Vec2, Vec3};

use super::{
    Bounds, BuiltLevel, CEILING, CellGround, Door, DoorSet, GroundPatch, LevelFault, Origin, SLAB, Solid, SolidShape,
    cells::{self, Rows},
    holdings,
    merge::{Run, merge},
};
use crate::{
    data::{
        level::{Ground, Holding, Level},
        prop::PropCatalogue,
    },
    protocol::Label,
    world::geometry::direction,
};

/// Builds a level called `name`. On failure, everything found wrong with it, in the order of the file.
pub fn build(name: Label, level: &Level, catalogue: &PropCatalogue) -> Result<BuiltLevel, Vec<LevelFault>> {
    let mut faults = Vec::new();
    let (storeys, rooms) = cells::storeys(level, &mut faults);
    let mut built = BuiltLevel {
        name,
        title: level.title.clone(),
        keys_needed: level.keys_needed,
        keys: level.keys,
        one_key_more_each: level.one_key_more_each,
        cell: level.cell,
        wall_height: level.wall_height,
        bounds: bounds(level, &storeys),
        solids: Vec::new(),
        patches: Vec::new(),
        doors: Vec::new(),
        things: Vec::new(),
        spawns: Vec::new(),
        lamps: Vec::new(),
        props: Vec::new(),
        rooms,
        storeys,
        sky: level.sky.clone(),
    };
    if level.cell <= 0.0 || built.storeys.is_empty() {
        faults.push(LevelFault { message: "the level has no cells".into(), cell: None });
        return Err(faults);
    }
    for storey in 0..built.storeys.len() {
        let rows = Rows::of(level, storey);
        walls(&mut built, level, &rows, storey);
        slopes(&mut built, level, &rows, storey);
        floors(&mut built, level, &rows, storey);
        ceiling(&mut built, level, &rows, storey);
        holdings::place(&mut built, level, catalogue, &rows, storey, &mut faults);
    }
    holdings::place_listed(&mut built, level, catalogue, &mut faults);
    holdings::lay_keys_on_furniture(&mut built);
    lintels(&mut built, level);
    if built.doors.len() > DoorSet::MOST {
        let message = format!("{} doors and exits; a level may have {}", built.doors.len(), DoorSet::MOST);
        faults.push(LevelFault { message, cell: None });
    }
    if faults.is_empty() { Ok(built) } else { Err(faults) }
}

fn bounds(level: &Level, storeys: &[super::Storey]) -> Bounds {
    let mut max = Vec3::new(0.0, f32::MIN, 0.0);
    let mut low = f32::MAX;
    for storey in storeys {
        let corner = Vec3::new(storey.columns as f32, 0.0, storey.rows as f32) * level.cell + Vec3::Y * storey.height;
        max = max.max(corner + Vec3::Y * level.wall_height);
        low = low.min(storey.height);
    }
    Bounds { min: Vec3::new(0.0, low - SLAB, 0.0), max }
}

/// The rectangle of a run in metres: its least and greatest corner.
fn rectangle(run: &Run, cell: f32) -> (Vec2, Vec2) {
    let min = Vec2::new(run.column as f32, run.row as f32) * cell;
    (min, min + Vec2::new(run.columns as f32, run.rows as f32) * cell)
}

/// A box over a run of cells, from one height to another.
fn block(run: &Run, cell: f32, from: f32, to: f32, material: Label, origin: Origin) -> Solid {
    let (min, max) = rectangle(run, cell);
    let (centre, half) = ((min + max) * 0.5, (max - min) * 0.5);
    Solid {
        shape: SolidShape::Box { half: Vec3::new(half.x, (to - from) * 0.5, half.y) },
        centre: Vec3::new(centre.x, (from + to) * 0.5, centre.y),
        heading: 0.0,
        material,
        origin,
    }
}

/// The material of a wall cell, with its height in millimetres so that equal ones compare equal.
fn walls(built: &mut BuiltLevel, level: &Level, rows: &Rows, storey: usize) {
    let (columns, count, base) = {
        let storey = &built.storeys[storey];
        (storey.columns, storey.rows, storey.height)
    };
    let kind = |column: u32, row: u32| {
        let legend = rows.legend(level, column, row)?;
        match (&legend.ground, built.storeys[storey].cell(column, row)?.ground) {
            (Ground::Wall { material, .. }, CellGround::Wall(height)) => {
                Some((*material, (height * 1000.0).round() as i32))
            }
            _ => None,
        }
    };
    for (run, (material, millimetres)) in merge(columns, count, kind) {
        let top = base + millimetres as f32 / 1000.0;
        built.solids.push(block(&run, level.cell, base, top, material, Origin::Wall));
    }
}

fn slopes(built: &mut BuiltLevel, level: &Level, rows: &Rows, storey: usize) {
    let (columns, count, base) = {
        let storey = &built.storeys[storey];
        (storey.columns, storey.rows, storey.height)
    };
    let kind = |column: u32, row: u32| {
        rows.legend(level, column, row)
            .filter(|legend| matches!(legend.ground, Ground::Ramp { .. }))
            .and_then(|_| rows.at(column, row))
    };
    for (run, drawn) in merge(columns, count, kind) {
        let Some(Ground::Ramp { material, to, rise }) = level.legend.get(&drawn).map(|legend| &legend.ground) else {
            continue;
        };
        let (min, max) = rectangle(&run, level.cell);
        let heading = to.degrees().to_radians();
        let sideways = direction(heading).x.abs() > 0.5;
        let size = max - min;
        let (width, length) = if sideways { (size.y, size.x) } else { (size.x, size.y) };
        let centre = (min + max) * 0.5;
        built.solids.push(Solid {
            shape: SolidShape::Wedge { half: Vec3::new(width, *rise, length) * 0.5 },
            centre: Vec3::new(centre.x, base + rise * 0.5, centre.y),
            heading,
            material: *material,
            origin: Origin::Ramp,
        });
        let patch = built.patches.len();
        built.patches.push(GroundPatch {
            storey,
            min,
            max,
            height: base,
            slope: Some((*rise, heading)),
            material: *material,
        });
        for row in run.row..run.row + run.rows {
            for column in run.column..run.column + run.columns {
                if let Some(cell) = built.storeys[storey].cells.get_mut((row * columns + column) as usize) {
                    cell.ground = CellGround::Slope(patch);
                }
            }
        }
    }
}

/// The material of the ground of a level cell.
fn floor_material(level: &Level, rows: &Rows, column: u32, row: u32) -> Option<Label> {
    let legend = rows.legend(level, column, row)?;
    match &legend.ground {
        Ground::Floor { material } | Ground::Door { material } => Some(*material),
        Ground::Wall { material, .. } if legend.holds.iter().any(|held| matches!(held, Holding::Exit { .. })) => {
            Some(*material)
        }
        _ => None,
    }
}

fn floors(built: &mut BuiltLevel, level: &Level, rows: &Rows, storey: usize) {
    let (columns, count, base) = {
        let storey = &built.storeys[storey];
        (storey.columns, storey.rows, storey.height)
    };
    for (run, material) in merge(columns, count, |column, row| floor_material(level, rows, column, row)) {
        let (min, max) = rectangle(&run, level.cell);
        built.patches.push(GroundPatch { storey, min, max, height: base, slope: None, material });
    }
    // Floors are drawn and cast against under walls too, so that no gap shows between a wall and the ground.
    let under = |column: u32, row: u32| {
        floor_material(level, rows, column, row).or_else(|| {
            match rows.legend(level, column, row).map(|legend| &legend.ground) {
                Some(Ground::Wall { material, .. } | Ground::Ramp { material, .. }) => Some(*material),
                _ => None,
            }
        })
    };
    for (run, material) in merge(columns, count, under) {
        built.solids.push(block(&run, level.cell, base - SLAB, base, material, Origin::Floor));
    }
}

fn ceiling(built: &mut BuiltLevel, level: &Level, rows: &Rows, storey: usize) {
    let (columns, count, base, closed) = {
        let storey = &built.storeys[storey];
        (storey.columns, storey.rows, storey.height, storey.ceiling)
    };
    if !closed {
        return;
    }
    let top = base + level.wall_height;
    for (run, material) in merge(columns, count, |column, row| floor_material(level, rows, column, row)) {
        built.solids.push(block(&run, level.cell, top - CEILING, top, material, Origin::Ceiling));
    }
}

/// The wall above every doorway, of the material of the wall beside it.
fn lintels(built: &mut BuiltLevel, level: &Level) {
    let mut found = Vec::new();
    for Door { cell: (storey, column, row), height, width, along, .. } in &built.doors {
        let Some(base) = built.storeys.get(*storey).map(|storey| storey.height) else { continue };
        let (from, to) = (base + height, base + level.wall_height);
        let rows = Rows::of(level, *storey);
        let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().find_map(|(east, south)| {
            let legend = rows.legend(level, column.checked_add_signed(east)?, row.checked_add_signed(south)?)?;
            match &legend.ground {
                Ground::Wall { material, height: None } => Some(*material),
                _ => None,
            }
        });
        if let Some(material) = beside.filter(|_| to > from + 0.05) {
            let cells = (width / level.cell).round() as u32;
            let (columns, rows) = if along.x.abs() > 0.5 { (cells, 1) } else { (1, cells) };
            let run = Run { column: *column, row: *row, columns, rows };
            found.push(block(&run, level.cell, from, to, material, Origin::Lintel));
        }
    }
    built.solids.append(&mut found);
}
