//! The components that a snapshot is taken of.

use bevy_ecs::prelude::*;
use quarry_goap::Value;

use super::FactValue;
use crate::{
    decision::{Mind, MindTrace},
    executer::PlanExecuter,
    memory::WorkingMemory,
    protocol::{Blackboard, Orders, OwnTerrain, SelfSense, Terrain, label},
    queries::MemoryView,
};

/// The components of one mind, and the terrain.
#[derive(Clone, Copy)]
pub struct MindComponents<'a> {
    /// The goals, and which is pursued.
    pub mind: &'a Mind,
    /// Its last decisions, if they are kept.
    pub trace: Option<&'a MindTrace>,
    /// Working memory.
    pub memory: &'a WorkingMemory,
    /// Plan and active action.
    pub executer: &'a PlanExecuter,
    /// Readings of the own body.
    pub sense: &'a SelfSense,
    /// Requests to the body.
    pub board: &'a Blackboard,
    /// The order it holds, and those it has given; `None` for an agent without senses.
    pub orders: Option<&'a Orders>,
    /// The terrain.
    pub terrain: &'a dyn Terrain,
}

impl<'a> MindComponents<'a> {
    /// The components of an agent; `None` if the entity has no mind. The terrain is the one that all agents know, unless it has its own.
    pub fn from_entity(agent: EntityRef<'a>, terrain: &'a dyn Terrain) -> Option<Self> {
        Some(Self {
            mind: agent.get()?,
            trace: agent.get(),
            memory: agent.get()?,
            executer: agent.get()?,
            sense: agent.get()?,
            board: agent.get()?,
            orders: agent.get(),
            terrain: agent.get::<OwnTerrain>().and_then(|own| own.0.as_deref()).unwrap_or(terrain),
        })
    }

    /// The memory as queries read it, with the current target and the age of the goal.
    pub fn view(&self) -> MemoryView<'a> {
        let view = MemoryView::new(&self.mind.brain.queries, self.memory, self.sense, self.terrain);
        view.of_mind(self.mind, self.executer)
    }

    /// Seconds until a tick; 0 if it has passed.
    pub(super) fn seconds_until(&self, tick: u32) -> f32 {
        tick.saturating_sub(self.memory.now()) as f32 / self.memory.rate()
    }
}

/// The meaning of a value in the planner's state.
pub(super) fn fact_value(mind: &Mind, fact: quarry_goap::FactId, value: i64) -> FactValue {
    match mind.brain.domain.decode(fact, value) {
        Value::Bool(flag) => FactValue::Flag(flag),
        Value::Number(number) => FactValue::Number(number),
        Value::Symbol(word) => FactValue::Word(label(&word)),
        Value::Candidate(index) => mind.input.subject(index).map_or(FactValue::Nothing, FactValue::About),
        Value::NoTarget | Value::OwnTarget => FactValue::Nothing,
    }
}
