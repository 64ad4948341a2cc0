//! Leaders of squads: their orders travel by voice, members follow them, and a comrade takes over from a dead leader.

use std::collections::BTreeSet;

use bevy::math::Vec3;
use quarry::{
    data::GameSection,
    games::bombsite::BombRules,
    world::{Body, BodyCondition, BodyKind, Gauges, SiteService, level::ThingKind},
};
use quarry_minds::{
    WorkingMemory,
    protocol::{
        AgentId, EventLog, Host, MatchEvent, OrderStatus, Orders, PerceptSource, Percepts, Roster, Side,
        SimulationClock, Subject, label,
    },
};

use super::stage::{Court, library, percept};

const COURT: &[&str] = &[
    "########################################",
    "#x...........................#.........#",
    "#..b.....................A...#.........#",
    "#............................#.........#",
    "########################################",
];

/// A longer one with bomb and site in a corner.
const SCREENED: &[&str] = &[
    "################################################################",
    "#x..............................................#....#.........#",
    "#...............................................#bA..#.........#",
    "#....................................................#.........#",
    "################################################################",
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
    let orders = |court: &Court| {
        court.count(|event| matches!(event, MatchEvent::Ordered { what, .. } if *what == "attack_site"))
    };
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
    court.run(3.0);
    let world = court.app.world();
    let minds = world.resource::<Roster>().agents.iter().filter_map(|agent| world.get::<Host>(*agent));
    assert_eq!(minds.filter(|host| host.0.is_some()).count(), 0, "after its death no soldier leads for a moment");
    court.run(3.0);
    let leader = leader(&court, "attackers");
    assert_eq!(court.get::<Host>(leader), &Host(Some(AgentId(1))), "then a mate leads");
}

#[test]
fn in_the_next_round_a_leader_begins_anew_and_orders_nobody_of_the_other_side() {
    let mut rules = library().rules("match").unwrap().1.clone();
    let of_game = rules.game.get::<BombRules>().unwrap().clone();
    let short = BombRules { round_seconds: 40.0, fuse_seconds: 5.0, break_seconds: 1.0, swap_after: 1, ..of_game };
    rules.game = GameSection::new(short);
    let mut court = Court::under(rules, COURT, &[(2.5, 1.5), (3.5, 2.5)], &[AWAY], |_| false);
    court.run(0.2);
    let leader = leader(&court, "attackers");
    let marker = percept("noise", Subject::Unknown(7), "", Vec3::ZERO, PerceptSource::Heard, None);
    let entity = court.entity(leader);
    court.app.world_mut().get_mut::<Percepts>(entity).unwrap().0.push(marker);
    court.run(0.1);
    let knows = |court: &Court| court.get::<WorkingMemory>(leader).about(Subject::Unknown(7)).is_some();
    assert!(knows(&court));
    assert!(court.until(50.0, |court| court.number("round") == 2.0), "{:?}", court.outcome());
    assert_eq!(court.get::<Host>(leader), &Host(None), "the round has begun, and its soldiers are about to enter");
    court.run(0.1);
    assert_eq!(court.get::<Side>(leader).0, label("attackers"));
    assert_eq!(court.get::<Host>(leader), &Host(Some(AgentId(2))), "the first soldier of the squad that attacks now");
    assert!(!knows(&court), "its mind remembers nothing of the last round");
    let began = court.app.world().resource::<SimulationClock>().tick;
    let sides: Vec<_> = (0..=2).map(|agent| court.get::<Side>(agent).0).collect();
    court.until(35.0, |court| court.number("round") == 3.0);
    let log = court.app.world().resource::<EventLog>().entries();
    let mut orders = 0;
    for entry in log.iter().filter(|entry| entry.tick >= began) {
        if let MatchEvent::Ordered { by, to, .. } = entry.event {
            assert_eq!(sides[usize::from(to.0)] == label("attackers"), by.0 == leader, "{entry:?}");
            orders += 1;
        }
    }
    assert!(orders > 0, "the leaders order their new squads");
}

