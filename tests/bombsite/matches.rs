//! Matches of several rounds: each begins afresh, the squads swap sides, and the match ends with the better squad.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use bevy::math::Vec3;
use quarry::{
    data::{GameSection, rules::Rules},
    games::bombsite::BombRules,
    lab::{
        Arena, MatchSpec, play,
        recording::{DataManifest, rerun},
        verify,
    },
    world::Body,
};
use quarry_minds::{
    Mind, WorkingMemory,
    protocol::{
        AgentId, Blackboard, FailReason, GunRequest, LookRequest, MatchEvent, PerceptSource, Percepts, Side, Subject,
        label,
    },
};

use super::stage::{COURT, Court, game, library, percept};

/// The shipped rules of a match, with short rounds and without money.
fn short_rounds(round_seconds: f32) -> Rules {
    let mut rules = library().rules("match").unwrap().1.clone();
    let of_game = rules.game.get::<BombRules>().unwrap().clone();
    rules.game = GameSection::new(BombRules { round_seconds, break_seconds: 1.0, economy: None, ..of_game });
    rules
}

#[test]
fn a_match_has_the_rules_of_a_round_twelve_rounds_and_money() {
    let library = library();
    let (one, all) = (library.rules("standard").unwrap().1, library.rules("match").unwrap().1);
    assert_eq!(all.like, Some(label("standard")));
    let of_game = all.game.get::<BombRules>().unwrap().clone();
    assert!(of_game.economy.is_some());
    let game = GameSection::new(BombRules { economy: None, ..of_game });
    let all = &Rules { like: None, game, ..all.clone() };
    let (mut round, mut twelve) = (format!("{one:#?}"), format!("{all:#?}"));
    for text in [&mut round, &mut twelve] {
        let kept = text.lines().filter(|line| {
            !["time_limit", "rounds:", "rounds_to_win", "swap_after", "break_seconds"]
                .iter()
                .any(|key| line.contains(key))
        });
        *text = kept.collect::<Vec<_>>().join("\n");
    }
    assert_eq!(round, twelve, "match.ron differs from standard.ron in more than its rounds and money");
    let of = |rules: &Rules| rules.game.get::<BombRules>().unwrap().clone();
    assert_eq!((of(one).rounds, of(all).rounds, of(all).rounds_to_win, of(all).swap_after), (1, 12, 7, 6));
}

#[test]
fn a_new_round_begins_afresh_and_the_squads_swap_sides() {
    // Nobody moves, so that every round ends by time.
    let mut court = Court::under(short_rounds(6.0), COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| true);
    let bomb = court.thing("bomb");
    court.use_thing(0, bomb, "take").unwrap();
    court.board(0).gun.post(GunRequest::Fire);
    court.put(0, (20.0, 3.5));
    court.run(1.0);
    court.board(0).gun.clear();
    assert!(court.gun(0).loaded < 30 && court.reading(0, "bomb") == 1.0 && court.number("shots.attackers") > 3.0);
    let shots = court.number("shots.attackers");
    let heard = percept("noise", Subject::Unknown(7), "", Vec3::ZERO, PerceptSource::Heard, None);
    let entity = court.entity(0);
    court.app.world_mut().get_mut::<Percepts>(entity).unwrap().0.push(heard);
    court.run(0.1);
    assert!(court.get::<WorkingMemory>(0).about(Subject::Unknown(7)).is_some());
    court.board(0).look.post(LookRequest::At(Vec3::ONE));

    assert!(court.until(8.0, |court| court.number("wins.defenders") == 1.0));
    assert_eq!((court.outcome(), court.number("round")), (None, 1.0), "the match goes on, after a break");
    court.put(0, (5.0, 2.5));
    let site = court.thing("site_a");
    assert_eq!(court.use_thing(0, site, "plant"), Err(FailReason::Refused), "the round is over");
    court.app.world_mut().get_mut::<Mind>(entity).unwrap().disabled.goals.insert(label("plant_bomb"));
    court.run(1.2);
    assert!(court.get::<Mind>(0).disabled.goals.contains(&label("plant_bomb")), "what was switched off stays off");
    assert_eq!((court.number("round"), court.number("rounds.blue"), court.number("rounds.orange")), (2.0, 1.0, 0.0));
    assert_eq!((court.gun(0).loaded, court.gun(0).shots, court.reading(0, "bomb")), (30, 0, 0.0));
    assert_eq!(court.number("shots.attackers"), shots, "the shots of the first round still count");
    assert!(court.get::<Body>(0).place.x < 3.0, "it stands at the start");
    assert!(court.get::<WorkingMemory>(0).about(Subject::Unknown(7)).is_none(), "it remembers nothing");
    assert!(court.get::<Blackboard>(0).look.request().is_none(), "its requests are gone");
    assert_eq!(court.count(|event| matches!(event, MatchEvent::Entered { agent: AgentId(0), .. })), 1);

    // After six rounds the first attacker defends.
    assert!(court.until(60.0, |court| court.number("round") == 7.0));
    court.run(0.1);
    let side = |court: &Court, agent| court.get::<Side>(agent).0;
    assert_eq!((side(&court, 0), side(&court, 1)), (label("defenders"), label("attackers")));
    assert_eq!((court.number("attacking_squad"), court.number("rounds.blue")), (1.0, 6.0));
    // The defenders win every round, so that both squads win six.
    assert!(court.until(60.0, |court| court.outcome().is_some()));
    assert_eq!((court.outcome(), court.number("rounds.blue"), court.number("rounds.orange")), (Some("draw"), 6.0, 6.0));
}

