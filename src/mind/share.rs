//! Telling team-mates: what one has perceived of the things data names, and what one claims for oneself.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    decide::{Dormant, PlayerControlled},
    decision::Mind,
    memory::{MemoryFact, Reservation, WorkingMemory},
    queries::MemoryView,
};
use crate::protocol::{
    Blackboard, FailReason, Label, Percept, PerceptSource, Roster, SayRequest, SelfSense, SimulationClock, Status,
    TerrainService, Utterance, label,
};

type Telling = (
    &'static mut Mind,
    &'static mut WorkingMemory,
    &'static SelfSense,
    &'static mut Blackboard,
    &'static mut Utterance,
);

/// The words that minds say to each other.
pub(super) struct Words {
    report: Label,
    reserved: Label,
    checked: Label,
}

impl Default for Words {
    fn default() -> Self {
        Self { report: label("report"), reserved: label("reserved"), checked: label("checked") }
    }
}

/// Lets every agent that has news tell them.
pub(super) fn share(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    roster: Res<Roster>,
    words: Local<Words>,
    mut agents: Query<Telling, (Without<Dormant>, Without<PlayerControlled>)>,
) {
    for entity in &roster.agents {
        let Ok((mut mind, mut memory, sense, mut board, mut utterance)) = agents.get_mut(*entity) else { continue };
        if clock.tick < mind.next_report {
            continue;
        }
        let brain = mind.brain.clone();
        let sharing = &brain.sharing;
        let every = memory.in_seconds(sharing.data.interval).saturating_sub(memory.now()).max(1);
        if mind.next_report == 0 {
            // All that begin together would go on speaking in the same ticks.
            mind.next_report = clock.tick + u32::from(memory.owner().0) % every;
            continue;
        }
        let last = std::mem::replace(&mut mind.reported, clock.tick);
        mind.next_report = clock.tick + every;
        let unheard = board.say.status() == Status::Failed(FailReason::NotReady);
        if !unheard {
            utterance.0.clear();
        }
        let view = MemoryView::of(&brain.queries, &memory, sense, &*terrain.0);
        let most = usize::from(sharing.data.max_facts);
        let mut told = Vec::new();
        for fact in memory.facts() {
            let news = fact.told.is_none_or(|tick| {
                tick < fact.since || memory.seconds_since(tick) > sharing.data.repeat_after && fact.updated > tick
            });
            let own = matches!(
                fact.source,
                PerceptSource::Seen | PerceptSource::Felt | PerceptSource::Heard | PerceptSource::Done
            );
            if told.len() < most && news && own && sharing.queries.iter().any(|query| view.fits(*query, fact)) {
                told.push(fact.subject);
                utterance.0.push(as_percept(fact));
            }
        }
        for subject in told {
            memory.note_told(subject);
        }
        let me = memory.owner();
        // What one has looked into need not be looked into by others.
        let checked = |fact: &&MemoryFact| fact.checked_by.is_none() && fact.checked.is_some_and(|tick| tick > last);
        if !sharing.queries.is_empty() {
            utterance.0.extend(memory.facts().iter().filter(checked).map(|fact| done_with(fact, words.checked)));
        }
        for claim in memory.reservations().iter().filter(|claim| claim.by == me) {
            utterance.0.push(claimed(claim, &memory, words.reserved));
        }
        if !utterance.0.is_empty() {
            board.say.post(SayRequest { what: words.report });
        }
    }
}

fn as_percept(fact: &MemoryFact) -> Percept {
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
    }
}

fn done_with(fact: &MemoryFact, checked: Label) -> Percept {
    Percept { state: checked, source: PerceptSource::Done, ..as_percept(fact) }
}

fn claimed(claim: &Reservation, memory: &WorkingMemory, reserved: Label) -> Percept {
    Percept {
        kind: memory.about(claim.subject).map_or_else(Label::default, |fact| fact.kind),
        subject: claim.subject,
        state: reserved,
        amount: 0.0,
        place: claim.place,
        velocity: Vec3::ZERO,
        error: 0.0,
        confidence: 1.0,
        source: PerceptSource::Done,
        teller: None,
    }
}
