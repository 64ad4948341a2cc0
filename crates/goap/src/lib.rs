//! Goal-oriented action planning (GOAP): plans of minimum cost over typed facts. Plain Rust without dependencies, for any
//! engine.
//!
//! A domain declares facts, actions and goals. [`Domain::builder`] makes one in code; [`DomainSpec`] is the same as plain
//! data. Both are checked and compiled once; the part that only concerns one goal is compiled when the goal is first planned
//! for ([`Domain::prepare`]). A [`Planner`] takes [`PlanRequest`]s and returns a plan of minimum cost, or says
//! why none exists.
//!
//! ```
//! use quarry_goap::{Action, Domain, Goal, PlanRequest, Planner};
//!
//! let domain = Domain::builder()
//!     .action(Action::new("walk").cost(50).sets("there", true))
//!     .action(Action::new("get in").cost(1).requires("in car", false).sets("in car", true))
//!     .action(Action::new("drive").cost(5).requires("in car", true).sets("there", true))
//!     .goal(Goal::new("go").requires("there", true))
//!     .build()?;
//! let state = domain.state().with("in car", false).build()?;
//! let goal = domain.goal("go").ok_or("no such goal")?;
//!
//! let mut planner = Planner::new();
//! let result = planner.plan(&domain, &PlanRequest::new(&state, goal));
//! let names: Vec<&str> = result.steps.iter().map(|step| domain.action_name(step.action)).collect();
//! assert_eq!(names, ["get in", "drive"]);
//! assert_eq!(result.cost.value(), 6.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to read next
//!
//! - [`DomainBuilder`], [`Action`], [`Goal`] and [`PlanningFact`] describe what an agent can do and pursue.
//! - [`State`] is the world as an agent believes it to be.
//! - [`PlanRequest`] has the options of a request: candidates, disabled actions, [`PlanningContext`], budget, strategy.
//! - [`Planner::select_goal`] chooses among goals, [`Planner::validate`] checks whether a plan still works,
//!   [`Planner::explain`] says why there is a plan or none.
//!
//! # Targets and travel
//!
//! An agent lists the things it remembers as [`PlanCandidate`]s. A step of an action with a target has one of them as its
//! target. A target fact connects actions that must use the same target: the effect of "go towards" sets the fact to
//! [`Value::OwnTarget`], and a precondition of "take" requires it to be [`Value::OwnTarget`]. Travel costs come from
//! [`PlanningContext::travel`]. The example `targets` shows all of this.
//!
//! # Determinism and memory
//!
//! Costs and numbers are exact, so a request has the same result on every machine, unless its budget limits the time. A
//! domain can be shared between threads; use one planner per thread. A planner keeps its memory and does not allocate once
//! it has planned for the goal with requests of similar size.
//!
//! # Errors and panics
//!
//! A mistake in a domain or a state is an error that names the place ([`DomainErrors`]). No function of this crate panics
//! on ids of another domain (see [`Domain`]), on states of another length, or on numbers out of range. A search is limited by
//! its [`SearchBudget`].
//!
//! # Features
//!
//! Both are off by default.
//!
//! - `graph`: the module `graph`, with searches and action sets as diagrams, SVG and DOT.
//! - `serde`: `Serialize` and `Deserialize` for [`DomainSpec`] and its parts, [`Plan`], [`State`], and the options of a
//!   request.
//!
//! # The forms of an action
//!
//! | type | contents | made |
//! |---|---|---|
//! | [`Action`] | the specification: typed values, facts by name | in code, or from a file |
//! | `CompiledAction` | facts by index, conditions as sets of numbers, effects as changes; checked | once per domain |
//! | `TaskAction` | packed bits and set numbers, for the facts that matter to one goal | once per goal, when it is first planned for |
//!
//! Explanations and graphs show [`Action`]; validation uses `CompiledAction`; search uses `TaskAction`.

mod action;
mod applicability;
mod compiled;
mod condition;
mod conversions;
mod domain;
mod error;
mod explain;
mod fact;
mod goal_reach;
mod goal_selection;
#[cfg(feature = "graph")]
pub mod graph;
mod number;
mod planner;
mod request;
mod search;
mod state;
mod task;
mod validate;
mod values;

pub use action::{Action, ActionCost, ActionSet, Goal, TargetRule};
pub use compiled::{ActionId, ContextPreconditionId, CostId, FactId, GoalId};
pub use condition::{Condition, Effect};
pub use domain::{Domain, DomainBuilder, DomainSpec};
pub use error::{DomainError, DomainErrorKind, DomainErrors, SpecLocation};
pub use explain::{BlockReason, BlockedAction, Explanation, StepExplanation, UnmetCause, UnmetCondition};
pub use fact::{FactKind, MAX_CANDIDATES, NO_TARGET, PlanningFact, Value};
pub use goal_reach::{FactStart, MissingCondition, UnreachableGoal};
pub use goal_selection::{GoalCandidate, GoalEvaluation, GoalRejection, GoalSelection};
pub use number::{MAX_MAGNITUDE, NumberError, PlanCost, SCALE};
pub use planner::Planner;
pub use request::{
    BudgetLimit, CandidateKinds, NoContext, Plan, PlanCandidate, PlanOutcome, PlanRequest, PlanResult, PlanStep,
    PlanningContext, SearchBudget, Strategy,
};
pub use state::{State, StateBuilder};
pub use validate::Validity;

/// The examples in the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
