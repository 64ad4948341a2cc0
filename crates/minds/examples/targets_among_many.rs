//! A gatherer chooses among forty bushes: the planner weighs how far each is, and how near to a snake. Prints the order of its visits.

#![allow(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use quarry_minds::prelude::*;

const GATHERER: &str = r#"(
    queries: {
        "bush": (kinds: ["bush"], states: ["ripe"]),
        "at hand": (kinds: ["bush"], max_distance: 1.0),
        "snake": (kinds: ["snake"]),
    },
    facts: {"at": (type: target(), nearest: "at hand"), "berries": (type: integer(min: 0, max: 9))},
    actions: [
        (name: "go", target: "bush", includes_travel: true, surcharges: [near(query: "snake", radius: 10, cost: 50)],
            effects: {"at": set("$target")}, behaviour: "go_to"),
        (name: "pick", target: "bush", preconditions: {"at": is("$target")}, effects: {"berries": add(1)}, once_per_target: true, behaviour: "pick"),
    ],
    // Three at a time: the plan is a round trip.
    goals: [(name: "gather", conditions: {"berries": at_least(3)})],
)"#;

/// The bushes in the order in which they were picked.
#[derive(Resource, Default)]
pub struct Picked(pub Vec<Entity>);

/// The game: forty bushes in a grid, a snake among them, a gatherer.
///
/// # Errors
/// The mind has mistakes.
pub fn game() -> Result<App, MindError> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, MindPlugin::default()))
        .init_resource::<Picked>()
        .add_task(Task::new("pick", "pick the berries of the target"), pick)
        .add_mind("gatherer", GATHERER)?;
    let world = app.world_mut();
    for index in 0..40u8 {
        let place = Transform::from_xyz(f32::from(index % 8) * 5.0 - 17.5, 0.0, f32::from(index / 8) * 5.0 - 10.0);
        world.spawn((Perceivable::new("bush").in_state("ripe").known(), place));
    }
    world.spawn((Perceivable::new("snake").known(), Transform::from_xyz(10.0, 0.0, 0.0)));
    world.spawn((HasMind::new("gatherer"), Walker::new(2.0), Transform::from_xyz(-18.0, 0.0, -11.0)));
    Ok(app)
}

fn pick(In(step): In<TaskStep>, mut bushes: Query<&mut Perceivable>, mut picked: ResMut<Picked>) -> Progress {
    let Some((entity, mut bush)) = step.at.and_then(|at| Some((at, bushes.get_mut(at).ok()?))) else {
        return Progress::Done;
    };
    bush.state = label("bare");
    picked.0.push(entity);
    Progress::Done
}

fn main() -> Result<(), MindError> {
    let mut app = game()?;
    app.run_ticks(90 * 30);
    for bush in &app.world().resource::<Picked>().0 {
        let place = app.world().get::<Transform>(*bush).map(|transform| transform.translation);
        println!("picked at {place:?}");
    }
    Ok(())
}
