//! The view of the wild compared with its data; its models and its rendering budget. No window, no GPU.

use bevy::ecs::system::RunSystemOnce;
use quarry_minds::protocol::Label;

use super::{stocks::StockModel, *};
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::character::animal;
use crate::client::render::character::four_legged::{self, FourLegged};
use crate::client::render::character::pose::PoseInput;
use crate::client::render::character::skeleton::Bone;
use crate::client::render::scene::tests::scenes_of;
use crate::data::{DataFiles, Library, figure::AnimalFigure};
use crate::games::wild::schema::rules_of;
use crate::world::level::ThingKind;

#[test]
fn the_view_knows_every_side_outcome_cause_and_model_of_the_game() {
    let view = &VIEW;
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let spec = view.setup;
    let (_, rules) = library.rules(spec.default_rules().as_str()).unwrap();
    assert!(library.levels.contains_key(&spec.level.into()));
    for count in (spec.counts)(rules) {
        assert!(rules.sides.contains_key(&count.side.into()), "{}", count.side);
    }
    for outcome in (view.game)().results().outcomes {
        assert_ne!((view.headline)(outcome.name.into()), outcome.name);
    }
    for cause in rules_of(rules).unwrap().causes.values() {
        assert!(view.departures.iter().any(|departure| *cause == departure.name), "{cause}");
    }
    for agent in library.agents.values() {
        for need in NEEDS {
            assert!(agent.body.gauges.contains_key(&need.gauge.into()), "{} of {}", need.gauge, agent.side);
        }
    }
    assert_eq!((view.guide)(&|_| "X".to_owned()).len(), 2);
    assert!((view.tips)(&library).len() > 8);
}

#[test]
fn the_setup_page_and_the_score_line_follow_the_species_of_the_rules() {
    let mut files = DataFiles::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), SCHEMA.name).unwrap();
    let herons = r#"(like: "foxes", sides: {"heron": (agent: "fox", count: 1, starts_like: "bear")}, game: (species: {"heron": (
        diet: [], grown_at: 1, litter: (1, 1), gestation: 1, mating_rest: 1, mating_needs: {}, meals: 1, setup: (count: 300, most: 400),
    )}))"#;
    files.put("assets/wild/rules/herons.ron", herons);
    let library = Library::from_files(&files, &SCHEMA).unwrap();
    let titles = |rules: &str| {
        let counts = (VIEW.setup.counts)(library.rules(rules).unwrap().1);
        counts.iter().map(|count| (count.title, count.default)).collect::<Vec<_>>()
    };
    assert_eq!(titles("standard"), [("Rabbits", 90), ("Wolves", 12), ("Bears", 8)]);
    assert_eq!(titles("herons")[0], ("Herons", 300));
    let offered = VIEW.setup.offered_rules(&library);
    assert!(offered.iter().any(|rules| (rules.name, rules.title) == ("ten_days", "Ten days")), "{offered:?}");
    let frame = MatchFrame { numbers: [(label("alive.heron"), 2.0)].into(), ..MatchFrame::default() };
    let line = (VIEW.score_line)(&frame, library.rules("herons").unwrap().1);
    assert_eq!(line, "2 herons, 0 rabbits, 0 wolves, 0 foxes, 0 bears; 0 born, 0 died");
}

/// The lowest and the highest point of a model in a pose, and its length.
fn extent(figure: &AnimalFigure, motion: &PoseInput) -> (f32, f32, f32) {
    let build = animal::build(figure, LinearRgba::WHITE);
    let pose = four_legged::pose(&FourLegged::from(figure), motion);
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
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    for (name, agent) in &library.agents {
        let figure = agent.look.figure.as_ref().unwrap();
        let build = animal::build(figure, LinearRgba::WHITE);
        let (low, high, length) = extent(figure, &PoseInput::default());
        assert!(low.abs() < 0.05 * build.height, "{name}: soles at {low}");
        assert!((0.85..1.5).contains(&(high / build.height)), "{name}: {high} m high, not {}", build.height);
        assert!(length > 0.9 * high, "{name}: {length} m long, {high} m high");
        let (low, lying, _) = extent(figure, &PoseInput { asleep: 1.0, ..PoseInput::default() });
        assert!(lying < 0.85 * high && low > -0.12 * build.height, "{name}: asleep from {low} to {lying}");
        let (low, dead, _) = extent(figure, &PoseInput { fallen: 1.0, ..PoseInput::default() });
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
