//! Money: what rounds and kills pay, what items do, and what squads decide to buy; and what leaders make of the rounds before.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry::{
    data::{GameSection, rules::Rules},
    games::bombsite::{BombEvent, BombRules, Bombsite, Purse, SiteRecord},
    world::{BodyKind, WeaponState},
};
use quarry_minds::protocol::{AgentId, EventLog, FailReason, MatchEvent, Roster, Status, TaskRequest, label};

use super::stage::{COURT, Court, library};

/// The shipped rules of a match, with other rules of the game.
fn rules(change: impl FnOnce(BombRules) -> BombRules) -> Rules {
    let mut rules = library().rules("match").unwrap().1.clone();
    let of_game = rules.game.get::<BombRules>().unwrap().clone();
    rules.game = GameSection::new(change(of_game));
    rules
}

fn short(round_seconds: f32) -> Rules {
    rules(|of_game| BombRules { round_seconds, break_seconds: 1.0, fuse_seconds: 2.0, ..of_game })
}

/// One attacker and one defender that do what the test asks, and buy nothing by themselves.
fn duel(round_seconds: f32) -> Court {
    let mut court = Court::under(short(round_seconds), COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| true);
    court.run(0.1);
    court
}

fn state(court: &mut Court) -> Mut<'_, Bombsite> {
    court.app.world_mut().resource_mut::<Bombsite>()
}

fn purse(court: &Court, agent: u16) -> Purse {
    court.state().purses[&AgentId(agent)].clone()
}

fn buy(court: &mut Court, agent: u16, item: &str) -> Status {
    court.board(agent).task.post(TaskRequest { name: label(item), target: None });
    court.run(0.1);
    court.board(agent).task.status()
}

fn grant(court: &mut Court, agent: u16, money: u16) {
    state(court).purses.get_mut(&AgentId(agent)).unwrap().money = money;
}

#[test]
fn purchases_cost_money_and_rounds_pay() {
    let mut court = duel(18.0);
    assert_eq!((court.reading(0, "money"), purse(&court, 1).money), (800.0, 800));
    assert_eq!(buy(&mut court, 0, "vest"), Status::Done);
    assert_eq!((purse(&court, 0).money, purse(&court, 0).items), (150, vec![label("vest")]));
    for item in ["vest", "rifle", "pistol", "defuse_kit", "cannon"] {
        assert_eq!(buy(&mut court, 0, item), Status::Failed(FailReason::Refused), "{item}");
    }
    court.run(15.0);
    assert_eq!(buy(&mut court, 1, "vest"), Status::Failed(FailReason::Refused), "it is too late");
    assert!(court.until(10.0, |court| court.number("round") == 2.0));
    court.run(0.2);
    assert_eq!((purse(&court, 0).money, purse(&court, 1).money), (150 + 1400, 800 + 3250), "the defenders won");
    assert_eq!(purse(&court, 0).items, [label("vest")], "it lives, and keeps its vest");
    assert!(court.until(40.0, |court| court.number("round") == 3.0));
    assert_eq!(purse(&court, 0).money, 150 + 1400 + 1900, "the second loss in a row pays more");
}

#[test]
fn a_kill_pays_and_the_dead_lose_their_equipment() {
    let mut court = duel(60.0);
    assert_eq!(buy(&mut court, 0, "vest"), Status::Done);
    court.put(1, (8.0, 2.5));
    court.aim(1, Vec3::new(3.5, 1.2, 2.5), false);
    court.run(1.0);
    court.aim(1, Vec3::new(3.5, 1.2, 2.5), true);
    assert!(court.until(10.0, |court| !court.lives(0)), "{} health left", court.health(0));
    assert!(purse(&court, 0).items.is_empty());
    assert_eq!(purse(&court, 1).money, 800 + 300 + 3250, "a kill and a round");
}

#[test]
fn items_do_what_the_rules_say() {
    let mut court = duel(60.0);
    let damage = |court: &Court, agent| court.get::<BodyKind>(agent).0.gun.as_ref().unwrap().damage;
    let smokes = |court: &Court, agent| {
        let ammo = court.get::<WeaponState>(agent).ammo.clone();
        ammo.into_iter().find(|(name, _)| *name == label("smoke_grenade")).unwrap().1
    };
    assert_eq!((court.gun(0).loaded, damage(&court, 0), smokes(&court, 0)), (15, 32.0, 0), "only a pistol");
    (0..2).for_each(|agent| grant(&mut court, agent, 9000));
    for item in ["submachine_gun", "rifle", "vest", "smoke_grenade"] {
        assert_eq!(buy(&mut court, 0, item), Status::Done, "{item}");
    }
    assert_eq!((court.gun(0).loaded, damage(&court, 0), smokes(&court, 0)), (30, 33.0, 1));
    assert!(!purse(&court, 0).items.contains(&label("submachine_gun")), "one gun at a time");
    // The defender fires at the attacker's chest, and the attacker, without a vest, at the defender's.
    let harm = |court: &mut Court, by: u16, at: u16, place: Vec3| {
        court.aim(by, place, false);
        court.run(1.0);
        court.aim(by, place, true);
        assert!(court.until(3.0, |court| court.health(at) < 100.0));
        court.aim(by, place, false);
        100.0 - court.health(at)
    };
    court.put(1, (8.0, 2.5));
    let with_vest = harm(&mut court, 1, 0, Vec3::new(3.5, 1.2, 2.5));
    let without = harm(&mut court, 0, 1, Vec3::new(8.0, 1.2, 2.5));
    assert!((with_vest / 32.0 - without / 33.0 * 0.8).abs() < 0.05, "{with_vest}, {without}");
}

