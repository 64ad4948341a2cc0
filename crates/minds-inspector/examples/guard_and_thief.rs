//! A guard walks its round while a thief takes gems, with meshes and the inspector: `cargo run -p quarry-minds-inspector --example
//! guard_and_thief`.

use bevy::prelude::*;
use bevy_egui::EguiPlugin;
use quarry_minds::{
    behaviours::Progress,
    cone::VisionCone,
    plugin::{AddMind, AddTask, HasMind, MindPlugin, Perceivable, Task, TaskStep, Walker},
    protocol::label,
};
use quarry_minds_inspector::MindInspectorPlugin;

fn main() -> Result<(), BevyError> {
    App::new()
        .add_plugins((DefaultPlugins, EguiPlugin::default(), MindPlugin::default(), MindInspectorPlugin))
        .add_task(Task::new("take", "take the target along"), take)
        .add_task(Task::new("arrest", "arrest the target"), arrest)
        .add_mind("guard", include_str!("../../minds/examples/minds/guard.ron"))?
        .add_mind("thief", include_str!("../../minds/examples/minds/thief.ron"))?
        .add_systems(Startup, set_up)
        .run();
    Ok(())
}

fn set_up(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colours: ResMut<Assets<StandardMaterial>>) {
    let body = meshes.add(Capsule3d::new(0.35, 1.1));
    let small = meshes.add(Sphere::new(0.25));
    let mut looks = |mesh: &Handle<Mesh>, red, green, blue| {
        (Mesh3d(mesh.clone()), MeshMaterial3d(colours.add(Color::srgb(red, green, blue))))
    };
    let ground = meshes.add(Plane3d::default().mesh().size(40.0, 40.0));
    commands.spawn(looks(&ground, 0.3, 0.4, 0.3));
    for (x, z) in [(-12.0, -12.0), (12.0, -12.0), (0.0, 12.0)] {
        commands.spawn((
            Perceivable::new("post").known(),
            looks(&small, 0.5, 0.5, 0.5),
            Transform::from_xyz(x, 0.0, z),
        ));
        for place in [Transform::from_xyz(z, 0.0, x), Transform::from_xyz(-x, 0.0, -z * 0.5)] {
            commands.spawn((Perceivable::new("gem").known(), looks(&small, 0.2, 0.8, 0.9), place));
        }
    }
    commands.spawn((
        HasMind::new("guard"),
        Perceivable::new("guard"),
        VisionCone::new(14.0, 50.0),
        Walker::new(1.4),
        looks(&body, 0.2, 0.3, 0.8),
        Transform::from_xyz(-12.0, 0.0, -10.0),
    ));
    commands.spawn((
        HasMind::new("thief"),
        Perceivable::new("thief"),
        VisionCone::new(9.0, 60.0),
        Walker::new(1.3),
        looks(&body, 0.8, 0.3, 0.2),
        Transform::from_xyz(6.0, 0.0, 6.0),
    ));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(4.0, 9.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 26.0, 22.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

fn take(In(step): In<TaskStep>, mut commands: Commands) -> Progress {
    if step.elapsed < 1.0 {
        return Progress::Running;
    }
    step.at.into_iter().for_each(|gem| commands.entity(gem).despawn());
    Progress::Done
}

fn arrest(In(step): In<TaskStep>, mut commands: Commands, mut seen: Query<&mut Perceivable>) -> Progress {
    let Some(thief) = step.at else { return Progress::Done };
    commands.entity(thief).remove::<HasMind>();
    if let Ok(mut thief) = seen.get_mut(thief) {
        thief.state = label("arrested");
    }
    Progress::Done
}
