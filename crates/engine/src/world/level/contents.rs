//! Adds the contents of cells: doors, gates, start points, patrol points, places of items, and props with their lamps and
//! hiding places.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::Vec3;
use quarry_minds::protocol::{Label, ThingId, label};

use super::{
    BuiltLevel, CellGround, DOOR_HEIGHT, Door, LevelError, LevelThing, PlacedFeed, PlacedLamp, PlacedProp, Solid,
    SolidOrigin, SolidShape, SpawnPoint, ThingKind,
    cells::{FloorRows, cell_error},
};
use crate::{
    data::{
        level::{CellContent, CellKind, Heading, Level},
        prop::{PartShape, PropCatalogue},
    },
    world::{
        StockState,
        geometry::{direction, heading_of, place_of},
    },
};

/// How far in front of a gate an agent stands to use it, in metres.
const GATE_STAND: f32 = 0.5;
/// The highest furniture an item may lie on, in metres.
const MAX_TABLE_HEIGHT: f32 = 1.2;
/// The distance between the places of items in one cell, in metres.
const ITEM_GAP: f32 = 0.24;

type CellIndex = (usize, u32, u32);

/// Adds everything drawn on one floor, row by row.
pub(super) fn place(
    built: &mut BuiltLevel,
    level: &Level,
    catalogue: &PropCatalogue,
    rows: &FloorRows,
    floor: usize,
    faults: &mut Vec<LevelError>,
) {
    let (columns, count) = (built.floors[floor].columns, built.floors[floor].rows);
    for row in 0..count {
        for column in 0..columns {
            let Some(legend) = rows.legend(level, column, row) else { continue };
            let at = (floor, column, row);
            let middle = cell_centre(built, at);
            if matches!(legend.ground, CellKind::Door { .. }) {
                door(built, level, rows, at);
            }
            for held in &legend.contains {
                match held {
                    CellContent::Spawn(side) => {
                        let centre = (built.bounds.min + built.bounds.max) * 0.5;
                        let heading = heading_of(centre - middle);
                        built.spawns.push(SpawnPoint { side: *side, place: middle, heading, cell: at });
                    }
                    CellContent::Patrol => thing(built, ThingKind::PatrolPoint, label("patrol_point"), at, middle),
                    CellContent::Item(name) => thing(built, ThingKind::Item, *name, at, middle),
                    CellContent::Stock { name, amount, max, regrow } => {
                        thing(built, ThingKind::Stock, *name, at, middle);
                        let stock = StockState { amount: *amount, max: max.unwrap_or(*amount), regrow: *regrow };
                        built.things.last_mut().into_iter().for_each(|thing| thing.stock = stock);
                    }
                    CellContent::Thing { name, facing } => device(built, *name, *facing, at, middle),
                    CellContent::Gate { name, facing } => gate(built, level, rows, at, *name, *facing),
                    CellContent::Prop { name, rotation } => {
                        let heading = rotation.to_radians();
                        if !prop(built, catalogue, *name, at, middle, heading) {
                            faults.push(cell_error(level, at, &format!("unknown prop `{name}`")));
                        }
                    }
                }
            }
        }
    }
}

/// Adds the props listed beside the grid.
pub(super) fn place_listed(
    built: &mut BuiltLevel,
    level: &Level,
    catalogue: &PropCatalogue,
    faults: &mut Vec<LevelError>,
) {
    for (index, placed) in level.props.iter().enumerate() {
        let Some(height) = built.floors.get(placed.floor).map(|floor| floor.height) else {
            let message =
                format!("prop {index} (`{}`) is on floor {}, which does not exist", placed.name, placed.floor);
            faults.push(LevelError { message, cell: None });
            continue;
        };
        let flat = Vec3::new(placed.at.0, height, placed.at.1);
        let middle = Vec3::new(flat.x, built.ground_height(flat).unwrap_or(height), flat.z);
        let cell = (placed.floor, (flat.x / level.cell).max(0.0) as u32, (flat.z / level.cell).max(0.0) as u32);
        if !prop(built, catalogue, placed.name, cell, middle, placed.rotation.to_radians()) {
            faults.push(cell_error(level, cell, &format!("unknown prop `{}`", placed.name)));
        }
    }
}

