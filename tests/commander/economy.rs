//! Workers gather as the forward model of the economy says, builders are replaced, plots are freed.

use bevy::math::Vec3;
use quarry::{
    games::commander::{
        Sighting,
        catalogue::BuildSite,
        economy::Economy,
        map::{PlotState, PlotUse},
        seat::TAKE,
        units::{Building, Job, Worker},
    },
    simulation::retune::{Intervention, RetuneCommand, apply},
    world::InPlay,
};

use quarry_minds::protocol::{AgentId, SimulationClock, label};

use super::stage::{Stage, library};

/// A match in which nobody commands either side.
fn idle(seed: u64) -> Stage {
    let mut rules = library().rules("standard").unwrap().1.clone();
    for side in rules.sides.values_mut() {
        side.count = 0;
    }
    Stage::new(&rules, seed)
}

#[test]
fn four_workers_bring_what_the_model_says() {
    let mut stage = idle(3);
    stage.run(120.0);
    let catalogue = stage.state().catalogue.clone().unwrap();
    let mut model = Economy::at_start(catalogue);
    model.advance(120_000);
    for side in &stage.state().sides {
        let (true_store, predicted) = (f64::from(side.minerals), f64::from(model.minerals()));
        assert!((true_store / predicted - 1.0).abs() < 0.1, "{true_store} instead of {predicted}");
    }
}

#[test]
fn a_building_is_built_by_a_worker_that_is_replaced_when_it_dies() {
    let mut rules = library().rules("scripted").unwrap().1.clone();
    rules.sides.values_mut().for_each(|side| side.count = 0);
    let mut stage = Stage::new(&rules, 4);
    let ordered = |stage: &Stage| stage.state().sides[1].ordered.first().copied();
    assert!(stage.until(90.0, |stage| ordered(stage).is_some_and(|ordered| ordered.builder.is_some())));
    let order = ordered(&stage).unwrap();
    assert_eq!(stage.state().map.plots[order.plot].state, PlotState::Ordered(1));
    let first = order.builder.unwrap();
    let entity = stage.entity(first);
    stage.app.world_mut().entity_mut(entity).remove::<InPlay>();
    stage.run(0.2);
    let second = ordered(&stage).unwrap().builder.unwrap();
    assert_ne!(first, second, "another worker goes");
    assert!(stage.until(60.0, |stage| stage.standing(1, "supply_depot") == 1));
    let job = stage.get::<Worker>(second).unwrap().job;
    assert!(!matches!(job, Job::Build { .. }), "it works elsewhere again: {job:?}");
}

#[test]
fn nobody_is_sent_to_build_under_the_guns_of_the_enemy() {
    let mut rules = library().rules("scripted").unwrap().1.clone();
    rules.sides.values_mut().for_each(|side| side.count = 0);
    let mut stage = Stage::new(&rules, 4);
    let builder = |stage: &Stage| stage.state().sides[1].ordered.first().and_then(|ordered| ordered.builder);
    assert!(stage.until(90.0, |stage| builder(stage).is_some()));
    let first = stage.entity(builder(&stage).unwrap());
    let plot = stage.state().sides[1].ordered[0].plot;
    let place = stage.state().map.plots[plot].door;
    let rifleman = stage.product("rifleman");
    // Seen again in every tick, as if they stood there.
    let watched = |stage: &mut Stage, number: u16, ticks: u32| {
        for _ in 0..ticks {
            let seen = stage.app.world().resource::<SimulationClock>().tick + 1;
            let sighting = Sighting { product: rifleman, place, seen };
            stage.state_mut().sides[1].known.extend((0..number).map(|one| (AgentId(900 + one), sighting)));
            stage.run(1.0 / 30.0);
        }
    };
    stage.app.world_mut().entity_mut(first).remove::<InPlay>();
    watched(&mut stage, 3, 30);
    assert_eq!(builder(&stage), None, "three riflemen are there");
    stage.state_mut().sides[1].known.clear();
    watched(&mut stage, 1, 30);
    assert!(builder(&stage).is_some(), "a scout keeps nobody from building");
}

