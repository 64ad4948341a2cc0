//! Things move on shipped levels as frames tell them to. No window, no GPU, and no running match.

use std::path::Path;

use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent, ThingId, label};

use super::*;
use crate::client::render::scene::tests::{agent, setup};
use crate::client::session::{GameView, playback::TickSource};
use crate::data::{Library, prop::PropMotion};
use crate::games;
use crate::world::{Body, ItemLocation, Projectile, ThingState, Things, level::ThingKind};

const TICK: f32 = 1.0 / 30.0;

/// A level, and the frames of a match that tests write.
struct Scene {
    setup: SceneSetup,
    view: &'static GameView,
    frame: MatchFrame,
    things: LooseThings,
    pipeline: PhysicsPipeline,
}

impl Scene {
    fn new(level: &str) -> Self {
        let view = games::views().into_iter().find(|view| view.schema.name == "hunt").unwrap();
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), view.schema).unwrap();
        let setup = setup(&library, label(level));
        let frame = MatchFrame { things: Things::new(&setup.level), ..MatchFrame::default() };
        let inputs = PhysicsInputs { setup: &setup, view, tick: TICK };
        let things = LooseThings::new(inputs, &frame).unwrap();
        Self { setup, view, frame, things, pipeline: PhysicsPipeline::new() }
    }

    fn tick(&mut self, happened: &[MatchEvent]) {
        self.frame.tick += 1;
        let log: Vec<LogEntry> =
            happened.iter().map(|event| LogEntry { tick: self.frame.tick, event: event.clone() }).collect();
        let inputs = PhysicsInputs { setup: &self.setup, view: self.view, tick: TICK };
        self.things.advance(inputs, &self.frame, &log, &mut self.pipeline);
    }

    /// The first prop that stands loose, or hangs.
    fn prop(&self, hangs: bool) -> (Movable, Transform) {
        let wanted = |motion| matches!(motion, Some(PropMotion::Hanging { .. })) == hangs;
        let moves = |name| self.setup.props.0[name].moves;
        let find = self
            .setup
            .level
            .props
            .iter()
            .position(|placed| moves(&placed.name).is_some() && wanted(moves(&placed.name)));
        let index = find.unwrap();
        let thing = Movable::Prop(index);
        let (drawn, stands) = (prop_transform(&self.setup.level.props[index]), self.at(thing));
        let off = drawn.translation.distance(stands.translation);
        assert!(off < 0.06, "it came to rest {off} m from where the level puts it");
        (thing, stands)
    }

    fn at(&self, thing: Movable) -> Transform {
        self.things.place_of(thing, 1.0).unwrap()
    }

    /// Sends an agent through a place in a straight line at a speed in m/s.
    fn run_through(&mut self, place: Vec3, way: Vec3, speed: f32) {
        for step in -20..20 {
            let body = Body::at(place + way * (step as f32 * speed * TICK), 0.0);
            self.frame.agents = vec![agent(body)];
            self.tick(&[]);
        }
        self.frame.agents.clear();
    }
}

fn turned(from: Transform, to: Transform) -> f32 {
    from.rotation.angle_between(to.rotation)
}

#[test]
fn a_chair_is_knocked_aside_by_a_runner_and_comes_to_rest_on_the_ground() {
    let mut scene = Scene::new("manor");
    let (chair, start) = scene.prop(false);
    for _ in 0..30 {
        scene.tick(&[]);
    }
    assert_eq!(scene.at(chair).translation, start.translation, "it stands still until it is touched");
    scene.run_through(start.translation, Vec3::X, 4.0);
    for _ in 0..150 {
        scene.tick(&[]);
    }
    let end = scene.at(chair);
    let moved = end.translation.distance(start.translation);
    assert!((0.3..6.0).contains(&moved), "moved by {moved} m");
    assert!(end.translation.y > start.translation.y - 0.05, "fell through the ground: {}", end.translation.y);
    let here = end.translation;
    for _ in 0..30 {
        scene.tick(&[]);
    }
    assert!(scene.at(chair).translation.distance(here) < 0.01, "it never comes to rest");
}

