//! Flash grenades, decoys, and the moment at the start of a round in which nobody moves.

use bevy::math::Vec3;
use quarry::world::{Body, MatchRules, Things};
use quarry_minds::protocol::{AgentId, Aim, Gait, GoRequest, MatchEvent, SimulationClock, ThrowRequest, label};

use super::stage::{COURT, Court, library};

/// Sets up a device of a kind, as the grenade of an agent leaves it.
fn leave(court: &mut Court, kind: &str, place: Vec3, by: Option<u16>) {
    let world = court.app.world_mut();
    let specs = world.resource::<MatchRules>().0.things.clone();
    let tick = world.resource::<SimulationClock>().tick;
    world.resource_mut::<Things>().appear_device(label(kind), place, &specs, tick, by.map(AgentId)).expect("a device");
}

#[test]
fn a_flash_dazzles_who_looks_at_it_and_nobody_else() {
    let mut court = Court::new(COURT, &[(8.5, 2.5), (8.5, 3.5)], &[(12.5, 1.5)]);
    court.run(0.2);
    [(0, 90.0), (1, -90.0), (2, 90.0)].into_iter().for_each(|(agent, degrees)| court.face(agent, degrees));
    court.run(0.5);
    leave(&mut court, "flash", Vec3::new(10.5, 0.0, 2.5), None);
    court.run(0.1);
    let dazzled = |court: &Court, agent: u16| court.reading(agent, "dazzled") > 0.0;
    assert_eq!([0, 1, 2].map(|agent| dazzled(&court, agent)), [true, false, false], "the others look away");
    assert!(court.until(3.5, |court| !dazzled(court, 0)), "it passes");
}

#[test]
fn a_flash_does_not_shine_through_smoke() {
    let mut court = Court::new(COURT, &[(3.5, 2.5)], &[(27.5, 1.5)]);
    court.face(0, 90.0);
    court.run(0.5);
    leave(&mut court, "smoke", Vec3::new(9.5, 0.0, 2.5), None);
    court.run(0.2);
    leave(&mut court, "flash", Vec3::new(15.0, 0.0, 2.5), None);
    court.run(0.1);
    assert_eq!(court.reading(0, "dazzled"), 0.0);
}

#[test]
fn nobody_moves_before_the_round_has_begun() {
    let rules = library().rules("match").unwrap().1.clone();
    let mut court = Court::under(rules, COURT, &[(3.5, 2.5)], &[(27.5, 2.5)], |_| true);
    court.run(0.2);
    let go = GoRequest::To { place: Vec3::new(12.5, 0.0, 2.5), within: 0.3, gait: Gait::Run };
    court.board(0).go.post(go);
    let before = court.get::<Body>(0).place;
    court.run(3.0);
    assert!(court.get::<Body>(0).place.distance(before) < 0.1, "it stands");
    court.run(3.0);
    assert!(court.get::<Body>(0).place.distance(before) > 3.0, "and goes");
}

#[test]
fn a_decoy_sounds_like_shots_to_the_enemy_and_fools_no_mate() {
    let mut court = Court::new(COURT, &[(2.5, 1.5), (3.5, 3.5)], &[(27.5, 1.5), (27.5, 3.5)]);
    court.run(0.2);
    let place = Vec3::new(15.5, 0.0, 2.5);
    leave(&mut court, "decoy", place, Some(0));
    let heard = |court: &Court, agent: u16| {
        let near = |at: Vec3| at.distance(place) < 6.0;
        let shot = |event: &MatchEvent| matches!(event, MatchEvent::Heard { by: AgentId(by), noise, at } if *by == agent && *noise == "shot" && near((*at).into()));
        court.count(shot)
    };
    let made = |court: &Court| court.count(|event| matches!(event, MatchEvent::Noise { kind, .. } if *kind == "shot"));
    court.run(9.0);
    assert!(heard(&court, 2) > 0 && heard(&court, 3) > 0, "the enemy hears it");
    assert_eq!([heard(&court, 0), heard(&court, 1)], [0, 0], "mates know it");
    let shots = made(&court);
    assert!(shots >= 10, "{shots} shots");
    court.run(3.0);
    assert_eq!(made(&court), shots, "it burns out");
}

#[test]
fn a_grenade_that_strikes_a_mate_falls_to_the_ground() {
    let mut court = Court::new(COURT, &[(2.5, 2.5), (4.0, 2.5)], &[(27.5, 1.5)]);
    court.face(0, 90.0);
    court.run(0.5);
    let aim = Aim::Place(Vec3::new(4.0, 1.2, 2.5));
    court.board(0).throw.post(ThrowRequest { what: label("decoy_grenade"), aim });
    let struck = |event: &MatchEvent| matches!(event, MatchEvent::Landed { hit: Some(AgentId(1)), .. });
    assert!(court.until(2.0, |court| court.count(struck) == 1), "it strikes the mate");
    let things = court.app.world().resource::<Things>();
    let decoy = things.appeared.iter().find(|thing| thing.name == "decoy").expect("a decoy");
    assert!(decoy.place.y < 0.2 && decoy.place.x < 5.0, "it lies at {}", decoy.place);
}
