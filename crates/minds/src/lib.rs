//! The mind of an agent: working memory, goal selection, planning, the plan executer, and the behaviours it runs.
//!
//! It reads the terrain ([`crate::protocol::Terrain`]), percepts ([`crate::protocol::Percepts`]), readings of its own body
//! ([`crate::protocol::SelfSense`]) and its mind file, and posts requests on the [`crate::protocol::Blackboard`]. Independent of:
//! the world, bodies or senses, or any one game; kinds, states, verbs and goals are data.
//!
//! ```text
//! Percepts --Remember--> WorkingMemory --Decide--> Mind (goal) -> PlanExecuter (plan, action) -> Blackboard
//! ```
//!
//! A Bevy game adds [`plugin::MindPlugin`] and needs nothing below: its page is the README of the package, its names are in [`prelude`].
//! What follows is for a game with bodies, senses and matches of its own.
//!
//! # Setting up a match
//! Add [`plugin`]. Compile each mind file once with [`Brain::compile`]. Give every agent [`mind_bundle`] beside its `AgentId`,
//! `AgentRng`, `Percepts`, `SelfSense` and `Blackboard`. Required resources: `SimulationClock`, `TerrainService`, `EventLog`; insert
//! `MatchThreads` for more than one thread. Insert [`Dormant`] on an agent that leaves play, and [`PlayerControlled`] on one that a player
//! controls.
//!
//! # Inspecting a mind
//! [`Mind`] (goals with relevance and reject reasons), [`MindTrace`] (decisions with reasons, counts of planner calls),
//! [`PlanExecuter`] (steps, active action) and [`WorkingMemory`] (facts, reservations, hypotheses) are components. [`MindSnapshot`] is
//! a copy of them at one tick, to be kept, shown or written as text. [`positions`] says how an agent compares places.

pub mod behaviours;
pub mod brain;
pub mod cone;
mod decision;
mod executer;
mod experience;
pub mod memory;
pub mod names;
mod orders;
mod planning;
#[cfg(feature = "plugin")]
pub mod plugin;
pub mod positions;
#[cfg(feature = "plugin")]
pub mod prelude;
mod promise;
pub mod protocol;
pub mod queries;
pub mod retune;
pub mod schema;
mod share;
mod snapshot;
pub mod speech;
pub mod structure;
mod text;
mod value;

use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;

pub use behaviours::Behaviours;
pub use brain::{Brain, MindFinding, OutOfReach, review_mind};
pub use decision::{
    Decision, DecisionReason, DisabledSet, Dormant, GoalStatus, Mind, MindTrace, PlannerUse, PlayerControlled, Pursuit,
    RecordPlanning, RecordPositions,
};
pub use executer::{PlanExecuter, PlannedStep};
pub use experience::{Endings, Experience};
pub use memory::WorkingMemory;
pub use planning::{
    ActionDiagnosis, Blocker, Excluded, GoalContribution, PlanningSnapshot, PreconditionStatus, TargetCandidate,
};
pub use promise::{ActionAccount, ActionAccounts};
pub use snapshot::{
    BehaviourTreeSnapshot, ChangeTrigger, ConditionRole, ConditionSnapshot, ConsiderationSnapshot, FactSnapshot,
    FactValue, FiredSnapshot, GoalSnapshot, MindComponents, MindCounters, MindSnapshot, OptionSnapshot, PlanSnapshot,
    PlannerFact, RequestSnapshot, ReservationSnapshot, StateMachineSnapshot, StateSnapshot, StepPhase, StepSnapshot,
    StructureSnapshot, SubjectNames, TransitionSnapshot, TreeNodeSnapshot, UtilitySnapshot, describe_rejection,
    describe_source,
};
pub use text::readable;
pub use value::{PlanValue, StepFigures};

use crate::protocol::{AgentId, Blackboard, MatchThreads, Percepts, SimulationSystems, UpdateSlices, Utterance};

/// The systems of the mind.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MindSystems {
    /// Updates memory; in `SimulationSystems::Remember`.
    Remember,
    /// Decides, acts and shares; in `SimulationSystems::Decide`.
    Decide,
    /// Drops what agents without a mind have perceived, at the end of `SimulationSystems::Decide`. Until then a game can read it.
    Forget,
}

/// Adds the mind to the simulation.
pub fn plugin(app: &mut App) {
    app.register_type::<WorkingMemory>()
        .register_type::<Mind>()
        .register_type::<MindTrace>()
        .register_type::<Blackboard>()
        .init_resource::<UpdateSlices>()
        .init_resource::<MatchThreads>()
        .init_resource::<RecordPlanning>()
        .init_resource::<RecordPositions>()
        .add_systems(FixedUpdate, memory::remember.in_set(MindSystems::Remember).in_set(SimulationSystems::Remember))
        .add_systems(
            FixedUpdate,
            (decision::think, share::share).chain().in_set(MindSystems::Decide).in_set(SimulationSystems::Decide),
        )
        .add_systems(FixedUpdate, drop_unread.in_set(MindSystems::Forget).in_set(SimulationSystems::Decide))
        .configure_sets(FixedUpdate, MindSystems::Forget.after(MindSystems::Decide));
}

/// Drops the percepts of agents without a mind, or whose mind is dormant, which nobody else takes in.
fn drop_unread(
    threads: Res<MatchThreads>,
    mut agents: Query<&mut Percepts, Or<(Without<WorkingMemory>, With<Dormant>)>>,
) {
    let unread = agents.iter_mut().filter(|percepts| !percepts.0.is_empty());
    threads.each(unread, |percepts| percepts.0.clear());
}

/// The components of a mind. An agent also needs `AgentId`, `AgentRng`, `Percepts`, `SelfSense` and `Blackboard`. `rate` is in
/// ticks per second.
pub fn mind_bundle(brain: Arc<Brain>, agent: AgentId, rate: u32) -> impl Bundle {
    let memory = WorkingMemory::new(brain.memory.clone(), agent, rate);
    (Mind::new(brain, u32::from(agent.0)), MindTrace::default(), memory, PlanExecuter::default(), Utterance::default())
}

/// The program in the README runs.
#[cfg(all(doctest, feature = "plugin"))]
#[doc = include_str!("../README.md")]
struct Readme;
