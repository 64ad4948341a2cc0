//! A lake is seen and heard across, and walked around. Daylight and attention change what is noticed.

use bevy::math::Vec3;
use quarry::{
    senses::Attention,
    world::{Daylight, level::CellGround},
};
use quarry_minds::protocol::{Blackboard, Percept, PerceptSource, SayRequest, Subject, Terrain, Utterance, label};

use super::stage::{HALL, Stage, about, ground, noise};

const LAKE: &str = include_str!("lake.ron");

fn seen() -> Percept {
    Percept {
        kind: label("hunted"),
        subject: Subject::Unknown(0),
        state: label("standing"),
        amount: 0.0,
        place: Vec3::ZERO,
        velocity: Vec3::ZERO,
        error: 0.0,
        confidence: 1.0,
        source: PerceptSource::Seen,
        teller: None,
        age: 0.0,
    }
}

fn heard(percepts: &[Percept]) -> bool {
    percepts.iter().any(|percept| percept.source == PerceptSource::Heard)
}

#[test]
fn a_lake_is_seen_and_heard_across_and_walked_around() {
    let mut stage = Stage::new(LAKE);
    let (west, east) = ((2.5, 4.5), (12.5, 4.5));
    let built = &stage.level.site.built;
    let middle = ground((7.5, 4.5));
    let (floor, column, row) = built.cell_at(middle).unwrap();
    assert_eq!(built.floors[floor].cell(column, row).unwrap().ground, CellGround::Water);
    assert_eq!(built.ground_height(middle), None);
    assert!(built.water.iter().all(|water| water.height < 0.0));
    let terrain = &stage.level.ground;
    let length = terrain.path_length(ground(west), ground(east)).unwrap();
    assert!(length > 11.0 && length < 16.0, "{length} m; straight it would be 10 m");
    assert!(terrain.nearest_walkable(middle, 1.0).is_none());
    assert!(terrain.places().iter().all(|place| built.ground_height(place.position).is_some()));
    let steps = stage.level.site.sight.cast(Vec3::new(7.5, 1.0, 4.5), Vec3::new(7.5, -1.0, 4.5), Default::default());
    assert!(steps.is_some_and(|hit| hit.ground && hit.distance > 1.0), "the surface stops what falls: {steps:?}");

    let eyes = stage.add("hunter", west, east);
    let other = stage.add("hunted", east, west);
    assert!(stage.seconds_until(eyes, 6.0, about(other)).is_some());
    let noises = [noise("footsteps", Some(other), east, 14.0)];
    assert!(heard(&stage.tick_with(&noises)[usize::from(eyes.0)]));
}

#[test]
fn agents_are_noticed_later_at_night() {
    let seconds = |daylight: f32| {
        let mut stage = Stage::new(HALL);
        stage.app.insert_resource(Daylight(daylight));
        let eyes = stage.add("hunter", (2.0, 2.5), (30.0, 2.5));
        let other = stage.add("hunted", (11.0, 2.5), (0.0, 2.5));
        stage.seconds_until(eyes, 30.0, about(other)).unwrap()
    };
    let (day, night) = (seconds(1.0), seconds(0.0));
    assert!(night > day * 1.8, "{day} s by day, {night} s by night");
}

#[test]
fn an_agent_asleep_sees_nothing_and_hears_only_what_is_near() {
    let mut stage = Stage::new(HALL);
    let sleeper = stage.add("hunter", (2.0, 2.5), (30.0, 2.5));
    let other = stage.add("hunted", (11.0, 2.5), (0.0, 2.5));
    let entity = stage.entity(sleeper);
    stage.app.world_mut().entity_mut(entity).insert(Attention { sight: 0.0, hearing: 0.4 });
    assert!(stage.percepts(sleeper, 8.0).iter().all(|percept| percept.source == PerceptSource::Known));
    let steps = |at: f32| [noise("footsteps", Some(other), (at, 2.5), 14.0)];
    assert!(heard(&stage.tick_with(&steps(7.0))[0]), "5 m off");
    assert!(!heard(&stage.tick_with(&steps(9.0))[0]), "7 m off");

    let mate = stage.add("hunter", (8.0, 2.5), (30.0, 2.5));
    let speaker = stage.entity(mate);
    let place = ground((11.0, 2.5));
    let known = Percept { subject: Subject::Agent(other), place, ..seen() };
    stage.app.world_mut().entity_mut(speaker).insert(Utterance(vec![known]));
    let say = |stage: &mut Stage| {
        let mut board = stage.app.world_mut().get_mut::<Blackboard>(speaker).unwrap();
        board.say.post(SayRequest { what: label("report") });
        let told = stage.percepts(sleeper, 0.1);
        told.iter().any(|percept| percept.source == PerceptSource::Told)
    };
    assert!(!say(&mut stage), "6 m off, beyond two fifths of a voice");
    stage.app.world_mut().entity_mut(entity).remove::<Attention>();
    stage.percepts(sleeper, 5.0);
    assert!(say(&mut stage), "awake");
    assert!(stage.seconds_until(sleeper, 8.0, about(other)).is_some(), "awake");
}
