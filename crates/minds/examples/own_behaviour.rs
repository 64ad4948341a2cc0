//! A behaviour that this package does not have: a lamplighter circles each lamp before it goes on. A behaviour posts requests to its body in
//! every tick, and says when it is done; its settings come from the action.

#![allow(clippy::print_stdout, reason = "an example prints what happens")]

use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec3, ops};
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use quarry_minds::{
    behaviour_settings,
    behaviours::{Behaviour, BehaviourContext, Behaviours, GaitName, Number, RunningBehaviour},
    prelude::*,
    protocol::GoRequest,
};

const LAMPLIGHTER: &str = r#"(
    queries: {"lamp": (kinds: ["lamp"], unchecked_for: 1000)},
    facts: {"lit": (type: bool())},
    actions: [(name: "circle", target: "lamp", includes_travel: true, effects: {"lit": set(true)}, behaviour: "circle",
        parameters: {"radius": 2, "turns": 1, "gait": "hurry"}, marks_checked: true, timeout: 60)],
    goals: [(name: "light", conditions: {"lit": is(true)})],
)"#;

behaviour_settings! {
    /// Settings of `circle`.
    struct CircleSettings {
        /// how to move
        gait: GaitName(),
        /// distance from the target, m
        radius: Number(1.5, 0.5, 20.0),
        /// how many times around
        turns: Number(1.0, 0.1, 10.0),
    }
}

impl Behaviour for CircleSettings {
    const NAME: &'static str = "circle";
    const SUMMARY: &'static str = "walk in a circle around the target";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Circling { settings: self, from: None, turned: 0.0 })
    }
}

struct Circling {
    settings: Arc<CircleSettings>,
    /// Where it began, in radians.
    from: Option<f32>,
    /// In full turns.
    turned: f32,
}

impl RunningBehaviour for Circling {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some(centre) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        let here = context.sense.place - centre;
        let from = *self.from.get_or_insert(ops::atan2(here.z, here.x));
        let angle = from + self.turned * std::f32::consts::TAU;
        let place = centre + Vec3::new(ops::cos(angle), 0.0, ops::sin(angle)) * self.settings.radius;
        context.board.go.post(GoRequest::To { place, within: 0.1, gait: self.settings.gait });
        if context.sense.place.distance(place) < 0.5 {
            self.turned += 0.05;
        }
        if self.turned >= self.settings.turns { Progress::Done } else { Progress::Running }
    }
}

/// The game: three lamps and a lamplighter.
///
/// # Errors
/// The mind has mistakes.
pub fn game() -> Result<App, MindError> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, MindPlugin::default()));
    app.world_mut().resource_mut::<Behaviours>().register::<CircleSettings>();
    app.add_mind("lamplighter", LAMPLIGHTER)?;
    let world = app.world_mut();
    for x in [-8.0, 0.0, 8.0] {
        world.spawn((Perceivable::new("lamp").known(), Transform::from_xyz(x, 0.0, 0.0)));
    }
    world.spawn((HasMind::new("lamplighter"), Walker::new(2.0), Transform::from_xyz(-10.0, 0.0, 4.0)));
    Ok(app)
}

fn main() -> Result<(), MindError> {
    let mut app = game()?;
    for second in 0..40 {
        app.run_ticks(30);
        let mut walkers = app.world_mut().query_filtered::<&Transform, With<HasMind>>();
        walkers.iter(app.world()).for_each(|one| println!("{second:2} s: at {:.1}", one.translation));
    }
    Ok(())
}