#[test]
fn plots_are_taken_by_buildings_that_stand_and_freed_by_those_that_are_lost() {
    let mut stage = Stage::shipped("standard", 205);
    let lost = |stage: &Stage| {
        let buildings = ["supply_depot", "barracks", "refinery", "command_post"].map(|name| stage.product(name));
        let of =
            |side: usize| buildings.iter().map(|id| stage.state().sides[side].counts.lost[id.index()]).sum::<u32>();
        of(0) + of(1)
    };
    assert!(stage.until(900.0, |stage| lost(stage) >= 3), "buildings are lost in this match");
    let mut taken = 0;
    for (index, plot) in stage.state().map.plots.iter().enumerate() {
        if let PlotState::Taken(agent) = plot.state {
            taken += 1;
            assert!(stage.census().get(agent).is_some(), "plot {index} is taken by {agent:?}, which is gone");
            assert_eq!(stage.get::<Building>(agent).unwrap().plot, index);
        }
    }
    let stands = |agent| stage.get::<Building>(agent).is_some() && stage.get::<InPlay>(agent).is_some();
    let buildings = stage.census().all.iter().filter(|entry| stands(entry.agent)).count();
    assert_eq!(taken, buildings);
}

#[test]
fn what_a_build_order_leaves_is_spent_on_workers_and_producers() {
    let mut stage = Stage::shipped("standard", 93);
    let pursues = |stage: &Stage| {
        let pursued = stage.state().sides[0].builds.pursued.as_ref();
        pursued.is_some_and(|pursued| pursued.build_order.is_some())
    };
    let barracks = |stage: &Stage| {
        let ordered = stage.state().sides[0].ordered.iter();
        let catalogue = stage.state().catalogue.clone().unwrap();
        let ordered = ordered.filter(|ordered| catalogue.recipe(ordered.recipe).product == stage.product("barracks"));
        stage.standing(0, "barracks") + ordered.count() as u16
    };
    assert!(stage.until(300.0, |stage| stage.standing(0, "barracks") >= 1 && pursues(stage)), "it builds soldiers");
    let before = (stage.standing(0, "worker"), barracks(&stage));
    for _ in 0..90 {
        // As if it had mined twice what it can spend.
        stage.state_mut().sides[0].minerals = 3000;
        stage.run(1.0);
    }
    let after = (stage.standing(0, "worker"), barracks(&stage));
    assert!(after.0 >= 16 && after.0 > before.0, "workers: {} and {}", before.0, after.0);
    assert!(after.1 > before.1, "barracks: {} and {}", before.1, after.1);
}

#[test]
fn workers_are_trained_beside_every_order() {
    let mut stage = Stage::shipped("standard", 96);
    stage.run(240.0);
    let workers = [0, 1].map(|side| stage.standing(side, "worker"));
    assert!(workers.iter().sum::<u16>() >= 28, "{workers:?}");
    assert!(stage.state().sides[0].builds.pursued.is_some() || stage.state().sides[1].builds.pursued.is_some());
}

#[test]
fn a_script_is_drawn_for_each_match_and_its_managers_spend() {
    let mut styles = std::collections::BTreeSet::new();
    for seed in 300..312 {
        styles.insert(Stage::shipped("scripted", seed).state().sides[1].style);
    }
    assert_eq!(styles.len(), 3, "{styles:?}");
    let mut stage = Stage::shipped("scripted", 301);
    stage.run(240.0);
    let side = &stage.state().sides[1];
    assert!(side.minerals < 600, "{} minerals", side.minerals);
    assert!(stage.standing(1, "worker") >= 12 && stage.census().soldiers(stage.state(), 1).count() >= 3);
}

/// A thousand minerals lay idle until the post stood, and then seven barracks began at once.
#[test]
fn barracks_are_built_beside_an_expansion_that_is_ordered_first() {
    // Both draw an opening that begins with an expansion.
    let mut stage = Stage::shipped("standard", 305);
    stage.run(175.0);
    let barracks = stage.product("barracks");
    let expands = |side: &usize| {
        let pursued = stage.state().sides[*side].builds.pursued.as_ref();
        pursued.is_some_and(|pursued| pursued.name() == label("build_expansion"))
    };
    let expanding: Vec<usize> = (0..2).filter(expands).collect();
    assert!(!expanding.is_empty(), "neither side opens with an expansion");
    for side in expanding {
        let begun = stage.census().of_side(side).filter(|entry| entry.product == barracks).count();
        let minerals = stage.state().sides[side].minerals;
        assert!(begun >= 2 && minerals < 500, "{begun} barracks, {minerals} minerals");
    }
}

