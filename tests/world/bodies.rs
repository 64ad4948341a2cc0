//! The rules in the small house: doors, keys, the exit, hiding places, blows and projectiles.

use std::{collections::BTreeMap, sync::Arc};

use bevy::{app::prelude::*, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{
        GameSection,
        body::{BodySpec, StrikeSpec, ThrowSpec},
    },
    games::hunt::{HuntEvent, HuntState},
    world::{
        self, Body, Departure, Hidden, InPlay, ItemLocation, MatchState, Noises, OutOfPlay, Projectiles, Things,
        Traces, WeaponState, level::ThingKind,
    },
};
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, EventLog, FailReason, Gait, GoRequest, Label, LookRequest, MatchEvent, Percept, Percepts,
    Roster, SimulationClock, Status, StrikeRequest, Subject, ThingId, ThrowRequest, UseRequest, label,
};

use super::{add_body, game_on, house, tick};
use crate::hunt;

/// A match in the small house without minds. Requests come from the test.
pub(super) struct Game {
    pub app: App,
}

impl Game {
    pub fn new() -> Self {
        let mut rules = hunt::rules();
        // Short durations, independent of the tuning of the shipped rules.
        rules.use_seconds.extend([(label("unlock"), 3.0), (label("take"), 1.2)]);
        let mut own = hunt::own(&rules);
        own.sides.values_mut().for_each(|side| side.hits_to_catch = 1);
        rules.game = GameSection::new(own);
        Self { app: game_on(&house(), rules, 7) }
    }

    pub fn spawn(&mut self, side: &str, place: Vec3, heading: f32) -> AgentId {
        let hunter = side == "hunter";
        let kind = Arc::new(BodySpec {
            strikes: hunter.then(|| (label("melee"), StrikeSpec::default())).into_iter().collect(),
            throws: BTreeMap::from([(
                label(if hunter { "bolt" } else { "stone" }),
                ThrowSpec { ammo: (!hunter).then_some(1), cooldown: 13.0, ..ThrowSpec::default() },
            )]),
            ..BodySpec::default()
        });
        add_body(&mut self.app, &kind, side, place, heading).1
    }

    pub fn entity(&self, agent: AgentId) -> Entity {
        self.app.world().resource::<Roster>().entity(agent).unwrap()
    }

    pub fn get<C: Component + Clone>(&self, agent: AgentId) -> Option<C> {
        self.app.world().get::<C>(self.entity(agent)).cloned()
    }

    pub fn place(&self, agent: AgentId) -> Vec3 {
        self.get::<Body>(agent).unwrap().place
    }

    pub fn board(&mut self, agent: AgentId) -> Mut<'_, Blackboard> {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Blackboard>(entity).unwrap()
    }

    pub fn go(&mut self, agent: AgentId, place: Vec3) {
        self.board(agent).go.post(GoRequest::To { place, within: 0.2, gait: Gait::Walk });
    }

    pub fn use_thing(&mut self, agent: AgentId, thing: ThingId, verb: &str) {
        self.board(agent).use_thing.post(UseRequest { target: Subject::Thing(thing), verb: label(verb) });
    }

    pub fn tick(&mut self) {
        tick(&mut self.app);
    }

    pub fn seconds(&mut self, seconds: f32) {
        for _ in 0..(seconds * 30.0).round() as u32 {
            self.tick();
        }
    }

    pub fn thing(&self, kind: ThingKind) -> quarry::world::level::LevelThing {
        let site = self.app.world().resource::<world::SiteService>();
        *site.0.built.things_of(kind).next().unwrap()
    }

    pub fn state(&self) -> &HuntState {
        self.app.world().resource::<HuntState>()
    }

    pub fn outcome(&self) -> Option<Label> {
        self.app.world().resource::<MatchState>().outcome
    }

    /// How an agent left play; `None` if it has not.
    pub fn departure(&self, agent: AgentId) -> Option<Departure> {
        self.get::<OutOfPlay>(agent).map(|gone| gone.departure)
    }

    pub fn logged(&self, wanted: impl Fn(&MatchEvent) -> bool) -> bool {
        self.app.world().resource::<EventLog>().entries().iter().any(|entry| wanted(&entry.event))
    }

    pub fn hunt_logged(&self, wanted: impl Fn(HuntEvent) -> bool) -> bool {
        self.logged(|event| HuntEvent::read(event).is_some_and(&wanted))
    }
}

/// The departure of an agent that was caught.
pub(super) fn caught_by(hunter: AgentId) -> Departure {
    Departure { how: label("caught"), by: Some(hunter), meant: false }
}

