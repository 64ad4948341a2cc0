//! Soldiers with minds of their own: a change of the data alone. How armies and scouts carry out orders.

use bevy::math::Vec3;
use quarry::{
    games::commander::{
        CommanderEvent,
        army::{ATTACK, ArmyTask, HOLD, Mission, SCOUT},
        catalogue::BuildSite,
        map::PlotUse,
        seat::{ORDER, TAKE},
        state::Sighting,
        units::Combatant,
    },
    simulation::retune::{Intervention, RetuneCommand, apply},
    world::Body,
};
use quarry_minds::{
    Mind,
    protocol::{AgentId, MatchEvent, OrderStatus, Orders, label},
};

use super::stage::{Stage, library};

#[test]
fn riflemen_with_minds_march_and_fight_beside_those_without() {
    let mut stage = Stage::shipped("squads", 95);
    let fought = |stage: &Stage| {
        let lost = |side: usize, name: &str| stage.state().sides[side].counts.lost[stage.product(name).index()];
        ["rifleman", "flamer", "worker"].iter().map(|name| lost(1, name)).sum::<u32>() >= 3 && lost(0, "rifleman") >= 1
    };
    assert!(stage.until(900.0, fought), "there was a fight");
    let soldiers = |side: usize| -> Vec<AgentId> {
        let riflemen = stage.census().of_side(side).filter(|entry| entry.product == stage.product("rifleman"));
        riflemen.map(|entry| entry.agent).collect()
    };
    assert!(soldiers(0).iter().all(|agent| stage.get::<Mind>(*agent).is_some()), "red's riflemen think");
    assert!(soldiers(1).iter().all(|agent| stage.get::<Mind>(*agent).is_none()), "blue's do not");
    assert!(soldiers(0).iter().all(|agent| stage.get::<Combatant>(*agent).is_some()));
    let thinks = |agent: AgentId| stage.get::<Mind>(agent).is_some();
    let killed_by_thinkers = stage.ticks(|event| match CommanderEvent::read(event) {
        Some(CommanderEvent::Lost { by: Some(by), .. }) => thinks(by),
        _ => false,
    });
    assert!(!killed_by_thinkers.is_empty(), "a rifleman with a mind has hit something");
    let marched =
        stage.ticks(|event| matches!(event, MatchEvent::ActionStarted { action, .. } if *action == label("march")));
    assert!(!marched.is_empty(), "they follow the mission of their army");
}

fn command(stage: &mut Stage, what: &str, to: AgentId, name: Option<&str>, base: usize) {
    let place = stage.state().map.bases[base].square.into();
    let wanted = Intervention {
        what: label(what),
        agent: Some(to),
        name: name.map(label),
        place: Some(place),
        ..Intervention::default()
    };
    apply(stage.app.world_mut(), &RetuneCommand::Intervene(wanted)).unwrap();
}

#[test]
fn reinforcements_gather_at_home_and_join_the_attack_together() {
    let mut stage = Stage::shipped("standard", 97);
    let (staff, home) = (stage.state().sides[0].staff, stage.home(0));
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    stage.add("red", "rifleman", home, 6);
    stage.run(0.1);
    let free = stage.state().map.bases.iter().position(|base| base.main_of.is_none()).unwrap();
    command(&mut stage, ORDER, staff.army.unwrap(), Some(ATTACK), free);
    assert!(stage.until(60.0, |stage| stage.state().sides[0].mission.set_out), "it sets out");
    let main = stage.state().sides[0].main.clone();
    assert!(main.len() >= 6);
    let outside = |stage: &Stage| -> Vec<AgentId> {
        let state = stage.state();
        let soldiers = stage.census().soldiers(state, 0);
        soldiers.map(|entry| entry.agent).filter(|agent| !state.sides[0].main.contains(agent)).collect()
    };
    stage.add("red", "rifleman", home, 1);
    assert!(stage.until(1.0, |stage| outside(stage).len() == 1), "a new soldier does not follow alone");
    let alone = outside(&stage)[0];
    stage.run(2.0);
    assert!(stage.get::<Body>(alone).unwrap().place.distance(home) < 30.0, "it stays at home");
    // More than any share of the main group is worth.
    stage.add("red", "rifleman", home, 20);
    let joins = |stage: &Stage| stage.state().sides[0].main.contains(&alone);
    assert!(stage.until(5.0, |stage| joins(stage) || outside(stage).len() >= 20));
    stage.run(1.0 / 30.0);
    assert!(joins(&stage) && outside(&stage).is_empty(), "all join in the same tick");
}

