//! Percepts of things, hiding places and empty places, and the sense of the own body.

use quarry::world::{ItemLocation, ThingState, Things, level::ThingKind};
use quarry_minds::protocol::{
    Blackboard, Gait, Percept, PerceptSource, SayRequest, SelfSense, Subject, Utterance, label,
};

use super::stage::{HALL, HOUSE, Stage, about, ground};

fn of_kind<'a>(percepts: &'a [Percept], kind: &str) -> Vec<&'a Percept> {
    percepts.iter().filter(|percept| percept.kind == kind).collect()
}

#[test]
fn a_key_in_view_lies_there_until_it_is_gone() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunted", (5.0, 3.0), (1.5, 1.5));
    let key = stage.level.site.built.things_of(ThingKind::Item).next().unwrap().id;
    let percepts = stage.percepts(eyes, 0.5);
    let keys = of_kind(&percepts, "key");
    assert!(!keys.is_empty());
    assert!(keys.iter().all(|percept| percept.subject == Subject::Thing(key) && percept.state == "lying"));
    *stage.app.world_mut().resource_mut::<Things>().state_mut(key).unwrap() = ThingState::Item(ItemLocation::Nowhere);
    stage.percepts(eyes, 0.3);
    let percepts = stage.percepts(eyes, 0.5);
    let keys = of_kind(&percepts, "key");
    assert!(!keys.is_empty() && keys.iter().all(|percept| percept.state == "gone"));
    stage.body(eyes).gaze += std::f32::consts::PI;
    stage.percepts(eyes, 0.3);
    assert!(of_kind(&stage.percepts(eyes, 1.0), "key").is_empty(), "behind the back");
}

#[test]
fn a_key_is_missed_where_it_was_last_known_to_lie() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunted", (8.5, 3.0), (1.5, 1.5));
    let key = stage.level.site.built.things_of(ThingKind::Item).next().unwrap().id;
    let put = |stage: &mut Stage, at: ItemLocation| {
        *stage.app.world_mut().resource_mut::<Things>().state_mut(key).unwrap() = ThingState::Item(at);
    };
    // It was dropped where the eyes see it at an angle of 40 degrees, and then carried off or dropped behind a wall.
    let dropped = ground((5.0, 5.5));
    for elsewhere in [ItemLocation::Nowhere, ItemLocation::Lying(ground((15.0, 1.5)))] {
        put(&mut stage, ItemLocation::Lying(dropped));
        let percepts = stage.percepts(eyes, 0.5);
        assert!(of_kind(&percepts, "key").iter().any(|percept| percept.state == "lying" && percept.place == dropped));
        put(&mut stage, elsewhere);
        let percepts = stage.percepts(eyes, 0.5);
        let keys = of_kind(&percepts, "key");
        assert!(!keys.is_empty() && keys.iter().all(|percept| percept.state == "gone" && percept.place == dropped));
    }
    // A mate says where it lies, which is not so.
    let said = ground((3.0, 4.5));
    let mate = stage.add("hunted", (8.0, 1.5), (9.5, 1.5));
    let entity = stage.entity(mate);
    let report = Percept { state: label("lying"), ..Percept::felt(label("key"), Subject::Thing(key), said, 0.0) };
    let mut speaking = stage.app.world_mut().entity_mut(entity);
    speaking.insert(Utterance(vec![report]));
    speaking.get_mut::<Blackboard>().unwrap().say.post(SayRequest { what: label("report") });
    let percepts = stage.percepts(eyes, 0.5);
    assert!(of_kind(&percepts, "key").iter().any(|percept| percept.state == "gone" && percept.place == said));
}

#[test]
fn a_door_and_an_exit_show_how_they_stand() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (5.0, 3.5), (20.0, 3.5));
    let states = |percepts: &[Percept]| {
        let mut states: Vec<&str> = of_kind(percepts, "door").iter().map(|percept| percept.state.as_str()).collect();
        states.dedup();
        states
    };
    assert_eq!(states(&stage.percepts(eyes, 0.5)), ["closed"]);
    stage.open_doors(true);
    assert_eq!(states(&stage.percepts(eyes, 0.5)), ["open"]);
    let other = stage.add("hunted", (7.5, 7.6), (7.5, 9.0));
    let exits = stage.percepts(other, 0.5);
    let exit = of_kind(&exits, "exit").into_iter().rfind(|percept| percept.source == PerceptSource::Seen);
    assert_eq!(exit.map(|percept| percept.state.as_str()), Some("locked"));
}