const HALL: Vec3 = Vec3::new(4.0, 0.0, 3.5);
const STUDY: Vec3 = Vec3::new(9.0, 0.0, 2.5);

#[test]
fn a_walker_opens_the_door_passes_and_it_shuts_behind() {
    let mut game = Game::new();
    let walker = game.spawn("hunted", HALL, 0.0);
    game.go(walker, STUDY);
    let mut heard = false;
    let mut last = game.place(walker);
    for _ in 0..150 {
        game.tick();
        let here = game.place(walker);
        let site = game.app.world().resource::<world::SiteService>();
        let open = game.app.world().resource::<Things>().open;
        let (chest, before) = (here + Vec3::Y, last + Vec3::Y);
        assert!(site.0.sight.is_clear(before, chest, open), "through something solid near {here}");
        heard |= game.app.world().resource::<Noises>().0.iter().any(|noise| noise.kind == label("door"));
        last = here;
    }
    assert_eq!(game.board(walker).go.status(), Status::Done);
    assert!(heard, "the door makes a noise");
    let door = game.thing(ThingKind::Door).id;
    game.seconds(6.0);
    let state = game.app.world().resource::<Things>().door(door).unwrap();
    assert!(state.swing == 0.0 && !state.opening, "{state:?}");
    assert!(game.logged(|event| matches!(event, MatchEvent::Door { open: false, .. })));
}

#[test]
fn keys_are_taken_the_exit_unlocked_and_walked_through() {
    let mut game = Game::new();
    let runner = game.spawn("hunted", STUDY, 0.0);
    game.spawn("hunted", Vec3::new(8.0, 0.0, 1.5), 0.0);
    let (key, exit) = (game.thing(ThingKind::Item), game.thing(ThingKind::Gate));
    assert!(matches!(game.app.world().resource::<Things>().item(key.id), Some(ItemLocation::Lying(_))));

    game.use_thing(runner, key.id, "take");
    game.tick();
    assert_eq!(game.board(runner).use_thing.status(), Status::Failed(FailReason::OutOfReach));
    game.use_thing(runner, exit.id, "unlock");
    game.tick();
    assert_eq!(game.board(runner).use_thing.status(), Status::Failed(FailReason::Refused), "without a key");

    game.go(runner, key.entry);
    game.seconds(4.0);
    game.use_thing(runner, key.id, "take");
    game.seconds(0.5);
    assert!(matches!(game.board(runner).use_thing.status(), Status::Running(_)));
    game.seconds(1.0);
    assert_eq!(game.board(runner).use_thing.status(), Status::Done);
    assert_eq!(game.state().team_keys, 1);

    game.go(runner, exit.entry);
    game.seconds(4.0);
    assert!(game.place(runner).x < 14.0, "the exit is shut");
    let entity = game.entity(runner);
    game.app.world_mut().entity_mut(entity).insert(Percepts::default());
    game.use_thing(runner, exit.id, "unlock");
    game.seconds(3.1);
    assert!(game.state().exit_open);
    let knows = |percept: &Percept| percept.state == "open" && percept.place == exit.place;
    assert!(
        game.get::<Percepts>(runner).expect("percepts").0.iter().any(knows),
        "who unlocks it knows that it is open"
    );
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::ExitProgress { thirds: 2, .. })));
    game.go(runner, exit.place);
    game.seconds(3.0);
    let escaped = Departure { how: label("escaped"), by: None, meant: true };
    assert_eq!(game.departure(runner), Some(escaped));
    assert!(game.get::<InPlay>(runner).is_none());
    assert_eq!((game.state().escaped, game.outcome()), (1, None), "another is still in play");
}

#[test]
fn a_blow_catches_and_what_was_carried_falls() {
    let mut game = Game::new();
    let runner = game.spawn("hunted", Vec3::new(12.5, 0.0, 3.7), 0.0);
    let key = game.thing(ThingKind::Item);
    game.use_thing(runner, key.id, "take");
    game.seconds(1.5);
    assert_eq!(game.state().team_keys, 1);
    let hunter = game.spawn("hunter", game.place(runner) + Vec3::new(-1.0, 0.0, 0.0), std::f32::consts::FRAC_PI_2);
    game.board(hunter).strike.post(StrikeRequest { target: Some(runner), with: Label::default() });
    game.seconds(0.2);
    assert!(game.get::<InPlay>(runner).is_some(), "the blow is still being wound up");
    game.seconds(0.3);
    assert_eq!(game.board(hunter).strike.status(), Status::Done);
    assert_eq!(game.departure(runner), Some(caught_by(hunter)));
    let at = game.app.world().resource::<Things>().item(key.id).unwrap();
    assert!(matches!(at, ItemLocation::Lying(place) if place.distance(game.place(runner)) < 0.5), "{at:?}");
    assert_eq!(game.state().team_keys, 0);
    assert_eq!(game.outcome(), Some(label("hunters")));
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Caught { means, .. } if means == "melee")));
}

