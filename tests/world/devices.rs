//! Devices and carried items in a yard: uses, kept work, what is used up, wires, clocks, hands.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry::{
    data::{
        prop::PropCatalogue,
        rules::Rules,
        thing::{ThingSpec, ThingSpecs},
    },
    motion::navigation::{NavAgent, bake},
    world::{Daylight, Departure, Hands, ItemLocation, SiteService, ThingState, Things, level::LevelThing},
};
use quarry_minds::protocol::{
    AgentId, FailReason, MatchEvent, PerceptSource, Percepts, Status, Subject, UseRequest, label,
};

use super::{bodies::Game, game_on, read};
use crate::hunt;

/// The things of the hunt.
fn shipped() -> ThingSpecs {
    hunt::library().things
}

/// The yard with the shipped things of the hunt, a coin that needs no hand, and a bell that falls silent by itself.
pub(super) fn yard() -> Game {
    yard_with(hunt::rules())
}

/// The same by other rules.
pub(super) fn yard_with(mut rules: Rules) -> Game {
    rules.use_seconds.insert(label("take"), 0.1);
    rules.things = shipped();
    let things = Arc::make_mut(&mut rules.things);
    // Everything is taken as quickly as the rules say.
    things.values_mut().for_each(|spec| spec.take_seconds = None);
    things.insert(label("coin"), read::<ThingSpec>("(pocketed: true)"));
    let bell = r#"(
        states: {"silent": (), "ringing": (turns: (after: 2, to: "silent"), noise: "stone", noise_every: 0.5, lights: 4)},
        start: "silent",
        uses: {"ring": (from: ["silent"], to: "ringing"), "polish": (from: ["silent"], seconds: 1, keeps_work: true)},
    )"#;
    things.insert(label("bell"), read::<ThingSpec>(bell));
    let catalogue: PropCatalogue = read(include_str!("props.ron"));
    let level =
        bake(label("yard"), &hunt::level(include_str!("yard.ron")), &catalogue, NavAgent::default()).expect("a level");
    let mut app = game_on(&level, rules, 7);
    let mut laid = app.world_mut().resource_mut::<Things>();
    for (kind, count) in &level.site.built.items {
        laid.place_items(&level.site.built, *kind, *count, &mut rand::rngs::mock::StepRng::new(0, 1));
    }
    Game { app }
}

pub(super) fn named(game: &Game, name: &str) -> LevelThing {
    let site = game.app.world().resource::<SiteService>();
    *site.0.built.things.iter().find(|thing| thing.name == label(name)).expect("a thing of this name")
}

pub(super) fn state(game: &Game, name: &str) -> &'static str {
    game.app.world().resource::<Things>().device(named(game, name).id).expect("a device").state.as_str()
}

/// Uses a thing for this long, from beside it.
pub(super) fn work(game: &mut Game, agent: AgentId, name: &str, verb: &str, seconds: f32) -> Status {
    let thing = named(game, name);
    let entity = game.entity(agent);
    game.app.world_mut().get_mut::<quarry::world::Body>(entity).expect("a body").place = thing.entry;
    game.use_thing(agent, thing.id, verb);
    game.seconds(seconds);
    game.board(agent).use_thing.status()
}

const HERE: Vec3 = Vec3::new(5.5, 0.0, 2.5);