/// A fight beside a base was no trouble if it was far from the square that the order named.
#[test]
fn an_order_to_hold_a_base_is_not_done_while_the_side_is_hit_beside_it() {
    let mut rules = library().rules("standard").unwrap().1.clone();
    rules.sides.get_mut(&label("blue")).unwrap().count = 0;
    let mut stage = Stage::new(&rules, 98);
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let (home, base, army) = (stage.home(0), stage.state().map.main_base(0).unwrap(), staff.army.unwrap());
    stage.add("red", "rifleman", home, 6);
    stage.run(1.0);
    command(&mut stage, ORDER, army, Some(HOLD), base);
    let towards = (stage.home(1) - home).normalize();
    let product = stage.product("rifleman");
    for _ in 0..30 * 30 {
        let tick = stage.tick();
        let mut state = stage.state_mut();
        state.sides[0].hit = Some((tick, home + towards * 25.0));
        let place = home + towards * 40.0;
        state.sides[0].known.insert(AgentId(900), Sighting { product, place, seen: tick });
        stage.run(1.0 / 30.0);
    }
    let status = |stage: &Stage| stage.get::<Orders>(army).unwrap().held.unwrap().status;
    assert_eq!(status(&stage), OrderStatus::Pursued);
    stage.state_mut().sides[0].known.clear();
    assert!(stage.until(60.0, |stage| status(stage) == OrderStatus::Done));
}

/// Each new soldier stopped for the enemies between its barracks and the others, and died alone.
#[test]
fn soldiers_that_gather_at_home_pass_by_enemies() {
    let mut stage = Stage::shipped("standard", 103);
    let (staff, home) = (stage.state().sides[0].staff, stage.home(0));
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let doors = stage.state().map.plots.iter().filter(|plot| plot.what == PlotUse::Building).map(|plot| plot.door);
    let door = doors.min_by_key(|door| ((door.distance(home) - 26.0).abs() * 100.0) as i32).unwrap();
    stage.add("red", "rifleman", door, 1);
    stage.run(0.1);
    let soldier = stage.census().soldiers(stage.state(), 0).next().unwrap().agent;
    let before = stage.get::<Body>(soldier).unwrap().place.distance(home);
    assert!(before > 22.0, "{before} m");
    let product = stage.product("tank");
    for _ in 0..30 * 4 {
        let tick = stage.tick();
        let place = door + (door - home).normalize() * 3.0;
        let side = &mut stage.state_mut().sides[0];
        side.hit = Some((tick, place));
        side.known.extend((900..910).map(|enemy| (AgentId(enemy), Sighting { product, place, seen: tick })));
        stage.run(1.0 / 30.0);
    }
    assert_eq!(stage.state().sides[0].defends, Some(home), "ten tanks are too many for one");
    let after = stage.get::<Body>(soldier).unwrap().place.distance(home);
    assert!(after <= 20.5, "{after} m from the others, {before} m before");
}

/// The two at home were all that a withdrawal waited for.
#[test]
fn a_script_withdraws_until_its_soldiers_are_at_home() {
    let mut stage = Stage::shipped("scripted", 99);
    let home = stage.home(1);
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    stage.add("blue", "rifleman", home, 28);
    // The first attack of the first style.
    (stage.state_mut().sides[1].style, stage.state_mut().sides[1].script) = (0, (5, 0));
    let away = |stage: &Stage| {
        let main = &stage.state().sides[1].main;
        let soldiers = stage.census().soldiers(stage.state(), 1).filter(|entry| main.contains(&entry.agent));
        soldiers.filter(|entry| entry.place.distance(home) > 40.0).count()
    };
    let marches = |stage: &Stage| stage.state().sides[1].mission.set_out && away(stage) >= 20;
    assert!(stage.until(400.0, marches), "it attacks");
    stage.add("blue", "rifleman", home, 2);
    let product = stage.product("tank");
    for _ in 0..60 {
        let (tick, place) = (stage.tick(), stage.state().sides[1].main.iter().next().copied());
        let place = stage.get::<Body>(place.unwrap()).unwrap().place;
        let enemies = (900..960).map(|agent| (AgentId(agent), Sighting { product, place, seen: tick }));
        stage.state_mut().sides[1].known.extend(enemies);
        stage.run(1.0 / 30.0);
        if stage.state().sides[1].mission.task == ArmyTask::Go {
            break;
        }
    }
    stage.state_mut().sides[1].known.clear();
    stage.run(1.0);
    assert_eq!(stage.state().sides[1].mission.task, ArmyTask::Go, "the withdrawal lasts");
    assert!(stage.until(120.0, |stage| stage.state().sides[1].mission.task == ArmyTask::Rest));
    assert!(stage.census().soldiers(stage.state(), 1).filter(|it| it.place.distance(home) > 40.0).count() <= 8);
}

