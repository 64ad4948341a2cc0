//! Reports to team-mates within earshot: perceived members of the shared queries, checked subjects, and reservations.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;

use super::{
    Dormant, Mind, PlayerControlled,
    brain::SharingSpec,
    memory::{MemoryFact, Reservation, WorkingMemory},
    queries::MemoryView,
};
use crate::protocol::{
    Blackboard, FailReason, Label, MatchThreads, Percept, PerceptSource, SayRequest, SelfSense, SimulationClock,
    Status, TerrainService, Utterance, label,
};

type ShareQuery = (
    &'static mut Mind,
    &'static mut WorkingMemory,
    &'static SelfSense,
    &'static mut Blackboard,
    &'static mut Utterance,
);

/// When an agent speaks to its team-mates.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReportTimes {
    /// The tick of the last report.
    last: u32,
    /// The tick of the next one; 0 before the first.
    pub next: u32,
}

/// The labels used in reports.
pub(super) struct ReportLabels {
    report: Label,
    reserved: Label,
    released: Label,
    checked: Label,
}

impl Default for ReportLabels {
    fn default() -> Self {
        Self {
            report: label("report"),
            reserved: label("reserved"),
            released: label("released"),
            checked: label("checked"),
        }
    }
}

/// Lets every agent that has something new to report say it.
pub(super) fn share(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    threads: Res<MatchThreads>,
    labels: Local<ReportLabels>,
    mut agents: Query<ShareQuery, (Without<Dormant>, Without<PlayerControlled>)>,
) {
    let due = agents.iter_mut().filter(|(mind, ..)| clock.tick >= mind.reports.next);
    threads.each(due, |(mind, memory, sense, board, utterance)| {
        let brain = mind.brain.clone();
        let sharing = &brain.sharing;
        let interval = memory.in_seconds(sharing.data.interval).saturating_sub(memory.now()).max(1);
        if mind.reports.next == 0 {
            // Agents that begin in the same tick would otherwise report in the same ticks forever.
            mind.reports.next = clock.tick + u32::from(memory.owner().0) % interval;
            return;
        }
        let last = mind.reports.last;
        mind.reports = ReportTimes { last: clock.tick, next: clock.tick + interval };
        let not_spoken = board.say.status() == Status::Failed(FailReason::NotReady);
        if not_spoken {
            let waited = memory.seconds_since(last);
            utterance.0.iter_mut().for_each(|known| known.age += waited);
        } else {
            utterance.0.clear();
        }
        let view = MemoryView::new(&brain.queries, memory, sense, &*terrain.0);
        let news = sharing.news(memory, &view);
        news.iter().for_each(|percept| memory.note_shared(percept.subject));
        utterance.0.extend(news);
        let owner = memory.owner();
        // Team-mates need not check what this agent has checked.
        let checked = |fact: &&MemoryFact| fact.checked_by.is_none() && fact.checked.is_some_and(|tick| tick > last);
        if !sharing.queries.is_empty() {
            utterance.0.extend(
                memory.facts().iter().filter(checked).map(|fact| checked_percept(fact, memory, labels.checked)),
            );
        }
        for subject in memory.take_released() {
            let since = memory.now();
            let free = Reservation { subject, by: owner, since, until: since, place: sense.place };
            utterance.0.push(reservation_percept(&free, memory, labels.released));
        }
        for reservation in memory.reservations().iter().filter(|reservation| reservation.by == owner) {
            utterance.0.push(reservation_percept(reservation, memory, labels.reserved));
        }
        if !utterance.0.is_empty() {
            board.say.post(SayRequest { what: labels.report });
        }
    });
}

impl SharingSpec {
    /// What is worth telling, the last happened first, at most `max_facts`.
    fn news(&self, memory: &WorkingMemory, view: &MemoryView) -> Vec<Percept> {
        let mut news: Vec<&MemoryFact> =
            memory.facts().iter().filter(|fact| self.is_news(fact, memory, view)).collect();
        news.sort_by_key(|fact| (std::cmp::Reverse(fact.since), fact.subject));
        news.iter().take(usize::from(self.data.max_facts)).map(|fact| as_percept(fact, memory)).collect()
    }

    /// Whether a fact that the agent perceived itself is worth telling: nobody has been told, it has changed or been perceived anew since, or
    /// a mate that may not have been within earshot then has just spoken.
    fn is_news(&self, fact: &MemoryFact, memory: &WorkingMemory, view: &MemoryView) -> bool {
        use PerceptSource::{Done, Felt, Heard, Seen};
        let is_untold = fact.shared_at.is_none_or(|tick| {
            let is_renewed = memory.seconds_since(tick) > self.data.repeat_after && fact.updated > tick;
            tick < fact.since || tick < memory.met() || is_renewed
        });
        let is_own = matches!(fact.source, Seen | Felt | Heard | Done);
        is_untold && is_own && self.queries.iter().any(|query| view.matches(*query, fact))
    }
}

fn as_percept(fact: &MemoryFact, memory: &WorkingMemory) -> Percept {
    Percept {
        kind: fact.kind,
        subject: fact.subject,
        state: fact.state,
        amount: fact.amount,
        place: fact.estimate,
        velocity: fact.velocity,
        error: fact.error,
        confidence: fact.confidence,
        source: fact.source,
        teller: None,
        age: memory.age(fact),
    }
}

fn checked_percept(fact: &MemoryFact, memory: &WorkingMemory, checked: Label) -> Percept {
    Percept { state: checked, source: PerceptSource::Done, ..as_percept(fact, memory) }
}

fn reservation_percept(reservation: &Reservation, memory: &WorkingMemory, reserved: Label) -> Percept {
    Percept {
        kind: memory.about(reservation.subject).map_or_else(Label::default, |fact| fact.kind),
        subject: reservation.subject,
        state: reserved,
        amount: 0.0,
        place: reservation.place,
        velocity: Vec3::ZERO,
        error: 0.0,
        confidence: 1.0,
        source: PerceptSource::Done,
        teller: None,
        age: memory.seconds_since(reservation.since),
    }
}
