//! A sense that this package does not have: a dog smells a trail. A sensor is a system that writes percepts; here it needs no more.

#![allow(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use quarry_minds::{
    prelude::*,
    protocol::{SelfSense, ThingId},
};

const DOG: &str = r#"(
    queries: {"scent": (kinds: ["scent"], unchecked_for: 1000)},
    facts: {"found": (type: bool())},
    actions: [(name: "follow", target: "scent", includes_travel: true, effects: {"found": set(true)}, behaviour: "go_to", marks_checked: true,
        parameters: {"arrive_radius": 0.5})],
    goals: [(name: "find", conditions: {"found": is(true)})],
)"#;

/// A nose, and how far it smells, in metres.
#[derive(Component)]
pub struct Nose(pub f32);

/// The sensor.
fn smell(scents: Query<(&Perceivable, &ThingId, &Transform)>, mut noses: Query<(&Nose, &SelfSense, &mut Percepts)>) {
    for (nose, sense, mut percepts) in &mut noses {
        for (scent, id, transform) in scents.iter().filter(|(what, ..)| what.kind == label("scent")) {
            let distance = sense.place.distance(transform.translation);
            if distance <= nose.0 {
                let percept = Percept::felt(scent.kind, Subject::Thing(*id), transform.translation, distance * 0.05);
                percepts.0.push(Percept { confidence: 1.0 - 0.5 * distance / nose.0, ..percept });
            }
        }
    }
}

/// The game: a trail of scents, and a dog that smells the next one from the last.
///
/// # Errors
/// The mind has mistakes.
pub fn game() -> Result<App, MindError> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, MindPlugin::default()))
        .add_systems(FixedUpdate, smell.in_set(SimulationSystems::Sense))
        .add_mind("dog", DOG)?;
    let world = app.world_mut();
    for number in 1..=6u8 {
        world.spawn((
            Perceivable::new("scent"),
            Transform::from_xyz(f32::from(number) * 4.0, 0.0, f32::from(number % 2) * 3.0),
        ));
    }
    world.spawn((HasMind::new("dog"), Nose(6.0), Walker::new(2.0), Transform::default()));
    Ok(app)
}

fn main() -> Result<(), MindError> {
    let mut app = game()?;
    for second in 0..30 {
        app.run_ticks(30);
        let mut dogs = app.world_mut().query_filtered::<&Transform, With<HasMind>>();
        dogs.iter(app.world()).for_each(|dog| println!("{second:2} s: the dog is at {:.1}", dog.translation));
    }
    Ok(())
}
