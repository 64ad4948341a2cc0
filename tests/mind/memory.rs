//! Working memory: what counts as a change, decay, and extrapolation of agents out of sight.

use bevy::math::Vec3;
use quarry_minds::protocol::{Percept, PerceptSource, Subject, Terrain};

use super::stage::{Field, Stage, heard, other, seen, thing, told};

#[test]
fn the_revision_moves_for_changes_and_for_nothing_else() {
    let mut stage = Stage::new("hunted");
    let key = seen("key", thing(3), "lying", 14.0, 10.0);
    stage.run_seeing(40, &[key]);
    let before = stage.memory().revision();
    stage.run_seeing(20, &[Percept { place: Vec3::new(14.3, 0.0, 10.0), ..key }]);
    assert_eq!(stage.memory().revision(), before);
    stage.run_seeing(1, &[seen("key", thing(3), "gone", 14.0, 10.0)]);
    assert_ne!(stage.memory().revision(), before);
}

#[test]
fn an_agent_out_of_sight_is_extrapolated_for_a_while() {
    let mut stage = Stage::new("hunter");
    let velocity = Vec3::new(0.0, 0.0, 3.0);
    stage.run_seeing(3, &[Percept { velocity, ..seen("hunted", other(1), "running", 24.0, 10.0) }]);
    stage.run(60);
    let fact = stage.memory().about(other(1)).unwrap().clone();
    assert!(!fact.in_sight);
    // 0.8 s at 3 m/s, as the shipped hunter predicts.
    assert!((fact.estimate.z - 12.4).abs() < 0.3, "{fact:?}");
    stage.run(60);
    assert!((stage.memory().about(other(1)).unwrap().estimate.z - 12.4).abs() < 0.3);
}

#[test]
fn noises_decay_and_nearby_ones_are_merged() {
    let mut stage = Stage::new("hunted");
    stage.perceive(heard("footsteps", 1, 35.0, 35.0));
    stage.run(5);
    stage.perceive(heard("footsteps", 2, 36.0, 35.0));
    stage.run(5);
    assert_eq!(stage.memory().facts().len(), 1);
    let sure = stage.memory().confidence(&stage.memory().facts()[0]);
    assert!(sure < 1.0 && sure > 0.9, "{sure}");
    stage.run(30 * 10);
    assert!(stage.memory().facts().is_empty());
}

#[test]
fn places_seen_empty_are_ruled_out() {
    let mut stage = Stage::new("hunter");
    stage.run_seeing(3, &[seen("hunted", other(1), "running", 24.0, 10.0)]);
    stage.run(60);
    let first = stage.memory().hypotheses().to_vec();
    assert!(!first.is_empty() && first.len() <= 5);
    let field = Field::new();
    let likeliest = first[0].place;
    let reach = 4.0 * 3.0 + 1.0;
    let from = field.nearest_place(Vec3::new(24.0, 0.0, 10.0));
    assert!(first.iter().all(|known| field.place_distance(from, known.place) <= reach));
    let clear: Vec<Percept> = (0..400_u16)
        .filter(|place| field.place_distance(likeliest, *place) < 3.0)
        .map(|place| Percept { kind: "place".into(), ..seen("place", Subject::Place(place), "clear", 0.0, 0.0) })
        .collect();
    stage.run_seeing(20, &clear);
    assert!(!stage.memory().hypotheses().is_empty());
    assert!(stage.memory().hypotheses().iter().all(|known| field.place_distance(likeliest, known.place) >= 3.0));
}

#[test]
fn a_wardrobe_with_an_empty_floor_before_it_may_still_hold_the_lost_one() {
    let mut stage = Stage::new("hunter");
    let wardrobe = seen("hiding_place", thing(7), "closed", 24.0, 14.0);
    stage.run_seeing(3, &[seen("hunted", other(1), "running", 24.0, 10.0), wardrobe]);
    stage.run(60);
    let clear: Vec<Percept> = (0..400_u16)
        .map(|place| Percept { kind: "place".into(), ..seen("place", Subject::Place(place), "clear", 0.0, 0.0) })
        .collect();
    stage.run_seeing(20, &clear);
    let left = stage.memory().hypotheses().to_vec();
    assert!(!left.is_empty(), "it may be inside");
    assert!(left.iter().all(|known| known.inside && known.position.distance(wardrobe.place) <= 2.5), "{left:?}");
    stage.perceive(Percept { state: "checked".into(), ..told(2, wardrobe) });
    stage.run(1);
    stage.run_seeing(20, &clear);
    assert!(stage.memory().hypotheses().is_empty(), "a mate has looked inside");
}