#[test]
fn things_known_from_the_start_are_reported_once() {
    let mut stage = Stage::new(HOUSE);
    let knower = stage.add("hunter", (15.0, 1.5), (20.0, 1.5));
    let percepts = stage.percepts(knower, 1.0);
    let known: Vec<&Percept> = percepts.iter().filter(|percept| percept.source == PerceptSource::Known).collect();
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].kind, "exit");
}

#[test]
fn an_agent_seen_entering_a_locker_is_known_to_be_inside() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (2.5, 1.5), (2.5, 6.0));
    let other = stage.add("hunted", (3.5, 4.0), (2.5, 5.0));
    stage.moving(other, Gait::Walk);
    assert!(stage.seconds_until(eyes, 5.0, about(other)).is_some());
    stage.hide(other, true);
    let percepts = stage.percepts(eyes, 0.3);
    let occupied = of_kind(&percepts, "hiding_place").into_iter().any(|percept| percept.state == "occupied");
    assert!(occupied);
    let hidden = percepts.iter().find(|percept| percept.state == "hiding");
    assert!(hidden.is_some_and(about(other)));
    let after = stage.percepts(eyes, 3.0);
    assert!(!after.iter().any(about(other)), "nothing more is seen of him");
    assert!(of_kind(&after, "hiding_place").is_empty(), "and nothing takes it back");
    stage.hide(other, false);
    let left = stage.percepts(eyes, 0.5);
    assert!(of_kind(&left, "hiding_place").iter().any(|percept| percept.state == "free"));
}

#[test]
fn an_agent_already_inside_a_locker_is_unknown() {
    let mut stage = Stage::new(HOUSE);
    let eyes = stage.add("hunter", (2.5, 2.5), (2.5, 6.0));
    let other = stage.add("hunted", (14.0, 3.5), (0.0, 3.5));
    stage.hide(other, true);
    let percepts = stage.percepts(eyes, 5.0);
    assert!(!percepts.iter().any(about(other)));
    let places = of_kind(&percepts, "hiding_place");
    assert!(!places.is_empty() && places.iter().all(|percept| percept.state == ""));
}

#[test]
fn agents_look_out_of_a_locker() {
    let mut stage = Stage::new(HOUSE);
    let foe = stage.add("hunter", (2.5, 2.5), (2.5, 0.0));
    let hider = stage.add("hunted", (2.5, 5.0), (2.5, 0.0));
    stage.moving(foe, Gait::Walk);
    stage.hide(hider, true);
    assert!(stage.seconds_until(hider, 5.0, about(foe)).is_some());
    stage.put(foe, (5.0, 5.8));
    stage.percepts(hider, 0.2);
    assert!(!stage.percepts(hider, 1.0).iter().any(about(foe)), "not to the side");
}

#[test]
fn visible_places_are_reported_empty_unless_an_agent_is_near() {
    let mut stage = Stage::new(HALL);
    let eyes = stage.add("hunter", (5.0, 2.5), (30.0, 2.5));
    let percepts = stage.percepts(eyes, 0.4);
    let ground = of_kind(&percepts, "place");
    assert!(!ground.is_empty());
    assert!(ground.iter().all(|percept| percept.state == "clear" && percept.place.x > 5.0), "only ahead");
    assert!(ground.iter().any(|percept| percept.place.distance(super::stage::ground((10.0, 2.5))) < 2.0));
    stage.add("hunted", (10.0, 2.5), (30.0, 2.5));
    stage.percepts(eyes, 1.0);
    let percepts = stage.percepts(eyes, 0.4);
    let near = |percept: &&&Percept| percept.place.distance(super::stage::ground((10.0, 2.5))) < 1.4;
    assert_eq!(of_kind(&percepts, "place").iter().filter(near).count(), 0);
}

#[test]
fn self_sense_holds_the_readings_of_the_body_and_announcements() {
    let mut stage = Stage::new(HOUSE);
    let own = stage.add("hunted", (5.0, 3.0), (1.5, 1.5));
    stage.hide(own, true);
    stage.tick();
    let sense = stage.app.world().get::<SelfSense>(stage.entity(own)).unwrap();
    let reading = |name: &str| sense.get(label(name));
    assert_eq!(reading("hidden"), Some(1.0));
    assert_eq!(reading("keys_needed"), Some(1.0));
    assert_eq!(reading("team_keys"), Some(0.0));
    assert_eq!(reading("strike_ready"), Some(0.0));
    assert_eq!(reading("throw_ready"), Some(0.0));
    assert!(reading("time_left").is_some_and(|seconds| seconds > 100.0));
    assert!(sense.readings.is_sorted_by(|a, b| a.0 < b.0));
}
