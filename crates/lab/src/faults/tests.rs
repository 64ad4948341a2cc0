//! Each detector fires on traces made for it, and is silent on traces that differ in one point.

use std::collections::BTreeSet;

use bevy::ecs::world::World;
use bevy::math::{Vec3, ops};
use quarry_minds::Behaviours;
use quarry_minds::protocol::{ActionOutcome, AgentId, FailReason, OrderStatus, Subject, ThingId, label};

use super::shared_detectors;
use quarry_engine::data::faults::{FaultLimit, SHARED_DETECTORS};
use quarry_engine::simulation::faults::{AgentTrace, Deed, DeedKind, Foe, Sample, Truth, Watched};

const RATE: f32 = 30.0;
/// The second at which detectors look.
const NOW: f32 = 30.0;
const THING: Subject = Subject::Thing(ThingId(7));

fn tick(seconds: f32) -> u32 {
    (seconds * RATE).round() as u32
}

/// An agent of a side with samples for the last 20 seconds.
fn agent(number: u16, side: &str, sample: impl Fn(f32) -> Sample) -> AgentTrace {
    let mut trace = AgentTrace::new(AgentId(number), label(side));
    trace.radius = 0.3;
    trace.samples =
        (50..=150).map(|step| step as f32 * 0.2).map(|at| Sample { tick: tick(at), ..sample(at) }).collect();
    trace
}

fn deeds(mut trace: AgentTrace, deeds: &[(f32, DeedKind)]) -> AgentTrace {
    trace.deeds = deeds.iter().map(|(at, what)| Deed { tick: tick(*at), what: *what }).collect();
    trace
}

/// An agent that stands.
fn stands(number: u16, side: &str) -> AgentTrace {
    agent(number, side, |_| Sample::default())
}

/// An agent that stands and has done this.
fn did(what: &[(f32, DeedKind)]) -> AgentTrace {
    deeds(stands(0, "red"), what)
}

/// A sample of an agent that has walked east at 2 m/s, towards a place.
fn walking(at: f32) -> Sample {
    Sample {
        place: Vec3::X * 2.0 * at,
        destination: Some(Vec3::X * 200.0),
        target: Some(THING),
        action: Some(label("fetch")),
        ..Sample::default()
    }
}

fn limit(seconds: f32, count: u32, metres: f32) -> FaultLimit {
    FaultLimit { weight: 5.0, seconds, count, metres }
}

/// What a detector says of the first agent.
fn found(name: &str, limit: FaultLimit, all: &[AgentTrace]) -> Option<String> {
    let detector = shared_detectors().find(|detector| detector.name == name).unwrap();
    let world = World::new();
    let watched = Watched { me: &all[0], all, now: tick(NOW), rate: RATE, world: &world };
    (detector.find)(&watched, &limit).map(|suspicion| suspicion.what)
}

fn fires(name: &str, limit: FaultLimit, all: &[AgentTrace], says: &str) {
    let what = found(name, limit, all).unwrap_or_else(|| panic!("{name} is silent"));
    assert!(what.contains(says), "{name}: {what}");
}

fn silent(name: &str, limit: FaultLimit, all: &[AgentTrace]) {
    assert_eq!(found(name, limit, all), None, "{name}");
}

fn chose(goal: &str) -> DeedKind {
    DeedKind::Chose(label(goal))
}

fn began(action: &str, target: Option<Subject>) -> DeedKind {
    DeedKind::Began(label(action), target)
}

fn ended(action: &str, outcome: ActionOutcome) -> DeedKind {
    DeedKind::Ended(label(action), Some(THING), outcome)
}

