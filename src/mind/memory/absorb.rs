//! Percepts become facts.

use bevy::math::Vec3;

use super::{MemoryFact, Reservation, WorkingMemory};
use crate::protocol::{AgentId, Label, Percept, PerceptSource, Subject, label};

/// What share of a full memory is cleared at a time: one in so many.
const SPARE: usize = 16;

/// The words that percepts and memories agree on, whatever the game.
struct Words {
    clear: Label,
    reserved: Label,
    released: Label,
    checked: Label,
}

fn words() -> &'static Words {
    static WORDS: std::sync::OnceLock<Words> = std::sync::OnceLock::new();
    WORDS.get_or_init(|| Words {
        clear: label("clear"),
        reserved: label("reserved"),
        released: label("released"),
        checked: label("checked"),
    })
}

impl WorkingMemory {
    /// Takes in what was perceived in `tick`. A percept of state `"clear"` about a place says that nobody was seen
    /// there; one of state `"reserved"` or `"released"`, told by a team-mate, is his claim, one of `"checked"` says that he
    /// has looked into it.
    pub fn absorb(&mut self, tick: u32, percepts: &mut Vec<Percept>) {
        self.now = tick;
        for percept in percepts.drain(..) {
            self.take_in(&percept);
        }
    }

    /// Takes in one percept.
    pub fn take_in(&mut self, percept: &Percept) {
        let words = words();
        if let (PerceptSource::Told, Some(by)) = (percept.source, percept.teller) {
            if percept.state == words.reserved {
                let until = self.in_seconds(self.settings.data.reservation_seconds);
                return self.note_reservation(Reservation {
                    subject: percept.subject,
                    by,
                    until,
                    place: percept.place,
                });
            }
            if percept.state == words.checked {
                return self.hear_of_check(percept.subject, by);
            }
            if percept.state == words.released {
                return self.drop_reservation(percept.subject, by);
            }
        }
        if let Subject::Place(place) = percept.subject {
            if percept.state == words.clear || percept.kind == words.clear {
                self.look_at(place);
            }
            return;
        }
        // What is announced of somebody one knows nothing of is not worth the room where there is little left.
        let announced = percept.source == PerceptSource::Told && percept.teller.is_none();
        let crowded = self.facts.len() > usize::from(self.settings.data.capacity) / 2;
        match self.index(percept.subject) {
            Ok(index) => self.renew(index, percept),
            Err(_) if announced && crowded => {}
            Err(index) => match self.same_sign(percept) {
                Some(known) => self.renew(known, percept),
                None => self.learn(index, percept),
            },
        }
    }

    fn hear_of_check(&mut self, subject: Subject, by: AgentId) {
        let now = self.now;
        if let Ok(index) = self.index(subject)
            && let Some(fact) = self.facts.get_mut(index)
        {
            fact.checked = Some(now);
            fact.checked_by = Some(by);
            self.count();
        }
    }

    fn drop_reservation(&mut self, subject: Subject, by: AgentId) {
        let before = self.reservations.len();
        self.reservations.retain(|claim| claim.subject != subject || claim.by != by);
        if self.reservations.len() != before {
            self.count();
        }
    }

    /// The fact that an unidentified sign, new by its number, continues: the nearest of its kind within reach. A row of
    /// steps is one sign.
    fn same_sign(&self, percept: &Percept) -> Option<usize> {
        if !matches!(percept.subject, Subject::Unknown(_)) {
            return None;
        }
        let reach = self.settings.data.merge_distance + percept.error;
        let signs = self.subjects.partition_point(|subject| *subject < Subject::Unknown(0));
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
        let by_self = is_direct(percept.source);
        let fact = MemoryFact {
            kind: percept.kind,
            subject: percept.subject,
            state: percept.state,
            was: Label::default(),
            amount: percept.amount,
            place: percept.place,
            estimate: percept.place,
            velocity: percept.velocity,
            error: percept.error,
            confidence: percept.confidence,
            since: self.now,
            updated: self.now,
            sensed: if by_self { self.now } else { 0 },
            in_sight: by_self,
            source: percept.source,
            teller: percept.teller,
            checked: None,
            checked_by: None,
            failed_until: 0,
            told: None,
            by_hand: false,
            counted: percept.place,
            level: 0,
        };
        let level = self.level_of(&fact);
        self.insert(index, MemoryFact { level, ..fact });
        self.count();
        self.make_room(percept.subject);
    }

