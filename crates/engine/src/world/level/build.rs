//! Building a level: walls, floors, slopes, ceilings and lintels, then the contents of the cells.

use bevy::math::{Vec2, Vec3};
use quarry_minds::protocol::Label;

use super::{
    Bounds, BuiltLevel, CEILING_THICKNESS, CellGround, Door, DoorSet, FLOOR_THICKNESS, FloorGrid, GroundPatch,
    LevelError, Solid, SolidOrigin, SolidShape, WATER_DEPTH,
    cells::{self, FloorRows},
    contents,
    merge::{CellRect, merge_cells},
};
use crate::{
    data::{
        level::{CellContent, CellKind, Level},
        prop::PropCatalogue,
    },
    world::geometry::direction,
};

/// Builds the level called `name`.
///
/// # Errors
/// Everything wrong with the level, in the order of the file.
pub fn build(name: Label, level: &Level, catalogue: &PropCatalogue) -> Result<BuiltLevel, Vec<LevelError>> {
    let mut faults = Vec::new();
    let (floors, rooms) = cells::floors(level, &mut faults);
    let mut built = BuiltLevel {
        name,
        title: level.title.clone(),
        cell: level.cell,
        wall_height: level.wall_height,
        bounds: bounds(level, &floors),
        solids: Vec::new(),
        patches: Vec::new(),
        water: Vec::new(),
        doors: Vec::new(),
        things: Vec::new(),
        spawns: Vec::new(),
        lamps: Vec::new(),
        props: Vec::new(),
        rooms,
        floors,
        sky: level.sky.clone(),
        counts: level.counts.clone(),
        items: level.items.clone(),
        wires: level.wires.clone(),
        lamp_feeds: Vec::new(),
        game: level.game.clone(),
    };
    if level.cell <= 0.0 || built.floors.is_empty() {
        faults.push(LevelError { message: "the level has no cells".into(), cell: None });
        return Err(faults);
    }
    for floor in 0..built.floors.len() {
        let rows = FloorRows::new(level, floor);
        walls(&mut built, level, &rows, floor);
        slopes(&mut built, level, &rows, floor);
        add_floors(&mut built, level, &rows, floor);
        add_water(&mut built, level, &rows, floor);
        ceiling(&mut built, level, &rows, floor);
        contents::place(&mut built, level, catalogue, &rows, floor, &mut faults);
    }
    contents::place_listed(&mut built, level, catalogue, &mut faults);
    contents::lay_items_on_furniture(&mut built);
    contents::spread_items(&mut built);
    contents::put_items_into_devices(&mut built);
    contents::feed_lamps(&mut built, level);
    lintels(&mut built, level);
    if built.doors.len() > DoorSet::MAX {
        let message = format!("{} doors and gates; a level may have at most {}", built.doors.len(), DoorSet::MAX);
        faults.push(LevelError { message, cell: None });
    }
    if faults.is_empty() { Ok(built) } else { Err(faults) }
}

fn bounds(level: &Level, floors: &[FloorGrid]) -> Bounds {
    let mut max = Vec3::new(0.0, f32::MIN, 0.0);
    let mut low = f32::MAX;
    for floor in floors {
        let corner = Vec3::new(floor.columns as f32, 0.0, floor.rows as f32) * level.cell + Vec3::Y * floor.height;
        max = max.max(corner + Vec3::Y * level.wall_height);
        low = low.min(floor.height);
    }
    Bounds { min: Vec3::new(0.0, low - FLOOR_THICKNESS, 0.0), max }
}

/// The corners of a rectangle of cells with the smallest and the largest coordinates, in metres.
fn rectangle(rect: &CellRect, cell: f32) -> (Vec2, Vec2) {
    let min = Vec2::new(rect.column as f32, rect.row as f32) * cell;
    (min, min + Vec2::new(rect.columns as f32, rect.rows as f32) * cell)
}

/// A box over a rectangle of cells, between two heights.
fn block(rect: &CellRect, cell: f32, from: f32, to: f32, material: Label, origin: SolidOrigin) -> Solid {
    let (min, max) = rectangle(rect, cell);
    let (centre, half) = ((min + max) * 0.5, (max - min) * 0.5);
    Solid {
        shape: SolidShape::Box { half: Vec3::new(half.x, (to - from) * 0.5, half.y) },
        centre: Vec3::new(centre.x, (from + to) * 0.5, centre.y),
        heading: 0.0,
        material,
        origin,
    }
}

/// Adds the walls. Heights are compared in millimetres when cells are merged.
fn walls(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, floor: usize) {
    let FloorGrid { columns, rows: count, height: base, .. } = built.floors[floor];
    let kind = |column: u32, row: u32| {
        let legend = rows.legend(level, column, row)?;
        match (&legend.ground, built.floors[floor].cell(column, row)?.ground) {
            (CellKind::Wall { material, .. }, CellGround::Wall(height)) => {
                Some((*material, (height * 1000.0).round() as i32))
            }
            _ => None,
        }
    };
    for (rect, (material, millimetres)) in merge_cells(columns, count, kind) {
        let top = base + millimetres as f32 / 1000.0;
        built.solids.push(block(&rect, level.cell, base, top, material, SolidOrigin::Wall));
    }
}

