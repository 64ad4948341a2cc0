//! A guard walks its round while a thief takes gems. Without a window: it prints what the two decide, for a minute.
//! The package `quarry-minds-inspector` has the same with meshes and an inspector.

#![allow(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use quarry_minds::{prelude::*, protocol::MatchEvent};

fn main() -> Result<(), MindError> {
    let mut app = game()?;
    app.run_ticks(60 * 30);
    for entry in app.world().resource::<EventLog>().entries() {
        let seconds = app.world().resource::<SimulationClock>().seconds_at(entry.tick);
        match &entry.event {
            MatchEvent::GoalChosen { agent, goal, .. } => {
                println!("{seconds:5.1} s  agent {} wants to {goal}", agent.0)
            }
            MatchEvent::ActionEnded { agent, action, outcome, .. } => {
                println!("{seconds:5.1} s  agent {}: {action}: {outcome:?}", agent.0);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The game without a window.
///
/// # Errors
/// A mind has mistakes.
pub fn game() -> Result<App, MindError> {
    let mut app = App::new();
    app.add_plugins(TimePlugin);
    add_game(&mut app)?;
    app.world_mut().run_schedule(Startup);
    Ok(app)
}

/// Adds three posts, six gems, a guard and a thief.
///
/// # Errors
/// A mind has mistakes.
pub fn add_game(app: &mut App) -> Result<(), MindError> {
    app.add_plugins(MindPlugin::default())
        .add_task(Task::new("take", "take the target along"), take)
        .add_task(Task::new("arrest", "arrest the target"), arrest)
        .add_mind("guard", include_str!("minds/guard.ron"))?
        .add_mind("thief", include_str!("minds/thief.ron"))?
        .add_systems(Startup, set_up);
    Ok(())
}

fn set_up(mut commands: Commands) {
    for (x, z) in [(-12.0, -12.0), (12.0, -12.0), (0.0, 12.0)] {
        commands.spawn((Perceivable::new("post").known(), Transform::from_xyz(x, 0.0, z)));
        for place in [Transform::from_xyz(z, 0.0, x), Transform::from_xyz(-x, 0.0, -z * 0.5)] {
            commands.spawn((Perceivable::new("gem").known(), place));
        }
    }
    commands.spawn((
        HasMind::new("guard"),
        Perceivable::new("guard"),
        VisionCone::new(14.0, 50.0),
        Walker::new(1.4),
        Transform::from_xyz(-12.0, 0.0, -10.0),
    ));
    commands.spawn((
        HasMind::new("thief"),
        Perceivable::new("thief"),
        VisionCone::new(9.0, 60.0),
        Walker::new(1.3),
        Transform::from_xyz(6.0, 0.0, 6.0),
    ));
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