#[test]
fn dithering() {
    let limit = limit(10.0, 3, 0.0);
    let changes = [(22.0, chose("a")), (24.0, chose("b")), (25.0, chose("a")), (28.0, chose("b"))];
    fires("dithering", limit, &[did(&changes)], "3 changes of goal in 10 s: a, b, a, b");
    let event = |at: f32, goal| [(at - 0.1, DeedKind::Noticed), (at, chose(goal))];
    silent(
        "dithering",
        limit,
        &[did(&[event(22.0, "a"), event(24.0, "b"), event(25.0, "c"), event(28.0, "b")].concat())],
    );
    silent(
        "dithering",
        limit,
        &[did(&[(22.0, chose("a")), (24.0, chose("b")), (25.0, chose("b")), (28.0, chose("a"))])],
    );
    // `b` is gone before anybody sees it.
    let unseen = [(22.0, chose("a")), (24.0, chose("b")), (24.03, chose("a")), (26.0, chose("b")), (26.03, chose("a"))];
    silent("dithering", limit, &[did(&unseen)]);
    silent("dithering", limit, &[did(&[(2.0, chose("a")), (4.0, chose("b")), (25.0, chose("a")), (28.0, chose("b"))])]);
}

#[test]
fn a_short_pursuit() {
    let limit = limit(0.5, 0, 0.0);
    let drops = |from: f32, to: f32| {
        [(from, chose("a")), (from, began("flee", None)), (to, chose("b")), (to, began("sneak", None))]
    };
    fires("short_pursuit", limit, &[did(&drops(29.5, 29.8))], "pursued `a` for 0.30 s, then `b`");
    silent("short_pursuit", limit, &[did(&drops(29.0, 29.8))]);
    // Too short to be seen.
    silent("short_pursuit", limit, &[did(&drops(29.5, 29.6))]);
    // The same action goes on.
    let goes_on = [(29.0, began("flee", None)), (29.5, chose("a")), (29.8, chose("b"))];
    silent("short_pursuit", limit, &[did(&goes_on)]);
    let [first, begun, second, other] = drops(29.5, 29.8);
    silent("short_pursuit", limit, &[did(&[first, begun, (29.7, DeedKind::Noticed), second, other])]);
    let reached = (29.7, ended("take", ActionOutcome::Succeeded));
    silent("short_pursuit", limit, &[did(&[first, begun, reached, second, other])]);
    let over = (29.85, ended("sneak", ActionOutcome::Invalidated));
    silent("short_pursuit", limit, &[did(&[first, begun, second, other, over])]);
    let bodiless = AgentTrace { walks: false, ..did(&drops(29.5, 29.8)) };
    silent("short_pursuit", limit, &[bodiless]);
}

#[test]
fn restarting() {
    let limit = limit(10.0, 3, 0.0);
    let again = [(22.0, began("patrol", None)), (24.0, began("patrol", None)), (28.0, began("patrol", None))];
    fires("restarting", limit, &[did(&again)], "`patrol` began 3 times in 10 s");
    let learns = [again[0], again[1], (25.0, DeedKind::Noticed), again[2]];
    silent("restarting", limit, &[did(&learns)]);
}

#[test]
fn back_and_forth() {
    let limit = limit(15.0, 4, 0.0);
    let (one, two) = (Some(THING), Some(Subject::Thing(ThingId(8))));
    let visits = |targets: [Option<Subject>; 4]| {
        did(&[18.0, 21.0, 24.0, 27.0]
            .map(|at| at)
            .iter()
            .zip(targets)
            .map(|(at, to)| (*at, began("visit", to)))
            .collect::<Vec<_>>())
    };
    fires("back_and_forth", limit, &[visits([one, two, one, two])], "`visit` on thing 7 and thing 8 in turn");
    silent("back_and_forth", limit, &[visits([one, two, one, Some(Subject::Thing(ThingId(9)))])]);
    let (one, two) = (Some(Subject::Agent(AgentId(1))), Some(Subject::Agent(AgentId(2))));
    fires("back_and_forth", limit, &[visits([one, two, one, two])], "`visit` on agent 1 and agent 2 in turn");
    let seen = |at: f32, to| [(at, began("visit", to)), (at + 0.5, DeedKind::Noticed)];
    silent(
        "back_and_forth",
        limit,
        &[did(&[seen(18.0, one), seen(21.0, two), seen(24.0, one), seen(27.0, two)].concat())],
    );
}