#[test]
fn a_window_is_pried_open_with_a_crowbar_and_the_work_is_kept() {
    let mut game = yard();
    let (prey, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + Vec3::X, 0.0));
    let hunter = game.spawn("hunter", Vec3::new(1.5, 0.0, 1.5), 0.0);
    let refused = Status::Failed(FailReason::Refused);
    assert_eq!(work(&mut game, prey, "barred_window", "pry", 0.1), refused, "without a crowbar");
    assert_eq!(work(&mut game, prey, "crowbar", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, prey, "barred_window", "climb_out", 0.1), refused, "it is nailed up");
    assert_eq!(work(&mut game, hunter, "barred_window", "pry", 0.1), refused, "not for hunters");
    let seconds = shipped()[&label("barred_window")].uses[&label("pry")].seconds;
    assert!(matches!(work(&mut game, prey, "barred_window", "pry", seconds * 0.6), Status::Running(_)));
    assert!(game.logged(|event| matches!(event, MatchEvent::Noise { kind, .. } if *kind == "prying")));
    game.board(prey).use_thing.clear();
    game.seconds(3.0);
    assert_eq!(work(&mut game, prey, "barred_window", "pry", seconds * 0.5), Status::Done, "the work is kept");
    assert_eq!(state(&game, "barred_window"), "open");
    let opened = |event: &MatchEvent| matches!(event, MatchEvent::ThingChanged { by: Some(by), .. } if *by == prey);
    assert!(game.logged(opened));

    // One at a time.
    assert!(matches!(work(&mut game, mate, "barred_window", "climb_out", 0.5), Status::Running(_)));
    assert_eq!(work(&mut game, prey, "barred_window", "climb_out", 0.1), refused);
    game.seconds(3.0);
    assert_eq!(game.departure(mate), Some(Departure { how: label("escaped"), by: None, meant: true }));
    assert_eq!(game.state().escaped, 1);

    // The hunter shuts it again, and what was worked is gone.
    assert_eq!(work(&mut game, hunter, "barred_window", "nail_up", 7.0), Status::Done);
    assert_eq!(state(&game, "barred_window"), "nailed");
    assert!(matches!(work(&mut game, prey, "barred_window", "pry", seconds * 0.6), Status::Running(_)));
}

#[test]
fn a_lamp_goes_out_with_what_feeds_it() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", HERE + Vec3::X, 0.0));
    let brightness = |game: &Game, place: Vec3| {
        let (site, things) = (game.app.world().resource::<SiteService>(), game.app.world().resource::<Things>());
        site.0.brightness_at(place, Daylight::default(), things)
    };
    let (beside, far) = (Vec3::new(3.5, 0.0, 3.4), Vec3::new(12.5, 0.0, 2.5));
    let dark = brightness(&game, far);
    assert!(brightness(&game, beside) > dark + 0.3, "beside the lamp");
    assert_eq!(work(&mut game, hunter, "gas_main", "shut_off", 5.0), Status::Failed(FailReason::Refused));
    assert_eq!(work(&mut game, prey, "gas_main", "shut_off", 5.0), Status::Done);
    game.seconds(0.1);
    assert_eq!(brightness(&game, beside), dark, "the gas is off");
    assert_eq!(work(&mut game, hunter, "gas_main", "turn_on", 5.0), Status::Done);
    game.seconds(0.1);
    assert!(brightness(&game, beside) > dark + 0.3);
}

#[test]
fn what_is_fitted_is_used_up_and_the_wire_opens_the_gate() {
    let mut game = yard();
    let prey = game.spawn("hunted", HERE, 0.0);
    assert_eq!(work(&mut game, prey, "crank", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, prey, "oil_flask", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, prey, "winch", "fit_crank", 4.0), Status::Done);
    let crank = named(&game, "crank").id;
    assert_eq!(game.app.world().resource::<Things>().item(crank), Some(ItemLocation::Nowhere));
    assert_eq!(game.get::<Hands>(prey).map(|hands| hands.carried.len()), Some(1), "the flask");
    assert_eq!(work(&mut game, prey, "winch", "oil", 5.0), Status::Done);
    let open = |game: &Game| {
        game.app.world().resource::<Things>().gate(named(game, "side_gate").id).is_some_and(|gate| gate.open)
    };
    assert!(!open(&game));
    assert_eq!(work(&mut game, prey, "winch", "wind", 32.0), Status::Done);
    assert!(open(&game), "the winch raises the gate");
    assert!(!game.state().exit_open, "which is not the exit that keys unlock");
    let gates = &game.app.world().resource::<Things>().states;
    let unlocked = |state: &ThingState| matches!(state, ThingState::Gate(gate) if gate.progress > 0.0);
    assert!(!gates.iter().any(unlocked), "no lock of it was opened");
    let gate = named(&game, "side_gate");
    game.go(prey, gate.place);
    game.seconds(4.0);
    assert_eq!(game.state().escaped, 1);
}

