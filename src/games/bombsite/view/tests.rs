//! The view of the bomb site compared with its data, and its model. No window, no GPU.

use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::scene::tests::scenes_of;
use crate::data::Library;
use crate::data::level::CellKind;
use crate::data::look::{Impact, Pattern};

#[test]
fn the_view_knows_every_side_outcome_departure_and_model_of_the_game() {
    let view = &VIEW;
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let spec = view.setup;
    assert!(library.levels.contains_key(&spec.level.into()));
    for choice in spec.rules {
        let (_, rules) = library.rules(choice.name).unwrap();
        for count in (spec.counts)(rules) {
            assert!(rules.sides.contains_key(&count.side.into()), "{}: {}", choice.name, count.side);
        }
    }
    for outcome in (view.game)().results().outcomes {
        assert_ne!((view.headline)(outcome.name.into()), outcome.name);
    }
    for model in SCHEMA.models {
        assert!(figures().0.contains_key(&label(model)), "{model}");
    }
    for agent in library.agents.values().filter(|agent| !agent.bodiless) {
        assert!(BARS.iter().all(|bar| agent.body.gauges.contains_key(&bar.gauge.into())), "{}", agent.side);
    }
    assert_eq!((view.guide)(&|_| "X".to_owned()).len(), 3);
    assert!((view.tips)(&library).len() >= 4);
}

#[test]
fn a_soldier_is_as_high_as_its_body_and_not_too_detailed() {
    for variant in 0..soldier::VARIANTS {
        let build = soldier::build(LinearRgba::WHITE, variant);
        assert!((build.height - 1.8).abs() < 0.01);
        let triangles: usize = build.parts.iter().map(|(_, _, shape)| shape.triangles()).sum();
        assert!((500..9000).contains(&triangles), "{triangles} triangles");
    }
}

#[test]
fn every_site_is_marked_and_there_is_one_bomb() {
    for (level, mut world) in scenes_of(&SCHEMA) {
        world.run_system_once(bomb::spawn).unwrap();
        world.flush();
        let names: Vec<String> = world.query::<&Name>().iter(&world).map(|name| name.as_str().to_owned()).collect();
        let count = |wanted: &dyn Fn(&str) -> bool| names.iter().filter(|name| wanted(name)).count();
        assert!(count(&|name| name.starts_with("site_")) >= 1, "{}", level.name);
        assert_eq!(count(&|name| name == "bomb"), 1);
        let cost = *world.resource::<SceneCost>();
        assert!(cost.triangles <= DRAW_BUDGET.triangles, "{}: {} triangles", level.name, cost.triangles);
    }
}

#[test]
fn every_surface_has_a_sound_where_a_shot_strikes() {
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    for impact in [Impact::Dust, Impact::Sparks, Impact::Splinters, Impact::Leaves] {
        let cue = label(&format!("impact_{}", impact.name()));
        assert!(library.sound.as_ref().unwrap().cues.contains_key(&cue), "{cue}");
    }
}

#[test]
fn every_level_looks_like_a_place_outdoors() {
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    for (name, level) in &library.levels {
        assert!(level.sky.skyline.len() >= 3 && level.sky.ground.is_some(), "{name}: nothing is seen over its walls");
        let walls = level.legend.values().filter_map(|entry| match &entry.ground {
            CellKind::Wall { material, height } => Some((library.palette.0[material].pattern, *height)),
            _ => None,
        });
        let walls: Vec<(Pattern, Option<f32>)> = walls.collect();
        let low = |pattern: Pattern| walls.iter().any(|(drawn, height)| *drawn == pattern && height.is_some());
        assert!(low(Pattern::Container) && low(Pattern::Sandbags), "{name}: {walls:?}");
        let props = || level.props.iter().map(|placed| placed.name.as_str());
        for wanted in ["notice", "danger_sign"] {
            assert!(props().any(|prop| prop == wanted), "{name} has no {wanted}");
        }
        for placed in &level.props {
            assert!(library.props.0[&placed.name].parts.iter().all(|part| !part.solid), "{name}: {}", placed.name);
        }
    }
}

#[test]
fn the_letters_of_the_sites_are_legible() {
    let extent = |is_b: bool| {
        let points: Vec<Vec3> = bomb::site_mark(is_b).points().collect();
        let most = points.iter().fold(Vec3::ZERO, |most, at| most.max(at.abs()));
        (points.len(), most)
    };
    let (a, b) = (extent(false), extent(true));
    assert!(a.0 < b.0, "B has more strokes than A");
    for (_, most) in [a, b] {
        assert!(most.x < 2.0 && most.z < 2.0 && most.y < 0.04, "{most}");
    }
}