#[test]
fn two_of_five_attackers_are_sent_to_the_other_side_before_the_attack() {
    let attackers = [(3.4, 27.4), (5.6, 28.9), (3.4, 29.6), (7.0, 30.4), (3.4, 31.9)];
    let defenders = [(85.9, 27.4), (83.6, 28.9), (85.9, 29.6), (83.6, 31.0), (85.9, 31.9)];
    let mut court = Court::on(&library(), "depot", &attackers, &defenders, |agent| agent >= 5);
    court.run(0.2);
    let leader = leader(&court, "attackers");
    let site = &court.app.world().resource::<SiteService>().0;
    let places = |name: &str| {
        let of = |thing: &&quarry::world::level::LevelThing| thing.name.as_str().starts_with(name);
        site.built.things_of(ThingKind::Stock).filter(of).map(|thing| thing.place).collect::<Vec<Vec3>>()
    };
    let (flanks, stagings) = (places("flank_"), places("staging_"));
    assert_eq!((flanks.len(), stagings.len()), (2, 2));
    let (mut staged, mut flanking) = (BTreeSet::new(), BTreeSet::new());
    let (mut sent, mut arrived, mut attack) = (None, None, None);
    let attacked = court.until_each(90.0, |court| {
        let seconds = court.app.world().resource::<SimulationClock>().seconds();
        let given = &court.get::<Orders>(leader).given;
        for order in given.iter().filter(|order| order.request.what == "gather") {
            let near = |places: &[Vec3]| {
                places.iter().any(|place| order.request.place.is_some_and(|at| at.distance(*place) < 1.0))
            };
            staged.extend(near(&stagings).then_some(order.request.to));
            flanking.extend(near(&flanks).then_some(order.request.to));
            if near(&flanks) {
                sent.get_or_insert(seconds);
                (order.status == OrderStatus::Done).then(|| *arrived.get_or_insert(seconds));
            }
        }
        if given.iter().any(|order| order.request.what == "attack_site") {
            attack.get_or_insert(seconds);
        }
        given.iter().filter(|order| order.request.what == "attack_site").count() >= 4
    });
    assert!(attacked, "the attack is not ordered");
    assert_eq!((staged.len(), flanking.len()), (5, 2), "{staged:?} {flanking:?}");
    // The defenders do nothing, so nobody keeps them from arriving.
    let (sent, arrived, attack) = (sent.unwrap(), arrived.unwrap_or(f32::INFINITY), attack.unwrap());
    assert!(sent < arrived && arrived <= attack, "sent at {sent} s, arrived at {arrived} s, attack at {attack} s");
}

#[test]
fn nobody_is_sent_to_a_flank_before_the_bomb_is_taken() {
    // With money all stand still for some seconds first: the leader could give its orders before anybody carries the bomb.
    let mut library = library();
    let rules = library.rules("match").unwrap().1.clone();
    library.rules.insert(label("standard"), rules);
    let defenders = [(85.9, 27.4), (83.6, 28.9), (85.9, 29.6), (83.6, 31.0), (85.9, 31.9)];
    let attackers = [(3.4, 18.4), (5.6, 19.9), (3.4, 20.6), (7.0, 21.4), (3.4, 22.9)];
    let mut court = Court::on(&library, "depot", &attackers, &defenders, |agent| agent >= 5);
    court.run(0.2);
    let leader = leader(&court, "attackers");
    let site = &court.app.world().resource::<SiteService>().0;
    let is_flank = |thing: &&quarry::world::level::LevelThing| thing.name.as_str().starts_with("flank_");
    let flanks: Vec<Vec3> = site.built.things_of(ThingKind::Stock).filter(is_flank).map(|thing| thing.place).collect();
    let mut taken_before = None;
    let sent = court.until_each(90.0, |court| {
        let given = &court.get::<Orders>(leader).given;
        let at_flank = |at: Vec3| flanks.iter().any(|flank| flank.distance(at) < 1.0);
        let sent =
            given.iter().any(|order| order.request.what == "gather" && order.request.place.is_some_and(at_flank));
        if sent {
            taken_before = court.state().carrier;
        }
        sent
    });
    assert!(sent, "nobody is sent to a flank");
    assert!(taken_before.is_some(), "sent before anybody has the bomb");
}

