//! The events of the wild.

use quarry_minds::protocol::{AgentId, Label, QuantisedPoint};

use crate::simulation::game_event::game_events;

game_events! {
    /// An event of the wild.
    pub enum WildEvent {
        /// Two animals mated: the one that will bear the young, and the other; where.
        Mated = "mated" { mother: AgentId = agent, father: AgentId = by, at: QuantisedPoint = at },
        /// An animal was born: the young, its parents, and where.
        Born = "born" { agent: AgentId = agent, mother: AgentId = by, father: AgentId = amount, at: QuantisedPoint = at },
        /// An animal died: what killed it, if an animal did; the cause, as the rules name it; where.
        Died = "died" { agent: AgentId = agent, by: Option<AgentId> = by, cause: Label = word, at: QuantisedPoint = at },
        /// The sun rose: a day began, counted from 1.
        Dawn = "dawn" { day: i32 = amount },
        /// The sun set on this day.
        Dusk = "dusk" { day: i32 = amount },
    }
}