#[test]
fn after_a_bomb_is_defused_nobody_goes_to_it_or_flees_from_it() {
    let mut court = Court::under(short_rounds(6.0), COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| true);
    let bomb = court.thing("bomb");
    court.use_thing(0, bomb, "take").unwrap();
    court.put(0, (5.0, 2.5));
    let site = court.thing("site_a");
    court.use_thing(0, site, "plant").unwrap();
    court.run(0.1);
    assert_eq!(court.reading(1, "planted"), 1.0);
    court.put(0, (20.0, 3.5));
    court.put(1, (6.0, 2.5));
    let planted = court.state().planted.unwrap().thing;
    court.use_thing(1, planted, "defuse").unwrap();
    court.run(0.1);
    assert_eq!((court.number("defused"), court.number("round"), court.outcome()), (1.0, 1.0, None), "the break");
    assert_eq!(court.reading(1, "planted"), 0.0);
}

#[test]
fn a_squad_that_cannot_be_caught_up_with_wins_at_once() {
    let mut rules = short_rounds(4.0);
    let of_game = rules.game.get::<BombRules>().unwrap().clone();
    rules.game = GameSection::new(BombRules { swap_after: 0, rounds_to_win: 2, ..of_game });
    let mut court = Court::under(rules, COURT, &[(3.5, 2.5)], &[(28.0, 2.5)], |_| true);
    assert!(court.until(30.0, |court| court.outcome().is_some()));
    assert_eq!((court.outcome(), court.number("round"), court.number("rounds.blue")), (Some("blue"), 2.0, 2.0));
}

#[test]
fn a_match_between_the_shipped_minds_is_repeatable_and_can_be_recorded() {
    let library = Arc::new(library());
    let (yard, name) = (label("yard"), label("match"));
    let rules = library.rules("match").unwrap().1.clone();
    let counts = BTreeMap::from([(label("attackers"), 2), (label("defenders"), 2)]);
    let mut arena = Arena::new(&game(), &library, &[yard], &rules, &counts).unwrap();
    arena.manifests.insert(yard, DataManifest::for_match(&library, yard, name, None));
    let (stop, spec) = (AtomicBool::new(false), MatchSpec { level: yard, seed: 61 });
    let played = play(&arena, spec, &stop).unwrap();
    let record = &played.record;
    assert_eq!((record.fault.clone(), record.invariants.violations()), (None, Vec::new()));
    let won = (record.number("rounds.orange"), record.number("rounds.blue"));
    assert!(won.0.max(won.1) == 7.0 || won.0 + won.1 == 12.0, "{won:?}");
    assert_eq!(record.number("wins.attackers") + record.number("wins.defenders"), won.0 + won.1);
    assert_eq!(verify(&arena, spec, &stop), Ok(None));
    let recording = Arc::new(played.recording.unwrap());
    let assets = recording.header.origin.prepare(&game(), &library).unwrap();
    let again = rerun(&recording, &assets).unwrap();
    assert!(again.same && again.digest == record.digest, "{again:?}");
}