#[test]
fn nobody_gathers_before_the_bomb_is_taken() {
    let attackers = [(3.4, 27.4), (5.6, 28.9), (3.4, 29.6), (7.0, 30.4), (3.4, 31.9)];
    let defenders = [(85.9, 27.4), (83.6, 28.9), (85.9, 29.6), (83.6, 31.0), (85.9, 31.9)];
    let mut court = Court::on(&library(), "depot", &attackers, &defenders, |agent| agent >= 5);
    let mut taken = false;
    let gathers = court.until_each(20.0, |court| {
        taken |= court.count(|event| matches!(event, MatchEvent::Taken { .. })) > 0;
        (0..5).any(|agent| court.goal(agent) == "gather")
    });
    assert!(gathers && taken, "gathers {gathers}, taken {taken}");
}

#[test]
fn defenders_know_their_posts_when_they_first_decide() {
    let attackers = [(3.4, 27.4)];
    let defenders = [(85.9, 27.4), (83.6, 28.9), (85.9, 29.6), (83.6, 31.0), (85.9, 31.9)];
    let mut court = Court::on(&library(), "depot", &attackers, &defenders, |agent| agent == 0);
    let first = |court: &Court, agent: u16| {
        let log = court.app.world().resource::<EventLog>();
        log.entries().iter().find_map(|entry| match &entry.event {
            MatchEvent::PlanMade { agent: AgentId(by), steps, .. } if *by == agent => steps.first().map(|step| step.1),
            _ => None,
        })
    };
    court.run(0.2);
    let targets: BTreeSet<_> = (1..6).filter_map(|agent| first(&court, agent).flatten()).collect();
    assert!(targets.len() >= 2, "all set out for {targets:?}");
}

#[test]
fn a_squad_gathers_around_a_planted_bomb_and_goes_in_one_after_another() {
    let defenders = [(6.5, 3.5), (2.5, 2.5), (4.5, 3.5)];
    let mut court = Court::with(SCREENED, &[(60.5, 2.5)], &defenders, |agent| agent == 0);
    let (bomb, site) = (court.thing("bomb"), court.thing("site_a"));
    court.put(0, (49.8, 1.7));
    court.use_thing(0, bomb, "take").unwrap();
    court.use_thing(0, site, "plant").unwrap();
    court.put(0, (60.5, 2.5));
    // The one that leads sees the bomb, the others are far away.
    [(1, 42.5), (2, 2.5), (3, 4.5)].into_iter().for_each(|(agent, x)| court.put(agent, (x, 3.5)));
    let leader = leader(&court, "defenders");
    let given = |court: &Court, what: &str| -> Vec<(u16, f32)> {
        let orders = court.get::<Orders>(leader).given.iter().filter(|order| order.request.what == label(what));
        orders.map(|order| (order.request.to.0, order.request.amount)).collect()
    };
    let gathers = |court: &Court| {
        court
            .count(|event| matches!(event, MatchEvent::Ordered { by, what, .. } if by.0 == leader && *what == "gather"))
    };
    assert!(court.until(6.0, |court| gathers(court) == 3), "they do not gather");
    let waits = |court: &Court| [2, 3].iter().all(|agent| court.goal(*agent) == "gather");
    assert!(court.until(2.0, waits), "{} {}", court.goal(2), court.goal(3));
    // The leader has come too near to wait; it leaves the bomb, and sees its mates come.
    court.put(1, (38.5, 2.5));
    court.face(1, -90.0);
    assert!(court.until(14.0, |court| given(court, "retake").len() == 3), "they are not sent in");
    let mut places: Vec<f32> = given(&court, "retake").iter().map(|order| order.1).collect();
    places.sort_by(f32::total_cmp);
    assert_eq!(places, [1.0, 2.0, 3.0]);
    let bomb = court.state().planted.unwrap().place;
    let far = |court: &Court, agent: u16| court.get::<Body>(agent).place.distance(bomb);
    let first = given(&court, "retake").into_iter().find(|order| order.1 == 1.0).unwrap().0;
    assert!((1..4).all(|agent| far(&court, first) < far(&court, agent) + 2.0), "the nearest goes in first");
    assert!(court.until(3.0, |court| court.get::<BodyCondition>(first).state == "entry"));
    let second = given(&court, "retake").into_iter().find(|order| order.1 == 2.0).unwrap().0;
    assert!(court.until(4.0, |court| court.goal(second) == "follow_entry"), "{}", court.goal(second));
    assert!(court.until(30.0, |court| court.outcome() == Some("defused")), "{:?}", court.outcome());
}
