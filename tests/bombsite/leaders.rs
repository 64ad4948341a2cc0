//! Leaders of squads: their orders travel by voice, members follow them, and a comrade takes over from a dead leader.

use bevy::math::Vec3;
use quarry::{
    mind::WorkingMemory,
    protocol::{AgentId, Event, Host, OrderStatus, Orders, Roster, Side, Subject, label},
    world::{Body, BodyKind, Gauges},
};

use super::stage::Court;

const COURT: &[&str] = &[
    "########################################",
    "#x...........................#.........#",
    "#..b.....................A...#.........#",
    "#............................#.........#",
    "########################################",
];

/// Behind the wall, where nobody sees or reaches anybody.
const AWAY: (f32, f32) = (36.5, 2.5);

/// Three attackers, and a defender behind the wall that does what the test asks.
fn led() -> Court {
    let mut court = Court::with(COURT, &[(2.5, 1.5), (3.5, 2.5), (2.5, 3.5)], &[AWAY, AWAY], |agent| agent >= 3);
    court.run(0.2);
    court
}

/// The mind without a body of a side.
fn leader(court: &Court, side: &str) -> u16 {
    let world = court.app.world();
    let agents = world.resource::<Roster>().agents.iter().enumerate();
    let of_side = |(_, agent): &(usize, &bevy::prelude::Entity)| {
        world.get::<Host>(**agent).is_some() && world.get::<Side>(**agent).is_some_and(|of| of.0 == label(side))
    };
    agents.into_iter().find(of_side).expect("a leader").0 as u16
}

fn set_health(court: &mut Court, agent: u16, health: f32) {
    let entity = court.entity(agent);
    let kind = court.get::<BodyKind>(agent).0.clone();
    let mut gauges = court.app.world_mut().get_mut::<Gauges>(entity).unwrap();
    let change = health - gauges.get(label("health")).unwrap();
    gauges.add(label("health"), change, &kind);
}

/// Lets a defender shoot an attacker, with a single hit.
fn kill(court: &mut Court, by: u16, agent: u16) {
    court.put(by, (12.0, 1.5));
    set_health(court, agent, 1.0);
    for _ in 0..300 {
        let chest = court.get::<Body>(agent).place + Vec3::Y * 1.2;
        court.aim(by, chest, true);
        set_health(court, by, 100.0);
        court.run(1.0 / 30.0);
        if !court.lives(agent) {
            court.aim(by, chest, false);
            court.put(by, AWAY);
            court.run(0.1);
            return;
        }
    }
    panic!("agent {agent} is still alive");
}

#[test]
fn members_set_out_when_their_leader_says_so() {
    let mut court = led();
    let leader = leader(&court, "attackers");
    assert_eq!(court.get::<Host>(leader), &Host(Some(AgentId(0))));
    assert!(court.until(35.0, |court| court.reading(1, "attack_site") == 1.0), "no order arrives");
    let given = |court: &Court, to: u16| court.get::<Orders>(leader).given_to(AgentId(to)).map(|given| given.status);
    assert!(court.until(4.0, |court| (0..3).all(|agent| given(court, agent).is_some())));
    // Two of them go to the site, one takes the bomb first.
    let pursued = |court: &Court| (0..3).filter(|agent| given(court, *agent) == Some(OrderStatus::Pursued)).count();
    assert!(court.until(20.0, |court| pursued(court) >= 2), "the leader does not learn that its orders are pursued");
    let orders =
        |court: &Court| court.count(|event| matches!(event, Event::Ordered { what, .. } if *what == "attack_site"));
    assert!(court.until(4.0, |court| orders(court) >= 3), "{}", orders(&court));
}

#[test]
fn a_comrade_takes_over_from_a_dead_leader_and_knows_only_what_it_perceived() {
    let mut court = led();
    let leader = leader(&court, "attackers");
    let enemy = Subject::Agent(AgentId(3));
    let knows = |court: &Court| court.get::<WorkingMemory>(leader).about(enemy).is_some();
    kill(&mut court, 3, 0);
    assert!(knows(&court), "its host has seen who shot it");
    assert_eq!(court.get::<Host>(leader), &Host(None), "no soldier leads for a moment");
    court.run(3.0);
    assert_eq!(court.get::<Host>(leader), &Host(None));
    let took_over = court.until(6.0, |court| court.get::<Host>(leader).0.is_some());
    let left: Vec<u16> = (0..3).filter(|agent| court.lives(*agent)).collect();
    assert!(took_over, "no soldier takes over; alive are {left:?}, {:?}", court.outcome());
    assert_eq!(court.get::<Host>(leader).0, left.first().copied().map(AgentId));
    assert!(!knows(&court), "the dead tell nothing");
}

#[test]
fn a_squad_with_a_person_has_no_other_leader() {
    let mut court = Court::with(COURT, &[(2.5, 1.5), (3.5, 2.5)], &[AWAY, AWAY], |agent| agent != 1);
    court.run(1.0);
    let world = court.app.world();
    let minds = world.resource::<Roster>().agents.iter().filter_map(|agent| world.get::<Host>(*agent));
    assert_eq!(minds.filter(|host| host.0.is_some()).count(), 0, "both squads have a person");
    kill(&mut court, 2, 0);
    court.run(1.0);
    let leader = leader(&court, "attackers");
    assert_eq!(court.get::<Host>(leader), &Host(Some(AgentId(1))), "after its death a comrade leads");
}
