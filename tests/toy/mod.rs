//! A toy game, made with the engine's registries alone: it plays headless, records, replays, verifies and reports. It is also the
//! stage for what only other games than the hunt use: gauges, stocks, births, harm without an attacker, relations, uses on agents.

mod bodiless;
mod game;
mod hall;
mod orders;
mod smell;
mod stage;
#[cfg(feature = "client")]
mod window;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use bevy::{
    app::{App, FixedUpdate},
    ecs::prelude::*,
    math::Vec3,
};
use game::{Bees, Hive};
use quarry::{
    data::{GameSchema, Library},
    lab::{
        Arena, MatchBatch, MatchRecord, MatchSpec, Summary, TimeSeries, Tournament, matches_csv, matches_html, play,
        recording::{DataManifest, Recording, rerun},
        run, verify,
    },
    senses::{Acquaintances, Attention},
    simulation::{Arrival, Arrivals, Game, MatchStart},
    world::{Harm, PendingHarm, WorldSystems},
};
use quarry_minds::{
    behaviours::Progress,
    protocol::{AgentId, FailReason, MatchEvent, PerceptSource, Roster, Subject, label},
};
use stage::Meadow;

fn library() -> Arc<Library> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/toy/data");
    let library = Library::load(&root, &game::SCHEMA);
    Arc::new(library.unwrap_or_else(|findings| panic!("{}", findings[0])))
}

fn arena(library: &Library) -> Arena {
    let (game, (_, rules)): (Arc<dyn Game>, _) = (Arc::new(Bees), library.rules("standard").unwrap());
    let mut arena = Arena::new(&game, library, &[label("meadow")], rules, &BTreeMap::new()).unwrap();
    let manifest = DataManifest::for_match(library, label("meadow"), label("standard"), None);
    arena.manifests.insert(label("meadow"), manifest);
    arena
}

const SPEC: fn(u64) -> MatchSpec = |seed| MatchSpec { level: label("meadow"), seed };

#[test]
fn a_game_of_its_own_plays_records_replays_and_verifies() {
    let (library, stop) = (library(), AtomicBool::new(false));
    let arena = arena(&library);
    let played = play(&arena, SPEC(3), &stop).unwrap();
    let record = &played.record;
    assert_eq!((record.game, record.fault.as_deref()), (label("bees"), None));
    assert_eq!(record.seconds, 60.0);
    assert!(["red", "blue"].contains(&record.outcome.as_str()), "{}", record.outcome);
    assert!(record.number("nectar.red") > 40.0 && record.number("nectar.blue") > 40.0, "{:?}", record.numbers);
    assert!(record.number("born") >= 1.0, "{:?}", record.numbers);

    let path = std::env::temp_dir().join(format!("quarry-toy-{}.qrec", std::process::id()));
    played.recording.unwrap().save(&path).unwrap();
    let recording = Arc::new(Recording::load(&path).unwrap());
    std::fs::remove_file(path).unwrap();
    assert_eq!(recording.header.origin.data.game, "bees");
    assert_eq!(recording.header.origin.mismatches(&library), []);
    let assets = recording.header.origin.prepare(&arena.game, &library).unwrap();
    let again = rerun(&recording, &assets).unwrap();
    assert!(again.same && again.digest == record.digest, "{again:?}");

    assert_eq!(verify(&arena, SPEC(4), &stop), Ok(None));
}

#[test]
fn its_results_are_reported_by_the_names_it_gives() {
    let (library, stop) = (library(), AtomicBool::new(false));
    let arena = Arena { series_interval: Some(10.0), ..arena(&library) };
    let specs: Vec<MatchSpec> = (10..14).map(SPEC).collect();
    let mut records: Vec<MatchRecord> = Vec::new();
    let all = run(&MatchBatch { arena: &arena, specs: &specs, jobs: 2, stop: &stop }, |played| {
        records.push(played.record);
        Ok::<(), rayon::ThreadPoolBuildError>(())
    });
    assert!(all.unwrap());
    let results = arena.game.results();
    let summary = serde_json::to_value(Summary::from_records(results, &records)).unwrap();
    assert_eq!(summary["red_won"].as_u64().unwrap() + summary["blue_won"].as_u64().unwrap(), 4);
    assert!(summary["red_share"]["share"].is_number() && summary["numbers"]["born"].is_number(), "{summary}");
    let json = records[0].to_json(results);
    assert_eq!(json["game"], "bees");
    assert!(json["numbers"]["nectar.red"].is_number(), "{json}");
    let csv = matches_csv(&records);
    assert!(csv.starts_with("level,seed,outcome,born,nectar.blue,nectar.red,starved,"), "{csv}");
    let html = matches_html(results, &records, &library.levels, &[]);
    assert!(html.contains("red won") && html.contains("Over time") && html.contains("nectar.blue"), "{html}");
    let series = TimeSeries::mean(&records).unwrap();
    let nectar = &series.values[&label("nectar.red")];
    assert!(nectar.len() == 6 && nectar[0] < 1.0 && nectar.is_sorted(), "{nectar:?}");
    let contest = results.contest.unwrap();
    let table = Tournament::from_records(contest, None, [Vec::new(), Vec::new()], &[]);
    assert!(serde_json::to_value(&table).unwrap()["red"].is_array());
}

