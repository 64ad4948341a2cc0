//! Soldiers with minds of their own: a change of the data alone.

use quarry::games::commander::{CommanderEvent, units::Combatant};
use quarry_minds::{
    Mind,
    protocol::{AgentId, MatchEvent, label},
};

use super::stage::Stage;

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
