//! The requests of human players are part of a recording.

use bevy::{
    math::{Vec3, ops},
    prelude::*,
};
use quarry::{
    lab::recording::{Recording, rerun},
    simulation::MatchSetup,
};
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, Gait, GoRequest, LookRequest, Roster, StrikeRequest, ThrowRequest, label,
};

use super::{library, origin, recorded};
use crate::hunt;

const TICKS: u32 = 300;

/// Walks in circles, runs, looks around, strikes, throws, and stands still at times.
fn ask(tick: u32, world: &mut World) {
    let entity = world.resource::<Roster>().entity(AgentId(0)).unwrap();
    let mut board = world.get_mut::<Blackboard>(entity).unwrap();
    let angle = tick as f32 * 0.021;
    let direction = Vec3::new(ops::cos(angle), 0.0, ops::sin(angle));
    if tick % 90 < 70 {
        let gait = if tick % 60 < 30 { Gait::Walk } else { Gait::Run };
        board.go.post(GoRequest::Steer { direction, gait });
    } else {
        board.go.clear();
    }
    board.look.post(LookRequest::Along { direction });
    if tick % 100 == 50 {
        board.strike.post(StrikeRequest { target: None, with: label("") });
    }
    if tick == 120 {
        board.throw.post(ThrowRequest { what: label("bolt"), aim: Aim::Direction(direction) });
    }
}

#[test]
fn requests_of_players_are_repeated() {
    let library = library();
    let setup = MatchSetup { seed: 11, people: vec![AgentId(0)], ..MatchSetup::default() };
    let origin = origin(&library, "courtyard", &setup);
    let assets = origin.prepare(&hunt::game(), &library).unwrap();
    let recording = recorded(origin.clone(), &assets, TICKS, ask);
    assert!(recording.inputs.len() >= TICKS as usize, "the player looks elsewhere in every tick");
    println!("{TICKS} ticks of play: {} bytes", recording.write().len());
    // Through bytes, as in a file.
    let read = std::sync::Arc::new(Recording::read(&recording.write()).unwrap());
    assert_eq!(read, recording);
    let report = rerun(&read, &assets).unwrap();
    assert!(report.same, "{report:?}");

    // Without the player's requests it is another match.
    let idle = recorded(origin, &assets, TICKS, |_, _| ());
    assert_ne!(idle.header.digest, recording.header.digest);
    assert_eq!(idle.inputs.len(), 0);
}
