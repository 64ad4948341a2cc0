//! The view of the bomb site compared with its data, and its model. No window, no GPU.

use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::scene::tests::scenes_of;
use crate::data::{Library, look::Impact};

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
