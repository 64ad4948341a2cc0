//! The shipped levels are playable: things are reachable, start distances are fair, every room is patrolled.

use std::sync::Arc;

use crate::hunt;
use quarry::{
    games::hunt::HuntLevel,
    motion::navigation::BakedLevel,
    simulation::bake_level,
    world::level::{DoorSet, ThingKind},
};
use quarry_minds::protocol::{Terrain, label};
use quarry_ron::Finding;

const LEVELS: [&str; 4] = ["abbey", "courtyard", "dungeon", "manor"];

fn baked(name: &str) -> Arc<BakedLevel> {
    let library = hunt::library();
    bake_level(&library, label(name)).unwrap_or_else(|findings| {
        let said: Vec<String> = findings.iter().map(Finding::snippet).collect();
        panic!("{}", said.join("\n"))
    })
}

#[test]
fn every_level_has_what_a_match_needs() {
    for name in LEVELS {
        let level = baked(name);
        let built = &level.site.built;
        let count = |kind| built.things.iter().filter(|thing| thing.kind == kind).count();
        assert!(count(ThingKind::PatrolPoint) >= 12, "{name}: patrol points");
        assert!(count(ThingKind::Item) >= 7, "{name}: key places");
        assert!(count(ThingKind::HidingPlace) >= 6, "{name}: hiding places");
        assert!((2..=3).contains(&count(ThingKind::Gate)), "{name}: exits");
        let own = built.game.get::<HuntLevel>().unwrap();
        let spare = usize::from(own.keys).checked_sub(usize::from(own.keys_needed));
        assert!((2..=6).contains(&own.keys_needed) && matches!(spare, Some(1..=2)), "{name}: keys");
        assert!(count(ThingKind::Item) > usize::from(own.keys), "{name}: the seed chooses the key places");
        assert!(built.spawns.iter().filter(|spawn| spawn.side == "hunted").count() >= 4, "{name}: spawns");
        assert!(built.spawns.iter().any(|spawn| spawn.side == "hunter"), "{name}: spawns");
    }
}

#[test]
fn with_all_doors_barred_every_room_can_be_reached() {
    for name in LEVELS {
        let level = baked(name);
        let built = &level.site.built;
        let mut doors = DoorSet::default();
        // Stores are locked from the start, and opened.
        let beams = built.things_of(ThingKind::Device).filter(|device| device.name == label("door_beam"));
        beams.filter_map(|device| device.door).for_each(|door| doors.set(door, true));
        assert!(!doors.is_empty(), "{name}: no beams");
        let ground = level.ground.with_barred(doors);
        let start = ground.nearest_place(built.spawns[0].place);
        for place in 0..ground.places().len() as u16 {
            let room = ground.places()[usize::from(place)];
            let at = room.position;
            let in_doorway = built.doors.iter().any(|door| door.middle.distance(at) < 1.2);
            assert!(in_doorway || ground.place_distance(start, place).is_finite(), "{name}: {at} is cut off");
        }
    }
}

#[test]
fn hunters_start_far_from_the_hunted() {
    for name in LEVELS {
        let level = baked(name);
        let of = |side: &str| {
            let side = label(side);
            level.site.built.spawns.iter().filter(move |spawn| spawn.side == side).map(|spawn| spawn.place)
        };
        for hunter in of("hunter") {
            for hunted in of("hunted") {
                let path = level.ground.path_length(hunter, hunted);
                assert!(path.is_some_and(|metres| metres > 15.0), "{name}: from {hunter} to {hunted} it is {path:?} m");
                assert!(!level.ground.has_line_of_sight(hunter, hunted), "{name}: {hunter} sees {hunted} at the start");
            }
        }
    }
}

#[test]
fn every_room_is_patrolled() {
    for name in LEVELS {
        let level = baked(name);
        let built = &level.site.built;
        let patrolled: Vec<u16> = built
            .things
            .iter()
            .filter(|thing| thing.kind == ThingKind::PatrolPoint)
            .map(|thing| built.room_at(thing.place))
            .collect();
        for (room, title) in built.rooms.iter().enumerate() {
            let stood_on = level.ground.places().iter().any(|place| usize::from(place.room) == room);
            assert!(!stood_on || patrolled.contains(&(room as u16)), "{name}: no patrol point in the {title}");
        }
    }
}
