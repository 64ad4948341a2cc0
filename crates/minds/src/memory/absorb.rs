//! Percepts become facts: learning, renewing and merging, and forgetting when memory is full.

use bevy_math::Vec3;

use super::{MemoryFact, Reservation, WorkingMemory, key_of};
use crate::protocol::{AgentId, Label, Percept, PerceptSource, Subject, label};

/// A full memory forgets one in this many of its facts at a time.
const FORGET_SHARE: usize = 16;

/// The states of percepts with a meaning of their own, in every game.
struct SpecialStates {
    clear: Label,
    reserved: Label,
    released: Label,
    checked: Label,
    withdrawn: Label,
}

fn special_states() -> &'static SpecialStates {
    static STATES: std::sync::OnceLock<SpecialStates> = std::sync::OnceLock::new();
    STATES.get_or_init(|| SpecialStates {
        clear: label("clear"),
        reserved: label("reserved"),
        released: label("released"),
        checked: label("checked"),
        withdrawn: label("withdrawn"),
    })
}

impl WorkingMemory {
    /// Takes in the percepts of a tick and advances memory to it.
    ///
    /// Some states have a meaning of their own: `"clear"` about a place says that nobody was seen there; from a team-mate,
    /// `"reserved"` and `"released"` are the sender's reservations, and `"checked"` says that the sender has checked the subject.
    /// `"withdrawn"` about an order says that it no longer stands.
    pub fn absorb(&mut self, tick: u32, percepts: &mut Vec<Percept>) {
        self.now = tick;
        for percept in percepts.drain(..) {
            self.absorb_percept(&percept);
        }
    }

    /// Takes in one percept.
    pub fn absorb_percept(&mut self, percept: &Percept) {
        let states = special_states();
        if let (PerceptSource::Told, Some(by)) = (percept.source, percept.teller) {
            self.note_told_by(by);
            if percept.state == states.reserved {
                let until = self.in_seconds(self.settings.data.reservation_seconds);
                let since = self.perceived_at(percept);
                return self.note_reservation(Reservation {
                    subject: percept.subject,
                    by,
                    since,
                    until,
                    place: percept.place,
                });
            }
            if percept.state == states.checked {
                return self.note_checked_by(percept.subject, by);
            }
            if percept.state == states.released {
                return self.drop_reservation(percept.subject, by);
            }
        }
        if let Subject::Place(place) = percept.subject {
            if percept.state == states.clear || percept.kind == states.clear {
                self.mark_seen(place);
            }
            return;
        }
        if matches!(percept.subject, Subject::Order(_)) && percept.state == states.withdrawn {
            return self.forget(percept.subject);
        }
        if self.is_too_faint(percept) {
            return;
        }
        // An announcement about an unknown subject is not stored once memory is half full.
        let announced = percept.source == PerceptSource::Told && percept.teller.is_none();
        let crowded = self.facts.len() > usize::from(self.settings.data.capacity) / 2;
        match self.index(percept.subject) {
            Ok(index) => self.renew(index, percept),
            Err(_) if announced && crowded => {}
            Err(index) => match self.matching_sign(percept) {
                Some(known) => self.renew(known, percept),
                None => self.learn(index, percept),
            },
        }
    }

    /// Whether a percept is less certain than what its kind is forgotten at: it would be forgotten again within a moment, and with each
    /// further one the agent would start once more.
    fn is_too_faint(&self, percept: &Percept) -> bool {
        let kind = &self.settings.at(self.settings.slot(percept.kind)).data;
        let confidence = percept.confidence - kind.decay_per_second * percept.age;
        !is_direct(percept.source) && confidence < kind.forget_below
    }

    /// The tick at which a percept was perceived: now, unless it is a report of something perceived earlier.
    fn perceived_at(&self, percept: &Percept) -> u32 {
        self.now.saturating_sub((percept.age * self.rate).round() as u32)
    }

    fn note_told_by(&mut self, mate: AgentId) {
        let now = self.now;
        let last = match self.told_by.iter_mut().find(|(known, _)| *known == mate) {
            Some((_, tick)) => std::mem::replace(tick, now),
            None => {
                self.told_by.push((mate, now));
                0
            }
        };
        if self.seconds_since(last) > self.settings.data.silence_seconds {
            self.met = now;
        }
    }