/// Puts items on top of the furniture that stands at their place.
pub(super) fn lay_items_on_furniture(built: &mut BuiltLevel) {
    let tops: Vec<(Vec3, f32, f32)> = built
        .solids
        .iter()
        .filter(|solid| matches!(solid.origin, SolidOrigin::Prop(_)))
        .map(|solid| match solid.shape {
            SolidShape::Box { half } | SolidShape::Wedge { half } => {
                (solid.centre, half.x.min(half.z), solid.centre.y + half.y)
            }
            SolidShape::Cylinder { radius, half_height } => (solid.centre, radius, solid.centre.y + half_height),
            SolidShape::Ball { radius } => (solid.centre, 0.0, solid.centre.y + radius),
        })
        .collect();
    for thing in built.things.iter_mut().filter(|thing| thing.kind == ThingKind::Item) {
        let ground = thing.place.y;
        for (centre, reach, top) in &tops {
            let covers = (centre.x - thing.place.x).abs() <= *reach && (centre.z - thing.place.z).abs() <= *reach;
            if covers && *top > thing.place.y && *top <= ground + MAX_TABLE_HEIGHT {
                thing.place.y = *top;
            }
        }
    }
}

/// Spreads the places of several items in one cell, so that they do not lie in each other. Those in a device stay in its middle, which agents get near
/// to from all sides.
pub(super) fn spread_items(built: &mut BuiltLevel) {
    let mut of_cell: BTreeMap<CellIndex, Vec<ThingId>> = BTreeMap::new();
    let devices: BTreeSet<CellIndex> = built.things_of(ThingKind::Device).map(|device| device.cell).collect();
    for item in built.things_of(ThingKind::Item).filter(|item| !devices.contains(&item.cell)) {
        of_cell.entry(item.cell).or_default().push(item.id);
    }
    for items in of_cell.values() {
        for (index, item) in items.iter().enumerate() {
            if let Some(item) = built.things.get_mut(usize::from(item.0)) {
                item.place.z += (index as f32 - (items.len() - 1) as f32 * 0.5) * ITEM_GAP;
            }
        }
    }
}

/// Notes for each lamp what it needs to shine.
pub(super) fn feed_lamps(built: &mut BuiltLevel, level: &Level) {
    for (prop, feed) in &level.lamps {
        let things = built.things.iter().filter(|thing| thing.name == feed.thing).map(|thing| thing.id).collect();
        let feed = PlacedFeed { things, state: feed.state };
        let index = built.lamp_feeds.iter().position(|known| *known == feed).unwrap_or(built.lamp_feeds.len());
        if index == built.lamp_feeds.len() {
            built.lamp_feeds.push(feed);
        }
        let props = &built.props;
        let fed = built.lamps.iter_mut().filter(|lamp| props.get(lamp.prop).is_some_and(|placed| placed.name == *prop));
        fed.for_each(|lamp| lamp.feed = Some(index));
    }
}

/// Notes for each item the device in the same cell, which may conceal it.
pub(super) fn put_items_into_devices(built: &mut BuiltLevel) {
    let devices: Vec<(CellIndex, ThingId)> =
        built.things_of(ThingKind::Device).map(|device| (device.cell, device.id)).collect();
    for item in built.things.iter_mut().filter(|thing| thing.kind == ThingKind::Item) {
        item.inside = devices.iter().find(|(cell, _)| *cell == item.cell).map(|(_, device)| *device);
    }
}

fn cell_centre(built: &BuiltLevel, (floor, column, row): CellIndex) -> Vec3 {
    let height = built.floors.get(floor).map_or(0.0, |floor| floor.height);
    let flat = Vec3::new((column as f32 + 0.5) * built.cell, height, (row as f32 + 0.5) * built.cell);
    let slope = built.floors.get(floor).and_then(|floor| floor.cell(column, row)).and_then(|cell| match cell.ground {
        CellGround::Slope(patch) => built.patches.get(patch),
        _ => None,
    });
    Vec3::new(flat.x, slope.map_or(height, |patch| patch.height_at(flat)), flat.z)
}