#[test]
fn a_copy_goes_on_exactly_as_the_original() {
    let mut scene = Scene::new("manor");
    let (chair, start) = scene.prop(false);
    for _ in 0..15 {
        scene.tick(&[]);
    }
    let (copy, frame) = (scene.things.clone(), scene.frame.clone());
    scene.run_through(start.translation, Vec3::X, 5.0);
    let once = scene.at(chair);
    (scene.things, scene.frame, scene.pipeline) = (copy, frame, PhysicsPipeline::new());
    scene.run_through(start.translation, Vec3::X, 5.0);
    assert_eq!(once, scene.at(chair));
    assert_ne!(once.translation, start.translation);
}

#[test]
fn a_chandelier_swings_when_a_stone_hits_it_and_stays_on_its_hook() {
    let mut scene = Scene::new("manor");
    let (lamp, start) = scene.prop(true);
    let hook = Vec3::Y * 3.2;
    let centre = start.translation + Vec3::Y * 2.45;
    let flight = |place: Vec3| Projectile {
        number: 0,
        what: label("stone"),
        by: AgentId(0),
        serial: 0,
        place,
        velocity: Vec3::X * 12.0,
        age: 0.0,
    };
    scene.frame.flights = vec![flight(centre - Vec3::X * 0.9)];
    scene.tick(&[]);
    scene.frame.flights = vec![flight(centre + Vec3::X * 0.9)];
    let mut most = 0.0_f32;
    for _ in 0..60 {
        scene.tick(&[]);
        scene.frame.flights.clear();
        let now = scene.at(lamp);
        most = most.max(turned(start, now));
        let hung = now.transform_point(hook).distance(start.transform_point(hook));
        assert!(hung < 0.03, "it left its hook by {hung} m");
    }
    assert!((0.03..0.8).contains(&most), "it swings by {most} rad");
}

#[test]
fn door_leaves_follow_the_match() {
    let mut scene = Scene::new("manor");
    let doors: Vec<ThingId> =
        scene.setup.level.doors.iter().filter(|door| !door.is_gate).map(|door| door.thing).collect();
    let shut: Vec<Transform> = doors.iter().map(|door| scene.at(Movable::Door(*door))).collect();
    for (swing, wanted) in [(1.0_f32, 1.75_f32), (0.0, 0.0)] {
        for step in 1..=75 {
            for door in &doors {
                let Some(ThingState::Door(state)) = scene.frame.things.state_mut(*door) else { panic!("no door") };
                let share = (step as f32 / 8.0).min(1.0);
                state.swing = if swing > 0.0 { share } else { 1.0 - share };
            }
            scene.tick(&[]);
        }
        for (door, shut) in doors.iter().zip(&shut) {
            let now = scene.at(Movable::Door(*door));
            assert!((turned(*shut, now) - wanted).abs() < 0.03, "{} instead of {wanted}", turned(*shut, now));
            assert!(now.translation.distance(shut.translation) < 0.02, "off its hinge");
        }
    }
}

#[test]
fn a_dropped_key_falls_to_the_ground_where_it_was_dropped() {
    let mut scene = Scene::new("manor");
    let level = scene.setup.level.clone();
    let key = level.things_of(ThingKind::Item).find(|item| item.name == "key").unwrap();
    assert!(scene.things.place_of(Movable::Item(key.id), 1.0).is_none());
    let place = level.spawns[0].place;
    *scene.frame.things.state_mut(key.id).unwrap() = ThingState::Item(ItemLocation::Lying(place));
    scene.tick(&[]);
    assert!(scene.at(Movable::Item(key.id)).translation.y > place.y + 0.7);
    for _ in 0..90 {
        scene.tick(&[]);
    }
    let end = scene.at(Movable::Item(key.id));
    assert!((0.0..0.2).contains(&(end.translation.y - place.y)), "{} m above the ground", end.translation.y - place.y);
    assert!(end.translation.distance(place) < 0.5, "{} m away", end.translation.distance(place));
    *scene.frame.things.state_mut(key.id).unwrap() = ThingState::Item(ItemLocation::Nowhere);
    scene.tick(&[]);
    assert!(scene.things.place_of(Movable::Item(key.id), 1.0).is_none(), "it was picked up");
}

