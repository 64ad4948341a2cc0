//! Edits of a memory in a running match: injected beliefs, and other settings.
//!
//! Independent of: the caller.

use std::sync::Arc;

use bevy_math::Vec3;
use serde::{Deserialize, Serialize};

use super::{MemorySettings, WorkingMemory};
use crate::protocol::{Label, Percept, PerceptSource, QuantisedPoint, Subject};

/// A fact put into a memory by a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belief {
    /// Another agent, a thing, or an unidentified sign.
    pub subject: Subject,
    /// The kind the agent believes it to be.
    pub kind: Label,
    /// Its state.
    #[serde(default)]
    pub state: Label,
    /// A number that belongs to the state. Default 0.
    #[serde(default)]
    pub amount: f32,
    /// Where it is, in millimetres.
    pub place: QuantisedPoint,
    /// Confidence, 0 to 1.
    pub confidence: f32,
    /// Seconds since it was perceived, 0 to 3600. Default 0.
    #[serde(default)]
    pub age: f32,
    /// How it is known. A fact that is seen or felt, with age 0, counts as in sight for a moment.
    pub source: PerceptSource,
}

/// Why a belief was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeliefError {
    /// A number is out of its range.
    #[error("the confidence must be from 0 to 1, the age from 0 to 3600 s, and the amount finite")]
    OutOfRange,
    /// Memory has no facts about terrain places, and facts about orders come with the orders.
    #[error("the subject must be an agent, a thing or an unidentified sign, not a place or an order")]
    NoSubject,
    /// An agent has no facts about itself.
    #[error("an agent cannot remember itself")]
    Itself,
}

impl WorkingMemory {
    /// Replaces the fact about a subject.
    ///
    /// # Errors
    /// If memory cannot hold the belief.
    pub fn believe(&mut self, belief: &Belief) -> Result<(), BeliefError> {
        if belief.subject == Subject::Agent(self.owner) {
            return Err(BeliefError::Itself);
        }
        if matches!(belief.subject, Subject::Place(_) | Subject::Order(_)) {
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
            age: 0.0,
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

    /// Replaces the settings. Facts stay and decay by the new settings.
    pub fn replace_settings(&mut self, settings: Arc<MemorySettings>) {
        self.kinds = self.facts.iter().map(|fact| settings.bit(fact.kind)).collect();
        self.known_kinds = self.kinds.iter().fold(0, |known, bit| known | bit);
        self.facts.iter_mut().for_each(|fact| fact.slot = settings.slot(fact.kind));
        self.settings = settings;
        self.next_loss = 0;
        // They are kept in the order of the settings, and read again in the next tick.
        self.readings.clear();
        self.next_sweep = self.now;
        self.bump_revision();
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
    fn a_belief_replaces_what_was_known() {
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
        // A percept replaces the injected fact.
        memory.absorb_percept(&Percept {
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
            age: 0.0,
        });
        assert!(memory.about(lamp).is_some_and(|fact| !fact.by_hand && fact.place == Vec3::ZERO));
    }

    #[test]
    fn what_cannot_be_remembered_is_refused() {
        let mut memory = WorkingMemory::new(Arc::default(), AgentId(0), 30);
        let lamp = Subject::Thing(ThingId(3));
        assert_eq!(memory.believe(&belief(Subject::Agent(AgentId(0)))), Err(BeliefError::Itself));
        assert_eq!(memory.believe(&belief(Subject::Place(1))), Err(BeliefError::NoSubject));
        for (confidence, age, amount) in [(1.5, 0.0, 0.0), (f32::NAN, 0.0, 0.0), (1.0, -1.0, 0.0), (1.0, 0.0, f32::NAN)]
        {
            let bad = Belief { confidence, age, amount, ..belief(lamp) };
            assert_eq!(memory.believe(&bad), Err(BeliefError::OutOfRange));
        }
        assert!(memory.facts().is_empty());
    }
}