fn thing(built: &mut BuiltLevel, kind: ThingKind, name: Label, cell: CellIndex, place: Vec3) {
    built.things.push(LevelThing { cell, ..LevelThing::at(built.next_thing(), kind, name, place) });
}

/// Adds a device. In a doorway it stands in the middle of the door, and may keep it shut.
fn device(built: &mut BuiltLevel, name: Label, facing: Heading, cell: CellIndex, middle: Vec3) {
    let (floor, column, row) = cell;
    let ground = built.floors.get(floor).and_then(|floor| floor.cell(column, row)).map(|cell| cell.ground);
    let doorway = match ground {
        Some(CellGround::Door(index)) => {
            built.doors.get(index).map(|door| (index, door.middle, heading_of(door.through)))
        }
        _ => None,
    };
    let place = doorway.map_or(middle, |(_, middle, _)| middle);
    thing(built, ThingKind::Device, name, cell, place);
    if let Some(device) = built.things.last_mut() {
        device.door = doorway.map(|(index, ..)| index);
        device.heading = doorway.map_or(facing.degrees().to_radians(), |(.., heading)| heading);
    }
}

fn is_wall(built: &BuiltLevel, (floor, column, row): CellIndex, east: i32, south: i32) -> bool {
    let neighbour = column.checked_add_signed(east).zip(row.checked_add_signed(south));
    neighbour
        .and_then(|(column, row)| built.floors.get(floor)?.cell(column, row))
        .is_some_and(|cell| matches!(cell.ground, CellGround::Wall(_)))
}

/// The number of cells from this one on, along an axis, that belong to the same passage.
fn passage_length(cell: CellIndex, along: Vec3, belongs: impl Fn(u32, u32) -> bool) -> u32 {
    let (east, south) = if along.x.abs() > 0.5 { (1, 0) } else { (0, 1) };
    (1..).take_while(|steps| belongs(cell.1 + steps * east, cell.2 + steps * south)).count() as u32 + 1
}

/// Adds a door, as wide as the door cells side by side. Does nothing for cells after the first.
fn door(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, cell: CellIndex) {
    let (floor, column, row) = cell;
    let taken = built.floors.get(floor).and_then(|floor| floor.cell(column, row));
    if taken.is_some_and(|cell| matches!(cell.ground, CellGround::Door(_))) {
        return;
    }
    // The door closes the gap between two walls. It runs east to west unless the walls stand north and south of it.
    let beside = u8::from(is_wall(built, cell, -1, 0)) + u8::from(is_wall(built, cell, 1, 0));
    let before = u8::from(is_wall(built, cell, 0, -1)) + u8::from(is_wall(built, cell, 0, 1));
    let (along, through) = if before > beside { (Vec3::Z, Vec3::X) } else { (Vec3::X, Vec3::NEG_Z) };
    let cells = passage_length(cell, along, |column, row| {
        rows.legend(level, column, row).is_some_and(|legend| matches!(legend.ground, CellKind::Door { .. }))
    });
    let middle = cell_centre(built, cell) + along * (built.cell * 0.5 * (cells - 1) as f32);
    add_door_panel(built, cell, cells, middle, along, through, false);
    thing(built, ThingKind::Door, label("door"), cell, middle);
    link_door(built, heading_of(through));
    let index = built.doors.len() - 1;
    for step in 0..cells {
        let (column, row) = if along.x > 0.5 { (column + step, row) } else { (column, row + step) };
        if let Some(floor) = built.floors.get_mut(floor)
            && let Some(cell) = floor.cells.get_mut((row * floor.columns + column) as usize)
        {
            cell.ground = CellGround::Door(index);
        }
    }
}

