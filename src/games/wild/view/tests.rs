//! The view of the wild compared with its data; its models and its rendering budget. No window, no GPU.

use bevy::ecs::system::RunSystemOnce;
use quarry_minds::protocol::Label;

use super::{stocks::StockModel, *};
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::character::pose::PoseInput;
use crate::client::render::character::skeleton::Bone;
use crate::client::render::scene::tests::scenes_of;
use crate::data::Library;
use crate::games::wild::schema::{MODELS, rules_of};
use crate::world::level::ThingKind;

#[test]
fn the_view_knows_every_side_outcome_cause_and_model_of_the_game() {
    let view = &VIEW;
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let spec = view.setup;
    let (_, rules) = library.rules(spec.rules[0].name).unwrap();
    assert!(library.levels.contains_key(&spec.level.into()));
    for count in spec.counts {
        assert!(rules.sides.contains_key(&count.side.into()), "{}", count.side);
    }
    for outcome in (view.game)().results().outcomes {
        assert_ne!((view.headline)(outcome.name.into()), outcome.name);
    }
    for cause in rules_of(rules).unwrap().causes.values() {
        assert!(view.departures.iter().any(|departure| *cause == departure.name), "{cause}");
    }
    for model in MODELS {
        assert!(figures().0.contains_key(&label(model)), "{model}");
    }
    for agent in library.agents.values() {
        for need in NEEDS {
            assert!(agent.body.gauges.contains_key(&need.gauge.into()), "{} of {}", need.gauge, agent.side);
        }
    }
    assert_eq!((view.guide)(&|_| "X".to_owned()).len(), 2);
    assert!((view.tips)(&library).len() > 8);
}

/// The lowest and the highest point of a model in a pose, and its length.
fn extent(figure: &Figure, motion: &PoseInput) -> (f32, f32, f32) {
    let build = (figure.build)(LinearRgba::WHITE, 0);
    let pose = (figure.pose)(&build.proportions, motion);
    let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
    for (bone, _, shape) in &build.parts {
        let mut transform = pose[*bone as usize];
        let mut above = bone.parent();
        while let Some(parent) = above {
            transform = pose[parent as usize] * transform;
            above = Bone::parent(parent);
        }
        for point in shape.points() {
            let point = transform.transform_point(point);
            (low, high) = (low.min(point), high.max(point));
        }
    }
    (low.y, high.y, high.z - low.z)
}

#[test]
fn animals_stand_on_the_ground_are_longer_than_high_and_lie_down() {
    for (name, figure) in figures().0 {
        let build = (figure.build)(LinearRgba::WHITE, 0);
        let (low, high, length) = extent(&figure, &PoseInput::default());
        assert!(low.abs() < 0.05 * build.height, "{name}: soles at {low}");
        assert!((0.85..1.5).contains(&(high / build.height)), "{name}: {high} m high, not {}", build.height);
        assert!(length > 0.9 * high, "{name}: {length} m long, {high} m high");
        let (low, lying, _) = extent(&figure, &PoseInput { asleep: 1.0, ..PoseInput::default() });
        assert!(lying < 0.85 * high && low > -0.12 * build.height, "{name}: asleep from {low} to {lying}");
        let (low, dead, _) = extent(&figure, &PoseInput { fallen: 1.0, ..PoseInput::default() });
        assert!(dead < 0.8 * high && low > -0.12 * build.height, "{name}: dead from {low} to {dead}");
        let triangles: usize = build.parts.iter().map(|(_, _, shape)| shape.triangles()).sum();
        assert!(triangles < 9000, "{name}: {triangles} triangles");
    }
}

#[test]
fn every_stock_that_is_drawn_has_a_model() {
    for (level, mut world) in scenes_of(&SCHEMA) {
        world.run_system_once(stocks::spawn).unwrap();
        world.flush();
        let drawn = |name: &Label| *name == "grass" || *name == "apple";
        let stocks = level.things_of(ThingKind::Stock).filter(|thing| drawn(&thing.name)).count();
        assert!(stocks > 10, "{} has {stocks}", level.name);
        assert_eq!(world.query::<&StockModel>().iter(&world).count(), stocks, "{}", level.name);
        let cost = *world.resource::<SceneCost>();
        println!("{}: {} meshes, {} triangles, {stocks} stocks", level.name, cost.meshes, cost.triangles);
        assert!(cost.triangles <= DRAW_BUDGET.triangles, "{}: {} triangles", level.name, cost.triangles);
    }
}
