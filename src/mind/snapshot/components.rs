//! What an account is taken of: a mind's components, and what it believes.

use bevy::ecs::prelude::*;

use super::FactValue;
use crate::{
    goap::Value,
    mind::{decision::Mind, executer::PlanExecuter, memory::WorkingMemory, queries::MemoryView},
    protocol::{Blackboard, SelfSense, Terrain, label},
};

/// The components of one mind, and the ground it lives on.
#[derive(Clone, Copy)]
pub struct MindComponents<'a> {
    /// Goals, pursuit, decisions.
    pub mind: &'a Mind,
    /// What is remembered.
    pub memory: &'a WorkingMemory,
    /// The plan.
    pub executer: &'a PlanExecuter,
    /// What it feels of itself.
    pub sense: &'a SelfSense,
    /// What it asks for.
    pub board: &'a Blackboard,
    /// The ground.
    pub terrain: &'a dyn Terrain,
}

impl<'a> MindComponents<'a> {
    /// The parts of an agent; `None` for what has no mind.
    pub fn from_entity(agent: EntityRef<'a>, terrain: &'a dyn Terrain) -> Option<Self> {
        Some(Self {
            mind: agent.get()?,
            memory: agent.get()?,
            executer: agent.get()?,
            sense: agent.get()?,
            board: agent.get()?,
            terrain,
        })
    }

    /// The mind's view of what it remembers, with the running action's target and the time of the pursuit.
    pub fn view(&self) -> MemoryView<'a> {
        let pursued = self.mind.pursuit.map_or(0.0, |pursuit| self.memory.seconds_since(pursuit.since));
        let mark = self.executer.step().and_then(|step| step.target);
        MemoryView {
            current_target: mark,
            goal_age: pursued,
            ..MemoryView::of(&self.mind.brain.queries, self.memory, self.sense, self.terrain)
        }
    }

    /// Seconds until a tick; 0 where it has passed.
    pub(super) fn seconds_until(&self, tick: u32) -> f32 {
        tick.saturating_sub(self.memory.now()) as f32 / self.memory.rate()
    }
}

/// A number of the planner's state as what it stands for.
pub(super) fn fact_value(mind: &Mind, fact: crate::goap::FactId, value: i64) -> FactValue {
    match mind.brain.domain.decode(fact, value) {
        Value::Bool(flag) => FactValue::Flag(flag),
        Value::Number(number) => FactValue::Number(number),
        Value::Symbol(word) => FactValue::Word(label(&word)),
        Value::Candidate(index) => mind.picture.subject(index).map_or(FactValue::Nothing, FactValue::About),
        Value::NoTarget | Value::OwnTarget => FactValue::Nothing,
    }
}
