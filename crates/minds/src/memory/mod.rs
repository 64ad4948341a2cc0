//! The working memory of one agent: facts by subject, reservations, places seen and visited, hypotheses about lost agents, and
//! a revision that counts changes which could change a decision.
//!
//! Percepts enter through [`WorkingMemory::absorb`]. Nothing else reaches it from the world.

mod absorb;
mod edit;
mod fact;
mod hypotheses;
mod settings;
mod update;
mod visited;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use bevy_ecs::{prelude::*, reflect::ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;

pub use edit::{Belief, BeliefError};
pub use fact::{Hypothesis, MemoryFact, Reservation};
pub use settings::{KindSettings, MemorySettings};
pub(super) use update::remember;

use crate::protocol::{AgentId, Digest, Label, SelfSense, Subject};

/// The maximum number of reservations kept; beyond that, the reservation of a team-mate that ends first is dropped.
const MOST_RESERVATIONS: usize = 64;

/// The memory of one agent.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(Component, from_reflect = false)]
pub struct WorkingMemory {
    #[reflect(ignore)]
    settings: Arc<MemorySettings>,
    owner: AgentId,
    now: u32,
    rate: f32,
    revision: u32,
    /// Sorted by subject.
    facts: Vec<MemoryFact>,
    /// The subject of each fact as a number in the same order, separately because it is searched many times per tick.
    keys: Vec<u64>,
    /// The bit of the kind of each fact; see [`MemorySettings::bit`].
    kinds: Vec<u64>,
    /// All those bits together, so that a query for a kind that is not remembered ends at once.
    known_kinds: u64,
    reservations: Vec<Reservation>,
    /// What the agent had reserved and has not told its mates that it is free.
    released: Vec<Subject>,
    /// When each team-mate last told something.
    told_by: Vec<(AgentId, u32)>,
    /// When a team-mate last told something after a silence.
    met: u32,
    /// By terrain place: the tick at which it was last seen; 0 for never.
    seen_places: Vec<u32>,
    /// The number of places never seen.
    unseen: usize,
    /// By terrain place: the tick at which the agent was last there; 0 for never.
    visited_places: Vec<u32>,
    hypotheses: Vec<Hypothesis>,
    readings: Vec<(Label, f32)>,
    /// Where the agent was when its own move last counted as a change.
    counted_place: Vec3,
    /// The number of facts in sight.
    in_sight: usize,
    /// Before this tick none of them goes out of sight.
    next_loss: u32,
    next_sweep: u32,
    /// The target of the running action. It is not forgotten while it is pinned.
    pinned: Option<Subject>,
}

impl WorkingMemory {
    /// An empty memory; `rate` is in ticks per second.
    pub fn new(settings: Arc<MemorySettings>, owner: AgentId, rate: u32) -> Self {
        Self {
            settings,
            owner,
            now: 0,
            rate: rate.max(1) as f32,
            revision: 1,
            facts: Vec::new(),
            keys: Vec::new(),
            kinds: Vec::new(),
            known_kinds: 0,
            reservations: Vec::new(),
            released: Vec::new(),
            told_by: Vec::new(),
            met: 0,
            seen_places: Vec::new(),
            unseen: 0,
            visited_places: Vec::new(),
            hypotheses: Vec::new(),
            readings: Vec::new(),
            counted_place: Vec3::INFINITY,
            in_sight: 0,
            next_loss: 0,
            next_sweep: 0,
            pinned: None,
        }
    }

    /// Keeps a subject from being forgotten, until [`Self::release_reservations`]. Its confidence still decays.
    #[inline]
    pub fn pin(&mut self, subject: Option<Subject>) {
        self.pinned = subject;
    }

    /// Its settings.
    #[inline]
    pub fn settings(&self) -> &MemorySettings {
        &self.settings
    }

    /// The agent whose memory it is.
    #[inline]
    pub fn owner(&self) -> AgentId {
        self.owner
    }

    /// A hash over everything remembered, for comparing two runs.
    pub fn sum(&self) -> u64 {
        let mut sum = Digest::default();
        (self.now, self.revision, self.unseen, self.reservations.len(), self.hypotheses.len()).hash(&mut sum);
        for fact in &self.facts {
            (fact.subject, fact.kind, fact.state, fact.since, fact.updated, fact.in_sight).hash(&mut sum);
            let numbers = [fact.place, fact.estimate, fact.velocity].map(|place| place.to_array());
            for number in numbers.as_flattened().iter().chain(&[fact.error, fact.confidence, fact.amount]) {
                number.to_bits().hash(&mut sum);
            }
        }
        sum.finish()
    }

