//! Smells: range, wind, sleep, hiding places, and what a nose tells of an agent.

use std::{collections::BTreeMap, sync::Arc};

use quarry::{
    data::senses::{Senses, Smell},
    senses::{Acquaintances, Attention, SMELT, Scents},
    world::{StockState, Things, Wind},
};
use quarry_minds::protocol::{AgentId, MatchThreads, Percept, PerceptSource, Subject, label};

use super::stage::{HALL, HOUSE, Stage, ground, senses};

/// A nose with these ranges, which sniffs in every tick.
fn nose(ranges: &[(&str, f32)]) -> Arc<Senses> {
    let ranges: BTreeMap<_, _> = ranges.iter().map(|(kind, range)| (label(kind), *range)).collect();
    Arc::new(Senses { smell: Smell { ranges, interval: 0.01, ..Smell::default() }, ..senses() })
}

fn lay(stage: &mut Stage, kind: &str, at: (f32, f32)) {
    let stock = StockState { amount: 3.0, max: 3.0, regrow: 0.0 };
    stage.app.world_mut().resource_mut::<Things>().appear_stock(label(kind), ground(at), stock).unwrap();
}

fn smells_of(stage: &mut Stage, agent: AgentId, scents: &[(&str, f32)]) {
    let scents = scents.iter().map(|(kind, strength)| (label(kind), *strength)).collect();
    let entity = stage.entity(agent);
    stage.app.world_mut().entity_mut(entity).insert(Scents(scents));
}

fn is_smelt(percept: &Percept) -> bool {
    percept.source == PerceptSource::Sensed(label(SMELT))
}

/// What an agent smells in the next tick.
fn smelt(stage: &mut Stage, agent: AgentId) -> Vec<Percept> {
    let mut percepts = stage.tick().swap_remove(usize::from(agent.0));
    percepts.retain(is_smelt);
    percepts
}

#[test]
fn a_stock_is_smelt_through_a_wall_and_more_roughly_the_farther_it_is() {
    let mut stage = Stage::new(HOUSE);
    let own = stage.add_with("hunter", (16.0, 7.5), (0.0, 7.5), &nose(&[("meat", 12.0)]));
    lay(&mut stage, "meat", (16.0, 4.5));
    lay(&mut stage, "grass", (15.0, 7.5));
    let [near] = smelt(&mut stage, own).try_into().unwrap();
    assert_eq!((near.kind, near.state, near.amount), (label("meat"), label("lying"), 3.0));
    assert!(matches!(near.subject, Subject::Thing(_)));
    assert!(near.place.distance(ground((16.0, 4.5))) <= near.error + 1e-3, "{near:?}");
    stage.put(own, (6.0, 7.5));
    let [far] = smelt(&mut stage, own).try_into().unwrap();
    assert!(far.error > 2.0 * near.error && far.confidence < near.confidence, "{near:?} {far:?}");
    assert!(far.place.distance(ground((16.0, 4.5))) <= far.error + 1e-3, "{far:?}");
    stage.put(own, (3.0, 7.5));
    assert_eq!(smelt(&mut stage, own), [], "13 m away");
    stage.app.world_mut().resource_mut::<Things>().states.iter_mut().for_each(|state| {
        if let quarry::world::ThingState::Stock(stock) = state {
            stock.amount = 0.0;
        }
    });
    stage.put(own, (16.0, 7.5));
    assert_eq!(smelt(&mut stage, own), [], "it is eaten");
}

#[test]
fn wind_carries_smells_to_noses_downwind_and_away_from_those_upwind() {
    let mut stage = Stage::new(HALL);
    let kit = nose(&[("meat", 10.0)]);
    let [west, east] = [8.0, 24.0].map(|x| stage.add_with("hunter", (x, 3.5), (16.0, 3.5), &kit));
    lay(&mut stage, "meat", (16.0, 3.5));
    let mut smell = |from: f32, stretch: f32| {
        *stage.app.world_mut().resource_mut::<Wind>() = Wind::from_degrees(from, stretch);
        let percepts = stage.tick();
        [west, east].map(|agent| {
            percepts[usize::from(agent.0)].iter().find(|percept| is_smelt(percept)).map_or(0.0, |of| of.confidence)
        })
    };
    let still = smell(270.0, 0.0);
    assert!((still[0] - 0.2).abs() < 1e-3 && (still[1] - 0.2).abs() < 1e-3, "{still:?}");
    let west_wind = smell(270.0, 0.6);
    assert!(west_wind[0] == 0.0 && (west_wind[1] - 0.5).abs() < 1e-3, "{west_wind:?}");
    let east_wind = smell(90.0, 0.6);
    assert!((east_wind[0] - 0.5).abs() < 1e-3 && east_wind[1] == 0.0, "{east_wind:?}");
}

