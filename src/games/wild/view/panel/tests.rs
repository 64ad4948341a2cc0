//! What the panel reads from the log of a match, and what its pages say. No window, no GPU.

use std::{path::Path, sync::Arc};

use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent, QuantisedPoint, label};

use super::{curves, days, family, history::WildHistory};
use crate::{
    client::{
        render::scene::tests::setup,
        session::{AgentInfo, SceneSetup},
        ui::shown_words::words_of,
    },
    data::Library,
    games::wild::{SCHEMA, WildEvent},
};

const AT: QuantisedPoint = QuantisedPoint { x: 0, y: 0, z: 0 };

fn told(tick: u32, event: WildEvent) -> LogEntry {
    LogEntry { tick, event: event.into() }
}

fn born(tick: u32, agent: u16, mother: u16, father: u16) -> [LogEntry; 2] {
    let (agent, mother, father) = (AgentId(agent), AgentId(mother), AgentId(father));
    let (side, kind) = (label("rabbit"), label("rabbit"));
    let entered = MatchEvent::Entered { agent, side, kind, at: AT };
    [told(tick, WildEvent::Born { agent, mother, father, at: AT }), LogEntry { tick, event: entered }]
}

fn died(tick: u32, agent: u16, by: Option<u16>, cause: &str) -> LogEntry {
    told(tick, WildEvent::Died { agent: AgentId(agent), by: by.map(AgentId), cause: label(cause), at: AT })
}

/// A doe, a buck and a wolf, the four rabbits born to them, and the log of a day and a half; with the numbers of the doe, the wolf and the first kit.
fn scene() -> (SceneSetup, Vec<LogEntry>, [u16; 3]) {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let mut setup = setup(&library, label("glade"));
    let info = |kind: &str, order: usize| {
        let agent = &library.agents[&label(kind)];
        let (look, body) = (Arc::new(agent.look.clone()), Arc::new(agent.body.clone()));
        AgentInfo::new(label(kind), &look, &body, label(kind), kind == "wolf", order)
    };
    let cast = [("rabbit", 0), ("rabbit", 1), ("wolf", 0), ("rabbit", 2), ("rabbit", 3), ("rabbit", 4), ("rabbit", 5)];
    setup.agents = Arc::new(cast.map(|(kind, order)| info(kind, order)).to_vec());
    let [mother, wolf, first] = [0, 2, 3];
    let mut log: Vec<LogEntry> = (0..3).flat_map(|young| born(100, first + young, mother, mother + 1)).collect();
    log.push(died(200, first, Some(wolf), "predation"));
    log.push(told(1000, WildEvent::Dawn { day: 2 }));
    log.extend(born(1100, first + 3, first + 1, mother + 1));
    log.push(died(1200, mother, None, "age"));
    (setup, log, [mother, wolf, first])
}

#[test]
fn births_and_deaths_are_counted_by_day_and_cause() {
    let (setup, log, [mother, _, first]) = scene();
    let rabbit = label("rabbit");
    let mut history = WildHistory::default();
    history.read(&log, &setup.agents);
    let at_start = history.alive(rabbit, 0);
    assert_eq!(
        [100, 200, 1100, 1200].map(|tick| history.alive(rabbit, tick)),
        [3, 2, 3, 2].map(|more| at_start + more)
    );
    assert_eq!(history.steps(rabbit, 1300).last(), Some(&(1300, at_start as i32 + 2)));
    let (births, deaths) = curves::by_day(&history, rabbit, &history.days(1300));
    assert_eq!(births, [3.0, 1.0]);
    let of = |cause: &str| deaths[&label(cause)].clone();
    assert_eq!((of("predation"), of("age")), (vec![1.0, 0.0], vec![0.0, 1.0]));
    assert_eq!(family::siblings(&history, AgentId(first)), [AgentId(first + 1), AgentId(first + 2)]);
    assert_eq!(history.get(AgentId(mother)).unwrap().young.len(), 3);
}

#[test]
fn a_day_is_told_in_words() {
    let (setup, log, _) = scene();
    let mut history = WildHistory::default();
    history.read(&log, &setup.agents);
    let days = history.days(1300);
    assert_eq!(
        days.iter().map(|day| (day.day, day.begin, day.end)).collect::<Vec<_>>(),
        [(1, 0, 1000), (2, 1000, 1301)]
    );
    let first = days::summary(&history, &setup, &days[0]);
    assert!(first.starts_with("Rabbits: 3 born, 1 killed; "), "{first}");
    assert!(first.contains("Wolves: nothing new; ") && first.contains(" bore 3 young."), "{first}");
    let second = days::summary(&history, &setup, &days[1]);
    assert!(second.starts_with("Rabbits: 1 born, 1 died of old age; "), "{second}");
}

#[test]
fn an_earlier_moment_is_read_anew() {
    let (setup, log, [_, _, first]) = scene();
    let mut history = WildHistory::default();
    assert!(!history.read(&log[..4], &setup.agents) && !history.read(&log, &setup.agents));
    let whole = history.clone();
    let cast = &setup.agents[..usize::from(first) + 3];
    assert!(history.read(&log[..7], cast), "the log is shorter than before");
    assert_eq!((history.lives.len(), history.dawns.len()), (cast.len(), 0));
    history.read(&log, &setup.agents);
    assert_eq!(history.lives, whole.lives);
}

#[test]
fn the_family_page_names_relatives_and_what_they_died_of() {
    let (setup, log, [mother, wolf, first]) = scene();
    let mut history = WildHistory::default();
    history.read(&log, &setup.agents);
    let name = |agent: u16| setup.agents[usize::from(agent)].name.clone();
    let words = words_of(|ui| assert_eq!(family::draw(ui, &history, &setup.agents, AgentId(first + 1)), None));
    for wanted in ["mother", "father", "(died of old age)", "Brothers and sisters", "Descendants"] {
        assert!(words.contains(wanted), "{wanted} is missing in {words}");
    }
    assert!(words.contains(&name(mother)) && words.contains(&format!("(killed by {})", name(wolf))), "{words}");
    let text = words_of(|ui| days::draw(ui, &history, &mut Vec::new(), &setup, 1300));
    assert!(text.contains("Day 2 so far") && text.contains("Day 1"), "{text}");
}
