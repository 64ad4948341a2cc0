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
        /// A squad has decided what to do with its money: a soldier of middling means, what it does, and the money that it has before.
        SquadBuys = "squad_buys" { agent: AgentId = agent, choice: Label = word, left: u16 = amount },
        /// A soldier has bought an item: the item, and the money that it has left.
        Bought = "bought" { agent: AgentId = agent, item: Label = word, left: u16 = amount },
        /// A soldier begins a round with an item: the item, and its money.
        Carries = "carries" { agent: AgentId = agent, item: Label = word, left: u16 = amount },
        /// The soldiers of a squad were paid for a round: the squad, and what each of them got.
        Earned = "earned" { squad: Label = word, amount: u16 = amount },
        /// An agent was killed: the killer, `None` if the bomb killed it; the means, as the rules name them; where it fell.
        Killed = "killed" { agent: AgentId = agent, by: Option<AgentId> = by, means: Label = word, at: QuantisedPoint = at },
    }
}
