//! As which kind an agent perceives another: by the relation of their sides, or as an acquaintance.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label};

use crate::data::rules::Rules;

/// The single other agents that an agent perceives as a kind of their own, such as `"parent"`, `"young"` or `"mate"`. The game gives
/// it to agents that have some.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Acquaintances(pub Vec<(AgentId, Label)>);

impl Acquaintances {
    /// The kind of an acquaintance; `None` if the agent is none.
    pub fn get(&self, other: AgentId) -> Option<Label> {
        self.0.iter().find(|(known, _)| *known == other).map(|(_, kind)| *kind)
    }
}

/// The kind as which an agent of this side, with these acquaintances, perceives another agent.
pub(super) fn kind_of(
    rules: &Rules,
    known: Option<&Acquaintances>,
    side: Label,
    (other, other_side): (AgentId, Label),
) -> Label {
    known.and_then(|known| known.get(other)).unwrap_or_else(|| rules.relation(side, other_side))
}