#[test]
fn a_nose_tells_what_smells_but_not_which_agent() {
    let mut stage = Stage::new(HALL);
    let own = stage.add_with("hunter", (6.0, 3.5), (0.0, 3.5), &nose(&[("musk", 10.0), ("blood", 20.0)]));
    let other = stage.add("hunted", (12.0, 3.5), (30.0, 3.5));
    smells_of(&mut stage, own, &[("musk", 1.0)]);
    smells_of(&mut stage, other, &[("musk", 1.0), ("blood", 0.0)]);
    let [musk] = smelt(&mut stage, own).try_into().unwrap();
    assert!(musk.kind == label("musk") && matches!(musk.subject, Subject::Unknown(_)), "{musk:?}");
    let [again] = smelt(&mut stage, own).try_into().unwrap();
    assert_eq!((musk.place, musk.subject), (again.place, again.subject), "the place does not jump about");
    smells_of(&mut stage, other, &[("musk", 1.0), ("blood", 0.25)]);
    assert_eq!(smelt(&mut stage, own).len(), 1, "a scratch is smelt within 5 m only");
    smells_of(&mut stage, other, &[("musk", 1.0), ("blood", 0.5)]);
    let [musk, blood] = smelt(&mut stage, own).try_into().unwrap();
    assert!(blood.kind == label("blood") && blood.subject != musk.subject && blood.amount == 0.5, "{blood:?}");
    let entity = stage.entity(own);
    stage.app.world_mut().entity_mut(entity).insert(Acquaintances(vec![(other, label("kin"))]));
    assert_eq!(smelt(&mut stage, own), [], "an acquaintance smells familiar");
}

#[test]
fn an_agent_asleep_smells_less_and_none_smells_into_or_out_of_a_hiding_place() {
    let mut stage = Stage::new(HOUSE);
    let own = stage.add_with("hunter", (3.0, 2.0), (0.0, 2.0), &nose(&[("musk", 10.0)]));
    let other = stage.add("hunted", (8.0, 2.0), (9.0, 2.0));
    smells_of(&mut stage, other, &[("musk", 1.0)]);
    assert_eq!(smelt(&mut stage, own).len(), 1);
    let entity = stage.entity(own);
    stage.app.world_mut().entity_mut(entity).insert(Attention { sight: 0.0, hearing: 0.4 });
    assert_eq!(smelt(&mut stage, own), [], "asleep it smells within 4 m");
    stage.put(own, (5.0, 2.0));
    assert_eq!(smelt(&mut stage, own).len(), 1);
    stage.app.world_mut().entity_mut(entity).insert(Attention::default());
    stage.hide(own, true);
    assert_eq!(smelt(&mut stage, own), []);
    stage.hide(own, false);
    assert_eq!(smelt(&mut stage, own).len(), 1);
    stage.hide(other, true);
    assert_eq!(smelt(&mut stage, own), []);
}

#[test]
fn a_nose_sniffs_at_intervals_and_tells_the_strongest_sources_apart() {
    let mut stage = Stage::new(HALL);
    let kit = nose(&[("musk", 40.0)]);
    let kit = Senses { smell: Smell { interval: 0.5, most_sources: 2, ..kit.smell.clone() }, ..Senses::clone(&kit) };
    let own = stage.add_with("hunter", (4.0, 2.5), (0.0, 2.5), &Arc::new(kit));
    for x in [26.0, 8.0, 20.0, 12.0] {
        let other = stage.add("hunted", (x, 2.5), (30.0, 2.5));
        smells_of(&mut stage, other, &[("musk", 1.0)]);
    }
    let percepts: Vec<Percept> = stage.percepts(own, 3.0).into_iter().filter(is_smelt).collect();
    assert_eq!(percepts.len(), 12, "six sniffs, two sources each");
    assert!(percepts.iter().all(|percept| percept.confidence > 0.75), "those at 8 m and at 12 m: {percepts:?}");
}

#[test]
fn what_is_smelt_does_not_depend_on_the_number_of_threads() {
    let smell = |threads: usize| {
        let mut stage = Stage::new(HALL);
        let kit = nose(&[("musk", 12.0), ("meat", 20.0)]);
        stage.app.insert_resource(MatchThreads::new(threads));
        *stage.app.world_mut().resource_mut::<Wind>() = Wind::from_degrees(250.0, 0.6);
        lay(&mut stage, "meat", (20.0, 2.5));
        for number in 0..20 {
            let agent = stage.add_with("hunter", (2.0 + number as f32, 2.5), (30.0, 2.5), &kit);
            smells_of(&mut stage, agent, &[("musk", 1.0)]);
        }
        let percepts = stage.tick();
        percepts
            .into_iter()
            .map(|mut of| {
                of.retain(is_smelt);
                of
            })
            .collect::<Vec<_>>()
    };
    let alone = smell(1);
    assert!(alone.iter().all(|of| of.len() > 1), "{alone:?}");
    assert_eq!(alone, smell(4));
}
