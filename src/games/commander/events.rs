//! The events of the commander.

use quarry_minds::protocol::{AgentId, Label, QuantisedPoint};

use crate::simulation::game_event::game_events;

game_events! {
    /// An event of the commander.
    pub enum CommanderEvent {
        /// A building or an add-on stands: the building, the product, and where.
        Stands = "stands" { agent: AgentId = agent, product: Label = word, at: QuantisedPoint = at },
        /// An upgrade was researched: the building, the upgrade, and where.
        Researched = "researched" { agent: AgentId = agent, product: Label = word, at: QuantisedPoint = at },
        /// A unit or building was lost: which one, who killed it, and where.
        Lost = "lost" { agent: AgentId = agent, by: Option<AgentId> = by, product: Label = word, at: QuantisedPoint = at },
        /// A build-order planner has made a plan for a goal: the seconds until everything should stand.
        Planned = "planned" { agent: AgentId = agent, goal: Label = word, seconds: i32 = amount },
        /// Everything that a goal of a build-order planner demands stands: the seconds that it took.
        Reached = "reached" { agent: AgentId = agent, goal: Label = word, seconds: i32 = amount },
        /// A goal of a build-order planner has no plan.
        Impossible = "impossible" { agent: AgentId = agent, goal: Label = word },
    }
}
