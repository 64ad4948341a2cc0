//! The walkable ground, sight and light of the small house.

use bevy::math::Vec3;
use quarry::{
    data::prop::PropCatalogue,
    motion::navigation::{NavAgent, bake},
    world::{
        Daylight, Things,
        level::{DoorSet, ThingKind, build},
    },
};
use quarry_minds::protocol::label;

use super::{house, read};
use crate::hunt;

#[test]
fn the_house_is_built_as_drawn() {
    let baked = house();
    let built = &baked.site.built;
    assert_eq!(built.doors.len(), 2, "a door and the exit of the exit");
    assert_eq!(built.things_of(ThingKind::HidingPlace).count(), 1);
    assert_eq!(built.rooms.len(), 2);
    // The slope rises from 0 to 2 m over four cells.
    let height = built.ground_height(Vec3::new(11.0, 1.0, 6.5)).expect("the ramp has ground");
    assert!((height - 1.0).abs() < 0.01, "{height}");
}

#[test]
fn walls_block_sight_and_doors_do_while_shut() {
    let baked = house();
    let sight = &baked.site.sight;
    let (here, there) = (Vec3::new(4.5, 1.6, 3.5), Vec3::new(8.5, 1.6, 3.5));
    assert!(!sight.is_clear(here, there, DoorSet::default()), "the door is shut");
    assert!(sight.is_clear(here, there, DoorSet::ALL), "the door is open");
    assert!(!sight.is_clear(Vec3::new(4.5, 1.6, 1.5), Vec3::new(8.5, 1.6, 1.5), DoorSet::ALL), "there is a wall");
    assert!(sight.is_clear(Vec3::new(11.5, 1.6, 4.5), Vec3::new(11.5, 1.6, 6.5), DoorSet::ALL), "over the low wall");
    assert!(!sight.is_clear(Vec3::new(11.5, 0.6, 4.5), Vec3::new(11.5, 0.9, 6.5), DoorSet::ALL), "not through it");
}

#[test]
fn light_falls_off_from_the_lamp_and_not_through_walls() {
    let baked = house();
    let near = baked.site.brightness_at(Vec3::new(3.5, 0.0, 2.5), Daylight::default(), &Things::default());
    let far = baked.site.brightness_at(Vec3::new(12.5, 0.0, 1.5), Daylight::default(), &Things::default());
    let behind = baked.site.brightness_at(Vec3::new(7.3, 0.0, 2.5), Daylight::default(), &Things::default());
    assert!(near > 0.9, "{near}");
    assert!((far - baked.site.built.sky.ambient_light).abs() < 1e-6, "{far}");
    assert!((behind - far).abs() < 1e-6, "{behind}");
}

#[test]
fn daylight_scales_the_ambient_light_and_leaves_the_lamps() {
    let baked = house();
    let ambient = baked.site.built.sky.ambient_light;
    let far =
        |daylight: f32| baked.site.brightness_at(Vec3::new(12.5, 0.0, 1.5), Daylight(daylight), &Things::default());
    assert_eq!([far(0.0), far(0.5), far(100.0)], [0.0, ambient * 0.5, 1.0]);
    assert!(baked.site.brightness_at(Vec3::new(3.5, 0.0, 2.5), Daylight(0.0), &Things::default()) > 0.85);
}

#[test]
fn a_closed_room_is_reported() {
    let text = include_str!("house.ron").replace('D', "#");
    // The replacement also changed the legend's own entry for walls: use another character there.
    let text = text.replacen("'#': (ground: door(material: \"wood\")),", "", 1);
    let level = hunt::level(&text);
    let catalogue: PropCatalogue = read(include_str!("props.ron"));
    let faults =
        bake(label("closed"), &level, &catalogue, NavAgent::default()).err().expect("half the house cannot be reached");
    assert!(faults.iter().any(|fault| fault.message.contains("cannot be reached")), "{faults:?}");
}

#[test]
fn cells_of_one_doorway_share_a_door() {
    let text = include_str!("house.ron");
    let text =
        text.replace("#.....#.......#\",\n                \"#..t..D", "#.....D.......E\",\n                \"#..t..D");
    let level = hunt::level(&text);
    let catalogue: PropCatalogue = read(include_str!("props.ron"));
    let built = build(label("wide"), &level, &catalogue).expect("it can be built");
    let (door, exit) = (built.doors[0], built.doors[1]);
    assert_eq!((built.doors.len(), door.width, exit.width), (2, 2.0, 2.0));
    assert_eq!(door.middle, Vec3::new(6.5, 0.0, 3.0));
    assert_eq!(exit.middle, Vec3::new(14.0, 0.0, 3.0));
    assert_eq!(built.things_of(ThingKind::Gate).count(), 1);
}

#[test]
fn a_body_on_the_very_border_goes_on_along_it() {
    // In the dungeon a body that had followed the border by rounding lay 7 micrometres outside of it, before the tip of a triangle, for 19 s.
    let level = quarry::simulation::bake_level(&hunt::library(), label("dungeon")).expect("a playable level");
    let mesh = &level.ground.mesh;
    let place = Vec3::new(34.167007, 3.0, 11.862851);
    let from = mesh.nearest(place, 0.01).expect("the border of the mesh");
    let end = mesh.slide(from, place + Vec3::Z * 0.08);
    assert!(end.point.z > place.z + 0.06, "{end:?}");
    let into_the_wall = mesh.slide(from, place + Vec3::X * 0.08);
    assert!(into_the_wall.point.distance(from.point) < 0.01, "{into_the_wall:?}");
}
