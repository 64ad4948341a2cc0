//! The 3D scene of a match: walls, ground, furniture, doors, lamps and the sky.
//!
//! Built from the [`SceneSetup`](crate::client::session::scene_setup::SceneSetup) when a match is loaded. Afterwards systems update only the
//! parts that move.

mod batch;
mod clouds;
mod cover;
mod daylight;
mod doors;
mod floor_plan;
mod floors;
mod lamps;
mod natural_ground;
mod palette_materials;
mod particles;
mod projectiles;
mod props;
pub mod shared_materials;
mod sky;
mod skyline;
mod surrounding_light;
#[cfg(test)]
pub(crate) mod tests;
mod things;
mod veils;
mod walls;

use self::batch::MeshBatch;
use self::daylight::{MainLight, NightSky};
use self::floor_plan::{FloorPlan, WallCell};
use self::palette_materials::PaletteMaterials;
use self::shared_materials::SharedMaterials;
use self::sky::SKY_RADIUS;

use std::borrow::Cow;

pub use batch::{Layer, OnFloor};
use bevy::ecs::system::SystemParam;
use bevy::light::{DirectionalLightShadowMap, NotShadowCaster, PointLightShadowMap};
use bevy::prelude::*;
pub use props::{HidingPlaceDoor, part_transform};
pub use things::ThingModel;

use super::budget;
use super::budget::SceneCost;
use super::mesh::MeshBuffer;
use super::physics::PhysicsSystems;
use crate::client::ClientSystems;
use crate::client::session::{CameraView, SceneSetup, Screen, colour, loaded};

/// A level with a larger area is seen from farther away, so its round and leafy surfaces are coarser: the area in square metres, and
/// the fineness.
const LARGE: f32 = 6000.0;
const COARSE: f32 = 0.55;

/// Marks the entities of the match on screen. Loading the next match despawns them.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct InScene;

pub fn scene_part<N: Into<Cow<'static, str>>>(
    name: N,
    mesh: Handle<Mesh>,
    material: Handle<StandardMaterial>,
) -> impl Bundle + use<N> {
    (Name::new(name), InScene, Mesh3d(mesh), MeshMaterial3d(material))
}

/// A part of the scene that waits hidden for its place, and casts no shadow.
pub fn hidden_part<N: Into<Cow<'static, str>>>(
    name: N,
    mesh: &Handle<Mesh>,
    material: &Handle<StandardMaterial>,
) -> impl Bundle + use<N> {
    (scene_part(name, mesh.clone(), material.clone()), NotShadowCaster, Transform::default(), Visibility::Hidden)
}

/// What the parts of a scene are made with.
#[derive(SystemParam)]
pub struct SceneBuilder<'w, 's> {
    pub commands: Commands<'w, 's>,
    pub setup: Res<'w, SceneSetup>,
    pub shared: Res<'w, SharedMaterials>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<StandardMaterial>>,
}

impl SceneBuilder<'_, '_> {
    /// The asset of a shape without a normal map.
    pub fn mesh(&mut self, shape: MeshBuffer) -> Handle<Mesh> {
        self.meshes.add(shape.mesh(false))
    }

    /// The asset of a shape whose material may have a normal map.
    fn textured_mesh(&mut self, shape: MeshBuffer) -> Handle<Mesh> {
        let normal_maps = self.setup.quality.normal_maps;
        self.meshes.add(shape.mesh(normal_maps))
    }

    pub fn material(&mut self, material: StandardMaterial) -> Handle<StandardMaterial> {
        self.materials.add(material)
    }
}