#[test]
fn walks_to_what_is_not_there() {
    let walks = |truth: Truth, sees_mistake| {
        agent(0, "red", move |at| Sample { truth, sees_mistake, belief: Some(Vec3::X * 100.0), ..walking(at) })
    };
    let walker = |truth: Truth| walks(truth, true);
    let mate = agent(1, "red", |at| Sample { place: Vec3::X * 2.0 * at + Vec3::Z * 4.0, ..Sample::default() });
    let far = stands(1, "red");
    let lasts = limit(2.0, 0, 8.0);
    fires("phantom", lasts, &[walker(Truth::Gone)], "to thing 7, but it is gone");
    fires("phantom", lasts, &[walker(Truth::Carried(AgentId(1))), far.clone()], "agent 1 carries it");
    fires("phantom", lasts, &[walker(Truth::At(Vec3::X * 90.0))], "it is at 90, 0");
    silent("phantom", lasts, &[walker(Truth::At(Vec3::X * 99.0))]);
    silent("phantom", limit(2.0, 0, 50.0), &[walker(Truth::Gone)]);
    // It could not know, until it has spoken with the one who took it.
    silent("phantom", lasts, &[walks(Truth::Gone, false)]);
    let unseen = || walks(Truth::Carried(AgentId(1)), false);
    let taker = deeds(far.clone(), &[(12.0, DeedKind::Took(ThingId(7)))]);
    silent("phantom", lasts, &[unseen(), taker.clone()]);
    let told = |at: f32| deeds(unseen(), &[(at, DeedKind::Told(AgentId(1), THING))]);
    silent("phantom", lasts, &[told(11.0), taker.clone()]);
    fires("phantom", lasts, &[told(13.0), taker], "agent 1 carries it");

    fires("own_deed_forgotten", limit(0.0, 0, 1.0), &[walker(Truth::Carried(AgentId(0)))], "which it carries itself");
    silent("own_deed_forgotten", limit(0.0, 0, 1.0), &[walker(Truth::Carried(AgentId(1))), far.clone()]);

    let near = limit(3.0, 0, 12.0);
    let carried = || deeds(walker(Truth::Carried(AgentId(1))), &[(28.0, DeedKind::Told(AgentId(1), THING))]);
    fires("known_to_mate", near, &[carried(), mate.clone()], "agent 1 carries within earshot");
    silent("known_to_mate", near, &[walker(Truth::Carried(AgentId(1))), mate.clone()]);
    silent("known_to_mate", near, &[carried(), far]);
    let foe = AgentTrace { side: label("blue"), ..mate };
    silent("known_to_mate", near, &[carried(), foe]);
}

#[test]
fn failures() {
    let failed = |reason| ended("take", ActionOutcome::Failed(reason));
    let thrice = |reason| did(&[(5.0, failed(reason)), (15.0, failed(reason)), (25.0, failed(reason))]);
    fires("same_failure", limit(30.0, 3, 0.0), &[thrice(FailReason::Gone)], "`take` on thing 7 failed 3 times");
    silent("same_failure", limit(15.0, 3, 0.0), &[thrice(FailReason::Gone)]);
    silent("same_failure", limit(30.0, 3, 0.0), &[thrice(FailReason::Missed)]);
    let at_once = |at: f32| [(at, began("take", Some(THING))), (at + 0.03, failed(FailReason::Unreachable))];
    let unseen = did(&[at_once(21.0), at_once(24.0), at_once(27.0)].concat());
    silent("same_failure", limit(30.0, 3, 0.0), std::slice::from_ref(&unseen));
    silent("unreachable", limit(10.0, 1, 0.0), &[unseen]);
    let once = limit(10.0, 1, 0.0);
    fires("refused", once, &[thrice(FailReason::Refused)], "failed: refused");
    // A first refusal could not be foreseen, unless a mate spoke of the thing.
    let first = [(20.0, began("take", Some(THING))), (25.0, failed(FailReason::Refused))];
    silent("refused", once, &[did(&first)]);
    let told = (22.0, DeedKind::Told(AgentId(1), THING));
    fires("refused", once, &[did(&[first[0], told, first[1]])], "failed: refused");
    fires("refused", once, &[thrice(FailReason::OutOfReach)], "failed: out of reach");
    let at_agent =
        DeedKind::Ended(label("hit"), Some(Subject::Agent(AgentId(1))), ActionOutcome::Failed(FailReason::OutOfReach));
    silent("refused", once, &[did(&[(25.0, at_agent)])]);
    silent("refused", once, &[thrice(FailReason::Missed)]);
    fires("unreachable", once, &[thrice(FailReason::Unreachable)], "unreachable");
    silent("unreachable", once, &[thrice(FailReason::Refused)]);
}