#[test]
fn a_device_turns_back_by_itself_and_is_heard_until_then() {
    let mut game = yard();
    let prey = game.spawn("hunted", HERE, 0.0);
    assert_eq!(work(&mut game, prey, "bell", "ring", 0.1), Status::Done);
    game.seconds(1.7);
    assert_eq!(state(&game, "bell"), "ringing");
    let heard = |event: &MatchEvent| matches!(event, MatchEvent::Noise { kind, by: Some(by), .. } if *kind == "stone" && *by == prey);
    assert!(game.logged(heard));
    game.seconds(0.5);
    assert_eq!(state(&game, "bell"), "silent");
}

#[test]
fn work_that_changes_no_state_begins_anew_each_time() {
    let mut game = yard();
    let prey = game.spawn("hunted", HERE, 0.0);
    for _ in 0..2 {
        assert!(matches!(work(&mut game, prey, "bell", "polish", 0.6), Status::Running(_)));
        assert_eq!(work(&mut game, prey, "bell", "polish", 0.6), Status::Done);
    }
    assert_eq!(state(&game, "bell"), "silent");
}

#[test]
fn two_hands_hold_two_things_and_pockets_any_number() {
    let mut game = yard();
    let prey = game.spawn("hunted", HERE, 0.0);
    for (kind, status) in [
        ("crowbar", Status::Done),
        ("coin", Status::Done),
        ("crank", Status::Done),
        ("oil_flask", Status::Failed(FailReason::Refused)),
    ] {
        assert_eq!(work(&mut game, prey, kind, "take", 0.5), status, "{kind}");
    }
    // It lays down what it took last of what is in its hands.
    game.board(prey).use_thing.post(UseRequest { target: Subject::Agent(prey), verb: label("drop") });
    game.seconds(0.1);
    assert_eq!(game.board(prey).use_thing.status(), Status::Done);
    let crank = named(&game, "crank").id;
    let at = game.app.world().resource::<Things>().item(crank);
    assert!(matches!(at, Some(ItemLocation::Lying(place)) if place.distance(game.place(prey)) < 0.1), "{at:?}");
    assert_eq!(work(&mut game, prey, "oil_flask", "take", 0.5), Status::Done);
}

#[test]
fn who_uses_a_device_knows_its_state_at_once() {
    let mut game = yard();
    let (prey, mate) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunted", HERE + Vec3::X, 0.0));
    for agent in [prey, mate] {
        let entity = game.entity(agent);
        game.app.world_mut().entity_mut(entity).insert(Percepts::default());
    }
    let learnt = |game: &mut Game, agent: AgentId| {
        let entity = game.entity(agent);
        let percepts = std::mem::take(&mut game.app.world_mut().get_mut::<Percepts>(entity).expect("percepts").0);
        percepts.last().map(|percept| (percept.state.as_str(), percept.source))
    };
    assert_eq!(work(&mut game, prey, "crank", "take", 0.5), Status::Done);
    learnt(&mut game, prey);
    assert_eq!(work(&mut game, prey, "winch", "fit_crank", 4.0), Status::Done);
    assert_eq!(learnt(&mut game, prey), Some(("cranked", PerceptSource::Done)));
    // A mate that believes it to be bare finds out as soon as it tries.
    assert_eq!(work(&mut game, mate, "winch", "fit_crank", 0.1), Status::Failed(FailReason::Refused));
    assert_eq!(learnt(&mut game, mate), Some(("cranked", PerceptSource::Felt)));
}

