//! What the scene contains after building the shipped levels, compared with the levels themselves. No window, no GPU.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use bevy::{ecs::system::RunSystemOnce, prelude::*, render::mesh::VertexAttributeValues};
use quarry_minds::protocol::{Label, label};

use super::{doors::DoorLeaf, floor_plan::FloorPlan, lamps::LampLight, props::HidingPlaceDoor, *};
use crate::client::session::{AgentFrame, AgentInfo};
use crate::data::{GameSchema, Library, prop::PartShape};
use crate::games;
use crate::world::level::{BuiltLevel, CellGround};
use crate::world::{Body, WeaponPhase};

/// Builds the scene of a level in medium quality, with small textures, three agents of the first kind and one of each other.
fn build_scene(library: &Library, level: Label) -> World {
    let mut world = World::new();
    world.init_resource::<Assets<Mesh>>();
    world.init_resource::<Assets<Image>>();
    world.init_resource::<palette_materials::PaletteMaterials>();
    let mut materials = Assets::<StandardMaterial>::default();
    world.insert_resource(shared_materials::SharedMaterials::new(&mut materials));
    world.insert_resource(materials);
    world.insert_resource(setup(library, level));
    // As in the window, where a plugin of the renderer does it.
    world.register_required_components::<Mesh3d, Visibility>();
    world.run_system_once(build).unwrap();
    world.flush();
    world
}

pub(crate) fn setup(library: &Library, level: Label) -> SceneSetup {
    let graphics = library.graphics.clone().unwrap();
    let mut quality = graphics.qualities[&label("medium")];
    quality.texture_size = 16;
    let built = crate::world::level::build(level, &library.levels[&level], &library.props).unwrap();
    let agents = library.agents.iter().enumerate().flat_map(|(number, (kind, agent))| {
        let (look, body) = (Arc::new(agent.look.clone()), Arc::new(agent.body.clone()));
        let count = if number == 0 { 3 } else { 1 };
        (0..count).map(|order| AgentInfo::new(*kind, &look, &body, agent.side, number > 0, order)).collect::<Vec<_>>()
    });
    let (_, rules) = library.rules("standard").unwrap();
    SceneSetup {
        agents: Arc::new(agents.collect()),
        ..SceneSetup::new(library, rules, &built, quality, graphics.night)
    }
}

/// An agent in play that does nothing.
pub(crate) fn agent(body: Body) -> AgentFrame {
    AgentFrame {
        body,
        bodiless: false,
        host: None,
        gone: None,
        hidden: None,
        arms: WeaponPhase::Ready,
        working: None,
        gun: None,
        carried: 0,
        visible_harm: 0.0,
        state: Label::default(),
    }
}

/// The scenes of all shipped levels of all games.
pub(crate) fn scenes() -> Vec<(Arc<BuiltLevel>, World)> {
    games::all().iter().flat_map(|game| scenes_of(game.schema())).collect()
}

pub(crate) fn scenes_of(game: &'static GameSchema) -> Vec<(Arc<BuiltLevel>, World)> {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), game).unwrap();
    let scene = |level: &Label| {
        let world = build_scene(&library, *level);
        (world.resource::<SceneSetup>().level.clone(), world)
    };
    library.levels.keys().map(scene).collect()
}

/// The vertices of a mesh in metres, in level coordinates.
pub(super) fn vertices(meshes: &Assets<Mesh>, mesh: &Mesh3d, transform: Option<&Transform>) -> Vec<Vec3> {
    let positions = meshes.get(&mesh.0).and_then(|mesh| mesh.attribute(Mesh::ATTRIBUTE_POSITION));
    let Some(VertexAttributeValues::Float32x3(positions)) = positions else { panic!("a mesh without positions") };
    let transform = transform.copied().unwrap_or_default();
    positions.iter().map(|at| transform.transform_point(Vec3::from(*at))).collect()
}

/// The area of the triangles of a mesh seen from above, in square metres.
fn area_from_above(mesh: &Mesh) -> f32 {
    let Some(VertexAttributeValues::Float32x3(at)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION) else { return 0.0 };
    let indices: Vec<usize> = mesh.indices().unwrap().iter().collect();
    let flat = |index: usize| Vec2::new(at[index][0], at[index][2]);
    let area = |corners: &[usize]| {
        let [a, b, c] = [0, 1, 2].map(|corner| flat(corners[corner]));
        (b - a).perp_dot(c - a).abs() * 0.5
    };
    indices.chunks(3).map(area).sum()
}