fn slopes(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, floor: usize) {
    let FloorGrid { columns, rows: count, height: base, .. } = built.floors[floor];
    let kind = |column: u32, row: u32| {
        rows.legend(level, column, row)
            .filter(|legend| matches!(legend.ground, CellKind::Ramp { .. }))
            .and_then(|_| rows.at(column, row))
    };
    for (rect, drawn) in merge_cells(columns, count, kind) {
        let Some(CellKind::Ramp { material, direction: uphill, rise }) =
            level.legend.get(&drawn).map(|legend| &legend.ground)
        else {
            continue;
        };
        let (min, max) = rectangle(&rect, level.cell);
        let heading = uphill.degrees().to_radians();
        let sideways = direction(heading).x.abs() > 0.5;
        let size = max - min;
        let (width, length) = if sideways { (size.y, size.x) } else { (size.x, size.y) };
        let centre = (min + max) * 0.5;
        built.solids.push(Solid {
            shape: SolidShape::Wedge { half: Vec3::new(width, *rise, length) * 0.5 },
            centre: Vec3::new(centre.x, base + rise * 0.5, centre.y),
            heading,
            material: *material,
            origin: SolidOrigin::Ramp,
        });
        let patch = built.patches.len();
        built.patches.push(GroundPatch {
            floor,
            min,
            max,
            height: base,
            slope: Some((*rise, heading)),
            material: *material,
        });
        for row in rect.row..rect.row + rect.rows {
            for column in rect.column..rect.column + rect.columns {
                if let Some(cell) = built.floors[floor].cells.get_mut((row * columns + column) as usize) {
                    cell.ground = CellGround::Slope(patch);
                }
            }
        }
    }
}

/// The material of the ground of a cell that is level.
fn floor_material(level: &Level, rows: &FloorRows, column: u32, row: u32) -> Option<Label> {
    let legend = rows.legend(level, column, row)?;
    match &legend.ground {
        CellKind::Floor { material } | CellKind::Door { material } => Some(*material),
        CellKind::Wall { material, .. }
            if legend.contains.iter().any(|held| matches!(held, CellContent::Gate { .. })) =>
        {
            Some(*material)
        }
        _ => None,
    }
}

fn add_floors(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, floor: usize) {
    let FloorGrid { columns, rows: count, height: base, .. } = built.floors[floor];
    for (rect, material) in merge_cells(columns, count, |column, row| floor_material(level, rows, column, row)) {
        let (min, max) = rectangle(&rect, level.cell);
        built.patches.push(GroundPatch { floor, min, max, height: base, slope: None, material });
    }
    // The floor continues under walls, so that no gap shows between a wall and the ground.
    let under = |column: u32, row: u32| {
        floor_material(level, rows, column, row).or_else(|| {
            match rows.legend(level, column, row).map(|legend| &legend.ground) {
                Some(CellKind::Wall { material, .. } | CellKind::Ramp { material, .. }) => Some(*material),
                _ => None,
            }
        })
    };
    for (rect, material) in merge_cells(columns, count, under) {
        built.solids.push(block(&rect, level.cell, base - FLOOR_THICKNESS, base, material, SolidOrigin::Floor));
    }
}

/// The material of the water in a cell.
fn water_material(level: &Level, rows: &FloorRows, column: u32, row: u32) -> Option<Label> {
    let CellKind::Water { material } = rows.legend(level, column, row)?.ground else { return None };
    Some(material)
}

/// Adds the surfaces of water. They carry nobody, so they are no ground patches.
fn add_water(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, floor: usize) {
    let FloorGrid { columns, rows: count, height: base, .. } = built.floors[floor];
    for (rect, material) in merge_cells(columns, count, |column, row| water_material(level, rows, column, row)) {
        let (min, max) = rectangle(&rect, level.cell);
        let height = base - WATER_DEPTH;
        built.water.push(GroundPatch { floor, min, max, height, slope: None, material });
        built.solids.push(block(&rect, level.cell, base - FLOOR_THICKNESS, height, material, SolidOrigin::Water));
    }
}

fn ceiling(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, floor: usize) {
    let FloorGrid { columns, rows: count, height: base, ceiling, .. } = built.floors[floor];
    if !ceiling {
        return;
    }
    let top = base + level.wall_height;
    let covered = |column: u32, row: u32| {
        floor_material(level, rows, column, row).or_else(|| water_material(level, rows, column, row))
    };
    for (rect, material) in merge_cells(columns, count, covered) {
        built.solids.push(block(&rect, level.cell, top - CEILING_THICKNESS, top, material, SolidOrigin::Ceiling));
    }
}

/// Adds the wall above every doorway, in the material of the wall beside it.
fn lintels(built: &mut BuiltLevel, level: &Level) {
    let mut found = Vec::new();
    for Door { cell: (floor, column, row), height, width, along, .. } in &built.doors {
        let Some(base) = built.floors.get(*floor).map(|floor| floor.height) else { continue };
        let (from, to) = (base + height, base + level.wall_height);
        let rows = FloorRows::new(level, *floor);
        let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().find_map(|(east, south)| {
            let legend = rows.legend(level, column.checked_add_signed(east)?, row.checked_add_signed(south)?)?;
            match &legend.ground {
                CellKind::Wall { material, height: None } => Some(*material),
                _ => None,
            }
        });
        if let Some(material) = beside.filter(|_| to > from + 0.05) {
            let cells = (width / level.cell).round() as u32;
            let (columns, rows) = if along.x.abs() > 0.5 { (cells, 1) } else { (1, cells) };
            let rect = CellRect { column: *column, row: *row, columns, rows };
            found.push(block(&rect, level.cell, from, to, material, SolidOrigin::Lintel));
        }
    }
    built.solids.append(&mut found);
}