#[test]
fn an_order_to_hold_a_place_is_done_once_nothing_happens_there() {
    let mut rules = library().rules("standard").unwrap().1.clone();
    rules.sides.get_mut(&label("blue")).unwrap().count = 0;
    let mut stage = Stage::new(&rules, 98);
    let soldiers = |stage: &Stage| stage.census().soldiers(stage.state(), 0).count() >= 5;
    assert!(stage.until(420.0, soldiers), "no soldiers");
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let home = stage.state().map.main_base(0).unwrap();
    let army = staff.army.unwrap();
    command(&mut stage, ORDER, army, Some(HOLD), home);
    stage.run(3.0);
    assert_eq!(stage.get::<Orders>(army).unwrap().held.unwrap().status, OrderStatus::Pursued);
    let done =
        |stage: &Stage| stage.get::<Orders>(army).unwrap().held.is_some_and(|held| held.status == OrderStatus::Done);
    assert!(stage.until(60.0, done));
}

/// Enemies as a side knows them now, for one tick.
fn show(stage: &mut Stage, side: usize, place: Vec3, number: u16) {
    let (tick, product) = (stage.tick(), stage.product("rifleman"));
    let sighting = Sighting { product, place, seen: tick };
    stage.state_mut().sides[side].known.extend((900..900 + number).map(|agent| (AgentId(agent), sighting)));
}

/// They went one by one.
#[test]
fn the_reserve_goes_only_to_where_it_has_a_chance_and_stays_while_enemies_are_at_home() {
    let mut stage = Stage::shipped("standard", 98);
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let home = stage.home(0);
    let hit = home + (stage.home(1) - home).normalize() * 20.0;
    stage.add("red", "rifleman", home, 2);
    stage.run(0.5);
    for (enemies, place) in [(2, hit), (9, home)] {
        let tick = stage.tick();
        stage.state_mut().sides[0].hit = Some((tick, hit));
        show(&mut stage, 0, hit, enemies);
        stage.run(1.0 / 30.0);
        assert_eq!(stage.state().sides[0].defends, Some(place), "against {enemies}");
    }
    let free = stage.state().map.bases.iter().position(|base| base.main_of.is_none()).unwrap();
    command(&mut stage, ORDER, staff.army.unwrap(), Some(ATTACK), free);
    assert!(stage.until(60.0, |stage| stage.state().sides[0].mission.set_out), "it sets out");
    let main = stage.state().sides[0].main.len();
    stage.add("red", "rifleman", home, 20);
    for _ in 0..30 {
        show(&mut stage, 0, hit, 9);
        stage.run(1.0 / 30.0);
    }
    assert!(stage.state().sides[0].main.len() <= main, "nobody leaves a base that is attacked");
    stage.state_mut().sides[0].known.clear();
    stage.run(0.5);
    assert!(stage.state().sides[0].main.len() >= main + 20);
}

/// Soldiers that were sent to a second base against many more died there one by one.
#[test]
fn a_defence_gathers_at_the_main_base_while_the_enemies_are_too_many() {
    let mut stage = Stage::shipped("standard", 98);
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let map = &stage.state().map;
    let plot = &map.plots[map.free_plot(0, PlotUse::Base, BuildSite::Base, &|_| false, &|_| true).unwrap()];
    let (place, natural, home) = (plot.place, plot.base, stage.home(0));
    stage.add("red", "command_post", place, 1);
    stage.add("red", "rifleman", home, 3);
    stage.run(0.5);
    command(&mut stage, ORDER, staff.army.unwrap(), Some(HOLD), natural);
    for (enemies, wanted) in [(9, home), (3, place)] {
        stage.state_mut().sides[0].known.clear();
        for _ in 0..30 {
            let tick = stage.tick();
            stage.state_mut().sides[0].hit = Some((tick, place));
            show(&mut stage, 0, place, enemies);
            stage.run(1.0 / 30.0);
        }
        let mission = stage.state().sides[0].mission;
        assert_eq!((mission.place, mission.done), (wanted, false), "against {enemies}");
    }
}

/// A command post was in sight from 26 m, the soldiers behind it were not, and the attack rested on their absence.
#[test]
fn a_scout_has_seen_a_base_once_it_stands_in_it() {
    let mut stage = Stage::shipped("standard", 101);
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let (scouts, theirs) = (staff.scouts.unwrap(), stage.state().map.main_base(1).unwrap());
    command(&mut stage, ORDER, scouts, Some(SCOUT), theirs);
    let (mut nearest, at) = (f32::MAX, stage.home(1));
    let done = stage.until(120.0, |stage| {
        let scout = stage.state().sides[0].scout.and_then(|(scout, _)| stage.get::<Body>(scout));
        nearest = scout.map_or(nearest, |body| nearest.min(body.place.distance(at)));
        stage.get::<Orders>(scouts).unwrap().held.is_some_and(|held| held.status == OrderStatus::Done)
    });
    assert!(done && nearest < 15.0, "from {nearest} m");
}

