//! Noises and reports.

use bevy::math::Vec3;
use quarry::world::{Body, Departure, InPlay, OutOfPlay};
use quarry_minds::protocol::{
    MatchEvent, Percept, PerceptSource, Roster, SayRequest, Status, Subject, ThingId, Utterance, label,
};

use super::stage::{HOUSE, Stage, ground, noise};

fn heard(percepts: &[Percept]) -> Option<&Percept> {
    percepts.iter().find(|percept| percept.source == PerceptSource::Heard)
}

#[test]
fn a_noise_is_heard_around_a_corner_and_not_through_a_wall() {
    let mut stage = Stage::new(HOUSE);
    stage.add("hunter", (16.0, 7.5), (0.0, 7.5));
    let corner = stage.tick_with(&[noise("footsteps", None, (5.0, 3.5), 14.0)]).swap_remove(0);
    let percept = heard(&corner).expect("around the corner");
    assert!(matches!(percept.subject, Subject::Unknown(_)));
    assert!(percept.place.distance(ground((5.0, 3.5))) <= percept.error + 1e-3);
    assert!(percept.error > 0.5 && percept.confidence < 0.5, "from afar: {percept:?}");
    let wall = stage.tick_with(&[noise("footsteps", None, (16.0, 4.5), 14.0)]).swap_remove(0);
    assert!(heard(&wall).is_none(), "3 m off, through a wall without an opening");
    let near = stage.tick_with(&[noise("stone", None, (15.0, 7.5), 14.0)]).swap_remove(0);
    assert!(heard(&near).is_some_and(|percept| percept.confidence > 0.9 && percept.error < 0.5));
}

#[test]
fn a_shut_door_muffles() {
    let mut stage = Stage::new(HOUSE);
    stage.add("hunter", (8.0, 3.5), (0.0, 3.5));
    let steps = [noise("footsteps", None, (13.5, 3.5), 7.0)];
    assert!(heard(&stage.tick_with(&steps)[0]).is_none());
    stage.open_doors(true);
    assert!(heard(&stage.tick_with(&steps)[0]).is_some());
    stage.open_doors(false);
    let loud = [noise("unlocking", None, (13.5, 3.5), 20.0)];
    assert!(heard(&stage.tick_with(&loud)[0]).is_some());
}

#[test]
fn who_stands_still_at_a_shut_door_hears_through_it() {
    let mut stage = Stage::new(HOUSE);
    let listener = stage.add("hunter", (9.5, 3.5), (0.0, 3.5));
    let mut hears = |x: f32, speed: f32| {
        let world = stage.app.world_mut();
        let entity = world.resource::<Roster>().entity(listener).expect("the listener");
        let mut body = world.get_mut::<Body>(entity).expect("a body");
        (body.place.x, body.velocity) = (x, speed * Vec3::Z);
        heard(&stage.tick_with(&[noise("footsteps", None, (12.5, 3.5), 6.5)])[0]).is_some()
    };
    assert!(!hears(7.5, 0.0), "the door muffles");
    assert!(!hears(9.5, 1.5), "who walks does not listen");
    assert!(hears(9.5, 0.0), "with an ear at the door");
}

#[test]
fn own_noises_and_the_steps_of_team_mates_are_not_heeded() {
    let mut stage = Stage::new(HOUSE);
    let own = stage.add("hunted", (5.0, 3.5), (0.0, 3.5));
    let mate = stage.add("hunted", (3.0, 2.0), (0.0, 3.5));
    let foe = stage.add("hunter", (7.0, 5.0), (9.0, 5.0));
    let steps = stage.tick_with(&[noise("footsteps", Some(own), (5.0, 3.5), 14.0)]);
    let hears = |agent: quarry_minds::protocol::AgentId| heard(&steps[usize::from(agent.0)]).is_some();
    assert_eq!([hears(own), hears(mate), hears(foe)], [false, false, true]);
    let strange = stage.tick_with(&[noise("strike", Some(own), (5.0, 3.5), 14.0)]);
    assert!(heard(&strange[usize::from(mate.0)]).is_some());
}

