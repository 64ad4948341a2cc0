//! The mind: working memory, goal choice, planning, the plan executer and the behaviours it drives.
//!
//! Knows the ground ([`crate::protocol::Terrain`]), what senses tell ([`crate::protocol::Percepts`],
//! [`crate::protocol::SelfSense`]) and what its file says; posts requests on the [`crate::protocol::Blackboard`]. Must not
//! know the world, bodies or senses, nor the words of any one game: kinds, states, verbs and goals are data.
//!
//! ```text
//! Percepts --Remember--> WorkingMemory --Decide--> Mind (goal) -> PlanExecuter (plan, action) -> Blackboard
//! ```
//!
//! # For whoever assembles a match
//! Add [`plugin`]; compile each mind file once with [`Brain::compile`]; give every agent [`mind_bundle`] beside its
//! `AgentId`, `AgentRng`, `Percepts`, `SelfSense` and `Blackboard`. Needed resources: `SimulationClock`, `Roster`,
//! `TerrainService`, `EventLog`. Insert [`Dormant`] on whoever leaves play, [`PlayerControlled`] on whom a person leads.
//!
//! # For whoever shows it
//! [`Mind`] (goals with relevance and verdicts, decisions with reasons), [`PlanExecuter`] (steps, the active one, where it
//! heads) and [`WorkingMemory`] (facts, claims, hypotheses) are the mind's own data; [`MindSnapshot`] is all of it at one tick, to
//! keep, to show and to put into words.

pub mod behaviours;
pub mod brain;
mod decide;
mod decision;
mod diagnosis;
mod disabled;
mod executer;
mod goal_selection;
pub mod memory;
mod planner_input;
mod planning_snapshot;
pub mod queries;
mod remember;
pub mod retune;
mod share;
mod snapshot;
mod thrashing;

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};

pub use behaviours::Behaviours;
pub use brain::{Brain, MindFinding};
pub use decide::{Dormant, MindPlanner, PlayerControlled, RecordPlanning};
pub use decision::{Decision, DecisionReason, GoalStatus, Mind, Pursuit};
pub use diagnosis::{ActionDiagnosis, Blocker, GoalContribution, PreconditionStatus};
pub use disabled::DisabledSet;
pub use executer::{PlanExecuter, PlannedStep};
pub use memory::WorkingMemory;
pub use planner_input::TargetCandidate;
pub use planning_snapshot::{Excluded, PlanningSnapshot};
pub use snapshot::{
    BodyRequest, ChangeTrigger, ConditionRole, ConditionSnapshot, ConsiderationSnapshot, FactSnapshot, FactValue,
    GoalSnapshot, MindComponents, MindCounters, MindSnapshot, PlanSnapshot, PlannerFact, RequestSnapshot,
    ReservationSnapshot, StepPhase, StepSnapshot, SubjectNames, describe_rejection, describe_source,
};

use crate::protocol::{AgentId, SimulationSystems, UpdateSlices, Utterance};

/// The systems of the mind, one set a stage.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MindSystems {
    /// In `SimulationSystems::Remember`.
    Remember,
    /// In `SimulationSystems::Decide`.
    Decide,
}

/// Adds the mind to the simulation.
pub fn plugin(app: &mut App) {
    app.init_resource::<MindPlanner>()
        .init_resource::<Behaviours>()
        .init_resource::<UpdateSlices>()
        .init_resource::<RecordPlanning>()
        .add_systems(FixedUpdate, remember::remember.in_set(MindSystems::Remember).in_set(SimulationSystems::Remember))
        .add_systems(
            FixedUpdate,
            (decide::think, share::share).chain().in_set(MindSystems::Decide).in_set(SimulationSystems::Decide),
        );
}

/// What an agent needs for a mind, beside its `AgentId`, `AgentRng`, `Percepts`, `SelfSense` and `Blackboard`; `rate` is
/// ticks a second.
pub fn mind_bundle(brain: Arc<Brain>, agent: AgentId, rate: u32) -> impl Bundle {
    let memory = WorkingMemory::new(brain.memory.clone(), agent, rate);
    (Mind::new(brain, u32::from(agent.0)), memory, PlanExecuter::default(), Utterance::default())
}
