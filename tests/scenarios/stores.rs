//! Stores behind a lock: opened with their key or by force, and locked again by hunters.

use quarry::world::{Hands, ItemLocation, ThingState, Things, level::LevelThing};
use quarry_minds::protocol::{AgentId, Blackboard, FailReason, Status, Subject, label};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);
const HUNTER: AgentId = AgentId(1);
/// Where the wall of the store stands, in metres east.
const WALL: f32 = 9.5;

const STORE: &[&str] = &[
    "################",
    "#s.......#.....#",
    "#..K.....#..k..#",
    "#.h......L.....#",
    "#........#.....#",
    "################",
];

fn named(stage: &Stage, name: &str) -> LevelThing {
    *stage.level.site.built.things.iter().find(|thing| thing.name == label(name)).expect("a thing of this name")
}

fn is_in(stage: &Stage, state: &str) -> bool {
    let things = stage.app.world().resource::<Things>();
    things.device(named(stage, "lock").id).is_some_and(|device| device.state == label(state))
}

fn lay(stage: &mut Stage, name: &str) -> LevelThing {
    let item = named(stage, name);
    let mut things = stage.app.world_mut().resource_mut::<Things>();
    *things.state_mut(item.id).expect("the item") = ThingState::Item(ItemLocation::Lying(item.place));
    item
}

#[test]
fn prey_fetches_the_key_of_a_store_unlocks_it_and_takes_what_lies_inside() {
    let mut stage = Stage::new(STORE, 1, &[minded((2.5, 4.5), (8.0, 3.5))], &[]);
    let (store_key, lock, key) = (lay(&mut stage, "store_key"), named(&stage, "lock"), named(&stage, "key"));
    stage.know(PREY, "lock", "locked", &lock);
    stage.know(PREY, "store_key", "lying", &store_key);
    // It looks around first, which is cheaper.
    stage.wait(60.0, "it takes the key of the store", |stage| stage.get::<Hands>(PREY).carried == [store_key.id]);
    assert!(is_in(&stage, "locked"));
    stage.wait(20.0, "it unlocks the door", |stage| is_in(stage, "unlocked"));
    stage.wait(30.0, "it takes the key inside", |stage| stage.get::<Hands>(PREY).carried.contains(&key.id));
}

#[test]
fn what_lies_behind_a_lock_that_is_known_cannot_be_reached() {
    let mut stage = Stage::new(STORE, 1, &[minded((2.5, 4.5), (8.0, 3.5))], &[]);
    let (lock, key) = (named(&stage, "lock"), named(&stage, "key"));
    stage.know(PREY, "lock", "locked", &lock);
    stage.know(PREY, "key", "lying", &key);
    stage.run(4.0);
    assert!(is_in(&stage, "locked"));
    assert!(stage.place(PREY).x < WALL);
}

#[test]
fn a_lock_is_forced_by_long_work_and_gives_way_for_good() {
    let mut stage = Stage::new(STORE, 1, &[led((8.8, 3.5), (9.5, 3.5))], &[led((7.0, 3.5), (9.5, 3.5))]);
    let lock = named(&stage, "lock");
    stage.use_thing(PREY, lock.id, "unlock_door");
    stage.run(0.5);
    assert_eq!(stage.get::<Blackboard>(PREY).use_thing.status(), Status::Failed(FailReason::Refused), "without a key");
    stage.use_thing(PREY, lock.id, "force");
    stage.run(13.0);
    assert!(is_in(&stage, "locked"), "it takes longer");
    stage.wait(2.0, "it gives way", |stage| is_in(stage, "forced"));
    stage.put(HUNTER, (8.8, 3.5), (9.5, 3.5));
    stage.use_thing(HUNTER, lock.id, "lock");
    stage.run(3.0);
    assert!(is_in(&stage, "forced"), "a broken lock shuts nothing");
}

#[test]
fn a_hunter_locks_a_store_that_it_finds_open() {
    let mut stage = Stage::new(STORE, 3, &[led((14.0, 1.5), (13.0, 1.5))], &[minded((2.5, 3.5), (9.5, 3.5))]);
    let lock = named(&stage, "lock");
    let mut things = stage.app.world_mut().resource_mut::<Things>();
    let Some(ThingState::Device(device)) = things.state_mut(lock.id) else { panic!("a device") };
    device.state = label("unlocked");
    stage.know(HUNTER, "lock", "unlocked", &lock);
    stage.wait(30.0, "it locks the door", |stage| is_in(stage, "locked"));
    stage.run(0.2);
    assert_eq!(stage.memory(HUNTER).about(Subject::Thing(lock.id)).map(|fact| fact.state), Some(label("locked")));
}
