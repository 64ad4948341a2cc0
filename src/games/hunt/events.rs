//! The events of the hunt's rules, typed. The log holds them as [`GameEvent`]s.

use quarry_minds::protocol::{AgentId, Event, GameEvent, Label, QuantisedPoint, ThingId, label};

/// An event of the hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntEvent {
    /// The work at the exit passed another third.
    ExitProgress {
        /// The exit.
        exit: ThingId,
        /// The thirds done.
        thirds: u8,
    },
    /// An exit opened.
    ExitOpened {
        /// The exit.
        exit: ThingId,
    },
    /// A hit wounded an agent.
    Wounded {
        /// The wounded agent.
        agent: AgentId,
        /// The attacker.
        by: AgentId,
        /// `"melee"` or `"projectile"`.
        means: Label,
        /// Its wounds now.
        wounds: u8,
        /// Where it happened.
        at: QuantisedPoint,
    },
    /// A wound healed.
    Healed {
        /// The agent.
        agent: AgentId,
        /// Its wounds now.
        wounds: u8,
    },
    /// A hunted agent was caught, and leaves play.
    Caught {
        /// The caught agent.
        agent: AgentId,
        /// The attacker.
        by: AgentId,
        /// `"melee"` or `"projectile"`.
        means: Label,
        /// Where it happened.
        at: QuantisedPoint,
    },
    /// A hunted agent escaped, and leaves play.
    Escaped {
        /// The agent.
        agent: AgentId,
        /// The exit.
        exit: ThingId,
    },
}

impl HuntEvent {
    /// The event of the hunt in a log entry; `None` for other events.
    pub fn read(event: &Event) -> Option<Self> {
        let Event::Game(told) = event else { return None };
        let count = |amount: Option<i32>| amount.and_then(|amount| u8::try_from(amount).ok());
        Some(match told.name.as_str() {
            "exit_progress" => Self::ExitProgress { exit: told.thing?, thirds: count(told.amount)? },
            "exit_opened" => Self::ExitOpened { exit: told.thing? },
            "wounded" => Self::Wounded {
                agent: told.agent?,
                by: told.by?,
                means: told.word?,
                wounds: count(told.amount)?,
                at: told.at?,
            },
            "healed" => Self::Healed { agent: told.agent?, wounds: count(told.amount)? },
            "caught" => Self::Caught { agent: told.agent?, by: told.by?, means: told.word?, at: told.at? },
            "escaped" => Self::Escaped { agent: told.agent?, exit: told.thing? },
            _ => return None,
        })
    }
}

impl From<HuntEvent> for Event {
    fn from(event: HuntEvent) -> Self {
        let named = |name: &str| GameEvent { name: label(name), ..GameEvent::default() };
        Event::Game(match event {
            HuntEvent::ExitProgress { exit, thirds } => {
                GameEvent { thing: Some(exit), amount: Some(thirds.into()), ..named("exit_progress") }
            }
            HuntEvent::ExitOpened { exit } => GameEvent { thing: Some(exit), ..named("exit_opened") },
            HuntEvent::Wounded { agent, by, means, wounds, at } => GameEvent {
                agent: Some(agent),
                by: Some(by),
                word: Some(means),
                amount: Some(wounds.into()),
                at: Some(at),
                ..named("wounded")
            },
            HuntEvent::Healed { agent, wounds } => {
                GameEvent { agent: Some(agent), amount: Some(wounds.into()), ..named("healed") }
            }
            HuntEvent::Caught { agent, by, means, at } => {
                GameEvent { agent: Some(agent), by: Some(by), word: Some(means), at: Some(at), ..named("caught") }
            }
            HuntEvent::Escaped { agent, exit } => {
                GameEvent { agent: Some(agent), thing: Some(exit), ..named("escaped") }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let (agent, by, exit) = (AgentId(1), AgentId(0), ThingId(7));
        let at = QuantisedPoint { x: 1, y: 2, z: 3 };
        for event in [
            HuntEvent::ExitProgress { exit, thirds: 2 },
            HuntEvent::ExitOpened { exit },
            HuntEvent::Wounded { agent, by, means: label("melee"), wounds: 2, at },
            HuntEvent::Healed { agent, wounds: 1 },
            HuntEvent::Caught { agent, by, means: label("projectile"), at },
            HuntEvent::Escaped { agent, exit },
        ] {
            assert_eq!(HuntEvent::read(&event.into()), Some(event));
        }
        assert_eq!(HuntEvent::read(&Event::Left { agent, how: label("caught") }), None);
    }
}