    /// The number of changes so far that could change a decision.
    #[inline]
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The tick it has been brought up to.
    #[inline]
    pub fn now(&self) -> u32 {
        self.now
    }

    /// All facts, sorted by subject.
    #[inline]
    pub fn facts(&self) -> &[MemoryFact] {
        &self.facts
    }

    /// The facts of the kinds with these bits, sorted by subject, each with the bit of its kind; see [`MemorySettings::bits`].
    #[inline]
    pub fn with_bits(&self, bits: u64) -> impl Iterator<Item = (u64, &MemoryFact)> {
        self.kinds_for(bits).iter().copied().zip(&self.facts).filter(move |(bit, _)| bit & bits != 0)
    }

    /// The same facts, each with its index in [`Self::facts`].
    pub(super) fn indexed_with_bits(&self, bits: u64) -> impl Iterator<Item = (usize, &MemoryFact)> {
        let facts = self.kinds_for(bits).iter().zip(&self.facts).enumerate();
        facts.filter(move |(_, (bit, _))| **bit & bits != 0).map(|(index, (_, fact))| (index, fact))
    }

    /// The bits of all facts; none if no kind with these bits is remembered.
    fn kinds_for(&self, bits: u64) -> &[u64] {
        if self.known_kinds & bits == 0 { &[] } else { &self.kinds }
    }

    /// The fact about a subject.
    #[inline]
    pub fn about(&self, subject: Subject) -> Option<&MemoryFact> {
        self.index(subject).ok().and_then(|index| self.facts.get(index))
    }

    /// The confidence in a fact now, 0 to 1: it decays while the subject is out of sight.
    #[inline]
    pub fn confidence(&self, fact: &MemoryFact) -> f32 {
        if fact.in_sight {
            return fact.confidence;
        }
        let decay = self.settings.at(fact.slot).data.decay_per_second;
        (fact.confidence - decay * self.age(fact)).clamp(0.0, 1.0)
    }

    /// Seconds since a fact was last perceived or reported.
    #[inline]
    pub fn age(&self, fact: &MemoryFact) -> f32 {
        self.seconds_since(fact.updated)
    }

    /// Seconds since a tick.
    #[inline]
    pub fn seconds_since(&self, tick: u32) -> f32 {
        self.now.saturating_sub(tick) as f32 / self.rate
    }

    /// The tick this many seconds from now.
    #[inline]
    pub fn in_seconds(&self, seconds: f32) -> u32 {
        self.now.saturating_add((seconds.max(0.0) * self.rate).ceil() as u32)
    }

    /// Ticks per second.
    #[inline]
    pub fn rate(&self) -> f32 {
        self.rate
    }

    /// When a team-mate last told something after it had told nothing for a while: it may not know what was told before.
    #[inline]
    pub(super) fn met(&self) -> u32 {
        self.met
    }

    /// Notes that a subject was shared with the team now.
    pub(super) fn note_shared(&mut self, subject: Subject) {
        let now = self.now;
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.shared_at = Some(now);
        }
    }

    /// All reservations, including expired ones that have not been swept yet.
    #[inline]
    pub fn reservations(&self) -> &[Reservation] {
        &self.reservations
    }

    /// The places that team-mates have reserved, as far as the agent has been told.
    pub fn claimed_places(&self) -> impl Iterator<Item = &Reservation> {
        let (owner, now) = (self.owner, self.now);
        let is_claim = move |held: &&Reservation| {
            held.by != owner && held.until >= now && matches!(held.subject, Subject::Place(_))
        };
        self.reservations.iter().filter(is_claim)
    }

    /// The team-mate that has reserved a subject, unless this agent has done so before. Of two at the same time the one with the lower
    /// number counts.
    pub fn reserved_by_other(&self, subject: Subject) -> Option<AgentId> {
        let holds = |held: &&Reservation| held.subject == subject && held.until >= self.now;
        let first = self.reservations.iter().filter(holds).min_by_key(|held| (held.since, held.by))?;
        (first.by != self.owner).then_some(first.by)
    }

    /// Where lost agents may be; by agent, and the likeliest place first.
    #[inline]
    pub fn hypotheses(&self) -> &[Hypothesis] {
        &self.hypotheses
    }

    /// Notes that the agent has checked a subject. An unidentified sign is forgotten.
    pub fn mark_checked(&mut self, subject: Subject) {
        if matches!(subject, Subject::Unknown(_)) {
            self.forget(subject);
        } else if let Ok(index) = self.index(subject) {
            let now = self.now;
            if let Some(fact) = self.facts.get_mut(index) {
                fact.checked = Some(now);
                fact.checked_by = None;
            }
            self.bump_revision();
        }
    }

