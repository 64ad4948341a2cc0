//! What a match and its agents bring along for the senses: settings of perception, the senses of a kind, the ray budget.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::{
    data::{perception::Perception, senses::Senses},
    protocol::AgentId,
};

/// The settings of perception of the running match; those of the schema unless the match brings its own.
#[derive(Resource, Clone, Default)]
pub struct PerceptionSettings(pub Arc<Perception>);

/// The senses of an agent: data, shared.
#[derive(Component, Clone, Debug)]
pub struct AgentSenses(pub Arc<Senses>);

/// How many rays may still be cast in this tick, and whose turn it is first in the next.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayBudget {
    /// Rays left.
    pub left: u32,
    /// Rays cast in this tick.
    pub cast: u32,
    /// Who had to wait, and at whom he was about to look: the round goes on there in the next tick.
    pub waiting: Option<(AgentId, AgentId)>,
}
