//! The events of the wild, typed. The log holds them as [`GameEvent`]s.

use quarry_minds::protocol::{AgentId, Event, GameEvent, Label, QuantisedPoint, label};

/// An event of the wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildEvent {
    /// Two animals mated.
    Mated {
        /// The animal that will bear the young.
        mother: AgentId,
        /// The other.
        father: AgentId,
        /// Where it happened.
        at: QuantisedPoint,
    },
    /// An animal was born.
    Born {
        /// The young.
        agent: AgentId,
        /// Its mother.
        mother: AgentId,
        /// Its father.
        father: AgentId,
        /// Where it happened.
        at: QuantisedPoint,
    },
    /// An animal died.
    Died {
        /// The animal.
        agent: AgentId,
        /// The animal that killed it.
        by: Option<AgentId>,
        /// The cause, as the rules name it.
        cause: Label,
        /// Where it happened.
        at: QuantisedPoint,
    },
    /// The sun rose: a day began, counted from 1.
    Dawn {
        /// The number of the day.
        day: i32,
    },
    /// The sun set.
    Dusk {
        /// The number of the day.
        day: i32,
    },
}

impl WildEvent {
    /// The event of the wild in a log entry; `None` for other events.
    pub fn read(event: &Event) -> Option<Self> {
        let Event::Game(told) = event else { return None };
        Some(match told.name.as_str() {
            "mated" => Self::Mated { mother: told.agent?, father: told.by?, at: told.at? },
            "born" => Self::Born {
                agent: told.agent?,
                mother: told.by?,
                father: AgentId(u16::try_from(told.amount?).ok()?),
                at: told.at?,
            },
            "died" => Self::Died { agent: told.agent?, by: told.by, cause: told.word?, at: told.at? },
            "dawn" => Self::Dawn { day: told.amount? },
            "dusk" => Self::Dusk { day: told.amount? },
            _ => return None,
        })
    }
}

impl From<WildEvent> for Event {
    fn from(event: WildEvent) -> Self {
        let named = |name: &str| GameEvent { name: label(name), ..GameEvent::default() };
        Event::Game(match event {
            WildEvent::Mated { mother, father, at } => {
                GameEvent { agent: Some(mother), by: Some(father), at: Some(at), ..named("mated") }
            }
            WildEvent::Born { agent, mother, father, at } => GameEvent {
                agent: Some(agent),
                by: Some(mother),
                amount: Some(father.0.into()),
                at: Some(at),
                ..named("born")
            },
            WildEvent::Died { agent, by, cause, at } => {
                GameEvent { agent: Some(agent), by, word: Some(cause), at: Some(at), ..named("died") }
            }
            WildEvent::Dawn { day } => GameEvent { amount: Some(day), ..named("dawn") },
            WildEvent::Dusk { day } => GameEvent { amount: Some(day), ..named("dusk") },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let (agent, mother, father) = (AgentId(9), AgentId(1), AgentId(2));
        let at = QuantisedPoint { x: 1, y: 2, z: 3 };
        for event in [
            WildEvent::Mated { mother, father, at },
            WildEvent::Born { agent, mother, father, at },
            WildEvent::Died { agent, by: Some(mother), cause: label("predation"), at },
            WildEvent::Died { agent, by: None, cause: label("thirst"), at },
            WildEvent::Dawn { day: 3 },
            WildEvent::Dusk { day: 3 },
        ] {
            assert_eq!(WildEvent::read(&event.into()), Some(event));
        }
        assert_eq!(WildEvent::read(&Event::Left { agent, how: label("thirst") }), None);
    }
}