#[test]
fn actions_that_end_at_once() {
    let limit = limit(10.0, 2, 0.0);
    let pairs = |outcome| {
        did(&[
            (22.0, began("take", None)),
            (22.03, ended("take", outcome)),
            (25.0, began("take", None)),
            (25.03, ended("take", outcome)),
        ])
    };
    fires("ends_at_once", limit, &[pairs(ActionOutcome::Invalidated)], "`take` ended at once 2 times");
    silent("ends_at_once", limit, &[pairs(ActionOutcome::Succeeded)]);
    let burst = [(25.0, began("take", None)), (25.0, ended("take", ActionOutcome::Invalidated))];
    silent("ends_at_once", limit, &[did(&[burst, burst].concat())]);
    silent(
        "ends_at_once",
        limit,
        &[did(&[(22.0, began("take", None)), (25.0, ended("take", ActionOutcome::TimedOut))])],
    );
}

#[test]
fn plans_that_are_dropped() {
    let limit = limit(10.0, 2, 0.0);
    let planned = |at: f32, action: &str| (at, DeedKind::Planned(label(action), None));
    fires(
        "plan_dropped",
        limit,
        &[did(&[planned(21.0, "a"), planned(23.0, "b"), planned(25.0, "a")])],
        "2 plans in 10 s",
    );
    silent("plan_dropped", limit, &[did(&[planned(21.0, "a"), planned(23.0, "a"), planned(25.0, "a")])]);
    let learns = (24.0, DeedKind::Noticed);
    silent("plan_dropped", limit, &[did(&[planned(21.0, "a"), planned(23.0, "b"), learns, planned(25.0, "a")])]);
    let unseen = [planned(21.0, "a"), planned(21.1, "b"), planned(23.0, "c"), planned(23.1, "a")];
    silent("plan_dropped", limit, &[did(&unseen)]);
    let broken = (24.0, ended("b", ActionOutcome::Invalidated));
    silent("plan_dropped", limit, &[did(&[planned(21.0, "a"), planned(23.0, "b"), broken, planned(25.0, "a")])]);
    let done = (24.0, ended("b", ActionOutcome::Succeeded));
    silent("plan_dropped", limit, &[did(&[planned(21.0, "a"), planned(23.0, "b"), done, planned(25.0, "a")])]);
}

#[test]
fn orders() {
    let ordered = |at: f32, what: &str| (at, DeedKind::Ordered(label(what)));
    let answered = |at: f32, status| (at, DeedKind::Answered(label("go"), status));
    fires(
        "short_order",
        limit(3.0, 0, 0.0),
        &[did(&[ordered(27.0, "go"), ordered(29.0, "back")])],
        "`go` stood for 2.0 s",
    );
    silent("short_order", limit(3.0, 0, 0.0), &[did(&[ordered(25.0, "go"), ordered(29.0, "back")])]);
    let done = [ordered(27.0, "go"), answered(28.0, OrderStatus::Done), ordered(29.0, "back")];
    silent("short_order", limit(3.0, 0, 0.0), &[did(&done)]);
    let changed = [ordered(27.0, "go"), ordered(29.0, "back")];
    let dies = deeds(stands(1, "red"), &[(28.0, DeedKind::Left(label("shot")))]);
    silent("short_order", limit(3.0, 0, 0.0), &[did(&changed), dies]);
    // One that died before the first order is no reason for the second.
    let died = deeds(stands(1, "red"), &[(27.0, DeedKind::Left(label("shot")))]);
    fires("short_order", limit(3.0, 0, 0.0), &[did(&changed), died], "`go` stood for 2.0 s");
    silent("short_order", limit(3.0, 0, 0.0), &[did(&[changed[0], (28.0, DeedKind::Ruled), changed[1]])]);

    let patience = limit(10.0, 0, 0.0);
    fires("dropped_order", patience, &[did(&[ordered(18.0, "go")])], "`go` is not pursued after 12 s");
    silent("dropped_order", patience, &[did(&[ordered(18.0, "go"), answered(20.0, OrderStatus::Pursued)])]);
    silent("dropped_order", patience, &[did(&[ordered(25.0, "go")])]);
    let busy = agent(0, "red", |_| Sample { order_outranked: true, ..Sample::default() });
    silent("dropped_order", patience, &[deeds(busy, &[ordered(18.0, "go")])]);
    let given_up = answered(29.9, OrderStatus::Failed(FailReason::Gone));
    fires("dropped_order", patience, &[did(&[ordered(25.0, "go"), given_up])], "failed: gone");
}