#[test]
fn a_blow_at_the_empty_air_behind_misses_and_takes_longer_to_recover() {
    let mut game = Game::new();
    let runner = game.spawn("hunted", Vec3::new(10.0, 0.0, 2.0), 0.0);
    let hunter = game.spawn("hunter", Vec3::new(11.0, 0.0, 2.0), std::f32::consts::FRAC_PI_2);
    game.board(hunter).strike.post(StrikeRequest { target: Some(runner), with: Label::default() });
    game.seconds(0.5);
    assert_eq!(game.board(hunter).strike.status(), Status::Failed(FailReason::Missed));
    assert!(game.get::<InPlay>(runner).is_some());
    game.board(hunter).strike.post(StrikeRequest { target: None, with: Label::default() });
    game.tick();
    assert_eq!(game.board(hunter).strike.status(), Status::Failed(FailReason::NotReady));
}

#[test]
fn a_bolt_flies_hits_and_cools_down() {
    let mut game = Game::new();
    let runner = game.spawn("hunted", Vec3::new(12.5, 0.0, 2.5), 0.0);
    let hunter = game.spawn("hunter", Vec3::new(7.6, 0.0, 2.5), std::f32::consts::FRAC_PI_2);
    let aim = Aim::Place(game.place(runner) + Vec3::Y * 1.2);
    game.board(hunter).throw.post(ThrowRequest { what: label("bolt"), aim });
    game.seconds(0.5);
    assert_eq!(game.app.world().resource::<Projectiles>().all.len(), 1, "it is in the air");
    assert!(game.get::<InPlay>(runner).is_some());
    game.seconds(0.3);
    assert!(game.get::<InPlay>(runner).is_none());
    assert!(game.hunt_logged(|event| matches!(event, HuntEvent::Caught { means, .. } if means == "projectile")));
    let left = game.get::<WeaponState>(hunter).unwrap().cooldown(label("bolt")).unwrap();
    assert!((12.0..13.0).contains(&left), "{left}");
}

#[test]
fn a_bolt_stops_at_a_wall_and_misses_a_target_that_steps_aside() {
    let mut game = Game::new();
    let behind = game.spawn("hunted", Vec3::new(4.0, 0.0, 1.5), 0.0);
    let aside = game.spawn("hunted", Vec3::new(11.0, 0.0, 1.5), 0.0);
    let hunter = game.spawn("hunter", Vec3::new(8.0, 0.0, 1.5), 0.0);
    let aim = Aim::Place(game.place(behind) + Vec3::Y);
    game.board(hunter).throw.post(ThrowRequest { what: label("bolt"), aim });
    game.seconds(1.5);
    assert!(game.get::<InPlay>(behind).is_some(), "the wall is between");
    assert!(game.logged(|event| matches!(event, MatchEvent::Landed { hit: None, at, .. } if at.x > 6900)));
    assert!(game.get::<InPlay>(aside).is_some());
}

#[test]
fn a_stone_comes_down_near_where_it_was_aimed_and_is_heard_there() {
    let mut game = Game::new();
    let thrower = game.spawn("hunted", Vec3::new(7.6, 0.0, 2.5), 0.0);
    let there = Vec3::new(12.0, 0.0, 3.0);
    game.board(thrower).throw.post(ThrowRequest { what: label("stone"), aim: Aim::Place(there) });
    let mut heard = None;
    for _ in 0..60 {
        game.tick();
        heard = heard.or(game
            .app
            .world()
            .resource::<Noises>()
            .0
            .iter()
            .find(|noise| noise.kind == label("stone"))
            .map(|noise| noise.place));
    }
    let place = heard.expect("it comes down");
    assert!(place.distance(there) < 0.6, "{place}");
    game.board(thrower).throw.post(ThrowRequest { what: label("stone"), aim: Aim::Place(there) });
    game.tick();
    assert_eq!(game.board(thrower).throw.status(), Status::Failed(FailReason::NotReady), "it was the only one");
}

