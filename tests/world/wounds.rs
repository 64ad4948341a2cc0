//! Wounds: the sprint after a hit, healing in a hiding place, and the hit that catches.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry::{
    data::{GameSection, body::BodySpec},
    games::hunt::{HuntEvent, WoundRules, Wounds},
    world::{Body, InPlay, MatchRules, level::ThingKind},
};
use quarry_minds::protocol::{Label, Status, StrikeRequest};

use super::bodies::{Game, caught_by};

#[test]
fn a_wound_gives_a_burst_heals_in_hiding_and_the_last_hit_catches() {
    let mut game = Game::new();
    let mut rules = game.app.world().resource::<MatchRules>().0.as_ref().clone();
    let mut own = crate::hunt::own(&rules);
    own.wounds = WoundRules { sprint_factor: 1.5, sprint_seconds: 2.0, heal_seconds: 1.0 };
    own.sides.values_mut().for_each(|side| side.hits_to_catch = 2);
    rules.game = GameSection::new(own);
    game.app.insert_resource(MatchRules(Arc::new(rules)));
    let runner = game.spawn("hunted", Vec3::new(12.5, 0.0, 3.7), 0.0);
    let hunter = game.spawn("hunter", Vec3::new(11.5, 0.0, 3.7), std::f32::consts::FRAC_PI_2);
    let strike = |game: &mut Game| {
        game.board(hunter).strike.post(StrikeRequest { target: Some(runner), with: Label::default() });
        game.seconds(0.5);
        assert_eq!(game.board(hunter).strike.status(), Status::Done);
    };
    strike(&mut game);
    assert!(game.get::<InPlay>(runner).is_some(), "it is only wounded");
    assert_eq!(game.get::<Wounds>(runner).unwrap().taken, 1);
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Wounded { wounds: 1, .. })));
    // 1.5 times the speed for two seconds.
    game.go(runner, Vec3::new(12.5, 0.0, 1.2));
    game.seconds(0.4);
    let walk = BodySpec::default().speeds.walk;
    assert!((game.get::<Body>(runner).unwrap().speed() - 1.5 * walk).abs() < 0.1);
    game.seconds(2.0);
    assert_eq!(game.get::<Wounds>(runner).unwrap().sprint_left, 0.0);

    // It heals in a hiding place and nowhere else.
    let locker = game.thing(ThingKind::HidingPlace);
    assert_eq!(game.get::<Wounds>(runner).unwrap().taken, 1);
    let entity = game.entity(runner);
    game.app.world_mut().get_mut::<Body>(entity).unwrap().place = locker.entry;
    game.use_thing(runner, locker.id, "enter");
    game.seconds(2.5);
    assert_eq!(game.get::<Wounds>(runner).unwrap().taken, 0);
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Healed { wounds: 0, .. })));
    game.use_thing(runner, locker.id, "leave");
    game.seconds(1.0);

    // One more hit wounds again, the next one catches.
    for fate in [None, Some(caught_by(hunter))] {
        let near = game.place(runner) + Vec3::new(-1.0, 0.0, 0.0);
        for (agent, place) in [(hunter, near), (runner, near + Vec3::X)] {
            let entity = game.entity(agent);
            game.app.world_mut().get_mut::<Body>(entity).unwrap().place = place;
        }
        game.seconds(1.5);
        strike(&mut game);
        assert_eq!(game.departure(runner), fate);
    }
}
