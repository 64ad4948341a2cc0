//! Soldiers with minds of their own: a change of the data alone.

use quarry::{
    games::commander::{
        CommanderEvent,
        army::{ATTACK, HOLD},
        seat::{ORDER, TAKE},
        units::Combatant,
    },
    simulation::retune::{Intervention, RetuneCommand, apply},
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
    let soldiers = |stage: &Stage| stage.census().soldiers(stage.state(), 0).count() >= 6;
    assert!(stage.until(420.0, soldiers), "no soldiers");
    let staff = stage.state().sides[0].staff;
    command(&mut stage, TAKE, staff.strategist.unwrap(), None, 0);
    let free = stage.state().map.bases.iter().position(|base| base.main_of.is_none()).unwrap();
    command(&mut stage, ORDER, staff.army.unwrap(), Some(ATTACK), free);
    assert!(stage.until(60.0, |stage| stage.state().sides[0].mission.set_out), "it sets out");
    let main = stage.state().sides[0].main.clone();
    assert!(main.len() >= 6);
    let outside = |stage: &Stage| {
        let state = stage.state();
        stage.census().soldiers(state, 0).filter(|entry| !state.sides[0].main.contains(&entry.agent)).count()
    };
    assert!(stage.until(60.0, |stage| outside(stage) >= 1), "a new soldier does not follow alone");
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