#[test]
fn a_hidden_agent_cannot_be_hit_and_is_found_by_searching() {
    let mut game = Game::new();
    let place = game.thing(ThingKind::HidingPlace);
    let runner = game.spawn("hunted", place.entry, 0.0);
    let hunter = game.spawn("hunter", place.entry + Vec3::new(1.6, 0.0, 0.0), 0.0);
    game.use_thing(runner, place.id, "enter");
    game.seconds(1.2);
    assert_eq!(game.get::<Hidden>(runner), Some(Hidden(Some(place.id))));
    game.go(runner, HALL);
    game.seconds(1.0);
    assert!(game.place(runner).distance(place.place) < 0.1, "who hides does not move");
    game.use_thing(runner, place.id, "leave");
    game.seconds(1.0);
    assert_eq!(game.get::<Hidden>(runner), Some(Hidden(None)));
    game.board(runner).go.clear();
    game.use_thing(runner, place.id, "enter");
    game.seconds(1.2);

    game.go(hunter, place.entry);
    game.seconds(1.5);
    game.board(hunter).strike.post(StrikeRequest { target: Some(runner), with: Label::default() });
    game.seconds(0.2);
    assert_eq!(game.board(hunter).strike.status(), Status::Failed(FailReason::Gone));
    game.use_thing(hunter, place.id, "search");
    game.seconds(2.0);
    assert_eq!(game.departure(runner), Some(caught_by(hunter)));
}

#[test]
fn running_leaves_marks_that_expire_and_crouching_is_quiet() {
    let mut game = Game::new();
    let runner = game.spawn("hunted", Vec3::new(8.0, 0.0, 3.0), 0.0);
    game.board(runner).go.post(GoRequest::To { place: Vec3::new(13.0, 0.0, 3.0), within: 0.2, gait: Gait::Run });
    let mut loudest: f32 = 0.0;
    for _ in 0..60 {
        game.tick();
        let noises = &game.app.world().resource::<Noises>().0;
        loudest = noises.iter().map(|noise| noise.loudness).fold(loudest, f32::max);
    }
    assert_eq!(loudest, 14.0);
    assert!(game.app.world().resource::<Traces>().all.len() >= 3);
    game.board(runner).go.post(GoRequest::To { place: Vec3::new(9.0, 0.0, 3.0), within: 0.2, gait: Gait::Crouch });
    let mut crept: f32 = 0.0;
    for tick in 0..60 {
        game.tick();
        if tick > 15 {
            let noises = &game.app.world().resource::<Noises>().0;
            crept = noises.iter().map(|noise| noise.loudness).fold(crept, f32::max);
        }
    }
    assert_eq!(crept, 1.5);
    game.seconds(11.0);
    assert!(game.app.world().resource::<Traces>().all.is_empty());
}

#[test]
fn a_person_steers_by_the_same_legs_and_not_through_walls() {
    let mut game = Game::new();
    let walker = game.spawn("hunted", Vec3::new(3.5, 0.0, 2.0), 0.0);
    game.board(walker).go.post(GoRequest::Steer { direction: Vec3::new(-1.0, 0.0, -1.0), gait: Gait::Run });
    game.board(walker).look.post(LookRequest::Along { direction: Vec3::NEG_Z });
    game.seconds(3.0);
    let here = game.place(walker);
    assert!(here.x > 1.2 && here.z > 1.2 && here.x < 1.6 && here.z < 1.6, "into the corner and no farther: {here}");
}

#[test]
fn the_match_ends_at_its_time_limit() {
    let mut game = Game::new();
    game.spawn("hunted", STUDY, 0.0);
    game.app.world_mut().resource_mut::<SimulationClock>().tick = 480 * 30 - 3;
    game.seconds(0.5);
    assert_eq!(game.outcome(), Some(label("draw")));
    assert_eq!((game.state().caught, game.state().escaped), (0, 0));
}

#[test]
fn an_agent_leaves_a_hiding_place_beside_those_who_stand_before_it() {
    let mut game = Game::new();
    let place = game.thing(ThingKind::HidingPlace);
    let runner = game.spawn("hunted", place.entry, 0.0);
    game.use_thing(runner, place.id, "enter");
    game.seconds(1.2);
    let hunter = game.spawn("hunter", place.entry, 0.0);
    game.use_thing(runner, place.id, "leave");
    game.seconds(2.0);
    assert_eq!(game.get::<Hidden>(runner), Some(Hidden(None)), "it does not wait until the entry is free");
    let apart = game.place(runner).distance(game.place(hunter));
    assert!((0.5..2.0).contains(&apart), "{apart}");
}
