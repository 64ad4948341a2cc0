//! Memories changed by a person's hand, and a memory kept by other settings from one tick to the next.
//!
//! Must not know: who asks for it, and how.

use std::sync::Arc;

use bevy::math::Vec3;
use serde::{Deserialize, Serialize};

use super::{MemorySettings, WorkingMemory};
use crate::protocol::{Label, Percept, PerceptSource, QuantisedPoint, Subject};

/// Something an agent is made to believe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belief {
    /// What it is about; another agent, a thing, or an unidentified sign.
    pub subject: Subject,
    /// What it is taken for.
    pub kind: Label,
    /// The state it is in.
    #[serde(default)]
    pub state: Label,
    /// A number that belongs to the state. Default 0.
    #[serde(default)]
    pub amount: f32,
    /// Where it is, in millimetres.
    pub place: QuantisedPoint,
    /// How sure one is, 0 to 1.
    pub confidence: f32,
    /// How many seconds ago it was perceived. Default 0.
    #[serde(default)]
    pub age: f32,
    /// By which way it counts as known. What counts as seen or felt and is of age 0 is in sight for a moment.
    pub source: PerceptSource,
}

/// Why something cannot be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeliefError {
    /// A number is out of its range.
    #[error("a confidence lies between 0 and 1, an age between 0 and 3600 seconds, an amount is a number")]
    OutOfRange,
    /// What is known of ground is kept another way.
    #[error("a place of the ground is no subject of a memory; name an agent, a thing or an unidentified sign")]
    NoSubject,
    /// One knows oneself by other means.
    #[error("nobody has memories of himself")]
    Oneself,
}

impl WorkingMemory {
    /// Puts a belief in place of whatever was known about its subject.
    ///
    /// # Errors
    /// Where it is nothing that could be remembered.
    pub fn believe(&mut self, belief: &Belief) -> Result<(), BeliefError> {
        if belief.subject == Subject::Agent(self.me) {
            return Err(BeliefError::Oneself);
        }
        if matches!(belief.subject, Subject::Place(_)) {
            return Err(BeliefError::NoSubject);
        }
        let in_range = (0.0..=1.0).contains(&belief.confidence) && (0.0..=3600.0).contains(&belief.age);
        if !in_range || !belief.amount.is_finite() {
            return Err(BeliefError::OutOfRange);
        }
        self.forget(belief.subject);
        let Err(place) = self.index(belief.subject) else { return Ok(()) };
        let percept = Percept {
            kind: belief.kind,
            subject: belief.subject,
            state: belief.state,
            amount: belief.amount,
            place: belief.place.into(),
            velocity: Vec3::ZERO,
            error: 0.0,
            confidence: belief.confidence,
            source: belief.source,
            teller: None,
        };
        self.learn(place, &percept);
        let past = (belief.age * self.rate).round() as u32;
        let when = self.now.saturating_sub(past);
        let Ok(place) = self.index(belief.subject) else { return Ok(()) };
        if let Some(fact) = self.facts.get_mut(place) {
            fact.by_hand = true;
            if past > 0 {
                (fact.since, fact.updated) = (when, when);
                fact.sensed = fact.sensed.min(when);
                self.in_sight -= usize::from(fact.in_sight);
                fact.in_sight = false;
            }
        }
        let level = self.facts.get(place).map_or(0, |fact| self.level_of(fact));
        if let Some(fact) = self.facts.get_mut(place) {
            fact.level = level;
        }
        Ok(())
    }

    /// Is kept by these settings from now on; what is remembered stays, and fades as they say.
    pub fn keep_by(&mut self, settings: Arc<MemorySettings>) {
        self.kinds = self.facts.iter().map(|fact| settings.bit(fact.kind)).collect();
        self.settings = settings;
        // They are listed in the order of the settings, and looked at anew in the next tick.
        self.readings.clear();
        self.next_sweep = self.now;
        self.count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{AgentId, ThingId, label};

    fn belief(subject: Subject) -> Belief {
        Belief {
            subject,
            kind: label("lamp"),
            state: label("lit"),
            amount: 0.0,
            place: Vec3::new(1.0, 0.0, 2.0).into(),
            confidence: 0.8,
            age: 0.0,
            source: PerceptSource::Seen,
        }
    }

    #[test]
    fn a_belief_takes_the_place_of_what_was_known() {
        let mut memory = WorkingMemory::new(Arc::default(), AgentId(0), 30);
        memory.absorb(300, &mut Vec::new());
        let lamp = Subject::Thing(ThingId(3));
        let before = memory.revision();
        memory.believe(&belief(lamp)).unwrap();
        assert_ne!(memory.revision(), before);
        assert!(memory.about(lamp).is_some_and(|fact| fact.in_sight && fact.by_hand && fact.state == "lit"));
        memory.believe(&Belief { age: 4.0, confidence: 0.5, ..belief(lamp) }).unwrap();
        let fact = memory.about(lamp).unwrap();
        assert!((memory.age(fact) - 4.0).abs() < 1e-3 && !fact.in_sight && fact.by_hand);
        assert_eq!(memory.facts().len(), 1);
        // What is perceived by itself is no longer anybody's word.
        memory.take_in(&Percept {
            kind: label("lamp"),
            subject: lamp,
            state: label("lit"),
            amount: 0.0,
            place: Vec3::ZERO,
            velocity: Vec3::ZERO,
            error: 0.0,
            confidence: 1.0,
            source: PerceptSource::Seen,
            teller: None,
        });
        assert!(memory.about(lamp).is_some_and(|fact| !fact.by_hand && fact.place == Vec3::ZERO));
    }

    #[test]
    fn what_cannot_be_remembered_is_refused() {
        let mut memory = WorkingMemory::new(Arc::default(), AgentId(0), 30);
        let lamp = Subject::Thing(ThingId(3));
        assert_eq!(memory.believe(&belief(Subject::Agent(AgentId(0)))), Err(BeliefError::Oneself));
        assert_eq!(memory.believe(&belief(Subject::Place(1))), Err(BeliefError::NoSubject));
        for (confidence, age, amount) in [(1.5, 0.0, 0.0), (f32::NAN, 0.0, 0.0), (1.0, -1.0, 0.0), (1.0, 0.0, f32::NAN)]
        {
            let bad = Belief { confidence, age, amount, ..belief(lamp) };
            assert_eq!(memory.believe(&bad), Err(BeliefError::OutOfRange));
        }
        assert!(memory.facts().is_empty());
    }
}