#[test]
fn an_opponent_in_plain_sight() {
    let limit = limit(4.0, 0, 10.0);
    let sees = |distance: f32, target: Option<Subject>| {
        agent(0, "red", move |_| Sample { foe: Some(Foe { agent: AgentId(1), distance }), target, ..Sample::default() })
    };
    let foe = stands(1, "blue");
    fires("foe_ignored", limit, &[sees(5.0, Some(THING)), foe.clone()], "agent 1 in sight at 5 m for 4 s");
    silent("foe_ignored", limit, &[sees(15.0, Some(THING)), foe.clone()]);
    silent("foe_ignored", limit, &[sees(5.0, Some(Subject::Agent(AgentId(1)))), foe]);
}

#[test]
fn idle_hands() {
    fires("idle", limit(10.0, 0, 0.0), &[stands(0, "red")], "no action for 10 s");
    silent("idle", limit(10.0, 0, 0.0), &[AgentTrace { walks: false, ..stands(0, "red") }]);
    silent("idle", limit(10.0, 0, 0.0), &[agent(0, "red", walking)]);
    silent("idle", limit(10.0, 0, 0.0), &[did(&[(25.0, began("wait", None))])]);
}

#[test]
fn flights_are_behaviours() {
    let known = Behaviours::default();
    assert!(super::motion::FLIGHTS.iter().all(|name| known.get(label(name)).is_some()));
}

#[test]
fn flight_towards_the_danger() {
    let limit = limit(3.0, 0, 4.0);
    let flees = |behaviour: &'static str| {
        agent(0, "red", move |at| {
            let threat = Some(Foe { agent: AgentId(1), distance: 65.0 - 2.0 * at });
            Sample { behaviour: label(behaviour), threat, ..walking(at) }
        })
    };
    let ahead = agent(1, "blue", |_| Sample { place: Vec3::X * 80.0, ..Sample::default() });
    fires("towards_danger", limit, &[flees("flee"), ahead.clone()], "6 m nearer to agent 1");
    silent("towards_danger", limit, &[flees("visit"), ahead.clone()]);
    // The danger has gone farther away meanwhile.
    let escapes = agent(0, "red", |at| {
        let threat = Some(Foe { agent: AgentId(1), distance: 2.0 * at - 55.0 });
        Sample { behaviour: label("flee"), threat, ..walking(at) }
    });
    silent("towards_danger", limit, &[escapes, ahead.clone()]);
    // Another danger is nearer.
    let between = agent(0, "red", |at| {
        let threat = Some(Foe { agent: AgentId(if at < 29.0 { 1 } else { 2 }), distance: 5.0 });
        Sample { behaviour: label("flee"), threat, ..walking(at) }
    });
    silent("towards_danger", limit, &[between, ahead]);
    silent("towards_danger", limit, &[flees("flee"), stands(1, "blue")]);
}

