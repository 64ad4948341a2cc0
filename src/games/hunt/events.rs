//! The events of the hunt.

use quarry_minds::protocol::{AgentId, Label, QuantisedPoint, ThingId};

use crate::simulation::game_event::game_events;

game_events! {
    /// An event of the hunt. The means of a hit is `"melee"`, `"projectile"` or `"tread"`.
    pub enum HuntEvent {
        /// The work at the exit passed another third: the exit, and the thirds done.
        ExitProgress = "exit_progress" { exit: ThingId = thing, thirds: u8 = amount },
        /// An exit opened.
        ExitOpened = "exit_opened" { exit: ThingId = thing },
        /// A hit wounded an agent: the agent, its attacker, the means, its wounds now, and where it happened.
        Wounded = "wounded" {
            agent: AgentId = agent,
            by: AgentId = by,
            means: Label = word,
            wounds: u8 = amount,
            at: QuantisedPoint = at,
        },
        /// A wound healed: the agent, and its wounds now.
        Healed = "healed" { agent: AgentId = agent, wounds: u8 = amount },
        /// A hunted agent was caught, and leaves play: the agent, its attacker, the means, and where it happened.
        Caught = "caught" { agent: AgentId = agent, by: AgentId = by, means: Label = word, at: QuantisedPoint = at },
        /// A hunted agent was caught and is held until others free it: the agent, its attacker, the means, and where it happened.
        Held = "held" { agent: AgentId = agent, by: AgentId = by, means: Label = word, at: QuantisedPoint = at },
        /// A held agent is free again: the agent, who freed it unless it got up by itself, and where.
        Freed = "freed" { agent: AgentId = agent, by: Option<AgentId> = by, at: QuantisedPoint = at },
        /// A hunted agent escaped, and leaves play: the agent, and the exit.
        Escaped = "escaped" { agent: AgentId = agent, exit: ThingId = thing },
    }
}