#[test]
fn no_part_of_a_level_is_outside_its_bounds() {
    // Hedges and door frames protrude a little; trees are taller than the walls.
    let (below, above) = (Vec3::splat(0.6), Vec3::new(0.6, 4.0, 0.6));
    for (level, mut world) in scenes() {
        let (low, high) = (level.bounds.min - below, level.bounds.max + above);
        let mut parts = world.query_filtered::<(&Name, &Mesh3d, Option<&Transform>), With<OnFloor>>();
        let meshes = world.resource::<Assets<Mesh>>();
        let mut count = 0;
        for (name, mesh, transform) in parts.iter(&world) {
            count += 1;
            for at in vertices(meshes, mesh, transform) {
                assert!(at.cmpge(low).all() && at.cmple(high).all(), "{}: {name} reaches {at}", level.name);
            }
        }
        assert!(count > 10, "{}: {count} meshes", level.name);
    }
}

#[test]
fn every_wall_cell_has_faces_where_it_is_open() {
    for (level, _) in scenes() {
        for (floor, grid) in level.floors.iter().enumerate() {
            let plan = FloorPlan::new(&level, floor);
            for row in 0..grid.rows {
                for column in 0..grid.columns {
                    let wanted = match grid.cell(column, row).unwrap().ground {
                        CellGround::Wall(height) => Some(height),
                        _ => None,
                    };
                    let planned = plan.wall(column as i32, row as i32).map(|wall| wall.height);
                    let same = match (wanted, planned) {
                        (Some(wanted), Some(planned)) => (wanted - planned).abs() < 0.06,
                        (None, None) => true,
                        _ => false,
                    };
                    assert!(same, "{} floor {floor} ({column}, {row}): {wanted:?}, drawn {planned:?}", level.name);
                }
            }
        }
    }
}

#[test]
fn the_ground_covers_every_level_patch() {
    for (level, mut world) in scenes() {
        let mut drawn: BTreeMap<usize, f32> = BTreeMap::new();
        let mut parts = world.query::<(&OnFloor, &Layer, &Mesh3d)>();
        let meshes = world.resource::<Assets<Mesh>>();
        for (floor, _, mesh) in parts.iter(&world).filter(|(_, layer, _)| **layer == Layer::Ground) {
            *drawn.entry(floor.0).or_default() += area_from_above(meshes.get(&mesh.0).unwrap());
        }
        let mut wanted: BTreeMap<usize, f32> = BTreeMap::new();
        for patch in level.patches.iter().filter(|patch| patch.slope.is_none()).chain(&level.water) {
            let size = patch.max - patch.min;
            *wanted.entry(patch.floor).or_default() += size.x * size.y;
        }
        assert_eq!(drawn.len(), wanted.len(), "{}", level.name);
        for (floor, area) in wanted {
            assert!(
                (drawn[&floor] - area).abs() < area * 1e-3,
                "{} floor {floor}: {} of {area}",
                level.name,
                drawn[&floor]
            );
        }
    }
}

#[test]
fn every_door_and_gate_has_one_leaf() {
    for (level, mut world) in scenes() {
        let mut leaves = world.query::<(&DoorLeaf, &OnFloor, &Transform, &Children)>();
        let found: Vec<_> = leaves.iter(&world).collect();
        assert_eq!(found.len(), level.doors.len(), "{}", level.name);
        for door in &level.doors {
            let of_door: Vec<_> = found.iter().filter(|(leaf, ..)| leaf.thing == door.thing).collect();
            let [(_, floor, transform, parts)] = of_door[..] else {
                panic!("{}: {} leaves", level.name, of_door.len())
            };
            assert_eq!(floor.0, door.cell.0, "{}", level.name);
            assert!(transform.translation.distance(door.hinge()) < 0.01, "{}: a leaf off its hinge", level.name);
            assert!(!parts.is_empty(), "{}: a leaf without a mesh", level.name);
        }
    }
}

#[test]
fn lamps_and_doors_of_hiding_places_match_the_level() {
    for (level, mut world) in scenes() {
        let lamps: Vec<Vec3> = world
            .query::<(&LampLight, &PointLight, &Transform)>()
            .iter(&world)
            .map(|(.., at)| at.translation)
            .collect();
        let placed: Vec<Vec3> = level.lamps.iter().map(|lamp| lamp.place).collect();
        assert_eq!(lamps, placed, "{}", level.name);

        let catalogue = world.resource::<SceneSetup>().props.clone();
        let opening = |prop: &crate::world::level::PlacedProp| match prop.thing {
            Some(_) => catalogue.0[&prop.name].parts.iter().filter(|part| part.opens).count(),
            None => 0,
        };
        let wanted: usize = level.props.iter().map(opening).sum();
        assert_eq!(world.query::<&HidingPlaceDoor>().iter(&world).count(), wanted, "{}", level.name);
    }
}