#[test]
fn successive_footsteps_are_one_noise_and_one_log_entry() {
    let mut stage = Stage::new(HOUSE);
    let walker = stage.add("hunted", (5.0, 3.5), (0.0, 3.5));
    stage.add("hunter", (7.0, 5.0), (9.0, 5.0));
    let mut subjects = Vec::new();
    for tick in 0..60 {
        let steps = [noise("footsteps", Some(walker), (5.0, 3.5), 14.0)];
        let percepts = stage.tick_with(if tick % 10 == 0 { &steps } else { &[] }).swap_remove(1);
        subjects.extend(heard(&percepts).map(|percept| percept.subject));
    }
    assert_eq!(subjects.len(), 6);
    subjects.dedup();
    assert_eq!(subjects.len(), 1);
    assert_eq!(stage.events().iter().filter(|event| matches!(event, MatchEvent::Heard { .. })).count(), 1);
}

fn key_seen() -> Percept {
    Percept {
        kind: label("key"),
        subject: Subject::Thing(ThingId(0)),
        state: label("lying"),
        amount: 0.0,
        place: ground((1.5, 1.5)),
        velocity: ground((0.0, 0.0)),
        error: 0.0,
        confidence: 1.0,
        source: PerceptSource::Seen,
        teller: None,
        age: 0.0,
    }
}

#[test]
fn a_report_reaches_only_the_team_within_earshot() {
    let mut stage = Stage::new(HOUSE);
    let speaker = stage.add("hunted", (5.0, 3.5), (9.0, 3.5));
    let near = stage.add("hunted", (8.0, 5.0), (9.0, 3.5));
    let far = stage.add("hunted", (18.0, 1.5), (19.0, 1.5));
    let foe = stage.add("hunter", (3.0, 3.5), (0.0, 3.5));
    let entity = stage.entity(speaker);
    let say = SayRequest { what: label("report") };
    let mut speaking = stage.app.world_mut().entity_mut(entity);
    speaking.insert(Utterance(vec![key_seen()]));
    speaking.get_mut::<quarry_minds::protocol::Blackboard>().unwrap().say.post(say);
    let percepts = stage.tick();
    let told = |agent: quarry_minds::protocol::AgentId| {
        percepts[usize::from(agent.0)].iter().find(|percept| percept.source == PerceptSource::Told).copied()
    };
    let heard = told(near).expect("a team-mate within earshot");
    assert_eq!((heard.teller, heard.subject), (Some(speaker), Subject::Thing(ThingId(0))));
    assert!((heard.confidence - 0.9).abs() < 1e-6);
    assert_eq!((told(far), told(foe), told(speaker)), (None, None, None));
    let board = stage.app.world().get::<quarry_minds::protocol::Blackboard>(entity).unwrap();
    assert_eq!(board.say.status(), Status::Done);
    assert_eq!(stage.events().iter().filter(|event| matches!(event, MatchEvent::Told { .. })).count(), 1);
}

#[test]
fn a_catch_is_announced_to_everybody_without_a_place() {
    let mut stage = Stage::new(HOUSE);
    let foe = stage.add("hunter", (3.0, 3.5), (0.0, 3.5));
    let caught = stage.add("hunted", (18.0, 1.5), (19.0, 1.5));
    let mate = stage.add("hunted", (18.0, 8.0), (0.0, 8.0));
    stage.tick();
    let entity = stage.entity(caught);
    let departure = Departure { how: label("caught"), by: Some(foe), meant: false };
    let gone = OutOfPlay { departure, tick: 1 };
    stage.app.world_mut().entity_mut(entity).remove::<InPlay>().insert(gone);
    let percepts = stage.tick();
    let news = percepts[usize::from(mate.0)].iter().find(|percept| percept.subject == Subject::Agent(caught));
    let news = news.expect("an announcement");
    assert_eq!((news.state.as_str(), news.source, news.teller), ("caught", PerceptSource::Told, None));
    assert!(news.error > 100.0);
    assert!(!stage.tick()[usize::from(mate.0)].iter().any(|percept| percept.subject == Subject::Agent(caught)));
}