#[test]
fn a_kit_halves_the_time_to_defuse() {
    let patient = rules(|of_game| BombRules { fuse_seconds: 40.0, ..of_game });
    let mut court = Court::under(patient, COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| true);
    court.run(0.1);
    assert_eq!(buy(&mut court, 1, "defuse_kit"), Status::Done);
    let (bomb, site) = (court.thing("bomb"), court.thing("site_a"));
    court.use_thing(0, bomb, "take").unwrap();
    court.put(0, (5.0, 2.5));
    court.use_thing(0, site, "plant").unwrap();
    court.run(0.1);
    let planted = court.state().planted.unwrap().thing;
    court.put(1, (6.0, 2.5));
    court.put(0, (20.0, 1.5));
    let took = court.use_thing(1, planted, "defuse").unwrap();
    assert!((took - 5.0).abs() < 0.2, "{took}");
}

/// What the attackers and the defenders of a first round decide, after the test has changed the state of the match.
fn decisions(change: impl FnOnce(&mut Bombsite)) -> Vec<(u16, &'static str)> {
    let mut court = Court::under(short(60.0), COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| false);
    change(&mut state(&mut court));
    court.run(0.1);
    let read = |event: &MatchEvent| match BombEvent::read(event)? {
        BombEvent::SquadBuys { agent, choice, .. } => Some((agent.0, choice.as_str())),
        _ => None,
    };
    court.app.world().resource::<EventLog>().entries().iter().filter_map(|entry| read(&entry.event)).collect()
}

fn with_money(state: &mut Bombsite, money: [u16; 2]) {
    for (agent, money) in (0..).zip(money) {
        state.purses.insert(AgentId(agent), Purse { money, ..Purse::default() });
    }
}

#[test]
fn a_poor_squad_saves_a_rich_one_buys_and_one_that_would_lose_the_match_spends_all() {
    assert_eq!(decisions(|_| {}), [(0, "half_buy"), (1, "half_buy")], "a vest is worth its price among pistols");
    let after_a_loss = |state: &mut Bombsite| {
        with_money(state, [1550, 6000]);
        (state.round, state.losses, state.rounds_won) = (1, [1, 0], [0, 1]);
    };
    assert_eq!(decisions(after_a_loss), [(0, "save"), (1, "full_buy")]);
    let match_point = |state: &mut Bombsite| {
        after_a_loss(state);
        (state.round, state.rounds_won) = (7, [1, 6]);
        state.swapped = false;
    };
    let rules = rules(|of_game| of_game);
    assert_eq!(rules.game.get::<BombRules>().unwrap().rounds_to_win, 7);
    assert_eq!(decisions(match_point)[0], (0, "force_buy"));
}

#[test]
fn squads_remember_where_attacks_went_until_they_swap_sides() {
    let mut court = duel(60.0);
    let (bomb, site) = (court.thing("bomb"), court.thing("site_a"));
    court.use_thing(0, bomb, "take").unwrap();
    court.put(0, (5.0, 2.5));
    court.use_thing(0, site, "plant").unwrap();
    court.put(0, (26.0, 1.5));
    assert!(court.reading(0, "luck_at_a").is_nan(), "nothing is known in the first round");
    assert!(court.until(8.0, |court| court.number("round") == 2.0));
    court.run(0.2);
    assert_eq!((court.reading(0, "luck_at_a"), court.reading(0, "luck_at_b")), (0.5, 0.0));
    assert_eq!((court.reading(1, "attacks_on_a"), court.reading(1, "attacks_on_b")), (1.0, 0.0));
    assert!(court.reading(1, "luck_at_a").is_nan(), "it is the attackers that know how it went");
    state(&mut court).round = 5;
    assert!(court.until(80.0, |court| court.number("round") == 7.0));
    assert_eq!(court.state().records, [SiteRecord::default(); 2]);
    assert!(court.state().purses.is_empty() || purse(&court, 0).money == 800, "money is not taken along either");
}

/// Whether the leaders choose these goals on the depot, after rounds of which this is remembered.
fn first_goals(records: [SiteRecord; 2], wanted: &[&'static str]) -> bool {
    let mut library = library();
    let of_match = rules(|of_game| BombRules { break_seconds: 0.0, ..of_game });
    library.rules.insert(label("standard"), of_match);
    let squad = |x: f32| [0.0, 2.0, 4.0, 6.0, 8.0].map(|z| (x, 26.0 + z));
    let mut court = Court::on(&library, "depot", &squad(5.0), &squad(80.0), |_| false);
    // A round that ends at once: soldiers are told before a round what is remembered.
    let mut before = state(&mut court);
    (before.records, before.defused) = (records, Some(AgentId(9)));
    assert!(court.until(1.0, |court| court.number("round") == 2.0));
    court.until(40.0, |court| {
        let world = court.app.world();
        let soldiers = world.resource::<Roster>().agents.len().min(10) as u16;
        let chosen = |name: &str| {
            court.count(|event| {
                matches!(event, MatchEvent::GoalChosen { agent, goal, .. } if agent.0 >= soldiers && *goal == name)
            }) > 0
        };
        wanted.iter().all(|goal| chosen(goal))
    })
}

#[test]
fn leaders_go_where_attacks_were_won_and_expect_them_where_they_went() {
    let won = SiteRecord { attacks: 2.0, won: 2.0, met: 1.0, noticed: 2.0 };
    let lost = SiteRecord { attacks: 0.5, won: 0.0, met: 4.0, noticed: 0.5 };
    assert!(first_goals([won, lost], &["stage_at_a", "expect_attack_on_a"]));
    assert!(first_goals([lost, won], &["stage_at_b", "expect_attack_on_b"]));
}