#[test]
fn what_was_told_to_nobody_is_told_again_when_a_mate_speaks() {
    let mut stage = Stage::new("hunted");
    stage.run_seeing(3, &[seen("key", thing(3), "lying", 14.0, 10.0)]);
    stage.run_seeing(3, &[seen("key", thing(3), "gone", 14.0, 10.0)]);
    let told_at = |stage: &Stage| stage.memory().about(thing(3)).unwrap().shared_at;
    stage.run(90);
    let first = told_at(&stage).expect("it is told");
    stage.run(30 * 10);
    assert_eq!(told_at(&stage), Some(first), "nothing new, and nobody near");
    stage.perceive(told(2, seen("exit", thing(9), "locked", 40.0, 40.0)));
    stage.run(90);
    assert!(told_at(&stage).unwrap() > first, "the mate may not have heard it");
}

#[test]
fn the_memory_is_bounded() {
    let mut stage = Stage::new("hunted");
    for number in 0..400 {
        stage.perceive(heard("stone", number, (number % 20) as f32 * 10.0, (number / 20) as f32 * 10.0));
    }
    stage.run(1);
    // A sixteenth is forgotten at a time.
    let kept = stage.memory().facts().len();
    assert!((151..=160).contains(&kept), "{kept} facts of 160");
}

#[test]
fn a_report_does_not_replace_what_is_newer() {
    let mut stage = Stage::new("hunted");
    let lying = seen("key", thing(3), "lying", 14.0, 10.0);
    let state = |stage: &Stage| stage.memory().about(thing(3)).map(|fact| (fact.state.as_str(), fact.place.x));
    stage.perceive(lying);
    stage.run(1);
    stage.perceive(seen("key", thing(3), "gone", 14.0, 10.0));
    stage.run(90);
    stage.perceive(told(2, Percept { age: 5.0, ..lying }));
    stage.run(1);
    assert_eq!(state(&stage), Some(("gone", 14.0)), "the mate saw it before it was gone");
    let dropped = Percept { age: 1.0, place: Vec3::new(20.0, 0.0, 10.0), ..lying };
    stage.perceive(told(2, dropped));
    stage.run(1);
    assert_eq!(state(&stage), Some(("lying", 20.0)));
    let fact = stage.memory().about(thing(3)).unwrap();
    assert!((stage.memory().age(fact) - 1.0).abs() < 0.05, "a report is as old as what it tells");
}

#[test]
fn a_deed_outranks_what_is_in_sight() {
    let mut stage = Stage::new("hunted");
    let lying = seen("key", thing(3), "lying", 10.5, 10.0);
    stage.run_seeing(3, &[lying]);
    let gone = Percept { state: "gone".into(), ..lying };
    let deed = Percept { source: PerceptSource::Done, ..gone };
    // Eyes and mates may say the same in the same tick.
    for others in [&[deed][..], &[deed, gone], &[deed, told(2, gone)]] {
        stage.run_seeing(1, others);
        let fact = stage.memory().about(thing(3)).unwrap();
        assert_eq!((fact.state.as_str(), fact.source), ("gone", PerceptSource::Done));
    }
}

#[test]
fn a_rough_percept_does_not_blur_where_a_thing_was_seen() {
    let mut stage = Stage::new("hunted");
    stage.run_seeing(3, &[seen("key", thing(3), "lying", 14.0, 10.0)]);
    stage.run(60);
    let source = PerceptSource::Sensed("smelt".into());
    let rough = |x: f32| Percept { source, error: 3.0, confidence: 0.5, ..seen("key", thing(3), "lying", x, 10.0) };
    stage.perceive(rough(16.0));
    stage.run(1);
    let fact = stage.memory().about(thing(3)).unwrap();
    assert_eq!((fact.place.x, fact.error, fact.source), (14.0, 0.0, source));
    stage.perceive(rough(20.0));
    stage.run(1);
    let fact = stage.memory().about(thing(3)).unwrap();
    assert_eq!((fact.place.x, fact.error), (20.0, 3.0), "it has been moved");
}