#[test]
fn what_lies_in_a_chest_can_be_taken_once_it_is_open() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", Vec3::new(1.5, 0.0, 1.5), 0.0));
    let refused = Status::Failed(FailReason::Refused);
    assert_eq!(work(&mut game, hunter, "snare_wire", "take", 2.0), refused, "the chest is closed");
    assert_eq!(work(&mut game, hunter, "chest", "open_up", 4.0), refused, "not for hunters");
    assert_eq!(work(&mut game, prey, "chest", "open_up", 4.0), Status::Done);
    assert_eq!(work(&mut game, prey, "snare_wire", "take", 2.0), refused, "of no use to prey");
    assert_eq!(work(&mut game, hunter, "snare_wire", "take", 2.0), Status::Done);
}

/// A yard with a snare that is set, prey that stands west of it, and the hunter that has laid it.
fn snared() -> (Game, AgentId, AgentId) {
    let mut game = yard();
    let snare = named(&game, "snare").place;
    let prey = game.spawn("hunted", snare - 2.0 * Vec3::X, 0.0);
    let hunter = game.spawn("hunter", Vec3::new(1.5, 0.0, 1.5), 0.0);
    assert_eq!(work(&mut game, hunter, "snare", "lay", 4.0), Status::Failed(FailReason::Refused), "without wire");
    assert_eq!(work(&mut game, prey, "chest", "open_up", 4.0), Status::Done);
    assert_eq!(work(&mut game, hunter, "snare_wire", "take", 2.0), Status::Done);
    assert_eq!(work(&mut game, hunter, "snare", "lay", 4.0), Status::Done);
    game.seconds(1.0);
    assert_eq!(state(&game, "snare"), "set", "who laid it does not tread on it");
    let entity = game.entity(prey);
    game.app.world_mut().get_mut::<quarry::world::Body>(entity).expect("a body").place = snare - 2.0 * Vec3::X;
    (game, prey, hunter)
}

#[test]
fn who_treads_on_a_snare_is_held_for_a_while_and_heard() {
    let (mut game, prey, _) = snared();
    let snare = named(&game, "snare").place;
    game.go(prey, snare + 2.0 * Vec3::X);
    game.seconds(2.0);
    assert_eq!(state(&game, "snare"), "sprung");
    let rung = |event: &MatchEvent| matches!(event, MatchEvent::Noise { kind, by: Some(by), .. } if *kind == "snap" && *by == prey);
    assert!(game.logged(rung));
    let here = game.place(prey);
    assert!(here.distance(snare) < 1.0, "it is held where it trod on it");
    game.seconds(0.5);
    assert_eq!(game.place(prey), here);
    game.seconds(4.0);
    assert!(game.place(prey).distance(snare) > 1.5, "and goes on afterwards");
    game.seconds(9.0);
    assert_eq!(state(&game, "snare"), "bare");
}

#[test]
fn a_snare_is_cut_from_beside_it() {
    let (mut game, prey, _) = snared();
    let snare = named(&game, "snare");
    let entity = game.entity(prey);
    game.app.world_mut().get_mut::<quarry::world::Body>(entity).expect("a body").place = snare.place - 0.9 * Vec3::X;
    game.use_thing(prey, snare.id, "cut");
    game.seconds(2.5);
    assert_eq!(game.board(prey).use_thing.status(), Status::Done);
    assert_eq!(state(&game, "snare"), "bare");
}

#[test]
fn what_a_use_gives_is_carried_and_can_be_used_up() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", HERE + Vec3::X, 0.0));
    let carries = |game: &Game, agent: AgentId| {
        let (site, things) = (game.app.world().resource::<SiteService>(), game.app.world().resource::<Things>());
        let carried = &game.get::<Hands>(agent).expect("hands").carried;
        things.carried_count(carried, label("fuse"), &site.0.built)
    };
    assert_eq!(work(&mut game, prey, "fuse_box", "pull_fuse", 3.5), Status::Done);
    assert_eq!((state(&game, "fuse_box"), carries(&game, prey)), ("dead", 1));
    let things = game.app.world().resource::<Things>().states.len();
    assert_eq!(
        work(&mut game, hunter, "fuse_box", "fit_fuse", 3.5),
        Status::Failed(FailReason::Refused),
        "it has none"
    );
    assert_eq!(work(&mut game, hunter, "fuse", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, hunter, "fuse_box", "fit_fuse", 3.5), Status::Done);
    assert_eq!((state(&game, "fuse_box"), carries(&game, hunter)), ("live", 0));
    assert_eq!(work(&mut game, prey, "fuse_box", "pull_fuse", 3.5), Status::Done);
    assert_eq!(carries(&game, prey), 2);
    assert_eq!(game.app.world().resource::<Things>().states.len(), things + 1, "another one has come into the yard");
}

