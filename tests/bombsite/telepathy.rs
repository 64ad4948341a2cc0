//! No telepathy: where an enemy is that no soldier senses changes no cover, no firing position, no report and no order.

use std::collections::BTreeSet;

use bevy::math::Vec3;
use quarry_minds::{
    PlanExecuter, WorkingMemory,
    protocol::{AgentId, Blackboard, EventLog, LogEntry, MatchEvent, Orders, PerceptSource, Percepts, Subject},
};

use super::stage::{Court, percept};

/// Low walls and blocks in the west, and a closed room in the east.
const COURT: &[&str] = &[
    "##########################################",
    "#x........................##.............#",
    "#....##......-............##.............#",
    "#....##......-....##......##.............#",
    "#..b.........-....##......##.............#",
    "#........##...............##.............#",
    "#........##.......---.A...##.............#",
    "#.........................##.............#",
    "##########################################",
];

/// Who is behind the walls, out of sight and silent.
const ENEMY: u16 = 3;

/// The first seconds of three attackers that believe to have an enemy before them, while it is at this place. Returns the log and the
/// states of their minds, that of their leader included.
fn fight_a_ghost(at: (f32, f32)) -> (Vec<LogEntry>, Vec<String>) {
    let squad = [(2.5, 2.5), (3.5, 6.5), (4.5, 4.5)];
    let mut court = Court::with(COURT, &squad, &[at], |agent| agent == ENEMY);
    for second in 0..24 {
        // At times one of them is hit from somewhere, or believes to see the enemy.
        if second % 6 == 1 {
            let soldier = second / 6 % 3;
            let place = Vec3::new(20.5, 0.0, 1.5 + f32::from(second) * 0.2);
            let believed = [
                percept("danger", Subject::Unknown(900 + u32::from(second)), "", place, PerceptSource::Felt, None),
                percept("enemy", Subject::Agent(AgentId(ENEMY)), "", place, PerceptSource::Seen, None),
            ];
            let entity = court.entity(soldier);
            court.app.world_mut().get_mut::<Percepts>(entity).unwrap().0.extend(believed);
        }
        court.run(1.0);
    }
    let log = court.app.world().resource::<EventLog>().entries().to_vec();
    let minds = [0, 1, 2, 4].map(|agent| {
        let (memory, board) = (court.get::<WorkingMemory>(agent), court.get::<Blackboard>(agent));
        let (executer, orders) = (court.get::<PlanExecuter>(agent), court.get::<Orders>(agent));
        let all = format!("{:?}\n{:?}\n{executer:?}\n{board:?}\n{orders:?}", memory.facts(), memory.reservations());
        without_numbers_of_noises(&all)
    });
    (log, minds.into())
}

/// Noises are numbered in the order in which they sound, so that their numbers tell how many the enemy has made.
fn without_numbers_of_noises(text: &str) -> String {
    let mut parts = text.split("Unknown(");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "Unknown(" + part.trim_start_matches(|digit: char| digit.is_ascii_digit()))
}

#[test]
fn where_an_unsensed_enemy_is_changes_no_cover_no_report_and_no_order() {
    let ((one, minds), (two, others)) = (fight_a_ghost((30.5, 2.5)), fight_a_ghost((38.5, 6.5)));
    // Checkpoints hash all bodies, that of the enemy included, and what the enemy hears depends on where it is.
    let its_own = |event: &MatchEvent| match event {
        MatchEvent::Checkpoint { .. } => true,
        MatchEvent::Sighted { by, .. } | MatchEvent::Heard { by, .. } | MatchEvent::Suspected { by, .. } => {
            *by == AgentId(ENEMY)
        }
        _ => false,
    };
    let of_others =
        |log: Vec<LogEntry>| -> Vec<LogEntry> { log.into_iter().filter(|entry| !its_own(&entry.event)).collect() };
    let (one, two) = (of_others(one), of_others(two));
    let used: BTreeSet<&str> = one
        .iter()
        .filter_map(|entry| match &entry.event {
            MatchEvent::ActionStarted { action, .. } => Some(action.as_str()),
            MatchEvent::Ordered { .. } => Some("(an order)"),
            MatchEvent::Told { .. } => Some("(a report)"),
            _ => None,
        })
        .collect();
    for wanted in ["(an order)", "(a report)", "hide", "move_to_peek_position"] {
        assert!(used.contains(wanted), "{wanted} is not part of this test: {used:?}");
    }
    assert_eq!(one, two);
    assert_eq!(minds, others, "the log is the same, the minds are not");
}
