//! A person posts on the blackboard what a mind posted, tick by tick: the match is the same.

use bevy::math::Vec3;
use quarry::world::Body;
use quarry_minds::protocol::{AgentId, Blackboard, LogEntry, MatchEvent, RequestChanges, Roster, label};

use super::{MatchProvider, TickSource, matches};

/// With these seeds the hunter finds its prey, and strikes or throws, within the ticks played.
const SEEDS: [u64; 3] = [3, 4, 5];
const TICKS: u32 = 6000;

/// Whether an event is a decision or a perception of this agent. A person decides without events, and perception differs: minds draw from
/// the random numbers that also set delay and accuracy of noticing.
fn thought(event: &MatchEvent, whose: AgentId) -> bool {
    match event {
        MatchEvent::GoalChosen { agent, .. }
        | MatchEvent::NoGoal { agent, .. }
        | MatchEvent::PlanMade { agent, .. }
        | MatchEvent::ActionStarted { agent, .. }
        | MatchEvent::ActionEnded { agent, .. } => *agent == whose,
        MatchEvent::Sighted { by, .. }
        | MatchEvent::Lost { by, .. }
        | MatchEvent::Suspected { by, .. }
        | MatchEvent::Heard { by, .. } => *by == whose,
        _ => false,
    }
}

/// The places of all bodies, and the new events apart from this agent's decisions and perceptions.
fn seen(source: &dyn TickSource, me: AgentId, from: usize) -> (Vec<Vec3>, Vec<LogEntry>) {
    let world = source.world().unwrap();
    let agents = &world.resource::<Roster>().agents;
    let places = agents.iter().map(|agent| world.get::<Body>(*agent).unwrap().place).collect();
    let fresh = source.log().entries().get(from..).unwrap_or_default();
    (places, fresh.iter().filter(|entry| !thought(&entry.event, me)).cloned().collect())
}

#[test]
fn what_a_mind_asks_of_its_body_a_person_may_ask_too_and_the_match_is_the_same() {
    let counts = [(label("hunted"), 2), (label("hunter"), 1)].into();
    let me = AgentId(2);
    let mut led = matches(Vec::new());
    led.counts = counts;
    let mut played = matches(vec![me]);
    played.counts.clone_from(&led.counts);
    let mut acts = 0;
    for seed in SEEDS {
        let (_, mut by_mind) = led.begin(seed).unwrap();
        let (_, mut by_person) = played.begin(seed).unwrap();
        let (mut last, mut read) = (Blackboard::default(), (0, 0));
        for tick in 0..TICKS {
            by_mind.tick();
            let asked = by_mind.blackboard(me).unwrap().clone();
            RequestChanges::between(&last, &asked).apply(&mut by_person.blackboard(me).unwrap());
            last = asked;
            by_person.tick();
            let (one, other) = (seen(by_mind.as_ref(), me, read.0), seen(by_person.as_ref(), me, read.1));
            assert_eq!(one, other, "seed {seed}: they part in tick {tick}");
            acts += one.1.iter().filter(|entry| of_hands(&entry.event, me)).count();
            read = (by_mind.log().entries().len(), by_person.log().entries().len());
        }
    }
    assert!(acts >= 2, "the hunter struck or threw {acts} times: too little to tell");
}

fn of_hands(event: &MatchEvent, me: AgentId) -> bool {
    matches!(event, MatchEvent::Struck { by, .. } | MatchEvent::Thrown { by, .. } if *by == me)
}