#[test]
fn a_lantern_lights_where_it_lies_and_where_it_is_carried() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", HERE + Vec3::X, 0.0));
    assert_eq!(work(&mut game, prey, "gas_main", "shut_off", 5.0), Status::Done, "without the lamp");
    let brightness = |game: &Game, place: Vec3| {
        let (site, things) = (game.app.world().resource::<SiteService>(), game.app.world().resource::<Things>());
        site.0.brightness_at(place, Daylight::default(), things)
    };
    let lantern = named(&game, "lantern");
    let corner = Vec3::new(1.5, 0.0, 4.5);
    game.seconds(0.1);
    let dark = brightness(&game, corner);
    assert!(brightness(&game, lantern.place) > dark + 0.3, "where it lies");
    assert_eq!(work(&mut game, hunter, "lantern", "take", 0.5), Status::Done);
    let entity = game.entity(hunter);
    game.app.world_mut().get_mut::<quarry::world::Body>(entity).expect("a body").place = corner;
    game.seconds(0.1);
    assert!(brightness(&game, corner) > dark + 0.3, "where it is carried");
    assert!(brightness(&game, lantern.place) < dark + 0.2, "and no longer where it lay");
}

#[test]
fn a_wall_is_an_exit_while_a_rope_hangs_on_it() {
    let mut game = yard();
    let (prey, hunter) = (game.spawn("hunted", HERE, 0.0), game.spawn("hunter", HERE + Vec3::X, 0.0));
    let refused = Status::Failed(FailReason::Refused);
    let seconds = shipped()[&label("high_wall")].uses[&label("hang_rope")].seconds;
    assert_eq!(work(&mut game, prey, "high_wall", "hang_rope", 0.1), refused, "without a rope");
    assert_eq!(work(&mut game, prey, "rope", "take", 0.5), Status::Done);
    assert_eq!(work(&mut game, prey, "high_wall", "hang_rope", seconds + 0.5), Status::Done);
    assert_eq!(work(&mut game, hunter, "high_wall", "cut_down", 3.5), Status::Done);
    assert_eq!(work(&mut game, prey, "high_wall", "climb_over", 0.1), refused, "the rope is gone");
}

#[test]
fn who_treads_on_a_mantrap_is_wounded_by_the_hunter_that_has_set_it() {
    let mut game = yard();
    let trap = named(&game, "mantrap");
    let prey = game.spawn("hunted", trap.place - 2.0 * Vec3::X, 0.0);
    let hunter = game.spawn("hunter", HERE, 0.0);
    assert_eq!(work(&mut game, hunter, "mantrap", "set", 4.5), Status::Done);
    game.seconds(0.5);
    assert_eq!(state(&game, "mantrap"), "set", "hunters know where they step");
    let entity = game.entity(hunter);
    game.app.world_mut().get_mut::<quarry::world::Body>(entity).expect("a body").place = HERE;
    game.go(prey, trap.place + 2.0 * Vec3::X);
    game.seconds(2.0);
    assert_eq!(state(&game, "mantrap"), "sprung");
    let wounded = |event: &MatchEvent| {
        let MatchEvent::Game(event) = event else { return false };
        event.name == "wounded" && event.agent == Some(prey) && event.by == Some(hunter)
    };
    assert!(game.logged(wounded));
    assert!(game.place(prey).distance(trap.place) < 1.0, "and held");
}