/// Two buildings away from all bases were never found, and a match that was won went on to its limit.
#[test]
fn scouts_look_at_single_plots_once_all_bases_were_seen() {
    let mut stage = Stage::shipped("standard", 105);
    let (staff, first) = (stage.state().sides[0].staff, stage.state().map.first_lookouts);
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let tick = stage.tick();
    stage.state_mut().sides[0].seen.iter_mut().take(first).for_each(|seen| *seen = Some(tick));
    let wanted =
        Intervention { what: label(ORDER), agent: staff.scouts, name: Some(label(SCOUT)), ..Intervention::default() };
    apply(stage.app.world_mut(), &RetuneCommand::Intervene(wanted)).unwrap();
    stage.run(1.0);
    let (_, place) = stage.state().sides[0].scout.expect("there are plots that it has not seen");
    assert!(stage.state().map.lookouts[first..].contains(&place), "{place}");
}

/// A fight of two armies in the open. Returns what is left of each.
pub fn fight(red: (&str, usize), blue: (&str, usize), east: &str) -> [usize; 2] {
    fight_with(red, blue, east, |_| {})
}

/// The same, after something was prepared.
pub fn fight_with(red: (&str, usize), blue: (&str, usize), east: &str, prepare: impl Fn(&mut Stage)) -> [usize; 2] {
    let mut rules = library().rules("standard").unwrap().1.clone();
    rules.sides.values_mut().for_each(|side| side.count = 0);
    let mut stage = Stage::new(&rules, 110);
    let homes = [stage.home(0), stage.home(1)];
    let off = |at: &Vec3| (at.distance(homes[0]) - at.distance(homes[1])).abs();
    let squares = stage.state().map.bases.iter().map(|base| base.square);
    let middle = squares.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap();
    for (name, (kind, number)) in [("red", red), ("blue", blue)] {
        let towards = if name == east { Vec3::X } else { Vec3::NEG_X };
        stage.add(name, kind, middle + towards * 14.0, number);
    }
    stage.run(0.3);
    prepare(&mut stage);
    let mission = Mission { set_out: true, ..Mission::new(ArmyTask::Attack, middle, stage.tick()) };
    stage.state_mut().sides.iter_mut().for_each(|side| side.mission = mission);
    let left = |stage: &Stage| [0, 1].map(|side| stage.census().soldiers(stage.state(), side).count());
    // To the end: each army goes where the other one is.
    for _ in 0..60 {
        let places = [1, 0].map(|enemy| stage.census().soldiers(stage.state(), enemy).map(|entry| entry.place).next());
        for (side, place) in places.into_iter().enumerate() {
            stage.state_mut().sides[side].mission.place = place.unwrap_or(middle);
        }
        stage.run(1.5);
        if left(&stage).contains(&0) {
            break;
        }
    }
    left(&stage)
}

/// By the catalogue a rifleman held 0.8 flamers and a flamer three riflemen; in fights it was 0.65 and 1.5, and armies of flamers attacked at even odds.
#[test]
fn units_hold_about_as_many_of_the_enemy_as_the_catalogue_says() {
    const ENEMIES: usize = 20;
    let stage = Stage::shipped("standard", 110);
    let catalogue = stage.state().catalogue.clone().unwrap();
    for (enemy, counters) in &catalogue.counters {
        for counter in counters.iter().filter(|counter| counter.holds >= 1.0) {
            let (unit, enemy) = (catalogue.get(counter.unit).name, catalogue.get(*enemy).name);
            let even = ENEMIES as f32 / counter.holds;
            // Fights won, less those lost, from either side, since the ground favours one.
            let won = |share: f32| -> i32 {
                let number = (even * share).round() as usize;
                let left = ["red", "blue"].map(|east| fight((unit.as_str(), number), (enemy.as_str(), ENEMIES), east));
                left.iter().map(|[own, enemies]| i32::from(*enemies == 0) - i32::from(*own == 0)).sum()
            };
            assert!(won(0.5) <= 0, "{unit} hold more than {} of {enemy}", counter.holds);
            assert!(won(1.5) > 0, "{unit} hold fewer than {} of {enemy}", counter.holds);
        }
    }
}
