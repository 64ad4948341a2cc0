//! Upgrades, healers and factions: what a side has that the other one has not.

use bevy::math::Vec3;
use quarry::{
    games::commander::{
        CommanderEvent,
        build_order::BuildCommand,
        map::PlotUse,
        seat::{ORDER, TAKE},
        units::Combatant,
    },
    simulation::retune::{Intervention, RetuneCommand, apply},
    world::{Body, BodyCondition, Gauges},
};
use quarry_minds::protocol::{AgentId, label};

use super::{
    soldiers::fight_with,
    stage::{Stage, library},
};

/// A match in which nobody commands, and each side has its managers.
fn without_commanders(seed: u64) -> Stage {
    let mut rules = library().rules("standard").unwrap().1.clone();
    rules.sides.values_mut().for_each(|side| side.count = 0);
    Stage::new(&rules, seed)
}

#[test]
fn an_army_with_upgrades_beats_one_without() {
    for upgraded in [0, 1] {
        for east in ["red", "blue"] {
            let prepare = |stage: &mut Stage| {
                let upgrades = ["infantry_weapons", "infantry_armour"].map(|name| stage.product(name));
                stage.state_mut().sides[upgraded].upgrades.extend(upgrades);
            };
            let left = fight_with(("rifleman", 20), ("rifleman", 20), east, prepare);
            assert!(left[upgraded] > 0 && left[1 - upgraded] == 0, "{left:?}");
        }
    }
}

#[test]
fn managers_research_once_and_the_enemy_learns_of_it_from_a_unit_that_it_sees() {
    let mut stage = Stage::shipped("standard", 131);
    for side in 0..2 {
        let strategist = stage.state().sides[side].staff.strategist;
        let taken = Intervention { what: label(TAKE), agent: strategist, ..Intervention::default() };
        apply(stage.app.world_mut(), &RetuneCommand::Intervene(taken)).unwrap();
    }
    let home = stage.home(0);
    let is_free = |at: &Vec3| stage.census().all.iter().all(|entry| entry.place.distance(*at) > 3.0);
    let buildable = stage.state().map.plots.iter().filter(|plot| plot.what == PlotUse::Building).map(|plot| plot.place);
    let place = buildable.filter(is_free).min_by(|a, b| a.distance(home).total_cmp(&b.distance(home))).unwrap();
    stage.add("red", "engineering_bay", place, 1);
    stage.add("red", "rifleman", home, 8);
    stage.run(1.0);
    let (weapons, armour) = (stage.product("infantry_weapons"), stage.product("infantry_armour"));
    (stage.state_mut().sides[0].minerals, stage.state_mut().sides[0].gas) = (2000, 2000);
    assert!(stage.until(240.0, |stage| stage.state().sides[0].upgrades.len() == 2), "both, one after the other");
    let built = stage.state().sides[0].counts.built.clone();
    assert_eq!((built[weapons.index()], built[armour.index()]), (1, 1), "each once");
    let stands = stage.ticks(|event| {
        matches!(CommanderEvent::read(event), Some(CommanderEvent::Researched { product, .. }) if product == label("infantry_weapons"))
    });
    assert_eq!(stands.len(), 1);
    assert!(stage.state().sides[1].known_upgrades.is_empty(), "nothing of red was seen");
    let there = stage.home(1);
    stage.add("red", "rifleman", there, 1);
    assert!(stage.until(2.0, |stage| stage.state().sides[1].known_upgrades.len() == 2));
    assert!(stage.state().sides[0].known_upgrades.is_empty());
}

#[test]
fn a_medic_heals_infantry_that_is_near_and_no_machine() {
    let mut stage = without_commanders(132);
    let place = stage.home(0) + Vec3::new(3.0, 0.0, 3.0);
    for kind in ["rifleman", "tank", "medic"] {
        stage.add("red", kind, place, 1);
    }
    stage.run(0.5);
    let of = |stage: &Stage, kind: &str| -> AgentId {
        let product = stage.product(kind);
        stage.census().of_side(0).find(|entry| entry.product == product).unwrap().agent
    };
    let [rifleman, tank, medic] = ["rifleman", "tank", "medic"].map(|kind| of(&stage, kind));
    let health = |stage: &Stage, agent| stage.get::<Gauges>(agent).unwrap().get(label("health")).unwrap();
    for agent in [rifleman, tank] {
        let entity = stage.entity(agent);
        let kind = stage.get::<quarry::world::BodyKind>(agent).unwrap().0.clone();
        stage.app.world_mut().get_mut::<Gauges>(entity).unwrap().add(label("health"), -25.0, &kind);
    }
    let before = [rifleman, tank].map(|agent| health(&stage, agent));
    stage.run(1.5);
    let rate = 5.0;
    assert_eq!(stage.get::<Combatant>(medic).unwrap().target, Some(rifleman));
    assert!(stage.until(10.0, |stage| health(stage, rifleman) >= 38.0), "{}", health(&stage, rifleman));
    assert!(stage.get::<BodyCondition>(rifleman).unwrap().visible_harm < 0.1);
    assert!(health(&stage, rifleman) <= before[0] + rate * 12.0);
    stage.run(5.0);
    assert_eq!(health(&stage, tank), before[1]);
    assert!(stage.get::<Body>(medic).unwrap().place.distance(stage.home(0)) < 30.0);
}

#[test]
fn a_faction_plans_and_trains_its_own_units_for_the_orders_of_all() {
    let mut stage = Stage::shipped("factions", 133);
    let [rifleman, ranger] = ["rifleman", "ranger"].map(|name| stage.product(name));
    let blue = stage.state().faction(1).unwrap();
    assert_eq!(blue.name, label("rangers"));
    assert!(stage.state().faction(0).is_none());
    let planner = stage.state().sides[1].staff.build_planner;
    let strategist = stage.state().sides[1].staff.strategist;
    for (what, agent, name) in [(TAKE, strategist, None), (ORDER, planner, Some(label("build_rush_wave")))] {
        let wanted = Intervention { what: label(what), agent, name, ..Intervention::default() };
        apply(stage.app.world_mut(), &RetuneCommand::Intervene(wanted)).unwrap();
    }
    assert!(stage.until(5.0, |stage| {
        stage.state().sides[1].builds.pursued.as_ref().is_some_and(|goal| goal.build_order.is_some())
    }));
    let state = stage.state();
    let catalogue = state.catalogue.clone().unwrap();
    let order = state.sides[1].builds.pursued.as_ref().unwrap().build_order.clone().unwrap();
    let makes = |wanted| {
        order.schedule.commands.iter().any(|command| {
            matches!(command.command, BuildCommand::Start(recipe) if catalogue.recipe(recipe).product == wanted)
        })
    };
    assert!(makes(ranger) && !makes(rifleman));
    assert!(stage.until(400.0, |stage| stage.standing(1, "ranger") >= 4));
    let built = |side: usize, name| stage.state().sides[side].counts.built[stage.product(name).index()];
    assert_eq!((built(1, "rifleman"), built(0, "ranger")), (0, 0));
}