    fn note_checked_by(&mut self, subject: Subject, by: AgentId) {
        let now = self.now;
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.checked = Some(now);
            fact.checked_by = Some(by);
            self.bump_revision();
        }
    }

    fn drop_reservation(&mut self, subject: Subject, by: AgentId) {
        let before = self.reservations.len();
        self.reservations.retain(|reservation| reservation.subject != subject || reservation.by != by);
        if self.reservations.len() != before {
            self.bump_revision();
        }
    }

    /// The known sign that a new unidentified sign continues: the nearest of its kind within `merge_distance`. A sequence of
    /// steps is one sign.
    fn matching_sign(&self, percept: &Percept) -> Option<usize> {
        if !matches!(percept.subject, Subject::Unknown(_)) {
            return None;
        }
        let reach = self.settings.data.merge_distance + percept.error;
        let signs = self.keys.partition_point(|key| *key < key_of(Subject::Unknown(0)));
        self.facts
            .iter()
            .enumerate()
            .skip(signs)
            .take_while(|(_, fact)| matches!(fact.subject, Subject::Unknown(_)))
            .filter(|(_, fact)| fact.kind == percept.kind)
            .map(|(index, fact)| (fact.place.distance(percept.place), index))
            .filter(|(distance, _)| *distance <= reach)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            .map(|(_, index)| index)
    }

    pub(super) fn learn(&mut self, index: usize, percept: &Percept) {
        let direct = is_direct(percept.source);
        let perceived = self.perceived_at(percept);
        let fact = MemoryFact {
            kind: percept.kind,
            subject: percept.subject,
            state: percept.state,
            previous_state: Label::default(),
            amount: percept.amount,
            place: percept.place,
            estimate: percept.place,
            velocity: percept.velocity,
            error: percept.error,
            confidence: percept.confidence,
            since: perceived,
            updated: perceived,
            sensed: if direct { self.now } else { 0 },
            in_sight: direct,
            source: percept.source,
            teller: percept.teller,
            checked: None,
            checked_by: None,
            failed_until: 0,
            shared_at: None,
            by_hand: false,
            slot: self.settings.slot(percept.kind),
            counted_place: percept.place,
            level: 0,
        };
        let level = self.level_of(&fact);
        self.insert(index, MemoryFact { level, ..fact });
        self.bump_revision();
        self.make_room(percept.subject);
    }

    fn renew(&mut self, index: usize, percept: &Percept) {
        let direct = is_direct(percept.source);
        let (now, perceived) = (self.now, self.perceived_at(percept));
        let threshold = self.settings.data.move_threshold;
        if percept.source == PerceptSource::Told && percept.teller.is_none() {
            return self.renew_by_announcement(index, percept);
        }
        let Some(fact) = self.facts.get_mut(index) else { return };
        let percept = &fact.placed(percept);
        if perceived < fact.updated && fact.state != percept.state {
            // The teller does not know yet what has become of it.
            fact.shared_at = None;
        }
        if perceived < fact.updated || fact.outranks(percept, now) {
            return;
        }
        let mut changed = false;
        if fact.state != percept.state {
            fact.previous_state = std::mem::replace(&mut fact.state, percept.state);
            fact.since = perceived;
            changed = true;
        }
        // Only quarters of an amount count as a change, not every bit of progress.
        changed |= (fact.amount * 4.0).floor() != (percept.amount * 4.0).floor();
        changed |= fact.counted_place.distance_squared(percept.place) > threshold * threshold;
        if fact.kind != percept.kind {
            changed = true;
            fact.slot = self.settings.slot(percept.kind);
            if let Some(bit) = self.kinds.get_mut(index) {
                *bit = self.settings.bit(percept.kind);
                self.known_kinds |= *bit;
            }
        }
        if direct && !fact.in_sight {
            fact.in_sight = true;
            self.in_sight += 1;
            changed = true;
        }
        fact.take_over(percept, perceived);
        if direct {
            fact.sensed = now;
        }
        if changed {
            fact.counted_place = percept.place;
        }
        let level = self.facts.get(index).map_or(0, |fact| self.level_of(fact));
        if let Some(fact) = self.facts.get_mut(index)
            && fact.level != level
        {
            fact.level = level;
            changed = true;
        }
        if changed {
            self.bump_revision();
        }
    }

    /// An announcement to all is certain about the state, but says nothing about the place.
    fn renew_by_announcement(&mut self, index: usize, percept: &Percept) {
        let now = self.now;
        if let Some(fact) = self.facts.get_mut(index) {
            self.in_sight -= usize::from(fact.in_sight);
            fact.in_sight = false;
            fact.previous_state = std::mem::replace(&mut fact.state, percept.state);
            fact.since = now;
            fact.updated = now;
            fact.velocity = Vec3::ZERO;
            fact.source = PerceptSource::Told;
            fact.teller = None;
            fact.by_hand = false;
            self.bump_revision();
        }
    }

    /// Which thresholds of confidence, age and check age a fact has passed, four bits each, and whether it is on cooldown.
    pub(super) fn level_of(&self, fact: &MemoryFact) -> u16 {
        let kind = self.settings.at(fact.slot);
        let (sure, age) = (self.confidence(fact), self.age(fact));
        let confidences = kind.confidences.iter().take_while(|threshold| sure >= **threshold).count();
        let ages = kind.ages.iter().take_while(|threshold| age >= **threshold).count();
        let checked = fact.checked.map_or(0, |tick| {
            let since = self.seconds_since(tick);
            kind.ages.iter().take_while(|threshold| since >= **threshold).count()
        });
        let failed = usize::from(fact.failed_until > self.now);
        (confidences + 16 * ages + 256 * checked + 4096 * failed) as u16
    }

    /// Forgets facts beyond the capacity: the least confident first, then the oldest; never `kept`, nor facts known from the
    /// start. Forgets a few more than needed, so that not every new fact has to look for the least confident one.
    fn make_room(&mut self, kept: Subject) {
        let capacity = usize::from(self.settings.data.capacity);
        if self.facts.len() <= capacity {
            return;
        }
        let sure = |fact: &MemoryFact| (self.confidence(fact), fact.updated, fact.subject);
        let may_go = |fact: &&MemoryFact| fact.subject != kept && fact.source != PerceptSource::Known;
        let mut least: Vec<_> = self.facts.iter().filter(may_go).map(sure).collect();
        let many = (self.facts.len() - (capacity - capacity / FORGET_SHARE)).min(least.len());
        if many < least.len() {
            least.select_nth_unstable_by(many, |a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        }
        for (_, _, subject) in least.into_iter().take(many) {
            self.forget(subject);
        }
    }

    /// Where a subject is believed to be now.
    pub fn estimated_place(&self, subject: Subject) -> Option<Vec3> {
        self.about(subject).map(|fact| fact.estimate)
    }
}