    fn renew(&mut self, index: usize, percept: &Percept) {
        let direct = is_direct(percept.source);
        let now = self.now;
        let moved = self.settings.data.move_threshold;
        if percept.source == PerceptSource::Told && percept.teller.is_none() {
            return self.hear_announcement(index, percept);
        }
        let Some(fact) = self.facts.get(index) else { return };
        // One's own eyes outrank hearsay, and an unsure sense does not spoil a surer one of the same moment.
        let other_sign = matches!(fact.subject, Subject::Unknown(_)) && fact.updated == now;
        if other_sign
            || !direct && fact.in_sight
            || (fact.updated == now && percept.confidence < fact.confidence && fact.state == percept.state)
        {
            return;
        }
        let Some(fact) = self.facts.get_mut(index) else { return };
        let mut changed = false;
        if fact.state != percept.state {
            fact.was = std::mem::replace(&mut fact.state, percept.state);
            fact.since = now;
            changed = true;
        }
        // Halves and tenths of progress matter to nobody; quarters do.
        changed |= (fact.amount * 4.0).floor() != (percept.amount * 4.0).floor();
        changed |= fact.counted.distance_squared(percept.place) > moved * moved;
        if fact.kind != percept.kind {
            changed = true;
            if let Some(bit) = self.kinds.get_mut(index) {
                *bit = self.settings.bit(percept.kind);
            }
        }
        if direct && !fact.in_sight {
            fact.in_sight = true;
            self.in_sight += 1;
            changed = true;
        }
        fact.kind = percept.kind;
        fact.amount = percept.amount;
        fact.place = percept.place;
        fact.estimate = percept.place;
        fact.velocity = percept.velocity;
        fact.error = percept.error;
        fact.confidence = percept.confidence;
        fact.updated = now;
        fact.source = percept.source;
        fact.teller = percept.teller;
        fact.by_hand = false;
        if direct {
            fact.sensed = now;
        }
        if changed {
            fact.counted = percept.place;
        }
        let level = self.facts.get(index).map_or(0, |fact| self.level_of(fact));
        if let Some(fact) = self.facts.get_mut(index)
            && fact.level != level
        {
            fact.level = level;
            changed = true;
        }
        if changed {
            self.count();
        }
    }

    /// What is announced to all is beyond doubt, but says nothing of where.
    fn hear_announcement(&mut self, index: usize, percept: &Percept) {
        let now = self.now;
        if let Some(fact) = self.facts.get_mut(index) {
            self.in_sight -= usize::from(fact.in_sight);
            fact.in_sight = false;
            fact.was = std::mem::replace(&mut fact.state, percept.state);
            fact.since = now;
            fact.updated = now;
            fact.velocity = Vec3::ZERO;
            fact.source = PerceptSource::Told;
            fact.teller = None;
            fact.by_hand = false;
            self.count();
        }
    }

    /// Which thresholds a fact has passed.
    pub(super) fn level_of(&self, fact: &MemoryFact) -> u16 {
        let kind = self.settings.kind(fact.kind);
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

    /// Keeps to the bound: the least sure go, of equally sure ones the oldest; never `kept`, nor what is known of old. A few
    /// more go than have to, so that not every new fact asks which is the least.
    fn make_room(&mut self, kept: Subject) {
        let capacity = usize::from(self.settings.data.capacity);
        if self.facts.len() <= capacity {
            return;
        }
        let sure = |fact: &MemoryFact| (self.confidence(fact), fact.updated, fact.subject);
        let may_go = |fact: &&MemoryFact| fact.subject != kept && fact.source != PerceptSource::Known;
        let mut least: Vec<_> = self.facts.iter().filter(may_go).map(sure).collect();
        let many = (self.facts.len() - (capacity - capacity / SPARE)).min(least.len());
        if many < least.len() {
            least.select_nth_unstable_by(many, |a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        }
        for (_, _, subject) in least.into_iter().take(many) {
            self.forget(subject);
        }
    }

    /// Where a subject is believed to be now.
    pub fn whereabouts(&self, subject: Subject) -> Option<Vec3> {
        self.about(subject).map(|fact| fact.estimate)
    }
}

/// Whether a source puts the subject before one's eyes.
fn is_direct(source: PerceptSource) -> bool {
    matches!(source, PerceptSource::Seen | PerceptSource::Felt)
}
