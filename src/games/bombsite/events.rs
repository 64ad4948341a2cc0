//! The events of the bomb site.

use quarry_minds::protocol::{AgentId, Label, QuantisedPoint, ThingId};

use crate::simulation::game_event::game_events;

game_events! {
    /// An event of the bomb site.
    pub enum BombEvent {
        /// The bomb was planted: the planter, the thing that stands for it from now on, and where it lies.
        Planted = "planted" { by: AgentId = by, thing: ThingId = thing, at: QuantisedPoint = at },
        /// The bomb was defused: the defuser, and where it lies.
        Defused = "defused" { by: AgentId = by, at: QuantisedPoint = at },
        /// The bomb exploded where it lay.
        Exploded = "exploded" { at: QuantisedPoint = at },
        /// A round of a match of several has ended: its number, from 1, and its outcome.
        RoundEnded = "round_ended" { round: u16 = amount, outcome: Label = word },
        /// An agent was killed: the killer, `None` if the bomb killed it; the means, as the rules name them; where it fell.
        Killed = "killed" { agent: AgentId = agent, by: Option<AgentId> = by, means: Label = word, at: QuantisedPoint = at },
    }
}