#[test]
fn shots() {
    let mate_at = |side: &str, metres: f32| {
        agent(1, side, move |_| Sample { place: Vec3::new(5.0, 0.0, metres), ..Sample::default() })
    };
    let fired = |hit| did(&[(29.8, DeedKind::Fired(Vec3::Y, Vec3::new(20.0, 1.0, 0.0), hit))]);
    let near = limit(0.0, 0, 0.35);
    fires("shot_at_mate", near, &[fired(None), mate_at("red", 0.2)], "passed agent 1, a mate, at 0.20 m");
    fires("shot_at_mate", near, &[fired(Some(AgentId(1))), mate_at("red", 0.2)], "hit agent 1");
    silent("shot_at_mate", near, &[fired(None), mate_at("red", 2.0)]);
    silent("shot_at_mate", near, &[fired(None), mate_at("blue", 0.2)]);
    // A mind that uses the shooter's body is where the shooter is.
    silent("shot_at_mate", near, &[fired(None), AgentTrace { walks: false, ..mate_at("red", 0.0) }]);

    let wall = limit(3.0, 2, 6.0);
    let into = |metres: f32, hit| {
        did(&[28.0, 29.0].map(|at| (at, DeedKind::Fired(Vec3::Y, Vec3::new(metres, 1.0, 0.0), hit))))
    };
    fires("shot_at_wall", wall, &[into(5.0, None)], "2 shots in 3 s stopped within 6 m");
    silent("shot_at_wall", wall, &[into(15.0, None)]);
    silent("shot_at_wall", wall, &[into(5.0, Some(AgentId(1)))]);

    let limit = limit(2.0, 2, 0.3);
    let shot_at = [(28.5, DeedKind::ShotAt), (29.0, DeedKind::ShotAt)];
    fires("open_under_fire", limit, &[did(&shot_at)], "2 shots at it in 2 s");
    silent("open_under_fire", limit, &[did(&[(29.3, DeedKind::ShotAt), (29.6, DeedKind::ShotAt)])]);
    silent("open_under_fire", limit, &[deeds(agent(0, "red", walking), &shot_at)]);
    let crouches = agent(0, "red", |_| Sample { crouches: true, ..Sample::default() });
    silent("open_under_fire", limit, &[deeds(crouches, &shot_at)]);
    silent(
        "open_under_fire",
        limit,
        &[did(&[shot_at[0], shot_at[1], (29.5, DeedKind::Fired(Vec3::ZERO, Vec3::X, None))])],
    );
}

#[test]
fn bodies() {
    let wants = |number: u16, side: &str, place: Vec3| {
        agent(number, side, move |_| Sample { place, destination: Some(Vec3::X * 50.0), ..Sample::default() })
    };
    let press = limit(3.0, 0, 0.1);
    fires(
        "pressing",
        press,
        &[wants(0, "red", Vec3::ZERO), wants(1, "red", Vec3::Z * 0.6)],
        "it and agent 1 have pressed",
    );
    silent("pressing", press, &[wants(0, "red", Vec3::ZERO), wants(1, "red", Vec3::Z * 2.0)]);
    silent("pressing", press, &[wants(0, "red", Vec3::ZERO), stands(1, "red")]);
    let runs = |number, aside: f32| {
        agent(number, "red", move |at| Sample {
            place: Vec3::new(4.0 * at, 0.0, aside),
            destination: Some(Vec3::X * 500.0),
            ..Sample::default()
        })
    };
    silent("pressing", press, &[runs(0, 0.0), runs(1, 0.6)]);

    fires("stuck", limit(5.0, 0, 0.5), &[wants(0, "red", Vec3::ZERO)], "wanted to move for 5 s");
    silent("stuck", limit(5.0, 0, 0.5), &[agent(0, "red", walking)]);

    let circle =
        |at: f32| Sample { place: Vec3::new(ops::sin(at * 2.0), 0.0, ops::cos(at * 2.0)) * 1.2, ..walking(at) };
    fires("circling", limit(10.0, 0, 2.5), &[agent(0, "red", circle)], "m in 10 s within 2.4 m");
    silent("circling", limit(10.0, 0, 2.5), &[agent(0, "red", walking)]);
}

#[test]
fn the_data_know_the_names_of_all_detectors() {
    let found: Vec<&str> = shared_detectors().map(|detector| detector.name).collect();
    assert_eq!(found.iter().collect::<BTreeSet<_>>(), SHARED_DETECTORS.iter().collect());
    assert_eq!(found.len(), SHARED_DETECTORS.len(), "each name once");
}