#[test]
fn props_stand_where_the_level_puts_them() {
    for (level, mut world) in scenes() {
        let catalogue = world.resource::<SceneSetup>().props.clone();
        let mut parts = world.query::<(&Name, &OnFloor, &Layer, &Mesh3d, Option<&Transform>)>();
        let meshes = world.resource::<Assets<Mesh>>();
        let mut drawn: BTreeMap<(usize, String), Vec<Vec3>> = BTreeMap::new();
        for (name, floor, _, mesh, at) in
            parts.iter(&world).filter(|(_, _, layer, ..)| matches!(layer, Layer::Whole | Layer::Upper))
        {
            let material = name.split(' ').next().unwrap_or_default().to_owned();
            drawn.entry((floor.0, material)).or_default().extend(vertices(meshes, mesh, at));
        }
        for placed in &level.props {
            for part in catalogue.0[&placed.name].parts.iter().filter(|part| !(part.opens && placed.thing.is_some())) {
                let middle = placed.place + crate::world::geometry::rotation(placed.heading) * Vec3::from(part.at);
                let reach = 0.3
                    + match part.shape {
                        PartShape::Box(width, height, depth) => Vec3::new(width, height, depth).length() * 0.5,
                        PartShape::Cylinder { radius, height } => radius + height * 0.5,
                        PartShape::Ball { radius } => radius,
                    };
                let near = drawn
                    .get(&(placed.floor, part.material.to_string()))
                    .is_some_and(|vertices| vertices.iter().any(|at| at.distance(middle) < reach));
                assert!(near, "{}: no {} of {} near {middle}", level.name, part.material, placed.name);
            }
        }
    }
}

#[test]
fn what_shines_of_a_lamp_that_can_go_out_is_apart() {
    for (level, mut world) in scenes() {
        let fed = level.lamps.iter().filter(|lamp| lamp.feed.is_some()).count();
        let glows = world.query::<&props::Glow>().iter(&world).count();
        assert!(glows >= fed && (glows == 0) == (fed == 0), "{}: {glows} of {fed}", level.name);
    }
}

#[test]
fn each_floor_can_be_shown_alone() {
    for (level, mut world) in scenes() {
        // What comes and goes keeps to its floor, too.
        world.query::<&mut Present>().iter_mut(&mut world).for_each(|mut present| present.0 = true);
        for shown in 0..level.floors.len() {
            world.insert_resource(CameraView { cutaway: true, floor: shown, cut_from: shown, ..default() });
            world.run_system_once(show_layers).unwrap();
            let mut parts = world.query::<(&Name, &OnFloor, Option<&Layer>, &Visibility)>();
            let mut ground = 0;
            for (name, floor, layer, visibility) in parts.iter(&world) {
                let visible = *visibility != Visibility::Hidden;
                let layer = layer.copied().unwrap_or(Layer::Whole);
                let wanted = match layer {
                    _ if floor.0 > shown => false,
                    Layer::Whole | Layer::Ground | Layer::Edge => true,
                    Layer::Upper | Layer::Ceiling => floor.0 < shown,
                    Layer::Cap => floor.0 == shown,
                };
                assert_eq!(visible, wanted, "{} floor {shown}: {name}", level.name);
                ground += usize::from(visible && layer == Layer::Ground && floor.0 == shown);
            }
            assert!(ground > 0, "{} floor {shown} has no ground", level.name);
        }
        world.insert_resource(CameraView::default());
        world.run_system_once(show_layers).unwrap();
        let mut parts = world.query_filtered::<(&Name, Option<&Layer>, &Visibility), With<OnFloor>>();
        for (name, layer, visibility) in parts.iter(&world) {
            let cap = layer == Some(&Layer::Cap);
            assert_eq!(cap, *visibility == Visibility::Hidden, "{}: {name}", level.name);
        }
        world.query::<&mut Present>().iter_mut(&mut world).for_each(|mut present| present.0 = false);
        world.run_system_once(show_layers).unwrap();
        let mut parts = world.query_filtered::<&Visibility, With<Present>>();
        assert!(parts.iter(&world).all(|visibility| *visibility == Visibility::Hidden), "{}", level.name);
    }
}

#[test]
fn a_terrace_is_shown_with_the_ground_and_an_upper_floor_alone() {
    let mut together = 0;
    for game in games::all() {
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), game.schema()).unwrap();
        for level in library.levels.keys() {
            let setup = setup(&library, *level);
            let height = |floor: usize| setup.level.floors[floor].height;
            for floor in 0..setup.level.floors.len() {
                let (low, high) = setup.floors_around(floor);
                assert!((low..=high).contains(&floor), "{level}");
                together += usize::from(low < high);
                let apart = height(high) - height(low);
                assert!(low == high || apart < setup.level.wall_height, "{level}: floors {apart} m apart");
            }
        }
    }
    assert!(together >= 2, "no level has a terrace");
}
