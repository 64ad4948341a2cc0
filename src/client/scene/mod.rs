//! The level as one sees it: walls, floors, furniture, doors, lamps, keys, the night around it.
//!
//! Built from the [`Stage`](crate::client::stage::Stage) when a match is loaded; afterwards only what moves is touched.

mod batch;
mod doors;
mod flights;
mod floors;
mod keys;
pub mod kit;
mod lamps;
mod materials;
mod plan;
mod props;
mod sky;
mod specks;
mod walls;

pub use batch::{Layer, OnStorey};
use bevy::{pbr::DirectionalLightShadowMap, pbr::PointLightShadowMap, prelude::*};
pub use props::Swinging;

use super::{
    ClientSystems,
    budget::{self, SceneCost},
    screen::Screen,
    stage::Stage,
    view::View,
};

/// Marks everything that belongs to the match on screen; it goes when the next one is loaded.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct InScene;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<materials::Painter>()
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
                flights::show_flights,
                flights::show_marks,
                specks::fly,
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
    commands.insert_resource(kit::Kit::new(&mut materials));
}

fn clear(mut commands: Commands, old: Query<Entity, (With<InScene>, Without<Parent>)>) {
    for entity in &old {
        commands.entity(entity).despawn_recursive();
    }
}

/// Makes room for what a level is drawn with.
#[cfg(test)]
pub(super) fn prepare(world: &mut World) {
    world.init_resource::<materials::Painter>();
}

/// Builds the level on the stage.
pub(super) fn build(
    mut commands: Commands,
    stage: Res<Stage>,
    kit: Res<kit::Kit>,
    mut painter: ResMut<materials::Painter>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    painter.prepare(&stage, &mut images, &mut materials);
    let mut batch = batch::Batch::new(&painter, batch::trim_of(&stage.palette));
    for storey in 0..stage.level.storeys.len() {
        let plan = plan::Plan::of(&stage.level, storey);
        walls::add(&mut batch, &plan);
        floors::add(&mut batch, &plan);
    }
    props::add(&mut batch, &stage);
    props::spawn_swinging(&mut commands, &mut meshes, &painter, &stage);
    doors::build(&mut commands, &mut meshes, &mut batch, &painter, &kit, &stage);
    keys::spawn(&mut commands, &mut meshes, &kit, &stage);
    flights::spawn(&mut commands, &mut meshes, &kit);
    specks::spawn(&mut commands, &mut meshes, &kit);
    lamps::spawn(&mut commands, &stage);
    sky::spawn(&mut commands, &mut meshes, &mut materials, &painter, &stage);
    let (count, triangles) = batch.spawn(&mut commands, &mut meshes, &kit.cap, stage.quality.bumps);
    let cost = SceneCost { meshes: count, triangles, lamps: stage.level.lamps.len() };
    info!("the level takes {} meshes, {} triangles, {} lamps", cost.meshes, cost.triangles, cost.lamps);
    budget::judge(&cost);
    commands.insert_resource(cost);
    commands.insert_resource(DirectionalLightShadowMap { size: stage.quality.moon_shadow.clamp(64, 4096) as usize });
    commands.insert_resource(PointLightShadowMap { size: stage.quality.lamp_shadow.clamp(64, 2048) as usize });
    commands.insert_resource(AmbientLight {
        color: super::stage::colour(stage.night.moonlight),
        brightness: stage.night.ambient * stage.level.sky.ambient,
    });
}

/// Takes away what hides the action from the present camera: ceilings, the upper parts of walls, the storeys above.
fn show_layers(view: Res<View>, mut parts: Query<(&OnStorey, Option<&Layer>, &mut Visibility)>) {
    for (storey, layer, mut visibility) in &mut parts {
        let layer = layer.copied().unwrap_or(Layer::Whole);
        let above = view.cut && storey.0 > view.storey;
        let shown = !above
            && match layer {
                Layer::Whole | Layer::Ground => true,
                // Below the storey looked at, walls stand whole.
                Layer::Upper => !view.cut || storey.0 < view.storey,
                Layer::Ceiling => !view.cut || storey.0 < view.storey,
                Layer::Cap => view.cut && storey.0 == view.storey,
            };
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}
