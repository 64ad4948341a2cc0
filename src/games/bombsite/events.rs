//! The events of the bomb site, typed. The log holds them as [`GameEvent`]s.

use quarry_minds::protocol::{AgentId, Event, GameEvent, Label, QuantisedPoint, ThingId, label};

/// An event of the bomb site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BombEvent {
    /// The bomb was planted.
    Planted {
        /// The planter.
        by: AgentId,
        /// The thing that stands for it from now on.
        thing: ThingId,
        /// Where it lies.
        at: QuantisedPoint,
    },
    /// The bomb was defused.
    Defused {
        /// The defuser.
        by: AgentId,
        /// Where it lies.
        at: QuantisedPoint,
    },
    /// The bomb exploded.
    Exploded {
        /// Where it lay.
        at: QuantisedPoint,
    },
    /// A round of a match of several has ended.
    RoundEnded {
        /// Its number, from 1.
        round: u16,
        /// Its outcome.
        outcome: Label,
    },
    /// An agent was killed.
    Killed {
        /// The agent.
        agent: AgentId,
        /// The killer; `None` if the bomb killed it.
        by: Option<AgentId>,
        /// The means, as the rules name it.
        means: Label,
        /// Where it fell.
        at: QuantisedPoint,
    },
}

impl BombEvent {
    /// The event of the bomb site in a log entry; `None` for other events.
    pub fn read(event: &Event) -> Option<Self> {
        let Event::Game(told) = event else { return None };
        Some(match told.name.as_str() {
            "planted" => Self::Planted { by: told.by?, thing: told.thing?, at: told.at? },
            "defused" => Self::Defused { by: told.by?, at: told.at? },
            "exploded" => Self::Exploded { at: told.at? },
            "round_ended" => Self::RoundEnded { round: u16::try_from(told.amount?).ok()?, outcome: told.word? },
            "killed" => Self::Killed { agent: told.agent?, by: told.by, means: told.word?, at: told.at? },
            _ => return None,
        })
    }
}

impl From<BombEvent> for Event {
    fn from(event: BombEvent) -> Self {
        let named = |name: &str, at| GameEvent { name: label(name), at: Some(at), ..GameEvent::default() };
        Event::Game(match event {
            BombEvent::Planted { by, thing, at } => {
                GameEvent { by: Some(by), thing: Some(thing), ..named("planted", at) }
            }
            BombEvent::Defused { by, at } => GameEvent { by: Some(by), ..named("defused", at) },
            BombEvent::Exploded { at } => named("exploded", at),
            BombEvent::RoundEnded { round, outcome } => GameEvent {
                name: label("round_ended"),
                amount: Some(round.into()),
                word: Some(outcome),
                ..GameEvent::default()
            },
            BombEvent::Killed { agent, by, means, at } => {
                GameEvent { agent: Some(agent), by, word: Some(means), ..named("killed", at) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let at = QuantisedPoint { x: 1, y: 2, z: 3 };
        for event in [
            BombEvent::Planted { by: AgentId(1), thing: ThingId(4), at },
            BombEvent::Defused { by: AgentId(2), at },
            BombEvent::Exploded { at },
            BombEvent::RoundEnded { round: 3, outcome: label("time") },
            BombEvent::Killed { agent: AgentId(3), by: Some(AgentId(1)), means: label("shot"), at },
            BombEvent::Killed { agent: AgentId(3), by: None, means: label("explosion"), at },
        ] {
            assert_eq!(BombEvent::read(&event.into()), Some(event));
        }
        assert_eq!(BombEvent::read(&Event::Left { agent: AgentId(1), how: label("shot") }), None);
    }
}
