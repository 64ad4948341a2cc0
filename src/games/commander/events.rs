//! The events of the commander, typed. The log holds them as [`GameEvent`]s.

use quarry_minds::protocol::{AgentId, Event, GameEvent, Label, QuantisedPoint, label};

/// An event of the commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommanderEvent {
    /// A building or an add-on stands.
    Stands {
        /// The building.
        agent: AgentId,
        /// The product.
        product: Label,
        /// Where.
        at: QuantisedPoint,
    },
    /// A unit or building was lost.
    Lost {
        /// The unit.
        agent: AgentId,
        /// Who killed it.
        by: Option<AgentId>,
        /// The product.
        product: Label,
        /// Where.
        at: QuantisedPoint,
    },
    /// A build-order planner has made a plan for a goal.
    Planned {
        /// The build-order planner.
        agent: AgentId,
        /// The goal.
        goal: Label,
        /// The seconds until everything should stand.
        seconds: i32,
    },
    /// Everything that a goal demands stands.
    Reached {
        /// The build-order planner.
        agent: AgentId,
        /// The goal.
        goal: Label,
        /// The seconds that it took.
        seconds: i32,
    },
    /// A goal of a build-order planner has no plan.
    Impossible {
        /// The build-order planner.
        agent: AgentId,
        /// The goal.
        goal: Label,
    },
}

impl CommanderEvent {
    /// The event of the commander in a log entry; `None` for other events.
    pub fn read(event: &Event) -> Option<Self> {
        let Event::Game(told) = event else { return None };
        Some(match told.name.as_str() {
            "stands" => Self::Stands { agent: told.agent?, product: told.word?, at: told.at? },
            "lost" => Self::Lost { agent: told.agent?, by: told.by, product: told.word?, at: told.at? },
            "planned" => Self::Planned { agent: told.agent?, goal: told.word?, seconds: told.amount? },
            "reached" => Self::Reached { agent: told.agent?, goal: told.word?, seconds: told.amount? },
            "impossible" => Self::Impossible { agent: told.agent?, goal: told.word? },
            _ => return None,
        })
    }
}

impl From<CommanderEvent> for Event {
    fn from(event: CommanderEvent) -> Self {
        let of = |name: &str, agent, word| GameEvent {
            name: label(name),
            agent: Some(agent),
            word: Some(word),
            ..GameEvent::default()
        };
        Event::Game(match event {
            CommanderEvent::Stands { agent, product, at } => GameEvent { at: Some(at), ..of("stands", agent, product) },
            CommanderEvent::Lost { agent, by, product, at } => {
                GameEvent { by, at: Some(at), ..of("lost", agent, product) }
            }
            CommanderEvent::Planned { agent, goal, seconds } => {
                GameEvent { amount: Some(seconds), ..of("planned", agent, goal) }
            }
            CommanderEvent::Reached { agent, goal, seconds } => {
                GameEvent { amount: Some(seconds), ..of("reached", agent, goal) }
            }
            CommanderEvent::Impossible { agent, goal } => of("impossible", agent, goal),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let at = QuantisedPoint { x: 1, y: 2, z: 3 };
        let (agent, goal) = (AgentId(4), label("build_siege"));
        for event in [
            CommanderEvent::Stands { agent, product: label("tank"), at },
            CommanderEvent::Lost { agent, by: Some(AgentId(1)), product: label("tank"), at },
            CommanderEvent::Lost { agent, by: None, product: label("tank"), at },
            CommanderEvent::Planned { agent, goal, seconds: 130 },
            CommanderEvent::Reached { agent, goal, seconds: 140 },
            CommanderEvent::Impossible { agent, goal },
        ] {
            assert_eq!(CommanderEvent::read(&event.into()), Some(event));
        }
    }
}