    /// Notes that an action on a subject failed: it is on cooldown for this many seconds.
    #[inline]
    pub fn note_failure(&mut self, subject: Subject, seconds: f32) {
        let until = self.in_seconds(seconds);
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.failed_until = until;
            self.bump_revision();
        }
    }

    /// Forgets a subject.
    #[inline]
    pub fn forget(&mut self, subject: Subject) {
        if let Ok(index) = self.index(subject) {
            self.remove(index);
            self.bump_revision();
        }
    }

    /// Reserves a subject for this agent, or renews the reservation. Team-mates learn of it by the next report.
    #[inline]
    pub fn reserve(&mut self, subject: Subject, place: Vec3) {
        let until = self.in_seconds(self.settings.data.reservation_seconds);
        self.note_reservation(Reservation { subject, by: self.owner, since: self.now, until, place });
    }

    /// Releases the agent's own reservations, except for that of what its next step needs too, and unpins its target.
    pub fn release_reservations(&mut self, kept: Option<Subject>) {
        self.pinned = None;
        let owner = self.owner;
        let is_over = |held: &mut Reservation| held.by == owner && kept != Some(held.subject);
        let released = self.reservations.extract_if(.., is_over).map(|held| held.subject);
        self.released.extend(released);
        // Nobody waits for what has run out at its mates.
        self.released.drain(..self.released.len().saturating_sub(MOST_RESERVATIONS));
    }

    /// What it has released since this was last asked, and not reserved again.
    pub(crate) fn take_released(&mut self) -> Vec<Subject> {
        let mut released = std::mem::take(&mut self.released);
        let held = |subject| self.reservations.iter().any(|held| held.by == self.owner && held.subject == subject);
        released.retain(|subject| !held(*subject));
        released
    }

    fn note_reservation(&mut self, reservation: Reservation) {
        match self
            .reservations
            .iter_mut()
            .find(|known| known.subject == reservation.subject && known.by == reservation.by)
        {
            // The agent renews its own; a mate says itself since when it holds.
            Some(known) if reservation.by == self.owner => *known = Reservation { since: known.since, ..reservation },
            Some(known) => *known = reservation,
            None => {
                if self.reservations.len() >= MOST_RESERVATIONS {
                    self.drop_first_to_expire();
                }
                self.reservations.push(reservation);
                // The agent's own reservation is the outcome of a decision, not a reason for another.
                if reservation.by != self.owner {
                    self.bump_revision();
                }
            }
        }
    }

    /// Drops the reservation of a team-mate that ends first.
    fn drop_first_to_expire(&mut self) {
        let others = self.reservations.iter().enumerate().filter(|(_, reservation)| reservation.by != self.owner);
        if let Some((index, _)) =
            others.min_by_key(|(_, reservation)| (reservation.until, reservation.by, reservation.subject))
        {
            self.reservations.remove(index);
        }
    }

    /// Notes readings and position of the agent's own body. Only readings that expressions use, and moves of at least
    /// `move_threshold`, count as changes.
    pub fn note_body(&mut self, sense: &SelfSense) {
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
        let threshold = self.settings.data.move_threshold;
        if self.counted_place.distance_squared(sense.place) > threshold * threshold || !self.counted_place.is_finite() {
            self.counted_place = sense.place;
            changed = true;
        }
        if changed {
            self.bump_revision();
        }
    }

    fn insert(&mut self, index: usize, fact: MemoryFact) {
        self.in_sight += usize::from(fact.in_sight);
        let bit = self.settings.bit(fact.kind);
        self.known_kinds |= bit;
        self.kinds.insert(index, bit);
        self.keys.insert(index, key_of(fact.subject));
        self.facts.insert(index, fact);
    }

    fn remove(&mut self, index: usize) {
        let fact = self.facts.remove(index);
        self.kinds.remove(index);
        self.known_kinds = self.kinds.iter().fold(0, |known, bit| known | bit);
        self.keys.remove(index);
        self.in_sight -= usize::from(fact.in_sight);
    }

    fn index(&self, subject: Subject) -> Result<usize, usize> {
        self.keys.binary_search(&key_of(subject))
    }

    fn bump_revision(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }
}

/// A number for a subject; numbers have the order of subjects.
fn key_of(subject: Subject) -> u64 {
    let (kind, number) = match subject {
        Subject::Agent(agent) => (0, u32::from(agent.0)),
        Subject::Thing(thing) => (1, u32::from(thing.0)),
        Subject::Unknown(number) => (2, number),
        Subject::Place(place) => (3, u32::from(place)),
        Subject::Order(number) => (4, number),
    };
    kind << 32 | u64::from(number)
}