/// Adds a gate, as wide as its cells side by side. Does nothing for cells after the first.
fn gate(built: &mut BuiltLevel, level: &Level, rows: &FloorRows, cell: CellIndex, name: Label, facing: Heading) {
    let heading = facing.degrees().to_radians();
    let through = direction(heading);
    let along = Vec3::new(through.z, 0.0, through.x).abs();
    let belongs = |column: u32, row: u32| {
        let same = |held: &CellContent| match held {
            CellContent::Gate { name: its, facing: other } => *its == name && *other == facing,
            _ => false,
        };
        rows.legend(level, column, row).is_some_and(|legend| legend.contains.iter().any(same))
    };
    let before =
        if along.x > 0.5 { cell.1.checked_sub(1).zip(Some(cell.2)) } else { Some(cell.1).zip(cell.2.checked_sub(1)) };
    if before.is_some_and(|(column, row)| belongs(column, row)) {
        return;
    }
    let cells = passage_length(cell, along, belongs);
    let middle = cell_centre(built, cell) + along * (built.cell * 0.5 * (cells - 1) as f32);
    let threshold = middle - through * (built.cell * 0.5);
    add_door_panel(built, cell, cells, threshold, Vec3::new(-through.z, 0.0, through.x), through, true);
    thing(built, ThingKind::Gate, name, cell, middle);
    link_door(built, heading);
    if let Some(gate) = built.things.last_mut() {
        gate.entry = threshold - through * GATE_STAND;
    }
}

fn add_door_panel(
    built: &mut BuiltLevel,
    cell: CellIndex,
    cells: u32,
    middle: Vec3,
    along: Vec3,
    through: Vec3,
    is_gate: bool,
) {
    let thing = built.next_thing();
    let height = DOOR_HEIGHT.min(built.wall_height);
    let width = built.cell * cells as f32;
    built.doors.push(Door { thing, middle, along, through, width, height, is_gate, cell });
}

/// Links the door and the thing that were added last.
fn link_door(built: &mut BuiltLevel, heading: f32) {
    let index = built.doors.len().saturating_sub(1);
    if let Some(thing) = built.things.last_mut() {
        thing.door = Some(index);
        thing.heading = heading;
    }
}

/// Adds a prop; returns `false` if the catalogue has no prop of this name.
fn prop(
    built: &mut BuiltLevel,
    catalogue: &PropCatalogue,
    name: Label,
    cell: CellIndex,
    place: Vec3,
    heading: f32,
) -> bool {
    let Some(kind) = catalogue.0.get(&name) else { return false };
    let index = built.props.len();
    for part in kind.parts.iter().filter(|part| part.solid) {
        let shape = match part.shape {
            PartShape::Box(width, height, depth) => SolidShape::Box { half: Vec3::new(width, height, depth) * 0.5 },
            PartShape::Cylinder { radius, height } => SolidShape::Cylinder { radius, half_height: height * 0.5 },
            PartShape::Ball { radius } => SolidShape::Ball { radius },
        };
        built.solids.push(Solid {
            shape,
            centre: place_of(place, heading, Vec3::from(part.at)),
            heading: heading + part.rotation.to_radians(),
            material: part.material,
            origin: SolidOrigin::Prop(index),
        });
    }
    if let Some(lamp) = kind.lamp {
        built.lamps.push(PlacedLamp {
            place: place_of(place, heading, Vec3::from(lamp.at)),
            colour: lamp.colour,
            range: lamp.range,
            lumens: lamp.lumens,
            prop: index,
            feed: None,
        });
    }
    let id = kind.hiding_place.map(|spec| {
        let id = built.next_thing();
        built.things.push(LevelThing {
            id,
            kind: ThingKind::HidingPlace,
            name: spec.name.unwrap_or_else(|| label("hiding_place")),
            place,
            entry: place_of(place, heading, Vec3::new(spec.entry.0, 0.0, spec.entry.1)),
            heading,
            door: None,
            prop: Some(index),
            visible_fraction: spec.visible_fraction.clamp(0.0, 1.0),
            capacity: spec.capacity,
            stock: StockState::default(),
            inside: None,
            cell,
        });
        id
    });
    built.props.push(PlacedProp { name, place, heading, floor: cell.0, thing: id });
    true
}