#[test]
fn gauges_fall_are_sensed_and_do_harm_at_their_end() {
    let mut meadow = Meadow::new(&library(), 1);
    meadow.run(10.0);
    // Agents are numbered side by side, in the order of the names: the blue wasps come before the red bees.
    let energy = meadow.reading(2, "energy").unwrap();
    assert!((20.0..=30.5).contains(&energy), "{energy}");
    assert_eq!(meadow.reading(0, "energy"), None, "wasps have no such gauge");
    meadow.run(35.0);
    let starved = meadow.count(|event| matches!(event, MatchEvent::Left { how, .. } if *how == "starved"));
    assert_eq!((starved, meadow.hive().starved), (2, 2), "both bees of the start, who nobody fed");
    assert!(meadow.count(|event| matches!(event, MatchEvent::Entered { .. })) > 0, "their children live on");
}

#[test]
fn what_is_eaten_grows_again_and_what_appears_is_seen() {
    let mut meadow = Meadow::new(&library(), 2);
    let least = meadow.watch(20.0, |meadow| meadow.stocks().into_iter().fold(f32::INFINITY, f32::min));
    assert!(least < 15.0, "the flowers were never visited: {least}");
    meadow.silence();
    meadow.run(28.0);
    assert!(meadow.stocks().iter().all(|amount| *amount > 25.0), "{:?}", meadow.stocks());
    // A wandering bee may turn its back on a flower: this one appears before its eyes.
    let there = meadow.place_of(0) + meadow.gaze_of(0) * Vec3::new(1.0, 0.0, 1.0);
    let flower = meadow.plant(there, 5.0);
    let seen = |event: &MatchEvent| matches!(event, MatchEvent::Sighted { subject: Subject::Thing(thing), source: PerceptSource::Seen, .. } if *thing == flower);
    meadow.run(3.0);
    assert!(meadow.count(seen) > 0, "a flower that appeared beside a bee");
}

#[test]
fn a_newcomer_has_a_mind_and_takes_part() {
    let mut meadow = Meadow::new(&library(), 5);
    meadow.run(40.0);
    let born = meadow.agents() - 4;
    assert!(born >= 1 && meadow.hive().born as usize == born);
    let child = quarry_minds::protocol::AgentId(4);
    let acts = |event: &MatchEvent| matches!(event, MatchEvent::ActionEnded { agent, .. } if *agent == child);
    assert!(meadow.count(acts) > 0, "the child gathers too");
}

#[test]
fn sides_that_share_a_mind_see_each_other_as_rivals() {
    let mut meadow = Meadow::new(&library(), 6);
    meadow.run(15.0);
    for (agent, other) in [(0, "red"), (2, "blue")] {
        let kinds = meadow.remembered(agent);
        assert!(kinds.contains("rival"), "agent {agent}: {kinds:?}");
        assert!(!kinds.contains(other), "agent {agent}: {kinds:?}");
    }
    meadow.run(30.0);
    assert_eq!(meadow.hive().starved, 2, "the bees of the start leave, and everybody hears of it");
    assert_eq!(meadow.kinds_of(0, 2), ["rival"].into());
    let ends = meadow.count(|event| matches!(event, MatchEvent::MatchEnded { .. }));
    meadow.run(30.0);
    let over = meadow.count(|event| matches!(event, MatchEvent::MatchEnded { time_left: 0, .. }));
    assert_eq!((ends, over), (0, 1), "the engine logs the end, once");
}

#[test]
fn agents_can_be_used_within_reach_by_those_who_may() {
    let mut meadow = Meadow::new(&library(), 7);
    meadow.silence();
    meadow.run(10.0);
    let before = meadow.reading(3, "energy").unwrap();
    meadow.put(2, meadow.place_of(3) + Vec3::new(0.7, 0.0, 0.0));
    assert!(meadow.use_agent(2, 3, "feed").is_ok());
    meadow.run(0.1);
    let after = meadow.reading(3, "energy").unwrap();
    assert!(after > before + 5.0, "{before} to {after}");
    assert!(meadow.use_agent(2, 0, "feed").is_err(), "a rival");
    meadow.put(2, meadow.place_of(3) + Vec3::new(4.0, 0.0, 1.0));
    assert!(meadow.use_agent(2, 3, "feed").is_err(), "out of reach");
}

#[test]
fn an_agent_uses_itself_wherever_it_is() {
    let mut meadow = Meadow::new(&library(), 7);
    meadow.silence();
    assert!(meadow.use_agent(2, 2, "rest").is_ok());
    assert!(meadow.use_agent(2, 3, "rest").is_err(), "another agent is not rested for");
    assert!(meadow.use_agent(0, 0, "rest").is_err(), "the rules give wasps no such verb");
    assert!(meadow.enter_bush(2));
    assert!(meadow.use_agent(2, 2, "rest").is_ok(), "also in a hiding place");
    assert_eq!(meadow.behave(2, "use", "rest"), Progress::Done, "a behaviour without a target");
    assert!(matches!(meadow.behave(2, "use", "feed"), Progress::Failed(_)), "nobody feeds itself");
    assert_eq!(meadow.hive().rested, 3);
}

