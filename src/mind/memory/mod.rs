//! The working memory of one agent: facts by subject, claims, ground looked at, hypotheses, and a revision that moves only
//! for what can change a decision.
//!
//! Senses fill it through [`WorkingMemory::absorb`]; nothing in it comes from the world by another way.

mod absorb;
mod by_hand;
mod decay;
mod fact;
mod hypotheses;
mod settings;
mod visited;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use bevy::{ecs::prelude::*, math::Vec3};

pub use by_hand::{Belief, BeliefError};
pub use fact::{Hypothesis, MemoryFact, Reservation};
pub use settings::{KindSettings, MemorySettings};

use crate::protocol::{AgentId, Digest, Label, SelfSense, Subject, ThingId};

/// The most claims kept; beyond it the one that ends soonest goes.
const MOST_RESERVATIONS: usize = 64;

/// What one agent remembers.
#[derive(Component, Clone, Debug)]
pub struct WorkingMemory {
    settings: Arc<MemorySettings>,
    me: AgentId,
    now: u32,
    rate: f32,
    revision: u32,
    /// Sorted by subject.
    facts: Vec<MemoryFact>,
    /// The subject of each fact: looked through many times a tick, so it lies close together.
    subjects: Vec<Subject>,
    /// The bit of the kind of each fact; see [`MemorySettings::bit`].
    kinds: Vec<u64>,
    reservations: Vec<Reservation>,
    /// By place of the terrain: the tick at which it was last looked at; 0 for never.
    looked: Vec<u32>,
    unlooked: usize,
    /// By place of the terrain: the tick at which one last stood there; 0 for never.
    stood: Vec<u32>,
    hypotheses: Vec<Hypothesis>,
    readings: Vec<(Label, f32)>,
    counted_place: Vec3,
    in_sight: usize,
    next_sweep: u32,
    /// The thing one went into, if one is inside.
    inside: Option<ThingId>,
    /// What one is about just now: it is not forgotten before one has seen to it.
    in_mind: Option<Subject>,
}

impl WorkingMemory {
    /// An empty memory; `rate` is ticks a second.
    pub fn new(settings: Arc<MemorySettings>, me: AgentId, rate: u32) -> Self {
        Self {
            settings,
            me,
            now: 0,
            rate: rate.max(1) as f32,
            revision: 1,
            facts: Vec::new(),
            subjects: Vec::new(),
            kinds: Vec::new(),
            reservations: Vec::new(),
            looked: Vec::new(),
            unlooked: 0,
            stood: Vec::new(),
            hypotheses: Vec::new(),
            readings: Vec::new(),
            counted_place: Vec3::INFINITY,
            in_sight: 0,
            next_sweep: 0,
            inside: None,
            in_mind: None,
        }
    }

    /// Keeps a subject in mind, until what one is about is released: it fades, but is not forgotten.
    pub fn keep_in_mind(&mut self, subject: Option<Subject>) {
        self.in_mind = subject;
    }

    /// How it is kept.
    pub fn settings(&self) -> &MemorySettings {
        &self.settings
    }

    /// Whose memory it is.
    pub fn owner(&self) -> AgentId {
        self.me
    }

    /// A sum over what is remembered, by which two runs are compared.
    pub fn sum(&self) -> u64 {
        let mut sum = Digest::default();
        (self.now, self.revision, self.unlooked, self.reservations.len(), self.hypotheses.len()).hash(&mut sum);
        for fact in &self.facts {
            (fact.subject, fact.kind, fact.state, fact.since, fact.updated, fact.in_sight).hash(&mut sum);
            let numbers = [fact.place, fact.estimate, fact.velocity].map(|place| place.to_array());
            for number in numbers.as_flattened().iter().chain(&[fact.error, fact.confidence, fact.amount]) {
                number.to_bits().hash(&mut sum);
            }
        }
        sum.finish()
    }

    /// Counts the changes that can change a decision.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The tick it has been brought up to.
    pub fn now(&self) -> u32 {
        self.now
    }

    /// All facts, by subject.
    pub fn facts(&self) -> &[MemoryFact] {
        &self.facts
    }

    /// The facts of kinds whose bits are among these, by subject; see [`MemorySettings::bits`].
    pub fn facts_of(&self, bits: u64) -> impl Iterator<Item = &MemoryFact> {
        self.with_bits(bits).map(|(_, fact)| fact)
    }

    /// The same, each with the bit of its kind.
    pub fn with_bits(&self, bits: u64) -> impl Iterator<Item = (u64, &MemoryFact)> {
        self.kinds.iter().copied().zip(&self.facts).filter(move |(bit, _)| bit & bits != 0)
    }

    /// What is known about a subject.
    pub fn about(&self, subject: Subject) -> Option<&MemoryFact> {
        self.index(subject).ok().and_then(|index| self.facts.get(index))
    }

    /// How sure one is of a fact now, 0 to 1.
    pub fn confidence(&self, fact: &MemoryFact) -> f32 {
        if fact.in_sight {
            return fact.confidence;
        }
        let fades = self.settings.kind(fact.kind).data.decay_per_second;
        (fact.confidence - fades * self.age(fact)).clamp(0.0, 1.0)
    }

    /// Seconds since a fact was last perceived or told.
    pub fn age(&self, fact: &MemoryFact) -> f32 {
        self.seconds_since(fact.updated)
    }

