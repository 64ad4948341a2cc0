//! The view of the commander compared with its data, and its models. No window, no GPU.

use bevy::ecs::system::RunSystemOnce;
use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent, QuantisedPoint};

use super::*;
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::scene::tests::scenes_of;
use crate::client::session::{AgentInfo, EventContext};
use crate::data::Library;
use crate::games::commander::CommanderEvent;
use crate::games::commander::schema::MODELS;

fn library() -> Library {
    Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap()
}

/// An agent of a kind, undressed.
fn agent(library: &Library, kind: &str, side: &str, order: usize) -> AgentInfo {
    let of = &library.agents[&label(kind)];
    AgentInfo::new(label(kind), &Arc::new(of.look.clone()), &Arc::new(of.body.clone()), label(side), true, order)
}

#[test]
fn the_view_knows_every_side_outcome_building_and_model_of_the_game() {
    let view = &VIEW;
    let library = library();
    let spec = view.setup;
    assert!(library.levels.contains_key(&spec.level.into()));
    for choice in spec.rules {
        assert!(library.rules(choice.name).is_ok(), "{}", choice.name);
    }
    for outcome in (view.game)().results().outcomes {
        assert_ne!((view.headline)(outcome.name.into()), outcome.name);
    }
    for agent in library.agents.values().filter(|agent| !agent.bodiless) {
        assert!(figures().0.contains_key(&agent.look.model), "{}", agent.look.model);
        assert!(BARS.iter().all(|bar| agent.body.gauges.contains_key(&bar.gauge.into())), "{}", agent.look.model);
    }
    assert!(MODELS.iter().all(|model| *model == "headquarters" || figures().0.contains_key(&label(model))));
    let catalogue = super::super::schema::catalogue_of(&library.rules[&label("standard")]).unwrap().clone();
    for product in &catalogue.products {
        let building = product.kind == super::super::catalogue::ProductKind::Building;
        assert_eq!(events::is_building(product.name), building, "{}", product.name);
    }
    assert_eq!((view.guide)(&|_| "X".to_owned()).len(), 3);
    assert!((view.tips)(&library).len() >= 12);
}

#[test]
fn every_model_is_as_high_as_its_body_and_not_too_detailed() {
    let library = library();
    for agent in library.agents.values().filter(|agent| !agent.bodiless) {
        let figure = figures().0[&agent.look.model];
        let build = (figure.build)(LinearRgba::RED, 0);
        let scale = agent.body.height / build.height;
        assert!((0.9..1.1).contains(&scale), "{}: {scale}", agent.look.model);
        let triangles: usize = build.parts.iter().map(|(_, _, shape)| shape.triangles()).sum();
        assert!((300..9000).contains(&triangles), "{}: {triangles} triangles", agent.look.model);
        assert!(build.parts.iter().all(|(.., shape)| !shape.is_empty()), "{}", agent.look.model);
    }
}

#[test]
fn agents_have_the_colour_and_the_name_of_their_side() {
    let library = library();
    let mut first = [agent(&library, "worker", "red", 0), agent(&library, "worker", "blue", 1)];
    sides::dress(&mut first, &[]);
    let mut next = [agent(&library, "worker", "red", 2), agent(&library, "strategist", "blue", 0)];
    sides::dress(&mut next, &first);
    let names: Vec<&str> = first.iter().chain(&next).map(|info| info.name.as_str()).collect();
    assert_eq!(names, ["Red worker 1", "Blue worker 1", "Red worker 2", "Blue strategist"]);
    assert_eq!(first[0].colour, next[0].colour);
    assert_ne!(first[0].colour, first[1].colour);
}

#[test]
fn every_field_has_crystals_and_every_geyser_a_vent() {
    for (level, mut world) in scenes_of(&SCHEMA) {
        world.run_system_once(minerals::spawn).unwrap();
        world.flush();
        let names: Vec<String> = world.query::<&Name>().iter(&world).map(|name| name.as_str().to_owned()).collect();
        let count = |wanted: &str| names.iter().filter(|name| *name == wanted).count();
        assert!(count("minerals") >= 12, "{}", level.name);
        assert!(count("vent") >= 2, "{}", level.name);
        let cost = *world.resource::<SceneCost>();
        assert!(cost.triangles <= DRAW_BUDGET.triangles, "{}: {} triangles", level.name, cost.triangles);
    }
}

#[test]
fn every_event_is_told_with_a_marker_that_exists() {
    let library = library();
    let mut cast = vec![agent(&library, "build_planner", "red", 0), agent(&library, "barracks", "red", 0)];
    sides::dress(&mut cast, &[]);
    let at = QuantisedPoint { x: 0, y: 0, z: 0 };
    let (planner, barracks, goal) = (AgentId(0), AgentId(1), label("build_siege"));
    let told = |event: MatchEvent| {
        let log = [LogEntry { tick: 50, event: event.clone() }];
        let line =
            events::describe(&event, &EventContext { cast: &cast, log: &log, ..EventContext::default() }).unwrap();
        if let Some((kind, _)) = &line.marker {
            assert!(markers::MARKERS.iter().any(|marker| marker.name == *kind), "{kind}");
        }
        let name = |agent: AgentId| cast[usize::from(agent.0)].name.clone();
        line.news.as_ref().map(|news| line.fill(news, name, ""))
    };
    let sentences = [
        told(CommanderEvent::Stands { agent: barracks, product: label("barracks"), at }.into()),
        told(CommanderEvent::Lost { agent: barracks, by: None, product: label("barracks"), at }.into()),
        told(CommanderEvent::Planned { agent: planner, goal, seconds: 130 }.into()),
        told(CommanderEvent::Reached { agent: planner, goal, seconds: 140 }.into()),
        told(CommanderEvent::Impossible { agent: planner, goal }.into()),
    ];
    assert_eq!(
        sentences.map(|sentence| sentence.unwrap()),
        [
            "Red barracks 1 is finished",
            "Red barracks 1 is destroyed",
            "Red build planner: build siege in about 130 s",
            "Red build planner: build siege done after 140 s",
            "Red build planner: no way to build siege",
        ]
    );
}
