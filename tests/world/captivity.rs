//! Captivity: the caught are carried to a cell, locked up, and freed by mates; or they get up again.

use bevy::math::Vec3;
use quarry::{
    data::GameSection,
    games::hunt::{CaptivityRules, HuntEvent, Wounds},
    world::{Body, Departure, InPlay, ItemLocation, Things},
};
use quarry_minds::protocol::{AgentId, FailReason, Label, Status, StrikeRequest, ThingId, label};

use super::{
    bodies::{Game, caught_by},
    devices::{named, state, work, yard_with},
};
use crate::hunt;

const HERE: Vec3 = Vec3::new(5.5, 0.0, 2.5);

/// The yard, where one hit catches and the caught are held once.
fn prison(wakes_after: f32) -> Game {
    let mut rules = hunt::rules();
    let mut own = hunt::own(&rules);
    own.captivity = Some(CaptivityRules { times: 1, wakes_after, wounds: 1 });
    own.sides.values_mut().for_each(|side| side.hits_to_catch = 1);
    rules.game = GameSection::new(own);
    yard_with(rules)
}

/// Strikes prey from beside it, wherever it is.
fn strike(game: &mut Game, hunter: AgentId, prey: AgentId) {
    game.seconds(5.0);
    let place = game.place(prey);
    let entity = game.entity(hunter);
    let mut body = game.app.world_mut().get_mut::<Body>(entity).expect("a body");
    *body = Body::at(place - Vec3::X, std::f32::consts::FRAC_PI_2);
    game.board(hunter).strike.post(StrikeRequest { target: Some(prey), with: Label::default() });
    game.seconds(0.5);
}

/// The item that stands for the one that is held.
fn captive(game: &Game) -> ThingId {
    let things = game.app.world().resource::<Things>();
    things.appeared.iter().find(|thing| thing.name == "captive").expect("a captive").id
}

fn held_by(hunter: AgentId) -> Departure {
    Departure { how: label("held"), by: Some(hunter), meant: false }
}

#[test]
fn the_caught_is_carried_to_a_cell_and_freed_and_the_next_catch_is_final() {
    let mut game = prison(0.0);
    let (prey, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + 4.0 * Vec3::X, 0.0));
    let hunter = game.spawn("hunter", Vec3::new(1.5, 0.0, 1.5), 0.0);
    game.tick();
    strike(&mut game, hunter, prey);
    assert_eq!(game.departure(prey), Some(held_by(hunter)));
    assert_eq!(game.state().caught, 1);
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Held { agent, .. } if agent == prey)));
    let item = captive(&game);
    assert_eq!(
        work(&mut game, hunter, "cell", "lock_up", 0.5),
        Status::Failed(FailReason::Refused),
        "nobody to lock up"
    );

    // Hunters alone take up the captive, who then goes where they go, more slowly.
    for (agent, expected) in [(mate, Status::Failed(FailReason::Refused)), (hunter, Status::Done)] {
        let (place, entity) = (game.place(prey), game.entity(agent));
        game.app.world_mut().get_mut::<Body>(entity).expect("a body").place = place;
        game.use_thing(agent, item, "take");
        game.seconds(2.5);
        assert_eq!(game.board(agent).use_thing.status(), expected);
    }
    game.go(hunter, named(&game, "cell").entry);
    game.seconds(1.0);
    assert_eq!(game.place(prey), game.place(hunter));
    let (body, walk) = (game.get::<Body>(hunter).expect("a body"), quarry::data::body::BodySpec::default().speeds.walk);
    assert!(body.speed() < 0.8 * walk, "{} of {walk} m/s", body.speed());

    // Everybody learns that it is locked up.
    assert!(matches!(work(&mut game, hunter, "cell", "lock_up", 2.9), Status::Running(_)));
    game.seconds(0.2);
    assert_eq!((state(&game, "cell"), game.place(prey)), ("locked", named(&game, "cell").place));
    assert_eq!(game.app.world().resource::<Things>().item(item), Some(ItemLocation::Nowhere));

    // A mate frees it, wounded.
    assert_eq!(work(&mut game, hunter, "cell", "free", 0.5), Status::Failed(FailReason::Refused), "not for hunters");
    let entity = game.entity(hunter);
    game.app.world_mut().get_mut::<Body>(entity).expect("a body").place = Vec3::new(9.5, 0.0, 4.5);
    assert_eq!(work(&mut game, mate, "cell", "free", 10.0), Status::Done);
    assert!(game.get::<InPlay>(prey).is_some() && game.departure(prey).is_none());
    assert_eq!((game.state().caught, game.get::<Wounds>(prey).map(|wounds| wounds.taken)), (0, Some(1)));
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Freed { by: Some(by), .. } if by == mate)));
    let before = game.place(prey);
    game.go(prey, HERE);
    game.seconds(1.0);
    assert!(game.place(prey).distance(before) > 1.0, "it walks again");

    strike(&mut game, hunter, prey);
    assert_eq!(game.departure(prey), Some(caught_by(hunter)), "the second time is final");
}

#[test]
fn who_is_left_lying_gets_up_and_the_last_one_is_not_held() {
    let mut game = prison(3.0);
    let (prey, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + 4.0 * Vec3::X, 0.0));
    let hunter = game.spawn("hunter", Vec3::new(1.5, 0.0, 1.5), 0.0);
    game.tick();
    strike(&mut game, hunter, prey);
    assert_eq!(game.departure(prey), Some(held_by(hunter)));
    game.seconds(3.0);
    assert!(game.get::<InPlay>(prey).is_some());
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Freed { by: None, .. })));
    strike(&mut game, hunter, prey);
    strike(&mut game, hunter, mate);
    assert_eq!(game.departure(mate), Some(caught_by(hunter)), "nobody is left to free it");
}