#[test]
fn stones_bounce_and_lie_about_and_bolts_vanish() {
    let mut scene = Scene::new("courtyard");
    let at = scene.setup.level.spawns[0].place + Vec3::Y * 0.1;
    for number in 0..(MAX_STONES as u32 + 3) {
        for what in ["stone", "bolt"] {
            let flight = Projectile {
                number: number * 2 + u32::from(what == "bolt"),
                what: label(what),
                by: AgentId(0),
                serial: 0,
                place: at + Vec3::Y,
                velocity: Vec3::new(3.0, -8.0, 0.0),
                age: 0.5,
            };
            scene.frame.flights = vec![flight];
            scene.tick(&[]);
            scene.frame.flights.clear();
            scene.tick(&[MatchEvent::Landed { by: AgentId(0), what: label(what), at: at.into(), hit: None }]);
        }
    }
    let stones: Vec<Movable> = scene.things.stones().collect();
    assert_eq!(stones.len(), MAX_STONES);
    assert!(stones.iter().all(|stone| matches!(stone, Movable::Stone(number) if number % 2 == 0)));
    for _ in 0..120 {
        scene.tick(&[]);
    }
    let places: Vec<Vec3> = stones.iter().map(|stone| scene.at(*stone).translation).collect();
    for end in &places {
        let above = end.y - at.y + 0.1;
        // On the ground, or on another stone.
        let carried = |other: &Vec3| other.y < end.y - 0.01 && other.distance(*end) < STONE_RADIUS * 2.2;
        let lies = (above - STONE_RADIUS).abs() < 0.05 || places.iter().any(carried);
        assert!(lies, "{above} above the ground: {places:?}");
        assert!(end.distance(at) > 0.1, "it did not roll");
    }
}

/// A match in which an agent runs to and fro over a place.
struct ToAndFro {
    tick: u32,
    place: Vec3,
    last: u32,
}

impl TickSource for ToAndFro {
    fn tick(&mut self) {
        self.tick += 1;
    }

    fn read_frame(&self, into: &mut MatchFrame) {
        into.tick = self.tick;
        let along = (self.tick as f32 * 0.09).sin() * 2.5;
        into.agents = vec![agent(Body::at(self.place + Vec3::X * along, 0.0))];
        into.state.outcome = (self.tick >= self.last).then(|| label("over"));
    }
}

#[test]
fn a_moment_looks_the_same_however_it_is_reached() {
    let scene = Scene::new("manor");
    let (chair, start) = scene.prop(false);
    let inputs = PhysicsInputs { setup: &scene.setup, view: scene.view, tick: TICK };
    let last = KEEP_EVERY * 2 + 100;
    let source = ToAndFro { tick: 0, place: start.translation, last };
    let mut playback = Playback::new(Box::new(source), 1.0);
    let mut physics = ViewPhysics::default();
    let mut seen = Vec::new();
    loop {
        physics.follow(&playback, inputs);
        seen.push(physics.place_of(chair, &playback).unwrap());
        playback.blend = 1.0;
        if !playback.step() {
            break;
        }
    }
    assert_eq!(seen.len() as u32, last);
    assert!(seen[0].translation.distance(seen[300].translation) > 0.3, "nothing happened");
    for tick in [last - 1, 700, 30, KEEP_EVERY, 1250, 2] {
        playback.seek(tick);
        let frames = (0..=last / MAX_TICKS).take_while(|_| {
            physics.follow(&playback, inputs);
            physics.now.as_ref().is_some_and(|now| now.tick < tick)
        });
        assert!(frames.count() as u32 <= last / MAX_TICKS, "it never arrives at tick {tick}");
        let now = physics.place_of(chair, &playback).unwrap();
        assert!(now.translation.distance(seen[tick as usize - 1].translation) < 1e-6, "tick {tick}");
    }
}

#[test]
fn what_falls_as_the_match_ends_comes_to_rest() {
    let mut scene = Scene::new("courtyard");
    let at = scene.setup.level.spawns[0].place + Vec3::Y * 1.5;
    scene.frame.flights = vec![Projectile {
        number: 0,
        what: label("stone"),
        by: AgentId(0),
        serial: 0,
        place: at,
        velocity: Vec3::X * 4.0,
        age: 0.5,
    }];
    scene.tick(&[]);
    scene.frame.flights.clear();
    scene.tick(&[MatchEvent::Landed { by: AgentId(0), what: label("stone"), at: at.into(), hit: None }]);
    for _ in 0..90 {
        scene.things.settle(&mut scene.pipeline);
    }
    assert!(scene.at(Movable::Stone(0)).translation.y < at.y - 1.3, "it hangs in the air");
}
