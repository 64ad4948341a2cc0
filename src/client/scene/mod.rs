//! The level as one sees it: walls, floors, furniture, doors, lamps, keys, the night around it.
//!
//! Built from the [`SceneSetup`](crate::client::scene_setup::SceneSetup) when a match is loaded; afterwards only what moves is touched.

mod batch;
mod doors;
mod floor_plan;
mod floors;
mod keys;
mod lamps;
mod palette_materials;
mod particles;
mod projectiles;
mod props;
pub mod shared_materials;
mod sky;
mod walls;

pub use batch::{Layer, OnFloor};
use bevy::{pbr::DirectionalLightShadowMap, pbr::PointLightShadowMap, prelude::*};
pub use props::HidingPlaceDoor;

use super::{
    ClientSystems,
    budget::{self, SceneCost},
    scene_setup::SceneSetup,
    screen::Screen,
    view::CameraView,
};

/// Marks everything that belongs to the match on screen; it goes when the next one is loaded.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct InScene;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<palette_materials::PaletteMaterials>()
        .init_resource::<SceneCost>()
        .add_systems(Startup, make_kit)
        .add_systems(OnExit(Screen::Loading), build)
        .add_systems(OnEnter(Screen::Loading), clear)
        .add_systems(
            Update,
            (
                doors::swing_doors,
                doors::swing_hiding_places,
                doors::light_exits,
                keys::show_keys,
                projectiles::show_flights,
                projectiles::show_marks,
                particles::fly,
                lamps::see,
                lamps::flicker,
                lamps::choose_shadows,
                show_layers,
            )
                .in_set(ClientSystems::Draw)
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn make_kit(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    commands.insert_resource(shared_materials::SharedMaterials::new(&mut materials));
}

fn clear(mut commands: Commands, old: Query<Entity, (With<InScene>, Without<Parent>)>) {
    for entity in &old {
        commands.entity(entity).despawn_recursive();
    }
}

/// Makes room for what a level is drawn with.
#[cfg(test)]
pub(super) fn prepare(world: &mut World) {
    world.init_resource::<palette_materials::PaletteMaterials>();
}

/// Builds the level on the stage.
pub(super) fn build(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    kit: Res<shared_materials::SharedMaterials>,
    mut painter: ResMut<palette_materials::PaletteMaterials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    painter.prepare(&setup, &mut images, &mut materials);
    let mut batch = batch::MeshBatch::new(&painter, batch::trim_of(&setup.palette));
    for floor in 0..setup.level.floors.len() {
        let plan = floor_plan::FloorPlan::new(&setup.level, floor);
        walls::add(&mut batch, &plan);
        floors::add(&mut batch, &plan);
    }
    props::add(&mut batch, &setup);
    props::spawn_swinging(&mut commands, &mut meshes, &painter, &setup);
    doors::build(&mut commands, &mut meshes, &mut batch, &painter, &kit, &setup);
    keys::spawn(&mut commands, &mut meshes, &kit, &setup);
    projectiles::spawn(&mut commands, &mut meshes, &kit);
    particles::spawn(&mut commands, &mut meshes, &kit);
    lamps::spawn(&mut commands, &setup);
    sky::spawn(&mut commands, &mut meshes, &mut materials, &painter, &setup);
    let (count, triangles) = batch.spawn(&mut commands, &mut meshes, &kit.cap, setup.quality.normal_maps);
    let cost = SceneCost { meshes: count, triangles, lamps: setup.level.lamps.len() };
    info!("the level takes {} meshes, {} triangles, {} lamps", cost.meshes, cost.triangles, cost.lamps);
    budget::judge(&cost);
    commands.insert_resource(cost);
    commands
        .insert_resource(DirectionalLightShadowMap { size: setup.quality.moon_shadow_size.clamp(64, 4096) as usize });
    commands.insert_resource(PointLightShadowMap { size: setup.quality.lamp_shadow_size.clamp(64, 2048) as usize });
    commands.insert_resource(AmbientLight {
        color: super::scene_setup::colour(setup.night.moon_colour),
        brightness: setup.night.ambient * setup.level.sky.ambient_light,
    });
}

/// Takes away what hides the action from the present camera: ceilings, the upper parts of walls, the floors above.
fn show_layers(view: Res<CameraView>, mut parts: Query<(&OnFloor, Option<&Layer>, &mut Visibility)>) {
    for (floor, layer, mut visibility) in &mut parts {
        let layer = layer.copied().unwrap_or(Layer::Whole);
        let above = view.cutaway && floor.0 > view.floor;
        let shown = !above
            && match layer {
                Layer::Whole | Layer::Ground => true,
                // Below the floor looked at, walls stand whole.
                Layer::Upper => !view.cutaway || floor.0 < view.floor,
                Layer::Ceiling => !view.cutaway || floor.0 < view.floor,
                Layer::Cap => view.cutaway && floor.0 == view.floor,
            };
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}