impl MemoryFact {
    /// Whether it stays as it is in the face of a percept of this tick. The agent's own eyes outrank reports, and a less certain percept
    /// does not replace a more certain one of the same tick. Its own deeds outrank its eyes, which may have looked before.
    fn outranks(&self, percept: &Percept, now: u32) -> bool {
        let other_sign = matches!(self.subject, Subject::Unknown(_)) && self.updated == now;
        let is_deed = percept.source == PerceptSource::Done;
        let is_thing = matches!(self.subject, Subject::Thing(_));
        let own_deed = is_thing && self.source == PerceptSource::Done && self.updated == now;
        other_sign
            || own_deed && !is_deed
            || !is_direct(percept.source) && self.in_sight && !is_deed
            || self.updated == now && percept.confidence < self.confidence && self.state == percept.state
    }

    /// A percept of it with the better place: of a thing a rough place that agrees with a better one adds nothing.
    fn placed(&self, percept: &Percept) -> Percept {
        let is_thing = matches!(self.subject, Subject::Thing(_));
        let agrees = percept.error > self.error && self.place.distance(percept.place) <= percept.error;
        let (place, error) = if is_thing && agrees { (self.place, self.error) } else { (percept.place, percept.error) };
        Percept { place, error, ..*percept }
    }

    /// Takes over all but the state of a percept, which is perceived at this tick.
    fn take_over(&mut self, percept: &Percept, perceived: u32) {
        self.kind = percept.kind;
        self.amount = percept.amount;
        self.place = percept.place;
        self.estimate = percept.place;
        self.velocity = percept.velocity;
        self.error = percept.error;
        self.confidence = percept.confidence;
        self.updated = perceived;
        self.source = percept.source;
        self.teller = percept.teller;
        self.by_hand = false;
    }
}

/// Whether a percept from this source puts the subject in sight or in touch.
fn is_direct(source: PerceptSource) -> bool {
    matches!(source, PerceptSource::Seen | PerceptSource::Felt)
}