#[test]
fn an_item_is_used_where_it_lies() {
    let mut meadow = Meadow::new(&library(), 7);
    meadow.silence();
    let (first, here) = (Vec3::new(2.5, 0.0, 6.5), Vec3::new(8.5, 0.0, 5.5));
    let item = meadow.drop_item("petal", first, here);
    meadow.put(2, first);
    assert_eq!(meadow.use_thing(2, item, "rest"), Err(FailReason::OutOfReach), "it lay here once");
    meadow.put(2, here);
    assert_eq!(meadow.use_thing(2, item, "rest"), Ok(()));
}

/// A game in which a bee arrives as the match begins, and nobody settles harm.
#[derive(Debug)]
struct Guests;

impl Game for Guests {
    fn schema(&self) -> &'static GameSchema {
        Bees.schema()
    }

    fn plugin(&self, app: &mut App) {
        app.add_systems(FixedUpdate, hurt.in_set(WorldSystems::Judge));
    }

    fn begin(&self, world: &mut World, _start: &MatchStart<'_>) {
        let arrival = |kind: &str| Arrival {
            side: label("red"),
            kind: label(kind),
            place: Vec3::new(6.5, 0.0, 6.5),
            ..Arrival::default()
        };
        assert!(world.resource::<Roster>().agents.is_empty());
        world.resource_mut::<Arrivals>().0.extend([arrival("bee"), arrival("dragon")]);
    }
}

/// Hurts an agent in every tick.
fn hurt(mut harm: ResMut<PendingHarm>) {
    harm.0.push(Harm { agent: AgentId(0), by: None, means: label("sting"), amount: 1.0 });
}

#[test]
fn an_agent_may_arrive_as_the_match_begins_and_leftover_harm_does_not_pile_up() {
    let mut meadow = Meadow::of(Arc::new(Guests), &library(), 1);
    meadow.run(1.0);
    assert_eq!(meadow.agents(), 5, "there are no dragons");
    assert_eq!(meadow.harm_left(), 1);
    meadow.silence();
    assert!(meadow.enter_bush(4), "a game without verbs of its own has those that all share");
}

#[test]
fn acquaintances_are_perceived_as_a_kind_of_their_own() {
    let mut meadow = Meadow::new(&library(), 6);
    meadow.give(0, Acquaintances(vec![(AgentId(2), label("friend")), (AgentId(1), label("mate"))]));
    meadow.run(15.0);
    assert_eq!(meadow.kinds_of(0, 2), ["friend"].into(), "before the relation of the sides");
    assert_eq!(meadow.kinds_of(0, 3), ["rival"].into());
    assert_eq!(meadow.kinds_of(0, 1), ["mate"].into());
    assert_eq!(meadow.kinds_of(1, 0), ["blue"].into(), "nobody told the other wasp");
    meadow.run(25.0);
    let (children, at_home) = (4..meadow.agents() as u16, meadow.kinds_of(4, 2));
    assert!(!children.is_empty() && at_home.iter().all(|kind| *kind == "parent"), "{at_home:?}");
}

#[test]
fn closed_eyes_see_nothing() {
    let mut meadow = Meadow::new(&library(), 6);
    meadow.give(1, Attention { sight: 0.0, hearing: 0.4 });
    meadow.run(3.0);
    assert!(!meadow.remembered(0).is_disjoint(&["rival", "blue"].into()), "{:?}", meadow.remembered(0));
    assert!(meadow.seen_by(1).is_empty(), "{:?}", meadow.seen_by(1));
}

#[test]
fn a_shelter_is_known_by_its_name() {
    let mut meadow = Meadow::new(&library(), 6);
    meadow.run(10.0);
    let known: BTreeSet<&str> = (0..4).flat_map(|agent| meadow.remembered(agent)).collect();
    assert!(known.contains("nest") && !known.contains("hiding_place"), "{known:?}");
}

#[test]
fn a_shelter_has_room_for_as_many_as_it_says() {
    let mut meadow = Meadow::new(&library(), 8);
    meadow.silence();
    let entered: Vec<bool> = (0..3).map(|agent| meadow.enter_bush(agent)).collect();
    assert_eq!(entered, [true, true, false]);
    meadow.leave_bush(0);
    assert!(meadow.enter_bush(2), "one has left");
    assert_eq!(meadow.occupants(), 2);
}

#[test]
fn a_hive_is_part_of_what_must_be_deterministic() {
    let mut names = Vec::new();
    let mut world = World::new();
    world.insert_resource(Hive::default());
    Bees.visit_state(&world, None, &mut |name, _| names.push(name));
    assert_eq!(names, ["Hive"]);
}