/// The nearest site in a straight line was one in the middle of the map.
#[test]
fn the_first_expansion_is_on_the_side_s_own_half() {
    let stage = idle(5);
    let map = &stage.state().map;
    for side in 0..2 {
        let plot = map.free_plot(side, PlotUse::Base, BuildSite::Base, &|_| false, &|_| true).unwrap();
        let [own, enemy] = [side, 1 - side].map(|side| map.plots[plot].place.distance(stage.home(side)));
        assert!(own < enemy * 0.7, "{own} m from its own base and {enemy} m from the enemy's");
    }
}

/// Builders were sent to the nearest plot, although the enemy stood beside it.
#[test]
fn buildings_go_to_a_safe_plot_if_there_is_one() {
    let stage = idle(5);
    let (map, home) = (&stage.state().map, stage.state().map.main_base(0).unwrap());
    let plot = |is_safe: &dyn Fn(Vec3) -> bool| {
        map.free_plot(0, PlotUse::Building, BuildSite::Base, &|base| base == home, is_safe).unwrap()
    };
    let nearest = plot(&|_| true);
    let enemy = map.plots[nearest].place;
    let safe = plot(&|place| place.distance(enemy) > 18.0);
    assert!(map.plots[safe].place.distance(enemy) > 18.0);
    assert_eq!(plot(&|_| false), nearest, "an unsafe one is better than none");
}

#[test]
fn no_barracks_are_added_while_the_enemy_is_stronger_at_home() {
    let mut stage = Stage::shipped("standard", 104);
    let strategist = stage.state().sides[0].staff.strategist;
    let taken = Intervention { what: label(TAKE), agent: strategist, ..Intervention::default() };
    apply(stage.app.world_mut(), &RetuneCommand::Intervene(taken)).unwrap();
    let (home, product, barracks) = (stage.home(0), stage.product("tank"), stage.product("barracks"));
    let begun = |stage: &Stage| {
        let catalogue = stage.state().catalogue.clone().unwrap();
        let ordered = &stage.state().sides[0].ordered;
        ordered.iter().any(|ordered| catalogue.recipe(ordered.recipe).product == barracks)
            || stage.census().of_side(0).any(|entry| entry.product == barracks)
    };
    for _ in 0..20 {
        let tick = stage.tick();
        let side = &mut stage.state_mut().sides[0];
        side.minerals = 2000;
        side.known.insert(AgentId(900), Sighting { product, place: home + Vec3::X * 25.0, seen: tick });
        stage.run(1.0);
    }
    assert!(!begun(&stage), "soldiers and safety first");
    stage.state_mut().sides[0].known.clear();
    assert!(stage.until(30.0, begun), "it builds barracks once the enemy has gone");
}

#[test]
fn workers_leave_fields_where_enemies_are_for_those_of_another_base() {
    let mut stage = idle(6);
    let map = &stage.state().map;
    let (main, plot) =
        (map.main_base(0).unwrap(), map.free_plot(0, PlotUse::Base, BuildSite::Base, &|_| false, &|_| true).unwrap());
    let (place, other) = (map.plots[plot].place, map.plots[plot].base);
    stage.add("red", "command_post", place, 1);
    stage.run(1.0);
    let mine_at = |stage: &Stage, wanted: usize| {
        let workers = stage.census().of_side(0).filter_map(|entry| stage.get::<Worker>(entry.agent));
        workers.filter(|worker| matches!(worker.job, Job::Mine { base, .. } if base == wanted)).count()
    };
    assert_eq!(mine_at(&stage, main), 4);
    let fields: Vec<_> = stage.state().map.bases[main].fields.iter().map(|field| field.place).collect();
    let (seen, product) = (stage.tick(), stage.product("rifleman"));
    let enemies = (900..).zip(fields.iter().chain(&fields).map(|place| Sighting { product, place: *place, seen }));
    let enemies: Vec<_> = enemies.map(|(agent, sighting)| (AgentId(agent), sighting)).collect();
    stage.state_mut().sides[0].known.extend(enemies);
    stage.run(0.2);
    assert_eq!((mine_at(&stage, main), mine_at(&stage, other)), (0, 4));
}
