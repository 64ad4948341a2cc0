//! The guard and the thief of `quarry-minds`, with meshes and the inspector: `cargo run -p quarry-minds-inspector --example guard_and_thief_window`.

use bevy::prelude::*;
use bevy_egui::EguiPlugin;
use quarry_minds::plugin::Perceivable;
use quarry_minds_inspector::MindInspectorPlugin;

#[allow(dead_code, reason = "it also runs without a window")]
#[path = "../../minds/examples/guard_and_thief.rs"]
mod game;

fn main() -> Result<(), BevyError> {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, EguiPlugin::default(), MindInspectorPlugin))
        .add_systems(Startup, set_stage)
        .add_observer(dress);
    game::add_game(&mut app)?;
    app.run();
    Ok(())
}

fn set_stage(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut paints: ResMut<Assets<StandardMaterial>>) {
    let ground = Mesh3d(meshes.add(Plane3d::default().mesh().size(40.0, 40.0)));
    commands.spawn((ground, MeshMaterial3d(paints.add(Color::srgb(0.3, 0.4, 0.3)))));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(4.0, 9.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 26.0, 22.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

/// Gives whatever can be perceived a look.
fn dress(
    added: On<Add, Perceivable>,
    all: Query<&Perceivable>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: ResMut<Assets<StandardMaterial>>,
) {
    let Ok(what) = all.get(added.entity) else { return };
    let (mesh, paint) = match what.kind.as_str() {
        "guard" => (Capsule3d::new(0.35, 1.1).into(), Color::srgb(0.2, 0.3, 0.8)),
        "thief" => (Capsule3d::new(0.35, 1.1).into(), Color::srgb(0.8, 0.3, 0.2)),
        "gem" => (Sphere::new(0.25).into(), Color::srgb(0.2, 0.8, 0.9)),
        _ => (Mesh::from(Sphere::new(0.25)), Color::srgb(0.5, 0.5, 0.5)),
    };
    commands.entity(added.entity).insert((Mesh3d(meshes.add(mesh)), MeshMaterial3d(paints.add(paint))));
}