    /// Seconds since a tick.
    pub fn seconds_since(&self, tick: u32) -> f32 {
        self.now.saturating_sub(tick) as f32 / self.rate
    }

    /// The tick that lies so many seconds ahead.
    pub fn in_seconds(&self, seconds: f32) -> u32 {
        self.now.saturating_add((seconds.max(0.0) * self.rate).ceil() as u32)
    }

    /// Ticks a second.
    pub fn rate(&self) -> f32 {
        self.rate
    }

    /// Notes that a subject was told to the team now.
    pub(super) fn note_told(&mut self, subject: Subject) {
        let now = self.now;
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.told = Some(now);
        }
    }

    /// The claims that hold.
    pub fn reservations(&self) -> &[Reservation] {
        &self.reservations
    }

    /// The team-mate who has claimed a subject, if one has.
    pub fn reserved_by_other(&self, subject: Subject) -> Option<AgentId> {
        let holds = |claim: &&Reservation| claim.subject == subject && claim.by != self.me && claim.until >= self.now;
        self.reservations.iter().find(holds).map(|claim| claim.by)
    }

    /// Where somebody lost from sight may be: the likeliest places, likeliest first.
    pub fn hypotheses(&self) -> &[Hypothesis] {
        &self.hypotheses
    }

    /// The thing one went into, if one is inside.
    pub fn inside(&self) -> Option<ThingId> {
        self.inside
    }

    /// Notes that one went into a thing, or came out.
    pub fn set_inside(&mut self, thing: Option<ThingId>) {
        self.inside = thing;
    }

    /// Notes that one looked into the matter oneself: an unidentified sign is forgotten.
    pub fn settle(&mut self, subject: Subject) {
        if matches!(subject, Subject::Unknown(_)) {
            self.forget(subject);
        } else if let Ok(index) = self.index(subject) {
            let now = self.now;
            if let Some(fact) = self.facts.get_mut(index) {
                fact.checked = Some(now);
                fact.checked_by = None;
            }
            self.count();
        }
    }

    /// Notes that something about a subject failed: for so many seconds it counts as tried in vain.
    pub fn fail(&mut self, subject: Subject, seconds: f32) {
        let until = self.in_seconds(seconds);
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.failed_until = until;
            self.count();
        }
    }

    /// Forgets all about a subject.
    pub fn forget(&mut self, subject: Subject) {
        if let Ok(index) = self.index(subject) {
            self.remove(index);
            self.count();
        }
    }

    /// Notes one's own claim on a subject; team-mates learn of it by what is said.
    pub fn reserve(&mut self, subject: Subject, place: Vec3) {
        let until = self.in_seconds(self.settings.data.reservation_seconds);
        self.note_reservation(Reservation { subject, by: self.me, until, place });
    }

    /// Gives up one's own claims.
    pub fn release(&mut self) {
        self.in_mind = None;
        let me = self.me;
        self.reservations.retain(|claim| claim.by != me);
    }

    fn note_reservation(&mut self, claim: Reservation) {
        match self.reservations.iter_mut().find(|known| known.subject == claim.subject && known.by == claim.by) {
            Some(known) => *known = claim,
            None => {
                if self.reservations.len() >= MOST_RESERVATIONS {
                    self.drop_oldest_reservation();
                }
                self.reservations.push(claim);
                // One's own claim is the outcome of a decision, not a reason for another.
                if claim.by != self.me {
                    self.count();
                }
            }
        }
    }

    /// Drops the claim of another that ends soonest.
    fn drop_oldest_reservation(&mut self) {
        let others = self.reservations.iter().enumerate().filter(|(_, claim)| claim.by != self.me);
        if let Some((index, _)) = others.min_by_key(|(_, claim)| (claim.until, claim.by, claim.subject)) {
            self.reservations.remove(index);
        }
    }

    /// Notes the own body: only readings that the mind looks at, and only a move that matters, count as changes.
    pub fn feel(&mut self, sense: &SelfSense) {
        let mut changed = false;
        for (place, (name, step)) in self.settings.readings.iter().enumerate() {
            let value = sense.get(*name).unwrap_or(0.0);
            match self.readings.get_mut(place) {
                Some((_, known)) if (*known - value).abs() < *step => {}
                Some((_, known)) => {
                    *known = value;
                    changed = true;
                }
                None => {
                    self.readings.push((*name, value));
                    changed = true;
                }
            }
        }
        let moved = self.settings.data.move_threshold;
        if self.counted_place.distance_squared(sense.place) > moved * moved || !self.counted_place.is_finite() {
            self.counted_place = sense.place;
            changed = true;
        }
        if changed {
            self.count();
        }
    }

    fn insert(&mut self, index: usize, fact: MemoryFact) {
        self.in_sight += usize::from(fact.in_sight);
        self.kinds.insert(index, self.settings.bit(fact.kind));
        self.subjects.insert(index, fact.subject);
        self.facts.insert(index, fact);
    }

    fn remove(&mut self, index: usize) {
        let fact = self.facts.remove(index);
        self.kinds.remove(index);
        self.subjects.remove(index);
        self.in_sight -= usize::from(fact.in_sight);
    }

    fn index(&self, subject: Subject) -> Result<usize, usize> {
        self.subjects.binary_search(&subject)
    }

    fn count(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }
}
