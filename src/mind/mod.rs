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
//! `AgentId`, `Chance`, `Percepts`, `SelfSense` and `Blackboard`. Needed resources: `SimulationClock`, `Roster`,
//! `TerrainService`, `EventLog`. Insert [`Dormant`] on whoever leaves play, [`Led`] on whom a person leads.
//!
//! # For whoever shows it
//! [`Mind`] (goals with relevance and verdicts, decisions with reasons), [`PlanExecuter`] (steps, the active one, where it
//! heads) and [`WorkingMemory`] (facts, claims, hypotheses) are the mind's own data; [`Account`] is all of it at one tick, to
//! keep, to show and to put into words.

mod account;
pub mod behaviours;
pub mod brain;
mod choose;
mod decide;
mod decision;
mod executer;
pub mod memory;
pub mod notions;
mod picture;
mod question;
mod remember;
pub mod retune;
mod share;
mod switches;
mod undone;
mod waver;

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};

pub use account::{
    Account, Belief, Believed, Condition, Counters, GoalAccount, Knowledge, Names, Part, Parts, Phase, PlanAccount,
    Request, Requested, Reservation, Role, StepAccount, Turn, in_words, source_word,
};
pub use behaviours::Behaviours;
pub use brain::{Brain, MindFinding};
pub use decide::{Dormant, Led, MindPlanner, RecordQuestions};
pub use decision::{Decision, GoalStatus, Mind, Pursuit, Reason};
pub use executer::{PlanExecuter, PlannedStep};
pub use memory::WorkingMemory;
pub use picture::Candidate;
pub use question::{Excluded, Question};
pub use switches::Switches;
pub use undone::{Bar, Lack, Undone, Use};

use crate::protocol::{AgentId, SimulationSystems, Turns, Utterance};

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
        .init_resource::<Turns>()
        .init_resource::<RecordQuestions>()
        .add_systems(FixedUpdate, remember::remember.in_set(MindSystems::Remember).in_set(SimulationSystems::Remember))
        .add_systems(
            FixedUpdate,
            (decide::think, share::share).chain().in_set(MindSystems::Decide).in_set(SimulationSystems::Decide),
        );
}

/// What an agent needs for a mind, beside its `AgentId`, `Chance`, `Percepts`, `SelfSense` and `Blackboard`; `rate` is
/// ticks a second.
pub fn mind_bundle(brain: Arc<Brain>, agent: AgentId, rate: u32) -> impl Bundle {
    let memory = WorkingMemory::new(brain.memory.clone(), agent, rate);
    (Mind::new(brain, u32::from(agent.0)), memory, PlanExecuter::default(), Utterance::default())
}
