//! What agents do to each other with what they carry, and devices that shelter: items handed over, blows that stagger, a curtain torn down.

use bevy::math::Vec3;
use quarry::world::{Body, Hands, Hidden, ItemLocation, Things};
use quarry_minds::protocol::{
    AgentId, FailReason, Label, MatchEvent, Status, StrikeRequest, Subject, UseRequest, label,
};

use super::{
    bodies::Game,
    devices::{named, state, work, yard},
};

const HERE: Vec3 = Vec3::new(5.5, 0.0, 2.5);

fn stand(game: &mut Game, agent: AgentId, place: Vec3) {
    let entity = game.entity(agent);
    game.app.world_mut().get_mut::<Body>(entity).expect("a body").place = place;
}

/// Uses another agent for this long.
fn treat(game: &mut Game, by: AgentId, other: AgentId, verb: &str, seconds: f32) -> Status {
    game.board(by).use_thing.post(UseRequest { target: Subject::Agent(other), verb: label(verb) });
    game.seconds(seconds);
    game.board(by).use_thing.status()
}

fn carries(game: &Game, agent: AgentId, name: &str) -> bool {
    let item = named(game, name).id;
    let held = game.app.world().resource::<Things>().item(item) == Some(ItemLocation::Carried(agent));
    assert_eq!(game.get::<Hands>(agent).expect("hands").carried.contains(&item), held);
    held
}

#[test]
fn a_tool_is_handed_to_a_mate_in_reach_that_has_a_hand_free() {
    let mut game = yard();
    let (giver, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + 2.0 * Vec3::X, 0.0));
    let hunter = game.spawn("hunter", HERE + Vec3::X, 0.0);
    let refused = Status::Failed(FailReason::Refused);
    assert_eq!(treat(&mut game, giver, mate, "give", 0.1), refused, "with empty hands");
    assert_eq!(work(&mut game, giver, "crowbar", "take", 0.5), Status::Done);
    stand(&mut game, giver, HERE);
    assert_eq!(treat(&mut game, giver, mate, "give", 0.1), Status::Failed(FailReason::OutOfReach));
    stand(&mut game, mate, HERE + 0.8 * Vec3::X);
    assert_eq!(treat(&mut game, giver, hunter, "give", 0.1), refused, "not to an enemy");
    assert_eq!(treat(&mut game, giver, mate, "give", 1.0), Status::Done);
    assert!(carries(&game, mate, "crowbar") && !carries(&game, giver, "crowbar"));
    assert!(game.logged(|event| matches!(event, MatchEvent::Given { by, to, .. } if (*by, *to) == (giver, mate))));

    assert_eq!(work(&mut game, giver, "rope", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, mate, "crank", "take", 0.5), Status::Done);
    stand(&mut game, giver, HERE);
    stand(&mut game, mate, HERE + 0.8 * Vec3::X);
    assert_eq!(treat(&mut game, giver, mate, "give", 1.0), refused, "both hands are full");
}

#[test]
fn a_blow_with_a_crowbar_stops_a_hunter_and_its_strike_once() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", HERE + Vec3::X, 0.0));
    assert_eq!(treat(&mut game, prey, hunter, "stagger", 0.1), Status::Failed(FailReason::Refused), "bare hands");
    assert_eq!(work(&mut game, prey, "crowbar", "take", 0.5), Status::Done);
    stand(&mut game, prey, HERE);
    game.board(hunter).strike.post(StrikeRequest { target: Some(prey), with: Label::default() });
    assert_eq!(treat(&mut game, prey, hunter, "stagger", 0.4), Status::Done);
    assert!(game.logged(|event| matches!(event, MatchEvent::Staggered { agent, .. } if *agent == hunter)));
    assert!(!carries(&game, prey, "crowbar"), "it is broken");
    game.board(hunter).use_thing.clear();
    game.go(hunter, HERE - 3.0 * Vec3::X);
    let before = game.place(hunter);
    game.seconds(1.0);
    game.board(hunter).strike.post(StrikeRequest { target: Some(prey), with: Label::default() });
    game.seconds(0.2);
    assert_eq!(game.board(hunter).strike.status(), Status::Failed(FailReason::NotReady));
    assert!(game.place(hunter).distance(before) < 0.3, "it stands");
    game.seconds(2.5);
    assert!(game.place(hunter).distance(before) > 0.5, "and goes on");
}

#[test]
fn who_hides_behind_a_curtain_comes_out_when_it_is_torn_down() {
    let mut game = yard();
    let curtain = named(&game, "curtain");
    let (prey, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + Vec3::X, 0.0));
    let hunter = game.spawn("hunter", HERE - Vec3::X, 0.0);
    assert_eq!(work(&mut game, prey, "curtain", "enter", 1.2), Status::Done);
    assert_eq!(game.get::<Hidden>(prey), Some(Hidden(Some(curtain.id))));
    assert_eq!(work(&mut game, mate, "curtain", "enter", 1.2), Status::Failed(FailReason::Refused), "room for one");
    stand(&mut game, mate, HERE);
    assert_eq!(work(&mut game, hunter, "curtain", "tear_down", 1.0), Status::Done);
    assert_eq!(state(&game, "curtain"), "torn");
    assert_eq!(game.get::<Hidden>(prey), Some(Hidden(None)));
    assert!(game.place(prey).distance(game.place(hunter)) > 0.4, "they do not stand in each other");
    assert_eq!(
        work(&mut game, mate, "curtain", "enter", 0.2),
        Status::Failed(FailReason::Refused),
        "it shelters nobody"
    );
}
