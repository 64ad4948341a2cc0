//! A small house with two rooms, furniture, and a loft up a ramp.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry_minds::protocol::{Terrain, label};

use super::{BakedLevel, LevelTerrain, NavAgent, bake};
use crate::{
    data::{level::Level, prop::PropCatalogue},
    world::level::{DoorSet, LevelError},
};

pub(in crate::motion) const HOUSE: &str = r###################"(
    title: "House",
    floors: [
        (name: "ground", height: 0.0, rows: [
            "################    ",
            "#h...#....k....#    ",
            "#....#.........#    ",
            "#....D....t....#    ",
            "#....#.........#    ",
            "#....#.........>>>>>",
            "#p...#.........>>>>>",
            "####E###########    ",
        ]),
        (name: "loft", height: 2.0, rows: [
            "                         #####",
            "                         #...#",
            "                         #...#",
            "                         #...#",
            "                    .........#",
            "                    .........#",
            "                    .........#",
            "                         #####",
        ]),
    ],
    legend: {
        '#': (ground: wall(material: "plaster")), '.': (ground: floor(material: "boards")), ' ': (ground: void),
        'D': (ground: door(material: "boards")), '>': (ground: ramp(material: "boards", direction: east, rise: 2.0)),
        'h': (ground: floor(material: "boards"), contains: [spawn("hosts"), spawn("guests")]),
        'k': (ground: floor(material: "boards"), contains: [item("lamp")]),
        'p': (ground: floor(material: "boards"), contains: [patrol]),
        't': (ground: floor(material: "boards"), contains: [prop(name: "pillar")]),
        'E': (ground: floor(material: "boards"), contains: [gate(name: "back door", facing: south)]),
    },
)"###################;

const PROPS: &str =
    r#"{ "pillar": (parts: [(shape: cylinder(radius: 0.4, height: 2.5), at: (0.0, 1.25, 0.0), material: "stone")]) }"#;

pub(in crate::motion) fn baked(text: &str) -> Result<Arc<BakedLevel>, Vec<LevelError>> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let level: Level = options.from_str(text).unwrap();
    let props: PropCatalogue = options.from_str(PROPS).unwrap();
    bake(label("house"), &level, &props, NavAgent::default())
}

pub(in crate::motion) fn house() -> Arc<BakedLevel> {
    baked(HOUSE).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn a_path_leads_through_the_door_and_around_the_pillar() {
    let house = house();
    let ground = &house.ground;
    let (from, to) = (Vec3::new(2.0, 0.0, 2.0), Vec3::new(13.5, 0.0, 3.5));
    let mut corners = Vec::new();
    let length = ground.path(from, to, &mut corners).unwrap();
    assert!(corners.len() >= 3, "{corners:?}");
    assert!(length > from.distance(to) && length < from.distance(to) * 1.3, "{length}");
    let mut last = from;
    for corner in &corners {
        for share in 0..=20 {
            let point = last.lerp(*corner, share as f32 / 20.0);
            assert!(!house.site.sight.is_inside_solid(point + Vec3::Y), "{point} is inside a solid");
        }
        last = *corner;
    }
    assert!(corners.iter().any(|corner| (corner.x - 5.5).abs() < 0.7 && (corner.z - 3.5).abs() < 0.7));
}

#[test]
fn the_ways_around_a_barred_door_are_longer_or_none() {
    let mut barred = DoorSet::default();
    barred.set(0, true);
    let (from, beyond, beside) = (Vec3::new(4.0, 0.0, 3.5), Vec3::new(8.0, 0.0, 3.5), Vec3::new(2.0, 0.0, 6.0));
    let house = house();
    let ground = house.ground.with_barred(barred);
    assert_eq!(ground.path_length(from, beyond), None, "there is no other way");
    assert!(ground.path_length(from, beside).is_some(), "on this side all is as before");
    // Near enough to the door that the place in the doorway is the nearest.
    let behind = Vec3::new(6.2, 0.0, 3.5);
    assert_ne!(ground.nearest_place(behind), ground.nearest_place(Vec3::new(4.9, 0.0, 3.5)));
    let places =
        |ground: &LevelTerrain| ground.place_distance(ground.nearest_place(from), ground.nearest_place(behind));
    assert!(places(&ground).is_infinite() && places(&house.ground).is_finite());

    let holed = baked(&HOUSE.replacen("#h...#....k....#", "#h........k....#", 1)).unwrap();
    let around = holed.ground.with_barred(barred);
    let mut corners = Vec::new();
    let length = around.path(from, beyond, &mut corners).unwrap();
    assert!(length > holed.ground.path_length(from, beyond).unwrap() + 1.5, "{length} m");
    assert!(corners.iter().any(|corner| corner.z < 2.2), "through the hole: {corners:?}");
    assert!(places(&around) > places(&holed.ground) + 1.5 && places(&around).is_finite());
    assert_eq!(places(&holed.ground.with_barred(DoorSet::default())), places(&holed.ground));
}

#[test]
fn the_loft_is_reached_by_the_ramp_at_its_height() {
    let ground = &house().ground;
    let loft = Vec3::new(27.0, 2.0, 3.0);
    let length = ground.path_length(Vec3::new(2.0, 0.0, 2.0), loft).unwrap();
    assert!((25.0..34.0).contains(&length), "{length}");
    let halfway = ground.nav_point(Vec3::new(17.5, 1.0, 6.0), 0.2).unwrap();
    assert!((halfway.point.y - 1.0).abs() < 0.05, "{halfway:?}");
    assert_eq!(ground.nearest_walkable(Vec3::new(18.0, 0.0, 2.0), 0.3), None);
}

#[test]
fn a_body_pushed_against_a_wall_slides_along_it() {
    let ground = &house().ground;
    let from = ground.mesh.nearest(Vec3::new(2.0, 0.0, 2.0), 0.1).unwrap();
    let end = ground.mesh.slide(from, Vec3::new(3.0, 0.0, -3.0));
    assert!(end.point.z > 1.2 && end.point.z < 1.5, "{end:?}");
    assert!((end.point.x - 3.0).abs() < 0.05, "{end:?}");
    let again = ground.mesh.slide(end, Vec3::new(9.0, 0.0, 1.3));
    assert!(again.point.x < 4.8, "stopped by the wall: {again:?}");
}

#[test]
fn spots_cover_the_ground_and_know_each_other() {
    let ground = &house().ground;
    let places = ground.places();
    assert!((20..80).contains(&places.len()), "{}", places.len());
    let (near, beyond, loft) = (
        ground.nearest_place(Vec3::new(2.0, 0.0, 2.0)),
        ground.nearest_place(Vec3::new(8.0, 0.0, 2.0)),
        ground.nearest_place(Vec3::new(27.0, 2.0, 3.0)),
    );
    assert!(!ground.is_place_visible(near, beyond), "the wall and the shut door are between");
    let looked_up = ground.place_distance(near, loft);
    let (from, to) = (places[usize::from(near)].position, places[usize::from(loft)].position);
    let truly = ground.path_length(from, to).unwrap();
    assert!(looked_up >= truly * 0.98 && looked_up <= truly * 1.2, "{looked_up} {truly}");
}

#[test]
fn what_cannot_be_reached_is_named() {
    let walled = HOUSE.replace("#....D....t", "#....#....t");
    let faults = baked(&walled).err().unwrap();
    assert!(faults.iter().any(|fault| fault.message.contains("lamp")), "{faults:?}");
    assert!(faults.iter().all(|fault| fault.cell.is_some()));
}