pub const fn visible(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<PaletteMaterials>()
        .init_resource::<SceneCost>()
        .init_resource::<daylight::SkyClock>()
        .add_systems(Startup, insert_shared_materials)
        .add_systems(OnExit(Screen::Loading), build)
        .add_systems(OnEnter(Screen::Loading), (clear, daylight::forget))
        .add_systems(
            Update,
            (
                doors::move_doors,
                props::move_props,
                (things::spawn_appeared, things::show.before(show_layers)).chain(),
                props::put_out.before(show_layers),
                projectiles::show_stones,
                lamps::hang,
                doors::swing_hiding_place_doors,
                projectiles::show_projectiles,
                projectiles::show_scratch_marks,
                (particles::update, veils::show),
                lamps::test_visibility,
                lamps::flicker,
                lamps::choose_shadows,
                (daylight::follow_clock, daylight::light, surrounding_light::light, daylight::move_water).chain(),
                show_layers,
            )
                .in_set(ClientSystems::Draw)
                .after(PhysicsSystems)
                .run_if(loaded),
        );
}

fn insert_shared_materials(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    commands.insert_resource(SharedMaterials::new(&mut materials));
}

fn clear(mut commands: Commands, old: Query<Entity, (With<InScene>, Without<ChildOf>)>) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
}

/// Builds the level of the [`SceneSetup`].
pub(in crate::client) fn build(
    mut builder: SceneBuilder,
    mut palette: ResMut<PaletteMaterials>,
    mut images: ResMut<Assets<Image>>,
) {
    palette.prepare(&builder.setup, &mut images, &mut builder.materials);
    let size = builder.setup.level.bounds.max - builder.setup.level.bounds.min;
    let detail = if size.x * size.z > LARGE { COARSE } else { 1.0 };
    let mut batch = MeshBatch::new(&palette, batch::trim_material(&builder.setup.palette), detail);
    for floor in 0..builder.setup.level.floors.len() {
        let plan = FloorPlan::new(&builder.setup.level, floor);
        walls::add(&mut batch, &plan);
        cover::add(&mut batch, &plan);
        floors::add(&mut batch, &plan);
    }
    props::add(&mut batch, &builder.setup);
    props::spawn_hiding_place_doors(&mut builder, &palette);
    props::spawn_apart(&mut builder, &palette);
    things::spawn(&mut builder, &palette);
    doors::build(&mut builder, &mut batch, &palette);
    projectiles::spawn(&mut builder);
    particles::spawn(&mut builder);
    veils::spawn(&mut builder, &mut images);
    lamps::spawn(&mut builder);
    sky::spawn(&mut builder, &palette);
    let (count, triangles) = batch.spawn(&mut builder);
    let SceneBuilder { mut commands, setup, .. } = builder;
    let cost = SceneCost { meshes: count, triangles, lamps: setup.level.lamps.len() };
    info!("level: {} meshes, {} triangles, {} lamps", cost.meshes, cost.triangles, cost.lamps);
    budget::check(&cost);
    commands.insert_resource(cost);
    commands
        .insert_resource(DirectionalLightShadowMap { size: setup.quality.moon_shadow_size.clamp(64, 4096) as usize });
    commands.insert_resource(PointLightShadowMap { size: setup.quality.lamp_shadow_size.clamp(64, 2048) as usize });
    commands.insert_resource(GlobalAmbientLight {
        color: colour(setup.night.moon_colour),
        brightness: setup.night.ambient * setup.level.sky.ambient_light,
        ..default()
    });
}

/// Whether a part that comes and goes is there.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Present(pub bool);

/// What decides whether a part is shown.
type ShownBy = (&'static OnFloor, Option<&'static Layer>, Option<&'static Present>, &'static mut Visibility);

/// Hides what is not present, and the parts that block a cutaway view: ceilings, upper walls and the floors above.
fn show_layers(view: Res<CameraView>, mut parts: Query<ShownBy>) {
    for (floor, layer, present, mut visibility) in &mut parts {
        let layer = layer.copied().unwrap_or(Layer::Whole);
        let above = view.cutaway && floor.0 > view.floor;
        let shown = !above
            && present.is_none_or(|present| present.0)
            && match layer {
                Layer::Whole | Layer::Ground | Layer::Edge => true,
                // Walls of the floors below keep their full height.
                Layer::Upper | Layer::Ceiling => !view.cutaway || floor.0 < view.cut_from,
                Layer::Cap => view.cutaway && floor.0 >= view.cut_from,
            };
        visibility.set_if_neq(visible(shown));
    }
}
