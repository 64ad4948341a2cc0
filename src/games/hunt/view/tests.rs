//! What the hunt adds to the scenes of its levels, compared with the levels; and the rendering budget. No window, no GPU.

use std::{collections::BTreeSet, path::Path};

use bevy::ecs::system::RunSystemOnce;

use super::exit_lights::{ExitGlow, ExitProgressLight};
use super::keys::KeyModel;
use super::*;
use crate::client::render::budget::{DRAW_BUDGET, SceneCost};
use crate::client::render::character;
use crate::client::render::scene::tests::{scenes_of, setup};
use crate::client::session::{AgentFrame, Keeping, MatchFrame};
use crate::data::Library;
use crate::world::level::ThingKind;
use crate::world::{Body, Departure, ItemLocation, ThingState, Things, WeaponPhase};
use quarry_minds::protocol::{AgentId, Label};

#[test]
fn every_exit_has_its_lights_and_every_key_place_a_hidden_key() {
    let scenes = scenes_of(&SCHEMA);
    assert!(scenes.len() >= 3, "{} levels", scenes.len());
    for (level, mut world) in scenes {
        world.run_system_once(keys::spawn).unwrap();
        world.run_system_once(exit_lights::spawn).unwrap();
        world.flush();
        let exits = level.doors.iter().filter(|door| door.is_gate).count();
        assert!(exits > 0, "{} has no exit", level.name);
        assert_eq!(world.query::<&ExitProgressLight>().iter(&world).count(), exits * 6, "{}", level.name);
        assert_eq!(world.query::<&ExitGlow>().iter(&world).count(), exits, "{}", level.name);

        let mut keys = world.query::<(&KeyModel, &Transform, &Visibility)>();
        let places: Vec<Vec3> =
            level.things_of(ThingKind::Item).filter(|thing| thing.name == "key").map(|thing| thing.place).collect();
        let found: Vec<Vec3> = keys.iter(&world).map(|(_, at, _)| at.translation).collect();
        assert_eq!(found, places, "{}", level.name);
        // Which places hold a key is known when the match starts.
        assert!(keys.iter(&world).all(|(.., visibility)| *visibility == Visibility::Hidden), "{}", level.name);
    }
}

#[test]
fn every_level_keeps_the_rendering_budget() {
    for (level, mut world) in scenes_of(&SCHEMA) {
        world.insert_resource(figures());
        world.init_resource::<character::Characters>();
        world.run_system_once(character::spawn).unwrap();
        world.run_system_once(keys::spawn).unwrap();
        world.run_system_once(exit_lights::spawn).unwrap();
        world.flush();
        let cost = *world.resource::<SceneCost>();
        // What shares mesh and material is drawn in one call.
        let drawn: BTreeSet<_> = world
            .query::<(Option<&Visibility>, &Mesh3d, &MeshMaterial3d<StandardMaterial>)>()
            .iter(&world)
            .filter(|(visibility, ..)| visibility.is_none_or(|visibility| *visibility != Visibility::Hidden))
            .map(|(_, mesh, material)| (mesh.id(), material.id()))
            .collect();
        let drawn = drawn.len();
        let lights = world.query_filtered::<(), Or<(With<PointLight>, With<DirectionalLight>)>>().iter(&world).count();
        let name = level.name;
        println!("{name}: {drawn} meshes, {} triangles, {lights} lights", cost.triangles);
        assert!(lights > cost.lamps, "{name}: {lights} lights, without the moon");
        assert!(drawn <= DRAW_BUDGET.meshes, "{name}: {drawn} meshes");
        assert!(cost.triangles <= DRAW_BUDGET.triangles, "{name}: {} triangles", cost.triangles);
        assert!(lights <= DRAW_BUDGET.lights, "{name}: {lights} lights");
    }
}

#[test]
fn the_view_knows_every_side_and_outcome_of_the_game() {
    let view = &VIEW;
    let library = Library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let spec = view.setup;
    let (_, rules) = library.rules(spec.rules[0].name).unwrap();
    assert!(library.levels.contains_key(&spec.level.into()));
    for side in spec.roles.iter().map(|role| role.side).chain((spec.counts)(rules).iter().map(|count| count.side)) {
        assert!(rules.sides.contains_key(&side.into()), "{side}");
    }
    for outcome in (view.game)().results().outcomes {
        assert_ne!((view.headline)(outcome.name.into()), outcome.name);
    }
    assert_ne!(result::who_won(label("stopped")), result::who_won(label("draw")));
    assert_eq!((view.guide)(&|_| "X".to_owned()).len(), 2);
    assert!((view.tips)(&library).len() > 8);
}

/// An agent at the origin, in play or not.
fn frame(gone: Option<&str>) -> AgentFrame {
    AgentFrame {
        body: Body::at(Vec3::ZERO, 0.0),
        bodiless: false,
        host: None,
        gone: gone.map(|how| (Departure { how: label(how), ..Departure::default() }, 100)),
        hidden: None,
        arms: WeaponPhase::Ready,
        working: None,
        gun: None,
        carried: 0,
        visible_harm: 0.0,
        state: Label::default(),
    }
}

#[test]
fn a_held_player_will_be_back_and_a_caught_one_will_not() {
    let mut now = MatchFrame { agents: vec![frame(Some("held")), frame(Some("caught"))], ..MatchFrame::default() };
    let returns = |frame: &MatchFrame| [0, 1].map(|agent| (VIEW.player_returns)(frame, AgentId(agent)));
    assert_eq!(returns(&now), [true, false]);
    now.state.outcome = Some(label("hunters"));
    assert_eq!(returns(&now), [false, false], "the match is over");
}

#[test]
fn a_captive_lies_is_carried_and_stands_in_its_cell() {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let setup = setup(&library, label("manor"));
    let cell = *setup.level.things.iter().find(|thing| thing.name == "cell").unwrap();
    let mut now = MatchFrame {
        agents: vec![frame(None), frame(Some("held")), frame(Some("caught"))],
        things: Things::new(&setup.level),
        ..MatchFrame::default()
    };
    let captive = now.things.appear_item(label("captive"), Vec3::ZERO).unwrap();
    let keeping = |now: &MatchFrame| [0, 1, 2].map(|agent| captives::keeping(now, agent, &setup));
    assert_eq!(keeping(&now), [None; 3], "it lies there");
    *now.things.state_mut(captive).unwrap() = ThingState::Item(ItemLocation::Carried(AgentId(0)));
    assert_eq!(keeping(&now), [None, Some(Keeping::Shouldered(AgentId(0))), None]);
    *now.things.state_mut(captive).unwrap() = ThingState::Item(ItemLocation::Nowhere);
    now.agents[1].body.place = cell.place;
    assert_eq!(keeping(&now), [None; 3], "the cell is open");
    if let Some(ThingState::Device(device)) = now.things.state_mut(cell.id) {
        device.state = label("locked");
    }
    assert_eq!(keeping(&now), [None, Some(Keeping::Caged), None]);
}
