//! The shipped levels can be played: everything of interest is reached on foot, chases can go round, distances are fair.

use std::{path::Path, sync::Arc};

use quarry::{
    data::{level::Level, load_ron, prop::PropCatalogue},
    motion::navigation::{BakedLevel, Walker, bake},
    protocol::{Terrain, label},
    world::level::ThingKind,
};

const LEVELS: [&str; 3] = ["courtyard", "dungeon", "manor"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn baked(name: &str) -> Arc<BakedLevel> {
    let (props, _) = load_ron::<PropCatalogue>(&root().join("assets/props.ron")).unwrap_or_else(|f| panic!("{f}"));
    let (level, _) =
        load_ron::<Level>(&root().join(format!("levels/{name}.ron"))).unwrap_or_else(|finding| panic!("{finding}"));
    bake(label(name), &level, &props, Walker::default()).unwrap_or_else(|faults| {
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        panic!("levels/{name}.ron: {}", said.join("\n"))
    })
}

#[test]
fn every_level_has_what_a_match_needs() {
    for name in LEVELS {
        let level = baked(name);
        let built = &level.site.built;
        let count = |kind| built.things.iter().filter(|thing| thing.kind == kind).count();
        assert!(count(ThingKind::PatrolPoint) >= 12, "{name}: patrol points");
        assert!(count(ThingKind::Key) >= 7, "{name}: places for keys");
        assert!(count(ThingKind::HidingPlace) >= 6, "{name}: hiding places");
        assert!((1..=2).contains(&count(ThingKind::Exit)), "{name}: exits");
        assert!(built.keys_needed == 3 && (4..=5).contains(&built.keys), "{name}: keys");
        assert!(built.spawns.iter().filter(|spawn| spawn.side == "hunted").count() >= 4, "{name}: spawns");
        assert!(built.spawns.iter().any(|spawn| spawn.side == "hunter"), "{name}: spawns");
    }
}

#[test]
fn hunters_start_far_from_those_they_hunt() {
    for name in LEVELS {
        let level = baked(name);
        let of = |side: &str| {
            let side = label(side);
            level.site.built.spawns.iter().filter(move |spawn| spawn.side == side).map(|spawn| spawn.place)
        };
        for hunter in of("hunter") {
            for hunted in of("hunted") {
                let way = level.ground.travel(hunter, hunted);
                assert!(way.is_some_and(|way| way > 15.0), "{name}: from {hunter} to {hunted} it is {way:?} m");
                assert!(!level.ground.sight(hunter, hunted), "{name}: {hunter} sees {hunted} at the start");
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
            assert!(!stood_on || patrolled.contains(&(room as u16)), "{name}: nobody patrols the {title}");
        }
    }
}
